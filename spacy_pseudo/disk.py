"""Files and directories that are there completely or not at all, and what is left of those that were not finished."""

from __future__ import annotations

import ctypes
import os
import re
import secrets
import shutil
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Final, TextIO

from .errors import Errors, PseudoError, PseudoWarning, Warnings

if sys.platform != "win32":
    import fcntl

# What is being written, and what it replaces where two directories cannot change places in one step.
_NEW: Final = "tmp"
_OLD: Final = "old"
# What ends a process from outside: somebody, a terminal that is closed, Ctrl-\ (which may write memory to the disk).
ENDING: Final = (signal.SIGTERM, *((signal.SIGHUP, signal.SIGQUIT) if sys.platform != "win32" else ()))
# Of Linux' renameat2.
_HERE: Final = -100
_EXCHANGE: Final = 2


def _sibling(path: Path, suffix: str) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.{suffix}")


def _left_beside(path: Path, suffix: str) -> list[Path]:
    """What `_sibling` named and nobody has removed."""
    ours = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{8}}\.{suffix}")
    with suppress(OSError):
        return sorted(found for found in path.parent.iterdir() if ours.fullmatch(found.name))
    return []


# --- Who is at work ---


def _hold(descriptor: int) -> bool:
    """RETURNS (bool): Nobody else holds it; until it is closed, or the process ends, we do."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
    return True


@contextmanager
def holding(path: Path) -> Iterator[bool]:
    """Tell others that a file or directory is being worked on. It does not outlive the process.

    path (Path): It must be there.
    YIELDS (bool): False if somebody else holds it.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:  # directories cannot be opened everywhere
        yield True
        return
    try:
        yield _hold(descriptor)
    finally:
        os.close(descriptor)


def sweep(path: str | Path) -> None:
    """Delete what was left beside a file or directory when it was not finished; not what somebody is working on.

    path (str | Path): The file or directory, which itself stays as it is.
    """
    for left in _left_beside(Path(path), _NEW):
        with holding(left) as abandoned:
            if abandoned:
                remove(left)


def remove(path: Path) -> None:
    """Delete a file, or a directory with all that is in it; nothing happens if it is not there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put in place what is ready: whoever interrupts or ends the process meanwhile comes too late."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, *ENDING)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


@contextmanager
def postponed() -> Iterator[None]:
    """Whoever interrupts or ends the process meanwhile is heard afterwards: an exception that arises while Python
    clears up its memory is lost."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, *ENDING))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def sync(directory: Path) -> None:
    """Have the names in a directory outlive a power cut, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- Files ---


def create(path: Path, *, private: bool) -> TextIO:
    """RETURNS (TextIO): A new text file (UTF-8), the owner's alone if it is private; line ends are written as is."""
    opener = partial(os.open, mode=0o600 if private else 0o666)
    return open(path, "x", encoding="utf-8", newline="", opener=opener)


@contextmanager
def atomic_files(*paths: str | Path, private: bool = False) -> Iterator[tuple[TextIO, ...]]:
    """Write text files (UTF-8) that appear under their names when all of them are complete, and none of them if
    anything goes wrong.

    paths (str | Path): The files; those that exist are replaced.
    private (bool): Only the owner may read them, from their first byte on.
    YIELDS (tuple[TextIO, ...]): The open files; line ends are written as they are.
    """
    for path in paths:
        sweep(path)
    temporary = {_sibling(Path(path), _NEW): Path(path) for path in paths}
    try:
        with ExitStack() as stack:
            handles = tuple(stack.enter_context(create(file, private=private)) for file in temporary)
            for handle in handles:
                _hold(handle.fileno())
            yield handles
            for handle in handles:
                handle.flush()
                os.fsync(handle.fileno())
        for file, path in temporary.items():
            os.replace(file, path)
    except BaseException:
        for file in temporary:
            file.unlink(missing_ok=True)
        raise


@contextmanager
def atomic_file(path: str | Path, *, private: bool = False) -> Iterator[TextIO]:
    """Write one text file that is there completely or not at all; see `atomic_files`.

    path (str | Path): The file; one that exists is replaced.
    private (bool): Only the owner may read it, from its first byte on.
    YIELDS (TextIO): The open file.
    """
    with atomic_files(path, private=private) as (handle,):
        yield handle


