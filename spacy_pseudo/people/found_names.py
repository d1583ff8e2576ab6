"""Names that were found instead of registered: of whom nothing is listed, or no more than a handle or an initial."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..text.words import fold, fold_all
from .context import Place, Thread
from .display_names import is_handle, parse_name
from .forms import FULL, SURNAME
from .index import FormIndex
from .kinship import Words
from .protection import is_public
from .roster import Participant, Roster
from .sightings import Sightings
from .whole_names import SPOKEN, Naming, Owner, Weighing

# The ids of people who are named in headers, and never write.
_UNLISTED = "unlisted-"


def is_unlisted(person: str) -> bool:
    """RETURNS (bool): The person was found in headers only, and given an id."""
    return person.startswith(_UNLISTED)


def is_listed(person: Participant) -> bool:
    """RETURNS (bool): Somebody registered a name of the person, who was not only found in headers."""
    return bool(person.names) and not is_unlisted(person.id)


class FoundNames:
    """Whoever is named in full beside an address, below messages, in attributions or headers is known by it as if it
    was registered, if no given name is.

    roster (Roster): Everybody; those who turn up in headers only are added if nobody is listed.
    index (FormIndex): The forms that follow from registered names.
    sightings (Sightings): What was seen in the messages.
    places (Sequence[Place]): Where each message stands, by its number.
    sure (float): The confidence of what follows from registered names.

    owners (Mapping[str, list[Owner]]): The full names that were found, by participant.
    called (Mapping[tuple[str, str], float]): How much speaks for a person being called by a word, where one word is
        all there is.
    """

    def __init__(
        self, roster: Roster, index: FormIndex, sightings: Sightings, places: Sequence[Place], *, sure: float
    ) -> None:
        self._roster, self._index, self._kinship, self._sightings = roster, index, index.kinship, sightings
        self._handles = {p.id for p in roster if p.names and all(map(is_handle, p.names))}
        self.owners: dict[str, list[Owner]] = defaultdict(list)
        self.called: Mapping[tuple[str, str], float] = {}
        self._find(places, sure)

    def of(self, person: str) -> Sequence[Owner]:
        """RETURNS (Sequence[Owner]): The names that were found for a person."""
        return self.owners.get(person, ())

    def names(self, person: Participant) -> tuple[str, ...]:
        """RETURNS (tuple[str, ...]): What is registered; how a handle is to be read is known if a name was found."""
        return () if person.id in self._handles and self.of(person.id) else person.names

    def whole(self, person: str, words: Words) -> Owner | None:
        """RETURNS (Optional[Owner]): The name that a form was taken from, if it was found."""
        return next((o for o in self.of(person) if any(set(words) <= set(fold_all(d)) for d in o.displays)), None)

    def index_with(self, lang: str) -> FormIndex:
        """RETURNS (FormIndex): The forms that follow from all names, registered or found."""
        if not self.owners:
            return self._index
        found = {person: tuple(d for owner in own for d in owner.displays) for person, own in self.owners.items()}
        everybody = (replace(p, names=(*self.names(p), *found.get(p.id, ()))) for p in self._roster)
        index = FormIndex(Roster(everybody), lang=lang)
        self._sightings.known_as(self._index, index, (owner for own in self.owners.values() for owner in own))
        return index

    def _find(self, places: Sequence[Place], sure: float) -> None:
        members: dict[Thread, dict[str, None]] = defaultdict(dict)
        for place in places:
            for person in (place.author, place.parent_author):
                if person is not None:
                    members[place.session, place.thread][person] = None
        nothing = {p.id for p in self._roster if not self._kinship.own(p.id)}
        weighing = Weighing(places, members, nothing | self._kinship.open_people | self._handles)
        full = [naming for naming in self._sightings.namings if not self._is_registered(naming.display)]
        for display, namings in self._completions(full).items():
            person = min(self._completed_by(display))
            roles = Counter(naming.role for naming in namings)
            messages = tuple(dict.fromkeys(naming.message for naming in namings))
            self.owners[person].append(Owner(person, (display,), sure, roles, messages))
        full = [naming for naming in full if not self._completed_by(naming.display)]
        parts = list(self._sightings.parts())
        self.called = weighing.called(parts)
        listed = any(map(is_listed, self._roster))
        for owner in weighing.owners(full, parts):
            if owner.person is not None:
                self.owners[owner.person].append(owner)
            elif not listed:
                before = {p for display in owner.displays for p in self._by_full_name(display) if is_unlisted(p)}
                person = min(before, default="") or self._new_id()
                if not before:
                    self._roster.add(Participant(person, owner.displays))
                self.owners[person].append(owner)

    def _new_id(self) -> str:
        number = 1
        while f"{_UNLISTED}{number}" in self._roster:
            number += 1
        return f"{_UNLISTED}{number}"

    def _completions(self, full: Sequence[Naming]) -> dict[str, list[Naming]]:
        """Full names that just one of those fits who are registered with an initial and a surname: 'Grey, Mary J' of
        'M. Grey', wherever they stand."""
        found: dict[str, list[Naming]] = defaultdict(list)
        for naming in full:
            found[naming.display].append(naming)
        for (first, surname), messages in self._sightings.named_in.items():
            found[f"{first.capitalize()} {surname}"] += (Naming(first, SPOKEN, i) for i in messages)
        return {display: namings for display, namings in found.items() if self._completed_by(display)}

    def _completed_by(self, display: str) -> set[str]:
        """The one with the surname, if no given name is registered, only its first letter."""
        name = parse_name(display)
        if not name.given or not name.core or len(name.given[0]) < 2:
            return set()
        first = fold(name.given[0])
        owners = {c.participant for c in self._index.claims((fold(name.core[-1]),)) if c.kind == SURNAME}
        fitting = {p for p in owners if self._kinship.is_first_name(p, first) or self._kinship.completes(p, first)}
        return fitting & self._kinship.open_people if len(fitting) == 1 else set()

    def _is_registered(self, display: str) -> bool:
        """Somebody is registered by a full name, or everybody knows whose it is."""
        name = parse_name(display)
        # Whoever was found before is weighed again, together with all others.
        people = {p for p in self._by_full_name(display) if not is_unlisted(p)}
        return is_public(fold_all(" ".join((*name.given, *name.surname)))) or not people <= self._kinship.open_people

    def _by_full_name(self, display: str) -> set[str]:
        name = parse_name(display)
        words = fold_all(" ".join((*name.given[:1], *name.core[-1:])))
        return {claim.participant for claim in self._index.claims(words) if claim.kind == FULL}
