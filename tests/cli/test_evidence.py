"""Evidence on the command line: what waits for review, the threshold, and weights of one's own."""

from __future__ import annotations

import csv
import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spacy_pseudo.people.evidence import packaged

from .conftest import FORUM, Fresh, Place

ROWS = (
    {"id": "1", "author": "mp", "parent": "", "text": "I like tides.\n\nBest wishes,\nMolly"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Molly,\nso do I.\n\nCheers,\nZibbo"},
    {"id": "3", "author": "jd", "parent": "2", "text": "Dear Quill,\nthese tides are fine.\n\nBest wishes,\nJane"},
    {"id": "4", "author": "mp", "parent": "3", "text": "Hi Jane,\nyes.\n\nBest wishes,\nMolly"},
)


def rows(place: Place) -> dict[tuple[str, str], dict[str, Any]]:
    """RETURNS (dict[tuple[str, str], dict[str, Any]]): The evidence by participant and form."""
    return {(row["participant"], row["form"]): row for row in place.private("evidence")}


@pytest.fixture
def tides(place: Place) -> Place:
    """RETURNS (Place): A place where somebody signs with a name that nothing explains, and is greeted with another."""
    place.messages(ROWS)
    return place


def test_what_was_seen_is_told(tides: Place) -> None:
    assert tides.run() == 0
    found = rows(tides)
    molly = found["mp", "Molly"]
    assert molly["taken"]
    assert not molly["review"]
    assert molly["confidence"] > 0.9
    assert molly["messages"] == ["1", "2", "4"]
    assert molly["evidence"] | {"relation": "nickname", "messages": 3, "users": 1} == molly["evidence"]
    assert molly["evidence"]["places"] == {"closing_line": 2, "end": 2, "greeting": 1, "thread": 3}
    assert (molly["evidence"]["signed_share"], molly["evidence"]["greeted_share"]) == (1.0, 1.0)
    assert found["mp", "Mary"]["evidence"]["relation"] == "registered"
    assert found["mp", "Mary"]["confidence"] == packaged().registered


def test_what_is_unclear_comes_first_and_is_counted(tides: Place) -> None:
    assert tides.run() == 0
    reviewed = [row["review"] for row in tides.private("evidence")]
    assert 0 < sum(reviewed) < len(reviewed)
    assert reviewed == sorted(reviewed, reverse=True)
    assert tides.summary["forms to be reviewed"] == sum(reviewed)
    assert f"{sum(reviewed)} form" in tides.stdout
    names = (tides.key / "names.txt").read_text("utf-8").split("\n\n")[-1]
    marked = {form for (_, form), row in rows(tides).items() if row["review"] and row["taken"]}
    assert {cell.split("[")[0].strip(" ?") for cell in names.split("|") if cell.strip().startswith("?")} == marked


def test_evidence_is_private(tides: Place) -> None:
    assert tides.run() == 0
    assert stat.S_IMODE((tides.key / "evidence.jsonl").stat().st_mode) == 0o600
    summary = (tides.out / "summary.json").read_text("utf-8")
    assert [form for form in ("Molly", "Zibbo", "Quill", "Mary", "rg", "evidence") if form in summary] == []
    assert sorted(path.name for path in tides.out.iterdir()) == ["messages.jsonl", "summary.json"]


def test_the_threshold_decides_and_is_remembered(tides: Place, fresh: Fresh) -> None:
    taken = {}
    for threshold in ("0.02", "0.98"):
        other = fresh()
        other.messages(ROWS)
        other.write("roster.csv", (tides / "roster.csv").read_bytes())
        assert other.run("--threshold", threshold) == 0, other.stderr
        taken[threshold] = {pair for pair, row in rows(other).items() if row["taken"]}
        assert other.summary["settings"]["threshold"] == float(threshold)
        before = rows(other)
        assert other.run("--force") == 0
        assert other.summary["settings"]["threshold"] == float(threshold)
        assert rows(other) == before
    assert ("rg", "Quill") in taken["0.02"] - taken["0.98"]
    assert ("rg", "Zibbo") in taken["0.02"] - taken["0.98"]
    assert ("mp", "Mary") in taken["0.98"] < taken["0.02"]


@pytest.mark.parametrize("threshold", ["0", "1", "-0.5", "7"])
def test_no_threshold(tides: Place, threshold: str) -> None:
    assert tides.run("--threshold", threshold) == 2
    assert "P347" in tides.stderr
    assert not tides.key.exists()


def test_what_a_person_decided_needs_no_review(tides: Place) -> None:
    assert tides.run() == 0
    assert (rows(tides)["rg", "Zibbo"]["taken"], rows(tides)["rg", "Quill"]["taken"]) == (True, False)
    tides.edit(r"(\? )?Zibbo \[1\]", "Zibbo [1]")
    tides.edit(r"^(rg .*)$", r"\1 | Quill")
    assert tides.run("--force") == 0
    for form in ("Zibbo", "Quill"):
        assert rows(tides)["rg", form] | {"taken": True, "review": False} == rows(tides)["rg", form]
    spans = {row["id"]: row["spans"] for row in tides.private("replacements")}
    assert [span[5:7] for span in spans["3"] if span[6] == "Quill"] == [[pytest.approx(1.0, abs=0.2), "Quill"]]


@pytest.fixture
def session(fresh: Fresh) -> Place:
    """RETURNS (Place): A place with one session of the example, marked by hand."""
    place = fresh()
    with (FORUM / "messages.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    chosen = [row for row in rows if row["session"] == rows[0]["session"]]
    place.messages(chosen)
    ids = {row["id"] for row in chosen}
    gold = (FORUM / "gold.jsonl").read_text("utf-8").splitlines(keepends=True)
    place.write("gold.jsonl", "".join(line for line in gold if json.loads(line)["id"] in ids))
    place.write("roster.csv", (FORUM / "roster.csv").read_bytes())
    return place


def test_weights_of_ones_own(session: Place, tmp_path: Path, fresh: Fresh) -> None:
    assert session.call("calibrate", session.path, "--out", tmp_path / "weights.json") == 0, session.stderr
    assert "Brier score" in session.stdout
    # Another process comes to the same.
    again = ["calibrate", session.path, "--out", tmp_path / "again.json", "--quiet"]
    subprocess.run([sys.executable, "-m", "spacy", "pseudo", *map(str, again)], check=True, capture_output=True)
    assert (tmp_path / "weights.json").read_bytes() == (tmp_path / "again.json").read_bytes()
    made = json.loads((tmp_path / "weights.json").read_text("utf-8"))
    place = fresh()
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        place.write(name, (FORUM / name).read_bytes())
    options = ("--allow", place / "allow.txt", "--seed", 1)
    assert place.run(*options, "--weights", tmp_path / "weights.json", messages="messages.csv") == 0, place.stderr
    assert place.summary["settings"] | {"threshold": made["threshold"], "weights": "own"} == place.summary["settings"]
    before = place.snapshot()
    (tmp_path / "weights.json").unlink()
    assert place.run(*options, "--force", messages="messages.csv") == 0, place.stderr
    assert place.snapshot() == before
    assert place.call("evaluate", FORUM / "gold.jsonl", place.key / "replacements.jsonl", "--json") == 0
    assert json.loads(place.stdout)["recall"] > 0.97


def test_weights_that_are_none(tides: Place) -> None:
    file = tides.write("weights.json", '{"threshold": 0.5}')
    assert tides.run("--weights", file) == 2
    assert "P346" in tides.stderr
    assert tides.run("--weights", tides / "nowhere.json") == 2
    assert "P503" in tides.stderr
    assert not tides.key.exists()


def test_calibrate_replaces_nothing_but_weights(tides: Place) -> None:
    assert tides.call("calibrate", FORUM, "--out", tides / "messages.jsonl") == 2
    assert "P346" in tides.stderr


def test_calibrate_needs_gold(tides: Place) -> None:
    assert tides.call("calibrate", tides.path, "--out", tides / "weights.json") == 2
    assert "P510" in tides.stderr
    tides.write("gold.jsonl", '{"id": "9", "mentions": []}\n')
    assert tides.call("calibrate", tides.path, "--out", tides / "weights.json") == 2
    assert "P526" in tides.stderr
    assert not (tides / "weights.json").exists()


def test_calibrate_needs_something_to_learn_from(fresh: Fresh) -> None:
    place = fresh()
    place.messages([{"id": "1", "author": "mp", "text": "The tide is high."}])
    place.write("gold.jsonl", '{"id": "1", "mentions": []}\n')
    assert place.call("calibrate", place.path, "--out", place / "weights.json") == 2
    assert "P511" in place.stderr
