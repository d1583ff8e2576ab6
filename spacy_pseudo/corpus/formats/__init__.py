"""Files of the tools that people have: one module for each kind, all of them read as messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ...errors import Errors, PseudoError
from ..columns import plain
from ..decoding import wide_encoding
from ..packing import ending_of, open_bytes
from ..recognised import binary_format
from ..tables import FORMATS, Table, parts_of
from ..text_rows import SEP
from .canvas import CANVAS
from .chats.bundles import ARCHIVES, Bundle
from .chats.slack import SLACK
from .chats.teams import TEAMS
from .chats.transcripts import TRANSCRIPT
from .chats.whatsapp import WHATSAPP
from .chats.zoom import ZOOM
from .chats.zulip import ZULIP
from .discourse import DISCOURSE
from .edx import EDX
from .layouts import Layout
from .mail.boxes import MAILDIR, MBOX
from .moodle import MOODLE

LAYOUTS: Final[tuple[Layout, ...]] = (
    MBOX, MAILDIR, MOODLE, EDX, DISCOURSE, CANVAS, SLACK, TEAMS, ZULIP, WHATSAPP, ZOOM, TRANSCRIPT,
)  # fmt: skip
TABLES: Final = tuple(dict.fromkeys(FORMATS.values()))
NAMES: Final = (*TABLES, *(layout.name for layout in LAYOUTS))
_HEAD: Final = 65536
# No key that is looked for is longer; each quote in a text would otherwise be followed to the text's end.
_KEY = re.compile(r'"((?:[^"\\]|\\.){0,100})"\s*:')
_FROM_LINE = re.compile(rb"From \S+.*[0-9]{2}:[0-9]{2}.*\r?\n")


def find_layout(path: Path, told: str | None = None, *, columns: bool = False) -> Layout | None:
    """Tell by name and beginning which tool has written a file.

    path (Path): The file or directory.
    told (Optional[str]): What somebody says that it is.
    columns (bool): Somebody says which column is which: of a table, that is all there is to know.
    RETURNS (Optional[Layout]): The layout; None for a table of rows, or what is taken for one.
    """
    if told is not None:
        one = next((layout for layout in LAYOUTS if layout.name == told), None)
        if one is None or not (one.bundles and path.is_dir()):
            _check_kind(path, told, directory=one is not None and bool(one.directory))
        return one
    if path.is_dir():
        for layout in LAYOUTS:
            if layout.directory and all((path / name).is_dir() for name in layout.directory):
                return layout
        if parts_of(path):
            return None
        if (found := _of_bundle(path)) is not None:
            return found
        raise PseudoError(Errors.P142.format(path=path))
    suffix = ending_of(path)
    if suffix in ARCHIVES and path.exists() and (found := _of_bundle(path)) is not None:
        return found
    for layout in LAYOUTS:
        if suffix in layout.suffixes:
            return layout
    if columns and suffix in FORMATS:
        return None
    if binary_format(path) is not None:
        return _with_keys({plain(header) for header in Table(path).headers})
    with open_bytes(path) as stream:
        head = stream.read(_HEAD)
    text = head.decode(wide_encoding(head) or "utf-8", "replace").removeprefix("\ufeff")
    if suffix not in (*FORMATS, ".json"):
        if _FROM_LINE.match(head):
            return find_layout(path, "mbox")
        return next((one for one in LAYOUTS if one.beginning is not None and one.beginning.match(text.lstrip())), None)
    return _with_keys(set(_keys(text, suffix)))


def _with_keys(found: Set[str]) -> Layout | None:
    return next((layout for layout in LAYOUTS if any(keys <= found for keys in layout.keys)), None)


def _of_bundle(path: Path) -> Layout | None:
    """RETURNS (Optional[Layout]): The layout of a directory or an archive, by what is in it."""
    bundle = Bundle(path)
    return next((layout for layout in LAYOUTS if any(map(bundle.holds, layout.bundles))), None)


def _check_kind(path: Path, told: str, *, directory: bool) -> None:
    """Some formats are directories, all others are files."""
    # What is not there at all, the reader will say.
    if path.is_dir() and told in TABLES and parts_of(path):
        return
    if path.exists() and path.is_dir() != directory:
        is_a, needed = ("file", "directory") if directory else ("directory", "file")
        raise PseudoError(Errors.P143.format(path=path, is_a=is_a, format=told, needed=needed))


def _keys(head: str, suffix: str) -> Iterator[str]:
    """The headers of a table, or whatever is a key at the beginning of a JSON file."""
    if suffix in (".csv", ".tsv"):
        lines = (line for line in head.splitlines() if line.strip() and not SEP.fullmatch(line))
        yield from (plain(cell) for cell in re.split(r"[,;\t|]", next(lines, "")))
        return
    for key in _KEY.findall(head):
        # What is no JSON here, the reader will name with its line.
        with suppress(ValueError):
            value: Any = json.loads(f'"{key}"', strict=False)
            yield value
