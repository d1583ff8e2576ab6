"""All finders together: every place gets one label, and no two places overlap."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from .. import resources
from . import institutions, life, numbers, online, phones, places, times
from .base import Finder, Identifier, Page

# By family, in the order in which they are asked; each family is a module with a function `find`.
FINDERS: Final[Sequence[Finder]] = (
    *(online.find, phones.find, numbers.find),
    *(times.find, places.find, institutions.find, life.find),
)


def find_identifiers(
    text: str,
    *,
    lang: str = "en",
    labels: Collection[str] | None = None,
    lists: Mapping[str, frozenset[str]] | None = None,
    finders: Iterable[Finder] = FINDERS,
) -> list[Identifier]:
    """Find other personal data.

    text (str): The text.
    lang (str): Its language.
    labels (Optional[Collection[str]]): Only these; None for all.
    lists (Optional[Mapping[str, frozenset[str]]]): Words that a user has supplied, by label; folded.
    finders (Iterable[Finder]): What looks for them.
    RETURNS (list[Identifier]): What was found, in order, without overlaps: the surer of two, then the longer one.
    """
    page = Page(text, lang, lists or {})
    # The finders ask for the lists of other languages by themselves.
    with resources.speaking(resources.BASE):
        found = [one for finder in finders for one in finder(page) if labels is None or one.label in labels]
    return without_overlaps(found)


def without_overlaps(found: Iterable[Identifier]) -> list[Identifier]:
    """RETURNS (list[Identifier]): In order; of what overlaps, the surer one, then the longer one."""
    kept: list[Identifier] = []  # in order, so that only the neighbours have to be asked
    for one in sorted(found, key=lambda i: (-round(i.confidence, 2), i.start - i.end, i.start, i.label)):
        at = bisect_left(kept, one)
        if (at == len(kept) or one.end <= kept[at].start) and (at == 0 or kept[at - 1].end <= one.start):
            kept.insert(at, one)
    return kept
