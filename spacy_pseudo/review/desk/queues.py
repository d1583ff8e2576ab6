"""Makes cases of what a run has left in the key: of its lists, and of what an audit found."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ...attrs import JOINT, REPLACEMENTS_FILE, SENSITIVE
from ...cells import CellReader
from ...key import CONFLICTS as CONFLICTS_FILE
from ...key import EVIDENCE, LEFT, SURROGATES, Key
from ...key import KEPT as KEPT_FILE
from ...message import Message
from ...passes.ledger import around
from ...people.decisions import SUBJECT, TEXT
from ...text.lexing import Text
from ...text.markup import read_markup
from ...text.words import fold, fold_all
from ..audit.auditing import Audit
from .cases import AUDITED, CONFLICTS, KEPT, MARKED, NOT_TAKEN, OTHERS, TAKEN, UNKNOWN, UNSURE, Case, Place, hidden
from .changes import read

# Of a case so many places are shown.
_SHOWN: Final = 200
# Passages agree in so many words on either side.
_AGREEING: Final = 3
# How likely it is that the tool was wrong, where the run does not say.
_UNKNOWN_NAME: Final = 0.5
_MARKED: Final = {True: 0.3, False: 0.1}
_RANKS: Final = {"high": 0.9, "medium": 0.3, "low": 0.03}


class Messages:
    """The messages, by id.

    messages (Iterable[Message]): The originals.
    key (Key): The key, which knows where each stands.
    """

    def __init__(self, messages: Iterable[Message], key: Key) -> None:
        self.by_id: dict[str, Message] = {}
        self.threads: dict[tuple[str, str], list[str]] = defaultdict(list)
        for message in messages:
            if message.id is None:
                continue
            whole = key.context.complete(message)
            self.by_id[message.id] = whole
            self.threads[self.thread_of(whole)].append(message.id)

    @staticmethod
    def thread_of(message: Message) -> tuple[str, str]:
        """RETURNS (tuple[str, str]): What messages of one thread have in common."""
        return (message.session or "", message.thread) if message.thread is not None else ("", f"\0{message.id}")

    def field(self, id: str, field: str) -> str:
        """RETURNS (str): A text as it was read; empty if there is none."""
        message = self.by_id.get(id)
        return "" if message is None else (message.subject or "") if field == SUBJECT else message.text

    def shown(self, id: str, field: str, start: int, end: int) -> tuple[str, int, int] | None:
        """RETURNS (Optional[tuple[str, int, int]]): A text as readers see it, and where a place stands in that."""
        message = self.by_id.get(id)
        if message is None:
            return None
        if field == SUBJECT or not message.html:
            text = self.field(id, field)
            return (text, start, end) if end <= len(text) else None
        markup = read_markup(message.text)
        first, last = markup.to_text(start), markup.to_text(end - 1)
        return None if first is None or last is None else (markup.text, first, last + 1)

    def place(self, id: str, field: str, start: int, end: int) -> Place | None:
        """RETURNS (Optional[Place]): A place with what stands around it; None if the messages have no such place."""
        shown = self.shown(id, field, start, end)
        if shown is None:
            return None
        text = self.field(id, field)[start:end]
        return Place(id, field, start, end, text, *around(*shown))


class Queues:
    """Makes the cases.

    directory (Path): The key directory.
    key (Key): The key.
    messages (Messages): The originals.
    """

    def __init__(self, directory: Path, key: Key, messages: Messages) -> None:
        self._directory, self._key, self._messages = directory, key, messages

    def all(self) -> Iterator[Case]:
        """YIELDS (Case): All cases but what an audit found."""
        yield from self._unsure()
        yield from self._conflicts()
        yield from self._kept()
        yield from self._others()
        yield from self._marked()

    def _case(self, queue: str, text: str, *about: str, **rest: Any) -> Case:
        return Case(hidden(self._key.secret, queue, text, *about), queue, text, **rest)

    def _rows(self, name: str) -> Iterator[dict[str, Any]]:
        path = self._directory / name
        if path.is_file():
            with path.open(encoding="utf-8") as lines:
                yield from map(json.loads, lines)

    @cached_property
    def _mentions(self) -> Mapping[tuple[str, tuple[str, ...]], list[tuple[str, str, int, int]]]:
        """Where each participant is named by which words."""
        found: dict[tuple[str, tuple[str, ...]], list[tuple[str, str, int, int]]] = defaultdict(list)
        for row in self._rows(REPLACEMENTS_FILE):
            for field, spans in ((TEXT, row.get("spans", ())), (SUBJECT, row.get("subject", ()))):
                for start, end, who, *_, text, _place in spans:
                    for person in (who or "").split(JOINT) if who not in self._key.pseudonyms else (who,):
                        found[person, fold_all(text)].append((row["id"], field, start, end))
        return found

    def _unsure(self) -> Iterator[Case]:
        """Forms of which discovery was not sure, taken or not."""
        for row in self._rows(EVIDENCE):
            if not row["review"]:
                continue
            person, form, taken = row["participant"], row["form"], row["taken"]
            places = self._mentions.get((person, fold_all(form)), []) if taken else list(self._standing(form, row))
            shown = [p for p in (self._messages.place(*place) for place in places[:_SHOWN]) if p is not None]
            yield self._case(
                UNSURE, form, person,
                people=(person,), why=TAKEN if taken else NOT_TAKEN,
                doubt=1 - row["confidence"] if taken else row["confidence"],
                places=tuple(shown), count=max(len(places), row["evidence"].get("messages", 1), 1),
            )  # fmt: skip

    def _standing(self, form: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str, int, int]]:
        """Where a form stands in the messages in which it was seen."""
        words = fold_all(form)
        for id in row["messages"]:
            prose = Text.of(self._messages.field(id, TEXT)).prose
            for n in range(len(prose.words) - len(words) + 1):
                if tuple(prose.folded[n : n + len(words)]) == words:
                    yield id, TEXT, prose.starts[n], prose.end(n + len(words) - 1)

    def _conflicts(self) -> Iterator[Case]:
        """Places where it is not clear who is meant; what quotes a passage is the same question."""
        passages: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
        for row in self._rows(CONFLICTS_FILE):
            near = (_near(row["before"])[-_AGREEING:], _near(row["after"])[:_AGREEING])
            passages[row["text"], tuple(row["candidates"]), near].append(row)
        for (text, people, _), rows in passages.items():
            first = rows[0]
            yield self._case(
                CONFLICTS if people else UNKNOWN, text, first["id"], first["field"], str(first["start"]),
                people=people, why=first["reason"], doubt=1 - 1 / len(people) if people else _UNKNOWN_NAME,
                places=tuple(map(_place, rows)), count=len(rows),
            )  # fmt: skip

    def _kept(self) -> Iterator[Case]:
        """Places that may name a participant and stand: one question for a word that is kept for the same reason."""
        groups: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
        for row in self._rows(KEPT_FILE):
            groups[fold_all(row["text"]), tuple(row["participants"]), row["reason"]].append(row)
        for (words, people, reason), rows in groups.items():
            yield self._case(
                KEPT, rows[0]["text"], " ".join(words), *people, reason,
                people=people, why=reason, doubt=max(row["probability"] for row in rows),
                places=tuple(map(_place, rows)), count=sum(len(row["ids"]) for row in rows),
            )  # fmt: skip

    def _others(self) -> Iterator[Case]:
        for person in self._key.others:
            likely = 1.0 if person.probability is None else person.probability
            yield self._case(
                OTHERS, person.forms[0],
                people=(), why="masked" if person.label else "left", doubt=1 - likely if person.label else likely,
                places=tuple(self._of_other(person.forms, person.context)), count=max(person.messages, 1),
                written=person.label,
            )  # fmt: skip

    @cached_property
    def _strangers(self) -> Mapping[str, list[tuple[str, str, int, int]]]:
        found: dict[str, list[tuple[str, str, int, int]]] = defaultdict(list)
        for row in self._rows(REPLACEMENTS_FILE):
            for field, spans in ((TEXT, row.get("others", ())), (SUBJECT, row.get("subject_others", ()))):
                for start, end, *_, text in spans:
                    found[fold(text)].append((row["id"], field, start, end))
        return found

    def _of_other(self, forms: Iterable[str], context: str) -> Iterator[Place]:
        for form in forms:
            for place in self._strangers.get(fold(form), ())[:_SHOWN]:
                if (found := self._messages.place(*place)) is not None:
                    yield found

    def _marked(self) -> Iterator[Case]:
        """Other personal data that stands in OUT: what was only marked, and what has the shape of some."""
        places: dict[tuple[str, str], list[Place]] = defaultdict(list)
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for row in _table(self._directory / LEFT):
            same = row["label"], fold(row["text"])
            counts[same] += 1
            if len(places[same]) < _SHOWN:
                places[same].append(_place(row))
        wanted = {(row["label"], fold(row["text"])): row["surrogate"] for row in _table(self._directory / SURROGATES)}
        for (label, folded), found in places.items():
            yield self._case(
                MARKED, found[0].text, label,
                people=(), why=label, doubt=_MARKED[label in SENSITIVE],
                places=tuple(found), count=counts[label, folded], written=wanted.get((label, folded), ""),
            )  # fmt: skip

    def audited(self, audit: Audit) -> Iterator[Case]:
        """YIELDS (Case): What an audit found and the account does not explain; equal findings once.

        audit (Audit): What it found.
        """
        groups: dict[tuple[str, ...], list[Any]] = defaultdict(list)
        for finding in audit.unaccounted():
            groups[finding.rank, finding.kind, finding.text].append(finding)
        for (rank, kind, text), same in groups.items():
            shown = (Place("", one.field, 0, 0, one.text, one.before, one.after) for one in same[:_SHOWN])
            yield self._case(
                AUDITED, text, rank, kind,
                people=same[0].participants, why=f"{rank}: {kind}", doubt=_RANKS[rank],
                places=tuple(shown), count=len(same),
            )  # fmt: skip


def _near(text: str) -> tuple[str, ...]:
    """What stands around a place, without the marks of quotations."""
    return fold_all(text.replace(">", " "))


def _place(row: Mapping[str, Any]) -> Place:
    return Place(row["id"], row["field"], int(row["start"]), int(row["end"]), row["text"], row["before"], row["after"])


def _table(path: Path) -> Iterator[dict[str, str]]:
    text = read(path)
    rows = CellReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    header = next(rows, [])
    yield from (dict(zip(header, cells, strict=False)) for cells in filter(None, rows))
