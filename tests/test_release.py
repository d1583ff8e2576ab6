"""What is released says the same everywhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import spacy_pseudo

ROOT = Path(__file__).parents[1]
VERSION = spacy_pseudo.__version__


def read(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def test_version_and_day_are_the_same_everywhere() -> None:
    version = re.search(r"^version: (\S+)$", read("CITATION.cff"), re.M)
    day = re.search(r"^date-released: (\d{4}-\d\d-\d\d)$", read("CITATION.cff"), re.M)
    newest = re.search(r"^## (\d\S*) - (\d{4}-\d\d-\d\d)$", read("CHANGELOG.md"), re.M)
    assert version is not None
    assert day is not None
    assert newest is not None
    assert (version[1], day[1]) == (newest[1], newest[2])
    assert version[1] == VERSION


def test_installed_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert version("spacy-pseudo") == VERSION


def test_supported_pythons_are_told_and_tried() -> None:
    project = read("pyproject.toml")
    told = re.findall(r"Python :: (3\.\d+)\"", project)
    oldest = re.search(r'requires-python = ">=(3\.\d+)"', project)
    spacy = re.search(r'"spacy>=([\d.]+),', project)
    pairs = re.search(r"pairs=\(python(3\.\d+)=([\d.]+) python(3\.\d+)=newest\)", read(".ci/matrix"))
    assert oldest is not None
    assert spacy is not None
    assert pairs is not None
    assert (told[0], told[-1]) == (pairs[1], pairs[3])
    assert (oldest[1], spacy[1]) == (pairs[1], pairs[2])
    assert f"| spaCy | {spacy[1]} |" in read("docs/releasing.md")


# As its documentation lists them.
FIELDS = {
    *(
        "id",
        "title",
        "slogan",
        "description",
        "github",
        "pip",
        "code_example",
        "code_language",
        "url",
        "thumb",
        "image",
    ),
    *("image", "author", "author_links", "category", "tags"),
}
CATEGORIES = {
    *("pipeline", "training", "conversational", "research", "scientific", "visualizers", "apis", "nonpython"),
    *("standalone", "models", "biomedical"),
}


def test_entry_of_the_universe_has_its_fields() -> None:
    entry = json.loads(read("docs/universe.json"))
    # The address of the repository comes with its publication.
    assert FIELDS - {"github", "url", "thumb", "image", "author_links"} <= set(entry) <= FIELDS
    assert set(entry["category"]) <= CATEGORIES
    assert re.fullmatch(r"[a-z0-9-]+", entry["id"])
    assert len(entry["slogan"]) <= 100
    assert all(isinstance(line, str) for name in ("code_example", "tags") for line in entry[name])


@pytest.mark.parametrize("extra", ["", "-W error"])
def test_example_of_the_universe_runs(extra: str, tmp_path: Path) -> None:
    entry = json.loads(read("docs/universe.json"))
    code = "\n".join(entry["code_example"])
    done = subprocess.run(
        [sys.executable, *extra.split(), "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Hi [U10], thanks!\n[U17]\n"
    assert done.stderr == ""
