"""Lines of the key's editable files that change together, and change back: what else is in a file stays as it is."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ...cells import CellReader, CellWriter
from ...disk import atomic_files
from ...errors import Errors, PseudoError
from ...key import DAMAGED, DECISIONS, NAMES, draft, examine
from ...people.decisions import COLUMNS
from ...people.name_map import END, Form, NameMap

_END: Final = "\r\n"
_QUOTE: Final = '"'
# What some editors write at the beginning of a file.
_MARK: Final = "\ufeff"


class Change(NamedTuple):
    """A line of a file.

    file (str): The file's name.
    was (Optional[str]): What stood there, without its end; None if there was no such line.
    now (Optional[str]): What stands there now; None if the line is gone.
    """

    file: str
    was: str | None
    now: str | None

    def back(self) -> Change:
        """RETURNS (Change): What undoes it."""
        return Change(self.file, self.now, self.was)


def back(changes: Sequence[Change]) -> list[Change]:
    """RETURNS (list[Change]): What undoes changes."""
    return [change.back() for change in reversed(changes)]


def write(directory: Path, changes: Sequence[Change]) -> None:
    """Make changes in the files as they are on the disk now, which somebody may have edited. All of them are made, or
    none.

    directory (Path): The key directory.
    changes (Sequence[Change]): The changes.
    """
    before = {name: read(directory / name) for name in dict.fromkeys(change.file for change in changes)}
    _write_texts(directory, changed(before, changes, directory))
    if any(change.now is None for change in changes):
        try:
            _sign(directory, before)
        except BaseException:
            _write_texts(directory, before)
            raise


def changed(texts: Mapping[str, str], changes: Sequence[Change], directory: Path) -> dict[str, str]:
    """RETURNS (dict[str, str]): Texts of files after changes.

    texts (Mapping[str, str]): The texts before, by name.
    changes (Sequence[Change]): The changes.
    directory (Path): Where the files are, for error messages.
    """
    by_file: dict[str, list[Change]] = {}
    for change in changes:
        by_file.setdefault(change.file, []).append(change)
    return {**texts, **{name: _changed(texts[name], own, directory / name) for name, own in by_file.items()}}


def _write_texts(directory: Path, texts: Mapping[str, str]) -> None:
    try:
        with atomic_files(*(directory / name for name in texts), private=True) as streams:
            for stream, text in zip(streams, texts.values(), strict=True):
                stream.write(text)
    except OSError as error:
        raise PseudoError(Errors.P913.format(path=directory, reason=error.strerror)) from None


def _sign(directory: Path, names: Iterable[str]) -> None:
    """A file that has lost its last line is taken for damaged: say that it is not."""
    if any(finding.state == DAMAGED for finding in examine(directory, list(names))):
        with draft(directory):
            pass


def read(path: Path) -> str:
    """RETURNS (str): The text of a file; an empty one if it is not there."""
    if not path.exists():
        return ""
    with path.open(encoding="utf-8", newline="") as stream:
        return stream.read()


def _changed(text: str, changes: Iterable[Change], path: Path) -> str:
    if path.name == DECISIONS and not text.strip():
        text = ",".join(COLUMNS) + "\n"
    mark = _MARK if text.startswith(_MARK) else ""
    lines = list(records(text.removeprefix(_MARK), quoted=path.name != NAMES))
    newline = next((end for end in ("\r\n", "\n", "\r") if lines and lines[0].endswith(end)), "\n")
    for change in changes:
        if change.was is None:
            assert change.now is not None
            at = next((n for n, line in enumerate(lines) if line.strip() == END), len(lines))
            ending = newline
            if at and not _ending(lines[at - 1]):  # the last line has none, and so it stays
                lines[at - 1], ending = lines[at - 1] + newline, ""
            lines.insert(at, change.now + ending)
            continue
        at = next((n for n, line in enumerate(lines) if line.rstrip("\r\n") == change.was), -1)
        if at < 0:
            raise PseudoError(Errors.P900.format(path=path))
        ending = lines[at][len(change.was) :]
        lines[at : at + 1] = [change.now + ending] if change.now is not None else []
        if change.now is None and not ending and at:
            lines[at - 1] = lines[at - 1].removesuffix(_ending(lines[at - 1]))
    return mark + "".join(lines)


def _ending(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def records(text: str, *, quoted: bool) -> Iterator[str]:
    """YIELDS (str): The lines of a text with their ends; in tables, line ends within quotes belong to the line."""
    piece = ""
    for line in io.StringIO(text, newline=""):
        piece += line
        if not quoted or piece.count(_QUOTE) % 2 == 0:
            yield piece
            piece = ""
    if piece:
        yield piece


# --- Lines of names.txt ---


def with_form(names: NameMap, person: str, form: str) -> list[Change]:
    """RETURNS (list[Change]): What makes a form somebody's by the word of a person; nothing if it is so already."""
    lines = _lines_of(names, person)
    for line, own in lines:
        if (person, form) in own.by_hand():
            return []
        if any(known.text == form for known in own.forms(person)):
            own.remove(person, form)
            own.add(person, Form(form))
            return [Change(NAMES, line, str(own))]
    if lines:
        line, own = lines[0]
        own.add(person, Form(form))
        return [Change(NAMES, line, str(own))]
    new = NameMap("")
    new.add(person, Form(form))
    return [Change(NAMES, None, str(new).rstrip("\r\n"))]


