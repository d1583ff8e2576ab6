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
from spacy_pseudo.key import log

LINES = ("one", "två\u2028\x85", "three" * 3000, "four \ud800")


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
    for number in range(3):
        log.append(key, "done", number=number)
    assert "log.jsonl" not in CliRunner().invoke(app, ["key", "check", str(key)]).output
    path = key / "log.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"number": 1', b'"number": 7'))
    checked = CliRunner().invoke(app, ["key", "check", str(key)])
    assert checked.exit_code == 0
    assert "log.jsonl: line 3" in " ".join((checked.stdout + checked.stderr).split())
