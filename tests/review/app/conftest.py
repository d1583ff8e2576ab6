"""`spacy-pseudo app` in a process of its own, spoken to by a browser or without one."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from tests.review.desk.browsing import Browser, Client, Served, until

ASSETS = Path(__file__).parents[3] / "assets"
FORM = "application/x-www-form-urlencoded"
FILE = "application/octet-stream"
os.environ.setdefault("SE_AVOID_STATS", "true")
os.environ.setdefault("SE_OFFLINE", "true")


class App(Served):
    """The command.

    place (Path): Where it writes what it says, and where works lie.
    options (Any): Further options.
    """

    def __init__(self, place: Path, *options: object) -> None:
        self.works = place / "works"
        super().__init__(place, "app", self.works, "--seed", 3, *options)

    def work(self, name: str = "work 1") -> Path:
        """RETURNS (Path): The folder of a work."""
        return self.works / name

    @property
    def out(self) -> Path:
        return self.work() / "out"

    @property
    def private(self) -> Path:
        return self.work() / "private"


class Person(Client):
    """Does what pages do, without a browser."""

    def form(self, form: str, headers: dict[str, str | None] | None = None, /, **values: object) -> int:
        """RETURNS (int): The status of a form that is sent."""
        given = {"Content-Type": FORM, **(headers or {})}
        return self.ask("POST", f"/app/{form}", urlencode(values, doseq=True).encode() or b"x=", given)[0]

    def upload(
        self, kind: str, content: bytes, name: str = "a.csv", headers: dict[str, str | None] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """RETURNS (tuple[int, dict[str, Any]]): Status and answer of a file that is sent."""
        given = {"Content-Type": FILE, "X-Name": quote(name), **(headers or {})}
        status, _, text = self.ask("PUT", f"/app/file/{kind}", content, given)
        return status, json.loads(text) if text.startswith("{") else {"problem": text}

    def page(self, name: str) -> str:
        """RETURNS (str): A page."""
        status, _, text = self.ask("GET", f"/app/{name}")
        assert status == 200
        return text

    def wait(self) -> None:
        """Wait until nothing goes on."""
        until(lambda: not json.loads(self.ask("GET", "/app/state")[2])["busy"], "the end of it", 90)

    def give(self, messages: Path = ASSETS / "messages.csv", roster: Path | None = ASSETS / "roster.csv") -> None:
        """Begin a work, and give and check files."""
        assert self.form("begin", name="work 1") == 303
        assert self.upload("messages", messages.read_bytes(), messages.name)[0] == 200
        if roster is not None:
            assert self.upload("roster", roster.read_bytes(), roster.name)[0] == 200
        self.form("check")
        self.wait()


Begin = Callable[..., tuple[App, Person]]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """RETURNS (Callable): Starts the command, and enters."""
    started: list[App] = []

    def make(*options: object) -> tuple[App, Person]:
        app = App(tmp_path, *options)
        started.append(app)
        person = Person(app)
        person.enter()
        return app, person

    yield make
    for app in started:
        app.stop()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """RETURNS (App): The command, for all tests of a file."""
    app = App(tmp_path_factory.mktemp("app"))
    yield app
    app.stop()


@pytest.fixture(scope="module")
def person(app: App) -> Person:
    """RETURNS (Person): Somebody who is in, with a work that is open."""
    person = Person(app)
    person.enter()
    person.form("begin", name="work 1")
    return person


@pytest.fixture(scope="module")
def browser(app: App) -> Iterator[Browser]:
    """RETURNS (Browser): A browser in which it is open."""
    browser = Browser(app)
    browser.enter(first="/app/start")
    yield browser
    browser.close()
