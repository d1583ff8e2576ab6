"""How bad it is that a word stands: ranks, and what decides on the rank of a name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ... import languages
from ...text.thresholds import BEFORE_PLACES, FREQUENT_SURNAME, MOSTLY_NAME, VERY_FREQUENT
from ...text.words import names_first, stop_words, word_list
from .class_list import FORM, GIVEN, LEAST, MIDDLE, NICKNAME, SURNAME
from .page import Page

HIGH: Final = "high"
MEDIUM: Final = "medium"
LOW: Final = "low"
RANKS: Final = (HIGH, MEDIUM, LOW)

# Between the words of one name.
_BREATH = re.compile(r"\.?[ \t]{1,2}|\s?\n[ >|]{0,4}")
_BASE: Final = {GIVEN: HIGH, FORM: HIGH, SURNAME: MEDIUM, MIDDLE: MEDIUM, NICKNAME: MEDIUM}


def lower(rank: str) -> str:
    """RETURNS (str): The next lower rank."""
    return RANKS[min(RANKS.index(rank) + 1, len(RANKS) - 1)]


def is_ordinary(word: str) -> bool:
    """RETURNS (bool): A folded word is an ordinary one in small letters, whoever may be called so."""
    return _is_ordinary(word, languages.spoken())


@lru_cache(maxsize=100_000)
def _is_ordinary(word: str, lang: str) -> bool:
    if word not in languages.words(lang):
        return False
    return word in languages.common_words(lang) or languages.given_names(lang).get(word, 0) < MOSTLY_NAME


def rank_word(page: Page, i: int, kind: str) -> str | None:
    """Say how bad it is that a name stands in a text, as it is written and where.

    page (Page): The text.
    i (int): The number of the word.
    kind (str): What kind of a name it is.
    RETURNS (Optional[str]): The rank; None if it is no name there.
    """
    word, written = page.words[i], page.written(i)
    capital, base = not written[0].islower(), _BASE[kind]
    ordinary = is_ordinary(word)
    if not page.prose:
        if ordinary:
            return lower(base) if capital and base == HIGH else None
        return base if len(word) >= LEAST else None
    usual = languages.given_names().get(word, 0) >= BEFORE_PLACES
    if page.in_slot(i) and (capital or not ordinary or (usual and page.begins_slot(i))):
        return HIGH if kind == SURNAME and not page.in_thanks(i) else base
    if len(word) < LEAST:
        return MEDIUM if base == HIGH and written.istitle() and not ordinary else None
    if word in word_list("calendar"):
        return LOW
    if ordinary:
        return _rank_ordinary(page, i, kind)
    if len(word) == LEAST and not written.istitle() and not usual:
        return LOW
    if _is_surname(page, i + 1) or _is_given(page, i - 1):
        return lower(base)  # a part of somebody else's full name
    small = kind == NICKNAME or len(word) == LEAST or (base == HIGH and page.in_code(i))
    return lower(base) if small and not capital else base


def _rank_ordinary(page: Page, i: int, kind: str) -> str | None:
    """An ordinary word is a name where it has a capital that nothing else explains."""
    word, written = page.words[i], page.written(i)
    if written[0].islower():
        usual = languages.given_names().get(word, 0) >= VERY_FREQUENT and word not in stop_words()
        return LOW if _BASE[kind] == HIGH and (usual or word not in languages.common_words()) else None
    shouted = written.isupper() and languages.given_names().get(word, 0) < MOSTLY_NAME
    opens = not page.inside(i) and word not in names_first(languages.spoken())
    explained = shouted or opens or page.in_title(i)
    if explained or _is_surname(page, i + 1) or _is_given(page, i - 1):
        return LOW if kind != NICKNAME else None
    return _BASE[kind]


def _is_surname(page: Page, i: int) -> bool:
    """The next word, in the same breath, is a surname of somebody who is not meant here: 'Mary B. Shelley'."""
    if page.is_initial(i):
        i += 1
    if not 0 < i < len(page.words) or not page.is_title(i) or not _BREATH.fullmatch(page.gap(i)):
        return False
    word = page.words[i]
    if word in languages.common_words():
        return bool(languages.surnames().get(word, 0) >= FREQUENT_SURNAME)
    return len(word) > 1


def _is_given(page: Page, i: int) -> bool:
    """The word before, in the same breath, is a given name of somebody who is not meant here."""
    if i < 0 or not page.is_title(i) or not _BREATH.fullmatch(page.gap(i + 1)):
        return False
    word = page.words[i]
    return len(word) > 2 and not is_ordinary(word) and word in languages.given_names()
