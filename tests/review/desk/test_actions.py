"""Every decision in a real browser: what it writes in the key, what the page shows of it, and that it can be undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from tests.review.desk.browsing import NEEDED, Browser, Keys, Review, until

pytestmark = NEEDED
DAVID = ("kept", "David")  # of the allowlist, kept once


@pytest.fixture(autouse=True)
def undone(review: Review, browser: Browser) -> Iterator[None]:
    """What a test has decided is undone after it, and the files are then what they were, byte by byte."""
    before = review.files
    yield
    browser.go("/q/kept")
    while review.files != before and browser.all('[data-post="undo"]:enabled'):
        browser.saved(lambda: browser.click('[data-post="undo"]'))
    assert review.files == before
    browser.rebuilt()  # what the next test sees is not the last one's


def last(review: Review) -> dict[str, str]:
    """RETURNS (dict[str, str]): The last decision."""
    return review.decisions[-1]


def settled(browser: Browser, case: str) -> None:
    """The case has gone from the open ones, and is among those that are decided."""
    assert case not in browser.cases()
    browser.click(".filters a:nth-of-type(2)")
    until(lambda: case in browser.cases(), "the decided case")
    browser.click(f'#list [data-case="{case}"]')
    until(lambda: browser.case == case and browser.text(".outcome"), "what was decided")


def test_accept_what_was_kept(review: Review, browser: Browser) -> None:
    case = browser.open(*DAVID)
    assert "David" in browser.text(".sides > section:last-child .focus")
    browser.saved(lambda: browser.press("a"))
    assert (last(review)["text"], last(review)["decision"]) == ("David", "keep")
    assert browser.notice.startswith("Saved: 1 place")
    settled(browser, case)
    assert browser.text(".outcome") == "Decided: it stays."
    assert review.log[-1]["action"] == "accept"
    assert review.log[-1]["cases"] == [case]


@pytest.mark.parametrize(
    ("text", "key", "decision", "shown"),
    [("Drummond", "r", "s1120", "U"), ("Nurdles", "m", "mask", "[U?]")],
    ids=["the person", "hidden"],
)
def test_a_kept_place_is_replaced_after_all(
    review: Review, browser: Browser, text: str, key: str, decision: str, shown: str
) -> None:
    case = browser.open("kept", text)
    assert browser.text(".sides > section:last-child .focus") == text
    browser.saved(lambda: browser.press(key))
    assert last(review)["decision"] == decision
    settled(browser, case)
    assert shown in browser.text(".sides > section:last-child .focus")


def test_another_person_is_chosen_with_the_keyboard(review: Review, browser: Browser) -> None:
    case = browser.open("kept", "Grace")
    browser.press("o")
    until(lambda: browser.all(".choices button"), "people")
    browser.press(*"priy")
    until(lambda: len(browser.all(".choices button")) == 1, "Priya alone")
    browser.saved(lambda: browser.press(Keys.ENTER))
    assert last(review)["decision"] == "s2126"
    settled(browser, case)
    assert browser.text(".outcome") == "Decided: Priya Menon."


@pytest.mark.parametrize(
    ("scope", "field"), [("h", "text"), ("t", "thread"), ("e", "corpus")], ids=["here", "thread", "everywhere"]
)
def test_scopes(review: Review, browser: Browser, scope: str, field: str) -> None:
    browser.open("kept", "Drummond")
    browser.press(scope)
    assert browser.js("return document.querySelector('[name=scope]:checked').parentElement.innerText")
    if scope == "e":
        browser.press("m")
        browser.js("return 1") if browser._alert() else browser.agree()
        until(lambda: browser.notice, "a notice")
    else:
        browser.saved(lambda: browser.press("m"))
    assert (last(review)["field"], last(review)["text"], last(review)["decision"]) == (field, "Drummond", "mask")
    assert ("1 place" in browser.notice) == (scope == "h")


def test_no_name(review: Review, browser: Browser) -> None:
    browser.open("conflicts", "Robert")
    assert "|" in browser.text(".sides > section:last-child .focus")
    browser.saved(lambda: browser.press("k"))
    assert last(review)["decision"] == "keep"


def test_a_person_for_a_shared_name(review: Review, browser: Browser) -> None:
    case = browser.open("conflicts", "Robert")
    second = browser.text('[aria-keyshortcuts="2"] .pseudonym')
    browser.saved(lambda: browser.press("2"))
    assert last(review)["decision"] == "s1077"
    settled(browser, case)
    assert browser.text(".sides > section:last-child .focus").strip("[]") == second


def test_never_replace(review: Review, browser: Browser) -> None:
    case = browser.open("unsure", "Elisabeth")
    browser.press("p")
    browser.agree()
    until(lambda: browser.notice, "a notice")
    assert "Elisabeth" in review.names.kept
    assert "Elisabeth" not in review.forms("s1155")
    settled(browser, case)
    until(lambda: browser.text(".sides > section:last-child .focus") == "Elisabeth", "the effect in the result")


def test_a_form_is_theirs_or_is_not(review: Review, browser: Browser) -> None:
    browser.open("unsure", "Hannah")
    browser.saved(lambda: browser.press("a"))
    assert review.forms("s2051")["Hannah"] is True  # right where it stands; elsewhere it may be somebody else's
    assert (review.decisions[-1]["text"], review.decisions[-1]["decision"]) == ("Hannah", "ok")
    browser.rebuilt()
    case = browser.open("unsure", "Elisabeth")
    assert browser.text(".sides > section:last-child .focus").startswith("[U")
    browser.saved(lambda: browser.press("r"))
    assert "Elisabeth" not in review.forms("s1155")
    assert review.log[-1]["right"] is False
    settled(browser, case)
    until(lambda: browser.text(".sides > section:last-child .focus") == "Elisabeth", "the effect in the result")


def test_other_people(review: Review, browser: Browser) -> None:
    row = {row["name"]: row["pseudonym"] for row in review.table("others.csv")}
    assert row["Isla"]
    browser.open("others", "Isla")
    browser.saved(lambda: browser.press("r"))
    assert {row["name"]: row["pseudonym"] for row in review.table("others.csv")}["Isla"] == ""
    browser.open("others", "Garrett Hardin")
    browser.saved(lambda: browser.press("r"))
    assert {row["name"]: row["pseudonym"] for row in review.table("others.csv")}["Garrett Hardin | Garrett | Hardin"]


def test_other_data_is_hidden_or_written_otherwise(review: Review, browser: Browser) -> None:
    browser.open("marked", "electrician")
    browser.saved(lambda: browser.press("m"))
    case = browser.open("marked", "librarian")
    browser.type('[name="written"]', "archivist")
    browser.saved(lambda: browser.press(Keys.ENTER))
    rows = {row["text"]: row["surrogate"] for row in review.table("surrogates.csv")}
    assert (rows["electrician"], rows["librarian"]) == ("[PROFESSION]", "archivist")
    settled(browser, case)
    until(lambda: browser.text(".sides > section:last-child .focus") == "archivist", "the effect in the result")


def test_undo_and_redo(review: Review, browser: Browser) -> None:
    before = review.files
    case = browser.open("kept", "May")
    browser.saved(lambda: browser.press("a"))
    after = review.files
    browser.saved(lambda: browser.click('[data-post="undo"]'))
    assert review.files["names.txt"] == before["names.txt"]
    assert browser.case == case
    assert browser.notice == "Taken back."
    browser.saved(lambda: browser.press("U"))
    assert review.files == after
    assert [row["what"] for row in review.log[-3:]] == ["decided", "undone", "redone"]


def test_turn_and_step(browser: Browser) -> None:
    browser.open("kept", "Drummond")
    assert browser.text(".turn span") == "Place 1 of 2"
    shown = browser.js("return document.querySelector('.message').dataset.message")
    browser.press(Keys.ARROW_RIGHT)
    until(lambda: browser.text(".turn span") == "Place 2 of 2", "the second place")
    assert browser.js("return document.querySelector('.message').dataset.message") != shown
    browser.press(Keys.ARROW_LEFT)
    until(lambda: browser.text(".turn span") == "Place 1 of 2", "the first place")
    ids = list(browser.cases())
    at = ids.index(browser.case)
    browser.press(Keys.ARROW_DOWN)
    until(lambda: browser.case == ids[at + 1], "the next case")
    browser.press(Keys.ARROW_UP)
    until(lambda: browser.case == ids[at], "the case before")


def test_keys_are_explained(browser: Browser) -> None:
    browser.go("/q/kept")
    browser.press("?")
    until(lambda: browser.all("dialog[open]"), "the dialog")
    before = browser.case
    browser.press("a")  # decides nothing
    browser.press(Keys.ESCAPE)
    until(lambda: not browser.all("dialog[open]"), "no dialog")
    assert browser.case == before


def test_search_and_filters(browser: Browser) -> None:
    browser.go("/q/kept")
    browser.press("/")
    browser.press(*"urchins kitty", Keys.ENTER)
    until(lambda: browser.all(".found"), "what was found")
    assert "Nothing was found" in browser.text(".found")
    browser.go("/q/kept")
    browser.type("#search input", "Kitty" + Keys.ENTER)
    until(lambda: browser.all(".found .brief"), "messages")
    assert "Catherine (Kitty) Muir" in browser.text(".found ul")
    browser.open("kept", "Drummond")
    browser.click(".links a[href*='?thread=']")
    until(lambda: "thread=" in browser.driver.current_url, "one thread")
    assert set(browser.cases().values()) < {
        "Drummond",
        "Grace",
        "Mark",
        "May",
        "David",
        "Robert",
        "Nurdles",
        "may",
        "mark",
    }
    assert "Only this thread" in browser.text(".filter")
    browser.open("kept", "Drummond")
    browser.click(".links a[href*='?person=']")
    until(lambda: "person=" in browser.driver.current_url, "one person")
    assert set(browser.cases().values()) == {"Drummond"}


def select(browser: Browser, word: str) -> None:
    """Select a word of the original with the mouse."""
    box = browser.js(
        """
        const body = document.querySelector('.sides > section:first-child .body');
        const walk = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
        for (let node; (node = walk.nextNode());) {
          const at = node.data.indexOf(arguments[0]);
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at); range.setEnd(node, at + arguments[0].length);
          body.scrollTop += range.getBoundingClientRect().top - body.getBoundingClientRect().top - 40;
          scrollTo(0, scrollY + range.getBoundingClientRect().top - 400);
          const box = range.getBoundingClientRect();
          return [box.left, box.right, box.top + box.height / 2];
        }
        """,
        word,
    )
    assert box, word
    mouse = ActionChains(browser.driver, duration=0)
    mouse.w3c_actions.pointer_action.move_to_location(round(box[0]), round(box[2]))
    mouse.w3c_actions.pointer_action.pointer_down()
    mouse.w3c_actions.pointer_action.move_to_location(round(box[1]), round(box[2]))
    mouse.w3c_actions.pointer_action.pointer_up()
    mouse.perform()
    until(lambda: browser.all("#selected button"), "what to do with it")
    assert browser.js("return getSelection().toString()") == word


def test_a_form_from_selected_text(review: Review, browser: Browser) -> None:
    browser.open("marked", "electrician")
    select(browser, "surfer")
    browser.click("#selected button.primary")
    browser.press(*"sparky")
    until(lambda: len(browser.all("#selected .choices button")) == 1, "Sparky alone")
    browser.saved(lambda: browser.press(Keys.ENTER))
    assert "surfer" in review.forms("s1109")
    until(lambda: "surfer" not in browser.result(), "the effect in the result")


def test_selected_text_is_kept_or_hidden_here(review: Review, browser: Browser) -> None:
    browser.open("marked", "electrician")
    select(browser, "Sparky")
    browser.saved(lambda: browser.click("#selected button:nth-of-type(3)"))
    assert (last(review)["id"], last(review)["text"], last(review)["decision"]) == ("m008", "Sparky", "keep")
    until(lambda: "Sparky" in browser.result(), "the effect in the result")
    select(browser, "surfer")
    browser.saved(lambda: browser.click("#selected button:nth-of-type(4)"))
    assert (last(review)["text"], last(review)["decision"]) == ("surfer", "mask")
    until(lambda: "[U?]" in browser.result(), "the effect in the result")


def test_the_page_of_a_person(review: Review, browser: Browser) -> None:
    person(browser, "Heather")
    browser.saved(lambda: browser.type("#add-form input", "Hettie" + Keys.ENTER))
    assert review.forms("s2051")["Hettie"] is False
    until(lambda: browser.all('[data-form="Hettie"]'), "the form in the table")
    browser.saved(lambda: browser.click('[data-form="Hannah"] [data-form-there="1"]'))
    assert review.forms("s2051")["Hannah"] is False
    browser.saved(lambda: browser.click('[data-form="Baines"] [data-form-there=""]'))
    assert "Baines" not in review.forms("s2051")
    until(lambda: not browser.all('[data-form="Baines"]'), "the form has gone")


def person(browser: Browser, name: str) -> None:
    """Open somebody's page by the list of people."""
    browser.go("/people")
    until(lambda: browser.all(".choices button"), "people")
    browser.type("#people input", name)
    until(lambda: len(browser.all(".choices button")) == 1, name)
    browser.press(Keys.ENTER)
    until(lambda: browser.all("main.person"), "the person's page")


def test_everything_is_quiet(review: Review, browser: Browser) -> None:
    assert browser.complaints() == []
    assert len(review.said.splitlines()) == 2
