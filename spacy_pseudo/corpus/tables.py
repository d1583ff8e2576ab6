"""Rows of CSV, TSV and JSONL files: one at a time, each with the line where it begins."""

from __future__ import annotations

import csv
import json
import re
import warnings
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..attrs import SUMMARY_FILE
from ..cells import unguard
from ..errors import Errors, PseudoError, PseudoWarning
from .decoding import ending_of, find_encoding, read_lines
from .share_modes import GUARDED
from .values import as_text, repair

FORMATS: Final = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
DELIMITERS: Final = ",;\t|"
# How spreadsheets tell each other the delimiter.
SEP: Final = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)
# As many lines as a header may have, and as many objects as may lack a key that others have.
_HEAD = 100
_QUOTED = re.compile(r'(?:^|(?<=[,;\t|]))"(?:[^"]|"")*"')
_FRACTION = re.compile(r"[0-9]+\.0")


@dataclass
class ReadReport:
    """What was found in a file. Complete once the last row has been read; all but the counts before the first.

    columns (dict[str, str]): Header by field, in the file's order.
    dropped (list[str]): Headers that are no known field.
    surrogates, nul (int): Lone surrogates and NUL characters, each replaced by U+FFFD.
    duplicates (list[str]): In a roster, ids with several rows.
    empty_names (int): In a roster, names without a character in them.
    warnings (list[str]): Coded messages on what a person should know.
    format (str): How the rows are written again: 'csv', 'tsv' or 'jsonl'.
    layout (str): Which tool's file it is, such as 'moodle' or 'mbox'; otherwise as `format`.
    people (dict[str, list[str]]): Names by id, where the file itself tells who its people are. Private.
    left_out (Counter[str]): What was not read, by kind: 'deleted posts', 'attachments' ...
    """

    path: str = ""
    format: str = ""
    layout: str = ""
    encoding: str = ""
    delimiter: str | None = None
    headers: list[str] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)
    rows: int = 0
    surrogates: int = 0
    nul: int = 0
    duplicates: list[str] = field(default_factory=list)
    empty_names: int = 0
    warnings: list[str] = field(default_factory=list)
    people: dict[str, list[str]] = field(default_factory=dict, repr=False)
    left_out: Counter[str] = field(default_factory=Counter)

    def meet(self, id: str, name: str | None = None) -> None:
        """Note somebody who takes part, and what the file calls them.

        id (str): The person's id in the file.
        name (Optional[str]): A name; an empty one counts for nothing.
        """
        names = self.people.setdefault(id, [])
        known = " ".join((name or "").split())
        if known and known not in names:
            names.append(known)


class Row(NamedTuple):
    """One row: the line where it begins, and its values by header; in JSONL of any type."""

    line: int
    values: dict[str, Any]


def note(report: ReadReport | None, message: str) -> None:
    """Put a warning into the report; if nobody asked for one, warn."""
    if report is None:
        warnings.warn(message, PseudoWarning, stacklevel=3)
    else:
        report.warnings.append(message)


