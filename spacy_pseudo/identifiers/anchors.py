"""What must stand in a text for a finder to find anything: a sign, digits, a word of a list or one that begins so.

All of it is one number per text: a bit for each sign and each class of words. Each word is looked up in all lists once,
and not in each text again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from ..text.words import fold

if TYPE_CHECKING:
    from .base import Page

# So many words are remembered with their classes; then it is begun anew.
_REMEMBERED: Final = 50_000
_STEM: Final = 4
# Facts of every text, and of one with a digit, with three and with six of them close together.
ANYTHING: Final = 1
DIGITS: Final = {0: 0, 1: 2, 3: 4, 6: 8}


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


class Folded(NamedTuple):
    """As `Listed`, of folded words."""

    read: Callable[[], Iterable[str]]


class Ending(NamedTuple):
    """How words end, with four letters at most."""

    read: Callable[[], frozenset[str]]


# A sign, words, or one of these.
Anchor = str | frozenset[str] | Listed | Folded | Beginning | Ending | Asked


class WordClasses(dict[str, int]):
    """From a word in small letters to the classes that it has, as bits; and the signs that finders ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.signs: dict[str, list[tuple[str, int]]] = {}
        self._bits: dict[Anchor, int] = {}
        self._tables: dict[type, dict[str, int]] = {kind: {} for kind in (Listed, Folded, Beginning, Ending)}
        self._questions: list[tuple[Callable[[str], bool], int]] = []

    def __missing__(self, word: str) -> int:
        listed, folded, stems, ends = self._tables.values()
        key = word if word.isascii() else fold(word)
        bits = listed.get(word, 0) | folded.get(key, 0) | stems.get(word[:_STEM], 0) | ends.get(word[-_STEM:], 0)
        for question, bit in self._questions:
            if question(word):
                bits |= bit
        if len(self) >= _REMEMBERED:
            self.clear()
        self[word] = bits
        return bits

    @property
    def count(self) -> int:
        """RETURNS (int): How many anchors are known."""
        return len(self._bits)

    def bit(self, anchor: Anchor) -> int:
        """RETURNS (int): The bit that stands for an anchor."""
        if anchor not in self._bits:
            bit = self._bits[anchor] = 16 << len(self._bits)
            self.clear()
            if isinstance(anchor, str):  # by its rarest character, which is no letter
                rare = next((char for char in anchor if not char.isalnum() and char != " "), anchor[0])
                self.signs.setdefault(rare, []).append((anchor, bit))
            elif isinstance(anchor, Asked):
                self._questions.append((anchor.question, bit))
            else:
                table = self._tables[Listed if isinstance(anchor, frozenset) else type(anchor)]
                for word in anchor if isinstance(anchor, frozenset) else anchor.read():
                    table[word] = table.get(word, 0) | bit
        return self._bits[anchor]


word_classes: Final = WordClasses()


class Finder(NamedTuple):
    """Something that finds identifiers, and where it is asked.

    labels (frozenset[str]): The labels of what it finds.
    find (Callable[[Page], Iterable[Identifier]]): Gives what it finds, in any order; what overlaps is sorted out later.
    anchors (tuple[Anchor, ...]): One of these stands in each text in which it finds anything; none if that is any text.
    digits (int): So many digits stand there besides, close together: 0, 1, 3 or 6.
    apart (bool): It finds something in code, citations and the like as well, or looks after that itself.
    """

    labels: frozenset[str]
    find: Callable[[Page], Iterable[Identifier]]
    anchors: tuple[Anchor, ...] = ()
    digits: int = 0
    apart: bool = False

    @property
    def facts(self) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): The facts of which a text needs one, and those that it needs besides."""
        return sum(set(map(word_classes.bit, self.anchors))) or ANYTHING, DIGITS[self.digits]


def shape(
    label: str,
    score: float | Callable[[Page, re.Match[str]], float],
    matches: Callable[[Page], Iterable[re.Match[str] | None]],
    *anchors: Anchor,
    group: str | int | None = 0,
    digits: int = 0,
    apart: bool = False,
) -> Finder:
    """Make a finder of what has a shape.

    label (str): What it is.
    score (Union[float, Callable]): How likely that is, or what tells it of a match; nothing is found where it is 0.
    matches (Callable[[Page], Iterable[Optional[re.Match[str]]]]): Looks for the shape.
    anchors (Anchor): See `Finder`, as the others.
    group (Optional[Union[str, int]]): The part of the match that counts; None for the last group.
    RETURNS (Finder): The finder.
    """
    return Finder(frozenset((label,)), partial(_find, label, score, matches, group), anchors, digits, apart)


def _find(
    label: str,
    score: float | Callable[[Page, re.Match[str]], float],
    matches: Callable[[Page], Iterable[re.Match[str] | None]],
    group: str | int | None,
    page: Page,
) -> Iterator[Identifier]:
    for m in filter(None, matches(page)):
        part = m.lastgroup or 0 if group is None else group
        confidence = score if isinstance(score, float) else score(page, m)
        if confidence and m[part]:
            yield Identifier(*m.span(part), label, confidence)


Table = tuple[tuple[Finder, int, int], ...]


def table_of(finders: Iterable[Finder]) -> Table:
    """RETURNS (Table): Finders with the facts that they ask for."""
    return tuple((finder, *finder.facts) for finder in finders)


def ask(table: Table, page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): What finders find, each asked only where its anchors stand; some of it overlaps."""
    facts = page.facts
    for finder in [finder for finder, one_of, besides in table if facts & one_of and facts & besides == besides]:
        for one in finder.find(page):
            if finder.apart or not page.is_apart(one.start, one.end):
                yield one
