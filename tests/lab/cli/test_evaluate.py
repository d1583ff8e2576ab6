"""`evaluate` on files: figures as text and JSON, and bad input with a code and without private text."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from spacy_pseudo import __version__
from spacy_pseudo.errors import PseudoError, PseudoWarning
from spacy_pseudo.lab.cli.evaluate_command import evaluate, evaluate_cli

TEXT = "Hi Ann, hello Bo"
ANN = {"start": 3, "end": 6, "text": "Ann", "who": "a", "kind": "greeting", "category": "part"}
BO = {"start": 14, "end": 16, "text": "Bo", "who": 7, "kind": "body"}
GOLD = json.dumps({"id": 1, "mentions": [ANN, BO]})
REPLACED = json.dumps({"id": "1", "spans": [[3, 6, "a", "[U1]", "part", 1.0, "Ann"], [8, 16, 7]], "identifiers": []})
app = typer.Typer()
app.command("evaluate")(evaluate_cli)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "gold.jsonl").write_text(GOLD + "\n\n", encoding="utf8")
    (tmp_path / "replacements.jsonl").write_text(REPLACED + "\n", encoding="utf8")
    (tmp_path / "messages.jsonl").write_text(json.dumps({"id": "1", "author": "a", "text": TEXT}), encoding="utf8")
    (tmp_path / "messages.csv").write_text(f'id,author,text\n1,a,"{TEXT}"\n', encoding="utf8")
    return tmp_path


def run(files: Path, *options: str) -> str:
    result = CliRunner().invoke(app, [str(files / "gold.jsonl"), str(files / "replacements.jsonl"), *options])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(("messages", "wide"), [(None, 0), ("messages.jsonl", 1), ("messages.csv", 1)])
def test_files(files: Path, messages: str | None, wide: int) -> None:
    path = files / messages if messages else None
    scores = evaluate(files / "gold.jsonl", files / "replacements.jsonl", messages=path).mentions
    assert (scores.targets, scores.found, scores.linked, scores.exact, scores.wide) == (2, 2, 2, 1, wide)
    assert set(scores.by_category) == {"part"}


def test_json(files: Path) -> None:
    data = json.loads(run(files, "--json", "--errors", "5"))
    assert (data["recall"], data["precision"], data["correct_participant"], data["exact_boundaries"]) == (1, 1, 1, 0.5)
    assert data["errors"] == [{"error": "boundary", "line": 1, "start": 14, "end": 16}]
    assert "errors" not in json.loads(run(files, "--json"))


def test_report(files: Path) -> None:
    output = run(files, "--errors", "5", "--messages", str(files / "messages.csv"))
    assert "2 mentions of 2 participants" in output
    assert "replaced in full: 2 of 2" in output
    assert "2 of 2 errors" in output
    assert "Ann" not in output
    assert "Bo" not in output


def test_nothing_to_find_is_no_figure(files: Path) -> None:
    (files / "gold.jsonl").write_text('{"id": "1", "mentions": []}', encoding="utf8")
    output = run(files, "--errors", "3")
    assert "nothing to find" in output
    assert re.search(r"^Recall +— +— +— ", output, re.MULTILINE)
    assert json.loads(run(files, "--json"))["recall"] is None


def test_it_says_if_there_are_no_errors(files: Path) -> None:
    (files / "gold.jsonl").write_text(json.dumps({"id": "1", "mentions": [ANN]}), encoding="utf8")
    (files / "replacements.jsonl").write_text('{"id": "1", "spans": [[3, 6, "a"]]}', encoding="utf8")
    output = run(files, "--errors", "3")
    assert "1 mention of 1 participant to be found in 1 message." in output
    assert "There are no errors to show" in output
    assert "errors to show" not in run(files)


def test_help_has_an_example() -> None:
    assert "spacy-pseudo evaluate" in CliRunner().invoke(app, ["--help"]).output


def gold_line(**changed: Any) -> str:
    return json.dumps({"id": "1", "mentions": [ANN | changed]})


@pytest.mark.parametrize(
    ("name", "content", "code", "line"),
    [
        ("gold", None, "P520", ""),
        ("replacements", None, "P520", ""),
        ("gold", GOLD + "\n{Ann", "P521", "line 2"),
        ("gold", b'{"id": "Ann\xff"}', "P521", "line 1"),
        ("gold", "\n[]", "P522", "line 2"),
        ("gold", '{"mentions": []}', "P522", "line 1"),
        ("gold", '{"id": null, "mentions": []}', "P522", "line 1"),
        ("gold", '{"id": "1", "mentions": ["Ann"]}', "P522", "line 1"),
        ("gold", gold_line(start="3"), "P522", "line 1"),
        ("gold", gold_line(start=6), "P522", "line 1"),
        ("gold", gold_line(kind=["body"]), "P522", "line 1"),
        ("gold", gold_line(end=7), "P523", "line 1"),
        ("gold", f"{GOLD}\n{GOLD}", "P524", "line 2"),
        ("gold", GOLD + '\n{"id": "2", "mentions": []}', "P525", "1 of the 2"),
        ("gold", "", "P627", "no line"),
        ("gold", gold_line(kind="Greeting"), "P625", "line 1: mention 1"),
        ("gold", gold_line(kind="salutation"), "P625", "citation, cited, code, email, footer, greeting"),
        ("gold", '{"id": "1", "mentions": [{"start": 3, "end": 6}]}', "P522", 'mention 1: no "text"'),
        (
            "gold",
            json.dumps({"id": "1", "mentions": [ANN, ANN | {"who": None}]}),
            "P522",
            'mention 2: "who" is',
        ),
        ("gold", '{"id": "1"}', "P522", 'no "mentions"'),
        ("gold", gold_line(start=2, end=5), "P626", "at 2-5; it stands at 3-6"),
        ("gold", json.dumps({"id": "1", "mentions": [ANN, BO | {"text": "Cy"}]}), "P626", "nor does it stand anywhere"),
        ("gold", gold_line(text="Cyd"), "P527", "3-6"),
        ("replacements", "Ann", "P521", "line 1"),
        ("replacements", '{"id": "1"}', "P522", "line 1"),
        ("replacements", '{"id": "1", "spans": [[3, 6]]}', "P522", "line 1"),
        ("replacements", '{"id": "1", "spans": [], "identifiers": [["Ann"]]}', "P522", "line 1"),
        ("replacements", f"{REPLACED}\n{REPLACED}", "P524", "line 2"),
        ("replacements", '{"id": "1", "spans": [[3, 99, "a"]]}', "P527", "3-99"),
        ("messages", '{"id": "9", "author": "a", "text": "Hi"}', "P526", "line 1"),
    ],
)
def test_bad_input(files: Path, name: str, content: str | bytes | None, code: str, line: str) -> None:
    path = files / f"{name}.jsonl"
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(PseudoError) as caught:
        evaluate(files / "gold.jsonl", files / "replacements.jsonl", messages=files / "messages.jsonl")
    assert caught.value.code == code
    assert line in str(caught.value)
    assert str(path) in str(caught.value)
    assert "Ann" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_report_files(files: Path) -> None:
    output = run(files, "--messages", str(files / "messages.csv"), "--report", str(files / "report"))
    written = ["report.html", "report.md", "report-1.svg"]
    assert f"Report written to {', '.join(str(files / name) for name in written)}" in output
    assert "PRIVATE" not in output
    page = (files / "report.html").read_text("utf8")
    assert "<html" in page
    assert "Ann" not in page
    assert "Recall" in (files / "report.md").read_text("utf8")


def test_errors_in_context_are_private(files: Path) -> None:
    options = ("--messages", str(files / "messages.csv"), "--report", str(files / "report"), "--in-context", "5")
    output = run(files, *options)
    assert "Bo" not in output
    assert "PRIVATE" in output
    page = files / "report.html"
    assert "<mark>Bo</mark>" in page.read_text("utf8")
    assert "Private" in page.read_text("utf8")
    if os.name == "posix":
        assert {path.stat().st_mode & 0o777 for path in files.glob("report*")} == {0o600}


@pytest.mark.parametrize("given", [(), ("--report", "x"), ("--messages", "x")])
def test_errors_in_context_need_a_report_and_texts(given: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, ["gold.jsonl", "key", "--in-context", "5", *given])
    assert isinstance(done.exception, PseudoError)
    assert done.exception.code == "P528"


def test_a_key_directory_is_enough(files: Path) -> None:
    key = files / "key"
    key.mkdir()
    (files / "replacements.jsonl").rename(key / "replacements.jsonl")
    (key / "names.txt").write_text("a | Ann [1]\n7 | Bob [1]\n", encoding="utf8")
    os.utime(key / "names.txt", (0, 0))
    found = evaluate(files / "gold.jsonl", key)
    assert found.name_map is not None
    assert (found.name_map.whole.found, found.name_map.whole.gold) == (1, 2)


def test_a_name_map_that_was_edited_and_not_applied(files: Path) -> None:
    (files / "names.txt").write_text("a | Ann [1]\n7 | Bo [1]\n", encoding="utf8")
    written = (files / "replacements.jsonl").stat().st_mtime
    os.utime(files / "names.txt", (written + 60, written + 60))
    with pytest.warns(PseudoWarning, match="W624"):
        evaluate(files / "gold.jsonl", files / "replacements.jsonl")


@pytest.mark.parametrize(
    ("mentions", "code"),
    [
        ([ANN, ANN], "W622"),
        ([ANN, ANN | {"start": 0, "text": "Hi Ann"}], "W623"),
        ([ANN, BO | {"who": "a|nobody"}], "W621"),
    ],
)
def test_doubtful_gold_data(files: Path, mentions: list[dict[str, Any]], code: str) -> None:
    (files / "gold.jsonl").write_text("\n" + json.dumps({"id": "1", "mentions": mentions}), encoding="utf8")
    (files / "roster.csv").write_text("id,name\na,Ann Poe\n7,Bo Grey\n", encoding="utf8")
    with pytest.warns(PseudoWarning, match=code) as caught:
        evaluate(
            files / "gold.jsonl",
            files / "replacements.jsonl",
            messages=files / "messages.csv",
            roster=files / "roster.csv",
        )
    (said,) = caught
    assert "line 2" in str(said.message)
    assert "Ann" not in str(said.message)


def test_who_is_named_in_ids_and_sessions_is_not_shown(files: Path) -> None:
    id, session = "<ann.poe@uni.example>", "Tutorial of Ann Poe"
    (files / "gold.jsonl").write_text(json.dumps({"id": id, "mentions": [ANN, BO]}), encoding="utf8")
    (files / "gold.jsonl").rename(files / "gold of Ann.jsonl")
    (files / "replacements.jsonl").write_text(json.dumps({"id": id, "spans": []}), encoding="utf8")
    message = {"id": id, "author": "a", "text": TEXT, "session": session}
    (files / "messages.jsonl").write_text(json.dumps(message), encoding="utf8")
    paths = [str(files / name) for name in ("gold of Ann.jsonl", "replacements.jsonl", "messages.jsonl")]
    shown = ""
    for more in ((), ("--json",)):
        options = ["--messages", paths[2], "--errors", "5", "--report", str(files / "report"), *more]
        done = CliRunner().invoke(app, [*paths[:2], *options])
        assert done.exit_code == 0, done.output
        shown += done.output.replace("gold of Ann.jsonl", "")
    assert "By session" in shown
    shown += "".join(path.read_text("utf8") for path in files.glob("report*"))
    assert "Ann" not in shown
    assert "ann.poe" not in shown


def test_a_report_says_how_it_was_made_and_replaces_reports_only(files: Path) -> None:
    for _ in range(2):
        run(files, "--messages", str(files / "messages.csv"), "--report", str(files / "report"))
    made = (files / "report.md").read_text("utf8").split("## How this was made")[1]
    assert f"| spacy-pseudo | {__version__} |" in made
    assert "| Gold file | gold.jsonl |" in made
    assert "| Messages with gold data | 1 |" in made
    assert str(files) not in made


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [("nodir/sub/report", "P667", "nodir/sub"), ("page", "P666", "page.html"), ("notes", "P666", "notes.md")],
)
def test_where_no_report_is_written(files: Path, path: str, code: str, said: str) -> None:
    for name in ("page.html", "notes.md"):
        (files / name).write_text("mine", encoding="utf8")
    arguments = [str(files / name) for name in ("gold.jsonl", "replacements.jsonl")]
    done = CliRunner().invoke(app, [*arguments, "--report", str(files / path)])
    assert isinstance(done.exception, PseudoError)
    assert done.exception.code == code
    assert str(files / said) in str(done.exception)
    assert ".tmp" not in str(done.exception)
    assert {(files / name).read_text("utf8") for name in ("page.html", "notes.md")} == {"mine"}
