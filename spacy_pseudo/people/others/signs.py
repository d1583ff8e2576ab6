"""What the words around a name say of the person: somebody whom the writer knows, or one whom everybody may know."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Final, NamedTuple

import regex

from ... import languages
from ...text.lexicon import Remembered
from ...text.lexing import Prose
from ...text.similarity import distance
from ...text.thresholds import USUAL
from ...text.words import fold, phrase_list, word_list
from .names import NameRun

OWN: Final = "own"  # 'my brother Robert'
BYLINE: Final = "byline"  # 'Lab partner: Robert' above an essay
KIN: Final = "kin"  # 'his brother Robert'
MET: Final = "met"  # 'I talked to Mary'
NEAR: Final = "near"  # 'I have it from Mary'
TITLED: Final = "titled"  # 'Dr. Grey'
QUOTED: Final = "quoted"  # 'On Monday, Mary Grey wrote:'
SIGNS: Final = "signs"  # in a greeting or a sign-off
BESIDE: Final = "beside"  # 'Robert and Mary', both there
CITED: Final = "cited"
WORK: Final = "work"  # 'a poem by Mary', "Mary's novel"
OFFICE: Final = "office"  # 'the poet Mary'
THING: Final = "thing"  # 'the Mary', 'Mary Street'
PLACE: Final = "place"  # 'in Mary'

# So long a word may have a slip in it.
_SLIPPED: Final = 5
_FARTHEST: Final = 7
_CLAUSE: Final = 10
# Of so many names in a row, with so much between two of them.
_NEXT, _WIDEST = 4, 160
_STOPS: Final = frozenset(".!?;\n")
_ROW: Final = regex.compile(r"\s*+(?:\([^()]{1,150}\)\s*+)?(?:,\s*(?:and\s|och\s|&\s)?|(?:and|och|&|or)\s)\s*")
# What sets somebody's description off from what follows.
_CLOSED: Final = regex.compile(r"(?:[ ](?:of|from|in|at|to|and)[ ]|\s*+(?:[,).;:!?–—-]|\Z))")
_APPOSED: Final = (", ", " (", " - ", " – ", ": ")


@cache
def words_for(lang: str) -> SimpleNamespace:
    """RETURNS (SimpleNamespace): The words of a language that show what somebody is, by what they show."""
    around: dict[str, set[str]] = {}
    for one in dict.fromkeys((languages.BASE, lang)):
        for name, some in json.loads(languages.text(f"{one}/around_names.json") or "{}").items():
            around.setdefault(name, set()).update(map(fold, some))
    with languages.speaking(lang):
        kin = word_list("kin") | _last_words("family") | word_list("animals")
        known = _last_words("acquaintances")
        everybody = kin | known | _last_words("professions")
        return SimpleNamespace(
            **{name: frozenset(some) for name, some in around.items()},
            relations=_with_plurals(everybody),
            relation=Relations(_with_plurals(everybody), lang),
            telling=_with_plurals(everybody) | _INTRODUCING,
            kin=_with_plurals(kin),
            known=_with_plurals(known),
            persons=word_list("persons"),
            met=_phrases("met"),
            met_after=_phrases("met_after"),
            works=word_list("known_for"),
            offices=word_list("offices"),
            places=word_list("name_of_place") | word_list("organisations"),
            eponyms=word_list("eponym_nouns"),
        )


class Relations(Remembered[bool]):
    """Whether a folded word says what somebody is to whom, be it with a slip: 'my frend Mary'.

    words (frozenset[str]): Words for relatives, friends and so on.
    lang (str): The language of the messages.
    """

    def __init__(self, words: frozenset[str], lang: str) -> None:
        super().__init__(self._tells)
        self._relations, self._words = words, languages.words(lang) | languages.words()
        self._given = languages.given_names(lang)

    def _tells(self, word: str) -> bool:
        if word in self._relations:
            return True
        known = word in self._words or self._given.get(word, 0) >= USUAL
        return len(word) >= _SLIPPED and not known and any(distance(word, one) == 1 for one in self._relations)


def _with_plurals(words: frozenset[str]) -> frozenset[str]:
    return words | {f"{word}s" for word in words}


def _phrases(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(fold(word) for word in line.replace("-", " ").split()) for line in phrase_list(name))


# 'a man called Robert'
_INTRODUCING: Final = frozenset(("called", "named", "heter", "kallas"))
# 'the little one', 'my other half'
_NO_NOUNS: Final = frozenset(("one", "ones", "half"))


def _last_words(name: str) -> frozenset[str]:
    """The last word of each phrase: that stands beside the name."""
    last = (fold(line.replace("-", " ").split()[-1]) for line in languages.own_and_base(name))
    return frozenset(word for word in last if len(word) > 2 and word not in _NO_NOUNS)


def relations(prose: Prose, lang: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): Words for relatives, friends, animals or the like, if the text has any."""
    words, said = words_for(lang), prose.folded
    found: frozenset[str] = words.telling.intersection(said)
    if not words.mine.isdisjoint(prose.vocabulary):
        found |= {word for owner, word in pairwise(said) if owner in words.mine and words.relation[word]}
    return found


