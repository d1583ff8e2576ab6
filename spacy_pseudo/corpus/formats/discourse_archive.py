"""Discourse's archive of one user: 'user_archive.csv', with everything that this person wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ...errors import Errors, PseudoError
from ...message import Message
from ..columns import plain
from ..tables import ReadReport, Table
from .layouts import PRIVATE, Wishes, begin
from .objects import Entry, left_out

# Nobody is named in the file: all posts are of the person who got it.
OWNER: Final = "archive-owner"
_NEEDED = ("url", "post_raw")
_PLACE = re.compile(r"/t/(?:[^/]+/)?([0-9]+)/([0-9]+)/?(?:[?#].*)?$")
_YES, _NO = ("yes", "true", "1"), ("no", "false", "0", "")
# What stands for the category of a private message, whatever the language of 'yes' and 'no'.
_NO_CATEGORY = "-"


def read_archive(path: Path, layout: str, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read what one person wrote in a Discourse forum. Addresses become ids: '/t/some-words/12/3' is '12-3' in '12'.

    path (Path): The file.
    layout (str): What its layout is called.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The posts.
    """
    table = Table(path, format="csv", encoding=wishes.encoding, report=report)
    warnings, encoding = report.warnings, report.encoding
    if not table.headers:
        raise PseudoError(Errors.P108.format(path=path))
    header_of = {plain(header): header for header in table.headers}
    missing = [column for column in _NEEDED if plain(column) not in header_of]
    if missing:
        raise PseudoError(Errors.P155.format(path=path, layout="Discourse", columns=", ".join(missing)))
    # Most fields have no column of their own.
    begin(report, path, layout, encoding=encoding)
    report.warnings = warnings
    return _messages(table, header_of, wishes)


def _messages(table: Table, header_of: dict[str, str], wishes: Wishes) -> Iterator[Message]:
    report = table.report
    for row in table.rows():
        values = {column: row.values.get(header) for column, header in header_of.items()}
        entry = Entry(table.path, report, f"line {row.line}", values)
        category = entry.id("categories")
        reason = left_out([PRIVATE] if _is_private(entry, category) else [], wishes)
        if reason is not None:
            report.left_out[reason] += 1
            continue
        place = _PLACE.search(entry.id("url") or "")
        if place is None:
            raise PseudoError(Errors.P156.format(path=table.path, where=entry.where, key="url"))
        key, text = entry.body("postraw", "postcooked", optional=True)
        yield Message(
            text,
            f"{place[1]}-{place[2]}",
            OWNER,
            thread=place[1],
            session=category if category != _NO_CATEGORY else None,
            timestamp=entry.id("createdat"),
            subject=entry.text("topictitle"),
            html=key == "postcooked",
        )


def _is_private(entry: Entry, category: str | None) -> bool:
    said = (entry.text("ispm") or "").strip().casefold()
    return said in _YES or (said not in _NO and category in (None, _NO_CATEGORY))
