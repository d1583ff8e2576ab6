"""A newcomer's way: from the example forum through every queue to a result that an audit finds clean."""

from __future__ import annotations

import json

from tests.review.desk.browsing import NEEDED, QUEUES, Browser, Keys, Review, until
from tests.review.desk.conftest import call

pytestmark = NEEDED


def decide(browser: Browser, queue: str, case: str) -> None:
    """Other people and other data are hidden, the rest is right as it is."""
    stays = queue == "others" and "left" in browser.text(".reason")
    browser.saved(lambda: browser.press("r" if stays else "m" if queue == "marked" else "a"))
    until(lambda: browser.case != case, "the next case")


def test_every_queue_is_decided_applied_and_audited(review: Review, browser: Browser) -> None:
    until(lambda: "…" not in browser.text(".queues"), "the audit", 30)
    for queue in QUEUES:
        browser.go(f"/q/{queue}")
        while browser.case:
            decide(browser, queue, browser.case)
        assert "This queue is done." in browser.text("#case")
    assert "Nothing is left to decide" in browser.text("#case")
    counts = [link.text.split(" ") for link in browser.all(".queues .count") if "of" in link.text]
    assert counts
    assert all(decided == total for decided, _, total, _ in counts)

    decided = (review.out / "messages.csv").read_text("utf-8")
    assert "librarian" in decided
    browser.click('[data-post="apply"]')
    until(lambda: browser.driver.current_url.endswith("/ran"), "what changed", 60)
    assert "Messages that changed" in browser.text("main")
    assert browser.all(".changed .brief")
    written = (review.out / "messages.csv").read_text("utf-8")
    assert "librarian" not in written
    assert "[PROFESSION]" in written
    assert [row["what"] for row in review.log][-1] == "applied"
    report = json.loads(call("audit", review.out, "--key", review.key, "--fail-on", "high", "--json"))
    assert report
    assert browser.complaints() == []
    assert len(review.said.splitlines()) == 2


def test_nothing_comes_from_elsewhere(review: Review, browser: Browser) -> None:
    for path in ("/q/kept", "/people", "/ran"):
        browser.go(path)
        asked = browser.js("return performance.getEntriesByType('resource').map(one => one.name)")
        assert asked
        assert all(address.startswith(review.base) for address in asked)


def test_two_ids_are_one_person_and_two_again(review: Review, browser: Browser) -> None:
    browser.go("/people")
    browser.type("#people input", "Grace")
    until(lambda: len(browser.all(".choices button")) == 1, "Grace alone")
    browser.press(Keys.ENTER)
    until(lambda: browser.all("main.person"), "her page")
    browser.type("#merge input", "Iain")
    until(lambda: len(browser.all("#merge .choices button")) == 1, "Iain alone")
    browser.saved(lambda: browser.press(Keys.ENTER))
    assert "one person's now" in browser.notice
    assert {"Grace", "Iain"} <= set(review.forms("s2017"))
    assert review.forms("s1146") == {}
    assert "s1146" in browser.text(".card")
    browser.saved(lambda: browser.click("[data-split]"))
    assert "two people's again" in browser.notice
    assert "Iain" in review.forms("s1146")
    assert "Iain" not in review.forms("s2017")
    assert [row["what"] for row in review.log[-2:]] == ["merged", "split"]
