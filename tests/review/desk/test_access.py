"""For everybody: without a mouse, with a screen reader, on a narrow screen, in the dark."""

from __future__ import annotations

import pytest

from tests.review.desk.browsing import NEEDED, QUEUES, Browser, Keys, until

pytestmark = NEEDED
PATHS = (*(f"/q/{name}" for name in QUEUES), "/q/kept?decided=1", "/people", "/ran", "/q/nothing")

# Every text with less contrast to what is behind it than 4.5, and what is said of it.
PALE = """
  const PAGE = [255, 255, 255];
  const rgb = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length > 3 ? n : [...n, 1]; };
  const over = (top, under) => top.slice(0, 3).map((part, i) => part * top[3] + under[i] * (1 - top[3]));
  const linear = (n) => n <= .04045 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4;
  const light = (color) => color.map((n, i) => linear(n / 255) * [.2126, .7152, .0722][i]).reduce((a, b) => a + b);
  const behind = (at) => at ? over(rgb(getComputedStyle(at).backgroundColor), behind(at.parentElement)) : PAGE;
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const at = node.parentElement;
    if (!node.data.trim() || !at.checkVisibility() || at.closest(':disabled, .skip')) continue;
    let alpha = 1;
    for (let up = at; up; up = up.parentElement) alpha *= Number(getComputedStyle(up).opacity);
    const ground = behind(at), ink = rgb(getComputedStyle(at).color);
    const [a, b] = [light(over([...ink.slice(0, 3), ink[3] * alpha], ground)), light(ground)].sort((x, y) => y - x);
    const contrast = (a + .05) / (b + .05);
    if (contrast < 4.5) found.push([at.tagName, at.className, node.data.trim().slice(0, 20), contrast]);
  }
  return found;
"""
NAMELESS = """
  const labels = (at) => [...at.labels || []].map((label) => label.textContent).join('');
  const named = (at) => (at.getAttribute('aria-label') || at.textContent || labels(at)).trim();
  const controls = [...document.querySelectorAll('a, button, input, summary')];
  return controls.filter((at) => at.checkVisibility() && !named(at)).map((at) => at.outerHTML);
"""


@pytest.fixture(scope="module")
def paths(browser: Browser) -> list[str]:
    """RETURNS (list[str]): Pages of every kind."""
    until(lambda: "…" not in browser.text(".queues"), "the audit", 30)
    browser.go("/people")
    until(lambda: browser.all(".choices button"), "people")
    browser.click(".choices button")
    until(lambda: browser.all("main.person"), "a person")
    person = browser.driver.current_url.removeprefix(browser.review.base)
    browser.go("/q/kept")
    message = browser.one(".links a[href^='/m/']").get_attribute("href").removeprefix(browser.review.base)
    browser.saved(lambda: browser.press("a"))
    return [*PATHS, person, message]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_are_legible(browser: Browser, paths: list[str], scheme: str) -> None:
    emulate(browser, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    pale = {}
    for path in paths:
        browser.go(path)
        if found := browser.js(PALE):
            pale[path] = found
    assert pale == {}


def emulate(browser: Browser, what: str, **values: object) -> None:
    browser.driver.execute_cdp_cmd(what, values)


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_nothing_is_wider_than_the_screen(browser: Browser, paths: list[str], width: int) -> None:
    screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    emulate(browser, "Emulation.setDeviceMetricsOverride", **screen)
    wide = {}
    for path in paths:
        browser.go(path)
        found = browser.js("return document.documentElement.scrollWidth")
        if found > width:
            wide[path] = found
    emulate(browser, "Emulation.clearDeviceMetricsOverride")
    assert wide == {}


def test_everything_has_a_name_and_a_place(browser: Browser, paths: list[str]) -> None:
    for path in paths:
        browser.go(path)
        if path == "/people":
            until(lambda: browser.all(".choices button"), "people")
        assert browser.js(NAMELESS) == []
        assert browser.js("return document.documentElement.lang") == "en"
        for landmark in ("header.top", "nav", "main", "footer"):
            assert len(browser.all(landmark)) == 1
        assert browser.all("h1")
        assert browser.all("#notice[role=status][aria-live=polite]")
        ids = browser.js("return [...document.querySelectorAll('[id]')].map(at => at.id)")
        assert len(ids) == len(set(ids))


def test_the_keyboard_alone_reaches_everything_and_shows_where_it_is(browser: Browser) -> None:
    browser.go("/q/kept")
    reached = set()
    for _ in range(120):
        browser.press(Keys.TAB)
        at, outline = browser.js(
            "const at = document.activeElement; return [at.outerHTML.slice(0, 120), getComputedStyle(at).outlineStyle]"
        )
        if at in reached or at.startswith("<body"):
            break
        reached.add(at)
        assert outline == "solid", at
    for needed in ("skip", "search", "data-post=\"apply\"", "/q/marked", "data-case", "data-action=\"accept\"",
                   "data-other", "name=\"scope\"", "/m/"):  # fmt: skip
        assert any(needed in at for at in reached), needed


def test_the_focus_stays_where_it_was(browser: Browser) -> None:
    browser.go("/q/kept")
    browser.js("document.querySelector('[data-action=\"accept\"]').focus()")
    browser.saved(lambda: browser.press(Keys.ENTER))
    assert browser.js("return document.activeElement.id") == "case"
    browser.js("document.querySelector('[data-post=\"undo\"]').focus()")
    browser.saved(lambda: browser.press(Keys.ENTER))
    assert browser.js("return document.activeElement.closest('#bar, #case') !== null")
