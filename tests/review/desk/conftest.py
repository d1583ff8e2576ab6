"""Keys with cases in all queues, what becomes of their files, and their review in a real browser."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.cli.treatment import Treatment
from spacy_pseudo.components.run_settings import Settings
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.review.desk.cases import Case
from spacy_pseudo.review.desk.desk import Desk
from spacy_pseudo.review.desk.verdicts import EDITED
from tests.review.desk.browsing import Browser, Client, Review

ASSETS = Path(__file__).parents[3] / "assets"
os.environ.setdefault("SE_AVOID_STATS", "true")
os.environ.setdefault("SE_OFFLINE", "true")
HEADER = b"id,field,start,end,text,decision,note\n"
# Ids and names that must be written with care, a subject, an HTML message, a quoted passage, a name of nobody.
PEOPLE = {"a@b.example": ["Mary Poe"], "x|y #1": ["Robert Grey"], "jd": ["Jane Dorn"], "zq": ["Zelda Quist"]}
MESSAGES = (
    {
        "id": "1",
        "author": "a@b.example",
        "thread": "t",
        "subject": "Mary on tides",
        "text": "Hi all,\nI like it.\nMary",
    },
    {
        "id": "2",
        "author": "x|y #1",
        "thread": "t",
        "parent": "1",
        "text": 'Hi Mary,\nso "do" I, as Grey (2010) says.\nBob',
    },
    {
        "id": "m 3",
        "author": "jd",
        "thread": "t",
        "parent": "2",
        "text": "Hi Bob,\n> so do I, as Grey (2010) says\n\nYes.\nJane",
    },
    {
        "id": "4",
        "author": "jd",
        "thread": "u",
        "text": "<p>Hi Ottoline,</p><p>ask <b>Mary</b> &amp; Grey (2010).</p><p>Jane</p>",
    },
    {
        "id": "5",
        "author": "a@b.example",
        "thread": "u",
        "text": "Dear Wilhelmina,\nmy son Karl agrees with Mary Grey.\nMary",
    },
    {"id": "6", "author": "zq", "thread": "v", "text": "Hi all,\nsure, why not.\nSkip"},
    {"id": "7", "author": "jd", "thread": "v", "parent": "6", "text": "Hi Barton,\nright.\nJane"},
)


def call(*args: object) -> str:
    """RETURNS (str): What a command prints; it must succeed."""
    done = CliRunner().invoke(app, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return done.output


class Bench:
    """A directory with messages, a key and what may be shared."""

    def __init__(self, path: Path, messages: Path, *options: object) -> None:
        self.path, self.key, self.out, self.messages = path, path / "key", path / "out", messages
        self._options = options

    def call(self, command: str, *options: object) -> None:
        """Call a command; it must end well."""
        where = (self.messages, "--out", self.out, "--key", self.key, "--quiet", "--no-audit", *self._options)
        call(command, *where, *options)

    def apply(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): What is written after `apply`, by message."""
        self.call("apply", "--force")
        return {message.id or "": message.text for message in read_messages(self.out / self.messages.name)}

    def desk(self) -> Desk:
        """RETURNS (Desk): The desk, newly opened."""
        messages = (replace(one, html="--html" in self._options) for one in read_messages(self.messages))
        return Desk(self.key, messages, Treatment(Settings(), allow=self._allowed).pipeline)

    @property
    def _allowed(self) -> Path | None:
        return next((path for path in self._options if isinstance(path, Path)), None)

    def files(self) -> dict[str, bytes]:
        """RETURNS (dict[str, bytes]): The files that the desk changes. A table of decisions that is not there says the
        same as one with its header alone, which is what is left when the last decision is taken back."""
        found = {name: path.read_bytes() for name in EDITED if (path := self.key / name).exists()}
        return {"decisions.csv": HEADER, **found}

    def rows(self, name: str) -> list[dict[str, Any]]:
        """RETURNS (list[dict[str, Any]]): The lines of a list of the key."""
        return [json.loads(line) for line in (self.key / name).read_text("utf-8").splitlines()]


Copy = Callable[[Bench], Bench]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """RETURNS (Callable[[Bench], Bench]): Makes a bench of one's own, to be written in."""

    def make(bench: Bench) -> Bench:
        place = tmp_path / "copy"
        shutil.copytree(bench.path, place)
        return Bench(place, place / bench.messages.name, *bench._options)

    return make


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """RETURNS (Bench): The example forum, applied; to be read only."""
    place = tmp_path_factory.mktemp("example")
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        shutil.copy(ASSETS / name, place)
    bench = Bench(place, place / "messages.csv", "--allow", place / "allow.txt")
    bench.call("run", "--roster", place / "roster.csv", "--seed", 3)
    return bench


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """RETURNS (Bench): Messages with everything that is hard to write, applied; to be read only."""
    place = tmp_path_factory.mktemp("made")
    rows = [dict(row) for row in MESSAGES]
    for row in rows:
        row["html"] = row["text"].startswith("<")
    (place / "messages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    people = ({"id": id, "names": names} for id, names in PEOPLE.items())
    (place / "roster.jsonl").write_text("".join(json.dumps(row) + "\n" for row in people), "utf-8")
    bench = Bench(place, place / "messages.jsonl")
    bench.call("run", "--roster", place / "roster.jsonl", "--seed", 3)
    return bench


def case_of(desk: Desk, queue: str, text: str = "", why: str = "") -> Case:
    """RETURNS (Case): The first open case of a queue, about a text and of a kind."""
    return next(c for c in desk.queue(queue) if text in ("", c.text) and why in ("", c.why))


@pytest.fixture(scope="module")
def copied(example: Bench, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """RETURNS (Callable[[], Path]): Makes copies of the example."""
    return lambda: Path(shutil.copytree(example.path, tmp_path_factory.mktemp("review") / "copy"))


@pytest.fixture(scope="module")
def review(copied: Callable[[], Path]) -> Iterator[Review]:
    """RETURNS (Review): The review of a copy of the example."""
    place = copied()
    review = Review(place, "--allow", place / "allow.txt")
    yield review
    review.stop()


@pytest.fixture(scope="module")
def browser(review: Review) -> Iterator[Browser]:
    """RETURNS (Browser): A browser in which it is open."""
    browser = Browser(review)
    browser.enter()
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def client(review: Review) -> Client:
    """RETURNS (Client): Speaks with it without a browser."""
    client = Client(review)
    client.enter()
    return client
