"""Files that the browser sends: written to the private part as they come, whole or not at all."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from ...corpus.packing import PACKS
from ...disk import private_file
from ...errors import Errors, PseudoError
from .works import KINDS, Work

# So many bytes of a file are taken from a browser; of a larger one, the path is told.
LARGEST: Final = 1_000_000_000
_LONGEST: Final = 200
_ENDING: Final = re.compile(r"\.[A-Za-z0-9]{1,10}")


def place_of(work: Work, kind: str, name: str) -> Path:
    """RETURNS (Path): Where a file is written: of its name only the ending is used, which tells the format.

    work (Work): The work.
    kind (str): What it is.
    name (str): What the browser calls it.
    """
    if kind not in KINDS:
        raise PseudoError(Errors.P924)
    endings = [ending.lower() for ending in Path(name[-_LONGEST:]).suffixes[-2:] if _ENDING.fullmatch(ending)]
    kept = endings if len(endings) > 1 and endings[-1][1:] in PACKS else endings[-1:]
    return work.originals / f"{kind}{''.join(kept)}"


async def receive(work: Work, kind: str, name: str, size: int, stream: AsyncIterator[bytes]) -> None:
    """Take a file; what was there before stays until the new one is whole.

    work (Work): The work.
    kind (str): What it is.
    name (str): What the browser calls it.
    size (int): How many bytes it has.
    stream (AsyncIterator[bytes]): Its content.
    """
    path, come = place_of(work, kind, name), 0
    if size > shutil.disk_usage(work.originals).free:
        raise PseudoError(Errors.P925)
    if not size:
        raise PseudoError(Errors.P926)
    try:
        with private_file(path) as file:
            async for chunk in stream:
                file.write(chunk)
                come += len(chunk)
            if come != size:
                raise PseudoError(Errors.P927)
    except OSError as error:
        raise PseudoError(Errors.P928.format(reason=error.strerror)) from None
    work.give(kind, path, " ".join(Path(name).name.split())[:_LONGEST], own=True)


def take_path(work: Work, kind: str, told: str) -> None:
    """Note a file or directory on this machine; it stays where it is.

    work (Work): The work.
    kind (str): What it is.
    told (str): Its path, as somebody typed it.
    """
    if kind not in KINDS:
        raise PseudoError(Errors.P924)
    path = Path(told.strip().strip("\"'")).expanduser()
    try:
        there = bool(told.strip()) and path.is_absolute() and path.exists()
    except (OSError, ValueError):
        there = False
    if not there:
        raise PseudoError(Errors.P929)
    work.give(kind, path, path.name, own=False)
