"""`spacy-pseudo evaluate`: how well a run found and linked the mentions that people marked by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import Errors, PseudoError
from . import options as o
from .apply import REPLACEMENTS

if TYPE_CHECKING:
    from ..evaluation.assessment import Assessment

# The sections that are printed; the report has all of them.
_PRINTED = 3


def evaluate_cli(
    gold: Annotated[Path, typer.Argument(help="Mentions marked by hand (JSONL)", show_default=False)],
    key: Annotated[Path, typer.Argument(help="The key directory, or its replacements.jsonl", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON")] = False,
    messages: Annotated[
        Path | None,
        typer.Option("--messages", "-m", help="The original messages: for sessions, texts, and replacements too wide"),
    ] = None,
    roster: Annotated[
        Path | None, typer.Option("--roster", "-r", help="Registered names, if the key has none: for kinds of forms")
    ] = None,
    column: o.Column = None,
    errors: Annotated[int, typer.Option("--errors", "-e", min=0, help="Show so many errors, without any text")] = 0,
    report: Annotated[
        Path | None,
        typer.Option("--report", help="Write everything as PATH.html and PATH.md, without names", show_default=False),
    ] = None,
    in_context: Annotated[
        int,
        typer.Option("--in-context", min=0, help="Show so many errors with their text in the report: private then"),
    ] = 0,
) -> None:
    """Compare the replacements of a run with mentions that people marked by hand.

    Prints recall, precision, right participant and more, with 95 % intervals; and who is called what, as far as the key
    tells. The report has all of it, with pictures. What each measure means, and how it is counted, is explained in
    spacy_pseudo/evaluation/MEASURES.md.

    \b
    Examples:
      spacy-pseudo evaluate gold.jsonl key --messages messages.csv
      spacy-pseudo evaluate gold.jsonl key --messages messages.csv --report report --in-context 50
    """
    if in_context and (report is None or messages is None):
        raise PseudoError(Errors.P528)
    columns = o.columns(column)
    found = evaluate(gold, key, messages=messages, roster=roster, columns=columns)
    if report is not None:
        _write(found, report, messages, columns, in_context)
    shown = found.mentions.errors[:errors]
    if as_json:
        places = [{"error": e.error, "id": e.id, "start": e.start, "end": e.end} for e in shown]
        typer.echo(json.dumps(found.to_dict() | ({"errors": places} if errors else {})))
        return
    from ..evaluation.findings import ERRORS, report_of
    from ..reporting.report import Table
    from .reports import good, print_report, print_table

    print_report(report_of(found), only=_PRINTED)
    if shown:
        rows = [(error.id, f"{error.start}-{error.end}", ERRORS[error.error]) for error in shown]
        caption = f"{len(shown)} of {len(found.mentions.errors)} errors"
        print_table(Table(("Message", "Offsets", "What is wrong"), rows, caption))
    if report is not None:
        good(f"Report written to {report}")


def evaluate(
    gold: Path,
    key: Path,
    *,
    messages: Path | None = None,
    roster: Path | None = None,
    columns: dict[str, str] | None = None,
) -> Assessment:
    """Measure a run. Messages that are not in the gold file are not looked at.

    gold (Path): JSONL with the marked mentions: see `evaluation.gold.read_gold` and `read_identifiers`.
    key (Path): The key directory, or the `replacements.jsonl` in it.
    messages (Optional[Path]): The original messages (JSONL, CSV or TSV), to tell sessions, and letters from other
        characters where a replacement takes in more than the mention.
    roster (Optional[Path]): The participants with their registered names, if they are not in the key directory.
    columns (Optional[dict[str, str]]): Header by field, for columns of the messages that are not found by themselves.
    RETURNS (Assessment): What was measured.
    """
    from ..corpus.readers import read_messages, read_roster
    from ..evaluation.assessment import assess
    from ..evaluation.gold import check_gold, check_offsets, read_gold, read_identifiers, read_replaced
    from ..key import Key, holds_key

    path = key / REPLACEMENTS if key.is_dir() else key
    mentions = read_gold(gold)
    replaced = read_replaced(path)
    lacking = [id for id in mentions if id not in replaced]
    if lacking:
        error = Errors.P525.format(path=path, gold=gold, count=len(lacking), total=len(mentions), id=lacking[0])
        raise PseudoError(error)
    texts = sessions = None
    if messages is not None:
        read = {m.id: m for m in read_messages(messages, columns=columns) if m.id is not None and m.id in mentions}
        texts = {id: message.text for id, message in read.items()}
        sessions = {id: message.session for id, message in read.items() if message.session is not None}
        check_gold(gold, messages, texts, mentions)
        check_offsets(path, messages, texts, ((id, s.start, s.end, None) for id in texts for s in replaced[id].spans))
    return assess(
        mentions,
        replaced,
        texts=texts,
        sessions=sessions,
        key=Key.load(path.parent) if holds_key(path.parent) else None,
        roster=read_roster(roster) if roster is not None else None,
        identifiers=read_identifiers(gold),
    )


def _write(found: Assessment, path: Path, messages: Path | None, columns: dict[str, str], in_context: int) -> None:
    from ..corpus.readers import read_messages
    from ..evaluation.findings import report_of
    from ..reporting.report import write_report

    texts = None
    if in_context and messages is not None:
        wanted = {error.id for error in found.mentions.errors[:in_context]}
        texts = {m.id: m.text for m in read_messages(messages, columns=columns) if m.id in wanted}
    write_report(report_of(found, errors=in_context, texts=texts), path)
