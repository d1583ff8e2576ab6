"""Names of months that are misspelt, or of a neighbouring language: 'febuary', 'septembre', 'agusti'."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ..text.similarity import NearNames
from ..text.words import fold
from .base import Page
from .embedded_names import is_word
from .vocabulary import is_given_name

# The long ones: 'may', 'june' and 'march' are near too many words.
_NAMES: Final = (
    "january february april august september october november december januari februari augusti oktober"
).split()
# How they begin, right or wrong; most words do not.
_FIRST: Final = frozenset("ja jn je fe fb fa ap ar au ag av se sp si ce oc ok ot no nv ne de dc di".split())
_SHORTEST, _LONGEST = 5, 11


@cache
def _near() -> NearNames:
    return NearNames(_NAMES)


def misspelt_months(page: Page) -> frozenset[str]:
    """RETURNS (frozenset[str]): Words of a page, in small letters, that are no words and near the name of a month."""
    return frozenset(
        word
        for word in page.vocabulary
        if word[:2] in _FIRST and _SHORTEST <= len(word) <= _LONGEST and _is_misspelt(word)
    )


@lru_cache(maxsize=50_000)
def _is_misspelt(word: str) -> bool:
    return word not in _NAMES and not is_word(word) and not is_given_name(word) and bool(_near().find(fold(word)))
