"""Dates moved and written as they were written: all by the same whole weeks, so that intervals and weekdays stay, or
each by another number of days. Years alone are moved by whole years, times of day alone by whole hours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Final, NamedTuple

import regex

from .. import languages
from .age_surrogates import near, ordinal
from .choice import Choice
from .shapes import like
from .spelled_numbers import find_numeral, spell

# Where no year is known: a usual one, and for the 29th of February a leap year.
YEAR: Final = 2023
LEAP: Final = 2024
_DAYS_A_YEAR: Final = 365.2425
_DAYS_A_MONTH: Final = _DAYS_A_YEAR / 12
_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_CENTURY: Final = 50  # two digits below it are of this century
_EPOCH = regex.compile(r"([0-9]{9,10}|[0-9]{12,13})((?:\.[0-9]+)?)")
# '10:33:12 +0100', '103312', '8-10 pm', '17': the hours, without those of a zone; and which half of the day it is.
_HOUR = regex.compile(
    r"(?<![\d:.+]|-(?=\d{4}))(?P<h>[01]?\d|2[0-3])(?=[:.]\d\d|(?:\d\d){1,2}(?!\d)|\s*(?:[-–—]\s*\d|[ap]\.?\s?m|o)|$)",
    regex.IGNORECASE,
)
_HALF = regex.compile(r"(?<=\d\s?)(?:(?P<a>[ap])\.?\s?m\b|o['’ ]?clock)", regex.IGNORECASE)
_HOURS: Final = (-3, -2, -1, 1, 2, 3)
_DASH = r"[-–—‐/.\s]"
_ORDINAL = r"(?:st|nd|rd|th|:[aeAE]|\.(?!\d))"
_SCANNED = regex.compile(r"(?<![\p{L}])[0-9Oo]*[0-9][0-9Oo]*(?![\p{L}])|(?<=-)[Oo](?=[0-9])")
_YEAR_FIRST = regex.compile(
    r"(?<!\d)(?P<y>\d{4})(?P<s>[-/.–]?)(?P<m>\d{2}|(?<=[-/.–])\d)(?P=s)(?P<d>\d{2}|(?<=[-/.–])\d)(?!\d)"
)
_SHORT = regex.compile(r"(?P<y>\d\d)(?P<m>\d\d)(?P<d>\d\d)")
_NUMERIC = regex.compile(
    r"(?<!\d)(?P<d>\d{1,2})(?P<s>[./-])[ ]?(?P<m>\d{1,2})(?:(?:(?P=s)[ ]?|[ ]?-|[ ])(?P<y>\d{4}|\d{2})(?!\d))?(?!\d)"
)
_MONTH_YEAR = regex.compile(r"(?<![\d/.-])(?P<m>\d{1,2})[/.-](?P<y>\d{4})(?!\d)")
_YEAR = regex.compile(r"(?P<y>(?:1[89]|20)\d\d)(?:(?P<dash>\s?[-–—]\s?)(?P<y2>(?:1[89]|20)\d\d))?|['’](?P<short>\d\d)")
_DAY = regex.compile(rf"(?P<d>\d{{1,2}})(?P<o>{_ORDINAL})?", regex.IGNORECASE)


# How far a day is moved.
Move = Callable[[date], timedelta]
# How far back a day is moved by chance, in days.
_RANDOM: Final = (364, 3640)


@dataclass(frozen=True)
class RandomMove:
    """Moves each day by another number of days; the same day always by the same.

    choice (Choice): The secret's choice.
    attempt (int): Another number moves otherwise.
    """

    choice: Choice
    attempt: int = 0

    def __call__(self, day: date) -> timedelta:
        """RETURNS (timedelta): How far a day is moved."""
        least, most = _RANDOM
        return timedelta(days=-least - self.choice.number(most - least, "random date", f"{day} {self.attempt}"))


class _Slot(NamedTuple):
    """A part of a date as it is written."""

    start: int
    end: int
    text: str


def shifted_date(
    text: str, by: timedelta | Move, choice: Choice, *, lang: str = languages.BASE, day_first: bool | None = None,
    year: int | None = None,
) -> str | None:  # fmt: skip
    """Move a date or a range of dates.

    text (str): '5 March 2024', '3–9 augusti', '12/05/2023', '10th', '1987' ...
    by (Union[timedelta, Move]): By how much, in whole weeks; or how far each day is moved.
    choice (Choice): The secret's choice, for a day of some month, which cannot be moved by weeks.
    lang (str): The language of the text.
    day_first (Optional[bool]): '3/4' is in April; by default it is in March in English only. Where only one order makes
        a date, it is that one.
    year (Optional[int]): The year that is meant where none is written.
    RETURNS (Optional[str]): The other date; None if it cannot be read.
    """
    # A scanner takes zeros for letters; what is read then has as many characters.
    plain = _SCANNED.sub(lambda m: m[0].replace("O", "0").replace("o", "0"), text)
    swap = not (languages.of(lang).day_first if day_first is None else day_first)
    try:
        if found := _YEAR.fullmatch(plain):
            return _other_year(plain, found, by, choice)
        if found := _DAY.fullmatch(plain):
            return _other_day(found, choice, apart=callable(by))
        if found := _SHORT.fullmatch(plain):
            return _moved(plain, [found], by, year, lang)
        for pattern in (_YEAR_FIRST, _month_word(lang), _MONTH_YEAR, _NUMERIC):
            if dates := list(pattern.finditer(plain)):
                return _moved(plain, dates, by, year, lang, swap=swap)
    except (ValueError, OverflowError):
        pass
    return None


def shifted_time(
    text: str, by: timedelta | Move, choice: Choice, *, lang: str = languages.BASE, year: int | None = None
) -> str | None:
    """Move a time stamp, of which the time of day stays, as it does in the metadata; or a time of day alone.

    text (str): '2024-03-05T10:33:12Z', 'Mar 5 10:33:12 2024', '1709634792', '10:33', '8-10 pm' ...
    by (Union[timedelta, Move]): By how much, in whole weeks; or how far each day is moved.
    choice (Choice): The secret's choice, for the hours by which a time of day is moved: all by the same, unless each
        day goes apart.
    lang (str): The language of the text.
    year (Optional[int]): The year that is meant where none is written.
    RETURNS (Optional[str]): The other time; None if it cannot be read.
    """
    try:
        if found := _EPOCH.fullmatch(text):
            unit = 1 if len(found[1]) <= 10 else 1000
            days = _first(by)(date.fromordinal(_EPOCH_DAY + int(found[1]) // (86_400 * unit))).days
            return f"{int(found[1]) + days * 86_400 * unit}{found[2]}"
        for pattern in (_YEAR_FIRST, _month_word(lang)):
            if dates := list(pattern.finditer(text)):
                return _moved(text, dates, by, year, lang)
    except (ValueError, OverflowError):
        return None
    about = ("hour", text) if callable(by) else ("hour",)
    return _other_hour(text, _HOURS[choice.number(len(_HOURS), *about)])


def _other_hour(text: str, hours: int) -> str | None:
    """All hours of a text are moved alike: a range stays as long as it is."""
    half, found = _HALF.search(text), list(_HOUR.finditer(text))
    if not found:
        return None
    late = half is not None and (half["a"] or "").lower() == "p"
    pieces, at = [], 0
    for hour in found:
        other = (int(hour["h"]) % 12 + 12 * late if half else int(hour["h"])) + hours
        written = (other - 1) % 12 + 1 if half else other % 24
        size = 1 if half and hour["h"][0] != "0" else len(hour["h"])
        pieces += [text[at : hour.start("h")], f"{written:0{size}}"]
        at = hour.end("h")
    if half and half["a"]:
        letter = "p" if other % 24 >= 12 else "a"
        pieces += [text[at : half.start("a")], like(letter, half["a"])]
        at = half.end("a")
    return "".join([*pieces, text[at:]])


def _moved(
    text: str, dates: list[regex.Match[str]], by: timedelta | Move, year: int | None, lang: str, *, swap: bool = False
) -> str:
    # 'from 15 March to 30 June 2021': the year is written once.
    years = [slot for found in dates if (slot := _slot(found, "y"))]
    known = _full_year(years[-1].text) if years else year
    move = _first(by)
    edits = sorted(edit for found in dates for edit in _edits(found, move, known, lang, swap))
    pieces, at = [], 0
    for slot, written in edits:
        pieces += [text[at : slot.start], written]
        at = slot.end
    return "".join([*pieces, text[at:]])


def _first(by: timedelta | Move) -> Move:
    """All days of a text are moved as far as the first: the end of a range stays behind its beginning."""
    far: list[timedelta] = [by] if isinstance(by, timedelta) else []

    def move(day: date) -> timedelta:
        if not far and not isinstance(by, timedelta):
            far.append(by(day))
        return far[0]

    return move


def _edits(found: regex.Match[str], by: Move, year: int | None, lang: str, swap: bool) -> Iterator[tuple[_Slot, str]]:
    days = [slot for name in ("d0", "d", "d2") if (slot := _slot(found, name))]
    month, own_year = _slot(found, "m"), _slot(found, "y")
    if month is None:
        raise ValueError
    if own_year:
        year = _full_year(own_year.text)
    if found.re is _NUMERIC:
        first, second = int(days[0].text), int(month.text)
        # With full stops the day comes first in all languages.
        wanted = swap and found["s"] != "."
        if _exists(first, second, year) and (wanted or not _exists(second, first, year)):
            days, month = [month], days[0]
    number = int(month.text) if month.text[0].isdigit() else _months()[month.text.lower().rstrip(".")][0]
    padded = any(slot.text[0] == "0" for slot in (*days, month)) or found.re in (_YEAR_FIRST, _SHORT)
    if not days:
        yield from _month_edits(month, own_year, number, year, by, lang, padded)
        return
    written_days = [_date(year, number, _day(slot)) for slot in days]
    moved = [day + by(day) for day in written_days]
    words = not month.text[0].isdigit()
    ahead = month.start < days[0].start
    main = moved[0] if ahead and words else moved[-1]
    for slot, day in zip(days, moved, strict=True):
        written = _write_day(slot, day.day, padded)
        if words and day.month != main.month:  # a range that begins in one month and ends in the next
            other = _write_month(month, day.month, lang, padded)
            written = f"{other} {written}" if ahead else f"{written} {other}"
        yield slot, written
    for name, day in (("o0", moved[0]), ("o", moved[0] if ahead else moved[-1])):
        if ending := _slot(found, name):
            yield ending, _ending(ending.text, day.day)
    joined = found.string[month.end : month.end + 1] in ("-", "/")
    yield month, _write_month(month, main.month, lang, padded, joined=joined)
    if own_year:
        yield own_year, _write_year(own_year, moved[-1].year)


def _month_edits(
    month: _Slot, own_year: _Slot | None, number: int, year: int | None, by: Move, lang: str, padded: bool
) -> Iterator[tuple[_Slot, str]]:
    """A month without a day is moved by whole months, so that no two become the same."""
    days = by(date(year or YEAR, number, 1)).days
    months = (year or YEAR) * 12 + number - 1 + round(days / _DAYS_A_MONTH)
    if not 1 <= number <= 12 or (own_year is None and months % 12 + 1 == number):
        raise ValueError
    yield month, _write_month(month, months % 12 + 1, lang, padded)
    if own_year:
        yield own_year, _write_year(own_year, months // 12)


def _date(year: int | None, month: int, day: int) -> date:
    if year is None or not _exists(month, day, year):
        year = LEAP if (month, day) == (2, 29) else YEAR if year is None else year
    return date(year, month, day)


def _exists(month: int, day: int, year: int | None) -> bool:
    try:
        date(year or LEAP, month, day)
    except ValueError:
        return False
    return True


def _slot(found: regex.Match[str], name: str) -> _Slot | None:
    if name not in found.re.groupindex or found[name] is None:
        return None
    start, end = found.span(name)
    return _Slot(start, end, found[name])


def _full_year(text: str) -> int:
    short = int(text)
    return short if len(text) > 2 else short + (2000 if short < _CENTURY else 1900)


def _day(slot: _Slot) -> int:
    if slot.text[0].isdigit():
        return int(slot.text)
    numeral = find_numeral(slot.text)
    if numeral is None:
        raise ValueError
    return numeral.value


def _write_day(slot: _Slot, day: int, padded: bool) -> str:
    if slot.text[0].isdigit():
        return f"{day:0{2 if padded else 1}}"
    numeral = find_numeral(slot.text)
    word = spell(day, numeral.lang, kind="order") if numeral else None
    if word is None:
        raise ValueError
    return like(word.capitalize() if slot.text[0].isupper() else word, slot.text)


def _write_month(slot: _Slot, month: int, lang: str, padded: bool, *, joined: bool = False) -> str:
    if slot.text[0].isdigit():
        return f"{month:0{2 if padded else 1}}"
    bare = slot.text.rstrip(".")
    _, spoken, short = _months(lang)[bare.lower()]
    names = _names()[spoken][month - 1]
    # 'May' is as short as it is long: it becomes a full name, but for '5-May-2024'.
    written = names[1] if short or (joined and len(bare) == 3) else names[0]
    written = written.capitalize() if bare[0].isupper() else written.lower()
    written = written.upper() if len(bare) > 1 and bare.isupper() else written
    return written + slot.text[len(bare) :]


def _write_year(slot: _Slot, year: int) -> str:
    return f"{year:04}" if len(slot.text) > 2 else f"{year % 100:02}"


def _ending(written: str, day: int) -> str:
    if written[0] == ":":
        return like(":a" if day % 10 in (1, 2) and day not in (11, 12) else ":e", written)
    return written if written == "." else like(ordinal(day), written)


def _other_year(text: str, found: regex.Match[str], by: timedelta | Move, choice: Choice) -> str:
    """A year is moved by the whole years of the weeks by which days are moved: who was how old when stays."""
    first = _full_year(found["short"] or found["y"])
    far = near(first, choice, "year") - first if callable(by) else round(by.days / _DAYS_A_YEAR) or -1
    if found["short"]:
        return f"{text[0]}{(first + far) % 100:02}"
    return f"{first + far}{found['dash']}{int(found['y2']) + far}" if found["y2"] else str(first + far)


def _other_day(found: regex.Match[str], choice: Choice, *, apart: bool) -> str | None:
    """A day of no month is moved round, as far as all others: nearly all intervals stay, unless each goes apart."""
    day = int(found["d"])
    about = ("day", str(day)) if apart else ("day",)
    if not 1 <= day <= 31:
        return None
    if day <= 28:
        day = (day - 1 + 1 + choice.number(27, *about)) % 28 + 1
    else:
        day = (day - 29 + 1 + choice.number(2, *about)) % 3 + 29
    padded = found["d"][0] == "0"
    return f"{day:0{2 if padded else 1}}" + (_ending(found["o"], day) if found["o"] else "")


@cache
def _names() -> Mapping[str, list[tuple[str, ...]]]:
    """The months of each language: full, short and other names."""
    rows = {lang: languages.lines(f"{lang}/surrogates/months.txt") for lang in languages.known()}
    return {lang: [tuple(line.split()) for line in lines] for lang, lines in rows.items() if lines}


@cache
def _months(lang: str = languages.BASE) -> Mapping[str, tuple[int, str, bool]]:
    """Names of months in small letters, with number, language and whether they are short; of two languages the own."""
    found: dict[str, tuple[int, str, bool]] = {}
    for spoken in sorted(_names(), key=lambda other: other != lang):
        for number, names in enumerate(_names()[spoken], start=1):
            for name in names:
                found.setdefault(name.lower(), (number, spoken, name != names[0]))
    return found


@cache
def _month_word(lang: str) -> regex.Pattern[str]:
    months = "|".join(sorted(_months(lang), key=len, reverse=True))
    words = (spell(n, spoken, kind="order") for n in range(1, 32) for spoken in languages.known())
    ordinals = "|".join(sorted(filter(None, words), key=len, reverse=True))
    day = rf"\d{{1,2}}|{ordinals}"
    month = rf"(?<!\p{{L}})(?P<m>(?:{months})\.?)(?!\p{{L}})"
    year = r"(?:[\s,./:-]*(?:of[ ])?['’]?(?<!\d)(?P<y>\d{4}(?!\d)|\d{2}(?![\d:])))?"
    late_year = r"(?:,?\s+(?:\d\d:\d\d(?::\d\d)?\s+)?['’]?(?P<y>\d{4}|(?<=['’])\d{2})(?![\d:]))?"
    upto = r"\s*(?:[-–—]|to|till|and|och|&)\s*"
    before = (
        rf"(?<![\d\p{{L}}])(?:(?P<d0>{day})(?P<o0>{_ORDINAL})?{upto})?(?P<d>{day})(?P<o>{_ORDINAL})?"
        rf"{_DASH}*(?:of\s+)?(?:the\s+)?{month}{year}"
    )
    after = (
        rf"{month}{_DASH}*(?:the\s+)?(?P<d>{day})(?!\d)(?P<o>{_ORDINAL})?(?:{upto}(?P<d2>\d{{1,2}})(?!\d))?{late_year}"
    )
    alone = rf"{month}(?:[\s,]+(?:of\s+)?(?P<y>\d{{4}})(?!\d))?"
    return regex.compile(f"(?i:{before}|{after}|{alone})")
