"""Fake names for participants: common ones of the same gender and origin, no two alike, none of anybody real."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from typing import Final, NamedTuple

import regex

from .. import languages
from ..errors import Errors, PseudoError
from ..text import place_lists
from ..text.similarity import NearNames
from ..text.words import SILENT_GENITIVE, atoms, fold, fold_all
from .display_names import PersonName, parse_name
from .drawn_names import (
    LANG,
    LATIN,
    MEN,
    NEUTRAL,
    SURNAMES,
    WOMEN,
    DrawnName,
    divided,
    in_latin,
    lists,
    origins,
    script_of,
    surname_kinds,
)
from .genders import gender_of
from .origins import home, origin_of
from .roster import Participant

# Usual names are drawn before the others: so many at a time are shuffled.
_CHUNK: Final = 120
_MOST_PARTS: Final = 4
# How far from a person's language names are looked for. Where it is that of the messages, or near it: in English, then
# everywhere, and then also what is better left. Where it is not, and for further given names: not at all.
_OWN: Final = "own"
_NEAR: Final = "near"
_FAR: Final = "far"
_ALL: Final = "all"
# What is joined to a surname, and no part of its own: 'O'Neil', 'd'Aubry', 'al-Rashid'.
JOINED: Final = regex.compile(r"(?i)(?:[dlo]['’`´]|(?:al|el|ul)-)(?=\p{L}{2})")
_IRISH: Final = regex.compile(r"(?i)o['’`´]")
# So often a name is drawn anew that somebody has.
_MOST_DRAWS: Final = 200


class Part(NamedTuple):
    """A part of a fake name: how many pieces hyphens hold together in it, and whether it is a surname."""

    pieces: int
    surname: bool
    # Of each piece, whether its genitive is written without an 's', where it matters: 'Lars bok', 'Annas bok'.
    silent: tuple[bool, ...] = ()


class Plan(NamedTuple):
    """How a fake name is to be made."""

    parts: tuple[Part, ...]
    kind: str
    lang: str
    words: frozenset[str]  # folded words of the original
    letters: frozenset[str]  # and what they begin with
    native: bool = False  # in the script of its language
    beginning: str = ""  # of the surname: 'O'' in 'O'Neil'


class _Pool(NamedTuple):
    """Names to draw from: a language, a kind, and how far from the language."""

    lang: str
    kind: str
    reach: str
    gender: str = ""  # of who has a surname
    native: bool = False


def main_name(names: Sequence[str]) -> PersonName:
    """RETURNS (PersonName): The registered name that says most; an empty one if none says anything."""
    parsed = [_parsed(name) for name in names]
    best = max(parsed, key=lambda n: (bool(n.given) + bool(n.surname), len(n.given) + len(n.core)), default=None)
    return best if best is not None else PersonName()


def _parsed(name: str) -> PersonName:
    """A registered name taken apart; of one without blanks, too: '王小明'."""
    parsed = parse_name(name)
    parts = divided(parsed.given[0]) if len(parsed.given) == 1 and not parsed.surname else None
    return replace(parsed, given=(parts[1],), surname=(parts[0],)) if parts else parsed


def without_joined(word: str) -> str:
    """RETURNS (str): A surname without what is joined to it: 'Neil' of 'O'Neil'."""
    written: str = JOINED.sub("", word, count=1)
    return written


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
    name, words = main_name(names), own_words(names)
    lang, turned = origin_of(name)
    letters = frozenset(word[0] for word in words if word)
    same = languages.of(languages.spoken()).bare_genitive
    given, surname = name.given[:_MOST_PARTS] or ("",), name.core[:_MOST_PARTS] or ("",)
    # In 'Nguyen Van Minh' the first word is the surname, though it was taken for a given name.
    kinds = [turned and i == 0 for i in range(len(given))] + [not turned] * len(surname)
    parts = tuple(_part(word, surname=kind, silent=same) for word, kind in zip((*given, *surname), kinds, strict=True))
    script = script_of("".join((*given, *surname)))
    irish = any(map(_IRISH.match, surname))
    native = script != LATIN and script in origins()[lang].scripts
    return Plan(parts, gender_of(name), lang, words, letters, native, "O'" if irish else "")


