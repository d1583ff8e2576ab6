"""Fake names for participants: common ones of the same gender and language, no two alike, none of anybody real."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import cache
from itertools import chain, islice
from typing import Final, NamedTuple

from .. import languages, resources
from ..errors import Errors, PseudoError
from ..text import place_lists
from ..text.similarity import NearNames
from ..text.words import SILENT_GENITIVE, atoms, fold, fold_all
from .display_names import PersonName, parse_name
from .nicknames import full_names
from .roster import Participant

WOMEN: Final = "F"
MEN: Final = "M"
NEUTRAL: Final = "N"
SURNAMES: Final = "S"
LANG: Final = languages.BASE
# Usual names are drawn before the others: so many at a time are shuffled.
_CHUNK: Final = 120
_MOST_PARTS: Final = 4
# How far from a person's language names are looked for: for further given names not at all; otherwise in English, then
# everywhere, and then also what is better left.
_OWN: Final = "own"
_NEAR: Final = "near"
_FAR: Final = "far"
_ALL: Final = "all"
# So often a name is drawn anew that somebody has.
_MOST_DRAWS: Final = 200


class Plan(NamedTuple):
    """How a fake name is to be made: pieces of given names and of the surname; hyphens hold several together."""

    given: tuple[int, ...]
    surname: tuple[int, ...]
    kind: str
    lang: str
    words: frozenset[str]  # folded words of the original
    letters: frozenset[str]  # and what they begin with
    # Of each piece, whether its genitive is written without an 's', where it matters: 'Lars bok', 'Annas bok'.
    silent: tuple[tuple[bool, ...], ...] = ()


class _Pool(NamedTuple):
    """Names to draw from: a language, a kind, and how far from the language."""

    lang: str
    kind: str
    reach: str


class _Listed(NamedTuple):
    """A name of a list, and the same folded."""

    name: str
    word: str


def main_name(names: Sequence[str]) -> PersonName:
    """RETURNS (PersonName): The registered name that says most; an empty one if none says anything."""
    parsed = [parse_name(name) for name in names]
    best = max(parsed, key=lambda n: (bool(n.given) + bool(n.surname), len(n.given) + len(n.core)), default=None)
    return best if best is not None else PersonName()


def own_words(names: Sequence[str]) -> frozenset[str]:
    """RETURNS (frozenset[str]): All folded words of a participant's registered names."""
    return frozenset(word for name in names for word in fold_all(name))


def draw_names(
    people: Iterable[Participant],
    rng: random.Random,
    *,
    avoid: Collection[str] = (),
    shun: Collection[str] = (),
    kept: Mapping[str, str] | None = None,
    retired: Collection[str] = (),
) -> dict[str, str]:
    """Draw a full name for everybody who has none.

    people (Iterable[Participant]): The participants; their order does not matter.
    rng (random.Random): Where chance comes from.
    avoid (Collection[str]): Names that nobody gets, nor any part of them: protected ones, forms that people use.
    shun (Collection[str]): Words that nobody gets as long as there are others: what is named in texts.
    kept (Optional[Mapping[str, str]]): Names drawn before, by id; they stay, and nobody else gets them.
    retired (Collection[str]): Names of people who are gone; nobody else gets them.
    RETURNS (dict[str, str]): Fake names by id, those drawn before included; given names first.
    """
    drawn = dict(kept or {})
    people = sorted(people, key=lambda person: person.id)
    taken = {word for text in avoid for word in fold_all(text)}
    taken |= {word for person in people for word in own_words(person.names)}
    supply = _Supply(rng, taken, frozenset(map(fold, shun)), (*drawn.values(), *retired))
    for person in people:
        if person.id not in drawn:
            drawn[person.id] = supply.draw(plan_of(person.names))
    return drawn


def plan_of(names: Sequence[str]) -> Plan:
    """RETURNS (Plan): How a fake name is to be made for somebody with these registered names."""
    name = main_name(names)
    words = own_words(names)
    given = tuple(min(len(atoms(part)), 2) or 1 for part in name.given[:_MOST_PARTS]) or (1,)
    surname = tuple(min(len(atoms(part)), 2) or 1 for part in name.core[:_MOST_PARTS]) or (1,)
    letters = frozenset(word[0] for word in words if word)
    parts = (name.given[:_MOST_PARTS] or ("",), name.core[:_MOST_PARTS] or ("",))
    silent = tuple(tuple(map(_is_silent, fold_all(part))) for kind in parts for part in kind)
    same = languages.of(languages.spoken()).bare_genitive
    return Plan(given, surname, gender_of(name), lang_of(name), words, letters, silent if same else ())


