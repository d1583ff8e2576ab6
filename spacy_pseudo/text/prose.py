"""A text prepared for looking things up: its words outside addresses and code, and where sentences begin."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from .words import Atom, fold, not_prose, words

_SENTENCE_ENDS = frozenset(".!?…\n\r>•*|$]}")
_SKIPPED = frozenset(" \t\"'“”‘’([{*_-–—\u00a0ÃÂ‚")
# So many words are remembered with their folded form.
_REMEMBERED = 300_000


class _Folded(dict[str, str]):
    """From a word as written to its folded form, each looked at once."""

    def __missing__(self, word: str) -> str:
        folded = word.lower() if word.isascii() else fold(word)
        if len(self) < _REMEMBERED:
            self[word] = folded
        return folded


_folded = _Folded()


def fold_words(words: Sequence[str]) -> list[str]:
    """RETURNS (list[str]): Words folded; those without accents all at once, which is quicker."""
    together = "\n".join(words)
    if words and together.isascii():
        return together.lower().split("\n")
    return list(map(_folded.__getitem__, words))


class Prose:
    """A text, its words in prose as written and folded, and where they begin."""

    __slots__ = ("_vocabulary", "blank", "folded", "starts", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.blank = not_prose(text)
        self.words, self.starts = words(text)
        if self.blank:
            self._leave_out(self.blank)
        self.folded = fold_words(self.words)
        self._vocabulary: frozenset[str] | None = None

    def _leave_out(self, blank: list[tuple[int, int]]) -> None:
        begins = [start for start, _ in blank]
        kept = []
        for number, start in enumerate(self.starts):
            at = bisect_right(begins, start) - 1
            if at < 0 or start >= blank[at][1]:
                kept.append(number)
        if len(kept) < len(self.starts):
            self.words = [self.words[number] for number in kept]
            self.starts = [self.starts[number] for number in kept]

    @property
    def vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): The folded words, each once: a quick look spares many texts the patterns."""
        if self._vocabulary is None:
            self._vocabulary = frozenset(self.folded)
        return self._vocabulary

    def end(self, number: int) -> int:
        """RETURNS (int): Where a word ends, given by its number."""
        return self.starts[number] + len(self.words[number])

    def atoms(self, first: int, last: int) -> list[Atom]:
        """RETURNS (list[Atom]): The words from one number to before another, with their places."""
        return [Atom(self.starts[n], self.end(n), self.words[n]) for n in range(first, last)]

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
