"""Messages and class lists that a program has at hand: lists, data frames and mappings as tables, and back again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

from ..attrs import FIELDS
from ..errors import Errors, PseudoError
from ..message import Message
from ..people.roster import Participant, Roster
from ..text.recognising import is_html
from .columns import MESSAGE_COLUMNS, find_columns
from .duplicates import REFUSE, survey
from .read_report import PYTHON
from .readers import messages_of
from .rosters import authors_of, roster_of
from .tables import ReadReport, Row, Table
from .values import as_text

_MESSAGES: Final = "messages"
_ROSTER: Final = "roster"
# What is no value: None, NaN, NaT and pandas' own.
_GAPS: Final = ("", "nan", "NaN", "NaT", "<NA>")


class Given:
    """Rows in memory, with what readers ask of a `Table`.

    name (str): What they are called in an error.
    rows (Sequence[Mapping[str, Any]]): Values by header.
    headers (Optional[Iterable[str]]): All headers; None: those that occur.
    """

    def __init__(self, name: str, rows: Sequence[Mapping[str, Any]], headers: Iterable[str] | None = None) -> None:
        self.path = Path(name)
        self.report = ReadReport(path=name, format="jsonl", layout=PYTHON)
        found = headers if headers is not None else dict.fromkeys(str(key) for row in rows for key in row)
        self.headers = self.report.headers = [str(header) for header in found]
        self._rows = rows
        self.report.rows = len(rows)

    def rows(self) -> Iterator[Row]:
        """YIELDS (Row): The rows; their numbers begin with 1."""
        for number, row in enumerate(self._rows, 1):
            yield Row(number, {str(key): _plain(value) for key, value in row.items()}, self.path)

    def text(self, value: Any) -> str | None:
        """RETURNS (Optional[str]): A value as text, as in a file."""
        return as_text(value, self.report)

    def mend_ids(self, headers: Iterable[str]) -> bool:
        """RETURNS (bool): False: numbers are numbers here."""
        return False


def _plain(value: Any) -> Any:
    """A value as JSON knows it: of numpy's numbers, time stamps and gaps as well."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    item = value.item() if hasattr(value, "item") else value
    if isinstance(item, (str, bool, int, float)):
        return item
    text = str(value)
    return None if text in _GAPS else text


def is_frame(data: Any) -> bool:
    """RETURNS (bool): It is a data frame of pandas, or looks like one."""
    return all(hasattr(data, name) for name in ("columns", "loc", "to_dict"))


