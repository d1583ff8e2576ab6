"""Check digits of numbers that banks and states give; python-stdnum knows them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_SEPARATORS: Final = re.compile(r"[\s\u00a0.-]+")
_DASHES: Final = re.compile(r"[\s‐-―]+")
# Cards: the first digits of each kind, and how many digits it has.
_KINDS: Final = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|6(?:011|5\d\d"
    r"|4[4-9]\d)\d{12}"
    r"|62\d{14,17}|(?:50|5[6-9]|6\d)\d{11,17}"
)


@lru_cache(maxsize=10_000)
def is_iban(number: str) -> bool:
    """RETURNS (bool): An international account with right check digits; any case, blanks between."""
    from stdnum import iban

    plain = _SEPARATORS.sub("", number).upper()
    return iban.is_valid(plain) or (is_iban_shaped(number) and _remainder(plain) == 1)


def is_iban_shaped(number: str) -> bool:
    """RETURNS (bool): As long as accounts of its country are, whatever its check digits."""
    from stdnum import iban

    plain = _SEPARATORS.sub("", number).upper()
    try:
        return bool(iban._struct_to_re(dict(iban._ibandb.info(plain)[0][1])["bban"]).match(plain[4:]))
    except (KeyError, IndexError):
        return False


def _remainder(plain: str) -> int:
    return int("".join(str(int(char, 36)) for char in plain[4:] + plain[:4])) % 97


@lru_cache(maxsize=10_000)
def is_card(number: str) -> bool:
    """RETURNS (bool): A card's number with a right check digit."""
    from stdnum import luhn

    plain = _SEPARATORS.sub("", number)
    return _KINDS.fullmatch(plain) is not None and bool(luhn.is_valid(plain))


@lru_cache(maxsize=10_000)
def is_person(number: str, *, coordination: bool = True) -> bool:
    """Whether a number is one that a state gives to a person, with a right check digit, or of a series kept for tests.

    number (str): The number as written.
    coordination (bool): Swedish numbers of people who are not registered count, whose days are 60 later.
    RETURNS (bool): It is one.
    """
    from stdnum import luhn
    from stdnum.dk import cpr
    from stdnum.fi import hetu
    from stdnum.gb import nhs
    from stdnum.no import fodselsnummer
    from stdnum.pl import pesel

    plain = _DASHES.sub("-", number.strip())
    bare = re.sub(r"[-+ ]", "", plain)
    if re.fullmatch(r"\d{3}-\d\d-\d{4}", plain):
        return True
    if re.fullmatch(r"[A-Z]{2}\d{6}[A-D]", bare, re.IGNORECASE):
        return True
    if re.fullmatch(r"(?:19|20)?\d{6}[-+]?\d{4}", plain.replace("- ", "").replace(" ", "")) or re.fullmatch(
        r"(?:(?:19|20)[- ]?)?\d{6}[-+]?\d{4}", plain
    ):
        ten = bare[-10:]
        if _is_day(ten[2:4], ten[4:6], coordination) and luhn.is_valid(ten):
            return True
        return bool("-" in plain and len(bare) == 10 and (_is_day(bare[2:4], bare[:2]) and cpr.is_valid(bare)))
    if re.fullmatch(r"\d{6}[-+A-FY]\d{3}[0-9A-Z]", plain, re.IGNORECASE):
        return bool(hetu.is_valid(plain.upper(), allow_temporary=True))
    if re.fullmatch(r"\d{11}", bare):
        return bool(fodselsnummer.is_valid(bare) or pesel.is_valid(bare) or _is_norwegian(bare))
    return len(bare) == 10 and bare[0] in "4679" and bool(nhs.is_valid(bare))


def _is_norwegian(number: str) -> bool:
    """Also of the series for tests, whose months are 40 or 80 later."""
    digits = list(map(int, number))
    first = sum(w * d for w, d in zip((3, 7, 6, 1, 8, 9, 4, 5, 2, 1), digits, strict=False)) % 11
    second = sum(w * d for w, d in zip((5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1), digits, strict=False)) % 11
    return first == 0 and second == 0 and 1 <= int(number[:2]) % 40 <= 31 and 1 <= int(number[2:4]) % 40 <= 12


def _is_day(month: str, day: str, coordination: bool = False) -> bool:
    number = int(day) - (60 if coordination and int(day) > 60 else 0)
    return 1 <= int(month) <= 12 and 1 <= number <= 31
