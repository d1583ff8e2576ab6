"""Mailboxes: where one mail ends and the next begins, in one file (mbox) or in a directory (Maildir)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ...packing import open_bytes
from ...tables import ReadReport
from ..layouts import Layout, Wishes
from .headers import DELETED, DRAFT, read_headers, time_of
from .reading import Found, read_mails

_DAY: Final = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTH: Final = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_TIME: Final = rb"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
_ZONE: Final = rb"(?:[ ]+(?:[+-][0-9]{4}|\(?[A-Z]{2,5}\)?))"
# 'From mary at uni.example  Fri Feb  1 17:36:46 2019', 'From 1623@xxx Fri Feb 01 17:36:46 +0000 2019',
# 'From - Fri, 1 Feb 2019 17:36:46 +0100'; nothing else may follow but what old relays add
_FROM_LINE = re.compile(
    rb"From [^\r\n]{0,300}?\b" + _DAY + rb",?[ ]+(?:"
    rb"" + _MONTH + rb"[ ]+[0-9]{1,2}[ ]+" + _TIME + _ZONE + rb"{0,2}[ ]+[0-9]{4}"
    rb"|[0-9]{1,2}[ ]+" + _MONTH + rb"[ ]+[0-9]{2,4}[ ]+" + _TIME + rb")"
    rb"" + _ZONE + rb"{0,2}(?:[ ]+(?:remote[ ]from|forwarded[ ]by)[ ][^\s]+)?[ \t]*\r?\n?\Z"
)
# Some archives number their mails: 'From -5187303'.
_NUMBERED = re.compile(rb"From -?[0-9]{4,20}[ ]*\r?\n\Z")
_HEADER = re.compile(rb"[!-9;-~]{1,100}[ \t]*:|>From ")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_BLANK: Final = (b"\n", b"\r\n", b"\r")
_BOM: Final = b"\xef\xbb\xbf"
# The end of a file's name in a Maildir: what somebody did with the mail.
_FLAGS = re.compile(r"[:;!]2,([A-Za-z]*)$")
_SECONDS = re.compile(r"[0-9]{1,12}")
_BOXES: Final = ("cur", "new")
_TRASH: Final = frozenset(
    "trash|deleted|deleted items|deleted messages|papierkorb|gelöschte elemente|gel&apy-schte elemente|papperskorgen"
    "|borttagna objekt|corbeille|papelera|cestino|prullenbak|lixeira".split("|")
)
_DRAFTS: Final = frozenset(
    "drafts|draft|entwürfe|entw&apw-rfe|utkast|brouillons|borradores|bozze|concepten|rascunhos".split("|")
)


class _Line(NamedTuple):
    """A line, and the next one."""

    line: bytes
    following: bytes


# --- mbox -------------------------------------------------------------------------------------------------------------


def split_mbox(path: Path) -> Iterator[bytes]:
    """Split a file into its mails. One that is no mailbox is an error at the first mail.

    path (Path): The file, maybe compressed ('.gz').
    YIELDS (bytes): The mails, without the lines between them, in the order of the file.
    """
    mail: list[bytes] | None = None
    blank = True
    for line, following in _lines(path):
        if blank and _begins(line, following, first=mail is None):
            if mail is not None:
                yield _unquoted(mail)
            mail = []
        elif mail is not None:
            mail.append(line)
        elif line.strip():
            raise PseudoError(Errors.P141.format(path=path))
        blank = line in _BLANK
    if mail is None:
        raise PseudoError(Errors.P140.format(path=path))
    yield _unquoted(mail)


def _lines(path: Path) -> Iterator[_Line]:
    with open_bytes(path) as stream:
        line = next(stream, b"").removeprefix(_BOM)
        for following in stream:
            yield _Line(line, following)
            line = following
        if line:
            yield _Line(line, b"")


def _begins(line: bytes, following: bytes, *, first: bool) -> bool:
    """The line looks like one between mails, and headers follow it, or a second such line."""
    if not line.startswith(b"From "):
        return False
    headed = _HEADER.match(following) is not None
    if _FROM_LINE.match(line):
        # Before a blank line, in the middle of a mailbox, it is a line that somebody wrote.
        return headed or (first and not following.strip()) or _FROM_LINE.match(following) is not None
    return _NUMBERED.match(line) is not None and headed


def _unquoted(lines: list[bytes]) -> bytes:
    """Without the blank line at the end, and the marks before 'From'."""
    if lines and lines[-1] in _BLANK:
        lines.pop()
    mail = b"".join(lines)
    return _QUOTED.sub(rb"\1", mail) if b">From " in mail else mail


def _found_in_mbox(path: Path) -> Iterator[Found]:
    return (Found(mail) for mail in split_mbox(path))


def read_mbox(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read a file with many mails in it; see `Reader`."""
    return read_mails(path, "mbox", partial(_found_in_mbox, path), wishes, report)


