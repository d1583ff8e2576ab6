"""OUT as one file to be given away, and nothing but OUT."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ...disk import private_file
from .works import Work

# A file of a zip archive has a time; the same for all, so that the same OUT gives the same bytes.
_TIME: Final = (1980, 1, 1, 0, 0, 0)
_NAME: Final = "out.zip"
_MODE: Final = 0o644


def pack(work: Work) -> Path:
    """RETURNS (Path): An archive of OUT, in the private part until it is sent.

    work (Work): The work.
    """
    path = work.private / _NAME
    with private_file(path) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, name in _files(work.out):
            about = zipfile.ZipInfo(name, _TIME)
            about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, (stat.S_IFREG | _MODE) << 16
            with file.open("rb") as content, archive.open(about, "w", force_zip64=True) as packed:
                while chunk := content.read(1 << 20):
                    packed.write(chunk)
    return path


def _files(out: Path) -> Iterator[tuple[Path, str]]:
    """Regular files, by name. What leads elsewhere is not followed."""
    found = []
    for place, inner, names in os.walk(out, followlinks=False):
        inner[:] = [name for name in inner if not (Path(place) / name).is_symlink()]
        found += [Path(place) / name for name in names]
    for path in sorted(found):
        if path.is_file() and not path.is_symlink():
            yield path, path.relative_to(out).as_posix()
