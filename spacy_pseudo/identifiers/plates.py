"""Number plates of cars: by their shape where it is a plate's only, else by what is said around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .anchors import Finder
from .base import Identifier, Page, stems_of
from .embedded_names import is_word
from .shapes import Shapes
from .vocabulary import parts

_like: Final = Shapes("plates")


# 'jag kör gdh 307', 'who drives pk17 lmo?'
_DRIVES: Final = re.compile(rf"\b(?:{'|'.join(parts('car_words', 'drives'))})[ ]\Z", re.IGNORECASE)
_CLAUSE: Final = 45
_LEADS: Final = tuple(",:(")


def _words(kind: str) -> str:
    return "|".join(parts("car_words", kind))


@cache
def _cars() -> tuple[re.Pattern[str], frozenset[str]]:
    """Cars and what is done with them, and how the words begin."""
    stems = stems_of(_words("car")) | frozenset(_words("stem").split("|"))
    return re.compile(rf"\b(?:{_words('car')})\b", re.IGNORECASE), stems


@cache
def _thing() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_words('thing')})\b", re.IGNORECASE)


@cache
def _codes() -> frozenset[str]:
    return frozenset(_words("prefix").split("|"))


@cache
def _direct() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{_words('direct')})(?:['’]?s)?(?: (?:no\.?|number|nr|nummer))?"
        r"(?: (?:is|was|are|were|reads?|says|has|är|var|har))?[ .:=(\"“]{0,3}\Z",
        re.IGNORECASE,
    )


def _find(page: Page) -> Iterator[Identifier]:
    text = page.text
    cars = bool(page.where(_cars()[1]))
    shaped = (
        (*page.by_letters(_like.plate, 7), *page.by_figures(_like.figures_first))
        if cars
        else page.by_letters(_like.sure, 3)
    )
    for m in shaped:
        if confidence := _confidence(page, m):
            yield Identifier(*m.span(), "PLATE", confidence)
    for m in page.by_letters(_like.small, 4) if cars else ():
        start = max(0, m.start() - _CLAUSE)
        before = text[start : m.start()]
        near = (
            _direct().search(before)
            or _DRIVES.search(before)
            or (_cars()[0].search(text, start, m.start()) and before.rstrip(" ")[-1:] in _LEADS)
        )
        if near and m[0][:3].upper() not in _codes() and not is_word(m[0][:3]):
            yield Identifier(*m.span(), "PLATE", 0.75)


def _confidence(page: Page, m: re.Match[str]) -> float:
    text = page.text
    earliest = max(0, m.start() - 2 * _CLAUSE)
    before = text[max(earliest, text.rfind("\n\n", earliest, m.start())) : m.start()]
    after = text[m.end() : m.end() + 2 * _CLAUSE]
    if _like.range.match(text, m.end()) or _like.range_before.search(before):
        return 0.0
    if _direct().search(before) and not _like.other_plate.search(before):
        return 0.9
    if m["loose"]:
        return 0.0
    if m["other"] and not _cars()[0].search(before + after):
        return 0.0
    car, thing = _distance(_cars()[0], before, after), _distance(_thing(), before, after)
    if m["sure"]:
        return 0.85 if car <= thing else 0.6 if thing > _CLAUSE else 0.0
    code = m[0][:3] in _codes() or m[0].partition(" ")[0] in _codes()
    if car < thing and not code:
        return 0.75
    return 0.0


def _distance(pattern: re.Pattern[str], before: str, after: str) -> int:
    """How far the nearest such word is; a comma or a full stop between makes it farther."""

    def away(between: str, comma: int) -> int:
        return len(between) + 20 * (between.count(". ") + between.count("; ")) + comma * between.count(", ")

    following = pattern.search(after)
    places = [away(before[m.end() :], 8) for m in pattern.finditer(before)]
    return min((*places, away(after[: following.start()], 12) if following else _FAR))


_FAR: Final = 1000
FINDERS: Final = (Finder(frozenset(("PLATE",)), _find, digits=True),)