def _part(word: str, *, surname: bool, silent: bool) -> Part:
    word = without_joined(word)
    count = min(len(atoms(word)), 2) or 1
    return Part(count, surname, tuple(map(_is_silent, fold_all(word)))[:count] if silent else ())


def _is_silent(word: str) -> bool:
    return word.endswith(SILENT_GENITIVE)


class _Supply:
    """Names that are left, by language and kind, in random order with usual ones first."""

    def __init__(self, rng: random.Random, taken: Set[str], shun: Set[str], drawn: Iterable[str]) -> None:
        self._rng = rng
        self._taken = taken
        self._shun = shun
        self._near = NearNames(taken)
        names = [*_public_figures(), *map(_listed_words, drawn)]
        self._used = {word for words in names for word in words}
        self._ends = {(words[0], words[-1]) for words in names if words}
        self._orders: dict[tuple[str, str], list[DrawnName]] = {}
        self._pools: dict[_Pool, list[DrawnName]] = {}
        self._left: dict[_Pool, list[DrawnName]] = {}

    def draw(self, plan: Plan) -> str:
        if plan.kind == NEUTRAL and plan.lang != home():
            # A name of whose bearer nothing is known is a woman's or a man's: few languages have names of both.
            plan = plan._replace(kind=self._rng.choice((WOMEN, MEN)))
        for _ in range(_MOST_DRAWS):
            drawn: list[list[DrawnName]] = []
            for part in plan.parts:
                narrow = not part.surname and any(not other.surname for other in plan.parts[: len(drawn)])
                drawn.append(self._pieces(plan, part, [one for pieces in drawn for one in pieces], narrow=narrow))
            # 'Anna Lise Berg' and 'Anna Maria Berg' would both be 'Anna Berg'.
            ends = drawn[0][0].word, drawn[-1][-1].word
            if ends not in self._ends:
                self._ends.add(ends)
                return _written(plan, drawn)
        raise PseudoError(Errors.P724)

    def _pieces(self, plan: Plan, part: Part, before: list[DrawnName], *, narrow: bool) -> list[DrawnName]:
        own = {one.word for one in before}
        pieces: list[DrawnName] = []
        for silent in (*part.silent, *(None,) * part.pieces)[: part.pieces]:
            kind = SURNAMES if part.surname else plan.kind
            pieces.append(self._one(plan, kind, own | {one.word for one in pieces}, narrow=narrow, silent=silent))
            if "-" in pieces[-1].latin:  # 'Seo-yeon' is as long as 'Ji-woo'
                break
        return pieces

    def _one(self, plan: Plan, kind: str, own: Set[str], *, narrow: bool, silent: bool | None) -> DrawnName:
        """A name that nobody has; if there is none, one that others have in another combination."""
        near = origins()[plan.lang].family == origins()[home()].family
        reaches = (_NEAR, _FAR, _ALL) if near and not narrow else (_OWN,)
        for reach, alike in ((reach, alike) for reach in reaches for alike in (True, False)):
            if alike and silent is None and not (kind == SURNAMES and plan.beginning):
                continue
            pool = _Pool(plan.lang, kind, reach, plan.kind if kind == SURNAMES else "", plan.native)
            left = self._left.setdefault(pool, self._pool(pool))
            for passed, one in enumerate(left):
                if alike and not _is_alike(one, plan, kind, silent=silent):
                    continue
                if one.word not in self._used and one.word not in own and self._fits(one, plan):
                    self._used.add(one.word)
                    if passed > _CHUNK:
                        self._left[pool] = [listed for listed in left if listed.word not in self._used]
                    return one
            self._left[pool] = [listed for listed in left if listed.word not in self._used]
        return self._again(pool, plan, own)

    def _again(self, pool: _Pool, plan: Plan, own: Set[str]) -> DrawnName:
        everything = self._pool(pool)
        at = self._rng.randrange(len(everything) or 1)
        for one in chain(islice(everything, at, None), islice(everything, at)):
            if one.word not in own and self._fits(one, plan):
                return one
        # An alphabet of initials: any name that is not the person's own.
        for one in chain(everything, self._pool(pool._replace(reach=_ALL))):
            if one.word not in own and one.word not in plan.words:
                return one
        raise PseudoError(Errors.P724)

    def _pool(self, pool: _Pool) -> list[DrawnName]:
        """The person's language first, then English, then those of its family, then all others."""
        if pool not in self._pools:
            langs = [pool.lang] if pool.reach == _OWN else [pool.lang, LANG]
            langs += _by_nearness(pool.lang) if pool.reach in (_FAR, _ALL) else ()
            kinds = {NEUTRAL: (NEUTRAL, WOMEN, MEN), SURNAMES: surname_kinds(pool.gender)}.get(pool.kind, (pool.kind,))
            orders = [(LANG, NEUTRAL)] if pool.kind == NEUTRAL else []
            orders += [(lang, kind) for lang in langs for kind in kinds]
            found = [one for order in dict.fromkeys(orders) for one in self._order(*order)]
            found = [one for one in found if one.native] if pool.native and pool.reach == _OWN else found
            poor = {one for one in found if any(map(self._poor, one.words))}
            good = [one for one in found if one not in poor]
            self._pools[pool] = good if pool.reach in (_NEAR, _FAR) else [*good, *(one for one in found if one in poor)]
        return self._pools[pool]

    def _poor(self, word: str) -> bool:
        """'Sofia' and 'Lund' would be read as places, 'Marta' as a slip in somebody's 'Martha'."""
        return word in self._shun or word in place_lists.cities().by_name or bool(self._near.find(word))

    def _order(self, lang: str, kind: str) -> list[DrawnName]:
        if (lang, kind) not in self._orders:
            listed = lists().get(lang, {}).get(kind, ())
            names = [one for one in listed if self._taken.isdisjoint(one.words)]
            chunks = [names[i : i + _CHUNK] for i in range(0, len(names), _CHUNK)]
            for chunk in chunks:
                self._rng.shuffle(chunk)
            self._orders[lang, kind] = [name for chunk in chunks for name in chunk]
        return self._orders[lang, kind]

    @staticmethod
    def _fits(one: DrawnName, plan: Plan) -> bool:
        """Neither its letters nor its beginning recall the original: 'Ann' in 'Anna', 'MJ' for 'MJ'."""
        words = (one.native,) if plan.native and one.native else (one.word,)
        beginning = words[0][0] if plan.native else one.word.removeprefix("o")[:1] if "'" in one.latin else one.word[0]
        long = [own for own in plan.words if len(own) > 1]
        return beginning not in plan.letters and not any(own in word or word in own for word in words for own in long)


