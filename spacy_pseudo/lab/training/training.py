"""Training: from words of which it is known whether they are names to a network, a threshold, and honest figures.

A name that is missed costs more than a word that is taken for one (`missed`). What this does to the probabilities is
taken back afterwards, so that they mean what they say; the threshold is lower instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from thinc.api import Config, NumpyOps, use_ops

from ...errors import Errors, PseudoError
from ...name_words.model import LEAST, Network, make_network, probabilities, resolved
from ..evaluation.fitting import Bin, brier, reliability
from ..evaluation.measures.word_scores import WordScores, score_words

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

# Few words are learned from in smaller steps, so many in an epoch.
_STEPS: Final = 10
# With fewer names, or fewer other words, nothing can be learned or measured.
FEWEST: Final = 8


class Examples(NamedTuple):
    """Words with their features, and what they are.

    words (list[str]): The words.
    features (Floats): A row for each.
    names (Bools): Whether it is a name.
    groups (list[str]): What is held out together, such as a whole simulated forum; '' for a word by itself.
    """

    words: list[str]
    features: Floats
    names: Bools
    groups: list[str]

    def take(self, rows: Sequence[int] | NDArray[Any]) -> Examples:
        """RETURNS (Examples): Some of them."""
        at = [int(row) for row in rows]
        return Examples(
            [self.words[i] for i in at], self.features[at], self.names[at], [self.groups[i] for i in at]
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train: the section [training] of a config, the optimizer aside.

    seed (int): What is drawn.
    folds (int): Parts for cross-validation; 0 for none.
    epochs (int): How often all words are seen, at most.
    patience (int): Training ends when the held-out part has not become better for so many epochs.
    batch_size (int): Words per step, at most.
    held_out (float): The share of words by which it is decided when to end.
    missed (float): What a missed name costs, where a word taken for a name costs 1.
    recall (float): The share of names that the threshold should let through, on words not trained on.
    """

    seed: int
    folds: int
    epochs: int
    patience: int
    batch_size: int
    held_out: float
    missed: float
    recall: float

    def __post_init__(self) -> None:
        fine = {
            "folds": self.folds == 0 or self.folds >= 2,
            "epochs": self.epochs >= 1,
            "patience": self.patience >= 1,
            "batch_size": self.batch_size >= 1,
            "held_out": 0 < self.held_out < 1,
            "missed": self.missed > 0,
            "recall": 0 < self.recall <= 1,
        }
        wrong = [name for name, right in fine.items() if not right]
        if wrong:
            raise PseudoError(Errors.P771.format(what=f"training.{wrong[0]}"))


class Step(NamedTuple):
    """Where training is: the run (cross-validation, then the model itself), the epoch, and the held-out loss."""

    run: int
    runs: int
    epoch: int
    epochs: int
    loss: float


Watch = Callable[[Step], None]


class Trained(NamedTuple):
    """What training gives.

    network (Model): The network.
    threshold (float): From this probability on a word is taken for a name.
    scores (Optional[WordScores]): Cross-validated; None without folds.
    own (Optional[WordScores]): The same, of words in no group, where there are others as well.
    calibration (list[Bin]): Probabilities of the same words against what they are.
    brier (Optional[float]): Their mean squared error.
    """

    network: Network
    threshold: float
    scores: WordScores | None
    own: WordScores | None
    calibration: list[Bin]
    brier: float | None


def train(examples: Examples, config: Config, *, dense: int, watch: Watch | None = None) -> Trained:
    """Train on words, and measure how well it goes on words not trained on.

    examples (Examples): The words.
    config (Config): With the sections [model] and [training].
    dense (int): How many of the features, from the first on, are dense.
    watch (Optional[Callable[[Step], None]]): Told after each epoch.
    RETURNS (Trained): The network, its threshold, and figures.
    """
    plan = plan_of(config)
    if min(int(examples.names.sum()), int((~examples.names).sum())) < FEWEST:
        raise PseudoError(Errors.P772.format(fewest=FEWEST))
    parts = split(examples, plan.folds, plan.seed) if plan.folds else []
    runs = len(parts) + 1
    told = np.zeros(len(examples.words))
    for run, part in enumerate(parts):
        others = np.setdiff1d(np.arange(len(examples.words)), part)
        network = _fit(examples.take(others), config, plan, dense, run, runs, watch)
        told[part] = probabilities(network, examples.features[part], plan.missed)
    network = _fit(examples, config, plan, dense, runs - 1, runs, watch)
    if not parts:
        return Trained(network, cost_threshold(plan.missed), None, None, [], None)
    threshold = recall_threshold(examples.names, told, plan)
    judged = [(float(p), bool(name), 1.0) for p, name in zip(told, examples.names, strict=True)]
    scores = score_words(examples.names.tolist(), told.tolist(), threshold=threshold)
    at = [row for row, group in enumerate(examples.groups) if not group]
    own = score_words(examples.names[at].tolist(), told[at].tolist(), threshold=threshold)
    mixed = 0 < len(at) < len(told)
    return Trained(network, threshold, scores, own if mixed else None, reliability(judged), brier(judged))


