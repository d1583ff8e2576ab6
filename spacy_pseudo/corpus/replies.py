"""Who answers whom: parents, their authors and threads, of ids only, so that a corpus of any size fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..errors import Errors, PseudoError
from ..message import Message
from ..people.context import Place
from ..people.id_table import IdTable
from .columns import shown_id

# Published data sets write this for 'answers nothing'.
_NO_PARENT = ("", "0")


@dataclass
class ThreadReport:
    """What is wrong with the parents.

    missing (dict[str, str]): The parent's id by message id, where there is no such message.
    cycles (list[list[str]]): Ids of messages that answer each other in a circle, the earliest first; that one is
        taken to answer nothing.
    """

    messages: int = 0
    missing: dict[str, str] = field(default_factory=dict)
    cycles: list[list[str]] = field(default_factory=list)


def check_new(index: IdTable, id: str) -> None:
    """Note the next message's id; one that was there before is an error.

    index (IdTable): The ids; the new one is added.
    id (str): The id.
    """
    order = len(index)
    first = index.add(id)
    if first != order:
        raise PseudoError(Errors.P122.format(id=shown_id(id), first=first + 1, second=order + 1))


def distinct(messages: Iterable[Message]) -> Iterator[Message]:
    """YIELDS (Message): The same messages; the second one with the same id is an error."""
    index = IdTable()
    for message in messages:
        if message.id is not None:
            check_new(index, message.id)
        yield message


class Threads:
    """The messages' places in their threads. Add all of them, call `finish`, then ask.

    ids (list[str]): The messages' ids, in their order.
    """

    def __init__(self) -> None:
        self._index = IdTable()
        self.ids: list[str] = []
        self._authors: list[str | None] = []
        self._parents: list[str | None] = []
        self._parent_authors: list[str | None] = []
        self._threads: list[str | None] = []
        self._sessions: list[str | None] = []
        self._up: list[int | None] = []
        self._same: dict[str | None, str | None] = {}  # the same few again and again

    def __contains__(self, id: object) -> bool:
        return id in self._index

    def __len__(self) -> int:
        return len(self.ids)

    def __bool__(self) -> bool:
        return True

    def add(self, message: Message) -> None:
        """Add the next message. An id that was there before is an error.

        message (Message): The message; its text is not kept.
        """
        id = message.id or ""
        check_new(self._index, id)
        self.ids.append(id)
        parent = message.parent
        above = self._index.number(parent) if parent is not None else None
        self._parents.append(parent if above is None else self.ids[above])
        same = self._same.setdefault
        self._authors.append(same(message.author, message.author))
        self._parent_authors.append(same(message.parent_author, message.parent_author))
        self._threads.append(same(message.thread, message.thread))
        self._sessions.append(same(message.session, message.session))

    def _order(self, id: str) -> int:
        order = self._index.number(id)
        if order is None:
            raise KeyError(id)
        return order

    def author(self, id: str) -> str | None:
        """RETURNS (Optional[str]): Who wrote a message that was added; None if there is no such message."""
        order = self._index.number(id)
        return self._authors[order] if order is not None else None

    def extend(self, other: Threads) -> None:
        """Add messages that come later, before either is finished. An id that was there before is an error.

        other (Threads): The messages.
        """
        for id in other.ids:
            check_new(self._index, id)
        self.ids += other.ids
        self._authors += other._authors
        self._parents += other._parents
        self._parent_authors += other._parent_authors
        self._threads += other._threads
        self._sessions += other._sessions

    def __getstate__(self) -> tuple[list[Any], ...]:
        """RETURNS (tuple): What was added, before it is finished."""
        return self.ids, self._authors, self._parents, self._parent_authors, self._threads, self._sessions

    def __setstate__(self, state: tuple[list[Any], ...]) -> None:
        """Take up what `__getstate__` gave."""
        self.ids, self._authors, self._parents, self._parent_authors, self._threads, self._sessions = state
        self._index = IdTable(self.ids)
        self._up, self._same = [], {}

    def finish(self) -> ThreadReport:
        """Link all messages to their parents, break circles, and give every message a thread: its own, or that of the
        message it answers; at the root, the root's id.

        RETURNS (ThreadReport): What is wrong with the parents.
        """
        report = ThreadReport(messages=len(self))
        self._up = [self._index.number(parent) if parent else None for parent in self._parents]
        for order, parent in enumerate(self._parents):
            if self._up[order] == order:
                self._up[order] = None
            elif self._up[order] is None and parent is not None and parent not in _NO_PARENT:
                report.missing[self.ids[order]] = parent
        self._break_cycles(report)
        self._fill_threads(report)
        return report

    def _break_cycles(self, report: ThreadReport) -> None:
        walk_of = [-1] * len(self)
        for start in range(len(self)):
            at: int | None = start
            while at is not None and walk_of[at] < 0:
                walk_of[at] = start
                at = self._up[at]
            if at is None or walk_of[at] != start:
                continue
            cycle = [at]
            while (above := self._up[cycle[-1]]) is not None and above != at:
                cycle.append(above)
            self._up[min(cycle)] = None
            turn = cycle.index(min(cycle))
            report.cycles.append([self.ids[order] for order in cycle[turn:] + cycle[:turn]])

    def _fill_threads(self, report: ThreadReport) -> None:
        for start in range(len(self)):
            path: list[int] = []
            at: int | None = start
            while at is not None and self._threads[at] is None:
                path.append(at)
                at = self._up[at]
            if not path:
                continue
            root = self.ids[path[-1]]
            # Answers to the same missing message belong together.
            thread = self._threads[at] if at is not None else report.missing.get(root, root)
            for order in path:
                self._threads[order] = thread

    def parent_author(self, id: str) -> str | None:
        """RETURNS (Optional[str]): Who wrote what this message answers: as the file says, or as found."""
        order = self._order(id)
        above = self._up[order]
        return self._parent_authors[order] or (self._authors[above] if above is not None else None)

    def place(self, id: str) -> Place:
        """Look up one message after `finish`.

        id (str): The message's id.
        RETURNS (Place): Its place; the parent is None where there is no such message or a circle was broken.
        """
        order = self._order(id)
        above = self._up[order]
        return Place(
            author=self._authors[order],
            parent=self.ids[above] if above is not None else None,
            parent_author=self.parent_author(id),
            thread=self._threads[order] or id,
            session=self._sessions[order],
            order=order,
        )
