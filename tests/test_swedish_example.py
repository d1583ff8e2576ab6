"""The Swedish example: everybody's name found, cited authors, relatives and ordinary words left."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path
from typing import Any

import pytest

from spacy_pseudo.cli.evaluate import evaluate
from spacy_pseudo.cli.run import run_cli

HERE = Path(__file__).parent
ASSETS = HERE.parent / "assets" / "sv"


def _scores(place: Path, **options: Any) -> Any:
    args = {"messages": ASSETS / "messages.csv", "key": place / "key", "out": place / "out", "lang": "sv"}
    assert run_cli(**args, quiet=True, seed=1, **options) == 0
    replaced = place / "key" / "replacements.jsonl"
    return evaluate(ASSETS / "gold.jsonl", replaced, messages=ASSETS / "messages.csv").mentions


def test_the_example_is_built_from_its_text() -> None:
    spec = importlib.util.spec_from_file_location("swedish_build", HERE / "forum" / "swedish_build.py")
    assert spec
    assert spec.loader
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    files = build.files()
    assert {path.name for path in ASSETS.iterdir()} == files.keys()
    assert [name for name, text in files.items() if (ASSETS / name).read_text("utf8") != text] == []


def test_with_its_class_list_it_is_perfect(tmp_path: Path) -> None:
    scores = _scores(tmp_path, roster=ASSETS / "roster.csv")
    assert scores.errors == []
    assert scores.targets > 90
    figures = scores.to_dict()
    assert [figures[name] for name in ("recall", "precision", "correct_participant", "exact_boundaries")] == [1.0] * 4


def test_without_a_class_list_surnames_that_are_words_remain(tmp_path: Path) -> None:
    """'Berg' and 'Stark' are ordinary words, and nobody signs with them often enough to learn them."""
    figures = _scores(tmp_path).to_dict()
    assert figures["recall"] >= 0.95
    assert figures["precision"] == 1.0


@pytest.mark.parametrize("name", ["Katarina", "Kattis", "Lasse", "Micke", "Yusuf", "Siv", "Håkansson", "Nyström"])
def test_no_name_is_left(tmp_path: Path, name: str) -> None:
    _scores(tmp_path, roster=ASSETS / "roster.csv")
    with (tmp_path / "out" / "messages.csv").open(encoding="utf8", newline="") as stream:
        assert not any(name in row["text"] for row in csv.DictReader(stream))
