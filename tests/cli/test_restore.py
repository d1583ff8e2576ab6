"""The way back: what was written and its key give the originals, and nothing else does."""

from __future__ import annotations

import csv
import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from spacy_pseudo.cli import app

ASSETS = Path(__file__).parents[2] / "assets"
FIELDS = ("id", "author", "parent", "thread", "session", "timestamp", "subject", "text")
STRATEGIES = (
    ("--pseudonyms", "number"),
    ("--pseudonyms", "surrogate", "--identifiers", "all=surrogate", "--timestamps", "shift"),
    ("--pseudonyms", "mask", "--identifiers", "all=mask", "--timestamps", "weeks"),
    ("--ids", "code", "--timestamps", "shift", "--plain-cells"),
    ("--pseudonyms", "surrogate", "--slips", "--visible", "--identifiers", "all=fixed"),
    ("--own-nicknames", "--identifiers", "all=mask", "--others", "mask"),
)
PIECES = (
    "Hi Rob,", "Dear Mary Poe and Rob,", "Thanks Mray!", "@rg5 said so", "Ask Robert Grey.", "Mary", "RG", "-- ",
    "I am 34 and live at 12 Harbour Road, Leeds.", "Mail mary@tides.example or call 0131 496 0123.",
    "My sister Isla came on 5 May 2019 at 10:33.", "> Hi Mary,", "> yes\r\n> Rob", "\ttabs | pipes ; \"quotes\"",
    "Zoë \U0001f30a — “so”", "[U01] [X1] ⟦x⟧", "<b>Mary</b> & Rob", "thanksMary for it", "",
    "=HYPERLINK(1)", "'=1 Mary", "''", "+46 20", "- Rob", "@rg5", "-5", "\tRob",
)  # fmt: skip


def call(*arguments: Any) -> Any:
    return CliRunner().invoke(app, list(map(str, arguments)))


def run(place: Path, messages: Path, *options: str, roster: Path | None = None) -> tuple[Path, Path]:
    out, key = place / "out", place / "key"
    people = ("--roster", roster) if roster is not None else ()
    made = call("run", messages, *people, "--out", out, "--key", key, "--seed", 1, "--quiet", *options)
    assert made.exit_code == 0, made.output
    return out, key


def table(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("options", STRATEGIES, ids=" ".join)
@pytest.mark.parametrize(("messages", "roster"), [("messages.csv", "roster.csv"), ("sv/messages.csv", "sv/roster.csv")])
def test_the_examples_come_back_letter_for_letter(
    tmp_path: Path, messages: str, roster: str, options: tuple[str, ...]
) -> None:
    lang = ("--lang", "sv") if messages.startswith("sv") else ()
    out, key = run(tmp_path, ASSETS / messages, *options, *lang, roster=ASSETS / roster)
    done = call("restore", out, "--key", key, "--to", tmp_path / "back", "--quiet")
    assert done.exit_code == 0, done.output
    before, after = table(ASSETS / messages), table(tmp_path / "back" / "messages.csv")
    shared = [name for name in before[0] if name in after[0]]
    assert {"id", "author", "text"} <= set(shared)
    assert [{name: row[name] for name in shared} for row in before] == after


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5), min_size=2, max_size=6),
    breaks=st.sampled_from(["\n", "\r\n", " ", "\n\n"]),
    options=st.sampled_from(STRATEGIES),
    html=st.booleans(),
    suffix=st.sampled_from(["jsonl", "csv"]),
)
def test_whatever_is_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[list[str]],
    breaks: str,
    options: tuple[str, ...],
    html: bool,
    suffix: str,
) -> None:
    place = tmp_path_factory.mktemp("forum")
    people = ["mp", "rg5", "ab"]
    rows = [
        {
            "id": f"m{n}", "author": people[n % 3], "parent": f"m{n - 1}" if n else "", "thread": "Mary's question",
            "timestamp": f"2024-02-{n + 1:02}T10:00:00", "subject": pieces[0], "session": "=spring",
            "text": "".join(f"<p>{piece}</p>" for piece in pieces) if html else breaks.join(pieces) or "-",
        }
        for n, pieces in enumerate(texts)
    ]  # fmt: skip
    messages = place / f"messages.{suffix}"
    with messages.open("w", encoding="utf-8", newline="") as stream:
        if suffix == "csv":
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        else:
            stream.writelines(json.dumps(row) + "\n" for row in rows)
    (place / "roster.csv").write_text("id,name\nmp,Mary Poe\nrg5,Robert Grey\nab,\n", "utf-8")
    out, key = run(place, messages, *options, *(("--html",) if html else ("--no-html",)), roster=place / "roster.csv")
    done = call("restore", out, "--key", key, "--to", place / "back", "--quiet")
    assert done.exit_code == 0, done.output
    assert [{**row, "parent": row["parent"] or None} for row in rows] == [
        {**row, "parent": row["parent"] or None} for row in table(place / "back" / f"messages.{suffix}")
    ]


