"""Telephone numbers: those of a plan of numbers, those of ranges kept for fiction, and what follows 'call' or 'tel'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from .. import languages
from .anchors import Finder, shape
from .base import Identifier, Page
from .vocabulary import cue_words, cues

# Blanks, dashes and marks between the digits of one number; a line may break once.
_GAP: Final = r"(?:[ \u00a0\u202f./‐-―-]|[ \u00a0]?[-‐-―][ \u00a0]?|\n(?=\d{3,6}\b))"
_NUMBER: Final = re.compile(
    rf"(?<![\w/=<$€£%@-])(?<!\d[.,:])(?:\+[ ]?)?(?:\(\d{{1,5}}\){_GAP}?)?\d{{1,15}}"
    rf"(?:{_GAP}?\(\d{{1,5}}\){_GAP}?\d{{1,12}})?(?:{_GAP}\d{{1,12}}){{0,10}}(?:/\d{{2,4}})?"
    r"(?:,?[ ]?(?:ext\.?|x(?=\d)|extension|anknytning|ankn\.?)[ ]?\d{1,5})?(?![\w%°]|[.,:]\d|[ ]?[=×^*])",
    re.IGNORECASE,
)
# The same in short: six digits, and what may be between.
_MAYBE: Final = re.compile(r"\d(?:[ \u00a0\u202f./()\n‐-―-]{0,6}\d){5}")
_SPACED: Final = re.compile(r"(?<![\d.,] )(?<![\w.,])\+?\d(?: \d){6,14}(?! ?[\d.,]*\w)")


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


_LETTER_CUE: Final = re.compile(r"(?:^|[\s|,;(])[pftmhw]\.?:[ ]?\Z", re.IGNORECASE)
_ONE_LETTER: Final = re.compile(
    r"\b[pftmhw]\b[^\n\d]{0,32}\Z|\b(?:hem|arb)\b(?![.,]?[ ]?\Z)[^\n\d]{0,32}\Z", re.IGNORECASE
)
# 'oh seven seven double oh, then ...'
_SPOKEN: Final = re.compile(
    r"\b(?:oh|zero|noll|double|sju\w*|seven)\b[^\d\n]{0,40}\b(?:then|sen|sedan)[ ]\Z", re.IGNORECASE
)
_PERSON_BEFORE: Final = re.compile(r"(?:[A-ZÅÄÖ][a-zåäö]+|\bme): ?\Z|\b[A-ZÅÄÖ][a-zåäö]+, \Z")
_EXTENSION: Final = re.compile(
    r"\b(?:extension|ext\.?(?: no\.?)?|anknytning(?:en)?|ankn\.?)[ ]?(?:is|är|:|no\.?|nr)?[ ]{0,2}(?P<ext>\d{3,5})"
    r"(?!\d|[.,:]\d|[ ](?:hours?|days?|weeks?|minutes?|pages?|timmar|dagar|sidor))",
    re.IGNORECASE,
)
_X: Final = re.compile(r"(?<![\w.])x\d{3,5}(?!\w)")
_ROOM: Final = re.compile(r"room|office|rum|tel|phone|call|ring", re.IGNORECASE)
# What is counted, measured, listed or computed is no telephone number, whatever its shape.
_COUNTED: Final = re.compile(
    rf"[ \u00a0](?:{cues('counted')}|{cues('measured')})\b|[-‐-―]type|[ ]?[+*/=×][ ]?\d", re.IGNORECASE
)
_LISTED: Final = re.compile(
    rf"\b(?:{cues('listed')})\b(?: (?:is|was|are|number|no|nr|card|is the|the|till|av|of|book|är|blev))*"
    r"[.:# \u00a0(-]{0,4}\Z",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"\d")
_GROUPS: Final = re.compile(r"\d+")
_GROUP_OR_LINE: Final = re.compile(r"[\d\n]+")
_MARKS: Final = re.compile(r"[ \t.,;:|()<>*+-]*")
# 212-555-0147, (212) 555 0147; 555-0199; 07700 900123, 020 7946 0182; 070-174 06 12, 08-465 004 22
_AMERICAN: Final = re.compile(
    r"(?:\+?1[ .-]?)?(?:\([2-9]\d\d\)[ .‐-―-]{0,2}[2-9]\d\d[.\u00a0 ‐-―-]?"
    r"|[2-9]\d\d[.\u00a0 ‐-―-][2-9]\d\d[.\u00a0 ‐-―-])\d{4}"
)
_SEVEN: Final = re.compile(r"[2-9]\d\d-\d{4}")
_BRITISH: Final = re.compile(r"\(?0[123578]\d{1,4}\)?(?:[\u00a0 ‐-―-]?\d{3,8}){1,2}(?:[\u00a0 ‐-―-]\d{3,4})?")
_SWEDISH: Final = re.compile(
    r"\(?0\d{1,3}\)?(?:[-‐-―/]|[ \u00a0](?=\d{2,3}[ \u00a0]))\d{2,3}[ \u00a0]?\d{2,3}[ \u00a0]?\d{2,3}"
    r"|07[02369]\d{7}|070[ ]\d{4}[ ]\d{3}"
)
# Days and numbers of persons, sums, addresses of machines.
_AUSTRALIAN: Final = re.compile(r"04\d\d[ ]\d{3}[ ]\d{3}|1[38]00[ ]\d{3}[ ]\d{3}")
_WARES: Final = re.compile(r"\b(?:items?|parts?|artik\w+|article|beställningsn\w+|art\.? ?n(?:o|r))\b", re.IGNORECASE)
_NO_PHONE: Final = re.compile(r"\d{6}[-+]\d{4}|0+[ -]0+.*|\d{1,3}(?:\.\d{1,3}){3}|[09]99-.*")
_MACHINE: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_BEFORE: Final = 60
_FEWEST, _MOST = 6, 18


def _numbers(page: Page) -> Iterator[Identifier]:
    for m in page.by_figures(_NUMBER, "+ (", _MAYBE):
        digits = len(_DIGITS.findall(m[0]))
        if _FEWEST <= digits <= _MOST:
            confidence = _confidence(page, m.start(), m.end(), digits)
            if confidence >= 0.5:
                yield Identifier(m.start(), m.end(), "PHONE", confidence)


def _spaced(page: Page, m: re.Match[str]) -> float:
    plain = m[0].replace(" ", "")
    return 0.7 * (plain[0] in "0+" and plain[1] != "0" and len(plain) > 8)


def _short_extensions(page: Page) -> Iterator[re.Match[str]]:
    text = page.text
    found = (_X.match(text, at - 1) for at in page.figures if text[at - 1 : at] == "x")
    return (m for m in found if m and _ROOM.search(text, max(0, m.start() - _BEFORE), m.start()))


def _confidence(page: Page, start: int, end: int, digits: int) -> float:
    text = page.text
    number = text[start:end]
    before = text[max(0, start - _BEFORE) : start]
    # In a table, another number stands before it, and no word that might say what it is.
    said = _MARKS.fullmatch(_GROUP_OR_LINE.split(before)[-1]) is None
    if _COUNTED.match(text, end) or _MACHINE.fullmatch(number) or (said and _LISTED.search(before)):
        return 0.0
    cue = said and (
        bool(_LETTER_CUE.search(before) or _SPOKEN.search(before))
        or (bool(_cues()[0].search(before)) and not _ONE_LETTER.search(before))
    )
    if before.endswith("#") and not _cues()[1].search(before):  # '#5550123' counts something
        return 0.0
    shape = _shape(number, digits, page.lang)
    groups = _GROUPS.findall(number)
    if cue:
        # '2 555 013' and '12 555 0147' are sums; '2024-03-05' is a day.
        if _is_day(number) or (not shape and (len(groups[0]) < 2 or digits > 15)):
            return 0.0
        if not shape and not (_SPOKEN.search(before) or _LETTER_CUE.search(before) or _cues()[1].search(before)):
            return 0.0
        found = 0.95 if shape else 0.8 if digits >= 7 or len(groups) > 1 else 0.6
    elif shape and not (_SEVEN.fullmatch(number) and _WARES.search(before)):
        found = shape + (0.05 if _PERSON_BEFORE.search(before) else 0.0)
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
    groups = _GROUPS.findall(plain)
    if plain[0] == "+" and digits >= 9 and not re.search(r"\d \d \d \d", plain):
        return 0.9
    if re.match(r"00[1-9]\d{0,2}[ ]", plain) and digits >= 10 and len(groups) > 2:
        return 0.8
    if _NO_PHONE.fullmatch(plain) or (len(groups) > 2 and all(len(group) == 4 for group in groups)):
        return 0.0
    if _AUSTRALIAN.fullmatch(plain):
        return 0.65
    if _AMERICAN.fullmatch(plain) or (_SWEDISH.fullmatch(plain) and digits >= 8):
        return 0.8
    if _BRITISH.fullmatch(plain) and 10 <= len(_DIGITS.findall(plain)) <= 11 and "\n" not in plain:
        return 0.75 if len(_GROUPS.findall(plain)) > 1 or plain.startswith("07") else 0.6
    if _SEVEN.fullmatch(plain) and plain[3:5] == "-0":
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
    shape("PHONE", _spaced, lambda page: page.by_figures(_SPACED, "+"), digits=True, apart=True),
    shape("PHONE", 0.75, _EXTENSION, cue_words("extension"), group="ext", digits=True, apart=True),
    shape("PHONE", 0.75, _short_extensions, "x", digits=True, apart=True),
)
