"""A key directory in one sealed file, and the way back: on the disk if asked for, otherwise in memory for a while."""

from __future__ import annotations

import io
import os
import re
import secrets
import sys
import time
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from ..disk import check_replaceable, fresh_directory, holding, remove, undisturbed, write_bytes
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from . import log
from .generations import free_name, recover
from .integrity import check_files
from .layout import COMMITTED, FOLLOWED, LOG, STAGED, UNFINISHED, holds_key
from .manifest import digest, digest_of
from .sealing import check_whole, decrypt, encrypt

# Where Linux keeps files in memory, and the list of what is mounted that says so.
_MEMORY: Final = Path("/dev/shm")
_MOUNTS: Final = Path("/proc/self/mounts")
_KINDS: Final = ("tmpfs", "ramfs")
# Where that is elsewhere, the user may name a disk in memory.
MEMORY_VARIABLE: Final = "SPACY_PSEUDO_MEMORY"
_NAME: Final = "spacy-pseudo-{user}-{process}-{number}"
_UNFINISHED: Final = (STAGED, COMMITTED, UNFINISHED)
# What the log calls it.
_SEALED: Final = "key seal"
_OPENED: Final = "key open"
_ROTATED: Final = "key rotate"


def seal(directory: Path, file: Path, passphrase: str, *, force: bool = False, remove_plain: bool = False) -> None:
    """Write a key directory to one sealed file, and make sure that the file opens and holds all of it.

    directory (Path): The key directory.
    file (Path): The sealed file.
    passphrase (str): What opens it.
    force (bool): Replace a file that is there.
    remove_plain (bool): Delete the directory, once that is sure.
    """
    recover(directory)
    if not holds_key(directory):
        raise PseudoError(Errors.P340.format(path=directory))
    if file.resolve().is_relative_to(directory.resolve()):
        raise PseudoError(Errors.P392.format(path=file))
    if file.is_dir() or (file.exists() and not force):
        raise PseudoError(Errors.P393.format(path=file))
    check_files(directory, FOLLOWED)
    with holding(directory) as free:
        if not free:
            raise PseudoError(Errors.P364.format(path=directory))
        log.append_command(directory, _SEALED)
        try:
            _write(_pack(directory), file, passphrase)
        except BaseException:
            log.append_command(directory, _SEALED, outcome=log.FAILED)
            raise
        # Read again from the disk, as it will be opened.
        if decrypt(file.read_bytes(), passphrase, file) != _pack(directory):
            raise PseudoError(Errors.P398.format(path=directory))
        if remove_plain:
            remove(directory)


def unseal(file: Path, directory: Path, passphrase: Callable[[], str]) -> None:
    """Write what is in a sealed file to a directory on the disk.

    file (Path): The sealed file; it stays as it is.
    directory (Path): The key directory; it must not be there, or be empty.
    passphrase (Callable[[], str]): Asked for what opens the file, if it is whole.
    """
    check_replaceable(directory)
    sealed = file.read_bytes()
    check_whole(sealed, file)
    content = decrypt(sealed, passphrase(), file)
    with fresh_directory(directory, private=True) as place:
        _unpack(content, place, file)
        log.append_command(place, _OPENED)


def rotate(file: Path, old: Callable[[], str], new: Callable[[], str]) -> None:
    """Seal a sealed key with another passphrase, and with a new salt.

    file (Path): The sealed file.
    old (Callable[[], str]): Asked for what opens it now.
    new (Callable[[], str]): Asked for what opens it then.
    """
    with _held(file):
        sealed = file.read_bytes()
        check_whole(sealed, file)
        content = decrypt(sealed, old(), file)
        _write(_with_line(content, _ROTATED), file, new())


@contextmanager
def opened(file: Path, passphrase: Callable[[], str]) -> Iterator[Path]:
    """Have a sealed key as a directory in memory, for a while. What was changed is sealed again, whatever happens.

    file (Path): The sealed file; one that is not there is made when a key was.
    passphrase (Callable[[], str]): Asked for what opens it, once nothing else stands in the way.
    YIELDS (Path): The key directory, which nobody else can read.
    """
    memory = _in_memory(file)
    sweep_memory()
    with _held(file), _private(memory) as place:
        sealed = file.read_bytes() if file.exists() else None
        if sealed is not None:
            check_whole(sealed, file)
        words = passphrase()
        directory = place / file.name.removesuffix(file.suffix)
        directory.mkdir(mode=0o700)
        if sealed is not None:
            _unpack(decrypt(sealed, words, file), directory, file)
        before, process = _digests(directory), os.getpid()
        try:
            yield directory
        finally:
            if os.getpid() == process:  # a worker has nothing to seal
                with undisturbed():
                    recover(directory)
                    changed = {name for name, _ in set(_digests(directory).items()) ^ set(before.items())}
                    if changed and holds_key(directory):
                        _seal_again(directory, _unchanged(file, sealed), words, needed=changed != {LOG})


def _seal_again(directory: Path, file: Path, words: str, *, needed: bool) -> None:
    """Where nothing has changed but the log, a file that cannot be written stops nobody: it may be a copy that is
    only to be read."""
    try:
        _write(_pack(directory), file, words)
    except PseudoError as error:
        if needed or error.code != "P397":
            raise
        warnings.warn(Warnings.W363.format(path=file), PseudoWarning, stacklevel=2)


