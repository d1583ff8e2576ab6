"""What is done with somebody's files, as options say it: which they are, how they are read, what of them is shared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from .understanding import Understood

# The commands of a project that read messages.
CHECK, RUN, REVIEW = "check", "run", "review"
_ALL: Final = frozenset((CHECK, RUN, REVIEW))
_DISCOVERING: Final = frozenset((CHECK, RUN))
_WRITING: Final = frozenset((RUN, REVIEW))


class Setting(NamedTuple):
    """One option with its value.

    option (str): '--column'; 'messages' for the argument.
    value (str): 'Posted by', or a path; empty for an option that has none.
    field (str): Of which field it is, where the option is written FIELD=VALUE.
    commands (frozenset[str]): The commands that take it.
    is_file (bool): The value is a path.
    """

    option: str
    value: str
    field: str = ""
    commands: frozenset[str] = _ALL
    is_file: bool = False

    @property
    def plan_field(self) -> str:
        """RETURNS (str): The field of the plan."""
        name = self.option.strip("-").replace("-", "_")
        if self.option == "--sheet" and self.field:
            return "roster_sheets"
        several = {"column": "columns", "format": "formats", "no_html": "html"}
        return "roster_columns" if name == "roster_column" and self.field else several.get(name, name)

    @property
    def words(self) -> list[str]:
        """RETURNS (list[str]): As it is typed."""
        value = f"{self.field}={self.value}" if self.field else self.value
        return [*([self.option] if self.option.startswith("-") else []), *([value] if value else [])]


@dataclass(frozen=True)
class Plan:
    """What `run` is told. What nobody has said is None or empty: then the defaults of the options hold.

    messages (tuple[Path, ...]): Files and directories of messages.
    roster (tuple[Path, ...]): The class list; several files are one.
    allow (Optional[Path]): Names that stay.
    formats, encoding, sheet, roster_sheets, include, html, duplicates: How files are read; see `Reading` of the CLI.
    columns, roster_columns (Mapping[str, str]): Header by field, of messages and class list.
    roster_column (Optional[str]): The header of the column of the messages with authors' names.
    lang (Optional[str]): The language of the messages.
    ids, timestamps (Optional[str]): What becomes of ids and time stamps.
    """

    messages: tuple[Path, ...]
    roster: tuple[Path, ...] = ()
    allow: Path | None = None
    formats: tuple[str, ...] = ()
    encoding: str | None = None
    sheet: str | None = None
    roster_sheets: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    html: bool | None = None
    duplicates: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    roster_columns: Mapping[str, str] = field(default_factory=dict)
    roster_column: str | None = None
    lang: str | None = None
    ids: str | None = None
    timestamps: str | None = None

    def format(self, number: int) -> str | None:
        """RETURNS (Optional[str]): The format of a source, by its number from 0, if somebody said so."""
        return self.formats[number if len(self.formats) > 1 else 0] if self.formats else None

    def answered(self, answers: Mapping[str, str]) -> Plan:
        """RETURNS (Plan): The same with answers to questions, by their names: 'lang', 'columns.author'."""
        changes: dict[str, Any] = {}
        for name, answer in answers.items():
            plan_field, _, of = name.partition(".")
            changes[plan_field] = {**changes.get(plan_field, getattr(self, plan_field)), of: answer} if of else answer
        return replace(self, **changes)

    def settings(self) -> Iterator[Setting]:
        """YIELDS (Setting): All that is said, in the order of a command."""
        yield from (Setting("messages", str(path), is_file=True) for path in self.messages)
        yield from (Setting("--roster", str(path), commands=_DISCOVERING, is_file=True) for path in self.roster)
        yield from (Setting("--roster-column", h, f, _DISCOVERING) for f, h in self.roster_columns.items())
        yield from _given("--roster-column", self.roster_column, _DISCOVERING)
        if self.allow is not None:
            yield Setting("--allow", str(self.allow), is_file=True)
        yield from (Setting("--format", name) for name in self.formats)
        yield from (Setting("--column", header, name) for name, header in self.columns.items())
        yield from _given("--encoding", self.encoding)
        yield from _given("--sheet", self.sheet)
        yield from (Setting("--sheet", title, "roster") for title in self.roster_sheets)
        yield from (Setting("--include", what) for what in self.include)
        if self.html is not None:
            yield Setting("--html" if self.html else "--no-html", "")
        yield from _given("--duplicates", self.duplicates)
        yield from _given("--lang", self.lang, _DISCOVERING)
        yield from _given("--ids", self.ids, _WRITING)
        yield from _given("--timestamps", self.timestamps, _WRITING)

    def words(self, command: str) -> list[str]:
        """RETURNS (list[str]): Messages and options as they are typed for 'check', 'run' or 'review'."""
        return [word for setting in self.settings() if command in setting.commands for word in setting.words]


@dataclass(frozen=True)
class Question:
    """Something that files do not tell, and somebody must.

    name (str): Which part of a plan it is; see `Plan.answered`.
    text (str): The question.
    choices (Sequence[str]): What may be answered.
    default (Optional[str]): What is most likely; None if nothing is.
    option (str): How it is answered beforehand, on the command line.
    """

    name: str
    text: str
    choices: Sequence[str]
    default: str | None
    option: str


@dataclass
class Proposal:
    """What is proposed for a corpus.

    plan (Plan): With all that could be told.
    understood (list[Understood]): Of each source, what is understood; private. While there are questions,
        of tables only.
    understood_roster (list[Understood]): The same of each table of the class list.
    reasons (dict[str, str]): Why something is proposed, by field of the plan; nobody's name.
    warnings (list[str]): What somebody should know.
    questions (list[Question]): What the files do not tell; with answers, it is proposed again. None: all is told.
    """

    plan: Plan
    understood: list[Understood] = field(default_factory=list)
    understood_roster: list[Understood] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def tell(self, reason: str, **settings: object) -> None:
        """Add to the plan what was found, with the reason."""
        self.plan = replace(self.plan, **settings)  # type: ignore[arg-type]
        self.reasons.update(dict.fromkeys(settings, reason))

    def ask(self, question: Question) -> None:
        """Add a question, once."""
        if question.name not in {asked.name for asked in self.questions}:
            self.questions.append(question)


def _given(option: str, value: str | None, commands: frozenset[str] = _ALL) -> Iterator[Setting]:
    if value is not None:
        yield Setting(option, value, commands=commands)
