"""Messages with one id: copies are read once, other versions as somebody says, the same in every command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Place

ROWS = (
    {"id": "1", "author": "mp", "text": "Hi all,\nI like tides.\nMary"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nso do I.\nRobert"},
    {"id": "1", "author": "mp", "text": "Hi all,\nI like all tides.\nMary", "exported": "today"},
    {"id": "3", "author": "jd", "parent": "2", "text": "Dear Robert,\nMary Poe's tides are fine.\nJane"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nso do I.\nRobert", "exported": "today"},
    {"id": "3", "author": "jd", "parent": "2", "text": "Dear Robert,\nforget it.\nJane"},
)


@pytest.fixture
def edited(place: Place) -> Place:
    place.messages(ROWS)
    return place


def test_all_of_them_are_told_at_once_and_nothing_is_written(edited: Place) -> None:
    roster = ("--roster", edited / "roster.csv")
    for command in ("run", "apply"):
        assert edited.run(command=command) == 2
        told = edited.stderr
        assert "[P139]" in told
        assert "2 ids are those of several messages that differ" in told
        assert "'1' (lines 1, 3), '3' (lines 4, 6)" in told
        assert "--duplicates last" in told
        assert "Mary" not in told
        assert edited.snapshot() == {}
    for call in (("check",), ("discover", "--key", edited.key)):
        assert edited.call(call[0], edited / "messages.jsonl", *roster, *call[1:]) == 2
        assert "'1' (lines 1, 3), '3' (lines 4, 6)" in edited.stderr


@pytest.mark.parametrize(
    ("mode", "order", "texts"),
    [
        ("last", ["2", "1", "3"], ("like all tides", "forget it")),
        ("first", ["1", "2", "3"], ("like tides", "are fine")),
    ],
)
def test_the_last_or_the_first_is_read_in_every_command(
    edited: Place, mode: str, order: list[str], texts: tuple[str, str]
) -> None:
    chosen = ("--duplicates", mode)
    assert edited.call("check", edited / "messages.jsonl", "--roster", edited / "roster.csv", *chosen) == 0
    assert "3 messages of 3 authors" in edited.stdout
    assert "copies of messages (1), other versions of messages (2)" in edited.stdout
    assert edited.run("--seed", 1, *chosen) == 0, edited.stderr
    assert [row["id"] for row in edited.written] == order
    assert texts[0] in edited.texts["1"]
    assert texts[1] in edited.texts["3"]
    assert edited.texts["2"].startswith(f"Hi [{edited.labels['mp']}],")
    assert edited.summary["settings"]["duplicates"] == mode
    assert edited.summary["messages"]["read"] == 3
    assert edited.summary["files"][0]["messages"] == 3
    assert edited.summary["files"][0]["left out"] == {"copies of messages": 1, "other versions of messages": 2}
    before = (edited.out / "messages.jsonl").read_bytes()
    assert edited.apply(*chosen) == 0, edited.stderr
    assert (edited.out / "messages.jsonl").read_bytes() == before
    # What looks for more in the originals takes them as they are.
    assert edited.call("audit", edited.out, "--key", edited.key, "--messages", edited / "messages.jsonl") == 0
    assert edited.call("restore", edited.out, "--key", edited.key, "--to", edited / "back") == 0, edited.stderr


def test_copies_are_read_once_without_a_word_of_yours(place: Place) -> None:
    place.messages([*ROWS[:2], ROWS[1], ROWS[0], *ROWS[1:2]])
    assert place.run() == 0, place.stderr
    assert [row["id"] for row in place.written] == ["1", "2"]
    assert "Left out: copies of messages (3)" in place.stdout
    assert place.summary["settings"]["duplicates"] == "refuse"


def test_a_table_with_lines_in_its_texts(place: Place) -> None:
    place.write("messages.csv", 'id,author,text\n1,mp,"Hi\nall"\n2,rg,x\n1,mp,"Hi\nyou"\n')
    assert place.run(messages="messages.csv") == 2
    assert "1 id is that of several messages" in place.stderr
    assert "'1' (lines 2, 5)" in place.stderr
    assert place.run("--duplicates", "newest", messages="messages.csv") == 2
    assert "P502" in place.stderr


def test_among_several_sources_each_is_looked_at_by_itself(place: Place) -> None:
    place.messages(ROWS[:1], "a.jsonl")
    place.messages([*ROWS[:1], ROWS[2]], "b.jsonl")
    inputs = (place / "a.jsonl", place / "b.jsonl", "--out", place.out, "--key", place.key)
    assert place.call("run", *inputs) == 2
    assert "b.jsonl" in place.stderr
    assert place.call("run", *inputs, "--duplicates", "last") == 0, place.stderr
    assert "all tides" in (place.out / "messages-2.jsonl").read_text("utf-8")
