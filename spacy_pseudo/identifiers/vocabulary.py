"""Words for people that several finders ask for, and small questions about what stands around a place."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .. import languages
from ..text.thresholds import PLAIN
from ..text.words import fold, own_stop_words

_NEXT = re.compile(r"[ \t\u00a0]+([^\W\d_]+)")
_SENTENCE: Final = 120


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
    return frozenset(
        line.lower() for lang in langs or languages.known() for line in languages.lines(f"{lang}/{name}.txt")
    )


@cache
def parts(name: str, kind: str, *langs: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The words or pieces of patterns of a kind in a list of lists, in these languages or in
    all, each once."""
    found = (own for head, own in languages.labelled(name, *langs) if head == kind)
    return tuple(dict.fromkeys(part for own in found for part in own))


def cues(kind: str) -> str:
    """RETURNS (str): A piece of a pattern: what is said of a kind, in any of the languages; see `cues.txt`."""
    return "|".join(parts("cues", kind))


def cue_words(kind: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The same, of words alone, in small letters."""
    return frozenset(parts("cues", kind))


def is_given_name(word: str) -> bool:
    """RETURNS (bool): A word that many people are called by."""
    return languages.given_names().get(fold(word), 0) >= PLAIN


@cache
def function_words() -> frozenset[str]:
    """RETURNS (frozenset[str]): The small words of all languages."""
    own = frozenset().union(*map(own_stop_words, languages.known()))
    return own | small_lines("stop_words") | small_lines("small_words")
