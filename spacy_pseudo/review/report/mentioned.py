"""Mentions that were replaced, for a report: of what kind, whose, and how sure each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ...attrs import CATEGORIES, HANDLE, UNLINKED
from . import wording as w
from .charts import bars
from .escaping import Cell
from .parts import Figure, Part, Section, Table
from .records import Record

NUMBERED: Final = "The pseudonyms of this run are the ids of the class list; people have numbers here instead."
# So many people have a bar or a row of their own.
_BARS: Final = 24
_ROWS: Final = 60
# Steps of a histogram of confidence; the last holds what is surest.
_STEPS: Final = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)


def mentions(record: Record) -> Section:
    """RETURNS (Section): What was replaced, whose, and how sure that is."""
    counts = record.summary["mentions"]
    order = (*CATEGORIES, HANDLE, UNLINKED)
    rows = [(w.CATEGORIES[name], counts[name]) for name in order if counts.get(name)]
    table = Table(("What stood there", "Places"), [*rows, ("all", counts["all"])], "Mentions that were replaced")
    return Section("Mentions of participants", [table, *_people(record), *_confidence(record)])


def _people(record: Record) -> Iterator[Part]:
    clear = [mention.pseudonym for mention in record.mentions if mention.pseudonym is not None and not mention.several]
    unclear, called = len(record.mentions) - len(clear), record.called()
    ranked = sorted(Counter(clear).items(), key=lambda item: (-item[1], item[0]))
    found = [(called[label], count) for label, count in ranked]
    if record.network is None or not found:
        return
    most, least = found[0][1], found[-1][1]
    never = max(0, record.summary["participants"] - len(found))
    told = f"{w.many(len(found), 'participant is', 'participants are')} mentioned, from {least:,} to {most:,} times"
    told += f", and {never:,} never. " if never else ". "
    if unclear:
        others = "several people could be meant, nobody known, or somebody who did not consent"
        told += f"{w.many(unclear, 'further mention')}: {others}. "
    if rest := [count for _, count in found[_BARS:]]:
        told += f"Of the {len(rest)} who are not shown each is mentioned {rest[-1]:,} to {rest[0]:,} times. "
    few, many = found[:_ROWS], found[_ROWS:]
    rows: list[tuple[Cell, ...]] = [*few]
    if many:
        rows.append((f"{len(many)} others, together", sum(count for _, count in many)))
    title = "Mentions per participant"
    told = f"{told}{NUMBERED}" if record.has_ids else told
    yield Figure(bars(title, told.strip(), found[:_BARS]), title, told.strip())
    yield Table(("Participant", "Mentions"), rows, title, folded=True)


def _confidence(record: Record) -> Iterator[Part]:
    if not record.mentions:
        return
    steps = list(pairwise(_STEPS))
    names = [f"below {high:.2f}" if not low else f"{low:.2f} to {high:.2f}" for low, high in steps]
    counts = [0] * len(steps)
    for mention in record.mentions:
        counts[next(i for i, (_, high) in enumerate(steps) if mention.confidence < high or high == 1)] += 1
    title = "How sure the replacements are"
    wrong = sum(1 - mention.confidence for mention in record.mentions)
    told = (
        f"{w.many(counts[-1], 'mention has', 'mentions have')} a confidence of {_STEPS[-2]:.2f} or more. By their "
        f"confidence about {w.about(wrong)} of {len(record.mentions):,} replacements are of a word that is no name, or "
        "of another participant's; that costs a reader something, and gives nobody away."
    )
    rows = list(zip(names, counts, strict=True))[::-1]
    yield Figure(bars(title, told, rows), title, told)
    yield Table(("Confidence", "Mentions"), rows, title, folded=True)
