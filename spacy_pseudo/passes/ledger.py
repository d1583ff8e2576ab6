"""What is left standing in the texts, and why: participants' names, and other things to look at."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import regex

from ..attrs import SENSITIVE
from ..cells import CellWriter
from ..people.account import Watchlist
from ..text.lexing import Text
from ..text.words import fold, runs

if TYPE_CHECKING:
    from .apply import Result

ORDINARY_COLUMNS: Final = ("word", "participants", "places", "messages", "ids")
LEFT_COLUMNS: Final = ("id", "field", "start", "end", "text", "label", "reason", "before", "after")
_LABEL: Final = LEFT_COLUMNS.index("label")
# Of an ordinary word so many messages are named.
_EXAMPLES: Final = 10
# So many characters are shown before and after a place.
_AROUND: Final = 40
# Copies agree in so many words on either side, on the same line: what is quoted has other lines around it.
_SAME: Final = 3
_NEAR: Final = 60
# What is looked for in what is written: by the name that the summary gives it, its label and its shape. Each pattern
# begins at one place of a run only: linear.
_SHAPES: Final = (
    ("e-mail addresses", "EMAIL", regex.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++(?:\.[\w-]++)+")),
    ("web addresses", "URL", regex.compile(r"(?:https?://|\bwww\.)\S+")),
    ("long numbers", "NUMBER", regex.compile(r"(?<!\d)(?:\d[ -]?){7,}+(?<=\d)(?!\d)")),
)
_MARKED: Final = "marked"
_UNTOUCHED: Final = "not replaced"
# The ledger of a large corpus would fill the memory: it lies in a file. Places that are kept, once for all copies; the
# messages that each of them stands in; what else is left.
_TABLES: Final = (
    "CREATE TABLE kept (place INTEGER PRIMARY KEY, copy BLOB UNIQUE, probability REAL, messages INTEGER, last TEXT, "
    "row TEXT)",
    "CREATE TABLE ids (place INTEGER, id TEXT)",
    "CREATE TABLE rest (sensitive INTEGER, row TEXT)",
)
# Made when all places are there: small, so that nothing is sorted outside the file.
_INDEXES: Final = (
    "CREATE INDEX IF NOT EXISTS doubt ON kept (probability DESC, messages DESC, place)",
    "CREATE INDEX IF NOT EXISTS messages_of ON ids (place)",
)
# Where the file cannot grow by so much, the system says why.
_MORE: Final = 1 << 16
_PRAGMAS: Final = ("journal_mode = OFF", "synchronous = OFF", "temp_store = MEMORY", "cache_size = -16000")


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """RETURNS (tuple[str, str]): What stands before and after a place."""
    return text[max(0, start - _AROUND) : start], text[end : end + _AROUND]


def surroundings(text: str, start: int, end: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """RETURNS (tuple[tuple[str, ...], tuple[str, ...]]): The words by which copies of a passage are known."""
    before, after = text[max(0, start - _NEAR) : start].rpartition("\n")[2], text[end : end + _NEAR].partition("\n")[0]
    return tuple(map(fold, runs(before)[1::2][-_SAME:])), tuple(map(fold, runs(after)[1::2][:_SAME]))


@dataclass
class Ordinary:
    """Where an ordinary word stands that participants are also called: how often, in how many messages, in which."""

    places: int = 0
    messages: int = 0
    ids: list[str] = field(default_factory=list)

    def add(self, places: int, messages: int, ids: Iterable[str]) -> None:
        """Count places."""
        self.places += places
        self.messages += messages
        self.ids += list(ids)[: _EXAMPLES - len(self.ids)]


@dataclass
class Page:
    """What is left in a stretch of messages, in their order.

    kept (list[tuple[bytes, dict[str, Any]]]): Places that may name a participant, and by what copies are known.
    left (list[tuple[Any, ...]]): Other things to look at, with the columns of left.csv.
    ordinary (dict[tuple[str, tuple[str, ...]], Ordinary]): Ordinary words that participants are also called.
    counts (Counter[str]): What has the shape of other personal data, by name.
    """

    kept: list[tuple[bytes, dict[str, Any]]] = field(default_factory=list)
    left: list[tuple[Any, ...]] = field(default_factory=list)
    ordinary: dict[tuple[str, tuple[str, ...]], Ordinary] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result, watchlist: Watchlist) -> None:
        """Take in what became of a message.

        result (Result): The result; of one that failed or is left out, nothing is written.
        watchlist (Watchlist): All that participants are or may be called.
        """
        if result.text is None:
            return
        message_id, shown = result.message.id or "", result.shown
        text, subject = shown.message.text, result.message.subject or ""
        in_text = [row for row in result.kept if "attribute" not in row]
        for row, seen in zip(in_text, shown.kept, strict=True):
            self._keep(message_id, "text", row, text, seen)
        for row in result.kept[len(in_text) :]:
            self._keep(message_id, "text", row, result.message.text, row)
        for row in result.subject_kept:
            self._keep(message_id, "subject", row, subject, row)
        rows = [*shown.replacements, *shown.identifiers, *shown.others]
        self._leave(message_id, "text", text, rows)
        of_subject = [*result.subject_replacements, *result.subject_identifiers, *result.subject_others]
        words = Counter(_ordinary(watchlist, text, [*rows, *shown.kept]))
        attributes = [row for row in result.identifiers if "attribute" in row and row["replacement"] is None]
        for row in attributes if shown is not result else ():
            self._list(message_id, "text", result.message.text, row["start"], row["end"], row["category"], _MARKED)
        self._leave(message_id, "subject", subject, of_subject)
        words.update(_ordinary(watchlist, subject, [*of_subject, *result.subject_kept]))
        for found, n in words.items():
            self.ordinary.setdefault(found, Ordinary()).add(n, 1, [message_id])

    def _keep(self, id: str, field: str, row: Mapping[str, Any], text: str, seen: Mapping[str, Any]) -> None:
        start, end = seen["start"], seen["end"]
        before, after = around(text, start, end)
        same = (text[start:end], row["participants"], row["reason"], *surroundings(text, start, end))
        copy = hashlib.blake2b(json.dumps(same).encode("ascii"), digest_size=16).digest()
        place = {"id": id, "field": field, "start": row["start"], "end": row["end"], "text": text[start:end]}
        told = {name: row[name] for name in ("participants", "reason", "probability")}
        self.kept.append((copy, {**place, **told, "before": before, "after": after}))

    def _leave(self, id: str, field: str, text: str, rows: list[dict[str, Any]]) -> None:
        """List other personal data that was marked, and what has the shape of some in what is written."""
        written = text
        for row in rows:
            start, end = row["start"], row["end"]
            if row["replacement"] is not None:
                written = written[:start] + "x" * (end - start) + written[end:]
            elif row["participant"] is not None or row["category"] != "OTHER":
                self._list(id, field, text, start, end, row["category"], _MARKED)
        for name, label, shape in _SHAPES:
            for found in shape.finditer(written):
                self.counts[name] += 1
                self._list(id, field, text, found.start(), found.end(), label, _UNTOUCHED)

    def _list(self, id: str, field: str, text: str, start: int, end: int, label: str, reason: str) -> None:
        self.left.append((id, field, start, end, text[start:end], label, reason, *around(text, start, end)))


def _ordinary(watchlist: Watchlist, text: str, rows: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """YIELDS (tuple[str, tuple[str, ...]]): The ordinary words that are left; what is only marked is left as well."""
    taken = [(row["start"], row["end"]) for row in rows if row.get("replacement", "") is not None]
    yield from watchlist.ordinary_words(Text.of(text), taken)


class Ledger:
    """Takes in the pages of stretches of messages, in their order, and tells at the end what is left in all of them.

    place (Optional[Path]): A private file that is made for it, and deleted; None keeps everything in memory.
    """

    def __init__(self, place: Path | None = None) -> None:
        self._place = place
        self._ordinary: dict[tuple[str, tuple[str, ...]], Ordinary] = {}
        self.kept: Counter[str] = Counter()  # places by reason
        self.left: Counter[str] = Counter({name: 0 for name, _, _ in _SHAPES})
        if place is not None:
            os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        self._rows = sqlite3.connect(":memory:" if place is None else place)
        with self._told():
            for pragma in _PRAGMAS:
                self._rows.execute(f"PRAGMA {pragma}")
            for table in _TABLES:
                self._rows.execute(table)

    def take(self, page: Page) -> None:
        """Take in what is left in the next messages.

        page (Page): What is left in them.
        """
        self.left.update(page.counts)
        with self._told():
            for copy, row in page.kept:
                self._keep(copy, row)
            rest = ((row[_LABEL] in SENSITIVE, json.dumps(row)) for row in page.left)
            self._rows.executemany("INSERT INTO rest VALUES (?, ?)", rest)
        for found, ordinary in page.ordinary.items():
            self._ordinary.setdefault(found, Ordinary()).add(ordinary.places, ordinary.messages, ordinary.ids)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say as the system does why the file cannot be written: the disk is full, for instance."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if self._place is not None:
                with self._place.open("ab") as file:
                    file.write(bytes(_MORE))
            raise OSError(errno.EIO, os.strerror(errno.EIO)) from error

    def _keep(self, copy: bytes, row: Mapping[str, Any]) -> None:
        """List a place once, however often it is quoted or repeated."""
        self.kept[row["reason"]] += 1
        ask, id = self._rows.execute, json.dumps(row["id"])
        known = ask("SELECT place, last FROM kept WHERE copy = ?", (copy,)).fetchone()
        if known is None:
            new = ask("INSERT INTO kept VALUES (NULL, ?, ?, 0, NULL, ?)", (copy, row["probability"], json.dumps(row)))
            known = new.lastrowid, None
        place, last = known
        if last != id:
            ask("INSERT INTO ids VALUES (?, ?)", (place, id))
            ask("UPDATE kept SET messages = messages + 1, last = ? WHERE place = ?", (id, place))

    def kept_rows(self) -> Iterator[dict[str, Any]]:
        """YIELDS (dict[str, Any]): What may name a participant and is left, the most doubtful first; those that stand
        in many messages before those that stand in few."""
        with self._told():
            for index in _INDEXES:
                self._rows.execute(index)
        order = "ORDER BY probability DESC, messages DESC, place"
        for place, row in self._rows.execute(f"SELECT place, row FROM kept {order}"):
            ids = self._rows.execute("SELECT id FROM ids WHERE place = ? ORDER BY rowid", (place,))
            yield {**json.loads(row), "ids": [json.loads(id) for (id,) in ids]}

    def left_lines(self) -> Iterator[str]:
        """YIELDS (str): Other things that are left, as a table in the order of the messages; sensitive words first."""
        found = (
            row
            for sensitive in (True, False)
            for (row,) in self._rows.execute("SELECT row FROM rest WHERE sensitive = ? ORDER BY rowid", (sensitive,))
        )
        yield from _table(LEFT_COLUMNS, map(json.loads, found))

    def ordinary_lines(self) -> Iterator[str]:
        """YIELDS (str): Ordinary words that participants are also called, where nothing makes a name of them, as a
        table; the rarest first: the more often a word stands, the less likely it is a name."""
        found = sorted(self._ordinary.items(), key=lambda item: (item[1].places, item[0]))
        rows = ((w, "|".join(p), n.places, n.messages, " ".join(n.ids)) for (w, p), n in found)
        yield from _table(ORDINARY_COLUMNS, rows)

    def ordinary(self) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): How many such words there are, and in how many places."""
        return len(self._ordinary), sum(n.places for n in self._ordinary.values())

    def counts(self) -> dict[str, int]:
        """RETURNS (dict[str, int]): Places that are left, by reason: counts, and nobody's name."""
        return {"all": self.kept.total(), **dict(sorted(self.kept.items()))}

    def close(self) -> None:
        """Delete its file; it can be asked for counts still."""
        self._rows.close()
        if self._place is not None:
            self._place.unlink(missing_ok=True)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    stream = io.StringIO(newline="")
    writer = CellWriter(stream)
    for row in chain([columns], rows):
        writer.writerow(row)
        yield stream.getvalue()
        stream.seek(0)
        stream.truncate()
