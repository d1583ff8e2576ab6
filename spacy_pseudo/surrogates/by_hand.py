"""What was marked and not replaced, as a table in the key: a person may write what shall stand there instead."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Final

from ..attrs import IDENTIFIER_LABELS, SENSITIVE
from ..errors import Errors, PseudoError

COLUMNS: Final = ("label", "text", "count", "surrogate")

# Label and text.
Place = tuple[str, str]


def to_csv(surrogates: Mapping[Place, str], counts: Mapping[Place, int] | None = None) -> str:
    """Write the table: sensitive labels first, then what stands there most often.

    surrogates (Mapping[tuple[str, str], str]): What a person wants to be written, by label and text.
    counts (Optional[Mapping[tuple[str, str], int]]): How often each text is marked.
    RETURNS (str): CSV.
    """
    times = counts or {}

    def order(place: Place) -> tuple[object, ...]:
        return place[0] not in SENSITIVE, IDENTIFIER_LABELS.index(place[0]), -times.get(place, 0), place[1]

    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for place in sorted({*surrogates, *times}, key=order):
        writer.writerow((*place, times.get(place, 0), surrogates.get(place, "")))
    return stream.getvalue()


def from_csv(text: str, source: str = "surrogates.csv") -> dict[Place, str]:
    """Read the table.

    text (str): What `to_csv` wrote, and a person filled in; may be empty.
    source (str): The file's name, for error messages.
    RETURNS (dict[tuple[str, str], str]): What to write instead, by label and text; rows without a surrogate left out.
    """
    found: dict[Place, str] = {}
    if not text.strip():
        return found
    bare = text.removeprefix("\ufeff")
    delimiter = ";" if ";" in bare.partition("\n")[0] else ","
    reader = csv.reader(io.StringIO(bare, newline=""), delimiter=delimiter, strict=True)
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
            found[label, original] = surrogate
    except csv.Error as error:
        raise PseudoError(Errors.P329.format(source=source, line=reader.line_num)) from error
    return found
