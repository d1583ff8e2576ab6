"""The language of a text, told by its most frequent words and its letters; simple, offline and quick."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import regex

from .. import languages
from .lexing import Text

# The text is too short to tell.
UNKNOWN: Final = "unknown"
# Another script, or a language whose words we do not know.
OTHER: Final = "other"

# Fewer words tell nothing, more need not be looked at.
_FEWEST, _MOST = 6, 80
# So many of a text's words are among the most frequent ones of its language, at least.
_SHARE: Final = 0.12
_LEAST_SCORE: Final = 1.5
# A language is told from the next one by so much of what speaks for both; by less if much does, or from a sister.
_MARGIN, _LESS, _SISTERS_MARGIN = 0.64, 0.55, 0.52
_MUCH: Final = 4.0
# A text of a language that is on no list: so many different long words, and so few of them known.
_ENOUGH, _KNOWN, _LONG = 10, 0.3, 4
_BEYOND_LATIN = regex.compile(r"[\p{L}--\p{Latin}]", regex.VERSION1)
_LETTERS = regex.compile(r"\p{L}")
_LETTERS_NEEDED = 8
# What a letter in a text that only some of the languages write is worth for them together.
_LETTER: Final = 1.5


class Guess(NamedTuple):
    """A language and how certain it is, from 0 to 1."""

    lang: str
    certainty: float


def find_language(text: str) -> Guess:
    """Tell the language of a text.

    text (str): A message; addresses and code in it do not count.
    RETURNS (Guess): A code such as 'en'; 'other' for another script or a language that nothing is known of, 'unknown'
        if there is too little to tell.
    """
    prose = Text.of(text).prose
    words = prose.words
    if not text.isascii() and _in_other_script(text):
        return Guess(OTHER, 1.0)
    if len(words) < _FEWEST:
        return Guess(UNKNOWN, 0.0)
    known = _languages_of()
    small = prose.folded[:_MOST] if text.isascii() else [word.lower() for word in words[:_MOST]]
    found = list(filter(known.__contains__, small))
    scores: dict[str, float] = {}
    for langs in map(known.__getitem__, dict.fromkeys(found)):  # a word that comes again says little more
        share = 1 / len(langs)
        for lang in langs:
            scores[lang] = scores.get(lang, 0.0) + share
    if not text.isascii():
        telling = _telling()["letters"]
        for letter in telling.keys() & set(text.lower()):
            for lang in telling[letter]:
                scores[lang] = scores.get(lang, 0.0) + _LETTER / len(telling[letter])
    ranked = sorted(((round(n, 6), lang) for lang, n in scores.items()), reverse=True)
    (score, best), (next_score, next_best) = (*ranked, (0.0, UNKNOWN), (0.0, UNKNOWN))[:2]
    if score >= _LEAST_SCORE and len(found) >= _SHARE * len(small):
        certainty = round(score / (score + next_score), 2)
        margin = _SISTERS_MARGIN if _are_sisters(best, next_best) else _MARGIN if score < _MUCH else _LESS
        return Guess(best if certainty >= margin else UNKNOWN, certainty)
    long = {word for word in small if len(word) >= _LONG}
    if len(long) >= _ENOUGH and sum(word in languages.words() for word in long) < _KNOWN * len(long):
        return Guess(OTHER, 0.5)
    return Guess(UNKNOWN, 0.0)


def _in_other_script(text: str) -> bool:
    beyond = len(_BEYOND_LATIN.findall(text))
    return beyond >= _LETTERS_NEEDED and 2 * beyond > len(_LETTERS.findall(text))


@cache
def _languages_of() -> Mapping[str, tuple[str, ...]]:
    """The languages of each frequent word; the fewer there are, the more it is worth for each."""
    owners: dict[str, tuple[str, ...]] = {}
    rows = (line.partition(":") for line in languages.lines("function_words.txt"))
    words_of = {lang: words.split() for lang, _, words in rows}
    for lang in languages.known():
        own = " ".join(languages.lines(f"{lang}/function_words.txt")).split()
        words_of[lang] = own or words_of.get(lang, [])
    for lang, words in words_of.items():
        for word in dict.fromkeys(words):
            owners[word] = (*owners.get(word, ()), lang)
    return owners


@cache
def _telling() -> dict[str, Any]:
    return json.loads(languages.text("telling.json"))  # type: ignore[no-any-return]


def _are_sisters(lang: str, other: str) -> bool:
    return any({lang, other} <= set(sisters) for sisters in _telling()["sisters"])


def is_covered(found: str, lang: str) -> bool:
    """See whether a message can be read with the lists that are used.

    found (str): The language of the message, or that it is unknown.
    lang (str): The language whose lists are used; the English ones always are.
    RETURNS (bool): Its lists are used; a text too short to tell is given the benefit of the doubt.
    """
    return found in (UNKNOWN, languages.BASE) or (found == lang and lang in languages.known())
