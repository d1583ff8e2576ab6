"""Addresses whose street has no word for one: by the code after them, or by what is said before them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from ..text.gazetteer import places, rows
from ..text.words import fold, word_list
from .anchors import shape
from .base import Identifier, Page
from .shape_files import Shapes
from .vocabulary import cue_words, function_words

_like: Final = Shapes("loose_addresses")


_CUE_WORDS: Final = cue_words("address word")
_NUMBERED: Final = cue_words("numbered thing")
_REACH: Final = 60


@cache
def _kinds() -> frozenset[str]:
    """How names of streets end that are anything else as well: 'View', 'Heights'."""
    return frozenset(word for head, words in rows("places/streets.txt") if head == "after cue" for word in words)


def find_before_codes(page: Page, codes: Iterable[int]) -> Iterator[Identifier]:
    """YIELDS (Identifier): ADDRESS, before post codes, of which it is told where they begin."""
    for at in codes:
        for pattern in (_like.before_code, _like.before_town):
            m = pattern.search(page, max(0, at - _REACH), at)
            if m and _is_name(m["name"]):
                yield Identifier(*m.span("address"), "ADDRESS", 0.8)


def _after_cue(page: Page) -> Iterator[re.Match[str] | None]:
    for at in page.places(_CUE_WORDS):
        cue = _like.cue.match(page, at) if page.has_figure(at, at + _REACH) else None
        if cue is not None:
            yield from (pattern.match(page, cue.end()) for pattern in (_like.english, _like.swedish))


def _is_name(name: str) -> bool:
    """No month, no room, no place: 'March 14', 'Room 12', 'Stockholm 12'."""
    words = [fold(word) for word in name.split()]
    small = words[0] in function_words() and words[0] != "the"
    return words[-1] not in word_list("calendar") and _NUMBERED.isdisjoint(words) and not small


def _is_street(text: str, m: re.Match[str]) -> float:
    """After a cue alone: a town follows, or the name ends like a street or is no ordinary word."""
    if not _is_name(m["name"]) or not _like.ends.match(text, m.end()):
        return 0.0
    words = m["name"].split()
    last, town = fold(words[-1]), _like.town.match(text, m.end())
    street = last in _kinds() or (last.endswith("gate") and len(last) > 6 and last not in places())
    return 0.75 * bool(street or (town and fold(town[1]) in places()) or (len(words) > 1 and words[0] == "The"))


FINDERS: Final = (shape("ADDRESS", _is_street, _after_cue, _CUE_WORDS, digits=1),)
