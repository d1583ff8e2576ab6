"""Addresses with a number, and streets without one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from ..text.gazetteer import places, rows
from ..text.words import fold
from .anchors import Ending, Finder, Listed, shape
from .base import Identifier, Page
from .numerals import NUMBER
from .shape_files import Shapes
from .vocabulary import cue_words, function_words, is_given_name, next_word, small_lines


@cache
def _kinds(kind: str) -> frozenset[str]:
    """What streets end with ('after', 'compound'), begin with ('before'), and what is none ('known')."""
    return frozenset(dict(rows("places/streets.txt"))[kind])


def _pieces() -> dict[str, str]:
    """The kinds of streets as pieces of patterns, the longer ones first."""
    pieces = {"NUMBER": NUMBER}
    for kind in ("after", "before", "compound"):
        names = sorted(_kinds(kind), key=lambda name: (-len(name), name))
        pieces[f"{kind.upper()}_LOWER"] = lower = "|".join(names)
        pieces[f"{kind.upper()}_UPPER"] = lower.upper()
        pieces[kind.upper()] = "|".join(map(str.title, names)) if kind == "after" else lower
    return pieces


_like: Final = Shapes("addresses", _pieces)
# What stands at the end of a short word for a street, as in 'Ringv. 8'.
_SHORT_STREETS: Final = ("v. ", "g. ", "str. ")
_BOX_WORDS: Final = frozenset("box bag rr postfach".split())
# Kinds of streets that seldom mean anything else; the others need a place to stand at.
_SURE_KINDS: Final = cue_words("sure street")
_ABBREVIATED: Final = cue_words("short street")
_UNITS: Final = cue_words("unit")
_COMMON: Final = cue_words("no street")
_ON_THE_WAY: Final = frozenset("Follow Cross Pass Reach Leave Past Near".split())
_FAR: Final = 200


def _past(page: Page, start: int) -> str:
    return page[max(0, start - 30) : start]


def _streets(page: Page) -> Iterator[Identifier]:
    kinds = page.numbers(_AFTER)
    capital = [number for number in kinds if page.tokens[number][0].isupper()]
    for begin, stop in page.windows(capital, 70, 25):
        for m in _like.english.finditer(page, begin, stop):
            if _is_address(page, m):
                yield Identifier(m.start(), _end(m), "ADDRESS", 0.93)
        for m in _like.english_street.finditer(page, begin, stop):
            yield from _street(page, m)
    for begin, stop in page.windows([number for number in kinds if page.tokens[number].islower()], 70, 25):
        for m in _like.small.finditer(page, begin, stop) if page.has_figure(begin, stop) else ():
            past = _past(page, m.start())
            if _like.small_address.search(past) and not _like.no_address.search(past):
                yield Identifier(*m.span(), "ADDRESS", 0.75)
    for number in kinds:
        small = _like.in_small_letters.match(page, page.starts[number - 1]) if number else None
        name = page.small_words[number - 1]
        usual = name in function_words() or name in _COMMON or f"{name} {page.small_words[number]}" in _kinds("known")
        if small and not usual and _like.small_street.search(_past(page, small.start())):
            yield Identifier(*small.span(), "STREET", 0.65)


_AFTER: Final = Listed(lambda: _kinds("after"))
_FOREIGN: Final = Listed(lambda: frozenset(kind.split()[0] for kind in _kinds("before")))


def _foreign_streets(page: Page) -> Iterator[Identifier]:
    for m in filter(None, _like.near("foreign", _FOREIGN, 8, 60)(page)):
        past = _past(page, m.start())
        if m["number"] or m["first"]:
            yield Identifier(*m.span(), "ADDRESS", 0.9)
        elif _like.street_cue.search(past) and (m[0][0].isupper() or _like.lives_in.search(past)):
            yield Identifier(m.start(), m.end() - m[0].endswith("."), "STREET", 0.8)


def _end(m: re.Match[str]) -> int:
    """Where it ends: a full stop belongs to 'St.' and not to 'Street.'."""
    return m.end() - (m[0].endswith(".") and (m["kind"] or "").lower() not in _ABBREVIATED)


def _is_address(page: Page, m: re.Match[str]) -> bool:
    end, past = m.end(), _past(page, m.start())
    if _like.no_address.search(past) or _like.number_first.sub("", m[0]).lower().rstrip(".") in _kinds("known"):
        return False
    # "21 Jump Street" is a film: somebody speaks of films, books or the like around it.
    if past[-1:] in _QUOTES or page[end : end + 1] in _CLOSING:
        near = _like.words.findall(page[max(0, m.start() - 60) : end + 60].lower())
        if not small_lines("works").isdisjoint(near):
            return False
    return not _like.goes_on.match(page, end) or (m["the"] is None and not _like.goes_on_so.match(page, end))


# 'In "The House at 14 Elm Court" ...'
_QUOTES, _CLOSING = ('"', "“", "”", "'", "‘", "_", "*"), ('"', "”", "’")


def _street(page: Page, m: re.Match[str]) -> Iterator[Identifier]:
    words, kind, end = m["name"].split(), m["kind"].lower(), m.end()
    whole = f" {' '.join(words)} {kind}".lower()
    if whole.endswith(_known()) or _like.person.search(_past(page, m.start())) or _like.cited.match(page, end):
        return
    while words and (words[0].lower() in function_words() or (words[0] in _ON_THE_WAY and len(words) > 1)):
        words = words[1:]
    if not words:
        return
    start = m.start("name") + m["name"].index(words[0])
    past, sure, town = _past(page, start), kind in _SURE_KINDS, _like.town_after.match(page, end)
    if (town and fold(town[1]) in places() and not is_given_name(words[0])) or (sure and _like.street_cue.search(past)):
        yield Identifier(start, _end(m), "STREET", 0.85)
        return
    # 'Harbour Street was closed', but not of films and records that are called like one
    said = sure and _begins(past) and _like.is_street.match(page, end) and not _like.show.search(page, end, end + _FAR)
    if said or _like.stands_at.search(past):
        yield Identifier(start, _end(m), "STREET", 0.7)


@cache
def _known() -> tuple[str, ...]:
    return tuple(f" {street}" for street in _kinds("known"))


def _begins(past: str) -> bool:
    return not past.strip() or past.rstrip()[-1:] in ".!?\n"


# How words end that are streets in Swedish or German, and words that are streets by themselves.
_ENDINGS, _ALONE = Ending(lambda: _kinds("ending")), Listed(lambda: _kinds("alone"))


def _compounds(page: Page) -> Iterator[Identifier]:
    numbers = {*page.numbers(_ENDINGS), *page.numbers(_ALONE)}
    short = (at for at in page.figures if page.endswith(_SHORT_STREETS, max(0, at - 5), at))
    numbers.update(bisect_left(page.starts, at) - 1 for at in short)
    windows = page.windows(sorted(numbers), 50, 40)
    for m in (m for begin, stop in windows for m in _like.compound.finditer(page, begin, stop)):
        past, number = _past(page, m.start()), m["number"] or ""
        name = m[0].removesuffix(number).strip()
        capital = name[0].isupper()
        if (name.lower() in _kinds("known") and not (number and capital)) or (name.endswith(".") and not number):
            continue
        if number:
            if next_word(page, m.end()) not in _UNITS and (capital or _like.place_cue.search(past)):
                yield Identifier(*m.span(), "ADDRESS", 0.93)
        elif _like.sv_place.search(past) and (capital or _like.sv_sure_place.search(past)):
            ends = languages.of(page.lang).compounds and name.lower().endswith(("gatan", "straße", "strasse"))
            if ends or not _begins(past):
                yield Identifier(*m.span(), "STREET", 0.8 if capital else 0.6)
        elif capital and past[-1:] == " " and past.rstrip()[-1:].isalpha():
            yield Identifier(*m.span(), "STREET", 0.7)


_LABELS: Final = frozenset(("ADDRESS", "STREET"))
FINDERS: Final = (
    shape("ADDRESS", 0.92, _like.near("box", _BOX_WORDS, 15, 20), _BOX_WORDS, digits=1),
    Finder(_LABELS, _streets, (_AFTER,)),
    Finder(_LABELS, _foreign_streets, (_FOREIGN,)),
    Finder(_LABELS, _compounds, (_ENDINGS, _ALONE, *_SHORT_STREETS)),
)
