"""Messages in the shape the input had, apart from what is private."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from ..cells import CellWriter
from ..errors import Errors, PseudoError
from .columns import MESSAGE_COLUMNS, listed
from .tables import ReadReport


def check_directories(out: str | Path, key: str | Path, *, inputs: Iterable[str | Path] = ()) -> None:
    """Make sure that what may be shared, what is private and what is read are apart, symbolic links resolved.

    out (str | Path): The directory that may be shared.
    key (str | Path): The private directory.
    inputs (Iterable[str | Path]): Files that are read; they may not lie in `out`, which is replaced as a whole.
    """
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


class MessageWriter:
    """Writes messages in the format, with the delimiter, column order and headers that the input had; in UTF-8."""

    def __init__(
        self,
        handle: TextIO,
        report: ReadReport,
        *,
        keep: Collection[str] = (),
        drop: Collection[str] = (),
        add: Collection[str] = (),
        plain: bool = False,
    ) -> None:
        """Begin a file.

        handle (TextIO): An open file, as from `atomic_file`.
        report (ReadReport): What `read_messages` found in the input.
        keep (Collection[str]): Headers of columns that are no known field and are written all the same.
        drop (Collection[str]): Known fields that are not written.
        add (Collection[str]): Known fields that are written even if the input has no column for them.
        plain (bool): Cells that a spreadsheet would run as formulas are written all the same.
        """
        self._handle = handle
        self._report = report
        self._keep, self._drop, self._add = keep, drop, add
        make = csv.writer if plain else CellWriter
        self._csv = make(handle, delimiter=report.delimiter or ",", lineterminator="\r\n")
        self._known = 0
        self._find_columns()
        if report.format != "jsonl":
            self._csv.writerow([header for _, header in self._columns])

    def _find_columns(self) -> None:
        """Fields with their headers, and None with those that are kept."""
        report = self._report
        field_of = {header: field for field, header in report.columns.items()}
        columns: list[tuple[str | None, str]] = [
            (field_of.get(header), header)
            for header in report.headers
            if (field_of[header] not in self._drop if header in field_of else header in self._keep)
        ]
        columns += [(field, field) for field in self._add if field not in report.columns]
        headers = [header for _, header in columns]
        for header in headers:
            if headers.count(header) > 1:
                raise PseudoError(Errors.P137.format(header=header))
        self._columns = columns
        self._known = len(report.headers)

    def write(self, values: Mapping[str, str | None], *, extra: Mapping[str, str | None] | None = None) -> None:
        """Write one message. Only known fields and kept columns are written, whatever else is given.

        values (Mapping[str, Optional[str]]): Values by field. A text of None is raw or missing: an error.
        extra (Optional[Mapping[str, Optional[str]]]): Values by header, for columns that are kept.
        """
        if values.get("text") is None:
            raise PseudoError(Errors.P136.format(id=values.get("id")))
        # In JSONL, reading on may have brought new keys.
        if len(self._report.headers) != self._known:
            self._find_columns()
        others = extra or {}
        row = {header: others.get(header) if field is None else values.get(field) for field, header in self._columns}
        if self._report.format == "jsonl":
            self._handle.write(json.dumps(row, ensure_ascii=False) + "\n")
        else:
            self._csv.writerow(row.values())
