"""A text as it is compared: small letters without accents, widths and invisible signs, with the way back."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from ...text.words import fold

# Letters only, as what is compared has no accents left; other scripts count too.
_WORD = re.compile(r"[^\W\d_]+")
_SPLIT = re.compile(r"([^\W\d_]+)")
# UTF-8 that was read as cp1252 leaves letters at the ends of words: 'theÂ' is nobody called Thea.
_DAMAGE = re.compile(r"(?<=[a-z])[ÂÃ]|[ÂÃâ](?=[\u0080-\u009f€‚Â])")
_INVISIBLE = ("Mn", "Cf", "Me")


class _Letters(dict[str, str]):
    """What each character is compared as, found out when it is first met."""

    def __missing__(self, char: str) -> str:
        plain = unicodedata.normalize("NFKD", char).casefold()
        letters = "".join(c for c in plain if unicodedata.category(c) not in _INVISIBLE)
        # Circled and squared letters are no letters to Unicode, but to everybody who reads them.
        self[char] = folded = fold(letters) if letters.isalpha() else letters
        return folded


_LETTERS = _Letters()


class Shadow:
    """A text folded, character by character.

    text (str): The text.
    """

    __slots__ = ("_ends", "text", "written")

    def __init__(self, text: str) -> None:
        self.written = text
        self._ends: Sequence[int] | None = None
        if text.isascii():
            self.text = text.lower()
            return
        pieces = [_LETTERS[char] for char in _DAMAGE.sub(" ", text)]
        self.text = "".join(pieces)
        lengths = list(map(len, pieces))
        if lengths.count(1) != len(lengths):
            self._ends = list(accumulate(lengths))

    def place(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): Where a piece of the folded text stands in the text."""
        if self._ends is None:
            return start, end
        return bisect_right(self._ends, start), bisect_right(self._ends, end - 1) + 1

    def words(self) -> list[str]:
        """RETURNS (list[str]): The folded words alone."""
        return _WORD.findall(self.text)

    def places(self) -> tuple[list[str], list[int], list[int]]:
        """RETURNS (tuple[list[str], list[int], list[int]]): The folded words, and where they begin and end in the text.
        Lists of one kind each, as no objects for words are made: there are too many."""
        between = _SPLIT.split(self.text)  # what is no word, a word, what is no word ...
        words = between[1::2]
        bounds = list(accumulate(map(len, between)))
        starts, ends = bounds[:-1:2], bounds[1::2]
        if self._ends is not None and words:
            both = list(map(self.place, starts, ends))
            starts, ends = [start for start, _ in both], [end for _, end in both]
        if not self.text.isascii():  # look-alikes of other scripts in one word are folded by word
            words = [word if word.isascii() else fold(word) for word in words]
        return words, starts, ends
