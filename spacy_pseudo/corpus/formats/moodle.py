"""Moodle's export of a forum: CSV with any delimiter, JSON as Moodle writes it, or JSON lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from ...errors import Errors, PseudoError
from ...message import Message
from ...text.recognising import is_html
from ..columns import plain
from ..packing import ending_of
from ..recognised import binary_format
from ..tables import FORMATS, ReadReport, Table
from .layouts import DELETED, PRIVATE, Layout, Wishes
from .objects import ATTACHMENTS, Entry, Objects, counted, is_json, left_out

NAME: Final = "moodle"
# In the order of our fields.
_COLUMNS: Final = {
    "id": "id",
    "author": "userid",
    "parent": "parent",
    "thread": "discussion",
    "timestamp": "created",
    "subject": "subject",
    "text": "message",
}
_NEEDED = ("id", "author", "text")
# Who has which name is never written, even if somebody wants to keep columns.
_PEOPLE = {"userid": "userfullname", "privatereplyto": "privatereplytofullname"}
# How Moodle numbers the kinds of text that may hold HTML: its own, which has some tags, and HTML. Others are plain text
# and Markdown.
_AUTO, _HTML = "0", "1"


def read_moodle(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read a forum that Moodle has exported. A CSV file is written again with the columns that are fields.

    path (Path): The file.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The posts.
    """
    binary = binary_format(path)
    if binary is None and is_json(path, wishes):
        return counted(_messages(Objects(path, NAME, wishes, report).entries, wishes, report), report)
    table = Table(path, format=binary or FORMATS.get(ending_of(path), "csv"), encoding=wishes.encoding, report=report)
    if not table.headers:
        raise PseudoError(Errors.P108.format(path=path))
    header_of = {plain(header): header for header in table.headers}
    missing = [_COLUMNS[field] for field in _NEEDED if _COLUMNS[field] not in header_of]
    if missing:
        raise PseudoError(Errors.P155.format(path=path, layout="Moodle", columns=", ".join(missing)))
    report.layout = NAME
    report.headers = [header for header in table.headers if plain(header) not in _PEOPLE.values()]
    field_of = {column: field for field, column in _COLUMNS.items()}
    report.columns = {field_of[plain(h)]: h for h in report.headers if plain(h) in field_of}
    report.dropped = [header for header in report.headers if plain(header) not in field_of]

    def entries() -> Iterator[Entry]:
        for row in table.rows():
            values = {column: row.values.get(header) for column, header in header_of.items()}
            yield Entry(path, report, f"line {row.line}", values)

    return counted(_messages(entries, wishes, report), report)


def _messages(entries: Callable[[], Iterator[Entry]], wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    # Whoever answers what was deleted greets its author all the same.
    gone = {entry.needed_id("id"): entry.id("userid") for entry in entries() if left_out(_kinds(entry), wishes)}
    for entry in entries():
        for person, name in _PEOPLE.items():
            if (known := entry.id(person)) not in (None, "0"):
                report.meet(known or "", entry.text(name))
        reason = left_out(_kinds(entry), wishes)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        report.left_out.update([ATTACHMENTS] if entry.flag("attachment") else [])
        yield _message(entry, gone)


def _kinds(entry: Entry) -> list[str]:
    kinds = {DELETED: "deleted", PRIVATE: "privatereplyto"}
    return [kind for kind, column in kinds.items() if entry.flag(column)]


def _message(entry: Entry, gone: dict[str, str | None]) -> Message:
    parent = entry.id("parent")
    _, text = entry.body("message")
    others = ((header, entry.text(plain(header))) for header in entry.report.dropped)
    return Message(
        text,
        entry.needed_id("id"),
        entry.id("userid"),
        parent if parent != "0" else None,
        gone.get(parent or ""),
        entry.id("discussion"),
        timestamp=entry.id("created"),
        subject=entry.text("subject"),
        extra={header: text for header, text in others if text is not None},
        html=_is_html(text, entry.id("messageformat")),
    )


def _is_html(text: str, format: str | None) -> bool:
    """A text that says that it is HTML, and has nothing of it, is as well plain text: its lines count."""
    return (format == _HTML and "<" in text) or (format in (None, _AUTO, _HTML) and is_html(text))


MOODLE: Final = Layout(
    NAME,
    read_moodle,
    keys=(
        frozenset({"id", "discussion", "parent", "userid", "userfullname", "message"}),
        frozenset({"id", "discussion", "parent", "userid", "message", "messageformat"}),
        frozenset({"id", "discussion", "userid", "message", "privatereplyto"}),
    ),
)