def _is_silent(word: str) -> bool:
    return word.endswith(SILENT_GENITIVE)


def gender_of(name: PersonName) -> str:
    """RETURNS (str): `WOMEN` or `MEN` if a given name tells, otherwise `NEUTRAL`."""
    own_lists = _lists()[lang_of(name)]
    for given in (*name.given, *name.preferred):
        # With its accents and in its language a name may tell more: Åsa is none of the Asas.
        lists = [kind for kind in (WOMEN, MEN) if given.capitalize() in own_lists[kind]]
        if len(lists) == 1:
            return lists[0]
        for word in (fold(given), *fold_all(given)):
            if word in _women():
                return WOMEN if _women()[word] else MEN
        # 'Kim' is a name of its own, and says nothing; 'Bobbo' is somebody called Robert.
        own = fold(given) in languages.given_names()
        told = {_women()[full] for full in full_names(given) if full in _women()}
        if len(told) == 1 and not own:
            return WOMEN if told.pop() else MEN
    return NEUTRAL


def lang_of(name: PersonName) -> str:
    """RETURNS (str): The language whose lists know most of a name; that of the messages if none or several do."""
    scores: dict[str, float] = {}
    for words, kinds, weight in ((name.given, (WOMEN, MEN), 1.0), (name.core, (SURNAMES,), 2.0)):
        for word in (piece for part in words for piece in fold_all(part)):
            langs = sorted({lang for kind in kinds for lang in _langs(kind).get(word, ())})
            for lang in langs:
                scores[lang] = scores.get(lang, 0) + weight / len(langs)
    home = languages.spoken() if languages.spoken() in _lists() else LANG
    # Where people of another language write, who has a name of theirs is rather one of them.
    if home != LANG and name.given and name.core and all(_is_known(home, part) for part in (name.given, name.core)):
        return home
    return max(scores, key=lambda lang: (scores[lang], lang == home, lang), default=home)


def _is_known(lang: str, parts: Iterable[str]) -> bool:
    own = languages.own_names(lang)
    return any(word in own for part in parts for word in fold_all(part))


