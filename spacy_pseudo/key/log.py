"""What was done with a key: who, when and what, a line each. Lines are only added; each has the digest of the last."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, BinaryIO, Final

from ..disk import atomic_file, holding
from .layout import LOG

# A line that said something of somebody who was erased, and one that says that the digests were made anew.
REDACTED: Final = "redacted"
ANEW: Final = "begun anew"
_FIRST: Final = "0" * 64
_STEP: Final = 4096


def append(path: Path, what: str, **details: Any) -> None:
    """Add a line.

    path (Path): The key directory.
    what (str): What was done, in one word.
    details (Any): What else is to be known, as plain data. The log is as private as the key.
    """
    log = path / LOG
    descriptor = os.open(log, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "r+b") as stream, holding(log):
        last, whole = _last_line(stream)
        row = {"when": _now(), "who": _who(), "what": what, **details, "after": _digest(last)}
        stream.write((b"" if whole else b"\n") + json.dumps(row, ensure_ascii=False).encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())


def read(path: Path) -> Iterator[dict[str, Any]]:
    """YIELDS (dict[str, Any]): What was done with a key, the first thing first.

    path (Path): The key directory.
    """
    log = path / LOG
    if log.is_file():
        with log.open(encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines if line.strip())


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
    for number, line in enumerate(log.read_bytes().splitlines() if log.is_file() else (), 1):
        try:
            follows = json.loads(line)["after"] == _digest(before)
        except (ValueError, KeyError, TypeError):
            follows = False
        if not follows:
            return number
        before = line
    return None


def _digest(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest() if line else _FIRST


def _last_line(stream: BinaryIO) -> tuple[bytes, bool]:
    """The last line, and whether it was written whole; read from the end, as logs grow long."""
    size, tail = stream.seek(0, os.SEEK_END), b""
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
