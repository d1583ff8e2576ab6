"""The input of a run: where messages and people come from, read as the options say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..corpus.metadata import pseudonym_of
from ..corpus.readers import read_ids, read_messages, read_roster, roster_from_messages
from ..corpus.tables import ReadReport
from ..errors import Errors, PseudoError
from ..key import Key
from ..message import Message
from ..people.roster import Roster


@dataclass
class Source:
    """The messages file and how to read it; `read` may be called again."""

    path: Path
    format: str | None = None
    encoding: str | None = None
    columns: dict[str, str] = field(default_factory=dict)
    limit: int | None = None
    report: ReadReport = field(default_factory=ReadReport)
    roster_report: ReadReport = field(default_factory=ReadReport)

    def read(self) -> Iterator[Message]:
        """RETURNS (Iterator[Message]): The messages; the report is begun anew."""
        self.report = ReadReport()
        return read_messages(
            self.path,
            format=self.format,
            columns=self.columns,
            encoding=self.encoding,
            limit=self.limit,
            report=self.report,
        )

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
            raise PseudoError(Errors.P651.format(path=self.path))

    def roster(self, path: Path | None, column: str | None) -> Roster | None:
        """Read the roster from a file, or from a column of the messages.

        path (Optional[Path]): The class list.
        column (Optional[str]): The column with authors' names.
        RETURNS (Optional[Roster]): The roster, None if neither is given.
        """
        if path is not None and column is not None:
            raise PseudoError(Errors.P506)
        if path is not None:
            return read_roster(path, report=self.roster_report)
        if column is not None:
            told = {f: h for f, h in self.columns.items() if f == "author"}
            return roster_from_messages(
                self.path,
                column,
                format=self.format,
                encoding=self.encoding,
                columns=told,
                report=self.roster_report,
            )
        return None


def excluded(path: Path | None) -> list[str] | None:
    """RETURNS (Optional[list[str]]): The ids in a file of people who did not consent, None if there is no file."""
    return read_ids(path) if path is not None else None
