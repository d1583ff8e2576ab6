"""Settings are checked, and go through files and assignments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.simulation import Settings, simulate
from spacy_pseudo.lab.simulation.settings import parse_settings, read_settings

BAD = [
    ({"misspelled": 1.5}, "P601"),
    ({"misspelled": -0.1}, "P601"),
    ({"misspelled": "much"}, "P601"),
    ({"misspelled": True}, "P601"),
    ({"citations": float("nan")}, "P601"),
    ({"body_mentions": 21}, "P601"),
    ({"seed": "x"}, "P601"),
    ({"messages": 0}, "P601"),
    ({"sessions": 1.5}, "P601"),
    ({"mispelled": 0.1}, "P600"),
]


@pytest.mark.parametrize(("values", "code"), BAD)
def test_bad_values(values: dict[str, Any], code: str) -> None:
    with pytest.raises(PseudoError) as error:
        Settings.from_dict(values)
    assert error.value.code == code


@pytest.mark.parametrize(
    "sizes", [{"messages": 10, "participants": 50}, {"participants": 1}, {"messages": 3, "sessions": 4}]
)
def test_sizes_that_do_not_fit(sizes: dict[str, int]) -> None:
    with pytest.raises(PseudoError) as error:
        simulate(Settings(**sizes))
    assert error.value.code == "P603"


def test_round_trip(tmp_path: Path) -> None:
    chosen = Settings(seed=9, messages=40, glued=0.5)
    assert Settings.from_dict(chosen.to_dict()) == chosen
    path = tmp_path / "settings.json"
    for data in (chosen.to_dict(), {"settings": chosen.to_dict(), "messages": 40}):
        path.write_text(json.dumps(data), encoding="utf8")
        assert Settings.from_dict(read_settings(path)) == chosen


@pytest.mark.parametrize("content", ["[1]", "{", '{"settings": 3}', "null"])
def test_a_file_without_settings(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content, encoding="utf8")
    with pytest.raises(PseudoError) as error:
        read_settings(path)
    assert error.value.code == "P602"


def test_assignments() -> None:
    assert parse_settings(["misspelled=.1", "seed = 3", "wrong-level=0"]) == {
        "misspelled": 0.1,
        "seed": 3,
        "wrong_level": 0,
    }
    with pytest.raises(PseudoError) as error:
        parse_settings(["misspelled"])
    assert error.value.code == "P604"
