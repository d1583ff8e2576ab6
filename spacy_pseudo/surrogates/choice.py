"""Choices by a secret: the same in every message, run and process, others with another secret."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import lru_cache
from math import isqrt
from typing import Final

_WEEKS: Final = (52, 520)
_ROUNDS: Final = 6
# After so many steps nothing fits; the caller knows another way.
_MOST_STEPS: Final = 200


def shift_of(secret: bytes) -> timedelta:
    """RETURNS (timedelta): By how much dates and time stamps of a corpus are moved: whole weeks, back in time."""
    weeks = random.Random(hmac.new(secret, b"timestamps", hashlib.sha256).digest()).randint(*_WEEKS)
    return timedelta(weeks=-weeks)


class Choice:
    """Chooses by HMAC-SHA256.

    secret (bytes): The key directory's secret.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._order = lru_cache(maxsize=4_000)(self._make_order)

    def bits(self, size: int, *about: str) -> int:
        """RETURNS (int): A number of so many bytes that follows from the secret and what it is about."""
        # The length before each part, so that ('ab', 'c') and ('a', 'bc') are two things.
        parts = (part.encode("utf-8", "surrogatepass") for part in about)
        message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        drawn = b"".join(
            hmac.digest(self._secret, b"surrogates" + block.to_bytes(2, "big") + message, "sha256")
            for block in range((size + 31) // 32)
        )
        return int.from_bytes(drawn[:size], "big")

    def number(self, n: int, *about: str) -> int:
        """RETURNS (int): A number from 0 to n - 1."""
        return self.bits(16 + n.bit_length() // 8, *about) % n

    def pick(self, options: Sequence[str], *about: str, ok: Callable[[str], bool] = bool) -> str | None:
        """Choose one of several.

        options (Sequence[str]): What there is.
        about (str): What the choice is about.
        ok (Callable[[str], bool]): What may be chosen.
        RETURNS (Optional[str]): The one, or None if nothing may be chosen.
        """
        if not options:
            return None
        start = self.number(len(options), *about)
        return next((option for option in (*options[start:], *options[:start]) if ok(option)), None)

    def other(self, option: str, options: tuple[str, ...], *about: str, ok: Callable[[str], bool] = bool) -> str | None:
        """Choose another one of several; no two have the same other one, and nothing is its own.

        option (str): What there was; if it is none of the options, any may be chosen.
        options (tuple[str, ...]): What there is.
        about (str): What the order of the options is about.
        ok (Callable[[str], bool]): What may be chosen.
        RETURNS (Optional[str]): The other one, or None if there is none.
        """
        order = [o for o in self._order(options, about) if o == option or ok(o)]
        if option in order:
            after = order[(order.index(option) + 1) % len(order)]
            return after if after != option and ok(after) else None
        return self.pick(order, option, *about)

    def _make_order(self, options: tuple[str, ...], about: tuple[str, ...]) -> list[str]:
        return sorted(options, key=lambda option: self.bits(16, "order", option, *about))

    def step(self, x: int, n: int, *about: str, ok: Callable[[int], bool] | None = None) -> int | None:
        """Choose another number below n; no two numbers have the same other one as long as all are `ok`.

        All numbers stand in a circle whose order is secret; the other one is the next. The order is a Feistel network.

        x (int): A number below n.
        n (int): How many numbers there are.
        about (str): What the circle is about.
        ok (Optional[Callable[[int], bool]]): What may be chosen.
        RETURNS (Optional[int]): The other number, or None if there is none near.
        """
        place = self._permute(x, n, about)
        for _ in range(min(n - 1, _MOST_STEPS)):
            place = (place + 1) % n
            y = self._permute(place, n, about, back=True)
            if ok is None or ok(y):
                return y
        return None

    def _permute(self, x: int, n: int, about: tuple[str, ...], *, back: bool = False) -> int:
        side = isqrt(n - 1) + 1
        size = 8 + side.bit_length() // 8
        rounds = range(_ROUNDS)
        while True:
            left, right = divmod(x, side)
            for i in reversed(rounds) if back else rounds:
                if back:
                    left, right = (right - self.bits(size, "round", f"{i} {left} {n}", *about)) % side, left
                else:
                    left, right = right, (left + self.bits(size, "round", f"{i} {right} {n}", *about)) % side
            x = left * side + right
            if x < n:  # the square is a little larger than n; what falls outside goes round again
                return x
