"""Telephone numbers from the ranges that are kept for fiction, written as the original is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import regex

from .. import languages, resources
from .choice import Choice
from .shapes import digits_of, fill, reshape

# Country codes of two digits; others have three.
_TWO_DIGITS = regex.compile(r"2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]")
_EXTENSION = regex.compile(r"(?i)(?:x|ext\.?|ankn\.?|anknytning|ankn)\s*[0-9]{1,6}|[0-9]{1,5}")
_TAIL = regex.compile(r"(?i)(?<=[0-9])[ ,]*(?:(?:ext|ankn)\.?|x|/|#)[ ]*[0-9]{1,6}$")
_GROUP = regex.compile(r"[0-9]+")
_LEAST_LOCAL = 5
_TRUNK = regex.compile(r"\(0\)")


class _Range(NamedTuple):
    area: str
    first: int
    last: int

    @property
    def length(self) -> int:
        return len(str(self.first))

    @property
    def size(self) -> int:
        return self.last - self.first + 1


def other_phone(
    text: str, choice: Choice, *, lang: str = languages.BASE, ok: Callable[[str], bool] = bool
) -> str | None:
    """Another telephone number that reaches nobody.

    text (str): '070-174 06 23', '+44 118 496 0101', '(312) 555-0136', 'x4471' ...
    choice (Choice): The secret's choice.
    lang (str): The language of the text: where a number without a country code is likely from.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other number; None if there are no digits.
    """
    if tail := _TAIL.search(text):
        more = _reshaped(tail[0], choice, bool) or tail[0]
        other = other_phone(text[: tail.start()], choice, lang=lang, ok=lambda head: ok(head) and ok(head + more))
        return None if other is None else other + more
    digits = digits_of(text)
    if _EXTENSION.fullmatch(text.strip()) or len(digits) < _LEAST_LOCAL:
        return _reshaped(text, choice, ok)
    code, before, national = _parse(text, digits, lang)
    group = _GROUP.match(text[_end(text, before) :])
    ranges = _fitting(code, national, len(group[0]) if group else 0, local=not before)
    if not ranges:
        return _unassigned(text, code, before, national, choice, ok)
    total = sum(r.size for r in ranges)
    for attempt in range(20):
        drawn = choice.number(total, "phone", code, national, str(attempt))
        for r in ranges:
            if drawn < r.size:
                break
            drawn -= r.size
        # Numbers without an area code are as long as the end of one with it.
        written = fill(text, before + str(r.first + drawn)[-max(len(national), _LEAST_LOCAL) :])
        if digits_of(written) != digits and ok(written):
            return written
    return None


def _parse(text: str, digits: str, lang: str) -> tuple[str, str, str]:
    """Country code, what is written before the number itself, and the number without its zero."""
    international = "+" in text or digits.startswith("00")
    if not international:
        home = languages.of(lang).home
        if not digits.startswith("0"):
            # Eleven digits: 1-312-555-0136
            before = digits[:-10] if len(digits) == 11 and digits[0] == "1" else ""
            return home.calling_code_without_zero, before, digits[len(before) :]
        lengths = {code: {r.length for r in _ranges().get(code, ())} for code in (home.calling_code, *_homes())}
        fitting = (code for code in lengths if len(digits) - 1 in lengths[code])
        return next(fitting, home.calling_code), "0", digits[1:]
    start = 0 if "+" in text else 2
    rest = digits[start:]
    size = 1 if rest[:1] in "17" else 2 if _TWO_DIGITS.match(rest) else 3
    end = start + size
    if _TRUNK.search(text) and digits[end : end + 1] == "0":
        end += 1
    return rest[:size], digits[:end], digits[end:]


def _homes() -> list[str]:
    """The calling codes of where people live who write without one."""
    return [languages.of(lang).home.calling_code for lang in languages.known()]


def _end(text: str, before: str) -> int:
    """Where the number itself begins in the text."""
    places = [i for i, c in enumerate(text) if c.isascii() and c.isdigit()]
    return places[len(before)] if len(before) < len(places) else len(text)


def _fitting(code: str, national: str, group: int, *, local: bool) -> list[_Range]:
    """Ranges of the country of the same length, mobile for mobile if there are such.

    code (str): The country code.
    national (str): The number without its zero.
    group (int): How many digits stand together at its beginning: the area, maybe.
    local (bool): The area is not written.
    RETURNS (list[_Range]): The ranges.
    """
    ranges = _ranges().get(code, [])
    same = [r for r in ranges if r.length == len(national)]
    if not same and local:
        same = [r for r in ranges if r.length > len(national)]
    mobile = [r for r in same if str(r.first)[0] == national[:1] == "7"]
    other = [r for r in same if str(r.first)[0] != "7"] if code in _homes() else same
    fitting = mobile or other or same
    return [r for r in fitting if len(r.area) == group] or fitting


def _unassigned(
    text: str, code: str, before: str, national: str, choice: Choice, ok: Callable[[str], bool]
) -> str | None:
    """No range is known: two zeros after the country code, or three where a country has numbers with two."""
    for zeros in ("00", "000"):
        changed = reshape(national[len(zeros) :], choice, "phone", before, national[: len(zeros)])
        written = fill(text, f"{before}{zeros}{changed}") if changed else None
        if written and written != text and ok(written) and not _valid(f"+{code}{zeros}{changed}"):
            return written
    return _reshaped(text, choice, ok)


def _valid(number: str) -> bool:
    import phonenumbers

    try:
        return bool(phonenumbers.is_valid_number(phonenumbers.parse(number)))
    except phonenumbers.NumberParseException:
        return False


def _reshaped(text: str, choice: Choice, ok: Callable[[str], bool]) -> str | None:
    changed = reshape(digits_of(text), choice, "phone", ok=lambda digits: ok(fill(text, digits)))
    return fill(text, changed) if changed else None


@cache
def _ranges() -> Mapping[str, list[_Range]]:
    ranges: dict[str, list[_Range]] = {}
    for code, area, first, last in (line.split() for line in resources.lines("surrogates/phones.txt")):
        ranges.setdefault(code, []).append(_Range(area, int(area + first), int(area + last)))
    return ranges
