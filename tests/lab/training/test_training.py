"""Training: what is learned, that it is the same each time, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.util import registry
from thinc.api import Config

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.training.training import Examples, Step, Trained, cost_threshold, split, train
from spacy_pseudo.name_words.model import ARCHITECTURE, make_network, probabilities

DENSE, SPARSE = 3, 6
QUICK = f"""
[model]
@architectures = "{ARCHITECTURE}"
width = 8
depth = 1
dropout = 0.1
l1 = 0.001
l2 = 0.001
members = 2

[training]
seed = 5
folds = 3
epochs = 30
patience = 4
batch_size = 32
held_out = 0.2
missed = 2.0
recall = 0.95

[training.optimizer]
@optimizers = "Adam.v1"
learn_rate = 0.02
"""


def quick(**training: object) -> Config:
    config = Config().from_str(QUICK)
    config["training"].update(training)
    return config


def examples(n: int = 300, *, flipped: float = 0.03) -> Examples:
    """Names have a high first feature, or the first context word; some are labelled wrongly."""
    chance = np.random.default_rng(1)
    dense = chance.lognormal(size=(n, DENSE))
    sparse = chance.random((n, SPARSE)) < 0.3
    names = ((dense[:, 0] > 1.5) | sparse[:, 0]) ^ (chance.random(n) < flipped)
    features = np.hstack([dense, sparse]).astype("float32")
    return Examples([f"w{i}" for i in range(n)], features, names, ["a"] * n)


def run(config: Config | None = None, steps: list[Step] | None = None) -> Trained:
    watch = steps.append if steps is not None else None
    return train(examples(), config or quick(), dense=DENSE, watch=watch)


def test_it_learns_and_says_so() -> None:
    steps: list[Step] = []
    trained = run(steps=steps)
    assert trained.scores is not None
    assert trained.scores.auc is not None
    assert trained.scores.auc > 0.9
    assert trained.scores.recall >= 0.95
    assert 0 < trained.threshold <= cost_threshold(2.0)
    # Probabilities mean what they say, though a missed name cost twice as much.
    assert sum(b.n for b in trained.calibration) == 300
    weighed = sum(b.n * abs(b.confidence - b.right) for b in trained.calibration) / 300
    assert weighed < 0.12
    # Told after each epoch, run by run, each to its end.
    assert [step.run for step in steps] == sorted(step.run for step in steps)
    assert {step.run for step in steps if step.epoch == step.epochs} == {0, 1, 2, 3}


def test_same_seed_same_bytes_and_nobody_elses_chance_is_touched() -> None:
    np.random.seed(7)
    expected = np.random.random()
    np.random.seed(7)
    first, second, other = (run(quick(epochs=5, seed=seed)) for seed in (5, 5, 6))
    assert np.random.random() == expected
    assert first.network.to_bytes() == second.network.to_bytes()
    assert first.scores == second.scores
    assert first.network.to_bytes() != other.network.to_bytes()


def test_sparse_features_that_say_nothing_are_hardly_listened_to() -> None:
    config = quick(folds=0)
    config["model"]["l1"] = 0.02
    sparse = [node for node in run(config).network.walk() if node.name == "penalised" and node.attrs["l1"]]
    assert len(sparse) == 2
    weights = np.mean([np.abs(node.layers[0].get_param("W")).mean(axis=0) for node in sparse], axis=0)
    assert weights[0] > 5 * weights[1:].max()


def test_the_network_is_in_spacys_registry() -> None:
    assert registry.has("architectures", ARCHITECTURE)


def test_without_folds_there_are_no_figures() -> None:
    trained = run(quick(folds=0))
    assert (trained.scores, trained.calibration, trained.brier) == (None, [], None)
    assert trained.threshold == cost_threshold(2.0)


def test_a_saved_network_gives_the_same() -> None:
    network = run(quick(folds=0)).network
    again = make_network(quick(), dense=DENSE).from_bytes(network.to_bytes())
    features = examples().features
    assert np.array_equal(probabilities(network, features, 2.0), probabilities(again, features, 2.0))
    assert probabilities(network, features[:0], 2.0).shape == (0,)


def test_one_odd_word_is_judged_all_the_same() -> None:
    network = run(quick(folds=0)).network
    odd = np.full((1, DENSE + SPARSE), 1e12, dtype="float32")
    assert 0 < probabilities(network, odd, 2.0)[0] < 1


@pytest.mark.parametrize("count", [0, 3])
def test_too_little_is_refused(count: int) -> None:
    few = examples()
    few = few.take(np.r_[np.flatnonzero(few.names)[:count], np.flatnonzero(~few.names)])
    with pytest.raises(PseudoError, match="P772"):
        train(few, quick(), dense=DENSE)


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("training", "folds", 1),
        ("training", "recall", 0.0),
        ("training", "epochs", "many"),
        ("training", "unheard_of", 1),
        ("training", "seed", None),
        ("model", "@architectures", "spacy-pseudo.NoSuchThing.v1"),
        ("model", "width", None),
        ("training", "optimizer", {"@optimizers": "NoSuchThing.v1"}),
    ],
)
def test_a_wrong_config_is_named(section: str, name: str, value: object) -> None:
    config = quick()
    if value is None:
        del config[section][name]
    else:
        config[section][name] = value
    with pytest.raises(PseudoError, match="P771") as raised:
        run(config)
    assert section in str(raised.value) or name in str(raised.value)


@given(st.lists(st.tuples(st.sampled_from(["", *"abcd"]), st.booleans()), min_size=4, max_size=40), st.integers(2, 4))
def test_parts_hold_every_word_once(rows: list[tuple[str, bool]], parts: int) -> None:
    groups, names = [group for group, _ in rows], np.array([name for _, name in rows])
    given_ = Examples(groups, np.zeros((len(rows), 1), dtype="float32"), names, groups)
    found = split(given_, parts, 1)
    assert sorted(np.concatenate(found).tolist()) == list(range(len(rows)))
    whole = {*groups} - {""}
    if len(whole) >= parts:  # whole corpora are held out; words of one's own are spread, names and others alike
        sets = [{groups[at] for at in part if groups[at]} for part in found]
        assert sum(map(len, sets)) == len(whole)
        for kind in (True, False):
            counts = [sum(not groups[at] and names[at] == kind for at in part) for part in found]
            assert max(counts) - min(counts) <= 1


def test_words_of_ones_own_have_figures_of_their_own() -> None:
    given_ = examples()
    groups = [*(["a"] * 60), *(["b"] * 60), *(["c"] * 60), *([""] * 120)]
    config = quick(epochs=5)
    trained = train(given_._replace(groups=groups), config, dense=DENSE)
    assert trained.scores is not None
    assert trained.own is not None
    assert (trained.scores.words, trained.own.words) == (300, 120)
    assert run(config).own is None
