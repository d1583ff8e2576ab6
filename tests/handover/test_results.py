"""What a run has written, read again: exactly, or not at all."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.handover.edits import original_of
from spacy_pseudo.handover.results import Results

ROSTER = {"mp": "Mary Poe", "rg": "Robert Grey", "jd": "Jane Dorn", "a|b": "Mary Lund", "a": "Olga Berg"}
ROWS = (
    {
        "id": "1",
        "author": "mp",
        "parent": "",
        "text": "Hi all,\nmy mail is mp@uni.example, ask my sister Birgit.\nMary Poe",
    },
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary Poe,\nso do I.\nRobert"},
    {"id": "jd-3", "author": "jd", "parent": "2", "text": "Dear Robert,\nMary is fine.\nJane"},
)


class Run:
    """A run in a directory of its own."""

    def __init__(self, path: Path) -> None:
        self.path, self.out, self.key = path, path / "out", path / "key"

    def __call__(self, rows: Iterable[Mapping[str, str]], *options: object, name: str = "messages.jsonl") -> Run:
        """Write files, and run."""
        table = list(rows)
        with (self.path / name).open("w", encoding="utf-8", newline="") as stream:
            if name.endswith("csv"):
                writer = csv.DictWriter(stream, list(table[0]))
                writer.writeheader()
                writer.writerows(table)
            else:
                stream.writelines(json.dumps(row) + "\n" for row in table)
        with (self.path / "roster.csv").open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([("id", "name"), *ROSTER.items()])
        places = ("--roster", self.path / "roster.csv", "--out", self.out, "--key", self.key, "--seed", 1, "--force")
        args = [str(arg) for arg in ("run", self.path / name, *places, *options, "-q")]
        done = CliRunner().invoke(app, args)
        assert done.exit_code == 0, done.output
        return self

    @property
    def results(self) -> Results:
        return Results(self.out, self.key)

    def pseudonyms(self, *originals: str) -> list[str | None]:
        """RETURNS (list[Optional[str]]): Whom these names stand for, by what is read."""
        edits = [edit for edited in self.results for edit in edited.edits]
        return [next(edit.pseudonym for edit in edits if edit.original == original) for original in originals]

    @property
    def labels(self) -> dict[str, str]:
        with (self.key / "pseudonyms.csv").open(encoding="utf-8", newline="") as stream:
            return {row["participant"]: row["pseudonym"] for row in csv.DictReader(stream)}

    def change(self, path: Path, change: Callable[[str], str]) -> None:
        """Change a file."""
        text = path.read_bytes().decode("utf-8")
        assert change(text) != text
        path.write_bytes(change(text).encode("utf-8"))

    def unsign(self) -> None:
        """Take away what tells that a file was changed, as in keys of earlier versions."""
        for name in ("manifest.json", "copy.zip"):
            (self.key / name).unlink()

    def refused(self) -> str:
        """RETURNS (str): The code of the error."""
        with pytest.raises(PseudoError) as caught:
            list(self.results)
        said = str(caught.value)
        assert not any(name in said for full in ROSTER.values() for name in full.split())
        return caught.value.code


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


_PIECES = st.lists(
    st.sampled_from(
        ["Hi Mary,\n", "Dear Robert Grey", "Mary", "mary", " ", "\r\n", "\r", "rob@uni.example", "thanksMary", ";", '"',
         ", ", "Jane", "JD", "[U01]", "=1+1", "\u2028", "é\u0301", "\U0001f600", "\x00", "\ud800", "<b>", "5 May 2024"]
    ),
    max_size=8,
)  # fmt: skip


@settings(max_examples=8, deadline=None)
@given(st.lists(_PIECES, min_size=3, max_size=12), st.sampled_from(["messages.csv", "messages.jsonl"]))
def test_the_original_is_put_together_again(texts: list[list[str]], name: str) -> None:
    rows = [
        {"id": str(number), "author": author, "text": "".join(pieces)}
        for number, (pieces, author) in enumerate(zip(texts, [*ROSTER] * 3, strict=False))
    ]
    if name.endswith("csv"):
        rows = [{**row, "text": row["text"].replace("\ud800", "").replace("\x00", "")} for row in rows]
    with tempfile.TemporaryDirectory() as path:
        run = Run(Path(path))(rows, name=name)
        # What no text can hold is replaced when it is read.
        assert [original_of(edited) for edited in run.results] == [
            row["text"].replace("\ud800", "\ufffd").replace("\x00", "\ufffd") for row in rows
        ]


def test_edits_and_metadata(run: Run) -> None:
    run(ROWS)
    first, second, third = run.results
    labels = run.labels
    assert [edit.original for edit in first.edits] == ["mp@uni.example", "Birgit", "Mary Poe"]
    assert [(edit.category, edit.place) for edit in first.edits] == [
        ("EMAIL", None), ("OTHER", None), ("registered", "signature"),
    ]  # fmt: skip
    assert [edit.pseudonym for edit in first.edits] == [labels["mp"], None, labels["mp"]]
    greeting = second.edits[0]
    text = second.message.text
    assert (text[greeting.start : greeting.end], greeting.place) == (f"[{labels['mp']}]", "greeting")
    assert (greeting.old_start, greeting.old_end) == (3, 11)
    # The file has no column that says so.
    assert second.message.parent_author == second.message.metadata["parent_author"] == labels["mp"]
    assert third.message.author == labels["jd"]
    # An id with a login in it has become a code.
    assert (third.message.id or "").startswith("x")
    assert third.message.extra == {}


def test_several_who_may_be_meant(run: Run) -> None:
    rows = [{"id": "9", "author": "rg", "text": "I asked Mary about it, and then Olga."}]
    rows += [{"id": "10", "author": "a|b", "text": "hello\nMary Lund"}, {"id": "11", "author": "mp", "text": "Hello!"}]
    run(rows)
    labels = run.labels
    joint, olga, lund = run.pseudonyms("Mary", "Olga", "Mary Lund")
    assert joint == "|".join(sorted((labels["mp"], labels["a|b"])))
    # One id has in it what stands between several.
    assert (olga, lund) == (labels["a"], labels["a|b"])


@pytest.mark.parametrize(
    ("options", "label"),
    [((), None), (("--others", "pseudonym"), "X1"), (("--others", "pseudonym", "--pseudonyms", "surrogate"), "name")],
)
def test_people_who_take_no_part(run: Run, options: tuple[str, ...], label: str | None) -> None:
    run(ROWS, *options)
    with (run.key / "others.csv").open(encoding="utf-8", newline="") as stream:
        drawn = {row["name"]: row["pseudonym"] for row in csv.DictReader(stream)}
    (found,) = run.pseudonyms("Birgit")
    assert found == (drawn["Birgit"] if label == "name" else label)


def test_names_that_were_drawn(run: Run) -> None:
    run(ROWS, "--pseudonyms", "surrogate", "--slips")
    mary, robert = run.pseudonyms("Mary", "Robert")
    assert (mary, robert) == (run.labels["mp"], run.labels["rg"])
    assert " " in (mary or "")


def test_who_did_not_consent_is_nobody(run: Run) -> None:
    (run.path / "exclude.txt").write_text("mp\n")
    run(ROWS, "--exclude", run.path / "exclude.txt")
    edited = list(run.results)
    assert len(edited) == 2
    assert [edit.pseudonym for one in edited for edit in one.edits if edit.original in ("Mary", "Mary Poe")] == [
        None
    ] * 2
    assert edited[0].message.parent is edited[0].message.parent_author is None
    assert not any(run.labels["mp"] in str(one.message) for one in edited)


def test_who_does_not_consent_any_more(run: Run) -> None:
    run(ROWS)
    run.unsign()
    run.change(run.key / "roster.jsonl", lambda text: text.replace('"excluded": false', '"excluded": true', 1))
    assert run.refused() == "P815"


def test_headers_as_the_input_had_them(run: Run) -> None:
    names = {"id": "Post ID", "author": "Poster", "text": "Message", "parent": "reply_to"}
    rows = [{names[field]: value for field, value in row.items()} | {"date": "2024", "Notes": "x"} for row in ROWS]
    run(rows, "--timestamps", "drop", "--keep-columns", "Notes", name="messages.csv")
    first, *_ = run.results
    assert original_of(first) == ROWS[0]["text"]
    assert (first.message.author, first.message.timestamp, first.message.extra) == (run.labels["mp"], None, {})


def test_a_key_that_only_late_messages_have(run: Run) -> None:
    rows: list[dict[str, str]] = [{"id": str(n), "author": "mp", "text": "tides"} for n in range(120)]
    rows.append({"id": "120", "author": "rg", "text": "Hi Mary Poe", "thread": "t"})
    run(rows)
    assert [edited.message.thread for edited in run.results][-2:] == ["119", "t"]


def test_threads_are_told_by_which_message_answers_which(run: Run) -> None:
    run([*ROWS, {"id": "4", "author": "mp", "parent": "", "text": "Another thing."}])
    found = [(edited.message.thread, edited.message.parent_author) for edited in run.results]
    labels = run.labels
    assert found == [("1", None), ("1", labels["mp"]), ("1", labels["rg"]), ("4", None)]


def test_html_is_read_as_it_is_seen(run: Run) -> None:
    html = (
        "<!-- Robert --><p>Hi Ro<b>bert</b>,</p><p>see <a href='/u/rg' title='Mary Poe'>this</a> &amp; that"
        "<br>Mary &lt;3</p>"
    )
    run([ROWS[0], {**ROWS[1], "author": "mp", "parent": "1", "text": html}], "--html")
    edited = list(run.results)[1]
    mary, robert = run.labels["mp"], run.labels["rg"]
    assert edited.message.text.strip() == f"Hi [{robert}],\n\nsee this & that\n[{mary}] <3"
    assert [(e.original, e.person) for e in edited.edits] == [("Robert", robert), ("Mary", mary)]
    assert original_of(edited).strip() == "Hi Robert,\n\nsee this & that\nMary <3"
    for edit in edited.edits:
        assert edited.message.text[edit.start : edit.end] == edit.replacement
        assert original_of(edited)[edit.old_start : edit.old_end] == edit.original


def test_several_files(run: Run) -> None:
    run(ROWS)
    lines = (run.out / "messages.jsonl").read_text("utf-8").splitlines(keepends=True)
    (run.out / "messages.jsonl").write_text(lines[0], "utf-8")
    (run.out / "more.jsonl").write_text("".join(lines[1:]), "utf-8")
    summary = json.loads((run.out / "summary.json").read_text("utf-8"))
    summary["files"].append({**summary["files"][0], "name": "more.jsonl"})
    (run.out / "summary.json").write_text(json.dumps(summary), "utf-8")
    assert [original_of(edited) for edited in run.results] == [row["text"] for row in ROWS]


def test_output_that_was_edited(run: Run) -> None:
    run(ROWS)
    run.change(run.out / "messages.jsonl", lambda text: text.replace("so do I", "So do we all", 1))
    assert run.refused() == "P813"


def test_output_with_messages_left_out_or_added(run: Run) -> None:
    run(ROWS)
    whole = (run.out / "messages.jsonl").read_text("utf-8")
    first, second, third = whole.splitlines(keepends=True)
    for changed in (second + third, first + second, whole + third.replace("x", "y"), first + third):
        (run.out / "messages.jsonl").write_text(changed, "utf-8")
        assert run.refused() in ("P812", "P813")


def test_the_key_of_another_run(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    run(ROWS)
    other = Run(tmp_path_factory.mktemp("other"))(ROWS[:2])
    run.key = other.key
    assert run.refused() == "P812"
    other(ROWS, "--template", "<{}>", "--key", other.path / "third")
    run.key = other.path / "third"
    assert run.refused() == "P812"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("out/summary.json", "P810"),
        ("out/messages.jsonl", "P811"),
        ("key/replacements.jsonl", "P811"),
        ("key/pseudonyms.csv", "P811"),
    ],
)
def test_a_file_is_missing(run: Run, name: str, code: str) -> None:
    run(ROWS)
    (run.path / name).unlink()
    assert run.refused() == code


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("out/summary.json", '"files"', '"dateien"', "P810"),
        ("out/summary.json", "messages.jsonl", "../key/roster.jsonl", "P810"),
        ("out/summary.json", '"text": "text"', '"text": "text", "names": "names"', "P810"),
        ("key/replacements.jsonl", '"spans": [[', '"spans": [', "P814"),
        ("key/replacements.jsonl", "Mary Poe", "Mary", "P813"),
        ("key/replacements.jsonl", '"mp"', '"nobody"', "P812"),
        ("key/pseudonyms.csv", "mp,", "nobody,", "P359"),
    ],
)
def test_a_file_is_not_what_was_written(run: Run, name: str, old: str, new: str, code: str) -> None:
    run(ROWS)
    run.change(run.path / name, lambda text: text.replace(old, new))
    assert run.refused() == (code if name.startswith("out") or name.endswith("csv") else "P369")
    run.unsign()
    assert run.refused() == code


def test_nothing_private_is_shown(run: Run) -> None:
    run(ROWS)
    shown: Any = repr(run.results)
    assert "Mary" not in shown
