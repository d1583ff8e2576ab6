"""Likeness of names: the only home of rapidfuzz."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from ..text.words import fold

_LOOK_ALIKE = (("rn", "m"), ("cl", "d"), ("vv", "w"), ("ii", "u"), ("li", "h"))


def allowed_edits(length: int) -> int:
    """RETURNS (int): How many typing errors a name of this length may hold and still be recognised."""
    if length < 4:
        return 0
    return 1 if length <= 6 else 2


def scanned(word: str) -> str:
    """RETURNS (str): A folded word with one letter for two that look like it on paper: 'm' for 'rn', 'd' for 'cl'."""
    for pair, letter in _LOOK_ALIKE:
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
    if abs(len(word) - len(name)) == 1 and min(len(word), len(name)) > 2 and scanned(word) == scanned(name):
        return True
    shorter = min(len(word), len(name))
    edits = allowed_edits(shorter + (loose and shorter == 3))
    if not edits or abs(len(word) - len(name)) > edits:
        return False
    if word[0] != name[0] and word[:2] != name[1::-1]:
        return False
    return bool(OSA.distance(word, name, score_cutoff=edits) <= edits)


def fits(damaged: str, name: str) -> bool:
    """RETURNS (bool): A word with `?` for lost letters may be this name; each stands for one or two letters."""
    pieces = damaged.split("?")
    if len(pieces) == 1:
        return fold(damaged) == name
    lost = len(pieces) - 1
    known = sum(map(len, pieces))
    if known < 2 or len(name) < 3:
        return False
    if not known + lost <= len(name) <= known + (2 * lost if known > 2 else lost):
        return False
    first, last = fold(pieces[0]), fold(pieces[-1])
    at = len(first)
    if not name.startswith(first) or not name.endswith(last):
        return False
    for piece in pieces[1:-1]:
        at = name.find(fold(piece), at + 1)
        if at < 0:
            return False
        at += len(piece)
    return at < len(name) - len(last) + (1 if not last else 0)


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
        for first in dict.fromkeys(word[:2]):
            for length in range(len(word) - 2, len(word) + 3):
                for name in self._buckets.get((first, length), ()):
                    if near(word, name):
                        edits = distance(word, name)
                        if edits < least:
                            best, least = [name], edits
                        elif edits == least:
                            best.append(name)
        return tuple(best)
