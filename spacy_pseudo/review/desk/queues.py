"""Makes cases of what a run has left in the key: of its lists, and of what an audit found."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ...attrs import JOINT, REPLACEMENTS_FILE, SENSITIVE
from ...cells import CellReader
from ...key import CONFLICTS as CONFLICTS_FILE
from ...key import EVIDENCE, LEFT, ORDINARY, SURROGATES, Key
from ...key import KEPT as KEPT_FILE
from ...passes.ledger import around, surroundings
from ...people import reasons
from ...people.decisions import SUBJECT, TEXT
from ...people.kinship import Words
from ...people.others.table import OtherPerson
from ...text.words import fold, fold_all
from ..audit.auditing import Audit
from .cases import (
    AUDITED,
    CONFLICTS,
    COUNTED,
    KEPT,
    MARKED,
    NOT_TAKEN,
    OTHERS,
    REPLACED,
    TAKEN,
    UNKNOWN,
    UNSURE,
    Case,
    Place,
    hidden,
)
from .changes import read
from .passages import Messages

# Of a case so many places are shown.
_SHOWN: Final = 200
# Passages agree in so many words on either side.
_AGREEING: Final = 3
# Where a word that stands like any other is not asked about.
_TAKEN: Final = ("spans", "identifiers", "others")
# How likely it is that the tool was wrong, where the run does not say.
# What is replaced with less confidence is asked about.
_SURE: Final = 0.9
_UNKNOWN_NAME: Final = 0.5
_MARKED: Final = {True: 0.3, False: 0.1}
_RANKS: Final = {"high": 0.9, "medium": 0.3, "low": 0.03}


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
        yield from self._replaced()
        yield from self._conflicts()
        yield from self._kept()
        yield from self._ordinary()
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
            if taken:
                # An initial may stand only where more of them are replaced as one: 'M' of 'M.R.'.
                places = self._mentions.get((person, fold_all(form))) or list(self._standing(form, row))
            else:
                standing = list(self._standing(form, row))
                places = [place for place in standing if self._stands(place[0], *place[2:], but_for=person)]
                if standing and not places:  # it is replaced there, or is a part of what is
                    continue
            shown = [p for p in (self._messages.place(*place) for place in places[:_SHOWN]) if p is not None]
            yield self._case(
                UNSURE, form, person,
                people=(person,), why=TAKEN if taken else NOT_TAKEN,
                doubt=1 - row["confidence"] if taken else row["confidence"],
                places=tuple(shown), count=max(len(places), row["evidence"].get("messages", 1) if taken else 1),
            )  # fmt: skip

    @cached_property
    def _written(self) -> Mapping[str, list[tuple[int, int, str | None]]]:
        """Where something else is written in texts, and for whom."""
        return {
            row["id"]: [
                (span[0], span[1], span[2] if name == "spans" else None) for name in _TAKEN for span in row[name]
            ]
            for row in self._rows(REPLACEMENTS_FILE)
        }

    def _stands(self, id: str, start: int, end: int, *, but_for: str | None = None) -> bool:
        """Nothing of a place is replaced, or just the place, and for somebody else: a decision about a part of what is
        replaced would tear that apart."""
        return all(
            last <= start or end <= first or (but_for is not None and (first, last) == (start, end) and who != but_for)
            for first, last, who in self._written.get(id, ())
        )

    def _standing(self, form: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str, int, int]]:
        """Where a form stands in the messages in which it was seen."""
        for id in row["messages"]:
            for start, end in self._messages.words(id, fold_all(form)):
                yield id, TEXT, start, end

    def _replaced(self) -> Iterator[Case]:
        """Mentions that were replaced though the place leaves doubt: one question for a word and whom it names."""
        groups: dict[tuple[Any, ...], list[tuple[float, Place]]] = defaultdict(list)
        for row in self._rows(REPLACEMENTS_FILE):
            for field, spans in ((TEXT, row.get("spans", ())), (SUBJECT, row.get("subject", ()))):
                for start, end, who, _, category, confidence, text, _ in spans:
                    unsure = who in self._key.pseudonyms and confidence is not None and confidence < _SURE
                    place = self._messages.place(row["id"], field, start, end) if unsure else None
                    if place is not None:
                        groups[fold_all(text), who, category].append((confidence, place))
        for (words, who, category), found in groups.items():
            yield self._case(
                REPLACED, found[0][1].text, " ".join(words), who, category,
                people=(who,), why=category, doubt=1 - sum(sure for sure, _ in found) / len(found),
                places=tuple(place for _, place in found), count=len(found),
            )  # fmt: skip

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
                places=tuple(place for row in rows for place in self._copies(row)),
                count=sum(len(row["ids"]) for row in rows),
            )  # fmt: skip

    def _copies(self, row: Mapping[str, Any]) -> Iterator[Place]:
        """A place that stands, and where the passage is quoted or repeated: these are listed as messages only."""
        yield (first := _place(row))
        shown = self._messages.shown(first.message, first.field, first.start, first.end)
        if shown is None:
            return
        near, word = surroundings(*shown), first.text
        for id in row["ids"]:
            for start, end in self._messages.find(id, first.field, word):
                same = self._messages.shown(id, first.field, start, end)
                if (id, start) != (first.message, first.start) and same is not None and surroundings(*same) == near:
                    yield Place(id, first.field, start, end, word, *around(*same))

    def _ordinary(self) -> Iterator[Case]:
        """Ordinary words that participants are also called, and that stand in few messages: seldom, but then perhaps
        as a name."""
        kept = frozenset((row["id"], row["start"]) for row in self._rows(KEPT_FILE))
        for row in _table(self._directory / ORDINARY):
            words, ids = fold_all(row["word"]), row["ids"].split(" ")
            if len(ids) < int(row["messages"]):  # many, and not all of them are known
                continue
            found = [
                place
                for id in ids
                for start, end in self._messages.words(id, words)
                if (id, start) not in kept
                and self._stands(id, start, end)
                and (place := self._messages.place(id, TEXT, start, end)) is not None
            ]
            if found:
                people = tuple(id for id in row["participants"].split(JOINT) if id in self._key.roster)
                yield self._case(
                    KEPT, row["word"], *people, COUNTED,
                    people=people, why=COUNTED, doubt=reasons.ORDINARY.probability / len(found), places=tuple(found),
                    count=len(found),
                )  # fmt: skip

    def _others(self) -> Iterator[Case]:
        for person in self._key.others:
            likely = 1.0 if person.probability is None else person.probability
            yield self._case(
                OTHERS, person.forms[0],
                people=(), why="masked" if person.label else "left", doubt=1 - likely if person.label else likely,
                places=tuple(self._of_other(person)), count=max(person.messages, 1),
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

    def _of_other(self, person: OtherPerson) -> Iterator[Place]:
        for form in person.forms:
            replaced = self._strangers.get(fold(form), ())
            for place in islice(replaced if person.label else self._left(fold_all(form)), _SHOWN):
                if (found := self._messages.place(*place)) is not None:
                    yield found

    @cached_property
    def _by_word(self) -> Mapping[str, list[str]]:
        """In which messages the names of people who take no part begin."""
        firsts = {words[0] for one in self._key.others for form in one.forms if (words := fold_all(form))}
        found: dict[str, list[str]] = defaultdict(list)
        for id, message in self._messages.by_id.items():
            for word in firsts.intersection(fold_all(message.text)):
                found[word].append(id)
        return found

    def _left(self, words: Words) -> Iterator[tuple[str, str, int, int]]:
        for id in self._by_word.get(words[0], ()) if words else ():
            for start, end in self._messages.words(id, words):
                if self._stands(id, start, end):
                    yield id, TEXT, start, end

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
