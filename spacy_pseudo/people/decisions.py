"""What a person has decided about single places: a table in the key that no rule overrides."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from ..cells import CellReader
from ..errors import Errors, PseudoError
from ..message import Message
from ..text.ranges import resolve

COLUMNS: Final = ("id", "field", "start", "end", "text", "decision", "note")
# What a decision may be besides a participant's id.
KEEP: Final = "keep"
MASK: Final = "mask"
# Looked at, and fine as the tool had it: nothing changes, and nobody needs to look again.
FINE: Final = "ok"
# Where it holds: in one place of the text or the subject, in the thread of the message, or everywhere.
TEXT: Final = "text"
SUBJECT: Final = "subject"
THREAD: Final = "thread"
CORPUS: Final = "corpus"
_FIELDS: Final = (TEXT, SUBJECT, THREAD, CORPUS)


class Decision(NamedTuple):
    """A line of the table.

    line (int): Its number in the file.
    id (str): The message; for a thread, any message of it.
    field (str): 'text', 'subject', 'thread' or 'corpus'.
    start (int): Where the place begins, in one place only.
    end (int): Where it ends.
    text (str): What stands there.
    decision (str): A participant's id, 'keep', 'mask' or 'ok'.
    adapted (bool): It follows from what a person decided elsewhere.
    """

    line: int
    id: str
    field: str
    start: int
    end: int
    text: str
    decision: str
    adapted: bool = False

    @property
    def one_place(self) -> bool:
        """RETURNS (bool): It is about one place, and not about a word wherever it stands."""
        return self.field in (TEXT, SUBJECT)


class Decided(NamedTuple):
    """A place about which a person has decided, or that is judged by what a person decided elsewhere."""

    start: int
    end: int
    decision: str
    adapted: bool = False


class Decisions:
    """All decisions.

    rows (Iterable[Decision]): The lines.
    raw (str): The file as it was read: it is a person's, and written back as it is.
    adapted (Iterable[Decision]): What follows from them for other places; whatever a person said counts more.
    """

    def __init__(self, rows: Iterable[Decision] = (), raw: str = "", *, adapted: Iterable[Decision] = ()) -> None:
        found = list(rows)
        self.rows = [row for row in found if row.decision != FINE]
        self.fine = [row for row in found if row.decision == FINE]
        self.raw = raw
        self._here: dict[tuple[str, str], list[Decision]] = {}
        self._words = [row for row in self.rows if not row.one_place]
        for row in (*self.rows, *adapted):
            if row.one_place:
                self._here.setdefault((row.id, row.field), []).append(row)
        self._shown: dict[str, list[Decided]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        return bool(self.rows)

    def with_adapted(self, adapted: Iterable[Decision]) -> Decisions:
        """RETURNS (Decisions): The same, with what follows from them for other places."""
        return Decisions([*self.rows, *self.fine], self.raw, adapted=adapted)

    def of(self, message_id: str | None, field: str) -> list[Decision]:
        """RETURNS (list[Decision]): The decisions about single places of a message, and what follows from others."""
        return self._here.get((message_id, field), []) if message_id is not None else []

    def show(self, message_id: str, places: Iterable[Decided]) -> None:
        """Tell where in the text that readers see of an HTML message the places lie that are decided.

        message_id (str): The message.
        places (Iterable[Decided]): The places.
        """
        self._shown = {message_id: list(places)}

    def places(self, text: str, message_id: str | None, field: str, same_thread: Collection[str]) -> list[Decided]:
        """Find what is decided in a text.

        text (str): The text or the subject.
        message_id (Optional[str]): The message's id.
        field (str): 'text' or 'subject'.
        same_thread (Collection[str]): Ids of messages of the same thread that decisions name.
        RETURNS (list[Decided]): Without overlaps, in order; one place counts more than a thread, and that more than
            the corpus; what follows from decisions elsewhere counts least.
        """
        rows = (row for row in self.of(message_id, field) if fits(row, text))
        here = [Decided(row.start, row.end, row.decision, row.adapted) for row in rows]
        if field == TEXT and message_id in self._shown:
            here += self._shown[message_id]
        own = [one for one in here if not one.adapted]
        for wide in (THREAD, CORPUS):
            for row in self._words:
                if row.field == wide and (wide == CORPUS or row.id in same_thread):
                    own += (Decided(*m.span(), row.decision) for m in _as_word(row.text).finditer(text))
        return resolve([*own, *(one for one in here if one.adapted)], priority=lambda _: 0)

    def threads(self) -> set[str]:
        """RETURNS (set[str]): The ids of messages whose threads are decided about."""
        return {row.id for row in self._words if row.field == THREAD}

    def check(self, participants: Collection[str], source: str) -> None:
        """Make sure that everybody who is named is known.

        participants (Collection[str]): The ids of all participants.
        source (str): The file's name, for error messages.
        """
        for row in self.rows:
            if row.decision not in (KEEP, MASK) and row.decision not in participants:
                raise PseudoError(Errors.P383.format(source=source, line=row.line))

    @classmethod
    def from_csv(cls, text: str, source: str = "decisions.csv") -> Decisions:
        """Read the table.

        text (str): CSV with the columns id, field, start, end, text, decision and note; may be empty.
        source (str): The file's name, for error messages.
        RETURNS (Decisions): The decisions.
        """
        return cls(_read(text, source), text) if text.strip() else cls()


class Fitting:
    """Finds out which decisions no longer fit the texts they are about.

    decisions (Decisions): The decisions.
    """

    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions
        self._open = {row.line: row for row in decisions.rows}

    def see(self, message: Message) -> None:
        """Look at a message.

        message (Message): The message as it was.
        """
        texts = {TEXT: message.text, SUBJECT: message.subject or ""}
        for field, text in texts.items() if self._open else ():
            for row in self._decisions.of(message.id, field):
                if fits(row, text) and not row.adapted:
                    self._open.pop(row.line, None)
            for row in [row for row in self._open.values() if not row.one_place and _as_word(row.text).search(text)]:
                del self._open[row.line]

    def unfit(self) -> set[int]:
        """RETURNS (set[int]): The lines of decisions that had no effect so far."""
        return set(self._open)


def fits(row: Decision, text: str) -> bool:
    """RETURNS (bool): What a decision is about still stands where it says."""
    return row.end <= len(text) and text[row.start : row.end] == row.text


def _read(text: str, source: str) -> Iterator[Decision]:
    bare = text.removeprefix("\ufeff")
    delimiter = ";" if ";" in bare.partition("\n")[0] else ","
    reader = CellReader(io.StringIO(bare, newline=""), delimiter=delimiter)
    try:
        header = [cell.strip().lower() for cell in next(reader)]
        if not set(COLUMNS[:-1]) <= set(header):
            raise PseudoError(Errors.P380.format(source=source, columns=",".join(COLUMNS)))
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _decision(dict(zip(header, cells, strict=False)), source, reader.line_num)
    except csv.Error as error:
        raise PseudoError(Errors.P381.format(source=source, line=reader.line_num)) from error


def _decision(cells: dict[str, str], source: str, line: int) -> Decision:
    field, decision = cells.get("field", "").strip().lower() or TEXT, cells.get("decision", "").strip()
    said, message_id = cells.get("text", ""), cells.get("id", "").strip()
    start, end = cells.get("start", "").strip(), cells.get("end", "").strip()
    one_place = field in (TEXT, SUBJECT)
    placed = start.isdecimal() and end.isdecimal() and int(start) < int(end) if one_place else bool(said.strip())
    if field not in _FIELDS or not decision or not placed or (field != CORPUS and not message_id):
        raise PseudoError(Errors.P382.format(source=source, line=line, fields=", ".join(_FIELDS)))
    return Decision(line, message_id, field, *((int(start), int(end)) if one_place else (0, 0)), said, decision)


@cache
def _as_word(text: str) -> re.Pattern[str]:
    """The text where it stands as a word, however many blanks lie in it."""
    words = r"\s+".join(map(re.escape, text.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)")
