"""Zoom: the chat of a meeting as it is saved. Transcripts are read elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ...tables import ReadReport
from ..layouts import PRIVATE, Layout, Wishes
from ..objects import NOTICE, counted, left_out
from .chat_lines import either, meet, name_of, open_text, words

NAME: Final = "zoom"
THREAD: Final = "meeting"
_TIME: Final = r"(?:\d{4}-\d{2}-\d{2}[ \t]+)?\d{1,2}:\d{2}:\d{2}"
# 'Reacted to "Hello" with a heart'
_REACTION: Final = re.compile(r"(?:Reacted to|Removed a) .{1,2000}?(?: with | reaction from ).{1,2000}", re.DOTALL)


class _Said(NamedTuple):
    """What somebody wrote, and to whom."""

    time: str
    name: str
    to: str
    lines: list[str]


def read_zoom(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read the chat of a meeting.

    path (Path): The file.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The messages.
    """
    said = list(_said(open_text(path, NAME, wishes, report)))
    if not said:
        raise PseudoError(Errors.P159.format(path=path, layout="Zoom"))
    return counted(_messages(said, wishes, report), report)


@cache
def _head() -> re.Pattern[str]:
    """'10:21:03 From Mary Poe to Everyone:', '10:21:03<tab> From Mary Poe : Hi', '10:21:03<tab>Mary Poe:<tab>Hi'."""
    to = rf"(?:[ \t]+(?:{either('to')})[ \t]+(?P<to>[^\t\n]{{1,100}}?))?"
    told = rf"[ \t]+(?:{either('from')})[ \t]+(?P<name>[^\t\n]{{1,100}}?){to}[ \t]*:(?:[ \t]+(?P<text>.*))?"
    plain = r"\t(?P<only>[^\t\n:]{1,100}):\t(?P<words>.*)"
    return re.compile(rf"\ufeff?(?P<time>{_TIME})(?:{told}|{plain})")


def _said(lines: Sequence[str]) -> Iterator[_Said]:
    last: _Said | None = None
    for line in lines:
        found = _head().fullmatch(line)
        if found is None:
            if last is not None:
                last.lines.append(line.removeprefix("\t"))
            continue
        if last is not None:
            yield last
        text = found["text"] if found["name"] is not None else found["words"]
        name, to = name_of(found["name"] or found["only"]), name_of(found["to"] or "")
        last = _Said(found["time"], name, to, [text] if text else [])
    if last is not None:
        yield last


def _messages(said: Sequence[_Said], wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    speakers = {one.name for one in said}
    for number, one in enumerate(said, 1):
        meet(report, one.name)
        addressee, private = _addressee(one.to, speakers)
        meet(report, addressee)
        text = "\n".join(one.lines).rstrip("\n")
        reason = left_out([*([PRIVATE] if private else ()), *([NOTICE] if _REACTION.fullmatch(text) else ())], wishes)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        yield Message(text, str(number), one.name, parent_author=addressee, thread=THREAD, timestamp=one.time)


def _addressee(to: str, speakers: set[str]) -> tuple[str | None, bool]:
    """RETURNS (tuple[Optional[str], bool]): The one person to whom it is written, and whether it is for few to read."""
    if not to or to.casefold() in words("everyone"):
        return None, False
    direct = _direct().search(to)
    name = to[: direct.start()].strip() if direct is not None else to
    person = name if name.casefold() not in ("me", "you") and (direct is not None or name in speakers) else None
    return person, direct is not None or name in speakers


@cache
def _direct() -> re.Pattern[str]:
    return re.compile(rf"[ ]*\((?:{either('direct')})\)[ ]*\Z", re.IGNORECASE)


ZOOM: Final = Layout(
    NAME, read_zoom, beginning=re.compile(rf"\A\ufeff?{_TIME}(?:[ \t]+[^\W\d_]+[ \t]+\S|\t[^\t\n:]+:\t)")
)
