"""Messages that want to be more than text are shown as text, and what is selected in them is what is meant."""

from __future__ import annotations

import csv
from collections.abc import Iterator

import pytest

from tests.review.desk.browsing import NEEDED, Browser, Review, until
from tests.review.desk.conftest import call

pytestmark = NEEDED
TAGS = '<script>document.title="bad"</script><b onclick="x()">bold</b> "><img src=x onerror="alert(1)">'
TEXTS = {
    "m1": f"Dear Bob,\n{TAGS}\n[here](javascript:alert(1)) <a href='javascript:x()'>too</a> &amp; {{{{7*7}}}}\nMay",
    "m2": "Dear Bob,\r\nthe 🦀🏖️ and the 🐚 please Nessie\r\nand nobody else\r\nMay",
    "m3": "Dear Bob,\nthe end \u202egnikaeps si sihT\u202c of it \u2066x\u2069\x07\nMay",
    "m4": "Dear Bob,\n" + "tide" * 25_000 + " Nessie\nMay",
    "m5": "Dear Bob,\nnul \x00 and \ufffd\nMay",
}
NAMES = {"p1": "May Poe", "p2": 'Bob "><script>document.title=2</script> Grey'}


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Review]:
    """RETURNS (Review): The review of hostile messages."""
    place = tmp_path_factory.mktemp("hostile")
    with (place / "messages.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "author", "thread", "subject", "text"])
        writer.writerows([id, "p1", TAGS, TAGS, text] for id, text in TEXTS.items())
    with (place / "roster.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["id", "name"], *NAMES.items()])
    call("run", place / "messages.csv", "--roster", place / "roster.csv", "--key", place / "key", "--out",
         place / "out", "--seed", 1, "--quiet", "--no-html")  # fmt: skip
    review = Review(place, "--no-html")
    yield review
    review.stop()


def shown(browser: Browser, word: str) -> None:
    """Open the page of the thread's message in which something stands."""
    browser.go("/people")
    browser.type("#search input", word + "\ue007")
    until(lambda: browser.all(".found .brief"), "messages")
    browser.click(".found .brief")
    until(lambda: browser.all("article.message"), "the message")


def select(browser: Browser, word: str) -> None:
    """Select a word, as scripts do: where the mouse can reach is another test's business."""
    done = browser.js(
        """
        const walk = document.createTreeWalker(document.querySelector('.body'), NodeFilter.SHOW_TEXT);
        for (let node; (node = walk.nextNode());) {
          const at = node.data.indexOf(arguments[0]);
          if (at < 0) continue;
          getSelection().setBaseAndExtent(node, at, node, at + arguments[0].length);
          node.parentElement.dispatchEvent(new MouseEvent('mouseup', {bubbles: true}));
          return true;
        }
        """,
        word,
    )
    assert done
    until(lambda: browser.all("#selected button"), "what to do with it")


def test_tags_are_text(review: Review, browser: Browser) -> None:
    shown(browser, "bold")
    assert TAGS in browser.js("return document.querySelector('.body').textContent")
    assert "{{7*7}}" in browser.original()
    assert browser.driver.title == "Review"
    assert not browser.all("main script, main img, main b[onclick], [href^='javascript']")
    for path in ("/people", "/q/unsure", "/q/kept", "/q/others"):
        browser.go(path)
        assert browser.driver.title == "Review"
        assert not browser.all("main script, main img, [href^='javascript']")


@pytest.mark.parametrize("crabs", ["m2", "m4"], ids=["beyond the plane and two-sign line ends", "a long line"])
def test_what_is_selected_is_what_is_meant(review: Review, browser: Browser, crabs: str) -> None:
    shown(browser, "nobody else" if crabs == "m2" else "tidetide")
    select(browser, "Nessie")
    browser.saved(lambda: browser.click("#selected button:nth-of-type(4)"))
    row = review.decisions[-1]
    # Files may be read with line ends of one sign.
    text = TEXTS[crabs]
    assert int(row["start"]) in (text.index("Nessie"), text.replace("\r\n", "\n").index("Nessie"))
    until(lambda: "Nessie" not in browser.result(), "the effect in the result")


def test_a_selection_over_line_ends(review: Review, browser: Browser) -> None:
    shown(browser, "nobody else")
    browser.js(
        """
        const nodes = [], walk = document.createTreeWalker(document.querySelector('.body'), NodeFilter.SHOW_TEXT);
        for (let node; (node = walk.nextNode());) nodes.push(node);
        const first = nodes.find(node => node.data.includes('please'));
        const last = nodes.find(node => node.data.includes('nobody'));
        getSelection().setBaseAndExtent(first, first.data.indexOf('please'), last, last.data.indexOf('nobody') + 6);
        last.parentElement.dispatchEvent(new MouseEvent('mouseup', {bubbles: true}));
        """
    )
    until(lambda: browser.all("#selected button"), "what to do with it")
    browser.saved(lambda: browser.click("#selected button:nth-of-type(3)"))
    assert browser.notice == "Saved."
    assert review.decisions[-1]["text"].split()[0] == "please"


def test_turned_signs_stay_where_they_are(browser: Browser) -> None:
    shown(browser, "gnikaeps")
    isolated = browser.js("return getComputedStyle(document.querySelector('.brief .snippet')).unicodeBidi")
    assert isolated == "isolate"
    assert "\u202e" in browser.js("return document.querySelector('.body').textContent")


def test_no_width_is_lost_to_a_long_line(browser: Browser) -> None:
    shown(browser, "tidetide")
    assert browser.js("return document.documentElement.scrollWidth <= innerWidth")


def test_nothing_was_run(review: Review, browser: Browser) -> None:
    assert browser.complaints() == []
    assert len(review.said.splitlines()) == 2