def sweep_memory() -> None:
    """Delete what processes of ours have left in memory that were killed; not what one is working with."""
    ours = re.compile(_NAME.format(user=_user(), process="[0-9]+", number="[0-9a-f]{16}"))
    memory = _given_memory() or _MEMORY
    for left in memory.iterdir() if memory.is_dir() else ():
        if ours.fullmatch(left.name) and not left.is_symlink():
            with holding(left) as abandoned:
                if abandoned:
                    remove(left)


def _user() -> int:
    return os.getuid() if sys.platform != "win32" else 0


def _given_memory() -> Path | None:
    return Path(told).absolute() if (told := os.environ.get(MEMORY_VARIABLE)) else None


def _in_memory(file: Path) -> Path:
    """A directory of which nothing is written to a disk, unless the system swaps. One that the user names is believed
    where the system does not tell what is memory; where it does, it must be."""
    memory = _given_memory()
    if memory is not None and not (memory.is_dir() and os.access(memory, os.W_OK) and _may_be_memory(memory)):
        raise PseudoError(Errors.P338.format(path=memory, variable=MEMORY_VARIABLE))
    if memory is None and not (_MOUNTS.exists() and _kind_of(_MEMORY) in _KINDS and os.access(_MEMORY, os.W_OK)):
        raise PseudoError(Errors.P394.format(path=file))
    return memory or _MEMORY


def _may_be_memory(place: Path) -> bool:
    return not _MOUNTS.exists() or _kind_of(place.resolve()) in _KINDS


def _kind_of(place: Path) -> str:
    """What kind of file system a directory is on, by the list of what is mounted."""
    mounted = [line.split()[1:3] for line in _MOUNTS.read_text("utf-8").splitlines()]
    around = [(len(where), kind) for where, kind in mounted if place.is_relative_to(where)]
    return max(around, default=(0, ""), key=lambda found: found[0])[1]


@contextmanager
def _private(memory: Path) -> Iterator[Path]:
    process = os.getpid()
    name = _NAME.format(user=_user(), process=process, number=secrets.token_hex(8))
    hidden, place = memory / f".{name}", memory / name
    hidden.mkdir(mode=0o700)
    try:
        with holding(hidden):
            hidden.rename(place)  # others sweep what has this name, and is not held
            yield place
    finally:
        if os.getpid() == process:
            with undisturbed():
                remove(hidden)
                remove(place)


@contextmanager
def _held(file: Path) -> Iterator[None]:
    """Nobody else has the file open; where there is none yet, nobody else makes one beside it."""
    target = file if file.exists() else file.absolute().parent
    if not target.exists():
        raise PseudoError(Errors.P503.format(path=target))
    before = target.stat()
    with holding(target) as free:
        if not free or not os.path.samestat(before, target.stat()):  # replaced between a look and the lock
            raise PseudoError(Errors.P395.format(path=file))
        yield


def _unchanged(file: Path, sealed: bytes | None) -> Path:
    """Where to seal: the file, unless it was replaced meanwhile; then beside it, as nothing may be lost."""
    now = digest_of(file)
    return file if now == (None if sealed is None else digest(sealed)) else free_name(file)


def _write(content: bytes, file: Path, passphrase: str) -> None:
    """Write a sealed file once it is sure that it opens."""
    sealed = encrypt(content, passphrase)
    if decrypt(sealed, passphrase, file) != content:
        raise PseudoError(Errors.P374.format(path=file))
    try:
        write_bytes(file, sealed)
    except OSError as error:
        raise PseudoError(Errors.P397.format(path=file, reason=error.strerror)) from error


# --- A directory as bytes ---


def _files(directory: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(directory.rglob("*")):
        inner = path.relative_to(directory)
        if inner.parts[0] in _UNFINISHED:
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise PseudoError(Errors.P396.format(path=path))
        yield inner.as_posix(), path


def _pack(directory: Path) -> bytes:
    """All that is in a directory; when a file was written tells whether a person has edited it since."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in _files(directory):
            info = zipfile.ZipInfo(name + ("/" if path.is_dir() else ""))
            info.comment = str(path.stat().st_mtime_ns).encode()
            packed.writestr(info, b"" if path.is_dir() else path.read_bytes(), zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _with_line(content: bytes, name: str) -> bytes:
    """What `_pack` gave, with the line of a command in its log: nothing is unpacked for it."""
    stream, before = io.BytesIO(), b""
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for info in old.infolist():
            if info.filename == LOG:
                before = old.read(info)
            else:
                packed.writestr(info, old.read(info), zipfile.ZIP_DEFLATED)
        made = zipfile.ZipInfo(LOG)
        made.comment = str(time.time_ns()).encode()
        packed.writestr(made, log.with_command(before, name), zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _unpack(content: bytes, directory: Path, file: Path) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for info in packed.infolist():
                inner = PurePosixPath(info.filename)
                if inner.is_absolute() or ".." in inner.parts:
                    raise PseudoError(Errors.P377.format(path=file))
                path = directory / inner
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                if info.is_dir():
                    path.mkdir(mode=0o700, exist_ok=True)
                    continue
                with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as stream:
                    stream.write(packed.read(info))
                written = int(info.comment or time.time_ns())
                os.utime(path, ns=(written, written))
    except (zipfile.BadZipFile, ValueError) as error:
        if isinstance(error, PseudoError):
            raise
        raise PseudoError(Errors.P377.format(path=file)) from error


def _digests(directory: Path) -> dict[str, str | None]:
    return {name: digest_of(path) for name, path in _files(directory)}
