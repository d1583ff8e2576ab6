"""The review as a person meets it: the real command in a process of its own, and a real browser without a window."""

from __future__ import annotations

import csv
import http.client
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.review.desk.cases import QUEUES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
_SWITCHES = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --window-size=1280,900"
).split()
_WAIT = 8.0
Found = TypeVar("Found")


def until(look: Callable[[], Found], what: str = "", seconds: float = _WAIT) -> Found:
    """RETURNS (Found): What is there, as soon as it is there."""
    end = time.monotonic() + seconds
    while True:
        try:
            if found := look():
                return found
        except StaleElementReferenceException:  # the page has just replaced it
            pass
        assert time.monotonic() < end, f"waited in vain: {what or look}"
        time.sleep(0.02)


class Served:
    """A command that serves pages, in a process of its own.

    place (Path): Where it writes what it says.
    words (Any): The command.
    """

    def __init__(self, place: Path, *words: object) -> None:
        self.place = place
        self._command = [sys.executable, "-m", "spacy", "pseudo", *map(str, words), "--no-browser"]
        self.start()

    def start(self) -> None:
        """Start it, and wait for the address that it shows."""
        self._said = (self.place / "said.txt").open("wb")
        self._process = subprocess.Popen(
            self._command, stdout=self._said, stderr=subprocess.STDOUT, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        self.address = until(self._address, "the address", 60)
        self.base = self.address.partition("/?")[0]
        self.port = urlsplit(self.base).port or 0
        self.token = parse_qs(urlsplit(self.address).query)["token"][0]

    def _address(self) -> str | None:
        assert self._process.poll() is None, self.said
        return next((line for line in self.said.split("\n")[:-1] if line.startswith("http://")), None)

    @property
    def said(self) -> str:
        """RETURNS (str): All that it has written to stdout and stderr."""
        return (self.place / "said.txt").read_text("utf-8")

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """End it as a failing machine would."""
        self._process.kill()
        self._process.wait()
        self._said.close()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(20)
        self._said.close()

    def wait(self, seconds: float) -> int:
        """RETURNS (int): The exit code with which it ends by itself."""
        return self._process.wait(seconds)


class Review(Served):
    """`spacy-pseudo review`.

    place (Path): Where the messages, 'key' and 'out' are.
    options (Any): Further options.
    """

    def __init__(self, place: Path, *options: object, messages: str = "messages.csv") -> None:
        self.key, self.out = place / "key", place / "out"
        super().__init__(place, "review", place / messages, "--key", self.key, "--out", self.out, *options)

    # --- What is in the key ---

    def text(self, name: str) -> str:
        """RETURNS (str): A file of the key; empty if it is not there."""
        path = self.key / name
        return path.read_text("utf-8") if path.exists() else ""

    @property
    def names(self) -> NameMap:
        return NameMap.parse(self.text("names.txt"))

    def forms(self, person: str) -> dict[str, bool]:
        """RETURNS (dict[str, bool]): What somebody is called by names.txt, and of what the tool is unsure."""
        return {form.text: form.unsure for form in self.names.forms(person)}

    def table(self, name: str) -> list[dict[str, str]]:
        """RETURNS (list[dict[str, str]]): The rows of a table of the key."""
        return list(csv.DictReader(io.StringIO(self.text(name), newline="")))

    @property
    def decisions(self) -> list[dict[str, str]]:
        return self.table("decisions.csv")

    @property
    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text("log.jsonl").splitlines()]

    @property
    def files(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): The files in which decisions stand."""
        files = {name: self.text(name) for name in ("names.txt", "decisions.csv", "others.csv", "surrogates.csv")}
        # A table that was not there stays, without rows.
        return {**files, "decisions.csv": files["decisions.csv"] if self.decisions else ""}


class Client:
    """Speaks HTTP with a review, without a browser.

    review (Review): The review.
    cookie (str): The cookie that the token was exchanged for.
    """

    def __init__(self, review: Served, cookie: str = "") -> None:
        self._review, self.cookie = review, cookie

    def enter(self) -> None:
        """Exchange the token."""
        _, headers, _ = self.ask("GET", f"/?token={self._review.token}")
        self.cookie = headers["set-cookie"].partition(";")[0]

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str | None] | None = None
    ) -> tuple[int, dict[str, str], str]:
        """RETURNS (tuple[int, dict[str, str], str]): Status, headers and text of an answer.

        headers (Optional[Mapping[str, Optional[str]]]): Instead of those that a browser sends; None leaves one out.
        """
        host = f"127.0.0.1:{self._review.port}"
        given: dict[str, str | None] = {"Host": host, "Cookie": self.cookie or None, "Sec-Fetch-Site": "same-origin"}
        raw = b""
        if body is not None:
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            given |= {"Origin": f"http://{host}", "Content-Type": "application/json", "Content-Length": str(len(raw))}
        connection = http.client.HTTPConnection("127.0.0.1", self._review.port, timeout=20)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {**given, **(headers or {})}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(raw or None)
        answer = connection.getresponse()
        found = answer.status, {n.lower(): v for n, v in answer.getheaders()}, answer.read().decode("utf-8")
        connection.close()
        return found

    def post(self, path: str, **values: Any) -> tuple[int, dict[str, Any]]:
        """RETURNS (tuple[int, dict[str, Any]]): Status and content of what is posted as a page does."""
        status, _, text = self.ask("POST", path, values)
        return status, json.loads(text)


class Browser:
    """A browser, and what one does in it.

    review (Review): What it is opened for.
    """

    def __init__(self, review: Served) -> None:
        self.review = review
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM or ""
        for switch in _SWITCHES:
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("unhandledPromptBehavior", "ignore")
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        self.driver.set_script_timeout(20)

    def enter(self, review: Served | None = None, *, first: str = "/q/") -> None:
        """Open the address that the command has shown."""
        self.review = review or self.review
        self.driver.get(self.review.address)
        until(lambda: first in self.driver.current_url and self.all("footer"), "the first page")

    def go(self, path: str) -> None:
        """Open a page."""
        self.driver.get(self.review.base + path)

    def js(self, script: str, *values: Any) -> Any:
        """RETURNS (Any): What a script returns."""
        return self.driver.execute_script(script, *values)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """RETURNS (WebElement): The first such element, as soon as there is one."""
        return until(lambda: next(iter(self.all(selector)), None), selector)

    def text(self, selector: str) -> str:
        """RETURNS (str): What stands in an element; empty if there is none."""
        found = self.js("const at = document.querySelector(arguments[0]); return at ? at.textContent : ''", selector)
        return " ".join(str(found).split())

    def click(self, selector: str) -> None:
        def clicked() -> bool:
            found = self.one(selector)
            self.js("arguments[0].scrollIntoView({block: 'center'})", found)
            found.click()
            return True

        until(clicked, selector)

    def press(self, *keys: str) -> None:
        """Press keys, one after another, wherever the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def type(self, selector: str, text: str) -> None:
        """Write in a field."""
        self.one(selector).send_keys(text)

    def agree(self) -> None:
        """Say yes to what the browser asks."""
        until(lambda: self._alert(), "a question")

    def _alert(self) -> bool:
        try:
            self.driver.switch_to.alert.accept()
        except Exception:  # not yet
            return False
        return True

    @property
    def notice(self) -> str:
        return self.text("#notice")

    @property
    def case(self) -> str:
        """RETURNS (str): The case that is asked about; empty if none is."""
        found = self.js("const at = document.querySelector('.question'); return at ? at.dataset.case : ''")
        return str(found)

    @property
    def asked(self) -> str:
        """RETURNS (str): What the case is about."""
        return self.text(".question .it")

    def cases(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): What is listed, by case."""
        script = """
            const links = [...document.querySelectorAll('#list [data-case]')];
            return links.map((link) => [link.dataset.case, link.querySelector('.text').textContent]);
        """
        return dict(self.js(script))

    def open(self, queue: str, text: str, *, decided: bool = False) -> str:
        """Open a case by what it is about. RETURNS (str): The case."""
        self.go(f"/q/{queue}{'?decided=1' if decided else ''}")
        found = next((id for id, said in self.cases().items() if said == text), None)
        assert found is not None, (text, self.cases())
        self.click(f'#list [data-case="{found}"]')
        until(lambda: self.case == found, text)
        return found

    def saved(self, act: Callable[[], Any]) -> None:
        """Do something, and wait until the page says so."""
        self.js("document.querySelector('#notice').replaceChildren()")
        act()
        until(lambda: self.notice, "a notice")

    def rebuilt(self) -> None:
        """Wait until results show the effect of all that was decided, and taken back."""
        script = (
            "const done = arguments[0]; fetch('/state').then((found) => found.json()).then((s) => done(!s.rebuilding));"
        )
        until(lambda: self.driver.execute_async_script(script), "results of now")

    def result(self) -> str:
        """RETURNS (str): What becomes of the message that is shown."""
        return self.text(".sides > section:last-child .body")

    def original(self) -> str:
        return self.text(".sides > section:first-child .body")

    def complaints(self) -> list[str]:
        """RETURNS (list[str]): What the console has said since it was last asked."""
        return [row["message"] for row in self.driver.get_log("browser")]

    @contextmanager
    def tab(self) -> Iterator[None]:
        """Open another tab for a while."""
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        second = self.driver.current_window_handle
        try:
            yield
        finally:
            self.driver.switch_to.window(second)
            self.driver.close()
            self.driver.switch_to.window(first)

    def close(self) -> None:
        self.driver.quit()


NEEDED = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None, reason="needs chromium and chromedriver (Debian: apt install chromium-driver)"
)
__all__ = ["CHROMIUM", "NEEDED", "QUEUES", "Browser", "Client", "Keys", "Review", "Served", "until"]
