"""Tables of any format, as one file or in parts: rows, one at a time, each with the line where it begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from ..errors import Errors, PseudoError
from .packing import PACKS, ending_of
from .read_report import ReadReport, Row, Rows, note
from .recognised import PARQUET, WORKBOOK, binary_format
from .text_rows import CsvRows, JsonRows
from .values import as_text

__all__ = ["FORMATS", "ReadReport", "Row", "Table", "find_table", "note", "parts_of"]

FORMATS: Final = {
    ".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": PARQUET, ".xlsx": WORKBOOK,
    ".xlsm": WORKBOOK,
}  # fmt: skip
_JSONL: Final = "jsonl"
_FRACTION: Final = re.compile(r"[0-9]+\.0")
# What engines put beside the parts of a table, such as '_SUCCESS' and '.part-0.crc'.
_ASIDE: Final = ("_", ".")


class Table:
    """A file of rows, or a directory with such files, its parts, which are read in the order of their names. Making one
    checks the encoding of all of it and finds the headers; no file stays open."""

    def __init__(
        self,
        path: str | Path,
        *,
        format: str | None = None,
        encoding: str | None = None,
        report: ReadReport | None = None,
        guarded: bool | None = None,
        sheet: str | None = None,
    ) -> None:
        """Look at a table.

        path (str | Path): The file, maybe compressed ('.gz', '.zst'), or the directory.
        format (Optional[str]): One of `FORMATS`; None tells by name and beginning.
        encoding (Optional[str]): None finds out.
        report (Optional[ReadReport]): Receives what is found; None means that warnings are given as such.
        guarded (Optional[bool]): Its cells are as `cells.guard` wrote them; None asks the summary of the run beside it.
        sheet (Optional[str]): Which sheet of a workbook; None: the first.
        """
        self.path = Path(path)
        self.report = report if report is not None else ReadReport()
        # A report may have been used for another file.
        vars(self.report).update(vars(ReadReport(path=str(path))))
        files = (parts_of(self.path) if self.path.is_dir() else []) or [self.path]
        formats = dict.fromkeys(_find_format(file, format) for file in files)
        if len(formats) > 1:
            raise PseudoError(Errors.P127.format(path=path, formats=", ".join(formats)))
        self.format = self.report.layout = next(iter(formats))
        self.report.format = "csv" if self.format == WORKBOOK else self.format
        if sheet is not None and self.format != WORKBOOK:
            raise PseudoError(Errors.P126.format(path=path, format=self.format))
        encodings: dict[str, None] = {}
        self._parts: list[Rows] = []
        for file in files:
            self._parts.append(self._open(file, encoding, guarded, sheet))
            encodings[self.report.encoding] = None
        self.report.encoding = ", ".join(encodings)
        self._fractions: frozenset[str] = frozenset()
        self.headers: list[str] = []
        self.report.headers = self.headers
        self._add_headers()
        if report is None:
            for warning in self.report.warnings:
                note(None, warning)

    def _open(self, file: Path, encoding: str | None, guarded: bool | None, sheet: str | None) -> Rows:
        if self.format == PARQUET:
            from .parquet import ParquetRows

            return ParquetRows(file, self.report)
        if self.format == WORKBOOK:
            from .workbooks import WorkbookRows

            return WorkbookRows(file, self.report, sheet)
        if self.format == _JSONL:
            return JsonRows(file, encoding, self.report)
        return CsvRows(file, encoding, self.report, tabs=self.format == "tsv", guarded=guarded)

    def _add_headers(self) -> None:
        for rows in self._parts:
            self.headers.extend(header for header in rows.headers if header not in self.headers)

    def rows(self) -> Iterator[Row]:
        """Read the rows from the first on; an empty file has none, and no headers. In JSONL, `headers` grows when an
        object brings a new key.

        YIELDS (Row): Rows that are not empty.
        """
        report = self.report
        report.rows = report.line = report.surrogates = report.nul = 0
        for rows in self._parts:
            count = len(rows.headers)
            for row in rows.read():
                report.rows += 1
                report.line = row.line
                if len(rows.headers) > count:
                    self._add_headers()
                    count = len(rows.headers)
                for header in self._fractions.intersection(row.values):
                    row.values[header] = row.values[header].strip().removesuffix(".0")
                yield row

    def text(self, value: Any) -> str | None:
        """RETURNS (Optional[str]): A value as text: 43 and 43.0 are '43', times ISO, lists JSON, NaN None."""
        return as_text(value, self.report)

    def mend_ids(self, headers: Iterable[str]) -> bool:
        """Find columns of ids with 43.0 for 43 throughout, as programs write whole numbers where a cell is empty. The
        rows that are read from now on have 43.

        headers (Iterable[str]): The columns; what has types tells its numbers by itself.
        RETURNS (bool): There are such columns.
        """
        maybe = set(headers) if self.format in ("csv", "tsv") else set()
        found: set[str] = set()
        for row in (row for part in self._parts for row in part.read()) if maybe else ():
            for header in tuple(maybe):
                if value := row.values.get(header, "").strip():
                    (found.add if _FRACTION.fullmatch(value) else maybe.discard)(header)
            if not maybe:
                break
        self._fractions = frozenset(found & maybe)
        return bool(self._fractions)


def parts_of(directory: Path) -> list[Path]:
    """RETURNS (list[Path]): The files that are a table together, in the order of their names; none if there are other
    files or directories in it, or nothing."""
    inside = sorted(path for path in directory.iterdir() if not path.name.startswith(_ASIDE))
    tables = all(path.is_file() and ending_of(path) in FORMATS for path in inside)
    return inside if tables else []


def find_table(directory: Path, name: str) -> list[Path]:
    """RETURNS (list[Path]): The tables of a name that there are in a directory, of any format."""
    endings = [f"{kind}{pack}" for kind in FORMATS for pack in ("", *(f".{pack}" for pack in PACKS))]
    return [path for ending in endings if (path := directory / f"{name}{ending}").is_file()]


def _find_format(path: Path, told: str | None) -> str:
    found = binary_format(path)
    if told is not None:
        if told not in FORMATS.values():
            formats = ", ".join(dict.fromkeys(FORMATS.values()))
            raise PseudoError(Errors.P103.format(format=told, formats=formats))
        return told
    if found is None and ending_of(path) not in FORMATS:
        raise PseudoError(Errors.P102.format(path=path))
    return found or FORMATS[ending_of(path)]
