"""How large sessions are: the shapes of Table 1 of the study, repeated and scaled to the sizes that are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...errors import Errors, PseudoError
from .settings import Settings


class Shape(NamedTuple):
    """A session: how many take part, how many begin a thread, how many messages, and how long these are, in words."""

    participants: int
    threads: int
    messages: int
    mean: float
    sd: float


TABLE_1: Final = (
    Shape(16, 15, 212, 107.6, 99.7),
    Shape(24, 23, 633, 137.6, 124.5),
    Shape(12, 11, 243, 147.9, 95.8),
    Shape(9, 8, 63, 123.0, 74.5),
    Shape(15, 14, 359, 133.1, 85.0),
    Shape(13, 13, 237, 148.4, 123.6),
)
_PER_SESSION: Final = sum(shape.messages for shape in TABLE_1) / len(TABLE_1)
# A session that is cut short has fewer people, so that there are still replies.
_MESSAGES_EACH: Final = 4
_FEWEST: Final = 2


class Plan(NamedTuple):
    """Sessions, and how many people of each are new."""

    shapes: list[Shape]
    new: list[int]


def plan(settings: Settings) -> Plan:
    """Decide about sessions, messages and people.

    settings (Settings): Sizes; what is not given follows from Table 1.
    RETURNS (Plan): The sessions. Without sizes, those of Table 1.
    """
    count = settings.sessions or _sessions(settings.messages)
    shapes = [TABLE_1[number % len(TABLE_1)] for number in range(count)]
    messages = [shape.messages for shape in shapes]
    if settings.messages is not None:
        messages = spread(settings.messages, messages)
    seats = [shape.participants for shape in shapes]
    if settings.participants is None:
        seats = [max(_FEWEST, min(seat, n // _MESSAGES_EACH + 1)) for seat, n in zip(seats, messages, strict=True)]
        people = max(seats[0], round(sum(seats) * (1 - settings.returning)))
    else:
        people = settings.participants
        if people > sum(seats):
            seats = [
                seat - 1 + more for seat, more in zip(seats, spread(people - sum(seats) + count, seats), strict=True)
            ]
        seats = [min(seat, people) for seat in seats]
    new = _newcomers(people, seats)
    seats = [min(seat, sum(new[: number + 1])) for number, seat in enumerate(seats)]
    sized = []
    for shape, seat, n in zip(shapes, seats, messages, strict=True):
        students = seat - 1 if shape.threads < shape.participants and seat > _FEWEST else seat
        sized.append(shape._replace(participants=seat, threads=students, messages=n))
        if seat < _FEWEST or n < students:
            raise PseudoError(Errors.P603.format(fewest=_FEWEST))
    return Plan(sized, new)


def _sessions(messages: int | None) -> int:
    return len(TABLE_1) if messages is None else max(1, round(messages / _PER_SESSION))


def _newcomers(people: int, seats: Sequence[int]) -> list[int]:
    """In the first session everybody is new; in the others as many as are left, in proportion."""
    new = [min(people, seats[0])]
    left, rest = people - new[0], sum(seats[1:])
    for seat in seats[1:]:
        share = min(seat, left, -(-left * seat // rest) if rest else 0)
        new.append(share)
        left, rest = left - share, rest - seat
    return new


def spread(total: int, weights: Sequence[int]) -> list[int]:
    """RETURNS (list[int]): Whole numbers in proportion to the weights that add up to the total."""
    whole, found, before = sum(weights), [], 0
    seen = 0
    for weight in weights:
        seen += weight
        upto = (2 * total * seen + whole) // (2 * whole)
        found.append(upto - before)
        before = upto
    return found
