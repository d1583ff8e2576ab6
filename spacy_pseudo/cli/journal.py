"""What a command tells the log of its key when it has ended: settings, counts and checksums, and nobody's name."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Any, Final

from ..errors import PseudoError, PseudoWarning, Warnings

# Commands that change a key, or make something of it that leaves it, and what the log calls them. those that only look
# (check, explain, key check, key log, sample, evaluate) leave a key as it is; the review, key seal, open, rotate and
# forget write lines by themselves.
LOGGED: Final[Mapping[str, str]] = {
    "run_cli": "run",
    "discover_cli": "discover",
    "apply_cli": "apply",
    "restore_cli": "restore",
    "export_cli": "export",
    "network_cli": "network",
    "audit_cli": "audit",
    "report_cli": "report",
    "repair_key_cli": "key repair",
    "digest_key_cli": "key digest",
}
_told: ContextVar[dict[str, Any] | None] = ContextVar("told", default=None)


def note(**details: Any) -> None:
    """Have something stand in the line of the command that is at work; a name or a text may not.

    details (Any): Plain data.
    """
    told = _told.get()
    if told is not None:
        told.update(details)


def of_out(out: Path) -> list[dict[str, Any]]:
    """RETURNS (list[dict[str, Any]]): What was read, if that is what a run has written: by the summary's checksum.

    out (Path): The directory that may be shared.
    """
    from ..attrs import SUMMARY_FILE
    from ..key.manifest import digest_of

    return [{SUMMARY_FILE: digest_of(out / SUMMARY_FILE)}]


def logged(command: Callable[..., Any]) -> Callable[..., Any]:
    """Have a command leave a line in the log of its key: when it is done, and when it fails after the key has changed.

    command (Callable): A command.
    RETURNS (Callable): The same; the very same if it is none of `LOGGED`.
    """
    name = LOGGED.get(command.__name__)
    if name is None:
        return command

    @wraps(command)
    def wrapped(*args: Any, **given: Any) -> Any:
        key = given.get("key")
        if key is None:  # an audit without
            return command(*args, **given)
        return _watched(command, name, key, args, given)

    return wrapped


def _watched(command: Callable[..., Any], name: str, key: Path, args: tuple[Any, ...], given: dict[str, Any]) -> Any:
    from ..key import log

    process, before = os.getpid(), log.generation_of(key)
    details: dict[str, Any] = {}
    token = _told.set(details)
    try:
        code = command(*args, **given)
    except BaseException as error:
        if os.getpid() == process and key.is_dir() and log.generation_of(key) != before:
            what = error.code if isinstance(error, PseudoError) else type(error).__name__
            _write(key, name, before, {**details, log.OUTCOME: log.FAILED, "error": what})
        raise
    finally:
        _told.reset(token)
    _write(key, name, before, {log.OUTCOME: log.DONE, "code": int(code or 0), **details})
    return code


def _write(key: Path, name: str, before: int | None, details: dict[str, Any]) -> None:
    """What was done is done: if the log cannot be written, that is told, and no more."""
    from ..disk import undisturbed
    from ..key import log

    if log.generation_of(key) != before and before is not None:
        details = {**details, "before": before}
    try:
        with undisturbed():
            log.append_command(key, name, **details)
    except PseudoError:
        warnings.warn(Warnings.W362.format(path=key, command=name), PseudoWarning, stacklevel=2)
