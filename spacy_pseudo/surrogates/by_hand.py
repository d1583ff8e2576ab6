"""What was marked and not replaced, as a table in the key: a person may write what shall stand there instead."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ..attrs import IDENTIFIER_LABELS, SENSITIVE
from ..cells import CellReader, CellWriter
from ..errors import Errors, PseudoError
from ..text.place_lists import folded

COLUMNS: Final = ("label", "text", "count", "message", "context", "surrogate")
# So many characters are shown before and after the first place.
_AROUND: Final = 50

# Label and text.
Place = tuple[str, str]


@dataclass
class _Row:
    text: str
    surrogate: str = ""
    count: int = 0
    message: str = ""
    context: str = ""


class _Shown(NamedTuple):
    """A place that stands for all of its kind."""

    text: str
    message: str
    context: str


@dataclass
class _Seen:
    """What was seen of one kind of place in a stretch of messages.

    first (_Shown): The first place.
    marked (Optional[_Shown]): The first that was not replaced.
    before, after (int): How many were seen before that, and from it on.
    """

    first: _Shown
    marked: _Shown | None = None
    before: int = 0
    after: int = 0


@dataclass
class Places:
    """What is marked or replaced in a stretch of messages.

    seen (dict[tuple[str, str], _Seen]): What was seen, by label and folded text.
    """

    seen: dict[Place, _Seen] = field(default_factory=dict)

    def add(self, label: str, text: str, start: int, end: int, *, message: str, replaced: bool) -> None:
        """Count a place; how it is written the first time, and in which words, stands for all.

        label (str): What it is.
        text (str): The whole text.
        start (int): Where the place begins.
        end (int): Where it ends.
        message (str): The message's id.
        replaced (bool): Something else is written there.
        """
        place = label, folded(label, text[start:end])
        seen = self.seen.get(place)
        if seen is None:
            seen = self.seen[place] = _Seen(_shown(text, start, end, message))
            seen.marked = None if replaced else seen.first
        elif seen.marked is None and not replaced:
            seen.marked = _shown(text, start, end, message)
        if seen.marked is None:
            seen.before += 1
        else:
            seen.after += 1


def _shown(text: str, start: int, end: int, message: str) -> _Shown:
    before, after = max(0, start - _AROUND), end + _AROUND
    shown = " ".join(f"{text[before:start]}[{text[start:end]}]{text[end:after]}".split())
    context = f"{'…' if before else ''}{shown}{'…' if after < len(text) else ''}"
    return _Shown(text[start:end], message, context)


class Listing:
    """Everything that a person should look at before anything is shared, and what they want to be written there.

    surrogates (Mapping[tuple[str, str], str]): What a person wants to be written, by label and text.
    """

    def __init__(self, surrogates: Mapping[Place, str]) -> None:
        self._rows = {(label, folded(label, text)): _Row(text, own) for (label, text), own in surrogates.items()}

    def take(self, places: Places) -> None:
        """List what was seen in the next messages. What was replaced counts only if a person wants something else
        there, or if it was marked somewhere before.

        places (Places): What was seen.
        """
        for place, seen in places.seen.items():
            row = self._rows.get(place)
            if row is None and seen.marked is None:
                continue
            told = seen.first if row is not None or seen.marked is None else seen.marked
            count = seen.after + (seen.before if row is not None else 0)
            row = self._rows.setdefault(place, _Row(told.text))
            if not row.count:
                row.message, row.context = told.message, told.context
            row.count += count

    def to_csv(self) -> str:
        """RETURNS (str): CSV: sensitive labels first, then what stands there most often."""

        def order(item: tuple[Place, _Row]) -> tuple[object, ...]:
            (label, text), row = item
            return label not in SENSITIVE, IDENTIFIER_LABELS.index(label), -row.count, text

        stream = io.StringIO(newline="")
        writer = CellWriter(stream)
        writer.writerow(COLUMNS)
        for (label, _), row in sorted(self._rows.items(), key=order):
            writer.writerow((label, row.text, row.count, row.message, row.context, row.surrogate))
        return stream.getvalue()


def from_csv(text: str, source: str = "surrogates.csv") -> dict[Place, str]:
    """Read the table.

    text (str): What `Listing.to_csv` wrote, and a person filled in; may be empty.
    source (str): The file's name, for error messages.
    RETURNS (dict[tuple[str, str], str]): What to write instead, by label and text; rows without a surrogate left out.
    """
    found: dict[Place, str] = {}
    if not text.strip():
        return found
    seen: dict[Place, str] = {}
    bare = text.removeprefix("\ufeff")
    delimiter = next((sign for sign in ";\t" if sign in bare.partition("\n")[0]), ",")
    reader = CellReader(io.StringIO(bare, newline=""), delimiter=delimiter)
    try:
        header = [cell.strip().lower() for cell in next(reader)]
        if not {"label", "text", "surrogate"} <= set(header):
            raise PseudoError(Errors.P350.format(source=source))
        at = [header.index(column) for column in ("label", "text", "surrogate")]
        for row in filter(None, reader):
            label, original, surrogate = (row[i] if i < len(row) else "" for i in at)
            if not surrogate.strip():
                continue
            if label not in IDENTIFIER_LABELS or not original:
                raise PseudoError(Errors.P351.format(source=source, line=reader.line_num))
            if seen.setdefault((label, folded(label, original)), surrogate) != surrogate:
                raise PseudoError(Errors.P352.format(source=source, line=reader.line_num))
            found[label, original] = surrogate
    except csv.Error as error:
        raise PseudoError(Errors.P329.format(source=source, line=reader.line_num)) from error
    return found
