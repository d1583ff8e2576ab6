"""Two roles: whoever checks OUT without the key finds names that stand in it, and can read none in what they got."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from spacy_pseudo import Key, Participant, Roster
from spacy_pseudo.cli import app
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.review.audit.auditing import Audit
from spacy_pseudo.review.audit.digest import Digest, Form, Passing, make_digest, read_digest, shape_of, write_digest
from spacy_pseudo.review.audit.keyless import audit_names

PEOPLE = (
    Participant("mp77", ("Mary Jane van Poe",)),
    Participant("rgrey", ("Robert Grey", "rob.grey@tides.example")),
    Participant("jd", ("Will Dorn",)),
)
NAMES = "mp77 | Mary | MJ | ? Mares\nrgrey | Robert | Bobo\njd | Will\n"
CHEAP = 2


@pytest.fixture(scope="module")
def digest() -> Digest:
    return make_digest(Key(Roster(PEOPLE), NameMap.parse(NAMES)), cost=CHEAP)


def through(forms: list[Form]) -> Passing:
    return iter


def look(place: Path, digest: Digest, *texts: str, id: str = "m{}") -> Audit:
    rows = [{"id": id.format(n), "author": "U01", "text": text} for n, text in enumerate(texts)]
    (place / "messages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    columns = {name: name for name in rows[0]}
    summary = {"files": [{"name": "messages.jsonl", "columns": columns}], "settings": {}}
    (place / "summary.json").write_text(json.dumps(summary), "utf-8")
    return audit_names(place, digest, passing=through)


@pytest.mark.parametrize(
    ("text", "found", "rank"),
    [
        ("Thanks for that, [Mary], I agree.", "Mary", "high"),
        ("I think mary said so.", "mary", "high"),
        ("Hi [Bobo],\nso do I.", "Bobo", "high"),
        ("As Mary Poe said.", "Mary Poe", "high"),
        ("As Mary Jane van Poe said.", "Mary", "high"),
        ("It was in the paper by Poe.", "Poe", "medium"),
        ("Ask rob.grey@tides.example for it.", "rob.grey@tides.example", "high"),
        ("See what mp77 wrote.", "mp77", "high"),
        ("I saw that Will Dorn was there.", "Will Dorn", "high"),
        ("I agree with Will there.", "Will", "high"),
        ("See you.\nMJ", "MJ", "high"),
    ],
)
def test_a_name_that_stands_is_found(tmp_path: Path, digest: Digest, text: str, found: str, rank: str) -> None:
    hits = look(tmp_path, digest, "Tides are fine.", text.replace("[", "").replace("]", "")).findings
    assert [(hit.text, hit.rank) for hit in hits if found in hit.text] == [(hits[0].text, rank)]
    assert hits[0].message == "m1"
    assert {hit.participants for hit in hits} == {()}


@pytest.mark.parametrize(
    "text",
    [
        "I will go. Tides are fine, says Rachel Carson (1951).",
        "mp78 and x0123456789abcdef are nobody.",
        "Hi Gunnar,\nthanks.",
    ],
)
def test_what_is_no_name_is_not(tmp_path: Path, digest: Digest, text: str) -> None:
    assert look(tmp_path, digest, text).unaccounted("medium") == []


def test_ids_and_names_of_files_are_read_too(tmp_path: Path, digest: Digest) -> None:
    (tmp_path / "mary-poe.txt").write_text("kelp", "utf-8")
    found = look(tmp_path, digest, "Kelp.", id="mp77-{}").findings
    assert {(hit.field, hit.text) for hit in found} >= {("id", "mp77"), ("name of the file", "mary-poe")}


def test_ordinary_words_are_hashed_only_if_they_are_names(tmp_path: Path, digest: Digest) -> None:
    hashed: list[Form] = []

    def passing(forms: list[Form]) -> Passing:
        hashed.extend(forms)
        return iter

    look(tmp_path, digest, "We saw Tides and Mary at x7. Will she go?")
    audit_names(tmp_path, digest, passing=passing)
    assert {("word", "tides"), ("word", "mary"), ("word", "will")} <= set(hashed)
    assert ("word", "saw") not in hashed
    assert ("written", "x7") in hashed
    hashed.clear()
    audit_names(tmp_path, replace(digest, ordinary=False, shapes=frozenset()), passing=passing)
    assert ("word", "mary") in hashed
    assert {("word", "tides"), ("word", "will"), ("written", "x7")}.isdisjoint(hashed)


def test_what_is_never_replaced_is_no_name(tmp_path: Path) -> None:
    kept = make_digest(Key(Roster(PEOPLE), NameMap.parse(NAMES + "! Grey | Bobo\n")), cost=CHEAP)
    assert look(tmp_path, kept, "Hi Bobo,\nthe Grey heron is fine.").findings == []


def test_no_name_can_be_read(tmp_path: Path, digest: Digest) -> None:
    path = tmp_path / "names.digest"
    write_digest(path, digest)
    text = path.read_text("utf-8").casefold()
    assert not re.search("mary|poe|robert|grey|bobo|dorn|mp77|tides", text)
    assert read_digest(path) == digest
    with pytest.raises(PseudoError, match="P834"):
        write_digest(path, digest)
    again = make_digest(Key(Roster(PEOPLE), NameMap.parse(NAMES)), cost=CHEAP)
    assert again.kinds.keys().isdisjoint(digest.kinds)
    assert sorted(again.kinds.values()) == sorted(digest.kinds.values())
    assert digest.shapes == {"a9", "a.a@a.a"} | {shape for shape in digest.shapes if shape == "a.a"}
    assert shape_of("x_12-é3") == "a_9-a9"


@pytest.mark.parametrize("content", ["", "{}", '{"format": 2}', "[1]", '{"format": 1, "scrypt": {"n": 2, "r": 8}}'])
def test_what_is_no_digest_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "names.digest"
    path.write_text(content, "utf-8")
    with pytest.raises(PseudoError, match="P833"):
        read_digest(path)


# --- As commands ---

ROWS = (
    {"id": "1", "author": "mp", "text": "Hi Robert,\nI like tides.\nMary"},
    {"id": "2", "author": "rg", "text": "Hi Mary,\nso do I.\nRobert"},
)


def call(*arguments: object) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_the_commands(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name\nmp,Mary Poe\nrg,Robert Grey\n", "utf-8")
    messages = tmp_path / "messages.jsonl"
    messages.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    out, key, names = tmp_path / "out", tmp_path / "key", tmp_path / "names.digest"
    made = call("run", messages, "--roster", tmp_path / "roster.csv", "--out", out, "--key", key, "--quiet")
    assert made.exit_code == 0, made.output
    done = call("key", "digest", key, "--out", names)
    assert done.exit_code == 0, done.output
    assert "P834" in call("key", "digest", key, "--out", names).output
    clean = call("audit", out, "--names-digest", names)
    assert (clean.exit_code, "No full or given name" in clean.output) == (0, True)
    file = out / "messages.jsonl"
    file.write_text(file.read_text("utf-8").replace("I like tides.", "I like tides, Mary."), "utf-8")
    leak = call("audit", out, "--names-digest", names)
    assert leak.exit_code == 1
    assert "Mary" in leak.output
    assert not re.search(r"\bmp\b", leak.output)
    data = json.loads(call("audit", out, "--names-digest", names, "--json").stdout)
    assert [finding["participants"] for finding in data["findings"]] == [[]]
    for wrong in ((), ("--key", key, "--names-digest", names)):
        refused = call("audit", out, *wrong)
        assert (refused.exit_code, "P832" in refused.output) == (2, True)


DISGUISED = (
    *("Ottoline's", "Ottoline\u2019s", "OTTOLINE", "Ottol\u00edne", "Otto\u200bline", "Otto\u00adline"),
    *("%4Fttoline", "Otto&#108;ine", "\u202eenilottO\u202c", "O t t o l i n e", "Otto-\nline", "0tt0line"),
)


@pytest.mark.parametrize("text", DISGUISED)
def test_disguises_are_taken_off(tmp_path: Path, text: str) -> None:
    people = make_digest(Key(Roster([Participant("of", ("Ottoline Fairweather",))])), cost=CHEAP)
    assert look(tmp_path, people, "I agree with Otis there.").findings == []
    assert [finding.rank for finding in look(tmp_path, people, f"I agree with {text} there.").findings] == ["high"]