def without_form(names: NameMap, person: str, form: str) -> list[Change]:
    """RETURNS (list[Change]): What takes a form from somebody, on whichever lines it stands."""
    changes = []
    for line, own in _lines_of(names, person):
        if any(known.text == form for known in own.forms(person)):
            own.remove(person, form)
            changes.append(Change(NAMES, line, str(own)))
    return changes


def never(names: NameMap, form: str) -> list[Change]:
    """RETURNS (list[Change]): What keeps a form as it is, whoever may be called so."""
    owners = [person for person, known in names if known.text == form]
    changes = [change for person in owners for change in without_form(names, person, form)]
    kept = NameMap("")
    kept.keep(form)
    return [*changes, *([] if form in names.kept else [Change(NAMES, None, str(kept).rstrip("\r\n"))])]


def _lines_of(names: NameMap, person: str) -> list[tuple[str, NameMap]]:
    """The lines of a participant, and what is on each."""
    return [(line, NameMap.parse(line)) for line in names.texts_of(person)]


# --- Rows of tables ---


def decision_row(text: str, cells: Mapping[str, str], before: str | None = None) -> str:
    """RETURNS (str): A line of the table of decisions, with the columns that it has.

    text (str): The table.
    cells (Mapping[str, str]): What it says.
    before (Optional[str]): The line that it stands for; a person's notes there stay.
    """
    header, delimiter = _header(text, COLUMNS)
    kept = dict(zip(header, _cells(before, delimiter), strict=False)) if before is not None else {}
    return _csv([cells.get(name, kept.get(name, "")) for name in header], delimiter)


def with_cell(
    text: str, name: str, wanted: Callable[[Mapping[str, str]], bool], column: str, value: str
) -> list[Change]:
    """Write a cell of a table.

    text (str): The table.
    name (str): Its file.
    wanted (Callable[[Mapping[str, str]], bool]): Tells its row by the cells.
    column (str): The column.
    value (str): What is to stand there.
    RETURNS (list[Change]): The change; none if there is no such row.
    """
    header, delimiter = _header(text, ())
    for line in records(text, quoted=True):
        bare = line.rstrip("\r\n")
        cells = _cells(bare, delimiter)
        if column in header and wanted(dict(zip(header, cells, strict=False))):
            cells += [""] * (len(header) - len(cells))
            cells[header.index(column)] = value
            return [Change(name, bare, _csv(cells, delimiter))]
    return []


def _header(text: str, columns: Iterable[str]) -> tuple[list[str], str]:
    first = next(iter(records(text.removeprefix("\ufeff"), quoted=True)), "").rstrip("\r\n")
    if not first.strip():
        return list(columns), ","
    delimiter = next((sign for sign in ";\t" if sign in first), ",")
    return [cell.strip().lower() for cell in _cells(first, delimiter)], delimiter


def _cells(line: str, delimiter: str) -> list[str]:
    return next(CellReader(io.StringIO(line, newline=""), delimiter=delimiter, strict=False), [])


def _csv(cells: Sequence[str], delimiter: str) -> str:
    stream = io.StringIO(newline="")
    CellWriter(stream, delimiter=delimiter, lineterminator=_END).writerow(cells)  # what is in it is quoted in a cell
    return stream.getvalue().removesuffix(_END)
