"""The pages as a site: it is built without a warning, holds every page, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What a browser fetches by itself, or a reader with a click of whom others would learn.
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "form": "action"}


class Loaded(HTMLParser):
    """Gathers what a page loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if address := dict(attrs).get(LOADED.get(tag, "")):
            self.found.append(address)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(place)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return place


def test_every_page_is_in_the_site(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    pages |= {Path("SECURITY.html"), Path("CHANGELOG.html")}
    assert {page.as_posix() for page in pages if not (site / page).is_file()} == set()
    shown = set(
        re.findall(r'<a class="[^"]*reference internal[^"]*" href="([^"#]+)"', (site / "faq.html").read_text("utf-8"))
    )
    assert {page.as_posix() for page in pages} - shown - {"faq.html"} == set(), "not in the navigation of mkdocs.yml"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loaded = {address: page.name for page in site.rglob("*.html") for address in Loaded(page).found}
    assert "css/theme.css" in loaded
    assert {address: page for address, page in loaded.items() if re.match(r"(\w+:)?//", address)} == {}
    sheets = {
        sheet.name: re.findall(r"url\(['\"]?((?:https?:)?//[^)]*)|@import", sheet.read_text("utf-8"))
        for sheet in site.rglob("*.css")
    }
    assert {name: found for name, found in sheets.items() if found} == {}


def test_bars_in_tables_are_shown_as_in_the_repository(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    assert ">--timestamps</span> [keep|shift|weeks|drop]</code></td>" in commands
