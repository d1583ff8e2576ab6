"""`report`: what it refuses, what it holds back, and what it tells of decisions, logs and samples."""

from __future__ import annotations

import csv
import json
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.review.rendered import markdown_tables

FIGURE = {"value": 0.98, "low": 0.91, "high": 1.0}
ESTIMATE: dict[str, Any] = {
    "mode": "text",
    "messages": 3,
    "replaced": 6,
    "items": 3,
    "estimates": {
        "All raters": {"rated": 3, "seen": 1, "recall": FIGURE, "leaks": {"value": 1.0, "low": 1.0, "high": 2.5}},
        "Rater 1": {"rated": 3, "seen": 1, "recall": FIGURE},
        "Rater 2": {"rated": 3, "seen": 0, "recall": FIGURE},
    },
}


@pytest.fixture
def done(place: Any) -> Any:
    """RETURNS (Place): A place where three messages were pseudonymised."""
    assert place.run("--seed", 1) == 0, place.stderr
    return place


def report(place: Any, *options: object, out: str = "report") -> str:
    """RETURNS (str): The report as Markdown."""
    where = place / f"{out}.html"
    assert place.call("report", place.out, "--key", place.key, "--out", where, *options) == 0, place.stderr
    return where.with_suffix(".md").read_text("utf-8")


def refused(place: Any, *options: object) -> str:
    """RETURNS (str): The code of the message with which the report is refused; nothing is written."""
    before = place.snapshot(), sorted(place.path.iterdir())
    assert place.call("report", place.out, "--key", place.key, *options) == 2
    assert (place.snapshot(), sorted(place.path.iterdir())) == before
    return str(place.stderr.partition("[")[2].partition("]")[0])


def test_the_report_is_written_once_and_replaced_on_demand(done: Any) -> None:
    first = report(done)
    assert "report.html" in done.stdout
    assert refused(done, "--out", done / "report.html") == "P841"
    assert report(done, "--force") == first
    done.write("notes.html", "mine")
    assert refused(done, "--out", done / "notes.html", "--force") == "P666"


def test_the_report_may_lie_in_what_is_shared_and_is_none_of_it(done: Any) -> None:
    inside = report(done, out="out/report")
    assert report(done, "--force", out="out/report") == inside
    assert "report.html" not in inside
    assert done.call("audit", done.out, "--key", done.key) == 0, done.stdout
    assert "out/report.html" not in report(done)
    assert "report.html" in report(done, "--force"), "now it is a file like others"


def test_what_is_private_is_kept_apart(done: Any) -> None:
    assert refused(done, "--out", done / "r", "--private", done.out / "r.html") == "P823"
    assert refused(done, "--out", done.key / "r.html") == "P823"
    assert refused(done, "--out", done / "r.html", "--private", done / "r.md") == "P843"
    (done / "link").symlink_to(done.out)
    assert refused(done, "--out", done / "r", "--private", done / "link" / "r.html") == "P823"
    report(done, "--private", done / "mine.html")
    assert stat.S_IMODE((done / "mine.html").stat().st_mode) == 0o600


def test_what_was_edited_since_is_refused(done: Any) -> None:
    path = done.out / "messages.jsonl"
    path.write_text(path.read_text("utf-8").replace("tides", "tide tables"), "utf-8")
    assert refused(done, "--out", done / "r") == "P840"


def test_what_does_not_belong_together_is_refused(done: Any, fresh: Any) -> None:
    other = fresh()
    other.messages([{**row, "id": f"x{row['id']}"} for row in other.ROWS])
    assert other.run("--seed", 1) == 0
    key, done.key = done.key, other.key
    assert refused(done, "--out", done / "r") == "P812"
    done.key = key
    # A later run with other settings, to another place: the lists in the key are of that one.
    allow = done.write("allow.txt", "Mary Poe\n")
    again = ("--key", key, "--out", done / "other", "--allow", allow)
    assert done.call("apply", done / "messages.jsonl", *again) == 0, done.stderr
    assert refused(done, "--out", done / "r") in ("P812", "P813")
    (done.out / "summary.json").unlink()
    assert refused(done, "--out", done / "r") == "P810"


def test_decisions_are_counted_and_never_named(done: Any) -> None:
    assert "Nobody has corrected anything" in report(done)
    done.edit(r"^rg \| ", "rg | Bobby | ")
    done.append("! Mary Rose")
    done.write(
        "key/decisions.csv",
        "id,field,start,end,text,decision,note\n3,text,13,21,Mary Poe,keep,\n1,corpus,0,0,Mary,mp,\n",
    )
    told = report(done, "--force")
    assert "somebody edited names.txt and decisions.csv" in told
    assert "apply again" in done.stdout
    assert done.apply() == 0, done.stderr
    told = report(done, "--force")
    assert "somebody edited" not in told
    assert markdown_tables(told)["Decisions in the key"][1:] == [
        ["names.txt", "forms written, or confirmed", "1"],
        ["names.txt", "forms that are never replaced (!)", "1"],
        ["decisions.csv", "a name stays, in one place", "1"],
        ["decisions.csv", "a name is one person's, everywhere", "1"],
    ]
    assert not [name for name in ("Bobby", "Mary") if name in told]


