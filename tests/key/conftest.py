"""A small corpus with output and key, commands on it, and processes that are killed on their way."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app

FORUM = Path(__file__).parents[2] / "assets"
ROSTER = "id,name\nmp,Mary Poe\nrg,Robert Grey\njd,Jane Dorn\n"
ROWS = (
    {"id": "1", "author": "mp", "parent": "", "text": "Hi all,\nmy brother Callum lives in Leeds.\nMary"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nI am a nurse. My sister Ottilie too.\nRob"},
    {"id": "3", "author": "jd", "parent": "2", "text": "Dear Robert,\nMary Poe's tides are fine.\nJane"},
    {"id": "4", "author": "rg", "parent": "3", "text": "Thanks Jane, thanks MP!\nAsk her or Sparky.\nRobbie"},
    {"id": "5", "author": "mp", "parent": "4", "text": "Hello Robbie,\nJanie is right.\nMary"},
)
# What changes the file system.
CHANGES = ("replace", "rename", "rmdir", "unlink", "fsync", "chmod", "mkdir", "link", "symlink")


class Corpus:
    """Messages and a roster in a directory; what a command did there."""

    def __init__(self, path: Path) -> None:
        self.path, self.out, self.key = path, path / "out", path / "key"
        self.stdout = self.stderr = ""
        self.given = ("--roster", str(path / "roster.csv"))

    def call(self, *args: object) -> int:
        """RETURNS (int): The exit code of a command."""
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        self.stdout, self.stderr = result.stdout, result.stderr
        return result.exit_code

    def command(self, name: str, *options: object) -> list[str]:
        """RETURNS (list[str]): A command with output and key of this place."""
        (messages,) = self.path.glob("messages.*")
        roster = self.given if name == "run" else ()
        where = ("--out", self.out, "--key", self.key, "--seed", 1, "-q")
        return [str(word) for word in (name, messages, *where, *roster, *options)]

    def run(self, *options: object) -> int:
        """RETURNS (int): The exit code of `run`."""
        return self.call(*self.command("run", *options))

    def apply(self, *options: object) -> int:
        """RETURNS (int): The exit code of `apply`."""
        return self.call(*self.command("apply", "--force", *options))

    def copy(self, to: Path) -> Corpus:
        """RETURNS (Corpus): The same, elsewhere."""
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.path, to)
        return Corpus(to)

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file of the key as a person would."""
        text = (self.key / name).read_bytes().decode("utf-8")
        assert text.count(old) == 1, text
        (self.key / name).write_bytes(text.replace(old, new).encode("utf-8"))

    def everything(self, below: str = ".") -> dict[str, bytes | None]:
        """RETURNS (dict[str, Optional[bytes]]): All files, hidden ones too, and directories; not the log, which says
        when, and grows whenever a command is given."""
        found = sorted(path for path in (self.path / below).rglob("*") if path.name != "log.jsonl")
        return {str(p.relative_to(self.path)): p.read_bytes() if p.is_file() else None for p in found}

    def unsign(self) -> None:
        """Make the key one of version 0.1."""
        for name in ("manifest.json", "copy.zip"):
            (self.key / name).unlink()
        names = (self.key / "names.txt").read_text("utf-8").splitlines(keepends=True)
        assert names.pop().startswith("# End of")
        (self.key / "names.txt").write_text("".join(names), "utf-8")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """RETURNS (Corpus): A corpus that was run once; to be copied."""
    corpus = Corpus(tmp_path_factory.mktemp("corpus"))
    write(corpus, ROWS)
    assert corpus.run() == 0, corpus.stderr
    return corpus


@pytest.fixture
def corpus(made: Corpus, tmp_path: Path) -> Corpus:
    """RETURNS (Corpus): A corpus that was run once."""
    return made.copy(tmp_path / "corpus")


def write(corpus: Corpus, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write messages and the roster."""
    (corpus.path / "messages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (corpus.path / "roster.csv").write_text(ROSTER, "utf-8")


@contextmanager
def photographed(place: Path, to: Path) -> Iterator[list[Path]]:
    """Copy all that is on the disk just before each change of the file system: as a process leaves it that is killed
    there, with what it had not written yet lost.

    place (Path): What is copied.
    to (Path): Where the copies go.
    YIELDS (list[Path]): The copies, in order.
    """
    pictures: list[Path] = []
    calls = {name: getattr(os, name) for name in CHANGES}
    busy = False

    def watch(call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **kwargs: Any) -> Any:
            nonlocal busy
            if not busy:
                busy = True
                pictures.append(to / str(len(pictures)))
                shutil.copytree(place, pictures[-1])
                busy = False
            return call(*args, **kwargs)

        return watched

    with pytest.MonkeyPatch.context() as patch:
        for name, call in calls.items():
            patch.setattr(os, name, watch(call))
        yield pictures
