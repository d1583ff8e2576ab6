"""What finders of other personal data have in common: what they find, and the page that they read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"[^\W\d_]+")

# How the compounds in places/streets.txt end, looked for at once; 'Ringv. 8'.
_COMPOUNDS = frozenset(
    "atan ägen ränd rget tsen llén igen cken aden dden eden ajen raße asse ræde gata eien egen vej "
    "gade katu raat aan eg allee latz platz llee latz nweg sweg".split()
)
_SHORT_STREET = re.compile(r"(?:[vg]|str)\. \d")
_DIGIT = re.compile(r"\d")


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
    lang: str = "en"
    lists: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def low(self) -> str:
        """RETURNS (str): The text in small letters, each in its place."""
        low = self.text.lower()
        return (
            low if len(low) == len(self.text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in self.text)
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): The words in small letters, each once: most texts are spared the patterns."""
        return frozenset(_WORD.findall(self.low))

    def where(self, stems: frozenset[str]) -> Iterator[int]:
        """YIELDS (int): Where words begin that begin as one of these, by word; see `stems_of`."""
        for word in sorted(w for w in self.words if w[:4] in stems):
            at = self.low.find(word)
            while at >= 0:
                if not (at and self.low[at - 1].isalpha()):
                    yield at
                at = self.low.find(word, at + 1)

    @cached_property
    def apart(self) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): Code, output, formulas, citations and lists of references, in order: what
        stands there is hardly about somebody here."""
        from .apart import find_apart

        return find_apart(self.text)

    @cached_property
    def lower(self) -> str:
        """RETURNS (str): The text in small letters, for a quick look; offsets may differ."""
        return self.text.lower()

    @cached_property
    def has_digits(self) -> bool:
        """RETURNS (bool): There is a digit in it."""
        return _DIGIT.search(self.text) is not None

    @cached_property
    def has_compound_street(self) -> bool:
        """RETURNS (bool): There is a word that ends like a street in Swedish or German."""
        return not _COMPOUNDS.isdisjoint({word[-4:] for word in self.vocabulary}) or (
            self.has_digits and _SHORT_STREET.search(self.text) is not None
        )

    @cached_property
    def _letters(self) -> tuple[list[str], list[int]]:
        from ..text.words import words

        return words(self.text)

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
        return [word.lower() for word in self.tokens]

    @cached_property
    def folded_words(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters, folded."""
        from ..text.words import fold

        return self.small_words if self.text.isascii() else list(map(fold, self.tokens))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): Its different words, in small letters: whether one of many is there, at once."""
        return frozenset(self.small_words)

    def windows(self, words: Collection[str], before: int, after: int) -> Iterator[tuple[int, int]]:
        """Look for words, and for the text around them.

        words (Collection[str]): Words in small letters.
        before (int): Characters before a word.
        after (int): Characters after it.
        YIELDS (tuple[int, int]): Where a piece with one of them begins and ends; pieces do not overlap.
        """
        if self.vocabulary.isdisjoint(words):
            return
        places = [(at, at + len(word)) for word, at in zip(self.small_words, self.starts, strict=True) if word in words]
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


# Looks at a page and gives what it finds, in any order; what overlaps is sorted out later.
Finder = Callable[[Page], Iterable[Identifier]]
