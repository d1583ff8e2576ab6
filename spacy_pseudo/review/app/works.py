"""A work: a folder with what is private (originals, key, choices) and what may be shared. It can be taken up again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from ...attrs import SUMMARY_FILE
from ...disk import atomic_file, check_writable, remove
from ...errors import Errors, PseudoError
from ...key import SUFFIX, holds_key

PRIVATE: Final = "private"
_CHOICES: Final = "app.json"
_ORIGINALS: Final = "originals"
_KEY: Final = "key"
_OUT: Final = "out"
# What the work needs of files, and what each is called in the private part.
MESSAGES: Final = "messages"
ROSTER: Final = "roster"
ALLOW: Final = "allow"
EXCLUDE: Final = "exclude"
KINDS: Final = (MESSAGES, ROSTER, ALLOW, EXCLUDE)
_NAME: Final = re.compile(r"[^\W_][\w .-]{0,59}")
_REPORT: Final = "report.html"


@dataclass
class Choices:
    """What a person has said, and how far they are; kept in the private part.

    files (dict[str, dict[str, Any]]): By kind: 'path', 'name' as the person knows it, and whether it is a copy in the
        private part: 'own'.
    columns, roster_columns (dict[str, str]): Header by field, where somebody said so.
    sheets, roster_sheets (list[str]): Which sheets of workbooks are read; none: the first.
    reading (dict[str, str]): How the messages are read: 'html', 'lang', 'duplicates', 'encoding'.
    proposed (dict[str, str]): Settings that suit the files better than the usual ones.
    settings (dict[str, Any]): What is done with them, where it is not as usual.
    checked (list[str]): The command that has found the files fit for a run.
    said (list[str]): What it said.
    count (int): How many messages it has read.
    ran (list[str]): The command that has filled OUT.
    given (list[str]): What tells the files that it has read.
    report (list[str]): What it said.
    looked (str): Of which OUT the audit is known.
    found (dict[str, int]): What it found there, by rank.
    """

    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)
    roster_columns: dict[str, str] = field(default_factory=dict)
    sheets: list[str] = field(default_factory=list)
    roster_sheets: list[str] = field(default_factory=list)
    reading: dict[str, str] = field(default_factory=dict)
    proposed: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    checked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    count: int = 0
    ran: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    report: list[str] = field(default_factory=list)
    looked: str = ""
    found: dict[str, int] = field(default_factory=dict)


class Work:
    """A work.

    place (Path): Its folder.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.private, self.out = place / PRIVATE, place / _OUT
        self.originals, self.key = self.private / _ORIGINALS, self.private / _KEY
        self.sealed = self.private / f"{_KEY}{SUFFIX}"
        self.choices = Choices()

    @property
    def name(self) -> str:
        """RETURNS (str): What its folder is called."""
        return self.place.name

    def make(self) -> None:
        """Make its folder, and in it the private part, which only the owner may enter."""
        self.place.mkdir(parents=True, exist_ok=True)
        for directory in (self.private, self.originals):
            directory.mkdir(mode=0o700, exist_ok=True)
        self.save()

    def save(self) -> None:
        """Write what was chosen."""
        with atomic_file(self.private / _CHOICES, private=True) as stream:
            json.dump(asdict(self.choices), stream, ensure_ascii=False, indent=1)

    def load(self) -> Work:
        """RETURNS (Work): The work, as it was left."""
        path = self.private / _CHOICES
        try:
            told = json.loads(path.read_text("utf-8"))
            usual = asdict(Choices())
            if not all(_is_like(value, usual[name]) for name, value in told.items()):
                raise ValueError
            self.choices = Choices(**told)
            if not all(map(_is_file, self.choices.files.values())):
                raise ValueError
        except (ValueError, LookupError, TypeError, AttributeError, OSError):
            raise PseudoError(Errors.P922.format(path=path)) from None
        return self

    # --- Files ---

    def file(self, kind: str) -> Path | None:
        """RETURNS (Optional[Path]): The file of a kind, if one was given and it is there."""
        told = self.choices.files.get(kind)
        return path if told is not None and (path := Path(told["path"])).exists() else None

    def give(self, kind: str, path: Path, name: str, *, own: bool) -> None:
        """Note a file that somebody gave; what was known of an earlier one is known no longer.

        kind (str): One of `KINDS`.
        path (Path): Where it is.
        name (str): What the person calls it.
        own (bool): It is a copy in the private part.
        """
        before, choices = self.choices.files.get(kind), self.choices
        choices.files[kind] = {"path": str(path), "name": name, "own": own}
        self._forget(kind)
        self.save()
        if before is not None and before["own"] and Path(before["path"]) != path:
            self._delete(before)

    def drop(self, kind: str) -> None:
        """Forget a file, and delete it if it is a copy."""
        told = self.choices.files.pop(kind, None)
        self._forget(kind)
        self.save()
        if told is not None and told["own"]:
            self._delete(told)

    def _forget(self, kind: str) -> None:
        self.choices.checked, self.choices.said = [], []
        if kind == MESSAGES:
            self.choices.columns, self.choices.sheets, self.choices.reading = {}, [], {}
            self.choices.proposed = {}
        elif kind == ROSTER:
            self.choices.roster_columns, self.choices.roster_sheets = {}, []

    def _delete(self, told: dict[str, Any]) -> None:
        path = Path(told["path"])
        if path.parent == self.originals:
            remove(path)

    @property
    def given(self) -> list[str]:
        """RETURNS (list[str]): What tells whether files are still the same: when each was written, and its size."""
        paths = [path for kind in KINDS if (path := self.file(kind)) is not None]
        return [f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in paths]

    @property
    def uploaded(self) -> list[str]:
        """RETURNS (list[str]): Kinds of files of which there is a copy in the private part."""
        return [kind for kind, told in self.choices.files.items() if told["own"] and self.file(kind) is not None]

    def delete_originals(self) -> None:
        """Delete the copies of what was given; what only their paths were told of stays."""
        for path in self.originals.iterdir():
            remove(path)

    # --- How far it is ---

    @property
    def has_out(self) -> bool:
        """RETURNS (bool): A run has ended."""
        return (self.out / SUMMARY_FILE).exists()

    @property
    def has_key(self) -> bool:
        """RETURNS (bool): There is a key, and it is open."""
        return self.key.is_dir() and holds_key(self.key)

    @property
    def is_sealed(self) -> bool:
        """RETURNS (bool): The key is sealed, and is not there in plain text."""
        return self.sealed.exists() and not self.has_key

    @property
    def report(self) -> Path:
        """RETURNS (Path): Where the page lies that is signed."""
        return self.out / _REPORT


