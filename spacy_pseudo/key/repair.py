"""Mend a key directory: put back what was last written, or take what is there as it is."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ..disk import atomic_file
from ..errors import Errors, PseudoError
from .generations import draft, recover, set_aside
from .integrity import DAMAGED, examine, read_manifest
from .layout import COPY, FOLLOWED, LAYOUT, MANIFEST, holds_key
from .manifest import Copy, Entry, Manifest, digest, digest_of
from .memory import Key

_EDITABLE = frozenset(file.name for file in LAYOUT if file.editable)


def repair(path: Path, *, accept: Collection[str] = ()) -> list[str]:
    """Mend a key directory as far as possible. Nothing that a person may have written is lost.

    path (Path): The key directory.
    accept (Collection[str]): Files to be taken as they are now, gone ones too.
    RETURNS (list[str]): What was done, and what could not be, in sentences; empty if there was nothing to do.
    """
    for name in accept:
        if name not in FOLLOWED:
            raise PseudoError(Errors.P367.format(name=name, names=", ".join(FOLLOWED)))
    done = [told] if (told := recover(path)) else []
    if not holds_key(path):
        raise PseudoError(Errors.P340.format(path=path))
    done += _mend_manifest(path)
    manifest, copy = Manifest.read(path), Copy.read(path)
    for finding in examine(path):
        if finding.state != DAMAGED or finding.name in accept:
            continue
        content = copy.contents.get(finding.name) if copy is not None else None
        if manifest is None or content is None or digest(content) != manifest.files[finding.name].sha256:
            content = None
        done.append(_mend(path / finding.name, content))
    copied = manifest is not None and digest_of(path / COPY) == manifest.files[COPY].sha256
    if accept or not copied:
        done += _take(path, accept)
    return done


def _mend_manifest(path: Path) -> list[str]:
    """A manifest that is gone or damaged follows from the copy; without both, the key is one of version 0.1."""
    try:
        read_manifest(path)
        return []
    except PseudoError as error:
        if error.code not in ("P361", "P362"):
            raise
    copy = Copy.read(path)
    if (path / MANIFEST).exists():
        set_aside(path / MANIFEST)
    if copy is None:
        if (path / COPY).exists():
            set_aside(path / COPY)
        return [f"{MANIFEST} and {COPY} are lost: nothing tells any more what was written. Look through the files."]
    files = {name: Entry.of_content(name, content) for name, content in copy.contents.items()}
    lists = [file.name for file in LAYOUT if not file.followed and (path / file.name).is_file()]
    files |= {name: Entry.of(name, path / name) for name in (*lists, COPY)}
    with atomic_file(path / MANIFEST, private=True) as stream:
        stream.write(Manifest(copy.generation, files).to_json())
    return [f"{MANIFEST} was made anew."]


def _mend(file: Path, content: bytes | None) -> str:
    if file.name not in FOLLOWED:
        if file.is_dir():
            return f"{file.name} was in the way, and is now {set_aside(file).name}. Apply again: the list is made anew."
        return f"{file.name} is a list. Apply again: it is made anew."
    if content is None:
        return f"{file.name} cannot be put back: there is no copy of it. Put back one of your own."
    aside = ""
    if file.is_dir() or (file.exists() and file.name in _EDITABLE):
        aside = f" What was there is now {set_aside(file).name}: copy from it what shall count."
    with atomic_file(file, private=True) as stream:
        stream.write(content.decode("utf-8"))
    return f"{file.name} was put back as it was last written.{aside}"


def _take(path: Path, accept: Collection[str]) -> list[str]:
    """Make a generation of what is there, if it is a key."""
    wrong = [finding for finding in examine(path, FOLLOWED) if finding.state == DAMAGED and finding.name not in accept]
    if wrong:
        return []
    for name in accept:
        if (path / name).is_dir():
            raise PseudoError(Errors.P368.format(path=path / name))
    texts = {n: (path / n).read_bytes().decode("utf-8") for n in FOLLOWED if (path / n).is_file()}
    Key.from_files(texts, source=lambda name: str(path / name))
    if (path / COPY).is_dir():
        set_aside(path / COPY)
    with draft(path, accept=accept):
        pass
    return [*(f"{name} is taken as it is now." for name in accept), f"{MANIFEST} and {COPY} were written."]
