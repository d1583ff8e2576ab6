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


def any_of(name: str) -> str:
    """RETURNS (str): A piece of a pattern: one of the lines of a list, in any of the languages, the longest first."""
    lines = sorted(small_lines(name), key=lambda line: (-len(line), line))
    return "|".join(re.escape(line).replace(r"\ ", r"\s") for line in lines)


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
    """See whether somebody is said to be what follows: 'I am also a', 'my son is', 'we have both been', 'nu är jag'.

    page (Page): The page.
    start (int): Where begins what they are said to be.
    between (Collection[str]): Up to four of these words, and of usual adverbs, may stand between.
    RETURNS (bool): Somebody here is; not a thing, and nobody who is only named.
    """
    words, starts, text = page.small_words, page.starts, page.text
    adverbs = small_lines("adverbs")
    verb = bisect_left(starts, start) - 1
    for _ in range(_BETWEEN):
        sole = verb >= 0 and words[verb : verb + 2] == ["the", "only"] and words[verb + 2 : verb + 3] != ["one"]
        if verb >= 0 and (words[verb] in between or words[verb] in adverbs or sole):
            verb -= 1
    if verb < 0 or _BREAK.search(text, starts[verb] + len(words[verb]), start):
        return False
    if words[verb] in ("im", "being"):
        return not _asked(page, verb)
    if words[verb] not in small_lines("being"):
        # 'numera är min syster läkare': the verb comes first.
        at = verb - 1
        while at >= verb - _NAMED and at >= 0 and (words[at] in small_lines("whose") or page.tokens[at + 1].istitle()):
            at -= 1
        return is_somebody(page, verb) and at >= 0 and words[at] in ("är", "var", "blev", "är", "e")
    who = verb - 1
    if words[verb] in _LATER:
        while who >= 0 and verb - who < _CLAUSE and not _BREAK.search(text, starts[who], starts[verb]):
            if is_somebody(page, who):
                return not _asked(page, who)
            if words[who] in _ANYBODY:
                return False
            who -= 1
        return False
    while who >= 0 and words[who] in adverbs and words[who] not in ("all", "alla", "the") and verb - who < _BETWEEN:
        who -= 1
    if who >= 0 and not _BREAK.search(text, starts[who], starts[verb]):
        return is_somebody(page, who) or (words[verb] in ("är", "am") and words[who] in ("och", "som", "and"))
    # 'är 47 och ...': the Swedish, and those in a hurry, leave out who.
    return words[verb] in ("är", "am")


_BETWEEN: Final = 4
_CLAUSE: Final = 9
_NAMED: Final = 3
_BREAK = re.compile(r"[\d.!?;:,\n()|/$=]")
# Forms that stand far from who it is: 'I have always wanted to be'.
_LATER: Final = frozenset("be been become becoming became remain remained bli blivit varit vara".split())
_ANYBODY: Final = frozenset("one man you du how hur anyone people it this that det".split())


def _asked(page: Page, at: int) -> bool:
    """How does one become it?"""
    return at > 0 and page.small_words[at - 1] in ("does", "do", "can", "should", "could") and at > 1


def is_somebody(page: Page, at: int) -> bool:
    """RETURNS (bool): The word at that number is for somebody here: 'she', 'sister', 'friend' of 'my best friend'."""
    words = page.small_words
    if words[at] in ("who", "som"):
        return at > 0 and _SENTENCE_END.search(page.text, page.starts[at - 1], page.starts[at]) is None
    if words[at] in small_lines("pronouns") or words[at] in last_kin_words():
        return True
    if at and page.tokens[at][0].isupper() and words[at - 1] in last_kin_words():  # 'my aunt Rosa'
        return True
    if words[at] in small_lines("persons") or words[at] in small_lines("professions"):
        before_it = words[max(0, at - _NAMED) : at]
        return not small_lines("whose").isdisjoint(before_it) or words[at + 1 : at + 3] == ["of", "mine"]
    return words[at] == "mine" and at > 1 and words[at - 1] == "of"


def of_others(page: Page, start: int) -> bool:
    """See whether a sentence is about a sample, a story, a text or people in general.

    page (Page): The page.
    start (int): A place in the sentence.
    RETURNS (bool): It is, and the writer says nothing of themself in it.
    """
    told = small_lines("told")
    first, last = _sentence(page, start)
    sentence = frozenset(page.small_words[first:last])
    if sentence.isdisjoint(told):
        begin, end = page.starts[first] if first < len(page.starts) else start, page.starts[last - 1] if last else start
        if not _SAID_THERE.search(page.text, begin, end + _NAMED * 8):
            return False
    return sentence.isdisjoint(small_lines("own"))


def _sentence(page: Page, start: int) -> tuple[int, int]:
    """The numbers of the first word of a sentence and of the one after it."""
    earliest = start - len(sentence_before(page.text, start))
    m = _SENTENCE_END.search(page.text, start, start + _SENTENCE)
    return bisect_left(page.starts, earliest), bisect_left(page.starts, m.start() if m else start + _SENTENCE)


_SAID_THERE = re.compile(
    r"\b(?:the|this|that)\s(?:study|text|paper|report|case|play|song|poem|dialogue)\b|\bin\sgeneral\b|\bsays\sthe\b(?!\ssame)"
    r"|\benligt\stexten\b|\bi\s(?:studien|texten|pjäsen|fallet)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")


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
