"""edX: the discussions in a package of course data, one JSON object on each line of a '.mongo' file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ...errors import Errors, PseudoError, Warnings
from ...message import Message
from ..tables import ReadReport, note
from .layouts import DELETED, Layout, Wishes
from .objects import Entry, Objects, counted, left_out

NAME: Final = "edx"
_THREAD, _COMMENT = "CommentThread", "Comment"
_ANONYMOUS = ("anonymous", "anonymous_to_peers")


def read_edx(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read the discussions of an edX course. Who wrote anonymously is nobody here either.

    path (Path): The file.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The posts; comments may come before their thread.
    """
    return counted(_messages(Objects(path, NAME, wishes, report), wishes), report)


def _messages(objects: Objects, wishes: Wishes) -> Iterator[Message]:
    report = objects.report
    gone = {e.needed_id("_id"): _author(e) for e in _entries(objects) if left_out(_kinds(e), wishes)}
    anonymous = 0
    for entry in _entries(objects):
        author = _author(entry)
        if author is not None:
            report.meet(author, entry.text("author_username"))
        kinds = _kinds(entry)
        reason = left_out(kinds, wishes)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        anonymous += any(map(entry.flag, _ANONYMOUS))
        yield _message(entry, author, gone, deleted=bool(kinds))
    if anonymous:
        count = "1 post was" if anonymous == 1 else f"{anonymous} posts were"
        note(report, Warnings.W150.format(path=objects.path, count=count))


def _entries(objects: Objects) -> Iterator[Entry]:
    for entry in objects.entries():
        entry.values = {key: _plain(value) for key, value in entry.values.items()}
        kind = entry.values.get("_type")
        if kind not in (_THREAD, _COMMENT):
            known = f"{_THREAD} and {_COMMENT}"
            raise PseudoError(Errors.P157.format(path=entry.path, where=entry.where, key="_type", known=known))
        yield entry


def _plain(value: Any) -> Any:
    """The database writes what JSON does not know as {"$oid": ...}, {"$date": {"$numberLong": ...}}."""
    while isinstance(value, dict) and len(value) == 1 and next(iter(value)).startswith("$"):
        value = next(iter(value.values()))
    return value


def _author(entry: Entry) -> str | None:
    return None if any(map(entry.flag, _ANONYMOUS)) else entry.id("author_id")


def _kinds(entry: Entry) -> list[str]:
    hidden = entry.values.get("visible") is False
    return [DELETED] if hidden or entry.flag("deleted") or entry.flag("is_deleted") else []


def _message(entry: Entry, author: str | None, gone: dict[str, str | None], *, deleted: bool) -> Message:
    is_thread = entry.values["_type"] == _THREAD
    id = entry.needed_id("_id")
    thread = id if is_thread else entry.needed_id("comment_thread_id")
    # What answers no other comment answers the post that began the thread.
    parent = None if is_thread else entry.id("parent_id") or _nearest(entry) or thread
    return Message(
        entry.body("body", optional=deleted)[1],
        id,
        author,
        parent,
        gone.get(parent or ""),
        thread,
        entry.id("course_id"),
        entry.id("created_at"),
        entry.text("title") if is_thread else None,
    )


def _nearest(entry: Entry) -> str | None:
    above = entry.values.get("parent_ids")
    if not isinstance(above, list) or not above:
        return None
    return Entry(entry.path, entry.report, entry.where, {"parent_ids": _plain(above[-1])}).id("parent_ids")


EDX: Final = Layout(
    NAME,
    read_edx,
    suffixes=(".mongo",),
    keys=(frozenset({"_id", "_type", "author_id", "body", "course_id"}),),
)
