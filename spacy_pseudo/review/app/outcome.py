"""What a run has done, in short: counts without names, as the pages show them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ...attrs import SUMMARY_FILE
from ...errors import Errors, PseudoError
from ...key import log
from ..audit.ranking import RANKS
from ..desk.desk import APPLIED
from ..desk.history import DECIDED, REDONE, UNDONE
from ..report.report import files_of
from .works import Work

_ALL: Final = "all"


class Outcome(NamedTuple):
    """What is in OUT.

    written (int): Messages.
    read (int): Messages that were read.
    failed (int): Messages that failed and are not written.
    excluded (int): Messages of people who did not consent.
    participants (int): How many people there are.
    replaced (int): Mentions of participants that were replaced.
    others (int): Names of people who take no part that were replaced.
    others_left (int): Those that were left.
    data (int): Other personal data that was replaced.
    marked (int): Other personal data that was marked only.
    conflicts (int): Mentions that are not clear.
    waiting (int): Forms of names that wait for a person.
    kept (Mapping[str, int]): Participants' names that stay, by reason.
    warnings (tuple[str, ...]): What else a person should know.
    """

    written: int
    read: int
    failed: int
    excluded: int
    participants: int
    replaced: int
    others: int
    others_left: int
    data: int
    marked: int
    conflicts: int
    waiting: int
    kept: Mapping[str, int]
    warnings: tuple[str, ...]

    @property
    def kept_all(self) -> int:
        """RETURNS (int): How many names stay."""
        return sum(self.kept.values())


def outcome_of(work: Work) -> Outcome:
    """RETURNS (Outcome): What is in the OUT of a work."""
    path = work.out / SUMMARY_FILE
    try:
        told = json.loads(path.read_text("utf-8"))
        messages, others = told["messages"], told["people who take no part"]
        kept = {reason: n for reason, n in told["participants' names kept"].items() if reason != _ALL and n}
        return Outcome(
            messages["written"], messages["read"], messages["failed"], messages["excluded"], told["participants"],
            told["mentions"][_ALL], others["names replaced"], others["names left"],
            told["other personal data replaced"][_ALL], told["marked, to be looked at"][_ALL],
            told["conflicts left open"], told["forms to be reviewed"], kept, tuple(told["warnings"]),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise PseudoError(Errors.P933.format(path=path)) from None


def is_reviewed(work: Work) -> bool:
    """RETURNS (bool): Somebody has decided something, and all that was decided has been applied."""
    decided = applied = False
    for row in log.read(work.key) if work.has_key else ():
        if row["what"] in (DECIDED, UNDONE, REDONE):
            decided, applied = True, False
        elif row["what"] in (APPLIED, "run"):
            applied = True
    return decided and applied


def state_of(work: Work) -> str:
    """RETURNS (str): What tells whether OUT is as it was when the audit looked at it."""
    ours = set(files_of(work.report))
    files = [path for path in sorted(work.out.rglob("*")) if path.is_file() and path not in ours]
    told = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hashlib.sha256(repr(told).encode()).hexdigest()


def note_audit(work: Work, said: str) -> None:
    """Note what an audit found: how much is not explained, by rank.

    work (Work): The work.
    said (str): What `audit --json` wrote.
    """
    counts: dict[str, Any] = json.loads(said)["counts"]["unaccounted"]
    work.choices.looked, work.choices.found = state_of(work), {rank: int(counts[rank]) for rank in RANKS}
    work.save()


def audit_of(work: Work) -> dict[str, int] | None:
    """RETURNS (Optional[dict[str, int]]): What the audit found in OUT as it is now, by rank; None: not known."""
    known = work.has_out and work.choices.looked == state_of(work)
    return work.choices.found if known else None
