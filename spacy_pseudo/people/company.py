"""Who writes in which thread and session, and when: sorted once, a few bytes a message, whatever somebody asks."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy

from .id_table import IdTable

NOBODY: Final = -1
# Of so many threads and sessions people are at hand; then it is begun anew.
_AT_HAND: Final = 256


class Company:
    """The people of threads and sessions, all given by their numbers.

    names (IdTable): Who has which number.
    authors, threads, sessions, orders (Sequence[int]): Of each message; -1 for none.
    everybody (Mapping[str, int]): All who write anywhere, and how many messages.
    in_several (int): How many write in several sessions.
    """

    def __init__(
        self, names: IdTable, authors: array[int], threads: array[int], sessions: array[int], orders: array[int]
    ) -> None:
        self._names = names
        author, thread, session, order = map(_numbers, (authors, threads, sessions, orders))
        counts = numpy.bincount(author[author >= 0]).tolist()
        self.everybody: Final = {names[number]: count for number, count in enumerate(counts) if count}

        there = numpy.flatnonzero((author >= 0) & (thread >= 0))
        places = self._place(session[there].astype(numpy.int64), thread[there])
        by_place = numpy.lexsort((order[there], author[there], places))
        different, starts = numpy.unique(places[by_place], return_index=True)
        self._threads, self._starts = _column("q", different), _column("i", numpy.append(starts, len(there)))
        self._writers, self._orders = (_column("i", values[there][by_place]) for values in (author, order))
        self._posts: dict[tuple[str | None, str], Mapping[str, Sequence[int]]] = {}

        there = numpy.flatnonzero((author >= 0) & (session >= 0))
        pairs = numpy.unique(self._place(session[there].astype(numpy.int64), author[there]))
        several = pairs // max(1, len(names)), pairs % max(1, len(names))
        self._sessions, self._members = _column("i", several[0] - 1), _column("i", several[1])
        self._people: dict[str, frozenset[str]] = {}
        self.in_several: Final = int((numpy.bincount(several[1]) > 1).sum())

    def posts(self, session: str | None, thread: str) -> Mapping[str, Sequence[int]]:
        """RETURNS (Mapping[str, Sequence[int]]): For each person of a thread, the order of their messages."""
        known = self._posts.get((session, thread))
        if known is None:
            if len(self._posts) >= _AT_HAND:
                self._posts.clear()
            known = self._posts[session, thread] = dict(self._find_posts(session, thread))
        return known

    def _find_posts(self, session: str | None, thread: str) -> Iterator[tuple[str, Sequence[int]]]:
        numbers = NOBODY if session is None else self._names.number(session), self._names.number(thread)
        place = self._place(*numbers) if None not in numbers else NOBODY
        found = bisect_left(self._threads, place)
        if self._threads[found : found + 1] != array("q", [place]):
            return
        at, end = self._starts[found : found + 2]
        while at < end:
            writer = self._writers[at]
            stop = bisect_right(self._writers, writer, at, end)
            yield self._names[writer], self._orders[at:stop]
            at = stop

    def _place(self, session: Any, other: Any) -> Any:
        """One number for a session, which may be none, and a thread or somebody in it."""
        return (session + 1) * len(self._names) + other

    def people(self, session: str) -> frozenset[str]:
        """RETURNS (frozenset[str]): Who writes in a session."""
        known = self._people.get(session)
        if known is None:
            if len(self._people) >= _AT_HAND:
                self._people.clear()
            number = self._names.number(session)
            first, last = (
                find(self._sessions, NOBODY if number is None else number) for find in (bisect_left, bisect_right)
            )
            known = self._people[session] = frozenset(map(self._names.__getitem__, self._members[first:last]))
        return known


def _numbers(column: array[int]) -> Any:
    return numpy.frombuffer(column, dtype=column.typecode)


def _column(kind: str, values: Any) -> array[int]:
    column = array(kind)
    column.frombytes(values.astype(column.typecode).tobytes())
    return column
