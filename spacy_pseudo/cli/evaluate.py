"""`spacy-pseudo evaluate`: how well a run found and linked the mentions that people marked by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import Errors, PseudoError

if TYPE_CHECKING:
    from ..evaluation.metrics import MentionError, MentionScores, Tally

_WRONG = {
    "false_protected": "cited authors and public figures",
    "false_words": "other words, and people who are no participants",
    "wide": "mentions, but with too much of the text around them",
}
_ERRORS = {
    "missed": "a mention is left standing",
    "partly": "a part of a mention is left standing",
    "mislinked": "replaced, but linked to somebody else or to nobody",
    "boundary": "replaced with more or less than the mention itself",
    "wide": "replaced with too much of the text around it",
    "false_protected": "a cited author or public figure is replaced",
    "false_words": "something else is replaced that is no mention",
}


def evaluate_cli(
    gold: Annotated[Path, typer.Argument(help="Mentions marked by hand (JSONL)", show_default=False)],
    replacements: Annotated[Path, typer.Argument(help="replacements.jsonl of the key directory", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON")] = False,
    messages: Annotated[
        Path | None,
        typer.Option("--messages", "-m", help="The original messages, to judge too wide replacements by letters"),
    ] = None,
    errors: Annotated[int, typer.Option("--errors", "-e", min=0, help="Show so many errors, without any text")] = 0,
) -> None:
    """Compare the replacements of a run with mentions that people marked by hand.

    \b
    Example:
      spacy-pseudo evaluate gold.jsonl key/replacements.jsonl --messages messages.csv
    """
    scores = evaluate(gold, replacements, messages=messages)
    shown = scores.errors[:errors]
    if as_json:
        places = [{"error": e.error, "id": e.id, "start": e.start, "end": e.end} for e in shown]
        typer.echo(json.dumps(scores.to_dict() | ({"errors": places} if errors else {})))
    else:
        for part in (*_report(scores), *_error_report(shown, len(scores.errors))):
            typer.echo(part.rstrip() + "\n" * part.startswith("\n"))


def evaluate(gold: Path, replacements: Path, *, messages: Path | None = None) -> MentionScores:
    """Score a run. Messages that are not in the gold file are not looked at.

    gold (Path): JSONL: {"id", "mentions": [{"start", "end", "text", "who", "kind", "category"}, ...]}, the category
        optional; a message in which nobody is mentioned has an empty list.
    replacements (Path): The `replacements.jsonl` of the key directory.
    messages (Optional[Path]): The original messages (JSONL, CSV or TSV), to tell letters from other characters where a
        replacement takes in more than the mention.
    RETURNS (MentionScores): Counts, measures and errors.
    """
    from ..corpus.readers import read_messages
    from ..evaluation.gold import check_gold, check_offsets, read_gold, read_replaced
    from ..evaluation.metrics import score_mentions

    mentions = read_gold(gold)
    replaced = read_replaced(replacements)
    lacking = [id for id in mentions if id not in replaced]
    if lacking:
        error = Errors.P525.format(path=replacements, gold=gold, count=len(lacking), total=len(mentions), id=lacking[0])
        raise PseudoError(error)
    spans = {id: [span[:3] for span in replaced[id].spans] for id in mentions}
    texts = None
    if messages is not None:
        texts = {m.id: m.text for m in read_messages(messages) if m.id is not None and m.id in mentions}
        check_gold(gold, messages, texts, mentions)
        check_offsets(replacements, messages, texts, ((id, s[0], s[1], None) for id in spans for s in spans[id]))
    identifiers = {id: [place[:2] for place in replaced[id].identifiers] for id in mentions}
    return score_mentions(mentions, spans, identifiers=identifiers, texts=texts)


# --- The report -----------------------------------------------------------------------------------------------------


def _report(scores: MentionScores) -> Iterable[str]:
    from wasabi.tables import table

    n, replaced = scores.targets, scores.found + scores.false
    yield f"{n} mentions of {scores.people} participants are to be found in {scores.messages} messages."
    if not n:
        yield "There is nothing to find in the gold file: a share of nothing is given as 0."
    measures = [
        ("Recall", scores.recall, f"of all mentions are replaced in full: {scores.found} of {n}"),
        ("Precision", scores.precision, f"of all replacements are right to be made: {scores.found} of {replaced}"),
        ("F1", scores.f1, "the two above in one figure (their harmonic mean)"),
        ("Right participant", scores.correct_participant, f"are replaced and linked rightly: {scores.linked} of {n}"),
        (
            "One pseudonym",
            scores.single_token,
            f"are replaced so by one pseudonym, not several: {scores.single} of {n}",
        ),
        ("Exact boundaries", scores.exact_boundaries, f"are replaced to the character: {scores.exact} of {n}"),
        (
            "Coverage",
            scores.coverage,
            f"of the people are hidden everywhere: {scores.people_covered} of {scores.people}",
        ),
    ]
    if scores.embedded:
        hidden = f"of names in e-mail addresses and URLs are hidden: {scores.embedded_hidden} of {scores.embedded}"
        measures.append(("Addresses", scores.embedded_hidden_rate, hidden))
    yield table([(name, f"{share:.4f}", words) for name, share, words in measures], max_col=100)
    yield f"Left standing: {scores.missed}, of which a part is replaced: {scores.partly}."
    yield f"Replaced though it should not be: {scores.false}."
    if scores.false:
        yield table([(getattr(scores, name), words) for name, words in _WRONG.items()], max_col=100, aligns=("r", "l"))
    for title, tallies in (("Place", scores.by_kind), ("Form", scores.by_category)):
        if tallies:
            yield _parts(title, tallies)


def _parts(title: str, tallies: Mapping[str, Tally]) -> str:
    from wasabi.tables import table

    rows = []
    for name, tally in sorted(tallies.items()):
        shares = (part / tally.targets for part in (tally.found, tally.linked, tally.exact))
        rows.append((name, tally.targets, *(f"{share:.4f}" for share in shares)))
    header = (title, "Mentions", "Replaced", "Right participant", "Exact boundaries")
    return table(rows, header=header, divider=True, aligns=("l", "r", "r", "r", "r"))


def _error_report(errors: list[MentionError], total: int) -> Iterable[str]:
    from wasabi.tables import table

    if errors:
        yield f"{len(errors)} of {total} errors:"
        rows = [(error.id, f"{error.start}-{error.end}", _ERRORS[error.error]) for error in errors]
        yield table(rows, header=("Message", "Offsets", "What is wrong"), divider=True, max_col=100)
