"""A run says what is left, how much of it and where to look; the lists have the text and what stands around it."""

from __future__ import annotations

import csv
import stat
from pathlib import Path
from typing import Any

URL = "https://tides.example/x."
ROWS: tuple[dict[str, str], ...] = (
    {"id": "1", "author": "mp", "thread": "a", "text": f"Hi all,\nPoe (2010) is at {URL}\nMary"},
    {"id": "2", "author": "rg", "thread": "a", "parent": "1", "text": f"> Poe (2010) is at {URL}\nYes!"},
    {"id": "3", "author": "jd", "thread": "b", "text": "There was a Dorning beside it.", "subject": "Poe (1999)"},
)
ROSTER = "id,name\nmp,Mary Poe\nrg,Robert Dorning\njd,Jane Dorn\n"


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_what_is_kept_is_listed_once_and_counted(place: Any) -> None:
    place.messages(ROWS)
    place.write("roster.csv", ROSTER)
    assert place.run("--seed", 1) == 0
    rows = place.private("kept")
    assert [(row["text"], row["field"], row["reason"], row["ids"]) for row in rows] == [
        ("Dorning", "text", "surname", ["3"]),
        ("Poe", "text", "cited", ["1", "2"]),
        ("Poe", "subject", "cited", ["3"]),
    ]
    for row in rows:
        source = {message["id"]: message for message in ROWS}[row["id"]][row["field"]]
        assert source[row["start"] : row["end"]] == row["text"]
        assert source[: row["start"]].endswith(row["before"])
        assert source[row["end"] :].startswith(row["after"])
    assert rows[0]["participants"] == ["rg"]
    assert [row["probability"] for row in rows] == sorted((row["probability"] for row in rows), reverse=True)
    assert place.summary["participants' names kept"] == {"all": 4, "cited": 3, "surname": 1}
    assert "4 places keep what may be a participant's name" in place.stdout
    assert "kept.jsonl" in place.stdout
    assert stat.S_IMODE((place.key / "kept.jsonl").stat().st_mode) == 0o600


def test_addresses_and_numbers_that_are_left_are_listed(place: Any) -> None:
    place.messages(ROWS)
    place.write("roster.csv", ROSTER)
    assert place.run("--seed", 1) == 0
    rows = table(place.key / "left.csv")
    urls = [row for row in rows if row["label"] == "URL"]
    assert [(row["id"], row["text"], row["reason"]) for row in urls] == [
        ("1", URL, "not replaced"),
        ("2", URL, "not replaced"),
    ]
    assert urls[0]["before"].endswith("is at ")
    assert place.summary["not dealt with"]["web addresses"] == 2
    assert "left.csv" in place.stdout


def test_sensitive_words_are_marked_and_come_first(place: Any) -> None:
    said = {"id": "4", "author": "mp", "thread": "c", "text": "I live in Leeds and I am a Buddhist."}
    place.messages((*ROWS, said))
    place.write("roster.csv", ROSTER)
    assert place.run("--seed", 1) == 0
    rows = table(place.key / "left.csv")
    assert next((row["label"], row["text"], row["reason"]) for row in rows) == ("RELIGIOUS", "Buddhist", "marked")
    assert {row["label"] for row in rows} == {"RELIGIOUS", "CITY", "URL"}
    assert place.texts["4"].endswith("I am a Buddhist.")
    assert place.apply("--no-sensitive") == 0
    assert {row["label"] for row in table(place.key / "left.csv")} == {"CITY", "URL"}


def test_conflicts_and_others_have_their_context(place: Any) -> None:
    place.write("roster.csv", "id,name\nmp,Mary Poe\nmg,Mary Grey\njd,Jane Dorn\n")
    place.messages(
        [
            {"id": "1", "author": "jd", "text": "I saw Mary at the tide."},
            {"id": "2", "author": "jd", "text": "My brother Ezekiel saw it, too."},
        ]
    )
    assert place.run() == 0
    (conflict,) = place.private("conflicts")
    assert (conflict["text"], conflict["before"], conflict["after"]) == ("Mary", "I saw ", " at the tide.")
    (other,) = table(place.key / "others.csv")
    assert (other["name"], other["context"]) == ("Ezekiel", "My brother Ezekiel saw it, too.")


def test_apply_obeys_decisions_and_tells_which_do_not_fit(place: Any) -> None:
    place.messages(ROWS)
    place.write("roster.csv", ROSTER)
    assert place.run("--seed", 1) == 0
    at = ROWS[2]["text"].index("Dorning")
    place.write(
        "key/decisions.csv",
        "id,field,start,end,text,decision,note\n"
        f"3,text,{at},{at + 7},Dorning,rg,it is Robert\n"
        "3,text,0,7,Dorning,keep,not there any more\n",
    )
    assert place.apply() == 0
    assert place.texts["3"].startswith(f"There was a [{place.labels['rg']}] beside it")
    assert "1 decision does not fit the texts any more" in place.stdout
    assert "line 3" in place.stdout
    assert place.summary["decisions that no longer fit"] == 1
    assert place.run("--force", "--seed", 1) == 0  # and so does another run, which leaves the file as it is
    assert place.texts["3"].startswith(f"There was a [{place.labels['rg']}] beside it")
    assert "it is Robert" in (place.key / "decisions.csv").read_text("utf-8")


def test_a_decision_for_nobody_is_refused(place: Any) -> None:
    assert place.run("--seed", 1) == 0
    before = place.snapshot()
    place.write("key/decisions.csv", "id,field,start,end,text,decision,note\n,corpus,,,Poe,zz,\n")
    assert place.apply() == 2
    assert "P383" in place.stderr
    assert "line 2" in place.stderr
    (place.key / "decisions.csv").unlink()
    assert place.snapshot() == before
