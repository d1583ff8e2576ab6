"""The network that judges words: dense features with L2, sparse ones with L1, joined, hidden layers, a logistic end.

It is the custom network of Bosch et al. (2020, Figure 2), as a thinc model. Instead of a second kind of model beside it
there are several networks, each with its own chances, whose judgements are averaged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from spacy.util import registry
from thinc.api import Config, Dropout, Linear, Model, Relu, chain, concatenate, use_ops
from thinc.layers import Logistic

from ..errors import Errors, PseudoError

ARCHITECTURE: Final = "spacy-pseudo.NameWordClassifier.v1"
# A matrix: numpy's and thinc's types of arrays do not know each other.
Matrix = Any
Network = Model[Matrix, Matrix]
Backprop = Callable[[Matrix], Matrix]

# Standardised values lie within so many standard deviations: one odd word must not decide everything.
_FARTHEST: Final = 5.0
# Nothing is more certain than this.
LEAST: Final = 1e-6


def create_network(dense: int, width: int, depth: int, dropout: float, l1: float, l2: float, members: int) -> Network:
    """Make the network, without weights: `initialize` gives it some, from a sample of words.

    dense (int): How many of the columns, counted from the first, are dense features; the others are sparse.
    width (int): How many units each layer has.
    depth (int): How many hidden layers follow where both kinds of features are joined.
    dropout (float): The share of units that rest, in these layers, while it is trained.
    l1 (float): How strongly weights of sparse features are drawn to 0, so that most of them are 0 in the end.
    l2 (float): How strongly weights of dense features are held small.
    members (int): How many networks there are.
    RETURNS (Model): A row of features for each word in, a column of probabilities for each member out: their mean is
        the judgement.
    """
    joined: Network = concatenate(*(_member(dense, width, depth, dropout, l1, l2) for _ in range(members)))
    return chain(_standardise(), joined)


# Also without the entry point, for whoever runs the package from its source.
registry.architectures(ARCHITECTURE, func=create_network)


def make_network(config: Config, *, dense: int) -> Network:
    """RETURNS (Model): The network of the section [model] of a config, without weights."""
    section = dict(config.get("model") or {})
    if "@architectures" not in section:
        raise PseudoError(Errors.P771.format(what=f'model: @architectures = "{ARCHITECTURE}"'))
    network: Network = resolved({"model": {**section, "dense": dense}}, "model", Model)
    return network


def resolved(config: dict[str, Any], name: str, kind: type) -> Any:
    """RETURNS (Any): What a section of a config makes by spaCy's registry; an error if it is none of the kind."""
    try:
        found = registry.resolve(Config(config))[name]
    except Exception:  # confection has errors of its own, and factories raise what they like
        raise PseudoError(Errors.P771.format(what=name)) from None
    if not callable(found) or (kind is Model and not isinstance(found, Model)):
        raise PseudoError(Errors.P771.format(what=name))
    return found


def probabilities(network: Network, features: Matrix, missed: float) -> NDArray[np.float64]:
    """RETURNS (NDArray): How likely each word is a name: the mean of the members, as if both errors had cost alike."""
    if not len(features):
        return np.zeros(0)
    with use_ops("numpy"):
        told = np.clip(network.predict(features).astype("float64"), LEAST, 1 - LEAST)
    odds = np.exp(np.log(told / (1 - told)).mean(axis=1)) / missed
    return np.asarray(odds / (1 + odds))


def _member(dense: int, width: int, depth: int, dropout: float, l1: float, l2: float) -> Network:
    joined: Network = concatenate(
        chain(_columns(0, dense), _penalised(Linear(width), l2=l2)),
        chain(_columns(dense, None), _penalised(Linear(width), l1=l1)),
    )
    hidden: list[Network] = [Relu(width, dropout=dropout) for _ in range(depth)]
    first: list[Network] = [joined, _rectify(), Dropout(dropout)]
    network: Network = chain(*first, *hidden, Linear(1), Logistic())
    return network


# --- Layers ----------------------------------------------------------------------------------------------------------


def _columns(start: int, stop: int | None) -> Network:
    """Some columns of the features."""
    return Model("columns", _forward_columns, attrs={"start": start, "stop": -1 if stop is None else stop})


def _forward_columns(model: Network, X: Matrix, is_train: bool) -> tuple[Matrix, Backprop]:
    start, stop = model.attrs["start"], model.attrs["stop"]
    part = model.ops.as_contig(X[:, start : None if stop < 0 else stop])

    def backprop(dY: Matrix) -> Matrix:
        return model.ops.alloc2f(*X.shape)  # nobody asks what features should have been

    return part, backprop


def _standardise() -> Network:
    """Log, then mean 0 and variance 1 in the sample that the model was initialised with: counts are skewed."""
    return Model(
        "standardise",
        _forward_standardise,
        init=_init_standardise,
        params={"mean": None, "scale": None},
        dims={"nI": None, "nO": None},
    )


def _init_standardise(model: Network, X: Matrix | None = None, Y: Matrix | None = None) -> None:
    if X is not None:
        values = _log(X)
        model.set_dim("nI", X.shape[1])
        model.set_dim("nO", X.shape[1])
        deviation: Matrix = values.std(axis=0)
        model.set_param("mean", values.mean(axis=0).astype("float32"))
        # A feature that is the same for all words says nothing, and may not begin to speak later.
        scale: Matrix = np.where(deviation > 1e-6, 1 / np.maximum(deviation, 1e-6), 0).astype("float32")
        model.set_param("scale", scale)


def _forward_standardise(model: Network, X: Matrix, is_train: bool) -> tuple[Matrix, Backprop]:
    scale = model.get_param("scale")
    Y = ((_log(X) - model.get_param("mean")) * scale).clip(-_FARTHEST, _FARTHEST).astype("float32")
    return Y, lambda dY: dY


def _log(X: Matrix) -> Matrix:
    return np.sign(X) * np.log1p(np.abs(X))


def _rectify() -> Network:
    return Model("rectify", _forward_rectify)


def _forward_rectify(model: Network, X: Matrix, is_train: bool) -> tuple[Matrix, Backprop]:
    over = X > 0
    return X * over, lambda dY: dY * over


def _penalised(layer: Network, *, l1: float = 0.0, l2: float = 0.0) -> Network:
    """A layer whose weights cost something: its gradient holds the penalty's, whatever the training loop."""
    return Model(
        "penalised",
        _forward_penalised,
        init=_init_penalised,
        layers=[layer],
        dims={"nI": None, "nO": layer.maybe_get_dim("nO")},
        attrs={"l1": l1, "l2": l2},
    )


def _init_penalised(model: Network, X: Matrix | None = None, Y: Matrix | None = None) -> None:
    layer = model.layers[0]
    if X is not None:
        model.set_dim("nI", X.shape[1])
        layer.set_dim("nI", X.shape[1])
    layer.initialize(X)


def _forward_penalised(model: Network, X: Matrix, is_train: bool) -> tuple[Matrix, Backprop]:
    layer: Network = model.layers[0]
    Y, inner = layer(X, is_train)

    def backprop(dY: Matrix) -> Matrix:
        W: Matrix = layer.get_param("W")
        layer.inc_grad("W", model.attrs["l1"] * np.sign(W) + model.attrs["l2"] * W)
        return inner(dY)

    return Y, backprop
