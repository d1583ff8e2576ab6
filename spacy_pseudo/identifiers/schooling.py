"""Degrees, programmes, subjects and stages of schooling that somebody has or takes."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .grammars import find


def find_schooling(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): EDUCATION."""
    return find(page, "schooling", "EDUCATION")