@contextmanager
def private_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file for its owner only, that is there completely or not at all.

    path (Path): The file; one that exists is replaced.
    YIELDS (BinaryIO): The open file.
    """
    sweep(path)
    temporary = _sibling(path, _NEW)
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=0o600)) as stream:
            _hold(stream.fileno())
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
        sync(path.absolute().parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file as `private_file` does, at once.

    path (Path): The file; one that exists is replaced.
    content (bytes): What is in it.
    """
    with private_file(path) as stream:
        stream.write(content)


# --- Directories ---


@contextmanager
def fresh_directory(
    path: str | Path, *, force: bool = False, private: bool = False, marker: str | None = None
) -> Iterator[Path]:
    """Fill a directory that appears under its name when it is complete. If anything goes wrong, nothing has changed.

    path (str | Path): The directory; parents are made.
    force (bool): Replace one that exists and is not empty.
    private (bool): Only the owner may enter it.
    marker (Optional[str]): Replace only a directory that holds a file of this name, not one given by mistake.
    YIELDS (Path): Where to write: a directory beside it.
    """
    path = Path(path).resolve()
    check_replaceable(path, force=force, marker=marker)
    missing = [parent for parent in path.parents if not parent.exists()]
    temporary = _sibling(path, _NEW)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.mkdir(mode=0o700 if private else 0o777)
        with holding(temporary):
            yield temporary
            sync(temporary)
            with undisturbed():
                _replace_directory(temporary, path)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        for parent in missing:
            with suppress(OSError):
                parent.rmdir()
        raise


def check_replaceable(path: str | Path, *, force: bool = False, marker: str | None = None) -> None:
    """Make sure that a directory may be made, or replaced, before any work is done for it.

    path (str | Path): The directory.
    force (bool): It may be replaced.
    marker (Optional[str]): Only if it holds a file of this name.
    """
    path = Path(path).resolve()
    recover_directory(path)
    if not path.exists():
        return
    if not path.is_dir():
        raise PseudoError(Errors.P131.format(path=path))
    if Path.cwd().is_relative_to(path) or Path.home().is_relative_to(path):
        raise PseudoError(Errors.P132.format(path=path))
    if any(path.iterdir()):
        if not force:
            raise PseudoError(Errors.P130.format(path=path))
        if marker is not None and not (path / marker).exists():
            raise PseudoError(Errors.P133.format(path=path, marker=marker))


def check_writable(place: str | Path, option: str) -> None:
    """Make sure that something can be made in a directory, before any work is done for it.

    place (str | Path): The directory, which need not be there yet.
    option (str): How somebody says another one.
    """
    path = Path(place).resolve()
    try:
        here = next(one for one in (path, *path.parents) if one.exists())
        # Rights alone do not tell: of a disk that is only read, or of /proc. A file without a name outlives nobody.
        with TemporaryFile(dir=here):
            pass
    except OSError as error:
        raise PseudoError(Errors.P517.format(path=path, reason=error.strerror, option=option)) from None


def recover_directory(path: str | Path) -> None:
    """Put a directory back that was being replaced when the process was killed, and delete what is left beside it.

    path (str | Path): The directory.
    """
    path = Path(path).resolve()
    for old in _left_beside(path, _OLD):
        if path.exists():
            remove(old)
        else:
            old.rename(path)
    sweep(path)


def _replace_directory(new: Path, path: Path) -> None:
    """Without a moment in which there is none, where the system can."""
    if not path.exists():
        new.rename(path)  # nothing after it: who is killed later has their output
        return
    if _exchange(new, path):
        old = new
    else:
        old = _sibling(path, _OLD)
        path.rename(old)
        try:
            new.rename(path)
        finally:
            if not path.exists():
                old.rename(path)
    try:
        shutil.rmtree(old)
    except OSError:
        warnings.warn(Warnings.W102.format(path=old), PseudoWarning, stacklevel=4)


def _exchange(one: Path, other: Path) -> bool:
    """RETURNS (bool): Two directories have changed places, in one step; False if this system or disk cannot."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, TypeError, AttributeError):
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)
