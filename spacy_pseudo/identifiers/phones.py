"""Telephone numbers: those of a plan of numbers, those of ranges kept for fiction, and what follows 'call' or 'tel'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from .. import languages
from .anchors import Finder, shape
from .base import Identifier, Page
from .shapes import Shapes
from .vocabulary import cue_words

_like: Final = Shapes("phones")


@cache
def _cues() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What is said before a number: somewhere before it, and close before one that looks like any other."""
    words = "|".join(languages.own_and_base("phone_words", languages.ALL))
    said = rf"(?:\b(?:{words})\b|☎|📞|📱|✆)"
    return (
        re.compile(rf"{said}[^\n\d]{{0,32}}\Z", re.IGNORECASE),
        re.compile(
            rf"{said}(?:[\s:.,;(\"'#|@-]{{1,3}}(?:me|us|him|her|my|our|on|at|is|are|the|this|no|nr|number|nummer|office|home"
            rf"|work|på|mig|är|till|to|via|under|oss|henne|honom|arb|hem|back))*[\s:.,;(\"'#|@-]{{0,3}}\Z",
            re.IGNORECASE,
        ),
    )


_BEFORE: Final = 60
_FEWEST, _MOST = 6, 18


def _numbers(page: Page) -> Iterator[Identifier]:
    for m in page.by_figures(_like.number, "+ (", _like.maybe):
        digits = len(_like.digits.findall(m[0]))
        if _FEWEST <= digits <= _MOST:
            confidence = _confidence(page, m.start(), m.end(), digits)
            if confidence >= 0.5:
                yield Identifier(m.start(), m.end(), "PHONE", confidence)


def _spaced(page: Page, m: re.Match[str]) -> float:
    plain = m[0].replace(" ", "")
    return 0.7 * (plain[0] in "0+" and plain[1] != "0" and len(plain) > 8)


def _short_extensions(page: Page) -> Iterator[re.Match[str]]:
    text = page.text
    found = (_like.x.match(text, at - 1) for at in page.figures if text[at - 1 : at] == "x")
    return (m for m in found if m and _like.room.search(text, max(0, m.start() - _BEFORE), m.start()))


def _confidence(page: Page, start: int, end: int, digits: int) -> float:
    text = page.text
    number = text[start:end]
    before = text[max(0, start - _BEFORE) : start]
    # In a table, another number stands before it, and no word that might say what it is.
    said = _like.marks.fullmatch(_like.group_or_line.split(before)[-1]) is None
    if _like.counted.match(text, end) or _like.machine.fullmatch(number) or (said and _like.listed.search(before)):
        return 0.0
    cue = said and (
        bool(_like.letter_cue.search(before) or _like.spoken.search(before))
        or (bool(_cues()[0].search(before)) and not _like.one_letter.search(before))
    )
    if before.endswith("#") and not _cues()[1].search(before):  # '#5550123' counts something
        return 0.0
    shape = _shape(number, digits, page.lang)
    groups = _like.groups.findall(number)
    if cue:
        # '2 555 013' and '12 555 0147' are sums; '2024-03-05' is a day.
        if _is_day(number) or (not shape and (len(groups[0]) < 2 or digits > 15)):
            return 0.0
        if not shape and not (
            _like.spoken.search(before) or _like.letter_cue.search(before) or _cues()[1].search(before)
        ):
            return 0.0
        found = 0.95 if shape else 0.8 if digits >= 7 or len(groups) > 1 else 0.6
    elif shape and not (_like.seven.fullmatch(number) and _like.wares.search(before)):
        found = shape + (0.05 if _like.person_before.search(before) else 0.0)
    else:
        return 0.0
    return found


def _is_day(number: str) -> bool:
    return (
        re.fullmatch(
            r"(?:19|20)\d\d[-./ ][01]?\d[-./ ][0-3]?\d|[0-3]?\d[-./ ][01]?\d[-./ ](?:19|20)\d\d|(?:19|20)\d{6}", number
        )
        is not None
    )


def _shape(number: str, digits: int, lang: str) -> float:
    """How much a number looks like a telephone number by itself."""
    plain = re.sub(
        r",?[ ]?(?:ext\.?|x|extension|anknytning|ankn\.?)[ ]?\d{1,5}\Z|/\d{2,4}\Z", "", number, flags=re.IGNORECASE
    )
    extended = plain != number
    groups = _like.groups.findall(plain)
    if plain[0] == "+" and digits >= 9 and not re.search(r"\d \d \d \d", plain):
        return 0.9
    if re.match(r"00[1-9]\d{0,2}[ ]", plain) and digits >= 10 and len(groups) > 2:
        return 0.8
    if _like.no_phone.fullmatch(plain) or (len(groups) > 2 and all(len(group) == 4 for group in groups)):
        return 0.0
    if _like.australian.fullmatch(plain):
        return 0.65
    if _like.american.fullmatch(plain) or (_like.swedish.fullmatch(plain) and digits >= 8):
        return 0.8
    if _like.british.fullmatch(plain) and 10 <= len(_like.digits.findall(plain)) <= 11 and "\n" not in plain:
        return 0.75 if len(_like.groups.findall(plain)) > 1 or plain.startswith("07") else 0.6
    if _like.seven.fullmatch(plain) and plain[3:5] == "-0":
        return 0.6
    if "." in plain or "/" in plain:
        return 0.0
    if plain[:2] == "(0" or (extended and "/" not in number and sum(map(len, groups)) > 6) or _is_valid(plain, lang):
        return 0.65
    return 0.0


@lru_cache(maxsize=10_000)
def _is_valid(number: str, lang: str) -> bool:
    """Whether some usual plan of numbers knows it; numbers without a gap or a leading zero look like anything."""
    if number[0] not in "0(" or not re.search(r"\D", number):
        return False
    from phonenumbers import NumberParseException, is_valid_number, parse

    for region in languages.of(lang).home.phone_plans:
        try:
            if is_valid_number(parse(number, region)):
                return True
        except NumberParseException:
            return False
    return False


FINDERS: Final = (
    Finder(frozenset(("PHONE",)), _numbers, digits=True),
    shape("PHONE", _spaced, lambda page: page.by_figures(_like.spaced, "+"), digits=True, apart=True),
    shape("PHONE", 0.75, _like.extension, cue_words("extension"), group="ext", digits=True, apart=True),
    shape("PHONE", 0.75, _short_extensions, "x", digits=True, apart=True),
)
