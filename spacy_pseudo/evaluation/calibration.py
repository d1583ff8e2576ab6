"""Calibration: derives the weights of evidence from corpora with gold mentions, and tells how far they can be trusted.

Each corpus is also used without its roster and under the guards, so that no weight fits one list of names only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..attrs import JOINT, MISSPELLED, REGISTERED
from ..errors import Errors, PseudoError
from ..passes.apply import make_pipeline
from ..passes.discover import discover
from ..people.connections import Pair
from ..people.evidence import BODY, FEATURES, Evidence, Weights, log_odds, packaged
from ..people.linking import Mention
from ..people.roster import Roster
from ..text.salutations import Slot
from ..text.words import fold_all
from .metamorphic import GUARDS, Corpus
from .metrics import NEUTRAL
from .scores import GoldMention

# How much a weight is held near to what it was before anything was learned (L2).
RIDGE: Final = 8.0
# Recall counts so many times as much as precision where the threshold is chosen.
BETA: Final = 1.25
# Of what is not offered for review, at most this share may be decided wrongly.
WRONG: Final = 0.03
ROUNDS: Final = 2
BINS: Final = 10
_MARGINS: Final = (0.5, 3.0)
# A place of which little was seen is taken to be as reliable as all places together, as if seen so often.
_PRIOR: Final = 10.0
_NEWTON_STEPS: Final = 50
_PRECISION: Final = 1e-8
# Guards that need no roster, and those that are worth trying without one.
_ROSTERLESS: Final = ("typos", "no_newlines")
_UNLISTED: Final = ("rename", "wordlike")

Array = NDArray[np.float64]


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


@dataclass(frozen=True)
class Calibration:
    """What was derived, and how good it is.

    weights (Weights): The weights.
    connections (list[Bin]): Confidences of connections against gold.
    brier (float): Their mean squared error.
    held_out (list[Bin]): The same, each corpus judged by weights of the others; empty for a single corpus.
    held_out_brier (Optional[float]): Their mean squared error.
    mentions (list[Bin]): Confidences of mentions against gold.
    """

    weights: Weights
    connections: list[Bin]
    brier: float
    held_out: list[Bin]
    held_out_brier: float | None
    mentions: list[Bin]


def calibrate(
    corpora: Sequence[Corpus], *, start: Weights | None = None, seed: int = 1, rounds: int = ROUNDS
) -> Calibration:
    """Derive weights.

    corpora (Sequence[Corpus]): Messages, roster (may be empty) and gold mentions of each.
    start (Optional[Weights]): What decides while the first evidence is collected; None for the packaged weights.
    seed (int): Decides what the guards draw.
    rounds (int): How often evidence is collected and weights are fitted to it.
    RETURNS (Calibration): The weights, and how far they can be trusted.
    """
    weights = replace(packaged() if start is None else start, places={})
    variants = [list(_variants(corpus, seed)) for corpus in corpora]
    samples: list[Sample] = []
    for _ in range(rounds):
        samples = [s for number, own in enumerate(variants) for s in _samples(number, own, weights, seed)]
        if not any(map(_learned, samples)):
            raise PseudoError(Errors.P511)
        weights = fit(samples, weights)
    plain = (corpus for own in variants for corpus in own[: 1 + bool(len(own[0].roster))])
    rows = [row for corpus in plain for row in _mentions(corpus, weights, seed)]
    weights = replace(weights, places=_places(rows))
    told = [(row.confidence * weights.reliability(row.place, far=row.far), row.right, 1.0) for row in rows]
    judged, brier = _judge(weights, samples)
    held_out = [pair for number in range(len(corpora)) for pair in _held_out(number, samples, weights)]
    return Calibration(
        weights,
        reliability(judged),
        brier,
        reliability(held_out),
        _brier(held_out) if held_out else None,
        reliability(told),
    )


# --- Collecting ------------------------------------------------------------------------------------------------------


def _variants(corpus: Corpus, seed: int) -> Iterator[Corpus]:
    """The corpus, the same without a roster, and what the guards make of it."""
    yield corpus
    if len(corpus.roster):
        yield corpus._replace(roster=Roster())
    for name, guard in GUARDS.items():
        if len(corpus.roster) or name in _ROSTERLESS:
            changed = guard(*corpus, seed=seed)
            yield changed
            if name in _UNLISTED:
                yield changed._replace(roster=Roster())


def _samples(number: int, variants: Sequence[Corpus], weights: Weights, seed: int) -> Iterator[Sample]:
    for corpus in variants:
        key = discover(corpus.messages, corpus.roster, weights=weights, seed=seed)
        called = _called(corpus.gold)
        for connection in key.connections:
            right = connection.pair in called
            seen = bool(connection.messages) and all(id in corpus.gold for id in connection.messages)
            if right or seen:
                weight = max(connection.evidence.capitals, connection.evidence.messages, 1) ** 0.5
                yield Sample(number, connection.evidence, right, weight / len(variants))


def _called(gold: Mapping[str, Sequence[GoldMention]]) -> set[Pair]:
    """Who is called what, also by a part of it: 'Mary' in 'Mary Poe'."""
    called: set[Pair] = set()
    for mention in (m for mentions in gold.values() for m in mentions if m.participant):
        words = fold_all(mention.text)
        runs = {words[i:j] for i in range(len(words)) for j in range(i + 1, len(words) + 1)}
        called.update((person, run) for person in _people(mention) for run in runs)
    return called


def _people(mention: GoldMention) -> set[str]:
    return set((mention.participant or "").split(JOINT))


class _Row(NamedTuple):
    place: str
    far: bool
    slip: bool
    confidence: float
    right: bool


def _mentions(corpus: Corpus, weights: Weights, seed: int) -> Iterator[_Row]:
    """YIELDS (_Row): Each mention that is found, its place, and whether gold has it there."""
    from ..components.participant_linker import mentions_of
    from ..components.salutation_matcher import slots_of

    key = discover(corpus.messages, corpus.roster, weights=weights, pseudonyms="id", seed=seed)
    nlp = make_pipeline(key)
    prefix = nlp.get_pipe(nlp.pipe_names[-1]).prefix  # type: ignore[attr-defined]
    for message in corpus.messages:
        gold = corpus.gold.get(message.id or "")
        if gold is None:
            continue
        doc = nlp(message.to_doc(nlp, prefix=prefix))
        around = key.context.around(message)
        for mention in mentions_of(doc, prefix):
            over = [m for m in gold if m.start < mention.end and mention.start < m.end]
            # How likely each of several is, follows from their number.
            if len(mention.participants) == 1 and not any(m.kind in NEUTRAL for m in over):
                right = any(set(mention.participants) == _people(m) for m in over)
                far = not any(map(around.in_thread, mention.participants))
                slip = mention.category == MISSPELLED
                yield _Row(_place(mention, slots_of(doc, prefix)), far, slip, mention.confidence, right)


def _place(mention: Mention, slots: Sequence[Slot]) -> str:
    """The kind of slot; where there is none, the end or the beginning of the message that counts as one."""
    if mention.place == BODY:
        return BODY
    kinds = [slot.kind for slot in slots if slot.start < mention.end and mention.start < slot.end]
    return kinds[0] if kinds else "bare" if mention.place == "greeting" else "last_word"


# --- Fitting ---------------------------------------------------------------------------------------------------------


def fit(samples: Iterable[Sample], start: Weights) -> Weights:
    """Fit weights to connections: logistic regression, in which no weight has the wrong sign.

    samples (Iterable[Sample]): The connections.
    start (Weights): What is not fitted here: the places.
    RETURNS (Weights): The weights; the threshold has the best F2, the margin leaves few errors outside of it.
    """
    samples = list(samples)
    learned = [s for s in samples if _learned(s)]
    by_definition = [s for s in samples if not _learned(s)]
    n, right = sum(s.weight for s in by_definition), sum(s.weight for s in by_definition if s.right)
    registered = round(min(max((right + 1) / (n + 1), 0.9), 0.99), 4)
    x = np.array([[s.evidence.features()[name] for name in FEATURES] for s in learned]).reshape(-1, len(FEATURES))
    y, w = (np.array([float(getattr(s, name)) for s in learned]) for name in ("right", "weight"))
    prior = np.array([start.prior[name] for name in FEATURES])
    features = {name: round(float(v), 4) for name, v in zip(FEATURES, _signed(x, y, w, prior), strict=True)}
    weights = replace(start, registered=registered, features=features)
    judged, _ = _judge(weights, learned)
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


def _learned(sample: Sample) -> bool:
    """What follows from registered names by definition is not weighed."""
    return sample.evidence.relation != REGISTERED


Judged = tuple[float, bool, float]  # confidence, right, weight


def _judge(weights: Weights, samples: Iterable[Sample]) -> tuple[list[Judged], float]:
    judged = [(weights.confidence(s.evidence), s.right, s.weight) for s in samples if _learned(s)]
    return judged, _brier(judged)


def _held_out(number: int, samples: Sequence[Sample], start: Weights) -> list[Judged]:
    """One corpus, judged by weights of the others."""
    others = [s for s in samples if s.corpus != number]
    if not any(map(_learned, others)):
        return []
    return _judge(fit(others, start), [s for s in samples if s.corpus == number])[0]


def _brier(judged: Sequence[Judged]) -> float:
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


def _places(rows: Sequence[_Row]) -> dict[str, float]:
    """How often mentions are right in each place, beyond what the confidence of their connection says."""
    cells: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        cells[f"far {row.place}" if row.far else row.place].append(row)
        if row.slip:
            cells[MISSPELLED].append(row)
    everywhere = sum(r.right for r in rows) / max(sum(r.confidence for r in rows), 1e-9)
    places = {}
    for place in sorted(cells):
        right, expected = (sum(getattr(r, name) for r in cells[place]) for name in ("right", "confidence"))
        places[place] = round(min((right + _PRIOR * everywhere) / (expected + _PRIOR), 1.0), 4)
    return places


def reliability(judged: Iterable[Judged]) -> list[Bin]:
    """RETURNS (list[Bin]): How often what has a confidence of so much is right; empty bins are left out."""
    bins: dict[int, list[Judged]] = defaultdict(list)
    for row in judged:
        bins[min(int(row[0] * BINS), BINS - 1)].append(row)
    table = []
    for number, rows in sorted(bins.items()):
        n = sum(w for *_, w in rows)
        mean, right = (sum(row[at] * row[2] for row in rows) / n for at in (0, 1))
        table.append(Bin(number / BINS, mean, right, n))
    return table
