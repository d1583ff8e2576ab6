"""Slack: the export of a workspace, as a directory or as the archive that it comes in, or one file of a channel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ...tables import ReadReport
from ..layouts import BOTS, DELETED, PRIVATE, Layout, Wishes, begin
from ..objects import ATTACHMENTS, NOTICE, Entry, Objects, counted, left_out
from .bundles import Bundle, is_bundle, load_json

NAME: Final = "slack"
# Lists of channels; those of the last two are between people who know each other's names from nothing else.
_LISTS: Final = {"channels.json": False, "groups.json": False, "mpims.json": True, "dms.json": True}
_USERS: Final = re.compile(r"(?:org_)?users\.json")
_TOP: Final = re.compile(r"(?:channels|groups|mpims|dms)\.json")
_DAY: Final = re.compile(r"[^/]+/[0-9]{4}-[0-9]{2}-[0-9]{2}\.json")
# Messages whose `subtype` is none of these tell what happened: who joined, who changed the topic.
_SPOKEN: Final = frozenset(
    ("", "me_message", "file_share", "file_comment", "thread_broadcast", "reply_broadcast", "bot_message", "tombstone")
)
_GONE: Final = "tombstone"
_OF_BOT: Final = "bot_message"
# It has a person's id, and is none.
_SLACKBOT: Final = "USLACKBOT"
# '<@U012AB3CD>', '<@U012AB3CD|mary>'
_MENTION: Final = re.compile(r"<@([UW][A-Z0-9]{2,20})(?:\|([^<>|\n]{1,80}))?>")
_TS: Final = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?")
_NAMES: Final = (
    "real_name", "display_name", "name", "real_name_normalized", "display_name_normalized", "email",
)  # fmt: skip


class _Channel(NamedTuple):
    """A channel, and its messages."""

    name: str
    private: bool
    entries: list[Entry]


class _Known(NamedTuple):
    id: str
    author: str | None
    left_out: bool


def read_slack(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read messages of Slack.

    path (Path): The export's directory or archive, or a file with messages of one channel.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The messages, channel by channel, in the order in which they were written.
    """
    if not is_bundle(path):
        objects = Objects(path, NAME, wishes, report)
        only = _Channel("channel", False, [entry for top in objects.entries() for entry in _opened(top)])
        return counted(_messages([only], wishes, report), report)
    begin(report, path, NAME)
    bundle = Bundle(path)
    if not any(map(_DAY.fullmatch, bundle.names)):
        raise PseudoError(Errors.P159.format(path=path, layout="Slack"))
    for file in bundle.files(_USERS):
        for user in _listed(load_json(file), file.where, report):
            _meet_user(user, report)
    return counted(_messages(_channels(bundle, report), wishes, report), report)


def _opened(top: Entry) -> Iterator[Entry]:
    """A message, or the list in an answer of the API."""
    if isinstance(top.values.get("messages"), list):
        yield from top.inner("messages", "message")
    else:
        yield top


def _listed(document: Any, where: str, report: ReadReport) -> Iterator[Entry]:
    yield from Entry(Path(where), report, "the file", {"list": document}).inner("list", "entry")


def _channels(bundle: Bundle, report: ReadReport) -> Iterator[_Channel]:
    named: dict[str, tuple[str, bool]] = {}
    for file in bundle.files(_TOP):
        private = _LISTS[file.name]
        for channel in _listed(load_json(file), file.where, report):
            id, name = channel.needed_id("id"), channel.text("name")
            # The names of conversations between a few people are made of theirs.
            named[name or id] = named[id] = (id if private or not name else name, private)
    found: dict[str, list[Entry]] = {}
    for file in bundle.files(_DAY):
        folder = file.name.partition("/")[0]
        found.setdefault(folder, []).extend(_listed(load_json(file), file.where, report))
    for number, (folder, entries) in enumerate(found.items(), 1):
        alone = re.fullmatch(r"[CGD][A-Z0-9]{7,}", folder)
        name, private = named.get(folder, (folder if alone else f"channel-{number}", folder.startswith("mpdm-")))
        yield _Channel(name, private or (alone is not None and folder.startswith("D")), entries)


