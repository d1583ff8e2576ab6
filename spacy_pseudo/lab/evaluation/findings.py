"""What was measured of a run, put into words, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...review.report.escaping import Cell
from ...review.report.report import Excerpts, Part, Report, Section, Table, excerpt, made_section
from ...scoring.identifier_scores import NOTHING, IdentifierScores
from ...scoring.scores import MentionError, MentionScores, Tally, share
from ..plots.picture import drawn
from ..plots.plots import reliability_plot, stacked_bars
from .assessment import Assessment, Calibrated, MapScores
from .measures.categories import GROUPS

ERRORS: Final = {
    "missed": "a mention is left standing",
    "partly": "a part of a mention is left standing",
    "mislinked": "replaced, but linked to somebody else or to nobody",
    "boundary": "replaced with more or less than the mention itself",
    "wide": "replaced with too much of the text around it",
    "false_protected": "a cited author or public figure is replaced",
    "false_words": "something else is replaced that is no mention",
}
_FALSE: Final = {
    "false_protected": "cited authors and public figures",
    "false_words": "other words, and people who are no participants",
    "wide": "mentions, but with too much of the text around them",
}


def report_of(
    assessment: Assessment,
    *,
    errors: int = 0,
    texts: Mapping[str, str] | None = None,
    made_of: Mapping[str, str] | None = None,
) -> Report:
    """Make a report. Without texts there is no name and no id of anybody in it.

    assessment (Assessment): What was measured.
    errors (int): How many errors are shown in their context.
    texts (Optional[Mapping[str, str]]): The original texts by message id; with them the report is private.
    made_of (Optional[Mapping[str, str]]): What the report says of how it was made, by what it is.
    RETURNS (Report): The report.
    """
    sections = [Section(title, list(parts)) for title, parts in _sections(assessment)]
    shown = assessment.mentions.errors[:errors] if texts is not None else []
    if shown and texts is not None:
        sections.append(Section("Errors", [_excerpts(shown, len(assessment.mentions.errors), texts)]))
    if made_of is not None:
        sections.append(made_section(made_of))
    return Report("How well names were replaced", sections, private=bool(shown))


def _sections(assessment: Assessment) -> Iterator[tuple[str, Iterator[Part]]]:
    yield "Mentions in the messages", _mentions(assessment)
    yield "Mentions by place, form and session", _breakdown(assessment.mentions)
    yield "Who is called what", _maps(assessment)
    if assessment.identifiers is not None:
        yield "Other personal data", _identifiers(assessment.identifiers)
    if assessment.distribution is not None:
        yield "What people are called", _categories(assessment)
    if assessment.mention_confidence is not None or assessment.connection_confidence is not None:
        yield "Confidence", _confidence(assessment)
    if assessment.effort is not None:
        yield "What the name map asks of a person", _effort(assessment)
    if assessment.identifiers is not None:
        yield "Other personal data taken for something else", _confusion(assessment.identifiers)


def _mentions(assessment: Assessment) -> Iterator[Part]:
    scores = assessment.mentions
    n, replaced = scores.targets, scores.replaced
    what, who, where = map(_counted, (n, scores.people, scores.messages), ("mention", "participant", "message"))
    yield f"{what} of {who} to be found in {where}."
    if not n:
        yield "There is nothing to find in the gold file: most figures can't be given."
    meaning = {
        "recall": ("Recall", f"of all mentions are replaced in full: {scores.found} of {n}"),
        "precision": ("Precision", f"of all replacements are right to be made: {scores.found} of {replaced}"),
        "f1": ("F1", "the two above in one figure (their harmonic mean)"),
        "f2": ("F2", "the same, recall weighing twice as much"),
        "f5": ("F5", "the same, recall weighing five times as much"),
        "correct_participant": ("Right participant", f"are replaced and linked rightly: {scores.linked} of {n}"),
        "single_token": ("One pseudonym", f"are replaced so by one pseudonym, not several: {scores.single} of {n}"),
        "exact_boundaries": ("Exact boundaries", f"are replaced to the character: {scores.exact} of {n}"),
        "coverage": ("Coverage", f"of the people are hidden everywhere: {scores.people_covered} of {scores.people}"),
        "clean": (
            "Clean messages",
            f"of the messages have no name left: {scores.clean_messages} of {scores.messages}",
        ),
        "leaks_per_1000": ("Leaks", f"mentions left standing in 1,000 messages: {scores.missed} in {scores.messages}"),
    }
    rows: list[Sequence[Cell]] = []
    for name, (title, words) in meaning.items():
        figures: tuple[Cell, ...] = (None, None, None)
        if scores.measured(name):
            figures = (getattr(scores, name), *assessment.intervals.get(name, (None, None)))
        if name == "leaks_per_1000":  # no share
            figures = tuple(figure if figure is None else f"{figure:.1f}" for figure in figures)
        rows.append((title, *figures, words))
    if scores.embedded:
        words = f"of names in e-mail and web addresses are hidden: {scores.embedded_hidden} of {scores.embedded}"
        rows.append(("Addresses", scores.embedded_hidden_rate, None, None, words))
    if scores.third:
        words = f"of names of people who take no part are hidden: {scores.third_hidden} of {scores.third}"
        rows.append(("Others", scores.third_hidden_rate, None, None, words))
    if scores.protected:
        lost = scores.false_protected + scores.protected_hidden
        words = f"of {scores.protected} names of cited authors and public figures are kept; {lost} are replaced"
        rows.append(("Protected", scores.protected_kept, None, None, words))
    yield Table(
        ("Measure", "Figure", "From", "To", "What it says"),
        rows,
        "Mentions that were to be found, with 95 % intervals",
        "Intervals by bootstrap over messages (coverage: over participants); exact bounds where nothing went wrong.",
    )
    yield f"Left standing: {scores.missed}, of which a part is replaced: {scores.partly}."
    kept = f" of {scores.protected} names of cited authors and public figures" if scores.protected else ""
    yield f"Replaced though it should not be: {scores.false}; {scores.false_protected}{kept or ' protected names'}."
    if scores.false:
        wrong = [(words, getattr(scores, name)) for name, words in _FALSE.items()]
        yield Table(("What", "Replacements"), wrong, "Replacements that should not have been made")


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _breakdown(scores: MentionScores) -> Iterator[Part]:
    parts = {"Place": scores.by_kind, "Form": scores.by_category, "Session": scores.by_session}
    note = "Sessions are numbered in the order of the messages, as there may be a name in what they are called."
    for title, tallies in parts.items():
        if tallies:
            yield _tallies(title, tallies, note if title == "Session" else "")


def _tallies(title: str, tallies: Mapping[str, Tally], note: str) -> Table:
    rows: list[Sequence[Cell]] = []
    for name, tally in sorted(tallies.items()):
        shares = (share(part, tally.targets) for part in (tally.found, tally.linked, tally.exact))
        rows.append((name, tally.targets, *shares))
    return Table(
        (title, "Mentions", "Replaced", "Right participant", "Exact boundaries"), rows, f"By {title.lower()}", note
    )


def _maps(assessment: Assessment) -> Iterator[Part]:
    whole = assessment.replaced.whole
    yield (
        f"{whole.people} participants are called by {whole.gold} forms of their names, each counted for each person. "
        "The name map is what a person reads; what is replaced includes what follows from it, such as slips."
    )
    maps: dict[str, MapScores | None] = {"name map": assessment.name_map, "replaced": assessment.replaced}
    header = ("Found by", "Coverage", "Missed", "Of", "Recall", "Precision", "F1")
    for at, caption in ((0, "Connections of participants and forms"), (1, "The same, word by word")):
        scores = [(name, maps_of[at]) for name, maps_of in maps.items() if maps_of is not None]
        rows = [(name, s.coverage, s.missed, s.gold, s.recall, s.precision, s.f1) for name, s in scores]
        yield Table(header, rows, caption)


def _categories(assessment: Assessment) -> Iterator[Part]:
    found = assessment.distribution
    if found is None:
        return
    rows = [
        (row.group, row.forms, row.connections, connections, row.substitutions, substitutions)
        for row in (*found.rows, found.total)
        for connections, substitutions in [found.shares(row)]
    ]
    header = ("Form", "Unique forms", "Connections", "Share", "Mentions", "Share")
    yield Table(header, rows, "Forms, connections with people, and mentions by category of form")
    caption = "How many forms of a name each participant has, by category of form"
    labels = {"title": "Forms of each participant", "x_label": "Participants", "y_label": "Forms of the name"}
    yield drawn(caption, stacked_bars, found.people, GROUPS, **labels)


def _confidence(assessment: Assessment) -> Iterator[Part]:
    yield "Of what has a confidence of .7, seven in ten should be right. Few cases say little."
    kinds: dict[str, Calibrated | None] = {
        "Replacements": assessment.mention_confidence,
        "Connections of participants and forms": assessment.connection_confidence,
    }
    for title, found in kinds.items():
        if found is not None:
            rows = [(f"{b.low:.1f}", b.confidence, b.right, int(b.n)) for b in found.bins]
            note = f"Brier score (mean squared error) {found.brier:.4f}."
            yield Table(("From", "Mean confidence", "Right", "Cases"), rows, f"{title} by confidence", note)
            yield drawn(f"{title}: confidence and share that is right", reliability_plot, found.bins, title=title)


def _effort(assessment: Assessment) -> Iterator[Part]:
    effort = assessment.effort
    if effort is None:
        return
    rows: list[tuple[str, float]] = [
        ("Participants", effort.participants),
        ("Candidates, in the map or considered", effort.candidates),
        ("Candidates per participant", effort.per_participant),
        ("Median of candidates per participant", effort.median),
        ("Most candidates of one participant", effort.most),
        ("Candidates near the threshold, to decide on", effort.near),
        ("Their share", effort.near_share),
        ("Forms in the map that nobody uses so", effort.wrong),
    ]
    yield Table(("What", "Figure"), rows, "What there is to look at")
    missed = [(how, n) for how, n in effort.missed.items()]
    note = f"A person can mend {effort.mendable} of them from the lists, without reading messages."
    yield Table(("How it can be mended", "Connections"), missed, "Forms that the map does not have", note)


def _identifiers(found: IdentifierScores) -> Iterator[Part]:
    rows: list[Sequence[Cell]] = [
        (label, s.gold, s.predicted, s.found, s.recall, s.precision, s.f1, s.f2)
        for label, s in (*found.labels.items(), ("all", found.total))
    ]
    header = ("Label", "Marked", "Found in all", "Right", "Recall", "Precision", "F1", "F2")
    yield Table(header, rows, "Other personal data by label")


def _confusion(found: IdentifierScores) -> Iterator[Part]:
    labels = [*found.labels, NOTHING]
    matrix: list[Sequence[Cell]] = [(meant, *(found.confusion[meant, taken] for taken in labels)) for meant in labels]
    yield Table(("Marked as", *labels), matrix, "What was taken for what", f"{NOTHING} is nothing.")


def _excerpts(errors: Sequence[MentionError], total: int, texts: Mapping[str, str]) -> Excerpts:
    rows = [excerpt(error, texts[error.id])._replace(error=ERRORS[error.error]) for error in errors]
    return Excerpts(rows, f"{len(errors)} of {total} errors in their context")
