"""Quotations between brackets, as forums write them: '[quote="Mary, post:3, topic:1"] ... [/quote]'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .zone_reader import QUOTED, Range, Zone

OPENS: Final = "[quote"
_TAG: Final = re.compile(
    r"\[(?:(?P<end>/)quote|quote(?:=[\"'“]?(?P<speaker>[^\]\"”,;\n]{1,100})[^\]\n]{0,300})?)\]", re.IGNORECASE
)


def bracket_quotes(text: str) -> Iterator[Zone]:
    """YIELDS (Zone): What stands between brackets, in order, with who is said to speak; what nobody closes is none.

    text (str): The message.
    """
    found: list[Zone] = []
    # What is open: how much was found before it, and who speaks.
    opened: list[tuple[int, Range | None]] = []
    at = 0
    for tag in _TAG.finditer(text):
        said = text[at : tag.start()]
        if opened and said.strip():
            start, end = at + len(said) - len(said.lstrip()), at + len(said.rstrip())
            found.append(Zone(start, end, QUOTED, len(opened), opened[-1][1]))
        if tag["end"] is None:
            opened.append((len(found), tag.span("speaker") if tag["speaker"] else None))
        elif opened:
            opened.pop()
        at = tag.end()
    yield from found[: opened[0][0]] if opened else found
