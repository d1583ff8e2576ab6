"""The fourth set: whole messages by somebody who did not know the patterns, few of each label; scores by group."""

from __future__ import annotations

from functools import cache

import pytest

from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.scoring.identifier_scores import score_identifiers
from tests.identifiers import cases

# F2 over all spans of the group.
BARS = {"structured": 0.93, "listed": 0.91, "life": 0.90}
GROUPS = {"structured": cases.STRUCTURED, "listed": cases.LISTED, "life": cases.MARKED_ONLY}
FILES = (*cases.STRUCTURED, *cases.LISTED, *cases.MARKED_ONLY)


@cache
def _read() -> dict[str, cases.Case]:
    return {f"{name}:{case.line}": case for name in FILES for case in cases.read_cases(name, cases.FOURTH)}


@pytest.mark.parametrize("group", GROUPS)
def test_group_is_found(group: str):
    gold, found = {}, {}
    for id, case in _read().items():
        gold[id] = [span for span in case.spans if span[2] in GROUPS[group]]
        spans = find_identifiers(case.text, lang=case.lang)
        found[id] = [(one.start, one.end, one.label) for one in spans if one.label in GROUPS[group]]
    scored = score_identifiers(gold, found).total
    assert scored.f2 >= BARS[group], scored.to_dict()


def test_cases_are_marked_as_their_section_says():
    read = _read()
    assert len(read) > 200
    assert [id for id, case in read.items() if case.positive != bool(case.surfaces(id.partition(":")[0]))] == []
    assert len({case.text for case in read.values()}) == len(read)
