"""Intervals: what they hold, how wide they are, and that they stay honest where nothing went wrong."""

from __future__ import annotations

from random import Random

import pytest

from spacy_pseudo.lab.evaluation.measures.intervals import (
    HEADLINES,
    least_share,
    mention_intervals,
    recall_difference,
    share_interval,
)
from spacy_pseudo.scoring.mention_scores import GoldMention, score_mentions
from spacy_pseudo.scoring.scores import MentionScores


def scored(found: list[list[bool]], false: int = 0) -> MentionScores:
    """Messages with mentions that were found or not; and some messages with a false replacement."""
    gold, predicted = {}, {}
    for number, row in enumerate(found):
        gold[f"m{number}"] = [GoldMention(5 * i, 5 * i + 3, "Ann", f"p{i}", "body") for i in range(len(row))]
        predicted[f"m{number}"] = [(5 * i, 5 * i + 3, f"p{i}") for i, right in enumerate(row) if right]
        predicted[f"m{number}"] += [(500, 503, "p0")] * (number < false)
    return score_mentions(gold, predicted)


def test_they_hold_the_figure_and_follow_the_seed() -> None:
    scores = scored([[True, i % 5 > 0] for i in range(60)], false=7)
    intervals = mention_intervals(scores, samples=400)
    assert set(intervals) == set(HEADLINES)
    for name in HEADLINES:
        low, high = intervals[name]
        assert low <= getattr(scores, name) <= high, name
        assert low < high or name == "coverage", name
    assert mention_intervals(scores, samples=400) == intervals
    assert mention_intervals(scores, samples=400, seed=1) != intervals


def test_width_is_that_of_a_binomial_share_where_messages_have_one_mention() -> None:
    scores = scored([[i % 4 > 0] for i in range(400)])
    low, high = mention_intervals(scores)["recall"]
    # .75 +- 1.96 * sqrt(.75 * .25 / 400)
    assert (low, high) == (pytest.approx(0.7076, abs=0.008), pytest.approx(0.7924, abs=0.008))


def test_mentions_of_a_message_are_drawn_together() -> None:
    apart = mention_intervals(scored([[i % 4 > 0] for i in range(400)]))["recall"]
    together = mention_intervals(scored([[i % 4 > 0] * 10 for i in range(40)]))["recall"]
    assert together.high - together.low > 2 * (apart.high - apart.low)


def test_nothing_missed_is_no_proof() -> None:
    intervals = mention_intervals(scored([[True]] * 100 + [[]] * 100))
    # Clopper-Pearson for 100 of 100, and for 200 of 200: .025 ** (1 / n).
    assert intervals["recall"] == (pytest.approx(0.9638, abs=1e-4), 1.0)
    assert intervals["clean"] == (pytest.approx(0.9817, abs=1e-4), 1.0)
    assert intervals["leaks_per_1000"] == (0.0, pytest.approx(18.27, abs=0.01))
    assert intervals["coverage"].low == pytest.approx(0.025)  # one participant
    assert least_share(0) == 0
    assert mention_intervals(MentionScores()) == {}


def test_shares() -> None:
    assert share_interval([]) == (0, 1)
    assert share_interval([False] * 100) == (0, pytest.approx(0.0362, abs=1e-4))
    low, high = share_interval([True, False] * 200)
    assert (low, high) == (pytest.approx(0.451, abs=0.01), pytest.approx(0.549, abs=0.01))


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    chance, held, rounds = Random(1), 0, 150
    for _ in range(rounds):
        # Each message has a share of its own that is missed, .2 on average.
        rows = [[chance.random() > odds for _ in range(3)] for odds in chance.choices([0.0, 0.1, 0.5], k=120)]
        low, high = mention_intervals(scored(rows), samples=200)["recall"]
        held += low <= 0.8 <= high
    assert held / rounds > 0.9


def test_a_difference_is_told_by_the_same_messages() -> None:
    """Both miss the hard messages, one a little more: the intervals overlap, that of the difference has no 0."""
    hard = [i % 2 > 0 for i in range(100)]
    one = scored([[right] for right in hard])
    other = scored([[right and i % 10 != 1] for i, right in enumerate(hard)])
    intervals = [mention_intervals(scores)["recall"] for scores in (one, other)]
    assert intervals[1].high > intervals[0].low
    low, high = recall_difference(other, one)
    assert other.recall - one.recall == pytest.approx(-0.1)
    assert low < -0.1 < high < 0
    mirrored = recall_difference(one, other)
    assert (mirrored.low, mirrored.high) == pytest.approx((-high, -low))
    assert recall_difference(other, one, seed=1) != (low, high)


def test_no_difference_in_few_messages_may_be_chance() -> None:
    bounds = [recall_difference(scored([[True]] * n), scored([[True]] * n)) for n in (5, 500)]
    assert bounds[0] == (-(1 - least_share(5)), 1 - least_share(5))
    assert bounds[1].high < 0.01
    assert recall_difference(MentionScores(), MentionScores()) == (-1, 1)
