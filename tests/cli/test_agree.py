"""`agree` on two gold files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.cli.agree import agree
from spacy_pseudo.errors import PseudoError

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
