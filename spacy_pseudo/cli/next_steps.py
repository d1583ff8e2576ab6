"""The last three lines of a run: what may be shared yet, what to look at and how, and where the key is."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .reports import count, good, info, warn

if TYPE_CHECKING:
    from ..passes.summary import Summary


def show_next_steps(summary: Summary, out: Path, directory: Path, again: Sequence[str], *, unexplained: int) -> None:
    """Say where to look.

    summary (Summary): What was done.
    out (Path): The directory that may be shared.
    directory (Path): The key directory.
    again (Sequence[str]): The messages, and the options for another command on them.
    unexplained (int): Places that hold a name which the account does not explain, as the audit found.
    """
    places = (
        (summary.counts.failed, "message that failed", "messages that failed"),
        (unexplained, "name left standing", "names left standing"),
        (summary.counts.conflicts, "unclear mention", "unclear mentions"),
        (summary.ledger.kept.total(), "name kept", "names kept"),
        (summary.waiting, "form of a name", "forms of names"),
        (summary.counts.marked.total(), "other place marked", "other places marked"),
    )
    waiting = [count(n, one, many) for n, one, many in places if n]
    say = warn if waiting else good
    shared = "not to be shared before somebody has looked" if waiting else "may be shared, after a look at it"
    say(f"{out}: {count(summary.counts.written, 'message')}, {shared}")
    review = shlex.join(["spacy-pseudo", "review", *again, "--key", str(directory), "--out", str(out)])
    info(f"To look at: {', '.join(waiting) or 'nothing that the tool is unsure of'}\n  {review}")
    info(f"{directory}: the key, who is who. Keep it to yourself, apart from {out}, and do not lose it")