def _by_nearness(lang: str) -> list[str]:
    """All languages, those of the same family first."""
    return sorted(lists(), key=lambda other: origins()[other].family != origins()[lang].family)


def _listed_words(label: str) -> list[str]:
    """What a drawn name was made of, as it is compared: the words of its Latin letters, 'Seo-yeon' as one and two."""
    words = label.split()
    if len(words) == 1 and (parts := divided(label)):
        words = [parts[1], parts[0]]
    latin = [in_latin().get(word, word) for word in words]
    return [piece for word in latin for piece in (*fold_all(word), "".join(fold_all(word)))]


def _is_alike(one: DrawnName, plan: Plan, kind: str, *, silent: bool | None) -> bool:
    """The name ends as the genitive wants it, and begins as an 'O'Neil' does."""
    if kind == SURNAMES and plan.beginning:
        return one.latin.startswith(plan.beginning)
    return silent is None or _is_silent(one.word) == silent


def _written(plan: Plan, drawn: Sequence[Sequence[DrawnName]]) -> str:
    """'Anna-Lise Berg', '李娜', 'Seoyeon Park'."""
    parts = []
    for part, pieces in zip(plan.parts, drawn, strict=True):
        names = [one.native if plan.native and one.native else one.latin for one in pieces]
        # 'Al-Masri' is one word, and so is 'Seoyeon'.
        hyphens = part.pieces > 1 or part.surname or plan.native
        parts.append("-".join(names) if hyphens else "".join((names[0][:1], names[0][1:].replace("-", ""))))
    if plan.native and divided("".join(reversed(parts))) and len(parts) == 2:
        return "".join(reversed(parts))
    return " ".join(parts)


@cache
def _public_figures() -> tuple[tuple[str, ...], ...]:
    return tuple(fold_all(name) for name in languages.lines(f"{languages.BASE}/public_figures.txt"))
