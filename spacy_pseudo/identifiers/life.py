"""What people tell of their lives: origin, languages, work, schooling, family, and what a user's lists name."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .grammars import find
from .sensitive import find_sensitive


def find_life(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): NATIONALITY, LANGUAGE, PROFESSION, EDUCATION, FAMILY and the sensitive labels."""
    spoken = list(find(page, names=("languages",)))
    yield from spoken
    starts = {one.start for one in spoken}
    # One word may be a nationality or a language, or neither.
    yield from (one for one in find(page, names=("nationalities",)) if one.start not in starts)
    yield from find(page, names=("professions", "schooling", "relatives"))
    yield from (one for one in find_sensitive(page) if not page.is_apart(one.start, one.end))
