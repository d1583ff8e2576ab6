"""The list of words that were taken for names: written for a person to delete rows, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from ..cells import CellWriter
from ..disk import atomic_file
from ..errors import Errors, PseudoError
from ..name_words.classifier import NameWordClassifier
from ..name_words.judges import Judge, ListedNames, ListedWord
from ..text.words import fold_all
from .packing import open_bytes
from .tables import ReadReport, Table

WORD: Final = "word"
OCCURRENCES: Final = "occurrences"
PROBABILITY: Final = "probability"
# What begins a file of new and of old spreadsheets.
_PACKED: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


def write_listing(path: str | Path, words: Iterable[ListedWord]) -> None:
    """Write the list, most frequent words first, then by word. It holds names: only the owner may read it.

    path (str | Path): The CSV file; one that exists is replaced, once the new one is complete.
    words (Iterable[ListedWord]): The words.
    """
    if Path(path).is_dir():
        raise PseudoError(Errors.P760.format(path=path))
    if not Path(path).parent.is_dir():
        raise PseudoError(Errors.P761.format(path=Path(path).parent))
    rows = sorted(words, key=lambda row: (-(row.occurrences or 0), row.word))
    with atomic_file(path, private=True) as file:
        table = CellWriter(file)
        table.writerow((WORD, OCCURRENCES, PROBABILITY))
        for row in rows:
            probability = "" if row.probability is None else f"{row.probability:.3f}"
            table.writerow((row.word, "" if row.occurrences is None else row.occurrences, probability))


def read_listing(path: str | Path, *, report: ReadReport | None = None) -> list[ListedWord]:
    """Read the list back. The rows that remain are names, whatever their probability; the words of deleted rows are
    none. A row may be added: the word alone is enough. Other columns are left out.

    path (str | Path): The CSV file, as a person or a spreadsheet saved it.
    report (Optional[ReadReport]): Receives what was found in the file.
    RETURNS (list[ListedWord]): The rows in the file's order, each word once.
    """
    with open_bytes(path) as stream:
        if stream.read(4) in _PACKED:
            raise PseudoError(Errors.P656.format(path=path))
    table = Table(path, format="csv", report=report if report is not None else ReadReport(), guarded=True)
    headers = {header.strip().casefold(): header for header in table.headers}
    if WORD not in headers:
        raise PseudoError(Errors.P762.format(path=path))
    found: dict[str, ListedWord] = {}
    for row in table.rows():
        cells = {name: (row.values.get(header) or "").strip() for name, header in headers.items()}
        listed = _listed(cells, {"path": path, "line": row.line})
        found.setdefault(listed.word, listed)
    return list(found.values())


def read_judge(path: Path) -> Judge:
    """Read a judge.

    path (Path): The directory of a model that `spacy-pseudo train` has made, or a list that `spacy-pseudo words` has
        made and a person has pruned.
    RETURNS (Judge): The judge.
    """
    if path.is_dir():
        return NameWordClassifier.from_disk(path)
    if not path.exists():
        raise PseudoError(Errors.P503.format(path=path))
    return ListedNames(row.word for row in read_listing(path))


def find_judge(given: str | Path | None) -> Judge | None:
    """RETURNS (Optional[Judge]): Who says which words are names: as `--name-words` tells; None: the packaged model."""
    if given is None:
        return NameWordClassifier.packaged()
    return read_judge(Path(given)) if str(given) != "none" else None


def _listed(cells: Mapping[str, str], at: Mapping[str, Any]) -> ListedWord:
    words = fold_all(cells[WORD])
    if len(words) != 1:
        raise PseudoError(Errors.P763.format(**at))
    count, likely = cells.get(OCCURRENCES, ""), cells.get(PROBABILITY, "")
    if count and not (count.isdecimal() and count.isascii()):
        raise PseudoError(Errors.P764.format(**at))
    return ListedWord(words[0], int(count) if count else None, _probability(likely, at))


def _probability(cell: str, at: Mapping[str, Any]) -> float | None:
    if not cell:
        return None
    try:
        value = float(cell.replace(",", "."))  # some spreadsheets write a comma
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:  # nor is it a NaN
        raise PseudoError(Errors.P765.format(**at))
    return value
