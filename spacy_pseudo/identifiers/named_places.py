"""Towns, regions and countries: known names, judged by what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
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
from ..text.similarity import distance
from ..text.thresholds import KNOWN
from ..text.words import fold
from .addresses import Addresses
from .base import Identifier, Page
from .judged_places import HUGE, LARGE, Found, judge, label_of
from .place_cues import BRIDGE, HOME, IS_THERE, Past
from .shaped_places import find_states, find_unknown_towns
from .vocabulary import function_words


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
        confidence = 0.9 if beside and not found.misspelled else judge(page, found, accepted)
        if confidence < 0.5 or page.is_apart(found.start, found.end):
            continue
        accepted.append((found.start, found.end, found.place))
        yield Identifier(found.start, found.end, label_of(page, found, accepted), confidence)
    yield from find_unknown_towns(page, addresses)
    yield from find_states(page, accepted)


def _candidates(page: Page) -> Iterator[Found]:
    """Names of places, the longest at each word."""
    known, pairs = places(), first_pairs()
    keys, starts, words, text = page.folded_words, page.starts, page.tokens, page.text
    done = 0
    for number, longest in enumerate(map(_longest.__getitem__, words)):
        if not longest or number < done:
            continue
        key = keys[number]
        if languages.of(page.lang).bare_genitive and key[-1] == "s" and key[:-1] in known and _is_small(key):
            continue
        if longest > 1 and (number + 1 == len(keys) or f"{key} {keys[number + 1]}" not in pairs):
            longest = 1
        for count in range(min(longest, len(keys) - number), 0, -1):
            name = " ".join(keys[number : number + count]) if count > 1 else key
            last = number + count - 1
            # 'northern California' is California.
            mixed = count > 1 and words[number].islower() and words[last][0].isupper()
            if name in known and not mixed and (count == 1 or _joined(page, number, last)):
                yield Found(starts[number], starts[last] + len(words[last]), name, known[name])
                done = number + count
                break
    yield from _other_forms(page)
    for number in page.numbers_that(_is_glued):
        m = _GLUED.match(text, starts[number])
        # Without more before it, 'fromParis', it is divided elsewhere.
        if m and fold(m[1]) in known and text[m.start(1) - 5 : m.start(1) - 4].strip():
            yield Found(*m.span(1), fold(m[1]), known[fold(m[1])])


_GLUED: Final = re.compile(r"[^\W\d_]*(?:from|från)([A-ZÅÄÖ][a-zåäö]{3,})\b")


def _is_glued(word: str) -> bool:
    """'fromParis'"""
    return ("from" in word or "från" in word) and len(word) > 7


class _Longest(dict[str, int]):
    """From a word as written to how many words a place's name has that begins with it, at most; 0 if none does."""

    def __missing__(self, word: str) -> int:
        key = fold(word)
        longest = first_words().get(key, 0)
        if longest and word.islower() and (key not in small_first_words() or word in function_words()):
            longest = 0
        if len(self) < _REMEMBERED:
            self[word] = longest
        return longest


_REMEMBERED: Final = 300_000
_longest: Final = _Longest()
_CUE_WORDS: Final = frozenset("in from i fran near till sunny city stad".split())


_WHERE: Final = frozenset(("where",))
_IS: Final = frozenset("is was has are är var har ligger".split())


def _other_forms(page: Page) -> Iterator[Found]:
    """Genitives, and words that nobody knows after a cue: they may be misspelled."""
    first, known = first_words(), places()
    keys, starts, words = page.folded_words, page.starts, page.tokens
    if languages.of(page.lang).bare_genitive:
        for number, key in enumerate(keys):
            fits = key[-1:] == "s" and len(key) > 4 and key[:-1] in known and (key not in first or _is_small(key))
            if fits and (words[number][0].isupper() or known[key[:-1]].people >= LARGE):
                yield Found(starts[number], starts[number] + len(words[number]), key[:-1], known[key[:-1]])
    after = [i + 1 for i in page.folded_numbers(_CUE_WORDS) if i + 1 < len(keys)]
    after += [i - 2 for i in page.folded_numbers(_WHERE) if i > 1 and keys[i - 1] == "is"]
    after += [i - 1 for i in page.numbers(_IS) if i and len(words[i - 1]) > _SHORTEST and _is_subject(page, i - 1)]
    for number in after:
        key = keys[number]
        if len(key) >= _SHORTEST - 1 and key not in known and _unknown(key, words[number], page.lang):
            yield from _misspelled(page, number)


def _is_small(key: str) -> bool:
    """A town of that name is far smaller than the place whose genitive it looks like."""
    return key in places() and places()[key].people * 10 < places()[key[:-1]].people


_SHORTEST: Final = 6


def _is_subject(page: Page, number: int) -> bool:
    """'Stokholm är dyrt': it begins a sentence that says something of it."""
    start = page.starts[number]
    if not page.text[start].isupper() or not IS_THERE.match(page.text, start + len(page.tokens[number])):
        return False
    past = page.text[max(0, start - 3) : start].rstrip(" ")
    return not past or past[-1] in ".!?\n"


def _joined(page: Page, number: int, last: int) -> bool:
    starts, words = page.starts, page.tokens
    return all(
        BRIDGE.fullmatch(page.text, starts[i] + len(words[i]), starts[i + 1]) is not None for i in range(number, last)
    )


@lru_cache(maxsize=50_000)
def _unknown(key: str, word: str, lang: str) -> bool:
    """A word that nobody knows: no ordinary word, no name."""
    known = key in languages.words(languages.ALL) or word.lower() in languages.words(languages.ALL)
    known = known or key in languages.proper_words() or languages.surnames().get(key, 0) > 0
    return (
        not known
        and languages.given_names().get(key, 0) < KNOWN
        and (languages.of(lang).compounds or not key.endswith(("ing", "tion")))
    )


def _misspelled(page: Page, number: int) -> Iterator[Found]:
    word = page.folded_words[number]
    near = near_places().find(word)
    # No list has all compounds and forms of Swedish words: in small letters, a word has to be very near.
    home = HOME.ends(Past(page.text, page.starts[number]))
    strict = page.lang != languages.BASE and page.tokens[number].islower() and not home
    if len(word) < _SHORTEST and not (near and places()[near[0]].people >= HUGE and home):
        return
    if len(near) == 1 and not (strict and (len(word) < 7 or not _very_near(word, near[0]))):
        start = page.starts[number]
        yield Found(start, start + len(page.tokens[number]), near[0], places()[near[0]], True)


def _very_near(word: str, place: str) -> bool:
    """One slip, or two in a town's long name of which the beginning and the end are right: 'stokhulm'."""
    ends = len(word) >= _LONG and word[:_RIGHT] == place[:_RIGHT] and word[-1] == place[-1]
    near_by = ends and places()[place].label == "CITY" and places()[place].country in _NORTH
    return distance(word, place) <= (2 if near_by else 1)


_LONG: Final = 8
_RIGHT: Final = 2
_NORTH: Final = frozenset(("SE", "FI", "NO", "DK"))
