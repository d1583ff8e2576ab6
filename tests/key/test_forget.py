"""Somebody withdraws: nothing of them is in any file of the key afterwards, and they stay out."""

from __future__ import annotations

import csv
import json
import pickle
import zipfile
from pathlib import Path

import pytest
import spacy
from typer.testing import CliRunner

from spacy_pseudo import Message
from spacy_pseudo.cli import app
from spacy_pseudo.key import Key, log

from .conftest import ROWS, Corpus, write

MORE = (
    {"id": "6", "author": "mp", "parent": "5", "text": "My mail is poe.m@shore.example, I work at Ravenscar Academy.\n"
     "I was ill for a whole year and told nobody here of it.\nMP"},
    {"id": "7", "author": "jd", "parent": "6", "text": "On Monday, Mary Poe wrote:\n"
     "> I was ill for a whole year and told nobody here of it.\n\nDear Mary, poor you! Write to poe.m@shore.example, "
     "or ask mary poe or Poe, M. Robert Grey, John Poe know.\nJane"},
)  # fmt: skip
# What leads to Mary alone.
TRACES = ("Mary", "mary", "MP", '"mp"', "mp,", "mp |", "poe.m", "shore.example", "Ravenscar", "Callum", "whole year")


@pytest.fixture
def erased(tmp_path: Path) -> Corpus:
    """RETURNS (Corpus): A corpus from whose key Mary was erased; what was there before is in `before`."""
    (tmp_path / "place").mkdir()
    corpus = Corpus(tmp_path / "place")
    write(corpus, (*ROWS, *MORE))
    assert corpus.run("--identifiers", "EMAIL=mark") == 0, corpus.stderr
    (corpus.key / "decisions.csv").write_text("id,field,start,end,text,decision\n3,text,14,22,Mary Poe,mp\n", "utf-8")
    log.append(corpus.key, "merged", person="mp", other="mary.poe")
    log.append(corpus.key, "applied", written=7)
    corpus.edit("names.txt", "# Who is called what.", "# Mary Poe's list.\n# Who is called what.")
    assert corpus.apply("--identifiers", "EMAIL=mark") == 0, corpus.stderr
    corpus.copy(tmp_path / "before")
    (messages,) = corpus.path.glob("messages.*")
    assert corpus.call("key", "forget", corpus.key, "mp", "--messages", messages) == 0, corpus.stderr + corpus.stdout
    return corpus


def contents(key: Path) -> dict[str, str]:
    """RETURNS (dict[str, str]): All texts of a key, those in the copy too."""
    found = {path.name: path.read_text("utf-8") for path in key.iterdir() if path.suffix != ".zip"}
    # Settings have words and labels in which others stand, 'summary', 'COMPANY', and there is nobody's name in them.
    lines = found.get("log.jsonl", "").splitlines(keepends=True)
    found["log.jsonl"] = "".join(line for line in lines if "outcome" not in json.loads(line))
    with zipfile.ZipFile(key / "copy.zip") as packed:
        return found | {f"copy {name}": packed.read(name).decode() for name in packed.namelist()}


def test_nothing_is_left_in_any_file(erased: Corpus, tmp_path: Path) -> None:
    said = erased.stdout
    before = contents(tmp_path / "before" / "key")
    assert {word for word in TRACES if any(word in text for text in before.values())} == set(TRACES)
    found = {(name, word) for name, text in contents(erased.key).items() for word in TRACES if word in text}
    assert found == set()
    assert "0 found" in said
    assert "delete it, ask whoever has it" in said
    assert erased.call("key", "check", erased.key) == 0


def test_others_keep_what_is_theirs(erased: Corpus, tmp_path: Path) -> None:
    old, new = Key.load(tmp_path / "before" / "key"), Key.load(erased.key)
    assert [person.id for person in new.roster] == ["rg", "jd"]
    assert new.pseudonyms.labels == {id: old.pseudonyms.label(id) for id in ("rg", "jd")}
    assert new.name_map is not None
    assert old.name_map is not None
    assert new.name_map.forms("rg") == old.name_map.forms("rg")
    assert new.secret == old.secret
    generations = [json.loads((at / "manifest.json").read_text())["generation"]
                   for at in (tmp_path / "before" / "key", erased.key)]  # fmt: skip
    assert generations[1] == generations[0] + 1


