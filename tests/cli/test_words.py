"""`spacy-pseudo words`: a list of words that are taken for names, pruned by hand, and what it does."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import Any

import pytest

FORUM = [
    {"id": "1", "author": "a1", "text": "Hello all,\nthe tides are high in spring.\n\nBest,\nWrzosek"},
    {
        "id": "2",
        "author": "a2",
        "parent": "1",
        "text": "Hi Wrzosek,\nthey are. A callender would help.\n\nThanks,\nBob",
    },
    {"id": "3", "author": "a1", "parent": "2", "text": "Thanks Bob, I have made one.\n\nBest,\nWrzosek"},
    {"id": "4", "author": "a3", "parent": "3", "text": "Dear Wrzosek, dear Bob,\nwell done.\n\nCheers,\nZilpah"},
]


@pytest.fixture
def listed(place: Any) -> Path:
    """RETURNS (Path): The list of a small forum."""
    place.messages(FORUM)
    out: Path = place / "words.csv"
    assert place.call("words", place / "messages.jsonl", "--out", out) == 0, place.stderr
    return out


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_names_are_listed_most_frequent_first(listed: Path) -> None:
    found = rows(listed)
    assert list(found[0]) == ["word", "occurrences", "probability"]
    assert [row["word"] for row in found][:2] == ["wrzosek", "bob"]
    assert {"zilpah"} <= {row["word"] for row in found}
    assert not {"callender", "tides", "spring"} & {row["word"] for row in found}
    counts = [int(row["occurrences"]) for row in found]
    assert counts == sorted(counts, reverse=True)
    assert all(0 <= float(row["probability"]) <= 1 for row in found)


def test_the_list_is_private_and_says_so(listed: Path, place: Any) -> None:
    assert "keep it to yourself" in place.stdout
    if os.name == "posix":
        assert listed.stat().st_mode & 0o077 == 0


def test_the_list_is_not_overwritten_unasked(listed: Path, place: Any) -> None:
    listed.write_text("word\nbob\n")
    assert place.call("words", place / "messages.jsonl", "--out", listed) == 2
    assert "P766" in place.stderr
    assert listed.read_text() == "word\nbob\n"
    assert place.call("words", place / "messages.jsonl", "--out", listed, "--force") == 0
    assert len(rows(listed)) > 1


def test_what_a_person_leaves_in_the_list_counts(listed: Path, place: Any) -> None:
    (place / "roster.csv").unlink(missing_ok=True)
    texts = ("Hello all, the tides are high.", "Doradus, it seems that many of us think so.")
    place.messages({"id": str(n), "author": f"a{n}", "parent": str(n - 1), "text": t} for n, t in enumerate(texts))
    for names, hidden in (("doradus", True), ("karuna", False)):
        listed.write_text(f"word\n{names}\n")
        place.key = place / names
        assert place.run("--name-words", listed, "--seed", 1, "--force") == 0, place.stderr
        assert ("Doradus" not in place.texts["1"]) == hidden


def test_a_model_or_list_that_is_not_there(place: Any) -> None:
    place.messages(FORUM)
    words = ("words", place / "messages.jsonl", "--out", place / "w.csv", "--name-words")
    assert place.call(*words, place / "nothing") == 2
    assert "P503" in place.stderr
    assert place.call(*words, "none") == 2
    assert "P767" in place.stderr
    assert not (place / "w.csv").exists()


def test_listed_names_of_people_who_take_no_part_are_hidden(listed: Path, place: Any) -> None:
    place.messages([*FORUM, {"id": "5", "author": "a1", "text": "We do it as Shanthi does."}])
    for names, stands in (("wrzosek\nbob\nzilpah", True), ("wrzosek\nbob\nzilpah\nshanthi", False)):
        listed.write_text(f"word\n{names}\n")
        place.key = place / str(stands)
        assert place.run("--name-words", listed, "--seed", 1, "--force") == 0, place.stderr
        assert ("Shanthi" in place.texts["5"]) == stands
