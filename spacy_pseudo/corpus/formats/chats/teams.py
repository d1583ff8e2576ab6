"""Microsoft Teams: messages of channels and chats as its API (Graph) gives them. Transcripts are read elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ....message import Message
from ...tables import ReadReport
from ..layouts import BOTS, DELETED, Layout, Wishes
from ..objects import ATTACHMENTS, NOTICE, Entry, Objects, counted, left_out

NAME: Final = "teams"
_SPOKEN: Final = "message"
_LISTS: Final = ("value", "messages")
_REPLIES: Final = "replies"
_NAMES: Final = ("displayName", "userPrincipalName", "email")


class _Post(NamedTuple):
    """A message, and where it stands."""

    entry: Entry
    place: str
    own: str
    root: str | None

    @property
    def author(self) -> str | None:
        sender = self.entry.part("from")
        person = sender.part("user") if sender is not None else None
        return person.id("id") if person is not None else None

    @property
    def kinds(self) -> list[str]:
        sender = self.entry.part("from")
        bot = sender is not None and sender.part("user") is None and sender.part("application") is not None
        kinds = {
            NOTICE: (self.entry.text("messageType") or _SPOKEN) != _SPOKEN or self.entry.flag("eventDetail"),
            DELETED: self.entry.flag("deletedDateTime") or self.entry.flag("isDeleted"),
            BOTS: bot,
        }
        return [kind for kind, so in kinds.items() if so]


def read_teams(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read messages of Teams.

    path (Path): The file.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The messages in the order in which they were written.
    """
    objects = Objects(path, NAME, wishes, report)
    return counted(_messages(objects, wishes), report)


def _messages(objects: Objects, wishes: Wishes) -> Iterator[Message]:
    report = objects.report
    posts = sorted((post for top in objects.entries() for post in _opened(top)), key=_time)
    places: dict[str, str] = {}
    for post in posts:
        places.setdefault(post.place, f"chat-{len(places) + 1}")
    # Their own ids are the times at which they were written.
    ids = {(post.place, post.own): f"{places[post.place]}-{number}" for number, post in enumerate(posts, 1)}
    gone = {(post.place, post.own): post.author for post in posts if left_out(post.kinds, wishes)}
    for post in posts:
        reason = left_out(post.kinds, wishes)
        if NOTICE not in post.kinds:
            _meet(post, report)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        attachments = post.entry.values.get("attachments")
        if isinstance(attachments, list) and attachments:
            report.left_out[ATTACHMENTS] += len(attachments)
        root = (post.place, post.root or "")
        body = post.entry.part("body")
        is_channel = post.entry.part("channelIdentity") is not None
        own = ids[post.place, post.own]
        yield Message(
            body.body("content", optional=True)[1] if body is not None else "",
            own,
            post.author,
            ids.get(root) if root not in gone else None,
            gone.get(root),
            ids.get(root, own) if is_channel or post.root else places[post.place],
            places[post.place],
            post.entry.text("createdDateTime"),
            post.entry.text("subject") or None,
            html=body is not None and (body.text("contentType") or "").casefold() == "html",
        )


def _opened(top: Entry, root: str | None = None) -> Iterator[_Post]:
    lists = [key for key in _LISTS if isinstance(top.values.get(key), list)]
    if lists:
        for entry in top.inner(lists[0], "message"):
            yield from _opened(entry)
        return
    channel = top.part("channelIdentity")
    place = (channel.id("channelId") if channel is not None else None) or top.id("chatId") or ""
    own = top.needed_id("id")
    yield _Post(top, place, own, top.id("replyToId") or root)
    for reply in top.inner(_REPLIES, "reply"):
        yield from _opened(reply, own)


def _time(post: _Post) -> tuple[str, str]:
    return post.entry.text("createdDateTime") or "", post.own


def _meet(post: _Post, report: ReadReport) -> None:
    sender = post.entry.part("from")
    mentioned = (mention.part("mentioned") for mention in post.entry.inner("mentions", "mention"))
    for identity in (sender, *mentioned):
        person = identity.part("user") if identity is not None else None
        id = person.id("id") if person is not None else None
        for name in _NAMES if id is not None else ():
            report.meet(id or "", person.text(name) if person is not None else None)


TEAMS: Final = Layout(
    NAME,
    read_teams,
    keys=(
        frozenset({"messageType", "createdDateTime", "body", "from"}),
        frozenset({"chatId", "createdDateTime", "body", "from"}),
    ),
)
