"""A run that is started from the desk: goes on beside it, tells how far it is, and what it has changed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ...attrs import REPLACEMENTS_FILE
from ...errors import Errors, PseudoError
from .desk import Desk

# So many changed messages are shown.
SHOWN: Final = 200

# A file of the key was changed while a run was at work. So often it begins again; then the person is told.
_CHANGED: Final = "P365"
_TRIES: Final = 3
# Applies the key: is told how far it is, and gives counts without names.
Apply = Callable[[Callable[[int, int], None]], Mapping[str, Any]]


@dataclass
class Run:
    """How far a run is, and what came of it.

    state (str): 'none', 'running', 'done' or 'failed'.
    done (int): Messages that are done.
    total (int): How many there are.
    problem (str): What went wrong, with its code.
    changed (dict[str, tuple[int, int]]): By message, how many places are replaced that were not, or otherwise; and how
        many are no longer.
    """

    state: str = "none"
    done: int = 0
    total: int = 0
    problem: str = ""
    changed: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def places(self) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): Places that are replaced now, or otherwise than before; and that are no longer."""
        return sum(new for new, _ in self.changed.values()), sum(old for _, old in self.changed.values())


class Runner:
    """Starts runs, one at a time.

    desk (Desk): The desk, which reads the key anew when a run has ended.
    apply (Optional[Apply]): Applies the key; None if there is nowhere to write.
    audit (Optional[Callable[[], Any]]): Audits what was written.
    """

    def __init__(self, desk: Desk, apply: Apply | None, audit: Callable[[], Any] | None) -> None:
        self._desk, self._apply, self._audit = desk, apply, audit
        self.run = Run()
        self.audit_problem = ""
        self._lock = threading.Lock()

    @property
    def can_run(self) -> bool:
        """RETURNS (bool): There is somewhere to write."""
        return self._apply is not None

    def start(self) -> None:
        """Begin a run; it goes on by itself."""
        if self._apply is None:
            raise PseudoError(Errors.P908)
        with self._lock:
            if self.run.state == "running":
                raise PseudoError(Errors.P909)
            self.run = Run("running")
        threading.Thread(target=self._work, args=(self.run, self._apply), daemon=True).start()

    @property
    def can_audit(self) -> bool:
        """RETURNS (bool): There is something to audit."""
        return self._audit is not None

    @property
    def is_busy(self) -> bool:
        """RETURNS (bool): A run is going on."""
        return self.run.state == "running"

    def start_audit(self) -> None:
        """Have the audit look at what was written, beside everything else."""
        if self._audit is not None:
            threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        assert self._audit is not None
        try:
            self._desk.use_audit(self._audit())
        except Exception as error:  # whatever happens is told: nobody sees the thread
            self.audit_problem = _told(error)

    def _work(self, run: Run, apply: Apply) -> None:
        def tell(done: int, total: int) -> None:
            run.done, run.total = done, total

        try:
            before = _replaced(self._desk.directory)
            counts = _again_if_decided(apply, tell)
            run.changed = _changes(before, _replaced(self._desk.directory))
            self._desk.applied(counts)
        except Exception as error:  # whatever happens is told: nobody sees the thread
            run.problem, run.state = _told(error), "failed"
            return
        run.state = "done"
        self.start_audit()


def _again_if_decided(apply: Apply, tell: Callable[[int, int], None]) -> Mapping[str, Any]:
    """A run does not write what it did not read: if somebody decides meanwhile it begins again, with that."""
    for _ in range(_TRIES):
        try:
            return apply(tell)
        except PseudoError as error:
            if error.code != _CHANGED:
                raise
    return apply(tell)


def _told(error: Exception) -> str:
    """What may be said of an error: what is not ours may hold what is private."""
    return str(error) if isinstance(error, PseudoError) else type(error).__name__


def _replaced(directory: Path) -> dict[str, set[tuple[Any, ...]]]:
    """What was replaced where, and by what."""
    path, found = directory / REPLACEMENTS_FILE, {}
    if path.is_file():
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                spans = (("text", row.get("spans", ())), ("subject", row.get("subject", ())))
                rows = {(name, *span[:4]) for name, some in spans for span in some}
                for name in ("identifiers", "others", "subject_identifiers", "subject_others"):
                    rows |= {(name, *span[:4]) for span in row.get(name, ()) if span[3] is not None}
                found[row["id"]] = rows
    return found


def _changes(
    before: Mapping[str, set[tuple[Any, ...]]], after: Mapping[str, set[tuple[Any, ...]]]
) -> dict[str, tuple[int, int]]:
    found = {}
    for id in after:
        old, new = before.get(id, set()), after[id]
        if old != new:
            places = {row[:3] for row in new}
            found[id] = len(new - old), sum(row[:3] not in places for row in old - new)
    return found
