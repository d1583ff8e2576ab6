"""The reference is as the code has it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGES = ("commands.md", "components.md", "errors.md", "labels.md", "python.md")


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_reference", REFERENCE / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_these_pages_are_made(make: ModuleType) -> None:
    assert tuple(make.PAGES) == PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_as_it_is_made(make: ModuleType, name: str) -> None:
    made = make.PAGES[name]() + "\n"
    assert made == (REFERENCE / name).read_text("utf-8"), "make it anew: python docs/reference/make.py"


def test_every_code_is_told_with_its_remedy() -> None:
    page = (REFERENCE / "errors.md").read_text("utf-8")
    assert "| `P101` | Can't read {path}: {reason}. Put that right, or give another file. |" in page
    assert "| `W510` | " in page
    assert '{"id": ..., "author": ..., "text": ...}' in page, "braces as a reader sees them"


def test_every_setting_says_what_it_does() -> None:
    page = (REFERENCE / "components.md").read_text("utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) > 50
    assert [row[0] for row in rows if len(row[-1].strip("| ")) < 10] == []
