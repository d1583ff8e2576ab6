"""From a file to what may be shared, in a real browser: the same, byte for byte, as the command that the page shows."""

from __future__ import annotations

import csv
import http.client
import io
import re
import shlex
import shutil
import stat
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path

from tests.review.app.conftest import ASSETS, App, Begin
from tests.review.app.test_intruders import files_of
from tests.review.desk.browsing import NEEDED, Browser, until

# Of the key, what says when it was written.
WITH_TIMES = {"manifest.json", "copy.zip", "log.jsonl"}


def press(browser: Browser, form: str) -> None:
    browser.click(f"form[action='/app/{form}'] button:not([name])")


@NEEDED
def test_from_a_file_to_what_may_be_shared(app: App, browser: Browser, tmp_path: Path) -> None:
    choose_and_run(browser)
    told_in_short(browser)
    done_again(app, browser.text("pre"), tmp_path)
    private_is_the_owners_alone(app)
    reviewed_and_applied(browser, app)
    downloaded(browser, app)
    sealed_and_opened(browser, app)
    taken_up_again(browser, app)
    copies_deleted(browser, app)
    assert browser.complaints() == []
    assert len(app.said.splitlines()) == 2


def choose_and_run(browser: Browser) -> None:
    press(browser, "begin")
    until(lambda: browser.driver.current_url.endswith("/app/messages"), "the second step")
    browser.one("#file-messages").send_keys(str(ASSETS / "messages.csv"))
    until(lambda: browser.all("table.columns"), "the columns")
    browser.one("#file-roster").send_keys(str(ASSETS / "roster.csv"))
    until(lambda: len(browser.all("table.columns")) == 2, "those of the class list")
    assert "Frederick von Holt" in browser.text("main")
    assert "96 rows read" in browser.text("main")
    press(browser, "check")
    until(lambda: "fit for a run" in browser.text("main"), "the check", 60)
    assert "1 author is not in the roster" in browser.text(".said")
    browser.click("main a[href='/app/settings']")
    until(lambda: browser.all("fieldset"), "the settings")
    browser.click("[name=life][value=mask]")
    browser.click("form[action='/app/settings'] button")
    until(lambda: browser.driver.current_url.endswith("/app/run"), "the fourth step")
    press(browser, "run")
    until(lambda: browser.all("#bar"), "progress")
    assert "Stop" in browser.text("main")
    until(lambda: browser.all(".figures"), "the result", 90)


def done_again(app: App, command: str, place: Path) -> None:
    """The command that is shown gives the same, byte for byte, and tells nothing of this machine."""
    assert str(app.place) not in command
    words = shlex.split(unescape(command))
    assert words[:2] == ["spacy-pseudo", "run"]
    shutil.copytree(app.private / "originals", place / "private" / "originals")
    subprocess.run([sys.executable, "-m", "spacy", "pseudo", *words[1:]], cwd=place, check=True, capture_output=True)
    assert files_of(app.out) == files_of(place / "out")
    mine, theirs = (files_of(folder / "private" / "key") for folder in (app.work(), place))
    assert mine.keys() == theirs.keys()
    assert {name for name in mine if mine[name] != theirs[name]} <= WITH_TIMES


def private_is_the_owners_alone(app: App) -> None:
    assert stat.S_IMODE(app.private.stat().st_mode) == 0o700
    files = [path for path in app.private.rglob("*") if path.is_file()]
    assert {"messages.csv", "roster.csv", "app.json", "names.txt"} <= {path.name for path in files}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert not any(b"Haldane" in content for content in files_of(app.out).values())


def told_in_short(browser: Browser) -> None:
    figures = browser.text(".figures")
    for said in ("96", "messages written", "18", "participants", "223", "mentions of them replaced"):
        assert said in figures
    assert "no participant's name that is not accounted for" in browser.text(".fine")
    assert re.search(r"10 names stay for a reason: .*cited \(3\)", browser.text(".missing"))


def reviewed_and_applied(browser: Browser, app: App) -> None:
    browser.go("/app/review")
    assert "to do" in browser.text("a[href='/app/review']")
    press(browser, "review")
    until(lambda: "/q" in browser.driver.current_url, "the review", 60)
    until(lambda: browser.case, "a case")
    browser.go("/q/kept")
    before = (app.out / "messages.csv").read_bytes()
    browser.saved(lambda: browser.press("m"))
    browser.click("[data-post=apply]")
    until(lambda: browser.driver.current_url.endswith("/ran"), "what changed", 60)
    assert (app.out / "messages.csv").read_bytes() != before
    browser.click("header a[href='/app']")
    until(lambda: browser.all("ol.queues"), "the steps")
    assert "done" in browser.text("a[href='/app/review']")
    browser.go("/app/share")
    assert "The audit has not looked at this result yet" in browser.text("main")


