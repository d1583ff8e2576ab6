"""What the commands say when they are done: counts, files and what to do next; no names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from .. import languages
from ..attrs import SENSITIVE
from ..corpus.understanding import WITHOUT
from ..people.identities import BY_ADDRESS, BY_ID, BY_NAME, BY_NUMBER, CLASH
from .sealed_key import named

if TYPE_CHECKING:
    from ..key import Key
    from ..passes.discovery_report import DiscoveryReport
    from ..passes.summary import Summary
    from ..people.adaptation import Adaptation
    from ..review.report.report import Report, Table
    from .sources import Part, Source

_SHOWN = 5


def good(text: str) -> None:
    """Say what was done."""
    _say(f"✔ {text}", "green")


def info(text: str) -> None:
    """Say what somebody may want to know."""
    _say(f"ℹ {text}", None)


def warn(text: str) -> None:
    """Say what somebody should look at."""
    _say(f"⚠ {text}", "yellow")


def say_aside(text: str) -> None:
    """Say what somebody may want to know beside an error."""
    with suppress(OSError):
        typer.secho(named(text), fg="yellow", err=True)


def _say(line: str, color: str | None) -> None:
    # Whatever the terminal lacks, or if nobody listens any more: the work is done, and a report must not undo it.
    line, encoding = named(line), sys.stdout.encoding or "utf-8"
    with suppress(OSError):
        typer.secho(line.encode(encoding, "replace").decode(encoding), fg=color)


def print_report(report: Report, *, only: int | None = None) -> None:
    """Print the paragraphs and tables of a report's first sections, or of all of them."""
    from ..review.report.report import Table

    for section in report.sections[:only]:
        for part in section.parts:
            if isinstance(part, str):
                _say(part, None)
            elif isinstance(part, Table):
                print_table(part)


def print_table(table: Table) -> None:
    """Print a table; columns of numbers are set right."""
    from wasabi.tables import table as drawn

    from ..review.report.escaping import shown

    aligns: list[Literal["r", "l"]] = ["r" if numbers else "l" for numbers in table.numeric()]
    cells = [[shown(cell) for cell in row] for row in table.rows]
    body = drawn(cells, header=table.header, divider=True, aligns=aligns, max_col=100)
    _say(f"\n{table.caption}\n{body.strip()}\n", None)


