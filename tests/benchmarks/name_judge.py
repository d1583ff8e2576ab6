"""How well names are told from other words: cross-validated on corpora, and by the packaged model, with the time.

python tests/benchmarks/name_judge.py DIRECTORY ...

Each directory has messages and gold mentions. A word is a name if gold has it in a mention of a person, whoever that
is; the class list is not used.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

from spacy_pseudo.lab.evaluation.gold import read_corpus
from spacy_pseudo.lab.evaluation.measures.word_scores import WordScores, score_words
from spacy_pseudo.lab.training.judge_training import common_contexts, examples_of, packaged_config
from spacy_pseudo.lab.training.training import train
from spacy_pseudo.lab.training.training_data import Source, of_corpus
from spacy_pseudo.name_words import WordUses, read_uses
from spacy_pseudo.name_words.classifier import DENSE, NameWordClassifier

Read = tuple[Source, WordUses]


def row(name: str, how: str, scores: WordScores, threshold: float, seconds: float) -> None:
    """Print one row."""
    names = scores.right + scores.missed
    figures = (scores.auc, scores.recall, scores.precision, scores.kappa, scores.f2)
    shown = " | ".join("" if figure is None else f"{figure:.3f}" for figure in figures)
    print(f"| {name} | {how} | {scores.words} | {names} | {shown} | {threshold:.3f} | {seconds:.1f} s |", flush=True)


def cross_validated(name: str, corpora: list[Read]) -> None:
    """Words of all parts but one are learned from, those of this one judged; context words are of the corpora."""
    config = packaged_config()
    begin = perf_counter()
    found = examples_of(corpora, common_contexts([uses for _, uses in corpora]))
    trained = train(found, config, dense=DENSE)
    assert trained.scores is not None
    how = f"{config['training']['folds']}-fold cross-validation"
    row(name, how, trained.scores, trained.threshold, perf_counter() - begin)


def packaged(name: str, corpus: Read) -> None:
    """The packaged model, which knows simulated forums only."""
    source, uses = corpus
    judge = NameWordClassifier.packaged()
    begin = perf_counter()
    told = judge.predict(uses)
    seconds = perf_counter() - begin
    scores = score_words([word in source.names for word in told], list(told.values()), threshold=judge.threshold)
    row(name, "packaged model", scores, judge.threshold, seconds)


def main() -> None:
    """Measure and print."""
    corpora = {}
    for path in map(Path, sys.argv[1:]):
        source = of_corpus(read_corpus(path))._replace(roster_names=())
        corpora[path.name] = (source, read_uses(source.messages))
    print("| corpus | how | words | names | AUC | recall | precision | kappa | F2 | threshold | time |")
    print("| --- " * 11 + "|")
    for name, corpus in corpora.items():
        cross_validated(name, [corpus])
    if len(corpora) > 1:
        cross_validated("all", list(corpora.values()))
    for name, corpus in corpora.items():
        packaged(name, corpus)


if __name__ == "__main__":
    main()
