"""What is said before the name of a place, and tells that it is one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property
from typing import Final

from .shape_files import Shapes
from .vocabulary import parts

PLACES: Final = Shapes("places")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_FIRST: Final = re.compile(r"(?<!\?-)[^\W\d_]+")
_REACH: Final = 60
# The cues of which a pattern has one: a look at the words spares most texts the pattern.
_WORDS: Final = {
    "in_it": ("place in", "place kind"),
    "from_it": ("place from",),
    "comes": ("place from",),
    "goes": ("goes",),
    "perhaps": ("place perhaps",),
    "named": ("called",),
    "greeted": ("greeted",),
    "home": ("home",),
    "article": ("article",),
    "signed": ("signs",),
}


@cache
def _cue(name: str) -> tuple[frozenset[str], Callable[[str], object]]:
    """How the words of a pattern begin, and the pattern."""
    words = (_FIRST.search(word) for kind in _WORDS[name] for word in parts("cues", kind))
    return frozenset(word[0].lower()[:4] for word in words if word), getattr(PLACES, name).search


class Past:
    """What was said before a place.

    text (str): The text.
    start (int): Where the place begins.
    """

    def __init__(self, text: str, start: int) -> None:
        self.text = text[max(0, start - _REACH) : start]

    @cached_property
    def _stems(self) -> set[str]:
        """How its words begin."""
        words = _LETTERS.findall(self.text.lower())
        return {word[:length] for word in words for length in (2, 3, 4)}

    def ends(self, name: str) -> bool:
        """RETURNS (bool): It ends with a cue, by the name of its pattern."""
        stems, search = _cue(name)
        return not stems.isdisjoint(self._stems) and search(self.text) is not None
