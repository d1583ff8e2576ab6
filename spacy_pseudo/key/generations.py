"""Generations of a key: written beside the old one, put in place in one step, finished or undone after a crash."""

from __future__ import annotations

import json
import os
import shutil
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Final, TextIO

from ..disk import create, holding, remove, sweep, sync, undisturbed
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from .layout import COMMITTED, COPY, FOLLOWED, LAYOUT, MANIFEST, STAGED, check_key_directory
from .manifest import Entry, Manifest, digest_of, pack
from .texts import Content

# In a generation that is being put in place: the checksums of what it replaces.
_BEFORE: Final = "before.json"
_OWN: Final = (MANIFEST, _BEFORE)
_EDITABLE: Final = frozenset(file.name for file in LAYOUT if file.editable)
# So long a reader waits while another process puts a generation in place.
_SECONDS: Final = 10.0


class Draft:
    """A generation in the making. Nothing of it is in the key before it is complete.

    path (Path): The key directory.
    seen (Optional[Mapping[str, str]]): The checksums of what it was made from: if that has changed, it is refused.
    accept (Collection[str]): Files that are taken as they are, whoever wrote them.
    """

    def __init__(self, path: Path, seen: Mapping[str, str] | None = None, accept: Collection[str] = ()) -> None:
        self._path = path
        self._seen = seen
        self._accept = _EDITABLE.union(accept)
        self._staged = path / STAGED
        self._open: dict[str, TextIO] = {}
        self._removed: set[str] = set()

    def open(self, name: str) -> TextIO:
        """RETURNS (TextIO): A file of the generation, to be written; it is closed with the draft.

        name (str): Its name, one of `layout.LAYOUT`.
        """
        self._removed.discard(name)
        self._open[name] = create(self._staged / name, private=True)
        return self._open[name]

    def scratch(self, name: str) -> Path:
        """RETURNS (Path): Where to keep something private for the time being; it must be gone when all is written.

        name (str): What it is called.
        """
        return self._staged / f".{name}"

    def write_all(self, texts: Mapping[str, Content | None]) -> None:
        """Write whole files; one whose text is None is not in the generation.

        texts (Mapping[str, Optional[Content]]): Texts by name, or their lines.
        """
        for name, text in texts.items():
            if text is None:
                self._removed.add(name)
            elif isinstance(text, str):
                self.open(name).write(text)
            else:
                self.open(name).writelines(text)

    def close(self) -> None:
        """Close all files, complete or not."""
        for stream in self._open.values():
            with suppress(OSError):  # what is left of it cannot be written to a full disk either
                stream.close()

    def commit(self) -> None:
        """Put the generation in place. Before the one step that decides, nothing has changed."""
        for stream in self._open.values():
            stream.flush()
            os.fsync(stream.fileno())
            stream.close()
        old = _manifest(self._path)
        files = {file.name: self._entry(file.name, old) for file in LAYOUT}
        entries = {name: entry for name, entry in files.items() if entry is not None}
        generation = old.generation + (entries != {n: e for n, e in old.files.items() if n != COPY})
        followed = {name: self._source(name) for name in FOLLOWED if name in entries}
        self._add(COPY, partial(pack, generation=generation, files=followed))
        entries[COPY] = Entry.of(COPY, self._staged / COPY)
        self._add_text(MANIFEST, Manifest(generation, entries).to_json())
        self._add_text(_BEFORE, json.dumps({name: digest_of(self._path / name) for name in sorted(_EDITABLE)}))
        now = time.time_ns()
        for file in self._staged.iterdir():  # all of one time: none was changed after another
            os.utime(file, ns=(now, now))
        sync(self._staged)
        self.check()
        with undisturbed():
            self._staged.rename(self._path / COMMITTED)
            sync(self._path)
            _roll_forward(self._path)

    def _source(self, name: str) -> Path:
        staged = self._staged / name
        return staged if staged.exists() else self._path / name

    def _entry(self, name: str, old: Manifest) -> Entry | None:
        source = self._source(name)
        if name in self._removed or not source.is_file():
            return None
        if source.parent == self._path and name not in self._accept and name in old.files:
            return old.files[name]  # if it is damaged, it stays so
        return Entry.of(name, source)

    def _add_text(self, name: str, text: str) -> None:
        self._add(name, lambda stream: stream.write(text.encode()))

    def _add(self, name: str, write: Callable[[IO[bytes]], object]) -> None:
        with open(self._staged / name, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())

    def check(self) -> None:
        """Nobody may have changed what this generation was made from, and nothing may stand in its way."""
        for name in (*(file.name for file in LAYOUT), COPY, MANIFEST):
            if (self._path / name).is_dir():
                raise PseudoError(Errors.P355.format(path=self._path / name, key=self._path))
        for name in FOLLOWED if self._seen is not None else ():
            if digest_of(self._path / name) != (self._seen or {}).get(name):
                raise PseudoError(Errors.P365.format(path=self._path / name))


