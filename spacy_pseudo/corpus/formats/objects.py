"""What the files of forum tools have in common: objects, each with its place in the file, from documents of JSON, lines
of JSON or rows of a table; and which of them are left out."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Final

from ...errors import Errors, PseudoError
from ...message import Message
from ..decoding import find_encoding, read_lines
from ..packing import ending_of
from ..tables import FORMATS, ReadReport, Table, note
from ..values import as_text
from .layouts import BOTS, DELETED, PRIVATE, Wishes, begin

# What is neither deleted nor private, and yet no message: 'This topic was closed'.
NOTICE: Final = "notice"
ATTACHMENTS: Final = "attachments"
_KINDS = {DELETED: "deleted posts", PRIVATE: "private posts", BOTS: "posts of programs", NOTICE: "notices"}
_FALSE = ("", "0", "0.0", "f", "false", "n", "no", "none", "null")
_WHOLE = re.compile(r"([0-9]+)\.0+")


class Entry:
    """An object in a file.

    path (Path): The file.
    report (ReadReport): Counts what is repaired in texts.
    where (str): Where it stands, for messages: 'line 3', 'entry 1, reply 2'.
    values (dict[str, Any]): Values by key.
    """

    __slots__ = ("path", "report", "values", "where")

    def __init__(self, path: Path, report: ReadReport, where: str, values: Any) -> None:
        if not isinstance(values, dict):
            raise PseudoError(Errors.P153.format(path=path, where=where))
        self.path, self.report, self.where = path, report, where
        self.values: dict[str, Any] = values

    def text(self, key: str) -> str | None:
        """RETURNS (Optional[str]): A text, with '\\n' at the ends of its lines; None if there is none."""
        value = self.values.get(key)
        if isinstance(value, (list, dict)):
            raise PseudoError(Errors.P154.format(path=self.path, where=self.where, key=key, what="a text or a number"))
        text = as_text(value, self.report)
        return text.replace("\r\n", "\n").replace("\r", "\n") if text and "\r" in text else text

    def id(self, key: str) -> str | None:
        """RETURNS (Optional[str]): An id, '43' whether it is written as 43, '43' or 43.0; None if it is empty."""
        text = (self.text(key) or "").strip()
        whole = _WHOLE.fullmatch(text) if text.endswith("0") else None
        return whole[1] if whole else text or None

    def needed_id(self, key: str) -> str:
        """RETURNS (str): An id that must be there."""
        found = self.id(key)
        if found is None:
            raise PseudoError(Errors.P152.format(path=self.path, where=self.where, key=key))
        return found

    def body(self, *keys: str, optional: bool = False) -> tuple[str, str]:
        """Find what somebody wrote.

        keys (str): The keys that may hold it, the best first.
        optional (bool): It may be missing, as in what was deleted.
        RETURNS (tuple[str, str]): The key that holds it, and the text.
        """
        for key in keys:
            if (text := self.text(key)) is not None:
                return key, text
        if not optional and not any(key in self.values for key in keys):
            raise PseudoError(Errors.P152.format(path=self.path, where=self.where, key="' or '".join(keys)))
        return keys[-1], ""

    def flag(self, key: str) -> bool:
        """RETURNS (bool): Something is said to be so, in whatever way 'no' is written."""
        value = self.values.get(key)
        return value.strip().casefold() not in _FALSE if isinstance(value, str) else bool(value)

    def part(self, key: str) -> Entry | None:
        """RETURNS (Optional[Entry]): An object that this one holds; None if there is none."""
        value = self.values.get(key)
        return Entry(self.path, self.report, self.where, value) if isinstance(value, dict) else None

    def inner(self, key: str, what: str) -> Iterator[Entry]:
        """YIELDS (Entry): The objects of a list that this one holds, if it does."""
        values = self.values.get(key)
        if values is not None and not isinstance(values, list):
            raise PseudoError(Errors.P154.format(path=self.path, where=self.where, key=key, what="a list"))
        for number, value in enumerate(values or (), 1):
            yield Entry(self.path, self.report, f"{self.where}, {what} {number}", value)


class Objects:
    """The objects of a JSON file, be it one document or one on each line. They may be read again and again."""

    def __init__(self, path: Path, layout: str, wishes: Wishes, report: ReadReport) -> None:
        """Look at a file; a document is read as a whole.

        path (Path): The file.
        layout (str): Which tool's it is.
        wishes (Wishes): How it is to be read.
        report (ReadReport): Begun here.
        """
        self.path, self.report = path, report
        encoding, warning = find_encoding(path, wishes.encoding)
        self._table: Table | None = None
        self._document: Any = None
        if _is_lines(path, encoding):
            self._table = Table(path, format="jsonl", encoding=encoding, report=report)
        else:
            self._document = _load(path, encoding)
        begin(report, path, layout, encoding=encoding)
        if warning:
            note(report, warning)

    def entries(self) -> Iterator[Entry]:
        """YIELDS (Entry): The objects in order; lists are gone through, however deep, as in pages of an answer."""
        if self._table is not None:
            for row in self._table.rows():
                yield Entry(self.path, self.report, f"line {row.line}", row.values)
            return
        self.report.nul = self.report.surrogates = 0
        numbers, pending = count(1), [self._document]
        while pending:
            value = pending.pop()
            if isinstance(value, list):
                pending.extend(reversed(value))
            else:
                yield Entry(self.path, self.report, f"entry {next(numbers)}", value)


def is_json(path: Path, wishes: Wishes) -> bool:
    """RETURNS (bool): A file is no table: it begins with a bracket or a brace."""
    with closing(read_lines(path, find_encoding(path, wishes.encoding)[0])) as lines:
        return next(filter(str.strip, lines), "").lstrip().startswith(("[", "{"))


def _is_lines(path: Path, encoding: str) -> bool:
    if FORMATS.get(ending_of(path)) == "jsonl":
        return True
    with closing(read_lines(path, encoding)) as lines:
        first = next(filter(str.strip, lines), "").strip()
    try:
        return first.startswith("{") and isinstance(json.loads(first, strict=False), dict)
    except (ValueError, RecursionError):
        return False


def _load(path: Path, encoding: str) -> Any:
    text = "".join(read_lines(path, encoding))
    if not text.strip():
        raise PseudoError(Errors.P108.format(path=path))
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise PseudoError(Errors.P150.format(path=path, line=error.lineno)) from None
    except RecursionError:
        raise PseudoError(Errors.P151.format(path=path)) from None


def left_out(kinds: Collection[str], wishes: Wishes) -> str | None:
    """RETURNS (Optional[str]): Why something is left out; None if it is read, which takes a wish for each kind."""
    return next((_KINDS[kind] for kind in kinds if kind not in wishes.include), None)


def counted(messages: Iterable[Message], report: ReadReport) -> Iterator[Message]:
    """YIELDS (Message): The same messages; the report tells how many there are, without what is left out."""
    number = 0
    for number, message in enumerate(messages, 1):
        report.rows = number
        yield message
    report.rows = number
