"""Whole names of people of whom no given name is registered: whoever competes for a name is weighed together.

A full name that stands below a message, beside an address, in an attribution or in a header is somebody's: the author's,
of whom is answered, of somebody of the thread, or of somebody else. What each place expects is weighed in two rounds:
first by itself, then by what all other places say of the same name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ..text.words import fold
from .context import Place, Thread
from .display_names import parse_name
from .nicknames import related

# Where a full name stands.
SIGNED: Final = "signed"
ENDED: Final = "ended"
PAIRED: Final = "paired"
BYLINE: Final = "byline"
ATTRIBUTED: Final = "attributed"
SENDER: Final = "sender"
RECIPIENT: Final = "recipient"
EARLIER: Final = "earlier"
GREETED: Final = "greeted"


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
    ATTRIBUTED: Expected(0.01, 0.82, 0.12),
    SENDER: Expected(0.05, 0.60, 0.15),
    RECIPIENT: Expected(0.30, 0.20, 0.20),
    EARLIER: Expected(0.15, 0.15, 0.25),
    GREETED: Expected(0.01, 0.78, 0.12),
}
# Who stands in these took part, be it without a message of their own.
CORRESPONDING: Final = frozenset((ATTRIBUTED, SENDER, RECIPIENT, EARLIER))
# What nobody else speaks for, in places.
_UNSEEN: Final = 0.25
_LEAST: Final = 0.5


class Naming(NamedTuple):
    """A full name as it stands somewhere."""

    display: str
    role: str
    message: int


@dataclass(slots=True)
class Name:
    """A name, in all the ways it is written."""

    displays: Counter[str] = field(default_factory=Counter)
    seen: list[Naming] = field(default_factory=list)


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


def whose(
    namings: Sequence[Naming],
    places: Sequence[Place],
    members: Mapping[Thread, Collection[str]],
    nameless: Set[str],
    known: Callable[[str], Set[str]],
) -> Iterator[Owner]:
    """Tell whose full names are.

    namings (Sequence[Naming]): The names that were seen.
    places (Sequence[Place]): Where each message stands, by its number.
    members (Mapping[Thread, Collection[str]]): Who writes in which thread.
    nameless (Set[str]): Participants of whom no given name is registered.
    known (Callable[[str], Set[str]]): Participants who are registered by a name.
    YIELDS (Owner): Names with their owners.
    """
    names = list(_names(namings))
    first = [_masses(name, places, members, nameless) for name in names]
    # Whoever signs with another name hardly has this one, too.
    held: Counter[str] = Counter()
    for masses in first:
        held.update(masses)
    for name, masses in zip(names, first, strict=True):
        roles = Counter(naming.role for naming in name.seen)
        displays = tuple(display for display, _ in sorted(name.displays.items(), key=lambda item: (-item[1], item[0])))
        messages = tuple(dict.fromkeys(naming.message for naming in name.seen))
        if any(known(display) for display in displays):
            continue
        weighed: Counter[str | None] = Counter()
        for naming in name.seen:
            own = dict(_expected(naming, places[naming.message], members, nameless))
            support = {
                person: share * (masses[person] - share + _UNSEEN) / (1 + held[person] - masses[person])
                for person, share in own.items()
            }
            rest = EXPECTED[naming.role].stranger * _UNSEEN
            total = sum(support.values()) + rest
            for person, value in support.items():
                weighed[person] += value / total
            weighed[None] += rest / total
        person, mass = max(weighed.items(), key=lambda item: (item[1], item[0] or ""))
        share = mass / weighed.total()
        if person is not None and share >= _LEAST:
            yield Owner(person, displays, round(share, 4), roles, messages)
        elif not CORRESPONDING.isdisjoint(roles):
            yield Owner(None, displays, round(1 - share if person is not None else share, 4), roles, messages)


def _expected(
    naming: Naming, place: Place, members: Mapping[Thread, Collection[str]], nameless: Set[str]
) -> Iterator[tuple[str, float]]:
    """Who may be meant in a place, as far as they have no name yet, and how often it is so."""
    expected = EXPECTED[naming.role]
    direct = {place.author: expected.author, place.parent_author: expected.parent}
    if place.author == place.parent_author:
        direct = {place.author: expected.author + expected.parent}
    others = [p for p in members.get((place.session, place.thread), ()) if p not in direct]
    yield from ((person, share) for person, share in direct.items() if person is not None and person in nameless)
    yield from ((person, expected.thread / len(others)) for person in others if person in nameless)


def _masses(
    name: Name, places: Sequence[Place], members: Mapping[Thread, Collection[str]], nameless: Set[str]
) -> Counter[str]:
    masses: Counter[str] = Counter()
    for naming in name.seen:
        for person, share in _expected(naming, places[naming.message], members, nameless):
            masses[person] += share
    return masses


def _names(namings: Sequence[Naming]) -> Iterator[Name]:
    """The same name in several shapes is one: 'Poe, Mary J', 'Mary Poe', 'M. Poe' if nobody else is called so."""
    by_surname: dict[str, dict[str, Name]] = defaultdict(dict)
    for naming in namings:
        parsed = parse_name(naming.display)
        if parsed.given and parsed.core:
            name = by_surname[fold(parsed.core[-1])].setdefault(fold(parsed.given[0]), Name())
            name.displays[naming.display] += 1
            name.seen.append(naming)
    for own in by_surname.values():
        for given in sorted(own, key=lambda word: (len(word), word)):
            fitting = [other for other in own if other != given and _same(given, other)]
            if len(fitting) == 1:
                name = own.pop(given)
                own[fitting[0]].displays.update(name.displays)
                own[fitting[0]].seen.extend(name.seen)
        yield from own.values()


def _same(short: str, long: str) -> bool:
    """'m' and 'mary', 'rob' and 'robert', 'bob' and 'robert'."""
    return long.startswith(short) or related(short, long)
