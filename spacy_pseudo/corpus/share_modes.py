"""What may be done with ids and time stamps of what is shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..errors import Errors, PseudoError

KEEP: Final = "keep"
CODED: Final = "code"
SHIFT: Final = "shift"
WEEKS: Final = "weeks"
DROP: Final = "drop"
IDS: Final = (KEEP, CODED)
# Which ids stay with `KEEP`: those of messages, threads and sessions.
KEPT_IDS: Final = ("id", "parent", "thread", "session")
TIMESTAMPS: Final = (KEEP, SHIFT, WEEKS, DROP)
# Cells that a spreadsheet would run as formulas.
GUARDED: Final = "guarded"
PLAIN: Final = "plain"
# Says in a summary by which clock time stamps were moved.
_CLOCK: Final = "clock"


def check_ids(value: str) -> None:
    """Make sure that somebody chose one of `IDS`."""
    check_choice(value, "--ids", IDS)


def check_timestamps(value: str) -> None:
    """Make sure that somebody chose one of `TIMESTAMPS`."""
    check_choice(value, "--timestamps", TIMESTAMPS)


def check_choice(value: str, option: str, choices: tuple[str, ...]) -> None:
    """Make sure that a value is one of the choices.

    value (str): The value.
    option (str): What is chosen by it, for the error.
    choices (tuple[str, ...]): The choices.
    """
    if value not in choices:
        raise PseudoError(Errors.P502.format(value=value, option=option, choices=", ".join(choices)))


def to_settings(*, ids: str, timestamps: str, plain: bool) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): What a summary says of it, and of cells: by that, tables are read again."""
    cells = PLAIN if plain else GUARDED
    return {"ids": ids, "timestamps": timestamps, **({_CLOCK: 1} if timestamps == SHIFT else {}), "cells": cells}


def timestamps_of(settings: Mapping[str, Any]) -> str:
    """RETURNS (str): What was done to time stamps, as a summary says. Before there was a clock, 'shift' were weeks."""
    found = str(settings.get("timestamps"))
    return WEEKS if found == SHIFT and _CLOCK not in settings else found
