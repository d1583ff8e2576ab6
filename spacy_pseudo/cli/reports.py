"""What the commands say when they are done: counts, files and what to do next; no names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ..corpus.tables import ReadReport
    from ..discover import DiscoveryReport
    from ..key import Key
    from .summary import Summary


def good(text: str) -> None:
    typer.secho(f"✔ {text}", fg="green")


def info(text: str) -> None:
    typer.echo(f"ℹ {text}")


def warn(text: str) -> None:
    typer.secho(f"⚠ {text}", fg="yellow")


def show_input(read: ReadReport) -> None:
    """Say how the messages were read."""
    used = ", ".join(f"{field}={header}" for field, header in read.columns.items())
    info(f"{read.rows} messages read ({read.format}, {read.encoding}): {used}")
    for warning in read.warnings:
        warn(warning)
    if read.dropped:
        info(f"Columns that are not used, and dropped from the output: {', '.join(read.dropped)}")
    if read.surrogates or read.nul:
        warn(f"{read.surrogates + read.nul} damaged characters were replaced by U+FFFD.")
    for field, what in (
        ("parent", "greetings cannot be linked to whom a message answers"),
        ("session", "names are looked for among everybody"),
        ("thread", "threads are told by which message answers which"),
    ):
        if field not in read.columns and not (field == "parent" and "parent_author" in read.columns):
            info(f"There is no column for '{field}': {what}.")


def show_discovery(
    key: Key, report: DiscoveryReport, read: ReadReport, directory: Path, *, with_roster: bool
) -> None:
    """Say what was discovered."""
    show_input(read)
    show_problems(report, with_roster=with_roster)
    forms = [form for _, form in key.name_map] if key.name_map is not None else []
    unsure = sum(form.unsure for form in forms)
    good(f"{len(key.roster)} participants, {len(forms)} forms of their names, {unsure} of them unsure (marked ?)")
    info(f"Read and correct {directory / 'names.txt'}. Keep {directory} private: it is the key.")


def show_problems(report: DiscoveryReport, *, with_roster: bool) -> None:
    """Say what a person should know of the corpus."""
    if with_roster and report.unknown_authors:
        n = sum(report.unknown_authors.values())
        warn(f"{len(report.unknown_authors)} authors ({n} messages) are not in the roster; they are taken in.")
    if report.anonymous:
        warn(f"{report.anonymous} messages have no author.")
    if report.threads.missing:
        warn(f"{len(report.threads.missing)} messages answer one that does not exist.")
    if report.threads.cycles:
        ids = ", ".join(cycle[0] for cycle in report.threads.cycles[:5])
        warn(f"{len(report.threads.cycles)} circles of messages that answer each other were broken, at: {ids}")
    if report.look_alikes:
        info(f"{len(report.look_alikes)} texts look like pseudonyms already; nobody gets one of these.")


def show_applied(summary: Summary, out: Path, directory: Path) -> None:
    """Say what was done."""
    facts = summary.to_dict()
    good(f"{summary.written} messages written to {out}, {facts['mentions']['all']} mentions replaced")
    if summary.excluded:
        info(f"{summary.excluded} messages of people who did not consent are left out.")
    if summary.conflicts:
        warn(f"{summary.conflicts} mentions are not clear and got a joint pseudonym or [U?]: see {directory / 'conflicts.jsonl'}")
    left = {name: n for name, n in summary.left.items() if n}
    if left:
        warn("Not dealt with, look before you share: " + ", ".join(f"{n} {name}" for name, n in left.items()))
    if summary.failed:
        warn(f"{summary.failed} messages failed and are not written: see {directory / 'failures.jsonl'}")
    info(f"Share {out}; keep {directory} to yourself.")
