"""What a page shows of cases, messages and people, as plain data: texts in pieces, each of one kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ... import languages
from ...attrs import JOINT
from ...message import Message
from ...people.decisions import SUBJECT
from ..explaining import known_of
from .cases import AUDITED, Case, Place
from .desk import Desk

# Kinds of pieces; what is asked about is FOCUS, besides.
PLAIN: Final = ""
_TIME: Final = re.compile(r"(?<=\d)T(?=\d)")
_LINE_END: Final = re.compile("\r\n")
MENTION: Final = "mention"
JOINTLY: Final = "joint"
KEPT: Final = "kept"
OTHER: Final = "other"
DATA: Final = "data"
MARKED: Final = "marked"


class Piece(NamedTuple):
    """A stretch of a text.

    text (str): What stands there.
    kind (str): What it is, empty for what is nothing.
    focus (bool): It is what is asked about.
    hint (str): What is known of it, in words.
    start, end (int): Where it stands in the text as it was read; -1 where that cannot be said.
    """

    text: str
    kind: str = PLAIN
    focus: bool = False
    hint: str = ""
    start: int = -1
    end: int = -1


class PersonView(NamedTuple):
    """Somebody, as a page shows them: a handle for addresses, a name, an id, a pseudonym."""

    handle: str
    name: str
    id: str
    pseudonym: str


class MessageView(NamedTuple):
    """A message, as it is and as it is written."""

    handle: str
    id: str
    author: PersonView | None
    answers: PersonView | None
    when: str
    subject: list[Piece]
    subject_after: list[Piece]
    before: list[Piece]
    after: list[Piece]
    snippet: str
    selectable: bool
    excluded: bool
    failed: bool


class WordView(NamedTuple):
    """A word for reviewers who may not read messages: how it is written and where it stands, and nothing around it."""

    text: str
    places: int
    small: int
    capital: int
    known: tuple[str, ...]


def person_view(desk: Desk, id: str | None) -> PersonView | None:
    """RETURNS (Optional[PersonView]): A participant; None for nobody."""
    if id is None:
        return None
    main = desk.key.roster.main_id(id) or id
    return PersonView(desk.handle("person", main), desk.name(main), main, desk.pseudonym(main))


def message_handle(desk: Desk, id: str) -> str:
    """RETURNS (str): What stands for a message in addresses."""
    return desk.handle("message", id)


def message_view(desk: Desk, id: str, places: Sequence[Place] = (), *, whole: bool = True) -> MessageView:
    """RETURNS (MessageView): A message.

    desk (Desk): The desk.
    id (str): The message.
    places (Sequence[Place]): What is asked about.
    whole (bool): With what is written instead; otherwise only its beginning.
    """
    message = desk.messages.by_id[id]
    author, answers = person_view(desk, message.author), person_view(desk, message.parent_author)
    head = (message_handle(desk, id), id, author, answers, _TIME.sub(" ", message.timestamp or ""))
    if not whole:
        snippet = " ".join(_text_of(desk, message)[:400].split())
        return MessageView(*head, [], [], [], [], snippet, not message.html, excluded=False, failed=False)
    with languages.speaking(desk.key.lang):
        result = desk.result(message)
    shown = result.shown
    text = shown.message.text
    focus = [
        found[1:]
        for place in places
        if place.message == id and place.field != SUBJECT and (found := desk.messages.shown(id, *_span(place)))
    ]
    rows = list(_rows(desk, shown.replacements, shown.identifiers, shown.others, shown.kept))
    subject, subject_rows = (
        message.subject or "",
        list(
            _rows(
                desk,
                result.subject_replacements,
                result.subject_identifiers,
                result.subject_others,
                result.subject_kept,
            )
        ),
    )
    asked = [(p.start, p.end) for p in places if p.message == id and p.field == SUBJECT]
    return MessageView(
        *head,
        list(_pieces(subject, subject_rows, asked)),
        list(_written(subject, subject_rows, asked)),
        list(_pieces(text, rows, focus, known=not message.html)),
        list(_written(text, rows, focus)),
        "", not message.html, excluded=result.excluded, failed=result.failure is not None,
    )  # fmt: skip


def _span(place: Place) -> tuple[str, int, int]:
    return place.field, place.start, place.end


def _text_of(desk: Desk, message: Message) -> str:
    shown = desk.messages.shown(message.id or "", "text", 0, 1) if message.html else None
    return shown[0] if shown is not None else message.text


class _Row(NamedTuple):
    start: int
    end: int
    kind: str
    hint: str
    written: str | None


def _rows(desk: Desk, *found: Iterable[Mapping[str, Any]]) -> Iterator[_Row]:
    mentions, identifiers, others, kept = found
    for row in mentions:
        who = row["participant"] or ""
        people = (who,) if who in desk.key.pseudonyms else tuple(filter(None, who.split(JOINT)))
        kind = MENTION if len(people) == 1 else JOINTLY
        hint = " | ".join(map(desk.name, people))
        yield _Row(row["start"], row["end"], kind, hint, row["replacement"])
    for row in identifiers:
        kind = MARKED if row["replacement"] is None else DATA
        yield _Row(row["start"], row["end"], kind, row["category"], row["replacement"])
    for row in others:
        yield _Row(row["start"], row["end"], OTHER, "", row["replacement"])
    for row in kept:
        if "attribute" not in row:
            yield _Row(row["start"], row["end"], KEPT, row["reason"], None)


def _apart(rows: Iterable[_Row]) -> list[_Row]:
    """In order, and none over another; what is replaced before what stands."""
    found: list[_Row] = []
    for row in sorted(rows, key=lambda row: (row.written is None, row.start)):
        if all(row.end <= other.start or other.end <= row.start for other in found):
            found.append(row)
    return sorted(found)


def _pieces(
    text: str, rows: Sequence[_Row], focus: Sequence[tuple[int, int]], *, known: bool = True
) -> Iterator[Piece]:
    """The original, cut wherever something begins or ends."""
    marks = _apart(rows)
    # Browsers make one character of a line's end: what follows is counted anew.
    ends = (found.end() for found in _LINE_END.finditer(text))
    asked_at = (at for pair in focus for at in pair)
    bounds = sorted({0, len(text), *(at for row in marks for at in row[:2]), *asked_at, *ends})
    n = 0
    for start, end in pairwise(bounds):
        while n < len(marks) and marks[n].end <= start:
            n += 1
        row = marks[n] if n < len(marks) and marks[n].start <= start else None
        asked = any(first <= start < last for first, last in focus)
        kind, hint = (row.kind, row.hint) if row is not None else (PLAIN, "")
        place = (start, end) if known else (-1, -1)
        yield Piece(text[start:end], kind, asked, hint, *place)


def _written(text: str, rows: Sequence[_Row], focus: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """What is written, from the same rows."""
    at = 0
    for row in _apart(rows):
        if at < row.start:
            yield Piece(text[at : row.start])
        asked = any(first < row.end and row.start < last for first, last in focus)
        yield Piece(text[row.start : row.end] if row.written is None else row.written, row.kind, asked, row.hint)
        at = row.end
    yield Piece(text[at:])


def word_view(desk: Desk, case: Case) -> WordView:
    """RETURNS (WordView): What lists and counts say of what a case is about."""
    small = sum(place.text.islower() for place in case.places)
    known = tuple(dict.fromkeys(said for word in case.text.split() for said in known_of(word, desk.key)))
    return WordView(case.text, case.count, small, len(case.places) - small, known)


def has_messages(case: Case) -> bool:
    """RETURNS (bool): It is known in which messages the case's places stand."""
    return case.queue != AUDITED and bool(case.places)
