"""What finders of other personal data have in common: what they find, and the page that they read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Identifier(NamedTuple):
    """A place that may give somebody away; offsets count Unicode code points.

    start (int): Where it begins.
    end (int): Where it ends.
    label (str): What it is: one of `attrs.IDENTIFIER_LABELS`.
    confidence (float): How likely it is that.
    """

    start: int
    end: int
    label: str
    confidence: float


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
    def apart(self) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): Code, output, formulas, citations and lists of references, in order: what
        stands there is hardly about somebody here."""
        from .apart import find_apart

        return find_apart(self.text)

    def is_apart(self, start: int, end: int) -> bool:
        """RETURNS (bool): A place lies in code, a citation or the like, at least in part."""
        return any(first < end and start < last for first, last in self.apart)


# Looks at a page and gives what it finds, in any order; what overlaps is sorted out later.
Finder = Callable[[Page], Iterable[Identifier]]
