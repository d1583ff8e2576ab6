"""Zulip: the export of an organisation, as a directory or archive, or messages as the API gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ...tables import ReadReport
from ..layouts import BOTS, DELETED, PRIVATE, Layout, Wishes, begin
from ..objects import ATTACHMENTS, Entry, Objects, counted, left_out
from .bundles import Bundle, is_bundle, load_json

NAME: Final = "zulip"
_REALM: Final = re.compile(r"realm\.json")
_PAGES: Final = re.compile(r"messages-[0-9]+\.json")
_PEOPLE: Final = ("zerver_userprofile", "zerver_userprofile_mirrordummy")
_PROGRAMS: Final = "zerver_userprofile_crossrealm"
# What `type` says of a recipient; others are people.
_CHANNEL: Final = "2"
_CHANNELS: Final = ("stream", "channel")
_DELETED: Final = "(deleted)"
# '@_**Mary Jane Calder|43** [said](https://chat.example/#narrow/channel/7-tides/topic/moon/near/101):'
_SAID: Final = re.compile(
    r"@_\*\*[^*\n|]{1,100}(?:\|(?P<author>[0-9]{1,12}))?\*\* \[[^\]\n]{1,40}\]\([^)\s]*?/near/(?P<id>[0-9]{1,15})"
)
_MENTION: Final = re.compile(r"@_?\*\*(?P<name>[^*\n|]{1,100})\|(?P<id>[0-9]{1,12})\*\*")
_BOT_ADDRESS: Final = re.compile(r"[\w.+-]*-bot@[\w.-]+")


class _Realm(NamedTuple):
    """What an organisation's file tells of others.

    channels (dict[str, str]): Names of channels by the id of a recipient.
    programs (set[str]): Ids of people who are programs.
    """

    channels: dict[str, str]
    programs: set[str]


class _Post(NamedTuple):
    """A message in either shape."""

    entry: Entry
    id: str
    author: str
    channel: str | None
    thread: str
    topic: str | None
    kinds: tuple[str, ...]


def read_zulip(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read messages of Zulip.

    path (Path): The export's directory or archive, or a file with messages.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The messages in the order in which they were sent.
    """
    if not is_bundle(path):
        objects = Objects(path, NAME, wishes, report)
        entries = [entry for top in objects.entries() for entry in _opened(top)]
        return counted(_messages(entries, None, wishes, report), report)
    begin(report, path, NAME)
    bundle = Bundle(path)
    realm = _Realm({}, set())
    for file in bundle.files(_REALM):
        _read_realm(Entry(Path(file.where), report, "the file", load_json(file)), realm)
    entries = [
        entry
        for file in bundle.files(_PAGES)
        for entry in Entry(Path(file.where), report, "the file", load_json(file)).inner("zerver_message", "message")
    ]
    if not entries:
        raise PseudoError(Errors.P159.format(path=path, layout="Zulip"))
    return counted(_messages(entries, realm, wishes, report), report)


def _opened(top: Entry) -> Iterator[Entry]:
    """A message, or the list in an answer of the API."""
    lists = [key for key in ("messages", "zerver_message") if isinstance(top.values.get(key), list)]
    if lists:
        yield from top.inner(lists[0], "message")
    else:
        yield top


def _read_realm(top: Entry, realm: _Realm) -> None:
    for key in _PEOPLE:
        for person in top.inner(key, "person"):
            id = person.needed_id("id")
            if person.flag("is_bot"):
                realm.programs.add(id)
                continue
            for name in ("full_name", "delivery_email", "email"):
                top.report.meet(id, person.text(name))
    realm.programs.update(person.needed_id("id") for person in top.inner(_PROGRAMS, "person"))
    names = {stream.needed_id("id"): stream.text("name") for stream in top.inner("zerver_stream", "channel")}
    for recipient in top.inner("zerver_recipient", "recipient"):
        if recipient.id("type") == _CHANNEL:
            of = recipient.id("type_id") or ""
            realm.channels[recipient.needed_id("id")] = names.get(of) or f"channel-{of}"


def _messages(entries: list[Entry], realm: _Realm | None, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    threads: dict[tuple[str, str], str] = {}
    posts = sorted((_post(entry, realm, threads) for entry in entries), key=_number)
    left = {post.id: left_out(post.kinds, wishes) for post in posts}
    authors = {post.id: post.author for post in posts}
    titled: set[str] = set()
    for post in posts:
        _meet(post, report)
        reason = left[post.id]
        if reason is not None:
            report.left_out[reason] += 1
            continue
        report.left_out.update([ATTACHMENTS] if post.entry.flag("has_attachment") else [])
        text = post.entry.body("content")[1]
        # Whoever quotes says whom they answer.
        said = _SAID.search(text)
        parent = said["id"] if said is not None and said["id"] != post.id and said["id"] in left else None
        unread = parent is None or left[parent] is not None
        yield Message(
            text,
            post.id,
            post.author,
            parent if not unread else None,
            (authors[parent] if parent is not None else said["author"]) if said is not None and unread else None,
            post.thread,
            post.channel,
            post.entry.id("timestamp") or post.entry.id("date_sent"),
            post.topic if post.thread not in titled else None,
            html=_is_html(post.entry),
        )
        titled.add(post.thread)


def _post(entry: Entry, realm: _Realm | None, threads: dict[tuple[str, str], str]) -> _Post:
    if realm is not None:
        author, recipient = entry.needed_id("sender"), entry.needed_id("recipient")
        channel, bot = realm.channels.get(recipient), author in realm.programs
        told = entry.id("type")
        private = channel is None if told is None else told != _CHANNEL
        place = recipient
    else:
        author = entry.needed_id("sender_id")
        private = (entry.text("type") or _CHANNELS[0]) not in _CHANNELS
        # People's ids and names stand here where it is private.
        place = repr(entry.values.get("display_recipient")) if private else entry.id("stream_id") or ""
        channel = None if private else entry.text("display_recipient") or f"channel-{place}"
        bot = _BOT_ADDRESS.fullmatch(entry.text("sender_email") or "") is not None
    topic = entry.text("subject") or entry.text("topic")
    key = (place, "" if private else (topic or "").casefold())
    # A topic is a text that somebody wrote, and stands as the subject of its first message.
    thread = threads.setdefault(key, f"topic-{len(threads) + 1}")
    kinds = {PRIVATE: private, DELETED: entry.text("content") == _DELETED, BOTS: bot}
    return _Post(
        entry,
        entry.needed_id("id"),
        author,
        channel,
        thread,
        topic if not private else None,
        tuple(kind for kind, so in kinds.items() if so),
    )


def _number(post: _Post) -> tuple[int, str]:
    return int(post.id) if post.id.isdecimal() and len(post.id) < 20 else 0, post.id


def _is_html(entry: Entry) -> bool:
    return (entry.text("content_type") or "") == "text/html"


def _meet(post: _Post, report: ReadReport) -> None:
    if BOTS in post.kinds:
        return
    report.meet(post.author)
    for key in ("sender_full_name", "sender_email"):
        report.meet(post.author, post.entry.text(key))
    for mention in _MENTION.finditer(post.entry.text("content") or ""):
        report.meet(mention["id"], mention["name"])


ZULIP: Final = Layout(
    NAME,
    read_zulip,
    keys=(
        frozenset({"sender_full_name", "sender_id", "content"}),
        frozenset({"zerver_message"}),
    ),
    bundles=(("realm.json", "messages-*.json"), ("messages-*.json",)),
)
