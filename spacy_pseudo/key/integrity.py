"""Is a key whole? What a person may edit is told from what was cut, emptied, lost or exchanged."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..errors import Errors, PseudoError
from ..people.name_map import NameMap, is_closed
from ..people.pseudonyms import Pseudonyms
from .layout import (
    CONTEXT,
    COPY,
    DECISIONS,
    EVIDENCE,
    FOLLOWED,
    LAYOUT,
    MANIFEST,
    NAMES,
    OTHERS,
    PSEUDONYMS,
    ROSTER,
    SURROGATES,
)
from .manifest import Copy, Manifest, digest, digest_of
from .texts import Content, FileLines

# States of a file.
OK: Final = "ok"
EDITED: Final = "edited"
NEW: Final = "new"
DAMAGED: Final = "damaged"
# Not there, and not expected.
ABSENT: Final = "absent"


class Finding(NamedTuple):
    """How a file is.

    name (str): The file.
    state (str): 'ok', 'edited', 'new', 'damaged' or 'absent'.
    error (str): What is wrong, and the remedy.
    """

    name: str
    state: str
    error: str = ""


class Texts(NamedTuple):
    """The files of a key that were read: their texts or lines, and the checksums of what they were read from."""

    texts: dict[str, Content]
    digests: dict[str, str]


def read_files(path: Path, names: Collection[str] = FOLLOWED) -> Texts:
    """Read files of a key, if they are whole.

    path (Path): The key directory.
    names (Collection[str]): The files that are needed; others are not looked at.
    RETURNS (Texts): Those that are there.
    """
    check_files(path, names)
    # Checksums of what is looked at now: what changes from here on is noticed when the key is written.
    digests = {name: found for name in names if (found := digest_of(path / name)) is not None}
    lines: dict[str, Content] = {name: FileLines(path / name) for name in digests if name.endswith(".jsonl")}
    return Texts({name: lines.get(name) or _text(path / name) for name in digests}, digests)


def check_files(path: Path, names: Collection[str]) -> None:
    """Make sure that files of a key are whole.

    path (Path): The key directory.
    names (Collection[str]): The files that are needed.
    """
    for finding in examine(path, names):
        if finding.state == DAMAGED:
            raise PseudoError(finding.error)


def read_manifest(path: Path) -> Manifest | None:
    """RETURNS (Optional[Manifest]): The manifest of a key, if it is of the same generation as the files.

    path (Path): The key directory.
    """
    manifest = Manifest.read(path)
    if manifest is None or _digest(manifest, COPY) == digest_of(path / COPY) or (copy := Copy.read(path)) is None:
        return manifest
    own = [file.name for file in LAYOUT if file.followed and not file.editable]
    found = {name: digest_of(path / name) for name in own}
    copied = {name: digest(copy.contents[name]) if name in copy.contents else None for name in own}
    if found == copied != {name: _digest(manifest, name) for name in own}:
        raise PseudoError(Errors.P361.format(path=path / MANIFEST, key=path))
    return manifest


def examine(path: Path, names: Collection[str] | None = None) -> list[Finding]:
    """Look at the files of a key.

    path (Path): The key directory.
    names (Optional[Collection[str]]): Only at these.
    RETURNS (list[Finding]): What is found, in the order of the layout.
    """
    manifest = read_manifest(path)
    wanted = [file.name for file in LAYOUT if names is None or file.name in names]
    if manifest is None:
        return _unsigned(path, wanted)

    def last(name: str) -> str | None:
        """What was last written, if the copy is whole."""
        copy = Copy.read(path, [name]) if _digest(manifest, COPY) == digest_of(path / COPY) else None
        return copy.contents[name].decode("utf-8") if copy is not None and copy.contents else None

    return [_look(path, name, manifest, last) for name in wanted]


def _look(path: Path, name: str, manifest: Manifest, last: Callable[[str], str | None]) -> Finding:
    file = path / name
    told = {"path": file, "key": path, "name": name}
    written = _digest(manifest, name)
    if file.is_dir():
        return Finding(name, DAMAGED, Errors.P355.format(**told))
    found = digest_of(file)
    if found == written:
        return Finding(name, ABSENT if written is None else OK)
    if name not in FOLLOWED:
        return Finding(name, NEW) if written is None else Finding(name, DAMAGED, Errors.P369.format(**told))
    if found is None:
        return Finding(name, DAMAGED, Errors.P353.format(**told))
    if not file.stat().st_size and manifest.files.get(name):
        return Finding(name, DAMAGED, Errors.P356.format(**told))
    if name not in _RULES:
        return Finding(name, DAMAGED, Errors.P358.format(**told))
    try:
        now, before = _text(file), last(name) if written is not None else None
        if before is None:
            return Finding(name, NEW) if written is None else Finding(name, DAMAGED, Errors.P366.format(**told))
        wrong = _wrong(name, _plain(before), _plain(now))
    except PseudoError as error:
        return Finding(name, DAMAGED, str(error))
    return Finding(name, EDITED) if wrong is None else Finding(name, DAMAGED, wrong[0].format(**told, count=wrong[1]))


def _digest(manifest: Manifest, name: str) -> str | None:
    return manifest.files[name].sha256 if name in manifest.files else None


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            return stream.read()
    except UnicodeDecodeError as error:
        raise PseudoError(Errors.P341.format(path=path)) from error


def _plain(text: str) -> str:
    """Without what editors change by themselves."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


