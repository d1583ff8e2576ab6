"""The command line: `spacy-pseudo COMMAND`, and the same as `python -m spacy pseudo COMMAND`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import typer

from .. import __version__
from ..errors import PseudoError, PseudoWarning
from .agree import agree_cli
from .apply import apply_cli
from .audit import audit_cli
from .calibrate import calibrate_cli
from .check import check_cli
from .compare import compare_cli
from .discover import discover_cli
from .estimate import estimate_cli
from .evaluate import evaluate_cli
from .export import export_cli
from .key import HELP as KEY_HELP
from .key import check_key_cli, repair_key_cli
from .network import network_cli
from .run import run_cli
from .sample import sample_cli
from .simulate import simulate_cli
from .train import train_cli
from .words import words_cli

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
_AS_IT_WAS = "The output directory is as it was."
DONE, UNFINISHED, WRONG_USE, UNEXPECTED, INTERRUPTED, ENDED = 0, 1, 2, 3, 130, 143

app = typer.Typer(name="spacy-pseudo", help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


class Ended(BaseException):
    """Somebody ends the process: what is half done is undone, as after Ctrl-C."""


@contextmanager
def _ended_cleanly() -> Iterator[None]:
    """Have SIGTERM end a command as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    process = os.getpid()

    def end(*_: Any) -> None:
        if os.getpid() != process:  # a worker has nothing to undo
            os._exit(ENDED)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Ended

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)


def _exits(command: Callable[..., Any]) -> Callable[..., None]:
    """End with the documented exit code, and with a message that names the remedy and no person."""

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        try:
            with warnings.catch_warnings(), _ended_cleanly():
                warnings.simplefilter("always", PseudoWarning)
                warnings.showwarning = _show_warning
                code = command(*args, **kwargs)
        except PseudoError as error:
            typer.secho(f"Error: {error}", fg="red", err=True)
            code = WRONG_USE
        except Ended:
            typer.secho(f"Ended from outside. {_AS_IT_WAS}", fg="red", err=True)
            code = ENDED
        except KeyboardInterrupt:
            typer.secho(f"Interrupted. {_AS_IT_WAS}", fg="red", err=True)
            code = INTERRUPTED
        except OSError as error:
            # It may name a file, which is wanted, and nothing of what is in it.
            what = f"{error.strerror or type(error).__name__}" + (f": {error.filename}" if error.filename else "")
            typer.secho(f"Error: {what}. {_AS_IT_WAS}", fg="red", err=True)
            code = UNEXPECTED
        except Exception as error:  # The text of an unforeseen error may hold private data: where it arose is enough.
            at = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {Path(at.filename).name}, line {at.lineno}"
            typer.secho(f"Unexpected error: {where}. {_AS_IT_WAS}", fg="red", err=True)
            code = UNEXPECTED
        raise typer.Exit(code or DONE)

    return wrapped


def _show_warning(message: Warning | str, *args: Any, **kwargs: Any) -> None:
    typer.secho(f"Warning: {message}", fg="yellow", err=True)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _main(version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show it.")) -> None:
    pass


for _name, _command in (
    ("run", run_cli),
    ("discover", discover_cli),
    ("apply", apply_cli),
    ("audit", audit_cli),
    ("check", check_cli),
    ("export", export_cli),
    ("network", network_cli),
    ("evaluate", evaluate_cli),
    ("compare", compare_cli),
    ("agree", agree_cli),
    ("calibrate", calibrate_cli),
    ("sample", sample_cli),
    ("estimate", estimate_cli),
    ("simulate", simulate_cli),
    ("words", words_cli),
    ("train", train_cli),
):
    app.command(_name)(_exits(_command))

key_app = typer.Typer(name="key", help=KEY_HELP, no_args_is_help=True, rich_markup_mode=None)
key_app.command("check")(_exits(check_key_cli))
key_app.command("repair")(_exits(repair_key_cli))
app.add_typer(key_app)
# Typer shows the docstring above the commands; the callback has none.
app.info.help = HELP


def main() -> None:
    """The console script."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
