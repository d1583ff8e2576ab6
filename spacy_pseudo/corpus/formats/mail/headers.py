"""The headers of a mail: its state, date, id and subject. Nothing in here ever fails."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from email.message import Message as Mail
from email.parser import BytesHeaderParser
from email.policy import Compat32
from email.utils import parsedate_to_datetime
from typing import Any, Final

from ....text.answer_marks import ANSWER, COUNT, FORWARDED
from .people import values

DELETED: Final = "deleted"
DRAFT: Final = "draft"

_HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
_ID = re.compile(r"<([^<>]+)>")
_BARE_ID = re.compile(r"[^\s<>\"]+@[^\s<>\"]+")
_EXPUNGED: Final = 0x0008
_HEX = re.compile(r"[0-9A-Fa-f]{1,8}")
_TAG: Final = r"(?:\[[^\]\n]{1,60}\]\s*)"
_IS_ANSWER = re.compile(rf"\s*{_TAG}?{ANSWER}{COUNT}\s?:", re.IGNORECASE)
_PREFIX = re.compile(rf"\s*(?:{_TAG}|(?:{ANSWER}|{FORWARDED}){COUNT}\s?:\s*)", re.IGNORECASE)
_NONE = re.compile(
    r"\W*|\(?(?:none|(?:no|kein|inget|ingen|utan|sans|sin|nessun|sem|geen|ei)[ ]"
    r"(?:subject|betreff|ämne|rubrik|objet|asunto|oggetto|assunto|onderwerp|emne|aihetta))\)?"
)


class _RawHeaders(Compat32):
    """Headers as they came: the library's own reading of them may fail."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        return value


POLICY: Final = _RawHeaders()


def read_headers(data: bytes) -> Mail:
    """RETURNS (Mail): The headers of a mail, without its body."""
    end = _HEAD_END.search(data)
    return BytesHeaderParser(policy=POLICY).parsebytes(data[: end.start()] if end else data)


def state_of(mail: Mail) -> str:
    """RETURNS (str): What the programs that wrote the mailbox have noted: 'deleted', 'draft' or ''."""
    marks = "".join(values(mail, "Status", "X-Status"))
    mozilla = _HEX.match("".join(values(mail, "X-Mozilla-Status")[:1]).strip())
    labels = {label.strip().lower() for value in values(mail, "X-Gmail-Labels") for label in value.split(",")}
    if "D" in marks or (mozilla and int(mozilla[0], 16) & _EXPUNGED) or "trash" in labels:
        return DELETED
    return DRAFT if "T" in marks or not labels.isdisjoint(("draft", "drafts")) else ""


def is_folder_data(mail: Mail) -> bool:
    """RETURNS (bool): It is no mail, but what a mail server keeps in the file."""
    return ("X-IMAP" in mail or "X-IMAPbase" in mail) and "FOLDER INTERNAL DATA" in "".join(values(mail, "Subject"))


def date_of(mail: Mail) -> datetime | None:
    """RETURNS (Optional[datetime]): When it was written; None if that cannot be read."""
    for value in values(mail, "Date")[:1]:
        try:
            return parsedate_to_datetime(value)
        except (TypeError, ValueError, OverflowError, IndexError):
            return None
    return None


def time_of(mail: Mail) -> float | None:
    """RETURNS (Optional[float]): The same in seconds, by which mails can be put in order."""
    date = date_of(mail)
    if date is None:
        return None
    known = date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
    return (known - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()


def id_of(mail: Mail) -> str | None:
    """RETURNS (Optional[str]): The Message-ID without its brackets."""
    return next((id for value in values(mail, "Message-ID") for id in ids_in(value) or bare_ids_in(value)), None)


def ids_in(header: str) -> list[str]:
    """RETURNS (list[str]): The ids of messages in a header."""
    return [joined for one in _ID.findall(header) if (joined := "".join(one.split()))]


def bare_ids_in(header: str) -> list[str]:
    """RETURNS (list[str]): What may be ids in a header without brackets, or addresses: 'from mary@uni.example'."""
    return [] if _ID.search(header) else _BARE_ID.findall(header)


def is_answer(subject: str) -> bool:
    """RETURNS (bool): A subject begins as those of answers do: 'Re:', 'AW:', 'SV:', 'Re[2]:'."""
    return _IS_ANSWER.match(subject) is not None


def says_nothing(subject: str) -> bool:
    """RETURNS (bool): A subject that is none: 'Re:', '(no subject)'."""
    bare = bare_subject(subject)
    return not bare or is_answer(bare) or _NONE.fullmatch(bare) is not None


def bare_subject(subject: str) -> str:
    """RETURNS (str): A subject without 'Re:', 'Fwd:' and the name of a mailing list, in small letters."""
    at = 0
    while prefix := _PREFIX.match(subject, at):
        at = prefix.end()
    return " ".join((subject[at:] or subject).casefold().split())
