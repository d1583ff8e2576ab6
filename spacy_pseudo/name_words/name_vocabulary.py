"""What lists say of a word by itself: a name, a place, an ordinary word, or none of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Final

from .. import languages
from ..text.cues import contracted
from ..text.gazetteer import places
from ..text.salutation_rules import rules_for
from ..text.thresholds import BEARERS, BORNE, COMMON_SURNAME, KNOWN, KNOWN_SURNAME, USUAL, USUAL_SURNAME
from ..text.words import fold, stop_words, word_list

_SHORTEST: Final = 2

# 'II', 'xiv', up to 89: longer ones hardly number anything, and 'MD' or 'CV' are none.
_ROMAN = re.compile(r"(?=[lxvi]{2})(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_VOWEL = re.compile("[aeiouy]")
_THRICE = re.compile(r"(.)\1\1+")
# 'hahaha', 'lolol', 'abab': two or three letters over and over, or a letter more
_REPEATED = re.compile(r"([a-z]{2,3})\1+[a-z]?")
_INNER_CAPITAL = re.compile(r"[a-zà-ÿ][A-Z]")
# 'McDonald', 'DeVries', 'MaryAnn', 'MaryI', 'thanksMary'
_TWO_PARTS = re.compile(r"([A-Z]?[a-zà-ÿ]+)([A-Z][a-zà-ÿ]*)")
_PREFIXES: Final = frozenset("mc mac de di du da del van von la le lo st fitz o ter ten el al jo".split())


class Standing(IntEnum):
    """What a word may be before anybody has seen how it is used."""

    NEVER = 0  # a word that begins sentences, greetings or letters, a numeral, a noise
    ORDINARY = 1  # in the dictionary, and not in the lists of names: only its use may tell otherwise
    POSSIBLE = 2


class _Listed(Enum):
    """Where the lists have a word, with how many bearers it is a given name all the same, and with how many a
    surname."""

    NEVER = BEARERS, math.inf  # it begins sentences, greetings or letters
    COMMON = USUAL, COMMON_SURNAME  # everybody uses it
    DICTIONARY = KNOWN, KNOWN_SURNAME
    NOWHERE = 1, 0


class NameVocabulary:
    """The packaged lists of a language, and their judgement on single words.

    lang (str): The language's code.
    """

    def __init__(self, lang: str = languages.BASE) -> None:
        self.words, self.common, self.proper = (
            languages.words(lang),
            languages.common_words(lang),
            languages.proper_words(lang),
        )
        self.given, self.surnames = languages.given_names(lang), languages.surnames(lang)
        self.countries = languages.name_countries()
        self.places = places()
        self._rules = rules_for(lang)
        with languages.speaking(lang):
            self.stop_words = stop_words()
            self._never = self.stop_words | word_list("calendar") | word_list("languages")

    def in_dictionary(self, word: str) -> bool:
        """RETURNS (bool): A folded word is ordinary, whatever else it is: 'mark', 'monday', 'dont'."""
        return word in self.words or word in self.proper or contracted(word)

    def is_name(self, word: str) -> bool:
        """RETURNS (bool): A folded word is in the lists of names, and no ordinary word that hardly anybody bears."""
        return self._is_borne(word, self._listed(word))

    def _listed(self, word: str) -> _Listed:
        if word in self._never or self._rules.formula(word):
            return _Listed.NEVER
        if word in self.common:
            return _Listed.COMMON
        return _Listed.DICTIONARY if self.in_dictionary(word) else _Listed.NOWHERE

    def _is_borne(self, word: str, listed: _Listed) -> bool:
        given, surname = listed.value
        borne = self.given.get(word, 0) >= given or self.surnames.get(word, -1) >= surname
        return borne or (listed is _Listed.NOWHERE and word in self.countries)

    def is_usual(self, word: str) -> bool:
        """RETURNS (bool): A folded word is a name that many bear: rather that than a slip."""
        return self.given.get(word, 0) >= BORNE or self.surnames.get(word, 0) >= USUAL_SURNAME

    def is_rare_name(self, word: str) -> bool:
        """RETURNS (bool): A folded word is somebody's given name, whatever else it is: 'so', 'an'."""
        return len(word) >= _SHORTEST and self.given.get(word, 0) >= KNOWN

    def usual_names(self) -> Iterator[str]:
        """YIELDS (str): Given names that many bear, and that are no ordinary words."""
        return (name for name, count in self.given.items() if count >= USUAL and name not in self.words)

    def standing(self, word: str) -> Standing:
        """The set-theoretic step: words minus (dictionary minus given names minus surnames minus places).

        word (str): A folded word.
        RETURNS (Standing): What it may be.
        """
        if len(word) < _SHORTEST:
            return Standing.NEVER
        listed = self._listed(word)
        if listed is _Listed.NOWHERE or self._is_borne(word, listed):
            return Standing.POSSIBLE
        if listed is _Listed.NEVER:
            return Standing.NEVER
        # What everybody uses is no town but an ordinary word: Reading, Split, Of.
        place = word in self.places and listed is not _Listed.COMMON
        return Standing.POSSIBLE if place else Standing.ORDINARY

    def unglued(self, word: str) -> str:
        """Tell names with capitals within from other words that are written so.

        word (str): A word as written.
        RETURNS (str): The word ('McDonald', 'MaryAnn'), the name in it to which another word is glued ('MaryI',
            'thanksMary'), or nothing if it is code, a brand or an acronym: 'runModel', 'iPad', 'RCTs'.
        """
        if word[:-1].isupper() and word[-1] == "s" and len(word) > 2:
            return ""
        if not _INNER_CAPITAL.search(word) or self.is_usual(fold(word)):
            return word
        parts = _TWO_PARTS.fullmatch(word)
        if not parts:
            return ""
        first, second = fold(parts[1]), fold(parts[2])
        if parts[1][0].islower():
            named = first in self.common and self.is_name(second) and second not in self.common
            return parts[2] if named else ""
        if first in _PREFIXES:
            return word
        if first in self.common and not self.is_name(first) and self.is_name(second) and second not in self.common:
            return parts[2]
        if self.is_name(first) and (len(second) == 1 or second in self.common) and first not in self.words:
            return parts[1]
        named = self.is_name(first) and self.is_name(second)
        return word if named or not (self.in_dictionary(first) and self.in_dictionary(second)) else ""

    def is_numeral(self, word: str, folded: str) -> bool:
        """RETURNS (bool): A word is a Roman numeral as it is written: 'XI', 'iv', but not 'Xi'."""
        if not _ROMAN.fullmatch(folded):
            return False
        return word.isupper() or (word.islower() and not self.is_usual(folded))

    def is_noise(self, word: str, *, signed: bool = False) -> bool:
        """Judge whether a word is letters that name nothing: 'aaaa', 'hahaha', 'hmm', 'abab'.

        word (str): A folded word.
        signed (bool): It stands where names stand: letters without a vowel are initials there, but 'xxx' is none.
        RETURNS (bool): It is.
        """
        if not word.isascii() or self.is_name(word):
            return False
        meant = {_THRICE.sub(more, word) for more in (r"\1", r"\1\1")} if _THRICE.search(word) else ()
        if any(len(name) > 2 and self.is_name(name) for name in meant):
            return False  # 'Annna'
        few = len(word) > 3 and len(set(word)) <= 2
        silent = not signed and not _VOWEL.search(word)
        return bool(few or silent or _THRICE.search(word) or _REPEATED.fullmatch(word))


@lru_cache(maxsize=8)
def vocabulary_for(lang: str = languages.BASE) -> NameVocabulary:
    """RETURNS (NameVocabulary): The lists of a language, read once."""
    return NameVocabulary(lang)
