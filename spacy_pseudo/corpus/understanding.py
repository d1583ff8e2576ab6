"""What is understood of a file: which column is which field, how full it is, what stands in it, and what is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..message import Message
from ..text.recognising import is_html
from .columns import MESSAGE_COLUMNS, ROSTER_COLUMNS, Known, match_columns
from .formats import find_layout
from .readers import REQUIRED, read_messages
from .rosters import NAMES, PARTS, columns_here, sheets_of_lists
from .tables import ReadReport, Table

# What becomes worse without a column.
WITHOUT: Final[Mapping[str, str]] = {
    "parent": "greetings cannot be tied to whom they answer; whom one addresses is told by the name alone: expect more "
    "names that are not found or not clear",
    "session": "a name that two people share is a conflict wherever it stands",
    "thread": "threads are told by which message answers which",
}
_SAMPLES: Final = 3
# So many characters of a value are shown.
_SHOWN: Final = 40
# 'Mary Jane Poe', 'Poe, Mary (Biology)'
_FULL_NAME: Final = re.compile(r"(?:[^\W\d_][\w.'’-]*,?\s+){1,4}[^\W\d_][\w.'’-]*(?:\s*\([^()]*\))?")


class Column(NamedTuple):
    """A column of a table, or a field of what is no table.

    header (str): What it is called; in what is no table, the field.
    field (Optional[str]): Which field it is; None if it is not used.
    filled (float): In which share of the rows there is something, from 0 to 1.
    samples (tuple[str, ...]): Some of what stands in it, cut. Private.
    """

    header: str
    field: str | None
    filled: float
    samples: tuple[str, ...] = ()


@dataclass
class Understood:
    """What is understood of a file of messages or a class list.

    path (Path): The file or directory.
    layout (str): What it is: 'csv', 'moodle', 'mbox' ...
    encoding (str): How its text is encoded.
    rows (int): How many messages or rows were looked at.
    columns (list[Column]): Its columns, those that are fields first.
    needed (list[str]): Fields without which nothing can be done, and that no column is known for.
    unclear (dict[str, list[str]]): By field, the headers of which any may be its column: somebody must say which.
    missing (dict[str, str]): Fields that are not there, and what becomes worse without.
    html (int): How many of the texts are HTML.
    sheet (str): Of a workbook, the sheet that was looked at.
    unread (list[str]): Its other sheets with something in them.
    names_as_ids (bool): What tells the authors looks like their names, not like ids.
    """

    path: Path
    layout: str = ""
    encoding: str = ""
    rows: int = 0
    columns: list[Column] = field(default_factory=list)
    needed: list[str] = field(default_factory=list)
    unclear: dict[str, list[str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    html: int = 0
    names_as_ids: bool = False
    sheet: str = ""
    unread: list[str] = field(default_factory=list)

    def header(self, field: str) -> str | None:
        """RETURNS (Optional[str]): The header of a field's column, None if there is none."""
        return next((column.header for column in self.columns if column.field == field), None)


