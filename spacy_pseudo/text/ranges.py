"""Places of a text: whether one touches others, and which of several that overlap counts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any, Protocol, TypeVar


class Place(Protocol):
    """Whatever has a start and an end: a slot, a mention, an identifier."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=Place)


class Ranges:
    """Ranges, in any order.

    ranges (Iterable[tuple[int, int]]): Where each begins and ends.
    """

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._reach: list[int] = []  # where all that begin up to here have ended
        if ordered := sorted(ranges):
            self._starts, self._ends = [start for start, _ in ordered], [end for _, end in ordered]
            self._reach = list(accumulate(self._ends, max))

    @classmethod
    def of(cls, places: Iterable[Place]) -> Ranges:
        """RETURNS (Ranges): Those of some places."""
        return cls((place.start, place.end) for place in places)

    def add(self, start: int, end: int) -> None:
        """Add a range."""
        at = bisect_right(self._starts, start)
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        self._reach.insert(at, max(end, self._reach[at - 1]) if at else end)
        for later in range(at + 1, len(self._reach)):
            if self._reach[later] >= end:
                break
            self._reach[later] = end

    def touch(self, start: int, end: int) -> bool:
        """RETURNS (bool): One of them has a character in common with a range."""
        last = bisect_left(self._starts, end) - 1
        return last >= 0 and self._reach[last] > start

    def around(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): A range together with all that have a character in common with it."""
        first, stop = start, end
        last = bisect_left(self._starts, end) - 1
        while last >= 0 and self._reach[last] > start:
            if self._ends[last] > start:
                first, stop = min(first, self._starts[last]), max(stop, self._ends[last])
            last -= 1
        return first, stop


def longest(place: Place) -> tuple[int, int]:
    """RETURNS (tuple[int, int]): Sorts the longest place first, of equals the first in the text."""
    return place.start - place.end, place.start


def resolve(places: Iterable[P], *, priority: Callable[[P], Any] = longest, taken: Ranges | None = None) -> list[P]:
    """Decide which of several places that overlap count.

    places (Iterable[P]): The places, in any order.
    priority (Callable[[P], Any]): Sorts what counts most first.
    taken (Optional[Ranges]): What is taken already; what counts is added to it.
    RETURNS (list[P]): In order of the text; no two have a character in common, nor anything with what was taken.
    """
    taken = Ranges() if taken is None else taken
    kept = []
    for place in sorted(places, key=priority):
        if not taken.touch(place.start, place.end):
            taken.add(place.start, place.end)
            kept.append(place)
    return sorted(kept, key=_start)


def _start(place: Place) -> int:
    return place.start
