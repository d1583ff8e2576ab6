"""Messages, ids and lists of names from files, and the readers that configs name."""

# No postponed annotations: configs are checked against the annotations of registered functions.
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from spacy.util import registry

from ..errors import Errors, PseudoError
from ..message import Message
from ..people.roster import Roster
from .columns import IDS, MESSAGE_COLUMNS, find_columns, listed, option_for, shown_header
from .decoding import find_encoding, read_lines
from .formats import NAMES, find_layout
from .formats.layouts import Wishes
from .rosters import read_roster, roster_from_messages
from .tables import ReadReport, Row, Table, note

__all__ = [
    "ReadReport",
    "messages_of",
    "read_ids",
    "read_messages",
    "read_names",
    "read_roster",
    "roster_from_messages",
]

REQUIRED: Final = ("id", "author", "text")
# What people wrote stays as it is; around ids there is no meaning in white space.
_VERBATIM = ("subject", "text")


def read_messages(
    path: str | Path,
    *,
    format: str | None = None,
    columns: dict[str, str] | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    include: Iterable[str] = (),
    sheet: str | None = None,
    report: ReadReport | None = None,
) -> Iterator[Message]:
    """Read messages one by one. The file is checked and the columns are found before this returns.

    path (str | Path): A CSV, TSV or JSONL file, maybe compressed ('.gz', '.zst'), a Parquet file or a workbook, a
        directory with such files as its parts, or what one of the tools has written that `formats` knows.
    format (Optional[str]): One of `formats.NAMES`; None tells by name and beginning of the file.
    columns (Optional[dict[str, str]]): Header by field, for headers that are not found by themselves.
    encoding (Optional[str]): None finds out.
    limit (Optional[int]): Read this many messages only.
    include (Iterable[str]): What is not left out: 'deleted', 'private'.
    sheet (Optional[str]): Which sheet of a workbook; None: the first.
    report (Optional[ReadReport]): Receives what is found.
    RETURNS (Iterator[Message]): The messages in the order of the file; columns that are no field are in `extra`.
    """
    if format is not None and format not in NAMES:
        raise PseudoError(Errors.P103.format(format=format, formats=", ".join(NAMES)))
    layout = find_layout(Path(path), format, columns=bool(columns))
    if layout is not None:
        wishes = Wishes(encoding, frozenset(include))
        return islice(layout.read(Path(path), wishes, report if report is not None else ReadReport()), limit)
    return messages_of(Table(path, format=format, encoding=encoding, report=report, sheet=sheet), columns, limit=limit)


def messages_of(table: Table, columns: dict[str, str] | None = None, *, limit: int | None = None) -> Iterator[Message]:
    """Read messages from the rows of a table. The columns are found before this returns.

    table (Table): The table.
    columns (Optional[dict[str, str]]): Header by field, for headers that are not found by themselves.
    limit (Optional[int]): Read this many messages only.
    RETURNS (Iterator[Message]): The messages in the order of the table.
    """
    path = table.path
    if not table.headers:
        raise PseudoError(Errors.P108.format(path=path))
    _set_columns(table, columns)
    missing = [field for field in REQUIRED if field not in table.report.columns]
    if missing:
        headers = listed(table.headers, MESSAGE_COLUMNS)
        option = option_for(MESSAGE_COLUMNS, missing[0], in_python=table.report.in_python)
        raise PseudoError(Errors.P115.format(path=path, fields=", ".join(missing), headers=headers, option=option))
    table.mend_ids(header for field, header in table.report.columns.items() if field in IDS)
    return islice(_messages(table, columns), limit)


def _messages(table: Table, told: dict[str, str] | None) -> Iterator[Message]:
    count = len(table.headers)
    for row in table.rows():
        if len(table.headers) > count:
            _set_columns(table, told)
            count = len(table.headers)
        yield _message(table, row)


def _set_columns(table: Table, told: dict[str, str] | None) -> None:
    report = table.report
    columns = find_columns(table.headers, MESSAGE_COLUMNS, path=table.path, told=told, in_python=report.in_python)
    for field, header in report.columns.items():
        # A better header that turns up in the middle of a file: earlier messages were read by the other one.
        if columns[field] != header:
            headers = f"{header}, {columns[field]}"
            option = option_for(MESSAGE_COLUMNS, field, in_python=report.in_python)
            raise PseudoError(Errors.P118.format(path=table.path, field=field, headers=headers, option=option))
    report.columns = columns
    used = set(columns.values())
    report.dropped = [header for header in table.headers if header not in used]


def _message(table: Table, row: Row) -> Message:
    columns, values = table.report.columns, row.values
    known: dict[str, str] = {}
    for field, header in columns.items():
        value = values.get(header)
        if isinstance(value, (list, dict)):
            raise PseudoError(Errors.P121.format(path=row.path, line=row.line, header=shown_header(header)))
        text = table.text(value)
        if text is not None and field not in _VERBATIM:
            text = text.strip() or None
        if text is not None:
            known[field] = text
    if "id" not in known:
        raise PseudoError(Errors.P120.format(path=row.path, line=row.line, header=shown_header(columns["id"])))
    others = ((header, table.text(values.get(header))) for header in table.report.dropped)
    extra = {header: text for header, text in others if text is not None}
    return Message(**known, extra=extra)  # type: ignore[arg-type]


def read_ids(path: str | Path, *, encoding: str | None = None, report: ReadReport | None = None) -> list[str]:
    """Read a list of ids, or of anything else that stands one on a line.

    path (str | Path): A text file; blank lines and lines that begin with '#' are skipped.
    encoding (Optional[str]): None finds out.
    report (Optional[ReadReport]): Receives warnings.
    RETURNS (list[str]): The ids in order, each once.
    """
    encoding, warning = find_encoding(path, encoding)
    if warning:
        note(report, warning)
    with closing(read_lines(path, encoding)) as lines:
        entries = (line.strip() for line in lines)
        return list(dict.fromkeys(entry for entry in entries if entry and not entry.startswith("#")))


read_names = read_ids


def create_messages_reader(
    path: str | Path,
    format: str | None = None,
    columns: dict[str, str] | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    include: list[str] | None = None,
) -> Callable[[], Iterator[Message]]:
    """RETURNS (Callable[[], Iterator[Message]]): A function that reads the messages; see `read_messages`."""
    return partial(
        read_messages, path, format=format, columns=columns, encoding=encoding, limit=limit, include=include or ()
    )


def create_roster_reader(
    path: str | Path,
    format: str | None = None,
    columns: dict[str, str] | None = None,
    encoding: str | None = None,
) -> Roster:
    """RETURNS (Roster): The roster; see `read_roster`."""
    return read_roster(path, format=format, columns=columns, encoding=encoding)


def create_name_list_reader(path: str | Path, encoding: str | None = None) -> list[str]:
    """RETURNS (list[str]): Names from a file, one on a line; see `read_ids`."""
    return read_names(path, encoding=encoding)


registry.readers("spacy-pseudo.MessagesReader.v1", func=create_messages_reader)
registry.readers("spacy-pseudo.RosterReader.v1", func=create_roster_reader)
registry.readers("spacy-pseudo.NameListReader.v1", func=create_name_list_reader)
