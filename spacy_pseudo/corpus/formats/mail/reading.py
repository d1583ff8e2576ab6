"""From mails to messages. The headers of all of them are read first, then the bodies one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ...tables import ReadReport
from .. import layouts
from ..layouts import Wishes, begin
from .bodies import read_body
from .digests import mails_of_digest
from .headers import DELETED, DRAFT, POLICY, date_of, is_folder_data, read_headers, state_of
from .people import values
from .survey import Entry, Survey
from .text import decode_words, is_charset

# What is said of mails that are not read.
_KINDS: Final = {DELETED: "deleted messages", DRAFT: "drafts"}
_UNREADABLE: Final = "unreadable mails"
_FOLDER_DATA: Final = "folder data"
_ATTACHMENTS: Final = "attachments"
_UNREADABLE_PARTS: Final = "unreadable parts"
_DIGESTS: Final = "digests"


class Found(NamedTuple):
    """A mail of a mailbox as it is stored.

    data (bytes): The mail.
    state (str): What became of it, where the mailbox tells: 'deleted', 'draft' or ''.
    digest (bool): Mails follow that came in this one.
    """

    data: bytes
    state: str = ""
    digest: bool = False


def read_mails(
    path: Path, layout: str, mails: Callable[[], Iterable[Found]], wishes: Wishes, report: ReadReport
) -> Iterator[Message]:
    """Read the messages of a mailbox. All headers are read before this returns.

    path (Path): The mailbox, for messages.
    layout (str): Its kind.
    mails (Callable[[], Iterable[Found]]): Gives the mails, always the same in the same order.
    wishes (Wishes): How to read it.
    report (ReadReport): Receives what is found.
    RETURNS (Iterator[Message]): The messages in the same order.
    """
    if wishes.encoding is not None and not is_charset(wishes.encoding):
        raise PseudoError(Errors.P104.format(encoding=wishes.encoding))
    begin(report, path, layout)
    del report.columns["session"]
    report.headers.remove("session")
    survey = Survey()
    for number, found in enumerate(_unpacked(mails), 1):
        mail = read_headers(found.data)
        state = found.state or state_of(mail)
        if not mail.keys():
            survey.leave_out(_UNREADABLE)
        elif is_folder_data(mail):
            survey.leave_out(_FOLDER_DATA)
        elif state and layouts.DELETED not in wishes.include:
            survey.leave_out(_KINDS[state])
        elif found.digest:
            survey.leave_out(_DIGESTS, mail)
        else:
            survey.add(mail, number)
    entries = survey.finish(report)
    return _messages(entries, mails, wishes, report)


def _unpacked(mails: Callable[[], Iterable[Found]]) -> Iterator[Found]:
    """The mails of a mailbox; after a digest, those in it."""
    for found in mails():
        inner = mails_of_digest(found.data)
        yield found._replace(digest=bool(inner))
        yield from (Found(data, found.state) for data in inner)


def _messages(
    entries: list[Entry | None], mails: Callable[[], Iterable[Found]], wishes: Wishes, report: ReadReport
) -> Iterator[Message]:
    for entry, found in zip(entries, _unpacked(mails), strict=True):
        if entry is None:
            continue
        try:
            mail = message_from_bytes(found.data, policy=POLICY)
            body = read_body(mail, usual=wishes.encoding)
        except (ValueError, LookupError, RecursionError):  # parts in parts in parts
            report.left_out[_UNREADABLE] += 1
            continue
        date = date_of(mail)
        subject = next(iter(values(mail, "Subject")), None)
        report.rows += 1
        report.surrogates += body.lost
        if body.attachments:
            report.left_out[_ATTACHMENTS] += body.attachments
        if body.unreadable:
            report.left_out[_UNREADABLE_PARTS] += body.unreadable
        yield Message(
            _without_nul(body.text, report),
            entry.id,
            entry.author,
            entry.parent,
            entry.parent_author,
            entry.thread,
            timestamp=date.isoformat() if date is not None else None,
            subject=_without_nul(decode_words(subject), report) if subject else None,
            html=body.html,
        )


def _without_nul(text: str, report: ReadReport) -> str:
    if "\0" not in text:
        return text
    report.nul += text.count("\0")
    return text.replace("\0", "\ufffd")
