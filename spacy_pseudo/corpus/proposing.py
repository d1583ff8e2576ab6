"""Settings for somebody's files, as far as the files tell them; and questions for what only that person can tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from .. import languages
from ..errors import Errors, PseudoError
from ..message import Message
from ..text.language import OTHER, UNKNOWN, find_language
from .column_guesses import (
    ROWS,
    Values,
    find_message_columns,
    find_roster_columns,
    free_headers,
    has_names,
    read_class_list,
)
from .duplicates import FIRST, LAST, survey
from .formats import find_layout
from .joining import Joining
from .planned_sources import is_table, messages_of_plan
from .plans import Plan, Proposal, Question
from .read_report import unread_sheets
from .recognised import is_workbook
from .rosters import read_roster
from .share_modes import KEEP
from .tables import ReadReport, Table
from .understanding import Sampling, understand, understand_lists
from .workbooks import sheets_of

# So many texts tell the language: this share of them is in it, and another one is told from that share on.
_TEXTS, _MOST, _SOME = 400, 0.6, 0.2


def sort_files(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Tell the class list among files: tables with names, and nothing that anybody has written.

    paths (Sequence[Path]): Files and directories.
    RETURNS (tuple[list[Path], list[Path]]): The messages, and the class list.
    """
    lists = [path for path in paths if _is_class_list(path)] if len(paths) > 1 else []
    messages = [path for path in paths if path not in lists]
    if not messages:
        raise PseudoError(Errors.P572)
    return messages, lists


def _is_class_list(path: Path) -> bool:
    if find_layout(path) is not None:
        return False
    sheets = sheets_of(path) if is_workbook(path) else [None]
    if any("text" not in understand(path, sheet=sheet, limit=ROWS).needed for sheet in sheets):
        return False
    return any("name" not in understand(path, roster=True, sheet=sheet, limit=ROWS).needed for sheet in sheets) or any(
        has_names(path, sheet) for sheet in sheets
    )


def propose(plan: Plan) -> Proposal:
    """Look at the files of a plan, and propose what it does not say.

    plan (Plan): The files, and what somebody has said already: that stands.
    RETURNS (Proposal): The plan with more in it, and what must be asked.
    """
    proposal = Proposal(plan)
    class_list = read_class_list(proposal)
    for number in range(len(plan.messages)):
        find_message_columns(proposal, number, class_list)
    if class_list is not None:
        find_roster_columns(proposal, class_list)
    if not proposal.questions:
        _read_all(proposal)
    return proposal


def _read_all(proposal: Proposal) -> None:
    plan, texts, layouts, versions = proposal.plan, _Texts(), set(), 0
    joining = Joining(ids=KEEP, timestamps=KEEP)
    proposal.understood, reports = [], []
    for number, path in enumerate(plan.messages):
        report, table = ReadReport(), is_table(plan, number)
        sampling = Sampling(table=table)
        read: Callable[[], Iterable[Message]] = partial(messages_of_plan, plan, number, report)
        if not table:  # To take a mail apart takes longer than all else.
            mails = list(read())
            read = partial(iter, mails)
        versions += survey(read, LAST, path=str(path), line=int).versions
        for message in read():
            sampling.see_message(message, report.columns)
            joining.see(message.id or "", message.timestamp)
            texts.add(message.text)
        layouts.add(report.layout)
        reports.append(report)
        proposal.understood.append(sampling.understood(report))
    if plan.roster:
        columns, found = plan.roster_columns, ReadReport()
        proposal.understood_roster = understand_lists(plan.roster, columns=columns, sheets=plan.roster_sheets)
        read_roster(plan.roster, columns=columns, sheet=plan.roster_sheets, report=found)
        reports.append(found)
    proposal.warnings += unread_sheets(reports)
    _propose_names(proposal)
    _propose_language(proposal, texts)
    remedies = joining.remedies(layouts, ())
    why = "They lead back to where the messages come from"
    for name in remedies.keys() & {"ids", "timestamps"}:
        if getattr(plan, name) is None:
            proposal.tell(why, **{name: remedies[name]})
    if versions and plan.duplicates is None:
        differ = f"{versions} messages have the id of another one, and differ from it"
        one = "1 message has the id of another one, and differs from it"
        text = f"{one if versions == 1 else differ}, as edited posts do. Which is read?"
        proposal.ask(Question("duplicates", text, (LAST, FIRST), LAST, f"--duplicates {LAST}"))


class _Texts:
    """A sample of the texts."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()

    def add(self, text: str) -> None:
        if self.found.total() < _TEXTS and (found := find_language(text).lang) != UNKNOWN:
            self.found[found] += 1


def _propose_language(proposal: Proposal, texts: _Texts) -> None:
    if proposal.plan.lang is not None or not texts.found:
        return
    total, known = texts.found.total(), languages.known()
    shares = {lang: count / total for lang, count in texts.found.most_common()}
    ours = {lang: share for lang, share in shares.items() if lang in known}
    best = next(iter(ours), languages.BASE)
    strange = [lang for lang, share in shares.items() if lang not in known and share >= _SOME]
    if strange:
        what = ", ".join("a language that is not known" if lang == OTHER else f"'{lang}'" for lang in strange)
        proposal.warnings.append(
            f"Many of the messages are in {what}, for which there are no lists: names of the class list are found, "
            "others often not"
        )
    mixed = [lang for lang, share in ours.items() if share >= _SOME]
    if len(mixed) > 1 and shares[best] < _MOST:
        text = "The messages are in several languages. Whose lists are used first?"
        proposal.ask(Question("lang", text, mixed, best, f"--lang {best}"))
    elif best != languages.BASE and shares[best] >= _SOME:
        proposal.tell(f"{round(100 * shares[best])} % of the texts are in this language", lang=best)


def _propose_names(proposal: Proposal) -> None:
    """Without a class list, names may stand beside the messages."""
    plan = proposal.plan
    if plan.roster or plan.roster_column is not None or len(plan.messages) > 1:
        return
    (found,) = proposal.understood
    author = found.header("author")
    if author is None or not is_table(plan, 0):
        return
    if found.names_as_ids:
        proposal.tell("There is no class list, and the authors look like names", roster_column=author)
        return
    table = Table(
        plan.messages[0], format=plan.format(0), encoding=plan.encoding, sheet=plan.sheet, report=ReadReport()
    )
    names = Values(table).named(free_headers(found))
    if names is not None:
        proposal.tell("There is no class list, and names stand in this column", roster_column=names)
