"""Mailboxes of a few invented people, written for a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spacy_pseudo.corpus.formats.layouts import Wishes
from spacy_pseudo.corpus.formats.mail.boxes import read_maildir, read_mbox
from spacy_pseudo.corpus.tables import ReadReport
from spacy_pseudo.message import Message


class Read(NamedTuple):
    messages: list[Message]
    report: ReadReport

    @property
    def first(self) -> Message:
        return self.messages[0]


def make_mail(text: str | bytes = "Hello.", **headers: str) -> bytes:
    """A mail; underscores in the names of headers stand for hyphens, and None leaves one out."""
    given = {"From": "Mary Calder <mary@uni.example>", "Date": "Fri, 1 Feb 2019 17:36:46 +0100", **headers}
    lines = [f"{name.replace('_', '-')}: {value}\n" for name, value in given.items() if value is not None]
    body = text if isinstance(text, bytes) else text.encode("utf-8")
    return "".join(lines).encode("utf-8") + b"\n" + body + b"\n"


def make_mbox(*mails: bytes) -> bytes:
    return b"".join(b"From mary@uni.example Fri Feb  1 17:36:46 2019\n" + mail + b"\n" for mail in mails)


@pytest.fixture
def mail() -> Callable[..., bytes]:
    return make_mail


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    """Write mails into an mbox file, and read it."""

    def read(*mails: bytes, include: tuple[str, ...] = (), raw: bytes | None = None, **wishes: Any) -> Read:
        path = tmp_path / "list.mbox"
        path.write_bytes(raw if raw is not None else make_mbox(*mails))
        report = ReadReport()
        return Read(list(read_mbox(path, Wishes(include=frozenset(include), **wishes), report)), report)

    return read


@pytest.fixture
def read_dir(tmp_path: Path) -> Callable[..., Read]:
    """Write mails into files of a Maildir, and read it."""

    def read(files: dict[str, bytes], include: tuple[str, ...] = ()) -> Read:
        for box in ("cur", "new", "tmp"):
            (tmp_path / "mail" / box).mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            path = tmp_path / "mail" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            for box in ("cur", "new"):
                (path.parent.parent / box).mkdir(exist_ok=True)
            path.write_bytes(data)
        report = ReadReport()
        return Read(list(read_maildir(tmp_path / "mail", Wishes(include=frozenset(include)), report)), report)

    return read
