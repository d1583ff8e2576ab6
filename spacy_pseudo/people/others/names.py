"""Runs of capitalised words that may be somebody's name, on plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import compress
from typing import Final, NamedTuple

import regex

from ... import languages
from ...text.lexicon import Remembered
from ...text.lexing import Prose
from ...text.person_names import patterns_of_names
from ...text.salutation_rules import rules_for
from ...text.thresholds import BEARERS, USUAL
from ...text.words import fold, stop_words, word_list

# What a word is by itself, as written.
SMALL: Final = 0
ORDINARY: Final = 1  # capitalised, and a word of the language
NAMELIKE: Final = 2  # capitalised, and nothing else, or a usual given name
INITIAL: Final = 3
TITLE: Final = 4
SHOUTED: Final = 5
PARTICLE: Final = 6

_LONGEST: Final = 5
_FARTHEST: Final = 8
# So long a line is broken where it ends; what follows goes on with it.
_WRAPPED: Final = 50
_PLAIN_GAP: Final = frozenset((" ", "  ", "\u00a0", "-", "‐"))
_DAMAGE: Final = frozenset(("?", "\ufffd"))
_APOSTROPHES: Final = frozenset(("'", "’"))
_BEFORE_APOSTROPHE: Final = frozenset(("O", "D", "L", "M", "N", "Dell", "Dall"))
_DOTTED: Final = regex.compile(r"\.[ ]?|\.?[ ]")


class NameRun(NamedTuple):
    """Capitalised words in one go that may be a name; titles before it and words that only begin a sentence left out.

    start (int): Where it begins.
    end (int): Where it ends.
    words (tuple[str, ...]): The folded words.
    first (int): The number of its first word in the prose.
    last (int): The number of its last word.
    titled (bool): A title stands before it.
    opens (bool): It begins a sentence.
    ordinary (bool): All of its words are words of the language.
    """

    start: int
    end: int
    words: tuple[str, ...]
    first: int
    last: int
    titled: bool
    opens: bool
    ordinary: bool


class NameLexicon(Remembered[int]):
    """What a word is by itself, each looked at once.

    lang (str): The language of the messages.
    """

    def __init__(self, lang: str = languages.BASE) -> None:
        super().__init__(self._what)
        self._titles, self._particles = word_list("titles"), word_list("particles")
        self._glued = patterns_of_names().glued
        self._words, self._common = languages.words(lang), languages.common_words(lang)
        self._proper = languages.proper_words(lang)
        self._given, self._stop_words = languages.given_names(lang), stop_words()
        self._rules = rules_for()

    def _what(self, raw: str) -> int:
        if not raw[0].isupper():
            return PARTICLE if raw in self._particles else SMALL
        word = fold(raw)
        if len(raw) == 1:
            return INITIAL if raw not in "IÅÖ" else ORDINARY
        if word in self._titles:
            return TITLE
        if raw.isupper():
            return INITIAL if len(raw) == 2 and word not in self._words else SHOUTED
        if not raw[1:].islower() and not self._glued.fullmatch(raw):  # 'ChatGPT'
            return SHOUTED
        bearers = self._given.get(word, 0)
        if word in self._stop_words and bearers < BEARERS:
            return ORDINARY
        if word in self._words or word in self._proper or self._rules.formula(raw):
            return NAMELIKE if bearers >= (BEARERS if word in self._common else USUAL) else ORDINARY
        return NAMELIKE


@cache
def lexicon_for(lang: str) -> NameLexicon:
    """RETURNS (NameLexicon): That of a language."""
    with languages.speaking(lang):
        return NameLexicon(lang)


def find_runs(
    prose: Prose,
    lang: str = languages.BASE,
    *,
    after: Set[str] = frozenset(),
    seeds: Iterable[int] | None = None,
) -> Iterator[NameRun]:
    """Find what may be names.

    prose (Prose): The prepared text.
    lang (str): The language of the messages.
    after (Set[str]): Words after which a word of the language may be a name, too: 'our cat Whiskers'.
    seeds (Optional[Iterable[int]]): The numbers of words around which to look, in order; None for everywhere.
    YIELDS (NameRun): In order of the text, without overlaps.
    """
    what = list(map(lexicon_for(lang).__getitem__, prose.words))
    if seeds is None:
        seeds = [number for number, kind in enumerate(what) if kind == NAMELIKE]
        if after:
            seeds = sorted({*seeds, *_after(prose, what, after)})
    done = -1
    for seed in seeds:
        if seed <= done or what[seed] in (SMALL, PARTICLE):
            continue
        first = seed
        while first > done + 1 and what[first - 1] and seed - first < _LONGEST:
            first -= 1
        while first <= seed:
            if what[first] == PARTICLE:
                first += 1
                continue
            done = _end(prose, what, first)
            if done >= seed:
                run = _run(prose, what, first, done)
                if run is not None:
                    yield run
            first = done + 1


def _after(prose: Prose, what: Sequence[int], words: Set[str]) -> Iterator[int]:
    """YIELDS (int): Words of the language with a capital soon after one of some words, and the other one of a pair."""
    for at in compress(range(len(what)), map(words.__contains__, prose.folded)):
        last = at + 3
        for number in range(at + 1, min(at + _FARTHEST, len(what))):
            if what[number] in (ORDINARY, NAMELIKE) and number <= last:
                yield number
                last = number + 2


def _end(prose: Prose, what: list[int], first: int) -> int:
    """The number of the last word that goes on from the first in one go."""
    last = first
    while last + 1 < len(what):
        gap = prose.text[prose.end(last) : prose.starts[last + 1]]
        if gap in _DAMAGE:
            last += 1
            continue
        step = 1
        while last + step < len(what) - 1 and what[last + step] == PARTICLE and step < 3 and gap == " ":
            step += 1
            gap = prose.text[prose.end(last + step - 1) : prose.starts[last + step]]
        if what[last + step] in (SMALL, PARTICLE) or not _joins(prose, what, last + step - 1, gap):
            break
        last += step
    return last


def _joins(prose: Prose, what: list[int], a: int, gap: str) -> bool:
    if gap in _PLAIN_GAP:
        return True
    if what[a] in (INITIAL, TITLE) and _DOTTED.fullmatch(gap):
        return True
    if gap in _APOSTROPHES:
        return prose.words[a] in _BEFORE_APOSTROPHE
    if gap.strip(" \t\r>") == "\n":
        line = prose.text.rfind("\n", 0, prose.end(a)) + 1
        return prose.end(a) - line >= _WRAPPED
    return False


def _run(prose: Prose, what: list[int], first: int, last: int) -> NameRun | None:
    opens = prose.starts_sentence(prose.starts[first])
    titled = False
    while first <= last:
        kind = what[first]
        if kind == TITLE:
            titled = True
        elif kind == ORDINARY and ((opens and not titled and last > first) or prose.folded[first] in stop_words()):
            # 'Did Mary say': the next word is within the sentence
            opens = False
        else:
            break
        first += 1
    while last > first and prose.folded[last] in stop_words():
        last -= 1
    if first > last or last - first >= _LONGEST:
        return None
    inside = what[first : last + 1]
    ordinary = not any(kind == NAMELIKE for kind in inside)
    if ordinary and (opens or (titled is False and all(kind != ORDINARY for kind in inside))):
        return None
    words = tuple(prose.folded[first : last + 1])
    return NameRun(prose.starts[first], prose.end(last), words, first, last, titled, opens, ordinary)
