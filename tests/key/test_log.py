"""The log of a key only grows, and each line follows from the one before."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.key import Key, log
from spacy_pseudo.key.manifest import digest_of

from .conftest import ROWS, Corpus, write

LINES = ("one", "två\u2028\x85", "three" * 3000, "four \ud800")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    (tmp_path / "place").mkdir()
    corpus = Corpus(tmp_path / "place")
    write(corpus, ROWS)
    return corpus


@pytest.fixture
def written(tmp_path: Path) -> Path:
    for number, text in enumerate(LINES):
        log.append(tmp_path, "done", number=number, text=text)
    return tmp_path


def test_what_is_written_is_read(written: Path) -> None:
    rows = list(log.read(written))
    assert [row["text"] for row in rows] == list(LINES)
    assert {"when", "who", "what", "after"} <= set(rows[0])
    assert log.first_break(written) is None
    assert (written / "log.jsonl").stat().st_mode & 0o077 == 0


def test_no_log_is_whole(tmp_path: Path) -> None:
    assert list(log.read(tmp_path)) == []
    assert log.first_break(tmp_path) is None


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_line_that_was_cut_is_told_and_harms_no_other(written: Path, cut: int) -> None:
    path = written / "log.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    log.append(written, "after", number=9)
    numbers = [row["number"] for row in log.read(written)]
    assert numbers == ([0, 1, 2, 3, 9] if cut == 1 else [0, 1, 2, 9])
    assert log.first_break(written) == (None if cut == 1 else 4)


@pytest.mark.parametrize(("line", "broken"), [(0, 2), (1, 3), (2, 4)])
def test_a_changed_line_breaks_the_chain(written: Path, line: int, broken: int) -> None:
    path = written / "log.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b'"done"', b'"gone"')
    path.write_bytes(b"".join(lines))
    assert log.first_break(written) == broken


def test_a_missing_line_breaks_the_chain(written: Path) -> None:
    path = written / "log.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:1] + lines[2:]))
    assert log.first_break(written) == 2


def test_several_processes_write_one_after_the_other(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from spacy_pseudo.key import log\n"
    code += "for n in range(40): log.append(Path(sys.argv[1]), 'done', n=n)"
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert len(list(log.read(tmp_path))) == 120
    assert log.first_break(tmp_path) is None


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(PseudoError) as error:
        log.append(tmp_path, "done")
    assert error.value.code == "P913"


def test_key_check_tells_of_a_broken_chain(tmp_path: Path) -> None:
    (tmp_path / "messages.jsonl").write_text(json.dumps({"id": "1", "author": "mp", "text": "Hi,\nMary"}) + "\n")
    (tmp_path / "roster.csv").write_text("id,name\nmp,Mary Poe\n")
    key = tmp_path / "key"
    where = (tmp_path / "messages.jsonl", "--roster", tmp_path / "roster.csv", "--out", tmp_path / "out", "--key", key)
    assert CliRunner().invoke(app, ["run", *map(str, where), "--no-audit"]).exit_code == 0
    for number in range(2):
        log.append(key, "done", number=number)
    assert "log.jsonl" not in CliRunner().invoke(app, ["key", "check", str(key)]).output
    path = key / "log.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"number": 0', b'"number": 7'))
    checked = CliRunner().invoke(app, ["key", "check", str(key)])
    assert checked.exit_code == 0
    assert "log.jsonl: line 3" in " ".join((checked.stdout + checked.stderr).split())


# --- Commands ---


def rows(key: Path) -> list[dict[str, object]]:
    return list(log.read(key))


def test_commands_say_what_they_did_and_name_nobody(corpus: Corpus) -> None:
    (corpus.path / "allow.txt").write_text("Paine\n", "utf-8")
    for _ in range(2):
        options = ("--force", "--timestamps", "drop", "--allow", corpus.path / "allow.txt")
        assert corpus.run(*options) == 0, corpus.stderr
        assert corpus.call("audit", corpus.out, "--key", corpus.key, "-q") in (0, 1)
    assert corpus.call("restore", corpus.out, "--key", corpus.key, "--to", corpus.path / "back", "--id", "1") == 0
    assert corpus.call("key", "digest", corpus.key, "--out", corpus.path / "digest", "-q") == 0
    assert corpus.call("key", "repair", corpus.key) == 0
    found = rows(corpus.key)
    assert [row["what"] for row in found] == ["run", "audit", "run", "audit", "restore", "key digest", "key repair"]
    run = found[0]
    assert run["settings"]["timestamps"] == "drop"
    assert run["settings"]["allowlist"] == 1
    assert run["counts"]["written"] == run["read"][0]["messages"] == 5
    assert run["read"][0]["sha256"] == digest_of(next(corpus.path.glob("messages.*")))
    assert found[2]["made"]["summary.json"] == digest_of(corpus.out / "summary.json")
    assert {row["outcome"] for row in found} == {"done"}
    assert all(row["version"] for row in found)
    text = (corpus.key / "log.jsonl").read_text("utf-8")
    assert [word for word in ("Mary", "Robert", "Jane", "mp", str(corpus.path)) if f'"{word}' in text] == []
    assert str(corpus.path) not in text
    assert log.first_break(corpus.key) is log.first_gap(corpus.key) is None
    assert corpus.call("key", "check", corpus.key) == 0


def test_a_command_that_fails_before_anything_has_changed_leaves_no_line(corpus: Corpus) -> None:
    assert corpus.run() == 0, corpus.stderr
    before = (corpus.key / "log.jsonl").read_bytes()
    assert corpus.run() == 2, "OUT is there"
    assert corpus.call("export", corpus.out, "--key", corpus.key, "--to", "docbin", "--out", corpus.key) == 2
    assert (corpus.key / "log.jsonl").read_bytes() == before


def test_a_command_that_fails_after_the_key_has_changed_says_so(corpus: Corpus) -> None:
    assert corpus.run() == 0, corpus.stderr
    corpus.edit("names.txt", "| Mary [", "| Sparky | Mary [")
    code = "import spacy_pseudo.disk as disk\n"
    code += "def full(*_): raise OSError(28, 'No space left on device')\n"
    code += "disk._replace_directory = full\nfrom spacy_pseudo.cli import main; main()"
    failed = subprocess.run([sys.executable, "-c", code, *corpus.command("apply", "--force")], capture_output=True)
    assert failed.returncode == 3
    last = rows(corpus.key)[-1]
    assert (last["what"], last["outcome"], last["error"]) == ("apply", "failed", "OSError")
    assert (last["before"], last["generation"]) == (1, 2)
    assert corpus.call("key", "log", corpus.key) == 0
    assert "failed OSError" in corpus.stdout


def test_a_key_that_changed_without_a_line_is_told(corpus: Corpus) -> None:
    assert corpus.run() == 0, corpus.stderr
    made = Key.load(corpus.key)
    made.scope = "thread"
    made.save(corpus.key)
    assert corpus.call("audit", corpus.out, "--key", corpus.key, "-q") in (0, 1)
    assert log.first_gap(corpus.key) == 2
    assert corpus.call("key", "log", corpus.key) == 0
    assert "W364" in corpus.stdout + corpus.stderr


def test_the_log_is_shown_without_names_and_as_json_whole(corpus: Corpus) -> None:
    assert corpus.run() == 0, corpus.stderr
    log.append(corpus.key, "decided", step=1, action="person", cases=["Mary Poe"], changes=[["names.txt", "", "Mary"]])
    assert corpus.call("key", "log", corpus.key) == 0
    assert "Mary" not in corpus.stdout
    assert "5 written" in corpus.stdout
    assert "person" in corpus.stdout
    assert corpus.call("key", "log", corpus.key, "--json", "--last", 1) == 0
    assert [row["step"] for row in json.loads(corpus.stdout)] == [1]
    assert corpus.call("key", "log", corpus.path) == 2


def test_a_log_that_cannot_be_written_stops_nobody(corpus: Corpus) -> None:
    assert corpus.run() == 0, corpus.stderr
    (corpus.key / "log.jsonl").unlink()
    (corpus.key / "log.jsonl").mkdir()
    assert corpus.apply() == 0, corpus.stderr
    assert "W362" in corpus.stderr
    assert corpus.call("key", "check", corpus.key) == 0


def test_sealing_keeps_the_log_and_is_in_it(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cryptography")
    assert corpus.run() == 0, corpus.stderr
    sealed = corpus.path / "key.sealed"

    def call(*args: object) -> int:
        monkeypatch.setenv("SPACY_PSEUDO_PASSPHRASE", "a long passphrase")
        monkeypatch.setenv("SPACY_PSEUDO_NEW_PASSPHRASE", "a long passphrase")
        return corpus.call(*args)

    assert call("key", "seal", corpus.key, "--remove") == 0, corpus.stderr
    assert call("audit", corpus.out, "--key", sealed, "-q") in (0, 1)
    assert call("key", "rotate", sealed) == 0, corpus.stderr
    assert call("key", "open", sealed, "--to", corpus.key) == 0, corpus.stderr
    whats = ["run", "key seal", "audit", "key rotate", "key open"]
    assert [row["what"] for row in rows(corpus.key)] == whats
    assert log.first_break(corpus.key) is log.first_gap(corpus.key) is None
    assert corpus.call("key", "check", corpus.key) == 0


def test_names_are_not_read_into_checksums(corpus: Corpus) -> None:
    """Hexadecimal digits hold Ada and Bea."""
    (corpus.path / "roster.csv").write_text("id,name\nmp,Ada Bea\nrg,Robert Grey\njd,Jane Dorn\n", "utf-8")
    assert corpus.run() == 0, corpus.stderr
    for _ in range(30):
        log.append(corpus.key, "applied", written=5)
    assert corpus.call("key", "forget", corpus.key, "mp") == 0, corpus.stdout + corpus.stderr
    assert "redacted" not in {row["what"] for row in rows(corpus.key)}
