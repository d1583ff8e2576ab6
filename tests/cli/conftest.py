"""The command line as a user calls it, on small files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app

FORUM = Path(__file__).parents[2] / "assets"
ROSTER = "id,name,role\nmp,Mary Poe,student\nrg,Robert Grey,student\njd,Jane Dorn,instructor\n"
MESSAGES = (
    {"id": "1", "author": "mp", "parent": "", "text": "Hi all,\nI like tides.\nMary"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nso do I.\nRobert"},
    {"id": "3", "author": "jd", "parent": "2", "text": "Dear Robert,\nMary Poe's tides are fine.\nJane"},
)


class Place:
    """A directory with input files; what a command did there."""

    FORUM = FORUM
    ROWS = MESSAGES

    def __init__(self, path: Path) -> None:
        self.path = path
        self.out, self.key = path / "out", path / "key"
        self.code, self.stdout, self.stderr = 0, "", ""

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    def write(self, name: str, content: str | bytes) -> Path:
        """Write an input file, byte by byte as it is given."""
        path = self.path / name
        path.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
        return path

    def messages(self, rows: Iterable[Mapping[str, Any]], name: str = "messages.jsonl") -> Path:
        """Write messages as JSONL."""
        return self.write(name, "".join(json.dumps(row) + "\n" for row in rows))

    def call(self, *args: object) -> int:
        """Call a command.

        RETURNS (int): Its exit code.
        """
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        self.code, self.stdout, self.stderr = result.exit_code, result.stdout, result.stderr
        return self.code

    def run(self, *options: object, messages: str = "messages.jsonl", command: str = "run") -> int:
        """Call `run` with output and key of this place, and with its roster if there is one."""
        roster = ["--roster", self / "roster.csv"] if (self / "roster.csv").exists() and command == "run" else []
        return self.call(command, self / messages, "--out", self.out, "--key", self.key, *roster, *options)

    def apply(self, *options: object, messages: str = "messages.jsonl") -> int:
        """Call `apply` with output and key of this place."""
        return self.run("--force", *options, messages=messages, command="apply")

    @property
    def written(self) -> list[dict[str, Any]]:
        """RETURNS (list[dict[str, Any]]): The messages in the output."""
        if (self.out / "messages.jsonl").exists():
            return lines(self.out / "messages.jsonl")
        with (self.out / "messages.csv").open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    @property
    def texts(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): The texts in the output by id."""
        return {row["id"]: row["text"] for row in self.written}

    @property
    def summary(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): The summary in the output."""
        return dict(json.loads((self.out / "summary.json").read_text("utf-8")))

    @property
    def labels(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): Pseudonyms by participant."""
        with (self.key / "pseudonyms.csv").open(encoding="utf-8", newline="") as stream:
            return {row["participant"]: row["pseudonym"] for row in csv.DictReader(stream)}

    def private(self, name: str) -> list[dict[str, Any]]:
        """RETURNS (list[dict[str, Any]]): The rows of a file in the key directory."""
        return lines(self.key / f"{name}.jsonl")

    def edit(self, pattern: str, replacement: str) -> None:
        """Correct the name map as a person would, in one place."""
        path = self.key / "names.txt"
        text, count = re.subn(pattern, replacement, path.read_text("utf-8"), count=1, flags=re.MULTILINE)
        assert count == 1, path.read_text("utf-8")
        path.write_text(text, "utf-8")

    def append(self, line: str) -> None:
        """Add a line to the name map as a person would."""
        with (self.key / "names.txt").open("a", encoding="utf-8") as stream:
            stream.write(line + "\n")

    def snapshot(self) -> dict[str, bytes]:
        """RETURNS (dict[str, bytes]): All files but the input, hidden ones too, with what is in them; not the log of
        the key, which says when."""
        files = (path for path in self.path.rglob("*") if path.parent != self.path and path.name != "log.jsonl")
        everything = {str(path.relative_to(self.path)): path.read_bytes() for path in files if path.is_file()}
        hidden = {path.name: b"" for path in self.path.glob(".*")}
        return {**everything, **hidden}


def lines(path: Path) -> list[dict[str, Any]]:
    """RETURNS (list[dict[str, Any]]): The rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """RETURNS (Place): A place with three messages of three people, and their roster."""
    place = Place(tmp_path)
    place.messages(MESSAGES)
    place.write("roster.csv", ROSTER)
    return place


@pytest.fixture(scope="session")
def forum(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """RETURNS (Place): A place where the example forum was pseudonymised; to be read only."""
    place = Place(tmp_path_factory.mktemp("forum"))
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        place.write(name, (FORUM / name).read_bytes())
    assert place.run("--allow", place / "allow.txt", "--seed", 3, messages="messages.csv") == 0, place.stderr
    return place


Fresh = Callable[[], Place]


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """RETURNS (Callable[[], Place]): Makes further places, without files."""
    return lambda: Place(tmp_path_factory.mktemp("place"))
