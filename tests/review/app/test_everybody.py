"""For everybody: legible in light and dark, on narrow screens, with a keyboard or a screen reader, without scripts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from spacy_pseudo.review.app.front import STEPS
from tests.review.app.conftest import ASSETS, App
from tests.review.desk.browsing import NEEDED, Browser, Keys, until
from tests.review.desk.test_access import NAMELESS, PALE, emulate

pytestmark = NEEDED
PATHS = tuple(f"/app/{step}" for step in STEPS)


@pytest.fixture(scope="module")
def walked(app: App, browser: Browser) -> Browser:
    """RETURNS (Browser): One in which all steps can be seen."""
    browser.click("form[action='/app/begin'] button")
    until(lambda: browser.driver.current_url.endswith("/app/messages"), "the second step")
    for kind in ("messages", "roster"):
        browser.one(f"#file-{kind}").send_keys(str(ASSETS / f"{kind}.csv"))
        until(lambda kind=kind: not browser.all(f"#file-{kind}") and browser.all("table.columns"), kind)
    for form, ready in (("check", ".said"), ("run", "#spoken:not(:empty)")):
        browser.go("/app/messages" if form == "check" else "/app/run")
        browser.click(f"form[action='/app/{form}'] button")
        until(lambda ready=ready: browser.all(ready), form, 90)
    # Progress is said to who cannot see it.
    assert browser.all("#spoken[role=status][aria-live=polite]")
    assert browser.one("#bar").get_attribute("aria-labelledby") == "doing"
    until(lambda: browser.all(".figures"), "the result", 90)
    return browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_are_legible(walked: Browser, scheme: str) -> None:
    emulate(walked, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    pale = {}
    for path in PATHS:
        walked.go(path)
        walked.js("for (const at of document.querySelectorAll('details')) at.open = true")
        if found := walked.js(PALE):
            pale[path] = found
    assert pale == {}


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_nothing_is_wider_than_the_screen(walked: Browser, width: int) -> None:
    screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    emulate(walked, "Emulation.setDeviceMetricsOverride", **screen)
    wide = {}
    for path in PATHS:
        walked.go(path)
        walked.js("for (const at of document.querySelectorAll('details')) at.open = true")
        if (found := walked.js("return document.documentElement.scrollWidth")) > width:
            wide[path] = found
        here = walked.js("return document.querySelector('[aria-current]').getBoundingClientRect().right")
        assert here <= width
    emulate(walked, "Emulation.clearDeviceMetricsOverride")
    assert wide == {}


def test_everything_has_a_name_and_a_place(walked: Browser) -> None:
    for path in PATHS:
        walked.go(path)
        walked.js("for (const at of document.querySelectorAll('details')) at.open = true")
        assert walked.js(NAMELESS.replace("input, summary", "input:not([type=hidden]), select, summary")) == []
        assert walked.js("return document.documentElement.lang") == "en"
        for landmark in ("header.top", "nav", "main", "footer"):
            assert len(walked.all(landmark)) == 1
        assert len(walked.all("h1")) == 1
        assert walked.all("#notice[role=status][aria-live=polite]")
        levels = walked.js("return [...document.querySelectorAll('h1, h2, h3')].map((at) => Number(at.tagName[1]))")
        assert all(after - before <= 1 for before, after in pairwise(levels))
        ids = walked.js("return [...document.querySelectorAll('[id]')].map(at => at.id)")
        assert len(ids) == len(set(ids))


def test_the_keyboard_alone_reaches_everything_and_shows_where_it_is(walked: Browser) -> None:
    walked.go("/app/share")
    walked.js("for (const at of document.querySelectorAll('details')) at.open = true")
    reached = set()
    for _ in range(60):
        walked.press(Keys.TAB)
        at, outline = walked.js(
            "const at = document.activeElement; return [at.outerHTML.slice(0, 120), getComputedStyle(at).outlineStyle]"
        )
        if at in reached or at.startswith("<body"):
            break
        reached.add(at)
        assert outline == "solid", at
    for needed in ("skip", "/app/messages", "/app/out.zip", "passphrase", "remove", "<summary"):
        assert any(needed in at for at in reached), needed


def test_it_goes_without_scripts(walked: Browser) -> None:
    emulate(walked, "Emulation.setScriptExecutionDisabled", value=True)
    try:
        walked.go("/app/messages")
        walked.click("form[action='/app/drop'] input[value=roster] + button")
        until(lambda: walked.all("#path-roster"), "that it is gone")
        walked.click("#about-roster ~ .choose summary")
        walked.type("#path-roster", str(ASSETS / "roster.csv"))
        walked.press(Keys.ENTER)
        until(lambda: "17 rows read" in walked.driver.page_source, "the class list")
        walked.click("form[action='/app/check'] button")
        until(lambda: "fit for a run" in walked.driver.page_source, "the check, by itself", 60)
    finally:
        emulate(walked, "Emulation.setScriptExecutionDisabled", value=False)


def test_nothing_comes_from_elsewhere(walked: Browser) -> None:
    for path in PATHS:
        walked.go(path)
        asked = walked.js("return performance.getEntriesByType('resource').map(one => one.name)")
        assert asked
        assert all(address.startswith(walked.review.base) for address in asked)
    assert walked.complaints() == []
