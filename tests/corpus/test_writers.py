"""Whole files or none, and what was written can be read again."""

import json
import os
import stat
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_pseudo.attrs import FIELDS
from spacy_pseudo.corpus.readers import ReadReport, read_messages
from spacy_pseudo.corpus.writers import check_columns, check_directories, message_writer
from spacy_pseudo.disk import atomic_file, fresh_directory
from spacy_pseudo.errors import PseudoError, PseudoWarning

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions and limits")
FULL_DISK = """
import resource, sys
from spacy_pseudo.disk import atomic_file, fresh_directory
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    with fresh_directory(sys.argv[1], force=True) as directory, atomic_file(directory / "messages.csv") as handle:
        for _ in range(1000):
            handle.write("x" * 1000)
except OSError as error:
    sys.exit(f"disk: {error.errno}")
"""


def names(directory):
    return sorted(path.name for path in directory.iterdir())


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_there_when_it_is_complete(tmp_path):
    path = tmp_path / "a.txt"
    with atomic_file(path) as handle:
        handle.write("é\r\n")
        assert not path.exists()
    assert path.read_bytes() == b"\xc3\xa9\r\n"
    assert names(tmp_path) == ["a.txt"]


@posix
def test_private_files(tmp_path):
    (tmp_path / "a.txt").touch(0o644)
    with atomic_file(tmp_path / "a.txt", private=True) as handle:
        assert mode(Path(handle.name)) == 0o600
    assert mode(tmp_path / "a.txt") == 0o600


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_interrupted_file_is_not_there(tmp_path, error):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(error), atomic_file(path) as handle:  # noqa: PT012
        handle.write("new")
        raise error
    assert path.read_text() == "old"
    assert names(tmp_path) == ["a.txt"]


def test_a_directory_is_there_when_it_is_complete(tmp_path):
    out = tmp_path / "deep" / "out"
    with fresh_directory(out) as directory:
        (directory / "a").touch()
        assert not out.exists()
    assert names(out) == ["a"]
    assert names(out.parent) == ["out"]


def test_an_empty_directory_may_be_there(tmp_path):
    (tmp_path / "out").mkdir()
    with fresh_directory(tmp_path / "out") as directory:
        (directory / "a").touch()
    assert names(tmp_path / "out") == ["a"]
    assert names(tmp_path) == ["out"]


@posix
def test_private_directories(tmp_path):
    with fresh_directory(tmp_path / "key", private=True) as directory:
        assert mode(directory) == 0o700
    assert mode(tmp_path / "key") == 0o700


@pytest.fixture
def out(tmp_path):
    path = tmp_path / "out"
    path.mkdir()
    (path / "old").touch()
    return path


def test_output_is_not_overwritten(out):
    with pytest.raises(PseudoError, match=r"P130.*--force"), fresh_directory(out):
        pass
    assert names(out) == ["old"]
    assert names(out.parent) == ["out"]


def test_force_replaces(out):
    with fresh_directory(out, force=True) as directory:
        (directory / "new").touch()
        assert names(out) == ["old"]
    assert names(out) == ["new"]
    assert names(out.parent) == ["out"]


def test_force_replaces_only_what_bears_the_mark(out):
    with (
        pytest.raises(PseudoError, match=r"P133.*summary\.json"),
        fresh_directory(out, force=True, marker="summary.json"),
    ):
        pass
    with fresh_directory(out, force=True, marker="old"):
        pass
    assert names(out) == []


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("force", [True, False])
def test_an_interrupted_directory_changes_nothing(tmp_path, out, force, error):
    target = out if force else tmp_path / "other"
    with pytest.raises(error), fresh_directory(target, force=force) as directory:  # noqa: PT012
        (directory / "new").touch()
        raise error
    assert names(out) == ["old"]
    assert names(tmp_path) == ["out"]


def test_the_old_directory_is_put_back(out, monkeypatch):
    rename = Path.rename

    def fail(path, target):
        if path.suffix == ".tmp":
            raise OSError("no")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    monkeypatch.delattr("ctypes.CDLL")  # two directories cannot change places everywhere
    with pytest.raises(OSError, match="no"), fresh_directory(out, force=True):
        pass
    assert names(out) == ["old"]
    assert names(out.parent) == ["out"]