def _messages(channels: Iterable[_Channel], wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    for channel in channels:
        posts = sorted(channel.entries, key=_time)
        known: dict[str, _Known] = {}
        for number, post in enumerate(posts, 1):
            # When it was written is no part of what it is called: times may be hidden.
            out = left_out(_kinds(post, channel), wishes) is not None
            known[post.id("ts") or ""] = _Known(f"{channel.name}-{number}", _author(post), out)
        for post in posts:
            kinds = _kinds(post, channel)
            reason = left_out(kinds, wishes)
            if reason is not None:
                report.left_out[reason] += 1
                if NOTICE not in kinds and BOTS not in kinds:
                    _meet(post, report)
                continue
            _meet(post, report)
            files = post.values.get("files")
            if isinstance(files, list) and files:
                report.left_out[ATTACHMENTS] += len(files)
            yield _message(post, channel, known)


def _time(post: Entry) -> tuple[float, str]:
    ts = post.needed_id("ts")
    if not _TS.fullmatch(ts):
        raise PseudoError(Errors.P154.format(path=post.path, where=post.where, key="ts", what="seconds since 1970"))
    return float(ts), ts


def _kinds(post: Entry, channel: _Channel) -> list[str]:
    subtype = post.text("subtype") or ""
    kinds = {
        NOTICE: subtype not in _SPOKEN or (post.text("type") or "message") != "message",
        PRIVATE: channel.private,
        DELETED: subtype == _GONE or post.flag("hidden"),
        BOTS: subtype == _OF_BOT
        or post.id("user") == _SLACKBOT
        or (post.flag("bot_id") and not post.flag("user_profile")),
    }
    return [kind for kind, so in kinds.items() if so]


def _author(post: Entry) -> str | None:
    return post.id("user") or post.id("bot_id")


def _message(post: Entry, channel: _Channel, known: dict[str, _Known]) -> Message:
    ts, root = post.needed_id("ts"), post.id("thread_ts")
    above = known.get(root) if root is not None and root != ts else None
    author = post.id("parent_user_id") if above is None or above.left_out else None
    if above is not None and above.left_out:
        author = above.author or author
    # What was written in no thread is one: the channel itself.
    thread = known[root].id if root in known else f"{channel.name}-{root}" if root is not None else channel.name
    return Message(
        post.body("text", optional=True)[1],
        known[ts].id,
        _author(post),
        above.id if above is not None and not above.left_out else None,
        author if root != ts else None,
        thread,
        channel.name,
        ts,
    )


def _meet_user(user: Entry, report: ReadReport) -> None:
    id = user.needed_id("id")
    if user.flag("is_bot") or id == _SLACKBOT:
        return
    report.meet(id)
    for part in (user, user.part("profile")):
        for name in _NAMES if part is not None else ():
            report.meet(id, part.text(name) if part is not None else None)


def _meet(post: Entry, report: ReadReport) -> None:
    """Who wrote it, and who is mentioned in it, known or not."""
    author, profile = post.id("user"), post.part("user_profile")
    if author is not None and author != _SLACKBOT:
        report.meet(author)
        for name in _NAMES if profile is not None else ():
            report.meet(author, profile.text(name) if profile is not None else None)
    for mention in _MENTION.finditer(post.text("text") or ""):
        if mention[1] != _SLACKBOT:
            report.meet(mention[1], mention[2])


SLACK: Final = Layout(
    NAME,
    read_slack,
    keys=(frozenset({"type", "user", "text", "ts"}), frozenset({"type", "subtype", "text", "ts"})),
    bundles=(
        ("users.json", "*/????-??-??.json"),
        ("channels.json", "*/????-??-??.json"),
        ("dms.json", "*/????-??-??.json"),
    ),
)
