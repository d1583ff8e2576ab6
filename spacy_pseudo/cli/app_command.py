"""`spacy-pseudo app`: the whole way from messages to what may be shared, in a browser on one's own machine."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from . import arguments
from . import options as o

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from ..review.app.errands import Ended, Telling
    from ..review.app.session import Busy

_PLACE: Final = Path("pseudo-works")
_MINUTES: Final = 60


def app_cli(
    directory: Annotated[
        Path,
        typer.Argument(help="Where works lie, a folder for each: what is private in it, and what may be shared."),
    ] = _PLACE,
    seed: o.Seed = None,
    port: Annotated[int, typer.Option("--port", help="The port on 127.0.0.1; 0 finds a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    idle: Annotated[
        float, typer.Option("--idle", min=0, help="End when nobody has done anything for so many minutes.")
    ] = _MINUTES,
    quiet: o.Quiet = False,
) -> int:
    """Do all of it in the browser: choose files and settings, run, review, download what may be shared.

    The page is served on 127.0.0.1 and to one browser only, which is given an address that is good once. Nothing is
    loaded from elsewhere, and nothing leaves this machine. What you choose is kept in DIRECTORY, in a folder for each
    work: 'out' may be shared, 'private' has copies of your files and the key. Whatever is closed can be taken up
    again. The pages do what `spacy-pseudo run` does, and show the command. Ctrl-C ends it.

    \b
    Example:
      spacy-pseudo app
    """
    from .reports import info
    from .review_command import check_installed, opening

    check_installed()
    from ..review.app.front import DOORS, Front
    from ..review.app.session import Commands, Session
    from ..review.web.serving import Server

    session = Session(directory, Commands(words_of, perform, review), seed=seed)
    server = Server(Front(session), port=port, idle=60 * idle, is_busy=lambda: session.is_busy, doors=DOORS)
    try:
        with server.listening() as address, opening(address, browser=browser):
            if not quiet:
                info("PRIVATE: the pages show names. Ctrl-C ends them; what you chose and decided is saved.")
            typer.echo(address)
            server.run()
    finally:
        session.end()
    return 0


def words_of(command: str, options: Mapping[str, Any]) -> list[str]:
    """RETURNS (list[str]): A command as somebody would type it, without the name of the program.

    command (str): The command.
    options (Mapping[str, Any]): Values by option; those that the command has not are left out.
    """
    from .check_command import check_cli
    from .run_command import run_cli

    kinds = {"check": check_cli, "run": run_cli}[command].__annotations__
    return [command, *arguments.words_of(kinds, options)]


def perform(words: Sequence[str], tell: Telling) -> Ended:
    """Do a command as if it had been typed.

    words (Sequence[str]): The command.
    tell (Telling): Is told how far it is.
    RETURNS (Ended): How it ended.
    """
    from ..review.app.errands import Ended
    from . import app

    out, err, code = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err), o.telling(tell):
        try:
            app(list(words))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Ended(code, out.getvalue(), err.getvalue())


def review(options: Mapping[str, Any]) -> tuple[ASGIApp, Busy]:
    """RETURNS (tuple[ASGIApp, Busy]): The pages of the review of a run with these options, and what applies decisions.

    options (Mapping[str, Any]): Values by option of `run`.
    """
    from ..review.app.front import HOME
    from .review_command import desk_pages

    pages, runner = desk_pages(
        arguments.make("source", options, quiet=True), options["key"], options["out"],
        arguments.make("treatment", options), arguments.make("sharing", options), home=HOME, quiet=True,
    )  # fmt: skip
    return pages.app(), runner
