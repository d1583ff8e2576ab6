"""Kin and partners of the writer, or of somebody whom the writer knows."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .grammars import find


def find_relatives(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): FAMILY."""
    return find(page, "relatives", "FAMILY")
