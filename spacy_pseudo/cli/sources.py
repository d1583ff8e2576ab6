"""The input of a run: where messages and people come from, read as the options say; several sources are one corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from ..corpus.columns import find_header, shown_id
from ..corpus.duplicates import ALL, COPIES, REFUSE, VERSIONS, Survey, survey
from ..corpus.formats import TABLES, find_layout
from ..corpus.metadata import pseudonym_of
from ..corpus.read_report import unread_sheets
from ..corpus.readers import read_ids, read_messages, read_roster, roster_from_messages
from ..corpus.tables import ReadReport, Table
from ..corpus.understanding import Understood, understand_lists
from ..errors import Errors, PseudoError
from ..key import Key, holds_key
from ..key.manifest import digest_of
from ..message import Message
from ..people.identities import Identities, of_source
from ..people.roster import Participant, Roster
from ..text.recognising import is_html
from .options import progress


@dataclass(frozen=True)
class Reading:
    """How files are read.

    formats (Sequence[str]): One for all of them, or one for each; none: they are found.
    encoding (Optional[str]): None finds out.
    columns (Mapping[str, str]): Header by field, for tables that have such a column.
    limit (Optional[int]): Read this many messages of each only.
    include (Sequence[str]): What is not left out: 'deleted', 'private'.
    html (Optional[bool]): The texts are HTML, or are not; None: as the format says, and in tables as each looks.
    quiet (bool): No progress bar.
    duplicates (str): Which is read of messages with one id that differ: 'last', 'first'; 'refuse': that is an error.
    sheet (Optional[str]): Which sheet of a workbook has the messages; None: the first.
    roster_sheets (Sequence[str]): Which sheets of workbooks have the class list; none: the first.
    """

    formats: Sequence[str] = ()
    encoding: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    include: Sequence[str] = ()
    html: bool | None = None
    quiet: bool = False
    duplicates: str = REFUSE
    sheet: str | None = None
    roster_sheets: Sequence[str] = ()


@dataclass
class Part:
    """One file or directory of messages; `read` may be called again.

    number (int): Which of the sources it is, from 1.
    only (bool): There is no other.
    main_ids (Mapping[str, str]): From ids of people in this source to those of the roster.
    written (dict[str, int]): What its messages are called in the output, and how many there are in each file.
    total (Optional[int]): How many messages are read, if they were counted before.
    """

    path: Path
    number: int
    only: bool
    how: Reading
    report: ReadReport = field(default_factory=ReadReport)
    main_ids: Mapping[str, str] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)
    _kept: tuple[list[Message], ReadReport] | None = field(default=None, repr=False)
    total: int | None = None

    @property
    def format(self) -> str | None:
        """RETURNS (Optional[str]): Its format, if somebody said so."""
        formats = self.how.formats
        return formats[self.number - 1 if len(formats) > 1 else 0] if formats else None

    @property
    def columns(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): The columns that somebody named; among several sources, those that this one has."""
        if self.only or not self.how.columns:
            return dict(self.how.columns)
        if not self.is_table:
            return {}
        headers = self._headers()
        return {f: header for f, header in self.how.columns.items() if not header or find_header(headers, header)}

    @cached_property
    def is_table(self) -> bool:
        """RETURNS (bool): It is a table, not the file of some tool."""
        told = self.only and bool(self.how.columns)
        return self.format in TABLES or find_layout(self.path, self.format, columns=told) is None

    def file_name(self, file: int | None = None) -> str:
        """RETURNS (str): What its messages are called in the output. Not as the file: there may be a name in that.

        file (Optional[int]): Which file of several, from 1 on.
        """
        numbers = ([] if self.only else [str(self.number)]) + ([] if file is None else [f"{file:05}"])
        return "-".join(["messages", *numbers]) + f".{self.report.ending}"

    def read(self) -> Iterator[Message]:
        """RETURNS (Iterator[Message]): The messages; the report is begun anew."""
        self.report = ReadReport()
        messages = self._messages(self.report)
        if self.survey.left_out:
            messages = self._without(messages, self.report)
        return map(partial(self._placed, report=self.report), messages)

    @cached_property
    def survey(self) -> Survey:
        """RETURNS (Survey): Which messages are not read, as others have their ids; the same for all who read."""
        if self.how.duplicates == ALL:
            return Survey()
        report = ReadReport()
        # In what is no table it may have been read long ago.
        line = partial(getattr, report, "line") if self.is_table else int
        found = survey(lambda: self._messages(report), self.how.duplicates, path=str(self.path), line=line)
        self.total = report.rows - len(found.left_out)
        return found

    def _without(self, messages: Iterator[Message], report: ReadReport) -> Iterator[Message]:
        left_out, copies, versions = self.survey
        yield from (message for number, message in enumerate(messages) if number not in left_out)
        report.rows -= len(left_out)
        report.left_out.update({kind: n for kind, n in ((COPIES, copies), (VERSIONS, versions)) if n})

    def _messages(self, report: ReadReport) -> Iterator[Message]:
        if self.is_table:
            return self._from_file(report)
        if self._kept is None:  # To take a mail apart takes longer than all that follows: once is enough.
            kept = ReadReport()
            self._kept = list(progress(self._from_file(kept), what="read", quiet=self.how.quiet)), kept
        messages, kept = self._kept
        vars(report).update(vars(kept))
        return iter(messages)

    def _from_file(self, report: ReadReport) -> Iterator[Message]:
        how = self.how
        return read_messages(
            self.path,
            format=self.format,
            columns=self.columns,
            encoding=how.encoding,
            limit=how.limit,
            include=how.include,
            sheet=how.sheet if self.is_table else None,
            report=report,
        )

    def _placed(self, message: Message, report: ReadReport) -> Message:
        """A message among those of other sources: what it is called is its own, who wrote it is not."""
        html = self._is_html(message)
        report.html += html
        return replace(
            message,
            id=self._own(message.id),
            parent=self._own(message.parent),
            thread=self._own(message.thread),
            author=self._main_id(message.author),
            parent_author=self._main_id(message.parent_author),
            html=html,
        )

    def _is_html(self, message: Message) -> bool:
        if self.how.html is not None:
            return self.how.html
        return message.html or (self.is_table and is_html(message.text))

    def _own(self, id: str | None) -> str | None:
        return id if id is None else of_source(id, self.number)

    def _main_id(self, id: str | None) -> str | None:
        return id if id is None else self.main_ids.get(id, id)

    def people(self, column: str | None = None) -> Mapping[str, Sequence[str]]:
        """Read who takes part.

        column (Optional[str]): In a table, the header of the column with authors' names.
        RETURNS (Mapping[str, Sequence[str]]): Names by the id that the source has, as far as it tells any.
        """
        report = ReadReport()
        authors = {message.author: () for message in self._messages(report) if message.author is not None}
        named = self.roster(column, ReadReport()) if column is not None and self.has_column(column) else ()
        # An address tells a name where nothing else does.
        told = {id: names or ([id] if "@" in id else []) for id, names in report.people.items()}
        return {**authors, **told, **{person.id: person.names for person in named}}

    def has_column(self, header: str) -> bool:
        """RETURNS (bool): It is a table with this column."""
        return self.is_table and find_header(self._headers(), header) is not None

    def roster(self, column: str, report: ReadReport) -> Roster:
        """RETURNS (Roster): The authors, with the names in a column of the table."""
        told = {f: h for f, h in self.columns.items() if f == "author"}
        how = self.how
        return roster_from_messages(
            self.path, column, format=self.format, encoding=how.encoding, columns=told, sheet=how.sheet, report=report
        )

    def _headers(self) -> list[str]:
        how = self.how
        return Table(self.path, format=self.format, encoding=how.encoding, sheet=how.sheet, report=ReadReport()).headers


