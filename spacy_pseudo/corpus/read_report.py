"""What is told of a file that was read, and its rows."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from ..errors import PseudoWarning
from .packing import PACKS

# The layout of what a program has at hand.
PYTHON: Final = "python"


@dataclass
class ReadReport:
    """What was found in a file. Complete once the last row has been read; all but the counts before the first.

    columns (dict[str, str]): Header by field, in the file's order.
    dropped (list[str]): Headers that are no known field.
    surrogates, nul (int): Lone surrogates and NUL characters, each replaced by U+FFFD.
    duplicates (list[str]): In a roster, ids with several rows.
    empty_names (int): In a roster, names without a character in them.
    warnings (list[str]): Coded messages on what a person should know.
    format (str): How the rows are written again: 'csv', 'tsv', 'jsonl' or 'parquet'.
    pack (str): How that is compressed: 'gz' or 'zst'; in Parquet, by which codec.
    types (dict[str, Any]): In Parquet, the types of the columns by header.
    layout (str): Which tool's file it is, such as 'moodle' or 'mbox'; otherwise as `format`.
    people (dict[str, list[str]]): Names by id, where the file itself tells who its people are. Private.
    left_out (Counter[str]): What was not read, by kind: 'deleted posts', 'attachments' ...
    unread (dict[str, list[str]]): By path of a workbook, sheets with something in them that were not read.
    sheet (str): Of a workbook, the sheet that was read.
    line (int): Where the row begins that was read last; 0 where there are no lines.
    html (int): How many texts are taken as HTML.
    """

    path: str = ""
    format: str = ""
    pack: str = ""
    types: dict[str, Any] = field(default_factory=dict, repr=False)
    layout: str = ""
    encoding: str = ""
    delimiter: str | None = None
    headers: list[str] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)
    rows: int = 0
    line: int = 0
    surrogates: int = 0
    nul: int = 0
    duplicates: list[str] = field(default_factory=list)
    empty_names: int = 0
    warnings: list[str] = field(default_factory=list)
    people: dict[str, list[str]] = field(default_factory=dict, repr=False)
    left_out: Counter[str] = field(default_factory=Counter)
    html: int = 0
    unread: dict[str, list[str]] = field(default_factory=dict)
    sheet: str = ""

    @property
    def in_python(self) -> bool:
        """RETURNS (bool): It is no file, but what a program has at hand."""
        return self.layout == PYTHON

    @property
    def ending(self) -> str:
        """RETURNS (str): How the name of a file ends in which the rows are written again: 'csv', 'jsonl.gz'."""
        return f"{self.format}.{self.pack}" if self.pack in PACKS else self.format

    def is_whole(self, header: str) -> bool:
        """RETURNS (bool): The type of a column is one of whole numbers."""
        return str(self.types.get(header, "")).removeprefix("u").startswith("int")

    def meet(self, id: str, name: str | None = None) -> None:
        """Note somebody who takes part, and what the file calls them.

        id (str): The person's id in the file.
        name (Optional[str]): A name; an empty one counts for nothing.
        """
        names = self.people.setdefault(id, [])
        known = " ".join((name or "").split())
        if known and known not in names:
            names.append(known)


def unread_in_all(reports: Iterable[ReadReport]) -> dict[str, list[str]]:
    """RETURNS (dict[str, list[str]]): By path of a workbook, sheets with something in them that none of them has read.

    reports (Iterable[ReadReport]): What was found, by all who read.
    """
    found: dict[str, list[str]] = {}
    for path, titles in (item for report in reports for item in report.unread.items()):
        found[path] = [title for title in found.get(path, titles) if title in titles]
    return {path: titles for path, titles in found.items() if titles}


def unread_sheets(reports: Iterable[ReadReport]) -> list[str]:
    """RETURNS (list[str]): What a person should know of sheets that are not read. Private: titles stand in it.

    reports (Iterable[ReadReport]): What was found, by all who read.
    """
    how = "a sheet of the messages is named by --sheet NAME, each one of the class list by --sheet roster=NAME"
    return [f"{path}: not read: {', '.join(titles)}; {how}" for path, titles in unread_in_all(reports).items()]


class Row(NamedTuple):
    """One row: the line where it begins, or its number, its values by header, of any type but in CSV, and its file."""

    line: int
    values: dict[str, Any]
    path: Path


class Rows(Protocol):
    """The rows of one file, whatever its format. Making one looks at the file and finds its headers."""

    path: Path
    headers: list[str]

    def read(self) -> Iterator[Row]:
        """YIELDS (Row): The rows that are not empty, from the first on; no file stays open afterwards."""


def note(report: ReadReport | None, message: str) -> None:
    """Put a warning into the report; if nobody asked for one, warn."""
    if report is None:
        warnings.warn(message, PseudoWarning, stacklevel=3)
    else:
        report.warnings.append(message)
