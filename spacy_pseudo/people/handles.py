"""Handles: how names may be run together in an account's name, as in 'mkoch', 'mariakoch' and 'kochmaria'."""

from __future__ import annotations

from typing import Final, NamedTuple

from .. import languages
from ..text.thresholds import BEARERS, KNOWN, USUAL

_SHORTEST: Final = 3  # of a first name that is written out
_SHORTEST_UNKNOWN: Final = 4  # of a name that is on no list
VOWELS: Final = frozenset("aeiouy")


class Split(NamedTuple):
    """A first name, or its initial, and a surname, both folded."""

    first: str
    last: str


def split_surely(word: str) -> Split | None:
    """Take a handle apart where the lists leave little doubt.

    word (str): A folded run of letters.
    RETURNS (Optional[Split]): First name or initial and surname; None where it may be read in several ways.
    """
    given, surnames = languages.given_names(), languages.surnames()
    if word in given or _ordinary(word):
        return None
    pairs = _pairs(word)
    known = [(given[a], a, b) for a, b in pairs if given.get(a, 0) >= USUAL and (b in surnames or b in given)]
    if known:
        _, first, last = max(known)
        return Split(first, last)
    if len(word) > 3 and word not in surnames and word[1:] in surnames:
        return Split(word[0], word[1:])
    usual = [
        (a, b)
        for a, b in pairs
        if given.get(a, 0) >= BEARERS and min(len(a), len(b)) >= _SHORTEST_UNKNOWN and b not in languages.words()
    ]
    return Split(*usual[0]) if len(usual) == 1 else None


def splits(word: str) -> list[Split]:
    """Take a handle apart in every way that is likely.

    word (str): A folded run of letters.
    RETURNS (list[Split]): First names or initials and surnames; none for a word that may be one name.
    """
    given, surnames, words = languages.given_names(), languages.surnames(), languages.words()
    if word in given or len(word) <= _SHORTEST_UNKNOWN:
        return []
    found = []
    for a, b in _pairs(word):
        if b in words and b not in surnames:
            continue
        # A rare first name will do if neither is short.
        least = KNOWN if len(a) > _SHORTEST and len(b) > _SHORTEST else USUAL
        usual = given.get(a, 0) >= least and a not in words
        if usual or (len(b) >= _SHORTEST_UNKNOWN and surnames.get(b, 0) > 0):
            found.append(Split(a, b))
    rest = word[1:]
    if rest not in words:
        found.append(Split(word[0], rest))
    return found


def halves(name: str) -> list[tuple[str, str]]:
    """RETURNS (list[tuple[str, str]]): Two usual given names that a folded one may be, run together: 'annemarie'."""
    given = languages.given_names()
    return [(a, b) for a, b in _pairs(name) if min(given.get(a, 0), given.get(b, 0)) >= BEARERS]


def begins(handle: str, word: str) -> bool:
    """RETURNS (bool): A handle begins with a word, which may then be the first name in it."""
    if len(word) < _SHORTEST or not handle.startswith(word):
        return False
    return word not in languages.common_words() or languages.given_names().get(word, 0) >= BEARERS


def _pairs(word: str) -> list[tuple[str, str]]:
    return [(word[:i], word[i:]) for i in range(_SHORTEST, len(word) - _SHORTEST + 1)]


def _ordinary(word: str) -> bool:
    return word in languages.words()
