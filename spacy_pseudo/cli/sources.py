"""The input of a run: where messages and people come from, read as the options say; several sources are one corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Final

from ..corpus.columns import find_header
from ..corpus.formats import TABLES, find_layout
from ..corpus.metadata import pseudonym_of
from ..corpus.readers import read_ids, read_messages, read_roster, roster_from_messages
from ..corpus.tables import ReadReport, Table
from ..errors import Errors, PseudoError
from ..key import Key, holds_key
from ..message import Message
from ..people.identities import Identities, of_source
from ..people.roster import Participant, Roster
from ..text.recognising import has_markup, looks_like_html
from .options import progress

# So many messages tell whether the texts of a table are HTML.
_SAMPLE: Final = 200


@dataclass(frozen=True)
class Reading:
    """How files are read.

    formats (Sequence[str]): One for all of them, or one for each; none: they are found.
    encoding (Optional[str]): None finds out.
    columns (Mapping[str, str]): Header by field, for tables that have such a column.
    limit (Optional[int]): Read this many messages of each only.
    include (Sequence[str]): What is not left out: 'deleted', 'private'.
    html (Optional[bool]): The texts are HTML, or are not; None: as the format says, and in tables as they look.
    quiet (bool): No progress bar.
    """

    formats: Sequence[str] = ()
    encoding: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    include: Sequence[str] = ()
    html: bool | None = None
    quiet: bool = False


@dataclass
class Part:
    """One file or directory of messages; `read` may be called again.

    number (int): Which of the sources it is, from 1.
    only (bool): There is no other.
    main_ids (Mapping[str, str]): From ids of people in this source to those of the roster.
    """

    path: Path
    number: int
    only: bool
    how: Reading
    report: ReadReport = field(default_factory=ReadReport)
    main_ids: Mapping[str, str] = field(default_factory=dict)
    _kept: tuple[list[Message], ReadReport] | None = field(default=None, repr=False)

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
        return {f: header for f, header in self.how.columns.items() if find_header(headers, header) is not None}

    @cached_property
    def is_table(self) -> bool:
        """RETURNS (bool): It is a table, not the file of some tool."""
        told = self.only and bool(self.how.columns)
        return self.format in TABLES or find_layout(self.path, self.format, columns=told) is None

    @property
    def file_name(self) -> str:
        """RETURNS (str): What its messages are called in the output. Not as the file: there may be a name in that."""
        return f"messages.{self.report.format}" if self.only else f"messages-{self.number}.{self.report.format}"

    def read(self) -> Iterator[Message]:
        """RETURNS (Iterator[Message]): The messages; the report is begun anew."""
        self.report = ReadReport()
        messages = self._messages(self.report)
        plain = self.number == 1 and not self.main_ids and self.how.html is None and not self.looks_like_html
        return messages if plain else map(self._placed, messages)

    @cached_property
    def looks_like_html(self) -> bool:
        """RETURNS (bool): It is a table whose texts were recognised as HTML, of which nobody has said anything."""
        if not self.is_table or self.how.html is not None:
            return False
        return looks_like_html(message.text for message in islice(self._from_file(ReadReport()), _SAMPLE))

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
            report=report,
        )

    def _placed(self, message: Message) -> Message:
        """A message among those of other sources: what it is called is its own, who wrote it is not."""
        return replace(
            message,
            id=self._own(message.id),
            parent=self._own(message.parent),
            thread=self._own(message.thread),
            author=self._main_id(message.author),
            parent_author=self._main_id(message.parent_author),
            html=self._is_html(message),
        )

    def _is_html(self, message: Message) -> bool:
        """What has nothing of HTML is as well plain text among others: its lines count."""
        if self.how.html is not None:
            return self.how.html
        return message.html or (self.looks_like_html and has_markup(message.text))

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
        return roster_from_messages(
            self.path, column, format=self.format, encoding=self.how.encoding, columns=told, report=report
        )

    def _headers(self) -> list[str]:
        return Table(self.path, format=self.format, encoding=self.how.encoding, report=ReadReport()).headers


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
                raise PseudoError(Errors.P514.format(path=self.name, id=message.id))

    def roster(self, path: Path | None, column: str | None, key: Path | None = None) -> Roster | None:
        """Read the roster from a file, from a column of the messages, or from what sources tell of their people.

        path (Optional[Path]): The class list.
        column (Optional[str]): The column with authors' names.
        key (Optional[Path]): A key directory: who is in it is known, too.
        RETURNS (Optional[Roster]): The roster, None if nothing tells who takes part.
        """
        if path is not None and column is not None and not self._must_be_matched:
            raise PseudoError(Errors.P506)
        listed = read_roster(path, report=self.roster_report) if path is not None else None
        if not self._must_be_matched:
            return self.parts[0].roster(column, self.roster_report) if column is not None else listed
        if column is not None and not any(part.has_column(column) for part in self.parts):
            raise PseudoError(Errors.P513.format(header=column))
        known = [*(listed or ())]
        if key is not None and holds_key(key):
            known += [person for person in Key.load(key).roster if listed is None or person.id not in listed]
        roster = self._matched_with(known, column)
        return roster if any(person.names for person in roster) else None

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


def excluded(path: Path | None) -> list[str] | None:
    """RETURNS (Optional[list[str]]): The ids in a file of people who did not consent, None if there is no file."""
    return read_ids(path) if path is not None else None
