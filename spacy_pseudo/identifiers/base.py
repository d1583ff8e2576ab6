"""What finders of other personal data have in common: what they find, and the page that they read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from ..text.lexing import Text, lazy

_WORD: Final = re.compile(r"[^\W\d_]+")

# How the compounds in places/streets.txt end, looked for at once; 'Ringv. 8'.
_COMPOUNDS = frozenset(
    "atan ägen ränd rget tsen llén igen cken aden dden eden ajen raße asse ræde gata gate eien egen vej "
    "gade katu raat aan eg allee latz platz llee latz nweg sweg".split()
)
_SHORT_STREETS = ("v. ", "g. ", "str. ")


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


class Page(Text):
    """A text that finders read, and what several of them ask of it.

    lists (Mapping[str, frozenset[str]]): Words that a user has supplied, by label; folded.
    """

    lists: Mapping[str, frozenset[str]] = MappingProxyType({})

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
    def has_compound_street(self) -> bool:
        """RETURNS (bool): There is a word that ends like a street in Swedish or German."""
        return not _COMPOUNDS.isdisjoint({word[-4:] for word in self.vocabulary}) or any(
            self.text.endswith(_SHORT_STREETS, 0, digit) for digit in self.figures
        )

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
