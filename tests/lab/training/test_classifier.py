"""The judge: what it says, that it says the same after it was saved, and what it does with a model that is no good."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import srsly

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.message import Message
from spacy_pseudo.name_words import WordUses, read_uses
from spacy_pseudo.name_words.classifier import CONFIG, META, PACKAGED, WEIGHTS, NameWordClassifier

from .conftest import NAMES


def test_the_packaged_model_knows_names_it_has_never_seen(uses: WordUses) -> None:
    judge = NameWordClassifier.packaged()
    told = judge.predict(uses)
    assert set(judge.names(uses)) >= NAMES
    assert all(0 <= p <= 1 for p in told.values())
    assert max(told.get(word, 0) for word in ("qualtrics", "heteroskedasticity", "definately")) < judge.threshold
    assert NameWordClassifier.packaged() is judge


def test_without_metadata_and_capitals_it_judges_all_the_same() -> None:
    text = "hi zdenka\n\nthanks for that\n\nregards\ntanvi"
    told = NameWordClassifier.packaged().predict(read_uses([Message(text)]))
    assert {"zdenka", "tanvi"} <= set(told)
    assert NameWordClassifier.packaged().predict(read_uses([])) == {}


def test_the_packaged_model_is_small_and_holds_no_code() -> None:
    assert sum(path.stat().st_size for path in PACKAGED.iterdir()) < 200_000
    assert {path.name for path in PACKAGED.iterdir()} == {CONFIG, META, WEIGHTS}
    assert set(srsly.msgpack_loads((PACKAGED / WEIGHTS).read_bytes())) == {"nodes", "attrs", "params", "shims"}


def test_its_settings_are_those_one_begins_with() -> None:
    ours = Path(__file__).parents[3] / "configs" / "name_words.cfg"
    text = "\n".join(line for line in ours.read_text("utf-8").splitlines() if not line.startswith("#"))
    assert text.split() == (PACKAGED / CONFIG).read_text("utf-8").split()


def test_saved_and_loaded_it_says_the_same(quick: NameWordClassifier, uses: WordUses, tmp_path: Path) -> None:
    expected = quick.predict(uses)
    assert expected
    quick.to_disk(tmp_path / "model")
    for again in (NameWordClassifier.from_bytes(quick.to_bytes()), NameWordClassifier.from_disk(tmp_path / "model")):
        assert again.predict(uses) == expected
        assert again.meta == quick.meta
        assert again.to_bytes() == quick.to_bytes()


def test_what_is_saved_names_nobody(quick: NameWordClassifier, sources: list[object], tmp_path: Path) -> None:
    names = {name for source in sources for name in source.names if len(name) > 3}  # type: ignore[attr-defined]
    assert names
    quick.to_disk(tmp_path)
    told = json.loads((tmp_path / META).read_text("utf-8"))
    assert names.isdisjoint(told["contexts"])


@pytest.fixture
def saved(quick: NameWordClassifier, tmp_path: Path) -> Path:
    quick.to_disk(tmp_path)
    return tmp_path


def _change(**values: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        meta = json.loads((path / META).read_text("utf-8"))
        (path / META).write_text(json.dumps(meta | values), "utf-8")

    return change


def _cut(name: str) -> Callable[[Path], None]:
    return lambda path: (
        (path / name).write_bytes((path / name).read_bytes()[: (path / name).stat().st_size // 2]) and None
    )


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda path: (path / META).unlink(), "P770"),
        (lambda path: (path / WEIGHTS).unlink(), "P770"),
        (_cut(META), "P774"),
        (_cut(WEIGHTS), "P774"),
        (lambda path: (path / CONFIG).write_text("[model", "utf-8"), "P774"),
        (lambda path: (path / META).write_text("[]", "utf-8"), "P774"),
        (_change(threshold="low"), "P774"),
        (_change(features=["letters"]), "P773"),
        (_change(format=99), "P775"),
    ],
)
def test_a_model_that_is_no_good_is_refused(saved: Path, damage: Callable[[Path], object], code: str) -> None:
    damage(saved)
    with pytest.raises(PseudoError) as raised:
        NameWordClassifier.from_disk(saved)
    assert raised.value.code == code
    assert "spacy-pseudo train" in raised.value.remedy


@pytest.mark.parametrize("data", [b"", b"\x80\x04K\x01.", srsly.msgpack_dumps({"meta.json": {}})])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(PseudoError, match="P774"):
        NameWordClassifier.from_bytes(data)