def test_the_pseudonym_is_nobody_elses(erased: Corpus, tmp_path: Path) -> None:
    label = Key.load(tmp_path / "before" / "key").pseudonyms.label("mp")
    assert f",{label}\n" in (erased.key / "pseudonyms.csv").read_text("utf-8")
    (erased.path / "roster.csv").write_text("id,name\nrg,Robert Grey\njd,Jane Dorn\nnn,Nora Nash\n", "utf-8")
    assert erased.run("--force") == 0, erased.stderr
    assert Key.load(erased.key).pseudonyms.label("nn") != label


def test_the_log_says_so_and_follows(erased: Corpus) -> None:
    rows = list(log.read(erased.key))
    whats = ["run", "redacted", "applied", "apply", "begun anew", "key forget"]
    assert [row["what"] for row in rows] == whats
    assert rows[4]["redacted"] == 1
    assert log.first_break(erased.key) is None


def test_read_again_they_stay_out(erased: Corpus) -> None:
    for command in (erased.apply, erased.run):
        assert (command("--force") if command == erased.run else command()) == 0, erased.stderr
        written = {row["id"]: row for row in map(json.loads, (erased.out / "messages.jsonl").read_text().splitlines())}
        assert sorted(written) == ["2", "3", "4", "7"]
        assert written["2"]["text"].startswith("Hi [U?],\n")
        assert written["2"].get("parent") in (None, "")
        assert written["7"]["text"].startswith("On Monday, [U?] wrote:\n> […]\n")
        out = (erased.out / "messages.jsonl").read_text("utf-8")
        assert [word for word in ("Mary", "mary", "MP", "poe.m", "whole year") if word in out] == []
        found = {(n, word) for n, text in contents(erased.key).items() for word in ("Mary", "mary", "MP", "poe.m",
                 "whole year") if word in text}  # fmt: skip
        assert found == set()
        assert json.loads((erased.out / "summary.json").read_text())["messages"]["excluded"] == 3


