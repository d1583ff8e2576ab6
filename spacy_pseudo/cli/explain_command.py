"""`spacy-pseudo explain`: why something was replaced in a message, and why something stayed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import Errors, PseudoError
from . import arguments

if TYPE_CHECKING:
    from ..key import Key
    from ..message import Message
    from ..review.explaining import Explanation
    from .sources import Source
    from .treatment import Treatment


@arguments.shared
def explain_cli(
    source: Source,
    key: Annotated[Path, typer.Option("--key", help="The key of the run.", show_default=False)],
    treatment: Treatment,
    message: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="The message's id.", show_default=False)
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="A name instead of a message: whose it is, and why.", show_default=False),
    ] = None,
    word: Annotated[
        str | None, typer.Option("--word", help="Only what overlaps this word or name.", show_default=False)
    ] = None,
    subject: Annotated[bool, typer.Option("--subject", help="Its subject instead of its text.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, word by word.")] = False,
) -> int:
    """Tell why something was replaced in a message, or why it stayed; or whose a name is, and what speaks for it.

    With --id: shows whose words it holds, its greetings and sign-offs, every place that may name a participant with
    what became of it and what spoke for that, other personal data, and which rules found it.

    With --name: shows everybody for whom a form of this name was considered, how likely it is theirs, taken or not,
    the evidence in words, and some messages it was seen in. Nothing is written. What is shown is as private as the key.

    \b
    Examples:
      spacy-pseudo explain messages.csv --key key --id m004 --word Drummond
      spacy-pseudo explain messages.csv --key key --name Drummond
    """
    if (message is None) == (name is None):
        raise PseudoError(Errors.P390)
    from ..components.participant_pseudonymiser import ParticipantPseudonymiser
    from ..key import Key
    from ..review.explaining import explain
    from ..text.markup import plain

    made = Key.load(key)
    if name is not None:
        return _show_name(name, made, as_json=as_json)
    source.know(made)
    found = next((one for one in source.read() if one.id == message), None)
    if found is None:
        raise PseudoError(Errors.P388.format(id=message))
    pipes = [pipe for _, pipe in treatment.pipeline(made).pipeline if isinstance(pipe, ParticipantPseudonymiser)]
    if not pipes:
        raise PseudoError(Errors.P389.format(path=treatment.config))
    looked_at = replace(found, text=found.subject or "", html=False) if subject else plain(found)
    told = explain(looked_at, made, pipes[0], files=treatment.rules)
    if as_json:
        typer.echo(json.dumps({"id": found.id, **told.to_dict()}, ensure_ascii=False, indent=1))
    else:
        _show(made.context.complete(found), told, word)
    return 0


def _show_name(name: str, key: Key, *, as_json: bool) -> int:
    from ..review.explaining import explain_name
    from ..review.report.parts import Table
    from .reports import info, print_table

    found = explain_name(name, key)
    if as_json:
        typer.echo(
            json.dumps({"name": name, "considered": [one._asdict() for one in found]}, ensure_ascii=False, indent=1)
        )
        return 0
    info(f"{name!r}: what was considered. PRIVATE: this shows names")
    if not found:
        info("Nobody is called so, and nobody was thought to be")
        return 0
    rows = [(c.participant, c.form, c.probability, c.outcome, ", ".join(c.messages) or "-") for c in found]
    print_table(Table(("participant", "form", "probability", "outcome", "messages"), rows, "Whose it is"))
    for c in found:
        info(f"{c.participant}, {c.form!r}: {c.evidence}")
    return 0


def _show(message: Message, told: Explanation, word: str | None) -> None:
    from ..review.report.parts import Table
    from .reports import info, print_table

    def wanted(start: int, end: int) -> bool:
        return word is None or any(start < at + len(word) and at < end for at in _places(told.text, word))

    def line(at: int) -> str:
        return f"{told.text.count(chr(10), 0, at) + 1}"

    answered = f", an answer to {message.parent or '?'} of {message.parent_author or '?'}" if message.parent else ""
    info(f"Message {message.id} of {message.author or '?'}{answered}. PRIVATE: this shows names")
    zones = [
        f"{line(zone.start)}-{line(max(zone.start, zone.end - 1))} {zone.kind}"
        + (f" ({zone.speaker or '?'} to {zone.addressee or '?'})" if zone.kind == "quoted" else "")
        for zone in told.zones
    ]
    info(f"Whose words, by lines: {'; '.join(zones) or 'nobody’s'}")
    slots = [(line(one.start), one.text, one.kind) for one in told.slots if wanted(one.start, one.end)]
    if slots:
        print_table(Table(("line", "text", "kind"), slots, "Where greetings and sign-offs have a name"))
    decisions = [one for one in told.decisions if wanted(one.start, one.end)]
    if decisions:
        rows = [
            (line(d.start), d.text, f"{d.outcome} {d.written or ''}".strip(), d.why, d.probability) for d in decisions
        ]
        header = ("line", "text", "outcome", "why", "probability")
        print_table(Table(header, rows, "Every place that may name somebody"))
        for said in dict.fromkeys(f"{one.text!r}: {said}" for one in decisions for said in one.evidence):
            info(said)
    elif word is not None and not _places(told.text, word):
        info(f"{word!r} does not stand in the message")
    else:
        info(f"Nothing {'here' if word is None else f'in {word!r}'} is, or resembles, what a participant is called")
    if word is not None:
        known = [(line(w.start), w.text, "; ".join(w.known) or "-") for w in told.words if wanted(w.start, w.end)]
        if known:
            print_table(Table(("line", "word", "known as"), known, "What lists and corpus say of the words"))
    others = [(line(start), text, label) for start, end, text, label in told.identifiers if wanted(start, end)]
    if others:
        print_table(Table(("line", "text", "label"), others, "Other personal data"))
    rules = [
        (
            line(one.start),
            one.text,
            f"{one.label} {one.score:.2f}{'' if one.taken else ', not taken'}",
            one.where,
            one.rule,
        )
        for one in told.rules
        if wanted(one.start, one.end)
    ]
    if rules:
        print_table(Table(("line", "text", "finds", "rule", "which says"), rules, "Rules that found something"))


def _places(text: str, word: str) -> list[int]:
    small, found, at = text.lower(), [], 0
    while (at := small.find(word.lower(), at)) >= 0:
        found.append(at)
        at += 1
    return found
