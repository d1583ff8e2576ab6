"""Everything that stands in the output directory: messages field by field, headers, names of files, other files."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...attrs import FIELDS, SUMMARY_FILE
from ...corpus.tables import Table
from ...errors import Errors, PseudoError
from ..report.report import without_style

TEXT: Final = "text"
SUBJECT: Final = "subject"
# Fields that people write; the others are ids.
PROSE: Final = (TEXT, SUBJECT)
# What is called in the place of a field where there is none.
FILE_NAME: Final = "name of the file"
HEADER: Final = "header"
CONTENT: Final = "content"
_NUL: Final = b"\0"
_HEAD: Final = 8192


class Written(NamedTuple):
    """One piece of what was written.

    file (str): The file, as its path in the output directory.
    field (str): The field, a header of a column that was kept, or what it is.
    text (str): What stands there.
    number (Optional[int]): The number of the message, over all files, from 0.
    message (str): The message's id in the output; empty elsewhere.
    row (int): The line or the number of the row, from 1; 0 for what has none.
    prose (bool): People wrote it.
    """

    file: str
    field: str
    text: str
    number: int | None = None
    message: str = ""
    row: int = 0
    prose: bool = False


class Output:
    """What a run has written, as anybody finds it who gets it.

    path (Path): The directory.
    besides (Collection[Path]): Files in it that are not looked at.
    """

    def __init__(self, path: Path, *, besides: Collection[Path] = ()) -> None:
        self.path = path
        self._besides = {file.resolve() for file in besides}
        if not path.is_dir():
            raise PseudoError(Errors.P830.format(path=path))
        self._columns = _columns(path / SUMMARY_FILE)
        self.unread: list[str] = []

    def __iter__(self) -> Iterator[Written]:
        """YIELDS (Written): The pieces, messages first."""
        self.unread = []
        number = 0
        for name, columns in self._columns.items():
            if not (self.path / name).is_file():
                raise PseudoError(Errors.P811.format(path=self.path / name))
            for row, pieces in self._messages(name, columns, number):
                number += bool(row)
                yield from pieces
        for path in sorted(self.path.rglob("*")):
            if path.resolve() in self._besides:
                continue
            name = path.relative_to(self.path).as_posix()
            # The ending is no name.
            yield Written(name, FILE_NAME, name.removesuffix(path.suffix))
            if path.is_file() and name not in self._columns:
                yield from self._other(path, name)

    def _messages(self, name: str, columns: Mapping[str, str], first: int) -> Iterator[tuple[int, list[Written]]]:
        """YIELDS (tuple[int, list[Written]]): The number of a row, and its fields; at last, as row 0, the headers."""
        fields = {header: field for field, header in columns.items()}
        table = Table(self.path / name, encoding="utf-8")
        for number, row in enumerate(table.rows(), first):
            id = table.text(row.values.get(columns.get("id", ""))) or ""
            pieces = []
            for header, value in row.values.items():
                text = table.text(value)
                field = fields.get(header, header)
                if text and field != "timestamp":
                    # A column that was kept may hold anything.
                    prose = field in PROSE or (header not in fields and " " in text)
                    pieces.append(Written(name, field, text, number, id, row.line, prose))
            yield row.line, pieces
        yield 0, [Written(name, HEADER, header) for header in table.headers]

    def _other(self, path: Path, name: str) -> Iterator[Written]:
        """A file that holds no messages: the summary, or what somebody has put there."""
        data = path.read_bytes()
        if _NUL in data[:_HEAD]:
            self.unread.append(name)
            return
        text = without_style(data.decode("utf-8", "replace"))
        if path.suffix == ".json":
            try:
                strings = list(_strings(json.loads(text), keys=name != SUMMARY_FILE))
            except ValueError:
                strings = [text]
            for string in strings:
                yield Written(name, CONTENT, string)
            return
        for row, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield Written(name, CONTENT, line, row=row, prose=True)


def _strings(value: Any, *, keys: bool) -> Iterator[str]:
    """YIELDS (str): All strings of what was read from JSON, and its keys, unless they are ours."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, keys=keys)
    elif isinstance(value, dict):
        for key, item in value.items():
            if keys:
                yield key
            yield from _strings(item, keys=keys)


def _columns(path: Path) -> dict[str, dict[str, str]]:
    """The files of messages, and which column of each is which field."""
    try:
        files = json.loads(path.read_text("utf-8"))["files"]
        columns = {str(file["name"]): dict(file["columns"]) for file in files}
        if not columns or not all(set(one) <= set(FIELDS) for one in columns.values()):
            raise ValueError
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise PseudoError(Errors.P810.format(path=path)) from error
    return columns