def test_a_mailbox_comes_back_as_its_texts_and_subjects(tmp_path: Path) -> None:
    from spacy_pseudo.corpus.readers import read_messages

    source = ASSETS / "list" / "list.mbox"
    out, key = run(tmp_path, source)
    done = call("restore", out, "--key", key, "--to", tmp_path / "back")
    assert done.exit_code == 0, done.output
    before = {message.id: (message.subject, message.text) for message in read_messages(source)}
    after = {row["id"]: (row["subject"], row["text"]) for row in table(tmp_path / "back" / "messages.jsonl")}
    assert after == before


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    place = tmp_path_factory.mktemp("example")
    return run(place, ASSETS / "messages.csv", roster=ASSETS / "roster.csv")


def test_it_is_private(example: tuple[Path, Path], tmp_path: Path) -> None:
    out, key = example
    assert call("restore", out, "--key", key, "--to", tmp_path / "back").exit_code == 0
    if os.name == "posix":
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "back", *(tmp_path / "back").iterdir())]
        assert modes == [0o700, 0o600]
    assert "P134" in call("restore", out, "--key", key, "--to", out / "back").output
    assert "P130" in call("restore", out, "--key", key, "--to", tmp_path / "back").output


def test_some_messages(example: tuple[Path, Path], tmp_path: Path) -> None:
    out, key = example
    assert call("restore", out, "--key", key, "--to", tmp_path / "back", "--id", "m031", "--id", "m002").exit_code == 0
    after = table(tmp_path / "back" / "messages.csv")
    assert after == [row for row in table(ASSETS / "messages.csv") if row["id"] in ("m002", "m031")]
    refused = call("restore", out, "--key", key, "--to", tmp_path / "none", "--id", "m999")
    assert (refused.exit_code, "P871" in refused.output) == (2, True)
    assert not (tmp_path / "none").exists()


def test_one_participant_and_nobody_else(example: tuple[Path, Path], tmp_path: Path) -> None:
    out, key = example
    done = call("restore", out, "--key", key, "--to", tmp_path / "back", "--participant", "t01")
    assert done.exit_code == 0, done.output
    after = {row["id"]: row for row in table(tmp_path / "back" / "messages.csv")}
    written = {row["id"]: row for row in table(out / "messages.csv")}
    assert after["m031"]["text"].endswith("Maggie")
    assert after["m031"]["text"].partition("\n")[0] == written["m031"]["text"].partition("\n")[0]
    assert after["m031"]["author"] == "t01"
    assert {row["author"] for row in after.values()} - {row["author"] for row in written.values()} == {"t01"}
    assert "P907" in call("restore", out, "--key", key, "--to", tmp_path / "none", "--participant", "s0").output


def test_a_quoted_passage(example: tuple[Path, Path]) -> None:
    out, key = example
    first = table(out / "messages.csv")[30]["text"].partition("\n")[0]
    done = call("restore", out, "--key", key, "--text", first)
    assert "Dear Alistair, Elizabeth and Robert," in done.output
    label = first.partition("[")[2].partition("]")[0]
    alone = call("restore", out, "--key", key, "--text", f"as somebody wrote: [{label}] knows")
    assert "s1120" in alone.output
    nothing = call("restore", out, "--key", key, "--text", "nobody wrote this")
    assert nothing.exit_code == 1


def test_an_edited_result_is_refused_and_put_back_as_far_as_it_goes(tmp_path: Path) -> None:
    out, key = run(tmp_path, ASSETS / "messages.csv", roster=ASSETS / "roster.csv")
    file = out / "messages.csv"
    text = file.read_text("utf-8")
    edited = text.replace("better than anything", "even better than anything", 1).replace("I'd put in an exam", "x", 1)
    assert edited != text
    with file.open("w", encoding="utf-8", newline="") as stream:
        stream.write(edited)
    refused = call("restore", out, "--key", key, "--to", tmp_path / "back")
    assert (refused.exit_code, "P870" in refused.output, (tmp_path / "back").exists()) == (2, True, False)
    done = call("restore", out, "--key", key, "--to", tmp_path / "back", "--best-effort")
    assert (done.exit_code, "m031" in done.output) == (1, True)
    after = {row["id"]: row["text"] for row in table(tmp_path / "back" / "messages.csv")}
    assert "Elizabeth's question" in after["m031"].replace("\n", " ")
    assert after["m031"].endswith("Maggie")


