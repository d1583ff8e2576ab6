"""`compare` as a user calls it: figures that can be counted by hand, files, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import spacy

from spacy_pseudo import __version__

if TYPE_CHECKING:
    from .conftest import Place

GOLD = {
    "1": [("Mary", "mp", "signature")],
    "2": [("Mary", "mp", "greeting"), ("Robert", "rg", "signature")],
    "3": [("Robert", "rg", "greeting"), ("Mary Poe", "mp", "body"), ("Jane", "jd", "signature")],
}


@pytest.fixture
def corpus(place: Place) -> Place:
    """Three messages with six mentions, marked."""
    rows = []
    for row in place.ROWS:
        text = str(row["text"])
        found = [(text.index(name), name, who, kind) for name, who, kind in GOLD[str(row["id"])]]
        mentions = [{"start": s, "end": s + len(t), "text": t, "who": who, "kind": kind} for s, t, who, kind in found]
        rows.append({"id": row["id"], "mentions": mentions})
    place.messages(rows, "gold.jsonl")
    return place


def figures(directory: Path) -> dict[tuple[str, str, str], str]:
    with (directory / "comparison.csv").open(encoding="utf-8", newline="") as stream:
        return {(row["system"], row["table"], row["measure"]): row["value"] for row in csv.DictReader(stream)}


def test_by_hand(corpus: Place) -> None:
    out = corpus / "figures"
    assert corpus.call("compare", corpus.path, "--out", out, "--system", "class-list", "--system", "regex") == 0
    found = figures(out)
    # 'Mary Poe' is on the class list, but neither ends nor begins a message: half of it is left standing.
    assert [found["class-list", "mentions", name] for name in ("recall", "precision", "coverage")] == ["1.000000"] * 3
    assert found["regex", "mentions", "recall"] == f"{5 / 6:.6f}"
    assert found["regex", "mentions", "precision"] == "1.000000"
    assert found["regex", "mentions", "partly"] == "1"
    assert found["regex", "mentions", "coverage"] == f"{2 / 3:.6f}"
    assert found["regex", "mentions", "leaks_per_1000"] == f"{1000 / 3:.6f}"
    assert found["class-list", "connections", "missed"] == "0"
    assert found["regex", "connections", "missed"] == "1"
    assert found["regex", "connections", "recall"] == "0.750000"
    assert found["regex", "connections by word", "recall"] == "0.750000"
    assert re.search(r"regex +.6667 +1/4 +.7500 +1.0000 +.8571", corpus.stdout)
    assert re.search(r"regex +.8333 +1.0000 +.9091", corpus.stdout)
    assert "Mentions: 6 of 3 participants, in 3 messages" in corpus.stdout


def test_the_example(place: Place) -> None:
    args = ("compare", place.FORUM, "--allow", place.FORUM / "allow.txt", "--system", "ours")
    assert place.call(*args, "--out", place.out, "--keep", place.key) == 0, place.stderr
    assert sorted(path.name for path in place.out.iterdir()) == ["comparison.csv", "comparison.md", "comparison.svg"]
    assert figures(place.out)["ours", "mentions", "recall"] == "1.000000"
    assert "Seconds: ours" in place.stdout
    kept = place.key / place.FORUM.name / "ours"
    assert place.call("evaluate", place.FORUM / "gold.jsonl", kept / "replacements.jsonl", "--json") == 0
    assert json.loads(place.stdout)["recall"] == 1
    assert "\nt01 | Maggie [" in (kept / "names.txt").read_text("utf-8")


def test_what_is_kept_is_private(corpus: Place) -> None:
    assert corpus.call("compare", corpus.path, "--keep", corpus.key) == 0, corpus.stderr
    systems = sorted(path.name for path in (corpus.key / corpus.path.name).iterdir())
    assert systems == ["class-list", "deny-list", "deny-list-any-case", "ours", "regex", "regex+class-list"]
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (corpus.key, *corpus.key.rglob("*")) if path.is_dir()}
    assert modes == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in corpus.key.rglob("*.*") if path.is_file()} == {0o600}
    regex = corpus.key / corpus.path.name / "regex"
    lines = (regex / "replacements.jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[1])["spans"][0] == [3, 7, "mp", None, None, None, "Mary"]
    assert corpus.call("evaluate", corpus / "gold.jsonl", regex / "replacements.jsonl", "--json") == 0, corpus.stderr
    assert json.loads(corpus.stdout)["found"] == 5


def test_ablation_and_list(corpus: Place) -> None:
    assert corpus.call("compare", "--list") == 0
    listed = {line.split()[0] for line in corpus.stdout.splitlines()}
    assert {"class-list", "regex+class-list", "entities", "ours", "ours-no-roster"} <= listed
    assert corpus.call("compare", corpus.path, "--system", "regex", "--ablation", "--out", corpus.out, "-q") == 0
    assert corpus.stdout == ""
    run = {system for system, table, _ in figures(corpus.out) if table == "mentions"}
    assert run == {name for name in listed if name.startswith("ours")} | {"regex"}


def test_entities(corpus: Place) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Mary Poe"}])  # type: ignore[attr-defined]
    nlp.to_disk(corpus / "people")
    assert corpus.call("compare", corpus.path, "--model", corpus / "people", "--out", corpus.out) == 0, corpus.stderr
    found = figures(corpus.out)
    # Linked to who wrote the message and whom it answers, never to who is called so.
    assert found["entities", "connections", "found"] == "0"
    assert found["entities", "connections", "predicted"] == "2"
    assert found["entities+class-list", "mentions", "found"] == "6"
    # Linked to who has the parts.
    assert found["entities+deny-list", "mentions", "linked"] == "6"


def test_without_a_pipeline_it_says_so(corpus: Place) -> None:
    assert corpus.call("compare", corpus.path) == 0, corpus.stderr
    assert "Entities of a pipeline are not compared" in corpus.stdout
    assert corpus.call("compare", corpus.path, "--system", "deny-list") == 0, corpus.stderr
    assert "Entities" not in corpus.stdout


def test_grouping_changes_what_baselines_replace(corpus: Place) -> None:
    rows = [{**row, "thread": row["id"]} for row in corpus.ROWS]
    corpus.messages(rows)
    recall = {}
    for group in ("thread", "session"):
        assert corpus.call("compare", corpus.path, "--out", corpus / group, "--group", group) == 0
        recall[group] = figures(corpus / group)["class-list", "mentions", "found"]
    # Alone in a thread, only one's own name is known: Mary, Robert, Jane.
    assert recall == {"thread": "3", "session": "6"}


def test_the_seed_decides_the_intervals_and_nothing_else(corpus: Place) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert corpus.call("compare", corpus.FORUM, "--out", corpus / name, "--seed", seed, "--system", "regex") == 0
    first, again, other = (
        [(corpus / name / file).read_bytes() for file in ("comparison.csv", "comparison.md", "comparison.svg")]
        for name in "abc"
    )
    assert first == again
    assert first != other
    assert figures(corpus / "a") == figures(corpus / "c")


def test_directories_that_are_called_alike(corpus: Place) -> None:
    for name in ("x/course", "y/course"):
        (corpus / name).mkdir(parents=True)
        for file in ("messages.jsonl", "gold.jsonl"):
            corpus.write(f"{name}/{file}", (corpus / file).read_bytes())
    corpora = (corpus / "x" / "course", corpus / "y" / "course")
    assert corpus.call("compare", *corpora, "--system", "regex", "--keep", corpus.key) == 0, corpus.stderr
    assert sorted(path.name for path in corpus.key.iterdir()) == ["compared.json", "course", "course (2)"]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ([], "P624", "directories"),
        (["."], "P510", "gold.jsonl"),
        ([".", "--system", "textwash"], "P620", "class-list, deny-list"),
        ([".", "--system", "entities"], "P621", "--model"),
        ([".", "--model", "no_such_pipeline"], "P622", "python -m spacy download"),
        ([".", "--group", "week"], "P502", "thread, session, all"),
        ([".", "--out", "same", "--keep", "same"], "P134", "private"),
        ([".", "--out", "."], "P135", "apart"),
        ([".", "--keep", "full"], "P130", "--force"),
        ([".", "--out", "full", "--force"], "P133", "comparison.csv"),
        ([".", "--keep", "full", "--force"], "P133", "compared.json"),
    ],
)
def test_what_it_refuses(corpus: Place, options: list[str], code: str, said: str) -> None:
    (corpus / "full").mkdir()
    corpus.write("full/letter.txt", "Mary")
    if code == "P510":
        (corpus / "gold.jsonl").unlink()
    names = {".": corpus.path, "same": corpus / "same", "full": corpus / "full"}
    before = corpus.snapshot()
    assert corpus.call("compare", *(names.get(option, option) for option in options)) == 2
    assert code in corpus.stderr
    assert said in corpus.stderr
    assert "Mary" not in corpus.stderr
    assert corpus.snapshot() == before


def test_earlier_output_is_replaced_on_request(corpus: Place) -> None:
    args = ("compare", corpus.path, "--system", "regex", "--out", corpus.out, "--keep", corpus.key)
    assert [corpus.call(*args), corpus.call(*args), corpus.call(*args, "--force")] == [0, 2, 0]


def test_a_directory_that_somebody_is_named_in_is_numbered(corpus: Place) -> None:
    course = corpus / "Course of mary POE"
    course.mkdir()
    for file in ("messages.jsonl", "gold.jsonl"):
        corpus.write(f"{course.name}/{file}", (corpus / file).read_bytes())
    args = ("compare", corpus.path, course, "--system", "regex", "--out", corpus.out)
    assert corpus.call(*args) == 0, corpus.stderr
    assert "W620" in corpus.stderr
    written = "".join(path.read_text("utf-8") for path in corpus.out.iterdir())
    assert "corpus 2" in written
    assert corpus.path.name in written
    assert "mary" not in (written + corpus.stdout).casefold()


def test_each_directory_has_names_that_stay(corpus: Place) -> None:
    corpus.write("allow.txt", "Mary Poe\n")
    other = corpus / "other"
    other.mkdir()
    for file in ("messages.jsonl", "gold.jsonl", "roster.csv"):
        corpus.write(f"other/{file}", (corpus / file).read_bytes())
    assert corpus.call("compare", corpus.path, other, "--system", "ours", "--out", corpus.out) == 0, corpus.stderr
    assert "1 name in its allow.txt" in corpus.stdout
    with (corpus.out / "comparison.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if (row["table"], row["measure"]) == ("mentions", "found")]
    assert {row["corpus"]: row["value"] for row in rows} == {corpus.path.name: "5", "other": "6"}


def test_nothing_marked_is_no_figure(corpus: Place) -> None:
    corpus.messages([{"id": row["id"], "mentions": []} for row in corpus.ROWS], "gold.jsonl")
    assert corpus.call("compare", corpus.path, "--system", "regex", "--out", corpus.out) == 0, corpus.stderr
    assert figures(corpus.out)["regex", "mentions", "recall"] == ""
    assert "| regex | — |" in (corpus.out / "comparison.md").read_text("utf-8")
    corpus.write("gold.jsonl", "")
    assert corpus.call("compare", corpus.path) == 2
    assert "P627" in corpus.stderr


def test_how_it_was_made_and_how_far_systems_are_apart(corpus: Place) -> None:
    args = ("compare", corpus.path, "--system", "class-list", "--system", "regex", "--seed", 7, "--out", corpus.out)
    assert corpus.call(*args) == 0, corpus.stderr
    text = (corpus.out / "comparison.md").read_text("utf-8")
    made = text.split("## How this was made")[1]
    assert f"| spacy-pseudo | {__version__} |" in made
    assert "| Seed | 7 |" in made
    assert "3 messages, 3 with gold data; 0 allowed names" in made
    # Without our own tool, the best of the others is what the rest is compared with.
    assert "Recall less that of class-list" in text
    with (corpus.out / "comparison.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = [row for row in csv.DictReader(stream) if row["table"] == "mentions, less class-list"]
    assert (row["system"], row["value"]) == ("regex", f"{-1 / 6:.6f}")
    assert (float(row["low"]), float(row["high"])) == pytest.approx((-1 / 3, 0), abs=1e-6)


def test_our_map_is_not_our_tool(corpus: Place) -> None:
    assert corpus.call("compare", corpus.path, "--system", "ours") == 0, corpus.stderr
    grouped = corpus.stdout.split("Names substituted by groups")[1]
    assert "our map, plain substitution" in grouped
    assert "figures above are others" in grouped