class GivenMessages:
    """Messages as a program gave them.

    data (Any): A list of mappings or of `Message`s, any other iterable of them, or a data frame of pandas.
    columns (Optional[Mapping[str, str]]): Header by field, for headers that are not found by themselves.
    html (Optional[bool]): The texts are HTML, or are not; None: each is looked at.
    duplicates (str): Which is read of messages with one id that differ: 'last', 'first'; 'refuse': that is an error.
    """

    def __init__(
        self,
        data: Any,
        *,
        columns: Mapping[str, str] | None = None,
        html: bool | None = None,
        duplicates: str = REFUSE,
    ) -> None:
        self._told = dict(columns or {})
        self._numbered = False
        self._data: Any = data if is_frame(data) else _listed(data)
        self._as_messages = not is_frame(data) and any(isinstance(one, Message) for one in self._data)
        if self._as_messages:
            self.table = Given(_MESSAGES, [], FIELDS)
            self.messages = [replace(m, id=m.id or str(n)) for n, m in enumerate(self._data, 1)]
            self.table.report.columns = {field: field for field in FIELDS}
            self.table.report.rows = len(self._data)
        else:
            self.messages = list(messages_of(cast(Table, self._table()), self._told))
        self._find_html(html)
        found = survey(lambda: self.messages, duplicates, path=_MESSAGES, line=int, option="duplicates='{}'")
        self._places = [n for n in range(len(self.messages)) if n not in found.left_out]
        self._given, self.messages = len(self.messages), [self.messages[n] for n in self._places]

    def _table(self) -> Given:
        if is_frame(self._data):
            self.table = Given(_MESSAGES, self._data.to_dict("records"), self._data.columns)
        else:
            self.table = Given(_MESSAGES, self._data)
        headers = self.table.headers
        if headers and "id" not in find_columns(
            headers, MESSAGE_COLUMNS, path=_MESSAGES, told=self._told, in_python=True
        ):
            # Only files must tell ids: here the order is one.
            self._numbered = True
            numbered = [{**row, "id": str(n)} for n, row in enumerate(self.table._rows, 1)]
            self.table = Given(_MESSAGES, numbered, [*headers, "id"])
        return self.table

    def _find_html(self, html: bool | None) -> None:
        if html is not None or not any(message.html for message in self.messages):
            self.messages = [replace(m, html=is_html(m.text) if html is None else html) for m in self.messages]

    @property
    def report(self) -> ReadReport:
        """RETURNS (ReadReport): What was found."""
        return self.table.report

    def authors(self, column: str) -> Roster:
        """RETURNS (Roster): The authors, with the names in a column."""
        told = {field: header for field, header in self._told.items() if field == "author"}
        return authors_of(cast(Table, self.table), column, told)

    def placed(self, written: Sequence[Any]) -> list[Any]:
        """RETURNS (list[Any]): What there is for each message that was read, for each that was given: None for those
        that were left out, as another one with their id was read.

        written (Sequence[Any]): What there is.
        """
        by_place = dict(zip(self._places, written, strict=True))
        return [by_place.get(n) for n in range(self._given)]

    def returned(self, written: Sequence[Mapping[str, str | None] | None], keep: Sequence[str] = ()) -> Any:
        """Give back what was given, pseudonymised.

        written (Sequence[Optional[Mapping[str, Optional[str]]]]): For each message its values by header; None for one
            that must not be shared.
        keep (Sequence[str]): Further columns that are given back as they are.
        RETURNS (Any): Messages, rows or a data frame: known fields and kept columns of what may be shared. A value that
            nothing was changed of is what it was.
        """
        if self._as_messages:
            pairs = zip(self._data, written, strict=True)
            return [_rewritten(message, row, keep) for message, row in pairs if row is not None]
        headers = [h for h in self.table.headers if not (self._numbered and h == "id")]
        known = set(self.report.columns.values())
        headers = [header for header in headers if header in known or header in keep]
        rows = [
            {header: self._value(row, header, new) for header in headers if is_frame(self._data) or header in row}
            for row, new in zip(self._records(), written, strict=True)
            if new is not None
        ]
        if not is_frame(self._data):
            return rows
        mask = [new is not None for new in written]
        frame = self._data.loc[mask, [h for h in self._data.columns if str(h) in headers]].copy()
        for header in frame.columns:
            values = [row[str(header)] for row in rows]
            if any(new is not old for new, old in zip(values, frame[header].tolist(), strict=True)):
                frame[header] = values
        return frame

    def _records(self) -> Iterable[Mapping[str, Any]]:
        rows = self._data.to_dict("records") if is_frame(self._data) else self._data
        return ({str(key): value for key, value in row.items()} for row in rows)

    def _value(self, row: Mapping[str, Any], header: str, new: Mapping[str, str | None]) -> Any:
        old = row.get(header)
        if header not in new:
            return old
        before = self.table.text(_plain(old))
        return old if (before or None) == (new[header] or None) else new[header]


def _rewritten(message: Message, row: Mapping[str, str | None], keep: Sequence[str]) -> Message:
    values = {field: row.get(field) or None for field in FIELDS}
    extra = {header: value for header, value in message.extra.items() if header in keep}
    values["id"] = values["id"] if message.id is not None else None
    return replace(message, **{**values, "text": values["text"] or "", "extra": extra})  # type: ignore[arg-type]


def _listed(data: Any) -> list[Any]:
    if isinstance(data, (str, bytes, Mapping)) or not isinstance(data, Iterable):
        raise PseudoError(Errors.P580.format(given=type(data).__name__))
    found = list(data)
    if not all(isinstance(one, Message) for one in found) and not all(isinstance(one, Mapping) for one in found):
        wrong = next(one for one in found if not isinstance(one, (Message, Mapping)) or type(one) is not type(found[0]))
        raise PseudoError(Errors.P580.format(given=f"{type(data).__name__} of {type(wrong).__name__}"))
    return found


def given_roster(data: Any, columns: Mapping[str, str] | None = None) -> Roster | None:
    """Make a roster of what a program has at hand.

    data (Any): A `Roster`, names by id, a list of mappings or `Participant`s, a data frame of pandas, or None.
    columns (Optional[Mapping[str, str]]): Header by field, for headers that are not found by themselves.
    RETURNS (Optional[Roster]): The roster.
    """
    if data is None or isinstance(data, Roster):
        return data
    if is_frame(data):
        return roster_of(cast(Table, Given(_ROSTER, data.to_dict("records"), data.columns)), columns)
    if isinstance(data, Mapping):
        rows = [{"id": id, "names": [name] if isinstance(name, str) else list(name)} for id, name in data.items()]
        return roster_of(cast(Table, Given(_ROSTER, rows)), columns)
    if isinstance(data, (str, bytes)) or not isinstance(data, Iterable):
        raise PseudoError(Errors.P581.format(given=type(data).__name__))
    found = list(data)
    if found and all(isinstance(one, Participant) for one in found):
        return Roster(found)
    if not all(isinstance(one, Mapping) for one in found):
        raise PseudoError(Errors.P581.format(given=type(data).__name__))
    return roster_of(cast(Table, Given(_ROSTER, found)), columns)
