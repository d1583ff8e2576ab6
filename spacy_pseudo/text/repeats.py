"""Lines that stand in a corpus already: quoted, below every message, pasted into many; evidence counts them once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from hashlib import blake2b

from .zones import unmarked

# Shorter lines are said again by chance, and so are greetings and sign-offs.
_FEWEST_WORDS = 4
# An integer of so many bytes takes a third less memory than one of eight.
_BYTES = 7


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
    """Takes in texts one by one, and tells which of their lines it has seen; it keeps a number for each line, which is
    the same in every process.

    known (Iterable[int]): The numbers of lines that were seen elsewhere before.

    seen (set[int]): The numbers of all lines that were seen.
    """

    def __init__(self, known: Iterable[int] = ()) -> None:
        self.seen: set[int] = set(known)

    def add(self, text: str) -> Repeated:
        """Take in the next text.

        text (str): A text.
        RETURNS (Repeated): The lines of some words that stood in a text before, or above, whoever quotes them.
        """
        spans, at = [], 0
        for line in unmarked(text).split("\n"):
            words = line.lower().split() if len(line) > 2 * _FEWEST_WORDS else []
            if len(words) >= _FEWEST_WORDS:
                number = _number(" ".join(words))
                if number in self.seen:
                    spans.append((at, at + len(line)))
                self.seen.add(number)
            at += len(line) + 1
        return Repeated(spans)


def _number(line: str) -> int:
    """Python's own `hash` is another one in every process."""
    return int.from_bytes(blake2b(line.encode("utf-8", "surrogatepass"), digest_size=_BYTES).digest(), "little")