def test_rows_of_others_stay_whole(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    more = {
        "id": "8",
        "author": "rg",
        "parent": "",
        "text": "See http://tides.example/x\ry and so on",
    }
    write(corpus, [*ROWS, more])
    assert corpus.run("--no-html") == 0, corpus.stderr
    assert corpus.call("key", "forget", corpus.key, "mp") == 0, corpus.stderr
    with (corpus.key / "left.csv").open(encoding="utf-8", newline="") as stream:
        assert {len(row) for row in csv.reader(stream)} == {9}


def test_names_in_disguise_stay_out_too(erased: Corpus) -> None:
    text = "Both Marys, thanksMary, M a r y, Ma-\nry, M4ry, %4Dary, Ma&#114;y, **M**ary and \u202eyraM\u202c.\nRob"
    write(erased, [{"id": "8", "author": "rg", "parent": "2", "text": text}])
    assert erased.apply() == 0, erased.stderr
    (written,) = map(json.loads, (erased.out / "messages.jsonl").read_text().splitlines())
    # With a character reference in it, it is HTML, where a line's end stays.
    names = ["[U?]", "[U?]\n", *["[U?]"] * 4]
    assert written["text"].startswith(f"Both [U?]s, thanks[U?], {', '.join(names)} and \u202e[U?]\u202c.")
    key = Key.load(erased.key)
    found = list(key.forgotten.places(text))
    assert list(pickle.loads(pickle.dumps(key)).forgotten.places(text)) == found  # as workers get it


def test_in_a_pipeline_they_stay_out_too(erased: Corpus) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("participant_pseudonymiser").initialize(lambda: [], nlp=nlp, key=str(erased.key))
    doc = nlp(Message("Dear Jane,\nMary Poe likes tides, and Mary writes.\nRob", id="9", author="rg").to_doc(nlp))
    assert "Mary" not in doc._.pseudo_text
    assert "[U?] likes tides, and [U?] writes" in doc._.pseudo_text
    assert nlp(Message("Hi!", id="8", author="mp").to_doc(nlp))._.pseudo_metadata["excluded"] == "yes"


def test_restore_says_why_it_cannot(erased: Corpus, tmp_path: Path) -> None:
    label = Key.load(tmp_path / "before" / "key").pseudonyms.label("mp")
    assert erased.call("restore", erased.out, "--key", erased.key, "--to", erased.path / "back") == 0, erased.stderr
    assert "erased from the key" in erased.stdout
    lines = (erased.path / "back" / "messages.jsonl").read_text("utf-8").splitlines()
    back = {row["id"]: row["text"] for row in map(json.loads, lines)}
    assert "Mary" not in "".join(back.values())
    assert back["3"] == ROWS[2]["text"].replace("Mary Poe", f"[{label}]")
    assert (
        erased.call("restore", erased.out, "--key", erased.key, "--to", erased.path / "b", "--participant", "mp") == 2
    )
    assert "[P873]" in erased.stderr


def test_files_of_other_people_are_told(erased: Corpus) -> None:
    (erased.key / "notes.md").write_text("Robert Grey called, about the money.\n", "utf-8")
    assert erased.call("key", "forget", erased.key, "rg") == 1
    assert "notes.md: 1" in erased.stdout
    assert erased.call("key", "forget", erased.key, "nobody") == 2
    assert "[P907]" in erased.stderr


def test_a_shared_name_stays_with_whoever_else_has_it(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    rows = [{"id": "1", "author": "a1", "parent": "", "text": "Hi all,\ntides!\nRobert Grey"},
            {"id": "2", "author": "a2", "parent": "1", "text": "Hi Robert,\nyes.\nRobert Ash"},
            {"id": "3", "author": "a1", "parent": "2", "text": "Thanks Robert!\nRobert"}]  # fmt: skip
    write(corpus, rows)
    (corpus.path / "roster.csv").write_text("id,name\na1,Robert Grey\na2,Robert Ash\n", "utf-8")
    assert corpus.run() == 0, corpus.stderr
    assert corpus.call("key", "forget", corpus.key, "a1") == 0, corpus.stdout
    assert "belong to others" in corpus.stdout
    names = (corpus.key / "names.txt").read_text("utf-8")
    assert "a2 |" in names
    assert "Robert" in names
    assert "Grey" not in "".join(contents(corpus.key).values())


def test_a_number_is_an_id_where_ids_stand(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    rows = [{"id": "1", "author": "7", "parent": "", "text": "Hi all,\n7 birds at 7.\nHalvar Brask"},
            {"id": "7", "author": "8", "parent": "1", "text": "Hi Halvar,\n7 of them?\nJane"}]  # fmt: skip
    write(corpus, rows)
    (corpus.path / "roster.csv").write_text("id,name\n7,Halvar Brask\n8,Jane Dorn\n", "utf-8")
    assert corpus.run() == 0, corpus.stderr
    assert corpus.call("key", "forget", corpus.key, "7") == 0, corpus.stdout
    assert not {word for word in ("Halvar", "Brask") for text in contents(corpus.key).values() if word in text}
    (place,) = Key.load(corpus.key).context.places.items()
    assert place[0] == "7"
    assert corpus.apply() == 0, corpus.stderr
    assert "Hi [U?],\n7 of them" in json.loads((corpus.out / "messages.jsonl").read_text("utf-8"))["text"]


def test_a_sealed_key_forgets_too(erased: Corpus) -> None:
    given = {"SPACY_PSEUDO_PASSPHRASE": "five wet sheep in a boat"}
    for command in (("seal", erased.key, "--remove"), ("forget", f"{erased.key}.sealed", "jd"),
                    ("open", f"{erased.key}.sealed")):  # fmt: skip
        done = CliRunner().invoke(app, ["key", *map(str, command)], env=given)
        assert done.exit_code == 0, done.output
    assert [person.id for person in Key.load(erased.key).roster] == ["rg"]
