"""What an output hides, by its settings, and what another run would leave in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..attrs import SENSITIVE, SUMMARY_FILE
from ..corpus.share_modes import CODED, DROP, KEEP, SHIFT, WEEKS, timestamps_of
from ..people.others.modes import KEEP as LEAVE
from ..people.others.modes import MASK

# The more is hidden, the later.
_TIMESTAMPS: Final = (KEEP, WEEKS, SHIFT, DROP)
# What hides other personal data, by what a summary says was done with it.
HIDES: Final[Mapping[str, str]] = {
    "masked": "mask", "fixed form": "fixed", "surrogate": "surrogate", "exchanged": "shuffle",
}  # fmt: skip
_STAYS: Final = (("citations", "cited authors", "--no-citations"),
                 ("public figures", "public figures", "--no-public-figures"))  # fmt: skip


class Shown(NamedTuple):
    """Something that would not be hidden any more.

    what (str): What it is.
    option (str): What hides it.
    """

    what: str
    option: str


def settings_of_out(out: Path) -> dict[str, Any] | None:
    """RETURNS (Optional[dict[str, Any]]): By which settings an output was made; None if nothing tells.

    out (Path): The directory that may be shared.
    """
    try:
        return dict(json.loads((out / SUMMARY_FILE).read_text("utf-8"))["settings"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


def shown_by(now: Mapping[str, Any], before: Mapping[str, Any]) -> list[Shown]:
    """RETURNS (list[Shown]): What was hidden before and is not now.

    now (Mapping[str, Any]): The settings of a run.
    before (Mapping[str, Any]): Those of an earlier one.
    """
    return list(_shown(now, before))


def _shown(now: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[Shown]:
    if before.get("ids", KEEP) == CODED != now["ids"]:
        yield Shown("ids", f"--ids {CODED}")
    times = timestamps_of(before)
    if times in _TIMESTAMPS and _TIMESTAMPS.index(timestamps_of(now)) < _TIMESTAMPS.index(times):
        yield Shown("time stamps", f"--timestamps {times}")
    if before.get("others", LEAVE) != LEAVE == now["others"]:
        yield Shown("people who take no part", f"--others {before.get('others', MASK)}")
    for name, what, option in _STAYS:
        if not before.get(name, True) and now[name]:
            yield Shown(what, option)
    done, was = now["identifiers"], before.get("identifiers", {})
    for label, how in was.items():
        if how in HIDES and done.get(label) not in HIDES:
            yield Shown(label, f"--identifiers {label}={HIDES[how]}")
    if now["own rules"] < before.get("own rules", 0):
        yield Shown("what rules of your own found", "--rules FILE")
    if now["own words"] < before.get("own words", 0) and any(was.get(label) in HIDES for label in SENSITIVE):
        yield Shown("words of your own", "--words LABEL=FILE")
