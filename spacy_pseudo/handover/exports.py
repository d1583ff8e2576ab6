"""Directories of exports: apart from output and key, open or closed as what is in them may be shared or not."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO

from .. import __version__
from ..attrs import SUMMARY_FILE
from ..corpus.writers import check_directories, check_inputs
from ..disk import check_replaceable, fresh_directory
from ..errors import Errors, PseudoError
from ..key import holds_key

MARKER: Final = "export.json"
MAY_BE_SHARED: Final = "May be shared as far as the output may from which it was made; look at it before you do."
IS_PRIVATE: Final = (
    "PRIVATE: it holds the original text, or leads back to it. Keep it where the key is kept, show it to nobody who "
    "may not know the names, and delete it when it is not needed any more."
)


@dataclass(frozen=True)
class Export:
    """A directory that an export is written to.

    path (Path): The directory.
    format (str): What is written there.
    shareable (bool): It may be shared; otherwise only the owner can open it.
    advice (str): What to do with it.
    """

    path: Path
    format: str
    shareable: bool
    advice: str = ""

    @property
    def what_to_do(self) -> str:
        """RETURNS (str): What to do with it, in a few sentences."""
        return " ".join(filter(None, (MAY_BE_SHARED if self.shareable else IS_PRIVATE, self.advice)))

    def check(self, out: Path, key: Path, *, force: bool = False) -> None:
        """Find out what would stop the export, before any work is done.

        out (Path): The output that it is made from.
        key (Path): Its key.
        force (bool): An earlier export of the same kind is replaced.
        """
        if self.shareable:
            check_directories(self.path, key)
        else:
            # It may lie in the key, which does not mind, but not be the key.
            check_directories(out, self.path)
            check_inputs(self.path, [key])
        check_inputs(self.path, [out])
        check_inputs(out, [self.path])
        check_around(self.path, shareable=self.shareable)
        check_replaceable(self.path, force=force, marker=MARKER)
        if (self.path / MARKER).exists():
            found, kind = _kind(self.path), (self.format, self.shareable)
            if found != kind:
                told = {"found": _said(*found), "kind": _said(*kind)}
                raise PseudoError(Errors.P820.format(path=self.path, **told))

    @contextmanager
    def open(self, *, force: bool = False) -> Iterator[Path]:
        """Fill the directory; it appears when it is complete.

        force (bool): Replace an earlier export.
        YIELDS (Path): Where to write.
        """
        with fresh_directory(self.path, force=force, private=not self.shareable, marker=MARKER) as place:
            yield place

    def file(self, path: Path) -> TextIO:
        """RETURNS (TextIO): A new text file in the directory; what is private is so from its first byte on."""
        opener = partial(os.open, mode=0o666 if self.shareable else 0o600)
        return open(path, "x", encoding="utf-8", newline="", opener=opener)

    def sign(self, place: Path, counts: Mapping[str, int], settings: Mapping[str, Any]) -> None:
        """Say in the directory what it is. Nobody's name is in it.

        place (Path): Where to write.
        counts (Mapping[str, int]): What was written.
        settings (Mapping[str, Any]): How.
        """
        content = {
            "version": __version__,
            "format": self.format,
            "shareable": self.shareable,
            "what to do": self.what_to_do,
            "counts": dict(counts),
            "settings": dict(settings),
        }
        with self.file(place / MARKER) as stream:
            stream.write(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def check_around(path: Path, *, shareable: bool) -> None:
    """Make sure that what is private does not lie in something that is given away, nor the other way round.

    path (Path): What will be written, a file or a directory.
    shareable (bool): It may be shared.
    """
    for parent in path.resolve().parents:
        shared = (parent / SUMMARY_FILE).is_file()
        private = holds_key(parent)
        if (parent / MARKER).is_file():
            shared, private = _kind(parent)[1], not _kind(parent)[1]
        if shared != private and shared != shareable:
            told = {"parent": parent, "is": "may be shared" if shared else "is private"}
            raise PseudoError(Errors.P823.format(path=path, **told))


def _kind(path: Path) -> tuple[str, bool]:
    """What an earlier export is; what cannot be read is private."""
    try:
        content = json.loads((path / MARKER).read_text("utf-8"))
        return str(content["format"]), content["shareable"] is True
    except (OSError, ValueError, KeyError, TypeError):
        return "unknown", False


def _said(format: str, shareable: bool) -> str:
    return f"{format}, {'may be shared' if shareable else 'private'}"
