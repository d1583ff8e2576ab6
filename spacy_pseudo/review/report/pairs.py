"""Who turns to whom, for a report: a matrix of those who are most in touch, and the same as a table."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ...handover.network import KINDS
from . import wording as w
from .charts import matrix
from .escaping import Cell
from .parts import Figure, Section, Table
from .records import Record

_PEOPLE: Final = 16
_PAIRS: Final = 40


def speaking(record: Record) -> Section | None:
    """RETURNS (Optional[Section]): Who greets, names and answers whom; None if people cannot be told apart.

    record (Record): What the run left behind.
    """
    network = record.network
    if network is None:
        return None
    called = record.called()
    kinds: dict[tuple[str, str], Counter[str]] = {}
    for edge in network.edges():
        kinds.setdefault((called[edge.source], called[edge.target]), Counter())[edge.kind] += edge.weight
    if not kinds:
        return None
    counts = {pair: found.total() for pair, found in kinds.items()}
    busy: Counter[str] = Counter()
    for (source, target), count in counts.items():
        busy[source] += count
        busy[target] += count
    order = sorted(busy, key=lambda name: (-busy[name], name))
    shown = order[:_PEOPLE]
    inside = sum(count for (source, target), count in counts.items() if {source, target} <= set(shown))
    told = (
        f"{w.many(len(order), 'person turns', 'people turn')} to somebody or "
        f"{'is' if len(order) == 1 else 'are'} turned to, {w.many(sum(counts.values()), 'time')} in "
        f"{w.many(len(counts), 'pair')}: greetings, mentions and answers, each counted once in a message."
    )
    part = f" Shown are the {len(shown)} who are most in touch, with {w.percent(inside / sum(counts.values()))} of it."
    title = "Who turns to whom"
    told += part if len(order) > len(shown) else ""
    ranked = sorted(kinds, key=lambda pair: (-counts[pair], pair))
    rows: list[tuple[Cell, ...]] = [
        (f"{a} to {b}", *(kinds[a, b].get(kind, 0) for kind in KINDS), counts[a, b]) for a, b in ranked[:_PAIRS]
    ]
    if rest := ranked[_PAIRS:]:
        sums = (sum(kinds[pair].get(kind, 0) for pair in rest) for kind in KINDS)
        rows.append((f"{len(rest)} other pairs, together", *sums, sum(counts[pair] for pair in rest)))
    told += " Rows turn to columns; the darker, the more often."
    picture = Figure(matrix(title, told, shown, counts), title, told)
    table = Table(("Who to whom", "Greetings", "Mentions", "Answers", "All"), rows, title, folded=True)
    return Section(title, [picture, table])
