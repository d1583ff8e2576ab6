"""Nationalities and languages: one word may be either, or neither."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .grammars import find


def find_peoples(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): NATIONALITY and LANGUAGE."""
    spoken = list(find(page, "languages", "LANGUAGE"))
    yield from spoken
    starts = {one.start for one in spoken}
    for one in find(page, "nationalities", "NATIONALITY"):
        if one.start not in starts:
            yield one
