"""Rare names, and words in no list that look as if they were in one: letters follow each other as in its words."""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final

from ... import languages, resources
from ...text.words import fold

_CONTEXT: Final = 3
_EDGE: Final = "\n"
_LENGTHS: Final = (4, 11)
_SAMPLE: Final = 20_000
_LISTED: Final = 0.5
Chain = Mapping[str, tuple[str, list[int]]]


def invent(kind: str, chance: Random) -> str:
    """Invent a word.

    kind (str): What it is to look like: 'given', 'surname', 'town' or 'word'.
    chance (Random): Decides.
    RETURNS (str): A word in small letters that is in none of the lists of this package.
    """
    chain = _chain(kind)
    while True:
        word, state = "", _EDGE * _CONTEXT
        while len(word) <= _LENGTHS[1]:
            letters, sums = chain[state]
            letter = letters[bisect(sums, chance.random() * sums[-1])]
            if letter == _EDGE:
                break
            word, state = word + letter, state[1:] + letter
        if _LENGTHS[0] <= len(word) <= _LENGTHS[1] and word not in _listed():
            return word


def seldom(kind: str, chance: Random) -> str:
    """RETURNS (str): A name, 'given' or 'surname', that hardly anybody bears: any of the list, or an invented one."""
    return chance.choice(_names(kind)) if chance.random() < _LISTED else invent(kind, chance)


@cache
def _names(kind: str) -> tuple[str, ...]:
    names = languages.given_names() if kind == "given" else languages.surnames()
    common = languages.common_words()
    return tuple(sorted(name for name in names if name.isalpha() and len(name) > 2 and name not in common))


@cache
def towns() -> tuple[tuple[str, ...], list[int]]:
    """RETURNS (tuple[tuple[str, ...], list[int]]): Towns of the packaged list, and summed numbers of people."""
    rows = [line.split("\t") for line in resources.lines("places/cities.txt.gz")]
    return tuple(row[0] for row in rows), list(accumulate(int(row[2]) for row in rows))


@cache
def countries() -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): English names of countries."""
    return tuple(line.split("\t")[2] for line in resources.lines("places/countries.txt"))


@cache
def regions() -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): States, provinces and the like."""
    lines = resources.lines("places/regions.txt")
    return tuple(name for line in lines for name in line.partition(": ")[2].split("; "))


@cache
def _chain(kind: str) -> Chain:
    following: dict[str, Counter[str]] = defaultdict(Counter)
    for word in _SOURCES[kind]():
        letters = _EDGE * _CONTEXT + word + _EDGE
        for at in range(_CONTEXT, len(letters)):
            following[letters[at - _CONTEXT : at]][letters[at]] += 1
    return {
        state: ("".join(sorted(counts)), list(accumulate(counts[letter] for letter in sorted(counts))))
        for state, counts in following.items()
    }


@cache
def _listed() -> frozenset[str]:
    places = (fold(word) for name in (*towns()[0], *countries()) for word in name.split())
    lists = (languages.words(), languages.given_names(), languages.surnames(), languages.proper_words(), places)
    return frozenset(word for words in lists for word in words)


def _most(counts: Mapping[str, int]) -> Iterable[str]:
    names = sorted(counts, key=lambda name: (-counts[name], name))[:_SAMPLE]
    return (name for name in names if name.isalpha() and len(name) > 2)


_SOURCES: Final[Mapping[str, Callable[[], Iterable[str]]]] = {
    "given": lambda: _most(languages.given_names()),
    "surname": lambda: _most(languages.surnames()),
    "town": lambda: (name.lower() for name in towns()[0] if name.isalpha()),
    "word": lambda: sorted(word for word in languages.common_words() if word.isalpha() and len(word) > 4),
}
