"""What happens at the same time: two tabs, somebody who edits the files, a server that dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.review.desk.browsing import NEEDED, Browser, Client, Review, until

pytestmark = NEEDED


@pytest.fixture(autouse=True)
def started(browser: Browser) -> Iterator[None]:
    """Every test ends with one tab that does not ask anything of a server which may be gone."""
    yield
    browser.driver.get("about:blank")
    browser.complaints()


def test_a_decision_in_one_tab_is_seen_in_the_other(review: Review, browser: Browser) -> None:
    case = browser.open("kept", "Nurdles")
    first = browser.driver.current_window_handle
    with browser.tab():
        assert browser.open("kept", "Nurdles") == case
        browser.saved(lambda: browser.press("a"))
    browser.driver.switch_to.window(first)
    until(lambda: case not in browser.cases() and browser.text(".outcome"), "the other tab's decision")
    assert browser.case == case  # nobody is torn away from what they read
    browser.saved(lambda: browser.press("m"))  # who decides otherwise decides instead
    assert [row["decision"] for row in review.decisions if row["text"] == "Nurdles"] == ["mask"]


def test_what_was_begun_survives_what_others_decide(review: Review, browser: Browser) -> None:
    other = browser.open("kept", "May")
    browser.open("kept", "Drummond")
    browser.press("t")
    assert _beside(browser).post("/decide", cases=[other], action="accept")[0] == 200
    until(lambda: other not in browser.cases(), "what was decided elsewhere")
    time.sleep(0.3)
    assert browser.js("return document.querySelector('[name=scope]:checked').value") == "thread"
    browser.saved(lambda: browser.press("m"))
    assert review.decisions[-1]["field"] == "thread"


def _beside(browser: Browser) -> Client:
    """The same browser, without a page."""
    cookie = browser.driver.get_cookies()[0]
    return Client(browser.review, f"{cookie['name']}={cookie['value']}")


def test_a_case_that_is_gone_is_told(browser: Browser) -> None:
    browser.open("kept", "Grace")
    browser.js("document.querySelector('.question').dataset.case = '0123456789abcdef'")
    browser.saved(lambda: browser.press("a"))
    assert "P904" in browser.notice
    assert browser.js("return document.querySelectorAll('header.top').length") == 1


def test_names_that_were_edited_meanwhile(review: Review, browser: Browser) -> None:
    browser.open("unsure", "Hannah")
    path = review.key / "names.txt"
    path.write_text(path.read_text("utf-8").replace("Kitty [12]", "Kitty [12] | Kitkat # mine"), "utf-8")
    until(lambda: "changed outside" in browser.notice, "that somebody edited a file")
    browser.saved(lambda: browser.press("a"))
    assert "Kitkat # mine" in path.read_text("utf-8")
    assert review.decisions[-1]["text"] == "Hannah"


def test_names_that_were_edited_badly_are_told_and_mended(review: Review, browser: Browser) -> None:
    browser.open("kept", "David")
    path = review.key / "names.txt"
    good = path.read_text("utf-8")
    path.write_text(good.replace("Kitty [12]", "Kitty [twelve]"), "utf-8")
    until(lambda: "P304" in browser.notice, "what is wrong")
    decided = review.text("decisions.csv")
    browser.saved(lambda: browser.press("a"))
    assert "P304" in browser.notice
    assert review.text("decisions.csv") == decided
    assert "twelve" in path.read_text("utf-8")
    path.write_text(good + "# mended\n", "utf-8")
    until(lambda: "changed outside" in browser.notice, "that it was read again")
    browser.saved(lambda: browser.press("a"))
    assert review.decisions[-1]["text"] == "David"


def test_a_server_that_dies_has_lost_nothing(copied: Callable[[], Path], browser: Browser) -> None:
    before = browser.review
    review = Review(copied())
    try:
        browser.enter(review)
        cookie = browser.driver.get_cookie(f"spacy_pseudo_{review.port}")
        browser.open("kept", "Grace")
        browser.saved(lambda: browser.press("a"))
        browser.open("unsure", "Hannah")
        browser.saved(lambda: browser.press("a"))
        files, token = review.files, review.token
        review.kill()
        browser.press("a")
        until(lambda: "does not answer" in browser.notice, "that the server is gone")
        with (review.key / "log.jsonl").open("ab") as log:
            log.write(b'{"when": "2026-')  # what it was just writing
        review.start()
        assert review.files == files
        assert cookie is not None
        old = Client(review, f"spacy_pseudo_{review.port}={cookie['value']}")
        assert old.ask("GET", "/q/kept")[0] == 401
        assert old.ask("GET", f"/?token={token}", headers={"Cookie": None})[0] == 401
        browser.enter(review)
        until(lambda: "1 of" in browser.text(".queues [href='/q/kept'] .count"), "what was decided before")
        browser.go("/q/unsure")
        browser.saved(lambda: browser.press("u"))
        assert "Hannah" not in {row["text"] for row in review.decisions}
        browser.saved(lambda: browser.press("U"))
        assert review.files == files
    finally:
        review.stop()
        browser.review = before
