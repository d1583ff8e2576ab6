"""`spacy-pseudo simulate`: an invented forum of any size, with gold mentions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...cli import options as o

if TYPE_CHECKING:
    from ...review.report.parts import Table

_SHOWN = 12
_RATE: dict[str, Any] = {"min": 0.0, "max": 1.0, "show_default": False}


def simulate_cli(
    out: Annotated[Path, typer.Option("--out", help="The directory to write.", show_default=False)],
    messages: Annotated[int | None, typer.Option(help="How many messages. Default: 1747, as in the study.")] = None,
    participants: Annotated[int | None, typer.Option(help="How many people. Default: as the sessions need.")] = None,
    sessions: Annotated[int | None, typer.Option(help="How many sessions. Default: as the messages fill.")] = None,
    seed: Annotated[int | None, typer.Option(help="What is drawn. Default: 1.")] = None,
    misspelled: Annotated[float | None, typer.Option(help="Share of mentions that are misspelled.", **_RATE)] = None,
    nicknames: Annotated[float | None, typer.Option(help="Share of people with a nickname.", **_RATE)] = None,
    shared_first_names: Annotated[
        float | None, typer.Option(help="Share of people with somebody else's first name.", **_RATE)
    ] = None,
    wrong_level: Annotated[
        float | None, typer.Option(help="Share of replies whose parent is not what they answer.", **_RATE)
    ] = None,
    glued: Annotated[float | None, typer.Option(help="Share of mentions without a blank beside them.", **_RATE)] = None,
    assign: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting, see --settings-help. May be repeated."),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", help="Settings from a JSON file, or the simulation.json of an earlier run."),
    ] = None,
    format: Annotated[str, typer.Option("--format", metavar="[csv|jsonl]", help="How messages are written.")] = "csv",
    settings_help: Annotated[
        bool,
        typer.Option(
            "--settings-help",
            is_eager=True,
            callback=lambda wanted: _settings_help(wanted),
            help="List all settings, with defaults, and end.",
        ),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a simulated forum in OUT.")] = False,
    quiet: o.Quiet = False,
) -> int:
    """Invent a forum in which it is known who is named where: for tests, benchmarks and teaching.

    OUT holds the messages, a class list (roster.csv), public figures (allow.txt), all mentions (gold.jsonl), and in
    simulation.json the settings and what the forum has turned out to be. The same settings give the same files. No
    real person is meant.

    \b
    Example:
      spacy-pseudo simulate --out forum --messages 500 --misspelled 0.05 --set typing_errors=0.01
      spacy-pseudo run forum/messages.csv --roster forum/roster.csv --allow forum/allow.txt --out out --key key
      spacy-pseudo evaluate forum/gold.jsonl key/replacements.jsonl
    """
    from ...cli.reports import good, print_table
    from ..simulation.files import FORMATS, write_forum
    from ..simulation.forum import simulate
    from ..simulation.settings import Settings, parse_settings, read_settings

    o.choice(format, FORMATS, "--format")
    given = {
        "messages": messages, "participants": participants, "sessions": sessions, "seed": seed,
        "misspelled": misspelled, "nicknames": nicknames, "shared_first_names": shared_first_names,
        "wrong_level": wrong_level, "glued": glued,
    }  # fmt: skip
    values = read_settings(settings) if settings is not None else {}
    values |= {name: value for name, value in given.items() if value is not None}
    values |= parse_settings(assign or [])
    forum = simulate(Settings.from_dict(values))
    total = sum(session.shape.messages for session in forum.sessions)
    report = write_forum(
        forum, out, format=format, force=force,
        watch=lambda posts: o.progress(posts, what="simulate", total=total, quiet=quiet),
    )  # fmt: skip
    if not quiet:
        for table in _report(report):
            print_table(table)
        good(f"Forum written to {out}")
    return 0


def _settings_help(wanted: bool) -> None:
    if not wanted:
        return
    from dataclasses import fields

    from wasabi.tables import table

    from ..simulation.settings import Settings

    rows = [
        (each.name, "" if each.default is None else each.default, each.metadata["what"]) for each in fields(Settings)
    ]
    typer.echo(table(rows, header=("Setting", "Default", "What it is"), divider=True, max_col=110))
    raise typer.Exit


def _report(report: dict[str, Any]) -> Iterable[Table]:
    from ...review.report.parts import Table

    sessions = list(report["sessions"].items())
    rows: list[list[str | int | float]] = []
    for name, row in sessions[:_SHOWN]:
        counts = [row[column] for column in ("participants", "threads", "messages")]
        rows.append([name, *counts, *(f"{row[column]:.1f}" for column in ("mean", "sd", "median"))])
    more = len(sessions) - len(rows)
    caption = "Sessions, and words per message" + (f"; {more} more are in simulation.json" if more else "")
    yield Table(("Session", "People", "Threads", "Messages", "Mean", "SD", "Median"), rows, caption)
    rows = [[name, *row.values()] for name, row in report["names"].items()]
    header = ("Form", "Unique", "Connections", "Share", "Mentions", "Share")
    yield Table(header, rows, "Names of participants")
