"""`spacy-pseudo init`: look at somebody's files, propose settings, and write them down as a project."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..errors import Errors, PseudoError
from . import arguments
from . import options as o
from .groups import unquoted

if TYPE_CHECKING:
    from ..corpus.plans import Plan, Proposal, Question

DIRECTORY: Final = "pseudonymised"
_SAID: Final = "As you said"

Files = Annotated[
    list[Path] | None,
    typer.Argument(
        help="The messages: tables, mailboxes, what forums and chats export. A class list among them is recognised. "
        "Without files you are asked for them.",
        readable=False,
        show_default=False,
    ),
]
Project = Annotated[
    Path | None,
    typer.Option("--project", help=f"The directory for the project. Default: {DIRECTORY}.", show_default=False),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing: take what is proposed.")]


def init_cli(
    files: Files = None,
    project: Project = None,
    roster: o.RosterFile = None,
    yes: Yes = False,
    force: Annotated[bool, typer.Option("--force", help="Replace project.yml and .gitignore in the project.")] = False,
    allow: o.Allow = None,
    column: o.Column = None,
    roster_column: o.RosterColumn = None,
    lang: o.Lang = None,
    format: o.Format = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    include: o.Include = None,
    html: o.Html = None,
    duplicates: o.Duplicates = None,
    no_samples: Annotated[bool, typer.Option("--no-samples", help="Show nothing of what stands in the files.")] = False,
) -> int:
    """Look at your files, say what is understood, propose settings, and write them down as a spaCy project to keep.

    You are asked only for what the files do not tell, with a proposal in each question; --yes takes these. The project
    is a file, project.yml, and a .gitignore that keeps key, output and data out of a repository. Your files stay where
    they are, and nothing of them is copied. Then, in the project:

    \b
      python -m spacy project run all       check, run, audit and report
      python -m spacy project run review    decide what is unclear, in the browser

    \b
    Example:
      spacy-pseudo init messages.csv --roster list.xlsx --project my-forum --yes
    """
    from ..corpus.formats import TABLES
    from ..corpus.proposing import sort_files
    from ..passes.project_files import check_place, write_project
    from .reports import good, info, warn

    asking = not yes and sys.stdin.isatty()
    if not files:
        if not asking:
            raise PseudoError(Errors.P571)
        files = _ask_files()
    for path in filter(None, (*files, *(roster or ()), allow)):
        if not path.exists():
            raise PseudoError(Errors.P503.format(path=path))
    if not roster:
        files, roster = sort_files(files)
        if not roster and asking and not roster_column:
            roster = list(filter(None, [_ask_file("Class list, a table with ids and names (Enter: there is none)")]))
    directory = project or Path(DIRECTORY)
    check_place(directory, force=force)
    plan = _plan(files, roster, allow, column, roster_column, lang, format, encoding, sheet, include, html, duplicates)
    proposal = _settle(plan, asking=asking, yes=yes, samples=not no_samples)
    _show_columns(proposal, samples=not no_samples)
    _show_settings(proposal)
    for understood in proposal.understood:
        unused = [column.header for column in understood.columns if column.field is None]
        if unused and understood.layout in TABLES:
            info(f"{understood.path}: not used, and not written unless you --keep-columns: {', '.join(unused)}")
    for warning in proposal.warnings:
        warn(warning)
    if asking and not typer.confirm(f"Write this to {directory}?", default=True):
        return 0
    written = write_project(proposal.plan, directory, reasons=proposal.reasons, force=force)
    good(f"{directory}: {' and '.join(path.name for path in written)}. Your files stay where they are")
    info(
        f"Next:\n  {shlex.join(['cd', str(directory)])}\n  python -m spacy project run all\n"
        "  python -m spacy project run review"
    )
    return 0


def _plan(
    files: list[Path],
    roster: list[Path],
    allow: Path | None,
    column: list[str] | None,
    roster_column: list[str] | None,
    lang: str | None,
    format: list[str] | None,
    encoding: str | None,
    sheet: list[str] | None,
    include: list[str] | None,
    html: bool | None,
    duplicates: str | None,
) -> Plan:
    """What the options say."""
    from ..corpus.plans import Plan
    from .sources import told_columns

    how = arguments.source(files, format, encoding, column, None, include, html, duplicates, sheet).how
    return Plan(
        messages=tuple(files), roster=tuple(roster), allow=allow, formats=tuple(how.formats), encoding=encoding,
        sheet=how.sheet, roster_sheets=tuple(how.roster_sheets), include=tuple(how.include), html=html,
        duplicates=duplicates, columns=how.columns, roster_columns=told_columns(roster_column),
        roster_column=next((name for name in roster_column or () if "=" not in name), None), lang=lang,
    )  # fmt: skip


def _settle(plan: Plan, *, asking: bool, yes: bool, samples: bool) -> Proposal:
    """Propose, and ask until nothing is open."""
    from ..corpus.proposing import propose

    reasons: dict[str, str] = {}
    while True:
        proposal = propose(plan)
        reasons.update(proposal.reasons)
        if not proposal.questions:
            proposal.reasons = reasons
            return proposal
        if asking or not yes:
            _show_columns(proposal, samples=samples)
        if not asking:
            _check_answers(proposal.questions, yes=yes)
        answers = {q.name: _answer(q) if asking else str(q.default) for q in proposal.questions}
        why = _SAID if asking else "What is most likely: see whether it is right"
        for name in answers:
            reasons.setdefault(name.partition(".")[0], why)
        plan = proposal.plan.answered(answers)


def _check_answers(questions: Sequence[Question], *, yes: bool) -> None:
    """Where nobody is asked, somebody must have said it before, or take what is likely."""
    open_questions = [question for question in questions if not yes or question.default is None]
    if open_questions:
        listed = " ".join(f"{question.text} {question.option}." for question in open_questions)
        raise PseudoError((Errors.P577 if yes else Errors.P575).format(questions=listed))


def _answer(question: Question) -> str:
    """Ask until the answer is one of the choices, or its number."""
    choices = dict(enumerate(question.choices, 1))
    default = next((str(number) for number, choice in choices.items() if choice == question.default), "")
    listed = "".join(f"\n  {number}  {choice}" for number, choice in choices.items())
    while True:
        answer = typer.prompt(f"{question.text}{listed}\nNumber", default=default, show_default=bool(default)).strip()
        found = next((choice for n, choice in choices.items() if answer in (str(n), choice)), None)
        if found is not None:
            return found
        typer.secho(f"Type a number from 1 to {len(choices)}, or what stands beside it.", err=True)


def _ask_files() -> list[Path]:
    """Ask for files until there is one; then for more."""
    found: list[Path] = []
    while (path := _ask_file("Another file (Enter: that is all)" if found else "File with messages")) or not found:
        if path is not None:
            found.append(path)
    return found


def _ask_file(text: str) -> Path | None:
    """RETURNS (Optional[Path]): A file that is there; None if nothing was said."""
    while answer := typer.prompt(text, default="", show_default=False).strip():
        path = pasted(answer)
        if path.exists():
            return path
        typer.secho(str(PseudoError(Errors.P503.format(path=path)).remedy), err=True)
    return None


def pasted(answer: str) -> Path:
    """RETURNS (Path): A path as it was typed, or as a file manager writes it: in quotes, or with escaped blanks."""
    path = Path(unquoted(answer)).expanduser()
    if path.exists() or "\\" not in answer:
        return path
    try:
        words = shlex.split(answer)
    except ValueError:
        return path
    return Path(words[0]).expanduser() if len(words) == 1 and Path(words[0]).exists() else path


def _show_columns(proposal: Proposal, *, samples: bool) -> None:
    """Say what is understood."""
    from .understood import show_understood

    for understood in (*proposal.understood, *proposal.understood_roster):
        show_understood(understood, samples=samples)


def _show_settings(proposal: Proposal) -> None:
    """Say what is proposed, and why."""
    from ..corpus.formats import TABLES
    from ..review.report.report import Table
    from .reports import html_said, print_table

    why = proposal.reasons
    rows = [(" ".join(s.words), why.get(s.plan_field, "" if s.is_file else _SAID)) for s in proposal.plan.settings()]
    if not proposal.plan.roster and proposal.plan.roster_column is None:
        source = "how people sign" if any(u.layout in TABLES for u in proposal.understood) else "the files themselves"
        rows.append(("(no --roster)", f"Names are learned from {source}; a class list finds more"))
    if proposal.plan.html is None and (html := sum(understood.html for understood in proposal.understood)):
        rows.append(("(HTML)", html_said(html, sum(understood.rows for understood in proposal.understood))))
    print_table(Table(("setting", "why"), rows, "What is proposed"))
