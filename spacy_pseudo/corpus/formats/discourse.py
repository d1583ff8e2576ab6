"""Discourse: topics and posts as its API gives them, in a JSON document or on lines, and the archive of one user."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ...errors import Errors, PseudoError, Warnings
from ...message import Message
from ..tables import ReadReport, note
from .discourse_archive import read_archive
from .layouts import DELETED, PRIVATE, Layout, Wishes
from .objects import NOTICE, Entry, Objects, counted, is_json, left_out

NAME: Final = "discourse"
# Lists of posts under these keys; the last one's are of private messages.
_LISTS = ("posts", "latest_posts", "private_posts")
# What `post_type` says: moderators' posts are posts, too.
_SMALL_ACTION, _WHISPER = "3", "4"
_FIRST = "1"


class _Post(NamedTuple):
    """A post, and what only its topic tells."""

    entry: Entry
    topic: str | None
    title: str | None
    session: str | None
    kinds: tuple[str, ...]


class _Known(NamedTuple):
    id: str
    author: str | None
    left_out: bool


_ByNumber = dict[tuple[str | None, str | None], _Known]


def read_discourse(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read posts of a Discourse forum: topics, lists of posts, or the archive that a user can download.

    path (Path): The file.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The posts.
    """
    if not is_json(path, wishes):
        return counted(read_archive(path, NAME, wishes, report), report)
    return counted(_messages(Objects(path, NAME, wishes, report), wishes), report)


def _messages(objects: Objects, wishes: Wishes) -> Iterator[Message]:
    report = objects.report
    known = _look_ahead(objects, wishes)
    for post in (post for entry in objects.entries() for post in _posts(entry)):
        _meet(post.entry, report)
        reason = left_out(post.kinds, wishes)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        yield _message(post, known)


def _look_ahead(objects: Objects, wishes: Wishes) -> _ByNumber:
    """Posts are answered by their numbers in the topic, and what is answered may come later."""
    known: _ByNumber = {}
    ids: set[str] = set()
    named: set[str] = set()
    for entry in objects.entries():
        # A topic names all of its posts and holds those of one page.
        named.update(map(str, (entry.part("post_stream") or entry).values.get("stream") or ()))
        for post in _posts(entry):
            id, out = post.entry.needed_id("id"), left_out(post.kinds, wishes) is not None
            ids.add(id)
            known[post.topic, post.entry.id("post_number")] = _Known(id, post.entry.id("username"), out)
    if missing := len(named - ids):
        count = "1 post is" if missing == 1 else f"{missing} posts are"
        remedy = "Get all pages of the topics, and put them into one list."
        note(objects.report, Warnings.W151.format(path=objects.path, count=count, remedy=remedy))
    return known


def _posts(entry: Entry) -> Iterator[_Post]:
    stream = entry.part("post_stream")
    if stream is not None:
        yield from (_post(post, entry) for post in stream.inner("posts", "post"))
    elif lists := [key for key in _LISTS if isinstance(entry.values.get(key), list)]:
        yield from (_post(post, private=key == _LISTS[-1]) for key in lists for post in entry.inner(key, "post"))
    elif "username" in entry.values or "post_number" in entry.values:
        yield _post(entry)
    else:
        raise PseudoError(Errors.P153.format(path=entry.path, where=entry.where))


def _post(entry: Entry, topic: Entry | None = None, *, private: bool = False) -> _Post:
    sources = [entry] if topic is None else [entry, topic]
    private = private or any(s.values.get("archetype") == "private_message" or s.flag("is_pm") for s in sources)
    deleted = any(s.flag("deleted_at") for s in sources) or entry.flag("user_deleted") or entry.flag("hidden")
    type = entry.id("post_type")
    kinds = {NOTICE: type == _SMALL_ACTION, PRIVATE: private or type == _WHISPER, DELETED: deleted}
    return _Post(
        entry,
        entry.id("topic_id") or (topic.id("id") if topic is not None else None),
        entry.text("topic_title") or (topic.text("title") if topic is not None else None),
        entry.id("category_id") or (topic.id("category_id") if topic is not None else None),
        tuple(kind for kind, so in kinds.items() if so),
    )


def _meet(entry: Entry, report: ReadReport) -> None:
    for person in (entry, entry.part("reply_to_user")):
        author = person.id("username") if person is not None else None
        if person is not None and author is not None:
            # Programs have numbers below zero: 'system' is a word, not a name.
            bot = (person.id("user_id") or person.id("id") or "").startswith("-")
            # People call each other by their user names.
            for name in (person.text("name"), author):
                report.meet(author, name if not bot else None)


def _message(post: _Post, known: _ByNumber) -> Message:
    entry = post.entry
    number, answers = entry.id("post_number"), entry.id("reply_to_post_number")
    parent = parent_author = None
    if number != _FIRST:
        above = known.get((post.topic, answers or _FIRST))
        if above is not None:
            parent, parent_author = above.id, above.author if above.left_out else None
        elif answers is not None:
            answered = entry.part("reply_to_user")
            parent = f"{post.topic}-{answers}"
            parent_author = answered.id("username") if answered is not None else None
    key, text = entry.body("raw", "cooked", optional=DELETED in post.kinds)
    return Message(
        text,
        entry.needed_id("id"),
        entry.id("username"),
        parent,
        parent_author,
        post.topic,
        post.session,
        entry.id("created_at"),
        post.title if number == _FIRST else None,
        html=key == "cooked",
    )


DISCOURSE: Final = Layout(
    NAME,
    read_discourse,
    keys=(
        frozenset({"post_stream", "posts"}),
        frozenset({"username", "cooked", "post_number", "topic_id"}),
        frozenset({"username", "raw", "post_number", "topic_id"}),
        # The archive's headers, as they are compared.
        frozenset({"topictitle", "ispm", "postraw", "url"}),
    ),
)
