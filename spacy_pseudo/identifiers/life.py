"""What people tell of their lives: origin, languages, work, schooling, family, and what a user's lists name."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .peoples import find_peoples
from .professions import find_professions
from .relatives import find_relatives
from .schooling import find_schooling
from .sensitive import find_sensitive


def find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): NATIONALITY, LANGUAGE, PROFESSION, EDUCATION, FAMILY and the sensitive labels."""
    for finder in (find_peoples, find_professions, find_schooling, find_relatives, find_sensitive):
        for one in finder(page):
            if not page.is_apart(one.start, one.end):
                yield one
