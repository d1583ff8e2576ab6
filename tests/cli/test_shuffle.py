"""Schools, employers and places that are exchanged among the messages of a corpus."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from typing import Any

import pytest

SHUFFLE = ("--identifiers", "SCHOOL=shuffle", "--identifiers", "CITY=shuffle")
TEXTS = {
    "1": ("mp", "Hi all,\nI study at Leeds University and live in Exeter.\nMary"),
    "2": ("rg", "Hi Mary,\nI study at Ashby College and live in Norwich.\nRobert"),
    "3": ("jd", "Dear Robert,\nI taught at Holt Academy. Mary lives in Exeter, you in Norwich.\nJane"),
    "4": ("mp", "I moved to Bristol.\nMary"),
    "5": ("rg", "I live in Exeter's old town. I study at LEEDS UNIVERSITY.\nRobert"),
}
SCHOOLS = ("Leeds University", "Ashby College", "Holt Academy")
CITIES = ("Exeter", "Norwich", "Bristol")


@pytest.fixture
def talk(place: Any) -> Any:
    place.messages([{"id": id, "author": author, "text": text} for id, (author, text) in TEXTS.items()])
    return place


def found(place: Any, id: str) -> list[tuple[str, str, str]]:
    """RETURNS (list[tuple[str, str, str]]): Label, original and what is written, of other personal data."""
    (row,) = (row for row in place.private("replacements") if row["id"] == id)
    return [(label, original, written) for _, _, label, written, _, _, original in row["identifiers"]]


def test_values_are_exchanged_and_no_message_keeps_its_own(talk: Any) -> None:
    assert talk.run(*SHUFFLE, "--seed", 1) == 0, talk.stderr
    everything = [one for id in TEXTS for one in found(talk, id)]
    schools = {original: written for label, original, written in everything if label == "SCHOOL"}
    assert {schools[school] for school in SCHOOLS} == set(SCHOOLS)
    assert schools["LEEDS UNIVERSITY"] == schools["Leeds University"].upper()
    for id, text in talk.texts.items():
        own = [value for value in (*SCHOOLS, *CITIES) if value.lower() in TEXTS[id][1].lower()]
        assert own
        assert not [value for value in own if value.lower() in text.lower()]
    # Exeter and Norwich stand in one message: neither may become the other, and Bristol takes the place of one of them.
    cities = {original: written for label, original, written in everything if label == "CITY"}
    assert sum(cities[city] == "Bristol" for city in ("Exeter", "Norwich")) == 1
    assert cities["Bristol"] in ("Exeter", "Norwich")
    assert talk.texts["5"].startswith(f"I live in {cities['Exeter']}'s old town.")
    assert talk.summary["settings"]["identifiers"]["SCHOOL"] == "exchanged"


def test_it_is_in_the_key_and_apply_follows_it(talk: Any) -> None:
    assert talk.run(*SHUFFLE, "--seed", 1) == 0, talk.stderr
    path = talk.key / "exchanged.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert {row["text"] for row in rows} == {*SCHOOLS, *CITIES}
    assert not (talk.out / "exchanged.jsonl").exists()
    assert "Exeter" not in (talk.out / "summary.json").read_text("utf-8")
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    texts, before = talk.texts, path.read_bytes()
    # One message alone becomes what it was among the others, and what was decided stays.
    talk.messages([{"id": "1", "author": "mp", "text": TEXTS["1"][1]}], "one.jsonl")
    assert talk.apply(*SHUFFLE, messages="one.jsonl") == 0, talk.stderr
    assert talk.texts["1"] == texts["1"]
    assert path.read_bytes() == before
    assert talk.apply(*SHUFFLE) == 0, talk.stderr
    assert talk.texts == texts
    assert talk.run(*SHUFFLE, "--force") == 0, talk.stderr
    assert (talk.texts, path.read_bytes()) == (texts, before)
    # With another choice it is there, and nobody looks at it.
    assert talk.apply("--identifiers", "SCHOOL=mask") == 0
    assert path.read_bytes() == before
    assert "[SCHOOL:" in talk.texts["1"]


def test_whoever_did_not_consent_lends_nothing(talk: Any) -> None:
    exclude = talk.write("exclude.txt", "jd\n")
    assert talk.run(*SHUFFLE, "--seed", 1, "--exclude", exclude) == 0, talk.stderr
    assert "Holt" not in (talk.key / "exchanged.jsonl").read_text("utf-8")
    assert "Holt" not in " ".join(talk.texts.values())


def test_the_same_in_another_process(talk: Any) -> None:
    assert talk.run(*SHUFFLE, "--seed", 1) == 0, talk.stderr
    command = [sys.executable, "-m", "spacy", "pseudo", "apply", talk / "messages.jsonl", "--key", talk.key]
    out = talk.path / "other"
    options = ["--out", out, *SHUFFLE, "--quiet"]
    done = subprocess.run([*map(str, (*command, *options))], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (out / "messages.jsonl").read_bytes() == (talk.out / "messages.jsonl").read_bytes()


def test_one_value_alone_is_drawn(place: Any) -> None:
    rows = [{"id": str(n), "author": "mp", "text": "I study at Leeds University."} for n in range(2)]
    place.messages(rows)
    assert place.run(*SHUFFLE, "--seed", 1) == 0, place.stderr
    ((_, _, written),) = found(place, "0")
    assert place.apply("--identifiers", "SCHOOL=surrogate") == 0
    assert found(place, "0") == [("SCHOOL", "Leeds University", written)]
    assert written != "Leeds University"


def test_swedish(place: Any) -> None:
    texts = ["Jag bor i Lund och pluggar på Björkgymnasiet.", "Jag bor i Kalmar, och Ekgymnasiets lärare är bra."]
    place.messages([{"id": str(n), "author": "mp", "text": text} for n, text in enumerate(texts)])
    assert place.run(*SHUFFLE, "--lang", "sv", "--seed", 1) == 0, place.stderr
    assert place.texts == {
        "0": "Jag bor i Kalmar och pluggar på Ekgymnasiet.",
        "1": "Jag bor i Lund, och Björkgymnasiets lärare är bra.",
    }


def test_what_cannot_be_exchanged(place: Any) -> None:
    assert place.run("--identifiers", "EMAIL=shuffle") == 2
    assert "P727" in place.stderr
    assert place.run("--identifiers", "all=shuffle") == 0, place.stderr
