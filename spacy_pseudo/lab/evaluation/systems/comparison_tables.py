"""What `comparison` found, as tables, CSV and a plot."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ....cells import CellWriter
from ....review.report.escaping import DIGITS, Cell, shown
from ....review.report.report import Report, Section, Table, made_section
from ....scoring.mention_scores import MentionScores
from ...plots.picture import drawn
from ...plots.plots import DotRow, dot_plot
from ..measures.intervals import Interval
from .ablation import ABLATIONS, WHOLE
from .comparison import GOLD_MAP, Comparison, Difference, Grouped, Measured
from .registry import SYSTEMS

# What the tables show of mentions, of connections and of groupings.
MENTIONS: Final = {
    "recall": "Recall",
    "precision": "Precision",
    "f1": "F1",
    "f5": "F5",
    "correct_participant": "Right participant",
    "coverage": "Coverage",
    "leaks_per_1000": "Leaks per 1,000",
}
CONNECTIONS: Final = {
    "coverage": "Coverage",
    "missed": "Missed",
    "recall": "Recall",
    "precision": "Precision",
    "f1": "F1",
}
GROUPINGS: Final = {
    "groups": "Groups",
    "warnings": "Warnings",
    "spurious": "Spurious",
    "absent": "Absent people",
    "missed": "Left standing",
    "recall": "Recall",
    "correct_participant": "Right participant",
}
# What the table of groupings calls the maps: it is not our tool that substitutes there.
_MAPS: Final = {GOLD_MAP: "marked by hand", WHOLE: "our map, plain substitution"}
# What the table of mentions says of differences.
APART: Final = (
    "The last column draws the same messages for both systems: an interval without 0 is a difference beyond chance."
)
# What the table of groupings says of our map.
PLAIN: Final = (
    "Each map is substituted plainly here, form by form; our tool also uses what stands around a name, so that its own "
    "figures above are others."
)
_PLOTTED: Final = ("recall", "precision")
_COLUMNS: Final = ("corpus", "system", "table", "measure", "value", "low", "high")


def to_csv(comparison: Comparison) -> str:
    """RETURNS (str): One figure a line: corpus, system, table, measure, value, and the bounds of its interval, if any.
    For groupings the system is the one whose map is used, and the table 'grouping by thread' and so on."""
    stream = io.StringIO()
    writer = CellWriter(stream)
    writer.writerow(_COLUMNS)
    writer.writerows(_figures(comparison))
    return stream.getvalue()


def _figures(comparison: Comparison) -> Iterator[tuple[Any, ...]]:
    for row in comparison.systems:
        tables = {
            "mentions": row.mentions.to_dict(),
            "connections": row.connections.to_dict(),
            "connections by word": row.words.to_dict(),
        }
        for table, data in tables.items():
            plain = {name: value for name, value in data.items() if isinstance(value, (int, float, type(None)))}
            for measure, value in plain.items():
                bounds = row.intervals.get(measure) if table == "mentions" and value is not None else None
                ends = ("", "") if bounds is None else (_plain(bounds.low), _plain(bounds.high))
                yield row.corpus, row.system, table, measure, _plain(value), *ends
    for (corpus, system), difference in comparison.differences.items():
        figures = map(_plain, (difference.recall, *difference.interval))
        yield corpus, system, f"mentions, less {difference.against}", "recall", *figures
    for group in comparison.groupings:
        for measure in GROUPINGS:
            value = getattr(group.scores, measure)
            yield group.corpus, group.names, f"grouping by {group.scores.scope}", measure, _plain(value), "", ""


def _plain(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def to_svg(comparison: Comparison) -> str:
    """RETURNS (str): Recall and precision of mentions with their intervals, one dot for each system on each corpus."""
    rows: list[DotRow] = []
    groups = []
    several = len(comparison.corpora) > 1
    parts = any(row.system in ABLATIONS and row.system != WHOLE for row in comparison.systems)
    for corpus in comparison.corpora:
        own = [row for row in comparison.systems if row.corpus == corpus]
        # What our own tool is without this and that differs by little: apart, the axis shows it.
        kinds = {"": [row for row in own if row.system == WHOLE or row.system not in ABLATIONS]}
        if parts:
            kinds[", parts of ours switched off"] = [row for row in own if row.system in ABLATIONS]
        for kind, chosen in kinds.items():
            for measure in _PLOTTED:
                for row in chosen:
                    rows.append((row.system, *_dot(row, measure)))
                    groups.append(f"{corpus}: {MENTIONS[measure]}{kind}" if several else f"{MENTIONS[measure]}{kind}")
    label = "Share, with its 95 % interval"
    return dot_plot(rows, title="Mentions replaced", x_label=label, groups=groups, own_axes=parts or several)


def _dot(row: Measured, measure: str) -> tuple[float | None, float | None, float | None]:
    if not row.mentions.measured(measure):
        return None, None, None
    value = getattr(row.mentions, measure)
    return value, *row.intervals.get(measure, Interval(value, value))


def to_report(comparison: Comparison, *, made_of: Mapping[str, str] | None = None) -> Report:
    """Make a report: the tables, one section for each corpus, and the plot.

    comparison (Comparison): The figures.
    made_of (Optional[Mapping[str, str]]): What the report says of how it was made, by what it is.
    RETURNS (Report): The report.
    """
    plot = drawn("Recall and precision of mentions, with 95 % intervals", to_svg, comparison)
    sections = []
    for corpus in comparison.corpora:
        rows = [row for row in comparison.systems if row.corpus == corpus]
        grouped = [group for group in comparison.groupings if group.corpus == corpus]
        mentions = mention_table(rows, comparison.differences)
        sections.append(Section(corpus, [mentions, *connection_tables(rows), grouping_table(grouped)]))
    if made_of is not None:
        sections.append(made_section(made_of))
    described = [[name, SYSTEMS[name].title] for name in dict.fromkeys(row.system for row in comparison.systems)]
    first = Section("Systems", [Table(["Name", "System"], described, "What is compared"), plot])
    return Report("Systems compared", [first, *sections])


def mention_table(rows: Sequence[Measured], differences: Mapping[tuple[str, str], Difference] | None = None) -> Table:
    """RETURNS (Table): Mentions replaced by each system, with 95 % intervals; and how far their recall is apart."""
    found = {row.system: (differences or {}).get((row.corpus, row.system)) for row in rows}
    header = ["System", *MENTIONS.values(), *([title] if (title := difference_title(found.values())) else [])]
    scores = rows[0].mentions
    caption = f"Mentions: {scores.targets} of {scores.people} participants, in {scores.messages} messages"
    body: list[list[Cell]] = [[row.system, *(_with_interval(row, measure) for measure in MENTIONS)] for row in rows]
    if title:
        for line, difference in zip(body, found.values(), strict=True):
            line.append(None if difference is None else f"{apart(difference)} ({apart_interval(difference)})")
    note = (
        "In brackets: 95 % intervals by bootstrap over messages (coverage: over participants). Leaks are mentions left "
        "standing, wholly or in part. Where people of a group share a name, all systems but ours replace it by all of "
        "them together: nobody resolves it by hand, and it does not count for the right participant."
    )
    return Table(header, body, caption, note + (f" {APART}" if title else ""))


def difference_title(differences: Iterable[Difference | None]) -> str:
    """RETURNS (str): What the column of differences is called; empty if there are none."""
    against = next((difference.against for difference in differences if difference is not None), None)
    return f"Recall less that of {against}" if against is not None else ""


def apart(difference: Difference) -> str:
    """RETURNS (str): A difference, with its sign."""
    return _signed(difference.recall)


def apart_interval(difference: Difference) -> str:
    """RETURNS (str): The bounds of a difference's interval."""
    return " to ".join(map(_signed, difference.interval))


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else ''}{shown(round(value, DIGITS) + 0.0)}"


