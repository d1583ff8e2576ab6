"""Messages in the shape the input had, apart from what is private."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO

from ..errors import Errors, PseudoError
from .columns import MESSAGE_COLUMNS, listed, shown_header, shown_id
from .row_writers import RowWriter, row_writer
from .tables import ReadReport


def check_directories(out: str | Path, key: str | Path, *, inputs: Iterable[str | Path] = ()) -> None:
    """Make sure that what may be shared, what is private and what is read are apart, symbolic links resolved.

    out (str | Path): The directory that may be shared.
    key (str | Path): The private directory.
    inputs (Iterable[str | Path]): Files that are read; they may not lie in `out`, which is replaced as a whole.
    """
    if Path(out).is_file():
        raise PseudoError(Errors.P131.format(path=out))
    if _lies_in(out, key) or _lies_in(key, out):
        raise PseudoError(Errors.P134.format(out=out, key=key))
    check_inputs(out, inputs)


def check_inputs(out: str | Path, inputs: Iterable[str | Path]) -> None:
    """Make sure that nothing that is read lies in a directory that is replaced as a whole.

    out (str | Path): The directory.
    inputs (Iterable[str | Path]): Files and directories that are read.
    """
    for path in inputs:
        if _lies_in(path, out):
            raise PseudoError(Errors.P135.format(path=path, out=out))


def _lies_in(inner: str | Path, outer: str | Path) -> bool:
    inner, outer = Path(inner).resolve(), Path(outer).resolve()
    above = (inner, *inner.parents)
    # By identity too: some file systems do not mind case.
    return outer in above or (outer.exists() and any(path.exists() and path.samefile(outer) for path in above))


def check_columns(reports: Sequence[ReadReport], keep: Collection[str]) -> None:
    """Make sure that the columns to be kept are there, in one of the sources. In JSONL, a key may turn up later.

    reports (Sequence[ReadReport]): What `read_messages` found in the input.
    keep (Collection[str]): Headers.
    """
    for header in keep:
        if not any(header in report.headers or report.format == "jsonl" for report in reports):
            paths = ", ".join(report.path for report in reports)
            headers = " ".join(listed(report.headers, MESSAGE_COLUMNS) for report in reports)
            raise PseudoError(Errors.P138.format(header=header, path=paths, headers=headers))


@contextmanager
def message_writer(
    handle: TextIO,
    report: ReadReport,
    *,
    keep: Collection[str] = (),
    drop: Collection[str] = (),
    add: Collection[str] = (),
    same: Collection[str] = (),
    plain: bool = False,
) -> Iterator[MessageWriter]:
    """Write a file of messages.

    handle (TextIO): An open file, as from `atomic_file`.
    report (ReadReport): What `read_messages` found in the input.
    keep (Collection[str]): Headers of columns that are no known field and are written all the same.
    drop (Collection[str]): Known fields that are not written.
    add (Collection[str]): Known fields that are written even if the input has no column for them.
    same (Collection[str]): Known fields that are written as they were if they are whole numbers: in Parquet they stay
        numbers.
    plain (bool): Cells that a spreadsheet would run as formulas are written all the same.
    YIELDS (MessageWriter): The writer.
    """
    typed = {*keep, *(header for field, header in report.columns.items() if field in same and report.is_whole(header))}
    with row_writer(handle, report, typed=typed, plain=plain) as rows:
        yield MessageWriter(rows, report, keep=keep, drop=drop, add=add)


class MessageWriter:
    """Writes messages in the format, with the delimiter, column order and headers that the input had; in UTF-8."""

    def __init__(
        self,
        rows: RowWriter,
        report: ReadReport,
        *,
        keep: Collection[str] = (),
        drop: Collection[str] = (),
        add: Collection[str] = (),
    ) -> None:
        """Begin a file: see `message_writer`."""
        self._rows, self._report = rows, report
        self._keep, self._drop, self._add = keep, drop, add
        self.widen(len(report.headers))
        rows.begin(header for _, header in self._columns)

    def widen(self, headers: int) -> None:
        """Write so many columns of the input from now on: in JSONL, later rows may bring new keys.

        headers (int): How many of them are known.
        """
        report, known = self._report, self._report.headers[:headers]
        field_of = {header: field for field, header in report.columns.items()}
        # Fields with their headers, and None with those that are kept.
        columns: list[tuple[str | None, str]] = [
            (field_of.get(header), header)
            for header in known
            if (field_of[header] not in self._drop if header in field_of else header in self._keep)
        ]
        columns += [(field, field) for field in self._add if report.columns.get(field) not in known]
        names = [header for _, header in columns]
        for header in names:
            if names.count(header) > 1:
                raise PseudoError(Errors.P137.format(header=shown_header(header)))
        self._columns = columns

    def write(self, values: Mapping[str, str | None], *, extra: Mapping[str, str | None] | None = None) -> None:
        """Write one message. Only known fields and kept columns are written, whatever else is given.

        values (Mapping[str, Optional[str]]): Values by field. A text of None is raw or missing: an error.
        extra (Optional[Mapping[str, Optional[str]]]): Values by header, for columns that are kept.
        """
        if values.get("text") is None:
            raise PseudoError(Errors.P136.format(id=shown_id(values.get("id"))))
        others = extra or {}
        row = {header: others.get(header) if field is None else values.get(field) for field, header in self._columns}
        self._rows.write(row)


class PartsWriter:
    """Writes messages into one file after the other, so many into each; the first is there in any case.

    open_file (Callable[[int], AbstractContextManager[MessageWriter]]): Opens a file, by its number from 1 on; it is
        complete when it is left.
    most (Optional[int]): How many messages a file may have; None: there is one file.
    """

    def __init__(self, open_file: Callable[[int], AbstractContextManager[MessageWriter]], most: int | None) -> None:
        self._open_file, self._most = open_file, most
        self._here = ExitStack()
        self._headers: int | None = None
        # How many messages each file has.
        self.counts: list[int] = []

    def __enter__(self) -> PartsWriter:
        self._open()
        return self

    def __exit__(self, *failed: Any) -> None:
        self._here.__exit__(*failed)

    def widen(self, headers: int) -> None:
        """Write so many columns of the input from now on, see `MessageWriter`."""
        self._headers = headers
        self._writer.widen(headers)

    def write(self, values: Mapping[str, str | None], *, extra: Mapping[str, str | None] | None = None) -> None:
        """Write one message, see `MessageWriter`."""
        if self.counts[-1] == self._most:
            self._here.close()
            self._open()
        self._writer.write(values, extra=extra)
        self.counts[-1] += 1

    def _open(self) -> None:
        self.counts.append(0)
        self._writer = self._here.enter_context(self._open_file(len(self.counts)))
        if self._headers is not None:
            self._writer.widen(self._headers)
