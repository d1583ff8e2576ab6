"""Moodle: CSV of any dialect and JSON, what is deleted or private, what is HTML, and the same columns again."""

import csv
import io
import re
from dataclasses import replace

import pytest

from spacy_pseudo.corpus.writers import check_columns, message_writer

from .forum_files import JANE, MARY, MOODLE, Files, moodle_post

PEOPLE = {"43": ["Mary Poe"], "44": ["Robert Grey"], "45": ["Jane Dorn"]}
WRITTEN = ["id", "discussion", "parent", "userid", "created", "subject", "message"]


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


CSV = Files.table(MOODLE)
SHAPES = {
    "comma": ("discussion.csv", CSV),
    "semicolon": ("discussion.csv", Files.table(MOODLE, ";")),
    "quoted": ("discussion.csv", Files.table(MOODLE, ";", csv.QUOTE_ALL)),
    "told": ("discussion.csv", "sep=;\r\n" + Files.table(MOODLE, ";")),
    "tab": ("discussion.csv", Files.table(MOODLE, "\t")),
    "tsv": ("discussion.tsv", Files.table(MOODLE, "\t")),
    "json": ("discussion.json", [list(MOODLE)]),
    "flat json": ("discussion.json", list(MOODLE)),
    "lines": ("discussion.jsonl", Files.lines(MOODLE)),
    "strings": ("discussion.json", [[{key: str(value) for key, value in post.items()} for post in MOODLE]]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_the_same(files, shape):
    was = files.read(*SHAPES[shape])
    assert was.report.layout == "moodle"
    assert was.fields("text") == {
        "1": "<p>Hi all,</p><p>I like tides.</p><p>Mary</p>",
        "3": "Dear Robert,\nwhy not?\nJane",
        "5": "<p>Thanks, Jane</p>",
    }
    assert was.fields("html") == {"1": True, "3": False, "5": True}
    assert was.fields("author") == {"1": "43", "3": "45", "5": "43"}
    assert was.fields("parent") == {"1": None, "3": "2", "5": "4"}
    assert was.fields("parent_author") == {"1": None, "3": "44", "5": "45"}
    assert was.fields("subject") == {"1": "Tides", "3": "Re: Tides", "5": "Re: Tides"}
    assert set(was.fields("thread").values()) == {"7"}
    assert was.messages["1"].timestamp == "1706778001"
    assert was.report.people == PEOPLE
    assert was.report.left_out == {"deleted posts": 1, "private posts": 1, "attachments": 1}
    assert was.report.rows == 3


def test_utf_16_as_spreadsheets_write_it(files):
    was = files.read("discussion.csv", Files.table(MOODLE, "\t"), encoding="utf-16")
    assert (was.report.layout, was.report.delimiter, list(was.messages)) == ("moodle", "\t", ["1", "3", "5"])


def test_deleted_and_private_if_somebody_asks(files):
    was = files.read("discussion.csv", CSV, include=["deleted", "private"])
    assert list(was.messages) == ["1", "2", "3", "4", "5"]
    assert was.report.left_out == {"attachments": 1}
    assert set(was.fields("parent_author").values()) == {None}


def test_deleted_and_private_takes_both(files):
    both = Files.table([moodle_post(1, 0, MARY, "<p>x</p>", deleted=1, privatereplyto=45)])
    assert not files.read("discussion.csv", both, include=["deleted"]).messages
    assert not files.read("discussion.csv", both, include=["private"]).messages
    assert list(files.read("discussion.csv", both, include=["deleted", "private"]).messages) == ["1"]


def test_written_with_the_same_columns_less_what_is_no_field(files):
    was = files.read("discussion.csv", Files.table(MOODLE, ";"))
    stream = io.StringIO()
    with message_writer(stream, was.report) as writer:
        for message in was.messages.values():
            writer.write({**replace(message, author="U01").metadata, "subject": message.subject, "text": message.text})
    rows = list(csv.reader(io.StringIO(stream.getvalue()), delimiter=";"))
    assert was.report.format == "csv"
    assert rows[0] == WRITTEN
    assert rows[1] == ["1", "7", "", "U01", "1706778001", "Tides", "<p>Hi all,</p><p>I like tides.</p><p>Mary</p>"]
    assert [row[0] for row in rows[1:]] == ["1", "3", "5"]


def test_names_can_not_be_kept_but_other_columns_can(files):
    was = files.read("discussion.csv", CSV)
    assert was.messages["1"].extra["wordcount"] == "3"
    assert "wordcount" in was.report.dropped
    names = {"userfullname", "privatereplytofullname"}
    assert names.isdisjoint(was.messages["1"].extra)
    assert names.isdisjoint(was.report.headers)
    with pytest.raises(ValueError, match="P138"):
        check_columns([was.report], ["userfullname"])


@pytest.mark.parametrize(
    ("format", "text", "html"),
    [
        (1, "<p>Hi</p>", True),
        (1, "Tom &amp; Mary", True),
        (1, "Hi\nMary", False),
        (0, "Hi <b>Mary</b>", True),
        (0, "Hi Mary, x<y and y>z", False),
        (2, "In HTML one writes <p>", False),
        (4, "**Hi**, 3 &lt; 4 and <b>more</b>", False),
        ("", "Hi<br />Mary", True),
        ("", "Hi &nbsp;Mary", True),
        ("", "Mary Poe <mary@shore.example> wrote:", False),
        (None, "<div class='x'>Hi</div>", True),
        (None, "I <3 tides", False),
    ],
)
def test_what_is_html(files, format, text, html):
    post = moodle_post(1, 0, MARY, text, messageformat=format)
    if format is None:
        del post["messageformat"]
    [message] = files.read("discussion.csv", Files.table([post])).messages.values()
    assert (message.text, message.html) == (text, html)


def test_dates_for_people_stay(files):
    post = moodle_post(1, 0, MARY, "Hi", created="Friday, 3 May 2024, 2:10 PM")
    assert files.read("discussion.csv", Files.table([post])).messages["1"].timestamp == "Friday, 3 May 2024, 2:10 PM"


def test_ids_of_a_table_with_gaps(files):
    post = {**moodle_post(2, 0, JANE, "Hi"), "parent": "1.0", "userid": "45.0"}
    [message] = files.read("discussion.csv", Files.table([post])).messages.values()
    assert (message.parent, message.author) == ("1", "45")


def test_an_export_without_posts(files):
    assert not files.read("discussion.json", "[[]]", format="moodle").messages


def test_damaged_characters_are_counted_once(files):
    posts = [[{"id": 1, "discussion": 7, "parent": 0, "userid": 43, "userfullname": "M", "message": "a\0b\ud800"}]]
    was = files.read("discussion.json", posts)
    assert was.messages["1"].text == "a\ufffdb\ufffd"
    assert (was.report.nul, was.report.surrogates) == (1, 1)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("discussion.csv", "id,discussion,parent,userid,userfullname\n", "P155.*discussion.csv.*column message"),
        ("discussion.csv", CSV.replace("\r\n3,", "\r\n,"), "P152.*line 4: there is no 'id'"),
        ("discussion.csv", "", "P108"),
        ("discussion.json", " \n", "P108"),
        ("discussion.json", '[[\n{"id": 1,\n]]', "P150.*discussion.json.*line 3"),
        ("discussion.json", '[[{"id": 1, "message": "Hi"}, 3]]', "P153.*entry 2"),
        ("discussion.json", [[{"id": 1, "message": ["Hi"]}]], "P154.*entry 1: 'message' must be a text"),
        ("discussion.json", [[{"id": 1, "message": "Hi"}, {"message": "Ho"}]], "P152.*entry 2: there is no 'id'"),
        ("discussion.json", [[{"id": 1}]], "P152.*entry 1: there is no 'message'"),
        ("discussion.json", "[" * 100_000, "P151|P150"),
        ("discussion.jsonl", '{"id": 1, "message": "Hi"}\n{"id": 2', "P112.*line 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(files, name, content, expected):
    said = files.error(name, content, format="moodle")
    assert re.search(expected, said), said
    assert "Mary" not in said
    assert "Ho" not in said
