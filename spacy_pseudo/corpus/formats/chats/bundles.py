"""Exports of many files: a directory, or an archive that is read as it is. Nothing is ever unpacked to the disk."""

from __future__ import annotations

import json
import os
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from ....errors import Errors, PseudoError
from ...decoding import wide_encoding
from ...packing import ending_of, most_of

ARCHIVES: Final = (".zip", ".tar", ".tgz")
# No export has more files than this, nor do its directories lie deeper in each other.
_MOST: Final = 200_000
_DEEPEST: Final = 6
_DAMAGED: Final = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, RuntimeError)


class File(NamedTuple):
    """A file of an export.

    name (str): Its path in the export, with '/'.
    data (bytes): What is in it.
    where (str): What it is called in messages: its number, and no name of a directory, which may be somebody's.
    """

    name: str
    data: bytes
    where: str


class Bundle:
    """The files of an export. A directory around all of them counts for nothing.

    path (Path): The directory or archive.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # What is called so in the archive, by its path in the export.
        self._names = _without_root({_plain(name): name for name in self._listed()})

    @property
    def names(self) -> tuple[str, ...]:
        """RETURNS (tuple[str, ...]): The paths of all files, sorted."""
        return tuple(sorted(self._names))

    def holds(self, patterns: Iterable[str]) -> bool:
        """RETURNS (bool): For each pattern there is a file, such as for 'users.json' or 'messages-*.json'."""
        return all(any(fnmatchcase(name, pattern) for name in self._names) for pattern in patterns)

    def files(self, wanted: re.Pattern[str]) -> Iterator[File]:
        """Read files.

        wanted (re.Pattern[str]): What all of a file's path matches.
        YIELDS (File): The files, sorted by their paths.
        """
        chosen = [name for name in self.names if wanted.fullmatch(name)]
        numbers = {name: number for number, name in enumerate(self.names, 1)}
        for name, data in self._read(chosen):
            yield File(name, data, f"{self.path} (file {numbers[name]}, {_safe(name)})")

    # --- What is stored how ---

    def _listed(self) -> Iterator[str]:
        path = self.path
        try:
            if path.is_dir():
                yield from _walk(path)
            elif ending_of(path) == ".zip":
                with zipfile.ZipFile(path) as archive:
                    members = archive.infolist()
                    self._check_size(len(members), 0)
                    yield from (member.filename for member in members if not member.is_dir())
            else:
                yield from (member.name for _, member in self._tar())
        except OSError as error:
            raise PseudoError(Errors.P101.format(path=path, reason=error.strerror or "it is damaged")) from None
        except _DAMAGED:
            raise PseudoError(Errors.P158.format(path=path)) from None

    def _read(self, chosen: list[str]) -> Iterator[tuple[str, bytes]]:
        path = self.path
        try:
            if path.is_dir():
                for name in chosen:
                    yield name, (path / self._names[name]).read_bytes()
            elif ending_of(path) == ".zip":
                with zipfile.ZipFile(path) as archive:
                    size = 0
                    for name in chosen:
                        with archive.open(self._names[name]) as stream:
                            data = self._bounded(stream, size)
                        size += len(data)
                        yield name, data
            else:
                # To go back in a packed archive is to unpack it anew.
                plain = {raw: name for name, raw in self._names.items()}
                wanted, found, size = set(chosen), {}, 0
                for archive_, member in self._tar():
                    name = plain.get(member.name, "")
                    stream_ = archive_.extractfile(member) if name in wanted else None
                    if stream_ is not None:
                        found[name] = self._bounded(stream_, size)
                        size += len(found[name])
                yield from ((name, found[name]) for name in chosen if name in found)
        except OSError as error:
            raise PseudoError(Errors.P101.format(path=path, reason=error.strerror or "it is damaged")) from None
        except _DAMAGED:
            raise PseudoError(Errors.P158.format(path=path)) from None

    def _tar(self) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
        """Files only, no links; sizes are looked at before what has them is passed over."""
        size = count = 0
        with tarfile.open(self.path) as archive:
            for member in archive:
                count += 1
                size += member.size
                self._check_size(count, size)
                if member.isreg():
                    yield archive, member

    def _bounded(self, stream: IO[bytes], before: int) -> bytes:
        """All of a file; an archive may say that it is smaller than it is."""
        pieces = []
        while piece := stream.read(1 << 20):
            pieces.append(piece)
            before += len(piece)
            self._check_size(0, before)
        return b"".join(pieces)

    def _check_size(self, count: int, size: int) -> None:
        if count > _MOST or size > most_of(self.path):
            raise PseudoError(Errors.P129.format(path=self.path))


def is_bundle(path: Path) -> bool:
    """RETURNS (bool): It is a directory, or is called like an archive."""
    return path.is_dir() or ending_of(path) in ARCHIVES


def load_json(file: File) -> Any:
    """RETURNS (Any): What a JSON file holds."""
    encoding = wide_encoding(file.data) or "utf-8-sig"
    try:
        return json.loads(file.data.decode(encoding, "surrogatepass"), strict=False)
    except UnicodeDecodeError as error:
        line = file.data.count(b"\n", 0, error.start) + 1
        raise PseudoError(Errors.P105.format(path=file.where, line=line, encoding="UTF-8")) from None
    except RecursionError:
        raise PseudoError(Errors.P151.format(path=file.where)) from None
    except ValueError as error:  # numbers may be too long to be read
        raise PseudoError(Errors.P150.format(path=file.where, line=getattr(error, "lineno", 1))) from None


def _walk(root: Path) -> Iterator[str]:
    count = 0
    for folder, inner, files in os.walk(root):
        here = Path(folder).relative_to(root)
        # A link may lead anywhere.
        inner[:] = [name for name in inner if len(here.parts) < _DEEPEST and not (Path(folder) / name).is_symlink()]
        for name in files:
            count += 1
            if count > _MOST:
                return
            if not (Path(folder) / name).is_symlink():
                yield (here / name).as_posix()


def _plain(name: str) -> str:
    return name.replace("\\", "/").removeprefix("./")


def _without_root(names: dict[str, str]) -> dict[str, str]:
    """Without what systems add, without what would lie elsewhere, and without directories around everything."""
    kept = {
        name: raw
        for name, raw in names.items()
        if not name.startswith(("/", "__MACOSX/"))
        and not any(part in ("", "..") or part.startswith(".") for part in name.split("/"))
    }
    while kept and len({name.partition("/")[0] for name in kept}) == 1 and all("/" in name for name in kept):
        kept = {name.partition("/")[2]: raw for name, raw in kept.items()}
    return kept


def _safe(name: str) -> str:
    """The end of a path if it is one that programs give."""
    last = name.rpartition("/")[2]
    return last if re.fullmatch(r"[a-z_]{4,12}\.(?:json|txt)|(?:messages-)?[0-9-]{6,12}\.json", last) else "..."
