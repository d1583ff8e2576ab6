"""What is understood of the files of a work, and how a person corrects it. The only place that asks the readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from ...attrs import FIELDS
from ...corpus.columns import ROSTER_COLUMNS
from ...corpus.formats import find_layout
from ...corpus.joining import Joining
from ...corpus.readers import read_ids, read_messages, read_names
from ...corpus.share_modes import KEEP
from ...corpus.understanding import Understood, understand, understand_lists
from ...errors import Errors, PseudoError
from ...languages import known
from ...message import Message
from ...text.language import find_language
from .works import ALLOW, EXCLUDE, MESSAGES, ROSTER, Work

# So many rows show what is in a file; `check` reads all of them.
_ROWS: Final = 2000
# So many texts tell the language.
_TEXTS: Final = 200
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {MESSAGES: FIELDS, ROSTER: ROSTER_COLUMNS.fields}


@dataclass
class Preview:
    """What is understood of a file.

    kind (str): What the file is.
    understood (Optional[Understood]): Of a table or an export: its columns, with samples. Private.
    table (bool): Its columns can be chosen.
    fields (tuple[str, ...]): What a column may be.
    count (int): Of a list of names or ids: how many.
    lang (str): The language of most messages, as far as it can be told.
    hide (dict[str, str]): Settings that keep the messages from being found where they come from.
    whole (bool): All rows were looked at.
    read, unread (list[str]): Of a workbook, the sheets that are read, and others with something in them.
    problem (Optional[PseudoError]): Why it cannot be read.
    """

    kind: str
    understood: Understood | None = None
    table: bool = False
    fields: tuple[str, ...] = ()
    count: int = 0
    lang: str = ""
    hide: dict[str, str] = field(default_factory=dict)
    whole: bool = True
    read: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    problem: PseudoError | None = None

    @property
    def headers(self) -> list[str]:
        """RETURNS (list[str]): All headers, in the order of the page."""
        return [column.header for column in self.understood.columns] if self.understood is not None else []

    @property
    def sheets(self) -> list[str]:
        """RETURNS (list[str]): The sheets of a workbook with something in them, those that are read first."""
        return [*self.read, *self.unread]

    @property
    def fit(self) -> bool:
        """RETURNS (bool): Nothing has to be said before it can be read."""
        one = self.understood
        return self.problem is None and (one is None or not (one.needed or one.unclear))


@dataclass
class Previews:
    """Previews of a work's files, which are read anew only when something has changed."""

    _known: dict[str, tuple[object, Preview]] = field(default_factory=dict)

    def of(self, work: Work, kind: str) -> Preview | None:
        """RETURNS (Optional[Preview]): What is understood of a file; None if there is none."""
        path = work.file(kind)
        if path is None:
            return None
        about = path.stat()
        columns, sheets = _told(work, kind), sheets_told(work, kind)
        encoding = work.choices.reading.get("encoding") if kind == MESSAGES else None
        state = (path, about.st_mtime_ns, about.st_size, tuple(columns.items()), tuple(sheets), encoding)
        if kind not in self._known or self._known[kind][0] != state:
            self._known[kind] = state, _preview(path, kind, columns, sheets, encoding)
        return self._known[kind][1]


def _told(work: Work, kind: str) -> dict[str, str]:
    return work.choices.roster_columns if kind == ROSTER else work.choices.columns if kind == MESSAGES else {}


def sheets_told(work: Work, kind: str) -> list[str]:
    """RETURNS (list[str]): The sheets of a work's file that are read, if somebody said so."""
    return work.choices.roster_sheets if kind == ROSTER else work.choices.sheets if kind == MESSAGES else []


def _preview(path: Path, kind: str, columns: Mapping[str, str], sheets: Sequence[str], encoding: str | None) -> Preview:
    found = Preview(kind, fields=_FIELDS.get(kind, ()))
    try:
        if kind in (ALLOW, EXCLUDE):
            found.count = len((read_ids if kind == EXCLUDE else read_names)(path))
            return found
        roster = kind == ROSTER
        found.table = roster or find_layout(path, columns=bool(columns)) is None
        parts = _understood(path, kind, columns, sheets, encoding)
        found.understood, found.read = parts[0], [part.sheet for part in parts if part.sheet]
        found.unread = [title for title in parts[0].unread if title not in found.read]
        found.understood.rows = sum(part.rows for part in parts)
        found.whole = all(part.rows < _ROWS for part in parts)
        if not roster and found.fit:
            told = columns if found.table else {}
            read = read_messages(
                path, columns=dict(told), sheet=next(iter(sheets), None), encoding=encoding, limit=_TEXTS
            )
            messages = list(islice(read, _TEXTS))
            found.lang, found.hide = _language(messages), _hide(messages, found.understood.layout)
    except PseudoError as error:
        found.problem = error
    except OSError as error:
        found.problem = PseudoError(Errors.P928.format(reason=error.strerror))
    return found


def _understood(
    path: Path, kind: str, columns: Mapping[str, str], sheets: Sequence[str], encoding: str | None
) -> list[Understood]:
    if kind == ROSTER:
        return understand_lists([path], columns=columns, sheets=sheets, limit=_ROWS)
    return [understand(path, columns=columns, sheet=next(iter(sheets), None), encoding=encoding, limit=_ROWS)]


def _language(messages: Iterable[Message]) -> str:
    """Among those that there are lists for, that of most messages."""
    votes = Counter(lang for message in messages if (lang := find_language(message.text).lang) in known())
    return votes.most_common(1)[0][0] if votes else ""


def _hide(messages: Iterable[Message], layout: str) -> dict[str, str]:
    joining = Joining(ids=KEEP, timestamps=KEEP)
    for message in messages:
        joining.see(message.id or "", message.timestamp)
    return joining.remedies([layout], ())


def correct(work: Work, kind: str, chosen: Mapping[str, str]) -> None:
    """Note which column is which, where a person sees it otherwise than it was found.

    work (Work): The work.
    kind (str): Which file's columns they are.
    chosen (Mapping[str, str]): Field by header; empty for a column that is not used.
    """
    path, told = work.file(kind), {}
    if path is None:
        raise PseudoError(Errors.P924)
    encoding = work.choices.reading.get("encoding") if kind == MESSAGES else None
    found = _understood(path, kind, {}, sheets_told(work, kind), encoding)[0]
    by_itself = {column.header: column.field for column in found.columns}
    for header, name in chosen.items():
        if name not in ("", *_FIELDS[kind]):
            raise PseudoError(Errors.P117.format(field=name, fields=", ".join(_FIELDS[kind])))
        if name in told:
            raise PseudoError(Errors.P930.format(field=name))
        if name and by_itself.get(header) != name:
            told[name] = header
    # What is found by itself, and nobody has given to another column, is not used.
    unused = (field for header, name in chosen.items() if not name and (field := by_itself.get(header)) is not None)
    told.update({field: "" for field in unused if field not in told})
    clash = next((by_itself[h] for h in chosen if chosen[h] == by_itself[h] and by_itself[h] in told), None)
    if clash is not None:
        raise PseudoError(Errors.P930.format(field=clash))
    if kind == ROSTER:
        work.choices.roster_columns = told
    else:
        work.choices.columns = told
    work.choices.checked, work.choices.said = [], []
    work.save()
