"""Labelled places against gold ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.scoring.identifier_scores import NOTHING, Labelled, score_identifiers


def test_counted_by_hand() -> None:
    gold = {
        "m1": [(0, 10, "EMAIL"), (20, 30, "PHONE"), (40, 44, "DATE"), (50, 60, "URL")],
        "m2": [(0, 5, "DATE"), (10, 15, "DATE")],
    }
    predicted = {
        # The e-mail is right, a part of the phone number is left, the date is taken for an age, a URL is missed.
        "m1": [(0, 10, "EMAIL"), (20, 28, "PHONE"), (40, 44, "AGE")],
        # One date is wide and right; what stands elsewhere is false. Messages without gold data do not count.
        "m2": [(0, 7, "DATE"), (20, 22, "AGE")],
        "m3": [(0, 3, "DATE")],
    }
    scores = score_identifiers(gold, predicted)
    counts = {label: (s.gold, s.predicted, s.found) for label, s in scores.labels.items()}
    assert counts == {
        "AGE": (0, 2, 0), "DATE": (3, 1, 1), "EMAIL": (1, 1, 1), "PHONE": (1, 1, 0), "URL": (1, 0, 0)
    }  # fmt: skip
    date = scores.labels["DATE"]
    assert (date.recall, date.precision, date.f1) == (1 / 3, 1.0, pytest.approx(1 / 2))
    assert date.f2 == pytest.approx(5 / 3 / (4 + 1 / 3))
    assert (scores.total.gold, scores.total.predicted, scores.total.found) == (6, 5, 2)
    assert dict(scores.confusion) == {
        ("EMAIL", "EMAIL"): 1,
        ("PHONE", "PHONE"): 1,
        ("DATE", "AGE"): 1,
        ("DATE", "DATE"): 1,
        ("DATE", NOTHING): 1,
        ("URL", NOTHING): 1,
        (NOTHING, "AGE"): 1,
    }
    assert scores.to_dict()["confusion"]["DATE"] == {NOTHING: 1, "AGE": 1, "DATE": 1}


def test_places_are_paired_once_and_by_what_they_share() -> None:
    # One wide place over two: it finds one of them.
    scores = score_identifiers({"m": [(0, 4, "A"), (5, 10, "A")]}, {"m": [(0, 10, "A")]})
    assert (scores.total.found, scores.total.predicted) == (1, 1)
    # Of two on the same stretch, the one with the right label counts.
    scores = score_identifiers({"m": [(0, 4, "A")]}, {"m": [(0, 4, "B"), (0, 4, "A")]})
    assert scores.confusion == {("A", "A"): 1, (NOTHING, "B"): 1}


places = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 5), st.sampled_from("AB")).map(lambda p: (p[0], p[0] + p[1], p[2])),
    unique_by=lambda p: p[0],
    max_size=6,
)


@given(places, places)
def test_counts_add_up(gold: list[Labelled], predicted: list[Labelled]) -> None:
    scores = score_identifiers({"m": gold}, {"m": predicted})
    assert sum(n for (meant, _), n in scores.confusion.items() if meant != NOTHING) == len(gold)
    assert sum(n for (_, taken), n in scores.confusion.items() if taken != NOTHING) == len(predicted)
    assert scores.total.found <= min(len(gold), len(predicted))


@given(places)
def test_perfect(gold: list[Labelled]) -> None:
    total = score_identifiers({"m": gold}, {"m": gold}).total
    assert (total.recall, total.precision) == (bool(gold), bool(gold))
