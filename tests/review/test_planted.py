"""Forty planted leaks are found; what stands by right is not told as one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from spacy_pseudo.cli.run_command import run_cli
from spacy_pseudo.review.audit.auditing import Audit, audit, quick_audit
from tests.review import planting

HERE = Path(__file__).parent
ASSETS = HERE.parents[1] / "assets"


@pytest.fixture(scope="module", params=["number", "surrogate"])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): A place where the example was pseudonymised."""
    place = tmp_path_factory.mktemp("example")
    files = {"messages": [ASSETS / "messages.csv"], "roster": [ASSETS / "roster.csv"], "allow": ASSETS / "allow.txt"}
    options = {"pseudonyms": request.param, "seed": 3, "quiet": True}
    assert run_cli(**files, key=place / "key", out=place / "out", **options) == 0
    return place


def _found(leak: object, found: Audit) -> bool:
    return any(
        (f.file, f.message, f.field) == (leak.file, leak.message, leak.field)  # type: ignore[attr-defined]
        and f.start < leak.end and leak.start < f.end  # type: ignore[attr-defined]
        for f in found.unaccounted("medium")
    )  # fmt: skip


def test_planted_leaks_are_found(example: Path, tmp_path: Path) -> None:
    leaks = planting.plant(example / "out", tmp_path / "out")
    assert len(leaks) == 40
    assert len({leak.kind for leak in leaks}) >= 12
    found = audit(tmp_path / "out", example / "key")
    missed = [leak for leak in leaks if not _found(leak, found)]
    assert len(missed) <= 1, missed


def test_what_stands_by_right_is_no_high_finding(example: Path) -> None:
    found = audit(example / "out", example / "key")
    assert [f.text for f in found.unaccounted("high")] == []
    assert any(f.accounted for f in found.findings)
    assert found.account


def test_the_quick_form_finds_names_that_stand_as_they_are(example: Path, tmp_path: Path) -> None:
    assert quick_audit(example / "out", example / "key").unaccounted("high") == []
    leaks = planting.plant(example / "out", tmp_path / "out")
    found = quick_audit(tmp_path / "out", example / "key")
    plain = [leak for leak in leaks if leak.kind in ("full name", "given name", "folded", "reversed")]
    assert [leak for leak in plain if not _found(leak, found)] == []


def test_without_an_account_nothing_is_explained(example: Path, tmp_path: Path) -> None:
    shutil.copytree(example / "key", tmp_path / "key")
    (tmp_path / "key" / "kept.jsonl").unlink()
    found = audit(example / "out", tmp_path / "key")
    assert not found.account
    assert not any(f.accounted for f in found.findings if f.participants)
