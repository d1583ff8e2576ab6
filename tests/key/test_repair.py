"""`key check` and `key repair`: what is told, what is put back, and what is taken as it is."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.key import LAYOUT, Key, draft, recover

from .conftest import Corpus
from .test_damage import DAMAGES, FOLLOWED, KINDS


@pytest.mark.parametrize("damage", KINDS)
@pytest.mark.parametrize("name", [*FOLLOWED, "copy.zip", "replacements.jsonl"])
def test_what_is_damaged_is_put_back(corpus: Corpus, name: str, damage: str) -> None:
    before = corpus.everything()
    DAMAGES[damage](corpus.key / name)
    assert corpus.call("key", "repair", corpus.key) == 0, corpus.stdout + corpus.stderr
    assert corpus.call("key", "check", corpus.key) == 0, corpus.stdout
    after = corpus.everything()
    aside = {path for path in after if ".aside-" in path}
    assert bool(aside) <= (damage != "gone")
    if name != "replacements.jsonl":  # a list, of which there is no copy
        assert {path: content for path, content in after.items() if path not in aside} == before
    assert corpus.apply() == 0, corpus.stderr
    assert {path: content for path, content in corpus.everything().items() if path not in aside} == before
    if os.name == "posix":
        files = [path for path in corpus.key.iterdir() if path.is_file()]
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_what_a_person_wrote_is_kept_beside(corpus: Corpus) -> None:
    corpus.edit("names.txt", "| Mary [", "| Sparky | Mary [")
    text = (corpus.key / "names.txt").read_text("utf-8")
    (corpus.key / "names.txt").write_text(text[:-30], "utf-8")
    assert corpus.call("key", "check", corpus.key) == 1
    assert "P357" in corpus.stdout
    assert "Sparky" not in corpus.stdout + corpus.stderr
    assert corpus.call("key", "repair", corpus.key) == 0
    assert "names.txt.aside-1" in corpus.stdout
    assert "Sparky" in (corpus.key / "names.txt.aside-1").read_text("utf-8")
    assert "Sparky" not in (corpus.key / "names.txt").read_text("utf-8")


def test_what_is_accepted_is_followed(corpus: Corpus) -> None:
    names = (corpus.key / "names.txt").read_text("utf-8").splitlines(keepends=True)
    (corpus.key / "names.txt").write_text("".join(line for line in names if not line.startswith("jd")), "utf-8")
    assert corpus.apply() == 2
    assert corpus.call("key", "repair", corpus.key, "--accept", "names.txt") == 0, corpus.stdout
    assert "jd" not in (corpus.key / "names.txt").read_text("utf-8")
    assert corpus.apply() == 0, corpus.stderr


def test_an_error_in_a_file_is_not_accepted(corpus: Corpus) -> None:
    (corpus.key / "names.txt").write_text("mp | Mary [1\n", "utf-8")
    before = corpus.everything()
    assert corpus.call("key", "repair", corpus.key, "--accept", "names.txt") == 2
    assert "P303" in corpus.stderr
    assert corpus.everything() == before


def test_manifest_and_copy_are_lost(corpus: Corpus) -> None:
    for name in ("manifest.json", "copy.zip"):
        (corpus.key / name).write_bytes(b"PK")
    assert corpus.apply() == 2
    assert "P361" in corpus.stderr
    assert corpus.call("key", "repair", corpus.key) == 0, corpus.stdout
    assert "Look through" in corpus.stdout
    assert corpus.apply() == 0, corpus.stderr


def test_nothing_to_mend(corpus: Corpus) -> None:
    before = corpus.everything()
    assert corpus.call("key", "repair", corpus.key) == 0
    assert "nothing to mend" in corpus.stdout
    assert corpus.everything() == before


def test_no_key_and_no_such_file(corpus: Corpus, tmp_path: Path) -> None:
    for command in ("check", "repair"):
        assert corpus.call("key", command, tmp_path / "none") == 2
        assert "P340" in corpus.stderr
    assert corpus.call("key", "repair", corpus.key, "--accept", "thesis.txt") == 2
    assert "P367" in corpus.stderr


def test_a_newer_version(corpus: Corpus) -> None:
    corpus.edit("manifest.json", '"format": 1', '"format": 2')
    for command in (["apply"], ["run"]):
        assert corpus.call(*corpus.command(*command, "--force")) == 2
        assert "P363" in corpus.stderr
    assert corpus.call("key", "repair", corpus.key) == 2


# --- Two at a time ---


def test_one_writes_at_a_time_and_others_may_read(corpus: Corpus) -> None:
    before = corpus.everything()
    with draft(corpus.key):
        assert corpus.apply() == 2
        assert "P364" in corpus.stderr
        assert recover(corpus.key) is None
        Key.load(corpus.key)
    assert corpus.everything() == before


def test_who_edits_meanwhile_is_not_overwritten(corpus: Corpus) -> None:
    key = Key.load(corpus.key)
    with pytest.raises(PseudoError, match="P365"), draft(corpus.key, seen=key.seen) as generation:  # noqa: PT012
        generation.write_all(key.to_files())
        corpus.edit("names.txt", "| Mary [", "| Sparky | Mary [")
    assert "Sparky" in (corpus.key / "names.txt").read_text("utf-8")
    assert not [path for path in corpus.key.iterdir() if path.name.startswith(".")]


def test_a_draft_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyError), draft(tmp_path / "a" / "key") as generation:  # noqa: PT012
        generation.write_all({"names.txt": "a | Ann\n"})
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_what_others_put_there_stays(corpus: Corpus) -> None:
    for name in (".names.txt.swp", ".notes.12345678.tmp", "notes.txt"):
        (corpus.key / name).write_text("mine")
    (corpus.key / ".names.txt.12345678.tmp").write_text("left by an earlier version")
    assert corpus.apply() == 0, corpus.stderr
    kept = {path.name for path in corpus.key.iterdir() if path.read_bytes() == b"mine"}
    assert kept == {".names.txt.swp", ".notes.12345678.tmp", "notes.txt"}
    assert not (corpus.key / ".names.txt.12345678.tmp").exists()


def test_every_file_of_a_key_is_in_the_layout(corpus: Corpus) -> None:
    known = {file.name for file in LAYOUT} | {"manifest.json", "copy.zip", "log.jsonl"}
    assert {path.name for path in corpus.key.iterdir()} <= known
