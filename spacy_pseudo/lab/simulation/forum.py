"""The simulated forum: people first, then messages, session by session, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ...message import Message
from ...people.roster import Roster
from ...scoring.scores import GoldMention
from ..evaluation.gold import Corpus
from .message_writer import Writer
from .naming import Circle
from .participants import INSTRUCTOR, STUDENT, NamePicker, Person
from .references import Others
from .session_sizes import Shape, plan
from .settings import Settings
from .thread_skeletons import skeleton
from .word_model import Prose, topics


class Post(NamedTuple):
    """A message with its truth.

    message (Message): What a forum's export has.
    mentions (list[GoldMention]): Who is named where.
    answers (Optional[str]): The id of the message that it really answers; its parent is another one now and then.
    """

    message: Message
    mentions: list[GoldMention]
    answers: str | None


@dataclass(frozen=True)
class Session:
    """A session before it is written: its number, shape and people."""

    number: int
    shape: Shape
    people: list[Person]


class Forum:
    """A forum that is written while it is read: it takes no more memory than a session. Each reading is the same."""

    def __init__(self, settings: Settings) -> None:
        """settings (Settings): What it is like."""
        self.settings = settings
        self.sessions = _sessions(settings)
        people = {person.id: person for session in self.sessions for person in session.people}
        self.people: dict[str, Person] = dict(sorted(people.items()))
        # Public figures of each session, once it is known.
        self._invented: dict[int, list[str]] = {}

    @property
    def roster(self) -> Roster:
        """RETURNS (Roster): The class list of all sessions."""
        return Roster(person.participant for person in self.people.values())

    def posts(self) -> Iterator[Post]:
        """YIELDS (Post): The messages of one session after the other, each in the order of time."""
        for session in self.sessions:
            room = _Room(session, self.settings)
            self._invented[session.number] = room.others.invented
            yield from room.posts()

    def allowed(self) -> list[str]:
        """RETURNS (list[str]): Public figures that only this forum knows: they are to stay."""
        for session in self.sessions:
            if session.number not in self._invented:
                self._invented[session.number] = _Room(session, self.settings).others.invented
        return sorted({name for names in self._invented.values() for name in names})

    def corpus(self) -> Corpus:
        """RETURNS (Corpus): Messages, roster and gold mentions as a whole, as `evaluation` takes them."""
        posts = list(self.posts())
        return Corpus([post.message for post in posts], self.roster, {str(p.message.id): p.mentions for p in posts})


def simulate(settings: Settings | None = None) -> Forum:
    """Simulate a forum.

    settings (Optional[Settings]): What it is like; by default as in the study that the method comes from.
    RETURNS (Forum): The forum; `posts()` writes it, `corpus()` has it as a whole.
    """
    return Forum(settings or Settings())


def _sessions(settings: Settings) -> list[Session]:
    shapes, new = plan(settings)
    chance = Random(f"{settings.seed} people")
    names = NamePicker(settings, chance)
    sessions: list[Session] = []
    known: list[Person] = []
    for number, (shape, count) in enumerate(zip(shapes, new, strict=True)):
        people = _returning(shape, count, known, chance)
        for _ in range(shape.participants - len(people)):
            like = None
            if people and chance.random() < settings.shared_first_names:
                like = chance.choice(sorted({person.given for person in people}))
            lacking = shape.participants - shape.threads > sum(person.role == INSTRUCTOR for person in people)
            person = names.person(len(known) + 1, INSTRUCTOR if lacking else STUDENT, like)
            people.append(person)
            known.append(person)
        sessions.append(Session(number, shape, people))
    return sessions


def _returning(shape: Shape, new: int, known: list[Person], chance: Random) -> list[Person]:
    """Who has taken part before: instructors only where one is needed and nobody new can be one."""
    count = shape.participants - new
    students = [person for person in known if person.role == STUDENT]
    instructors = [person for person in known if person.role == INSTRUCTOR]
    found = instructors[-1:] if not new and shape.threads < shape.participants else []
    found += chance.sample(students, min(count - len(found), len(students)))
    return found + [person for person in instructors if person not in found][: count - len(found)]


class _Room:
    """A session as it is written."""

    def __init__(self, session: Session, settings: Settings) -> None:
        # A session's own chance: what is drawn in one does not change the others.
        self._chance = Random(f"{settings.seed} session {session.number}")
        self._session, self._settings = session, settings
        names = NamePicker(settings, self._chance)
        prose = Prose(self._chance.choice(topics()), settings.rare_words, self._chance)
        circle = Circle(session.people, settings, names, self._chance, prose.vocabulary)
        self.others = Others(circle, settings, names, self._chance)
        self._writer = Writer(session.shape, circle, self.others, prose, settings, self._chance)

    def posts(self) -> Iterator[Post]:
        number, name = self._session.number, f"s{self._session.number + 1:02d}"
        written: list[tuple[str, list[GoldMention]]] = []
        for place in skeleton(self._session.shape, number, self._session.people, self._settings, self._chance):
            answered = written[place.answers.number] if place.answers is not None else None
            text, mentions = self._writer.write(place, answered)
            written.append((text, mentions))
            message = Message(
                text,
                id=f"{name}m{place.number + 1:04d}",
                author=place.author.id,
                parent=f"{name}m{place.parent.number + 1:04d}" if place.parent is not None else None,
                thread=f"{name}t{place.thread + 1:03d}",
                session=name,
                timestamp=place.time.isoformat(),
            )
            yield Post(message, mentions, f"{name}m{place.answers.number + 1:04d}" if place.answers else None)
