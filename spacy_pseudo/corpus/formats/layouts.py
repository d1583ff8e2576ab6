"""What all formats have in common: how a reader is called, and what may be left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ...attrs import FIELDS
from ...message import Message
from ..tables import ReadReport

# What is left out unless somebody asks for it.
DELETED: Final = "deleted"
PRIVATE: Final = "private"
BOTS: Final = "bots"
INCLUDABLE: Final = (DELETED, PRIVATE, BOTS)


class Wishes(NamedTuple):
    """How somebody wants a file to be read.

    encoding (Optional[str]): None finds out.
    include (frozenset[str]): What is not left out: 'deleted', 'private', 'bots'.
    """

    encoding: str | None = None
    include: frozenset[str] = frozenset()


# Reads a file or directory; `report` is filled on the way. What cannot be read at all is an error before the first
# message.
Reader = Callable[[Path, Wishes, ReadReport], Iterator[Message]]


class Layout(NamedTuple):
    """A kind of file that some tool writes.

    name (str): What `--format` calls it.
    read (Reader): Reads it.
    suffixes (tuple[str, ...]): Endings of file names that nothing else has.
    keys (tuple[frozenset[str], ...]): Headers, or keys of the first object, that together tell it from others; one set
        for each shape that it comes in.
    directory (tuple[str, ...]): It is a directory, with these in it.
    bundles (tuple[tuple[str, ...], ...]): It is a directory or an archive with files called so, such as
        'messages-*.json', in it; several, for each shape that it comes in.
    beginning (Optional[re.Pattern[str]]): It is text in which this is found near the beginning.
    """

    name: str
    read: Reader
    suffixes: tuple[str, ...] = ()
    keys: tuple[frozenset[str], ...] = ()
    directory: tuple[str, ...] = ()
    bundles: tuple[tuple[str, ...], ...] = ()
    beginning: re.Pattern[str] | None = None


def begin(report: ReadReport, path: Path, layout: str, *, encoding: str = "utf-8") -> None:
    """Begin the report of a file that is no table: its messages are written as JSONL, under our own names of fields.

    report (ReadReport): The report; it may have been used for another file.
    path (Path): The file or directory.
    layout (str): Which tool's it is.
    encoding (str): How its text is encoded.
    """
    vars(report).update(vars(ReadReport(path=str(path), format="jsonl", layout=layout, encoding=encoding)))
    report.headers = list(FIELDS)
    report.columns = {field: field for field in FIELDS}
