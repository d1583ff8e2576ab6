"""The example forum is ours: it must be perfect, under the shipped names and under any others."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from spacy_pseudo.cli.run_command import run_cli
from spacy_pseudo.lab.cli.evaluate_command import evaluate
from tests.forum import build

HERE = Path(__file__).parent
ASSETS = HERE.parent / "assets"
SEEDS = range(4)


SETS = build.load_names()


def _run(assets: Path, place: Path, **options: Any) -> Path:
    """Pseudonymise a forum as `spacy-pseudo run` does; gives the key directory."""
    files = {"messages": [assets / "messages.csv"], "roster": [assets / "roster.csv"], "allow": assets / "allow.txt"}
    place.mkdir(exist_ok=True)
    assert run_cli(**files, key=place / "key", out=place / "out", quiet=True, **{"seed": 1, **options}) == 0
    return place / "key"


def _check_perfect(assets: Path, key: Path) -> None:
    scores = evaluate(assets / "gold.jsonl", key / "replacements.jsonl", messages=assets / "messages.csv").mentions
    assert scores.errors == []
    figures = scores.to_dict()
    assert scores.targets > 200
    assert [figures[name] for name in ("recall", "precision", "correct_participant", "exact_boundaries")] == [1.0] * 4


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): Where the shipped forum was pseudonymised; to be read only."""
    place = tmp_path_factory.mktemp("shipped")
    _run(ASSETS, place)
    return place


def test_shipped_example(shipped: Path) -> None:
    _check_perfect(ASSETS, shipped / "key")


def _renamed() -> list[Any]:
    sets = [pytest.param(names, id=names["set"]) for names in SETS[1:]]
    return sets + [pytest.param(seed, id=f"seed-{seed}") for seed in SEEDS]


@pytest.mark.parametrize("names", _renamed())
def test_renamed_example(names: Any, tmp_path: Path) -> None:
    forum = build.build(build.draw(SETS, names) if isinstance(names, int) else names)
    assets = tmp_path / "assets"
    assets.mkdir()
    for name, content in build.files(forum).items():
        (assets / name).write_text(content, encoding="utf8", newline="")
    _check_perfect(assets, _run(assets, tmp_path / "run"))


def test_no_name_is_left_in_what_may_be_shared(shipped: Path) -> None:
    shared = (shipped / "out" / "messages.csv").read_text("utf8")
    gold = [json.loads(line) for line in (ASSETS / "gold.jsonl").read_text("utf8").splitlines()]
    # Names that are ordinary words, or that somebody else has as well, may stand elsewhere.
    others = {m["text"] for line in gold for m in line["mentions"] if m["who"] in ("X", "-") or m["kind"] == "cited"}
    names = {m["text"] for line in gold for m in line["mentions"] if m["kind"] in ("greeting", "signature", "footer")}
    left = {name for name in names if len(name) > 3 and name in shared and not any(name in o for o in others)}
    assert len(names) > 40
    assert left == set()


def test_another_seed_gives_other_pseudonyms_but_the_same_names(shipped: Path, tmp_path: Path) -> None:
    other = _run(ASSETS, tmp_path, seed=2)
    assert (other / "names.txt").read_bytes() == (shipped / "key" / "names.txt").read_bytes()
    assert (other / "pseudonyms.csv").read_bytes() != (shipped / "key" / "pseudonyms.csv").read_bytes()


def test_running_again_changes_nothing(shipped: Path, tmp_path: Path) -> None:
    shutil.copytree(shipped, tmp_path, dirs_exist_ok=True)
    key = _run(ASSETS, tmp_path, force=True, seed=2)
    before = {path.name: path.read_bytes() for path in (shipped / "key").iterdir() if path.name != "log.jsonl"}
    assert {path.name: path.read_bytes() for path in key.iterdir() if path.name != "log.jsonl"} == before
