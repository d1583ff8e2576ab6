"""Cases by somebody who did not know the patterns: scores by label, over them and over both sets."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from spacy_pseudo.evaluation.measures.identifiers import LabelScores, score_identifiers
from spacy_pseudo.identifiers.finding import find_identifiers

HERE = Path(__file__).parent


def _load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


cases = _load("second_cases", HERE / "cases.py")
BAR = 0.98
WRITTEN = [name for name in cases.FILES if (cases.SECOND / f"{name.lower()}.txt").exists()]


@cache
def _scores(which: str) -> dict[str, LabelScores]:
    readers = {"both": (cases.read_cases, cases.read_second), "second": (cases.read_second,)}[which]
    gold, found = {}, {}
    for read in readers:
        for name in WRITTEN:
            for case in read(name):
                id = f"{read.__name__}:{name}:{case.line}"
                gold[id] = case.spans
                found[id] = [(one.start, one.end, one.label) for one in find_identifiers(case.text, lang=case.lang)]
    return score_identifiers(gold, found).labels


@pytest.mark.parametrize("label", cases.STRUCTURED)
def test_both_sets_together_are_found(label: str):
    scored = _scores("both")[label]
    assert scored.f2 >= BAR, scored.to_dict()


def test_second_cases_are_marked_as_their_section_says():
    labelled = [name for name in WRITTEN if name not in (cases.CONTEXT, cases.NOT_PERSONAL)]
    assert set(cases.STRUCTURED) <= set(labelled)
    read = [(name, case) for name in labelled for case in cases.read_second(name)]
    assert [(name, case.line) for name, case in read if case.positive != bool(case.surfaces(name))] == []
    assert [case.line for case in cases.read_second(cases.NOT_PERSONAL) if case.spans] == []
