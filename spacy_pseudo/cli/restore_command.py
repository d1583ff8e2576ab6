"""`spacy-pseudo restore`: the way back, for whoever holds the key."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import Errors, PseudoError
from . import options as o
from .export_command import ItsKey, ResultDirectory
from .journal import note, of_out
from .sealed_key import named

if TYPE_CHECKING:
    from ..handover.restoring import Restorer


def restore_cli(
    results: ResultDirectory,
    key: ItsKey,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="A new, private directory for the originals.", show_default=False),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option("--text", help="A passage from OUT: tell what its pseudonyms stand for.", show_default=False),
    ] = None,
    id: Annotated[
        list[str] | None,
        typer.Option("--id", metavar="ID", help="Only this message, by its original id. May be repeated."),
    ] = None,
    participant: Annotated[
        str | None,
        typer.Option(
            "--participant", metavar="ID", help="Only what names this participant; everybody else stays hidden."
        ),
    ] = None,
    best_effort: Annotated[
        bool, typer.Option("--best-effort", help="Go on where OUT was edited, and say where something was not found.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace what an earlier restore has written to DIR.")] = False,
    quiet: o.Quiet = False,
) -> int:
    """Write the originals again, from OUT and the key that it was made with.

    Texts, subjects and ids are as they were, letter for letter; tables in the format of OUT. What was not written to
    OUT cannot come back: columns that were dropped, messages of people who did not consent and quotations of them,
    headers of mails. An OUT that was edited since is refused. What is written is private: everybody's names are in it.

    \b
    Examples:
      spacy-pseudo restore out --key key --to originals
      spacy-pseudo restore out --key key --to consent --participant s1013
      spacy-pseudo restore out --key key --text "I agree with [U12]"
    """
    from ..handover.restoring import Restorer

    if (to is None) == (text is None):
        raise PseudoError(Errors.P872)
    restorer = Restorer(results, key, ids=id or (), person=participant, best_effort=best_effort)
    # Neither ids nor the passage: who they are about is nobody's business but theirs.
    note(settings={"messages": len(id) if id else "all", "people": "one" if participant else "all"})
    if text is not None:
        note(read=of_out(results))
        return _show_passage(restorer, text)
    assert to is not None
    return _write(restorer, results, key, to, force=force, quiet=quiet)


def _write(restorer: Restorer, results: Path, key: Path, to: Path, *, force: bool, quiet: bool) -> int:
    from ..corpus.writers import check_directories
    from ..disk import fresh_directory
    from .reports import count, good, info, warn

    check_directories(results, to)
    with fresh_directory(to, force=force, private=True, marker=restorer.files[0]) as place:
        for _ in o.progress(restorer.write(place), what="restore", quiet=quiet):
            pass
        for path in place.iterdir():
            path.chmod(0o600)
    done = restorer.account
    note(counts={"written": done.messages, "put back": done.places, "not found": len(done.unfit)}, read=of_out(results))
    if not quiet:
        good(f"{count(done.messages, 'message')} with {count(done.places, 'place')} put back in {to}. PRIVATE")
        if done.cut:
            info(f"{count(done.cut, 'quotation')} of people who did not consent had been cut: […] stays")
        if done.forgotten:
            n = count(done.forgotten, "message")
            warn(f"In {n} something stays as it is in OUT: it is of somebody who was erased from the key")
    if done.unfit:
        shown = ", ".join(done.unfit[:10])
        warn(f"{count(len(done.unfit), 'message')} edited since, in which not everything was found: {shown}")
    if done.missing:
        warn(f"{count(done.missing, 'message')} of the run not in {results} any more")
    return int(bool(done.unfit or done.missing))


def _show_passage(restorer: Restorer, text: str) -> int:
    from ..review.report.parts import Table
    from .reports import info, print_table, warn

    originals, meant = restorer.explain(text)
    note(counts={"explained": len(meant)})
    info("PRIVATE: this shows names")
    for original in originals:
        typer.echo(named(original) if sys.stdout.isatty() else original)
    if meant:
        rows = [(one.written, one.original, one.person or "-") for one in meant]
        print_table(Table(("written", "stands for", "participant"), rows, "What it stands for"))
    if not originals:
        warn("The passage does not stand in OUT as it was given" + ("" if meant else ", and nothing in it is known"))
    return int(not meant and not originals)
