"""All finders together: every place gets one label, and no two places overlap."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from .. import languages
from . import institutions, life, locations, numbers, online, phones, times
from .base import Finder, Identifier, Page

# Whoever has said once what it is has said it for all places.
_REPEATED: Final = frozenset(("ADDRESS", "PHONE", "EMAIL"))
_PIECE: Final = re.compile(r"\w+")
_BETWEEN: Final = r"[\s>|,.@()/+-]{1,8}"
_SHORTEST: Final = 8  # letters and digits
_AGAIN: Final = 0.8
# By family, in the order in which they are asked; each family is a module with a function `find`.
FINDERS: Final[Sequence[Finder]] = (
    *(online.find, phones.find, numbers.find),
    *(times.find, locations.find, institutions.find, life.find),
)


def find_identifiers(
    text: str,
    *,
    lang: str = languages.BASE,
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
    page = text if isinstance(text, Page) and text.lang == lang else Page(text, lang)
    page.lists = lists or {}
    # The finders ask for the lists of other languages by themselves.
    with languages.speaking(languages.BASE):
        found = [one for finder in finders for one in finder(page) if labels is None or one.label in labels]
    found = without_overlaps(found)
    return without_overlaps([*found, *_again(text, found)]) if found else found


def _again(text: str, found: Iterable[Identifier]) -> Iterator[Identifier]:
    """YIELDS (Identifier): What was recognised once, in another layout: after '|', divided by the end of a line."""
    for one in {(i.label, text[i.start : i.end]): i for i in found if i.label in _REPEATED}.values():
        pieces = _PIECE.findall(text[one.start : one.end])
        if sum(map(len, pieces)) < _SHORTEST or text.count(pieces[0]) < 2:
            continue
        pattern = re.compile(rf"(?<!\w){_BETWEEN.join(map(re.escape, pieces))}(?!\w)", re.IGNORECASE)
        for m in pattern.finditer(text):
            if m.end() <= one.start or one.end <= m.start():
                yield one._replace(start=m.start(), end=m.end(), confidence=min(one.confidence, _AGAIN))


def without_overlaps(found: Iterable[Identifier]) -> list[Identifier]:
    """RETURNS (list[Identifier]): In order; of what overlaps, the surer one, then the longer one."""
    kept: list[Identifier] = []  # in order, so that only the neighbours have to be asked
    for one in sorted(found, key=lambda i: (-round(i.confidence, 2), i.start - i.end, i.start, i.label)):
        at = bisect_left(kept, one)
        if (at == len(kept) or one.end <= kept[at].start) and (at == 0 or kept[at - 1].end <= one.start):
            kept.insert(at, one)
    return kept
