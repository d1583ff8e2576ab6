"""One person in several sources: matched by id, address or full name, so that all sources share one roster."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..text.words import fold_all
from .display_names import parse_name
from .roster import Participant, Roster

# How somebody was found among those known before; that only the number was the same, of which names say nothing; and
# that an id was somebody else's.
BY_ID: Final = "id"
BY_ADDRESS: Final = "address"
BY_NAME: Final = "full name"
BY_NUMBER: Final = "number alone"
CLASH: Final = "clash"

FullName = tuple[str, ...]

# The id of a person, or of a message, that is of another source than the first.
OF_SOURCE: Final = re.compile(r"(?P<source>[2-9]|[1-9][0-9]+):(?P<id>.+)", re.DOTALL)


def of_source(id: str, source: int) -> str:
    """RETURNS (str): An id as it is called among those of all sources; the first source keeps its own."""
    return id if source == 1 else f"{source}:{id}"


def source_of(message_id: str | None) -> str | None:
    """RETURNS (Optional[str]): The number of the source that a message comes from, None if that is the first."""
    found = OF_SOURCE.match(message_id or "")
    return found["source"] if found is not None else None


def full_name(display: str) -> FullName | None:
    """RETURNS (Optional[tuple[str, ...]]): First name and surname, folded; None if it is no full name."""
    if display.isalpha() and display.istitle():  # one word, and nothing is run together in it
        return None
    name = parse_name(display)
    words = (*fold_all(" ".join(name.given[:1])), *fold_all(" ".join(name.core)))
    return words if name.given and name.surname and min(map(len, words)) > 1 else None


class Identities:
    """A roster that grows by the people of one source after the other.

    known (Iterable[Participant]): Who is known before: the class list, or a key's roster.
    """

    def __init__(self, known: Iterable[Participant] = ()) -> None:
        self.roster = Roster()
        self.matched: Counter[str] = Counter()
        self._addresses: dict[str, set[str]] = {}
        self._names: dict[FullName, set[str]] = {}
        for person in known:
            self._note(person)

    def add(self, people: Mapping[str, Sequence[str]], *, source: int = 1) -> dict[str, str]:
        """Take in the people of a source.

        people (Mapping[str, Sequence[str]]): Their names by the id that the source has for them.
        source (int): Which one it is, from 1. Ids of the first are those of the roster, unless the names say that
            another person of the roster is meant; those of another may be anybody's, and count only if the names do
            not speak against it.
        RETURNS (dict[str, str]): From the source's ids to those of the roster.
        """
        # Two accounts of one name are two people; two addresses are one person's.
        accounts = Counter(name for id, names in people.items() if "@" not in id for name in _full_names(names))
        main_of = {}
        for id, names in people.items():
            # What a source calls its people may be what another calls somebody else; an address is the same everywhere.
            own_id = id if "@" in id else of_source(id, source)
            way, main = self._find(id, own_id, names, accounts, first=source == 1)
            if main is None:
                main = id if id not in self.roster else own_id
            if way is not None:
                self.matched[way] += 1
            main_of[id] = main
            before = self.roster.get(main) or Participant(main)
            own = (own_id,) if own_id != main and own_id not in self.roster else ()
            self._note(
                Participant(
                    before.id,
                    tuple(dict.fromkeys((*before.names, *names))),
                    (*before.ids, *own),
                    before.role,
                    before.excluded,
                )
            )
        return main_of

    def _find(
        self, id: str, own_id: str, names: Sequence[str], accounts: Counter[FullName], *, first: bool
    ) -> tuple[str | None, str | None]:
        """How somebody is found, and whom that leads to."""
        own, known = self.roster.get(own_id), self.roster.get(id)
        for person in filter(None, (own, known)):
            if _agree(person.names, names):
                compared = first or own is not None or (person.names and names)
                return (BY_ID if compared else BY_NUMBER), person.id
        addresses = {text.casefold() for text in (id, *names) if "@" in text}
        people = set().union(*(self._addresses.get(address, ()) for address in addresses))
        if len(people) == 1:
            return BY_ADDRESS, people.pop()
        full = _full_names(names)
        people = set().union(*(self._names.get(name, ()) for name in full))
        if len(people) == 1 and ("@" in id or all(accounts[name] == 1 for name in full)):
            return BY_NAME, people.pop()
        if first and known is not None:  # people change their names, and class lists have nicknames
            return BY_ID, known.id
        return (CLASH if known is not None else None), None

    def _note(self, person: Participant) -> None:
        self.roster.add(person)
        for text in (person.id, *person.ids, *person.names):
            if "@" in text:
                self._addresses.setdefault(text.casefold(), set()).add(person.id)
        for name in _full_names(person.names):
            self._names.setdefault(name, set()).add(person.id)


def _full_names(names: Iterable[str]) -> set[FullName]:
    return set(filter(None, map(full_name, names)))


def _agree(some: Sequence[str], others: Sequence[str]) -> bool:
    """Names of one person, as far as one can tell: a surname in common, or nothing to compare."""
    if not _full_names(some) or not _full_names(others):
        return True
    return not _surnames(some).isdisjoint(_surnames(others))


def _surnames(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in fold_all(" ".join(parse_name(name).core))}
