"""Words for people that several finders ask for, and small questions about what stands around a place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection
from functools import cache
from typing import Final

from .. import resources
from ..text.words import fold
from .base import Page

_NEXT = re.compile(r"[ \t\u00a0]+([^\W\d_]+)")
_SENTENCE: Final = 120
_LANGS: Final = ("en", "sv")


def before(source: str, *, fold: bool = True) -> re.Pattern[str]:
    """RETURNS (re.Pattern[str]): A pattern of what stands directly before a place; for `search` in a short piece."""
    return re.compile(rf"(?:{source})\Z", re.IGNORECASE if fold else 0)


def next_word(text: str, at: int) -> str:
    """RETURNS (str): The word that follows after a blank, in small letters; empty if something else does."""
    m = _NEXT.match(text, at)
    return m[1].lower() if m else ""


def sentence_before(text: str, at: int) -> str:
    """RETURNS (str): What was said in this sentence so far."""
    earliest = max(0, at - _SENTENCE)
    since = max(text.rfind(mark, earliest, at) for mark in (". ", "! ", "? ", "\n"))
    return text[max(since, earliest) : at]


@cache
def small_lines(name: str, *langs: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The lines of a list in these languages or in all, in small letters."""
    return frozenset(line.lower() for lang in langs or _LANGS for line in resources.lines(f"{lang}/{name}.txt"))


@cache
def kin_words(*langs: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): Words for kin and partners, in small letters, of these languages or of all; some of
    several words."""
    # kin.txt is for names and has pets and neighbours as well; family.txt adds to the English one, and stands alone
    # in Swedish.
    english = small_lines("kin", "en") - small_lines("pets", "en") if "en" in (langs or _LANGS) else frozenset()
    return english | small_lines("family", *langs)


@cache
def last_kin_words() -> frozenset[str]:
    """RETURNS (frozenset[str]): The last words of them, in small letters, without those that mean something
    else, too."""
    return frozenset(re.findall(r"[^\W\d_]+", word)[-1] for word in kin_words()) - {"man", "ex", "pop", "ma", "pa"}


def said_of(page: Page, start: int, between: Collection[str]) -> bool:
    """See whether somebody is said to be what follows: 'I am also a', 'my son is', 'we are both'.

    page (Page): The page.
    start (int): Where begins what they are said to be.
    between (Collection[str]): Up to three of these words may stand between.
    RETURNS (bool): Somebody here is; not a thing, and nobody who is only named.
    """
    words, starts, text = page.small_words, page.starts, page.text
    verb = bisect_left(starts, start) - 1
    for _ in range(_BETWEEN):
        if verb >= 0 and words[verb] in between:
            verb -= 1
    if verb < 0 or _BREAK.search(text, starts[verb] + len(words[verb]), start):
        return False
    if words[verb] in ("im", "being"):
        return True
    if words[verb] not in _BE:
        return False
    who = verb - 1
    if who >= 0 and not _BREAK.search(text, starts[who], starts[verb]):
        if words[who] in _SOMEBODY or words[who] in last_kin_words():
            return True
        if who and page.tokens[who][0].isupper() and words[who - 1] in last_kin_words():  # 'my aunt Rosa is'
            return True
        return words[verb] in ("är", "am") and words[who] in ("och", "som", "and")
    # 'är 47 och ...': the Swedish, and those in a hurry, leave out who.
    return words[verb] in ("är", "am")


_BETWEEN: Final = 3
_BREAK = re.compile(r"[\d.!?;:,\n()|/$=]")
_BE: Final = frozenset("am is are was were m s re är var blev blir".split())
_SOMEBODY: Final = frozenset("i he she we they who jag han hon hen vi de dom som man".split())


@cache
def person_words() -> frozenset[str]:
    """RETURNS (frozenset[str]): Words for somebody: 'friend', 'girl', 'mother', 'nurse'."""
    return small_lines("persons") | small_lines("professions") | kin_words()


def is_given_name(word: str) -> bool:
    """RETURNS (bool): A word that many people are called by."""
    return resources.given_names().get(fold(word), 0) >= _USUAL


_USUAL: Final = 5_000


@cache
def function_words() -> frozenset[str]:
    """RETURNS (frozenset[str]): The small words of all languages."""
    from spacy.lang.en.stop_words import STOP_WORDS
    from spacy.lang.sv.stop_words import STOP_WORDS as SV_STOP_WORDS

    # Neither list knows the commonest Swedish verb.
    return frozenset({*STOP_WORDS, *SV_STOP_WORDS, "är"}) | small_lines("small_words")
