"""'Apply' never shows what the output hides: the review wants the options of the run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.corpus.readers import read_messages
from tests.review.desk.browsing import Client, Review, until

from .conftest import Bench

HIDING = (
    ("--timestamps", "drop"), ("--ids", "code"), ("--identifiers", "CITY=mask"), ("--no-citations",),
    ("--no-public-figures",), ("--others", "pseudonym"),
)  # fmt: skip


def call(bench: Bench, command: str, *options: object) -> tuple[int, str]:
    where = (bench.messages, "--out", bench.out, "--key", bench.key)
    done = CliRunner().invoke(app, [str(arg) for arg in (command, *where, *options)])
    return done.exit_code, " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize("options", HIDING, ids=" ".join)
def test_a_review_without_the_options_of_the_run_is_refused(
    made: Bench, copy: Callable[[Bench], Bench], options: tuple[str, ...]
) -> None:
    bench = copy(made)
    weaker = ("--others", "keep") if options[0] == "--others" else ()
    bench.call("apply", "--force", *options)
    code, said = call(bench, "review", "--no-browser", *weaker)
    assert (code, "[P914]" in said) == (2, True), said
    assert " ".join(options) in said
    assert [name for name in ("Mary", "Grey", "Poe") if name in said] == []


def test_the_same_options_or_stricter_ones_are_not_refused(made: Bench, copy: Callable[[Bench], Bench]) -> None:
    bench = copy(made)
    bench.call("apply", "--force", "--timestamps", "shift")
    review = Review(bench.path, "--timestamps", "drop", "--identifiers", "CITY=mask", messages=bench.messages.name)
    Client(review).enter()
    review.stop()
    assert "PRIVATE" in review.said


def test_apply_says_what_it_does_not_hide_any_more(made: Bench, copy: Callable[[Bench], Bench]) -> None:
    bench = copy(made)
    code, said = call(bench, "apply", "--force", "--timestamps", "drop", "--identifiers", "CITY=mask", "-q")
    assert (code, "W511" in said) == (0, False), said
    code, said = call(bench, "apply", "--force", "--identifiers", "CITY=surrogate", "-q")
    assert code == 0, said
    assert "[W511]" in said
    assert "time stamps" in said
    assert "with --timestamps drop." in said


def ended(client: Client) -> dict[str, Any] | None:
    state: dict[str, Any] = json.loads(client.ask("GET", "/state")[2])
    return None if state["state"] == "running" else state


def cases_of(client: Client, queue: str) -> list[str]:
    _, _, page = client.ask("GET", f"/q/{queue}")
    return list(dict.fromkeys(re.findall(r'data-case="([0-9a-f]+)"', page)))


def test_what_is_decided_while_apply_runs_is_in_what_it_writes(copied: Callable[[], Path]) -> None:
    place = copied()
    review = Review(place, "--allow", place / "allow.txt")
    try:
        client = Client(review)
        client.enter()
        cases = cases_of(client, "kept")[:3]
        assert len(cases) == 3
        logged = len(review.log)
        assert client.post("/apply")[0] == 200
        told = []
        for case in cases:  # while it runs
            told.append(client.post("/decide", cases=[case], action="mask")[0])
            assert json.loads(client.ask("GET", "/state")[2])["state"] == "running"
        state = until(lambda: ended(client), "the run", 90)
        assert (state["state"], state["problem"], told) == ("done", "", [200] * 3)
        rows = review.decisions
        assert [row["decision"] for row in rows] == ["mask"] * len(rows)
        assert len(rows) >= 3
        # In the log each decision once, and then the run.
        whats = [row["what"] for row in review.log[logged:]]
        assert whats == ["decided"] * 3 + ["applied"]
        written = {message.id: message for message in read_messages(review.out / "messages.csv")}
        originals = {message.id: message for message in read_messages(place / "messages.csv")}
        for row in rows:
            before, after = (getattr(messages[row["id"]], row["field"]) for messages in (originals, written))
            assert before.count(row["text"]) > after.count(row["text"]), row
        done = CliRunner().invoke(app, ["audit", str(review.out), "--key", str(review.key), "-q"])
        assert "[P" not in done.output, "OUT and key fit together"
        assert state["step"] >= 4
    finally:
        review.stop()
