"""Names of people who take no part, as the command line is told to treat them."""

from __future__ import annotations

import json
from typing import Any

import pytest

ROWS = [
    {"id": "1", "author": "mp", "parent": "", "text": "Hi all,\nI like tides.\nMary"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nso does my sister Ottilie. Ottilie swims.\nRob"},
    {"id": "3", "author": "mp", "parent": "2", "text": "I talked to Desmond Okafor.", "subject": "Ottilie"},
]


@pytest.fixture
def talk(place: Any) -> Any:
    place.messages(ROWS)
    return place


def others(place: Any) -> list[list[Any]]:
    lines = (place.key / "replacements.jsonl").read_text("utf-8").splitlines()
    return [row for line in lines for name in ("subject_others", "others") for row in json.loads(line).get(name, ())]


@pytest.mark.parametrize(
    ("mode", "texts"),
    [
        ("keep", ["so does my sister Ottilie. Ottilie swims.", "I talked to Desmond Okafor."]),
        ("mask", ["so does my sister [X]. [X] swims.", "I talked to [X]."]),
    ],
)
def test_modes(talk: Any, mode: str, texts: list[str]) -> None:
    assert talk.run("--others", mode) == 0, talk.stderr
    assert [text in talk.texts[id] for id, text in zip("23", texts, strict=True)] == [True, True]
    hidden = 0 if mode == "keep" else 4
    assert talk.summary["people who take no part"] == {
        "probable": 2,
        "less probable, left": 0,
        "names replaced": hidden,
        "names left": 4 - hidden,
    }
    assert talk.summary["settings"]["others"] == mode
    assert [row[3] for row in others(talk)] == [None if mode == "keep" else "[X]"] * 4
    assert "--others mask" in talk.stdout if mode == "keep" else "others.csv" in talk.stdout


def test_masked_by_default(talk: Any) -> None:
    assert talk.run() == 0, talk.stderr
    assert "my sister [X]" in talk.texts["2"]


def test_numbers_stay_when_a_key_is_extended(talk: Any) -> None:
    assert talk.run("--others", "pseudonym") == 0, talk.stderr
    before = dict(talk.texts)
    talk.messages([*ROWS, {"id": "4", "author": "rg", "parent": "3", "text": "My dog Biscuit barks at Ottilie."}])
    assert talk.run("--others", "pseudonym", "--force") == 0, talk.stderr
    assert {id: talk.texts[id] for id in before} == before
    name = before["2"].partition("my sister ")[2].partition(".")[0]
    assert talk.texts["4"].endswith(f"barks at {name}.")
    assert "Biscuit" not in talk.texts["4"]


def test_a_deleted_line_is_a_name_that_stays(talk: Any) -> None:
    assert talk.run() == 0, talk.stderr
    file = talk.key / "others.csv"
    kept = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("Ottilie")]
    assert len(kept) > 1
    file.write_text("\n".join(kept) + "\n", "utf-8")
    assert talk.apply("--force") == 0, talk.stderr
    assert "my sister Ottilie. Ottilie swims." in talk.texts["2"]
    assert "I talked to [X]." in talk.texts["3"]


def test_a_wrong_way(talk: Any) -> None:
    assert talk.run("--others", "hide") == 2
    assert "P784" in talk.stderr


def test_a_table_that_is_gone_is_missed(place: Any) -> None:
    place.messages([{"id": "1", "author": "mp", "text": "My brother Callum likes tides.\nMary"}])
    assert place.run() == 0, place.stderr
    assert "Callum" not in place.texts["1"]
    (place.key / "others.csv").unlink()
    for command in (place.apply, place.run):
        assert command("--force") == 2
        assert "P353" in place.stderr
    assert "Callum" not in place.texts["1"]


def test_a_name_map_that_is_gone_is_missed(place: Any) -> None:
    place.messages([{"id": "1", "author": "mp", "text": "Hello all.\n\nBest,\nMary"}])
    assert place.run() == 0, place.stderr
    (place.key / "names.txt").unlink()
    assert place.apply() == 2
    assert "P353" in place.stderr
