"""A table in parts: read as one, written in parts on demand, and read again by every command that reads OUT."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spacy_pseudo import Message
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.corpus.row_writers import row_writer
from spacy_pseudo.corpus.tables import Table
from spacy_pseudo.disk import atomic_file

ASSETS = Path(__file__).parents[2] / "assets"
KINDS = ["csv", "csv.zst", "jsonl", "jsonl.gz", "parquet"]


def call(*words: object, code: int = 0) -> str:
    command = [sys.executable, "-c", "from spacy_pseudo.cli import main; main()", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def run(messages: Path, place: Path, *more: object) -> str:
    places = ("--out", place / "out", "--key", place / "key")
    return call("run", messages, "--roster", ASSETS / "roster.csv", "--seed", 1, "--no-audit", *places, *more)


def written(out: Path) -> Iterator[list[Message]]:
    """YIELDS (list[Message]): The messages of each file, in the order of the summary."""
    for file in json.loads((out / "summary.json").read_text("utf-8"))["files"]:
        yield list(read_messages(out / file["name"]))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("whole")
    run(ASSETS / "messages.csv", place)
    return place


def write_parts(directory: Path, kind: str) -> None:
    """Write the example's messages as an engine leaves them: four parts, and a mark that all are there."""
    rows = list(Table(ASSETS / "messages.csv").rows())
    report = Table(ASSETS / "messages.csv").report
    report.format, _, report.pack = kind.partition(".")
    directory.mkdir()
    (directory / "_SUCCESS").touch()
    for number in range(4):
        with (
            atomic_file(directory / f"part-{number}.{kind}") as stream,
            row_writer(stream, report, plain=True) as writer,
        ):
            writer.begin(report.headers)
            for row in rows[number * 25 : (number + 1) * 25]:
                writer.write(row.values)


@pytest.mark.parametrize("kind", KINDS)
def test_messages_in_parts_are_read_and_written_in_parts(kind: str, whole: Path, tmp_path: Path) -> None:
    write_parts(tmp_path / "archive", kind)
    run(tmp_path / "archive", tmp_path, "--parts", 40, "--workers", 2)
    parts = list(written(tmp_path / "out"))
    assert [len(part) for part in parts] == [40, 40, 16]
    (expected,) = written(whole / "out")
    assert [row for part in parts for row in part] == expected
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert files == [*(f"messages-{number:05}.{kind}" for number in (1, 2, 3)), "summary.json"]
    assert (tmp_path / "key" / "replacements.jsonl").read_bytes() == (whole / "key" / "replacements.jsonl").read_bytes()


def test_whoever_reads_out_reads_its_parts(whole: Path, tmp_path: Path) -> None:
    run(ASSETS / "messages.csv", tmp_path, "--parts", 10)
    both = []
    for place in (whole, tmp_path):
        out, key, to = place / "out", place / "key", tmp_path / f"to-{place.name}"
        # What is left in OUT is the same, whatever file it stands in.
        audited = call("audit", out, "--key", key, "--quiet", code=0)
        call("export", out, "--key", key, "--to", "conll", "--out", to / "conll")
        call("report", out, "--key", key, "--out", to / "report.html")
        call("restore", out, "--key", key, "--to", to / "restored")
        restored = sorted((to / "restored").glob("messages*.csv"))
        originals = [message for path in restored for message in read_messages(path)]
        both.append((audited, (to / "conll" / "messages.conll").read_bytes(), originals))
    assert both[0] == both[1]
    assert [message.text for message in both[1][2]] == [m.text for m in read_messages(ASSETS / "messages.csv")]


def test_a_run_without_parts_replaces_one_with_them(whole: Path, tmp_path: Path) -> None:
    run(ASSETS / "messages.csv", tmp_path, "--parts", 60)
    apply = ("apply", ASSETS / "messages.csv", "--key", tmp_path / "key", "--out", tmp_path / "out", "--force")
    call(*apply, "--no-audit")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["messages.csv", "summary.json"]


@pytest.mark.parametrize(("most", "sizes"), [(1, [1, 1, 1, 1]), (2, [2, 1, 1]), (9, [3, 1])])
def test_several_sources_in_parts(most: int, sizes: list[int], tmp_path: Path) -> None:
    for name, count in (("a", 3), ("b", 1)):
        rows = [{"id": n, "author": "mp", "text": f"Message {n}"} for n in range(count)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "roster.csv").write_text("id,name\nmp,Mary Poe\n", "utf-8")
    places = ("--out", tmp_path / "out", "--key", tmp_path / "key", "--parts", most, "--no-audit", "--seed", 1)
    call("run", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--roster", tmp_path / "roster.csv", *places)
    assert [len(part) for part in written(tmp_path / "out")] == sizes
    names = sorted(path.name for path in (tmp_path / "out").glob("messages*"))
    assert (names[0], names[-1]) == ("messages-1-00001.jsonl", "messages-2-00001.jsonl")


def test_parts_have_one_message_at_least(tmp_path: Path) -> None:
    places = ("--out", tmp_path / "out", "--key", tmp_path / "key")
    assert "--parts" in call("run", ASSETS / "messages.csv", *places, "--parts", 0, code=2)
