"""Whole names of people of whom no given name is registered: whoever competes for a name is weighed together.

A full name below a message, beside an address, in an attribution or in a header is somebody's: the author's, that of
whom is answered, of somebody of the thread, or of somebody else. What each place expects is weighed in two rounds:
first by itself, then by what all other places say of the same name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from .. import languages
from ..text.thresholds import USUAL
from ..text.words import fold, fold_all
from .context import Place, Thread
from .display_names import PersonName, parse_name
from .nicknames import nicknames_of, related

# Where a full name stands.
SIGNED: Final = "signed"
ENDED: Final = "ended"
PAIRED: Final = "paired"
BYLINE: Final = "byline"
CO_AUTHOR: Final = "co-author"  # beside somebody else in a by-line
ATTRIBUTED: Final = "attributed"
SENDER: Final = "sender"
MEMO: Final = "memo"  # the sender of a message that begins with its header
RECIPIENT: Final = "recipient"
EARLIER: Final = "earlier"
GREETED: Final = "greeted"
SPOKEN: Final = "spoken"  # in running text, of whom initial and surname are registered


class Expected(NamedTuple):
    """How often a name in a kind of place is whose; what is left is somebody else's."""

    author: float
    parent: float
    thread: float

    @property
    def stranger(self) -> float:
        """RETURNS (float): How often it is that of somebody else, or nobody's."""
        return 1 - sum(self)


EXPECTED: Final[Mapping[str, Expected]] = {
    SIGNED: Expected(0.95, 0.01, 0.01),
    PAIRED: Expected(0.88, 0.02, 0.02),
    ENDED: Expected(0.80, 0.03, 0.03),
    BYLINE: Expected(0.85, 0.01, 0.02),
    CO_AUTHOR: Expected(0.12, 0.02, 0.06),
    ATTRIBUTED: Expected(0.01, 0.82, 0.12),
    SENDER: Expected(0.05, 0.60, 0.15),
    MEMO: Expected(0.50, 0.20, 0.10),
    RECIPIENT: Expected(0.30, 0.20, 0.20),
    EARLIER: Expected(0.15, 0.15, 0.25),
    GREETED: Expected(0.01, 0.78, 0.12),
}
# Who stands in these took part, be it without a message of their own.
CORRESPONDING: Final = frozenset((ATTRIBUTED, SENDER, MEMO, RECIPIENT, EARLIER))
# Whoever writes is named.
OWN: Final = frozenset((SIGNED, PAIRED, ENDED, BYLINE))
# What a place says of which nothing else is known; and what a first name alone, or initials, say of a whole name.
_UNSEEN: Final = 0.25
_PARTLY: Final = 0.6
# What is shorter stands in many ids by chance.
_SHORT: Final = 3
# From this share on a name is somebody's.
_LEAST: Final = 0.5
# Where so many write it says nothing that somebody does.
_CROWD: Final = 50
# So many sign-offs say that somebody has a second name.
_OFTEN: Final = 2


# How much speaks for people.
Masses = Mapping[str, float]


class Naming(NamedTuple):
    """A name as it stands somewhere: a full one, or in part, where one word is all there is."""

    display: str
    role: str
    message: int


@dataclass(slots=True, eq=False)
class Name:
    """A full name, in all the ways it is written, and what else may be short for it."""

    displays: Counter[str] = field(default_factory=Counter)
    words: set[str] = field(default_factory=set)  # first names, surnames and initials, folded
    seen: list[tuple[Naming, float]] = field(default_factory=list)

    def add(self, naming: Naming, parsed: PersonName) -> None:
        """Take in the name as it stands in a place."""
        self.displays[naming.display] += 1
        self.seen.append((naming, 1.0))
        firsts = [fold(word) for word in (*parsed.given[:1], *parsed.preferred) if len(word) > 1]
        initials = [fold(word)[0] for word in parsed.given]
        last = fold(parsed.core[-1])
        self.words.update(firsts, *map(nicknames_of, firsts))
        self.words.update((f"{''.join(initials)}{last[0]}", f"{initials[0]}{last[0]}"))


