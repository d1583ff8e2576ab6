"""`agree` on two gold files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.cli.agree_command import agree

TEXT = "Hi Ann, see Lee or write to ann@uni.example. Bo"


def line(id: str, *mentions: tuple[str, str, str], **more: object) -> str:
    rows = []
    for text, who, kind in mentions:
        start = TEXT.index(text)
        rows.append({"start": start, "end": start + len(text), "text": text, "who": who, "kind": kind})
    return json.dumps({"id": id, "mentions": rows, **more}) + "\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "messages.csv").write_text(f'Nr,author,text\n1,a,"{TEXT}"\n2,a,Thanks\n3,b,Fine\n', "utf8")
    names = ("Ann", "a", "greeting"), ("Bo", "b", "signature")
    (tmp_path / "one.jsonl").write_text(line("1", *names, ("Lee", "X", "cited")) + line("2"), "utf8")
    (tmp_path / "two.jsonl").write_text(line("1", *names[:1], ("Bo", "c", "signature")) + line("3"), "utf8")
    return tmp_path


def test_counted_by_hand(files: Path) -> None:
    found = agree(files / "one.jsonl", files / "two.jsonl", messages=files / "messages.csv", columns={"id": "Nr"})
    # Only message 1 is in both. Its words and marks: Hi Ann , see Lee or write to ann @ uni . example . Bo
    assert {name: (m.units, m.marked) for name, m in found.measures.items()} == dict.fromkeys(
        ("place", "who", "kind"), (15, 3)
    )
    assert found.messages == 1
    place, who = found.measures["place"], found.measures["who"]
    assert place.agreement == 14 / 15
    assert (place.marked_agreement, who.marked_agreement) == (2 / 3, 1 / 3)
    kappa = place.cohen
    assert kappa is not None
    expected = (3 * 2 + 12 * 13) / 15**2
    assert kappa.value == pytest.approx((14 / 15 - expected) / (1 - expected))


def test_other_data_is_compared_where_both_have_looked(files: Path) -> None:
    at = TEXT.index("ann@")
    places = [{"start": at, "end": at + 15, "label": "EMAIL"}]
    (files / "one.jsonl").write_text(line("1", identifiers=places), "utf8")
    (files / "two.jsonl").write_text(line("1", identifiers=[]), "utf8")
    found = agree(files / "one.jsonl", files / "two.jsonl", messages=files / "messages.csv", columns={"id": "Nr"})
    assert (found.measures["label"].marked, found.measures["label"].marked_agreement) == (5, 0)


@pytest.mark.parametrize("as_json", [False, True])
def test_command(files: Path, as_json: bool) -> None:
    arguments = [*(str(files / name) for name in ("one.jsonl", "two.jsonl")), "-m", str(files / "messages.csv")]
    done = CliRunner().invoke(app, ["agree", *arguments, "--column", "id=Nr", *(["--json"] if as_json else [])])
    assert done.exit_code == 0, done.output
    assert "Ann" not in done.output
    if as_json:
        assert json.loads(done.output)["who"]["marked"] == 3
    else:
        assert "Krippendorff" in done.output
        assert ".9333" in done.output


def test_nothing_in_common(files: Path) -> None:
    (files / "two.jsonl").write_text(line("3"), "utf8")
    with pytest.raises(PseudoError, match="P529"):
        agree(files / "one.jsonl", files / "two.jsonl", messages=files / "messages.csv")


def called(files: Path, *options: str) -> str:
    arguments = [*(str(files / name) for name in ("one.jsonl", "two.jsonl")), "-m", str(files / "messages.csv")]
    done = CliRunner().invoke(app, ["agree", *arguments, "--column", "id=Nr", *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_where_they_differ(files: Path) -> None:
    names = ("Ann", "a", "greeting"), ("Lee", "X", "cited"), ("Bo", "b", "signature"), ("write", "X", "third")
    (files / "one.jsonl").write_text(line("2") + line("1", *names), "utf8")
    others = ("Hi Ann", "a", "greeting"), ("Lee", "X", "public"), ("Bo", "b", "signature"), ("uni", "X", "third")
    (files / "two.jsonl").write_text(line("1", *others), "utf8")
    output = called(files, "--errors", "9")
    assert "1 message in both files" in output
    assert "Of 6 places that one of them marked at least, 2 have the same boundaries" in output
    assert "4 of 4 differences" in output
    rows = [row.split(maxsplit=2) for row in output.split("What differs")[1].splitlines()[2:] if row.strip()]
    assert [[word.strip() for word in row] for row in rows] == [
        ["2", "3-6", "marked with other boundaries"],
        ["2", "12-15", "marked as something else"],
        ["2", "19-24", "marked by the first only"],
        ["2", "32-35", "marked by the second only"],
    ]
    data = json.loads(called(files, "--json", "--errors", "1"))
    assert (data["messages"], data["boundaries"]) == (1, {"shared": 2, "all": 6})
    assert data["differences"] == [{"line": 2, "start": 3, "end": 6, "what": "marked with other boundaries"}]


def test_full_agreement_on_little_is_no_proof(files: Path) -> None:
    (files / "two.jsonl").write_bytes((files / "one.jsonl").read_bytes())
    assert "There are no differences to show" in called(files, "--errors", "3")
    kappa = json.loads(called(files, "--json"))["place"]["cohen"]
    # 3 of 16 words are marked. That all of them are judged alike may be chance.
    expected = (3 / 16) ** 2 + (13 / 16) ** 2
    assert (kappa["value"], kappa["high"]) == (1, 1)
    assert kappa["low"] == pytest.approx((0.025 ** (1 / 16) - expected) / (1 - expected))


def test_order_of_joint_ids_does_not_matter(files: Path) -> None:
    for name, who in (("one", "a|b"), ("two", "b|a")):
        (files / f"{name}.jsonl").write_text(line("1", ("Ann", who, "greeting")), "utf8")
    assert json.loads(called(files, "--json"))["who"]["marked_agreement"] == 1
