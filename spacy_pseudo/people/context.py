"""What is known of a corpus beyond one message: who writes where, in which order. Ids only, no texts."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Final

import numpy

from ..message import Message
from .company import NOBODY, Company
from .id_table import IdTable

# Session and thread.
Thread = tuple[str | None, str | None]
# What counts wherever it stands, also where messages have neither.
ANYWHERE: Final[Thread] = (None, None)
# Where one of so many people writes in several sessions, sessions are no classes.
_IN_SEVERAL: Final = 10
# The number of a parent that is none of the messages: this less its number among the names.
_BELOW: Final = -2
# So many names and messages are known without a look at the tables; then it is begun anew.
_AT_HAND: Final = 4096


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message stands in the corpus; `order` is its place in the file, from 0."""

    author: str | None
    parent: str | None
    parent_author: str | None
    thread: str | None
    session: str | None
    order: int


@dataclass(slots=True)
class Surroundings:
    """Who may be meant around a message.

    author (Optional[str]): Who wrote it.
    parent (Optional[str]): Whom it answers.
    posts (Mapping[str, Sequence[int]]): For each person of the thread, the order of their posts.
    session (Set[str]): The people of the session.
    order (int): Where the message itself stands.
    everybody (Mapping[str, int]): All who write anywhere, and how many posts.
    spoken_of (Mapping[str, Mapping[Thread, int]]): First names of other people who are spoken of by full name, and in
        how many messages of which threads.
    thread (Thread): The session and the thread.
    mixed (bool): People write in several sessions, which are stretches of time then, and no classes.
    """

    author: str | None = None
    parent: str | None = None
    posts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    session: Set[str] = frozenset()
    order: int = 0
    everybody: Mapping[str, int] = field(default_factory=dict)
    spoken_of: Mapping[str, Mapping[Thread, int]] = field(default_factory=dict)
    thread: Thread = ANYWHERE
    mixed: bool = False

    def in_thread(self, person: str) -> bool:
        """RETURNS (bool): The person writes in the message's thread."""
        return person in self.posts or person in (self.author, self.parent)

    def silent(self, person: str) -> bool:
        """RETURNS (bool): The person never writes, and so may belong here as well as anywhere."""
        return person not in self.everybody

    def is_near(self, person: str) -> bool:
        """RETURNS (bool): The person may well be known here: is of the session, or of no other one."""
        return self.mixed or not self.session or person in self.session or self.silent(person) or self.in_thread(person)

    def discussed(self, word: str, person: str) -> bool:
        """Tell whether a first name is rather that of somebody whom people speak of than a participant's.

        word (str): A folded first name.
        person (str): A participant with this name.
        RETURNS (bool): The full name of somebody else is written in the thread, again and again if the participant is
            there; if not, also if it is written in the session, or somebody is spoken of everywhere.
        """
        where = self.spoken_of.get(word)
        if not where:
            return False
        session, here = self.thread[0], where.get(self.thread, 0)
        if self.in_thread(person):
            return here > 1
        if here > 0 or ANYWHERE in where:
            return True
        return session is not None and sum(n for (other, _), n in where.items() if other == session) > 1

    def last_post(self, person: str) -> int | None:
        """RETURNS (Optional[int]): The order of the person's last post before the message, None if there is none."""
        posts = self.posts.get(person, ())
        at = bisect_left(posts, self.order)
        return posts[at - 1] if at else None


