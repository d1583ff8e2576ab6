"""Who begins a thread, who answers whom, and when: the skeleton of a session."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from .participants import INSTRUCTOR, Person
from .session_sizes import Shape
from .settings import Settings

_FIRST: Final = datetime(2021, 1, 11, 8)
_BETWEEN: Final = timedelta(days=7)
_LASTING: Final = 21 * 24 * 3600
# Threads begin in the first part of a session.
_OPENING: Final = 0.4
# What is answered: the first message, the last one, or any.
_TO_FIRST: Final = 0.4
_TO_LAST: Final = 0.7


class Place(NamedTuple):
    """A message before it is written.

    number (int): Its number in the session.
    thread (int): The thread's number in the session.
    author (Person): Who writes it.
    parent (Optional[Place]): What the forum says it answers; None begins a thread.
    answers (Optional[Place]): What it really answers.
    present (tuple[str, ...]): Ids of those who have written in the thread so far.
    time (datetime): When it is written.
    """

    number: int
    thread: int
    author: Person
    parent: Place | None
    answers: Place | None
    present: tuple[str, ...]
    time: datetime


def skeleton(shape: Shape, session: int, people: list[Person], settings: Settings, chance: Random) -> list[Place]:
    """Lay out a session.

    shape (Shape): How many threads and messages.
    session (int): The session's number; later ones begin later.
    people (list[Person]): Who takes part. Everybody but instructors begins a thread.
    settings (Settings): Rates.
    chance (Random): Decides.
    RETURNS (list[Place]): The messages in the order of time.
    """
    owners = [person for person in people if person.role != INSTRUCTOR][: shape.threads]
    chance.shuffle(owners)
    begin = _FIRST + session * _BETWEEN
    opening = sorted(chance.random() * _OPENING for _ in owners)
    replies = [opening[0] + chance.random() * (1 - opening[0]) for _ in range(shape.messages - len(owners))]
    moments = sorted([(at, number) for number, at in enumerate(opening)] + [(at, -1) for at in replies])
    sums = list(accumulate(person.activity for person in people))
    threads: list[list[Place]] = []
    written: list[Place] = []
    for at, owner in moments:
        time = begin + timedelta(seconds=int(at * _LASTING))
        if owner >= 0:
            place = Place(len(written), len(threads), owners[len(threads)], None, None, (), time)
            threads.append([])
        else:
            place = _reply(len(written), threads, written, people, sums, time, settings, chance)
        threads[place.thread].append(place)
        written.append(place)
    return written


def _reply(
    number: int,
    threads: list[list[Place]],
    written: list[Place],
    people: list[Person],
    sums: list[float],
    time: datetime,
    settings: Settings,
    chance: Random,
) -> Place:
    # Half of the replies go where much is written already.
    lively = chance.random() < 0.5
    at = written[int(len(written) * chance.random())].thread if lively else int(len(threads) * chance.random())
    thread = threads[at]
    whom = chance.random()
    if whom < _TO_FIRST:
        answers = thread[0]
    else:
        answers = thread[-1] if whom < _TO_LAST else thread[int(len(thread) * chance.random())]
    owner = thread[0].author
    author = owner if chance.random() < settings.owner_replies else chance.choices(people, cum_weights=sums)[0]
    if author is answers.author:
        others = [person for person in people if person is not author]
        author = others[int(len(others) * chance.random())]
    parent = answers
    if chance.random() < settings.wrong_level:
        elsewhere = [place for place in thread if place.author is not answers.author]
        parent = elsewhere[int(len(elsewhere) * chance.random())] if elsewhere else answers
    last = thread[-1]
    present = last.present if last.author.id in last.present else (*last.present, last.author.id)
    return Place(number, at, author, parent, answers, present, time)
