"""Messages and what was changed in them, as a test writes or draws them."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from spacy_pseudo.handover.edits import Edited, rebase
from spacy_pseudo.message import Message

# '<<Mary;[U12];U12;part;greeting>>': what stood there, what is written, who it is, category and place.
_MARK = re.compile(r"<<(.*?)>>", re.DOTALL)
_FIELDS = ("original", "replacement", "pseudonym", "category", "place")


def edited(marked: str, **metadata: Any) -> Edited:
    """RETURNS (Edited): A message with its edits, from a text with marks in it."""
    pieces = _MARK.split(marked)
    rows = [dict(zip(_FIELDS, [*mark.split(";"), "", ""][:5], strict=True)) for mark in pieces[1::2]]
    return build(pieces[::2], rows, **metadata)


def build(plain: list[str], rows: list[dict[str, Any]], **metadata: Any) -> Edited:
    """RETURNS (Edited): A message with its edits, from the pieces between them, one more than there are edits."""
    old, at = plain[0], len(plain[0])
    places = []
    for row, after in zip(rows, plain[1:], strict=True):
        end = at + len(row["original"])
        places.append({**row, "start": at, "end": end, "pseudonym": row["pseudonym"] or None, "place": row["place"]})
        old += row["original"] + after
        at = end + len(after)
    edits = rebase(places, old)
    new = "".join(
        piece for pair in zip(plain, [*(row["replacement"] for row in rows), ""], strict=True) for piece in pair
    )
    return Edited(Message(new, **metadata), edits)


_TEXT = st.text(st.sampled_from("aB ,.!?'\n\r\t\u00a0\u2028\x85é(-)"), max_size=12)
_ROW = st.fixed_dictionaries(
    {
        "original": st.sampled_from(["Mary", "Mary Poe", "Bob", "M.", "b@uni.example", "May\nPoe", "5 May", "7"]),
        "replacement": st.sampled_from(["[U12]", "[U01|U04]", "Anna Berg", "Dr. Berg", "[X]", "[EMAIL:U12]", "x", ""]),
        "pseudonym": st.sampled_from(["U12", "U01|U04", "Anna Berg", None]),
        "category": st.sampled_from(["part", "registered", "initials", "OTHER", "EMAIL", "DATE", "AGE", "unlinked"]),
        "place": st.sampled_from(["greeting", "body", "signature", None]),
    }
)


@st.composite
def messages(draw: st.DrawFn) -> Edited:
    """RETURNS (Edited): Any message, with replacements that may touch each other and anything else."""
    rows = draw(st.lists(_ROW, max_size=5))
    plain = draw(st.lists(_TEXT, min_size=len(rows) + 1, max_size=len(rows) + 1))
    author = draw(st.sampled_from(["U12", "U01", None]))
    return build(plain, rows, id=draw(st.sampled_from("abc")), author=author, thread=draw(st.sampled_from(["t", None])))
