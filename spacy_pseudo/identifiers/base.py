"""The page that finders of other personal data read, and what several of them ask of it, looked up once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import chain
from operator import or_
from types import MappingProxyType
from typing import Final

from ..text.lexing import Text, lazy
from .anchors import ANYTHING, DIGITS, Anchor, word_classes
from .anchors import Identifier as Identifier

_WORD: Final = re.compile(r"[^\W\d_]+")
_THREE: Final = re.compile(r"\d(?:[ ./-]?\d){2}")
SIX: Final = re.compile(r"\d(?:[ \u00a0\u202f./()\n‐-―-]{0,6}\d){5}")
_LETTER_BEFORE: Final = re.compile(r"[^\W\d_][\s-]?\Z")
# So much of a text tells whether it is written in capitals.
_BEGINNING: Final = 400


class Page(Text):
    """A text that finders read.

    lists (Mapping[str, frozenset[str]]): Words that a user has supplied, by label; folded.
    rules (tuple[str, ...]): Rules that a user has supplied.
    """

    lists: Mapping[str, frozenset[str]] = MappingProxyType({})
    rules: tuple[str, ...] = ()

    @property
    def text(self) -> Page:
        """RETURNS (Page): The text itself."""
        return self

    @lazy
    def apart(self) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): Code, output, formulas, citations and lists of references, in order: what
        stands there is hardly about somebody here."""
        from .apart import find_apart

        return find_apart(self)

    def is_apart(self, start: int, end: int) -> bool:
        """RETURNS (bool): A place lies in code, a citation or the like, at least in part."""
        at = bisect_left(self.apart, (end,)) - 1
        return at >= 0 and self.apart[at][1] > start

    @property
    def facts(self) -> int:
        """RETURNS (int): What finders may be anchored to: classes of words, signs, digits."""
        if self._facts[0] != word_classes.count:
            self._facts = word_classes.count, self._look()
        return self._facts[1]

    _facts = (-1, 0)  # not yet looked at

    def _look(self) -> int:
        self._classes = {word: classes for word in self.vocabulary if (classes := word_classes[word])}
        self._numbered: dict[str, list[int]] = {}
        facts = reduce(or_, self._classes.values(), ANYTHING)
        if self.figures:
            facts |= DIGITS[1]
            if _THREE.search(self):
                facts |= DIGITS[3] | (DIGITS[6] if SIX.search(self) else 0)
        for rare, signs in word_classes.signs.items():
            if rare in self:
                for sign, bit in signs:
                    if sign in self:
                        facts |= bit
        return facts

    # --- Where digits are ---

    def has_figure(self, start: int, end: int) -> bool:
        """RETURNS (bool): A run of digits begins in a place."""
        at = bisect_left(self.figures, start)
        return at < len(self.figures) and self.figures[at] < end

    @lazy
    def _glued(self) -> list[int]:
        """Where a run of digits begins after a letter."""
        return [digit for digit in self.figures if self[digit - 1 : digit].isalpha()]

    @lazy
    def _near_letters(self) -> list[int]:
        """Where a run of digits begins after a letter, or after a letter and one blank or dash."""
        before = ((digit, self[max(0, digit - 2) : digit]) for digit in self.figures)
        return [digit for digit, chars in before if _LETTER_BEFORE.search(chars)]

    def from_figures(
        self, pattern: re.Pattern[str], signs: str = "", maybe: re.Pattern[str] | None = None
    ) -> Iterator[re.Match[str]]:
        """Look for what begins with a digit; quicker than to try everywhere.

        pattern (re.Pattern[str]): A pattern that never begins within a run of digits.
        signs (str): What may stand before the first digit, each once.
        maybe (Optional[re.Pattern[str]]): The same in short from the first digit on, for a quick look.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        done, match = 0, pattern.match
        for digit in self.figures:
            if digit < done or (maybe is not None and maybe.match(self, digit) is None):
                continue
            start = digit
            while start > done and digit - start < len(signs) and self[start - 1] in signs:
                start -= 1
            for at in range(start, digit + 1):
                if m := match(self, at):
                    yield m
                    done = m.end()
                    break

    def from_letters(self, pattern: re.Pattern[str], most: int, *, gap: bool = False) -> Iterator[re.Match[str]]:
        """Look for what begins with letters and goes on with digits: codes.

        pattern (re.Pattern[str]): A pattern of letters and a digit.
        most (int): The most characters that stand before the first digit.
        gap (bool): A blank or a dash may stand between.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        done = 0
        for digit in self._near_letters if gap else self._glued:
            for start in range(max(done, digit - most), digit):
                if m := pattern.match(self, start):
                    yield m
                    done = m.end()
                    break

    # --- Where words are ---

    def words(self, anchor: Anchor) -> set[str]:
        """RETURNS (set[str]): Which of its words a finder is anchored to, in small letters."""
        bit = word_classes.bit(anchor)
        return {word for word, classes in self._classes.items() if classes & bit} if self.facts & bit else set()

    def numbers(self, anchor: Anchor) -> list[int]:
        """RETURNS (list[int]): Which of the runs of letters a finder is anchored to, in order; see `tokens`."""
        bit = word_classes.bit(anchor)
        if not self.facts & bit:
            return []
        if not self._numbered:
            self._numbered = {word: [] for word in self._classes}
            for number, word in enumerate(self.small_words):
                if word in self._numbered:
                    self._numbered[word].append(number)
        found = [self._numbered[word] for word, classes in self._classes.items() if classes & bit]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    def places(self, anchor: Anchor, following: Anchor | None = None) -> list[int]:
        """RETURNS (list[int]): Where these words begin, in order; only where one of the others follows, if asked."""
        numbers = self.numbers(anchor)
        if following is not None and numbers:
            after = {number - 1 for number in self.numbers(following)}
            numbers = [number for number in numbers if number in after]
        return [self.starts[number] for number in numbers]

    def windows(self, words: Anchor | list[int], before: int, after: int) -> Iterator[tuple[int, int]]:
        """Look for words, and for the text around them.

        words (Union[Anchor, list[int]]): What to look for, or which of the runs of letters, in order.
        before (int): Characters before a word.
        after (int): Characters after it.
        YIELDS (tuple[int, int]): Where a piece with one of them begins and ends; pieces do not overlap.
        """
        numbers = words if isinstance(words, list) else self.numbers(words)
        if not numbers:
            return
        places = [(self.starts[number], self.starts[number] + len(self.tokens[number])) for number in numbers]
        start = end = max(0, places[0][0] - before)
        for first, last in places:
            if first - before > end > start:
                yield start, end
                start = first - before
            end = min(len(self), last + after)
        yield start, end

    @lazy
    def shouts(self) -> bool:
        """RETURNS (bool): It is written in capitals, so that a capital says nothing."""
        letters = self[:_BEGINNING]
        return sum(map(str.isupper, letters)) > 2 * sum(map(str.islower, letters))


def stems_of(alternatives: str) -> frozenset[str]:
    """How the words of a pattern begin, to look for them before the pattern is tried.

    alternatives (str): What a pattern is made of: words with '|' between.
    RETURNS (frozenset[str]): The first letters of each, four at most; shorter words as they are.
    """
    found = [(one.lower(), m[0]) for one in alternatives.split("|") if (m := _WORD.match(one.lower()))]
    # The last letter before a question mark may be missing: 'cars?'.
    shorter = {word[:-1] for one, word in found if one[len(word) : len(word) + 1] == "?"}
    return frozenset(word[:4] for word in {*(word for _, word in found), *shorter} if len(word) > 1)


def first_stems(patterns: Iterable[str]) -> frozenset[str]:
    """RETURNS (frozenset[str]): As `stems_of`, of patterns of several words each: '(?:credit|debit)? ?card' begins with
    each of the three, 'pay(?: it)? to' with the first only."""
    first: list[str] = []
    for pattern in patterns:
        group, closing, rest = (
            pattern.removeprefix("(?:").partition(")") if pattern.startswith("(") else ("", "", pattern)
        )
        first += group.split("|") if closing else ()
        first.append(rest.lstrip("? ").partition("(")[0])
    return stems_of("|".join(first))
