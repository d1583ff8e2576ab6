"""A table of ids that takes little memory: a few bytes more than the letters of each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any, Final

_FREE: Final = -1
_LEAST: Final = 8
# What came through a file may hold half a character.
_ERRORS: Final = "surrogatepass"


class IdTable:
    """Different ids, each with a number, from 0 on in the order in which they came.

    ids (Iterable[str]): The first ones.
    """

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._letters = bytearray()
        self._bounds = array("I", [0])
        # Where an id stands in the table follows from its hash; if another one is there, it is the next free slot.
        self._slots = array("i", [_FREE]) * _LEAST
        for id in ids:
            self.add(id)

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __iter__(self) -> Iterator[str]:
        """YIELDS (str): The ids in their order."""
        return map(self.__getitem__, range(len(self)))

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self.number(id) is not None

    def __getitem__(self, number: int) -> str:
        bounds = self._bounds
        return self._letters[bounds[number] : bounds[number + 1]].decode("utf-8", _ERRORS)

    def number(self, id: str) -> int | None:
        """RETURNS (Optional[int]): The number of an id, None if it is not in the table."""
        slots = self._slots
        number = slots[self._slot(id.encode("utf-8", _ERRORS), slots)]
        return None if number == _FREE else number

    def add(self, id: str) -> int:
        """Add an id, unless it is there.

        id (str): The id.
        RETURNS (int): Its number.
        """
        letters, slots = id.encode("utf-8", _ERRORS), self._slots
        slot = self._slot(letters, slots)
        number = slots[slot]
        if number == _FREE:
            number = slots[slot] = len(self._bounds) - 1
            self._letters += letters
            self._bounds.append(len(self._letters))
            if 3 * number > 2 * len(slots):
                self._spread(2 * len(slots))
        return number

    def _slot(self, letters: bytes, slots: array[int]) -> int:
        """The slot of an id, or the free one that it would have."""
        mask = len(slots) - 1
        slot = hash(letters) & mask
        while (number := slots[slot]) != _FREE:
            if self._letters[self._bounds[number] : self._bounds[number + 1]] == letters:
                break
            slot = (slot + 1) & mask
        return slot

    def _spread(self, size: int) -> None:
        """Give all ids new slots: they are all different."""
        letters, bounds = self._letters, self._bounds
        self._slots = slots = array("i", [_FREE]) * size
        mask = size - 1
        for number in range(len(self)):
            slot = hash(bytes(letters[bounds[number] : bounds[number + 1]])) & mask
            while slots[slot] != _FREE:
                slot = (slot + 1) & mask
            slots[slot] = number

    def __getstate__(self) -> tuple[Any, ...]:
        """RETURNS (tuple[Any, ...]): All but the slots: in another process, hashes are others."""
        return self._letters, self._bounds, len(self._slots)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Put the ids back."""
        self._letters, self._bounds, size = state
        self._spread(size)
