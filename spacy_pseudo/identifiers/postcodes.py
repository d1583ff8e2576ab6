"""Post codes: by their shape where it tells enough, else by the town or the words beside them."""

from __future__ import annotations

import re
from typing import Final

from .. import languages, resources
from ..text.gazetteer import abbreviations, places
from ..text.place_lists import key
from ..text.words import fold
from .anchors import shape
from .shape_files import Shapes
from .vocabulary import function_words, next_word, sentence_before

_like: Final = Shapes("postcodes")


_AREAS: Final = frozenset(" ".join(resources.lines("places/post_areas.txt")).split())
# Ordinals, sizes and units that end like a code: 'E10 4th', 'B2 5XL', 'T4 8GB'.
_ALSO_UNITS: Final = frozenset("ST ND RD TH XL XS GB TB HZ LB PT PX FT YD QT DB".split())
_FAR: Final = 70


def _outward(text: str, m: re.Match[str]) -> float:
    return 0.7 * (m[m.lastgroup or 0][:2].rstrip("0123456789") in _AREAS)


def _irish(text: str, m: re.Match[str]) -> float:
    return 0.9 * (_named(text, m.start()) or (m[0].isupper() and _town_before(text, m.start())))


def _prefixed(text: str, m: re.Match[str]) -> float:
    """'A-0044' may be anything."""
    return 0.9 * bool(m[0][1] != "-" or _like.town_after.match(text, m.end()) or _named(text, m.start()))


def _dutch(text: str, m: re.Match[str]) -> float:
    start = m.start()
    code = _like.the_code.search(text[max(0, start - _FAR) : start])
    said = (code is not None and fold(code["town"]) in places()) or _typed(text, start) or _named(text, start)
    return 0.8 * (said or _like.town_next.match(text, m.end()) is not None or _town_before(text, start))


def _hyphened(text: str, m: re.Match[str]) -> float:
    said = _like.code_word.search(text[max(0, m.start() - 30) : m.start()]) is not None
    return 0.85 * (said or _known_after(text, m.end()))


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


def _figures(text: str, m: re.Match[str]) -> float:
    """A number alone: a code by what stands before it, or by the town beside it."""
    (start, end), code = m.span(), m[0]
    past = text[max(0, start - 50) : start]
    following = next_word(text, end)
    small_word = following in function_words()
    counted = following != "" and not small_word and _like.small.match(text, end) is not None
    if not counted and _typed(text, start):
        return 0.75
    if _like.other_code.search(past[-20:]) or _like.thing_after.match(text, end):
        return 0.0
    if _like.code_word.search(past):
        return 0.95 * (not counted or following in ("please", "tack"))
    if _like.code_next.match(text, end):
        return 0.9
    if len(code) > 4 and not counted and _named(text, start):
        return 0.75
    near = _like.town_before.search(past)
    spaced = len(code) == 6 and not code.isdigit()
    if len(code) == 4 or (len(code) == 6 and not spaced):
        return _short(text, m, past, near, counted)
    town = _like.town_after.match(text, end)
    known = town and (fold(town["town"].split()[0]) in places() or key(town["town"]) in places())
    region = near["region"] if near else None
    if not counted and ((town and (spaced or known)) or (region and _is_region(region))):
        return 0.92
    if (small := _like.small_town_after.match(text, end)) and _is_small_town(fold(small["town"])):
        return 0.8
    here = _like.region_line.search(past) and past[-3:-1] in abbreviations() and following not in ("is", "was")
    if here and not counted:
        return 0.75
    counted = counted or following in ("is", "was", "till", "to", "and")
    if not counted and _like.lives_in.search(past):
        return 0.75
    talk = _like.code_talk.search(text, max(0, start - 100), start)
    return 0.65 * bool(talk and _like.says.search(past) and (not counted or small_word))


def _is_region(name: str) -> bool:
    return name in abbreviations() or fold(name) in places()


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
        return 0.7 * _town_before(text, start)
    region = near is not None and near["region"] in abbreviations()
    return 0.75 * bool(region or (near and "," in past[-2:] and not year and _like.comes_from.search(past)))


_POST: Final = frozenset(("area", "postcode", "postcodes"))
FINDERS: Final = (
    shape("POSTCODE", _british, _like.at_letters("british", 2), digits=1),
    shape("POSTCODE", _outward, _like.anywhere("outward"), _POST, group=None, digits=1),
    shape("POSTCODE", _irish, _like.at_letters("irish", 1), digits=1),
    shape("POSTCODE", 0.85, _like.at_letters("canadian", 1), digits=1),
    shape("POSTCODE", _prefixed, _like.at_letters("prefixed", 3, gap=True), digits=3),
    shape("POSTCODE", _dutch, _like.at_figures("dutch"), digits=3),
    shape("POSTCODE", _hyphened, _like.at_figures("hyphened"), digits=3),
    shape("POSTCODE", _figures, _like.at_figures("digits"), digits=3),
)