# --- Edited, or damaged? ---

# A message, and how many are lost.
_Wrong = tuple[str, int]


def _wrong(name: str, last: str, now: str) -> _Wrong | None:
    """What is wrong with a file that a person may edit, by what was last written to it."""
    if not now.strip() and last.strip():
        return Errors.P356, 0
    if last.startswith(now.rstrip()) and len(now.rstrip()) < len(last.rstrip()):
        return Errors.P357, 0
    if name != NAMES and last.endswith("\n") and not now.endswith("\n"):
        return Errors.P357, 0  # within a line; a name map has a line of its own at the end
    return _RULES[name](last, now)


def _names(last: str, now: str) -> _Wrong | None:
    lost = set(NameMap.parse(last).participants()) - set(NameMap.parse(now, source=NAMES).participants())
    if lost:
        return Errors.P359, len(lost)
    return (Errors.P357, 0) if is_closed(last) and not is_closed(now) else None


def _pseudonyms(last: str, now: str) -> _Wrong | None:
    # All may have the same one: whether they may here is seen when the key is made.
    before, after = (Pseudonyms.from_csv(text, PSEUDONYMS, mode="mask") for text in (last, now))
    lost = before.labels.keys() - after.labels.keys()
    return (Errors.P359, len(lost)) if lost else None


def _surrogates(last: str, now: str) -> _Wrong | None:
    """Lines may go, but not those in which a person has written something."""
    there = {(row.get("label"), row.get("text")) for row in _rows(now)}
    wanted = {(row.get("label"), row.get("text")) for row in _rows(last) if (row.get("surrogate") or "").strip()}
    return (Errors.P360, len(wanted - there)) if wanted - there else None


def _others(last: str, now: str) -> _Wrong | None:
    """Any line may go but the last, without which nothing tells where the table ends."""
    names = [row.get("name") for row in _rows(last)]
    return (Errors.P357, 0) if names and names[-1] not in {row.get("name") for row in _rows(now)} else None


def _decisions(last: str, now: str) -> _Wrong | None:
    return None


_RULES: Mapping[str, Callable[[str, str], _Wrong | None]] = MappingProxyType(
    {NAMES: _names, PSEUDONYMS: _pseudonyms, SURROGATES: _surrogates, OTHERS: _others, DECISIONS: _decisions}
)


def _rows(text: str) -> Iterable[dict[str, str]]:
    delimiter = next((sign for sign in ";\t" if sign in text.partition("\n")[0]), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header = [cell.strip().lower() for cell in next(reader, [])]
    return [dict(zip(header, (cell.strip() for cell in row), strict=False)) for row in filter(None, reader)]


# --- Keys of version 0.1, which have no manifest ---

# What the context tells of another file.
_TOLD_OF: Mapping[str, str] = MappingProxyType({NAMES: "offered", EVIDENCE: "offered", OTHERS: "others"})


def _unsigned(path: Path, names: Collection[str]) -> list[Finding]:
    """What can be told without a manifest: files that belong together are there, and nobody is lost between them."""
    there = {file.name for file in LAYOUT if (path / file.name).is_file()}
    facts = _facts(path)
    missing = {name for name, fact in _TOLD_OF.items() if facts.get(fact)}
    if there & {CONTEXT, ROSTER, EVIDENCE}:
        missing |= {CONTEXT, ROSTER, PSEUDONYMS}
    lost = _lost(path, there, set(facts.get("offered", ())))
    found = []
    for name in names:
        told = {"path": path / name, "key": path, "name": name}
        if (path / name).is_dir():
            found.append(Finding(name, DAMAGED, Errors.P355.format(**told)))
        elif name not in there:
            wrong = Errors.P353.format(**told) if name in missing else ""
            found.append(Finding(name, DAMAGED if wrong else ABSENT, wrong))
        else:
            wrong = Errors.P359.format(**told, count=lost[name]) if lost.get(name) else ""
            found.append(Finding(name, DAMAGED if wrong else OK, wrong))
    return found


def _lost(path: Path, there: Collection[str], offered: set[str]) -> dict[str, int]:
    """How many people a file lacks whom others have. What cannot be read is told when the key is made."""
    lost: dict[str, int] = {}
    with suppress(PseudoError):
        people, mapped, labels = _ids(path), set[str](), set[str]()
        if NAMES in there:
            mapped.update(NameMap.parse(_text(path / NAMES)).participants())
            lost[NAMES] = len(offered - mapped)
        if PSEUDONYMS in there:
            labels.update(Pseudonyms.from_csv(_text(path / PSEUDONYMS), mode="mask").labels)
            lost[PSEUDONYMS] = len(people - labels)
        if ROSTER in there and NAMES in there:
            lost[ROSTER] = len(labels - people - mapped)
    return lost


def _facts(path: Path) -> dict[str, Any]:
    """What the first line of a context says; where it is damaged, that is told when the key is made."""
    try:
        with (path / CONTEXT).open(encoding="utf-8") as stream:
            facts = json.loads(stream.readline())
        return facts if isinstance(facts, dict) else {}
    except (OSError, ValueError):
        return {}


def _ids(path: Path) -> set[str]:
    try:
        with (path / ROSTER).open(encoding="utf-8", newline="\n") as stream:
            return {json.loads(line)["id"] for line in stream if line.strip()}
    except (OSError, ValueError, TypeError, KeyError):
        return set()
