"""Killed before any of its changes of the file system, a command leaves OUT old or new, and can be given again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_pseudo.disk import fresh_directory, recover_directory
from spacy_pseudo.key import Key

from .conftest import ROWS, Corpus, photographed, write


def first_run(corpus: Corpus) -> list[str]:
    """RETURNS (list[str]): A run where nothing was before."""
    write(corpus, ROWS)
    return corpus.command("run")


def older_key(corpus: Corpus) -> list[str]:
    """RETURNS (list[str]): A run that adds forms, people and messages to a key."""
    write(corpus, ROWS)
    assert corpus.run("--limit", 2) == 0, corpus.stderr
    return corpus.command("run", "--force")


def edited_map(corpus: Corpus) -> list[str]:
    """RETURNS (list[str]): An apply after the name map was edited, that leaves other files than the run before."""
    write(corpus, ROWS)
    assert corpus.run() == 0, corpus.stderr
    corpus.edit("names.txt", "| Mary [", "| Sparky | Mary [")
    return corpus.command("apply", "--force")


@pytest.mark.parametrize("begin", [first_run, older_key, edited_map])
def test_killed_anywhere(begin: Callable[[Corpus], list[str]], tmp_path: Path) -> None:
    (tmp_path / "place").mkdir()
    corpus = Corpus(tmp_path / "place")
    command = begin(corpus)
    old = corpus.everything("out")
    with photographed(corpus.path, tmp_path / "pictures") as pictures:
        assert corpus.call(*command) == 0, corpus.stderr
    reference, new = corpus.everything(), corpus.everything("out")
    assert old != new
    seen: list[dict[str, bytes | None]] = []
    for picture in pictures:
        Corpus(picture).copy(corpus.path)
        assert corpus.everything("out") in (old, new), picture.name
        left = {re.sub("[0-9a-f]{8}", "", name): content for name, content in corpus.everything().items()}
        if left not in seen:
            seen.append(left)
            if left == reference:  # all is done but for the line in the log: OUT is not made a second time
                continue
            assert corpus.call(*command) == 0, (picture.name, corpus.stderr)
            assert corpus.everything() == reference, picture.name
    assert len(pictures) > len(seen) > 15


def test_where_directories_cannot_change_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("ctypes.CDLL")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "old").touch()
    with (
        photographed(tmp_path, tmp_path.with_name("pictures")) as pictures,
        fresh_directory(tmp_path / "out", force=True) as place,
    ):
        (place / "new").touch()
    assert any(not (picture / "out").exists() for picture in pictures)
    for picture in pictures:
        recover_directory(picture / "out")
        assert [path.name for path in picture.iterdir()] == ["out"]
        assert [path.name for path in (picture / "out").iterdir()] in (["old"], ["new"])


def test_what_somebody_is_writing_is_not_swept(tmp_path: Path) -> None:
    for name in (".out.0123abcd.tmp", ".out.0123abcd.tmp.txt", ".outer.0123abcd.tmp", ".out.tmp"):
        (tmp_path / name).mkdir()
    with fresh_directory(tmp_path / "out") as place:
        recover_directory(tmp_path / "out")
        assert place.exists()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"out", ".out.0123abcd.tmp.txt", ".outer.0123abcd.tmp", ".out.tmp"}


def test_what_was_edited_after_a_crash_is_not_lost(corpus: Corpus, tmp_path: Path) -> None:
    (corpus.path / "messages.jsonl").write_text('{"id": "7", "author": "zz", "text": "Hi all.\\nZora"}\n')
    with photographed(corpus.path, tmp_path / "pictures") as pictures:
        assert corpus.call("discover", corpus.path / "messages.jsonl", "--key", corpus.key) == 0, corpus.stderr
    found = (corpus.key / "names.txt").read_bytes()
    between = next(p for p in pictures if (p / "key/.spacy-pseudo-committed/names.txt").exists())
    corpus = Corpus(between)
    corpus.edit("names.txt", "| Mary [", "| Sparky | Mary [")
    edited = (corpus.key / "names.txt").read_bytes()
    with pytest.warns(match="W360"):
        Key.load(corpus.key)
    assert (corpus.key / "names.txt").read_bytes() == found
    assert (corpus.key / "names.txt.aside-1").read_bytes() == edited
