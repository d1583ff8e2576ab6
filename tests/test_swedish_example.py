"""The Swedish example: all names and other personal data found, cited authors, relatives and ordinary words left."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spacy_pseudo.attrs import LIFE, LISTED, STRUCTURED
from spacy_pseudo.cli import app
from spacy_pseudo.cli.run_command import run_cli
from spacy_pseudo.lab.cli.evaluate_command import evaluate
from spacy_pseudo.lab.evaluation.assessment import Assessment
from tests.forum import swedish_build

HERE = Path(__file__).parent
ASSETS = HERE.parent / "assets" / "sv"
MESSAGES, ROSTER, GOLD = ASSETS / "messages.csv", ASSETS / "roster.csv", ASSETS / "gold.jsonl"


def _run(place: Path, **options: Any) -> dict[str, str]:
    """RETURNS (dict[str, str]): What is shared of each message."""
    args = {"messages": [MESSAGES], "key": place / "key", "out": place / "out", "lang": "sv"}
    assert run_cli(**args, quiet=True, seed=1, **options) == 0
    return _texts(place / "out" / "messages.csv")


def _texts(path: Path) -> dict[str, str]:
    with path.open(encoding="utf8", newline="") as stream:
        return {row["id"]: row["text"] for row in csv.DictReader(stream)}


def _assessed(place: Path) -> Assessment:
    return evaluate(GOLD, place / "key" / "replacements.jsonl", messages=MESSAGES)


def _identifiers(*labels: str) -> list[tuple[str, str]]:
    """RETURNS (list[tuple[str, str]]): What was marked by hand: message and surface."""
    rows = [json.loads(line) for line in GOLD.read_text("utf8").splitlines()]
    return [(row["id"], one["text"]) for row in rows for one in row["identifiers"] if one["label"] in labels]


@pytest.fixture(scope="module")
def masked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    place = tmp_path_factory.mktemp("masked")
    return place, _run(place, roster=[ROSTER])


@pytest.fixture(scope="module")
def faked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    place = tmp_path_factory.mktemp("faked")
    return place, _run(place, roster=[ROSTER], pseudonyms="surrogate", identifiers=("all=surrogate",))


def test_the_example_is_built_from_its_text() -> None:
    files = swedish_build.files()
    assert {path.name for path in ASSETS.iterdir()} == files.keys()
    assert [name for name, text in files.items() if (ASSETS / name).read_text("utf8") != text] == []


def test_with_its_class_list_it_is_perfect(masked: tuple[Path, dict[str, str]]) -> None:
    scores = _assessed(masked[0]).mentions
    assert scores.errors == []
    assert scores.targets > 100
    figures = scores.to_dict()
    assert [figures[name] for name in ("recall", "precision", "correct_participant", "exact_boundaries")] == [1.0] * 4


def test_without_a_class_list_surnames_that_are_words_remain(tmp_path: Path) -> None:
    """'Berg' and 'Stark' are ordinary words, and nobody signs with them often enough to learn them."""
    _run(tmp_path)
    figures = _assessed(tmp_path).mentions.to_dict()
    assert figures["recall"] >= 0.95
    assert figures["precision"] == 1.0


@pytest.mark.parametrize("name", ["Katarina", "Kattis", "Lasse", "Micke", "Yusuf", "Siv", "Håkansson", "Nyström"])
def test_no_name_is_left(masked: tuple[Path, dict[str, str]], name: str) -> None:
    assert not any(name in text for text in masked[1].values())


# --- Other personal data ---


@pytest.mark.parametrize("label", ["EMAIL", "PHONE", "POSTCODE", "ADDRESS", "ACCOUNT", "ID", "PLATE", "DATE", "AGE"])
def test_what_is_masked_is_found_exactly(masked: tuple[Path, dict[str, str]], label: str) -> None:
    place, texts = masked
    scores = _assessed(place).identifiers
    assert scores is not None
    found = scores.labels[label]
    assert (found.recall, found.precision) == (1.0, 1.0)
    marked = _identifiers(label)
    assert marked
    assert [(id, text) for id, text in marked if text in texts[id]] == []


def test_places_are_found_with_their_slips_and_marked(masked: tuple[Path, dict[str, str]]) -> None:
    scores = _assessed(masked[0]).identifiers
    assert scores is not None
    figures = {label: scores.labels[label] for label in (*LISTED, *LIFE) if label in scores.labels}
    assert ("m41", "stokhulm") in _identifiers("CITY")
    assert {label for label, found in figures.items() if found.recall < 1} <= set(LIFE)
    assert [label for label, found in figures.items() if found.precision < 1] == []


def test_nothing_else_is_taken_for_personal_data(masked: tuple[Path, dict[str, str]]) -> None:
    scores = _assessed(masked[0]).identifiers
    assert scores is not None
    assert scores.total.precision == 1.0
    assert scores.total.recall >= 0.9
    assert set(scores.labels) <= {*STRUCTURED, *LISTED, *LIFE}


# --- Fake names ---


def test_fake_names_are_swedish_and_hide_everything(faked: tuple[Path, dict[str, str]]) -> None:
    place, texts = faked
    hidden = _identifiers(*STRUCTURED, "CITY", "REGION", "COUNTRY", "EMPLOYER")
    assert [(id, text) for id, text in hidden if re.search(rf"\b{re.escape(text)}\b", texts[id])] == []
    assert _assessed(place).mentions.to_dict()["recall"] == 1.0
    assert re.search(r"bor i [^\W\d_][^,.A-Z]+ nu och pendlar från [^,.A-Z]+ ibland", texts["m41"])
    assert re.search(r"bankgiro \d{3,4}-\d{4} senast den [a-zåäö]+ [a-z]+\.", texts["m38"])


def test_the_genitive_of_fake_names_is_swedish(faked: tuple[Path, dict[str, str]]) -> None:
    with (faked[0] / "key" / "pseudonyms.csv").open(encoding="utf8", newline="") as stream:
        fake = {row["participant"]: row["pseudonym"] for row in csv.DictReader(stream)}
    lars, katarina, yusuf = (fake[who].split()[0] for who in ("s01", "t01", "s10"))
    text = faked[1]["m40"]
    assert lars[-1] in "sxz"
    assert text.startswith(f"{lars} inlägg ligger kvar, men {fake['s01']}s personnummer")
    assert f"{katarina}s rättigheter räcker" in text
    assert f"{lars}' kaffekorg" in faked[1]["m30"]
    assert f"{yusuf} {fake['s10'].split()[1]}s fina kartor" in faked[1]["m31"]
    silent = [part for name in fake.values() for part in name.split() if part[-1] in "sxz"]
    assert not any(re.search(rf"\b{part}s\b", text) for part in silent for text in faked[1].values())


# --- The command ---


def test_the_command_does_the_same(
    tmp_path: Path, masked: tuple[Path, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("--roster", ROSTER, "--lang", "sv", "--out", "out", "--key", "key", "--seed", 1)
    done = CliRunner().invoke(app, [str(word) for word in ("run", MESSAGES, *options)])
    assert done.exit_code == 0, done.output
    assert "in a language" not in done.stdout
    assert _texts(tmp_path / "out" / "messages.csv") == masked[1]
    summary = json.loads((tmp_path / "out" / "summary.json").read_text("utf8"))
    assert summary["settings"]["lang"] == "sv"
    assert summary["other personal data replaced"]["ID"] == 2
    assert summary["languages"].keys() <= {"sv", "unknown"}
    assert summary["languages"]["sv"] > 30
