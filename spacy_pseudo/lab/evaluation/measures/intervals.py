"""How far a figure may be off: intervals by the bootstrap over messages, and exact bounds where nothing went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ....scoring.scores import SUMMED, MentionScores

LEVEL: Final = 0.95
SAMPLES: Final = 1000

# Figures that get an interval; what of a message can go wrong at all, for the bound where nothing did.
_AT_RISK: Final = {
    "recall": "targets",
    "precision": "found",
    "f1": "targets",
    "f2": "targets",
    "f5": "targets",
    "correct_participant": "targets",
    "single_token": "targets",
    "exact_boundaries": "targets",
    "clean": "messages",
    "leaks_per_1000": "messages",
}
HEADLINES: Final = (*_AT_RISK, "coverage")


class Interval(NamedTuple):
    """The bounds of a figure."""

    low: float
    high: float


def mention_intervals(
    scores: MentionScores, *, samples: int = SAMPLES, level: float = LEVEL, seed: int = 0
) -> dict[str, Interval]:
    """Give the headline figures their intervals.

    Messages are drawn with replacement, as many as there are, and the figure is computed anew each time; the interval
    has the middle `level` of the results (percentile bootstrap; Efron & Tibshirani 1993, chapter 13). Mentions of one
    message are drawn together, since they are found or missed together. Participants, not messages, are drawn for
    the coverage: a sample of messages has fewer chances to miss somebody. Where nothing at all went wrong, every sample
    would say so; the open end is then the exact (Clopper-Pearson) bound for that many messages, or participants.

    scores (MentionScores): The scores.
    samples (int): How often is drawn.
    level (float): The share of samples within the interval.
    seed (int): Decides what is drawn.
    RETURNS (dict[str, Interval]): The interval of each of the `HEADLINES`; empty where there is no message.
    """
    import numpy as np

    if not scores.per_message:
        return {}
    chance = np.random.default_rng(seed)
    counts = np.array(scores.per_message)
    n = len(counts)
    drawn: dict[str, list[float]] = {name: [] for name in _AT_RISK}
    for _ in range(samples):
        sums = np.bincount(chance.integers(n, size=n), minlength=n) @ counts
        sample = MentionScores(**dict(zip(SUMMED, sums.tolist(), strict=True)))
        for name, values in drawn.items():
            values.append(getattr(sample, name))
    found = {name: _middle(values, level) for name, values in drawn.items()}
    for name, counted in _AT_RISK.items():
        at_risk = int((counts[:, SUMMED.index(counted)] > 0).sum())
        if name == "leaks_per_1000" and not scores.missed:
            found[name] = Interval(0.0, 1000 * (1 - least_share(at_risk, level)))
        elif getattr(scores, name) == 1:
            found[name] = Interval(least_share(at_risk, level), 1.0)
    return found | {"coverage": share_interval(scores.hidden, samples=samples, level=level, seed=seed)}


def recall_difference(
    first: MentionScores, second: MentionScores, *, samples: int = SAMPLES, level: float = LEVEL, seed: int = 0
) -> Interval:
    """Give the difference in recall of two systems its interval. The same messages are drawn for both each time, so
    that it does not count that some messages are harder than others. Without 0 in it, the difference is hardly chance.

    first (MentionScores): One system's scores.
    second (MentionScores): The other's, on the same gold data.
    samples (int): How often is drawn.
    level (float): The share of samples within the interval.
    seed (int): Decides what is drawn.
    RETURNS (Interval): The bounds of first.recall - second.recall. Where the two find as many in each message, every
        sample would say 0; the bounds are then those of what may differ in so many messages (Clopper-Pearson).
    """
    import numpy as np

    targets, one, other = (
        np.array([row[SUMMED.index(name)] for row in scores.per_message], dtype=int)
        for scores, name in ((first, "targets"), (first, "found"), (second, "found"))
    )
    if (one == other).all():
        most = 1 - least_share(int((targets > 0).sum()), level)
        return Interval(-most, most)
    chance = np.random.default_rng(seed)
    n = len(targets)
    drawn = []
    for _ in range(samples):
        times = np.bincount(chance.integers(n, size=n), minlength=n)
        drawn.append(float((times @ (one - other)) / max(times @ targets, 1)))
    return _middle(drawn, level)


def share_interval(right: Sequence[bool], *, samples: int = SAMPLES, level: float = LEVEL, seed: int = 0) -> Interval:
    """Give a share its interval, by the bootstrap over what it is a share of.

    right (Sequence[bool]): What is right and what is not.
    samples (int): How often is drawn.
    level (float): The share of samples within the interval.
    seed (int): Decides what is drawn.
    RETURNS (Interval): The interval; from 0 to 1 for a share of nothing.
    """
    import numpy as np

    n = len(right)
    if not n:
        return Interval(0.0, 1.0)
    if all(right):
        return Interval(least_share(n, level), 1.0)
    if not any(right):
        return Interval(0.0, 1 - least_share(n, level))
    chance = np.random.default_rng(seed)
    return _middle((chance.binomial(n, sum(right) / n, samples) / n).tolist(), level)


def least_share(n: int, level: float = LEVEL) -> float:
    """RETURNS (float): The share right at least if n of n were: ((1 - level) / 2) ** (1 / n); 0 for none."""
    return float(((1 - level) / 2) ** (1 / n)) if n else 0.0


def _middle(values: Sequence[float], level: float) -> Interval:
    import numpy as np

    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))
