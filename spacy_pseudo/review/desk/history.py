"""What was decided at the desk, from the log of the key: what may be taken back, what may be done again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...errors import Errors, PseudoError
from ...key import log
from .changes import Change

DECIDED: Final = "decided"
UNDONE: Final = "undone"
REDONE: Final = "redone"


class Step(NamedTuple):
    """Something that a person decided, with everything that followed from it.

    number (int): From 1.
    cases (tuple[str, ...]): The cases that it was about; none if a person marked a text.
    kind (tuple[str, str]): What kind they are of.
    action (str): What was decided.
    right (bool): The tool had been right.
    changes (tuple[Change, ...]): The lines that changed.
    """

    number: int
    cases: tuple[str, ...]
    kind: tuple[str, str]
    action: str
    right: bool
    changes: tuple[Change, ...]

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Step:
        """RETURNS (Step): A line of the log."""
        return cls(
            row["step"], tuple(row["cases"]), (row["queue"], row["why"]), row["action"], row["right"],
            tuple(Change(*change) for change in row["changes"]),
        )  # fmt: skip


class History:
    """All steps, in order, and how many of them hold.

    directory (Path): The key directory.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._steps: list[Step] = []
        self._undone: list[Step] = []
        self._numbers = self._moves = 0
        for row in log.read(directory):
            self._moves += 1
            if row["what"] == DECIDED:
                self._add(Step.from_row(row))
            elif row["what"] == UNDONE and self._steps:
                self._undone.append(self._steps.pop())
            elif row["what"] == REDONE and self._undone:
                self._steps.append(self._undone.pop())

    def _add(self, step: Step) -> None:
        self._steps.append(step)
        self._undone.clear()
        self._numbers = max(self._numbers, step.number)

    def record(
        self,
        changes: Iterable[Change],
        *,
        cases: tuple[str, ...] = (),
        kind: tuple[str, str] = ("", ""),
        action: str,
        right: bool = True,
        scope: str = "",
    ) -> Step:
        """RETURNS (Step): What was just decided, now in the log."""
        step = Step(self._numbers + 1, cases, kind, action, right, tuple(changes))
        log.append(
            self._directory, DECIDED, step=step.number, cases=list(cases), queue=kind[0], why=kind[1], action=action,
            scope=scope, right=right, changes=[list(change) for change in step.changes],
        )  # fmt: skip
        self._moves += 1
        self._add(step)
        return step

    @property
    def number(self) -> int:
        """RETURNS (int): What has changed since, by number: every step counts, also back."""
        return self._moves

    @property
    def can_undo(self) -> bool:
        """RETURNS (bool): There is something to take back."""
        return bool(self._steps)

    @property
    def can_redo(self) -> bool:
        """RETURNS (bool): There is something to do again."""
        return bool(self._undone)

    def last(self) -> Step:
        """RETURNS (Step): What is taken back next."""
        if not self._steps:
            raise PseudoError(Errors.P905)
        return self._steps[-1]

    def next(self) -> Step:
        """RETURNS (Step): What is done again next."""
        if not self._undone:
            raise PseudoError(Errors.P906)
        return self._undone[-1]

    def undone(self) -> None:
        """The last step was taken back."""
        log.append(self._directory, UNDONE, step=self._steps[-1].number)
        self._undone.append(self._steps.pop())
        self._moves += 1

    def redone(self) -> None:
        """What was taken back last was done again."""
        log.append(self._directory, REDONE, step=self._undone[-1].number)
        self._steps.append(self._undone.pop())
        self._moves += 1

    def tally(self) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
        """RETURNS (tuple[Counter, Counter]): By kind of case how many were decided, and in how many the tool erred."""
        decided = Counter(step.kind for step in self._steps if step.cases)
        return decided, Counter(step.kind for step in self._steps if step.cases and not step.right)
