"""Rows of workbooks (.xlsx): one sheet, values as they are shown; formulas as what they came to when it was saved."""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time
from pathlib import Path
from typing import Any, Final

from ..errors import Errors, PseudoError
from .columns import find_header, listed_sheets
from .packing import most_of
from .read_report import ReadReport, Row
from .text_rows import named_headers

# How a workbook writes what XML cannot: '_x000D_'.
_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MIDNIGHT: Final = time()
_DAMAGED: Final = "the workbook is damaged, or is none"


class WorkbookRows:
    """The rows of a sheet; the first that is not empty has the headers.

    path (Path): The workbook.
    report (ReadReport): Receives what is found.
    sheet (Optional[str]): The sheet; None: the first.
    """

    def __init__(self, path: Path, report: ReadReport, sheet: str | None = None) -> None:
        self.path, self._sheet = path, sheet
        report.encoding = "utf-8"
        with _opened(path) as book:
            sheet_read = self._find_sheet(book)
            report.sheet = sheet_read.title
            others = (sheet for sheet in book.worksheets if sheet is not sheet_read)
            report.unread[str(path)] = [sheet.title for sheet in others if any(_filled(sheet))]
            line, cells = next(_filled(sheet_read), (0, ()))
        texts = [_text(cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        self.headers = named_headers(texts, path, line)

    def read(self) -> Iterator[Row]:
        """YIELDS (Row): The rows without the headers."""
        width = len(self.headers)
        records = self._records()
        next(records, None)
        for line, cells in records:
            if any(cell is not None and cell != "" for cell in cells[width:]):
                raise PseudoError(Errors.P111.format(path=self.path, line=line, cells=len(cells), headers=width))
            yield Row(line, {h: _value(cell) for h, cell in zip(self.headers, cells, strict=False)}, self.path)

    def _records(self) -> Any:
        """YIELDS (tuple[int, tuple[Any, ...]]): Rows that are not empty, with their numbers."""
        with _opened(self.path) as book:
            yield from _filled(self._find_sheet(book))

    def _find_sheet(self, book: Any) -> Any:
        sheets = book.worksheets
        if self._sheet is None and sheets:
            return sheets[0]
        titles = [sheet.title for sheet in sheets]
        found = find_header(titles, self._sheet or "")
        if found is None:
            raise PseudoError(Errors.P125.format(path=self.path, sheet=self._sheet, sheets=listed_sheets(titles)))
        return sheets[titles.index(found)]


def _filled(sheet: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """YIELDS (tuple[int, tuple[Any, ...]]): Rows that are not empty, with their numbers."""
    sheet.reset_dimensions()  # some programs write wrong ones
    for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        if any(cell is not None and cell != "" for cell in cells):
            yield number, cells


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    openpyxl = _openpyxl(path)
    try:
        _check_size(path)
        # It warns of whatever it does not show: charts, rules, styles.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        try:
            yield book
        finally:
            book.close()
    except PseudoError:
        raise
    except OSError as error:
        raise PseudoError(Errors.P101.format(path=path, reason=error.strerror or _DAMAGED)) from None
    except Exception:  # Whatever openpyxl, zip or XML stumble over in a file that is not as it should be.
        raise PseudoError(Errors.P101.format(path=path, reason=_DAMAGED)) from None


def sheets_of(path: Path) -> list[str]:
    """RETURNS (list[str]): The titles of a workbook's sheets, in their order."""
    with _opened(path) as book:
        return [sheet.title for sheet in book.worksheets]


def _check_size(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > most_of(path):
            raise PseudoError(Errors.P129.format(path=path))


def _value(cell: Any) -> Any:
    """A cell without a time of day is a day."""
    if isinstance(cell, datetime):
        return cell.date() if cell.time() == _MIDNIGHT else cell
    return _ESCAPED.sub(lambda m: chr(int(m[1], 16)), cell) if isinstance(cell, str) and "_x" in cell else cell


def _text(cell: Any) -> str:
    value = _value(cell)
    return "" if value is None else str(value)


def _openpyxl(path: Path) -> Any:
    try:
        import openpyxl
    except ImportError as error:
        otherwise = "or save the sheet as CSV (UTF-8) and give that file"
        raise PseudoError(
            Errors.P123.format(path=path, package="openpyxl", otherwise=otherwise, extra="xlsx")
        ) from error
    return openpyxl
