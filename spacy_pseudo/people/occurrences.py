"""In which messages something stands: numbers of messages by what stands there, few bytes for each."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

What = TypeVar("What")


class Numbers(dict[What, "array[int]"]):
    """The numbers of messages by what stands in them, each once and in order; what stands nowhere is not there."""

    def add(self, what: What, message: int) -> None:
        """Note that it stands in a message: the last one that was noted, or one that comes after it."""
        known = self.get(what)
        if known is None:
            self[what] = array("I", (message,))
        elif known[-1] != message:
            known.append(message)

    def of(self, what: What) -> Sequence[int]:
        """RETURNS (Sequence[int]): In which messages it stands."""
        return self.get(what, ())

    def join(self, what: What, messages: Iterable[int]) -> None:
        """Note that it stands in some messages as well, wherever they are."""
        self[what] = array("I", sorted({*self.of(what), *messages}))

    def extend(self, other: Numbers[What], first: int) -> None:
        """Add what stands in messages that come later.

        other (Numbers): Their numbers.
        first (int): The number here of what is the first message there.
        """
        for what, messages in other.items():
            shifted = array("I", [number + first for number in messages])
            known = self.get(what)
            if known is None:
                self[what] = shifted
            else:
                known.extend(shifted)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """RETURNS (tuple): All numbers in one go: an array of its own for each would take far more."""
        together = array("I")
        for messages in self.values():
            together.extend(messages)
        return unpacked, (type(self), list(self), array("I", map(len, self.values())), together)


def unpacked(made: type[Numbers[What]], keys: list[What], lengths: array[int], together: array[int]) -> Numbers[What]:
    numbers, at = made(), 0
    for what, length in zip(keys, lengths, strict=True):
        numbers[what] = together[at : at + length]
        at += length
    return numbers
