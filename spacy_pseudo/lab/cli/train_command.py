"""`spacy-pseudo train`: a judge of name words from one's own messages, or the packaged one anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...cli import options as o

if TYPE_CHECKING:
    from thinc.api import Config

    from ...review.report.parts import Table
    from ..evaluation.measures.word_scores import WordScores
    from ..training.training import Trained, Watch
    from ..training.training_data import Source


def train_cli(
    directories: Annotated[
        list[Path] | None,
        typer.Argument(help="Each with messages.*, gold.jsonl and, if there is one, roster.*", show_default=False),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The directory to write the model to.", show_default=False)] = ...,  # type: ignore[assignment]
    messages: Annotated[
        Path | None, typer.Option("--messages", help="Messages whose words were judged by hand; needs --list.")
    ] = None,
    judged: Annotated[
        Path | None,
        typer.Option(
            "--list",
            help="Words of --messages, CSV: with word and name (yes or no), or a list of names from which all else was "
            "deleted.",
        ),
    ] = None,
    simulated: Annotated[
        bool, typer.Option("--simulated", help="Use the simulated forums that the packaged model comes from.")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option("--config", help="A config with [model] and [training]. Default: that of the packaged model."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="What is drawn. Default: as the config has it.")] = None,
    folds: Annotated[
        int | None,
        typer.Option("--folds", help="Parts for cross-validation, 0 for none. Default: as the config has it."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a model in OUT.")] = False,
    quiet: o.Quiet = False,
) -> int:
    """Train the judge that tells words which are names from others, where there is no class list.

    It learns from messages of which it is known which words are names: mentions marked by hand (gold.jsonl), words
    judged by hand (--list), simulated forums (--simulated), or all of them together. The figures are of words that were
    not trained on. The model holds numbers and context words, no names.

    \b
    Example:
      spacy-pseudo train course1 course2 --simulated --out my-model
      spacy-pseudo train --messages messages.csv --list words.csv --simulated --out my-model
      spacy-pseudo train --simulated --out model --seed 1
    """
    from ...cli.reports import good, info, print_table
    from ...disk import check_replaceable, fresh_directory
    from ...errors import Errors, PseudoError
    from ...name_words.classifier import META
    from ..training.judge_training import learn

    check_replaceable(out, force=force, marker=META)
    if (messages is None) != (judged is None):
        raise PseudoError(Errors.P779)
    settings = _config(config, seed, folds)
    sources = list(_sources(directories or [], messages, judged, simulated, quiet))
    if not sources:
        raise PseudoError(Errors.P778)
    with _bar(quiet) as watch:
        classifier, trained = learn(sources, settings, watch=watch)
    with fresh_directory(out, force=force, marker=META) as place:
        classifier.to_disk(place)
    if not quiet:
        for table in _tables(trained):
            print_table(table)
        info(f"From a probability of {classifier.threshold:.3f} on a word is taken for a name")
        good(f"Model written to {out}")
    return 0


def _config(path: Path | None, seed: int | None, folds: int | None) -> Config:
    from ..training.judge_training import packaged_config, read_config

    config = read_config(path) if path is not None else packaged_config()
    for name, value in (("seed", seed), ("folds", folds)):
        if value is not None:
            config.setdefault("training", {})[name] = value
    return config


def _sources(
    directories: list[Path], messages: Path | None, judged: Path | None, simulated: bool, quiet: bool
) -> Iterator[Source]:
    from ...corpus.readers import read_messages
    from ..evaluation.gold import read_corpus
    from ..training import training_data as data

    for directory in directories:
        yield data.of_corpus(read_corpus(directory))
    if messages is not None and judged is not None:
        yield data.of_list(read_messages(messages), judged)
    if simulated:
        total = len(data.simulated_settings())
        yield from o.progress(data.simulated(), what="simulate", total=total, quiet=quiet, unit=" forums")


@contextmanager
def _bar(quiet: bool) -> Iterator[Watch]:
    from tqdm import tqdm  # type: ignore[import-untyped]

    with tqdm(desc="train", unit=" epochs", disable=True if quiet else None, leave=False) as bar:

        def watch(step: Any) -> None:
            bar.total = step.runs * step.epochs
            bar.n = step.run * step.epochs + step.epoch
            bar.set_postfix(part=f"{step.run + 1}/{step.runs}", loss=f"{step.loss:.3f}")

        yield watch


def _tables(trained: Trained) -> Iterator[Table]:
    from ...review.report.parts import Table

    scores = trained.scores
    if scores is None:
        return
    rows = [("all", *_figures(scores), trained.brier)]
    if trained.own is not None:
        rows.append(("yours", *_figures(trained.own), None))
    header = ("corpora", "words", "names", "AUC", "precision", "recall", "kappa", "F2", "Brier")
    yield Table(header, rows, "Cross-validated, on words not trained on")
    yield Table(
        ("from", "probability", "names", "words"),
        [(f"{b.low:.1f}", b.confidence, b.right, int(b.n)) for b in trained.calibration],
        "Calibration: of words with such a probability, how many are names",
    )


def _figures(scores: WordScores) -> tuple[Any, ...]:
    names = scores.right + scores.missed
    return (scores.words, names, scores.auc, scores.precision, scores.recall, scores.kappa, scores.f2)