@dataclass
class Source:
    """All messages of a run.

    paths (Sequence[Path]): Files and directories.
    how (Reading): How they are read.
    """

    paths: Sequence[Path]
    how: Reading = field(default_factory=Reading)
    roster_report: ReadReport = field(default_factory=ReadReport)
    matched: Counter[str] = field(default_factory=Counter)
    parts: list[Part] = field(init=False)

    def __post_init__(self) -> None:
        if len(self.how.formats) not in (0, 1, len(self.paths)):
            raise PseudoError(Errors.P512.format(formats=len(self.how.formats), files=len(self.paths)))
        only = len(self.paths) == 1
        self.parts = [Part(path, number, only, self.how) for number, path in enumerate(self.paths, 1)]

    @property
    def name(self) -> str:
        """RETURNS (str): The files, for messages."""
        return ", ".join(map(str, self.paths))

    @property
    def rows(self) -> int:
        """RETURNS (int): How many messages were read."""
        return sum(part.report.rows for part in self.parts)

    @property
    def total(self) -> int | None:
        """RETURNS (Optional[int]): How many messages there are, if they were counted before they are read."""
        totals = [part.total for part in self.parts]
        return None if None in totals else sum(filter(None, totals))

    def checksums(self) -> list[dict[str, Any]]:
        """RETURNS (list[dict[str, Any]]): For each source how many messages were read, and the checksum of the file; a
        directory has none. No path: there may be a name in it."""
        return [{"messages": part.report.rows, "sha256": digest_of(part.path)} for part in self.parts]

    def read(self) -> Iterator[Message]:
        """RETURNS (Iterator[Message]): The messages of all sources, one after the other; the reports are begun anew."""
        # Every file is opened first: what cannot be read is known before any work is done.
        return chain.from_iterable([part.read() for part in self.parts])

    def check_key(self, key: Key) -> None:
        """Make sure that a key is of these messages: nobody is named as author, or it knows one of them.

        key (Key): The key, with pseudonyms for everybody.
        """
        strange = False
        for message in self.read():
            if message.author is not None and pseudonym_of(message.author, key) is not None:
                return
            strange = strange or message.author is not None
        if strange:
            raise PseudoError(Errors.P651.format(path=self.name))

    def check_places(self, key: Key) -> None:
        """Make sure that messages which a key knows are the same ones: otherwise they would get others' places.

        key (Key): The key.
        """
        for message in self.read():
            place = key.context.places.get(message.id) if message.id is not None else None
            if place is None or None in (place.author, message.author) or key.pseudonyms.is_label(message.author or ""):
                continue
            if key.roster.main_id(message.author) != key.roster.main_id(place.author):
                raise PseudoError(Errors.P514.format(path=self.name, id=shown_id(message.id)))

    def roster(
        self, paths: Sequence[Path] | None, columns: Sequence[str] | None, key: Path | None = None
    ) -> Roster | None:
        """Read the roster from a file, from a column of the messages, or from what sources tell of their people.

        paths (Optional[Sequence[Path]]): The class list; several are one.
        columns (Optional[Sequence[str]]): What its columns are called, 'FIELD=HEADER'; or the header of the column
            of the messages with authors' names.
        key (Optional[Path]): A key directory: who is in it is known, too.
        RETURNS (Optional[Roster]): The roster, None if nothing tells who takes part.
        """
        told = told_columns(columns)
        column = next((name for name in columns or () if "=" not in name), None)
        if paths and column is not None and not self._must_be_matched:
            raise PseudoError(Errors.P506)
        if not paths and told:
            raise PseudoError(Errors.P516.format(value="=".join(next(iter(told.items())))))
        sheets = self.how.roster_sheets
        listed = read_roster(paths, columns=told, sheet=sheets, report=self.roster_report) if paths else None
        if not self._must_be_matched:
            return self.parts[0].roster(column, self.roster_report) if column is not None else listed
        if column is not None and not any(part.has_column(column) for part in self.parts):
            raise PseudoError(Errors.P513.format(header=column))
        known = [*(listed or ())]
        if key is not None and holds_key(key):
            known += [person for person in Key.load(key).roster if listed is None or person.id not in listed]
        roster = self._matched_with(known, column)
        return roster if any(person.names for person in roster) else None

    def understood_roster(self, paths: Sequence[Path], columns: Sequence[str] | None) -> list[Understood]:
        """RETURNS (list[Understood]): What is understood of each table of a class list; see `roster`."""
        return understand_lists(paths, columns=told_columns(columns), sheets=self.how.roster_sheets)

    @property
    def unread_sheets(self) -> list[str]:
        """RETURNS (list[str]): What a person should know of sheets that are not read. Private: titles stand in it."""
        return unread_sheets([*(part.report for part in self.parts), self.roster_report])

    def know(self, key: Key) -> None:
        """Find the people of the sources in a key, as they were when it was made.

        key (Key): The key.
        """
        if self._must_be_matched:
            self._matched_with(key.roster)

    @property
    def _must_be_matched(self) -> bool:
        """Ids of a single table are those of its class list; others may not be."""
        return len(self.parts) > 1 or not self.parts[0].is_table

    def _matched_with(self, known: Iterable[Participant], column: str | None = None) -> Roster:
        identities = Identities(known)
        for part in self.parts:
            main_ids = identities.add(part.people(column), source=part.number)
            part.main_ids = {id: main for id, main in main_ids.items() if id != main}
        self.matched = identities.matched
        return identities.roster


def told_columns(columns: Sequence[str] | None) -> dict[str, str]:
    """RETURNS (dict[str, str]): Of the columns that somebody named, those of the class list: header by field."""
    return dict(name.split("=", 1) for name in columns or () if "=" in name)


def excluded(path: Path | None) -> list[str] | None:
    """RETURNS (Optional[list[str]]): The ids in a file of people who did not consent, None if there is no file."""
    return read_ids(path) if path is not None else None
