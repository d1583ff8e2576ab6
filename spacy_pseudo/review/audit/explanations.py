"""The account: what the key says of names and other things that were left, and which findings it explains."""

from __future__ import annotations

import io
import json
import re
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...attrs import REPLACEMENTS_FILE
from ...cells import CellReader
from ...corpus.metadata import CODE
from ...errors import Errors, PseudoError
from ...handover.restoring import changes
from ...key.layout import KEPT, LEFT
from .shadow import Shadow
from .written import TEXT

# As much is looked at beside a place, and so many words of it are compared.
_NEAR: Final = 80
_SAME: Final = 3
_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r"<[^<>]{1,1000}>")


class Kept(NamedTuple):
    """A place that keeps a name, or something else, and why.

    id (str): The message.
    start, end (int): Where it stands in the original.
    text (str): What stands there.
    reason (str): Why it was kept.
    before, after (str): What stands around it in the original.
    """

    id: str
    start: int
    end: int
    text: str
    reason: str
    before: str
    after: str


@dataclass(frozen=True)
class Original:
    """A field before it was pseudonymised, put together of what was written and what was replaced. Private.

    text (str): The field.
    fits (bool): What was written is what the key says; otherwise somebody has changed it since.
    hidden (Sequence[tuple[int, int]]): Where replacements stand in what was written.
    """

    text: str
    fits: bool
    hidden: Sequence[tuple[int, int]]
    _ends: Sequence[int]
    _shifts: Sequence[int]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): Where a piece of what was written stands in the original."""
        shift = self._shifts[bisect_right(self._ends, start)]
        return start + shift, end + shift


def original(written: str, edits: Sequence[tuple[int, int, str, str]]) -> Original:
    """Put a field together again.

    written (str): What was written.
    edits (Sequence[tuple[int, int, str, str]]): What was replaced, in order: where it stood, what was written, what
        stood there.
    RETURNS (Original): The field as it was. Replacements that are not where they should be are looked for behind.
    """
    pieces: list[str] = []
    hidden: list[tuple[int, int]] = []
    shifts = [0]
    at = shift = length = 0
    fits = True
    for start, _, new, old in edits:
        place = start - shift
        if written[place : place + len(new)] != new or place < at:
            fits = False
            place = written.find(new, at) if new else -1
            if place < 0:
                continue
        pieces += [written[at:place], old]
        length += place - at + len(old)
        hidden.append((place, place + len(new)))
        at = place + len(new)
        shift = length - at
        shifts.append(shift)
    return Original("".join([*pieces, written[at:]]), fits, hidden, [end for _, end in hidden], shifts)


class Account:
    """What was replaced, and what was kept, message by message. Of a message, only its place in the file is in memory.

    directory (Path): The key.
    thorough (bool): What is left besides names is read as well.
    """

    def __init__(self, directory: Path, *, thorough: bool = True) -> None:
        path = directory / REPLACEMENTS_FILE
        if not path.is_file():
            raise PseudoError(Errors.P811.format(path=path))
        self._path = path
        self._starts = array("q", (start for start, _ in self._written()))
        self._at_hand: tuple[int, dict[str, Any]] = -1, {}
        self.there = (directory / KEPT).is_file()
        self._kept = _by_message(_kept(directory / KEPT)) if self.there else {}
        self._left = _by_message(_left(directory / LEFT)) if thorough else {}

    def _written(self) -> Iterator[tuple[int, dict[str, Any]]]:
        return (line for line in _lines(self._path) if not line[1].get("excluded") and not line[1].get("failed"))

    @cached_property
    def _by_id(self) -> Mapping[str, int]:
        """Where the row of a message begins: asked only if the output is in another order."""
        return {row["id"]: start for start, row in self._written()}

    def _row_at(self, start: int) -> dict[str, Any]:
        """The row that begins there; of a message, every field asks for it."""
        if self._at_hand[0] != start:
            with self._path.open("rb") as stream:
                stream.seek(start)
                self._at_hand = start, json.loads(stream.readline())
        return self._at_hand[1]

    def row(self, number: int, id: str) -> Mapping[str, Any] | None:
        """RETURNS (Optional[Mapping[str, Any]]): What the key says of a message, by its number and id in the output."""
        if number < len(self._starts):
            row = self._row_at(self._starts[number])
            if row["id"] == id or CODE.fullmatch(id):
                return row
        return self._row_at(self._by_id[id]) if id in self._by_id else None

    def original(self, row: Mapping[str, Any] | None, field: str, written: str) -> Original:
        """RETURNS (Original): A field of a message as it was."""
        return original(written, [change[:4] for change in changes(row, field)] if row is not None else ())

    def why(self, row: Mapping[str, Any] | None, field: str, before: Original, start: int, end: int) -> str | None:
        """Ask why a name stands.

        row (Optional[Mapping[str, Any]]): What the key says of the message.
        field (str): The field.
        before (Original): The field as it was.
        start, end (int): Where the name stands in what was written.
        RETURNS (Optional[str]): The reason; None if there is none.
        """
        return _reason(self._kept, row, field, before, start, end)

    def why_left(self, row: Mapping[str, Any] | None, field: str, before: Original, start: int, end: int) -> str | None:
        """RETURNS (Optional[str]): Why an address, a number or the like stands; as `why`."""
        if row is not None:
            at, stop = before.place(start, end)
            for first, last, label, *_ in row.get("marked" if field == TEXT else "subject_marked", ()):
                if first < stop and at < last:
                    return f"marked as {label}"
        return _reason(self._left, row, field, before, start, end) or self.why(row, field, before, start, end)


_ByMessage = dict[tuple[str, str], list[Kept]]


def _reason(
    kept: _ByMessage, row: Mapping[str, Any] | None, field: str, before: Original, start: int, end: int
) -> str | None:
    if row is None:
        return None
    id = row["id"]
    at, stop = before.place(start, end)
    text = _TAG.sub(lambda tag: " " * len(tag[0]), before.text) if row.get("html") else before.text
    for place in kept.get((id, field), ()):
        there = place.id == id and before.fits and place.start < stop and at < place.end
        if there or _stands_so(place, text, at, stop):
            return place.reason
    return None


def _stands_so(place: Kept, text: str, start: int, end: int) -> bool:
    """A kept text stands at a place, and what stands beside it is the same, line ends and quote marks aside: it is
    listed once, however often it is quoted or repeated."""
    words = _folded(place.text)
    here = _folded(text[start:end])
    for skip in range(len(words) - len(here) + 1):
        if words[skip : skip + len(here)] == here:
            before = [*_whole(_folded(place.before)[::-1])[::-1], *words[:skip]][-_SAME:]
            after = [*words[skip + len(here) :], *_whole(_folded(place.after))][:_SAME]
            ahead, behind = _folded(text[max(0, start - _NEAR) : start]), _folded(text[end : end + _NEAR])
            if ahead[len(ahead) - len(before) :] == before and behind[: len(after)] == after:
                return True
    return False


def _whole(words: list[str]) -> list[str]:
    """The words next to a place; the context ends somewhere, maybe in the middle of the farthest one."""
    return words[:-1] if len(words) > 1 else words


def _folded(text: str) -> list[str]:
    return _WORD.findall(Shadow(text).text)


def _by_message(places: Iterator[tuple[Kept, str, list[str]]]) -> _ByMessage:
    found: defaultdict[tuple[str, str], list[Kept]] = defaultdict(list)
    for place, field, ids in places:
        for id in dict.fromkeys((place.id, *ids)):
            found[id, field].append(place)
    return dict(found)


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """YIELDS (tuple[int, dict[str, Any]]): Where a row begins, and the row."""
    start = 0
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                row = json.loads(line)
                row["id"]
            except (ValueError, TypeError, KeyError) as error:
                raise PseudoError(Errors.P831.format(path=path, line=number)) from error
            yield start, row
            start += len(line)


def _kept(path: Path) -> Iterator[tuple[Kept, str, list[str]]]:
    for number, (_, row) in enumerate(_lines(path), 1):
        try:
            reason, before, after = str(row["reason"]), row.get("before") or "", row.get("after") or ""
            place = Kept(row["id"], int(row["start"]), int(row["end"]), row["text"], reason, before, after)
            yield place, row["field"], list(row.get("ids") or ())
        except (KeyError, TypeError, ValueError) as error:
            raise PseudoError(Errors.P831.format(path=path, line=number)) from error


def _left(path: Path) -> Iterator[tuple[Kept, str, list[str]]]:
    if not path.is_file():
        return
    reader = CellReader(io.StringIO(path.read_text("utf-8").removeprefix("\ufeff"), newline=""))
    header = next(reader, [])
    for cells in filter(None, reader):
        row = dict(zip(header, cells, strict=False))
        try:
            reason = f"{row['label']}: {row['reason']}".strip(": ")
            start, end = int(row["start"]), int(row["end"])
            yield Kept(row["id"], start, end, row["text"], reason, row["before"], row["after"]), row["field"], []
        except (KeyError, TypeError, ValueError) as error:
            raise PseudoError(Errors.P831.format(path=path, line=reader.line_num)) from error
