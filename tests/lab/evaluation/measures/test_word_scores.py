"""Words judged by a score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.lab.evaluation.measures.word_scores import area_under_curve, score_words


def test_the_raters_of_bosch_et_al() -> None:
    # Bosch et al. (2020), Table 1: 600 words; one rater misses 7 of the other's 197 names and has 30 of her own.
    names = [True] * 197 + [False] * 403
    scores = [1.0] * 190 + [0.0] * 7 + [1.0] * 30 + [0.0] * 373
    found = score_words(names, scores)
    assert (found.words, found.right, found.missed, found.false) == (600, 190, 7, 30)
    assert found.accuracy == pytest.approx(0.938, abs=5e-4)
    assert found.kappa == pytest.approx(0.864, abs=5e-4)
    assert found.recall == pytest.approx(0.964, abs=5e-4)
    assert found.precision == pytest.approx(0.864, abs=5e-4)
    assert found.auc == pytest.approx(0.945, abs=5e-4)
    turned = score_words([score > 0.5 for score in scores], [float(name) for name in names])
    assert turned.auc == pytest.approx(0.923, abs=5e-4)
    assert (turned.precision, turned.recall) == (found.recall, found.precision)


def test_counted_by_hand() -> None:
    names, scores = [True, True, True, False, False], [0.9, 0.5, 0.2, 0.5, 0.1]
    found = score_words(names, scores)
    assert (found.right, found.missed, found.false, found.left) == (2, 1, 1, 1)
    # Of 3 x 2 pairs .9 wins both, .5 wins one and ties one, .2 wins one.
    assert found.auc == 4.5 / 6
    assert found.base_rate == 3 / 5
    assert found.f1 == found.f2 == pytest.approx(2 / 3)
    assert score_words(names, scores, threshold=0.15).recall == 1
    assert score_words([True], [1.0]).to_dict()["auc"] is None


words = st.lists(st.tuples(st.booleans(), st.integers(0, 4).map(lambda n: n / 4)), min_size=2, max_size=40)


@given(words)
def test_area_is_the_share_of_pairs_in_order(rows: list[tuple[bool, float]]) -> None:
    names, scores = [name for name, _ in rows], [score for _, score in rows]
    pairs = [(a > b) + (a == b) / 2 for is_name, a in rows if is_name for other, b in rows if not other]
    found = area_under_curve(names, scores)
    assert found == (pytest.approx(sum(pairs) / len(pairs)) if pairs else None)
    # Only the order of the scores counts; turned round, so is the area.
    assert area_under_curve(names, [score**3 for score in scores]) == found
    if found is not None:
        assert area_under_curve(names, [-score for score in scores]) == pytest.approx(1 - found)
