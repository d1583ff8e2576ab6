"""What finders of other personal data have in common: what they find, and the page that they read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Final

from ..text.lexing import Text, lazy
from .anchors import ANYTHING, DIGITS, word_classes
from .anchors import Identifier as Identifier

_WORD: Final = re.compile(r"[^\W\d_]+")
# So much of a text tells whether it is written in capitals.
_BEGINNING: Final = 400


class Page(Text):
    """A text that finders read, and what several of them ask of it, looked up once.

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

    @lazy
    def free_figures(self) -> list[int]:
        """RETURNS (list[int]): Where a run of digits begins after no letter, full stop, dash or underscore."""
        text = self
        return [at for at in self.figures if not at or not (text[at - 1].isalnum() or text[at - 1] in ".-_")]

    @property
    def has_digits(self) -> bool:
        """RETURNS (bool): There is a digit in it."""
        return bool(self.figures)

    def has_figure(self, start: int, end: int) -> bool:
        """RETURNS (bool): A run of digits begins in a place."""
        at = bisect_left(self.figures, start)
        return at < len(self.figures) and self.figures[at] < end

    @lazy
    def _lettered(self) -> list[int]:
        """Where a run of digits begins after a letter, or after a letter and one blank or dash."""
        text = self
        return [
            digit
            for digit in self.figures
            if text[digit - 1 : digit].isalpha()
            or ((text[digit - 1 : digit] == "-" or text[digit - 1 : digit].isspace()) and text[digit - 2].isalpha())
        ]

    def by_figures(
        self, pattern: re.Pattern[str], signs: str = "", maybe: re.Pattern[str] | None = None
    ) -> Iterator[re.Match[str]]:
        """Look for what begins with a digit; quicker than to try everywhere.

        pattern (re.Pattern[str]): A pattern that never begins within a run of digits.
        signs (str): What may stand before the first digit, each once.
        maybe (Optional[re.Pattern[str]]): The same in short from the first digit on, for a quick look.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        done, text, match = 0, self, pattern.match
        for digit in self.figures:
            if digit < done or (maybe is not None and maybe.match(text, digit) is None):
                continue
            start = digit
            while start > done and digit - start < len(signs) and text[start - 1] in signs:
                start -= 1
            for at in range(max(start, done), digit + 1):
                if m := match(text, at):
                    yield m
                    done = m.end()
                    break

    def by_free_figures(self, pattern: re.Pattern[str], least: int = 1) -> Iterator[re.Match[str]]:
        """As `by_figures`, for patterns that begin after no letter, full stop, dash or underscore.

        pattern (re.Pattern[str]): A pattern that never begins within a run of digits.
        least (int): How many digits it begins with, at least.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        return self._from_figures(pattern, self.free_figures, least)

    def _from_figures(self, pattern: re.Pattern[str], figures: list[int], least: int) -> Iterator[re.Match[str]]:
        done, text, match = 0, self, pattern.match
        for digit in figures:
            if digit >= done and (least == 1 or text[digit : digit + least].isdigit()) and (m := match(text, digit)):
                yield m
                done = m.end()

    def by_letters(self, pattern: re.Pattern[str], most: int) -> Iterator[re.Match[str]]:
        """Look for what begins with letters and goes on with digits: codes.

        pattern (re.Pattern[str]): A pattern of letters, perhaps a blank or a dash, and a digit.
        most (int): The most characters that stand before the first digit.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        done = 0
        for digit in self._lettered:
            for start in range(max(done, digit - most), digit):
                if m := pattern.match(self, start):
                    yield m
                    done = m.end()
                    break

    def word_before(self, start: int) -> str:
        """RETURNS (str): The word before a place, in small letters; empty if there is more than a blank between."""
        if self[start - 1 : start] == "\n":
            start -= 1
        number = bisect_left(self.starts, start) - 1
        if number < 0 or self[start - 1] not in " \u00a0":
            return ""
        return self.small_words[number] if self.starts[number] + len(self.tokens[number]) == start - 1 else ""

    @lazy
    def _classified(self) -> dict[int, tuple[int, dict[int, list[int]]]]:
        """The classes of its words, by how many classes were known then."""
        return {}

    def _classes(self) -> tuple[int, dict[int, list[int]]]:
        """The classes that its words have, all together, and which words have the same ones."""
        known = word_classes.count
        if known not in self._classified:
            found = defaultdict[int, list[int]](list)
            for number, classes in enumerate(map(word_classes.__getitem__, self.small_words)):
                if classes:
                    found[classes].append(number)
            self._classified[known] = reduce(or_, found, 0), found
        return self._classified[known]

    @property
    def facts(self) -> int:
        """RETURNS (int): What finders may be anchored to: classes of words, signs, digits."""
        facts = self._classes()[0] | ANYTHING | (DIGITS if self.figures else 0)
        for first, signs in word_classes.signs.items():
            if first in self:
                facts |= sum(bit for sign, bit in signs.items() if sign in self)
        return facts

    def _numbers_with(self, bit: int) -> list[int]:
        together, classes = self._classes()
        if not together & bit:
            return []
        return sorted(number for own, numbers in classes.items() if own & bit for number in numbers)

    def numbers(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Which of the runs of letters are one of these words, in order; see `tokens`. The same
        lists are asked for in every text."""
        return self._numbers_with(word_classes.listed(words))

    def numbers_that(self, question: Callable[[str], bool]) -> list[int]:
        """RETURNS (list[int]): Of which of the runs of letters, in small letters, the answer to a question is yes. The
        same questions are asked in every text."""
        return self._numbers_with(word_classes.asked(question))

    def numbers_of(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): As `numbers`, for words that nobody will ask another text for."""
        return [number for number, word in enumerate(self.small_words) if word in words]

    def folded_numbers(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): As `numbers`, for folded words."""
        if self.folded_words is self.small_words:
            return self.numbers(words)
        return [number for number, word in enumerate(self.folded_words) if word in words]

    def places(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Where these words begin, in order."""
        starts = self.starts
        return [starts[number] for number in self.numbers(words)]

    def places_of(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): As `places`, for words that nobody will ask another text for."""
        return [self.starts[number] for number in self.numbers_of(words)]

    def places_before(self, words: frozenset[str], following: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Where these words begin, in order, if one of the others follows."""
        if self.vocabulary.isdisjoint(following):
            return []
        after = {number - 1 for number in self.numbers(following)}
        return [self.starts[number] for number in self.numbers(words) if number in after]

    def where(self, stems: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Where words begin that begin as one of these, in order; see `stems_of`."""
        return [self.starts[number] for number in self._numbers_with(word_classes.beginning(stems))]

    def windows(self, words: frozenset[str], before: int, after: int) -> Iterator[tuple[int, int]]:
        """Look for words, and for the text around them.

        words (frozenset[str]): Words in small letters.
        before (int): Characters before a word.
        after (int): Characters after it.
        RETURNS (Iterator[tuple[int, int]]): Where a piece with one of them begins and ends; pieces do not overlap.
        """
        return self.windows_at(self.numbers(words), before, after)

    def windows_at(self, numbers: list[int], before: int, after: int) -> Iterator[tuple[int, int]]:
        """As `windows`, for words that were found before.

        numbers (list[int]): Which of the runs of letters, in order; see `numbers`.
        before (int): Characters before a word.
        after (int): Characters after it.
        YIELDS (tuple[int, int]): Where a piece with one of them begins and ends; pieces do not overlap.
        """
        if not numbers:
            return
        starts, words = self.starts, self.small_words
        places = [(starts[number], starts[number] + len(words[number])) for number in numbers]
        start = max(0, places[0][0] - before)
        end = start
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

    def is_apart(self, start: int, end: int) -> bool:
        """RETURNS (bool): A place lies in code, a citation or the like, at least in part."""
        at = bisect_left(self.apart, (end,)) - 1
        return at >= 0 and self.apart[at][1] > start


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
