"""`spacy-pseudo key log`: who did what with a key, and when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from .key_command import KeyArgument


def log_key_cli(
    key: KeyArgument,
    last: Annotated[int | None, typer.Option("--last", min=1, help="Only the last so many lines.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print whole lines, as JSON. They hold names.")] = False,
) -> int:
    """Show the log of a key: when (UTC), who, what, and what came of it. The table shows no names.

    Commands that change the key, or make something of it, write a line: run, discover, apply, audit, report, export,
    network, restore, key seal, open, rotate, repair, forget and digest; and the review one for each decision. What only
    looks leaves no line. With --json also settings, checksums of what was read and made, and, of the review, the lines
    that changed.

    It is told where the chain of digests breaks, and where the key has changed and no line says how: then a command
    was killed, or a program has written the key.

    \b
    Example:
      spacy-pseudo key log key --last 20
    """
    from ..errors import Errors, PseudoError, Warnings
    from ..key import holds_key, log
    from ..key.layout import LOG
    from ..review.report.parts import Table
    from .reports import info, print_table, warn

    if not holds_key(key):
        raise PseudoError(Errors.P340.format(path=key))
    rows = list(log.read(key))
    shown = rows[-last:] if last is not None else rows
    if as_json:
        typer.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return 0
    if not rows:
        info("Nothing was logged yet")
        return 0
    header = ("When", "Who", "What", "Ended", "Counts")
    table = [(row["when"], row["who"], row["what"], _ended(row), _counts(row)) for row in shown]
    print_table(Table(header, table, f"What was done with {key}"))
    if (line := log.first_break(key)) is not None:
        warn(Warnings.W361.format(path=key / LOG, line=line))
    if (line := log.first_gap(key)) is not None:
        warn(Warnings.W364.format(path=key / LOG, line=line))
    return 0


def _ended(row: Mapping[str, Any]) -> str:
    """How a command ended; of a decision, what was decided."""
    from ..key import log

    if log.OUTCOME not in row:
        return str(row.get("action", "-"))
    if row[log.OUTCOME] == log.DONE:
        return log.DONE if not row.get("code") else f"{log.DONE}, exit code {row['code']}"
    return " ".join(filter(None, (str(row[log.OUTCOME]), str(row.get("error", "")))))


def _counts(row: Mapping[str, Any]) -> str:
    """What has a place in a line: numbers only, so that nobody's name is shown."""
    counts = row.get("counts")
    told = counts if isinstance(counts, Mapping) else {name: row[name] for name in ("written", "failed") if name in row}
    return ", ".join(f"{number} {what}" for what, number in told.items() if number) or "-"
