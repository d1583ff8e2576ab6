"""Replacing names as the published method does: whole words, longest first, for the people of one group at a time."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ....attrs import JOINT
from ....corpus.replies import Threads
from ....message import Message
from ....people.context import Place
from ....people.owners import SCOPES
from ....people.roster import Roster
from .outputs import Names, Spans

GROUPS: Final = SCOPES
GROUP: Final = SCOPES[1]

_WORD = re.compile(r"\w+")


class Duplicate(NamedTuple):
    """A form that several participants of a group share."""

    group: tuple[str, ...]
    form: str
    owners: tuple[str, ...]


class NameFinder:
    r"""Finds names in texts as `\b{NAME}\b` does with each name escaped, in time that does not grow with their number.

    names (Iterable[str]): The names, as they are written.
    any_case (bool): Upper and lower case do not count.
    """

    def __init__(self, names: Iterable[str], *, any_case: bool = False) -> None:
        self.key = str.lower if any_case else str  # what is the same name has the same
        self._by_word: dict[str, list[str]] = {}
        others = []
        for name in sorted(set(map(self.key, names))):
            first = _WORD.match(name)
            if first:
                self._by_word.setdefault(first[0], []).append(name)
            elif name:
                others.append(name)
        flags = re.IGNORECASE if any_case else 0
        self._others = [re.compile(rf"\b{re.escape(name)}\b", flags) for name in others]

    def find(self, text: str) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): Start and end of the names in order, none in another: `longest_first`."""
        return longest_first(text, self.everywhere(text))

    def everywhere(self, text: str) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Start and end of all names, also of those inside others."""
        for word in _WORD.finditer(text):
            start = word.start()
            for name in self._by_word.get(self.key(word[0]), ()):
                end = start + len(name)
                if self.key(text[start:end]) == name and _is_boundary(text, end):
                    yield start, end
        for pattern in self._others:
            for hit in pattern.finditer(text):
                yield hit.span()


def longest_first(text: str, hits: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Of places in a text those that are left when the longest are replaced first (of
    equally long ones the first by alphabet): no two overlap. In order."""
    taken: set[int] = set()
    spans = []
    for _, _, start, end in sorted((start - end, text[start:end], start, end) for start, end in hits):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            spans.append((start, end))
    return sorted(spans)


def _is_boundary(text: str, at: int) -> bool:
    r"""`\b` after a name."""
    before, after = text[at - 1], text[at : at + 1]
    return bool(_WORD.match(before)) != bool(_WORD.match(after))


class Group(NamedTuple):
    """Messages that are substituted together, and who takes part: everybody who writes one of them, and those who
    write nowhere in the corpus (they may be named in any group)."""

    key: tuple[str, ...]
    messages: list[Message]
    people: frozenset[str]


class Groups:
    """The messages of a corpus by thread, by session, and all together.

    messages (Sequence[Message]): The messages, in order.
    roster (Roster): The participants; may be empty.
    """

    def __init__(self, messages: Sequence[Message], roster: Roster) -> None:
        self._messages = messages
        self.places = places_of(messages, roster)
        writing = {place.author for place in self.places.values()}
        self._silent = {person.id for person in roster if person.id not in writing}

    def by(self, scope: str) -> list[Group]:
        """Divide the messages.

        scope (str): 'thread', 'session' or 'all'. Messages without a session are in one session together.
        RETURNS (list[Group]): The groups, in the order in which they begin.
        """
        members: dict[tuple[str, ...], list[Message]] = {}
        for message in self._messages:
            place = self.places[message.id or ""]
            session = place.session or ""
            key = {"thread": (session, place.thread or ""), "session": (session,), "all": ()}[scope]
            members.setdefault(key, []).append(message)
        return [Group(key, group, self._people(group)) for key, group in members.items()]

    def _people(self, group: Sequence[Message]) -> frozenset[str]:
        authors = (self.places[message.id or ""].author for message in group)
        return frozenset(author for author in authors if author is not None) | self._silent


def places_of(messages: Iterable[Message], roster: Roster) -> dict[str, Place]:
    """RETURNS (dict[str, Place]): Where each message stands, with the main ids of the people."""
    threads = Threads()
    ids = []
    for message in messages:
        author, addressee = roster.main_id(message.author), roster.main_id(message.parent_author)
        threads.add(replace(message, author=author, parent_author=addressee))
        ids.append(message.id or "")
    threads.finish()
    return {id: threads.place(id) for id in ids}


def owners_in(names: Names, people: Collection[str]) -> dict[str, list[str]]:
    """RETURNS (dict[str, list[str]]): Who of some people is called so, sorted, by form."""
    owners: dict[str, list[str]] = {}
    for person in sorted(names):
        if person in people:
            for form in names[person]:
                owners.setdefault(form, []).append(person)
    return owners


def substitute(groups: Iterable[Group], names: Names) -> tuple[Spans, list[Duplicate]]:
    r"""Replace names in each group by their owners, as in section 4.4 of Farrow et al.: each name as `\b{NAME}\b`, the
    longest first, case-sensitive; in a group only names of people who take part in it. The same map serves all groups.

    groups (Iterable[Group]): The messages.
    names (Names): Forms by participant.
    RETURNS (tuple[Spans, list[Duplicate]]): The replaced spans by message id, and a warning for each form that several
        participants of a group share, whether it stands in the group's messages or not. Such a form is replaced by the
        joint id of all of them ('a|b'); the paper's authors resolved these by hand.
    """
    spans: Spans = {}
    warnings = []
    for group in groups:
        owners = owners_in(names, group.people)
        warnings += [Duplicate(group.key, form, tuple(own)) for form, own in sorted(owners.items()) if len(own) > 1]
        finder = NameFinder(owners)
        for message in group.messages:
            found = finder.find(message.text)
            spans[message.id or ""] = [(s, e, JOINT.join(owners[message.text[s:e]])) for s, e in found]
    return spans, warnings
