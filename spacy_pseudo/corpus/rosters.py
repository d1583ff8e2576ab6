"""Rosters from class lists, and from a column of the messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ..errors import Errors, PseudoError
from ..people.roster import Participant, Roster
from .columns import (
    IDS,
    MESSAGE_COLUMNS,
    ROSTER_COLUMNS,
    find_columns,
    find_header,
    listed,
    option_for,
    plain,
    shown_header,
)
from .read_report import unread_in_all
from .recognised import is_workbook
from .tables import ReadReport, Row, Table
from .workbooks import sheets_of

NAMES: Final = ("name", "names", "full_name", "display_name", "real_name")
PARTS: Final = ("given", "surname")


def read_roster(
    path: str | Path | Sequence[str | Path],
    *,
    format: str | None = None,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    sheet: str | Sequence[str] | None = None,
    report: ReadReport | None = None,
) -> Roster:
    """Read a class list: a table with `id`, `name` (or given name and surname) and maybe `role`, or JSONL with
    `id`, `name` or a list of `names`, and maybe `ids`, further ids of the same person. Several rows with one id are
    several names of one person. An `email` address that nobody else has is a further id.

    path (str | Path | Sequence[str | Path]): The file; several are one list.
    format (Optional[str]): 'csv', 'tsv', 'jsonl', 'parquet' or 'xlsx'; None tells by name and beginning.
    encoding (Optional[str]): None finds out.
    columns (Optional[Mapping[str, str]]): Header by field, for headers that are not found by themselves; of several
        tables, each has what is told of its headers.
    sheet (Optional[str | Sequence[str]]): Which sheet of a workbook, or which of them; None: the first.
    report (Optional[ReadReport]): Receives what is found.
    RETURNS (Roster): The participants in the order of the files.
    """
    paths = [path] if isinstance(path, (str, Path)) else path
    sheets = [sheet] if isinstance(sheet, str) else sheet or ()
    found = [None if report is None else ReadReport() for _ in range(len(paths) * max(1, len(sheets)))]
    parts = zip(sheets_of_lists(paths, sheets), found, strict=False)
    tables = [Table(one, format=format, encoding=encoding, report=own, sheet=name) for (one, name), own in parts]
    roster = roster_of(tables, columns)
    if report is not None:
        _sum_up(report, [table.report for table in tables])
    return roster


def sheets_of_lists(paths: Sequence[str | Path], sheets: Sequence[str]) -> list[tuple[Path, str | None]]:
    """Tell which tables are a class list together.

    paths (Sequence[str | Path]): Files.
    sheets (Sequence[str]): The sheets that somebody named; those of several workbooks, each in the one that has it.
    RETURNS (list[tuple[Path, Optional[str]]]): Files and sheets; None: there is but one, or the first is read.
    """
    first, *others = files = list(map(Path, paths))
    if not others:
        return [(first, sheet) for sheet in dict.fromkeys(sheets) or (None,)]
    titles = {path: sheets_of(path) if sheets and is_workbook(path) else [] for path in files}
    read = {path: [sheet for sheet in sheets if find_header(titles[path], sheet) is not None] for path in files}
    # What no workbook has, whoever opens the first file says.
    read[first] += [sheet for sheet in sheets if not any(sheet in found for found in read.values())]
    return [(path, sheet) for path, found in read.items() for sheet in dict.fromkeys(found) or (None,)]


def _sum_up(report: ReadReport, parts: Sequence[ReadReport]) -> None:
    """What was found in several tables, as if they were one."""
    vars(report).update(vars(parts[0]))
    report.rows = sum(part.rows for part in parts)
    report.empty_names = sum(part.empty_names for part in parts)
    report.duplicates = list(dict.fromkeys(id for part in parts for id in part.duplicates))
    report.warnings = [warning for part in parts for warning in part.warnings]
    report.unread = unread_in_all(parts)


def roster_of(tables: Table | Sequence[Table], columns: Mapping[str, str] | None = None) -> Roster:
    """Read a class list from the rows of tables.

    tables (Table | Sequence[Table]): The table, or several that are one list.
    columns (Optional[Mapping[str, str]]): Header by field, for headers that are not found by themselves.
    RETURNS (Roster): The participants in the order of the tables.
    """
    if not isinstance(tables, Sequence):
        tables = [tables]
    people = _People()
    for table in tables:
        _read_people(people, table, columns_here(columns or {}, table, tables))
    return people.roster(tables[0].path)


def columns_here(told: Mapping[str, str], table: Table, tables: Sequence[Table]) -> dict[str, str]:
    """RETURNS (dict[str, str]): The columns that somebody named, without those that only others of the tables have."""
    where = {h: [one for one in tables if find_header(one.headers, h) is not None] for h in told.values()}
    return {field: header for field, header in told.items() if table in where[header] or not (header and where[header])}


def _read_people(people: _People, table: Table, columns: Mapping[str, str]) -> None:
    path = table.path
    # All of them first: a key that only few objects have may hold their names.
    rows = list(table.rows())
    if not rows:
        raise PseudoError(Errors.P201.format(path=path))
    in_python = table.report.in_python
    found = find_columns(table.headers, ROSTER_COLUMNS, path=path, told=columns, in_python=in_python)
    table.report.columns = found
    table.report.dropped = [header for header in table.headers if header not in found.values()]
    if "id" not in found or not any(field in found for field in (*NAMES, *PARTS)):
        field = "name" if "id" in found else "id"
        headers, option = listed(table.headers, ROSTER_COLUMNS), option_for(ROSTER_COLUMNS, field, in_python=in_python)
        raise PseudoError(Errors.P202.format(path=path, field=field, headers=headers, option=option))
    if table.mend_ids(header for field, header in found.items() if field in IDS):
        rows = list(table.rows())
    halves, whole = _halves(table, rows)
    for row in rows:
        ids = _texts(table, row, "id")
        if len(ids) != 1 or not ids[0]:
            raise PseudoError(Errors.P203.format(path=path, line=row.line, header=shown_header(found["id"])))
        names = [name for field in NAMES if field not in halves for name in _texts(table, row, field)]
        parts = [part for field in halves for part in _texts(table, row, field)]
        if parts and not (whole and any(names)):
            names.append(" ".join(filter(None, parts)))
        roles = _texts(table, row, "role")
        others = _texts(table, row, "ids")
        people.add(table, row.line, ids[0], names, ids=others, role=", ".join(filter(None, roles)))
        people.write_to(ids[0], _texts(table, row, "email"))


def _halves(table: Table, rows: Sequence[Row]) -> tuple[Sequence[str], bool]:
    """The fields that make one name, in their order, and whether another column has whole names. 'Vorname' and 'Name',
    or 'Nombre' and 'Apellidos', are two halves; 'Surname' and 'Name' may as well be a part and the whole: then most of
    the names have it in them."""
    columns = table.report.columns
    parts = [field for field in PARTS if field in columns]
    if len(parts) != 1 or "name" not in columns:
        return PARTS, False
    whole = both = 0
    for row in rows:
        part, name = (plain("".join(_texts(table, row, field))) for field in (parts[0], "name"))
        if part and name:
            both += 1
            whole += part in name and part != name
    if 2 * whole >= both:
        return PARTS, True
    return (("name", "surname") if parts == ["surname"] else ("given", "name")), False


def roster_from_messages(
    path: str | Path,
    column: str,
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
    report: ReadReport | None = None,
) -> Roster:
    """Make a roster of the authors of messages and a column that holds their names.

    path (str | Path): The file of messages.
    column (str): The header of the column with the authors' names; an author may have several.
    format (Optional[str]): 'csv', 'tsv', 'jsonl', 'parquet' or 'xlsx'; None tells by name and beginning.
    columns (Optional[Mapping[str, str]]): Header by field, as for `read_messages`.
    encoding (Optional[str]): None finds out.
    sheet (Optional[str]): Which sheet of a workbook; None: the first.
    report (Optional[ReadReport]): Receives what is found.
    RETURNS (Roster): The authors in the order of their first messages.
    """
    return authors_of(Table(path, format=format, encoding=encoding, report=report, sheet=sheet), column, columns)


def authors_of(table: Table, column: str, columns: Mapping[str, str] | None = None) -> Roster:
    """Make a roster of the authors in a table of messages.

    table (Table): The table.
    column (str): The header of the column with the authors' names.
    columns (Optional[Mapping[str, str]]): Header by field.
    RETURNS (Roster): The authors in the order of their first messages.
    """
    path = table.path
    header = find_header(table.headers, column)
    if header is None:
        headers = listed(table.headers, MESSAGE_COLUMNS)
        raise PseudoError(Errors.P116.format(path=path, header=column, field="name", headers=headers))
    in_python = table.report.in_python
    found = find_columns(table.headers, MESSAGE_COLUMNS, path=path, told=columns, in_python=in_python)
    if "author" not in found:
        headers = listed(table.headers, MESSAGE_COLUMNS)
        option = option_for(MESSAGE_COLUMNS, "author", in_python=in_python)
        raise PseudoError(Errors.P115.format(path=path, fields="author", headers=headers, option=option))
    table.report.columns = {"author": found["author"], "name": header}
    table.mend_ids([found["author"]])
    people = _People()
    for row in table.rows():
        for author in filter(None, _texts(table, row, "author")):
            people.add(table, row.line, author, _texts(table, row, "name"))
    table.report.duplicates.clear()
    return people.roster(path)


def _texts(table: Table, row: Row, field: str) -> list[str]:
    """RETURNS (list[str]): The texts in a cell, white space made single; empty ones too, to be counted."""
    header = table.report.columns.get(field)
    value: Any = None if header is None else row.values.get(header)
    values = value if isinstance(value, list) else [] if value is None else [value]
    if any(isinstance(item, (list, dict)) for item in values):
        raise PseudoError(Errors.P205.format(path=table.path, line=row.line, header=shown_header(header)))
    return [" ".join((table.text(item) or "").split()) for item in values]


class _People:
    """Participants as they come in, row by row."""

    def __init__(self) -> None:
        self._people: dict[str, Participant] = {}
        self._owner: dict[str, tuple[str, str]] = {}
        self._addresses: dict[str, set[str]] = {}

    def add(
        self, table: Table, line: int, main: str, names: list[str], *, ids: list[str] | None = None, role: str = ""
    ) -> None:
        report = table.report
        report.empty_names += names.count("")
        further = [other for other in ids or () if other and other != main]
        for any_id in (main, *further):
            owner, first = self._owner.setdefault(any_id, (main, f"{line} of {table.path}"))
            if owner != main:
                first = first.removesuffix(f" of {table.path}")
                raise PseudoError(Errors.P204.format(path=table.path, first=first, second=line))
        before = self._people.get(main)
        if before is None:
            before = Participant(main)
        elif main not in report.duplicates:
            report.duplicates.append(main)
        self._people[main] = Participant(
            main,
            names=tuple(dict.fromkeys((*before.names, *filter(None, names)))),
            ids=tuple(dict.fromkeys((*before.ids, *further))),
            role=before.role or role or None,
        )

    def write_to(self, main: str, addresses: list[str]) -> None:
        for address in addresses:
            if "@" in address:
                self._addresses.setdefault(address.casefold(), set()).add(main)

    def roster(self, path: Path) -> Roster:
        if not self._people:
            raise PseudoError(Errors.P201.format(path=path))
        for address, owners in self._addresses.items():
            # What two people share, an office's address for instance, is nobody's id.
            if len(owners) == 1 and address not in self._owner:
                person = self._people[min(owners)]
                self._people[person.id] = replace(person, ids=(*person.ids, address))
        return Roster(self._people.values())
