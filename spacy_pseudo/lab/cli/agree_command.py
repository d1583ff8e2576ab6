"""`spacy-pseudo agree`: how far two people who marked the same messages agree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ...cli import arguments
from ...cli import options as o
from ...errors import Errors, PseudoError

if TYPE_CHECKING:
    from ...scoring.scores import GoldMention
    from ..evaluation.gold import Gold
    from ..evaluation.measures.agreement import Boundaries, Difference, SpanAgreement

# What is compared: where somebody is named, who is meant, and what kind of mention it is.
_COMPARED = {"place": "a name, or none", "who": "who is meant", "kind": "the kind of mention", "label": "other data"}


def agree_cli(
    first: Annotated[Path, typer.Argument(help="What one person marked (JSONL)", show_default=False)],
    second: Annotated[Path, typer.Argument(help="What another marked in the same messages", show_default=False)],
    messages: Annotated[
        Path, typer.Option("--messages", "-m", help="The original messages, to count words", show_default=False)
    ],
    column: o.Column = None,
    errors: Annotated[
        int, typer.Option("--errors", "-e", min=0, help="Show so many differences, by lines of the first file")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON")] = False,
) -> None:
    """Compare two gold files: agreement, Cohen's kappa, Fleiss' kappa and Krippendorff's alpha, word by word.

    Only messages that are in both files are compared. Most words are no names, and both people agree on them without
    effort: look at the agreement on words that either of them marked, and at kappa, which takes chance into account.

    \b
    Example:
      spacy-pseudo agree gold-by-kim.jsonl gold-by-lee.jsonl --messages messages.csv --errors 20
    """
    from ...cli.reports import count, info, print_table
    from ...review.report.escaping import Cell
    from ...review.report.report import Table
    from ..evaluation.gold_checks import line_numbers

    found = agree(first, second, messages=messages, columns=arguments.columns(column))
    lines = line_numbers(first) if errors else {}
    shown = [(lines[d.id], d.start, d.end, d.what) for d in found.differences[:errors]]
    if as_json:
        data: dict[str, Any] = {name: _plain(measures) for name, measures in found.measures.items()}
        data |= {"messages": found.messages, "boundaries": found.boundaries._asdict()}
        names = ("line", "start", "end", "what")
        more = {"differences": [dict(zip(names, row, strict=True)) for row in shown]} if errors else {}
        typer.echo(json.dumps(data | more))
        return
    rows: list[Sequence[Cell]] = []
    for name, m in found.measures.items():
        kappa = (m.cohen.value, m.cohen.low, m.cohen.high) if m.cohen is not None else (None, None, None)
        rows.append((_COMPARED[name], m.units, m.marked, m.agreement, m.marked_agreement, *kappa, m.fleiss, m.alpha))
    info(f"{count(found.messages, 'message')} in both files")
    header = ("Judged", "Words", "Marked", "Same", "Of marked", "Cohen", "From", "To", "Fleiss", "Krippendorff")
    print_table(Table(header, rows, "How far the two agree, with the 95 % interval of Cohen's kappa"))
    exact = found.boundaries
    info(f"Of {count(exact.all, 'place')} that one of them marked at least, {exact.shared} have the same boundaries")
    if shown:
        places = [(line, f"{start}-{end}", what) for line, start, end, what in shown]
        caption = f"{len(shown)} of {len(found.differences)} differences, by the line in {first.name}"
        print_table(Table(("Line", "Offsets", "What differs"), places, caption))
    elif errors:
        info("There are no differences to show")


class Agreement(NamedTuple):
    """How far two gold files agree.

    messages (int): Messages in both.
    measures (dict[str, SpanAgreement]): Word by word, on 'place', 'who' and 'kind' of mentions; on the 'label' of
        other personal data, if both have marked any.
    boundaries (Boundaries): Mentions with the same start and end, and all.
    differences (list[Difference]): Where they differ, in the order of the first file.
    """

    messages: int
    measures: dict[str, SpanAgreement]
    boundaries: Boundaries
    differences: list[Difference]


def agree(first: Path, second: Path, *, messages: Path, columns: dict[str, str] | None = None) -> Agreement:
    """Compare two gold files.

    first (Path): One gold file.
    second (Path): The other.
    messages (Path): The original messages (JSONL, CSV or TSV).
    columns (Optional[dict[str, str]]): Header by field, for columns that are not found by themselves.
    RETURNS (Agreement): How far they agree, and where they differ.
    """
    from ...corpus.readers import read_messages
    from ..evaluation.gold import read_gold, read_identifiers
    from ..evaluation.gold_checks import check_gold
    from ..evaluation.measures.agreement import boundary_agreement, differences, span_agreement

    golds = [read_gold(path) for path in (first, second)]
    both = [id for id in golds[0] if id in golds[1]]
    if not both:
        raise PseudoError(Errors.P529.format(first=first, second=second))
    wanted = set(both)
    texts = {m.id: m.text for m in read_messages(messages, columns=columns) if m.id is not None and m.id in wanted}
    for path, gold in zip((first, second), golds, strict=True):
        check_gold(path, messages, texts, {id: gold[id] for id in gold if id in wanted})
    found = {}
    for name in ("place", "who", "kind"):
        found[name] = span_agreement(_spans(golds[0], name), _spans(golds[1], name), texts)
    others = [read_identifiers(path) for path in (first, second)]
    if others[0] is not None and others[1] is not None:
        judged = {id: text for id, text in texts.items() if id in others[0] and id in others[1]}
        found["label"] = span_agreement(others[0], others[1], judged)
    a, b = (_spans(gold, "who", "kind") for gold in golds)
    return Agreement(len(both), found, boundary_agreement(a, b, both), differences(a, b, both))


def _spans(gold: Gold, *names: str) -> Mapping[str, list[tuple[int, int, object]]]:
    from ...scoring.scores import NOBODY

    return {
        id: [(m.start, m.end, _label(m, names)) for m in mentions if m.who != NOBODY] for id, mentions in gold.items()
    }


def _label(mention: GoldMention, names: Sequence[str]) -> object:
    """What is compared: that it is marked at all, or what is said of it; of a joint id in any order."""
    said = {"place": True, "who": mention.participant or mention.who, "kind": mention.kind}
    return tuple(said[name] for name in names)


def _plain(measures: SpanAgreement) -> dict[str, Any]:
    return measures._asdict() | {"cohen": measures.cohen._asdict() if measures.cohen is not None else None}
