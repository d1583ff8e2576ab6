"""Where people learn and work: schools and employers."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Identifier, Page
from .employers import find_employers
from .schools import find_schools


def find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): SCHOOL and EMPLOYER."""
    for one in (*find_schools(page), *find_employers(page)):
        if not page.is_apart(one.start, one.end):
            yield one