@dataclass(frozen=True, slots=True)
class Owner:
    """Who has a name.

    person (Optional[str]): The participant; None for somebody who does not write.
    displays (tuple[str, ...]): The name as it is written, most frequent first.
    confidence (float): How sure it is.
    roles (Mapping[str, int]): How often it stood in which places.
    messages (tuple[int, ...]): In which messages.
    """

    person: str | None
    displays: tuple[str, ...]
    confidence: float
    roles: Mapping[str, int]
    messages: tuple[int, ...]


class Weighing:
    """Weighs who has which full name.

    places (Sequence[Place]): Where each message stands, by its number.
    members (Mapping[Thread, Collection[str]]): Who writes in which thread.
    nameless (Set[str]): Participants of whom no given name is registered.
    """

    def __init__(self, places: Sequence[Place], members: Mapping[Thread, Collection[str]], nameless: Set[str]) -> None:
        self._places, self._members, self._nameless = places, members, nameless

    def owners(self, full: Iterable[Naming], parts: Iterable[Naming]) -> Iterator[Owner]:
        """Tell whose names are.

        full (Iterable[Naming]): Full names that were seen, of nobody who is registered.
        parts (Iterable[Naming]): Single words in places of names.
        YIELDS (Owner): Names with their owners, the surest first.
        """
        names = list(_names(full))
        others = _add_parts(names, parts)
        masses = {name: self._masses(name) for name in names}
        held = _summed((*masses.values(), self._masses(others)))
        weighed = [(name, self._weigh(name, masses[name], held)) for name in names]
        weighed.sort(key=lambda item: (-max(item[1].values(), default=0), min(item[0].displays)))
        taken: set[str] = set()
        left: list[tuple[Name, Owner]] = []
        for name, shares in weighed:
            roles = Counter(naming.role for naming, weight in name.seen if weight == 1)
            signs = sum(roles[role] for role in OWN)
            free = {p: share for p, share in shares.items() if p not in taken or signs >= _OFTEN}
            person, mass = max(free.items(), key=lambda item: (item[1], item[0] or ""))
            share = round(mass / sum(free.values()), 4)
            displays = tuple(text for text, _ in sorted(name.displays.items(), key=lambda item: (-item[1], item[0])))
            messages = tuple(dict.fromkeys(naming.message for naming, weight in name.seen if weight == 1))
            if person is not None and share >= _LEAST:
                taken.add(person)
                yield Owner(person, displays, share, roles, messages)
            elif not CORRESPONDING.isdisjoint(roles):
                left.append((name, Owner(None, displays, share, roles, messages)))
        yield from self._called(left, taken)

    def called(self, parts: Iterable[Naming]) -> dict[tuple[str, str], float]:
        """Tell who is called what, where one word is all there is.

        parts (Iterable[Naming]): Single words in places of names.
        RETURNS (dict[tuple[str, str], float]): How much of what is said of a person and of a word says that the word is
            the person's.
        """
        names: dict[str, Name] = defaultdict(Name)
        for part in parts:
            names[part.display].seen.append((part, 1.0))
        masses = {word: self._masses(name) for word, name in names.items()}
        held = _summed(masses.values())
        found: dict[tuple[str, str], float] = {}
        for word, name in names.items():
            weighed = self._weigh(name, masses[word], held)
            for person, mass in weighed.items():
                if person is not None:
                    of_word = mass / sum(weighed.values())
                    found[person, word] = min(mass, 1) * of_word * masses[word][person] / held[person]
        return found

    def _called(self, left: Sequence[tuple[Name, Owner]], taken: set[str]) -> Iterator[Owner]:
        """Whoever goes by the first name, or the initials, of just one of those whom nobody has been found for is that
        person, wherever the full name stands."""
        called: list[tuple[float, Owner]] = []
        for name, owner in left:
            masses = self._masses(Name(seen=[(naming, weight) for naming, weight in name.seen if weight < 1]))
            person, mass = max(masses.items(), key=lambda item: (item[1], item[0]), default=("", 0.0))
            sure = mass >= _LEAST * _PARTLY and mass >= _LEAST * sum(masses.values())
            called.append((mass, replace(owner, person=person, confidence=_LEAST)) if sure else (0.0, owner))
        for _, owner in sorted(called, key=lambda item: (-item[0], item[1].displays)):
            if owner.person in taken:
                owner = replace(owner, person=None)
            elif owner.person is not None:
                taken.add(owner.person)
            yield owner

    def _weigh(self, name: Name, masses: Masses, held: Masses) -> Mapping[str | None, float]:
        """The second round: a place alone says little, what all others say of the same name says more. Whoever is
        expected to have other names hardly has this one."""
        weighed: defaultdict[str | None, float] = defaultdict(float)
        whole = [naming for naming, weight in name.seen if weight == 1]
        # Whoever signs so has the name, however many headers it stands in.
        for naming in [naming for naming in whole if naming.role in OWN] or whole:
            support = {
                person: share * (masses[person] - share + _UNSEEN) / (1 + held[person] - masses[person])
                for person, share in self._expected(naming)
            }
            rest = self._role(naming).stranger * _UNSEEN
            total = sum(support.values()) + rest
            for person, value in support.items():
                weighed[person] += value / total
            weighed[None] += rest / total
        return weighed

    def _masses(self, name: Name) -> Masses:
        """The first round: each place by itself."""
        masses: defaultdict[str, float] = defaultdict(float)
        for naming, weight in name.seen:
            for person, share in self._expected(naming):
                masses[person] += weight * share
        return masses

    def _role(self, naming: Naming) -> Expected:
        """Of several in a by-line the one whose name the author's id is made of is as good as signed."""
        author = fold(self._places[naming.message].author or "")
        own = naming.role == CO_AUTHOR and any(len(w) > _SHORT and w in author for w in fold_all(naming.display))
        return EXPECTED[SIGNED if own else naming.role]

    def _expected(self, naming: Naming) -> Iterator[tuple[str, float]]:
        """Who may be meant in a place, as far as they have no name yet, and how often it is so."""
        expected, place = self._role(naming), self._places[naming.message]
        direct = {place.author: expected.author, place.parent_author: expected.parent}
        if place.author == place.parent_author:
            direct = {place.author: expected.author + expected.parent}
        members = self._members.get((place.session, place.thread), ())
        others = [p for p in members if p not in direct] if len(members) <= _CROWD else []
        yield from ((p, share) for p, share in direct.items() if p is not None and p in self._nameless)
        yield from ((p, expected.thread / len(others)) for p in others if p in self._nameless)


