"""The page on exports: its tables are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from spacy_pseudo.handover.foreign_labels import table
from spacy_pseudo.handover.formats import FORMATS
from spacy_pseudo.handover.network import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "exports.md").read_text("utf-8")


def rows(section: str) -> dict[str, str]:
    """RETURNS (dict[str, str]): The first two columns of a section's table."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|", text, re.MULTILINE)[2:])


def test_labels_are_those_of_the_code() -> None:
    for section, scheme in (("bio", "crapii"), ("svala", "svala")):
        told = {ours: label for names, label in rows(section).items() for ours in names.split(", ")}
        assert told == {ours: label or "O" for ours, label in table(scheme).items()}


def test_formats_and_kinds_are_told() -> None:
    assert {name for name in FORMATS if f"| `{name}` |" not in PAGE or f"\n## {name}\n" not in PAGE} == set()
    assert tuple(rows("The network")) == KINDS
