"""What must stand in a text for a finder to find anything: a sign, a digit, a word of a list or one that begins so.

All of it is one number per text: a bit for each sign and each class of words. Each word is looked up in all lists once,
and not in each text again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from .base import Page

# The words of lists stay; of others so many are remembered.
_REMEMBERED: Final = 300_000
_STEM: Final = 4


class WordClasses(dict[str, int]):
    """From a word in small letters to the classes that it has, as bits; and the signs that finders ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 2
        self.signs: dict[str, dict[str, int]] = {}
        self._lists: dict[frozenset[str], int] = {}
        self._stems: dict[frozenset[str], int] = {}
        self._questions: dict[Callable[[str], bool], int] = {}
        self._by_stem: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        bits = self._by_stem.get(word[:_STEM], 0)
        for question, bit in self._questions.items():
            if question(word):
                bits |= bit
        if len(self) < _REMEMBERED:
            self[word] = bits
        return bits

    def _new(self) -> int:
        self.count += 1
        return 1 << (self.count - 1)

    def sign(self, sign: str) -> int:
        """RETURNS (int): The bit that stands for a piece of text; by its rarest character, which is no letter."""
        rare = next((char for char in sign if not char.isalnum() and char != " "), sign[0])
        own = self.signs.setdefault(rare, {})
        return own.get(sign) or own.setdefault(sign, self._new())

    def listed(self, words: frozenset[str]) -> int:
        """RETURNS (int): The bit of words that a list has."""
        bit = self._lists.get(words)
        if bit is None:
            bit = self._lists[words] = self._new()
            for word in words:
                self[word] |= bit
        return bit

    def beginning(self, stems: frozenset[str]) -> int:
        """RETURNS (int): The bit of words that begin as one of these, which are words of four letters at most."""
        bit = self._stems.get(stems)
        if bit is None:
            bit = self._stems[stems] = self._new()
            for stem in stems:
                self._by_stem[stem] = self._by_stem.get(stem, 0) | bit
            self.update((word, bits | bit) for word, bits in list(self.items()) if word[:_STEM] in stems)
        return bit

    def asked(self, question: Callable[[str], bool]) -> int:
        """RETURNS (int): The bit of words of which the answer to a question is yes."""
        bit = self._questions.get(question)
        if bit is None:
            bit = self._questions[question] = self._new()
            self.update((word, bits | bit) for word, bits in list(self.items()) if question(word))
        return bit


# Facts of every text, and of one with a digit.
ANYTHING, DIGITS = 1, 2
word_classes: Final = WordClasses()


class Identifier(NamedTuple):
    """A place that may give somebody away; offsets count Unicode code points.

    start (int): Where it begins.
    end (int): Where it ends.
    label (str): What it is: one of `attrs.IDENTIFIER_LABELS`.
    confidence (float): How likely it is that.
    participant (Optional[str]): Whose it is, if that is known.
    """

    start: int
    end: int
    label: str
    confidence: float
    participant: str | None = None


class Listed(NamedTuple):
    """Words of a list, in small letters; read when the first text is looked at."""

    read: Callable[[], frozenset[str]]


class Beginning(NamedTuple):
    """How words begin, with four letters at most."""

    read: Callable[[], frozenset[str]]


class Asked(NamedTuple):
    """Words of which the answer to a question is yes."""

    question: Callable[[str], bool]


Anchor = str | frozenset[str] | Listed | Beginning | Asked


class Finder(NamedTuple):
    """Something that finds identifiers, and where it is asked.

    labels (frozenset[str]): The labels of what it finds.
    find (Callable[[Page], Iterable[Identifier]]): Gives what it finds, in any order; what overlaps is sorted out later.
    anchors (tuple[Anchor, ...]): One of these stands in each text in which it finds anything; none if that is any text.
    digits (bool): A digit stands there, too.
    apart (bool): It finds something in code, citations and the like as well, or looks after that itself.
    """

    labels: frozenset[str]
    find: Callable[[Page], Iterable[Identifier]]
    anchors: tuple[Anchor, ...] = ()
    digits: bool = False
    apart: bool = False


def shape(
    label: str,
    score: float | Callable[[Page, re.Match[str]], float],
    matches: re.Pattern[str] | Callable[[Page], Iterable[re.Match[str]]],
    *anchors: Anchor,
    group: str | int | None = 0,
    digits: bool = False,
    apart: bool = False,
) -> Finder:
    """Make a finder of what has a shape.

    label (str): What it is.
    score (Union[float, Callable]): How likely that is, or what tells it of a match; nothing is found where it is 0.
    matches (Union[re.Pattern[str], Callable]): The shape, looked for everywhere, or what looks for it.
    anchors (Anchor): See `Finder`, as the others.
    group (Optional[Union[str, int]]): The part of the match that counts; None for the last group.
    RETURNS (Finder): The finder.
    """
    found = partial(_find_shape, label, score, matches, group)
    return Finder(frozenset((label,)), found, anchors, digits, apart)


def _find_shape(
    label: str,
    score: float | Callable[[Page, re.Match[str]], float],
    matches: re.Pattern[str] | Callable[[Page], Iterable[re.Match[str]]],
    group: str | int | None,
    page: Page,
) -> Iterator[Identifier]:
    for m in matches.finditer(page.text) if isinstance(matches, re.Pattern) else matches(page):
        part = m.lastgroup or 0 if group is None else group
        confidence = score if isinstance(score, float) else score(page, m)
        if confidence and m[part]:
            yield Identifier(*m.span(part), label, confidence)


def bits_of(anchors: Iterable[Anchor]) -> int:
    """RETURNS (int): The bits of which a text has one if it has one of the anchors."""
    bits = 0
    for one in anchors:
        if isinstance(one, str):
            bits |= word_classes.sign(one)
        elif isinstance(one, Asked):
            bits |= word_classes.asked(one.question)
        elif isinstance(one, Beginning):
            bits |= word_classes.beginning(one.read())
        else:
            bits |= word_classes.listed(one.read() if isinstance(one, Listed) else one)
    return bits
