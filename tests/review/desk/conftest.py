"""The example forum, pseudonymised, and its review in a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from tests.review.desk.browsing import Browser, Client, Review

ASSETS = Path(__file__).parents[3] / "assets"
os.environ.setdefault("SE_AVOID_STATS", "true")
os.environ.setdefault("SE_OFFLINE", "true")


def call(*args: object) -> str:
    """RETURNS (str): What a command prints; it must succeed."""
    done = CliRunner().invoke(app, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): A place where the example forum was pseudonymised; to be copied."""
    place = tmp_path_factory.mktemp("example")
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        shutil.copy(ASSETS / name, place)
    call("run", place / "messages.csv", "--roster", place / "roster.csv", "--allow", place / "allow.txt", "--key",
         place / "key", "--out", place / "out", "--seed", 3, "--quiet")  # fmt: skip
    return place


@pytest.fixture(scope="module")
def copied(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """RETURNS (Callable[[], Path]): Makes copies of the example."""
    return lambda: Path(shutil.copytree(example, tmp_path_factory.mktemp("review") / "copy"))


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
