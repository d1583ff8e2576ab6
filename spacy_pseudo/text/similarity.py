"""Likeness of names: the only home of rapidfuzz."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy
from numpy.typing import NDArray
from rapidfuzz.distance import OSA, JaroWinkler
from rapidfuzz.process import cdist

from .words import fold

_LOOK_ALIKE = (("rn", "m"), ("cl", "d"), ("vv", "w"), ("ii", "u"), ("li", "h"))


def allowed_edits(length: int) -> int:
    """RETURNS (int): How many typing errors a name of this length may hold and still be recognised."""
    if length < 4:
        return 0
    return 1 if length <= 6 else 2


def scanned(word: str, *, loose: bool = False) -> str:
    """RETURNS (str): A folded word with one letter for two that look like it on paper: 'm' for 'rn', 'd' for 'cl'."""
    for pair, letter in (*_LOOK_ALIKE, ("ri", "n")) if loose else _LOOK_ALIKE:
        word = word.replace(pair, letter)
    return word


def distance(a: str, b: str) -> int:
    """RETURNS (int): How many typing errors lie between two words; a transposition is one."""
    return int(OSA.distance(a, b))


def near(word: str, name: str, *, loose: bool = False) -> bool:
    """Judge whether a word is a name with typing errors; a transposition counts as one.

    word (str): A folded word.
    name (str): A folded name.
    loose (bool): One typing error is allowed in words of three letters, too.
    RETURNS (bool): It is near enough, and begins alike.
    """
    if not word or not name or word == name:
        return False
    shorter = min(len(word), len(name))
    one_more = abs(len(word) - len(name)) == 1 and shorter > 2
    if one_more and scanned(word, loose=loose) == scanned(name, loose=loose):
        return True
    edits = allowed_edits(shorter + (loose and shorter == 3))
    if not edits or abs(len(word) - len(name)) > edits:
        return False
    if word[0] != name[0] and word[:2] != name[1::-1]:
        return False
    return bool(OSA.distance(word, name, score_cutoff=edits) <= edits)


def fits(damaged: str, name: str) -> bool:
    """RETURNS (bool): A word with `?` for lost letters may be this name; each stands for one or two letters."""
    if "?" not in damaged:
        return fold(damaged) == name
    shortest, longest, first, middle, last = _pieces(damaged)
    if not shortest <= len(name) <= longest or not name.startswith(first) or not name.endswith(last):
        return False
    at = len(first)
    for piece, length in middle:
        at = name.find(piece, at + 1)
        if at < 0:
            return False
        at += length
    return at < len(name) - len(last) + (1 if not last else 0)


@lru_cache(maxsize=1_000)
def _pieces(damaged: str) -> tuple[int, int, str, list[tuple[str, int]], str]:
    """What is left of a word, which is compared with many names: how short and how long these are, and the pieces."""
    first, *middle, last = damaged.split("?")
    known, lost = len(damaged) - damaged.count("?"), damaged.count("?")
    longest = 0 if known < 2 else known + (2 * lost if known > 2 else lost)
    return max(3, known + lost), longest, fold(first), [(fold(piece), len(piece)) for piece in middle], fold(last)


class NearNames:
    """Names in buckets by their first letter and length, so that a word is compared with few of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._buckets: dict[tuple[str, int], list[str]] = defaultdict(list)
        self._scanned: dict[str, list[str]] = defaultdict(list)
        self._known: dict[str, tuple[str, ...]] = {}
        for name in sorted(set(names)):
            if allowed_edits(len(name)):
                self._buckets[name[0], len(name)].append(name)
                self._scanned[scanned(name)].append(name)

    def find(self, word: str) -> tuple[str, ...]:
        """Find the names a word may be a misspelling of.

        word (str): A folded word.
        RETURNS (tuple[str, ...]): The nearest names, all at the same distance; empty if none is near.
        """
        if word not in self._known:
            self._known[word] = self._find(word)
        return self._known[word]

    def _find(self, word: str) -> tuple[str, ...]:
        if not allowed_edits(len(word) + 1):
            return ()
        alike = [name for name in self._scanned.get(scanned(word), ()) if name != word]
        if alike:
            return tuple(alike)
        best: list[str] = []
        least = 3
        turned = word[1::-1]  # the first two letters in the wrong order
        for first in dict.fromkeys(word[:2]):
            for length in range(len(word) - 2, len(word) + 3):
                edits = allowed_edits(min(length, len(word)))
                if abs(length - len(word)) > edits:
                    continue
                for name in self._buckets.get((first, length), ()):
                    if name == word or (name[0] != word[0] and name[:2] != turned):
                        continue
                    found = OSA.distance(word, name, score_cutoff=edits)
                    if found > edits:
                        continue
                    if found < least:
                        best, least = [name], found
                    elif found == least:
                        best.append(name)
        return tuple(best)


