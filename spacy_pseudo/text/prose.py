"""A text prepared for looking things up: its words outside addresses and code, and where sentences begin."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from .words import Atom, atoms, fold, not_prose

_SENTENCE_ENDS = frozenset(".!?…\n\r>•*|$]}")
_SKIPPED = frozenset(" \t\"'“”‘’([{*_-–—\u00a0ÃÂ‚")


class Prose:
    """A text, its atoms in prose, and their folded words."""

    __slots__ = ("atoms", "blank", "folded", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.blank = not_prose(text)
        found = atoms(text)
        if self.blank:
            starts = [start for start, _ in self.blank]
            found = [atom for atom in found if not self._blanked(atom, starts)]
        self.atoms: list[Atom] = found
        ascii_only = text.isascii()
        self.folded: list[str] = [a.text.lower() if ascii_only else fold(a.text) for a in found]

    def _blanked(self, atom: Atom, starts: list[int]) -> bool:
        at = bisect_right(starts, atom.start) - 1
        return at >= 0 and atom.start < self.blank[at][1]

    def starts_sentence(self, at: int) -> bool:
        """RETURNS (bool): What stands at this place begins a sentence, a line or the text."""
        text = self.text
        at -= 1
        while at >= 0 and text[at] in _SKIPPED:
            at -= 1
        return at < 0 or text[at] in _SENTENCE_ENDS


@lru_cache(maxsize=4)
def prepare(text: str) -> Prose:
    """RETURNS (Prose): The prepared text; one after the other, components ask for the same."""
    return Prose(text)
