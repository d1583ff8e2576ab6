"""Nobody but one browser on this machine gets anything: over raw connections, as an intruder would try."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_pseudo.key import Key
from spacy_pseudo.review.web.guard import HEADERS
from tests.review.desk.browsing import QUEUES, Client, Review

PAGES = ("/", *(f"/q/{name}" for name in QUEUES), "/people", "/ran", "/state", "/static/desk.js", "/nothing")
POSTS = ("/decide", "/undo", "/redo", "/apply", "/mark", "/form", "/merge", "/find", "/anew")


@pytest.fixture(scope="module")
def names(review: Review) -> set[str]:
    """RETURNS (set[str]): All that identifies somebody."""
    return names_of(review)


def names_of(review: Review) -> set[str]:
    """RETURNS (set[str]): All that identifies: ids of people and messages, names, forms."""
    key = Key.load(review.key)
    rows = [json.loads(line) for line in review.text("replacements.jsonl").splitlines()]
    people = {text for one in key.roster for text in (one.id, *one.ids, *one.names)}
    forms = {form.text for _, form in key.name_map or ()}
    return {text.casefold() for text in people | forms | {row["id"] for row in rows} if len(text) > 1}


def clean(status: int, headers: dict[str, str], text: str, names: set[str]) -> None:
    """An answer that refuses has all headers, and says nothing."""
    assert 400 <= status < 500
    for name, value in HEADERS.items():
        assert headers[name.lower()] == value
    assert not names & set(re.findall(r"\w+", text.casefold()))


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": None},
        {"Cookie": "spacy_pseudo=1"},
        {"Host": "review.example"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=lambda given: " ".join(f"{name}={value}" for name, value in given.items()),
)
def test_pages_are_for_the_one_browser(client: Client, names: set[str], headers: dict[str, str | None]) -> None:
    for path in PAGES:
        clean(*client.ask("GET", path, headers=headers), names)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "null"},
        {"Origin": "http://review.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": None},
        {"Cookie": None},
        {"Content-Type": "text/plain"},
        {"Content-Type": None},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Length": "2000000"},
        {"Content-Length": None, "Transfer-Encoding": "chunked"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
    ids=lambda given: " ".join(f"{name}={value}" for name, value in given.items()),
)
def test_nothing_changes_for_others(
    review: Review, client: Client, names: set[str], headers: dict[str, str | None]
) -> None:
    before = review.files
    for path in POSTS:
        clean(*client.ask("POST", path, b"{}", headers=headers), names)
    assert review.files == before


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE"])
def test_what_changes_something_is_posted(client: Client, names: set[str], method: str) -> None:
    for path in POSTS:
        clean(*client.ask(method, path, None if method in ("GET", "HEAD") else {}), names)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"null", b'"x"', b"{", b"\xff", b'{"cases":[]}', b'{"cases":["x"],"action":"accept"}',
     b'{"cases":5,"action":"accept"}', b'{"cases":["x"],"place":1e999}', b"[" * 100_000],
)  # fmt: skip
def test_nonsense_is_refused(client: Client, body: bytes) -> None:
    for path in ("/decide", "/mark", "/form", "/merge"):
        status, headers, text = client.ask("POST", path, body)
        clean(status, headers, text, set())
        assert "problem" in json.loads(text)


@pytest.mark.parametrize(
    "path",
    ["/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static/base.html", "//etc/passwd",
     "/static/texts.json", "/static//etc/passwd", "/m/../../key/secret", "/p/s1077", "/m/m001", "/case/x", "/q/x"],
)  # fmt: skip
def test_only_what_is_meant_to_be_read(client: Client, path: str) -> None:
    status, headers, _ = client.ask("GET", path)
    assert status in (404, 409)
    assert headers.items() >= {name.lower(): value for name, value in HEADERS.items()}.items()


def test_a_form_cannot_smuggle_lines_into_the_name_map(review: Review, client: Client) -> None:
    person = re.findall(r'data-person="(\w+)"', client.post("/find", what="people", asked="Kitty")[1]["found"])[0]
    before = review.files
    for form in ("Kat\ns1077 | Evil", "! Kat", "Kat | Evil", "Kat => {}", "Kat # x", "\ud800", "# End of the names"):
        status, _ = client.post("/form", person=person, form=form, there=True)
        if status == 200:
            assert form in review.forms("s2034")
            assert "Evil" not in review.forms("s1077")
            assert client.post("/undo")[0] == 200
    assert review.files == before


def test_the_token_is_good_once(review: Review, client: Client, names: set[str]) -> None:
    assert client.cookie  # it was used
    for token in (review.token, "", "x"):
        status, headers, text = client.ask("GET", f"/?token={token}", headers={"Cookie": None})
        clean(status, headers, text, names)
        assert "set-cookie" not in headers


def test_the_cookie_is_for_this_site_alone(copied: Callable[[], Path]) -> None:
    review = Review(copied())
    try:
        assert Client(review).ask("GET", "/?token=wrong")[0] == 401
        for headers in ({"Host": "review.example"}, {"Host": f"review.example:{review.port}"}):
            assert Client(review).ask("GET", f"/?token={review.token}", headers=headers)[0] == 403
        assert Client(review).ask("HEAD", f"/?token={review.token}")[0] == 401
        _, headers, _ = Client(review).ask("GET", f"/?token={review.token}")
        parts = headers["set-cookie"].split("; ")
        assert set(parts[1:]) == {"HttpOnly", "SameSite=Strict", "Path=/"}
    finally:
        review.stop()
    assert len(review.said.splitlines()) == 2  # what it is, and the address
    assert not names_of(review) & set(re.findall(r"\w+", review.said.casefold()))


def test_no_address_tells_anything(client: Client, names: set[str]) -> None:
    seen: set[str] = set()
    wait = ["/", *(f"/q/{name}" for name in QUEUES), "/people"]
    wait += [f"/q/{name}?decided=1" for name in QUEUES]
    _, found = client.post("/find", asked="")
    _, more = client.post("/find", asked="the")
    text = json.dumps([found, more])
    while wait:
        text += client.ask("GET", path)[2] if (path := wait.pop()) else ""
        seen.add(path)
        addresses = {
            one.replace("&amp;", "&") for one in re.findall(r'(?<![-\w])(?:href|action|src)=\\?"([^"\\]*)', text)
        }
        wait += [one for one in addresses - seen - set(wait) if one.startswith("/") and len(seen) < 150]
        text = ""
        seen |= addresses
    assert len(seen) > 60
    for address in seen:
        assert address.startswith(("/", "?", "#"))
        assert not names & set(re.split(r"[/?&=#%+]", address.casefold()))


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="needs /proc of Linux")
def test_it_listens_on_loopback_alone(review: Review) -> None:
    listening = {
        fields[1]
        for name in ("tcp", "tcp6")
        for fields in map(str.split, Path(f"/proc/net/{name}").read_text().splitlines()[1:])
        if fields[3] == "0A" and fields[1].endswith(f":{review.port:04X}")
    }
    assert listening == {f"0100007F:{review.port:04X}"}


def test_half_a_request_holds_nobody_up(review: Review, client: Client) -> None:
    with socket.create_connection(("127.0.0.1", review.port)) as waiting:
        waiting.sendall(b"POST /decide HTTP/1.1\r\nHost: 127")
        assert client.ask("GET", "/state")[0] == 200


def test_an_open_page_does_not_keep_it_up(copied: Callable[[], Path]) -> None:
    review = Review(copied(), "--idle", "0.04")
    client = Client(review)
    client.enter()
    assert client.ask("GET", "/state")[0] == 200
    assert review.wait(20) == 0
    review.stop()
