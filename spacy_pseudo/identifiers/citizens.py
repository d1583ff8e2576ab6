"""Numbers that states give to people, by their shapes and check digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from .anchors import Listed, shape
from .base import Page
from .checks import is_citizen
from .shapes import Shapes

_like: Final = Shapes("numbers")


_BEFORE, _AFTER = 45, 30


@cache
def _around() -> frozenset[str]:
    """Words near a number that make it a person's: 'id', 'citizen', and peoples."""
    peoples = (line.partition(":")[0].lower() for line in languages.own_and_base("peoples", languages.ALL))
    return frozenset((*peoples, *languages.any_of("number_words", "person").split("|")))


def _own_like(page: Page) -> Iterator[re.Match[str]]:
    # Six letters, then the first digit.
    fiscal = (
        _like.fiscal.match(page.text, at - 6) for at in page.figures if at > 5 and page.text[at - 6 : at].isalpha()
    )
    return filter(None, (*page.by_free_figures(_like.own_shape, 2), *fiscal))


def _by_words(page: Page, m: re.Match[str]) -> float:
    before = _like.stop.split(page.text[max(0, m.start() - _BEFORE) : m.start()])[-1]
    near = f"{before} {page.text[m.end() : m.end() + _AFTER]}".lower()
    return 0.82 * (not _around().isdisjoint(_like.words.findall(near)) and is_citizen(m[0]))


def _long(page: Page) -> Iterator[re.Match[str]]:
    yield from page.by_free_figures(_like.long, 7)
    yield from page.by_letters(_like.foreign, 2)


FINDERS: Final = (
    shape("ID", lambda page, m: 0.93 * is_citizen(m[0]), _own_like, digits=True),
    shape("ID", _by_words, _long, Listed(_around), digits=True),
)
