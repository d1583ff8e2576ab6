"""The way back: what a run has written and its key give the originals, all of them or one person's mentions."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..attrs import JOINT, REPLACEMENTS_FILE
from ..corpus.metadata import CODE, code_of
from ..corpus.row_writers import RowWriter, row_writer
from ..corpus.share_modes import WEEKS, timestamps_of
from ..corpus.tables import Table
from ..corpus.time_stamps import moved
from ..disk import create
from ..errors import Errors, PseudoError
from ..key import Key
from ..key.manifest import digest_of
from ..people.forgotten import ID
from ..surrogates.choice import shift_of
from ..surrogates.clock import Weeks
from .results import Results

SUBJECT: Final = "subject"
TEXT: Final = "text"


class Change(NamedTuple):
    """Something that was replaced in a text: where it stood, what is written, what stood there, and whom it names."""

    start: int
    end: int
    written: str
    original: str
    people: tuple[str, ...]


class Passage(NamedTuple):
    """What something in a quoted passage stands for.

    written (str): What the passage has.
    original (str): What stood there, where the passage was found; otherwise what it stands for anywhere.
    person (str): The participant's id; empty for other things.
    """

    written: str
    original: str
    person: str


@dataclass
class Account:
    """What came of it.

    messages (int): Messages that were written.
    places (int): Places that were put back.
    cut (int): Quotations of people who did not consent, which were cut and do not come back.
    forgotten (int): Messages in which something stays as it is, as somebody was erased from the key.
    unfit (list[str]): Messages that somebody has changed or added since, and of which not everything was found.
    missing (int): Messages that were written and are not there any more.
    """

    messages: int = 0
    places: int = 0
    cut: int = 0
    forgotten: int = 0
    unfit: list[str] = field(default_factory=list)
    missing: int = 0


class _InOrder:
    """What the key says of the messages, as they were written.

    rows (Iterator[dict[str, Any]]): Its lines.
    """

    def __init__(self, rows: Iterator[dict[str, Any]]) -> None:
        self._rows = rows

    def of(self, shown: str) -> dict[str, Any] | None:
        """RETURNS (Optional[dict[str, Any]]): The line of the message with this id in OUT; None if there is none."""
        row = next(self._rows, None)
        return row if row is not None and (shown == row["id"] or CODE.fullmatch(shown)) else None

    def left(self) -> int:
        """RETURNS (int): How many lines nobody asked for."""
        return sum(1 for _ in self._rows)


class _ById(_InOrder):
    """The same, whatever became of the order and of some messages.

    secret (bytes): The key's, from which codes of ids follow.
    """

    def __init__(self, rows: Iterator[dict[str, Any]], secret: bytes) -> None:
        self._known: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            self._known.setdefault(row["id"], []).append(row)
        self._codes = {code_of(secret, id): id for id in self._known}

    def of(self, shown: str) -> dict[str, Any] | None:
        rows = self._known.get(shown) or self._known.get(self._codes.get(shown, ""))
        return rows.pop(0) if rows else None

    def left(self) -> int:
        return sum(map(len, self._known.values()))


class Restorer:
    """Gives the originals of what was written.

    out (Path): The directory that may be shared.
    key (Path): The key it was filled with.
    ids (Collection[str]): Only these messages, by their original ids; none: all.
    person (Optional[str]): Only this participant's mentions and ids; what is about others stays as it is.
    best_effort (bool): Go on where somebody has changed what was written.
    """

    def __init__(
        self,
        out: Path,
        key: Path,
        *,
        ids: Collection[str] = (),
        person: str | None = None,
        best_effort: bool = False,
    ) -> None:
        self._results = Results(out, key)
        self._key = Key.load(key)
        self._ids, self._person, self._best_effort = self._asked(ids), person, best_effort
        if person is not None and self._key.forgotten.knows(ID, person):
            raise PseudoError(Errors.P873)
        if person is not None and person not in self._key.roster:
            raise PseudoError(Errors.P907)
        self.account = Account()
        for file in self._results.summary["files"]:
            path = out / str(file["name"])
            if not best_effort and file.get("sha256") not in (None, digest_of(path)):
                raise PseudoError(Errors.P870.format(path=path))

    def _asked(self, ids: Collection[str]) -> frozenset[str]:
        """The messages asked for, by their ids as they were, or by the codes that were written for these."""
        wanted, found = set(ids), set[str]()
        for row in self._rows() if wanted else ():
            names = {row["id"], code_of(self._key.secret, row["id"])}
            if not wanted.isdisjoint(names):
                found.add(row["id"])
                wanted -= names
        if wanted:
            raise PseudoError(Errors.P871.format(n=len(wanted)))
        return frozenset(found)

    @property
    def files(self) -> list[str]:
        """RETURNS (list[str]): The files of messages."""
        return [str(file["name"]) for file in self._results.summary["files"]]

    def _rows(self) -> Iterator[dict[str, Any]]:
        """What the key says of each message that was written, in order."""
        path = self._results.key_directory / REPLACEMENTS_FILE
        with path.open(encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    row = json.loads(line)
                    row["id"]
                except (ValueError, TypeError, KeyError) as error:
                    raise PseudoError(Errors.P814.format(path=path, line=number)) from error
                if not row.get("excluded") and not row.get("failed"):
                    yield row

    def write(self, place: Path) -> Iterator[None]:
        """Write the originals, file by file in the format of what was written.

        place (Path): A private directory.
        YIELDS (None): After each message.
        """
        rows = _ById(self._rows(), self._key.secret) if self._best_effort else _InOrder(self._rows())
        for file in self._results.summary["files"]:
            path = self._results.out / str(file["name"])
            table = Table(path, encoding="utf-8")
            with (
                create(place / path.name, private=True) as stream,
                row_writer(stream, table.report, typed=table.headers, plain=True) as writer,
            ):
                writer.begin(table.headers)
                yield from self._write(table, dict(file["columns"]), rows, writer)
        self.account.missing = rows.left()
        if self.account.missing and not self._best_effort:
            raise PseudoError(Errors.P870.format(path=self._results.out))

    def _write(self, table: Table, columns: Mapping[str, str], rows: _InOrder, writer: RowWriter) -> Iterator[None]:
        for line in table.rows():
            values = dict(line.values)
            shown = table.text(values.get(columns.get("id", ""))) or ""
            row = rows.of(shown)
            if row is None and not self._best_effort:
                raise PseudoError(Errors.P870.format(path=table.path))
            yield
            if self._ids and (row is None or row["id"] not in self._ids):
                continue
            self.account.messages += 1
            if row is None:  # somebody has added it, or changed its id
                self.account.unfit.append(shown)
                writer.write(values)
                continue
            self.account.cut += row.get("cut", 0)
            self.account.forgotten += bool(row.get("forgotten"))
            self._put_back(values, columns, row)
            writer.write(values)

    def _put_back(self, values: dict[str, Any], columns: Mapping[str, str], row: Mapping[str, Any]) -> None:
        fit = True
        for name in (SUBJECT, TEXT):
            header = columns.get(name)
            if header is not None and values.get(header) is not None:
                values[header], found = self._restored(str(values[header]), row, name)
                fit = fit and found
            elif changes(row, name):
                fit = False
        for name, value in self._metadata(values, columns, row).items():
            values[columns[name]] = value
        if not fit:
            if not self._best_effort:
                raise PseudoError(Errors.P870.format(path=self._results.out))
            self.account.unfit.append(row["id"])

    def _metadata(
        self, values: Mapping[str, Any], columns: Mapping[str, str], row: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Fields as they were; of one person alone, the ids of that person."""
        there = {name: values[header] for name, header in columns.items() if values.get(header) not in (None, "")}
        place = self._key.context.places.get(row["id"])
        known = {"id": row["id"]}
        if place is not None:
            names = ("author", "parent", "parent_author", "thread", "session")
            known |= {name: value for name in names if (value := getattr(place, name)) is not None}
        known |= row.get("metadata", {})
        if self._person is not None:
            main = self._key.roster.main_id
            return {
                name: known[name]
                for name in ("author", "parent_author")
                if name in there and main(known.get(name)) == self._person
            }
        found = {name: value for name, value in known.items() if name in there}
        if timestamps_of(self._results.settings) == WEEKS and "timestamp" in there:
            found["timestamp"] = moved(str(there["timestamp"]), Weeks(-shift_of(self._key.secret)))
        return found

    def _restored(self, written: str, row: Mapping[str, Any], name: str) -> tuple[str, bool]:
        """A field as it was, and whether everything was where the key says."""
        pieces, at, shift, fits = [], 0, 0, True
        for change in changes(row, name):
            place = change.start + shift
            if place < at or written[place : place + len(change.written)] != change.written:
                fits = False
                found = written.find(change.written, at) if change.written else -1
                if found < 0:
                    shift += len(change.written) - (change.end - change.start)
                    continue
                shift, place = shift + found - place, found
            wanted = self._person is None or self._person in change.people
            self.account.places += wanted
            pieces += [written[at:place], change.original if wanted else change.written]
            at = place + len(change.written)
            shift += len(change.written) - (change.end - change.start)
        return "".join([*pieces, written[at:]]), fits

    # --- A single passage ---

    def explain(self, passage: str) -> tuple[list[str], list[Passage]]:
        """Tell what pseudonyms and codes in a quoted passage stand for.

        passage (str): What somebody has quoted from what was written.
        RETURNS (tuple[list[str], list[Passage]]): What the passage was, in each message that has it; and what each
            thing in it stands for, with the participant's names.
        """
        originals: list[str] = []
        meant: dict[Passage, None] = {}
        rows = self._rows()
        for file in self._results.summary["files"]:
            table = Table(self._results.out / str(file["name"]), encoding="utf-8")
            header = dict(file["columns"]).get(TEXT, "")
            for line, row in zip(table.rows(), rows, strict=False):
                written = str(line.values.get(header) or "")
                first = written.find(passage)
                if first >= 0:
                    original, found = _part(written, row, first, first + len(passage))
                    originals.append(original)
                    meant |= dict.fromkeys(self._meaning(change) for change in found)
                elif not originals:
                    meant |= dict.fromkeys(
                        self._meaning(change)
                        for change in changes(row, TEXT)
                        if len(change.written) > 2 and change.written in passage
                    )
        return list(dict.fromkeys(originals)), list(meant)

    def _meaning(self, change: Change) -> Passage:
        people = [self._key.roster.get(person) for person in change.people]
        names = [", ".join(person.names) or person.id for person in people if person is not None]
        person = JOINT.join(change.people)
        return Passage(change.written, change.original if not names else " | ".join(names), person)


