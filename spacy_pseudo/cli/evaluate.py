"""`spacy-pseudo evaluate`: how well a run found and linked the mentions that people marked by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

from ..errors import Errors, PseudoError

if TYPE_CHECKING:
    from ..evaluation.metrics import GoldMention, MentionError, MentionScores, Tally

T = TypeVar("T")

_GOLD_LINE = '{"id": ..., "mentions": [{"start": ..., "end": ..., "text": ..., "who": ..., "kind": ...}, ...]}'
_REPLACEMENTS_LINE = '{"id": ..., "spans": [[start, end, participant, ...], ...]}'

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


class _Replaced(NamedTuple):
    spans: list[tuple[int, int, str | None]]
    identifiers: list[tuple[int, int]]


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
    from ..evaluation.metrics import score_mentions

    mentions = read_gold(gold)
    replaced = _read_lines(replacements, _replaced, _REPLACEMENTS_LINE)
    lacking = [id for id in mentions if id not in replaced]
    if lacking:
        error = Errors.P525.format(path=replacements, gold=gold, count=len(lacking), total=len(mentions), id=lacking[0])
        raise PseudoError(error)
    spans = {id: replaced[id].spans for id in mentions}
    texts = None
    if messages is not None:
        texts = _read_texts(messages, mentions, gold)
        check_gold(gold, messages, texts, mentions)
        _check_fit(replacements, messages, texts, ((id, s[0], s[1], None) for id in spans for s in spans[id]))
    return score_mentions(mentions, spans, identifiers={id: replaced[id].identifiers for id in mentions}, texts=texts)


def read_gold(path: Path) -> dict[str, list[GoldMention]]:
    """RETURNS (dict[str, list[GoldMention]]): The mentions of a gold file, by message id."""
    return _read_lines(path, _mentions, _GOLD_LINE)


def _read_lines(path: Path, parse: Callable[[dict[str, Any]], T], example: str) -> dict[str, T]:
    found: dict[str, T] = {}
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                id, value = _parse_line(path, number, line, parse, example)
                if id in found:
                    raise PseudoError(Errors.P524.format(path=path, line=number))
                found[id] = value
    except OSError as error:
        raise PseudoError(Errors.P520.format(path=path, reason=error.strerror or type(error).__name__)) from None
    return found


def _parse_line(
    path: Path, number: int, line: bytes, parse: Callable[[dict[str, Any]], T], example: str
) -> tuple[str, T]:
    # What Python says about a bad line quotes it: the errors below must not lead back there.
    try:
        data = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise PseudoError(Errors.P521.format(path=path, line=number)) from None
    try:
        id, value = _id(data["id"]), parse(data)
    except _LengthError:
        raise PseudoError(Errors.P523.format(path=path, line=number)) from None
    except (LookupError, TypeError, ValueError, AttributeError):
        raise PseudoError(Errors.P522.format(path=path, line=number, example=example)) from None
    return id, value


class _LengthError(Exception):
    pass


def _mentions(data: dict[str, Any]) -> list[GoldMention]:
    from ..evaluation.metrics import GoldMention

    mentions = []
    for row in data["mentions"]:
        start, end = _offsets(row["start"], row["end"])
        text, kind, category = row["text"], row["kind"], row.get("category")
        if not (isinstance(text, str) and isinstance(kind, str) and isinstance(category, (str, type(None)))):
            raise TypeError
        if len(text) != end - start:
            raise _LengthError
        mentions.append(GoldMention(start, end, text, _id(row["who"]), kind, category))
    return mentions


def _replaced(data: dict[str, Any]) -> _Replaced:
    spans = [(*_offsets(row[0], row[1]), row[2] if row[2] is None else _id(row[2])) for row in data["spans"]]
    return _Replaced(spans, [_offsets(row[0], row[1]) for row in data.get("identifiers") or ()])


def _offsets(start: object, end: object) -> tuple[int, int]:
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end):
        raise ValueError
    return start, end


def _id(value: object) -> str:
    if not isinstance(value, (str, int)):
        raise TypeError
    return str(value)


def _read_texts(path: Path, ids: Mapping[str, object], gold: Path) -> dict[str, str]:
    from ..corpus.readers import read_messages

    texts = {m.id: m.text for m in read_messages(path) if m.id is not None and m.id in ids}
    for id in ids:
        if id not in texts:
            raise PseudoError(Errors.P526.format(messages=path, id=id, path=gold))
    return texts


def check_gold(
    gold: Path, messages: Path, texts: Mapping[str, str], mentions: Mapping[str, Iterable[GoldMention]]
) -> None:
    """Make sure that the offsets of gold mentions fit the texts."""
    _check_fit(gold, messages, texts, ((id, m.start, m.end, m.text) for id in mentions for m in mentions[id]))


def _check_fit(
    path: Path, messages: Path, texts: Mapping[str, str], places: Iterable[tuple[str, int, int, str | None]]
) -> None:
    for id, start, end, text in places:
        if end > len(texts[id]) or text not in (None, texts[id][start:end]):
            raise PseudoError(Errors.P527.format(path=path, id=id, start=start, end=end, messages=messages))


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
