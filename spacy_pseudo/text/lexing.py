"""A text as a string with one letter per token: what rules over classes of words are matched against."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .lexicon import Lexicon

# Runs of letters, runs of digits, blanks, and every other sign by itself.
_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|\s+|.", re.DOTALL)


def tokens(text: str) -> list[str]:
    """RETURNS (list[str]): The tokens of a text; nothing is left out."""
    return _TOKEN.findall(text)


class Letters:
    """A text as letters, and where its tokens begin.

    text (str): The text.
    lexicon (Lexicon): Which letter stands for a token.
    """

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self._lexicon = lexicon
        # Between blanks the same few thousand pieces come again and again: each is divided once.
        self.forward: Final = lexicon.blank.join(map(lexicon.pieces.__getitem__, text.split(" ")))

    def __len__(self) -> int:
        return len(self.forward)

    @cached_property
    def backward(self) -> str:
        """RETURNS (str): The letters from the last to the first: what stands before a place is matched there."""
        return self.forward[::-1]

    @cached_property
    def starts(self) -> list[int]:
        """RETURNS (list[int]): Where each token begins, and the last one ends; asked only where there is a hit."""
        lengths = map(self._lexicon.pieces.lengths, self.text.split(" "))
        return [0, *accumulate(chain.from_iterable(lengths))]
