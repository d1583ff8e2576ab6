"""The report for whoever holds the key: what is most doubtful, open and unexplained, each in its context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...attrs import JOINT
from ..audit.auditing import Finding
from ..audit.ranking import MEDIUM
from . import wording as w
from .parts import Excerpt, Excerpts, Part, Section
from .records import Record
from .report import Report

TITLE: Final = "What to look at before these messages are shared"
# So many places of a kind; the lists in the key have all.
_SHOWN: Final = 50
_MEANT: Final = ("could name",)


def keyholder_report(record: Record) -> Report:
    """Make the private page.

    record (Record): What the run left behind.
    RETURNS (Report): The report; it holds names and text of the messages.
    """
    sections = [unexplained(record), doubtful(record), conflicts(record)]
    return Report(TITLE, sections, private=True)


def unexplained(record: Record) -> Section:
    """RETURNS (Section): What the audit found and the account does not explain, the worst first."""
    found = record.found.unaccounted()
    high = len(record.found.unaccounted(MEDIUM))
    said = (
        f"{w.many(high, 'place')} of high or medium rank, {len(found) - high:,} of low rank. What names somebody, add "
        "to names.txt, or decide the place in decisions.csv; then apply again."
        if found
        else "The audit found nothing that the account does not explain."
    )
    return _section("What the audit does not explain", said, list(map(_found, found)))


def doubtful(record: Record) -> Section:
    """RETURNS (Section): What stays and is most likely a name after all."""
    said = (
        "The most doubtful first. A place that is wrong is decided in decisions.csv; a form that is missing is added "
        "to names.txt."
        if record.kept
        else "No word stays that a participant is or could be called."
    )
    return _section("What stays, and could name somebody", said, [_kept(row) for row in record.kept])


def conflicts(record: Record) -> Section:
    """RETURNS (Section): Mentions of which it is not clear who is meant."""
    said = (
        "These are replaced by a joint pseudonym, or by that of nobody. Who is meant, write into decisions.csv: the "
        "message, the field, the place and the participant."
        if record.conflicts
        else "It is clear of every mention who is meant."
    )
    return _section("Who is meant is open", said, [_open(row) for row in record.conflicts])


def _section(title: str, said: str, rows: Sequence[Excerpt]) -> Section:
    parts: list[Part] = [said]
    if rows:
        rest = len(rows) - _SHOWN
        note = f"And {w.many(rest, 'other')}." if rest > 0 else ""
        parts.append(Excerpts(rows[:_SHOWN], note=note, who=_MEANT))
    return Section(title, parts)


def _found(finding: Finding) -> Excerpt:
    what = f"{finding.rank}: {finding.kind}, {finding.way}"
    where = finding.message or " ".join(filter(None, (finding.file, finding.field)))
    who = ", ".join(finding.participants) or None
    return Excerpt(what, where, finding.before, finding.text, finding.after, who)


def _kept(row: Mapping[str, Any]) -> Excerpt:
    ids = row.get("ids", ())
    again = f" and {w.many(len(ids) - 1, 'other')}" if len(ids) > 1 else ""
    what = f"{row['reason']}, {float(row['probability']):.2f}"
    return Excerpt(
        what, f"{row['id']}{again}", row["before"], row["text"], row["after"], ", ".join(row["participants"])
    )


def _open(row: Mapping[str, Any]) -> Excerpt:
    who = JOINT.join(row["candidates"]) or None
    return Excerpt(row["reason"], str(row["id"]), row["before"], row["text"], row["after"], who)
