"""Ages, and years at random, within two of the original, never the same, and no two the same other one."""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from .choice import Choice
from .shapes import like
from .spelled_numbers import find_numeral

# Numbers change places within so many neighbours.
_BLOCK: Final = 8
_FARTHEST: Final = 2
_NUMBER = regex.compile(r"[0-9]{1,4}(st|nd|rd|th)?(?![0-9])")
# '50-something', 'sextioårsåldern'
_ROUNDED = regex.compile(r"(?i)[- ]?(?:something|ish|årså)")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def near(number: int, choice: Choice, *about: str) -> int:
    """RETURNS (int): Another number, at most two away; between 0 and 7 others between 0 and 7 and so on."""
    block, at = divmod(number, _BLOCK)
    order = choice.number(len(_orders()), "near", str(block), *about)
    return block * _BLOCK + _orders()[order][at]


def ordinal(number: int) -> str:
    """RETURNS (str): What English writes after the digits: 'st', 'nd', 'rd' or 'th'."""
    return "th" if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, "th")


def other_age(text: str, choice: Choice) -> str | None:
    """Change the number in an age.

    text (str): '34', '52-year-old', '50th', 'fifty-five', 'sextioårsåldern', 'thirties' ...
    choice (Choice): The secret's choice.
    RETURNS (Optional[str]): The other age; None if there is no number in it.
    """
    if found := _NUMBER.search(text):
        digits = found[0].removesuffix(found[1] or "")
        rounded = _ROUNDED.match(text, found.end()) is not None
        number = _decade(int(digits), choice) if rounded else near(int(digits), choice, "age")
        ending = like(ordinal(number), found[1]) if found[1] else ""
        return f"{text[: found.start()]}{number:0{len(digits) if digits[0] == '0' else 0}}{ending}{text[found.end() :]}"
    numeral = find_numeral(text)
    if numeral is None:
        return None
    rounded = numeral.kind == "decade" or _ROUNDED.match(text, numeral.end) is not None
    number = _decade(numeral.value, choice) if rounded else near(numeral.value, choice, "age")
    word = numeral.spell(number)
    written = text[numeral.start : numeral.end]
    if word is None:
        return None
    word = like(word.capitalize() if written[0].isupper() else word, written)
    return text[: numeral.start] + word + text[numeral.end :]


def _decade(value: int, choice: Choice) -> int:
    """'thirties' become the tens of another age that is near."""
    if not 20 <= value < 100:
        return near(value, choice, "age")
    return 20 + 10 * near((value - 20) // 10, choice, "decade")


@cache
def _orders() -> tuple[tuple[int, ...], ...]:
    """All orders of a block in which nothing stays, and nothing goes too far."""

    def complete(order: tuple[int, ...]) -> list[tuple[int, ...]]:
        at = len(order)
        if at == _BLOCK:
            return [order]
        steps = (at + d for d in range(-_FARTHEST, _FARTHEST + 1) if d)
        return [full for n in steps if 0 <= n < _BLOCK and n not in order for full in complete((*order, n))]

    return tuple(complete(()))
