"""The judge of name words: features of a corpus in, for each word that may be a name how likely it is one out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import srsly
from numpy.typing import NDArray
from thinc.api import Config

from ..errors import Errors, PseudoError
from .features import FEATURES, features
from .model import Network, make_network, probabilities
from .uses import WordUses

CONFIG: Final = "config.cfg"
META: Final = "meta.json"
WEIGHTS: Final = "model"
FORMAT: Final = 1
PACKAGED: Final = Path(__file__).parents[1] / "resources" / "name_words" / "model"
_DIGITS: Final = 6
_BYTES: Final = "these bytes"
# Context words are the sparse features; the network wants them last.
_ORDER: Final = sorted(range(len(FEATURES)), key=lambda at: FEATURES[at].kind == "context")
DENSE: Final = sum(feature.kind != "context" for feature in FEATURES)


def arranged(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """RETURNS (NDArray): Features as the network takes them, dense ones first."""
    return np.ascontiguousarray(matrix[:, _ORDER])


class NameWordClassifier:
    """A trained network with all that belongs to it.

    network (Model): The network.
    config (Config): How it was made and trained.
    contexts (tuple[str, ...]): The context words that its features look for.
    threshold (float): From this probability on a word is taken for a name.
    missed (float): What a missed name cost in training; taken back in the probabilities.
    figures (Mapping[str, Any]): How good it is, as measured when it was trained.
    """

    sure: frozenset[str] = frozenset()  # a model is never sure

    def __init__(
        self,
        network: Network,
        config: Config,
        *,
        contexts: Sequence[str],
        threshold: float,
        missed: float,
        figures: Mapping[str, Any] | None = None,
    ) -> None:
        self.network, self.config, self.contexts = network, config, tuple(contexts)
        self.threshold, self.missed = threshold, missed
        self.figures = dict(figures or {})

    def predict(
        self, uses: WordUses, roster_names: Iterable[str] = (), *, among: Set[str] | None = None
    ) -> dict[str, float]:
        """Judge words.

        uses (WordUses): How the words of a corpus are used.
        roster_names (Iterable[str]): Names of the class list, where there is one.
        among (Optional[Set[str]]): Judge only these: each takes time.
        RETURNS (dict[str, float]): How likely each word that may be a name is one, by folded word.
        """
        words, matrix = features(uses, self.contexts, tuple(roster_names), among=among)
        return dict(zip(words, self.judge(matrix), strict=True))

    def judge(self, matrix: NDArray[np.float32]) -> list[float]:
        """RETURNS (list[float]): For each row of features, how likely the word is a name."""
        return [round(float(p), _DIGITS) for p in probabilities(self.network, arranged(matrix), self.missed)]

    def names(self, uses: WordUses, roster_names: Iterable[str] = ()) -> dict[str, float]:
        """RETURNS (dict[str, float]): The words that are taken for names, with how likely they are some."""
        return {word: p for word, p in self.predict(uses, roster_names).items() if p >= self.threshold}

    @classmethod
    def packaged(cls) -> NameWordClassifier:
        """RETURNS (NameWordClassifier): The model of the package, read once."""
        return _packaged()

    # --- As spaCy saves models ---------------------------------------------------------------------------------------

    @property
    def meta(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): What meta.json says."""
        return {
            "format": FORMAT,
            "features": [feature.name for feature in FEATURES],
            "contexts": list(self.contexts),
            "threshold": self.threshold,
            "missed": self.missed,
            "figures": self.figures,
        }

    def to_bytes(self) -> bytes:
        """RETURNS (bytes): Everything, as msgpack."""
        data = {CONFIG: self.config.to_str(), META: self.meta, WEIGHTS: self.network.to_bytes()}
        return bytes(srsly.msgpack_dumps(data))

    @classmethod
    def from_bytes(cls, data: bytes) -> NameWordClassifier:
        """RETURNS (NameWordClassifier): What `to_bytes` gave."""
        parts = _attempt(lambda: srsly.msgpack_loads(data), _BYTES, "the whole")
        if not isinstance(parts, dict) or not {CONFIG, META, WEIGHTS} <= set(parts):
            raise PseudoError(Errors.P774.format(path=_BYTES, what="the whole"))
        return cls._load(_BYTES, parts[CONFIG], parts[META], parts[WEIGHTS])

    def to_disk(self, path: str | Path) -> None:
        """Save it.

        path (str | Path): The directory; made if there is none.
        """
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        (path / CONFIG).write_bytes(self.config.to_str().encode("utf-8"))
        (path / META).write_bytes((json.dumps(self.meta, indent=2, ensure_ascii=False) + "\n").encode("utf-8"))
        (path / WEIGHTS).write_bytes(self.network.to_bytes())

    @classmethod
    def from_disk(cls, path: str | Path) -> NameWordClassifier:
        """RETURNS (NameWordClassifier): The model that was saved in a directory."""
        path = Path(path)
        for name in (CONFIG, META, WEIGHTS):
            if not (path / name).is_file():
                raise PseudoError(Errors.P770.format(path=path, what=name))
        config = _attempt(lambda: (path / CONFIG).read_text("utf-8"), path, CONFIG)
        meta = _attempt(lambda: json.loads((path / META).read_text("utf-8")), path, META)
        return cls._load(path, config, meta, (path / WEIGHTS).read_bytes())

    @classmethod
    def _load(cls, path: object, config: str, meta: Any, weights: bytes) -> NameWordClassifier:
        if not isinstance(meta, dict):
            raise PseudoError(Errors.P774.format(path=path, what=META))
        if meta.get("format") != FORMAT:
            raise PseudoError(Errors.P775.format(path=path, found=meta.get("format"), known=FORMAT))
        if meta.get("features") != [feature.name for feature in FEATURES]:
            raise PseudoError(Errors.P773.format(path=path))
        settings = _attempt(lambda: Config().from_str(config), path, CONFIG)
        network = make_network(settings, dense=DENSE)
        _attempt(lambda: network.from_bytes(weights), path, WEIGHTS)
        made: NameWordClassifier = _attempt(
            lambda: cls(
                network,
                settings,
                contexts=tuple(map(str, meta["contexts"])),
                threshold=float(meta["threshold"]),
                missed=float(meta["missed"]),
                figures=meta.get("figures"),
            ),
            path,
            META,
        )
        return made


def _attempt(read: Callable[[], Any], path: object, what: str) -> Any:
    """Read a part; whatever a damaged file makes libraries raise becomes one error that names the part."""
    try:
        return read()
    except Exception:
        raise PseudoError(Errors.P774.format(path=path, what=what)) from None


@cache
def _packaged() -> NameWordClassifier:
    return NameWordClassifier.from_disk(PACKAGED)
