"""Lines of the key's editable files that change together, and change back: what else is in a file stays as it is."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ...cells import CellReader, CellWriter
from ...disk import atomic_file
from ...errors import Errors, PseudoError
from ...key import DECISIONS, NAMES
from ...people.decisions import COLUMNS
from ...people.name_map import END, Form, NameMap

_QUOTE: Final = '"'


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


def write(directory: Path, changes: Sequence[Change]) -> dict[str, str]:
    """Make changes in the files as they are on the disk now, which somebody may have edited. All of them are made, or
    none.

    directory (Path): The key directory.
    changes (Sequence[Change]): The changes.
    RETURNS (dict[str, str]): The texts of the files that have changed.
    """
    texts: dict[str, str] = {}
    for change in changes:
        path = directory / change.file
        text = texts[change.file] if change.file in texts else read(path)
        texts[change.file] = _changed(text, change, path)
    for name, text in texts.items():
        with atomic_file(directory / name, private=True) as stream:
            stream.write(text)
    return texts


def read(path: Path) -> str:
    """RETURNS (str): The text of a file; an empty one if it is not there."""
    if not path.exists():
        return ""
    with path.open(encoding="utf-8", newline="") as stream:
        return stream.read()


def _changed(text: str, change: Change, path: Path) -> str:
    if change.file == DECISIONS and not text.strip():
        text = ",".join(COLUMNS) + "\n"
    lines = list(records(text, quoted=change.file != NAMES))
    newline = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    if change.was is None:
        assert change.now is not None
        at = next((n for n, line in enumerate(lines) if line.strip() == END), len(lines))
        if at and not lines[at - 1].endswith("\n"):
            lines[at - 1] += newline
        lines.insert(at, change.now + newline)
    else:
        at = next((n for n, line in enumerate(lines) if line.rstrip("\r\n") == change.was), -1)
        if at < 0:
            raise PseudoError(Errors.P900.format(path=path))
        ending = lines[at][len(change.was) :]
        lines[at : at + 1] = [change.now + ending] if change.now is not None else []
    return "".join(lines)


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


def decision_row(text: str, cells: Mapping[str, object]) -> str:
    """RETURNS (str): A line of the table of decisions, with the columns that it has."""
    header, delimiter = _header(text, COLUMNS)
    return _csv([str(cells.get(name, "")) for name in header], delimiter)


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
        cells = next(CellReader(io.StringIO(bare, newline=""), delimiter=delimiter, strict=False), [])
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
    return [cell.strip().lower() for cell in first.split(delimiter)], delimiter


def _csv(cells: Sequence[str], delimiter: str) -> str:
    stream = io.StringIO(newline="")
    CellWriter(stream, delimiter=delimiter, lineterminator="").writerow(cells)
    return stream.getvalue()
