"""Lines that stand in a corpus already: quoted, below every message, pasted into many; evidence counts them once."""

from __future__ import annotations

from bisect import bisect_right

from .zones import unmarked

# Shorter lines are said again by chance, and so are greetings and sign-offs.
_FEWEST_WORDS = 4


class Repeated:
    """The parts of a text that were seen before."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __contains__(self, at: int) -> bool:
        number = bisect_right(self._starts, at) - 1
        return number >= 0 and at < self._ends[number]


class Repeats:
    """Takes in texts one by one, and tells which of their lines it has seen; it keeps a number for each line."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def add(self, text: str) -> Repeated:
        """Take in the next text.

        text (str): A text.
        RETURNS (Repeated): The lines of some words that stood in a text before, or above, whoever quotes them.
        """
        spans, at = [], 0
        for line in unmarked(text).split("\n"):
            words = line.lower().split() if len(line) > 2 * _FEWEST_WORDS else []
            if len(words) >= _FEWEST_WORDS:
                number = hash(" ".join(words))
                if number in self._seen:
                    spans.append((at, at + len(line)))
                self._seen.add(number)
            at += len(line) + 1
        return Repeated(spans)
