"""Addresses with a number, and streets without one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .. import languages
from ..text.gazetteer import places, rows
from ..text.words import fold
from .base import Identifier, Page
from .loose_addresses import find_loose
from .numerals import NUMBER
from .postcodes import find_postcodes
from .shapes import Shapes
from .vocabulary import cue_words, function_words, is_given_name, next_word, small_lines


@cache
def _kinds(kind: str) -> frozenset[str]:
    """What streets end with ('after'), begin with ('before', 'compound'), and what is none ('known')."""
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
# How compounds end, looked for at once, and what stands apart from the name.
_COMPOUNDS: Final = frozenset(
    "atan ägen ränd rget tsen llén igen cken aden dden eden ajen raße asse ræde gata gate eien egen vej "
    "gade katu raat aan eg allee latz platz llee latz nweg sweg".split()
)
_APART: Final = frozenset("weg ring damm ufer chaussee väg vei veg torg torv plats plads plass gränd backe".split())
_SHORT_STREETS: Final = ("v. ", "g. ", "str. ")
_BOX_WORDS: Final = frozenset("box bag rr postfach".split())
# Kinds of streets that seldom mean anything else; the others need a place to stand at.
_SURE_KINDS: Final = cue_words("sure street")
_ABBREVIATED: Final = cue_words("short street")
_UNITS: Final = cue_words("unit")
_COMMON: Final = cue_words("no street")
_ON_THE_WAY: Final = frozenset("Follow Cross Pass Reach Leave Past Near".split())
# 'In "The House at 14 Elm Court" ...'
_QUOTES, _CLOSING = ('"', "“", "”", "'", "‘", "_", "*"), ('"', "”", "’")


class Addresses(NamedTuple):
    """What was found: addresses and codes, which places stand beside, and streets; in order."""

    found: list[Identifier]

    def _near(self, start: int, end: int) -> list[Identifier]:
        """Those that begin or end not far from a place."""
        return self.found[bisect_left(self.found, (start - _FAR,)) : bisect_left(self.found, (end + _FAR,))]

    def covers(self, start: int, end: int) -> bool:
        """RETURNS (bool): A place lies in one of them."""
        return any(one.start < end and start < one.end for one in self._near(start, end))

    def beside(self, start: int, end: int, text: str) -> bool:
        """RETURNS (bool): A place stands directly before or after one of them."""
        for one in self._near(start, end):
            if one.label != "STREET" and one.end <= start <= one.end + 4 and not text[one.end : start].strip(_MARKS):
                return True
            if one.label == "POSTCODE" and end <= one.start and _like.before_code.fullmatch(text, end, one.start):
                return True
        return False


_FAR: Final = 200
_MARKS: Final = " ,\n\u00a0)"


def find_addresses(page: Page) -> list[Identifier]:
    """RETURNS (list[Identifier]): POSTCODE, ADDRESS and STREET, in order."""
    found = [*_boxes(page), *_english_streets(page), *_small_streets(page), *_foreign_streets(page), *_compounds(page)]
    if page.figures:
        codes = list(find_postcodes(page))
        found += (*codes, *find_loose(page, [code.start for code in codes]))
    return sorted(one for one in found if not page.is_apart(one.start, one.end))


def _boxes(page: Page) -> Iterator[Identifier]:
    for begin, stop in page.windows(_BOX_WORDS, 15, 20):
        yield from (Identifier(*m.span(), "ADDRESS", 0.92) for m in _like.box.finditer(page.text, begin, stop))


def _past(page: Page, start: int) -> str:
    return page.text[max(0, start - 30) : start]


def _english_streets(page: Page) -> Iterator[Identifier]:
    capital = [number for number in page.numbers(_kinds("after")) if page.tokens[number][0].isupper()]
    for begin, stop in page.windows_at(capital, 70, 25):
        for m in _like.english.finditer(page.text, begin, stop):
            if _is_address(page, m):
                yield Identifier(m.start(), _end(m), "ADDRESS", 0.93)
        for m in _like.english_street.finditer(page.text, begin, stop):
            yield from _street(page, m)


def _small_streets(page: Page) -> Iterator[Identifier]:
    lower = [number for number in page.numbers(_kinds("after")) if page.tokens[number].islower()]
    for begin, stop in page.windows_at(lower, 70, 25):
        for m in _like.small.finditer(page.text, begin, stop) if page.has_figure(begin, stop) else ():
            past = _past(page, m.start())
            if _like.small_address.search(past) and not _like.no_address.search(past):
                yield Identifier(*m.span(), "ADDRESS", 0.75)
        for m in _like.in_small_letters.finditer(page.text, begin, stop):
            name = m["name"].strip().lower()
            usual = m[0].lower() in _kinds("known") or name in function_words() or name in _COMMON
            if not usual and _like.small_street.search(_past(page, m.start())):
                yield Identifier(*m.span(), "STREET", 0.65)


@cache
def _first_words() -> frozenset[str]:
    return frozenset(kind.split()[0] for kind in _kinds("before"))


def _foreign_streets(page: Page) -> Iterator[Identifier]:
    for begin, stop in page.windows(_first_words(), 8, 60):
        for m in _like.foreign.finditer(page.text, begin, stop):
            past = _past(page, m.start())
            if m["number"] or m["first"]:
                yield Identifier(*m.span(), "ADDRESS", 0.9)
            elif _like.street_cue.search(past) and (m[0][0].isupper() or _like.lives_in.search(past)):
                yield Identifier(m.start(), m.end() - m[0].endswith("."), "STREET", 0.8)


def _end(m: re.Match[str]) -> int:
    """Where it ends: a full stop belongs to 'St.' and not to 'Street.'."""
    return m.end() - (m[0].endswith(".") and (m["kind"] or "").lower() not in _ABBREVIATED)


def _is_address(page: Page, m: re.Match[str]) -> bool:
    text, past = page.text, _past(page, m.start())
    if _like.no_address.search(past) and not _like.address_all_the_same.search(past):
        return False
    if m["the"] is None and m["number"].isdigit() and len(m["number"]) == 4 and _like.in_year.search(past):
        return False
    doubtful = (m["kind"] or "").lower() in ("st", "dr") and _like.no_street_after.match(text, m.end("kind"))
    if doubtful or _like.number_first.sub("", m[0]).lower().rstrip(".") in _kinds("known"):
        return False
    # "21 Jump Street" is a film.
    quoted = past[-1:] in _QUOTES or (text[m.end() : m.end() + 1] in _CLOSING and _like.opened.search(past))
    if quoted and _shown(page, m):
        return False
    return not _like.goes_on.match(text, m.end()) or (m["the"] is None and not _like.goes_on_so.match(text, m.end()))


def _shown(page: Page, m: re.Match[str]) -> bool:
    """Somebody speaks of films, books or the like around a place."""
    near = page.text[max(0, m.start() - 60) : m.end() + 60].lower()
    return not small_lines("works").isdisjoint(re.findall(r"[^\W\d_]+", near))


def _street(page: Page, m: re.Match[str]) -> Iterator[Identifier]:
    text, words, kind = page.text, m["name"].split(), m["kind"].lower()
    whole = f" {' '.join(words)} {kind}".lower()
    known = any(whole.endswith(f" {one}") for one in _kinds("known"))
    if known or _like.person.search(_past(page, m.start())) or _like.cited.match(text, m.end()):
        return
    while words and (words[0].lower() in function_words() or (words[0] in _ON_THE_WAY and len(words) > 1)):
        words = words[1:]
    if not words:
        return
    start = m.start("name") + m["name"].index(words[0])
    past = _past(page, start)
    sure = kind in _SURE_KINDS
    town = _like.town_after.match(text, m.end())
    if (town and fold(town[1]) in places() and not is_given_name(words[0])) or (sure and _like.street_cue.search(past)):
        yield Identifier(start, _end(m), "STREET", 0.85)
    elif _like.stands_at.search(past) or (
        sure
        and _begins(past)
        and _like.is_street.match(text, m.end())
        and not _like.show.search(text, m.end(), m.end() + _FAR)
    ):
        yield Identifier(start, _end(m), "STREET", 0.7)


def _begins(past: str) -> bool:
    return not past.strip() or past.rstrip()[-1:] in ".!?\n"


def _is_compound(word: str) -> bool:
    """A word that ends like a street in Swedish or German, or is one."""
    return word[-4:] in _COMPOUNDS or word in _APART


def _compounds(page: Page) -> Iterator[Identifier]:
    text = page.text
    numbers = set(page.numbers_that(_is_compound))
    # 'Ringv. 8'
    short = (at for at in page.figures if text.endswith(_SHORT_STREETS, max(0, at - 5), at))
    numbers.update(bisect_left(page.starts, at) - 1 for at in short)
    windows = page.windows_at(sorted(numbers), 50, 40)
    for m in (m for begin, stop in windows for m in _like.compound.finditer(text, begin, stop)):
        past, number = _past(page, m.start()), m["number"]
        name = m[0][: len(m[0]) - len(number)].strip() if number else m[0]
        capital = name[0].isupper()
        if name.lower() in _kinds("known") and not (number and capital):
            continue
        if number:
            if next_word(text, m.end()) not in _UNITS and (capital or _like.place_cue.search(past)):
                yield Identifier(*m.span(), "ADDRESS", 0.93)
        elif name.endswith("."):
            continue
        elif _like.sv_place.search(past) and (capital or _like.sv_sure_place.search(past)):
            ends = languages.of(page.lang).compounds and name.lower().endswith(("gatan", "straße", "strasse"))
            if ends or not _begins(past):
                yield Identifier(*m.span(), "STREET", 0.8 if capital else 0.6)
        elif capital and past[-1:] == " " and past.rstrip()[-1:].isalpha():
            yield Identifier(*m.span(), "STREET", 0.7)
