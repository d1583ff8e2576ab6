"""Files of the shape that the published tool of Farrow et al. (2023) reads, from the command line."""

from __future__ import annotations

import csv
import io

import pytest

from spacy_pseudo.corpus.readers import read_messages, read_roster, roster_from_messages

from ...cli.conftest import Place

HEADER = "postId,postParentId,postUserId,postUserPseudonym,topicId,courseCategoryId,postCreationTime,postBody\n"
# After the discussion in the paper's first figure.
POSTS = (
    ("10", "0", "43", "USER_43", "5", "", "2012-01-01 10:00:00", "Hi all, here is my presentation. Mary Jane"),
    ("12", "10", "12", "USER_12", "5", "", "2012-01-01 11:00:00", "Hi Mary Interesting presentation. Arthur"),
    ("14", "12", "43", "USER_43", "5", "", "2012-01-01 12:00:00", "Hi Arhtur I am not sure what you mean. Mary Jane"),
    (
        "15",
        "14",
        "1",
        "USER_1",
        "5",
        "",
        "2012-01-01 13:00:00",
        "Hello MJ - I think Arthur means tides. R o b e r t",
    ),
)
CLASS = "userid,fullname\n43,Mary Jane Poe\n12,Arthur Grey\n1,Robert Dorn\n"


def table(posts: tuple[tuple[str, ...], ...]) -> str:
    stream = io.StringIO()
    csv.writer(stream).writerows(posts)
    return HEADER + stream.getvalue()


def with_fractions(posts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """As data frames write whole numbers of a column that has, or had, empty cells."""
    return tuple((post[0], f"{post[1]}.0" if post[1] != "0" else "", f"{post[2]}.0", *post[3:]) for post in posts)


@pytest.fixture
def place(tmp_path):
    place = Place(tmp_path)
    place.write("roster.csv", CLASS)
    return place


@pytest.mark.parametrize("posts", [POSTS, with_fractions(POSTS)])
def test_run(place, posts):
    place.write("messages.csv", table(posts))
    assert place.run("--seed", 1, messages="messages.csv") == 0, place.stderr
    mary, arthur, robert = (place.labels[id] for id in ("43", "12", "1"))
    assert len(place.labels) == 3
    rows = place.written
    headers = ["postId", "postParentId", "postUserId", "topicId", "courseCategoryId", "postCreationTime", "postBody"]
    assert list(rows[0]) == headers
    assert [row["postBody"] for row in rows] == [
        f"Hi all, here is my presentation. [{mary}]",
        f"Hi [{mary}] Interesting presentation. [{arthur}]",
        f"Hi [{arthur}] I am not sure what you mean. [{mary}]",
        f"Hello [{mary}] - I think [{arthur}] means tides. [{robert}]",
    ]
    assert [row["postUserId"] for row in rows] == [mary, arthur, mary, robert]
    assert [row["postParentId"] for row in rows][1:] == ["10", "12", "14"]
    assert "answer one that does not exist" not in place.stdout + place.stderr


def test_the_researchers_own_pseudonyms_are_said_to_be_left_out(place):
    place.write("messages.csv", table(POSTS))
    assert place.run(messages="messages.csv") == 0, place.stderr
    assert place.summary["input"]["dropped columns"] == ["postUserPseudonym"]
    assert "postUserPseudonym" in place.stdout + place.stderr
    assert "USER_43" not in (place.out / "messages.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (("1.0", "2.0"), ["1", "2"]),
        (("1.0", ""), ["1", None]),
        (("1.0", "1.1"), ["1.0", "1.1"]),
        (("1.0", "2"), ["1.0", "2"]),
        (("v1.0", "2.0"), ["v1.0", "2.0"]),
    ],
)
def test_only_whole_columns_are_fractions(tmp_path, ids, expected):
    path = tmp_path / "messages.csv"
    path.write_text("id,author,text\n" + "".join(f"m{n},{id},Hi 1.0\n" for n, id in enumerate(ids)), "utf-8")
    messages = list(read_messages(path))
    assert [message.author for message in messages] == expected
    assert {message.text for message in messages} == {"Hi 1.0"}


def test_rosters_with_fractions(tmp_path):
    path = tmp_path / "class.csv"
    path.write_text("userid,fullname,name\n43.0,Mary Jane Poe,1.0\n12.0,Arthur Grey,2.0\n", "utf-8")
    assert [(p.id, p.names) for p in read_roster(path)] == [
        ("43", ("1.0", "Mary Jane Poe")),
        ("12", ("2.0", "Arthur Grey")),
    ]
    path = tmp_path / "messages.csv"
    path.write_text("id,author,name,text\n1,43.0,Mary,Hi\n", "utf-8")
    assert [p.id for p in roster_from_messages(path, "name")] == ["43"]
