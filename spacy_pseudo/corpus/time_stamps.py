"""Time stamps as files have them, moved and written as they were written."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, time
from typing import Final

from ..surrogates.clock import DAY, SECOND

_EPOCH: Final = re.compile(r"([0-9]{9,13})(?:\.([0-9]*))?")
_ISO: Final = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:(?P<mark>\D)(?P<hour>[0-9]{2})(?:(?P<colon>:?)(?P<minute>[0-9]{2})(?:(?P=colon)(?P<second>[0-9]{2})"
    r"(?:(?P<point>[.,])(?P<fraction>[0-9]+))?)?)?)?"
    r"(?P<zone> ?(?:Z|UTC|GMT|(?P<sign>[+-])(?P<hours>[0-9]{2}):?(?P<minutes>[0-9]{2})?))?"
)
_1970: Final = date(1970, 1, 1).toordinal()
# More digits than this are milliseconds.
_SECONDS: Final = 11
_HOUR: Final = 60 * 60 * SECOND
_MINUTE: Final = 60 * SECOND

Move = Callable[[int], int]


def moved(value: str, move: Move) -> str:
    """Move a point in time, and write it as it was written, as exactly and in the same zone.

    value (str): A date, a date with a time (ISO 8601), or seconds or milliseconds since 1970.
    move (Callable[[int], int]): Gives the other point; both are nanoseconds since 1970.
    RETURNS (str): The other point in time; what is less than the unit it is written in is cut off.
    """
    if number := _EPOCH.fullmatch(value):
        return _moved_number(number, move)
    found = _ISO.fullmatch(value)
    if found is None:
        raise ValueError
    # Checked by the standard library: 2024-02-30 and 25:00 are none.
    clock = time(int(found["hour"] or 0), int(found["minute"] or 0), int(found["second"] or 0))
    at = (date.fromisoformat(found["day"]).toordinal() - _1970) * DAY
    at += clock.hour * _HOUR + clock.minute * _MINUTE + clock.second * SECOND
    fraction, rest = _fraction(found["fraction"], 9)
    ahead = _ahead(found)
    at = move(at + fraction - ahead) + ahead
    day, at = divmod(at, DAY)
    hour, at = divmod(at, _HOUR)
    minute, at = divmod(at, _MINUTE)
    second, at = divmod(at, SECOND)
    written = [date.fromordinal(day + _1970).isoformat()]
    if found["hour"]:
        written.append(f"{found['mark']}{hour:02}")
    written += [f"{found['colon']}{n:02}" for part, n in (("minute", minute), ("second", second)) if found[part]]
    if found["fraction"]:
        written.append(found["point"] + _digits(at, 9, found["fraction"]) + rest)
    return "".join([*written, found["zone"] or ""])


def _moved_number(number: re.Match[str], move: Move) -> str:
    seconds = len(number[1]) <= _SECONDS
    unit, places = (SECOND, 9) if seconds else (SECOND // 1000, 6)
    fraction, rest = _fraction(number[2], places)
    whole, left = divmod(move(int(number[1]) * unit + fraction), unit)
    point = "" if number[2] is None else "." + _digits(left, places, number[2]) + rest
    return f"{whole}{point}"


def _fraction(digits: str | None, places: int) -> tuple[int, str]:
    """The nanoseconds of a fraction, and the digits that are finer than that."""
    digits = digits or ""
    return int(digits[:places].ljust(places, "0")), digits[places:]


def _digits(nanoseconds: int, places: int, like: str) -> str:
    return f"{nanoseconds:0{places}}"[: len(like)]


def _ahead(found: re.Match[str]) -> int:
    """How far the clocks of a zone are ahead of UTC."""
    if not found["sign"]:
        return 0
    ahead = int(found["hours"]) * _HOUR + int(found["minutes"] or 0) * _MINUTE
    if ahead >= DAY:
        raise ValueError
    return -ahead if found["sign"] == "-" else ahead
