"""Fitting: from connections that are known to be right or wrong to the weights of evidence."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...attrs import REGISTERED
from ...people.evidence import FEATURES, Evidence, Weights, log_odds

# How much a weight is held near to what it was before anything was learned (L2).
RIDGE: Final = 8.0
# Recall counts so many times as much as precision where the threshold is chosen.
BETA: Final = 1.25
# Of what is not offered for review, at most this share may be decided wrongly.
WRONG: Final = 0.03
BINS: Final = tuple(tenth / 10 for tenth in range(10))  # where they begin
_MARGINS: Final = (0.5, 3.0)
_NEWTON_STEPS: Final = 50
_PRECISION: Final = 1e-8

Array = NDArray[np.float64]
Judged = tuple[float, bool, float]  # confidence, right, weight


class Sample(NamedTuple):
    """A connection, and whether it is right. The weight of one is spread over all variants of a corpus; a form that is
    written often does more good or harm, and counts more."""

    corpus: int
    evidence: Evidence
    right: bool
    weight: float


class Bin(NamedTuple):
    """Those with a confidence from `low` on: their mean confidence, the share that is right, and how many there are."""

    low: float
    confidence: float
    right: float
    n: float


def fit(samples: Iterable[Sample], start: Weights) -> Weights:
    """Fit weights to connections: logistic regression, in which no weight has the wrong sign.

    samples (Iterable[Sample]): The connections.
    start (Weights): What is not fitted here: the places.
    RETURNS (Weights): The weights; the threshold has the best F2, the margin leaves few errors outside of it.
    """
    samples = list(samples)
    weighed = [s for s in samples if learned(s)]
    by_definition = [s for s in samples if not learned(s)]
    n, right = sum(s.weight for s in by_definition), sum(s.weight for s in by_definition if s.right)
    registered = round(min(max((right + 1) / (n + 1), 0.9), 0.99), 4)
    x = np.array([[s.evidence.features()[name] for name in FEATURES] for s in weighed]).reshape(-1, len(FEATURES))
    y, w = (np.array([float(getattr(s, name)) for s in weighed]) for name in ("right", "weight"))
    prior = np.array([start.prior[name] for name in FEATURES])
    features = {name: round(float(v), 4) for name, v in zip(FEATURES, _signed(x, y, w, prior), strict=True)}
    weights = replace(start, registered=registered, features=features)
    judged, _ = judge(weights, weighed)
    threshold = best_threshold(judged)
    return replace(weights, threshold=threshold, margin=_margin(judged, threshold))


def _signed(x: Array, y: Array, w: Array, prior: Array) -> Array:
    """Leave out what would get the wrong sign, until nothing does."""
    signs = np.array(list(FEATURES.values()))
    used = np.ones(len(signs), dtype=bool)
    while True:
        found = np.zeros(len(signs))
        found[used] = _newton(x[:, used], y, w, prior[used])
        wrong = found * signs < 0
        if not wrong.any():
            return found
        used &= ~wrong


def _newton(x: Array, y: Array, w: Array, prior: Array) -> Array:
    """Newton's method (iteratively reweighted least squares), with a shorter step where a full one leads astray."""

    def loss(beta: Array) -> float:
        z = x @ beta
        return float(w @ (np.logaddexp(0, z) - y * z) + RIDGE * np.sum((beta - prior) ** 2) / 2)

    beta = prior.copy()
    for _ in range(_NEWTON_STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (w * (y - p)) - RIDGE * (beta - prior)
        curvature = (x * (w * p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(beta))
        step = np.linalg.solve(curvature, gradient)
        while loss(beta + step) > loss(beta) and np.abs(step).max() > _PRECISION:
            step /= 2
        beta = beta + step
        if np.abs(step).max() <= _PRECISION:
            break
    return beta


def learned(sample: Sample) -> bool:
    """RETURNS (bool): The connection is weighed; what follows from registered names by definition is not."""
    return sample.evidence.relation != REGISTERED


def judge(weights: Weights, samples: Iterable[Sample]) -> tuple[list[Judged], float]:
    """RETURNS (tuple[list[Judged], float]): Confidence, whether it is right, and weight of each; the Brier score."""
    judged = [(weights.confidence(s.evidence), s.right, s.weight) for s in samples if learned(s)]
    return judged, brier(judged)


def brier(judged: Sequence[Judged]) -> float:
    """RETURNS (float): The mean squared error of confidences."""
    return sum(w * (c - right) ** 2 for c, right, w in judged) / (sum(w for *_, w in judged) or 1)


def best_threshold(judged: Sequence[Judged]) -> float:
    """Find the threshold for the best F-beta. With calibrated confidences it is F / (1 + beta²), where F is the best
    that can be reached; that depends less on single connections than the threshold at which it is reached.

    judged (Sequence[tuple[float, bool, float]]): Confidence, whether it is right, and weight of each connection.
    RETURNS (float): The threshold.
    """
    total = sum(w for _, right, w in judged if right)
    taken = true = best = 0.0
    for _, right, w in sorted(judged, key=lambda row: -row[0]):
        taken, true = taken + w, true + w * right
        best = max(best, (1 + BETA**2) * true / (BETA**2 * total + taken))
    return round(best / (1 + BETA**2), 4) if best else 0.5


def _margin(judged: Sequence[Judged], threshold: float) -> float:
    """So wide that outside of it few decisions are wrong."""
    low, high = _MARGINS
    margin = low
    while margin < high:
        outside = [row for row in judged if abs(log_odds(row[0]) - log_odds(threshold)) >= margin]
        wrong = sum(w for c, right, w in outside if right != (c >= threshold))
        if wrong <= WRONG * sum(w for *_, w in outside):
            break
        margin = round(margin + 0.1, 1)
    return margin


def reliability(judged: Iterable[Judged], lows: Sequence[float] = BINS) -> list[Bin]:
    """Sort confidences into bins.

    judged (Iterable[tuple[float, bool, float]]): Confidence, whether it is right, and weight of each.
    lows (Sequence[float]): Where the bins begin.
    RETURNS (list[Bin]): How often what has a confidence of so much is right; empty bins are left out.
    """
    bins: dict[float, list[Judged]] = defaultdict(list)
    for row in judged:
        bins[lows[bisect_right(lows, row[0]) - 1]].append(row)
    table = []
    for low, rows in sorted(bins.items()):
        n = sum(w for *_, w in rows)
        mean, right = (sum(row[at] * row[2] for row in rows) / n for at in (0, 1))
        table.append(Bin(low, mean, right, n))
    return table


def calibration_error(bins: Sequence[Bin]) -> float:
    """RETURNS (float): The expected calibration error: how far confidence and share are apart, on average."""
    return sum(b.n * abs(b.confidence - b.right) for b in bins) / (sum(b.n for b in bins) or 1)
