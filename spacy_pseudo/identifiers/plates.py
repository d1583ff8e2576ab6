"""Number plates of cars: by their shape where it is a plate's only, else by what is said around them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .anchors import Beginning, shape
from .base import Page, stems_of
from .embedded_names import is_word
from .shape_files import Shapes
from .vocabulary import parts

_like: Final = Shapes("plates")


_CLAUSE: Final = 45
_LEADS: Final = tuple(",:(")
_FAR: Final = 1000
# Letters of courses, models, currencies and the like, whose codes look the same.
_CODES: Final = frozenset(parts("car_words", "prefix"))


@cache
def _stems() -> frozenset[str]:
    """How words for cars and for what is done with them begin."""
    return stems_of("|".join(parts("car_words", "car"))) | frozenset(parts("car_words", "stem"))


def _small(page: Page, m: re.Match[str]) -> float:
    start = max(0, m.start() - _CLAUSE)
    before = page[start : m.start()]
    car = before.rstrip(" ")[-1:] in _LEADS and _like.car.search(page, start, m.start())
    near = car or _like.direct.search(before) or _like.drives.search(before)
    return 0.75 * bool(near and m[0][:3].upper() not in _CODES and not is_word(m[0][:3]))


def _confidence(page: Page, m: re.Match[str]) -> float:
    earliest = max(0, m.start() - 2 * _CLAUSE)
    before = page[max(earliest, page.rfind("\n\n", earliest, m.start())) : m.start()]
    after = page[m.end() : m.end() + 2 * _CLAUSE]
    if _like.range.match(page, m.end()) or _like.range_before.search(before):
        return 0.0
    if _like.direct.search(before) and not _like.other_plate.search(before):
        return 0.9
    if m["loose"] or (m["other"] and not _like.car.search(before + after)):
        return 0.0
    car, thing = _distance(_like.car, before, after), _distance(_like.thing, before, after)
    if m["sure"]:
        return 0.85 if car <= thing else 0.6 * (thing > _CLAUSE)
    return 0.75 * (car < thing and m[0][:3] not in _CODES and m[0].partition(" ")[0] not in _CODES)


def _distance(pattern: re.Pattern[str], before: str, after: str) -> int:
    """How far the nearest such word is; a comma or a full stop between makes it farther."""

    def away(between: str, comma: int) -> int:
        return len(between) + 20 * (between.count(". ") + between.count("; ")) + comma * between.count(", ")

    following = pattern.search(after)
    places = [away(before[m.end() :], 8) for m in pattern.finditer(before)]
    return min((*places, away(after[: following.start()], 12) if following else _FAR))


FINDERS: Final = (
    shape("PLATE", _confidence, _like.anywhere("sure"), digits=1),
    shape("PLATE", _confidence, _like.at_letters("plate", 7, gap=True), Beginning(_stems), digits=1),
    shape("PLATE", _confidence, _like.at_figures("figures_first"), Beginning(_stems), digits=1),
    shape("PLATE", _small, _like.at_letters("small", 4, gap=True), Beginning(_stems), digits=1),
)
