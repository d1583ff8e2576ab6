"""How a command ends: with the documented exit code, and with a message that names the remedy and no person."""

from __future__ import annotations

import _thread
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

from ..disk import ENDING
from ..errors import PseudoError, PseudoWarning
from .journal import logged
from .sealed_key import named, with_key

_AS_IT_WAS = "The output directory is as it was."
_MOMENT = 0.05
DONE, UNFINISHED, WRONG_USE, UNEXPECTED, INTERRUPTED, ENDED = 0, 1, 2, 3, 130, 143


class Ended(SystemExit):
    """Somebody ends the process: what is half done is undone, as after Ctrl-C. asyncio hands on no other exception
    that arises in a task."""


@contextmanager
def _ended_cleanly() -> Iterator[None]:
    """Have SIGTERM, or a terminal that is closed, end a command as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    process = os.getpid()

    def end(*_: Any) -> None:
        if os.getpid() != process:  # a worker has nothing to undo
            os._exit(ENDED)
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        raise Ended

    def lost(what: Any) -> None:
        # Python lets nothing out of a finaliser, where the signal may have come: it comes once more, a moment later.
        if not isinstance(what.exc_value, Ended | KeyboardInterrupt):
            seen(what)
            return
        for number in before:
            signal.signal(number, end)
        number = signal.SIGTERM if isinstance(what.exc_value, Ended) else signal.SIGINT
        again = threading.Timer(_MOMENT, _thread.interrupt_main, (number,))
        again.daemon = True
        again.start()

    # What is ignored (nohup) stays so.
    before = {number: was for number in ENDING if (was := signal.getsignal(number)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, end)
    seen, sys.unraisablehook = sys.unraisablehook, lost
    try:
        yield
    finally:
        sys.unraisablehook = seen
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def exits(command: Callable[..., Any]) -> Callable[..., None]:
    """End with the documented exit code, and with a message that names the remedy and no person."""

    command = with_key(logged(command))

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        try:
            with warnings.catch_warnings(), _ended_cleanly():
                warnings.simplefilter("always", PseudoWarning)
                warnings.showwarning = _show_warning
                code = command(*args, **kwargs)
        except PseudoError as error:
            typer.secho(named(f"Error: {error}"), fg="red", err=True)
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
            typer.secho(named(f"Error: {what}. {_AS_IT_WAS}"), fg="red", err=True)
            code = UNEXPECTED
        except Exception as error:  # The text of an unforeseen error may hold private data: where it arose is enough.
            at = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {Path(at.filename).name}, line {at.lineno}"
            typer.secho(f"Unexpected error: {where}. {_AS_IT_WAS}", fg="red", err=True)
            code = UNEXPECTED
        raise typer.Exit(code or DONE)

    return wrapped


def _show_warning(message: Warning | str, *args: Any, **kwargs: Any) -> None:
    typer.secho(named(f"Warning: {message}"), fg="yellow", err=True)