def _names(namings: Iterable[Naming]) -> Iterator[Name]:
    """The same name in several shapes is one: 'Poe, Mary J', 'Mary Poe', 'M. Poe' if nobody else is called so."""
    by_surname: dict[str, dict[str, Name]] = defaultdict(dict)
    for naming in namings:
        parsed = parse_name(naming.display)
        if parsed.given and len(parsed.core[-1:] and parsed.core[-1]) > 1:
            by_surname[fold(parsed.core[-1])].setdefault(fold(parsed.given[0]), Name()).add(naming, parsed)
    for own in by_surname.values():
        for given in sorted(own, key=lambda word: (len(word), word)):
            fitting = [other for other in own if other != given and _same(given, other)]
            if len(fitting) == 1:
                name = own.pop(given)
                own[fitting[0]].displays.update(name.displays)
                own[fitting[0]].words |= name.words
                own[fitting[0]].seen.extend(name.seen)
        yield from own.values()


def _add_parts(names: Sequence[Name], parts: Iterable[Naming]) -> Name:
    """First names and initials alone speak for all names that they may be short for; given names that are short for
    none of them are left."""
    by_word: dict[str, list[Name]] = defaultdict(list)
    left = Name()
    given = languages.given_names()
    for name in names:
        for word in name.words:
            by_word[word].append(name)
    for part in parts:
        fitting = by_word.get(part.display, ())
        for name in fitting:
            name.seen.append((part, _PARTLY / len(fitting)))
        if not fitting and given.get(part.display, 0) >= USUAL:
            left.seen.append((part, 1.0))
    return left


def _summed(masses: Iterable[Masses]) -> Masses:
    total: defaultdict[str, float] = defaultdict(float)
    for mass in masses:
        for person, share in mass.items():
            total[person] += share
    return total


def _same(short: str, long: str) -> bool:
    """'m' and 'mary', 'rob' and 'robert', 'bob' and 'robert'."""
    return long.startswith(short) or related(short, long)
