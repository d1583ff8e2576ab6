"""Connections of participants and forms: by hand, on the map of Figure 3 in Farrow et al. (2023), by properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo import Participant, Roster
from spacy_pseudo.lab.evaluation.measures.connection_scores import (
    LISTED,
    NOWHERE,
    PARTS,
    REPLACED,
    ROSTER,
    Candidate,
    forms_of,
    measure_effort,
    score_connections,
    seen_forms,
)
from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.scoring.scores import GoldMention

FIGURE_3 = """\
U01 | Robbie | Jones | Robert | Thanks Robert | R o b e r t | RObert | html
U02 | Margaret | Maggie | Smith | Margret | Again | all | S
U03 | Brown | E | Elisabeth | E Brown | Elisabeth Brown | Elizabeth | Maggie
U04 | Bob | RG | Bert | Robert Grey | Cheers | Robert | Grey | Rob
U12 | Arthur | Arhtur | Arthr | Arthur von Trapp | Artur | Arthur Trapp | von Trapp
U43 | Mary Jane | Mary | MJ | Mary Jane Poe | Jane | Poe | thanksMary
"""
# What the paper's text says is to be deleted, and what it says might be added.
WRONG = {
    "U01": {"Thanks Robert", "html"},
    "U02": {"Again", "all"},
    "U03": {"Maggie"},
    "U04": {"Cheers"},
    "U43": {"thanksMary"},
}
ADDED = {"U01": {"Robbie Jones"}}


def figure_3() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    predicted = seen_forms(NameMap.parse(FIGURE_3))
    gold = {
        person: (forms - WRONG.get(person, set())) | ADDED.get(person, set()) for person, forms in predicted.items()
    }
    return gold, predicted


def test_figure_3() -> None:
    scores = score_connections(*figure_3(), exact=True)
    # 43 forms, 7 of them wrong, one missing.
    assert (scores.predicted, scores.found, scores.gold, scores.missed) == (43, 36, 37, 1)
    assert (scores.recall, scores.precision) == (36 / 37, 36 / 43)
    assert scores.f1 == pytest.approx(2 * 36 / (37 + 43))
    assert (scores.people, scores.people_covered, scores.coverage) == (6, 5, 5 / 6)


def test_figure_3_in_single_words() -> None:
    scores = score_connections(*figure_3(), exact=True, split=True)
    # U01 10 words ('R o b e r t' is six), U02 5, U03 4, U04 6, U12 6, U43 4; and the seven that are wrong.
    assert (scores.gold, scores.found, scores.predicted) == (35, 35, 42)
    assert (scores.coverage, scores.recall) == (1.0, 1.0)


def test_figure_3_without_regard_to_case() -> None:
    gold, predicted = figure_3()
    assert score_connections(gold, predicted).gold == 36  # 'Robert' and 'RObert' are one
    assert score_connections({"a": ["Zoë", "MARY-JANE"]}, {"a": ["zoe", "Mary Jane"]}).recall == 1


def test_what_figure_3_asks_of_a_person() -> None:
    gold, predicted = figure_3()
    candidates = [Candidate(p, form, True, form == "E") for p, forms in predicted.items() for form in sorted(forms)]
    effort = measure_effort(gold, candidates)
    assert (effort.participants, effort.candidates, effort.most, effort.median) == (6, 42, 8, 7)
    assert effort.per_participant == 7
    assert (effort.near, effort.near_share) == (1, 1 / 42)
    assert effort.wrong == 7
    # 'Robbie Jones' is missed, but both its words are in the map.
    assert {how: n for how, n in effort.missed.items() if n} == {PARTS: 1}
    assert effort.mendable == 1


def test_what_is_missed_by_how_it_can_be_mended() -> None:
    gold = {"a": ["Ann", "Ann Lee", "Nan", "Anna Lee", "Sparky"], "b": ["Bo Hill"], "c": ["Cy"]}
    candidates = [
        Candidate("a", "Ann", True, False),
        Candidate("a", "Lee", True, False),
        Candidate("a", "Nan", False, True),
        Candidate("b", "Bo", True, False),
        Candidate("b", "Cheers", False, False),
    ]
    roster = Roster([Participant("a", ("Anna Lee",)), Participant("b", ("Bo Hill",)), Participant("c", ("C. Wood",))])
    effort = measure_effort(gold, candidates, roster)
    # Ann Lee; Nan; Anna Lee and Bo Hill; Sparky and Cy. 'Lee' and 'Bo' alone are nobody's.
    assert effort.missed == {REPLACED: 0, PARTS: 1, LISTED: 1, ROSTER: 2, NOWHERE: 2}
    assert (effort.mendable, effort.wrong) == (4, 2)
    effort = measure_effort(gold, candidates, roster, {"a": ["SPARKY", "Lee", "Ann Lee"]})
    assert effort.missed == {REPLACED: 2, PARTS: 0, LISTED: 1, ROSTER: 2, NOWHERE: 1}
    assert measure_effort({}, []).to_dict()["median"] == 0


def test_a_name_that_two_share_is_two_connections() -> None:
    gold = {"a": ["Robert", "Bob"], "b": ["Robert"]}
    scores = score_connections(gold, {"a": ["Robert", "Bob"]})
    assert (scores.gold, scores.found, scores.missed, scores.coverage) == (3, 2, 1, 1 / 2)


def test_forms_of_mentions_and_of_a_map() -> None:
    mentions = [
        GoldMention(0, 3, "Ann", "a", "greeting"),
        GoldMention(4, 7, "Ann", "a", "body"),
        GoldMention(8, 10, "Lee", "X", "cited"),
        GoldMention(11, 13, "Bo", "a|b", "greeting"),
        GoldMention(14, 17, "ann", "a", "email"),
    ]
    assert forms_of(mentions) == {"a": {"Ann"}}
    assert seen_forms(NameMap.parse("a | Ann [2] | Lee [0] | ? Nan\n! Solent")) == {"a": {"Ann", "Nan"}}


def test_nothing() -> None:
    assert set(score_connections({}, {}, split=True).to_dict().values()) == {0}


forms = st.dictionaries(
    st.sampled_from("abc"), st.sets(st.sampled_from(["Ann", "Ann Lee", "Lee", "Bo", "Bo Hill", "MJ"]), min_size=1)
)


@given(forms, st.booleans(), st.booleans())
def test_a_perfect_map_scores_1(gold: dict[str, set[str]], split: bool, exact: bool) -> None:
    scores = score_connections(gold, gold, split=split, exact=exact)
    assert (scores.recall, scores.precision, scores.coverage, scores.missed) == (bool(gold),) * 3 + (0,)


@given(forms, forms, st.booleans(), st.data())
def test_a_form_less_never_finds_more(
    gold: dict[str, set[str]], predicted: dict[str, set[str]], split: bool, data: st.DataObject
) -> None:
    before = score_connections(gold, predicted, split=split)
    if not predicted:
        return
    person = data.draw(st.sampled_from(sorted(predicted)))
    form = data.draw(st.sampled_from(sorted(predicted[person])))
    after = score_connections(gold, predicted | {person: predicted[person] - {form}}, split=split)
    assert after.recall <= before.recall
    assert after.coverage <= before.coverage
    assert after.missed >= before.missed


@given(forms, forms)
def test_a_wrong_form_more_never_scores_better(gold: dict[str, set[str]], predicted: dict[str, set[str]]) -> None:
    before = score_connections(gold, predicted)
    after = score_connections(gold, predicted | {"a": predicted.get("a", set()) | {"Html"}})
    assert (after.recall, after.coverage) == (before.recall, before.coverage)
    assert after.precision <= before.precision
    assert after.f1 <= before.f1
