"""What finders of other personal data have in common: what they find, and the page that they read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_
from typing import Final, NamedTuple

from .. import languages
from ..text.lexing import Letters
from ..text.prose import fold_words, prepare
from ..text.words import words

_WORD: Final = re.compile(r"[^\W\d_]+")

# How the compounds in places/streets.txt end, looked for at once; 'Ringv. 8'.
_COMPOUNDS = frozenset(
    "atan ägen ränd rget tsen llén igen cken aden dden eden ajen raße asse ræde gata gate eien egen vej "
    "gade katu raat aan eg allee latz platz llee latz nweg sweg".split()
)
_SHORT_STREETS = ("v. ", "g. ", "str. ")
_FIGURES = re.compile(r"\d+")
# The same for texts of few characters: to name the digits is quicker than to ask what each character is.
_ASCII_FIGURES = re.compile(r"[0-9]+")


class _WordLists(dict[str, int]):
    """From a word to the lists that have it, as bits: it is looked up in all of them once, not in each text again."""

    def __init__(self) -> None:
        super().__init__()
        self.lists: list[frozenset[str]] = []
        self._bits: dict[int, int] = {}  # a list is known by itself, and stays

    def bit(self, words: frozenset[str]) -> int:
        """RETURNS (int): The bit that stands for a list."""
        bit = self._bits.get(id(words))
        if bit is None:
            bit = self._bits[id(words)] = 1 << len(self.lists)
            self.lists.append(words)
            for word in self.keys() & words:
                self[word] |= bit
        return bit

    def __missing__(self, word: str) -> int:
        bits = sum(1 << number for number, words in enumerate(self.lists) if word in words)
        if len(self) < _REMEMBERED:
            self[word] = bits
        return bits


_REMEMBERED: Final = 300_000
_word_lists = _WordLists()


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


@dataclass(frozen=True)
class Page:
    """A text, and what several finders ask of it, looked up once.

    text (str): The text.
    lang (str): Its language; rules of English are used along with those of the language, since people mix them.
    lists (Mapping[str, frozenset[str]]): Words that a user has supplied, by label; folded.
    """

    text: str
    lang: str = languages.BASE
    lists: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def apart(self) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): Code, output, formulas, citations and lists of references, in order: what
        stands there is hardly about somebody here."""
        from .apart import find_apart

        return find_apart(self)

    @cached_property
    def letters(self) -> Letters:
        """RETURNS (Letters): The text as types of words, for rules."""
        from .grammars import letters

        return letters(self.text, self.lang)

    @cached_property
    def lower(self) -> str:
        """RETURNS (str): The text in small letters, for a quick look; offsets may differ."""
        return self.text.lower()

    @cached_property
    def figures(self) -> list[int]:
        """RETURNS (list[int]): Where each run of digits begins."""
        pattern = _ASCII_FIGURES if self.text.isascii() else _FIGURES
        return [m.start() for m in pattern.finditer(self.text)]

    @cached_property
    def free_figures(self) -> list[int]:
        """RETURNS (list[int]): Where a run of digits begins after no letter, full stop, dash or underscore."""
        text = self.text
        return [at for at in self.figures if not at or not (text[at - 1].isalnum() or text[at - 1] in ".-_")]

    @property
    def has_digits(self) -> bool:
        """RETURNS (bool): There is a digit in it."""
        return bool(self.figures)

    def has_figure(self, start: int, end: int) -> bool:
        """RETURNS (bool): A run of digits begins in a place."""
        at = bisect_left(self.figures, start)
        return at < len(self.figures) and self.figures[at] < end

    @cached_property
    def _lettered(self) -> list[int]:
        """Where a run of digits begins after a letter, or after a letter and one blank or dash."""
        text = self.text
        return [
            digit
            for digit in self.figures
            if text[digit - 1 : digit].isalpha()
            or ((text[digit - 1 : digit] == "-" or text[digit - 1 : digit].isspace()) and text[digit - 2].isalpha())
        ]

    def by_figures(self, pattern: re.Pattern[str], signs: str = "", least: int = 1) -> Iterator[re.Match[str]]:
        """Look for what begins with a digit; quicker than to try everywhere.

        pattern (re.Pattern[str]): A pattern that never begins within a run of digits.
        signs (str): What may stand before the first digit, each once.
        least (int): Without signs, how many digits it begins with, at least.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        if not signs:
            yield from self._from_figures(pattern, self.figures, least)
            return
        done, text, match = 0, self.text, pattern.match
        for digit in self.figures:
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
        done, text, match = 0, self.text, pattern.match
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
                if m := pattern.match(self.text, start):
                    yield m
                    done = m.end()
                    break

    @cached_property
    def has_compound_street(self) -> bool:
        """RETURNS (bool): There is a word that ends like a street in Swedish or German."""
        return not _COMPOUNDS.isdisjoint({word[-4:] for word in self.vocabulary}) or any(
            self.text.endswith(_SHORT_STREETS, 0, digit) for digit in self.figures
        )

    @cached_property
    def _letters(self) -> tuple[list[str], list[int]]:
        prose = prepare(self.text)
        return words(self.text) if prose.blank else (prose.words, prose.starts)

    @property
    def tokens(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters."""
        return self._letters[0]

    @property
    def starts(self) -> list[int]:
        """RETURNS (list[int]): Where each run of letters begins."""
        return self._letters[1]

    @cached_property
    def small_words(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters in small letters."""
        return "\n".join(self.tokens).lower().split("\n") if self.tokens else []

    @cached_property
    def folded_words(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters, folded."""
        return self.small_words if self.text.isascii() else fold_words(self.tokens)

    def word_before(self, start: int) -> str:
        """RETURNS (str): The word before a place, in small letters; empty if there is more than a blank between."""
        if self.text[start - 1 : start] == "\n":
            start -= 1
        number = bisect_left(self.starts, start) - 1
        if number < 0 or self.text[start - 1] not in " \u00a0":
            return ""
        return self.small_words[number] if self.starts[number] + len(self.tokens[number]) == start - 1 else ""

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        """Which runs of letters a word is, in small letters."""
        found = defaultdict[str, list[int]](list)
        for number, word in enumerate(self.small_words):
            found[word].append(number)
        return found

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): Its different words, in small letters: whether one of many is there, at once."""
        return frozenset(self._numbers)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(word[:4] for word in self.vocabulary)

    @cached_property
    def _listed(self) -> dict[int, int]:
        """Which lists have one of its words, as bits, by how many lists were known then."""
        return {}

    def _has_any(self, words: frozenset[str]) -> bool:
        bit = _word_lists.bit(words)
        if (known := len(_word_lists.lists)) not in self._listed:
            self._listed[known] = reduce(or_, map(_word_lists.__getitem__, self.vocabulary), 0)
        return bool(self._listed[known] & bit)

    def numbers(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Which of the runs of letters are one of these words, in order; see `tokens`. The same
        lists are asked for in every text."""
        return self.numbers_of(words) if self._has_any(words) else []

    def numbers_of(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): As `numbers`, for words that nobody will ask another text for."""
        return sorted(number for word in self.vocabulary & words for number in self._numbers[word])

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
        if self._stems.isdisjoint(stems):
            return []
        return self.places_of(frozenset(word for word in self.vocabulary if word[:4] in stems))

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
            end = min(len(self.text), last + after)
        yield start, end

    @cached_property
    def shouts(self) -> bool:
        """RETURNS (bool): It is written in capitals, so that a capital says nothing."""
        letters = self.text[:400]
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


# Looks at a page and gives what it finds, in any order; what overlaps is sorted out later.
Finder = Callable[[Page], Iterable[Identifier]]