def changes(row: Mapping[str, Any], name: str) -> list[Change]:
    """RETURNS (list[Change]): What was replaced in a field, in order.

    row (Mapping[str, Any]): What the key says of the message.
    name (str): 'text' or 'subject'.
    """
    text, found = name == TEXT, list[Change]()
    for start, end, who, written, _, _, original, _ in row.get("spans" if text else SUBJECT, ()):
        found.append(Change(start, end, written, original, tuple((who or "").split(JOINT)) if who else ()))
    for start, end, _, written, who, _, original in row.get("identifiers" if text else "subject_identifiers", ()):
        found.append(Change(start, end, written, original, (who,) if who else ()))
    for start, end, _, written, _, original in row.get("others" if text else "subject_others", ()):
        if written is not None:
            found.append(Change(start, end, written, original, ()))
    for start, end, written, original in row.get("markup", ()) if text else ():
        found.append(Change(start, end, written, original, ()))
    return sorted(found)


def _part(written: str, row: Mapping[str, Any], first: int, last: int) -> tuple[str, list[Change]]:
    """A piece of a text as it was, and what was replaced in it; what lies across its ends is taken whole."""
    pieces, at, shift, found = [], first, 0, []
    for change in changes(row, TEXT):
        place = change.start + shift
        end = place + len(change.written)
        shift += len(change.written) - (change.end - change.start)
        if end <= first or place >= last:
            continue
        pieces += [written[at:place] if place > at else "", change.original]
        at = end
        found.append(change)
    return "".join([*pieces, written[at:last]]), found
