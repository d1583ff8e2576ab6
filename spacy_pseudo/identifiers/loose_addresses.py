"""Addresses whose street has no word for one: by the code after them, or by what is said before them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from ..text.gazetteer import places, rows
from ..text.words import fold, word_list
from .base import Identifier, Page
from .shapes import Shapes
from .vocabulary import cue_words, function_words

_like: Final = Shapes("loose_addresses")


_CUE_WORDS: Final = cue_words("address word")
_NUMBERED: Final = cue_words("numbered thing")
_REACH: Final = 60


@cache
def _kinds() -> frozenset[str]:
    """How names of streets end that are anything else as well: 'View', 'Heights'."""
    return frozenset(word for head, words in rows("places/streets.txt") if head == "after cue" for word in words)


def find_loose(page: Page, codes: Sequence[int]) -> Iterator[Identifier]:
    """Look for addresses without a word for the street.

    page (Page): The page.
    codes (Sequence[int]): Where its post codes begin.
    YIELDS (Identifier): ADDRESS.
    """
    text = page.text
    for at in codes:
        past = text[max(0, at - _REACH) : at]
        for m in filter(None, (_like.before_code.search(past), _like.before_town.search(past))):
            if _is_name(m["name"]):
                yield Identifier(at - len(past) + m.start("address"), at - len(past) + m.end("address"), "ADDRESS", 0.8)
    for at in page.places(_CUE_WORDS):
        cue = _like.cue.match(text, at) if page.has_figure(at, at + _REACH) else None
        found = [pattern.match(text, cue.end()) for pattern in (_like.english, _like.swedish)] if cue else []
        for one in found:
            if one and _like.ends.match(text, one.end()) and _is_street(text, one):
                yield Identifier(*one.span(), "ADDRESS", 0.75)


def _is_name(name: str) -> bool:
    """No month, no room, no place: 'March 14', 'Room 12', 'Stockholm 12'."""
    words = [fold(word) for word in name.split()]
    return (
        words[-1] not in word_list("calendar")
        and _NUMBERED.isdisjoint(words)
        and words[0] not in function_words() - {"the"}
    )


def _is_street(text: str, m: re.Match[str]) -> bool:
    """After a cue alone: a town follows, or the name ends like a street or is no ordinary word."""
    if not _is_name(m["name"]):
        return False
    words = m["name"].split()
    last = fold(words[-1])
    if last in _kinds() or (last.endswith("gate") and len(last) > 6 and last not in places()):
        return True
    town = _like.town.match(text, m.end())
    return (town is not None and fold(town[1]) in places()) or (len(words) > 1 and words[0] == "The")
