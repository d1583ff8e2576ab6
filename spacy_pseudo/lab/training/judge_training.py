"""From messages to a trained judge: context words, features, labels, training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from thinc.api import Config

from ...errors import Errors, PseudoError
from ...name_words.classifier import CONFIG, DENSE, PACKAGED, NameWordClassifier, arranged
from ...name_words.features import CONTEXTS, features, fit_contexts
from ...name_words.name_vocabulary import Standing
from ...name_words.possible import read_uses
from ...name_words.uses import WordUses
from .training import Examples, Trained, Watch, plan_of, train
from .training_data import Source

_DIGITS: Final = 4


def learn(
    sources: Iterable[Source], config: Config, *, watch: Watch | None = None
) -> tuple[NameWordClassifier, Trained]:
    """Train a judge.

    sources (Iterable[Source]): Messages, and which of their words are names.
    config (Config): With the sections [model] and [training].
    watch (Optional[Callable[[Step], None]]): Told after each epoch.
    RETURNS (tuple[NameWordClassifier, Trained]): The judge, and how training went.
    """
    plan = plan_of(config)
    read = [(source, read_uses(source.messages)) for source in sources]
    contexts = common_contexts([uses for _, uses in read])
    trained = train(examples_of(read, contexts), config, dense=DENSE, watch=watch)
    classifier = NameWordClassifier(
        trained.network,
        config,
        contexts=contexts,
        threshold=trained.threshold,
        missed=plan.missed,
        figures=_figures(trained),
    )
    return classifier, trained


def common_contexts(corpora: Sequence[WordUses]) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The context words of several corpora, those that matter in most of them first. No
    word that may be a name: a model must not tell who is named in the messages that it comes from."""
    found: Counter[str] = Counter()
    for uses in corpora:
        for rank, word in enumerate(fit_contexts(uses)):
            if word in uses.vocabulary.stop_words or uses.vocabulary.standing(word) is not Standing.POSSIBLE:
                found[word] += CONTEXTS - rank
    return tuple(sorted(found, key=lambda word: (-found[word], word))[:CONTEXTS])


def examples_of(read: Iterable[tuple[Source, WordUses]], contexts: Sequence[str]) -> Examples:
    """RETURNS (Examples): All words that may be names, of all corpora, with features and what they are."""
    words: list[str] = []
    groups: list[str] = []
    names: list[bool] = []
    rows: list[Any] = []
    for source, uses in read:
        found, matrix = features(uses, contexts, source.roster_names)
        wanted = [at for at, word in enumerate(found) if source.judged is None or word in source.judged]
        words += [found[at] for at in wanted]
        names += [found[at] in source.names for at in wanted]
        groups += [source.group] * len(wanted)
        rows.append(arranged(matrix[wanted]))
    return Examples(words, np.concatenate(rows), np.array(names, dtype=bool), groups)


def read_config(path: Path) -> Config:
    """RETURNS (Config): A config file, its values not made into anything yet."""
    try:
        return Config().from_str(path.read_text("utf-8"))
    except OSError as error:
        raise PseudoError(Errors.P101.format(path=path, reason=error.strerror or type(error).__name__)) from None
    except ValueError:
        raise PseudoError(Errors.P771.format(what=path.name)) from None


def packaged_config() -> Config:
    """RETURNS (Config): How the packaged model was made and trained."""
    return read_config(PACKAGED / CONFIG)


def _figures(trained: Trained) -> dict[str, Any]:
    if trained.scores is None:
        return {}
    figures = {**trained.scores.to_dict(), "brier": trained.brier}
    return {name: round(value, _DIGITS) if isinstance(value, float) else value for name, value in figures.items()}
