"""The command line: `spacy-pseudo COMMAND`, and the same as `python -m spacy pseudo COMMAND`."""

from __future__ import annotations

import sys

import typer

from .. import __version__
from .commands import CommandGroup, KeyGroup
from .exits import INTERRUPTED
from .key_command import HELP as KEY_HELP

HELP = """Replace the names of the people who take part in a forum, a mailing list, a chat or a mailbox by pseudonyms.

\b
The shortest way, with a table of messages and a class list:
  spacy-pseudo init messages.csv --roster roster.csv
It proposes settings and writes them down as a project. The same step by step:
  spacy-pseudo check messages.csv --roster roster.csv
  spacy-pseudo run messages.csv --roster roster.csv --out out --key key
  spacy-pseudo review messages.csv --key key --out out
  spacy-pseudo audit out --key key

\b
out may be shared, once you have looked at it; key is private: keep it apart.
Mailboxes and what forums export are read as they are, and several of them as one:
  spacy-pseudo run list.mbox forum.json --out out --key key
What a command can do: spacy-pseudo COMMAND --help
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
