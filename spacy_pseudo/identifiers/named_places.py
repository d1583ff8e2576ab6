"""Towns, regions and countries: known names, judged by what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .. import resources
from ..people.similarity import distance
from ..text.words import damaged, fold, word_list
from .addresses import Addresses
from .base import Identifier, Page
from .gazetteer import Place, abbreviations, first_words, is_ambiguous, near_places, places, small_first_words
from .place_cues import (
    AND,
    ASKED,
    BLACK_SEA,
    BRACKET,
    BRIDGE,
    CITED,
    COMES,
    ENDS,
    FROM,
    GENITIVE,
    GLUED,
    GREETED,
    HERE,
    IN,
    NAME_LINE,
    NAMED,
    OF,
    PUBLISHER,
    STATE,
    TO,
)
from .shaped_places import find_shaped, find_unknown_towns
from .vocabulary import before, function_words, is_given_name

_ARTICLE = before(r"\b(?:the|a|an|this)\s")


class _Found(NamedTuple):
    start: int
    end: int
    key: str
    place: Place
    misspelled: bool = False


def find_places(page: Page, addresses: Addresses) -> Iterator[Identifier]:
    """Find towns, regions and countries.

    page (Page): The page.
    addresses (Addresses): What was found before.
    YIELDS (Identifier): CITY, REGION and COUNTRY.
    """
    accepted: list[tuple[int, int, Place]] = []
    for found in sorted(_candidates(page)):
        if addresses.covers(found.start, found.end):
            continue
        beside = addresses.found and addresses.beside(found.start, found.end, page.text)
        beside = beside and page.text[found.start : found.end] not in abbreviations()
        beside = beside and (page.text[found.start].isupper() or not is_ambiguous(found.key))
        confidence = 0.9 if beside and not found.misspelled else _judge(page, found, accepted)
        if confidence < 0.5 or page.is_apart(found.start, found.end):
            continue
        accepted.append((found.start, found.end, found.place))
        yield Identifier(found.start, found.end, _label(page, found, accepted), confidence)
    yield from find_unknown_towns(page, addresses)
    yield from (one for one in find_shaped(page, accepted) if not page.is_apart(one.start, one.end))


def _candidates(page: Page) -> Iterator[_Found]:
    """Names of places, the longest at each word."""
    first, known = first_words(), places()
    keys, starts, words, text = page.folded_words, page.starts, page.tokens, page.text
    small = small_first_words()
    done = 0
    for number in [i for i, key in enumerate(keys) if key in first and (key in small or not words[i].islower())]:
        if number < done or (words[number].islower() and words[number] in function_words()):
            continue
        for count in range(min(first[keys[number]], len(keys) - number), 0, -1):
            name = " ".join(keys[number : number + count])
            last = number + count - 1
            if name in known and (count == 1 or _joined(page, number, last)):
                yield _Found(starts[number], starts[last] + len(words[last]), name, known[name])
                done = number + count
                break
    yield from _other_forms(page)
    if not text.isascii() and ("Ã" in text or "Å" in text):
        for start, end, word in damaged(text, scanned=False):
            if fold(word) in known and word != text[start:end]:
                yield _Found(start, end, fold(word), known[fold(word)])
    if "from" in text or "från" in text:
        for m in GLUED.finditer(text):
            if fold(m[0]) in known and text[m.start() - 5 : m.start() - 4].strip():
                yield _Found(m.start(), m.end(), fold(m[0]), known[fold(m[0])])


# From how many thousands of people on a town is known without a cue.
_LARGE: Final = 150
_SMALL_AT_HOME: Final = 10
_CUE_WORDS: Final = frozenset("in from i fran near till sunny city stad".split())


def _other_forms(page: Page) -> Iterator[_Found]:
    """Genitives, and words that nobody knows after a cue: they may be misspelled."""
    first, known = first_words(), places()
    keys, starts, words = page.folded_words, page.starts, page.tokens
    if page.lang == "sv":
        for number, key in enumerate(keys):
            if key[-1:] == "s" and len(key) > 4 and key not in first and key[:-1] in known:
                yield _Found(starts[number], starts[number] + len(words[number]), key[:-1], known[key[:-1]])
    after = [i + 1 for i, key in enumerate(keys[:-1]) if key in _CUE_WORDS]
    after += [i - 1 for i, key in enumerate(keys) if key == "is" and i and keys[i + 1 : i + 2] == ["where"]]
    for number in after:
        key = keys[number]
        if len(key) >= _SHORTEST and key not in known and _unknown(key, words[number], page.lang):
            yield from _misspelled(page, number)


_SHORTEST: Final = 6


def _joined(page: Page, number: int, last: int) -> bool:
    starts, words = page.starts, page.tokens
    return all(
        BRIDGE.fullmatch(page.text, starts[i] + len(words[i]), starts[i + 1]) is not None for i in range(number, last)
    )


def _unknown(key: str, word: str, lang: str) -> bool:
    """A word that nobody knows: no ordinary word, no name."""
    known = key in resources.words() or key in resources.words("sv") or word.lower() in resources.words("sv")
    known = known or key in resources.proper_words() or resources.surnames().get(key, 0) > 0
    return (
        not known and resources.given_names().get(key, 0) < 100 and (lang == "sv" or not key.endswith(("ing", "tion")))
    )


def _misspelled(page: Page, number: int) -> Iterator[_Found]:
    word = page.folded_words[number]
    near = near_places().find(word)
    # No list has all compounds and forms of Swedish words: in small letters, a word has to be very near.
    strict = page.lang != "en" and page.tokens[number].islower()
    if len(near) == 1 and not (strict and (len(word) < 7 or not _very_near(word, near[0]))):
        start = page.starts[number]
        yield _Found(start, start + len(page.tokens[number]), near[0], places()[near[0]], True)


def _very_near(word: str, place: str) -> bool:
    """One slip, or two in a town's long name of which the beginning and the end are right: 'stokhulm'."""
    ends = len(word) >= _LONG and word[:_RIGHT] == place[:_RIGHT] and word[-1] == place[-1]
    near_by = ends and places()[place].label == "CITY" and places()[place].country in _NORTH
    return distance(word, place) <= (2 if near_by else 1)


