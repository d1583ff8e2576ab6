"""The words of a text as the index sees them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from ..text.words import Atom

# What a word is, by itself: it may begin a form, a name is glued to it, it looks like a name that nobody knows, as if a
# scanner had read it wrongly, or a letter of it is drawn out.
BEGINS, GLUED_ON, UNKNOWN, SCANNED, STRETCHED = 1, 2, 4, 8, 16


class Pieces(NamedTuple):
    """The words of a text, those to which a name is glued taken apart: as written, where they begin, and folded."""

    raw: list[str]
    starts: list[int]
    words: list[str]
    notable: list[tuple[int, int]]  # numbers of words that need a closer look, with what they are
    glued: Set[int] = frozenset()  # numbers of words

    def atom(self, number: int) -> Atom:
        """RETURNS (Atom): A word with its place."""
        start, raw = self.starts[number], self.raw[number]
        return Atom(start, start + len(raw), raw)

    def unknown(self) -> Iterator[tuple[int, str]]:
        """YIELDS (tuple[int, str]): Number and folded word of what is written as names are, and no ordinary word."""
        return ((number, self.words[number]) for number, what in self.notable if what & UNKNOWN)