def _is_like(value: Any, usual: Any) -> bool:
    return type(value) is type(usual) and (not isinstance(value, list) or all(isinstance(one, str) for one in value))


def _is_file(told: Any) -> bool:
    if not isinstance(told, dict) or told.keys() != {"path", "name", "own"}:
        return False
    return isinstance(told["path"], str) and isinstance(told["name"], str) and isinstance(told["own"], bool)


class Works:
    """All works in a folder.

    place (Path): The folder; it need not be there yet.
    """

    def __init__(self, place: Path) -> None:
        self.place = place.resolve()

    def __iter__(self) -> Iterator[Work]:
        """YIELDS (Work): The works, by name."""
        if self.place.is_dir():
            for path in sorted(self.place.iterdir()):
                if not path.is_symlink() and (path / PRIVATE / _CHOICES).is_file():
                    yield Work(path)

    def begin(self, name: str) -> Work:
        """RETURNS (Work): A new work.

        name (str): What its folder is called.
        """
        name = name.strip()
        if not _NAME.fullmatch(name) or name.endswith("."):
            raise PseudoError(Errors.P920)
        work = Work(self.place / name)
        check_writable(self.place, "spacy-pseudo app DIRECTORY")
        if work.place.exists():
            raise PseudoError(Errors.P921.format(name=name))
        work.make()
        return work

    def find(self, name: str) -> Work:
        """RETURNS (Work): An earlier work, as it was left."""
        found = next((work for work in self if work.name == name), None)
        if found is None:
            raise PseudoError(Errors.P923)
        return found.load()
