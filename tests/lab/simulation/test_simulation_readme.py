"""The page about the generator lists all settings; its examples are run with those of the other pages."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from spacy_pseudo.lab.simulation import Settings

PAGE = Path(__file__).parents[3] / "docs" / "guides" / "simulation.md"


def test_every_setting_is_documented_with_its_default() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    documented = {row[0].strip("`"): row[1:] for row in rows}
    expected = {
        each.name: ["—" if each.default is None else f"{each.default:g}", each.metadata["what"]]
        for each in fields(Settings)
    }
    assert documented == expected
