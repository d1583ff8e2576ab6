"""`spacy-pseudo agree`: how far two people who marked the same messages agree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import Errors, PseudoError
from . import options as o

if TYPE_CHECKING:
    from ..evaluation.gold import Gold
    from ..evaluation.measures.agreement import SpanAgreement

# What is compared: where somebody is named, who is meant, and what kind of mention it is.
_COMPARED = {"place": "a name, or none", "who": "who is meant", "kind": "the kind of mention", "label": "other data"}


def agree_cli(
    first: Annotated[Path, typer.Argument(help="What one person marked (JSONL)", show_default=False)],
    second: Annotated[Path, typer.Argument(help="What another marked in the same messages", show_default=False)],
    messages: Annotated[
        Path, typer.Option("--messages", "-m", help="The original messages, to count words", show_default=False)
    ],
    column: o.Column = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON")] = False,
) -> None:
    """Compare two gold files: agreement, Cohen's kappa, Fleiss' kappa and Krippendorff's alpha, word by word.

    Only messages that are in both files are compared. Most words are no names, and both people agree on them without
    effort: look at the agreement on words that either of them marked, and at kappa, which takes chance into account.

    \b
    Example:
      spacy-pseudo agree gold-by-kim.jsonl gold-by-lee.jsonl --messages messages.csv
    """
    found = agree(first, second, messages=messages, columns=o.columns(column))
    if as_json:
        typer.echo(json.dumps({name: _plain(measures) for name, measures in found.items()}))
        return
    from ..reporting.markup import Cell
    from ..reporting.report import Table
    from .reports import print_table

    rows: list[Sequence[Cell]] = []
    for name, m in found.items():
        kappa = (m.cohen.value, m.cohen.low, m.cohen.high) if m.cohen is not None else (None, None, None)
        rows.append((_COMPARED[name], m.units, m.marked, m.agreement, m.marked_agreement, *kappa, m.fleiss, m.alpha))
    header = ("Judged", "Words", "Marked", "Same", "Of marked", "Cohen", "From", "To", "Fleiss", "Krippendorff")
    print_table(Table(header, rows, "How far the two agree, with the 95 % interval of Cohen's kappa"))


def agree(
    first: Path, second: Path, *, messages: Path, columns: dict[str, str] | None = None
) -> dict[str, SpanAgreement]:
    """Compare two gold files.

    first (Path): One gold file.
    second (Path): The other.
    messages (Path): The original messages (JSONL, CSV or TSV).
    columns (Optional[dict[str, str]]): Header by field, for columns that are not found by themselves.
    RETURNS (dict[str, SpanAgreement]): Agreement on 'place', 'who' and 'kind' of mentions; on the 'label' of other
        personal data, if both have marked any.
    """
    from ..corpus.readers import read_messages
    from ..evaluation.gold import check_gold, read_gold, read_identifiers
    from ..evaluation.measures.agreement import span_agreement

    golds = [read_gold(path) for path in (first, second)]
    both = golds[0].keys() & golds[1].keys()
    if not both:
        raise PseudoError(Errors.P529.format(first=first, second=second))
    texts = {m.id: m.text for m in read_messages(messages, columns=columns) if m.id is not None and m.id in both}
    for path, gold in zip((first, second), golds, strict=True):
        check_gold(path, messages, texts, {id: gold[id] for id in gold if id in both})
    found = {}
    for name in ("place", "who", "kind"):
        found[name] = span_agreement(_spans(golds[0], name), _spans(golds[1], name), texts)
    others = [read_identifiers(path) for path in (first, second)]
    if others[0] is not None and others[1] is not None:
        judged = {id: text for id, text in texts.items() if id in others[0] and id in others[1]}
        found["label"] = span_agreement(others[0], others[1], judged)
    return found


def _spans(gold: Gold, name: str) -> Mapping[str, list[tuple[int, int, object]]]:
    from ..evaluation.measures.scores import NOBODY

    return {
        id: [(m.start, m.end, True if name == "place" else getattr(m, name)) for m in mentions if m.who != NOBODY]
        for id, mentions in gold.items()
    }


def _plain(measures: SpanAgreement) -> dict[str, Any]:
    return measures._asdict() | {"cohen": measures.cohen._asdict() if measures.cohen is not None else None}
