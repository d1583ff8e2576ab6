"""Another clock: a point in time becomes another, by a secret. The order stays, intervals do not."""

from __future__ import annotations

import hmac
from datetime import timedelta
from struct import Struct
from typing import Final

from .choice import shift_of

# Nanoseconds.
SECOND: Final = 10**9
DAY: Final = 24 * 60 * 60 * SECOND
# Time is cut into pieces of so many days, and each cut goes astray by so much at most: they never meet.
_PIECE: Final = 14 * DAY
_ASTRAY: Final = 7 * DAY // 2
# Each piece is halved so often by three, down to a fraction of a millisecond: what is drawn at once is enough for three
# halvings. A half gets this share of the whole, and up to so much more.
_TIMES: Final = 11
_HALVINGS: Final = 3
_LEAST: Final = 0.35
_MORE: Final = 0.30
_FINE: Final = 2**32
_EIGHT: Final = Struct(">8I")


class Clock:
    """Moves points in time: back by the number of weeks by which dates in texts are moved, and within less than a week
    of that by a course that nothing but the secret tells.

    Who wrote earlier still did; points that are nearer than can be written may become one. Between two points that
    somebody knows, the others may lie anywhere in their order, as each half of each interval is stretched or pressed by
    itself, down to milliseconds. No such function could be undone where time is counted in whole seconds: it would
    have to stretch all of it. So the key keeps what there was.

    secret (bytes): The key directory's secret.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._back = nanoseconds(shift_of(secret))
        self._first = self._draw(0, 0)[1] * _PIECE // _FINE

    def __call__(self, at: int) -> int:
        """RETURNS (int): The other point in time. Both are nanoseconds since 1970."""
        piece, rest = divmod(at - self._first, _PIECE)
        low, high = 0, _PIECE
        new_low, new_high = self._astray(piece), _PIECE + self._astray(piece + 1)
        place = 1  # its number in the tree of halves
        for _ in range(_TIMES):
            drawn, half = self._draw(piece, place), 1
            for _ in range(_HALVINGS):
                cut = (low + high) // 2
                share = int(_LEAST * _FINE) + int(drawn[half] * _MORE)
                new_cut = new_low + (new_high - new_low) * share // _FINE
                if rest < cut:
                    high, new_high, half = cut, new_cut, 2 * half
                else:
                    low, new_low, half = cut, new_cut, 2 * half + 1
            place = (place << _HALVINGS) + half
        within = new_low + (rest - low) * (new_high - new_low) // (high - low)
        return self._first + piece * _PIECE + within + self._back

    def _astray(self, piece: int) -> int:
        """How far the beginning of a piece is moved."""
        return 2 * _ASTRAY * self._draw(piece, 0)[0] // _FINE - _ASTRAY

    def _draw(self, piece: int, place: int) -> tuple[int, ...]:
        """Eight numbers below `_FINE` that follow from the secret and the place."""
        at = piece.to_bytes(8, "big", signed=True) + place.to_bytes(8, "big")
        return _EIGHT.unpack(hmac.digest(self._secret, b"clock" + at, "sha256"))


class Weeks:
    """Moves points in time by whole weeks, all alike.

    by (timedelta): By how much.
    """

    def __init__(self, by: timedelta) -> None:
        self._by = nanoseconds(by)

    def __call__(self, at: int) -> int:
        """RETURNS (int): The other point in time."""
        return at + self._by


def nanoseconds(span: timedelta) -> int:
    """RETURNS (int): How long a span is."""
    return span // timedelta(microseconds=1) * 1000
