"""Telephone numbers: those of a plan of numbers, those of ranges kept for fiction, and what follows 'call' or 'tel'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .. import languages
from .anchors import Finder, shape
from .base import SIX, Identifier, Page
from .shape_files import Shapes
from .vocabulary import cue_words

_like: Final = Shapes("phones", lambda: {"WORDS": "|".join(languages.own_and_base("phone_words", languages.ALL))})


_BEFORE: Final = 60
_FEWEST, _MOST = 6, 18


def _numbers(page: Page) -> Iterator[Identifier]:
    for m in page.from_figures(_like.number, "+ (", SIX):
        digits = sum(map(str.isdigit, m[0]))
        if _FEWEST <= digits <= _MOST and (confidence := _confidence(page, m, digits)) >= 0.5:
            yield Identifier(*m.span(), "PHONE", confidence)


def _spaced(page: Page, m: re.Match[str]) -> float:
    plain = m[0].replace(" ", "")
    return 0.7 * (plain[0] in "0+" and plain[1] != "0" and len(plain) > 8)


def _short(page: Page, m: re.Match[str]) -> float:
    return 0.75 * bool(_like.room.search(page, max(0, m.start() - _BEFORE), m.start()))


def _confidence(page: Page, m: re.Match[str], digits: int) -> float:
    number, before = m[0], page[max(0, m.start() - _BEFORE) : m.start()]
    # In a table, another number stands before it, and no word that might say what it is.
    said = _like.marks.fullmatch(_like.group_or_line.split(before)[-1]) is None
    if _like.counted.match(page, m.end()) or _like.machine.fullmatch(number) or (said and _like.listed.search(before)):
        return 0.0
    close = _like.said_close.search(before) is not None
    if before.endswith("#") and not close:  # '#5550123' counts something
        return 0.0
    sure = _like.letter_cue.search(before) or _like.spoken.search(before)
    cue = said and (sure or (_like.said.search(before) and not _like.one_letter.search(before)))
    shape, groups = _shape(number, digits, page.lang), _like.groups.findall(number)
    if not cue:
        wares = _like.seven.fullmatch(number) and _like.wares.search(before)
        return shape + 0.05 * bool(_like.person_before.search(before)) if shape and not wares else 0.0
    # '2 555 013' and '12 555 0147' are sums; '2024-03-05' is a day.
    if _like.day.fullmatch(number) or (not shape and (len(groups[0]) < 2 or digits > 15 or not (sure or close))):
        return 0.0
    return 0.95 if shape else 0.8 if digits >= 7 or len(groups) > 1 else 0.6


def _shape(number: str, digits: int, lang: str) -> float:
    """How much a number looks like a telephone number by itself."""
    plain = _like.extended.sub("", number)
    groups = _like.groups.findall(plain)
    if plain[0] == "+" and digits >= 9 and not re.search(r"\d \d \d \d", plain):
        return 0.9
    if re.match(r"00[1-9]\d{0,2}[ ]", plain) and digits >= 10 and len(groups) > 2:
        return 0.8
    if _like.no_phone.fullmatch(plain) or (len(groups) > 2 and all(len(group) == 4 for group in groups)):
        return 0.0
    if _like.american.fullmatch(plain) or (_like.swedish.fullmatch(plain) and digits >= 8):
        return 0.8
    if _like.british.fullmatch(plain) and 10 <= sum(map(len, groups)) <= 11 and "\n" not in plain:
        return 0.75 if len(groups) > 1 or plain.startswith("07") else 0.6
    if _like.seven.fullmatch(plain) and plain[3:5] == "-0":
        return 0.6
    extended = plain != number and "/" not in number and sum(map(len, groups)) > 6
    known = plain[:2] == "(0" or extended or _is_valid(plain, lang)
    return 0.65 * (_like.australian.fullmatch(plain) is not None or (not {".", "/"} & set(plain) and known))


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
    Finder(frozenset(("PHONE",)), _numbers, digits=6),
    shape("PHONE", _spaced, _like.at_figures("spaced", "+"), digits=6, apart=True),
    shape("PHONE", 0.75, _like.anywhere("extension"), cue_words("extension"), group="ext", digits=3, apart=True),
    shape("PHONE", _short, _like.at_figures("x", "x"), "x", digits=3, apart=True),
)
