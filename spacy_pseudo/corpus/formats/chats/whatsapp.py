"""WhatsApp: the text of an exported chat, alone or in the archive with its pictures, as telephones of both kinds write
it in several languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ...tables import ReadReport
from ..layouts import DELETED, Layout, Wishes
from ..objects import ATTACHMENTS, NOTICE, counted, left_out
from .chat_lines import meet, name_of, open_text, seen, words

NAME: Final = "whatsapp"
THREAD: Final = "chat"
_MARKS: Final = "[\u200e\u200f\ufeff]*"
_DATE: Final = r"(?P<a>\d{1,4})[./-](?P<b>\d{1,2})[./-](?P<c>\d{1,4})\.?"
_TIME: Final = (
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?:[ \u00a0\u202f]?(?P<half>[AaPp])\.?[ \u00a0\u202f]?[Mm]\.?)?"
)
_WHEN: Final = rf"{_DATE},?[ \u00a0\u202f](?:\w{{1,5}}[ ])?{_TIME}"
# '[31.12.20, 21:41:00] Mary Poe: Hi', '12/31/20, 9:41 PM - Mary Poe: Hi'
_HEAD: Final = re.compile(
    rf"{_MARKS}(?:\[{_WHEN}\][ ]|{_WHEN.replace('?P<', '?P<x')}[ ][-–][ ])(?P<rest>.*)", re.DOTALL
)
_NAMED: Final = re.compile(r"(?P<name>[^:\n]{1,100}?):(?:[ ](?P<text>.*)|\Z)", re.DOTALL)
_BEGINNING: Final = re.compile(rf"\A{_MARKS}(?:\[{_WHEN}\][ ]\S|{_WHEN.replace('?P<', '?P<x')}[ ][-–][ ]\S)")
# Of a date with two figures, the one that is no month is the day.
_MONTHS: Final = 12
# Years are written first only where all four figures are.
_DAYS: Final = 99


class _Line(NamedTuple):
    """A line that begins a message, with those below it."""

    date: tuple[int, int, int]
    time: tuple[int, int, int]
    half: bool
    rest: str


def read_whatsapp(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read a chat of WhatsApp.

    path (Path): The text file, or the directory or archive in which it lies.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The messages.
    """
    lines = list(_begun(open_text(path, NAME, wishes, report)))
    if not lines:
        raise PseudoError(Errors.P159.format(path=path, layout="WhatsApp"))
    return counted(_messages(lines, wishes, report), report)


def _begun(lines: Sequence[str]) -> Iterator[_Line]:
    head: _Line | None = None
    below: list[str] = []
    for line in lines:
        found = _HEAD.fullmatch(line)
        if found is None:
            below.append(line)
            continue
        if head is not None:
            yield head._replace(rest="\n".join((head.rest, *below)))
        below = []
        x = "" if found["a"] is not None else "x"
        date = int(found[x + "a"]), int(found[x + "b"]), int(found[x + "c"])
        hour, half = int(found[x + "hour"]), found[x + "half"]
        if half is not None:
            hour = hour % 12 + 12 * (half in "Pp")
        head = _Line(
            date, (hour, int(found[x + "minute"]), int(found[x + "second"] or 0)), half is not None, found["rest"]
        )
    if head is not None:
        while below and not below[-1].strip():
            below.pop()
        yield head._replace(rest="\n".join((head.rest, *below)))


def _messages(lines: list[_Line], wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    order = _order(lines)
    for number, line in enumerate(lines, 1):
        found = _NAMED.match(line.rest)
        name = name_of(found["name"]) if found is not None else ""
        text = found["text"] or "" if found is not None else ""
        kind = _kind(line.rest, name, text)
        if kind != NOTICE:
            meet(report, name)
        if kind == ATTACHMENTS:
            report.left_out[ATTACHMENTS] += 1
            continue
        reason = left_out([kind] if kind is not None else [], wishes)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        yield Message(text, str(number), name, thread=THREAD, timestamp=_when(line, order))


def _kind(rest: str, name: str, text: str) -> str | None:
    """What a line is besides a message of somebody. Who came and who left is told in lines that name them."""
    if not name or _event().search(name):
        return NOTICE
    plain = seen(text).strip()
    if plain.strip(".").casefold() in words("deleted"):
        return DELETED
    if plain.casefold() in words("media omitted"):
        return ATTACHMENTS
    # iPhones put an unseen mark before what nobody typed, and the group's name in the place of whoever acts.
    if text.startswith("\u200e") and not plain.startswith("<") and _event().search(plain):
        return NOTICE
    return None


@cache
def _event() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(words('events'))})(?!\w)", re.IGNORECASE)


# --- Dates ------------------------------------------------------------------------------------------------------------


def _order(lines: Sequence[_Line]) -> tuple[int, int, int]:
    """Where year, month and day stand: as the figures allow it, as time goes on, as those write who say 'PM'."""
    if any(line.date[0] > _DAYS for line in lines):
        return 0, 1, 2
    day_first, month_first = (2, 1, 0), (2, 0, 1)
    firsts, seconds = max(line.date[0] for line in lines), max(line.date[1] for line in lines)
    if (firsts > _MONTHS) != (seconds > _MONTHS):
        return day_first if firsts > _MONTHS else month_first
    back = {order: _steps_back(lines, order) for order in (day_first, month_first)}
    if back[day_first] != back[month_first]:
        return min(back, key=lambda order: back[order])
    return month_first if any(line.half for line in lines) else day_first


def _steps_back(lines: Sequence[_Line], order: tuple[int, int, int]) -> int:
    days = [tuple(line.date[at] for at in order) for line in lines]
    return sum(after < before for before, after in pairwise(days))


def _when(line: _Line, order: tuple[int, int, int]) -> str | None:
    """RETURNS (Optional[str]): When it was written, by the clock of the telephone; None if there is no such day."""
    year, month, day = (line.date[at] for at in order)
    try:
        return datetime(year + 2000 * (year < 100), month, day, *line.time).isoformat()
    except ValueError:
        return None


WHATSAPP: Final = Layout(
    NAME,
    read_whatsapp,
    bundles=(("*_chat.txt",), ("WhatsApp*.txt",)),
    beginning=_BEGINNING,
)