def count(n: int, noun: str, plural: str | None = None) -> str:
    """RETURNS (str): '1 message', '2 messages'."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def show_input(source: Source) -> None:
    """Say how messages and roster were read."""
    for part in source.parts:
        _show_part(part)
    ways = [f"{source.matched[way]} by {way}" for way in (BY_ID, BY_ADDRESS, BY_NAME) if source.matched[way]]
    if ways:
        info(f"People of the sources found among those known before: {', '.join(ways)}")
    if numbers := source.matched[BY_NUMBER]:
        n = count(numbers, "person", "people")
        warn(f"{n} of further sources found by the id alone, without a name to compare: if they are others, rename ids")
    if clashes := source.matched[CLASH]:
        n = count(clashes, "id is", "ids are")
        info(f"{n} somebody else's in another source, by their names: they are kept apart")
    people = source.roster_report
    for warning in people.warnings:
        warn(warning)
    for warning in source.unread_sheets:
        warn(warning)
    if people.duplicates:
        n = count(len(people.duplicates), "id has", "ids have")
        warn(f"Roster: {n} several rows, taken for several names of one person")
    if people.empty_names:
        warn(f"Roster: {count(people.empty_names, 'name is', 'names are')} empty")


def html_said(html: int, rows: int) -> str:
    """RETURNS (str): How many texts are taken as HTML, and what that means.

    html (int): How many are.
    rows (int): How many there are.
    """
    some = f"{html} of {count(rows, 'text')} recognised as HTML"
    return (
        f"{some}: tags stay, text and attributes are pseudonymised. If all of them are: --html; if none is: --no-html"
    )


def _show_part(part: Part) -> None:
    """Say how one file was read."""
    read = part.report
    used = ", ".join(field if field == header else f"{field} = {header}" for field, header in read.columns.items())
    columns = f". Columns: {used}" if part.is_table else ""
    info(f"{count(read.rows, 'message')} read from {part.path} ({read.layout}, {read.encoding}){columns}")
    if read.html and part.how.html is None:
        info(html_said(read.html, read.rows))
    if read.left_out:
        info(f"Left out: {', '.join(f'{what} ({n})' for what, n in sorted(read.left_out.items()))}")
    if read.dropped:
        info(f"Not used, and not written unless you --keep-columns: {', '.join(read.dropped)}")
    for warning in read.warnings:
        warn(warning)
    if read.surrogates or read.nul:
        warn(f"{count(read.surrogates + read.nul, 'damaged character')} replaced by U+FFFD")
    for field, what in WITHOUT.items() if part.is_table else ():
        if field not in read.columns and not (field == "parent" and "parent_author" in read.columns):
            info(f"There is no column for '{field}': {what}")


def show_problems(report: DiscoveryReport, *, with_roster: bool) -> None:
    """Say what a person should know of the corpus."""
    if with_roster and report.unknown_authors:
        written = count(sum(report.authors[author] for author in report.unknown_authors), "message")
        who = count(len(report.unknown_authors), "author is", "authors are")
        first = _some(list(report.unknown_authors.values()))
        warn(f"{who} not in the roster, with {written}; they are taken in. First messages: {first}")
    if report.unknown_excluded:
        n = count(report.unknown_excluded, "id of --exclude is", "ids of --exclude are")
        warn(f"{n} neither an author's nor in the roster. Is there a typing error?")
    if report.anonymous:
        warn(f"{count(report.anonymous, 'message has', 'messages have')} no author")
    if report.empty:
        info(f"{count(report.empty, 'message has', 'messages have')} an empty text")
    if report.threads.missing:
        n = count(len(report.threads.missing), "message answers", "messages answer")
        warn(f"{n} one that does not exist: {_some(list(report.threads.missing))}")
    if report.threads.cycles:
        n = count(len(report.threads.cycles), "circle")
        first = _some([cycle[0] for cycle in report.threads.cycles])
        warn(f"{n} of messages that answer each other; the earliest is taken to answer nothing: {first}")
    if report.foreign:
        found: dict[str, int] = {}
        for _, lang, _ in report.foreign:
            found[lang] = found.get(lang, 0) + 1
        n = count(len(report.foreign), "message is", "messages are")
        which = ", ".join(f"{lang} {times}" for lang, times in sorted(found.items()))
        warn(
            f"{n} in a language whose lists are not used, so that names in greetings and sign-offs may be missed "
            f"({which}): {_some([message for message, *_ in report.foreign])}"
        )
        other = sorted(lang for lang in found if lang in languages.known())
        if other:
            info(f"There are lists for {', '.join(other)}: see --lang")
    if report.look_alikes:
        n = count(len(report.look_alikes), "text looks", "texts look")
        info(f"{n} like a pseudonym already and will stay; nobody new gets one of these")


def _some(ids: list[str]) -> str:
    return ", ".join(ids[:_SHOWN]) + (" ..." if len(ids) > _SHOWN else "")


def show_discovery(key: Key, report: DiscoveryReport, source: Source, directory: Path, *, with_roster: bool) -> None:
    """Say what was discovered."""
    show_input(source)
    if key.lang not in languages.known():
        known = " and ".join(languages.known())
        warn(f"There are lists of words and names for {known} only, not for '{key.lang}': expect to miss more names")
    show_problems(report, with_roster=with_roster)
    if report.foreign:
        info(f"Messages in other languages are listed in {directory / 'languages.jsonl'}")
    if report.suspicions:
        n = count(len(report.suspicions), "group of ids", "groups of ids")
        warn(f"{n} may be one person each, by their names; nothing was merged: see {directory / 'suspicions.jsonl'}")
    forms = [form for _, form in key.name_map] if key.name_map is not None else []
    unsure = sum(form.unsure for form in forms)
    doubt = f"; of {unsure} the tool is unsure (marked ?)" if unsure else ""
    good(f"{count(len(key.roster), 'participant')}, {count(len(forms), 'form')} of their names{doubt}")
    if key.waiting:
        rejected = sum(connection.review and not connection.taken for connection in key.connections)
        n = count(key.waiting, "form waits", "forms wait")
        info(f"{n} for review, the first lines of {directory / 'evidence.jsonl'} ({rejected} not taken)")


def show_strange(lines: Sequence[int], directory: Path) -> None:
    """Say which lines of the name map are of nobody known: a slip there leaves names standing."""
    if lines:
        where = ", ".join(map(str, lines[:_SHOWN]))
        n = count(len(lines), "line is", "lines are")
        warn(
            f"{directory / 'names.txt'}: {n} of nobody in the roster (see {where}). "
            "An id comes first, then |, then names: correct it, unless somebody is new"
        )


def show_adapted(changes: Sequence[Adaptation], directory: Path) -> None:
    """Say what is judged otherwise because of what a person decided about something else."""
    from ..key import ADAPTED
    from ..people.adaptation import FORM, causes_of

    if changes:
        forms = sum(change.field == FORM for change in changes)
        counts = (forms, "form"), (len(changes) - forms, "place")
        what = " and ".join(count(n, noun) for n, noun in counts if n)
        verb = "is" if len(changes) == 1 else "are"
        decisions = count(len(list(causes_of(changes))), "decision")
        info(f"{what} {verb} judged otherwise because of {decisions} of yours: each is in {directory / ADAPTED}")


def show_applied(summary: Summary, out: Path, directory: Path) -> None:
    """Say what was done."""
    from ..key import DECISIONS, KEPT, LEFT, ORDINARY

    mentions = count(summary.counts.mentions.total(), "mention")
    good(f"{count(summary.counts.written, 'message')} written to {out}, {mentions} replaced")
    if summary.counts.excluded:
        info(f"{count(summary.counts.excluded, 'message')} of people who did not consent left out")
    if summary.counts.quotations_cut:
        n = count(summary.counts.quotations_cut, "quotation")
        info(f"{n} of what they wrote cut; […] stands there instead, and restore does not bring them back")
    if summary.counts.quoting:
        n = count(summary.counts.quoting, "answer to them quotes", "answers to them quote")
        warn(f"{n} something: what they wrote may still stand there, look at it before you share")
    if summary.counts.new:
        n = count(summary.counts.new, "message is", "messages are")
        warn(f"{n} new to the key, so that whom they answer is not known: run discover with this key first, or run")
    for warning in summary.warnings:
        warn(warning)
    if summary.counts.conflicts:
        n = count(summary.counts.conflicts, "mention is", "mentions are")
        warn(f"{n} not clear: replaced by a joint or unknown pseudonym, listed in {directory / 'conflicts.jsonl'}")
    if summary.counts.others_left:
        n = count(summary.counts.others_left, "name")
        warn(
            f"{n} of people who take no part left standing: apply again with --others mask, or read "
            f"{directory / 'others.csv'}"
        )
    elif summary.counts.others_hidden:
        n = count(summary.counts.others_hidden, "name")
        info(
            f"{n} of people who take no part replaced; delete from {directory / 'others.csv'} those that may stay, "
            "and apply again"
        )
    if summary.unfitting:
        n = count(len(summary.unfitting), "decision does", "decisions do")
        unfitting = sorted(summary.unfitting)
        lines = ", ".join(map(str, unfitting[:_SHOWN])) + (" ..." if len(unfitting) > _SHOWN else "")
        warn(f"{n} not fit the texts any more and had no effect: {directory / DECISIONS}, line {lines}")
    show_adapted(summary.adapted, directory)
    ledger = summary.ledger
    if kept := ledger.kept.total():
        places = count(kept, "place keeps", "places keep")
        warn(f"{places} what may be a participant's name: each is in {directory / KEPT}, the most doubtful first")
    words, standing = ledger.ordinary()
    if words:
        info(
            f"{count(words, 'ordinary word')} that participants are also called: {count(standing, 'place')} where "
            f"nothing makes a name of them are counted in {directory / ORDINARY}"
        )
    left = ", ".join(f"{n} {name}" for name, n in ledger.left.items() if n)
    if left:
        warn(f"Left in the texts, look at them before you share: {left}; each is in {directory / LEFT}")
    if summary.counts.marked:
        places = count(summary.counts.marked.total(), "place is", "places are")
        sensitive = sum(summary.counts.marked[label] for label in SENSITIVE)
        first = f", {sensitive} of them sensitive" if sensitive else ""
        warn(f"{places} marked and not replaced{first}: look at {directory / 'surrogates.csv'} before you share")
    for header in summary.absent_columns:
        warn(f"There was no column '{header}' to keep")
    if summary.counts.failed:
        n = count(summary.counts.failed, "message")
        warn(f"{n} failed and not written: see {directory / 'failures.jsonl'}")


def show_quick_audit(out: Path, directory: Path) -> int:
    """Say in one line whether names stand in what was written that the account does not explain.

    RETURNS (int): How many do.
    """
    from ..errors import PseudoError
    from ..review.audit.auditing import quick_audit

    try:
        found = quick_audit(out, directory)
    except PseudoError as error:  # what was written is written
        warn(f"Audit: {error}")
        return 0
    if standing := len(found.unaccounted("high")):
        n = count(standing, "place holds", "places hold")
        warn(
            f"Audit: {n} a participant's name that the account does not explain: "
            f"spacy-pseudo audit {out} --key {directory}"
        )
    else:
        good(f"Audit: nothing unaccounted of {found.words:,} words that could name somebody")
    return standing
