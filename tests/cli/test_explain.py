"""`explain` answers why something was replaced, and why it stayed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .conftest import Place

ROWS = (
    {"id": "1", "author": "mp", "parent": "", "text": "Hi all,\nPoe (2010) likes tides.\nMary"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\n> Poe (2010) likes tides.\nso do I, at 28.\nRobert"},
    {"id": "3", "author": "jd", "parent": "2", "text": "Dear Robert and all,\nthe sea is wide.\nJane"},
)


@pytest.fixture
def explained(place: Place) -> Any:
    place.messages(ROWS)
    assert place.run() == 0, place.stderr

    def call(*options: object) -> str:
        assert place.call("explain", place / "messages.jsonl", "--key", place.key, *options) == 0, place.stderr
        return place.stdout

    return call


def test_every_place_with_what_became_of_it(explained: Any) -> None:
    told = json.loads(explained("--id", "2", "--json"))
    assert [(one["text"], one["outcome"], one["participants"], one["why"]) for one in told["decisions"]] == [
        ("Mary", "replaced", ["mp"], "part in greeting"),
        ("Poe", "kept", ["mp"], "cited"),
        ("Robert", "replaced", ["rg"], "part in signature"),
    ]
    zones = [
        (told["text"][z["start"] : z["end"]].strip(), z["kind"], z["speaker"], z["addressee"]) for z in told["zones"]
    ]
    assert zones == [
        ("Hi Mary,", "own", "rg", "mp"),
        ("> Poe (2010) likes tides.", "quoted", "mp", "rg"),
        ("so do I, at 28.\nRobert", "own", "rg", "mp"),
    ]
    assert "2-2 quoted (mp to rg)" in explained("--id", "2")
    assert [(slot["text"], slot["kind"]) for slot in told["slots"]] == [("Mary", "greeting"), ("Robert", "last_line")]
    (mary, *_) = (word for word in told["words"] if word["text"] == "Mary")
    assert "form of a participant" in mary["known"]
    assert told["result"].count("Poe") == 1


def test_the_table_shows_one_word_and_its_evidence(explained: Any) -> None:
    shown = explained("--id", "2", "--word", "robert")
    assert "'Robert': rg: registered; signs so once, nobody else does" in shown
    assert "Mary" not in shown
    assert "PRIVATE" in shown
    assert "'Zora' does not stand in the message" in explained("--id", "2", "--word", "Zora")


def test_nothing_is_written(explained: Any, place: Place) -> None:
    before = {path: path.read_bytes() for path in place.path.rglob("*") if path.is_file()}
    explained("--id", "3")
    assert {path: path.read_bytes() for path in place.path.rglob("*") if path.is_file()} == before


def test_a_message_that_is_not_there(explained: Any, place: Place) -> None:
    assert place.call("explain", place / "messages.jsonl", "--key", place.key, "--id", "77") == 2
    assert "P388" in place.stderr


def test_whose_a_name_is(explained: Any) -> None:
    told = json.loads(explained("--name", "robert", "--json"))["considered"]
    assert ("rg", "Robert", "in names.txt", ["2", "3"]) in [
        (one["participant"], one["form"], one["outcome"], one["messages"]) for one in told
    ]
    shown = explained("--name", "Robert")
    assert "rg, 'Robert': registered; signs so once, nobody else does; is greeted so once" in shown
    assert "PRIVATE" in shown
    assert "Nobody is called so" in explained("--name", "Zora")


def test_a_full_name_that_was_found(place: Place) -> None:
    block = "\n\n-- \nPrudence Ashdown <pa@tele.example>"
    (place / "roster.csv").unlink(missing_ok=True)
    place.messages([{"id": "1", "author": "x1", "text": f"The sea is wide.{block}"}])
    assert place.run() == 0, place.stderr
    assert place.call("explain", place / "messages.jsonl", "--key", place.key, "--name", "Ashdown") == 0, place.stderr
    assert "of a full name that was found: beside an address once" in place.stdout


def test_a_message_or_a_name(place: Place) -> None:
    place.messages(ROWS)
    assert place.run() == 0, place.stderr
    assert place.call("explain", place / "messages.jsonl", "--key", place.key) == 2
    assert "[P390]" in place.stderr
