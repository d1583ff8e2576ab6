"""What a run was sure of, against gold, by hand: who is meant, what is neutral, and what nobody has read."""

from __future__ import annotations

import pytest

from spacy_pseudo.lab.evaluation.fitting import Bin, calibration_error, reliability
from spacy_pseudo.lab.evaluation.gold import Replacement
from spacy_pseudo.lab.evaluation.judgements import judged_kept, judged_replacements
from spacy_pseudo.scoring.scores import GoldMention

# Hi Ann, see Lee or Max. Ann
GOLD = {
    "m1": [
        GoldMention(3, 6, "Ann", "a", "greeting"),
        GoldMention(12, 15, "Lee", "X", "cited"),
        GoldMention(19, 22, "Max", "X", "third"),
    ]
}


@pytest.mark.parametrize(
    ("start", "end", "person", "right"),
    [(3, 6, "a", True), (3, 6, "b", False), (12, 15, "a", False), (8, 11, "a", False)],
)
def test_a_replacement_is_right_if_the_person_is_meant(start: int, end: int, person: str, right: bool) -> None:
    span = Replacement(start, end, person, "part", 0.9)
    assert list(judged_replacements(GOLD, {"m1": [span]})) == [(0.9, right, 1.0)]


@pytest.mark.parametrize(
    ("id", "start", "person"), [("m1", 19, "a"), ("m1", 3, "a|b"), ("m1", 3, None), ("m2", 3, "a")]
)
def test_what_tells_nothing_is_left_out(id: str, start: int, person: str | None) -> None:
    span = Replacement(start, start + 3, person, "part", 0.9)
    assert list(judged_replacements(GOLD, {id: [span]})) == []


@pytest.mark.parametrize(("start", "right"), [(3, [True]), (12, [False]), (8, [False]), (19, [])])
def test_a_kept_place_may_name_a_participant_after_all(start: int, right: list[bool]) -> None:
    rows = [{"start": start, "end": start + 3, "participants": ["b"], "probability": 0.1}]
    assert list(judged_kept(GOLD, {"m1": rows, "m2": rows})) == [(0.1, is_so, 1.0) for is_so in right]


def test_bins_may_be_narrower_where_most_lies() -> None:
    judged = [(0.3, True, 1.0), (0.91, True, 2.0), (0.99, False, 1.0), (1.0, True, 1.0)]
    assert [(b.low, b.n) for b in reliability(judged)] == [(0.3, 1), (0.9, 4)]
    assert [(b.low, b.n) for b in reliability(judged, (0.0, 0.9, 0.95))] == [(0.0, 1), (0.9, 2), (0.95, 2)]


def test_calibration_error() -> None:
    assert calibration_error([Bin(0.5, 0.5, 0.7, 1), Bin(0.9, 0.9, 0.8, 3)]) == pytest.approx((0.2 + 0.3) / 4)
    assert calibration_error([]) == 0.0
