"""What chats in files of text have in common: their lines, the names in them, and words that programs write."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from .... import languages
from ....errors import Errors, PseudoError
from ...decoding import find_encoding, read_lines, wide_encoding
from ...tables import ReadReport, note
from ...values import repair
from ..layouts import Wishes, begin
from .bundles import Bundle, is_bundle

# Marks that tell in which direction to write, and a mark of the beginning of a file; nobody sees them.
_UNSEEN: Final = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
# '~ Mary' is what somebody calls herself who is in nobody's address book.
_SELF_NAMED: Final = re.compile(r"~\s*")
_TEXT: Final = re.compile(r"[^/]*\.txt")
_PHONE: Final = re.compile(r"\+?[\d\s()./-]{6,24}")


@cache
def words(kind: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): Words, or pieces of patterns, that programs for chats write, in all languages."""
    return tuple(json.loads(languages.text("chats.json"))[kind])


def either(kind: str) -> str:
    """RETURNS (str): A piece of a pattern: any of these words."""
    return "|".join(map(re.escape, sorted(words(kind), key=len, reverse=True)))


def seen(text: str) -> str:
    """RETURNS (str): What people see of a text."""
    return _UNSEEN.sub("", text)


def name_of(raw: str) -> str:
    """RETURNS (str): A name as it is compared, with plain blanks."""
    return " ".join(unicodedata.normalize("NFC", _SELF_NAMED.sub("", seen(raw).strip(), count=1)).split())


def meet(report: ReadReport, name: str | None) -> None:
    """Note somebody who is known by a name, or only by a telephone number, which is nobody's name."""
    if name:
        report.meet(name, None if _PHONE.fullmatch(name) else name)


def open_text(path: Path, layout: str, wishes: Wishes, report: ReadReport) -> list[str]:
    """Read a file of text, alone or in an archive of which it is the only one.

    path (Path): The file, directory or archive.
    layout (str): What it is called.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Begun here.
    RETURNS (list[str]): The lines, without their ends.
    """
    if is_bundle(path):
        begin(report, path, layout)
        files = list(Bundle(path).files(_TEXT))
        if len(files) != 1:
            raise PseudoError(Errors.P159.format(path=path, layout=layout))
        encoding = wishes.encoding or wide_encoding(files[0].data) or "utf-8-sig"
        try:
            text = files[0].data.decode(encoding)
        except LookupError:
            raise PseudoError(Errors.P104.format(encoding=encoding)) from None
        except UnicodeDecodeError as error:
            line = files[0].data.count(b"\n", 0, error.start) + 1
            raise PseudoError(Errors.P105.format(path=path, line=line, encoding=encoding)) from None
        lines: Iterator[str] = iter(text.split("\n"))
    else:
        encoding, warning = find_encoding(path, wishes.encoding)
        begin(report, path, layout, encoding=encoding)
        if warning:
            note(report, warning)
        lines = read_lines(path, encoding)
    return [repair(line.rstrip("\r\n"), report) for line in lines]