def test_an_old_directory_that_cannot_be_deleted(out, monkeypatch):
    def rmtree(path, ignore_errors=False):
        raise OSError

    monkeypatch.setattr("spacy_pseudo.disk.shutil.rmtree", rmtree)
    with pytest.warns(PseudoWarning, match="W102"), fresh_directory(out, force=True) as directory:
        (directory / "new").touch()
    assert names(out) == ["new"]


def test_places_that_must_not_be_replaced(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    with pytest.raises(PseudoError, match="P131"), fresh_directory(tmp_path / "file", force=True):
        pass
    (tmp_path / "here" / "below").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here" / "below")
    with pytest.raises(PseudoError, match="P132"), fresh_directory(tmp_path / "here", force=True):
        pass
    monkeypatch.setenv("HOME", str(tmp_path / "here"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "here"))
    monkeypatch.chdir("/")
    with pytest.raises(PseudoError, match="P132"), fresh_directory(tmp_path / "here", force=True):
        pass


@posix
def test_a_disk_that_fills_up(out):
    run = subprocess.run([sys.executable, "-c", FULL_DISK, out], capture_output=True, text=True, check=False)
    assert run.stderr.startswith("disk: "), run.stderr
    assert names(out) == ["old"]
    assert names(out.parent) == ["out"]


@pytest.mark.parametrize(
    ("out", "key"), [("a", "a"), ("a", "a/b"), ("a/b/c", "a"), ("a", "x/../a"), ("link", "real/k")]
)
def test_output_and_key_are_apart(tmp_path, out, key):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(PseudoError, match="P134"):
        check_directories(tmp_path / out, tmp_path / key)


def test_input_is_not_in_the_output(tmp_path):
    check_directories(
        tmp_path / "out", tmp_path / "out-key", inputs=[tmp_path / "messages.csv", tmp_path / "out-key/a"]
    )
    with pytest.raises(PseudoError, match="P135"):
        check_directories(tmp_path / "out", tmp_path / "key", inputs=[tmp_path / "out" / "messages.csv"])


def rewrite(path, to, **kwargs):
    report = ReadReport()
    messages = read_messages(path, report=report)
    with atomic_file(to) as handle, message_writer(handle, report, **kwargs) as writer:
        for message in messages:
            writer.widen(len(report.headers))
            writer.write(asdict(message), extra=message.extra)
    return report


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        (
            "messages.csv",
            'Post ID;mail;user;note;Body\n1;m@x.org;a;n;=1+1\n2;;b;;"x;\ny"\n',
            'Post ID;user;note;Body;thread\r\n1;a;n;\'=1+1;\r\n2;b;;"x;\ny";\r\n',
        ),
        (
            "messages.tsv",
            "text\tauthor\tid\tnote\tdate\nHi, é\ta\t1\tn\t2024\n",
            "text\tauthor\tid\tnote\tthread\r\nHi, é\ta\t1\tn\t\r\n",
        ),
        (
            "messages.jsonl",
            '{"id": 1, "From": "a", "time": 5, "text": "é", "mail": "m", "note": "n"}\n'
            '{"id": 2, "text": "", "parent": 1}\n',
            '{"id": "1", "From": "a", "text": "é", "note": "n", "parent": null, "thread": null}\n'
            '{"id": "2", "From": null, "text": "", "note": null, "parent": "1", "thread": null}\n',
        ),
    ],
)
def test_the_output_looks_like_the_input(tmp_path, name, content, expected):
    (tmp_path / name).write_text(content, encoding="utf-16")
    report = rewrite(tmp_path / name, tmp_path / "out", keep=["note"], drop=["timestamp"], add=["thread"])
    assert (tmp_path / "out").read_bytes().decode("utf-8") == expected
    assert report.format == name.partition(".")[2]


