"""Post codes: by their shape where it tells enough, else by the town or the words beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .. import languages, resources
from ..text.gazetteer import abbreviations, places
from ..text.place_lists import key
from ..text.words import fold
from .base import Identifier, Page
from .shapes import Shapes
from .vocabulary import function_words, next_word, sentence_before

_like: Final = Shapes("postcodes")


_AREAS: Final = frozenset(" ".join(resources.lines("places/post_areas.txt")).split())
# Ordinals, sizes and units that end like a code: 'E10 4th', 'B2 5XL', 'T4 8GB'.
_ALSO_UNITS: Final = frozenset("ST ND RD TH XL XS GB TB HZ LB PT PX FT YD QT DB".split())
_OUTWARD_WORDS: Final = frozenset(("area", "postcode", "postcodes"))

_FAR: Final = 70
_FEWEST: Final = 5


def find_postcodes(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): POSTCODE."""
    for m, confidence in _codes(page):
        if confidence:
            yield Identifier(*m.span((m.lastgroup or 0) if m.re is _like.outward else 0), "POSTCODE", confidence)


def _codes(page: Page) -> Iterator[tuple[re.Match[str], float]]:
    """What looks like a code, and how likely it is one."""
    text = page.text
    for m in page.by_letters(_like.british, 2):
        yield m, _british(text, m)
    for m in _like.outward.finditer(text) if not page.vocabulary.isdisjoint(_OUTWARD_WORDS) else ():
        yield m, 0.7 * ((m["first"] or m["code"]).rstrip("0123456789")[:2].strip("0123456789") in _AREAS)
    for m in page.by_letters(_like.irish, 1):
        yield m, 0.9 * (_named(text, m.start()) or (m[0].isupper() and _town_before(text, m.start())))
    for m in page.by_letters(_like.canadian, 1):
        yield m, 0.85
    for m in page.by_letters(_like.prefixed, 3):
        # 'A-0044' may be anything.
        yield m, 0.9 * bool(m[0][1] != "-" or _like.town_after.match(text, m.end()) or _named(text, m.start()))
    for m in page.by_figures(_like.dutch):
        code = _like.the_code.search(text[max(0, m.start() - _FAR) : m.start()])
        near = (code is not None and fold(code["town"]) in places()) or _typed(text, m.start())
        near = near or _like.town_next.match(text, m.end()) is not None or _named(text, m.start())
        yield m, 0.8 * (near or _town_before(text, m.start()))
    for m in page.by_free_figures(_like.hyphened, 2):
        said = _like.code_word.search(text[max(0, m.start() - 30) : m.start()]) is not None
        yield m, 0.85 * (said or _known_after(text, m.end()))
    for m in page.by_free_figures(_like.digits, 3):
        yield m, _figures(page, m)


def _named(text: str, start: int) -> bool:
    """The same sentence has spoken of a code."""
    return _like.code_said.search(sentence_before(text, start)[-_FAR:]) is not None


def _typed(text: str, start: int) -> bool:
    """Somebody types it, and has just spoken of a code."""
    past = text[max(0, start - 2 * _FAR) : start]
    return _like.types.search(past) is not None and _like.code_said.search(past) is not None


def _town_before(text: str, start: int) -> bool:
    """A known town stands directly before, with or without its region."""
    near = _like.town_before.search(text[max(0, start - 50) : start])
    return near is not None and any(fold(name) in places() for name in (near["town"], near["region"]) if name)


def _known_after(text: str, end: int) -> bool:
    """A known town follows, and nothing that it might count."""
    town = _like.town_after.match(text, end)
    if town is None or _like.small_noun.match(text, town.end()):
        return False
    return any(fold(name) in places() for name in (town["town"], town["town"].split()[0]))


def _british(text: str, m: re.Match[str]) -> float:
    if m["area"].upper() not in _AREAS or _like.thing_after.match(text, m.end()):
        return 0.0
    if _like.other_code.search(sentence_before(text, m.start())[-45:]):
        return 0.0
    spoken = _like.code_talk.search(text, max(0, m.start() - 40), m.start()) or _like.code_next.match(text, m.end())
    if not m[0][-4].isspace() and not spoken:
        return 0.0
    if m[0][-2:].upper() in _ALSO_UNITS and not (_named(text, m.start()) or _town_before(text, m.start())):
        return 0.0
    return 0.93 if m[0].isupper() else 0.75


def _figures(page: Page, m: re.Match[str]) -> float:
    """A number alone: a code by what stands before it, or by the town beside it."""
    text, start, end, code = page.text, *m.span(), m[0]
    past = text[max(0, start - 50) : start]
    following = next_word(text, end)
    small_word = following in function_words()
    counted = following != "" and not small_word and _like.small.match(text, end) is not None
    if not counted and _typed(text, start):
        return 0.75
    if _like.other_code.search(past[-20:]) or _like.thing_after.match(text, end):
        return 0.0
    if _like.code_word.search(past):
        return 0.0 if counted and following not in ("please", "tack") else 0.95
    if _like.code_next.match(text, end):
        return 0.9
    if len(code) >= _FEWEST and not counted and _named(text, start):
        return 0.75
    near = _like.town_before.search(past)
    spaced = len(code) == 6 and not code.isdigit()
    if len(code) == 4 or (len(code) == 6 and not spaced):
        return _short(text, m, past, near, counted)
    town = _like.town_after.match(text, end)
    known = town and (fold(town["town"].split()[0]) in places() or key(town["town"]) in places())
    if town and (spaced or known) and not counted:
        return 0.92
    if (small := _like.small_town_after.match(text, end)) and _is_small_town(fold(small["town"])):
        return 0.8
    region = near["region"] if near and not counted else None
    if region and (region in abbreviations() or fold(region) in places()):
        return 0.92
    if (
        _like.region_line.search(past)
        and past[-3:-1] in abbreviations()
        and not counted
        and following not in ("is", "was")
    ):
        return 0.75
    counted = counted or following in ("is", "was", "till", "to", "and")
    if not counted and _like.lives_in.search(past):
        return 0.75
    talk = _like.code_talk.search(text, max(0, start - 100), start)
    return 0.65 if talk and _like.says.search(past) and (not counted or small_word) else 0.0


def _is_small_town(name: str) -> bool:
    """A town that may be written in small letters: no word, and not tiny."""
    return name in places() and name not in languages.words() and places()[name].people >= 10


def _short(text: str, m: re.Match[str], past: str, near: re.Match[str] | None, counted: bool) -> float:
    """Codes of four or six digits, which look like years and anything else."""
    start, end = m.span()
    four = len(m[0]) == 4
    year = four and m[0][:2] in ("19", "20")
    if _like.line.search(past) and not year and _known_after(text, end):
        return 0.8
    if not four and not counted and _town_before(text, start):
        return 0.75
    if four and not _like.centuries.match(m[0]) and _like.ends.match(text, end) and past[-2:] == ", ":
        return 0.7 if _town_before(text, start) else 0.0
    region = near is not None and near["region"] in abbreviations()
    return 0.75 if region or (near and "," in past[-2:] and not year and _like.comes_from.search(past)) else 0.0