def figure(scores: MentionScores, measure: str) -> str:
    """RETURNS (str): A figure of the mentions; a dash where there is nothing to measure."""
    if not scores.measured(measure):
        return shown(None)
    return _shown(getattr(scores, measure), measure)


def interval(row: Measured, measure: str) -> str:
    """RETURNS (str): The bounds of a figure's interval with a dash between them; empty if it has none."""
    bounds = row.intervals.get(measure, ()) if row.mentions.measured(measure) else ()
    return "–".join(_shown(bound, measure) for bound in bounds)


def _with_interval(row: Measured, measure: str) -> str:
    bounds = interval(row, measure)
    return figure(row.mentions, measure) + (f" ({bounds})" if bounds else "")


def _shown(value: float, measure: str) -> str:
    return shown(value, 1 if measure == "leaks_per_1000" else DIGITS)


def connection_tables(rows: Sequence[Measured]) -> list[Table]:
    """RETURNS (list[Table]): Connections of participants and forms, whole and split into words (Tables 2 and 3 of
    Farrow et al.)."""
    kinds = {
        "Connections of participants and forms": [row.connections for row in rows],
        "Connections of participants and single words": [row.words for row in rows],
    }
    note = "Coverage: participants all of whose forms were found. Missed: of all connections in the gold map."
    tables = []
    for caption, scores in kinds.items():
        body: list[list[Cell]] = [
            [row.system, s.coverage, f"{s.missed}/{s.gold}", s.recall, s.precision, s.f1]
            for row, s in zip(rows, scores, strict=True)
        ]
        tables.append(Table(["System", *CONNECTIONS.values()], body, caption, note))
    return tables


def grouping_table(groups: Sequence[Grouped]) -> Table:
    """RETURNS (Table): Names of a map substituted by thread, by session and all at once."""
    body = [
        [_MAPS.get(g.names, g.names), g.scores.scope, *(getattr(g.scores, measure) for measure in GROUPINGS)]
        for g in groups
    ]
    note = (
        "Warnings: a form that several participants of a group share. Spurious: nowhere in the group could two of them "
        "be meant. Absent people: mentions by a form of the map, of somebody who does not take part in the group; left "
        f"standing: those of them that are not replaced. {PLAIN}"
    )
    return Table(["Map", "Grouping", *GROUPINGS.values()], body, "Names substituted by groups of messages", note)