# --- Maildir ----------------------------------------------------------------------------------------------------------


def list_maildir(path: Path) -> list[tuple[Path, str]]:
    """List the mails of a Maildir and of the folders in it: '.Sent', '.Archive.2019', or 'Sent'.

    path (Path): The directory.
    RETURNS (list[tuple[Path, str]]): The files by date, then by name, and what became of each: 'deleted', 'draft', ''.
    """
    found: list[tuple[float, str, str, Path, str]] = []
    for folder in _folders(path):
        where = _state_of(folder.name.lower().rpartition(".")[2]) if folder != path else ""
        for box in _BOXES:
            for file in (folder / box).iterdir():
                if file.name.startswith(".") or not file.is_file():
                    continue
                flags = _FLAGS.search(file.name)
                state = where or _state_by(flags[1] if flags else "")
                unique = file.name[: flags.start()] if flags else file.name
                found.append((_date(file), unique, folder.relative_to(path).as_posix(), file, state))
    found.sort(key=lambda mail: mail[:3])
    return [(file, state) for *_, file, state in found]


def _folders(path: Path) -> Iterator[Path]:
    """The directory itself and, at any depth, those in it that hold mails; not what is only on its way (tmp)."""
    if all((path / box).is_dir() for box in _BOXES):
        yield path
    inner = sorted(one for one in path.iterdir() if one.is_dir() and not one.is_symlink())
    for one in inner:
        if one.name not in (*_BOXES, "tmp"):
            yield from _folders(one)


def _state_of(folder: str) -> str:
    return DELETED if folder in _TRASH else DRAFT if folder in _DRAFTS else ""


def _state_by(flags: str) -> str:
    return DELETED if "T" in flags else DRAFT if "D" in flags else ""


def _date(file: Path) -> float:
    """When a mail was written; if it does not say so, when it came."""
    with open_bytes(file) as stream:
        time = time_of(read_headers(_head(stream)))
    if time is not None:
        return time
    seconds = _SECONDS.match(file.name)
    return float(seconds[0]) if seconds else 0.0


def _head(lines: Iterator[bytes]) -> bytes:
    head = []
    for line in lines:
        if line in _BLANK:
            break
        head.append(line)
    return b"".join(head)


def _found_in(files: list[tuple[Path, str]]) -> Iterator[Found]:
    for file, state in files:
        with open_bytes(file) as stream:
            yield Found(stream.read(), state)


def read_maildir(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read a directory with a file for each mail, and the folders in it; see `Reader`."""
    try:
        files = list_maildir(path)
    except OSError as error:
        raise PseudoError(Errors.P101.format(path=path, reason=error.strerror)) from None
    if not files:
        raise PseudoError(Errors.P142.format(path=path))
    return read_mails(path, "maildir", partial(_found_in, files), wishes, report)


MBOX: Final = Layout("mbox", read_mbox, suffixes=(".mbox", ".mbx"))
MAILDIR: Final = Layout("maildir", read_maildir, directory=_BOXES)
