"""What people do for a living, said of somebody; and whom they do it for."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .grammars import find


def find_professions(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): PROFESSION, and the EMPLOYER after one."""
    return find(page, "professions", "PROFESSION")