_LONG: Final = 8
_RIGHT: Final = 2
_NORTH: Final = frozenset(("SE", "FI", "NO", "DK"))


def _judge(page: Page, found: _Found, accepted: list[tuple[int, int, Place]]) -> float:
    text, start, end, key, place = page.text, found.start, found.end, found.key, found.place
    surface = text[start:end]
    capital = surface[0].isupper() and not (page.shouts and len(page.tokens) > 3)
    past = text[max(0, start - 60) : start]
    cited = CITED.match(text, end)
    if cited and cited[0].strip().isdigit() and TO.search(past):  # 'I moved to Lund 2015'
        cited = None
    if cited or (place.label == "CITY" and PUBLISHER.match(text, end)) or NAMED.search(past):
        return 0.0
    if (text[end : end + 1] in "@_/" and text[end : end + 1]) or (
        past[-1:] in ("@", "_", "/", "#") and text[start - 1 : start] != "/"
    ):
        return 0.0
    if place.label == "CITY" and " " not in key:
        # 'the Taylor expansion', 'in University': no town has an article, and few are called like a usual word.
        usual = key in resources.common_words() and place.people < _LARGE // 2
        if usual or surface in abbreviations() or _ARTICLE.search(past):
            return 0.0
    doubtful = is_ambiguous(key)
    if " " not in key and surface.isupper() and len(surface) <= 4 and not page.shouts and place.label == "CITY":
        doubtful = True
    cue = _cue(page, found, past, doubtful, accepted)
    if found.misspelled:
        return 0.65 if cue and not GENITIVE.match(text, end) else 0.0
    part = _part_of_name(page, found, past)
    if part and (cue != 2 or part == 2 or (doubtful and place.label == "CITY")):
        return 0.0
    if not capital and not page.shouts:
        ordinary = key in resources.words() or key in resources.words("sv") or doubtful
        if key in ("gbg", "sthlm", "nyc"):
            return 0.85
        return (
            0.0
            if not cue
            or (ordinary and not (place.label == "COUNTRY" and cue == 2 and key not in resources.common_words()))
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
        key not in resources.words()
        and resources.given_names().get(key, 0) < 2_000
        and resources.surnames().get(key, 0) < 10
    )
    least = _SMALL_AT_HOME if page.lang == "sv" and place.country == "SE" else _LARGE
    return 0.7 if place.people >= least and (plain or " " in key) else 0.0


