"""Whether the name of a place means the place: what stands around it tells."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from .. import languages
from ..text.gazetteer import Place, abbreviations, is_ambiguous, places
from ..text.words import fold, word_list
from .base import Page
from .place_cues import (
    A_TOWN,
    AND,
    ASKED,
    BLACK_SEA,
    BRACKET,
    CITED,
    COMES,
    ENDS,
    FROM,
    GENITIVE,
    GREETED,
    HERE,
    HOME,
    IN,
    NAME_LINE,
    NAMED,
    OF,
    PUBLISHER,
    STATE,
    STYLE,
    THERE,
    TO,
    YEAR,
)
from .vocabulary import before, function_words, is_given_name, small_lines

_ARTICLE = before(r"\b(?:the|a|an|this)\s")
# From how many thousands of people on a town is known without a cue.
LARGE: Final = 150
HUGE: Final = 1_000
_SMALL_AT_HOME: Final = 10
# What people do, and countries do not: 'Israel posted'.
_DOES = re.compile(
    r"(?:\s(?:and|&|och)\s[A-ZÅÄÖ][^\W\d_]+)?\s(?:posted|wrote|answered|asked|helped|sent|uploaded|shared|mentioned|explained"
    r"|suggested|thinks|told|replied|commented|solved|did|agrees|agreed|skrev|svarade|frågade|hjälpte|skickade|tycker|sa)\b"
)
# 'Mvh\\nTorun Ask'
_SIGNED = before(
    r"(?:^|\n)[^\n]{0,20}\b(?:mvh|hälsningar|hälsar|regards|wishes|cheers|best|thanks|tack|yours|kram)[,.!]?\s*\n"
)
_SURNAME = re.compile(r"[ ][A-ZÅÄÖ][^\W\d_]+[ ]*(?:$|\n)")
IS_THERE = re.compile(r"\s(?:is|was|has|are|är|var|har|ligger)\b", re.IGNORECASE)


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
    surface = text[start:end]
    capital = surface[0].isupper() and not (page.shouts and len(page.tokens) > 3)
    past = text[max(0, start - 60) : start]
    cited = CITED.match(text, end)
    if cited and cited[0].strip().isdigit() and TO.search(past):  # 'I moved to Lund 2015'
        cited = None
    if cited or NAMED.search(past):
        return 0.0
    if PUBLISHER.match(text, end) and (place.label == "CITY" or YEAR.search(past)):
        return 0.0
    if (text[end : end + 1] in "@_/" and text[end : end + 1]) or (
        past[-1:] in ("@", "_", "/", "#") and text[start - 1 : start] != "/"
    ):
        return 0.0
    if place.label == "CITY" and " " not in key:
        # 'the Taylor expansion', 'in University': no town has an article, and few are called like a usual word.
        usual = key in languages.common_words() and place.people < LARGE // 2
        if surface in abbreviations() or _ARTICLE.search(past) or (usual and not _comes(past)):
            return 0.0
    if _SIGNED.search(past) and _SURNAME.match(text, end):
        return 0.0
    if _personal(key) and _DOES.match(text, end):
        return 0.0
    doubtful = is_ambiguous(key)
    if " " not in key and surface.isupper() and len(surface) <= 4 and not page.shouts and place.label == "CITY":
        doubtful = True
    cue = _cue(page, found, past, doubtful, accepted)
    if found.misspelled:
        is_there = text[start].isupper() and IS_THERE.match(text, end) is not None
        return 0.65 if (cue or is_there) and not GENITIVE.match(text, end) else 0.0
    style = STYLE.search(past) if not cue else None
    if style and style["thing"] not in function_words() and not _verb(style["thing"]) and not page.shouts:
        return 0.0  # 'Chicago style or Vancouver'
    part = _part_of_name(page, found, past)
    if part and (cue != 2 or part == 2 or (doubtful and place.label == "CITY")):
        return 0.0
    if not capital and not page.shouts:
        if place.label == "CITY" and place.people < _SMALL_AT_HOME and not HOME.search(past):
            return 0.0
        ordinary = key in languages.words(languages.ALL) or doubtful
        if key in ("gbg", "sthlm", "nyc"):
            return 0.85
        # 'om alger', 'på loppis': what is written small after such a word may be anything.
        weak = cue == 1 and OF.search(past)
        return (
            0.0
            if not cue
            or weak
            or (ordinary and not (place.label == "COUNTRY" and cue == 2 and key not in languages.common_words()))
            else 0.7
        )
    if doubtful or page.shouts:
        return 0.8 if cue == 2 else 0.0
    if cue:
        return 0.9
    if place.label == "COUNTRY":
        return 0.85
    if place.label == "REGION":
        return 0.75
    plain = (
        key not in languages.words()
        and surface.lower() not in languages.common_words(page.lang)
        and (languages.given_names().get(key, 0) < 2_000 or place.people >= HUGE)
        and languages.surnames().get(key, 0) < 10
    )
    least = _SMALL_AT_HOME if place.country == languages.of(page.lang).own_country else LARGE
    return 0.7 if place.people >= least and (plain or " " in key) else 0.0


def _cue(page: Page, found: Found, past: str, doubtful: bool, accepted: list[tuple[int, int, Place]]) -> int:
    """How surely the words around tell of a place: 2 surely, 1 perhaps, 0 not at all."""
    text, start, end = page.text, found.start, found.end
    if GREETED.search(past):
        return 0
    genitive = GENITIVE.match(text, end)
    if IN.search(past) and not (doubtful and genitive):
        return 2
    small = past.lower()
    if ("to" in small or "till" in small) and TO.search(past):
        return 2
    if FROM.search(past):
        return 2 if not doubtful or not _personal(found.key) or _comes(past) else 1
    if genitive and found.place.label == "COUNTRY" and not _personal(found.key) and text[start].isupper():
        return 2
    if accepted and 0 <= start - accepted[-1][1] <= 40 and AND.search(text[accepted[-1][1] : start]):
        return 2 if text[start].isupper() or len(found.key) > 4 else 0
    if HERE.match(text, end):
        return 2 if not doubtful or text[end : end + 6] == " state" else 1
    if _within(page, found) or (text[start].isupper() and (A_TOWN.match(text, end) or THERE.match(text, end))):
        return 2
    asked = "?" in text[max(0, start - 90) : start] and ASKED.search(text[max(0, start - 90) : start])
    if asked or text[start - 4 : start] in ("från", "from"):
        return 2
    if (NAME_LINE.search(past) or BRACKET.search(past)) and ENDS.match(text, _row_end(page, end)):
        return 2 if not doubtful or not _personal(found.key) else 1
    return 1 if OF.search(past) else 0


def _comes(past: str) -> bool:
    """Somebody comes from there; a quick look spares most the pattern."""
    return ("from" in past.lower() or "från" in past.lower()) and COMES.search(past) is not None


def _personal(key: str) -> bool:
    """Many people are called by it."""
    return languages.given_names().get(key, 0) >= 2_000 or languages.surnames().get(key, 0) >= 10


def _row_end(page: Page, end: int) -> int:
    """Where a row of places ends: 'Kumasi, Ghana'."""
    m = re.compile(r"\s?,\s?([^\W\d_]+(?:\s[A-Z][^\W\d_]+)?)").match(page.text, end)
    return m.end() if m and " ".join(map(fold, m[1].split())) in places() else end


def _within(page: Page, found: Found) -> bool:
    """The region or country that it lies in follows: 'Mobile, Alabama', 'Dayton, OH'."""
    text, end = page.text, found.end
    state = STATE.match(text, end)
    if state and state["abbr"] in abbreviations() and found.place.label == "CITY":
        return True
    m = re.compile(r"\s?,\s?([A-ZÅÄÖ][^\W\d_.]*(?:\s[A-ZÅÄÖ][^\W\d_]+)?)").match(text, end) or re.compile(
        r"\s([A-Z][^\W\d_]+)(?=\s\d{5})"
    ).match(text, end)
    if not m:
        return False
    if text[m.start(1) : m.start(1) + 4] in abbreviations():
        return True
    for name in (m[1], m[1].split()[0]):
        larger = places().get(" ".join(map(fold, name.split())))
        if (
            larger
            and larger.label != "CITY"
            and found.place.label != larger.label
            and not is_ambiguous(" ".join(map(fold, name.split())))
        ):
            return True
    return False


def _part_of_name(page: Page, found: Found, past: str) -> int:
    """It belongs to a longer name, or says of what kind a thing is: 'Boston Housing', 'Brazil nut', 'Jack London'."""
    text, end = page.text, found.end
    following = re.compile(r"[ \u00a0-]([^\W\d_]+)").match(text, end)
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
    genitive = GENITIVE.match(text, end)
    if genitive and (genitive[1].lower() in word_list("eponym_nouns") or genitive[1].lower() in _EPONYMS):
        return 2
    previous = re.search(r"(?<!\d)([^\W\d_]+)([ \u00a0-])$", past)
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
    joined = re.search(r"([A-ZÅÄÖ][^\W\d_]+)(?:,| and| och| &) $", past)
    if joined and is_given_name(joined[1]) and languages.given_names().get(found.key, 0) >= 500:
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
        return "COUNTRY" if languages.of(page.lang).own_country or BLACK_SEA.search(text) else "REGION"
    return found.place.label
