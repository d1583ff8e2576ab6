"""Small corpora that were pseudonymised, and what commands say of them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app

ROSTER = "id,name\nmp,Mary Poe\nrg,Robert Grey\njd,Jane Dorn\nzq,Zelda Quist\n"
MESSAGES = (
    {"id": "1", "author": "mp", "thread": "t1", "text": "Hi all,\nI like tides.\nMary"},
    {"id": "2", "author": "rg", "thread": "t1", "text": "Hi Mary,\nso do I.\nRobert"},
    {"id": "3", "author": "jd", "thread": "t1", "text": "Dear Robert,\nMary Poe's tides are fine.\nJane"},
)


class Desk:
    """A directory with an input, and the commands that are called there."""

    def __init__(self, path: Path) -> None:
        self.path, self.out, self.key = path, path / "out", path / "key"
        self.stdout = self.stderr = ""

    def call(self, *args: object) -> int:
        """RETURNS (int): The exit code of a command."""
        done = CliRunner().invoke(app, [str(arg) for arg in args])
        self.stdout, self.stderr = done.stdout, done.stderr
        return done.exit_code

    def run(self, *options: object) -> int:
        """Pseudonymise the messages."""
        files = (self.path / "messages.csv", "--roster", self.path / "roster.csv")
        return self.call("run", *files, "--out", self.out, "--key", self.key, "--seed", 1, *options)

    def audit(self, *options: object) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): What the audit says as JSON, with its exit code."""
        code = self.call("audit", self.out, "--key", self.key, "--json", *options)
        return {"code": code, **json.loads(self.stdout)}

    def write(self, rows: list[dict[str, str]], path: Path | None = None) -> None:
        """Write messages, of the output if no path is given."""
        with (path or self.out / "messages.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\r\n")
            writer.writeheader()
            writer.writerows(rows)

    def rows(self) -> list[dict[str, str]]:
        """RETURNS (list[dict[str, str]]): The messages of the output."""
        with (self.out / "messages.csv").open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """RETURNS (Desk): One with three messages of three people, and a roster of four."""
    desk = Desk(tmp_path)
    desk.write([dict(row) for row in MESSAGES], tmp_path / "messages.csv")
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    return desk
