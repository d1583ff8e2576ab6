"""Places that are told by their shape: abbreviations, counties, and towns that no list knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from ..text.gazetteer import Place, abbreviations, places
from ..text.place_lists import key
from ..text.words import fold, word_list
from .anchors import Listed, shape
from .base import Identifier, Page
from .place_cues import PLACES
from .vocabulary import function_words


def find_unknown_towns(page: Page, addresses: list[Identifier]) -> Iterator[Identifier]:
    """Towns that no list knows, between an address and a code, or after a Swedish code; and the state after them."""
    for one in addresses:
        code = one.label == "POSTCODE"
        after = PLACES.after_code if code else PLACES.after_address if one.label == "ADDRESS" else None
        m = after.match(page, one.end) if after is not None else None
        before = PLACES.before_code.search(page, max(0, one.start - 40), one.start) if code else None
        for town, confidence in ((m, 0.7), (before, 0.65)):
            if town and key(town["town"]) not in places():
                yield Identifier(*town.span("town"), "CITY", confidence)
        if m and (state := PLACES.state.match(page, m.end("town"))) and state["abbr"] in abbreviations():
            yield Identifier(*state.span("abbr"), "REGION", 0.85)


_COUNTRY_LETTERS: Final = frozenset("usn")
_COUNTY_WORDS: Final = frozenset("co county province oblast prefecture län region".split())
_TOWN_WORDS: Final = frozenset("city town village suburb hamlet stad ort by förort samhälle".split())
_CALLED: Final = frozenset("called named name heter namn".split())
_LIVES_WORDS: Final = frozenset(
    "live lives living lived based born raised grew grown reside residing located bor bodde född "
    "uppvuxen växte uppväxt hi hello greetings hälsningar hej regards cheers im moved "
    "moving flytta flyttade flyttar".split()
)
_I: Final = frozenset(("i", "jag"))
_AM: Final = frozenset(("m", "am", "kommer", "är"))


@cache
def _dotted() -> frozenset[str]:
    """First parts of abbreviations with full stops, in small letters."""
    return frozenset(name.split(".")[0].lower() for name in abbreviations() if "." in name)


_DOTTED: Final = Listed(_dotted)


def find_states(page: Page, accepted: list[tuple[int, int, Place]]) -> Iterator[Identifier]:
    """YIELDS (Identifier): Regions in short after a town: 'Dayton, OH'."""
    for _start, end, place in accepted:
        m = PLACES.state.match(page, end) if place.label == "CITY" else None
        if m and m["abbr"] in abbreviations() and not page.is_apart(*m.span("abbr")):
            yield Identifier(*m.span("abbr"), "REGION", 0.9)


def _state(page: Page, m: re.Match[str]) -> float:
    return 0.75 * (m["abbr"] in abbreviations())


def _dotted_state(page: Page, m: re.Match[str]) -> float:
    past = page[max(0, m.start() - 90) : m.start()]
    cues = (PLACES.in_it, PLACES.from_it, PLACES.comma, PLACES.asked) if m[0] in abbreviations() else ()
    return 0.85 * any(cue.search(past) for cue in cues)


def _county(page: Page, m: re.Match[str]) -> float:
    return 0.0 if m[0].split()[0].lower() in function_words() else 0.91 if m[0].endswith("län") else 0.85


def _unknown(page: Page, m: re.Match[str]) -> float:
    return 0.8 * (key(m["name"]) not in places())


def _home(page: Page, m: re.Match[str]) -> float:
    first = fold(m["name"].split()[0].split("-")[0])
    known = first in word_list("calendar") or first in languages.words(languages.ALL)
    return 0.6 * (not known and key(m["name"]) not in places() and not m["name"].endswith(("gatan", "vägen")))


FINDERS: Final = (
    shape("REGION", _state, PLACES.at_letters("state_zip", 4, gap=True), group="abbr", digits=3),
    shape("COUNTRY", 0.9, PLACES.at_words("dotted_country", _COUNTRY_LETTERS), "U.", "S.", "N."),
    shape("REGION", _dotted_state, PLACES.at_words("dotted_state", _DOTTED), _DOTTED),
    shape("COUNTRY", 0.8, PLACES.anywhere("plain_country"), " US", group=1),
    shape("REGION", _county, PLACES.near("county", _COUNTY_WORDS, 40, 25), _COUNTY_WORDS),
    shape("CITY", 0.8, PLACES.near("called_town", _CALLED, 20, 50), _CALLED, group="name"),
    shape("CITY", _unknown, PLACES.near("town_beside", _TOWN_WORDS, 60, 2), _TOWN_WORDS, group="name"),
    shape("CITY", _home, PLACES.at_words("lives_in", _LIVES_WORDS), _LIVES_WORDS, group="name"),
    shape("CITY", _home, PLACES.at_words("lives_in", _I, _AM), _AM, group="name"),
)
