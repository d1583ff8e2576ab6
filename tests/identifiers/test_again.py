"""What is found in a text is found there in all its forms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.resources import lines_of

_CASES = lines_of((Path(__file__).parent / "again.txt").read_text("utf-8"))
_MARK = re.compile(r"\[([A-Z]+):([^\]]+)\]")


@pytest.mark.parametrize("case", _CASES)
def test_found_in_all_forms(case: str) -> None:
    lang, _, marked = case.partition(": ")
    found = find_identifiers(_MARK.sub(r"\2", marked), lang=lang, labels={"COUNTRY", "NATIONALITY", "SCHOOL"})
    text = _MARK.sub(r"\2", marked)
    assert [(one.label, text[one.start : one.end]) for one in found] == _MARK.findall(marked)
