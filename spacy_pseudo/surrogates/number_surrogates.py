"""Numbers that look like somebody's and are nobody's: cards, accounts, personal numbers, plates, student ids."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import regex

from .choice import Choice
from .shapes import digits_of, fill, reshape

_LEAST_CARD = 12
# From so many digits on a number may have a check digit.
_LEAST_CHECKED = 8
_IBAN = regex.compile(r"(?i)[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){11,30}")
_SWEDISH = regex.compile(r"(?P<century>1[89]|20)?(?P<born>[0-9]{6})(?P<serial>[0-9]{3})(?P<check>[0-9])")
_AMERICAN = regex.compile(r"[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}")
_BRITISH = regex.compile(r"(?i)[A-Z]{2}(?:[ -]?[0-9]{2}){3}[ -]?[A-D]?")
_FINNISH = regex.compile(r"(?i)[0-9]{6}[-+A-FU-Y][0-9]{3}[0-9A-Y]")
# Days of people without a permanent number are counted from here.
_COORDINATED = 60
# By the two last digits of the year; without a century the younger one is meant.
_THIS_CENTURY = 30


def luhn(body: str) -> int:
    """RETURNS (int): The check digit that cards and Swedish numbers end with."""
    doubled = (int(d) * (2 if i % 2 == 0 else 1) for i, d in enumerate(reversed(body)))
    return -sum(n - 9 if n > 9 else n for n in doubled) % 10


def other_number(text: str, choice: Choice, label: str, ok: Callable[[str], bool] = bool) -> str | None:
    """RETURNS (Optional[str]): Another number of the same shape that fails the usual checks."""

    def fails(written: str) -> bool:
        return ok(written) and not _passes(digits_of(written))

    return reshape(text, choice, "number", label, ok=fails)


def other_card(text: str, choice: Choice, ok: Callable[[str], bool] = bool) -> str | None:
    """RETURNS (Optional[str]): Another card number with a wrong check digit; what is starred out stays so."""
    digits = digits_of(text)
    if len(digits) < _LEAST_CARD:
        changed = reshape(digits, choice, "card", ok=lambda d: ok(fill(text, d)))
        return fill(text, changed) if changed else None
    body = reshape(digits[:-1], choice, "card", digits[-1])
    if body is None:
        return None
    written = fill(text, body + _wrong(luhn(body), body, choice))
    return written if ok(written) else None


def other_account(text: str, choice: Choice, ok: Callable[[str], bool] = bool) -> str | None:
    """RETURNS (Optional[str]): Another account of the same shape; an IBAN of the same country that is not valid."""
    if not _IBAN.fullmatch(text):
        return other_number(text, choice, "ACCOUNT", ok)
    rest = reshape(text[4:], choice, "iban", text[:2].upper())
    if rest is None:
        return None
    letters = "".join(c for c in rest + text[:2] + "00" if c.isalnum())
    right = 98 - int("".join(str(int(c, 36)) for c in letters)) % 97
    check = 2 + (right - 2 + 1 + choice.number(96, "iban", rest)) % 97
    written = f"{text[:2]}{check:02}{rest}"
    return written if ok(written) else None


def other_id(text: str, choice: Choice, *, by: timedelta = timedelta(), ok: Callable[[str], bool] = bool) -> str | None:
    """Another personal number that is nobody's.

    text (str): A personal identity number of some country, a passport's, a licence's ...
    choice (Choice): The secret's choice.
    by (timedelta): By how much a date of birth in it is moved, as all dates are.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other number.
    """
    for other in (_swedish, _american, _british, _finnish, _norwegian):
        written = other(text, choice, by)
        if written is not None and written != text and ok(written):
            return written
    return other_number(text, choice, "ID", ok)


def _swedish(text: str, choice: Choice, by: timedelta) -> str | None:
    """The date of birth is moved, the check digit is wrong."""
    found = _SWEDISH.fullmatch(digits_of(text))
    if not found or regex.search(r"\p{L}", text):
        return None
    born = _moved(found["born"], found["century"], by)
    serial = reshape("1" + found["serial"], choice, "serial", found["born"])
    if born is None or serial is None:
        return None
    body = born[2:] + serial[-3:]
    return fill(text, (born[:2] if found["century"] else "") + body + _wrong(luhn(body), body, choice))


def _moved(born: str, century: str | None, by: timedelta) -> str | None:
    year, month, day = int(born[:2]), int(born[2:4]), int(born[4:])
    extra = _COORDINATED if day > _COORDINATED else 0
    full = (int(century) * 100 if century else 2000 if year < _THIS_CENTURY else 1900) + year
    try:
        other = date(full, month, day - extra) + by
    except (ValueError, OverflowError):
        return None
    return f"{other.year:04}{other.month:02}{other.day + extra:02}"


def _american(text: str, choice: Choice, by: timedelta) -> str | None:
    """No number has 00 in its middle."""
    if not _AMERICAN.fullmatch(text):
        return None
    changed = reshape("1" + text[:3] + text[-4:], choice, "ssn", text[4:6])
    return f"{changed[1:4]}{text[3]}00{text[6]}{changed[4:]}" if changed else None


def _british(text: str, choice: Choice, by: timedelta) -> str | None:
    """No number begins with QQ."""
    if not _BRITISH.fullmatch(text):
        return None
    changed = reshape("1" + text[2:], choice, "nino", text[:2].upper())
    return ("QQ" if text[0].isupper() else "qq") + changed[1:] if changed else None


def _finnish(text: str, choice: Choice, by: timedelta) -> str | None:
    """Numbers from 900 on are nobody's for good; the last sign is as good as any."""
    if not _FINNISH.fullmatch(text):
        return None
    changed = reshape("1" + text[:6] + text[8:], choice, "hetu", text[6:8])
    return f"{changed[1:3]}{int(changed[3]) % 2}{changed[4:7]}{text[6]}9{changed[7:]}" if changed else None


def _norwegian(text: str, choice: Choice, by: timedelta) -> str | None:
    """Months from 81 on are kept for tests; Danish numbers have ten digits and the same order."""
    digits = digits_of(text)
    if len(digits) not in (10, 11) or regex.search(r"\p{L}", text):
        return None
    day, month = int(digits[:2]), int(digits[2:4])
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return None
    rest = reshape("1" + digits[4:], choice, "fnr", digits[:4])
    if rest is None:
        return None
    day = 1 + choice.number(28, "fnr day", digits)
    return fill(text, f"{day:02}{81 + choice.number(12, 'fnr month', digits)}{rest[1:]}")


def _wrong(right: int, about: str, choice: Choice) -> str:
    return str((right + 1 + choice.number(9, "check digit", about)) % 10)


def _passes(digits: str) -> bool:
    """A number has a right check digit of the kinds that are used most."""
    if len(digits) < _LEAST_CHECKED:
        return False
    weighted = sum(int(d) * w for d, w in zip(reversed(digits), range(1, len(digits) + 1), strict=True))
    return luhn(digits[:-1]) == int(digits[-1]) or weighted % 11 == 0
