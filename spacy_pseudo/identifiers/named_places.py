"""Towns, regions and countries: known names, judged by what stands around them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import repeat
from typing import Final

from .. import languages
from ..text.gazetteer import (
    Place,
    abbreviations,
    first_pairs,
    first_words,
    is_ambiguous,
    near_places,
    places,
    small_first_words,
)
from ..text.ranges import Ranges
from ..text.similarity import distance
from ..text.thresholds import KNOWN
from ..text.words import fold
from .anchors import Asked, Folded
from .base import Identifier, Page
from .judged_places import HUGE, LARGE, Found, judge, label_of
from .place_cues import PLACES, Past
from .shaped_places import find_states, find_unknown_towns
from .vocabulary import function_words
from .word_forms import is_form

_MARKS: Final = " ,\n\u00a0)"
_FAR: Final = 200


def find_places(page: Page, addresses: list[Identifier]) -> Iterator[Identifier]:
    """Find towns, regions and countries.

    page (Page): The page.
    addresses (list[Identifier]): Addresses, post codes and streets, in order.
    YIELDS (Identifier): CITY, REGION and COUNTRY.
    """
    accepted: list[tuple[int, int, Place]] = []
    taken = Ranges.of(addresses)
    for found in sorted(_candidates(page)):
        if taken.touch(found.start, found.end):
            continue
        beside = addresses and not found.misspelled and _is_beside(page, found, addresses)
        confidence = 0.9 if beside else judge(page, found, accepted)
        if confidence < 0.5 or page.is_apart(found.start, found.end):
            continue
        accepted.append((found.start, found.end, found.place))
        yield Identifier(found.start, found.end, label_of(page, found), confidence)
    yield from find_unknown_towns(page, addresses)
    yield from find_states(page, accepted)


def _is_beside(page: Page, found: Found, addresses: list[Identifier]) -> bool:
    """A place stands directly before or after an address or a code."""
    start, end = found.start, found.end
    if page[start:end] in abbreviations() or not (page[start].isupper() or not is_ambiguous(found.key)):
        return False
    near = addresses[bisect_left(addresses, (start - _FAR,)) : bisect_left(addresses, (end + _FAR,))]
    return any(
        (one.label != "STREET" and one.end <= start <= one.end + 4 and not page[one.end : start].strip(_MARKS))
        or (one.label == "POSTCODE" and end <= one.start and PLACES.until_code.fullmatch(page, end, one.start))
        for one in near
    )


def _candidates(page: Page) -> Iterator[Found]:
    """Names of places, the longest at each word."""
    keys, starts, words = page.folded_words, page.starts, page.tokens
    known, done = places(), 0
    in_small_letters = page.words(_SMALL_FIRST_WORD)
    numbers = page.numbers(_FIRST_WORD)
    if not page.isascii():  # 'GÃ¶teborg'
        numbers = sorted({*numbers, *(n for n, w in enumerate(words) if not w.isascii() and keys[n] in first_words())})
    for number in numbers:
        key, word = keys[number], words[number]
        if number < done or (word.islower() and word not in in_small_letters):
            continue
        if languages.of(page.lang).bare_genitive and _is_small(key):
            continue
        longest = first_words().get(key, 0)
        if longest > 1 and " ".join(keys[number : number + 2]) not in first_pairs():
            longest = 1
        for count in range(min(longest, len(keys) - number), 0, -1):
            name = " ".join(keys[number : number + count]) if count > 1 else key
            last = number + count - 1
            # 'northern California' is California.
            mixed = count > 1 and word.islower() and words[last][0].isupper()
            if name in known and not mixed and (count == 1 or _joined(page, number, last)):
                yield Found(starts[number], starts[last] + len(words[last]), name, known[name])
                done = number + count
                break
    yield from _genitives(page) if languages.of(page.lang).bare_genitive else ()
    yield from _misspelled(page)
    for number in page.numbers(_GLUED):
        m = PLACES.glued.match(page, starts[number])
        # Without more before it, 'fromParis', it is divided elsewhere.
        if m and fold(m[1]) in known and page[m.start(1) - 5 : m.start(1) - 4].strip():
            yield Found(*m.span(1), fold(m[1]), known[fold(m[1])])


def _is_glued(word: str) -> bool:
    """'fromParis'"""
    return ("from" in word or "från" in word) and len(word) > 7


_GLUED: Final = Asked(_is_glued)


def _small_first_words() -> frozenset[str]:
    return small_first_words() - frozenset(map(fold, function_words()))


_FIRST_WORD, _SMALL_FIRST_WORD = Folded(first_words), Folded(_small_first_words)
_CUE_WORDS: Final = frozenset("in from i från fran near till sunny city stad".split())
_SHORTEST: Final = 6
_NORTH: Final = frozenset(("SE", "FI", "NO", "DK"))


def _joined(page: Page, number: int, last: int) -> bool:
    ends = (page.starts[i] + len(page.tokens[i]) for i in range(number, last))
    return all(map(PLACES.bridge.fullmatch, repeat(page), ends, page.starts[number + 1 : last + 1]))


def _is_small(key: str) -> bool:
    """A town of that name is far smaller than the place whose genitive it looks like."""
    own, other = places().get(key), places().get(key[:-1])
    return key[-1] == "s" and own is not None and other is not None and own.people * 10 < other.people


def _genitives(page: Page) -> Iterator[Found]:
    known = places()
    for number, key in enumerate(page.folded_words):
        if key[-1:] == "s" and len(key) > 4 and key[:-1] in known and (key not in first_words() or _is_small(key)):
            start, word, place = page.starts[number], page.tokens[number], known[key[:-1]]
            if word[0].isupper() or place.people >= LARGE:
                yield Found(start, start + len(word), key[:-1], place)


def _misspelled(page: Page) -> Iterator[Found]:
    """Words that nobody knows after a cue."""
    for number in page.numbers(_UNKNOWN):
        key, word, start = page.folded_words[number], page.tokens[number], page.starts[number]
        formed = not languages.of(page.lang).compounds and key.endswith(("ing", "tion"))
        if formed or not _is_place_said(page, number):
            continue
        near = near_places().find(key)
        home = Past(page, start).ends("home")
        if len(near) != 1 or (len(key) < _SHORTEST and not (places()[near[0]].people >= HUGE and home)):
            continue
        # No list has all compounds and forms of Swedish words: in small letters, a word has to be very near.
        strict = page.lang != languages.BASE and word.islower() and not home
        if not strict or (not is_form(word) and len(key) > _SHORTEST and _is_very_near(key, near[0])):
            yield Found(start, start + len(word), near[0], places()[near[0]], True)


def _is_place_said(page: Page, number: int) -> bool:
    """'in Stokholm', 'Stokholm is where'; 'Stokholm är dyrt': it begins a sentence that says something of it."""
    start, (past, *following) = page.starts[number], page.small_words[max(0, number - 1) : number + 3]
    if (number and past in _CUE_WORDS) or following[1 if number else 0 :] == ["is", "where"]:
        return True
    before = page[max(0, start - 3) : start].rstrip(" ")
    begins = page[start].isupper() and len(page.tokens[number]) > _SHORTEST and (not before or before[-1] in ".!?\n")
    return begins and PLACES.is_there.match(page, start + len(page.tokens[number])) is not None


def _is_unknown(word: str) -> bool:
    """A word that nobody knows: no ordinary word, no name."""
    words, base = languages.words(languages.ALL), languages.BASE
    if len(word) < _SHORTEST - 1 or word in words:
        return False
    key = fold(word)
    known = key in words or key in places() or key in languages.proper_words(base) or key in languages.surnames(base)
    return not known and languages.given_names(base).get(key, 0) < KNOWN


_UNKNOWN: Final = Asked(_is_unknown)


def _is_very_near(word: str, place: str) -> bool:
    """One slip, or two in a town's long name of which the beginning and the end are right: 'stokhulm'."""
    ends = len(word) > 7 and word[:2] == place[:2] and word[-1] == place[-1]
    near_by = ends and places()[place].label == "CITY" and places()[place].country in _NORTH
    return distance(word, place) <= (2 if near_by else 1)
