"""Rows of CSV, TSV and JSONL files, each with the line where it begins."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final

from ..attrs import SUMMARY_FILE
from ..cells import unguard
from ..errors import Errors, PseudoError
from .decoding import find_encoding, read_lines
from .packing import pack_of
from .read_report import ReadReport, Row, note
from .share_modes import GUARDED
from .values import repair

DELIMITERS: Final = ",;\t|"
# How spreadsheets tell each other the delimiter.
SEP: Final = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)
# As many lines as a header may have, and as many objects as may lack a key that others have.
_HEAD = 100
_QUOTED = re.compile(r'(?:^|(?<=[,;\t|]))"(?:[^"]|"")*"')


class _Lines:
    """A text file: its encoding, checked throughout, and its lines.

    path (Path): The file, maybe compressed.
    encoding (Optional[str]): None finds out.
    report (ReadReport): Receives what is found.
    """

    def __init__(self, path: Path, encoding: str | None, report: ReadReport) -> None:
        self.path, self._report = path, report
        self._encoding, warning = find_encoding(path, encoding)
        if warning:
            note(report, warning)
        report.encoding, report.pack = self._encoding, pack_of(path)

    def _lines(self) -> Iterator[str]:
        return map(self._repair, read_lines(self.path, self._encoding))

    def _repair(self, text: str) -> str:
        return repair(text, self._report)


class CsvRows(_Lines):
    """The records of a CSV or TSV file.

    tabs (bool): Tabs stand between its cells, unless it looks otherwise.
    guarded (Optional[bool]): Its cells are as `cells.guard` wrote them; None asks the summary of the run beside it.
    """

    def __init__(
        self, path: Path, encoding: str | None, report: ReadReport, *, tabs: bool, guarded: bool | None
    ) -> None:
        super().__init__(path, encoding, report)
        self._guarded = _is_guarded(path) if guarded is None else guarded
        self._skip = 0
        self._delimiter = report.delimiter = self._find_delimiter(tabs)
        self.headers = self._find_headers()

    def _find_delimiter(self, tabs: bool) -> str:
        with closing(read_lines(self.path, self._encoding)) as lines:
            head = list(islice(lines, _HEAD))
        told = SEP.fullmatch(head[0]) if head else None
        if told:
            self._skip = 1
            return told[1]
        header = re.split(r"[\r\n]", _QUOTED.sub("", "".join(head).lstrip("\r\n")), maxsplit=1)[0]
        if tabs and ("\t" in header or not any(mark in header for mark in DELIMITERS)):
            return "\t"
        return max(DELIMITERS, key=header.count)

    def _find_headers(self) -> list[str]:
        with closing(self._cells()) as records:
            line, cells = next(records, (0, []))
        return named_headers(cells, self.path, line)

    def _cells(self) -> Generator[tuple[int, list[str]], None, None]:
        """YIELDS (tuple[int, list[str]]): The records, header included, with the line of each."""
        csv.field_size_limit(2**31 - 1)
        # Strict, because a quote in the wrong place would otherwise melt several messages into one.
        lines = islice(self._lines(), self._skip, None)
        reader = csv.reader(lines, delimiter=self._delimiter, strict=True)
        line = 1
        try:
            for cells in reader:
                if any(map(str.strip, cells)):
                    yield line + self._skip, list(map(unguard, cells)) if self._guarded else cells
                line = reader.line_num + 1
        except csv.Error as error:
            message = Errors.P109 if "end of data" in str(error) else Errors.P110
            raise PseudoError(message.format(path=self.path, line=line + self._skip)) from None

    def read(self) -> Iterator[Row]:
        """YIELDS (Row): The records without the header."""
        width = len(self.headers)
        for line, cells in islice(self._cells(), 1, None):
            if any(cells[width:]):
                raise PseudoError(Errors.P111.format(path=self.path, line=line, cells=len(cells), headers=width))
            yield Row(line, dict(zip(self.headers, cells, strict=False)), self.path)


class JsonRows(_Lines):
    """The objects of a JSONL file. `headers` grows when an object brings a new key."""

    def __init__(self, path: Path, encoding: str | None, report: ReadReport) -> None:
        super().__init__(path, encoding, report)
        self.headers: list[str] = []
        with closing(self.read()) as rows:
            headers = list(dict.fromkeys(key for row in islice(rows, _HEAD) for key in row.values))
        self.headers = headers

    def read(self) -> Generator[Row, None, None]:
        """YIELDS (Row): The objects."""
        known = set(self.headers)
        for number, line in enumerate(self._lines(), 1):
            if not line.strip():
                continue
            try:
                data = json.loads(line, strict=False)
            except (ValueError, RecursionError):
                raise PseudoError(Errors.P112.format(path=self.path, line=number)) from None
            if not isinstance(data, dict):
                raise PseudoError(Errors.P113.format(path=self.path, line=number))
            row = Row(number, {self._repair(key): value for key, value in data.items()}, self.path)
            if known and not known.issuperset(row.values):
                self.headers.extend(key for key in row.values if key not in known)
                known.update(row.values)
            yield row


def named_headers(cells: list[str], path: Path, line: int) -> list[str]:
    """Make sure that headers differ; empty ones are numbered.

    cells (list[str]): The headers as they stand there.
    path (Path): The file, for messages.
    line (int): Where they stand.
    RETURNS (list[str]): The headers.
    """
    headers = [cell.strip() or f"column {number}" for number, cell in enumerate(cells, 1)]
    if len(set(headers)) < len(headers):
        columns = [number for number, header in enumerate(headers, 1) if header in headers[: number - 1]]
        raise PseudoError(Errors.P114.format(path=path, line=line, columns=columns))
    return headers


def _is_guarded(path: Path) -> bool:
    """The file is one that a run has written so; its summary, beside it, says that."""
    try:
        summary = json.loads((path.parent / SUMMARY_FILE).read_text("utf-8"))
        ours = path.name in [file["name"] for file in summary["files"]]
        return ours and summary["settings"].get("cells") == GUARDED
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False
