"""What else is in the output: columns, ids, timestamps, and people who did not consent."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Fresh, Place

TABLE = (
    "Post ID;Poster;Full Name;reply_to;Topic;created_at;Message;E-Mail;likes\r\n"
    '1;mp;Mary Poe;;tides;2024-02-05T09:02;"Hi all,\r\nI like ""tides"".\r\nMary";mary@uni.example;3\r\n'
    "2;rg;Robert Grey;1;tides;2024-02-07 23:59:59.5Z;Hi Mary, so do I. Robert;rob@uni.example;4\r\n"
)


def test_the_output_is_a_table_as_the_input_was(place: Place) -> None:
    place.write("messages.csv", TABLE)
    assert place.run(messages="messages.csv") == 0
    mary, robert = place.labels["mp"], place.labels["rg"]
    assert (place.out / "messages.csv").read_bytes().decode("utf-8") == (
        "Post ID;Poster;reply_to;Topic;created_at;Message\r\n"
        f'1;{mary};;tides;2024-02-05T09:02;"Hi all,\r\nI like ""tides"".\r\n[{mary}]"\r\n'
        f"2;{robert};1;tides;2024-02-07 23:59:59.5Z;Hi [{mary}], so do I. [{robert}]\r\n"
    )
    assert place.summary["input"]["dropped columns"] == ["Full Name", "E-Mail", "likes"]


def test_columns_that_are_kept(place: Place) -> None:
    place.write("messages.csv", TABLE)
    assert place.run("--keep-columns", "likes", messages="messages.csv") == 0
    rows = list(csv.DictReader(io.StringIO((place.out / "messages.csv").read_text("utf-8")), delimiter=";"))
    assert [row["likes"] for row in rows] == ["3", "4"]
    assert place.summary["input"]["dropped columns"] == ["Full Name", "E-Mail"]
    assert place.summary["input"]["kept columns"] == ["likes"]


def test_a_key_to_keep_that_no_object_has(place: Place) -> None:
    assert place.run("--keep-columns", "likes") == 0
    assert "'likes'" in place.stdout
    assert place.summary["input"]["kept columns"] == []


def test_names_from_a_column(place: Place, fresh: Fresh) -> None:
    other = fresh()
    other.write("messages.csv", TABLE)
    assert other.run("--roster-column", "Full Name", messages="messages.csv") == 0
    assert f"Hi [{other.labels['mp']}]," in (other.out / "messages.csv").read_text("utf-8")
    args = ("--roster-column", "Full Name", "--force")
    place.write("messages.csv", TABLE)
    assert place.run(*args, messages="messages.csv") == 2
    assert "P506" in place.stderr


# --- Ids ---

IDS = (
    {"id": "<1.mary@uni.example>", "author": "mary.poe@uni.example", "thread": "question from MARY", "session": "s1"},
    {
        "id": "rgrey-2",
        "author": "rgrey",
        "parent": "<1.mary@uni.example>",
        "thread": "question from MARY",
        "session": "s1",
    },
    {"id": "3", "author": "Poe77", "parent": "rgrey-2", "thread": "marypoe-intro", "session": "RobertGrey"},
    {"id": "4", "author": "jd", "parent": "3", "thread": "tides/jd", "session": "spring"},
)


def test_ids_that_identify_are_not_shared(place: Place) -> None:
    ids = "id,name\nmary.poe@uni.example,Mary Poe\nrgrey,Robert Grey\nPoe77,Edgar Poe\njd,Jane Dorn\n"
    place.write("roster.csv", ids)
    place.messages({**row, "text": "Hi all."} for row in IDS)
    assert place.run() == 0
    shared = "".join(path.read_text("utf-8") for path in place.out.iterdir()).casefold()
    for part in ("mary", "poe", "grey", "robert", "@", "jd", "example"):
        assert part not in shared
    rows = place.written
    assert [row["session"] for row in rows] == ["s1", "s1", rows[2]["session"], "spring"]
    assert rows[3]["id"] == "4"
    assert rows[1]["parent"] == rows[0]["id"]
    assert rows[0]["thread"] == rows[1]["thread"] != rows[2]["thread"]
    assert [row["author"] for row in rows] == [place.labels[row["author"]] for row in IDS]
    # The same codes with the same key, others with another.
    before = (place.out / "messages.jsonl").read_bytes()
    assert place.apply() == 0
    assert (place.out / "messages.jsonl").read_bytes() == before
    (place.key / "secret").unlink()
    assert place.apply() == 2
    assert "P353" in place.stderr
    assert place.call("key", "repair", place.key, "--accept", "secret") == 0
    assert place.apply() == 0
    assert (place.out / "messages.jsonl").read_bytes() != before


def test_ids_that_tell_nothing_stay(place: Place) -> None:
    rows = [{"id": "m1", "author": "mp", "thread": "why will marks rise", "session": "spring 2024", "text": "Hi."}]
    place.messages(rows)
    assert place.run() == 0
    assert {**place.written[0], "author": "mp"} == rows[0]
    assert place.summary["input"]["ids turned into codes"] == 0


def test_several_ids_of_one_person(place: Place) -> None:
    place.write("roster.jsonl", json.dumps({"id": "43", "names": ["Mary Poe"], "ids": ["143"]}) + "\n")
    place.messages([{"id": 1, "author": 43.0, "text": "Tides.\nMary"}, {"id": 2, "author": 143, "text": "Kelp.\nMary"}])
    assert place.call("run", place / "messages.jsonl", "--roster", place / "roster.jsonl", "--out", place.out,
                      "--key", place.key) == 0  # fmt: skip
    assert place.labels == {"43": "U01"}
    assert [row["author"] for row in place.written] == ["U01", "U01"]
    assert [row["id"] for row in place.written] == ["1", "2"]


# --- All ids as codes ---

COURSE = (
    {"id": "7", "author": "mp", "thread": "t1", "session": "spring", "timestamp": "2024-02-05T09:02:00", "text": "Hi."},
    {"id": "8", "author": "rg", "parent": "7", "thread": "t1", "session": "spring", "text": "Hi Mary."},
)
CODED = re.compile(r"x[0-9a-f]{16}")


def test_all_ids_may_become_codes(place: Place) -> None:
    place.messages(COURSE)
    assert place.run("--ids", "code") == 0, place.stderr
    first, second = place.written
    fields = [row[name] for row in (first, second) for name in ("id", "thread", "session")] + [second["parent"]]
    assert all(CODED.fullmatch(value) for value in fields)
    assert second["parent"] == first["id"] != second["id"]
    assert first["thread"] == second["thread"]
    assert first["parent"] is None
    assert place.summary["settings"]["ids"] == "code"
    assert "tides" not in (place.out / "messages.jsonl").read_text("utf-8")
    # The same each time, and left alone if what was written is written again.
    before = (place.out / "messages.jsonl").read_bytes()
    assert place.apply("--ids", "code") == 0
    assert (place.out / "messages.jsonl").read_bytes() == before
    place.write("again.jsonl", before)
    again = place / "again"
    assert place.call("apply", place / "again.jsonl", "--key", place.key, "--out", again, "--ids", "code") == 0
    assert (again / "messages.jsonl").read_bytes() == before
    # Another key has other codes.
    assert (
        place.call("run", place / "messages.jsonl", "--key", place / "key2", "--out", place / "out2", "--ids", "code")
        == 0
    )
    assert first["id"] not in (place / "out2" / "messages.jsonl").read_text("utf-8")


def test_codes_are_those_of_what_is_handed_on(place: Place) -> None:
    place.messages(COURSE)
    assert place.run("--ids", "code") == 0
    ids = [row["id"] for row in place.written]
    assert place.call("export", place.out, "--key", place.key, "--to", "clusters", "--by", "message", "--out",
                      place / "clusters") == 0, place.stderr  # fmt: skip
    text = (place / "clusters" / "clusters.jsonl").read_text("utf-8")
    assert all(id in text for id in ids)
    assert place.call("network", place.out, "--key", place.key, "--out", place / "network") == 0, place.stderr
    assert place.call("audit", place.out, "--key", place.key) == 0, place.stdout
    assert place.call("report", place.out, "--key", place.key, "--out", place / "r.html") == 0, place.stderr


def test_an_unknown_way_with_ids(place: Place) -> None:
    assert place.run("--ids", "hash") == 2
    assert "P502" in place.stderr
    assert "--ids" in place.stderr


# --- Could it be joined with the forum? ---


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (("m001", "m002", "m003"), False),
        (("1", "2", "3"), False),
        (("10001", "10002", "10003"), False),
        (("4711823", "4711990", "4713002"), True),
        (("4711823", "4711824", "4711825"), True),
        (("52a1f3bb4d2c9e0a7b6c5d4e", "52a1f3bb4d2c9e0a7b6c5d4f", "52a1f3bb4d2c9e0a7b6c5d50"), True),
        (("t1_c0b7g41", "t1_c0b7g42", "t3_9xq2z"), True),
        (("1512085950.000216", "1512085990.000217", "1512086950.000218"), True),
        (("123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001", "3"), True),
    ],
)
def test_ids_of_a_platform_are_told(place: Place, ids: tuple[str, ...], told: bool) -> None:
    rows = [{**row, "id": id, "parent": None} for row, id in zip(place.ROWS, ids, strict=True)]
    place.messages(rows)
    assert place.run() == 0, place.stderr
    assert ("W510" in place.stdout) == told
    assert bool(place.summary["warnings"]) == told
    assert place.apply("--ids", "code") == 0
    assert "W510" not in place.stdout
    assert place.summary["warnings"] == []


def test_exact_times_of_a_platform_are_told(place: Place) -> None:
    mail = (
        "From a@b Mon Feb  5 09:02:00 2024\nFrom: Mary Poe <mp@tides.example>\nDate: Mon, 5 Feb 2024 09:02:00 +0000\n"
    )
    place.write("list.mbox", mail + "Message-ID: <1@tides.example>\nSubject: Tides\n\nHi all.\nMary\n\n")
    mailbox = ("run", place / "list.mbox", "--key", place.key, "--out", place.out)
    assert place.call(*mailbox) == 0, place.stderr
    warning = "".join(place.stdout.split())
    assert "W510" in warning
    assert "exacttimestamps" in warning
    assert "idsofmessages" not in warning  # they hold an address and are codes anyway
    assert "--timestampsshift" in warning
    assert place.call(*mailbox, "--force", "--timestamps", "shift") == 0, place.stderr
    assert place.summary["warnings"] == []


# --- Timestamps ---

TIMES = (
    "2024-02-05T09:02:00",
    "2024-02-07T23:59:59.123456+01:00",
    "2024-03-01",
    "2024-02-05 09:02",
    "2024-02-05T09:02:00Z",
)


def move(place: Place, times: tuple[str, ...], how: str) -> list[str | None]:
    """RETURNS (list[Optional[str]]): What becomes of timestamps."""
    rows = ({"id": str(n), "author": "mp", "timestamp": time, "text": "Hi."} for n, time in enumerate(times))
    place.messages(rows)
    assert place.run("--timestamps", how, *(["--force"] if place.out.exists() else [])) == 0, place.stderr
    return [row["timestamp"] for row in place.written]


def test_weeks_keep_intervals_and_weekdays(place: Place) -> None:
    found = move(place, TIMES, "weeks")
    moved = [datetime.fromisoformat(time.rstrip("Z")) for time in found if time is not None]
    assert len(moved) == len(TIMES)
    offsets = {datetime.fromisoformat(old.rstrip("Z")) - new for old, new in zip(TIMES, moved, strict=True)}
    assert len(offsets) == 1
    offset = offsets.pop()
    assert offset.days > 300
    assert offset.days % 7 == 0
    assert offset.seconds == 0
    # As they were written, and by the same each time.
    assert [len(time or "") for time in found] == [len(time) for time in TIMES]
    assert move(place, TIMES, "weeks") == found


def test_seconds_and_milliseconds_in_weeks(place: Place) -> None:
    times = ("1707123720", "1707123720000", "1707123720.0002", "2024-02-05T09:02:00Z")
    seconds, milliseconds, fraction, iso = move(place, times, "weeks")
    assert f"{seconds}000" == milliseconds
    assert fraction == f"{seconds}.0002"
    assert int(seconds or 0) == datetime.fromisoformat((iso or "").replace("Z", "+00:00")).timestamp()


def test_shifted_timestamps_keep_their_order_and_shape_and_no_interval(place: Place) -> None:
    days = [f"2024-02-{day:02}T{hour:02}:13:{second:02}" for day in range(1, 29) for hour, second in ((7, 1), (19, 59))]
    found = move(place, tuple(days), "shift")
    assert [len(time or "") for time in found] == [len(day) for day in days]
    moved = [datetime.fromisoformat(time or "") for time in found]
    assert moved == sorted(set(moved))
    offsets = [datetime.fromisoformat(old) - new for old, new in zip(days, moved, strict=True)]
    assert len(set(offsets)) == len(offsets)
    # Dates in texts move by the nearest whole weeks, or by those beside: the one is within a week of the other.
    assert max(offsets) - min(offsets) < timedelta(weeks=2)
    assert min(offsets) > timedelta(weeks=51)
    # The same each time, in other sources too.
    assert move(place, tuple(days), "shift") == found
    assert move(place, tuple(days[3:5]), "shift") == found[3:5]


def test_one_point_in_time_is_one_whatever_its_shape(place: Place) -> None:
    times = ("1707123720", "1707123720000", "1707123720.0002", "2024-02-05T09:02:00Z", "2024-02-05T10:02:00.000+01:00")
    seconds, milliseconds, fraction, iso, ahead = move(place, times, "shift")
    assert seconds == (milliseconds or "")[:10] == (fraction or "")[:10]
    utc = datetime.fromtimestamp(int(seconds or 0), timezone.utc)
    assert iso == f"{utc:%Y-%m-%dT%H:%M:%SZ}"
    assert datetime.fromisoformat(ahead or "").timestamp() == int(milliseconds or 0) / 1000


@pytest.mark.parametrize("how", ["shift", "weeks"])
def test_timestamps_that_cannot_be_read_are_dropped(place: Place, how: str) -> None:
    times = ("last Tuesday", "20240205", "05/02/2024", "2024-02-30", "2024-02-05T25:00", "0001-01-01")
    assert move(place, times, how) == [None] * 6
    assert place.summary["input"]["unreadable timestamps dropped"] == 6


def test_timestamps_may_be_dropped(place: Place) -> None:
    place.write("messages.csv", TABLE)
    assert place.run("--timestamps", "drop", messages="messages.csv") == 0
    assert "2024" not in (place.out / "messages.csv").read_text("utf-8")
    assert (place.out / "messages.csv").read_text("utf-8").startswith("Post ID;Poster;reply_to;Topic;Message")


# --- People who did not consent ---


@pytest.fixture
def consent(place: Place) -> Place:
    """RETURNS (Place): A place where Robert is left out."""
    place.write("exclude.txt", "# not willing\nrg\n")
    assert place.run("--exclude", place / "exclude.txt") == 0
    return place


def test_their_messages_are_left_out(consent: Place) -> None:
    assert list(consent.texts) == ["1", "3"]
    counts = {"read": 3, "written": 2, "excluded": 1, "failed": 0, "without author": 0, "new to the key": 0}
    assert consent.summary["messages"] == {
        **counts, "quoting people who did not consent": 0, "quotations of theirs cut": 0
    }  # fmt: skip
    rows = consent.private("replacements")
    assert rows[1] == {"id": "2", "spans": [], "identifiers": [], "marked": [], "others": [], "excluded": True}


def test_their_names_are_masked_without_a_link(consent: Place) -> None:
    assert consent.texts["3"].startswith("Dear [U?],\n")
    assert consent.private("replacements")[2]["spans"][0][2:4] == [None, "[U?]"]
    assert consent.private("conflicts") == []
    assert consent.apply("--strict") == 0


def test_what_answers_them_answers_nobody(consent: Place) -> None:
    assert consent.written[1]["parent"] is None
    assert consent.written[0]["author"] == consent.labels["mp"]


def test_the_column_of_the_parents_author_is_emptied_too(place: Place) -> None:
    place.write("exclude.txt", "rg\n")
    place.messages({**row, "parent_author": {"2": "mp", "3": "rg"}.get(row["id"])} for row in place.ROWS)
    assert place.run("--exclude", place / "exclude.txt") == 0
    assert [(row["parent"], row["parent_author"]) for row in place.written] == [(None, None), (None, None)]


def test_the_key_remembers_them(consent: Place) -> None:
    before = consent.snapshot()
    assert consent.run("--force") == 0
    assert consent.snapshot() == before
    assert consent.apply() == 0
    assert consent.snapshot() == before
    consent.write("exclude.txt", "mp\n")
    assert consent.run("--force", "--exclude", consent / "exclude.txt") == 0
    assert list(consent.texts) == ["2", "3"]


def test_ids_of_nobody_are_told(place: Place) -> None:
    place.write("exclude.txt", "rgg\nmp\n")
    assert place.run("--exclude", place / "exclude.txt") == 0
    assert "1 id of --exclude is neither" in place.stdout
    assert "rgg" not in place.stdout


# --- What is not dealt with ---


def test_other_personal_data_is_counted(place: Place) -> None:
    text = "Write to a@b.example or https://c.example/d, or call 01234 567 890. I live in Leeds."
    place.messages([{"id": "1", "author": "mp", "text": text}])
    assert place.run("--identifiers", "all=keep") == 0
    assert place.summary["not dealt with"] == {"e-mail addresses": 1, "web addresses": 1, "long numbers": 1}
    assert "1 e-mail addresses" in place.stdout
    assert place.apply() == 0
    assert place.summary["not dealt with"] == {"e-mail addresses": 0, "web addresses": 1, "long numbers": 0}
    assert place.summary["other personal data replaced"] == {"all": 2, "EMAIL": 1, "PHONE": 1}
    assert place.summary["marked, to be looked at"] == {"all": 1, "sensitive": 0, "CITY": 1}


def test_names_in_headers_and_times(place: Place) -> None:
    place.write(
        "messages.csv",
        "id,author,text,date,Checked by Mary Poe\n"
        "1,mp,I like tides.,Posted by Mary Poe on 3 May 2021,yes\n"
        "2,rg,So do I.,3 May 2021,no\n",
    )
    assert place.run(messages="messages.csv") == 0, place.stderr
    written = "".join(path.read_text("utf-8") for path in place.out.iterdir())
    assert "Poe" not in written
    assert [row["date"] for row in place.written] == ["", "3 May 2021"]
    assert place.summary["input"]["unreadable timestamps dropped"] == 1