def _cue(page: Page, found: _Found, past: str, doubtful: bool, accepted: list[tuple[int, int, Place]]) -> int:
    """How surely the words around tell of a place: 2 surely, 1 perhaps, 0 not at all."""
    text, start, end = page.text, found.start, found.end
    if GREETED.search(past):
        return 0
    genitive = GENITIVE.match(text, end)
    if IN.search(past) and not (doubtful and genitive):
        return 2
    if TO.search(past):
        return 2
    if FROM.search(past):
        return 2 if not doubtful or not _personal(found.key) or COMES.search(past) else 1
    if genitive and found.place.label == "COUNTRY" and not _personal(found.key) and text[start].isupper():
        return 2
    if accepted and 0 <= start - accepted[-1][1] <= 40 and AND.search(text[accepted[-1][1] : start]):
        return 2 if text[start].isupper() or len(found.key) > 4 else 0
    if HERE.match(text, end):
        return 2 if not doubtful or text[end : end + 6] == " state" else 1
    if _within(page, found):
        return 2
    if ASKED.search(text[max(0, start - 90) : start]) or text[start - 4 : start] in ("från", "from"):
        return 2
    if (NAME_LINE.search(past) or BRACKET.search(past)) and ENDS.match(text, _row_end(page, end)):
        return 2 if not doubtful or not _personal(found.key) else 1
    return 1 if OF.search(past) else 0


def _personal(key: str) -> bool:
    """Many people are called by it."""
    return resources.given_names().get(key, 0) >= 2_000 or resources.surnames().get(key, 0) >= 10


def _row_end(page: Page, end: int) -> int:
    """Where a row of places ends: 'Kumasi, Ghana'."""
    m = re.compile(r"\s?,\s?([^\W\d_]+(?:\s[A-Z][^\W\d_]+)?)").match(page.text, end)
    return m.end() if m and " ".join(map(fold, m[1].split())) in places() else end


def _within(page: Page, found: _Found) -> bool:
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


def _part_of_name(page: Page, found: _Found, past: str) -> int:
    """It belongs to a longer name, or says of what kind a thing is: 'Boston Housing', 'Brazil nut', 'Jack London'."""
    text, end = page.text, found.end
    following = re.compile(r"[ \u00a0-]([^\W\d_]+)").match(text, end)
    if following and not page.shouts:
        word = following[1]
        small = word.lower()
        if text[end] == "-":
            return 2
        if (
            small not in function_words()
            and not word[0].isupper()
            and found.place.label != "CITY"
            and text[end - 1] == "s"
            and page.lang == "sv"
        ):
            return 1 if found.place.label == "REGION" else int(small in _EPONYMS)
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
            and not (sentence_start and fold(small) in resources.common_words())
        ):
            return 2
    joined = re.search(r"([A-ZÅÄÖ][^\W\d_]+)(?:,| and| och| &) $", past)
    if joined and is_given_name(joined[1]) and resources.given_names().get(found.key, 0) >= 500:
        return 1
    return 0


_EPONYMS: Final = frozenset("theory theorem law teori modell model lag metod method sats test nation".split())
_OPENERS: Final = frozenset("hi hello hey hej greetings hälsningar best regards cheers grüße mvh i i'm".split())


@cache
def _verb(word: str) -> bool:
    """A word that goes on with the sentence: 'Georgia has', 'Nice looks'."""
    return word.endswith(("ed", "ly")) or word in _GOES_ON


_GOES_ON: Final = frozenset(
    "has had have is was are were will would can could should said says sent wrote gets got looks "
    "seems turned asked uses använder har är var blev kommer skrev sade säger ligger låg "
    "born raised native here there now today tomorrow yesterday last next this where when since area "
    "region visa state city som där nu i idag här days weather".split()
)


def _label(page: Page, found: _Found, accepted: list[tuple[int, int, Place]]) -> str:
    """Which of several places of one name is meant."""
    text, key, end = page.text, found.key, found.end
    if key in ("washington", "new york") and (
        text[end : end + 6] == " state" or re.search(r"upstate\s$", text[: found.start][-9:], re.IGNORECASE)
    ):
        return "REGION"
    if key == "georgia":
        return "COUNTRY" if page.lang == "sv" or BLACK_SEA.search(text) else "REGION"
    return found.place.label
