"""Decisions of a person speak for similar places and forms, and each command tells what has changed because of them."""

from __future__ import annotations

import stat
from typing import Any

ROSTER = "id,name\nmp,Mary Poe\nrd,Robert Dorning\njd,Jane Dorn\n"
ROWS: tuple[dict[str, Any], ...] = (
    {
        "id": "1",
        "author": "mp",
        "thread": "a",
        "text": "There was a Dorning beside it.",
        "subject": "I saw a Dorning there",
    },
    {"id": "2", "author": "jd", "thread": "b", "text": "I have seen a Dorning there, too."},
    {"id": "3", "author": "jd", "thread": "b", "text": "Dorning (2010) was right."},
    {"id": "4", "author": "mp", "thread": "c", "text": "It was Kayzee who wrote it, not Kayze."},
    {"id": "5", "author": "jd", "thread": "c", "text": "Hi Kayzee,\nthanks."},
)
HEADER = "id,field,start,end,text,decision,note\n"
SURNAME = "1,text,12,19,Dorning,rd,it is Robert\n"
NICKNAME = "4,text,7,13,Kayzee,rd,\n"


def started(place: Any, *rows: str) -> None:
    place.messages(ROWS)
    place.write("roster.csv", ROSTER)
    assert place.run("--seed", 1) == 0, place.stderr
    assert not (place.key / "adapted.jsonl").exists()
    assert place.summary["judged otherwise because of decisions"] == {"forms": 0, "places": 0, "decisions": 0}
    place.write("key/decisions.csv", HEADER + "".join(rows))


def test_what_has_changed_is_told_and_listed(place: Any) -> None:
    started(place, SURNAME, NICKNAME)
    assert place.apply() == 0, place.stderr
    robert = f"[{place.labels['rd']}]"
    assert place.texts["2"] == f"I have seen a {robert} there, too."
    assert place.texts["3"] == ROWS[2]["text"]
    assert place.texts["5"] == f"Hi {robert},\nthanks."
    assert "1 form and 2 places are judged otherwise because of 2 decisions of yours" in place.stdout
    form, *places = place.private("adapted")
    assert (form["field"], form["id"], form["text"], form["now"]) == ("form", "rd", "Kayzee", "taken")
    assert [(row["id"], row["field"], row["start"], row["was"], row["now"]) for row in places] == [
        ("1", "subject", 8, "kept: surname", "rd"),
        ("2", "text", 14, "kept: surname", "rd"),
    ]
    cause = {"field": "text", "id": "1", "start": 12, "end": 19, "text": "Dorning", "decision": "rd"}
    assert [row["because"] for row in places] == [[cause], [cause]]
    assert place.summary["judged otherwise because of decisions"] == {"forms": 1, "places": 2, "decisions": 2}
    assert place.summary["decisions that no longer fit"] == 0
    assert stat.S_IMODE((place.key / "adapted.jsonl").stat().st_mode) == 0o600


def test_a_second_time_changes_nothing(place: Any) -> None:
    started(place, SURNAME, NICKNAME)
    assert place.apply() == 0
    before = place.snapshot()
    assert place.apply() == 0
    assert place.snapshot() == before
    adapted, texts = place.private("adapted"), place.texts
    assert place.run("--force", "--seed", 1) == 0, place.stderr
    assert (place.private("adapted"), place.texts) == (adapted, texts)


def test_what_followed_goes_with_the_decision(place: Any) -> None:
    another = "5,text,0,2,Hi,keep,\n"
    started(place, another)
    assert place.apply() == 0
    before = place.texts
    place.write("key/decisions.csv", HEADER + SURNAME + NICKNAME + another)
    assert place.apply() == 0
    assert place.texts != before
    place.write("key/decisions.csv", HEADER + another)
    assert place.apply() == 0
    assert place.texts == before
    assert not (place.key / "adapted.jsonl").exists()


def test_a_person_decides_against_what_followed(place: Any) -> None:
    started(place, SURNAME, "2,thread,,,Dorning,keep,somebody else\n")
    assert place.apply() == 0
    assert place.texts["2"] == ROWS[1]["text"]
    assert [row["id"] for row in place.private("adapted")] == ["1"]


def test_discover_tells_of_forms(place: Any) -> None:
    started(place, NICKNAME)
    roster = ("--roster", place / "roster.csv")
    assert place.call("discover", place / "messages.jsonl", "--key", place.key, *roster) == 0, place.stderr
    assert "1 form is judged otherwise because of 1 decision of yours" in place.stdout
    assert [row["text"] for row in place.private("adapted")] == ["Kayzee"]


def test_other_messages_stay_as_they_are(place: Any) -> None:
    started(place, SURNAME)
    assert place.apply() == 0
    before = place.private("adapted")
    place.messages(ROWS[2:3], "later.jsonl")
    assert place.run("--force", "--out", place / "later", messages="later.jsonl", command="apply") == 0, place.stderr
    assert place.private("adapted") == before


def test_places_in_html(place: Any) -> None:
    rows = [{**row, "text": f"<p>{row['text'].replace('Dorning', '<b>Dorning</b>')}</p>", "html": True} for row in ROWS]
    place.messages(rows)
    place.write("roster.csv", ROSTER)
    assert place.run("--seed", 1) == 0, place.stderr
    at = rows[0]["text"].index("Dorning")
    place.write("key/decisions.csv", f"{HEADER}1,text,{at},{at + 7},Dorning,rd,\n")
    assert place.apply() == 0, place.stderr
    assert place.texts["2"] == f"<p>I have seen a <b>[{place.labels['rd']}]</b> there, too.</p>"
