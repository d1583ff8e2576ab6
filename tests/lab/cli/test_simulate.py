"""`simulate` writes what the other commands read, completely or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.corpus.readers import read_names
from spacy_pseudo.lab.evaluation.gold import read_corpus

FILES = {"messages.csv", "roster.csv", "allow.txt", "gold.jsonl", "simulation.json"}


def call(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["simulate", *map(str, args)])
    return result.exit_code, result.output


def bytes_of(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def test_files(tmp_path: Path) -> None:
    code, output = call("--out", tmp_path / "forum", "--messages", 120, "--seed", 4, "--set", "figures=0.5")
    assert code == 0, output
    assert "Forum written" in output
    assert "misspelled" in output
    assert {path.name for path in (tmp_path / "forum").iterdir()} == FILES
    corpus = read_corpus(tmp_path / "forum")
    assert len(corpus.messages) == len(corpus.gold) == 120
    assert {message.author for message in corpus.messages} <= {person.id for person in corpus.roster}
    allowed = read_names(tmp_path / "forum" / "allow.txt")
    assert any(mention.text in allowed for mentions in corpus.gold.values() for mention in mentions)
    summary = json.loads((tmp_path / "forum" / "simulation.json").read_text("utf-8"))
    assert summary["messages"] == 120
    assert (summary["settings"]["seed"], summary["settings"]["figures"]) == (4, 0.5)
    mentions = [mention for mentions in corpus.gold.values() for mention in mentions]
    assert sum(summary["mentions by kind"].values()) == len(mentions)


def test_the_same_again_from_what_it_wrote(tmp_path: Path) -> None:
    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    assert call("--out", one, "--messages", 60, "--misspelled", 0.2, "--quiet") == (0, "")
    assert call("--out", two, "--settings", one / "simulation.json", "--quiet")[0] == 0
    assert bytes_of(one) == bytes_of(two)
    assert call("--out", other, "--settings", one / "simulation.json", "--seed", 2, "--quiet")[0] == 0
    assert bytes_of(one)["messages.csv"] != bytes_of(other)["messages.csv"]


def test_jsonl_says_the_same(tmp_path: Path) -> None:
    for format in ("csv", "jsonl"):
        assert call("--out", tmp_path / format, "--messages", 40, "--format", format)[0] == 0
    table, lines = read_corpus(tmp_path / "csv"), read_corpus(tmp_path / "jsonl")
    assert table.messages == lines.messages
    assert table.gold == lines.gold


def test_replaces_nothing_but_a_simulated_forum(tmp_path: Path) -> None:
    out = tmp_path / "forum"
    assert call("--out", out, "--messages", 40)[0] == 0
    before = bytes_of(out)
    assert "P130" in call("--out", out, "--messages", 30)[1]
    assert bytes_of(out) == before
    assert call("--out", out, "--messages", 30, "--force")[0] == 0
    assert bytes_of(out) != before
    (out / "simulation.json").unlink()
    code, output = call("--out", out, "--force")
    assert (code, "P133" in output) == (2, True)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--set", "mispelled=1"], "P600"),
        (["--set", "misspelled=2"], "P601"),
        (["--set", "misspelled"], "P604"),
        (["--messages", 5, "--participants", 90], "P603"),
        (["--messages", 0], "P601"),
        (["--format", "xml"], "P502"),
        (["--settings", "nowhere.json"], "P101"),
        (["--glued", "7"], "--glued"),
    ],
)
def test_bad_options_leave_nothing_behind(tmp_path: Path, options: list[object], what: str) -> None:
    code, output = call("--out", tmp_path / "deep" / "forum", *options)
    assert code == 2
    assert what in output
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_nothing_behind(tmp_path: Path) -> None:
    from spacy_pseudo.lab.simulation import Settings, simulate, write_forum

    def interrupted(posts):  # type: ignore[no-untyped-def]
        yield next(iter(posts))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_forum(simulate(Settings(messages=50)), tmp_path / "forum", watch=interrupted)
    assert list(tmp_path.iterdir()) == []


def test_settings_are_listed() -> None:
    code, output = call("--settings-help")
    assert code == 0
    assert "typing_errors" in output
