"""`spacy-pseudo evaluate`: how well a run found and linked the mentions that people marked by hand."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...attrs import REPLACEMENTS_FILE
from ...cli import arguments
from ...cli import options as o
from ...errors import Errors, PseudoError, PseudoWarning, Warnings

if TYPE_CHECKING:
    from ..evaluation.assessment import Assessment

# So many sections are printed, and that of other personal data after them; the report has all.
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
    errors: Annotated[int, typer.Option("--errors", "-e", min=0, help="Show so many errors, by lines of GOLD")] = 0,
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

    Prints recall, precision, right participant and more, with 95 % intervals; who is called what, as far as the key
    tells; and other personal data by label, if it is marked in GOLD. The report has all of it, with pictures. What each
    measure means, and how it is counted, is explained in docs/reference/measures.md.

    \b
    Examples:
      spacy-pseudo evaluate gold.jsonl key --messages messages.csv
      spacy-pseudo evaluate gold.jsonl key --messages messages.csv --report report --in-context 50
    """
    from ...cli.reports import good, info, print_report, print_table, warn
    from ...review.report.report import Table, check_report
    from ..evaluation.findings import ERRORS, report_of
    from ..evaluation.gold_checks import line_numbers

    if in_context and (report is None or messages is None):
        raise PseudoError(Errors.P528)
    if report is not None:
        check_report(report)
    columns = arguments.columns(column)
    found = evaluate(gold, key, messages=messages, roster=roster, columns=columns)
    written = []
    if report is not None:
        files = {"Gold file": gold, "Replacements": _replacements(key), "Messages": messages, "Roster": roster}
        written = _write(found, report, files, columns, in_context)
    # Lines, not ids: an id may be an address, or have a name in it.
    lines = line_numbers(gold) if errors else {}
    shown = found.mentions.errors[:errors]
    if as_json:
        places = [{"error": e.error, "line": lines[e.id], "start": e.start, "end": e.end} for e in shown]
        typer.echo(json.dumps(found.to_dict() | ({"errors": places} if errors else {})))
        return
    print_report(report_of(found), only=_PRINTED + (found.identifiers is not None))
    if shown:
        rows = [(lines[error.id], f"{error.start}-{error.end}", ERRORS[error.error]) for error in shown]
        caption = f"{len(shown)} of {len(found.mentions.errors)} errors, by the line in {gold.name}"
        print_table(Table(("Line", "Offsets", "What is wrong"), rows, caption))
    elif errors:
        info("There are no errors to show")
    if written:
        good(f"Report written to {', '.join(str(path) for path in written)}")
        if in_context and found.mentions.errors:
            warn("The report is PRIVATE: it holds names from the messages. Keep it with the key")


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
    from ...corpus.readers import read_messages, read_roster
    from ...key import Key, check_files, holds_key, recover
    from ...people.roster import Roster
    from ..evaluation.assessment import assess
    from ..evaluation.gold import read_gold, read_identifiers, read_replaced
    from ..evaluation.gold_checks import check_gold, check_offsets, check_people, line_numbers

    path = _replacements(key)
    mentions = read_gold(gold)
    if holds_key(path.parent):
        recover(path.parent)
        check_files(path.parent, [path.name])
    replaced = read_replaced(path)
    lacking = [id for id in mentions if id not in replaced]
    if lacking:
        line = line_numbers(gold)[lacking[0]]
        error = Errors.P525.format(path=path, gold=gold, count=len(lacking), total=len(mentions), line=line)
        raise PseudoError(error)
    texts = sessions = None
    if messages is not None:
        read = {m.id: m for m in read_messages(messages, columns=columns) if m.id is not None and m.id in mentions}
        texts = {id: message.text for id, message in read.items()}
        sessions = {id: message.session for id, message in read.items() if message.session is not None}
        check_gold(gold, messages, texts, mentions)
        check_offsets(path, messages, texts, [(id, s.start, s.end, None) for id in texts for s in replaced[id].spans])
    known = Key.load(path.parent) if holds_key(path.parent) else None
    people = read_roster(roster) if roster is not None else None
    if people is not None or (known is not None and len(known.roster)):
        mapped = known.name_map.participants() if known is not None and known.name_map is not None else ()
        everybody = [*mapped, *(person.id for person in (known.roster if known is not None else ()))]
        check_people(gold, mentions, people if people is not None else Roster(), everybody)
    _check_age(path)
    return assess(
        mentions,
        replaced,
        texts=texts,
        sessions=sessions,
        key=known,
        roster=people,
        identifiers=read_identifiers(gold),
    )


def _replacements(key: Path) -> Path:
    return key / REPLACEMENTS_FILE if key.is_dir() else key


def _check_age(replacements: Path) -> None:
    """Warn of a name map that was edited and not applied: half of the figures would be of another run."""
    from ...key import NAMES

    names = replacements.with_name(NAMES)
    if names.is_file() and names.stat().st_mtime_ns > replacements.stat().st_mtime_ns:
        text = Warnings.W624.format(names=names, replacements=replacements)
        warnings.warn(text, PseudoWarning, stacklevel=3)


def _write(
    found: Assessment, path: Path, files: Mapping[str, Path | None], columns: dict[str, str], in_context: int
) -> list[Path]:
    from ...corpus.readers import read_messages
    from ...people.roster import Roster
    from ...review.report.report import write_report
    from ..evaluation.findings import report_of
    from ..evaluation.gold import read_gold
    from ..evaluation.gold_checks import names_somebody

    texts, messages = None, files["Messages"]
    if in_context and messages is not None:
        wanted = {error.id for error in found.mentions.errors[:in_context]}
        texts = {m.id: m.text for m in read_messages(messages, columns=columns) if m.id in wanted}
    gold = read_gold(files["Gold file"]) if files["Gold file"] is not None else {}
    given = {what: file.name for what, file in files.items() if file is not None}
    made_of = {
        what: "(somebody is named in it)" if names_somebody(n, Roster(), gold) else n for what, n in given.items()
    }
    made_of |= {"Messages with gold data": str(found.mentions.messages)}
    return write_report(report_of(found, errors=in_context, texts=texts, made_of=made_of), path)
