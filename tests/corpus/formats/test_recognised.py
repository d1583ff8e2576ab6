"""Which tool has written a file is told by its name and beginning; tables of our own are taken for none of them."""

import csv
import gzip
import json
from pathlib import Path

import pytest

from spacy_pseudo.corpus.formats import NAMES, find_layout
from spacy_pseudo.corpus.readers import ReadReport, read_messages

from .forum_files import ARCHIVE, CANVAS_ENTRIES, CANVAS_VIEW, DISCOURSE, EDX, MOODLE, Files


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


OURS = {
    "id": "1",
    "parent": None,
    "author": "a",
    "thread": "t",
    "session": "s",
    "timestamp": "2024-01-01",
    "text": "Hi",
}
ASSETS = Path(__file__).parents[3] / "assets"


@pytest.mark.parametrize(
    ("name", "content", "layout"),
    [
        ("a.csv", Files.table(MOODLE), "moodle"),
        ("a.tsv", Files.table(MOODLE, "\t"), "moodle"),
        ("a.csv", Files.table(MOODLE, "|", csv.QUOTE_ALL), "moodle"),
        ("a.csv", "\ufeff" + Files.table(MOODLE, ";", csv.QUOTE_ALL), "moodle"),
        ("a.csv", "sep=;\r\n" + Files.table(MOODLE, ";"), "moodle"),
        ("a.json", [list(MOODLE)], "moodle"),
        ("a.jsonl", Files.lines(MOODLE), "moodle"),
        ("a.mongo", Files.lines(EDX), "edx"),
        ("a.json", Files.lines(EDX), "edx"),
        ("a.jsonl", Files.lines(EDX), "edx"),
        ("a.json", DISCOURSE, "discourse"),
        ("a.jsonl", Files.lines([DISCOURSE]), "discourse"),
        ("a.json", DISCOURSE["post_stream"]["posts"], "discourse"),
        ("user_archive.csv", Files.table(ARCHIVE), "discourse"),
        ("a.json", CANVAS_VIEW, "canvas"),
        ("a.json", CANVAS_ENTRIES, "canvas"),
    ],
)
def test_files_of_tools(files, name, content, layout):
    path = files.write(name, content)
    found = find_layout(path)
    assert found is not None
    assert found.name == layout
    report = ReadReport()
    assert list(read_messages(path, report=report))
    assert report.layout == layout


def test_compressed(files):
    path = files.path / "discussion.csv.gz"
    path.write_bytes(gzip.compress(Files.table(MOODLE).encode()))
    report = ReadReport()
    assert len(list(read_messages(path, report=report))) == 3
    assert (report.layout, report.format) == ("moodle", "csv")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("messages.jsonl", Files.lines([OURS])),
        ("messages.jsonl", Files.lines([{**OURS, "parent_author": "b", "extra": {"view": 1, "title": "x"}}])),
        ("messages.csv", Files.table([OURS])),
        ("messages.csv", "id,user_id,parent_id,discussion,created,message\n1,a,,t,2024,Hi\n"),
        ("messages.csv", "postId,postParentId,postUserId,postUserPseudonym,topicId,postBody\n1,0,43,U43,t,Hi\n"),
        ("messages.jsonl", Files.lines([{"id": 1, "user_id": 2, "message": "Hi", "created_at": "2024", "title": "x"}])),
        ("messages.csv", ""),
        ("messages.jsonl", '{"id\\q": 1}\n'),
    ],
)
def test_tables_of_our_own_are_none_of_them(files, name, content):
    assert find_layout(files.write(name, content)) is None


def test_the_example_is_a_table():
    assert find_layout(ASSETS / "messages.csv") is None


def test_a_broken_key_is_named_by_its_line(files):
    assert "P112" in files.error("messages.jsonl", '{"id\\q": 1}\n')


def test_what_somebody_says_counts_more(files):
    path = files.write("a.csv", Files.table(MOODLE))
    report = ReadReport()
    assert len(list(read_messages(path, format="csv", report=report))) == 5
    assert report.layout == "csv"
    assert {"moodle", "edx", "discourse", "canvas"} <= set(NAMES)


def test_columns_that_somebody_names_make_it_a_table(files):
    path = files.write("a.csv", Files.table(MOODLE))
    assert len(list(read_messages(path, columns={"author": "userfullname"}))) == 5


def test_unknown_json_is_asked_for(files):
    path = files.write("a.json", json.dumps({"foo": 1}))
    with pytest.raises(ValueError, match="P102"):
        read_messages(path)
