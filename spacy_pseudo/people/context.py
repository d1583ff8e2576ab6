"""What is known of a corpus beyond one message: who writes where, in which order. Ids only, no texts."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Final

from ..message import Message

# Session and thread.
Thread = tuple[str | None, str | None]
# What counts wherever it stands, also where messages have neither.
ANYWHERE: Final[Thread] = (None, None)
# Where one of so many people writes in several sessions, sessions are no classes.
_IN_SEVERAL: Final = 10


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
    posts (Mapping[str, list[int]]): For each person of the thread, the order of their posts.
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
    posts: Mapping[str, list[int]] = field(default_factory=dict)
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
        posts = self.posts.get(person, [])
        at = bisect_left(posts, self.order)
        return posts[at - 1] if at else None


class Context:
    """The places of all messages, who takes part in each thread and session, and who else is spoken of there."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self._threads: dict[tuple[str | None, str], dict[str, list[int]]] = {}
        self._sessions: dict[str, set[str]] = {}
        self._everybody: Counter[str] = Counter()
        self._first_session: dict[str, str] = {}
        self._in_several: set[str] = set()
        self.discussed: dict[str, dict[Thread, int]] = {}

    def add(self, message_id: str, place: Place) -> None:
        """Add a message's place; ids are main ids, and messages come in their order."""
        self.places[message_id] = place
        if place.author is not None:
            self._everybody[place.author] += 1
            if place.thread is not None:
                posts = self._threads.setdefault((place.session, place.thread), {})
                posts.setdefault(place.author, []).append(place.order)
            if place.session is not None:
                if self._first_session.setdefault(place.author, place.session) != place.session:
                    self._in_several.add(place.author)
                self._sessions.setdefault(place.session, set()).add(place.author)

    def around(self, message: Message | None) -> Surroundings:
        """RETURNS (Surroundings): Who is around a message, as far as its metadata and the corpus tell."""
        if message is None:
            return Surroundings()
        place = self.places.get(message.id) if message.id is not None else None
        if place is None:
            place = Place(
                message.author, message.parent, message.parent_author, message.thread, message.session, len(self.places)
            )
        posts = self._threads.get((place.session, place.thread)) if place.thread is not None else None
        session = self._sessions.get(place.session) if place.session is not None else None
        return Surroundings(
            place.author,
            place.parent_author,
            posts or {},
            session or frozenset(),
            place.order,
            self._everybody,
            self.discussed,
            (place.session, place.thread),
            len(self._in_several) * _IN_SEVERAL >= len(self._everybody),
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
        context = cls()
        for row in rows:
            data = {name: row[name] for name in Place.__slots__}
            context.add(str(row["id"]), Place(**data))  # type: ignore[arg-type]
        return context
