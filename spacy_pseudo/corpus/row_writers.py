"""Rows as files, in the format and the compression that the input had."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Protocol, TextIO

from ..cells import CellWriter
from .packing import PACKS, packed
from .read_report import ReadReport
from .recognised import PARQUET


class RowWriter(Protocol):
    """Writes rows."""

    def begin(self, headers: Iterable[str]) -> None:
        """Begin with these columns."""

    def write(self, row: Mapping[str, Any]) -> None:
        """Write a row: values by header, all of which were there at the beginning but in JSONL."""


class _JsonWriter:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def begin(self, headers: Iterable[str]) -> None:
        """Every object has its own keys."""

    def write(self, row: Mapping[str, Any]) -> None:
        self._stream.write(json.dumps(row, ensure_ascii=False) + "\n")


class _CsvWriter:
    def __init__(self, stream: TextIO, delimiter: str, *, plain: bool) -> None:
        make: Callable[..., Any] = csv.writer if plain else CellWriter
        self._csv = make(stream, delimiter=delimiter, lineterminator="\r\n")

    def begin(self, headers: Iterable[str]) -> None:
        self._headers = list(headers)
        self._csv.writerow(self._headers)

    def write(self, row: Mapping[str, Any]) -> None:
        self._csv.writerow([row.get(header) for header in self._headers])


_JSONL: Final = "jsonl"


@contextmanager
def row_writer(
    stream: TextIO, report: ReadReport, *, typed: Iterable[str] = (), plain: bool = False
) -> Iterator[RowWriter]:
    """Write rows.

    stream (TextIO): An open file of which nothing is written yet, as from `atomic_file`; it stays open.
    report (ReadReport): What was found in the input: format, compression, delimiter, types.
    typed (Iterable[str]): In Parquet, the headers of columns that keep their types; all others are text.
    plain (bool): Cells that a spreadsheet would run as formulas are written all the same.
    YIELDS (RowWriter): The writer; the file is complete afterwards.
    """
    if report.format == PARQUET:
        from .parquet import ParquetWriter

        writer = ParquetWriter(stream.buffer, report, typed)
        yield writer
        writer.close()
    elif report.pack in PACKS:
        with packed(stream.buffer, report.pack) as inner:
            text = io.TextIOWrapper(inner, encoding="utf-8", newline="")
            try:
                yield text_writer(text, report, plain=plain)
            finally:
                text.detach()
    else:
        yield text_writer(stream, report, plain=plain)


def text_writer(stream: TextIO, report: ReadReport, *, plain: bool = False) -> RowWriter:
    """RETURNS (RowWriter): Writes rows of CSV or JSONL into an open text file; see `row_writer`."""
    if report.format == _JSONL:
        return _JsonWriter(stream)
    return _CsvWriter(stream, report.delimiter or ",", plain=plain)
