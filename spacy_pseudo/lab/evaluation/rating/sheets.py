"""Sheets for raters: CSV that spreadsheets open as they are, and what comes back from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TextIO

import regex

from ....cells import CellWriter
from ....corpus.packing import open_bytes
from ....corpus.tables import ReadReport, Table
from ....errors import Errors, PseudoError
from ....text.words import fold_all

ITEM: Final = "item"
SUBJECT: Final = "subject"
TEXT: Final = "text"
LEFT: Final = "left_standing"
WRONG: Final = "replaced_wrongly"
NAME: Final = "name"
NOTE: Final = "note"

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
# What begins a file of new and of old spreadsheets.
_PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# What an encoding that lacks a letter puts in its place.
_LOST = "?"


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
    strays (list[str]): Items with a form that does not stand in the text; it is not among the ratings.
    repeated (list[str]): Items with a form that stands in the text more often than it was written down.
    warnings (list[str]): What a person should know of the file.
    """

    path: Path
    ratings: dict[str, Rating]
    strays: list[str]
    repeated: list[str]
    warnings: list[str]


def write_sheet(handle: TextIO, rows: Sequence[Mapping[str, str]], *, delimiter: str = ",") -> None:
    """Write a sheet.

    handle (TextIO): An open file, as from `atomic_file`.
    rows (Sequence[Mapping[str, str]]): The rows, all with the same headers.
    delimiter (str): Between cells.
    """
    handle.write(_MARK)
    writer = CellWriter(handle, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(rows[0])
    writer.writerows(row.values() for row in rows)


def read_sheet(
    path: Path,
    replaced: Mapping[str, int],
    *,
    texts: Mapping[str, str] | None = None,
    words: Mapping[str, str] | None = None,
    pseudonym: str | None = None,
    encoding: str | None = None,
) -> Sheet:
    """Read a sheet that a rater has filled in, whatever a spreadsheet has made of it: encoding, delimiter, order.

    path (Path): The sheet.
    replaced (Mapping[str, int]): How many pseudonyms each item holds: all items there are.
    texts (Optional[Mapping[str, str]]): The text of each item, as raters saw it: a name that does not stand there is
        not counted, and letters that were lost when the sheet was saved are taken from there.
    words (Optional[Mapping[str, str]]): The word of each item, in a sheet of words.
    pseudonym (Optional[str]): The pattern of pseudonyms; one among the names is an error.
    encoding (Optional[str]): The sheet's encoding; None finds out.
    RETURNS (Sheet): What the rater says.
    """
    report = ReadReport()
    with open_bytes(path) as stream:
        if stream.read(4) in _PACKED:
            raise PseudoError(Errors.P656.format(path=path))
    table = Table(path, format="csv", encoding=encoding, report=report, guarded=True)
    headers = {header.strip().casefold(): header for header in table.headers}
    for column in (ITEM, NAME if words is not None else LEFT):
        if column not in headers:
            raise PseudoError(Errors.P642.format(path=path, column=column))
    sheet = Sheet(path, {}, [], [], report.warnings)
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
        at = {"path": path, "line": row.line, "item": item}
        rating = _word_rating(at, cells, words[item]) if words else _rating(at, cells, replaced[item], shape)
        if rating is not None:
            known = (texts or {}).get(item)
            sheet.ratings[item] = rating if known is None else _compared(sheet, item, rating, known)
    return sheet


def _rating(
    at: Mapping[str, object], cells: Mapping[str, str], pseudonyms: int, shape: regex.Pattern[str]
) -> Rating | None:
    left, wrong = cells[LEFT], cells.get(WRONG, "")
    if not left:
        return None
    forms = [] if left.casefold() in _NOTHING else split_forms(left)
    if any(shape.search(form) for form in forms):
        raise PseudoError(Errors.P650.format(**at))
    if not all(map(fold_all, forms)):
        raise PseudoError(Errors.P652.format(**at))
    if number := _NUMBER.fullmatch(wrong):
        count = int(number[1])
    else:
        copied = [] if wrong.casefold() in _NOTHING else split_forms(wrong)
        if not all(map(shape.search, copied)):
            raise PseudoError(Errors.P653.format(**at))
        count = len(copied)
    if count > pseudonyms:
        raise PseudoError(Errors.P645.format(**at, most=pseudonyms))
    return Rating(tuple(forms), count)


def _word_rating(at: Mapping[str, object], cells: Mapping[str, str], word: str) -> Rating | None:
    said = cells[NAME].casefold()
    if not said:
        return None
    if said not in _YES | _NO:
        raise PseudoError(Errors.P646.format(**at))
    return Rating((word,) if said in _YES else ())


def split_forms(cell: str) -> list[str]:
    """RETURNS (list[str]): What stands in a cell, with | or ; or line ends between the names."""
    return [form for part in _BETWEEN.split(cell) if (form := part.strip().strip("\"“”'‘’").strip())]


def times_in(text: str, form: str) -> int:
    """RETURNS (int): How often a form stands in a text; at least once if it is glued to another word there."""
    # A number is no part of a name, but of a handle it is.
    if any(map(str.isdecimal, form)) and form.casefold() not in text.casefold():
        return 0
    words, wanted = fold_all(text), fold_all(form)
    times = sum(words[at : at + len(wanted)] == wanted for at in range(len(words)))
    return times or int(" ".join(wanted) in " ".join(words))


def _compared(sheet: Sheet, item: str, rating: Rating, text: str) -> Rating:
    """The forms that stand in the text, with all their letters; what does not is noted."""
    forms = [_restored(form, text) for form in rating.forms]
    standing = {form: times_in(text, form) for form in forms}
    written = Counter(map(fold_all, forms))
    if not all(standing.values()):
        sheet.strays.append(item)
    if any(times > written[fold_all(form)] for form, times in standing.items()):
        sheet.repeated.append(item)
    return Rating(tuple(form for form in forms if standing[form]), rating.wrong)


def _restored(form: str, text: str) -> str:
    """A form with the letters that its encoding lacks, if the text has such a word."""
    if _LOST not in form or times_in(text, form):
        return form
    letters = r"\p{L}\p{M}*".join(map(regex.escape, form.split(_LOST)))
    found = regex.search(rf"(?<!\p{{L}}){letters}(?!\p{{L}})", text, regex.IGNORECASE)
    return found[0] if found else form


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
