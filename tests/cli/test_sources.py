"""Several sources in one run: one corpus, one roster."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Place

FORUM = (
    {"id": "1", "author": "7", "text": "Hi all,\nTides!\nMary"},
    {"id": "2", "author": "8", "parent": "1", "text": "Hi Mary,\nme too.\nRobert"},
)
# Numbers of people and messages are this forum's own.
OTHER = "post_id;poster;name;body\n1;7;Zoe Lund;Mary Poe said so. Zoe\n2;9;Robert Grey;Thanks Zoe! Bob\n"
ROSTER = "id,name\n7,Mary Poe\n8,Robert Grey\n"


@pytest.fixture
def two(place: Any) -> Any:
    """Two forums and one class list."""
    place.messages(FORUM, "forum.jsonl")
    place.write("other.csv", OTHER)
    place.write("roster.csv", ROSTER)
    return place


def run(place: Any, *options: object, command: str = "run") -> int:
    roster = ("--roster", place / "roster.csv") if command == "run" else ()
    places = ("--out", place.out, "--key", place.key, *roster)
    return int(place.call(command, place / "forum.jsonl", place / "other.csv", *places, *options))


def other(place: Any) -> list[dict[str, str]]:
    with (place.out / "messages-2.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter=";"))


def test_people_are_matched_by_name_and_those_with_the_same_number_kept_apart(two: Any) -> None:
    assert run(two, "--roster-column", "name") == 0, two.stderr
    mary, robert, zoe = (two.labels[id] for id in ("7", "8", "2:7"))
    assert set(two.labels) == {"7", "8", "2:7"}
    assert [(row["post_id"], row["poster"], row["body"]) for row in other(two)] == [
        ("2:1", zoe, f"[{mary}] said so. [{zoe}]"),
        ("2:2", robert, f"Thanks [{zoe}]! [{robert}]"),
    ]
    first = (two.out / "messages-1.jsonl").read_text("utf-8")
    assert f"Hi [{mary}],\\nme too.\\n[{robert}]" in first
    assert "1 by full name" in two.stdout
    assert "1 id is somebody else's in another source" in two.stdout


def test_a_class_list_joins_the_sources(two: Any) -> None:
    assert run(two) == 0, two.stderr
    assert other(two)[0]["body"].startswith(f"[{two.labels['7']}] said so.")
    columns = {name: name for name in ("id", "author", "text", "parent")}
    files = two.summary["files"]
    sums = [hashlib.sha256((two.out / file["name"]).read_bytes()).hexdigest() for file in files]
    assert [file.pop("sha256") for file in files] == sums
    assert files == [
        {"name": "messages-1.jsonl", "read as": "jsonl", "columns": columns, "messages": 2, "left out": {}},
        {
            "name": "messages-2.csv",
            "read as": "csv",
            "columns": {"id": "post_id", "author": "poster", "text": "body"},
            "messages": 2,
            "left out": {},
        },
    ]


def test_applying_again_gives_the_same(two: Any) -> None:
    assert run(two, "--roster-column", "name") == 0, two.stderr
    before = {name: data for name, data in two.snapshot().items() if name.startswith("out/messages")}
    assert len(before) == 2
    # Without the column that told who is who: the key remembers.
    assert run(two, "--force", command="apply") == 0, two.stderr
    assert {name: data for name, data in two.snapshot().items() if name.startswith("out/messages")} == before


def test_columns_and_formats_go_to_the_files_that_have_them(two: Any) -> None:
    two.write("other.csv", OTHER.replace("poster", "Writer"))
    assert run(two) == 2
    assert "P115" in two.stderr
    assert run(two, "--column", "author=Writer") == 0, two.stderr
    assert run(two, "--force", *["--format", "csv"] * 3) == 2
    assert "P512" in two.stderr
    assert run(two, "--force", "--column", "author=Writer", "--roster-column", "none") == 2
    assert "P513" in two.stderr


def test_what_cannot_be_read_stops_the_run_before_anything_is_written(two: Any) -> None:
    two.write("other.csv", 'post_id;poster;body\n1;7;"x\n')
    assert run(two) == 2
    assert "P109" in two.stderr
    assert not two.out.exists()


def test_a_wish_that_nobody_knows(two: Any) -> None:
    assert run(two, "--include", "spam") == 2
    assert "deleted, private" in two.stderr


def test_sources_that_are_not_those_of_the_key_are_refused(two: Any) -> None:
    assert run(two, "--roster-column", "name") == 0, two.stderr
    before = two.snapshot()
    places = ("--key", two.key, "--out", two.out, "--force")
    assert two.call("apply", two / "other.csv", two / "forum.jsonl", *places) == 2
    assert "P514" in two.stderr
    assert two.call("apply", two / "other.csv", *places) == 2
    assert "P514" in two.stderr
    assert two.snapshot() == before


def test_addresses_of_people_who_did_not_consent_in_any_case(place: Any) -> None:
    rows = [{"id": "1", "author": "mary.poe@uni.example", "text": "Hi all"}, {"id": "2", "author": "rg", "text": "Ho"}]
    place.messages(rows)
    place.write("out.txt", "Mary.Poe@Uni.example\n")
    assert place.run("--exclude", place / "out.txt") == 0, place.stderr
    assert [row["id"] for row in place.written] == ["2"]


def test_what_people_said_who_did_not_consent_may_be_quoted(place: Any) -> None:
    quote = "> Secret words.\n\nI agree.\nRobert"
    rows = [*place.ROWS[:1], {"id": "2", "author": "rg", "parent": "1", "text": quote}]
    place.messages(rows)
    place.write("out.txt", "mp\n")
    assert place.run("--exclude", place / "out.txt") == 0, place.stderr
    assert place.summary["messages"]["quoting people who did not consent"] == 1
    assert "1 answer to them quotes something" in place.stdout


def test_messages_that_the_key_does_not_know_are_told(place: Any) -> None:
    assert place.run() == 0, place.stderr
    place.messages([{"id": "9", "author": "mp", "text": "Hi Robert"}, {"id": "10", "author": "rg", "text": "Hi Mary"}])
    assert place.apply() == 0, place.stderr
    assert place.summary["messages"]["new to the key"] == 2
    assert "2 messages are new to the key" in place.stdout


def test_what_leads_back_is_told_by_check_with_the_command(place: Place) -> None:
    source = Path(__file__).parents[2] / "assets" / "list" / "list.mbox"
    assert place.call("check", source) == 0, place.stderr
    assert "[W510]" in place.stdout
    assert "--ids code --timestamps shift --out out" in place.stdout
    assert place.call("check", place / "messages.jsonl") == 0
    assert "W510" not in place.stdout
    assert "--ids" not in place.stdout


def test_check_says_what_columns_that_are_not_used_look_like(place: Place) -> None:
    rows = "".join(
        f"{n},u{n % 3},{n - 2 if n > 2 else ''},{'Mary Poe,Zoe Lund,Bo Grey'.split(',')[n % 3]},Hi\n"
        for n in range(1, 13)
    )
    path = place.write("odd.csv", f"id,author,Kettenglied,Called,text\n{rows}")
    assert place.call("check", path) == 0, place.stderr
    assert (
        "In 'Kettenglied' stand ids of other messages. If these are what a message answers: --column parent=Kettenglied"
        in place.stdout
    )
    assert "In 'Called' stand names. If they are the authors': --roster-column Called" in place.stdout
    assert place.call("check", path, "--roster-column", "Called", "--column", "parent=Kettenglied") == 0
    assert "In '" not in place.stdout
