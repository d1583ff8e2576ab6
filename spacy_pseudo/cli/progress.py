"""How far a command is: a bar on the terminal, or told to somebody else."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

# So many seconds lie between two reports of progress to somebody.
_TOLD_EVERY: Final = 0.25
# Is told how far a command is, instead of a terminal: in what, how many are done, and of how many.
Telling = Callable[[str, int, int | None], None]
_TELLING: ContextVar[Telling | None] = ContextVar("telling", default=None)


@contextmanager
def telling(tell: Telling) -> Iterator[None]:
    """Have progress told to somebody, and not drawn on the terminal."""
    token = _TELLING.set(tell)
    try:
        yield
    finally:
        _TELLING.reset(token)


def progress(items: Any, *, what: str, total: int | None = None, quiet: bool = False, unit: str = " messages") -> Any:
    """RETURNS (Iterator): The items, with a bar on the terminal while they go by."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    told = _TELLING.get()
    if told is None or quiet:
        return tqdm(items, desc=what, total=total, unit=unit, disable=True if quiet else None, leave=False)
    tell: Telling = told

    class Told(tqdm):  # type: ignore[misc]
        def display(self, *_: Any, **__: Any) -> None:
            tell(what, self.n, self.total)

    return Told(items, total=total, disable=False, leave=False, mininterval=_TOLD_EVERY, file=io.StringIO())
