"""Schools, by the shape of their names and by what is said of them."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .grammars import find


def find_schools(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): SCHOOL."""
    return find(page, "schools", "SCHOOL")
