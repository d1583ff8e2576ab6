"""Discourse: topics, lists of posts, and the archive of one user."""

import re

import pytest

from .forum_files import ARCHIVE, DISCOURSE, Files, discourse_post, discourse_topic

POSTS = DISCOURSE["post_stream"]["posts"]


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("topic.json", DISCOURSE),
        ("topics.json", [DISCOURSE]),
        ("topics.jsonl", Files.lines([DISCOURSE])),
        ("pages.json", [discourse_topic(*POSTS[:2]), discourse_topic(*POSTS[2:])]),
    ],
)
def test_topics(files, name, content):
    was = files.read(name, content)
    assert was.report.layout == "discourse"
    assert was.fields("text") == {"101": "I like tides.\nMary", "102": "Hi Mary", "103": "Hi Robert"}
    assert was.fields("author") == {"101": "marypoe", "102": "rgrey", "103": "jd"}
    assert was.fields("parent") == {"101": None, "102": "101", "103": "102"}
    assert was.fields("subject") == {"101": "Tides and Mary", "102": None, "103": None}
    assert set(was.fields("thread").values()) == {"12"}
    assert set(was.fields("session").values()) == {"4"}
    assert set(was.fields("html").values()) == {False}
    assert was.messages["101"].timestamp == "2024-02-01T09:01:00.000Z"
    people = {"marypoe": "Mary Poe", "rgrey": "Robert Grey", "jd": "Jane Dorn"}
    assert was.report.people == {user: [name, user] for user, name in people.items()}
    assert (was.report.rows, was.report.warnings) == (3, [])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("posts.json", POSTS),
        ("posts.json", {"posts": POSTS}),
        ("posts.json", {"latest_posts": POSTS[::-1]}),
        ("posts.jsonl", Files.lines(POSTS[::-1])),
    ],
)
def test_posts_without_their_topic(files, name, content):
    was = files.read(name, content)
    assert was.report.layout == "discourse"
    assert {id: was.messages[id].parent for id in sorted(was.messages)} == {"101": None, "102": "101", "103": "102"}
    assert set(was.fields("thread").values()) == {"12"}
    assert set(was.fields("subject").values()) == {None}


def test_numbers_count_within_their_topics(files):
    other = discourse_topic(discourse_post(201, 1, "jd", "", "Hi", topic_id=13), id=13, title="Sand", category_id=None)
    other["post_stream"]["posts"].append(discourse_post(202, 2, "rgrey", "", "Hi", topic_id=13))
    was = files.read("topics.json", [DISCOURSE, other])
    assert (was.messages["202"].parent, was.messages["202"].thread, was.messages["202"].session) == ("201", "13", None)


def test_html_where_there_is_nothing_else(files):
    was = files.read("topic.json", discourse_topic(discourse_post(1, 1, "a", "A", None, cooked="<p>Hi</p>")))
    assert (was.messages["1"].text, was.messages["1"].html) == ("<p>Hi</p>", True)


def test_what_is_answered_may_be_on_another_page(files):
    late = discourse_post(
        150,
        30,
        "jd",
        "Jane Dorn",
        "Hi Robert",
        reply_to_post_number=29,
        reply_to_user={"username": "rgrey", "name": "Robert Grey"},
    )
    topic = discourse_topic(late)
    topic["post_stream"]["stream"] = [101, 149, 150]
    was = files.read("page.json", topic)
    assert (was.messages["150"].parent, was.messages["150"].parent_author) == ("12-29", "rgrey")
    assert was.report.people["rgrey"] == ["Robert Grey", "rgrey"]
    [warning] = was.report.warnings
    assert "W151" in warning
    assert "2 posts are missing" in warning


def test_nothing_is_answered_if_the_first_post_is_not_there(files):
    assert files.read("posts.json", POSTS[1:2]).messages["102"].parent is None


@pytest.mark.parametrize("mark", [{"deleted_at": "2024-02-02T00:00:00Z"}, {"user_deleted": True}, {"hidden": True}])
def test_deleted(files, mark):
    topic = discourse_topic(POSTS[0], {**POSTS[1], **mark}, POSTS[2])
    was = files.read("topic.json", topic)
    assert list(was.messages) == ["101", "103"]
    assert (was.messages["103"].parent, was.messages["103"].parent_author) == ("102", "rgrey")
    assert was.report.left_out == {"deleted posts": 1}
    assert list(files.read("topic.json", topic, include=["deleted"]).messages) == ["101", "102", "103"]


@pytest.mark.parametrize(
    "content",
    [
        {**DISCOURSE, "archetype": "private_message"},
        {**DISCOURSE, "is_pm": True},
        {"private_posts": POSTS},
        [{**post, "post_type": 4} for post in POSTS],
    ],
)
def test_private(files, content):
    was = files.read("topic.json", content, format="discourse")
    assert not was.messages
    assert was.report.left_out == {"private posts": 3}
    assert was.report.rows == 0
    assert len(files.read("topic.json", content, format="discourse", include=["private"]).messages) == 3


def test_notices_are_no_posts_and_moderators_are(files):
    posts = [POSTS[0], {**POSTS[1], "post_type": 3, "raw": ""}, {**POSTS[2], "post_type": 2}]
    was = files.read("posts.json", posts, include=["deleted", "private"])
    assert list(was.messages) == ["101", "103"]
    assert was.report.left_out == {"notices": 1}


def test_programs_have_no_names(files):
    was = files.read("posts.json", [discourse_post(1, 1, "system", "system", "Welcome", user_id=-1)])
    assert was.report.people == {"system": []}


def test_archive(files):
    was = files.read("user_archive.csv", Files.table(ARCHIVE))
    [message] = was.messages.values()
    assert (message.id, message.thread, message.author) == ("12-3", "12", "archive-owner")
    assert (message.text, message.html) == ("Hi Mary,\nso do I.\nRobert", False)
    assert (message.session, message.subject) == ("Courses|Shore", "Tides and Mary")
    assert message.timestamp == "2024-02-01 09:00:00 UTC"
    assert (was.report.layout, was.report.format, was.report.rows) == ("discourse", "jsonl", 1)
    assert was.report.left_out == {"private posts": 1}
    assert "forum.example" not in repr(message)
    assert list(files.read("user_archive.csv", Files.table(ARCHIVE), include=["private"]).messages) == ["12-3", "13-1"]


def test_archive_in_another_language(files):
    rows = [{**ARCHIVE[0], "is_pm": "Nej"}, {**ARCHIVE[1], "is_pm": "Ja"}]
    assert list(files.read("user_archive.csv", Files.table(rows)).messages) == ["12-3"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("topic.json", {"errors": ["Not found"]}, "P153.*entry 1"),
        (
            "topic.json",
            discourse_topic({"id": 1, "username": "a"}),
            "P152.*entry 1, post 1: there is no 'raw' or 'cooked'",
        ),
        (
            "posts.json",
            {"posts": [POSTS[0], {"username": "a", "raw": "Hi"}]},
            "P152.*entry 1, post 2: there is no 'id'",
        ),
        ("topic.json", {"post_stream": {"posts": "none"}}, "P154.*'posts' must be a list"),
        ("topic.json", '{"post_stream":\n{"posts": [}', "P150.*line 2"),
        ("user_archive.csv", "topic_title,is_pm,post_raw\n", "P155.*column url"),
        (
            "user_archive.csv",
            Files.table([{**ARCHIVE[0], "url": "https://x.example/t/mary"}]),
            "P156.*line 2: the 'url'",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(files, name, content, expected):
    said = files.error(name, content, format="discourse")
    assert re.search(expected, said), said
    assert "mary" not in said.lower()
