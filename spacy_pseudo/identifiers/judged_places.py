"""Whether the name of a place means the place: what stands around it tells."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from .. import languages
from ..text.gazetteer import Place, abbreviations, is_ambiguous, places
from ..text.place_lists import key as folded
from ..text.thresholds import BEFORE_PLACES, JOINED, USUAL_SURNAME
from ..text.words import fold, word_list
from . import place_cues as cues
from .base import Page
from .place_cues import Past
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
    if _is_name(text, found, past) or _is_word(surface, found, past):
        return 0.0
    doubtful = is_ambiguous(key)
    if " " not in key and surface.isupper() and len(surface) <= 4 and not page.shouts and city:
        doubtful = True
    cue = _cue(page, found, past, doubtful, accepted)
    if found.misspelled:
        is_there = text[start].isupper() and cues.IS_THERE.match(text, end) is not None
        return 0.65 if (cue or is_there) and not cues.GENITIVE.match(text, end) else 0.0
    style = cues.STYLE.search(past.text) if not cue else None
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
    plain = (
        key not in languages.words()
        and surface.lower() not in languages.common_words(page.lang)
        and (languages.given_names().get(key, 0) < BEFORE_PLACES or place.people >= HUGE)
        and languages.surnames().get(key, 0) < USUAL_SURNAME
    )
    least = _SMALL_AT_HOME if place.country == languages.of(page.lang).own_country else LARGE
    return 0.7 if place.people >= least and (plain or " " in key) else 0.0


def _is_name(text: str, found: Found, past: Past) -> bool:
    """It is somebody's name, a publisher's town in a reference, or part of a handle or an address."""
    end = found.end
    cited = cues.CITED.match(text, end)
    if cited and not (cited[0].strip().isdigit() and cues.TO.ends(past)):  # 'I moved to Lund 2015'
        return True
    if past.text[-1:] in _SIGNS_BEFORE or text[end : end + 1] in _SIGNS_AFTER or cues.NAMED.ends(past):
        return True
    if cues.PUBLISHER.match(text, end) and (found.place.label == "CITY" or cues.YEAR.search(past.text)):
        return True
    if cues.SURNAME.match(text, end) and cues.SIGNED.ends(past):
        return True
    return cues.DOES.match(text, end) is not None and _personal(found.key)


_SIGNS_BEFORE, _SIGNS_AFTER = ("@", "_", "#"), ("@", "_", "/")


def _is_word(surface: str, found: Found, past: Past) -> bool:
    """'the Taylor expansion', 'in University': no town has an article, and few are called like a usual word."""
    if found.place.label != "CITY" or " " in found.key:
        return False
    usual = found.key in languages.common_words() and found.place.people < LARGE // 2
    return surface in abbreviations() or cues.ARTICLE.ends(past) or (usual and not cues.COMES.ends(past))


def _small(found: Found, past: Past, cue: int, doubtful: bool) -> float:
    """How likely a name in small letters means the place."""
    key, place = found.key, found.place
    if place.label == "CITY" and place.people < _SMALL_AT_HOME and not cues.HOME.ends(past):
        return 0.0
    if key in ("gbg", "sthlm", "nyc"):
        return 0.85
    # 'om alger', 'på loppis': what is written small after such a word may be anything.
    if not cue or (cue == 1 and cues.OF.ends(past)):
        return 0.0
    ordinary = doubtful or key in languages.words(languages.ALL)
    known = place.label == "COUNTRY" and cue == 2 and key not in languages.common_words()
    return 0.7 if known or not ordinary else 0.0


def _cue(page: Page, found: Found, past: Past, doubtful: bool, accepted: list[tuple[int, int, Place]]) -> int:
    """How surely the words around tell of a place: 2 surely, 1 perhaps, 0 not at all."""
    text, start, end = page.text, found.start, found.end
    if cues.GREETED.ends(past):
        return 0
    genitive = cues.GENITIVE.match(text, end)
    if (cues.IN.ends(past) and not (doubtful and genitive)) or cues.TO.ends(past):
        return 2
    if cues.FROM.ends(past):
        return 2 if not doubtful or not _personal(found.key) or cues.COMES.ends(past) else 1
    if genitive and found.place.label == "COUNTRY" and not _personal(found.key) and text[start].isupper():
        return 2
    if accepted and 0 <= start - accepted[-1][1] <= 40 and cues.AND.search(text[accepted[-1][1] : start]):
        return 2 if text[start].isupper() or len(found.key) > 4 else 0
    if cues.HERE.match(text, end):
        return 2 if not doubtful or text[end : end + 6] == " state" else 1
    capital = text[start].isupper()
    if _within(page, found) or (capital and (cues.A_TOWN.match(text, end) or cues.THERE.match(text, end))):
        return 2
    asked = text[max(0, start - 90) : start]
    if ("?" in asked and cues.ASKED.search(asked)) or text[start - 4 : start] in ("från", "from"):
        return 2
    if (cues.NAME_LINE.search(past.text) or cues.BRACKET.search(past.text)) and cues.ENDS.match(
        text, _row_end(page, end)
    ):
        return 2 if not doubtful or not _personal(found.key) else 1
    return 1 if cues.OF.ends(past) else 0


def _personal(key: str) -> bool:
    """Many people are called by it."""
    return languages.given_names().get(key, 0) >= BEFORE_PLACES or languages.surnames().get(key, 0) >= USUAL_SURNAME


def _row_end(page: Page, end: int) -> int:
    """Where a row of places ends: 'Kumasi, Ghana'."""
    m = _NEXT_PLACE.match(page.text, end)
    return m.end() if m and folded(m[1]) in places() else end


_NEXT_PLACE: Final = re.compile(r"\s?,\s?([^\W\d_]+(?:\s[A-Z][^\W\d_]+)?)")
_LARGER: Final = re.compile(r"\s?,\s?([A-ZÅÄÖ][^\W\d_.]*(?:\s[A-ZÅÄÖ][^\W\d_]+)?)|\s([A-Z][^\W\d_]+)(?=\s\d{5})")


def _within(page: Page, found: Found) -> bool:
    """The region or country that it lies in follows: 'Mobile, Alabama', 'Dayton, OH'."""
    text, end = page.text, found.end
    state = cues.STATE.match(text, end)
    if state and state["abbr"] in abbreviations() and found.place.label == "CITY":
        return True
    if not (m := _LARGER.match(text, end)):
        return False
    name = m[1] or m[2]
    if text[m.end() - len(name) :][:4] in abbreviations():
        return True
    for key in map(folded, (name, name.split()[0])):
        larger = places().get(key)
        if larger and larger.label not in ("CITY", found.place.label) and not is_ambiguous(key):
            return True
    return False


_FOLLOWING: Final = re.compile(r"[ \u00a0-]([^\W\d_]+)")
_PREVIOUS: Final = re.compile(r"(?<!\d)([^\W\d_]+)([ \u00a0-])$")
_JOINED: Final = re.compile(r"([A-ZÅÄÖ][^\W\d_]+)(?:,| and| och| &) $")


def _part_of_name(page: Page, found: Found, past: str) -> int:
    """It belongs to a longer name, or says of what kind a thing is: 'Boston Housing', 'Brazil nut', 'Jack London'."""
    text, end = page.text, found.end
    following = _FOLLOWING.match(text, end)
    if following and not page.shouts:
        word = following[1]
        small = word.lower()
        if text[end] == "-":  # 'Lisbon-Oslo' are two
            return 0 if word[0].isupper() and fold(word) in places() and found.place.label == "CITY" else 2
        if (
            languages.of(page.lang).bare_genitive
            and not word[0].isupper()
            and text[end - 1] == "s"
            and not found.key.endswith("s")
        ):
            return 2 if small in _EPONYMS or small.endswith(_SCHOOLS) else 0
        if (
            word[0].isupper()
            and small not in function_words()
            and fold(word) not in places()
            and word not in abbreviations()
        ):
            return 2
        if not word[0].isupper() and small not in function_words() and not _verb(small):
            return 1
    genitive = cues.GENITIVE.match(text, end)
    if genitive and (genitive[1].lower() in word_list("eponym_nouns") or genitive[1].lower() in _EPONYMS):
        return 2
    previous = _PREVIOUS.search(past)
    if previous and previous[1][0].isupper() and not page.shouts and text[found.start].isupper():
        small = previous[1].lower()
        sentence_start = not past[: previous.start()].strip() or past[: previous.start()].rstrip()[-1:] in ".!?:>\n"
        if (
            small not in function_words()
            and small not in _OPENERS
            and fold(small) not in places()
            and not (sentence_start and fold(small) in languages.common_words())
        ):
            return 2
    joined = _JOINED.search(past)
    if joined and is_given_name(joined[1]) and languages.given_names().get(found.key, 0) >= JOINED:
        return 1
    return 0


_SCHOOLS: Final = ("universitet", "högskola", "syndrom", "syndromet", "modellen")
_EPONYMS: Final = frozenset("theory theorem law teori modell model lag metod method sats test nation".split())
_OPENERS: Final = frozenset("hi hello hey hej greetings hälsningar best regards cheers grüße mvh i i'm".split())


@cache
def _verb(word: str) -> bool:
    """A word that goes on with the sentence: 'Georgia has', 'Nice looks'."""
    return word.endswith(("ed", "ly")) or word in small_lines("goes_on")


def label_of(page: Page, found: Found, accepted: list[tuple[int, int, Place]]) -> str:
    """Which of several places of one name is meant."""
    text, key, end = page.text, found.key, found.end
    if key in ("washington", "new york") and (
        text[end : end + 6] == " state" or re.search(r"upstate\s$", text[: found.start][-9:], re.IGNORECASE)
    ):
        return "REGION"
    if key == "georgia":
        return "COUNTRY" if languages.of(page.lang).own_country or cues.BLACK_SEA.search(text) else "REGION"
    return found.place.label
