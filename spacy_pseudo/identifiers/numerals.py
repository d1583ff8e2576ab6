"""Numbers, ordinals and months in words, as pieces of patterns, in all languages."""

from __future__ import annotations

from functools import cache
from typing import Final

from .. import languages
from ..text.similarity import NearNames
from ..text.words import fold
from .embedded_names import is_word
from .vocabulary import cues, is_given_name, parts


def _numbers(lang: str, between: str) -> str:
    tens, ones, teens = ("|".join(parts("cues", kind, lang)) for kind in ("tens", "ones", "teens"))
    return rf"(?:{tens})(?:{between}(?:{ones})\b)?|{teens}|{ones}"


# The longer ones first: 'seventy-two', 'seventeen', 'seven'; 'sjuttiotvå'.
_BY_LANGUAGE: Final = (_numbers(lang, "" if languages.of(lang).compounds else "[- ]") for lang in languages.known())
NUMBER: Final = f"(?:{'|'.join(_BY_LANGUAGE)})"
ORDINAL: Final = cues("ordinal")
SHORT_MONTHS: Final = parts("cues", "short month")
SHORT_MONTH: Final = rf"(?:{'|'.join(SHORT_MONTHS)})\b\.?"
MONTH: Final = rf"(?:(?:{cues('month')})\b|{SHORT_MONTH})"

# Of the names of months, the long ones: 'may', 'june' and 'mars' are near too many words.
_MONTHS: Final = frozenset(month for month in parts("cues", "month") if len(month) > 4 and month != "march")
# How they begin, right or wrong; most words do not.
_FIRST: Final = frozenset("ja jn je fe fb fa ap ar au ag av se sp si ce oc ok ot no nv ne de dc di".split())
_SHORTEST, _LONGEST = 5, 11


@cache
def _near() -> NearNames:
    return NearNames(sorted(_MONTHS))


def is_misspelt_month(word: str) -> bool:
    """RETURNS (bool): A word in small letters is no word and near the name of a month: 'febuary', 'agusti'."""
    return (
        word[:2] in _FIRST
        and _SHORTEST <= len(word) <= _LONGEST
        and word not in _MONTHS
        and not is_word(word)
        and not is_given_name(word)
        and bool(_near().find(fold(word)))
    )
