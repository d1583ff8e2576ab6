"""Packaged data that no language owns, read when it is first asked for. Sources and licences: LICENSES.md."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent


def lines(name: str) -> list[str]:
    """The lines of a text resource, without blank lines and comments (`# ...` on a line of its own).

    name (str): The resource's path in this package, such as 'places/cities.txt.gz'; '.gz' is unpacked.
    RETURNS (list[str]): The lines, stripped; empty if there is no such resource.
    """
    return lines_of(text(name))


def text(name: str) -> str:
    """RETURNS (str): A text resource as it is, such as 'rating/text.txt'."""
    return read(_HERE / name)


def lines_of(source: str) -> list[str]:
    """RETURNS (list[str]): The lines of a text, stripped, without blank lines and comments."""
    stripped = (line.strip() for line in source.splitlines())
    return [line for line in stripped if line and not line.startswith("#")]


def read(path: Path) -> str:
    """RETURNS (str): A text file as it is, unpacked if its name ends in '.gz'; empty if there is no such file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ""
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
