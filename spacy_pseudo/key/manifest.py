"""The manifest of a key: which generation it is, and what was last written to each file; and a copy of it."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from ..errors import Errors, PseudoError
from ..people.name_map import NameMap
from .layout import COPY, MANIFEST, NAMES

FORMAT: Final = 1
# Of a file in the copy: the same bytes whenever it is made.
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def digest(content: bytes) -> str:
    """RETURNS (str): The checksum of a file's content."""
    return hashlib.sha256(content).hexdigest()


def digest_of(path: Path) -> str | None:
    """RETURNS (Optional[str]): The checksum of a file, None if there is none."""
    if not path.is_file():
        return None
    found = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """What was last written to a file, or read from it where a person writes.

    size (int): Its length in bytes.
    sha256 (str): Its checksum.
    participants (Optional[int]): How many people it lists, for the name map.
    """

    size: int
    sha256: str
    participants: int | None = None

    @classmethod
    def of(cls, name: str, path: Path) -> Entry:
        """RETURNS (Entry): That of a file as it is.

        name (str): The name it has in the key.
        path (Path): Where it lies; it may be long.
        """
        if name == NAMES:
            return cls.of_content(name, path.read_bytes())
        return cls(path.stat().st_size, digest_of(path) or "")

    @classmethod
    def of_content(cls, name: str, content: bytes) -> Entry:
        """RETURNS (Entry): That of a file with this content.

        name (str): The name it has in the key.
        content (bytes): What is in it.
        """
        people = len(NameMap.parse(content.decode("utf-8"), source=name).participants()) if name == NAMES else None
        return cls(len(content), digest(content), people)

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Plain values."""
        told = {"size": self.size, "sha256": self.sha256}
        return told if self.participants is None else {**told, "participants": self.participants}


@dataclass(frozen=True)
class Manifest:
    """What a key consists of.

    generation (int): Grows by one whenever what is in the key changes.
    files (Mapping[str, Entry]): What was last written, by file.
    """

    generation: int = 0
    files: Mapping[str, Entry] = field(default_factory=dict)

    def to_json(self) -> str:
        """RETURNS (str): The file's text."""
        files = {name: self.files[name].to_dict() for name in sorted(self.files)}
        return json.dumps({"format": FORMAT, "generation": self.generation, "files": files}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str, path: Path) -> Manifest:
        """RETURNS (Manifest): What `to_json` gave.

        text (str): The file's text.
        path (Path): The file, for error messages.
        """
        try:
            told = json.loads(text)
            if told["format"] > FORMAT:
                raise PseudoError(Errors.P363.format(path=path))
            files = {str(name): Entry(**entry) for name, entry in told["files"].items()}
            return cls(int(told["generation"]), files)
        except PseudoError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise PseudoError(Errors.P361.format(path=path, key=path.parent)) from error

    @classmethod
    def read(cls, directory: Path) -> Manifest | None:
        """RETURNS (Optional[Manifest]): That of a key directory; None if it has none, as in keys of version 0.1.

        directory (Path): The key directory.
        """
        path = directory / MANIFEST
        if not path.exists():
            if (directory / COPY).exists():
                raise PseudoError(Errors.P362.format(path=path, key=directory))
            return None
        try:
            return cls.from_json(path.read_text("utf-8"), path)
        except (UnicodeDecodeError, IsADirectoryError) as error:
            raise PseudoError(Errors.P361.format(path=path, key=directory)) from error


# --- The copy ---


def pack(stream: IO[bytes], generation: int, files: Mapping[str, Path]) -> None:
    """Write the copy; the same bytes for the same contents.

    stream (IO[bytes]): Where to write.
    generation (int): Which generation it is.
    files (Mapping[str, Path]): Where the files lie, by the names that they have in the key; they may be long.
    """
    with zipfile.ZipFile(stream, "w") as packed:
        packed.comment = str(generation).encode()
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type, entry.file_size = zipfile.ZIP_DEFLATED, path.stat().st_size
            with path.open("rb") as source, packed.open(entry, "w") as target:
                shutil.copyfileobj(source, target, 1 << 20)


class Copy(NamedTuple):
    """What is followed in a key, as it was last written.

    generation (int): Which generation it is.
    contents (dict[str, bytes]): Contents by file.
    """

    generation: int
    contents: dict[str, bytes]

    @classmethod
    def read(cls, directory: Path, names: Collection[str] | None = None) -> Copy | None:
        """RETURNS (Optional[Copy]): That of a key directory; None if it is damaged or gone.

        directory (Path): The key directory.
        names (Optional[Collection[str]]): Only these files, if they are in it.
        """
        try:
            with zipfile.ZipFile(directory / COPY) as packed:
                wanted = [name for name in packed.namelist() if names is None or name in names]
                return cls(int(packed.comment), {name: packed.read(name) for name in wanted})
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError):
            return None