class Places(Mapping[str, Place]):
    """Where messages stand, by their ids: numbers of what is in a table once."""

    def __init__(self) -> None:
        self._ids = IdTable()
        # People, threads, sessions, and what messages answer that is not there, or not yet.
        self.names: Final = IdTable()
        self.authors, self.threads, self.sessions, self.orders = (array("i") for _ in range(4))
        self._parents, self._parent_authors = array("i"), array("i")
        self._columns = (
            self.authors, self._parents, self._parent_authors, self.threads, self.sessions, self.orders
        )  # fmt: skip
        self._numbers: dict[str, int] = {}
        self._rows: dict[str, int] = {}
        self._last: tuple[str, Place] | None = None

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __contains__(self, id: object) -> bool:
        return id in self._ids

    def __getitem__(self, id: str) -> Place:
        # Whoever asks for a message asks several times in a row.
        if self._last is not None and self._last[0] == id:
            return self._last[1]
        row = self._ids.number(id)
        if row is None:
            raise KeyError(id)
        place = Place(
            self._name(self.authors[row]),
            self._parent(self._parents[row]),
            self._name(self._parent_authors[row]),
            self._name(self.threads[row]),
            self._name(self.sessions[row]),
            self.orders[row],
        )
        self._last = id, place
        return place

    def every_id(self) -> Iterator[str]:
        """YIELDS (str): The ids of messages, of their threads and sessions, and of what they answer and nobody has."""
        yield from self._ids
        below = array("i", (_BELOW - number for number in self._parents if number < NOBODY))
        numbers = numpy.unique(numpy.concatenate((self.threads, self.sessions, below)))
        yield from (self.names[number] for number in numbers[numbers > NOBODY].tolist())

    def add(self, id: str, place: Place) -> None:
        """Add a place; that of a message which has one becomes another."""
        number, columns = self._number, self._columns
        numbers = (
            number(place.author),
            self._number_of_parent(place.parent),
            number(place.parent_author),
            number(place.thread),
            number(place.session),
            place.order,
        )
        row = self._rows[id] = self._ids.add(id)
        if len(self._rows) > _AT_HAND:
            self._rows.clear()
        if row == len(self.orders):
            for column, value in zip(columns, numbers, strict=True):
                column.append(value)
        else:
            for column, value in zip(columns, numbers, strict=True):
                column[row] = value
        self._last = None

    def _name(self, number: int) -> str | None:
        return None if number == NOBODY else self.names[number]

    def _number(self, name: str | None) -> int:
        """The number of a name; those that came lately are at hand."""
        if name is None:
            return NOBODY
        number = self._numbers.get(name)
        if number is None:
            if len(self._numbers) >= _AT_HAND:
                self._numbers.clear()
            number = self._numbers[name] = self.names.add(name)
        return number

    def _parent(self, number: int) -> str | None:
        """What a message answers: one of the messages, or another id."""
        return self._ids[number] if number >= 0 else None if number == NOBODY else self.names[_BELOW - number]

    def _number_of_parent(self, parent: str | None) -> int:
        if parent is None:
            return NOBODY
        row = self._rows.get(parent)
        row = self._ids.number(parent) if row is None else row
        return _BELOW - self._number(parent) if row is None else row


class Context:
    """The places of all messages, who takes part in each thread and session, and who else is spoken of there."""

    def __init__(self) -> None:
        self.places: Final = Places()
        self.discussed: dict[str, dict[Thread, int]] = {}
        self._company: Company | None = None

    def add(self, message_id: str, place: Place) -> None:
        """Add a message's place; ids are main ids, and messages come in their order."""
        self.places.add(message_id, place)
        self._company = None

    @property
    def company(self) -> Company:
        """RETURNS (Company): Who writes where."""
        if self._company is None:
            p = self.places
            self._company = Company(p.names, p.authors, p.threads, p.sessions, p.orders)
        return self._company

    def around(self, message: Message | None) -> Surroundings:
        """RETURNS (Surroundings): Who is around a message, as far as its metadata and the corpus tell."""
        if message is None:
            return Surroundings()
        place = self.places.get(message.id) if message.id is not None else None
        if place is None:
            place = Place(
                message.author, message.parent, message.parent_author, message.thread, message.session, len(self.places)
            )
        company = self.company
        return Surroundings(
            place.author,
            place.parent_author,
            company.posts(place.session, place.thread) if place.thread is not None else {},
            company.people(place.session) if place.session is not None else frozenset(),
            place.order,
            company.everybody,
            self.discussed,
            (place.session, place.thread),
            company.in_several * _IN_SEVERAL >= len(company.everybody),
        )

    def complete(self, message: Message) -> Message:
        """RETURNS (Message): The message with its parent's author and its thread, where only the corpus tells them."""
        place = self.places.get(message.id) if message.id is not None else None
        if place is None or (message.parent_author is not None and message.thread is not None):
            return message
        return replace(
            message,
            parent_author=message.parent_author or place.parent_author,
            thread=message.thread or place.thread,
        )

    def to_rows(self) -> Iterator[dict[str, object]]:
        """YIELDS (dict[str, object]): A plain row per message."""
        for message_id, place in self.places.items():
            yield {"id": message_id, **{name: getattr(place, name) for name in Place.__slots__}}

    @classmethod
    def from_rows(cls, rows: Iterable[dict[str, object]]) -> Context:
        """RETURNS (Context): What `to_rows` gave."""
        context, values = cls(), itemgetter(*Place.__slots__)
        for row in rows:
            context.places.add(str(row["id"]), Place(*values(row)))
        return context
