"""Rules in files: `--rules` of run, apply and explain."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from .conftest import Place

ROWS = (
    {"id": "1", "author": "mp", "parent": "", "text": "Hi all,\nI sail on the Aurora, cabin 12b, and I am 28.\nMary"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nso do I.\nRobert"},
)
RULES = "SHIP: aurora vesta\n# whose\nID .9 cabin [DIG ~WORD?]\nEMPLOYER .9 on THE [SHIP]\n"


def test_rules_of_a_file_are_used_and_explained(place: Place) -> None:
    place.messages(ROWS)
    rules = place.write("ships.rules", RULES)
    assert place.run("--rules", rules, "--identifiers", "EMPLOYER=mask") == 0, place.stderr
    text = place.written[0]["text"]
    assert "Aurora" not in text
    assert "cabin [ID" in text
    explain = ("explain", place / "messages.jsonl", "--key", place.key, "--id", "1", "--rules", rules)
    assert place.call(*explain, "--json") == 0, place.stderr
    told = [(one["text"], one["label"], one["where"], one["taken"]) for one in json.loads(place.stdout)["rules"]]
    assert ("Aurora", "EMPLOYER", "ships.rules:4", True) in told
    assert ("12b", "ID", "ships.rules:3", True) in told
    assert [row[:2] for row in told if row[2].startswith("ages.rules:")] == [("28", "AGE")]
    assert place.call(*explain) == 0, place.stderr
    assert "EMPLOYER .9 on THE [SHIP]" in place.stdout


def test_without_rules_nothing_of_them_is_found(place: Place) -> None:
    place.messages(ROWS)
    assert place.run() == 0, place.stderr
    assert "cabin 12b" in place.written[0]["text"]


def test_what_is_wrong_in_a_file_is_told_before_any_work(place: Place) -> None:
    place.messages(ROWS)
    rules = place.write("ships.rules", "ID .9 cabin [DIG]\n\nEMPLOYER .9 on [BOAT]\n")
    command = [
        sys.executable,
        "-m",
        "spacy",
        "pseudo",
        "run",
        place / "messages.jsonl",
        "--roster",
        place / "roster.csv",
    ]
    options = ["--out", place.out, "--key", place.key, "--rules", rules]
    done = subprocess.run(
        list(map(str, [*command, *options])),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "999"},
    )
    assert done.returncode == 2, done.stdout + done.stderr
    said = " ".join(done.stderr.split())
    assert f"{rules}, line 3: [P850] There is no class of words called 'BOAT'" in said
    assert not place.out.exists()
    assert place.run("--rules", place / "none.rules") == 2
    assert "P503" in place.stderr
