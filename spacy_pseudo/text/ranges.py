"""Ranges of a text, in which others are looked up quickly."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate


class Ranges:
    """Ranges, in any order.

    ranges (Iterable[tuple[int, int]]): Where each begins and ends.
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges = sorted(ranges)
        self._starts = [start for start, _ in self._ranges]
        # Where all that begin up to here have ended.
        self._reach = list(accumulate((end for _, end in self._ranges), max))

    def touch(self, start: int, end: int) -> bool:
        """RETURNS (bool): One of them has a character in common with a range."""
        last = bisect_left(self._starts, end) - 1
        return last >= 0 and self._reach[last] > start

    def around(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): A range together with all that have a character in common with it."""
        first, stop = start, end
        last = bisect_left(self._starts, end) - 1
        while last >= 0 and self._reach[last] > start:
            if self._ranges[last][1] > start:
                first, stop = min(first, self._starts[last]), max(stop, self._ranges[last][1])
            last -= 1
        return first, stop
