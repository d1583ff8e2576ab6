"""Cells of tables that people open: none that a spreadsheet would run as a formula, and the way back."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

GUARD: Final = "'"
_ENDS: Final = "\r\n"
# What a spreadsheet may take for a formula (OWASP, CSV Injection); a tab or a line's end at the beginning may hide one.
_FORMULA: Final = re.compile(r"\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
# A negative number is no formula, and stays a number.
_NUMBER: Final = re.compile(r"-[0-9]+(?:[.,][0-9]+)?")


def _is_formula(cell: str) -> bool:
    """Guards aside, so that what is guarded already, or began so by itself, gets one more and loses it again."""
    bare = cell.lstrip(GUARD)
    return _FORMULA.match(bare) is not None and _NUMBER.fullmatch(bare) is None


def guard(cell: str) -> str:
    """RETURNS (str): A cell that no spreadsheet takes for a formula: with an apostrophe before it, if it needs one."""
    return GUARD + cell if _is_formula(cell) else cell


def unguard(cell: str) -> str:
    """RETURNS (str): The cell that was guarded; one that needed no guard stays as it is."""
    return cell[1:] if cell.startswith(GUARD) and _is_formula(cell) else cell


class CellWriter:
    """Writes the rows of a table, guarded.

    stream (Any): Where to.
    delimiter (str): Between cells.
    lineterminator (str): Between rows.
    """

    def __init__(self, stream: Any, *, delimiter: str = ",", lineterminator: str = "\n") -> None:
        self._rows = cell_writer(stream, delimiter=delimiter, lineterminator=lineterminator)

    def writerow(self, cells: Iterable[object]) -> None:
        """Write a row.

        cells (Iterable[object]): The cells; what is no text needs no guard.
        """
        self._rows.writerow([guard(cell) if isinstance(cell, str) else cell for cell in cells])

    def writerows(self, rows: Iterable[Iterable[object]]) -> None:
        """Write several rows."""
        for cells in rows:
            self.writerow(cells)


def table_writer(stream: Any, *, plain: bool) -> Any:
    """RETURNS (Any): What writes the rows of a table.

    stream (Any): Where to.
    plain (bool): Cells are written as they are, for programs that do not know of guards.
    """
    return cell_writer(stream) if plain else CellWriter(stream)


class _Rows:
    """Rows as they come from `csv`, with another end."""

    def __init__(self, stream: Any, lineterminator: str) -> None:
        self._stream, self._end = stream, lineterminator

    def write(self, row: str) -> None:
        self._stream.write(row.removesuffix(_ENDS) + self._end)


def cell_writer(stream: Any, *, delimiter: str = ",", lineterminator: str = "\n") -> Any:
    """RETURNS (Any): What writes rows as `csv.writer` does, with each cell quoted that has any line's end in it.

    stream (Any): Where to.
    delimiter (str): Between cells.
    lineterminator (str): Between rows.
    """
    # Before Python 3.13 `csv` quotes a carriage return only where it ends lines itself; bare, it cuts a row in two.
    target = stream if lineterminator == _ENDS else _Rows(stream, lineterminator)
    return csv.writer(target, delimiter=delimiter, lineterminator=_ENDS)


class CellReader:
    """Reads the rows of a table that was written guarded, whatever a person has added to it.

    lines (Iterable[str]): The lines.
    delimiter (str): Between cells.
    strict (bool): A quote in the wrong place is an error.
    """

    def __init__(self, lines: Iterable[str], *, delimiter: str = ",", strict: bool = True) -> None:
        self._rows = csv.reader(lines, delimiter=delimiter, strict=strict)

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        return list(map(unguard, next(self._rows)))

    @property
    def line_num(self) -> int:
        """RETURNS (int): The line where the last row ends."""
        return self._rows.line_num