def test_best_effort_finds_messages_wherever_they_are(example: tuple[Path, Path], tmp_path: Path) -> None:
    out, key = example
    edited = shutil.copytree(out, tmp_path / "out")
    rows = table(out / "messages.csv")
    with (edited / "messages.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows([rows[3], {**rows[0], "id": "new"}, *rows[4:], rows[0]])
    assert "P870" in call("restore", edited, "--key", key, "--to", tmp_path / "back").output
    done = call("restore", edited, "--key", key, "--to", tmp_path / "back", "--best-effort")
    assert (done.exit_code, "2 messages of the run not in" in done.output, "found: new" in done.output) == (
        1,
        True,
        True,
    )
    before = {row["id"]: row["text"] for row in table(ASSETS / "messages.csv")}
    after = {row["id"]: row["text"] for row in table(tmp_path / "back" / "messages.csv")}
    assert after.pop("new") == rows[0]["text"]
    assert after == {id: text for id, text in before.items() if id not in ("m002", "m003")}


def test_a_column_that_the_summary_does_not_name_is_missed(example: tuple[Path, Path], tmp_path: Path) -> None:
    out, key = example
    edited = shutil.copytree(out, tmp_path / "out")
    summary = (edited / "summary.json").read_text("utf-8")
    (edited / "summary.json").write_text(summary.replace('"text": "text"', '"text": "texts"'), "utf-8")
    assert "P870" in call("restore", edited, "--key", key, "--to", tmp_path / "back").output


def test_the_key_of_another_run_is_refused(example: tuple[Path, Path], tmp_path: Path) -> None:
    out, _ = example
    _, other = run(tmp_path, ASSETS / "sv" / "messages.csv", "--lang", "sv", roster=ASSETS / "sv" / "roster.csv")
    refused = call("restore", out, "--key", other, "--to", tmp_path / "back")
    assert refused.exit_code == 2
    assert not (tmp_path / "back").exists()


def test_what_is_wanted_must_be_said(example: tuple[Path, Path]) -> None:
    out, key = example
    assert "P872" in call("restore", out, "--key", key).output


# --- Ids and time stamps ---


@pytest.fixture(scope="module")
def coded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    place = tmp_path_factory.mktemp("coded")
    options = ("--ids", "code", "--timestamps", "shift")
    return run(place, ASSETS / "messages.csv", *options, roster=ASSETS / "roster.csv")


def test_a_message_by_its_code_or_its_id(coded: tuple[Path, Path], tmp_path: Path) -> None:
    out, key = coded
    shown = table(out / "messages.csv")[1]["id"]
    assert shown.startswith("x")
    for number, asked in enumerate((shown, "m002")):
        done = call("restore", out, "--key", key, "--to", tmp_path / str(number), "--id", asked)
        assert done.exit_code == 0, done.output
        assert table(tmp_path / str(number) / "messages.csv") == [table(ASSETS / "messages.csv")[1]]


def test_messages_that_are_new_to_the_key_come_back_too(tmp_path: Path) -> None:
    rows = table(ASSETS / "messages.csv")
    sources = [tmp_path / "first.csv", tmp_path / "messages.csv"]
    for source, part in zip(sources, (rows[:40], rows), strict=True):
        with source.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(part)
    out, key = run(tmp_path, sources[0], roster=ASSETS / "roster.csv")
    options = ("--ids", "code", "--timestamps", "shift", "--force", "--quiet")
    assert call("apply", sources[1], "--key", key, "--out", out, *options).exit_code == 1  # some authors are new, too
    done = call("restore", out, "--key", key, "--to", tmp_path / "back", "--quiet")
    assert done.exit_code == 0, done.output
    after = table(tmp_path / "back" / "messages.csv")
    assert len(after) > 45
    assert after == [row for row in rows if row["id"] in {one["id"] for one in after}]


def test_what_was_shifted_before_there_was_a_clock_comes_back(tmp_path: Path) -> None:
    """Summaries of 0.1.0 say 'shift' of what is called 'weeks' now, and nothing of ids and cells."""
    options = ("--timestamps", "weeks", "--plain-cells")
    out, key = run(tmp_path, ASSETS / "messages.csv", *options, roster=ASSETS / "roster.csv")
    summary = json.loads((out / "summary.json").read_text("utf-8"))
    del summary["settings"]["ids"], summary["settings"]["cells"], summary["warnings"]
    summary["settings"]["timestamps"] = "shift"
    (out / "summary.json").write_text(json.dumps(summary), "utf-8")
    assert call("restore", out, "--key", key, "--to", tmp_path / "back").exit_code == 0
    assert table(tmp_path / "back" / "messages.csv") == table(ASSETS / "messages.csv")
    made = call("report", out, "--key", key, "--out", tmp_path / "report.html")
    assert made.exit_code == 0, made.output
    assert "moved back by the same number of weeks" in (tmp_path / "report.html").read_text("utf-8")
