"""`spacy-pseudo key`: look after a key directory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .journal import note

KeyArgument = Annotated[
    Path, typer.Argument(metavar="KEY", help="The key directory, or a sealed key.", show_default=False)
]
HELP = """Look after a key: is it whole, can it be mended, who can open it?

\b
Example:
  spacy-pseudo key check key
  spacy-pseudo key repair key
  spacy-pseudo key seal key --remove
"""


def check_key_cli(key: KeyArgument) -> int:
    """Say of each file of a key whether it is as it was written. Exit code 1 if the key cannot be used so.

    \b
    ok       as it was last written
    edited   changed by you, and whole; the next apply follows it
    new      written by you, not seen before
    damaged  cut, emptied, gone, a directory, of another generation, or without participants it had before; the line
             below says what to do. A list that is damaged stands in nobody's way: apply makes it anew

    What a killed command has left behind is finished or undone first. A line of log.jsonl that does not follow from the
    one before is told.

    \b
    Example:
      spacy-pseudo key check key
    """
    from ..errors import Errors, PseudoError
    from ..key import holds_key, recover
    from .reports import info

    if told := recover(key):
        info(told)
    if not holds_key(key):
        raise PseudoError(Errors.P340.format(path=key))
    return _show(key)


def repair_key_cli(
    key: KeyArgument,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            "--accept",
            metavar="FILE",
            help="Take this file of the key as it is now, or as gone if it is not there. May be given several times.",
        ),
    ] = None,
) -> int:
    """Mend a key: put back what was last written, from the copy that it holds. Exit code 1 if it cannot be mended.

    A file of yours that is replaced (names.txt, others.csv ...) is kept beside it as FILE.aside-1. With --accept you
    say that a file is right as it is: you deleted somebody's line, or put in a file of your own. Look through it
    first: what is missing in it stays in the texts.

    \b
    Example:
      spacy-pseudo key repair key
      spacy-pseudo key repair key --accept names.txt
    """
    from ..key import repair
    from .reports import good, info

    done = repair(key, accept=accept or ())
    note(settings={"accept": list(accept or ())}, counts={"mended": len(done)})
    for told in done:
        info(told)
    code = _show(key)
    if not code:
        good("The key can be used" if done else "There was nothing to mend")
    return code


def _show(key: Path) -> int:
    """Show how the files are; 1 if what is damaged is needed."""
    from ..errors import Warnings
    from ..key import ABSENT, FOLLOWED, LAYOUT, examine, log
    from ..key.layout import LOG
    from ..review.report.report import Table
    from .reports import print_table, warn

    found = {finding.name: finding for finding in examine(key) if finding.state != ABSENT}
    rows = [
        [file.name, found[file.name].state, "yes" if file.editable else "no", file.what]
        for file in LAYOUT
        if file.name in found
    ]
    print_table(Table(["File", "Is", "Yours to edit", "Holds"], rows, f"The key {key}"))
    for finding in found.values():
        if finding.error:
            warn(finding.error)
    if (line := log.first_break(key)) is not None:
        warn(Warnings.W361.format(path=key / LOG, line=line))
    return int(any(finding.error and finding.name in FOLLOWED for finding in found.values()))
