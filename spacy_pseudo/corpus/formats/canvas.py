"""Canvas: a discussion as its API gives it, as pages of entries with their replies or as the view of a whole topic."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ...errors import Errors, PseudoError, Warnings
from ...message import Message
from ..tables import ReadReport, note
from .layouts import DELETED, Layout, Wishes
from .objects import ATTACHMENTS, Entry, Objects, counted, left_out

NAME: Final = "canvas"
# The thread of entries that do not tell their topic.
THREAD: Final = "discussion"
_REPLIES = ("replies", "recent_replies")
_TOP = ("view", "entries", "discussion_entries", "new_entries")
_NEW = "new_entries"
_TITLE = "title"
_ANONYMOUS = "anonymous"


class _Post(NamedTuple):
    """An entry or the post that begins a topic, and what tells its place."""

    entry: Entry
    id: str
    parent: str | None
    thread: str
    subject: str | None = None

    @property
    def author(self) -> str | None:
        person = self.entry.part("user") or self.entry.part("author")
        return self.entry.id("user_id") or (person.id("id") if person is not None else None)

    @property
    def kinds(self) -> list[str]:
        return [DELETED] if self.entry.flag("deleted") else []


def read_canvas(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read discussions of Canvas.

    path (Path): The file.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The posts, each before what answers it unless Canvas lists them otherwise.
    """
    return counted(_messages(Objects(path, NAME, wishes, report), wishes), report)


def _messages(objects: Objects, wishes: Wishes) -> Iterator[Message]:
    report = objects.report
    gone = {post.id: post for post in _posts(objects) if left_out(post.kinds, wishes)}
    cut = 0
    for post in _posts(objects):
        entry = post.entry
        _meet(post, report)
        cut += entry.flag("has_more_replies")
        reason = left_out(post.kinds, wishes)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        attachments = entry.values.get("attachments") or entry.values.get("attachment")
        if attachments:
            report.left_out[ATTACHMENTS] += len(attachments) if isinstance(attachments, list) else 1
        yield _message(post, gone)
    if cut:
        count = "replies to 1 entry are" if cut == 1 else f"replies to {cut} entries are"
        remedy = "Get the view of the topic, which has all replies (.../discussion_topics/ID/view)."
        note(report, Warnings.W151.format(path=objects.path, count=count, remedy=remedy))


def _posts(objects: Objects) -> Iterator[_Post]:
    seen: set[str] = set()
    for top in objects.entries():
        _meet_participants(top)
        thread, root = THREAD, None
        is_topic = _TITLE in top.values
        lists = [key for key in (*_TOP, *(_REPLIES if is_topic else ())) if key in top.values]
        if is_topic:
            # Topics and entries are numbered each by itself.
            thread = top.needed_id("id")
            root = f"topic-{thread}" if "message" in top.values else None
            if root is not None:
                yield _Post(top, root, None, thread, top.text(_TITLE))
        elif not lists:
            yield from _with_replies(top, None, thread)
        for key in lists:
            for entry in top.inner(key, "entry"):
                for post in _with_replies(entry, root, thread):
                    # The view may have caught up with what was new.
                    if key != _NEW or post.id not in seen:
                        seen.add(post.id)
                        yield post


def _with_replies(entry: Entry, parent: str | None, thread: str) -> Iterator[_Post]:
    pending = [(entry, parent)]
    while pending:
        entry, parent = pending.pop()
        id = entry.needed_id("id")
        if "message" not in entry.values and not entry.flag("deleted"):
            raise PseudoError(Errors.P152.format(path=entry.path, where=entry.where, key="message"))
        above = entry.id("parent_id")
        # Recent replies lie in the entry that began it all, whichever of its replies they answer.
        yield _Post(entry, id, above if above not in (None, "0") else parent, entry.id("discussion_topic_id") or thread)
        replies = [reply for key in _REPLIES for reply in entry.inner(key, "reply")]
        pending.extend((reply, id) for reply in reversed(replies))


def _message(post: _Post, gone: dict[str, _Post]) -> Message:
    # What answers something deleted answers what that answered; its author is greeted all the same.
    parent = post.parent
    parent_author = gone[parent].author if parent in gone else None
    passed: set[str] = set()
    while parent in gone and parent not in passed:
        passed.add(parent)
        parent = gone[parent].parent
    return Message(
        post.entry.body("message", optional=True)[1],
        post.id,
        post.author,
        parent,
        parent_author,
        post.thread,
        timestamp=post.entry.id("created_at") or post.entry.id("posted_at"),
        subject=post.subject,
        html=True,
    )


def _meet(post: _Post, report: ReadReport) -> None:
    if post.author is not None:
        person = post.entry.part("user") or post.entry.part("author")
        _meet_person(report, post.author, post.entry.text("user_name"))
        _meet_person(report, post.author, person.text("display_name") if person is not None else None)


def _meet_participants(top: Entry) -> None:
    for person in top.inner("participants", "participant"):
        if (id := person.id("id")) is not None:
            _meet_person(top.report, id, person.text("display_name"))


def _meet_person(report: ReadReport, id: str, name: str | None) -> None:
    """'Anonymous', 'Anonymous Student' and the like are nobody's names."""
    report.meet(id, None if (name or "").strip().casefold().startswith(_ANONYMOUS) else name)


CANVAS: Final = Layout(
    NAME,
    read_canvas,
    keys=(
        frozenset({"participants", "view"}),
        frozenset({"user_id", "message", "replies"}),
        frozenset({"user_id", "message", "recent_replies"}),
        frozenset({"user_id", "message", "read_state"}),
        frozenset({"title", "message", "discussion_subentry_count"}),
    ),
)