class Relation(NamedTuple):
    """What somebody is to whom: the sign, the noun, and whether the writer takes for granted that nobody knows them."""

    sign: str
    noun: str
    indefinite: bool = False


def relation_of(prose: Prose, start: int, end: int, lang: str) -> Relation | None:
    """See whether a name is said to be of somebody's relative, friend, animal and so on.

    prose (Prose): The prepared text.
    start (int): Where the name begins.
    end (int): Where it ends.
    lang (str): The language of the messages.
    RETURNS (Optional[Relation]): What is said, None if nothing is.
    """
    first, last = bisect_left(prose.starts, start), bisect_left(prose.starts, end) - 1
    if first >= len(prose.starts) or last < first:
        return None
    run = NameRun(start, end, tuple(prose.folded[first : last + 1]), first, last, False, False, False)
    words = words_for(lang)
    return _related(prose, run, words) or _apposed(prose, run, words)


def is_kin(relation: Relation, lang: str) -> bool:
    """RETURNS (bool): It is a relative or an animal."""
    return relation.noun in words_for(lang).kin


def signs_of(prose: Prose, run: NameRun, lang: str, *, related: bool = True) -> list[str]:
    """Look around a name.

    prose (Prose): The prepared text.
    run (NameRun): The name.
    lang (str): The language of the messages.
    related (bool): The text has words for relatives and so on.
    RETURNS (list[str]): What its neighbours say.
    """
    words = words_for(lang)
    found = []
    relation = (_related(prose, run, words) or _apposed(prose, run, words)) if related else None
    if relation:
        found.append(relation.sign)
    if run.titled:
        found.append(TITLED)
    before = _before(prose, run.first - int(run.titled), 4)
    after = _after(prose, run.last, 3)
    if any(before[-n:] in words.met for n in range(1, len(before) + 1)) or any(
        after[:n] in words.met_after for n in range(1, len(after) + 1)
    ):
        found.append(MET)
    elif before and before[-1] in words.towards:
        clause = _before(prose, run.first - int(run.titled), _CLAUSE)
        if not words.we.isdisjoint(clause) and words.think.isdisjoint(clause):
            found.append(NEAR)
    if not relation and ((before and before[-1] in words.offices) or run.words[0] in words.offices):
        found.append(OFFICE)
    if before and (
        before[-1] in words.read or (before[-1] in words.by and before[-2:-1] and before[-2] in words.works)
    ):
        found.append(WORK)
    follows = _follows(prose, run)
    if follows in words.works:
        found.append(WORK)
    elif relation is None:
        beside = (run.words[0], run.words[-1], *before[-1:])
        article = bool(before) and before[-1] in words.articles
        if article or follows in words.eponyms or not words.places.isdisjoint(beside):
            found.append(THING)
    if before and before[-1] in words.within:
        found.append(PLACE)
    return found


def _before(prose: Prose, first: int, most: int, *, at: int | None = None) -> tuple[str, ...]:
    """The folded words before a word, given by its number, as far as the sentence goes; or from a place on."""
    found: list[str] = []
    at = prose.starts[first] if at is None else at
    for number in range(first - 1, max(-1, first - most - 1), -1):
        gap = prose.text[prose.end(number) : at]
        if not _STOPS.isdisjoint(gap.replace("\n", " ", 1)) or "," in gap or "(" in gap:
            break
        found.append(prose.folded[number])
        at = prose.starts[number]
    return tuple(reversed(found))


def _after(prose: Prose, last: int, most: int) -> tuple[str, ...]:
    found: list[str] = []
    at = prose.end(last)
    for number in range(last + 1, min(len(prose.words), last + most + 1)):
        if prose.text[at : prose.starts[number]] not in (" ", "\n"):
            break
        found.append(prose.folded[number])
        at = prose.end(number)
    return tuple(found)


def _follows(prose: Prose, run: NameRun) -> str:
    """The word after a name and its genitive."""
    number = run.last + 1
    if number < len(prose.words) and prose.folded[number] == "s" and prose.text[run.end : run.end + 1] in ("'", "’"):
        number += 1
    if number >= len(prose.words):
        return ""
    gap = prose.text[prose.end(number - 1) : prose.starts[number]]
    return prose.folded[number] if gap in (" ", "-", "' ", "’ ") else ""