class Sampling:
    """Looks at values as they go by.

    table (bool): They are in a table: no format tells which texts are HTML, and which fields there are.
    """

    def __init__(self, *, table: bool = True) -> None:
        self.rows = self._html = 0
        self._table = table
        self._filled: Counter[str] = Counter()
        self._samples: dict[str, dict[str, None]] = {}
        self._names = self._authors = 0

    def see(self, values: Mapping[str, str | None], *, html: bool = False, author: str | None = None) -> None:
        """Look at a row.

        values (Mapping[str, Optional[str]]): What stands in it, by header.
        html (bool): The text of the message is HTML.
        author (Optional[str]): What of it tells the author.
        """
        self.rows += 1
        for header, value in values.items():
            if value is None or not (value := " ".join(value[: 4 * _SHOWN].split())):
                continue
            self._filled[header] += 1
            samples = self._samples.setdefault(header, {})
            if len(samples) < _SAMPLES:
                samples[value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"] = None
        self._html += html
        if author:
            self._authors += 1
            self._names += _FULL_NAME.fullmatch(author.strip()) is not None

    def see_message(self, message: Message, columns: Mapping[str, str]) -> None:
        """Look at a message.

        message (Message): The message.
        columns (Mapping[str, str]): Header by field.
        """
        values = {header: getattr(message, name) for name, header in columns.items()}
        html = message.html or (self._table and is_html(message.text))
        self.see({**message.extra, **values}, html=html, author=message.author)

    def understood(self, report: ReadReport) -> Understood:
        """RETURNS (Understood): What was understood of messages.

        report (ReadReport): What their reader found.
        """
        columns = report.columns if self._table else {name: h for name, h in report.columns.items() if self._filled[h]}
        return self._sum_up(report, columns, report.dropped, WITHOUT)

    def _sum_up(
        self, report: ReadReport, columns: Mapping[str, str], others: Iterable[str], without: Mapping[str, str]
    ) -> Understood:
        def column(header: str, name: str | None) -> Column:
            samples = tuple(self._samples.get(header, ()))
            return Column(header, name, self._filled[header] / max(1, self.rows), samples)

        known = [column(header, name) for name, header in columns.items()]
        empty = {one.field for one in known if not one.filled}
        missing = {name: what for name, what in without.items() if name not in columns or name in empty}
        if "parent_author" in columns and "parent_author" not in empty:
            missing.pop("parent", None)
        return Understood(
            Path(report.path),
            report.layout,
            report.encoding,
            self.rows,
            [*known, *(column(header, None) for header in others)],
            missing=missing,
            html=self._html,
            names_as_ids=2 * self._names > self._authors,
            sheet=report.sheet,
            unread=report.unread.get(report.path, []),
        )

    def understood_table(self, table: Table, known: Known, told: Mapping[str, str] | None) -> Understood:
        """RETURNS (Understood): What was understood of a table of which it is not sure that it can be read.

        table (Table): The table.
        known (Known): The fields.
        told (Optional[Mapping[str, str]]): Headers by field, as somebody said.
        """
        found = match_columns(table.headers, known, path=table.path, told=told)
        used = {*found.columns.values()}
        others = [header for header in table.headers if header not in used]
        result = self._sum_up(table.report, found.columns, others, WITHOUT if known is MESSAGE_COLUMNS else {})
        result.unclear = found.unclear
        result.needed = [name for name in _needed(known, found.columns) if name not in found.unclear]
        result.missing = {name: what for name, what in result.missing.items() if name not in found.unclear}
        return result


def understand(
    path: str | Path,
    *,
    roster: bool = False,
    format: str | None = None,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    limit: int | None = None,
    sheet: str | None = None,
) -> Understood:
    """Look at a file: which column is which field, and what is missing. What cannot be read at all is an error; columns
    that are missing or not clear are none.

    path (Union[str, Path]): The file or directory.
    roster (bool): It is a class list.
    format (Optional[str]): Its format; None finds out.
    encoding (Optional[str]): None finds out.
    columns (Optional[Mapping[str, str]]): Header by field, as somebody said.
    limit (Optional[int]): Look at so many rows only.
    sheet (Optional[str]): Which sheet of a workbook; None: the first.
    RETURNS (Understood): What is understood. Its samples are private.
    """
    path, report = Path(path), ReadReport()
    if not roster and find_layout(path, format, columns=bool(columns)) is not None:
        sampling = Sampling(table=False)
        for message in read_messages(path, format=format, encoding=encoding, limit=limit, report=report):
            sampling.see_message(message, report.columns)
        return sampling.understood(report)
    table = Table(path, format=format, encoding=encoding, report=report, sheet=sheet)
    return _of_table(table, ROSTER_COLUMNS if roster else MESSAGE_COLUMNS, columns, limit)


def _of_table(
    table: Table, known: Known, columns: Mapping[str, str] | None = None, limit: int | None = None
) -> Understood:
    sampling, found = Sampling(), match_columns(table.headers, known, path=table.path, told=columns).columns
    text, author = found.get("text"), found.get("author")
    as_text: Callable[[Any], str | None] = table.text
    for row in islice(table.rows(), limit):
        values = {header: as_text(value) for header, value in row.values.items()}
        html = is_html(values.get(text or "") or "")
        sampling.see(values, html=html, author=values.get(author or ""))
    return sampling.understood_table(table, known, columns)


def understand_lists(
    paths: Sequence[Path],
    *,
    columns: Mapping[str, str] | None = None,
    sheets: Sequence[str] = (),
    limit: int | None = None,
) -> list[Understood]:
    """Look at a class list.

    paths (Sequence[Path]): The files; several are one list.
    columns (Optional[Mapping[str, str]]): Header by field, as somebody said.
    sheets (Sequence[str]): Which sheets of workbooks; none: the first.
    limit (Optional[int]): Look at so many rows of each only.
    RETURNS (list[Understood]): What is understood of each table of it.
    """
    tables = [Table(path, sheet=sheet, report=ReadReport()) for path, sheet in sheets_of_lists(paths, sheets)]
    told = [columns_here(columns or {}, table, tables) for table in tables]
    return [_of_table(table, ROSTER_COLUMNS, here, limit) for table, here in zip(tables, told, strict=True)]


def are_names(values: Collection[str]) -> bool:
    """RETURNS (bool): Most of the values look like people's full names."""
    return 2 * sum(_FULL_NAME.fullmatch(value.strip()) is not None for value in values) > len(values)


def _needed(known: Known, columns: Mapping[str, str]) -> list[str]:
    if known is MESSAGE_COLUMNS:
        return [name for name in REQUIRED if name not in columns]
    names = any(name in columns for name in (*NAMES, *PARTS))
    return [name for name, there in (("id", "id" in columns), ("name", names)) if not there]
