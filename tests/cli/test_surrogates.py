"""What is put in place of names and other personal data, as the command line is told to."""

from __future__ import annotations

import csv
import os
import re
import stat
import subprocess
import sys
from typing import Any

import pytest

from spacy_pseudo.text.words import fold_all

TEXT = "Hi Rob,\nRobert Grey said so. On 5 March 2024 I was in Leeds, as a nurse. I am a Quaker.\nMary"
ROWS = [
    {"id": "1", "author": "mp", "parent": "", "text": "Hi all,\nI like tides.\nMary", "timestamp": "2024-02-02"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nso do I.\nRob", "timestamp": "2024-02-03"},
    {"id": "3", "author": "mp", "parent": "2", "text": TEXT, "subject": "Leeds", "timestamp": "2024-02-04"},
    {"id": "4", "author": "jd", "parent": "3", "text": "Thanks Mray, from 5 to 9 March 2024.\nJane"},
]


@pytest.fixture
def talk(place: Any) -> Any:
    place.messages(ROWS)
    return place


def rows(place: Any) -> list[dict[str, str]]:
    with (place.key / "surrogates.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_nicknames_with_a_pseudonym_of_their_own(talk: Any) -> None:
    assert talk.run("--own-nicknames") == 0, talk.stderr
    robert = talk.labels["rg"]
    assert talk.texts["3"].startswith(f"Hi [{robert}b],\n[{robert}] said so.")
    assert talk.apply() == 0
    assert talk.texts["3"].startswith(f"Hi [{robert}],\n[{robert}] said so.")


def test_drawn_names_with_the_slips_of_the_names(talk: Any) -> None:
    assert talk.run("--pseudonyms", "surrogate", "--seed", 1) == 0, talk.stderr
    given = talk.labels["mp"].split()[0]
    assert talk.texts["4"].startswith(f"Thanks {given},")
    assert talk.apply("--slips") == 0, talk.stderr
    slip = re.match(r"Thanks (\w+),", talk.texts["4"])
    assert slip is not None
    assert sorted(slip[1].lower()) == sorted(given.lower())
    assert slip[1] != given
    assert talk.apply("--visible") == 0
    assert talk.texts["2"].startswith(f"Hi ⟦{given}⟧,")


def test_drawn_names_in_the_script_of_the_names_or_in_latin_letters(place: Any) -> None:
    place.messages([{"id": "1", "author": "ip", "parent": "", "text": "Hi all,\nI like tides.\nИван Петров"}])
    place.write("roster.csv", "id,name\nip,Иван Петров\n")
    options = ("--roster", place.key.parent / "roster.csv", "--pseudonyms", "surrogate", "--seed", 1)
    assert place.run(*options) == 0, place.stderr
    assert re.search(r"\n[А-Я][а-я]+ [А-Я][а-я]+$", place.texts["1"])
    assert place.apply("--latin") == 0, place.stderr
    assert re.search(r"\n[A-Z][a-z]+ [A-Z][a-z]+$", place.texts["1"])


def test_dates_are_moved_together_or_each_for_itself(talk: Any) -> None:
    options = ("--identifiers", "DATE=surrogate", "--timestamps", "shift")
    assert talk.run(*options) == 0, talk.stderr
    together = talk.texts
    assert talk.apply(*options, "--dates", "random") == 0, talk.stderr
    apart = talk.texts
    for found in (together, apart):
        assert re.search(r"On \d{1,2} [A-Z][a-z]+ 20\d\d I was", found["3"])
        assert "5 March 2024" not in found["3"]
    assert together["3"] != apart["3"]
    assert talk.apply(*options, "--dates", "shift") == 0
    assert talk.texts == together
    assert talk.apply("--dates", "never") == 2
    assert "P725" in talk.stderr


def test_cities_alone_go_with_their_country_unless_they_are_to_stay(place: Any) -> None:
    place.messages(
        [
            {"id": "1", "author": "mp", "text": "Hi all,\nI am from Odense in Denmark, and speak Danish.\nMary"},
            {"id": "2", "author": "mp", "text": "Hi all,\nI live in Odense. I am Danish. The Danes say so.\nMary"},
            {"id": "3", "author": "mp", "text": "Hi all,\nI live in Odense.\nMary"},
        ]
    )
    assert place.run("--identifiers", "all=surrogate") == 0, place.stderr
    assert place.summary["settings"]["cities"] == "move"
    moved = place.texts
    city = re.search(r"I am from (.+) in ", moved["1"])
    assert city is not None
    assert f"I live in {city[1]}." in moved["2"]
    assert f"I live in {city[1]}." in moved["3"]
    assert not re.search("Odense|Denmark|Danish|Danes", "".join(moved.values()))
    assert place.apply("--identifiers", "all=surrogate", "--cities", "stay") == 0, place.stderr
    assert place.summary["settings"]["cities"] == "stay"
    assert {id: place.texts[id] == moved[id] for id in moved} == {"1": True, "2": True, "3": False}
    assert place.apply("--cities", "fly") == 2
    assert "P728" in place.stderr


def test_what_is_only_marked_is_counted_listed_and_replaced_as_a_person_wants(talk: Any) -> None:
    words = talk.write("words.txt", "Quaker\n")
    options = ("--words", f"RELIGIOUS={words}")
    assert talk.run(*options) == 0, talk.stderr
    assert talk.summary["marked, to be looked at"] == {
        "all": 4, "sensitive": 1, "CITY": 2, "PROFESSION": 1, "RELIGIOUS": 1,
    }  # fmt: skip
    assert "4 places are marked and not replaced, 1 of them sensitive" in " ".join(talk.stdout.split())
    found = rows(talk)
    assert [(row["label"], row["text"], row["count"]) for row in found] == [
        ("RELIGIOUS", "Quaker", "1"), ("CITY", "Leeds", "2"), ("PROFESSION", "nurse", "1"),
    ]  # fmt: skip
    assert "I was in [Leeds], as a nurse" in found[1]["context"]
    assert found[1]["message"] == "3"
    if os.name == "posix":
        assert stat.S_IMODE((talk.key / "surrogates.csv").stat().st_mode) == 0o600
    (row,) = (row for row in talk.private("replacements") if row["id"] == "3")
    assert [one[2] for one in row["identifiers"]] == ["DATE"]
    assert [one[2] for one in row["marked"]] == ["CITY", "PROFESSION", "RELIGIOUS"]
    assert [one[2] for one in row["subject_marked"]] == ["CITY"]
    assert not any("Quaker" in path.read_text("utf-8") for path in [talk.out / "summary.json"])

    path = talk.key / "surrogates.csv"
    path.write_text("label,text,surrogate\nRELIGIOUS,Quaker,believer\nCITY,Leeds,\n", "utf-8")
    assert talk.apply(*options) == 0, talk.stderr
    assert "I am a believer." in talk.texts["3"]
    assert talk.summary["marked, to be looked at"]["sensitive"] == 0
    assert [(row["text"], row["count"], row["surrogate"]) for row in rows(talk)] == [
        ("Quaker", "1", "believer"), ("Leeds", "2", ""), ("nurse", "1", ""),
    ]  # fmt: skip
    path.write_text("label,text,surrogate\nRELIGIOUS,Quaker,believer\nTOWN,Leeds,x\n", "utf-8")
    assert talk.apply(*options) == 2
    assert "P351" in talk.stderr
    assert "Leeds" not in talk.stderr


def test_nobody_is_given_a_name_that_stays_or_that_is_in_the_texts(talk: Any) -> None:
    # Whoever is drawn first would be called otherwise if nothing had to be avoided.
    talk.run("--pseudonyms", "surrogate", "--seed", 1)
    taken = {word for name in talk.labels.values() for word in name.split()}
    allow = talk.write("allow.txt", "".join(f"{word} Smith\n" for word in sorted(taken)))
    for command in ("run", "discover"):
        other = type(talk)(talk.path / command)
        other.path.mkdir()
        other.messages([*ROWS, {"id": "5", "author": "jd", "text": "As Hammond and then Nadine said."}])
        options = ("--allow", allow, "--pseudonyms", "surrogate", "--seed", 1)
        roster = ("--roster", talk / "roster.csv")
        if command == "run":
            assert other.run(*roster, *options) == 0, other.stderr
        else:
            assert other.call("discover", other / "messages.jsonl", "--key", other.key, *roster, *options) == 0
        drawn = {word for name in other.labels.values() for word in fold_all(name)}
        assert drawn.isdisjoint(word.lower() for word in taken)
        assert drawn.isdisjoint({"hammond", "nadine", "smith", "mary", "poe", "jane", "dorn"})


def test_the_same_in_every_process_and_others_with_another_secret(talk: Any) -> None:
    rest = (
        "Call 020 7123 4567 or write to mary.poe@uni.example, @mpoe_99. I'm 34 years old, live at 12 Harbour Road, "
        "Leeds, was born on 5 March 1987, come from Sweden, and work for Volvo. My page: github.com/marypoe."
    )
    talk.messages([*ROWS, {"id": "5", "author": "mp", "text": rest}])
    assert talk.run("--pseudonyms", "surrogate", "--seed", 1, "--limit", 5) == 0, talk.stderr
    out = talk.path / "elsewhere"
    command = ("apply", talk / "messages.jsonl", "--key", talk.key, "--out", out, "--identifiers", "all=surrogate")
    environment = {**os.environ, "PYTHONHASHSEED": "1"}  # Another order of sets must not show.
    subprocess.run([sys.executable, "-m", "spacy", "pseudo", *map(str, command)], env=environment, check=True)
    assert talk.apply("--identifiers", "all=surrogate") == 0
    here = (talk.out / "messages.jsonl").read_bytes()
    assert here == (out / "messages.jsonl").read_bytes()
    text = talk.texts["5"]
    for word in ("7123", "mary", "mpoe", "Harbour", "Leeds", "1987", "Sweden", "Volvo", "34"):
        assert word not in text
    (talk.key / "secret").write_text("ab" * 32 + "\n")
    assert talk.apply("--identifiers", "all=surrogate") == 2
    assert talk.call("key", "repair", talk.key, "--accept", "secret") == 0
    assert talk.apply("--identifiers", "all=surrogate") == 0
    assert talk.texts["5"] != text
    assert b"Mary" not in here
