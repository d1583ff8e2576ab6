"""The command line: `spacy-pseudo COMMAND`, and the same as `python -m spacy pseudo COMMAND`."""

from __future__ import annotations

import sys

import typer

from .. import __version__
from .commands import CommandGroup, KeyGroup
from .exits import INTERRUPTED
from .key_command import HELP as KEY_HELP

HELP = """Pseudonymise the messages of a forum, a mailing list or a mailbox.

\b
The shortest way, with a table of messages and a class list:
  spacy-pseudo run messages.csv --roster roster.csv --out out --key key
Then read key/names.txt, correct it where it is wrong, and apply it:
  spacy-pseudo apply messages.csv --key key --out out --force
A mailbox, or what a forum exports, is read as it is, and several of them as one:
  spacy-pseudo run list.mbox forum.json --out out --key key
For the tools that come after, such as coreference resolution:
  spacy-pseudo export out --key key --to conll --out conll

out may be shared; key is private. Look at both before you share anything.
"""

app = typer.Typer(
    name="spacy-pseudo",
    cls=CommandGroup,
    help=HELP,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _main(version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show it.")) -> None:
    pass


def _of_the_key() -> None:
    pass


key_app = typer.Typer(name="key", cls=KeyGroup, help=KEY_HELP, no_args_is_help=True, rich_markup_mode=None)
key_app.callback()(_of_the_key)
app.add_typer(key_app)
# Typer shows the docstring above the commands; the callback has none.
app.info.help = HELP


def main() -> None:
    """The console script."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
