"""Rows of Parquet files, a batch at a time, and how they are written again: the same types where values stay as they
are, text elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, Final

from ..errors import Errors, PseudoError
from .columns import shown_header
from .packing import most_of
from .read_report import ReadReport, Row
from .text_rows import named_headers
from .values import as_text

_BATCH: Final = 512
# A row group ends after so many rows, or so many characters.
_GROUP: Final = 20_000
_CHARACTERS: Final = 20_000_000
_DAMAGED: Final = "the file is damaged, or is no Parquet"
_CODECS: Final = ("SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4")


class ParquetRows:
    """The rows of a Parquet file.

    path (Path): The file.
    report (ReadReport): Receives what is found.
    """

    def __init__(self, path: Path, report: ReadReport) -> None:
        self.path = path
        with _opened(path) as file:
            schema = file.schema_arrow
            self.headers = named_headers(list(schema.names), path, 1)
            groups = file.metadata.num_row_groups
            codec = file.metadata.row_group(0).column(0).compression if groups and self.headers else _CODECS[0]
        report.encoding, report.pack = "utf-8", codec if codec in _CODECS else "NONE"
        report.types.update(zip(self.headers, schema.types, strict=True))

    def read(self) -> Iterator[Row]:
        """YIELDS (Row): The rows, counted from 1; points in time are ISO, in UTC if they have a zone."""
        number, left = 0, most_of(self.path)
        with _opened(self.path) as file:
            for batch in _batches(file, self.path):
                left -= batch.nbytes
                if left < 0:
                    raise PseudoError(Errors.P129.format(path=self.path))
                columns = [_values(column, self.path) for column in batch.columns]
                for values in zip(*columns, strict=True):
                    number += 1
                    yield Row(number, dict(zip(self.headers, values, strict=True)), self.path)


def _opened(path: Path) -> Any:
    arrow, parquet = _pyarrow(path)
    try:
        return closing(parquet.ParquetFile(path, memory_map=False))
    except (arrow.ArrowException, OSError) as error:
        raise PseudoError(Errors.P101.format(path=path, reason=_reason(error))) from None


def _batches(file: Any, path: Path) -> Iterator[Any]:
    arrow, _ = _pyarrow(path)
    batches = file.iter_batches(batch_size=_BATCH, use_threads=False)
    while True:
        try:
            batch = next(batches, None)
        except (arrow.ArrowException, OSError) as error:
            raise PseudoError(Errors.P101.format(path=path, reason=_reason(error))) from None
        if batch is None:
            return
        yield batch


def _reason(error: Exception) -> str:
    """What pyarrow says itself may quote what stands in the file."""
    return getattr(error, "strerror", None) or _DAMAGED


def _values(column: Any, path: Path) -> list[Any]:
    """A column's values as Python has them."""
    arrow, _ = _pyarrow(path)
    types = arrow.types
    try:
        if types.is_dictionary(column.type):
            column = column.dictionary_decode()
        kind = column.type
        if types.is_timestamp(kind):
            # Finer than microseconds Python knows none; a zone takes a list of all zones, which not every system has.
            column = column.cast(arrow.timestamp("us", "UTC" if kind.tz else None), safe=False)
        elif types.is_binary(kind) or types.is_large_binary(kind):
            column = column.cast(arrow.large_string())
        return list(column.to_pylist())
    except (arrow.ArrowException, ValueError, OverflowError):
        raise PseudoError(Errors.P101.format(path=path, reason=_DAMAGED)) from None


class ParquetWriter:
    """Writes rows as Parquet: a row group at a time.

    stream (BinaryIO): An open file; it stays open.
    report (ReadReport): What was found in the input: how it is compressed, and its types.
    typed (Iterable[str]): The headers of columns that keep their types; all others are text.
    """

    def __init__(self, stream: BinaryIO, report: ReadReport, typed: Iterable[str]) -> None:
        self._report, self._typed = report, frozenset(typed)
        self._arrow, self._parquet = _pyarrow(report.path)
        self._stream = stream
        self._headers: list[str] = []
        self._rows: list[list[str | None]] = []
        self._characters = 0
        self._writer: Any = None

    def begin(self, headers: Iterable[str]) -> None:
        """Begin the file.

        headers (Iterable[str]): The columns.
        """
        self._headers = list(headers)
        schema = self._arrow.schema([(header, self._type(header)) for header in self._headers])
        self._writer = self._parquet.ParquetWriter(self._stream, schema, compression=self._report.pack or _CODECS[0])

    def _type(self, header: str) -> Any:
        kind, types = self._report.types.get(header), self._arrow.types
        if kind is None or header not in self._typed:
            return self._arrow.string()
        plain = kind.value_type if types.is_dictionary(kind) else kind
        simple = (
            types.is_integer, types.is_floating, types.is_boolean, types.is_date32, types.is_timestamp,
        )  # fmt: skip
        if types.is_float16(plain) or not any(check(plain) for check in simple):
            return self._arrow.large_string() if types.is_large_string(plain) else self._arrow.string()
        return plain

    def write(self, row: Mapping[str, Any]) -> None:
        """Write one row.

        row (Mapping[str, Any]): Values by header.
        """
        texts = [as_text(row.get(header), self._report) for header in self._headers]
        self._rows.append(texts)
        self._characters += sum(len(text) for text in texts if text)
        if len(self._rows) >= _GROUP or self._characters >= _CHARACTERS:
            self._flush()

    def close(self) -> None:
        """Write what is left."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if not self._rows:
            return
        arrays = [
            self._cast(self._arrow.array(values, self._arrow.large_string()), field)
            for values, field in zip(zip(*self._rows, strict=True), self._writer.schema, strict=True)
        ]
        self._writer.write_table(self._arrow.table(arrays, schema=self._writer.schema), row_group_size=_GROUP)
        self._rows, self._characters = [], 0

    def _cast(self, texts: Any, field: Any) -> Any:
        try:
            return texts.cast(field.type)
        except self._arrow.ArrowException:
            raise PseudoError(Errors.P128.format(path=self._report.path, header=shown_header(field.name))) from None


def _pyarrow(path: str | Path) -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        otherwise = "or save the table as CSV or JSONL and give that file"
        raise PseudoError(
            Errors.P123.format(path=path, package="pyarrow", otherwise=otherwise, extra="parquet")
        ) from error
    return pyarrow, pyarrow.parquet
