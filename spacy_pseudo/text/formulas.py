"""Fixed phrases, hundreds of them: found by their first word, so that no pattern has to hold them all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

# Pieces of words: 'regardsMary' is two.
PIECE: Final = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
# What may stand for a character of a phrase; `*` stands for one word: 'have a * day'.
_UNITS: Final = {" ": r"[ \t]+", "'": "['’]", "*": r"[^\W\d_]{1,20}"}


def end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    """RETURNS (int): Where what a pattern finds at a place ends; the place itself if it finds nothing."""
    m = pattern.match(text, at)
    return m.end() if m else at


@cache
def _pattern(phrase: str) -> re.Pattern[str]:
    return re.compile("".join(_UNITS.get(char) or re.escape(char) for char in phrase), re.IGNORECASE)


class Formulas:
    """Phrases such as those that close a letter.

    phrases (Iterable[str]): The phrases.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._seconds: Final[dict[str, set[str]]] = {}
        self._by_first: Final[dict[str, list[str]]] = {}
        for phrase in sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase)):
            for cased in {phrase, phrase.lower()}:  # 'MfG' is two pieces, 'mfg' is one
                first, *rest = map(str.lower, PIECE.findall(cased))
                self._seconds.setdefault(first, set()).add(rest[0] if rest else "")
                self._by_first.setdefault(first, []).append(phrase.lower())
        self.first_words: Final = frozenset(self._by_first)

    def places(self, text: str, start: int, end: int) -> list[int]:
        """RETURNS (list[int]): Where phrases may begin in a part of a text: a look at two words."""
        words = [*map(str.lower, PIECE.findall(text, start, end)), ""]
        if self.first_words.isdisjoint(words):
            return []
        begins = [number for number, word in enumerate(words) if self._begins(word, words[number + 1 : number + 2])]
        places = [piece.start() for piece in PIECE.finditer(text, start, end)] if begins else []
        return [places[number] for number in begins]

    def _begins(self, word: str, following: list[str]) -> bool:
        seconds = self._seconds.get(word)
        return seconds is not None and ("" in seconds or not seconds.isdisjoint(following))

    def ends(self, text: str, at: int) -> Iterator[int]:
        """YIELDS (int): Where phrases end that begin at a place, the longest first."""
        first = PIECE.match(text, at)
        for phrase in self._by_first.get(first[0].lower(), ()) if first else ():
            if m := _pattern(phrase).match(text, at):
                yield m.end()