class _Supply:
    """Names that are left, by language and kind, in random order with usual ones first."""

    def __init__(self, rng: random.Random, taken: Set[str], shun: Set[str], drawn: Iterable[str]) -> None:
        self._rng = rng
        self._taken = taken
        self._shun = shun
        self._near = NearNames(taken)
        names = [*_public_figures(), *map(fold_all, drawn)]
        self._used = {word for words in names for word in words}
        self._ends = {(words[0], words[-1]) for words in names if words}
        self._orders: dict[tuple[str, str], list[_Listed]] = {}
        self._pools: dict[_Pool, list[_Listed]] = {}
        self._left: dict[_Pool, list[_Listed]] = {}

    def draw(self, plan: Plan) -> str:
        for _ in range(_MOST_DRAWS):
            words: list[str] = []
            for kind, sizes in ((plan.kind, plan.given), (SURNAMES, plan.surname)):
                for i, size in enumerate(sizes):
                    silent = plan.silent[len(words)] if plan.silent else ()
                    endings = (*silent, *(None,) * size)[:size]
                    pieces = [self._one(plan, kind, words, narrow=i > 0, silent=ending) for ending in endings]
                    words.append("-".join(pieces))
            # 'Anna Lise Berg' and 'Anna Maria Berg' would both be 'Anna Berg'.
            ends = fold_all(words[0])[0], fold_all(words[-1])[-1]
            if ends not in self._ends:
                self._ends.add(ends)
                return " ".join(words)
        raise PseudoError(Errors.P724)

    def _one(self, plan: Plan, kind: str, words: list[str], *, narrow: bool, silent: bool | None) -> str:
        """A name that nobody has; if there is none, one that others have in another combination."""
        own = {piece for word in words for piece in fold_all(word)}
        reaches = (_OWN,) if narrow else (_NEAR, _FAR, _ALL)
        for reach, alike in ((reach, alike) for reach in reaches for alike in (True, False)):
            if alike and silent is None:
                continue
            pool = _Pool(plan.lang, kind, reach)
            left = self._left.setdefault(pool, self._pool(pool))
            for passed, (name, word) in enumerate(left):
                if alike and _is_silent(word) != silent:
                    continue
                if word not in self._used and word not in own and self._fits(word, plan):
                    self._used.add(word)
                    if passed > _CHUNK:
                        self._left[pool] = [listed for listed in left if listed.word not in self._used]
                    return name
            self._left[pool] = [listed for listed in left if listed.word not in self._used]
        return self._again(pool, plan, own)

    def _again(self, pool: _Pool, plan: Plan, own: Set[str]) -> str:
        everything = self._pool(pool)
        at = self._rng.randrange(len(everything) or 1)
        for name, word in chain(islice(everything, at, None), islice(everything, at)):
            if word not in own and self._fits(word, plan):
                return name
        # An alphabet of initials: any name that is not the person's own.
        for name, word in self._pool(pool._replace(reach=_ALL)):
            if word not in own and word not in plan.words:
                return name
        raise PseudoError(Errors.P724)

    def _pool(self, pool: _Pool) -> list[_Listed]:
        """The person's language first, then English, then all others."""
        if pool not in self._pools:
            langs = [pool.lang] if pool.reach == _OWN else [pool.lang, LANG]
            langs += _lists() if pool.reach in (_FAR, _ALL) else ()
            kinds = {NEUTRAL: (NEUTRAL, WOMEN, MEN), SURNAMES: (SURNAMES,)}.get(pool.kind, (pool.kind,))
            orders = [(LANG, NEUTRAL)] if pool.kind == NEUTRAL else []
            orders += [(lang, kind) for lang in langs for kind in kinds]
            found = [listed for order in dict.fromkeys(orders) for listed in self._order(*order)]
            poor = {one for one in found if self._poor(one.word)}
            good = [one for one in found if one not in poor]
            self._pools[pool] = good if pool.reach in (_NEAR, _FAR) else [*good, *(one for one in found if one in poor)]
        return self._pools[pool]

    def _poor(self, word: str) -> bool:
        """'Sofia' and 'Lund' would be read as places, 'Marta' as a slip in somebody's 'Martha'."""
        return word in self._shun or word in place_lists.cities().by_name or bool(self._near.find(word))

    def _order(self, lang: str, kind: str) -> list[_Listed]:
        if (lang, kind) not in self._orders:
            listed = [_Listed(name, fold(name)) for name in _lists().get(lang, {}).get(kind, ())]
            names = [one for one in listed if one.word not in self._taken]
            chunks = [names[i : i + _CHUNK] for i in range(0, len(names), _CHUNK)]
            for chunk in chunks:
                self._rng.shuffle(chunk)
            self._orders[lang, kind] = [name for chunk in chunks for name in chunk]
        return self._orders[lang, kind]

    @staticmethod
    def _fits(word: str, plan: Plan) -> bool:
        """Neither its letters nor its beginning recall the original: 'Ann' in 'Anna', 'MJ' for 'MJ'."""
        return word[0] not in plan.letters and not any(own in word or word in own for own in plan.words if len(own) > 1)


@cache
def _lists() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    lists: dict[str, dict[str, list[str]]] = {}
    for line in resources.lines("surrogates/names.txt.gz"):
        lang, kind, name = line.split("\t")
        lists.setdefault(lang, {}).setdefault(kind, []).append(name)
    return {lang: {kind: tuple(names) for kind, names in kinds.items()} for lang, kinds in lists.items()}


@cache
def _langs(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The languages that know a folded name of a kind."""
    found: dict[str, list[str]] = {}
    for lang, kinds in _lists().items():
        for name in kinds.get(kind, ()):
            found.setdefault(fold(name), []).append(lang)
    return {name: tuple(langs) for name, langs in found.items()}


@cache
def _public_figures() -> tuple[tuple[str, ...], ...]:
    return tuple(fold_all(name) for name in languages.lines(f"{languages.BASE}/public_figures.txt"))


@cache
def _women() -> Mapping[str, bool]:
    """Whether a folded given name is a woman's; names of both are not in it."""
    rows = (line.split("\t") for line in resources.lines("surrogates/women.txt.gz"))
    return {name: flag == "1" for name, flag in rows}