def cost_threshold(missed: float) -> float:
    """RETURNS (float): The probability from which on it is cheaper to take a word for a name."""
    return 1 / (1 + missed)


def recall_threshold(names: Bools, told: NDArray[np.float64], plan: Plan) -> float:
    """RETURNS (float): The highest threshold that lets enough names through; never above what the costs say."""
    at = np.sort(told[names])[::-1]
    enough = float(at[min(int(np.ceil(plan.recall * len(at))), len(at)) - 1])
    return round(min(enough, cost_threshold(plan.missed)), 4)


def split(examples: Examples, parts: int, seed: int) -> list[NDArray[np.int64]]:
    """RETURNS (list[NDArray]): Rows of each part: whole groups, and words without a group by chance. Where there are
    too few groups, all words by chance."""
    chance = np.random.default_rng(seed)
    groups = [group for group in dict.fromkeys(examples.groups) if group]
    of = np.zeros(len(examples.words), dtype=int)
    loose = np.ones(len(of), dtype=bool)
    if len(groups) >= parts:
        order = chance.permutation(len(groups))
        number = {groups[at]: place % parts for place, at in enumerate(order)}
        loose = np.array([group not in number for group in examples.groups])
        of = np.array([number.get(group, 0) for group in examples.groups])
    # Names and other words apart, so that no part is without names.
    for kind in (True, False):
        rows = np.flatnonzero(loose & (examples.names == kind))
        if len(rows):
            of[chance.permutation(rows)] = np.arange(len(rows)) % parts
    return [np.flatnonzero(of == part) for part in range(parts)]


def plan_of(config: Config) -> Plan:
    """RETURNS (Plan): The section [training] of a config."""
    section = dict(config.get("training") or {})
    section.pop("optimizer", None)
    known = {each.name: int if each.type == "int" else float for each in fields(Plan)}
    for name in (*known, *section):
        value = section.get(name)
        if name not in known or isinstance(value, bool) or not isinstance(value, (int, float)):
            raise PseudoError(Errors.P771.format(what=f"training.{name}"))
    values: dict[str, Any] = {name: kind(section[name]) for name, kind in known.items()}
    return Plan(**values)


# --- One network -----------------------------------------------------------------------------------------------------


def _fit(
    examples: Examples, config: Config, plan: Plan, dense: int, run: int, runs: int, watch: Watch | None
) -> Network:
    """Train one network, and leave it as it was when the held-out part went best."""
    seed = plan.seed * 1000 + run
    chance = np.random.default_rng(seed)
    with _seeded(seed), use_ops("numpy"):
        network = make_network(config, dense=dense)
        section = config["training"].get("optimizer")
        optimizer = resolved({"optimizer": section or {"@optimizers": "Adam.v1"}}, "optimizer", object)
        parts = split(examples, max(2, round(1 / plan.held_out)), seed)
        held, rows = parts[0], np.sort(np.concatenate(parts[1:]))
        network.initialize(X=NumpyOps().asarray2f(examples.features[rows]))
        size = max(1, min(plan.batch_size, len(rows) // _STEPS))
        best, kept, worse = np.inf, network.to_bytes(), 0
        for epoch in range(1, plan.epochs + 1):
            order = chance.permutation(rows)
            for start in range(0, len(order), size):
                batch = order[start : start + size]
                told, backprop = network.begin_update(NumpyOps().asarray2f(examples.features[batch]))
                backprop(_gradient(told, examples.names[batch], plan.missed))
                network.finish_update(optimizer)
            loss = _loss(network.predict(examples.features[held]), examples.names[held], plan.missed)
            if loss < best:
                best, kept, worse = loss, network.to_bytes(), 0
            else:
                worse += 1
            ended = worse >= plan.patience
            if watch is not None:
                watch(Step(run, runs, plan.epochs if ended else epoch, plan.epochs, loss))
            if ended:
                break
        return network.from_bytes(kept)


def _gradient(told: Any, names: Bools, missed: float) -> Any:
    """The gradient of the weighed cross-entropy of every member, with respect to what it said."""
    truth = names[:, None].astype("float32")
    weight = np.where(names, missed, 1.0)[:, None]
    return (weight * (told - truth) / np.clip(told * (1 - told), LEAST, 1) / len(names)).astype("float32")


def _loss(told: Any, names: Bools, missed: float) -> float:
    told = np.clip(told.astype("float64"), LEAST, 1 - LEAST)
    weight = np.where(names, missed, 1.0)[:, None]
    return float(-(weight * np.log(np.where(names[:, None], told, 1 - told))).mean())


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """thinc draws from numpy's common source: it is set here, and put back as it was."""
    state = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(state)