class Table:
    """A file of rows. Making one checks the encoding of the whole file and finds the headers; no file stays open."""

    def __init__(
        self,
        path: str | Path,
        *,
        format: str | None = None,
        encoding: str | None = None,
        report: ReadReport | None = None,
        guarded: bool | None = None,
    ) -> None:
        """Look at a file.

        path (str | Path): The file, maybe compressed ('.gz').
        format (Optional[str]): 'csv', 'tsv' or 'jsonl'; None tells by the extension.
        encoding (Optional[str]): None finds out.
        report (Optional[ReadReport]): Receives what is found; None means that warnings are given as such.
        guarded (Optional[bool]): Its cells are as `cells.guard` wrote them; None asks the summary of the run beside it.
        """
        self.path = Path(path)
        self.report = report if report is not None else ReadReport()
        # A report may have been used for another file.
        vars(self.report).update(vars(ReadReport(path=str(path))))
        self.report.layout = self.report.format = self.format = _find_format(self.path, format)
        self.report.encoding, warning = find_encoding(path, encoding)
        if warning:
            note(report, warning)
        self._guarded = self.format != "jsonl" and (_is_guarded(self.path) if guarded is None else guarded)
        self._skip = 0
        self._fractions: frozenset[str] = frozenset()
        self.headers: list[str] = []
        if self.format != "jsonl":
            self._find_delimiter()
        self.headers = self.report.headers = self._find_headers()

    def rows(self) -> Iterator[Row]:
        """Read the rows from the first on; an empty file has none, and no headers. In JSONL, `headers` grows when an
        object brings a new key.

        YIELDS (Row): Rows that are not empty.
        """
        report = self.report
        report.rows = report.surrogates = report.nul = 0
        for row in self._objects() if self.format == "jsonl" else self._records():
            report.rows += 1
            yield row

    def text(self, value: Any) -> str | None:
        """RETURNS (Optional[str]): A value as text: 43 and 43.0 are '43', nested values stay JSON, NaN is None."""
        return as_text(value, self.report)

    def mend_ids(self, headers: Iterable[str]) -> bool:
        """Find columns of ids with 43.0 for 43 throughout, as programs write whole numbers where a cell is empty. The
        rows that are read from now on have 43.

        headers (Iterable[str]): The columns; what is JSON tells its numbers by itself.
        RETURNS (bool): There are such columns.
        """
        maybe = set(headers) if self.format != "jsonl" else set()
        found: set[str] = set()
        for row in self._records() if maybe else ():
            for header in tuple(maybe):
                if value := row.values.get(header, "").strip():
                    (found.add if _FRACTION.fullmatch(value) else maybe.discard)(header)
            if not maybe:
                break
        self._fractions = frozenset(found & maybe)
        return bool(self._fractions)

    def _lines(self) -> Iterator[str]:
        return map(self._repair, read_lines(self.path, self.report.encoding))

    def _repair(self, text: str) -> str:
        return repair(text, self.report)

    def _find_delimiter(self) -> None:
        with closing(read_lines(self.path, self.report.encoding)) as lines:
            head = list(islice(lines, _HEAD))
        told = SEP.fullmatch(head[0]) if head else None
        if told:
            self.report.delimiter, self._skip = told[1], 1
            return
        header = re.split(r"[\r\n]", _QUOTED.sub("", "".join(head).lstrip("\r\n")), maxsplit=1)[0]
        if self.format == "tsv" and ("\t" in header or not any(mark in header for mark in DELIMITERS)):
            self.report.delimiter = "\t"
        else:
            self.report.delimiter = max(DELIMITERS, key=header.count)

    def _find_headers(self) -> list[str]:
        if self.format == "jsonl":
            with closing(self._objects()) as rows:
                headers = list(dict.fromkeys(key for row in islice(rows, _HEAD) for key in row.values))
        else:
            with closing(self._cells()) as records:
                line, cells = next(records, (0, []))
            headers = [cell.strip() or f"column {number}" for number, cell in enumerate(cells, 1)]
            if len(set(headers)) < len(headers):
                columns = [number for number, header in enumerate(headers, 1) if header in headers[: number - 1]]
                raise PseudoError(Errors.P114.format(path=self.path, line=line, columns=columns))
        return headers

    def _cells(self) -> Generator[tuple[int, list[str]], None, None]:
        """YIELDS (tuple[int, list[str]]): The records of a CSV file, header included, with the line of each."""
        csv.field_size_limit(2**31 - 1)
        # Strict, because a quote in the wrong place would otherwise melt several messages into one.
        lines = islice(self._lines(), self._skip, None)
        reader = csv.reader(lines, delimiter=self.report.delimiter or ",", strict=True)
        line = 1
        try:
            for cells in reader:
                if any(map(str.strip, cells)):
                    yield line + self._skip, list(map(unguard, cells)) if self._guarded else cells
                line = reader.line_num + 1
        except csv.Error as error:
            message = Errors.P109 if "end of data" in str(error) else Errors.P110
            raise PseudoError(message.format(path=self.path, line=line + self._skip)) from None

    def _records(self) -> Iterator[Row]:
        width = len(self.headers)
        for line, cells in islice(self._cells(), 1, None):
            if any(cells[width:]):
                raise PseudoError(Errors.P111.format(path=self.path, line=line, cells=len(cells), headers=width))
            row = Row(line, dict(zip(self.headers, cells, strict=False)))
            for header in self._fractions.intersection(row.values):
                row.values[header] = row.values[header].strip().removesuffix(".0")
            yield row

    def _objects(self) -> Generator[Row, None, None]:
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
            row = Row(number, {self._repair(key): value for key, value in data.items()})
            if known and not known.issuperset(row.values):
                self.headers.extend(key for key in row.values if key not in known)
                known.update(row.values)
            yield row


def _is_guarded(path: Path) -> bool:
    """The file is one that a run has written so; its summary, beside it, says that."""
    try:
        summary = json.loads((path.parent / SUMMARY_FILE).read_text("utf-8"))
        ours = path.name in [file["name"] for file in summary["files"]]
        return ours and summary["settings"].get("cells") == GUARDED
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False


def _find_format(path: Path, told: str | None) -> str:
    if told is not None:
        if told not in FORMATS.values():
            formats = ", ".join(dict.fromkeys(FORMATS.values()))
            raise PseudoError(Errors.P103.format(format=told, formats=formats))
        return told
    if ending_of(path) not in FORMATS:
        raise PseudoError(Errors.P102.format(path=path))
    return FORMATS[ending_of(path)]
