"""Canvas: pages of entries, views and topics; replies at any depth keep their parents."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .forum_files import CANVAS_ENTRIES, CANVAS_VIEW, Files


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def entry(id, user=43, replies=(), **more):
    return {
        "id": id,
        "user_id": user,
        "message": f"<p>{id}</p>",
        **({"replies": list(replies)} if replies else {}),
        **more,
    }


def test_view(files):
    was = files.read("view.json", CANVAS_VIEW)
    assert was.report.layout == "canvas"
    assert was.fields("text") == {"1": "<p>Tides</p>", "2": "<p>Hi Mary</p>"}
    assert was.fields("author") == {"1": "43", "2": "44"}
    assert was.fields("parent") == {"1": None, "2": "1"}
    assert was.fields("timestamp") == {"1": "2024-02-01T09:00:00Z", "2": "2024-02-01T10:00:00Z"}
    assert len(set(was.fields("thread").values())) == 1
    assert set(was.fields("html").values()) == {True}
    assert was.report.people == {"43": ["Mary Poe"], "44": ["Robert Grey"], "46": []}
    assert (was.report.format, was.report.rows, was.report.warnings) == ("jsonl", 2, [])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("entries.json", CANVAS_ENTRIES),
        ("pages.json", [CANVAS_ENTRIES, []]),
        ("entries.jsonl", Files.lines(CANVAS_ENTRIES)),
    ],
)
def test_recent_replies_answer_whom_they_say(files, name, content):
    was = files.read(name, content)
    assert was.fields("parent") == {"1019": None, "1021": "1020", "1020": "1019"}
    assert was.report.people == {"43": ["Mary Poe"], "45": ["Jane Dorn"], "44": ["Robert Grey"]}


def test_replies_that_are_not_there(files):
    was = files.read("entries.json", [{**CANVAS_ENTRIES[0], "has_more_replies": True}])
    [warning] = was.report.warnings
    assert "W151" in warning
    assert "replies to 1 entry are missing" in warning
    assert "/view" in warning


def test_topic(files):
    topic = {
        "id": 1,
        "title": "Tides",
        "message": "<p>What do you know of tides?</p>",
        "posted_at": "2024-01-31T09:00:00Z",
        "discussion_subentry_count": 2,
        "author": {"id": 45, "display_name": "Jane Dorn"},
        "view": [entry(1, 43, [entry(2, 44)])],
    }
    was = files.read("topic.json", topic)
    assert was.fields("parent") == {"topic-1": None, "1": "topic-1", "2": "1"}
    assert was.fields("subject") == {"topic-1": "Tides", "1": None, "2": None}
    assert set(was.fields("thread").values()) == {"1"}
    assert (was.messages["topic-1"].author, was.messages["topic-1"].timestamp) == ("45", "2024-01-31T09:00:00Z")
    assert was.report.people["45"] == ["Jane Dorn"]


def test_topics_are_threads(files):
    topics = [{"id": id, "title": "x", "message": "", "entries": [entry(id)]} for id in (7, 8)]
    was = files.read("topics.json", topics, format="canvas")
    assert was.fields("thread") == {"topic-7": "7", "7": "7", "topic-8": "8", "8": "8"}


def test_new_entries_once(files):
    view = {**CANVAS_VIEW, "new_entries": [entry(2), entry(3, 44, parent_id=1)]}
    was = files.read("view.json", view)
    assert was.fields("parent") == {"1": None, "2": "1", "3": "1"}
    assert was.messages["2"].text == "<p>Hi Mary</p>"


def test_deleted_entries_leave_their_replies(files):
    gone = {"id": 2, "parent_id": 1, "deleted": True, "user": {"id": 44, "display_name": "Robert Grey"}}
    unknown = {"id": 4, "parent_id": 1, "deleted": True, "editor_id": 9, "replies": [entry(5, 45)]}
    both = {"id": 6, "deleted": True, "replies": [{"id": 7, "deleted": True, "replies": [entry(8, 45)]}]}
    content = [entry(1, 43, [{**gone, "replies": [entry(3, 45)]}, unknown, both])]
    was = files.read("entries.json", content)
    assert was.fields("parent") == {"1": None, "3": "1", "5": "1", "8": "1"}
    assert was.fields("parent_author") == {"1": None, "3": "44", "5": None, "8": None}
    assert was.report.left_out == {"deleted posts": 4}
    assert was.report.people["44"] == ["Robert Grey"]
    kept = files.read("entries.json", content, include=["deleted"])
    assert kept.fields("parent") == {"1": None, "2": "1", "3": "2", "4": "1", "5": "4", "6": "1", "7": "6", "8": "7"}
    assert (kept.messages["2"].text, kept.messages["2"].author, kept.messages["4"].author) == ("", "44", None)


def test_who_is_anonymous_stays_so(files):
    anonymous = {
        "id": 2,
        "message": "Hi",
        "user_name": "Anonymous",
        "user": {"anonymous_id": "x1"},
        "read_state": "read",
    }
    was = files.read("entries.json", [{**entry(1, 43), "user_name": "Anonymous Student"}, anonymous], format="canvas")
    assert was.fields("author") == {"1": "43", "2": None}
    assert was.report.people == {"43": []}


def test_attachments_are_counted(files):
    file = {"content-type": "text/plain", "url": "https://x.example", "filename": "mary.txt"}
    content = [entry(1, attachment=file, attachments=[file], replies=[entry(2, attachment=file)])]
    assert files.read("entries.json", content).report.left_out == {"attachments": 2}


def test_numbers_are_strings(files):
    [message] = files.read("x.json", [entry(43.0, user=10000000000043)], format="canvas").messages.values()
    assert (message.id, message.author) == ("43", "10000000000043")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"errors": [{"message": "user not authorised"}]}, "P152.*entry 1: there is no 'id'"),
        ([entry(1, replies=[entry(2), {"id": 3, "user_id": 4}])], "P152.*entry 1, reply 2: there is no 'message'"),
        ([entry(1, replies=[entry(2, replies=["Mary"])])], "P153.*entry 1, reply 1, reply 1"),
        ([{**entry(1), "replies": "none"}], "P154.*'replies' must be a list"),
        ({**CANVAS_VIEW, "view": [{"message": "Hi Mary"}]}, "P152.*entry 1, entry 1: there is no 'id'"),
        ("[\n\n{]", "P150.*line 3"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(files, content, expected):
    said = files.error("entries.json", content, format="canvas")
    assert re.search(expected, said), said
    assert "Mary" not in said


def _trees(counts):
    """Which entry each entry answers: one before it, or none."""
    return st.tuples(*(st.none() | st.integers(0, n - 1) if n else st.none() for n in range(counts)))


@given(above=st.integers(0, 25).flatmap(_trees), told=st.booleans(), key=st.sampled_from(["replies", "recent_replies"]))
def test_any_tree_gives_each_message_once_with_its_parent(tmp_path_factory, above, told, key):
    nodes = [{"id": n, "user_id": n % 4, "message": f"<p>{n}</p>", key: []} for n in range(len(above))]
    roots = []
    for node, parent in zip(nodes, above, strict=True):
        (roots if parent is None else nodes[parent][key]).append(node)
        if told:
            node["parent_id"] = parent
    files = Files(tmp_path_factory.mktemp("tree"))
    was = files.read("view.json", {"participants": [], "view": roots})
    expected = {str(n): None if parent is None else str(parent) for n, parent in enumerate(above)}
    assert was.fields("parent") == expected
    assert was.report.rows == len(above)
