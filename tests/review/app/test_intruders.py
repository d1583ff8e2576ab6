"""Nobody but the one browser gets anything, and nothing that it sends goes where it should not."""

from __future__ import annotations

import json
import re
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from spacy_pseudo.review.app.front import STEPS
from spacy_pseudo.review.app.uploads import LARGEST
from spacy_pseudo.review.web.guard import HEADERS
from tests.review.app.conftest import ASSETS, FILE, FORM, App, Begin, Person
from tests.review.desk.browsing import Client, until

PAGES = ("/app", *(f"/app/{step}" for step in STEPS), "/app/state", "/app/out.zip", "/static/app.js", "/q/kept")
FORMS = ("begin", "open", "path", "drop", "columns", "reading", "check", "settings", "run", "stop", "review", "look",
         "seal", "unseal", "forget")  # fmt: skip
STRANGE = (
    {"Cookie": None},
    {"Cookie": "spacy_pseudo=1"},
    {"Host": "app.example"},
    {"Host": "127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)
SENT = (
    *STRANGE,
    {"Origin": "null"},
    {"Origin": "http://app.example"},
    {"Origin": None},
    {"Content-Type": "text/plain"},
    {"Content-Type": "multipart/form-data; boundary=x"},
    {"Content-Type": None},
    {"Content-Length": None, "Transfer-Encoding": "chunked"},
)


def named(given: dict[str, str | None]) -> str:
    return " ".join(f"{name}={value}" for name, value in given.items())


def files_of(place: Path) -> dict[str, bytes]:
    """RETURNS (dict[str, bytes]): All that lies in a directory."""
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()}


@pytest.fixture(scope="module", autouse=True)
def given(person: Person) -> None:
    """There is something to be found."""
    assert person.upload("messages", (ASSETS / "messages.csv").read_bytes(), "messages.csv")[0] == 200


@pytest.mark.parametrize("headers", STRANGE, ids=named)
def test_pages_are_for_the_one_browser(person: Person, headers: dict[str, str | None]) -> None:
    for path in PAGES:
        status, got, text = person.ask("GET", path, headers=headers)
        assert status in (401, 403)
        assert got.items() >= {name.lower(): value for name, value in HEADERS.items()}.items()
        assert len(text) < 90


@pytest.mark.parametrize("headers", SENT, ids=named)
def test_nothing_changes_for_others(app: App, person: Person, headers: dict[str, str | None]) -> None:
    before = files_of(app.works)
    for name in FORMS:
        assert person.form(name, headers, name="x", kind="messages") in (401, 403)
    if headers != {"Content-Type": FILE}:
        assert person.upload("messages", b"id\n1\n", headers=headers)[0] in (401, 403)
    assert files_of(app.works) == before


def test_forms_and_files_have_addresses_of_their_own(app: App, person: Person) -> None:
    """What is meant for one door does not go through another: the review takes JSON alone."""
    before = files_of(app.works)
    for path in ("/decide", "/apply", "/q", "/"):
        assert person.ask("POST", path, b"x=1", {"Content-Type": FORM})[0] == 403
        assert person.ask("PUT", path, b"x", {"Content-Type": FILE})[0] == 403
    assert person.ask("PUT", "/app/file/messages", b"x", {"Content-Type": FORM})[0] == 403
    assert person.ask("POST", "/app/file/messages", b"x", {"Content-Type": FILE})[0] == 403
    assert person.ask("PUT", "/app/begin", b"x", {"Content-Type": FILE})[0] == 403
    assert person.ask("GET", "/app/run?x=1")[0] == 200
    assert files_of(app.works) == before


def test_another_browser_is_shut_out(app: App) -> None:
    for token in (app.token, "", "x"):
        other = Client(app)
        status, headers, _ = other.ask("GET", f"/?token={token}")
        assert status == 401
        assert "set-cookie" not in headers


@pytest.mark.parametrize(
    "name",
    ["../../../etc/x.csv", "/etc/x.csv", "..\\..\\x.csv", "a/../../b.csv", "x\0.csv", "x" * 3000 + ".csv", ".csv",
     "%2e%2e%2fx.csv", "a.csv/../b.csv"],
)  # fmt: skip
def test_a_name_leads_nowhere(app: App, person: Person, name: str) -> None:
    before = set(files_of(app.place))
    status, _ = person.upload("roster", b"id,name\n1,Mary Poe\n", name)
    new = set(files_of(app.place)) - before
    assert status == 200
    assert {Path(path).name.partition(".")[0] for path in new} <= {"roster", "app"}
    assert all(path.startswith("works/work 1/private/") for path in new)
    assert len(list((app.private / "originals").glob("roster*"))) == 1


@pytest.mark.parametrize("kind", ["x", "..%2f..%2fx", "key", "messages.csv", "app.json"])
def test_only_what_is_asked_for_is_taken(app: App, person: Person, kind: str) -> None:
    before = files_of(app.works)
    assert person.upload(kind, b"x")[0] in (404, 409)
    assert files_of(app.works) == before


@pytest.mark.parametrize(
    "name", ["", "..", ".", "../x", "a/b", "/tmp/x", ".hidden", "x\0", "a" * 61, "work 1", "-rf", "a\nb", "x."]
)
def test_the_name_of_a_work_is_one_folder(app: App, person: Person, name: str) -> None:
    before = {path for path in app.place.rglob("*") if path.is_dir()}
    person.form("begin", name=name)
    assert "notice" in person.page("start")
    assert {path for path in app.place.rglob("*") if path.is_dir()} == before
    for known in ("..", "../..", "x", "", "work 1/private"):
        person.form("open", work=known)
        assert "[P923]" in person.page("start")
    person.form("open", work="work 1")


def test_what_is_too_large_is_refused_before_it_comes(app: App, person: Person) -> None:
    before = files_of(app.works)
    status, _, text = person.ask(
        "PUT", "/app/file/messages", b"x", {"Content-Type": FILE, "Content-Length": str(LARGEST + 1)}
    )
    assert (status, text) == (403, "What is sent is too long.")
    status, _, text = person.ask("POST", "/app/begin", b"name=" + b"x" * 1_000_001, {"Content-Type": FORM})
    assert (status, text) == (403, "What is sent is too long.")
    assert "Up to 1 GB" in person.page("messages")
    assert files_of(app.works) == before


def test_what_is_cut_leaves_nothing_behind(app: App, person: Person) -> None:
    before = files_of(app.works)
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", app.port)) as broken:
            host = f"127.0.0.1:{app.port}"
            head = {"Host": host, "Origin": f"http://{host}", "Cookie": person.cookie, "Content-Type": FILE,
                    "Content-Length": "5000000", "X-Name": quote("x.csv")}  # fmt: skip
            lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
            broken.sendall(f"PUT /app/file/messages HTTP/1.1\r\n{lines}\r\n".encode() + b"id,author,text\n" * 60_000)
            begun = until(lambda: list((app.private / "originals").glob(".*.tmp")), "the beginning of it")
            assert [stat.S_IMODE(path.stat().st_mode) for path in begun] == [0o600]
        until(lambda: not list((app.private / "originals").glob(".*")), "that it is gone")
    assert files_of(app.works) == before
    assert "96 rows read" in person.page("messages")


def test_what_messages_hold_is_text(app: App, person: Person) -> None:
    evil = "<img src=x onerror=alert(1)>\"'</td><script>alert(1)</script>"
    rows = f'id,author,text,"{evil.replace(chr(34), chr(34) * 2)}"\n1,a,"{evil.replace(chr(34), chr(34) * 2)}",x\n'
    assert person.upload("messages", rows.encode(), f"{evil}.csv")[0] == 200
    page = person.page("messages")
    assert "&lt;img src=x" in page
    assert not re.search(r"<img|<script>|onerror=alert\(1\)>", page)


def test_no_address_and_no_title_tells_anything(person: Person) -> None:
    for step in STEPS:
        page = person.page(step)
        addresses = re.findall(r'(?<![-\w])(?:href|action|src)="([^"]*)"', page)
        assert addresses
        assert all(re.fullmatch(r"/(?:app(?:/[a-z.]+)?|static/[a-z.]+|q)?|#main", one) for one in addresses), addresses
        assert re.findall(r"<title>(.*?)</title>", page)[0].endswith(" – spacy-pseudo")
        assert "work 1" not in re.findall(r"<title>(.*?)</title>", page)[0]
        bare = re.sub(r'"[^"]*"', '""', page)
        assert not re.search(r"<script(?! src=)|<[^>]*\s(?:style|on[a-z]+)=", bare)


@pytest.fixture
def twice(app: App, tmp_path: Path) -> Iterator[Person]:
    """RETURNS (Person): Somebody who has started it a second time, in the same place."""
    again = App.__new__(App)
    again.works, again.place = app.works, tmp_path
    again._command = [*app._command]
    again.start()
    other = Person(again)
    other.enter()
    yield other
    again.stop()


def test_a_work_is_open_once(twice: Person) -> None:
    twice.form("open", work="work 1")
    assert "[P934]" in twice.page("start")


def test_what_is_open_ends_when_nobody_is_there(begin: Begin) -> None:
    app, person = begin("--idle", 0.04)
    assert json.loads(person.ask("GET", "/app/state")[2])["busy"] is False
    assert app.wait(20) == 0
