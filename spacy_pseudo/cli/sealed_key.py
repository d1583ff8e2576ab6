"""Commands on a sealed key: `--key key.sealed` is opened in memory, given to the command, and sealed again."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

import typer

from ..errors import Errors, PseudoError

VARIABLE: Final = "SPACY_PSEUDO_PASSPHRASE"
NEW_VARIABLE: Final = "SPACY_PSEUDO_NEW_PASSPHRASE"
# They make a key where there is none.
_MAKERS: Final = ("run_cli", "discover_cli")
# Arguments that are directories a sealed key must not lie in: they are shared, or replaced as a whole.
_PLACES: Final = ("out", "results", "to")
_LONGEST: Final = 1 << 16

PassphraseFile = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        metavar="FILE",
        help=f"For a sealed key: a file with its passphrase, which only you can read. Otherwise it is taken from the "
        f"environment variable {VARIABLE}, or asked for.",
    ),
]
# What an opened key is called in messages: the sealed file that the user knows.
_shown: Final[dict[str, str]] = {}
# What a terminal obeys instead of showing it, and what turns the direction of writing: anybody may write that.
_COMMANDS: Final = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


def named(text: str) -> str:
    """RETURNS (str): What is said to the user: the sealed file instead of where it is opened, and nothing that a
    terminal would obey."""
    for place, name in _shown.items():
        text = text.replace(place, name)
    return _COMMANDS.sub("\ufffd", text)


def is_open(key: Path) -> bool:
    """RETURNS (bool): The directory is where a sealed key is opened: it is gone when the command ends."""
    return str(key) in _shown


def passphrase(file: Path | None, *, new: bool = False, variable: str = VARIABLE, what: str = "Passphrase") -> str:
    """Learn a passphrase, from a file, the environment or a person.

    file (Optional[Path]): A file that holds it.
    new (bool): It is chosen now: long enough, and typed twice.
    variable (str): The environment variable; programs that are started from here do not inherit it.
    what (str): What is asked for.
    RETURNS (str): The passphrase.
    """
    given = os.environ.pop(variable, "")
    if file is not None:
        given = _read(file)
    elif not given:
        if not sys.stdin.isatty():
            raise PseudoError(Errors.P386.format(variable=variable))
        given = typer.prompt(what, hide_input=True, err=True)
        if new and typer.prompt("The same again", hide_input=True, err=True) != given:
            raise PseudoError(Errors.P387)
    if new:
        from ..key import check_passphrase

        check_passphrase(given)
    return given


def _read(file: Path) -> str:
    if not file.exists():
        raise PseudoError(Errors.P503.format(path=file))
    with file.open("rb") as stream:
        if os.name == "posix" and os.fstat(stream.fileno()).st_mode & 0o077:
            raise PseudoError(Errors.P385.format(path=file))
        content = stream.read(_LONGEST)
    try:
        return content.decode("utf-8").removeprefix("\ufeff").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise PseudoError(Errors.P341.format(path=file)) from error


def with_key(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command that takes a key take a sealed one: the one place where sealed keys are opened.

    command (Callable): A command.
    RETURNS (Callable): The same, with an option for the passphrase if it has an argument `key`.
    """
    own = inspect.signature(command)
    if "key" not in own.parameters or "passphrase_file" in own.parameters:
        return command
    option = inspect.Parameter("passphrase_file", inspect.Parameter.KEYWORD_ONLY, default=None)

    @wraps(command)
    def wrapped(*args: Any, passphrase_file: Path | None = None, **given: Any) -> Any:
        from ..key import SUFFIX, is_sealed

        key = given.get("key")
        makes = command.__name__ in _MAKERS and key is not None and key.suffix == SUFFIX and not key.exists()
        if key is None or not (makes or is_sealed(key)):
            return command(*args, **given)
        return _on_sealed(command, args, given, passphrase_file, new=makes)

    hints = {**get_type_hints(command, include_extras=True), "passphrase_file": PassphraseFile}
    parameters = [one.replace(annotation=hints.get(name, Any)) for name, one in own.parameters.items()]
    kind = parameters[0].kind if parameters else option.kind
    option = option.replace(annotation=PassphraseFile, kind=kind)
    wrapped.__signature__ = own.replace(parameters=[*parameters, option])  # type: ignore[attr-defined]
    wrapped.__annotations__ = hints
    return wrapped


def _on_sealed(
    command: Callable[..., Any], args: tuple[Any, ...], given: dict[str, Any], file: Path | None, *, new: bool
) -> Any:
    from ..corpus.writers import check_inputs
    from ..key import check_installed, opened

    check_installed()
    key = given["key"]
    for name in _PLACES:
        if isinstance(place := given.get(name), Path):
            check_inputs(place, [key])
    with opened(key, lambda: passphrase(file, new=new, what=f"Passphrase of {key}")) as directory:
        _shown[str(directory)] = str(key)
        return command(*args, **{**given, "key": directory})
