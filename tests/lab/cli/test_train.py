"""`spacy-pseudo train`: from a directory, from a list, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.lab.simulation import Settings, simulate, write_forum
from spacy_pseudo.name_words.classifier import NameWordClassifier

QUICK = """
[model]
@architectures = "spacy-pseudo.NameWordClassifier.v1"
width = 8
depth = 1
dropout = 0.1
l1 = 0.001
l2 = 0.001
members = 1

[training]
seed = 1
folds = 2
epochs = 3
patience = 2
batch_size = 32
held_out = 0.2
missed = 2.0
recall = 0.95
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write_forum(simulate(Settings(messages=60, participants=12, asides=1.0)), tmp_path / "course")
    (tmp_path / "quick.cfg").write_text(QUICK, "utf-8")
    return tmp_path


def train(place: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["train", "--config", str(place / "quick.cfg"), *words])
    return done.exit_code, done.output


def test_from_gold_with_figures_and_again_only_by_force(place: Path) -> None:
    course, out = str(place / "course"), str(place / "model")
    code, told = train(place, course, "--out", out, "--seed", "7")
    assert code == 0
    for figure in ("AUC", "precision", "recall", "kappa", "F2", "Brier", "Calibration"):
        assert figure in told
    first = NameWordClassifier.from_disk(out)
    assert first.figures["words"] > 50
    assert train(place, course, "--out", out)[0] == 2
    assert train(place, course, "--out", out, "--force", "--seed", "7", "--quiet") == (0, "")
    assert NameWordClassifier.from_disk(out).to_bytes() == first.to_bytes()
    assert train(place, course, "--out", out, "--force", "--folds", "0")[0] == 0
    assert NameWordClassifier.from_disk(out).figures == {}


def test_from_a_list(place: Path) -> None:
    names = [
        name for person in simulate(Settings(messages=60, participants=12)).people.values() for name in [person.given]
    ]
    (place / "list.csv").write_text("word\n" + "\n".join(name.split()[0] for name in names) + "\n", "utf-8")
    words = ("--messages", str(place / "course" / "messages.csv"), "--list", str(place / "list.csv"))
    code, told = train(place, *words, "--out", str(place / "model"))
    assert code == 0, told


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "P778"),
        (("--messages", "course/messages.csv"), "P779"),
        (("--list", "list.csv"), "P779"),
        (("nowhere",), "P510"),
        (("course", "--config", "course/roster.csv"), "P771"),
        (("course", "--config", "nowhere.cfg"), "P101"),
    ],
)
def test_what_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: str) -> None:
    monkeypatch.chdir(place)
    exit_code, told = train(place, *words, "--out", "model")
    assert exit_code == 2
    assert code in told
    assert not Path("model").exists()


def test_nothing_else_is_replaced(place: Path) -> None:
    exit_code, told = train(place, str(place / "course"), "--out", str(place / "course"), "--force")
    assert (exit_code, "P133" in told) == (2, True)