@contextmanager
def draft(path: str | Path, *, seen: Mapping[str, str] | None = None, accept: Collection[str] = ()) -> Iterator[Draft]:
    """Write a new generation of a key: all of its files or none. What is not written stays as it is.

    path (str | Path): The key directory; made if it is not there, and closed to others.
    seen (Optional[Mapping[str, str]]): The checksums of what it is made from, as `Key.seen` has them.
    accept (Collection[str]): Files that are taken as they are, whoever wrote them.
    YIELDS (Draft): Where to write.
    """
    path = Path(path)
    check_key_directory(path)
    made = [directory for directory in (path, *path.parents) if not directory.exists()]
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix":
            path.chmod(0o700)
        with holding(path) as free:
            if not free:
                raise PseudoError(Errors.P364.format(path=path))
            _settle(path)
            for file in LAYOUT:
                sweep(path / file.name)
            (path / STAGED).mkdir(mode=0o700)
            generation = Draft(path, seen, accept)
            try:
                generation.check()
                yield generation
                generation.commit()
            finally:
                generation.close()
                remove(path / STAGED)
    except BaseException:
        for directory in made:
            with suppress(OSError):
                directory.rmdir()
        raise


def recover(path: Path) -> str | None:
    """Finish or undo what a process was writing when it was killed; leave alone one that is still writing.

    path (Path): The key directory.
    RETURNS (Optional[str]): What was done, None if there was nothing to do.
    """
    deadline = time.monotonic() + _SECONDS
    while (path / COMMITTED).exists() or (path / STAGED).exists():
        with holding(path) as free:
            if free:
                return _settle(path)
        if not (path / COMMITTED).exists():
            break
        if time.monotonic() > deadline:
            raise PseudoError(Errors.P364.format(path=path))
        time.sleep(0.05)
    return None


def set_aside(path: Path) -> Path:
    """Give a file or directory another name, so that nothing of it is lost.

    path (Path): The file or directory.
    RETURNS (Path): Where it is.
    """
    aside = free_name(path)
    path.rename(aside)
    return aside


def free_name(path: Path) -> Path:
    """RETURNS (Path): A name beside a file or directory that nothing has.

    path (Path): The file or directory.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    return aside


def _settle(path: Path) -> str | None:
    """Only one who holds the key may do so."""
    done = None
    if (path / COMMITTED).exists():
        with undisturbed():
            _roll_forward(path)
        done = "An interrupted save was complete, and has been put in place."
    if (path / STAGED).exists():
        remove(path / STAGED)
        done = done or "An interrupted save was not complete, and has been undone."
    return done


def _roll_forward(path: Path) -> None:
    """Put a complete generation in place. It can be done again from wherever it was interrupted."""
    committed = path / COMMITTED
    before = json.loads((committed / _BEFORE).read_bytes()) if (committed / _BEFORE).exists() else {}
    for file in sorted(found for found in committed.iterdir() if found.name not in _OWN):
        target = path / file.name
        edited = file.name in _EDITABLE and digest_of(target) not in (before.get(file.name), digest_of(file), None)
        if edited or target.is_dir():
            aside = set_aside(target)
            warnings.warn(Warnings.W360.format(path=target, aside=aside), PseudoWarning, stacklevel=2)
        os.replace(file, target)
    if (committed / MANIFEST).exists():
        entries = Manifest.from_json((committed / MANIFEST).read_text("utf-8"), committed / MANIFEST).files
        for key_file in LAYOUT:
            file = path / key_file.name
            if file.is_file() and not key_file.editable and file.name not in entries:
                file.unlink()
        os.replace(committed / MANIFEST, path / MANIFEST)
    sync(path)
    shutil.rmtree(committed)


def _manifest(path: Path) -> Manifest:
    """What was there before; if it is damaged, it is mended by what is written now. A newer version's is not."""
    try:
        return Manifest.read(path) or Manifest()
    except PseudoError as error:
        if error.code == "P363":
            raise
        return Manifest()
