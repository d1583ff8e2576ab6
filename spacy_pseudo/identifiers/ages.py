"""How old somebody is, in figures and in words."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .grammars import find


def find_ages(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): AGE."""
    return find(page, "ages", "AGE")