def _related(prose: Prose, run: NameRun, words: SimpleNamespace) -> Relation | None:
    """'my brother Robert', 'a friend of mine, Robert', 'my niece is called Mary'."""
    number, at = run.first - 1, run.start
    while number >= 0 and run.titled and prose.folded[number] in word_list("titles"):
        if prose.text[prose.end(number) : at] not in (" ", ". ", "."):
            break
        at = prose.starts[number]
        number -= 1
    gap = prose.text[prose.end(number) : at] if number >= 0 else ""
    apart = gap in _APPOSED
    if not apart and gap not in (" ", "\n"):
        return None
    before = _before(prose, number + 1, _FARTHEST, at=prose.end(number))
    small = [prose.words[number + 1 - n].islower() for n in range(1, len(before) + 1)]
    backwards = before[::-1]
    at_noun, is_called = _noun(backwards, small, words, apart=apart)
    if at_noun is None:
        return None
    noun = backwards[at_noun]
    if apart and not words.mine.isdisjoint(backwards[:at_noun]):  # 'a friend of mine, Mary'
        return Relation(OWN, noun, indefinite=True)
    for n, word in enumerate(backwards[at_noun + 1 :], at_noun + 1):
        if word in words.mine:
            return Relation(OWN, noun)
        if word in words.theirs or (word == "s" and prose.text[prose.starts[number - n] - 1] in "'’"):
            return Relation(KIN, noun)
        if word in words.some and not is_called and gap != ": ":
            known = noun in words.kin or (apart and noun in words.known)
            return Relation(OWN, noun, indefinite=True) if known else None
        if word in words.some and is_called and noun in words.persons:  # 'a man called Robert'
            return Relation(OWN, noun, indefinite=True)
        if word in words.articles:  # 'the nurse, Mary'
            known = apart and noun in words.known
            return Relation(KIN, noun) if known and n == at_noun + 1 else None
    # 'Aunt Mary'
    titled = at_noun == 0 and not apart and noun in word_list("kin") and prose.words[number][0].isupper()
    return Relation(KIN, noun) if titled else None


def _noun(
    before: Sequence[str], small: Sequence[bool], words: SimpleNamespace, *, apart: bool
) -> tuple[int | None, bool]:
    """Which of the words before a name, the nearest first, says what somebody is; whether a name is introduced."""
    n = 0
    while n < len(before) and n < 2 and before[n] in words.being:
        n += 1
    if n + 1 < len(before) and n and before[n] in words.name:  # 'my sister's name is Mary', 'min systers namn'
        n += 2 if before[n + 1] == "s" else 1
    is_called = n > 0
    if before[n : n + 2] == ("law", "in"):
        n += 2
    owner = n < len(before) and n and before[n - 1] in words.name
    if n < len(before) and (words.relation[before[n]] or (is_called and before[n] in words.persons)):
        return n, is_called
    if owner and words.relation[before[n].removesuffix("s")]:
        return n, is_called
    # 'a friend from church, Mary'
    for further in range(1, 4) if apart else ():
        if further < len(before) and all(small[:further]) and before[further] in words.relations:
            return further, False
    return None, False


def _apposed(prose: Prose, run: NameRun, words: SimpleNamespace) -> Relation | None:
    """'Mary, my sister', 'Mary (a friend of mine)', 'Mary is my sister'."""
    number = run.last + 1
    if number >= len(prose.words):
        return None
    gap, introduced = prose.text[run.end : prose.starts[number]], False
    if prose.folded[number] in words.being and gap in (" ", "'", "’"):
        number, gap, introduced = number + 1, ", ", True
    if gap not in _APPOSED or number >= len(prose.words):
        return None
    owner = prose.folded[number]
    if owner not in words.mine and owner not in words.theirs:
        return None
    nouns = prose.folded[number + 1 : number + 5]
    spaces = [
        prose.text[prose.end(n) : prose.starts[n + 1]] for n in range(number, min(number + 4, len(prose.words) - 1))
    ]
    for n, (noun, space) in enumerate(zip(nouns, spaces, strict=False)):
        if space not in (" ", "-", "\n"):
            return None
        if noun in words.relations:
            # 'Max, my dog agrees with you' speaks to Max
            closed = introduced or _CLOSED.match(prose.text, prose.end(number + 1 + n)) is not None
            return Relation(OWN if owner in words.mine else KIN, noun) if closed else None
    return None


def shared(prose: Prose, runs: Sequence[NameRun], found: Sequence[list[str]]) -> None:
    """What is said of one of several people in a row is said of all who follow: 'my sons Robert and Max'.

    prose (Prose): The prepared text.
    runs (Sequence[NameRun]): The names, in order.
    found (Sequence[list[str]]): What is said of each; completed.
    """
    rows = [
        (a, b)
        for a in range(len(runs))
        for b in range(a + 1, min(a + _NEXT, len(runs)))
        if _in_a_row(prose, runs, a, b)
    ]
    for a, b in rows:
        found[b] += [sign for sign in (OWN, MET) if sign in found[a]]
    for a, b in rows:
        if SIGNS in found[a] and SIGNS in found[b]:
            for n in (a, b):
                found[n] += [BESIDE] if BESIDE not in found[n] else []


def _in_a_row(prose: Prose, runs: Sequence[NameRun], a: int, b: int) -> bool:
    between = prose.text[runs[a].end : runs[b].start]
    return len(between) < _WIDEST and _ROW.fullmatch(between) is not None
