"""Whether the name of a place means the place: what stands around it tells."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from .. import languages
from ..text.gazetteer import Place, abbreviations, is_ambiguous, places
from ..text.place_lists import key as folded
from ..text.thresholds import BEFORE_PLACES, JOINED, USUAL_SURNAME
from ..text.words import fold, word_list
from .base import Page
from .place_cues import PLACES, Past
from .vocabulary import function_words, is_given_name, small_lines

# From how many thousands of people on a town is known without a cue.
LARGE: Final = 150
HUGE: Final = 1_000
_SMALL_AT_HOME: Final = 10


class Found(NamedTuple):
    """A name of a place, where it was found."""

    start: int
    end: int
    key: str
    place: Place
    misspelled: bool = False


def judge(page: Page, found: Found, accepted: list[tuple[int, int, Place]]) -> float:
    """RETURNS (float): How likely it is that a name means the place; 0 if it hardly does."""
    text, start, end, key, place = page.text, found.start, found.end, found.key, found.place
    surface, past = text[start:end], Past(text, start)
    city = place.label == "CITY"
    if _is_word(surface, found, past) or _is_name(text, found, past):
        return 0.0
    shouted = city and " " not in key and surface.isupper() and len(surface) <= 4 and not page.shouts
    doubtful = shouted or is_ambiguous(key)
    cue = _cue(page, found, past, doubtful, accepted)
    if found.misspelled:
        is_there = text[start].isupper() and PLACES.is_there.match(text, end) is not None
        return 0.65 if (cue or is_there) and not PLACES.genitive.match(text, end) else 0.0
    style = PLACES.style.search(past.text) if not cue else None
    if style and style["thing"] not in function_words() and not _verb(style["thing"]) and not page.shouts:
        return 0.0  # 'Chicago style or Vancouver'
    part = _part_of_name(page, found, past.text)
    if part and (cue != 2 or part == 2 or (doubtful and city)):
        return 0.0
    if not page.shouts and not surface[0].isupper():
        return _small(found, past, cue, doubtful)
    if doubtful or page.shouts:
        return 0.8 if cue == 2 else 0.0
    if cue or not city:
        return 0.9 if cue else 0.85 if place.label == "COUNTRY" else 0.75
    word = key in languages.words() or surface.lower() in languages.common_words(page.lang)
    given = languages.given_names().get(key, 0) >= BEFORE_PLACES and place.people < HUGE
    plain = " " in key or not (word or given or languages.surnames().get(key, 0) >= USUAL_SURNAME)
    least = _SMALL_AT_HOME if place.country == languages.of(page.lang).own_country else LARGE
    return 0.7 * (plain and place.people >= least)


def _is_name(text: str, found: Found, past: Past) -> bool:
    """It is somebody's name, a publisher's town in a reference, or part of a handle or an address."""
    end = found.end
    cited = PLACES.cited.match(text, end)
    if cited and not (cited[0].strip().isdigit() and past.ends("goes")):  # 'I moved to Lund 2015'
        return True
    if past.text[-1:] in _SIGNS_BEFORE or text[end : end + 1] in _SIGNS_AFTER or past.ends("named"):
        return True
    if PLACES.publisher.match(text, end) and (found.place.label == "CITY" or PLACES.year.search(past.text)):
        return True
    if PLACES.surname.match(text, end) and past.ends("signed"):
        return True
    return PLACES.does.match(text, end) is not None and _personal(found.key)


_SIGNS_BEFORE, _SIGNS_AFTER = ("@", "_", "#"), ("@", "_", "/")


def _is_word(surface: str, found: Found, past: Past) -> bool:
    """'the Taylor expansion', 'in University': no town has an article, and few are called like a usual word."""
    if found.place.label != "CITY" or " " in found.key:
        return False
    usual = found.key in languages.common_words() and found.place.people < LARGE // 2
    return surface in abbreviations() or past.ends("article") or (usual and not past.ends("comes"))


def _small(found: Found, past: Past, cue: int, doubtful: bool) -> float:
    """How likely a name in small letters means the place."""
    key, place = found.key, found.place
    if place.label == "CITY" and place.people < _SMALL_AT_HOME and not past.ends("home"):
        return 0.0
    if key in ("gbg", "sthlm", "nyc"):
        return 0.85
    # 'om alger', 'på loppis': what is written small after such a word may be anything.
    if not cue or (cue == 1 and past.ends("perhaps")):
        return 0.0
    ordinary = doubtful or key in languages.words(languages.ALL)
    known = place.label == "COUNTRY" and cue == 2 and key not in languages.common_words()
    return 0.7 if known or not ordinary else 0.0


def _cue(page: Page, found: Found, past: Past, doubtful: bool, accepted: list[tuple[int, int, Place]]) -> int:
    """How surely the words around tell of a place: 2 surely, 1 perhaps, 0 not at all."""
    text, start, end = page.text, found.start, found.end
    if past.ends("greeted"):
        return 0
    genitive = PLACES.genitive.match(text, end)
    if (past.ends("in_it") and not (doubtful and genitive)) or past.ends("goes"):
        return 2
    if past.ends("from_it"):
        return 2 if not doubtful or not _personal(found.key) or past.ends("comes") else 1
    if genitive and found.place.label == "COUNTRY" and not _personal(found.key) and text[start].isupper():
        return 2
    if accepted and 0 <= start - accepted[-1][1] <= 40 and PLACES.goes_along.search(text[accepted[-1][1] : start]):
        return 2 if text[start].isupper() or len(found.key) > 4 else 0
    larger = found.place.label == "COUNTRY"
    if larger and accepted and text[accepted[-1][1] : start] == " ":  # 'são paulo brazil'
        return 2 * (accepted[-1][2].country in ("", found.place.country))
    if larger and PLACES.school_before.search(past.text):
        return 2
    if PLACES.here.match(text, end):
        return 2 if not doubtful or text[end : end + 6] == " state" else 1
    capital = text[start].isupper()
    if _within(page, found) or (capital and (PLACES.a_town.match(text, end) or PLACES.there.match(text, end))):
        return 2
    asked = text[max(0, start - 90) : start]
    if ("?" in asked and PLACES.asked.search(asked)) or text[start - 4 : start] in ("från", "from"):
        return 2
    named = PLACES.name_line.search(past.text) or PLACES.bracket.search(past.text)
    if named and PLACES.ends.match(text, _row_end(page, end)):
        return 2 if not doubtful or not _personal(found.key) else 1
    return int(past.ends("perhaps"))


def _personal(key: str) -> bool:
    """Many people are called by it."""
    return languages.given_names().get(key, 0) >= BEFORE_PLACES or languages.surnames().get(key, 0) >= USUAL_SURNAME


def _row_end(page: Page, end: int) -> int:
    """Where a row of places ends: 'Kumasi, Ghana'."""
    m = PLACES.next_place.match(page.text, end)
    return m.end() if m and folded(m[1]) in places() else end


def _within(page: Page, found: Found) -> bool:
    """The region or country that it lies in follows: 'Mobile, Alabama', 'Dayton, OH'."""
    text, end = page.text, found.end
    state = PLACES.state.match(text, end)
    if state and state["abbr"] in abbreviations() and found.place.label == "CITY":
        return True
    if not (m := PLACES.larger.match(text, end)):
        return False
    name = m[1] or m[2]
    if text[m.end() - len(name) :][:4] in abbreviations():
        return True
    larger = ((key, places()[key].label) for key in map(folded, (name, name.split()[0])) if key in places())
    return any(label not in ("CITY", found.place.label) and not is_ambiguous(key) for key, label in larger)


def _part_of_name(page: Page, found: Found, past: str) -> int:
    """It belongs to a longer name, or says of what kind a thing is: 'Boston Housing', 'Brazil nut', 'Jack London'."""
    end, known = found.end, places()
    following = PLACES.following.match(page, end)
    if following and not page.shouts:
        word, small, capital = following[1], following[1].lower(), following[1][0].isupper()
        if page[end] == "-":  # 'Lisbon-Oslo' are two
            return 0 if capital and fold(word) in known and found.place.label == "CITY" else 2
        genitive = languages.of(page.lang).bare_genitive and page[end - 1] == "s" and not found.key.endswith("s")
        if genitive and not capital:
            return 2 * (small in _EPONYMS or small.endswith(_SCHOOLS))
        if small not in function_words():
            if capital and fold(word) not in known and word not in abbreviations():
                return 2
            if not capital and not _verb(small):
                return 1
    if (owned := PLACES.genitive.match(page, end)) and owned[1].lower() in _EPONYMS | word_list("eponym_nouns"):
        return 2
    previous = PLACES.previous.search(past)
    if previous and previous[1][0].isupper() and not page.shouts and page[found.start].isupper():
        small, earlier = previous[1].lower(), past[: previous.start()].rstrip()
        opens = not earlier or earlier[-1] in ".!?:>"
        usual = small in function_words() or small in _OPENERS or fold(small) in known
        if not usual and not (opens and fold(small) in languages.common_words()):
            return 2
    joined = PLACES.joined.search(past)
    return int(bool(joined and is_given_name(joined[1]) and languages.given_names().get(found.key, 0) >= JOINED))


_SCHOOLS: Final = ("universitet", "högskola", "syndrom", "syndromet", "modellen")
_EPONYMS: Final = frozenset("theory theorem law teori modell model lag metod method sats test nation".split())
_OPENERS: Final = frozenset("hi hello hey hej greetings hälsningar best regards cheers grüße mvh i i'm".split())


@cache
def _verb(word: str) -> bool:
    """A word that goes on with the sentence: 'Georgia has', 'Nice looks'."""
    return word.endswith(("ed", "ly")) or word in small_lines("goes_on")


def label_of(page: Page, found: Found) -> str:
    """Which of several places of one name is meant."""
    key, past = found.key, page[max(0, found.start - 8) : found.start].lower()
    if key in ("washington", "new york") and (page.startswith(" state", found.end) or past == "upstate "):
        return "REGION"
    if key == "georgia":
        return "COUNTRY" if languages.of(page.lang).own_country or PLACES.black_sea.search(page) else "REGION"
    return found.place.label
