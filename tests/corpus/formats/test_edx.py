"""edX: threads and comments, in any order, and people who wrote anonymously."""

import re

import pytest

from .forum_files import EDX, Files, edx_post


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ShoreX-SEA101-2024-prod.mongo", Files.lines(EDX)),
        ("contents.jsonl", Files.lines(EDX)),
        ("contents.json", Files.lines(EDX)),
        ("contents.json", list(EDX)),
        ("data.mongo", list(EDX)),
    ],
)
def test_every_shape_is_the_same(files, name, content):
    was = files.read(name, content)
    assert was.report.layout == "edx"
    assert was.fields("text") == {"c1": "So do I", "t1": "I like tides.\n\nMary", "c2": "Why, Robert?"}
    assert was.fields("author") == {"c1": "44", "t1": "43", "c2": "45"}
    assert was.fields("parent") == {"c1": "t1", "t1": None, "c2": "c1"}
    assert was.fields("thread") == {"c1": "t1", "t1": "t1", "c2": "t1"}
    assert was.fields("subject") == {"c1": None, "t1": "Tides", "c2": None}
    assert was.fields("timestamp") == {"c1": "1358028106904", "t1": "1358028106904", "c2": "2013-02-21T03:03:04.587Z"}
    assert set(was.fields("session").values()) == {"ShoreX/SEA101/2024"}
    assert set(was.fields("html").values()) == {False}
    assert was.report.people == {"44": ["rgrey"], "43": ["marypoe"], "45": ["jd"]}
    assert (was.report.format, was.report.rows, was.report.warnings) == ("jsonl", 3, [])


def test_numbers_as_the_database_writes_them(files):
    post = edx_post("t1", "CommentThread", "Hi", created_at={"$date": {"$numberLong": "1358028106904"}}, author_id=43)
    [message] = files.read("x.mongo", Files.lines([post])).messages.values()
    assert (message.timestamp, message.author) == ("1358028106904", "43")


def test_the_nearest_of_several_parents(files):
    post = edx_post("c3", "Comment", "Hi", comment_thread_id="t1", parent_ids=[{"$oid": "c1"}, {"$oid": "c2"}])
    assert files.read("x.mongo", Files.lines([post])).messages["c3"].parent == "c2"


@pytest.mark.parametrize("promise", ["anonymous", "anonymous_to_peers"])
def test_who_was_promised_to_be_anonymous_is(files, promise):
    thread = edx_post("t1", "CommentThread", "I am lost", title="Help", **{promise: True})
    reply = edx_post("c1", "Comment", "Hi", author_id="44", author_username="rgrey", comment_thread_id={"$oid": "t1"})
    was = files.read("x.mongo", Files.lines([thread, reply]))
    assert was.fields("author") == {"t1": None, "c1": "44"}
    assert set(was.fields("parent_author").values()) == {None}
    assert was.report.people == {"44": ["rgrey"]}
    [warning] = was.report.warnings
    assert "W150" in warning
    assert "1 post was" in warning


def test_anonymous_and_deleted_is_nobody_to_those_who_answer(files):
    thread = edx_post("t1", "CommentThread", "I am lost", anonymous=True, deleted=True)
    reply = edx_post("c1", "Comment", "Hi", comment_thread_id={"$oid": "t1"})
    assert files.read("x.mongo", Files.lines([thread, reply])).messages["c1"].parent_author is None


@pytest.mark.parametrize("mark", [{"visible": False}, {"deleted": True}, {"is_deleted": True}])
def test_deleted(files, mark):
    posts = Files.lines([EDX[2], {**EDX[0], **mark}, EDX[1]])
    was = files.read("x.mongo", posts)
    assert list(was.messages) == ["c2", "t1"]
    assert (was.messages["c2"].parent, was.messages["c2"].parent_author) == ("c1", "44")
    assert was.report.left_out == {"deleted posts": 1}
    assert was.report.people["44"] == ["rgrey"]
    assert was.report.rows == 2
    assert list(files.read("x.mongo", posts, include=["deleted"]).messages) == ["c2", "c1", "t1"]


def test_damaged_characters_are_counted_once(files):
    was = files.read("x.mongo", Files.lines([edx_post("t1", "CommentThread", "a\0b\ud800\r\nc")]))
    assert was.messages["t1"].text == "a\ufffdb\ufffd\nc"
    assert (was.report.nul, was.report.surrogates) == (1, 1)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (Files.lines(EDX[:2]) + '{"_id": \n', "P112.*line 3"),
        (
            Files.lines([*EDX, {"_id": {"$oid": "x"}, "_type": "Vote"}]),
            "P157.*line 4: '_type' is none of CommentThread",
        ),
        (Files.lines([EDX[1], {**EDX[0], "_id": None}]), "P152.*line 2: there is no '_id'"),
        (Files.lines([{**EDX[0], "comment_thread_id": None}]), "P152.*line 1: there is no 'comment_thread_id'"),
        (Files.lines([{**EDX[0], "body": {"a": 1, "b": 2}}]), "P154.*line 1: 'body' must be"),
        ('[{"_id": 1,\n "_type" }]', "P150.*line 2"),
        ('"I like tides"', "P153.*entry 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(files, content, expected):
    said = files.error("x.mongo", content)
    assert re.search(expected, said), said
    assert "tides" not in said