def test_new_keys_are_written_from_then_on(tmp_path):
    lines = ['{"id": 1, "author": 1, "text": "x"}'] * 150 + [
        '{"id": 2, "author": 1, "text": "y", "parent": 1, "raw": 1}'
    ]
    (tmp_path / "messages.jsonl").write_text("\n".join(lines))
    rewrite(tmp_path / "messages.jsonl", tmp_path / "out")
    *_, before, last = (tmp_path / "out").read_text().splitlines()
    assert before == '{"id": "1", "author": "1", "text": "x"}'
    assert last == '{"id": "2", "author": "1", "text": "y", "parent": "1"}'


@pytest.mark.parametrize("values", [{"id": "1", "text": None}, {"id": "1"}])
def test_nothing_raw_is_written(tmp_path, values):
    report = ReadReport(format="csv", headers=["id", "text"], columns={"id": "id", "text": "text"})
    with (
        pytest.raises(PseudoError, match=r"P136.*'1'"),
        atomic_file(tmp_path / "out") as handle,
        message_writer(handle, report) as writer,
    ):
        writer.write(values)
    assert names(tmp_path) == []


def test_columns_to_keep(tmp_path):
    (tmp_path / "messages.csv").write_text("id,author,text,thread,group\n1,a,x,t,g\n")
    (tmp_path / "other.csv").write_text("id,author,text,mail\n1,a,x,m\n")
    one, other = ReadReport(), ReadReport()
    read_messages(tmp_path / "messages.csv", report=one)
    read_messages(tmp_path / "other.csv", report=other)
    with pytest.raises(PseudoError, match=r"P138.*'mail'.*id, author"):
        check_columns([one], ["mail"])
    check_columns([one, other], ["mail"])
    report = ReadReport()
    read_messages(tmp_path / "messages.csv", columns={"id": "group"}, report=report)
    del report.columns["id"]
    with pytest.raises(PseudoError, match=r"P137.*'id'"), atomic_file(tmp_path / "out") as handle:  # noqa: SIM117
        with message_writer(handle, report, keep=["id"], add=["id"]):
            raise AssertionError


# Characters that a file can hold: NUL and lone surrogates are replaced when read.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
IDS = st.text(st.sampled_from("abc,;\"|\t\r\n #'é0"), min_size=1, max_size=5).map(str.strip).filter(bool)
TEXTS = st.text(CHARACTERS | st.sampled_from('",;|\t\r\n\\ \ufeff\u2028\x85'))
ROWS = st.fixed_dictionaries(
    {"id": IDS, "text": TEXTS},
    optional={"author": IDS, "parent": IDS, "thread": IDS, "subject": TEXTS.filter(bool)},
)


@pytest.mark.parametrize(
    ("format", "delimiter"), [("csv", ","), ("csv", ";"), ("csv", "|"), ("tsv", "\t"), ("jsonl", None)]
)
@pytest.mark.parametrize("cells", ["guarded", "plain"])
@given(rows=st.lists(ROWS, min_size=1, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_what_is_written_is_read(tmp_path, format, delimiter, cells, rows):
    columns = {field: field for field in FIELDS}
    report = ReadReport(format=format, delimiter=delimiter, headers=[*FIELDS, "x;y,z"], columns=columns)
    path = tmp_path / f"messages.{format}"
    with (
        atomic_file(path) as handle,
        message_writer(handle, report, keep=["x;y,z"], plain=cells == "plain") as writer,
    ):
        for row in rows:
            writer.write(row, extra={"x;y,z": row["text"]})
    summary = {"files": [{"name": path.name}], "settings": {"cells": cells}}
    (tmp_path / "summary.json").write_text(json.dumps(summary))
    again = ReadReport()
    messages = list(read_messages(path, report=again))
    assert [{field: getattr(message, field) or "" for field in FIELDS} for message in messages] == [
        {field: row.get(field, "") for field in FIELDS} for row in rows
    ]
    assert [message.extra["x;y,z"] for message in messages] == [row["text"] for row in rows]
    assert (again.encoding, again.delimiter, again.headers) == ("utf-8", delimiter, report.headers)
