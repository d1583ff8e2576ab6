"""What was done with a key: who, when and what, a line each. Lines are only added; each has the digest of the last."""

from __future__ import annotations

import getpass
import hashlib
import io
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timezone
from io import SEEK_END
from pathlib import Path
from typing import Any, BinaryIO, Final

from .. import __version__
from ..disk import atomic_file, holding
from ..errors import Errors, PseudoError
from .layout import LOG
from .manifest import Manifest

# A line that said something of somebody who was erased, and one that says that the digests were made anew.
REDACTED: Final = "redacted"
ANEW: Final = "begun anew"
# What tells lines of commands from those of decisions: how the command ended.
OUTCOME: Final = "outcome"
DONE: Final = "done"
FAILED: Final = "failed"
_FIRST: Final = "0" * 64
_STEP: Final = 4096
# So long one process waits for another, looking now and then.
_SECONDS: Final = 10.0
_PAUSE: Final = 0.005


def append(path: Path, what: str, **details: Any) -> None:
    """Add a line.

    path (Path): The key directory.
    what (str): What was done, in one word.
    details (Any): What else is to be known, as plain data. The log is as private as the key.
    """
    log = path / LOG
    try:
        descriptor = os.open(log, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "r+b", buffering=0) as stream, _alone(log):
            last, whole = _last_line(stream)
            stream.write(_line(last, whole, what, {**details, **_generation(path)}))
            os.fsync(descriptor)
    except OSError as error:
        raise PseudoError(Errors.P913.format(path=path, reason=error.strerror)) from None


def append_command(path: Path, name: str, *, outcome: str = DONE, **details: Any) -> None:
    """Add the line of a command.

    path (Path): The key directory.
    name (str): The command.
    outcome (str): How it ended.
    details (Any): Settings, counts and checksums: no names, no texts.
    """
    append(path, name, version=__version__, outcome=outcome, **details)


def with_command(content: bytes, name: str, **details: Any) -> bytes:
    """RETURNS (bytes): A log with the line of a command that was done, where the log is no file.

    content (bytes): The log.
    name (str): The command.
    details (Any): As for `append_command`.
    """
    last, whole = _last_line(io.BytesIO(content))
    told = {"version": __version__, OUTCOME: DONE, **details}
    return content + _line(last, whole, name, told)


def _line(last: bytes, whole: bool, what: str, details: Mapping[str, Any]) -> bytes:
    row = {"when": _now(), "who": _who(), "what": what, **details, "after": _digest(last)}
    return (b"" if whole else b"\n") + json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def generation_of(path: Path) -> int | None:
    """RETURNS (Optional[int]): Which generation a key is, None if nothing tells.

    path (Path): The key directory.
    """
    try:
        manifest = Manifest.read(path)
    except PseudoError:
        return None
    return manifest.generation if manifest is not None else None


def _generation(path: Path) -> dict[str, int]:
    generation = generation_of(path)
    return {} if generation is None else {"generation": generation}


def first_gap(path: Path) -> int | None:
    """RETURNS (Optional[int]): The number of the first line before which the key had changed, and no line says how.

    path (Path): The key directory.
    """
    last: int | None = None
    for number, row in enumerate(read(path), 1):
        now = row.get("generation")
        if last is not None and now is not None and row.get("before", now) != last:
            return number
        last = now
    return None


@contextmanager
def _alone(log: Path) -> Iterator[None]:
    """Each line follows from the one before: one process writes after the other."""
    deadline = time.monotonic() + _SECONDS
    while True:
        with holding(log) as free:
            if free:
                yield
                return
        if time.monotonic() > deadline:
            raise PseudoError(Errors.P364.format(path=log.parent))
        time.sleep(_PAUSE)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """YIELDS (dict[str, Any]): What was done with a key, the first thing first; not what was cut off.

    path (Path): The key directory.
    """
    log = path / LOG
    for line in log.read_bytes().split(b"\n") if log.is_file() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and "what" in row:
            yield row


def renew(path: Path, private: Callable[[Mapping[str, Any]], bool]) -> None:
    """Take lines out of the log, with all that belongs to their step, and begin the chain of digests anew.

    path (Path): The key directory.
    private (Callable[[Mapping[str, Any]], bool]): Says of a line whether it is to go. When it was and what was done
        stays.
    """
    rows = list(read(path))
    gone = [private(row) for row in rows]
    steps = {row["step"] for row, out in zip(rows, gone, strict=True) if out and "step" in row}
    last = b""
    with atomic_file(path / LOG, private=True) as stream:
        for row, out in zip(rows, gone, strict=True):
            if out or row.get("step") in steps:
                row = {"when": row["when"], "who": row["who"], "what": REDACTED, "was": row["what"]}
            line = json.dumps({**row, "after": _digest(last)}, ensure_ascii=False)
            stream.write(line + "\n")
            last = line.encode()
    if rows:
        append(path, ANEW, redacted=sum(gone))


def first_break(path: Path) -> int | None:
    """RETURNS (Optional[int]): The number of the first line that does not follow from the one before; None if all do.

    path (Path): The key directory.
    """
    log = path / LOG
    before = b""
    for number, line in enumerate(_lines(log), 1):
        try:
            follows = json.loads(line)["after"] == _digest(before)
        except (ValueError, KeyError, TypeError):
            follows = False
        if not follows:
            return number
        before = line
    return None


def _lines(log: Path) -> list[bytes]:
    return log.read_bytes().removesuffix(b"\n").split(b"\n") if log.is_file() and log.stat().st_size else []


def _digest(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest() if line else _FIRST


def _last_line(stream: BinaryIO) -> tuple[bytes, bool]:
    """The last line, and whether it was written whole; read from the end, as logs grow long."""
    size, tail = stream.seek(0, SEEK_END), b""
    while size and tail.count(b"\n") < 2:
        start = max(0, size - _STEP)
        stream.seek(start)
        tail, size = stream.read(size - start) + tail, start
    return tail.rstrip(b"\n").rpartition(b"\n")[2], not tail or tail.endswith(b"\n")


def _who() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a system that knows no users
        return ""


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