def downloaded(browser: Browser, app: App) -> None:
    press(browser, "look")
    until(lambda: "The report is in it" in browser.text("main"), "the report", 60)
    cookie = browser.driver.get_cookies()[0]
    headers = {"Cookie": f"{cookie['name']}={cookie['value']}"}
    (app.out / "elsewhere").symlink_to(app.private / "key")
    (app.out / "names").symlink_to(app.private / "key" / "names.txt")
    content = fetched(app, headers)
    (app.out / "elsewhere").unlink()
    (app.out / "names").unlink()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    assert found == files_of(app.out)
    assert {"messages.csv", "summary.json", "report.html"} <= found.keys()
    assert fetched(app, headers) == content
    until(lambda: not (app.private / "out.zip").exists(), "that the archive is gone")


def fetched(app: App, headers: dict[str, str]) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=20)
    connection.request("GET", "/app/out.zip", headers=headers)
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("content-type")) == (200, "application/zip")
    content = answer.read()
    connection.close()
    return content


def sealed_and_opened(browser: Browser, app: App) -> None:
    browser.go("/app/share")
    for again, said in (("correct horse", "[P937]"), ("correct horse battery", "The key is sealed.")):
        browser.click("section[aria-labelledby=key] summary")
        browser.type("#passphrase", "correct horse battery")
        browser.type("#again", again)
        press(browser, "seal")
        until(lambda said=said: said in browser.notice, said, 30)
    assert not (app.private / "key").exists()
    assert (app.private / "key.sealed").exists()
    browser.go("/app/run")
    assert "The key is sealed. Open it first." in browser.text("main")
    for passphrase, said in (("wrong horse battery", "[P"), ("correct horse battery", "The key is open.")):
        browser.go("/app/share")
        browser.type("#open-with", passphrase)
        press(browser, "unseal")
        until(lambda said=said: said in browser.notice, said, 30)
    assert (app.private / "key" / "names.txt").exists()


def taken_up_again(browser: Browser, app: App) -> None:
    app.stop()
    assert len(app.said.splitlines()) == 2
    app.start()
    browser.enter(app, first="/app/start")
    press(browser, "open")
    until(lambda: browser.driver.current_url.endswith("/app/run"), "where it was left")
    assert "mentions of them replaced" in browser.text(".figures")
    browser.go("/app/settings")
    assert browser.one("[name=life][value=mask]").is_selected()
    assert not browser.one("[name=pseudonyms][value=mask]").is_enabled()


def copies_deleted(browser: Browser, app: App) -> None:
    browser.go("/app/share")
    press(browser, "forget")
    browser.agree()
    until(lambda: "The copies were deleted" in browser.notice, "that they are gone")
    assert list((app.private / "originals").iterdir()) == []
    browser.go("/app/messages")
    assert "The file is not there any more" in browser.text("main")
    browser.go("/app/share")
    assert "Download" in browser.text("main")


OTHERWISE = {
    "pseudonyms": "surrogate", "others": "pseudonym", "ids": "code", "timestamps": "shift", "places": "surrogate",
    "life": "mask", "sensitive": "keep", "structured": "surrogate", "dates": "random", "cities": "stay",
    "citations": "no", "public_figures": "no", "own_nicknames": "yes", "visible": "yes", "scope": "all",
    "keep_columns": "note",
}  # fmt: skip


def test_every_setting_is_in_the_command(begin: Begin, tmp_path: Path) -> None:
    app, person = begin()
    noted = tmp_path / "noted.csv"
    with noted.open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictReader(io.StringIO((ASSETS / "messages.csv").read_text("utf-8"), newline=""))
        writer = csv.DictWriter(stream, [*(table.fieldnames or ()), "note"])
        writer.writeheader()
        writer.writerows({**row, "note": "=1"} for row in table)
    person.give(noted)
    person.upload("allow", b"Alistair\n", "stays.txt")
    person.upload("exclude", b"s1042\n", "out.txt")
    person.form("check")
    person.wait()
    assert person.form("settings", **OTHERWISE) == 303
    person.form("run")
    person.wait()
    page = person.page("run")
    done_again(app, re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)[0], tmp_path / "again")
    assert "--keep-columns note" in page
