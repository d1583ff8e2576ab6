"""The ledger of a run: what is left in the texts, and why; participants' names, and other things to look at."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """RETURNS (tuple[str, str]): What stands before and after a place."""
    return text[max(0, start - _AROUND) : start], text[end : end + _AROUND]


def surroundings(text: str, start: int, end: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """RETURNS (tuple[tuple[str, ...], tuple[str, ...]]): The words by which copies of a passage are known."""
    before, after = text[max(0, start - _NEAR) : start].rpartition("\n")[2], text[end : end + _NEAR].partition("\n")[0]
    return tuple(map(fold, runs(before)[1::2][-_SAME:])), tuple(map(fold, runs(after)[1::2][:_SAME]))


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO(newline="")
    writer = CellWriter(stream)
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()


class Ledger:
    """Takes in results one by one, and tells at the end what is left.

    watchlist (Watchlist): All that participants are or may be called.
    """

    def __init__(self, watchlist: Watchlist) -> None:
        self._watchlist = watchlist
        self._ordinary: dict[tuple[str, tuple[str, ...]], Counter[str]] = {}  # places by message
        self._kept: dict[tuple[Any, ...], dict[str, Any]] = {}
        self._left: list[tuple[Any, ...]] = []
        self.kept: Counter[str] = Counter()  # places by reason
        self.left: Counter[str] = Counter({name: 0 for name, _, _ in _SHAPES})

    def add(self, result: Result) -> None:
        """Take in what became of a message.

        result (Result): The result; of one that failed or is left out, nothing is written.
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
        self._count_words(message_id, text, [*rows, *shown.kept])
        attributes = [row for row in result.identifiers if "attribute" in row and row["replacement"] is None]
        for row in attributes if shown is not result else ():
            self._list(message_id, "text", result.message.text, row["start"], row["end"], row["category"], _MARKED)
        rows = [*result.subject_replacements, *result.subject_identifiers, *result.subject_others]
        self._leave(message_id, "subject", subject, rows)
        self._count_words(message_id, subject, [*rows, *result.subject_kept])

    def _keep(self, id: str, field: str, row: Mapping[str, Any], text: str, seen: Mapping[str, Any]) -> None:
        """List a place once, however often it is quoted or repeated."""
        start, end = seen["start"], seen["end"]
        before, after = around(text, start, end)
        self.kept[row["reason"]] += 1
        copy = (
            text[start:end],
            tuple(row["participants"]),
            row["reason"],
            *surroundings(text, start, end),
        )
        if copy not in self._kept:
            self._kept[copy] = {
                "id": id,
                "field": field,
                "start": row["start"],
                "end": row["end"],
                "text": text[start:end],
                "participants": row["participants"],
                "reason": row["reason"],
                "probability": row["probability"],
                "before": before,
                "after": after,
                "ids": [],
            }
        ids = self._kept[copy]["ids"]
        if ids[-1:] != [id]:
            ids.append(id)

    def _count_words(self, id: str, text: str, rows: list[dict[str, Any]]) -> None:
        """Count the ordinary words that are left; what is only marked is left as well."""
        taken = [(row["start"], row["end"]) for row in rows if row.get("replacement", "") is not None]
        for found in self._watchlist.ordinary_words(Text.of(text), taken):
            self._ordinary.setdefault(found, Counter())[id] += 1

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
                self.left[name] += 1
                self._list(id, field, text, found.start(), found.end(), label, _UNTOUCHED)

    def _list(self, id: str, field: str, text: str, start: int, end: int, label: str, reason: str) -> None:
        self._left.append((id, field, start, end, text[start:end], label, reason, *around(text, start, end)))

    def kept_rows(self) -> list[dict[str, Any]]:
        """RETURNS (list[dict[str, Any]]): What may name a participant and is left, the most doubtful first; those that
        stand in many messages before those that stand in few."""
        return sorted(self._kept.values(), key=lambda row: (-row["probability"], -len(row["ids"])))

    def left_csv(self) -> str:
        """RETURNS (str): Other things that are left, as a table in the order of the messages; sensitive words first."""
        return _table(LEFT_COLUMNS, sorted(self._left, key=lambda row: row[_LABEL] not in SENSITIVE))

    def ordinary_csv(self) -> str:
        """RETURNS (str): Ordinary words that participants are also called, where nothing makes a name of them; the
        rarest first: the more often a word stands, the less likely it is a name."""
        found = sorted(self._ordinary.items(), key=lambda item: (item[1].total(), item[0]))
        rows = ((w, "|".join(p), n.total(), len(n), " ".join(list(n)[:_EXAMPLES])) for (w, p), n in found)
        return _table(ORDINARY_COLUMNS, rows)

    def ordinary(self) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): How many such words there are, and in how many places."""
        return len(self._ordinary), sum(n.total() for n in self._ordinary.values())

    def counts(self) -> dict[str, int]:
        """RETURNS (dict[str, int]): Places that are left, by reason: counts, and nobody's name."""
        return {"all": self.kept.total(), **dict(sorted(self.kept.items()))}
