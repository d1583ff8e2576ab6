"""Dates, time stamps and ages."""

from __future__ import annotations

from collections.abc import Iterator

from .ages import find_ages
from .base import Identifier, Page
from .dates import find_dates


def find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): DATE, TIME and AGE."""
    yield from find_dates(page)
    yield from find_ages(page)
