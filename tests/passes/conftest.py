"""Workers find what tests give them to do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module", autouse=True)
def _found_by_workers() -> Iterator[None]:
    """The tests come last: the package itself stays where it was found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(Path(__file__).parents[2])])
        yield