class EditNeighbours:
    """Counts the words of a dictionary that are one edit and two edits away; each word is looked at once.

    words (Iterable[str]): The dictionary; only its words of plain letters count.
    """

    def __init__(self, words: Iterable[str]) -> None:
        by_length: dict[int, list[str]] = defaultdict(list)
        for word in sorted(set(words)):
            if word.isascii() and word:
                by_length[len(word)].append(word)
        self._words = {length: numpy.array(own, dtype=object) for length, own in by_length.items()}
        self._letters = {length: _letter_sets(own) for length, own in by_length.items()}
        self._known: dict[str, tuple[int, int]] = {}

    def count(self, word: str) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): How many words are one edit away, and how many at most two; not the word."""
        if word not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[word] = self._count(word) if word.isascii() and word else (0, 0)
        return self._known[word]

    def _count(self, word: str) -> tuple[int, int]:
        own = _letter_sets([word])[0]
        near: list[str] = []
        for more in range(-_REACH, _REACH + 1):
            letters = self._letters.get(len(word) + more)
            if letters is not None:
                # A letter more or less changes the set by one, another letter by two: few words are left to compare.
                alike = numpy.bitwise_count(letters ^ own) <= 2 * _REACH - abs(more)
                near += self._words[len(word) + more][alike].tolist()
        if not near:
            return 0, 0
        edits = cdist([word], near, scorer=OSA.distance, score_cutoff=_REACH, dtype=numpy.uint8)[0]
        one = int((edits == 1).sum())
        return one, one + int((edits == 2).sum())


_REACH = 2
_REMEMBERED = 200_000
_LETTERS = 31


def _letter_sets(words: Sequence[str]) -> NDArray[numpy.uint64]:
    """The letters of words of one length as sets of bits: which it has, and which it has twice; some letters that are
    none of a to z share a bit with another."""
    table = numpy.frombuffer("".join(words).encode("ascii"), dtype=numpy.uint8).reshape(len(words), -1)
    bits = numpy.sort(table % _LETTERS, axis=1).astype(numpy.uint64)
    once = numpy.bitwise_or.reduce(numpy.uint64(1) << bits, axis=1)
    twice = numpy.where(bits[:, 1:] == bits[:, :-1], numpy.uint64(1) << (bits[:, 1:] + numpy.uint64(_LETTERS)), 0)
    found: NDArray[numpy.uint64] = once | numpy.bitwise_or.reduce(twice.astype(numpy.uint64), axis=1)
    return found


def likeness(words: Sequence[str], names: Sequence[str]) -> NDArray[numpy.float32]:
    """How much each word is like the name that is most like it (Jaro-Winkler).

    words (Sequence[str]): Folded words.
    names (Sequence[str]): Folded names.
    RETURNS (NDArray[numpy.float32]): From 0 to 1 for each word; 0 if there are no names.
    """
    found = numpy.zeros(len(words), dtype=numpy.float32)
    for at in range(0, len(words) if names else 0, _ROWS):
        part = cdist(words[at : at + _ROWS], names, scorer=JaroWinkler.similarity, dtype=numpy.float32)
        found[at : at + _ROWS] = part.max(axis=1)
    return found


# So many rows of a table of likenesses are made at a time.
_ROWS = 256
