"""Sheets for raters: CSV that spreadsheets open as they are, and what comes back from them."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TextIO

import regex

from ...corpus.tables import ReadReport, Row, Table
from ...errors import Errors, PseudoError
from ...text.words import fold_all

ITEM: Final = "item"
SUBJECT: Final = "subject"
TEXT: Final = "text"
LEFT: Final = "left_standing"
WRONG: Final = "replaced_wrongly"
NAME: Final = "name"
NOTE: Final = "note"

# A cell that a spreadsheet may take for a formula gets a ' before it (OWASP, CSV Injection); a tab or a line's end at
# the beginning may hide one.
_FORMULA = re.compile(r"\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
# What spreadsheets take in a cell.
LONGEST_CELL: Final = 32_000
ELSEWHERE: Final = "(in the file "
# Old spreadsheets, and those that read UTF-8 as something else without it, need the mark.
_MARK = "\ufeff"

_NOTHING = frozenset(("0", "-", "–", "—", "no", "none", "nothing", "n", "ok", "0.0", "0,0"))
_YES = frozenset(("name", "names", "yes", "y", "1", "x", "true"))
_NO = frozenset(("no", "n", "not", "0", "none", "false", "-"))
_BETWEEN = re.compile(r"[|;\n\r]+")
_NUMBER = re.compile(r"(\d{1,6})(?:[.,]0+)?")


class Rating(NamedTuple):
    """What a rater says of one item.

    forms (tuple[str, ...]): Names left standing, one for each time; in a sheet of words the word itself, if it is one.
    wrong (int): How many pseudonyms stand for something that is no participant's name.
    """

    forms: tuple[str, ...] = ()
    wrong: int = 0

    @property
    def leak(self) -> bool:
        """RETURNS (bool): A name is left standing."""
        return bool(self.forms)


class Sheet(NamedTuple):
    """A sheet that came back.

    path (Path): Where it was.
    ratings (dict[str, Rating]): What was said by item; items that were not rated are not there.
    texts (dict[str, str]): The text of each item, as far as the sheet still has it.
    strays (list[str]): Items with a form that does not stand in the text, as far as the sheet still has it.
    repeated (list[str]): Items with a form that stands in the text more often than it was written down.
    warnings (list[str]): What a person should know of the file.
    """

    path: Path
    ratings: dict[str, Rating]
    texts: dict[str, str]
    strays: list[str]
    repeated: list[str]
    warnings: list[str]


def safe(cell: str) -> str:
    """RETURNS (str): A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def write_sheet(handle: TextIO, rows: Sequence[Mapping[str, str]], *, delimiter: str = ",") -> None:
    """Write a sheet.

    handle (TextIO): An open file, as from `atomic_file`.
    rows (Sequence[Mapping[str, str]]): The rows, all with the same headers.
    delimiter (str): Between cells.
    """
    handle.write(_MARK)
    writer = csv.writer(handle, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(rows[0])
    writer.writerows([safe(cell) for cell in row.values()] for row in rows)


def read_sheet(
    path: Path, replaced: Mapping[str, int], *, words: Mapping[str, str] | None = None, pseudonym: str | None = None
) -> Sheet:
    """Read a sheet that a rater has filled in, whatever a spreadsheet has made of it: encoding, delimiter, order.

    path (Path): The sheet.
    replaced (Mapping[str, int]): How many pseudonyms each item holds: all items there are.
    words (Optional[Mapping[str, str]]): The word of each item, in a sheet of words.
    pseudonym (Optional[str]): The pattern of pseudonyms; one among the names is an error.
    RETURNS (Sheet): What the rater says.
    """
    report = ReadReport()
    table = Table(path, format="csv", report=report)
    headers = {header.strip().casefold(): header for header in table.headers}
    for column in (ITEM, NAME if words is not None else LEFT):
        if column not in headers:
            raise PseudoError(Errors.P642.format(path=path, column=column))
    sheet = Sheet(path, {}, {}, [], [], report.warnings)
    lines: dict[str, int] = {}
    shape = regex.compile(pseudonym if pseudonym is not None else "(?!)")
    for row in table.rows():
        cells = {name: (row.values.get(header) or "").strip() for name, header in headers.items()}
        item = cells[ITEM].upper().removeprefix("'")
        if item not in replaced:
            raise PseudoError(Errors.P643.format(path=path, line=row.line))
        if item in lines:
            raise PseudoError(Errors.P644.format(path=path, line=row.line, first=lines[item], item=item))
        lines[item] = row.line
        rating = _word_rating(path, row, cells, words[item]) if words else _rating(path, row, cells, replaced[item])
        if rating is not None and words is None and any(shape.search(form) for form in rating.forms):
            raise PseudoError(Errors.P650.format(path=path, line=row.line, item=item))
        if rating is not None:
            sheet.ratings[item] = rating
            text = cells.get(TEXT, "").removeprefix("'")
            if words is None and text and not text.startswith(ELSEWHERE):
                sheet.texts[item] = text
                _compare(sheet, item, rating, f"{cells.get(SUBJECT, '')}\n{text}")
    return sheet


def _rating(path: Path, row: Row, cells: Mapping[str, str], pseudonyms: int) -> Rating | None:
    left, wrong = cells[LEFT], cells.get(WRONG, "")
    if not left:
        return None
    forms = () if left.casefold() in _NOTHING else tuple(split_forms(left))
    number = _NUMBER.fullmatch(wrong)
    count = int(number[1]) if number else 0 if wrong.casefold() in _NOTHING else len(split_forms(wrong))
    if count > pseudonyms:
        raise PseudoError(Errors.P645.format(path=path, line=row.line, item=cells[ITEM], most=pseudonyms))
    return Rating(forms, count)


def _word_rating(path: Path, row: Row, cells: Mapping[str, str], word: str) -> Rating | None:
    said = cells[NAME].casefold()
    if not said:
        return None
    if said not in _YES | _NO:
        raise PseudoError(Errors.P646.format(path=path, line=row.line, item=cells[ITEM]))
    return Rating((word,) if said in _YES else ())


def split_forms(cell: str) -> list[str]:
    """RETURNS (list[str]): The names in a cell, with | or ; or line ends between them; without a letter it is none."""
    return [form for part in _BETWEEN.split(cell) if fold_all(form := part.strip().strip("\"“”'‘’").strip())]


def _compare(sheet: Sheet, item: str, rating: Rating, text: str) -> None:
    """Note what does not stand in the text as it was written down."""
    words = fold_all(text)
    whole = " ".join(words)
    for form, times in Counter(map(fold_all, rating.forms)).items():
        standing = sum(words[at : at + len(form)] == form for at in range(len(words)))
        if not standing and " ".join(form) not in whole:  # it may be glued to another word
            sheet.strays.append(item)
        elif standing > times:
            sheet.repeated.append(item)


def union(ratings: Iterable[Rating]) -> Rating:
    """RETURNS (Rating): What at least one rater says: each form as often as the one says who has it most often."""
    forms: Counter[tuple[str, ...]] = Counter()
    shown: dict[tuple[str, ...], str] = {}
    wrong = 0
    for rating in ratings:
        for form in rating.forms:
            shown.setdefault(fold_all(form), form)
        forms |= Counter(map(fold_all, rating.forms))
        wrong = max(wrong, rating.wrong)
    return Rating(tuple(shown[form] for form in forms.elements()), wrong)