def test_the_log_is_counted_by_what_was_done(done: Any) -> None:
    whats = ["place decided", "form added", "place decided", "Mary renamed"]
    lines = [json.dumps({"when": "2026-02-03T10:00", "who": "jd", "what": what}) for what in whats]
    done.write("key/log.jsonl", "\n".join([*lines, "no line"]) + "\n")
    shown = markdown_tables(report(done))["What the log of the key tells of work by hand"][1:]
    assert shown == [
        ["(held back: a name could be read in it)", "1"],
        ["form added", "1"],
        ["lines that cannot be read", "1"],
        ["place decided", "2"],
    ]


def test_names_of_files_and_columns_are_held_back(place: Any) -> None:
    place.messages([{**row, "Robert Grey's mark": "7", "points": "8"} for row in place.ROWS])
    assert place.run("--seed", 1, "--keep-columns", "Robert Grey's mark", "--keep-columns", "points") == 0
    (place.out / "from Mary.txt").write_text("Nothing", "utf-8")
    (place.out / "figures").mkdir()
    (place.out / "figures" / "plan.txt").write_text("Nothing", "utf-8")
    told = report(place)
    assert "(held back: a name could be read in it), points" in told
    assert "  figures/plan.txt\n" in told
    assert not [name for name in ("Robert", "Grey", "Mary") if name in told]


def test_a_sample_is_shown_if_it_is_given(done: Any) -> None:
    assert "no estimate from such a sample" in report(done)
    path = done.write("estimate.json", json.dumps(ESTIMATE))
    told = report(done, "--force", "--estimate", path)
    assert "2 people looked at 3 items of a sample from 3 messages, and saw 1 name left standing." in told
    assert markdown_tables(told)["Estimates for all messages"][1:] == [
        ["Share of the names that are replaced", "98.0 %", "91.0 %", "100 %"],
        ["Names left standing in all messages", "1.0", "1.0", "2.5"],
    ]
    assert "it is of another run" not in told
    done.write("estimate.json", json.dumps({**ESTIMATE, "messages": 40}))
    assert "it is of another run" in report(done, "--force", "--estimate", path)
    for wrong in ("", "[]", *(json.dumps({**ESTIMATE, "estimates": none}) for none in ({}, {"A": {}}))):
        done.write("estimate.json", wrong)
        assert refused(done, "--out", done / "r", "--estimate", path) == "P842"
    assert refused(done, "--out", done / "r", "--estimate", done / "nothing.json") == "P842"


def test_what_estimate_prints_is_read(done: Any) -> None:
    drawn = done / "rating"
    assert done.call("sample", done / "messages.jsonl", "--key", done.key, "--out", drawn, "-n", 3) == 0, done.stderr
    (sheet,) = drawn.glob("rater-1/*.csv")
    with sheet.open(encoding="utf-8-sig", newline="") as stream:
        rows = [{**row, "left_standing": "0", "replaced_wrongly": "0"} for row in csv.DictReader(stream)]
    with sheet.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert done.call("estimate", drawn, "--json") == 0, done.stderr
    path = done.write("estimate.json", done.stdout)
    told = report(done, "--estimate", path)
    assert "1 person looked at 3 items of a sample from 3 messages, and saw 0 names left standing." in told
    assert "it is of another run" not in told


def test_ids_are_not_shown_and_one_pseudonym_for_all_has_no_pictures_of_people(fresh: Any) -> None:
    for mode in ("id", "mask"):
        place = fresh()
        place.messages(place.ROWS)
        place.write("roster.csv", "id,name\nmp,Mary Poe\nrg,Robert Grey\njd,Jane Dorn\n")
        assert place.run("--pseudonyms", mode) == 0, place.stderr
        tables = markdown_tables(report(place))
        people = [row[0] for row in tables.get("Mentions per participant", [])[1:]]
        assert people == (["No. 1", "No. 2", "No. 3"] if mode == "id" else [])
        assert ("Who turns to whom" in tables) == (mode == "id")
        assert not {"mp", "rg", "jd"} & set((place / "report.md").read_text("utf-8").split())


def test_what_earlier_versions_did_not_write_is_told(done: Any) -> None:
    path = done.out / "summary.json"
    summary = json.loads(path.read_text("utf-8"))
    del summary["made with"], summary["files"][0]["sha256"]
    path.write_text(json.dumps(summary), "utf-8")
    assert "not recorded" in report(done)


def test_nothing_to_tell_is_told(place: Any) -> None:
    place.messages([{"id": "1", "author": "a1", "text": "Tides."}])
    place.write("roster.csv", "id,name\na1,Mary Poe\n")
    assert place.run() == 0, place.stderr
    told = report(place, "--private", place / "mine")
    assert "No word stays that a participant is or could be called." in told
    assert "No name was seen." in told
    assert "nothing that the account does not explain" in (place / "mine.md").read_text("utf-8")
    assert Path(place / "mine.html").exists()
