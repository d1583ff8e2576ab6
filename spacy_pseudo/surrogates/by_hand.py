"""What was marked and not replaced, as a table in the key: a person may write what shall stand there instead."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

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


class Listing:
    """Everything that a person should look at before anything is shared, and what they want to be written there.

    surrogates (Mapping[tuple[str, str], str]): What a person wants to be written, by label and text.
    """

    def __init__(self, surrogates: Mapping[Place, str]) -> None:
        self._rows = {(label, folded(label, text)): _Row(text, own) for (label, text), own in surrogates.items()}

    def add(self, label: str, text: str, start: int, end: int, *, message: str, replaced: bool) -> None:
        """Count a place; how it is written the first time, and in which words, stands for all.

        label (str): What it is.
        text (str): The whole text.
        start (int): Where the place begins.
        end (int): Where it ends.
        message (str): The message's id.
        replaced (bool): Something else is written there. That counts only if a person wants it so.
        """
        place = label, folded(label, text[start:end])
        if place not in self._rows:
            if replaced:
                return
            self._rows[place] = _Row(text[start:end])
        row = self._rows[place]
        if not row.count:
            before, after = max(0, start - _AROUND), end + _AROUND
            shown = " ".join(f"{text[before:start]}[{text[start:end]}]{text[end:after]}".split())
            row.message = message
            row.context = f"{'…' if before else ''}{shown}{'…' if after < len(text) else ''}"
        row.count += 1

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
