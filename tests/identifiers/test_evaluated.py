"""The cases as a forum: run over it, and what `evaluate` prints of each label."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import srsly
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.scoring.identifier_scores import LabelScores
from tests.identifiers import cases

STRUCTURED_BAR, LISTED_BAR = 0.98, 0.9


def _evaluate(here: Path, lang: str) -> tuple[dict[str, Any], str]:
    """RETURNS (tuple[dict[str, Any], str]): What `evaluate` says of the cases of one language: as JSON, as printed."""
    read = [(f"{name}-{case.line}", case) for name in cases.FILES for case in cases.read_cases(name)]
    every = [(id, case) for id, case in read if case.lang == lang]
    srsly.write_jsonl(here / "messages.jsonl", [{"id": id, "author": "m", "text": case.text} for id, case in every])
    srsly.write_jsonl(here / "roster.jsonl", [{"id": "m", "names": ["Zbigniew Wrzosek"]}])
    gold = (
        {
            "id": id,
            "mentions": [],
            "identifiers": [{"start": s, "end": e, "label": label} for s, e, label in case.spans],
        }
        for id, case in every
    )
    srsly.write_jsonl(here / "gold.jsonl", gold)
    words = [f"--words={label}={cases.LISTS / f'{label.lower()}.txt'}" for label in cases.SENSITIVE]
    files = {name: str(here / name) for name in ("messages.jsonl", "roster.jsonl", "gold.jsonl", "out", "key")}
    where = ("--roster", files["roster.jsonl"], "--out", files["out"], "--key", files["key"])
    _call("run", files["messages.jsonl"], *where, "--quiet", "--lang", lang, *words)
    evaluate = ("evaluate", files["gold.jsonl"], files["key"])
    return json.loads(_call(*evaluate, "--json")), _call(*evaluate)


def _call(*words: str) -> str:
    """RETURNS (str): What a command prints."""
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, Any], str]]:
    return [_evaluate(tmp_path_factory.mktemp(lang), lang) for lang in ("en", "sv")]


def test_labels_reach_their_bars(evaluated: list[tuple[dict[str, Any], str]]):
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for data, _ in evaluated:
        for label, scores in data["identifiers"]["labels"].items():
            counts[label].update({name: scores[name] for name in ("gold", "predicted", "found")})
    bars = {**dict.fromkeys(cases.STRUCTURED, STRUCTURED_BAR), **dict.fromkeys(cases.LISTED, LISTED_BAR)}
    below = {label: counts[label] for label, bar in bars.items() if LabelScores(**counts[label]).f2 < bar}
    assert not below


def test_scores_are_printed_by_label(evaluated: list[tuple[dict[str, Any], str]]):
    for _, printed in evaluated:
        assert [label for label in cases.STRUCTURED + cases.LISTED if label not in printed] == []
