"""`spacy-pseudo calibrate`: weights of evidence from one's own messages with mentions marked by hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..corpus.tables import FORMATS
from ..errors import Errors, PseudoError
from . import options as o

if TYPE_CHECKING:
    from ..evaluation.calibration import Calibration
    from ..evaluation.fitting import Bin
    from ..evaluation.metamorphic import Corpus


def calibrate_cli(
    directories: Annotated[
        list[Path],
        typer.Argument(help="Each with messages.*, gold.jsonl and, if there is one, roster.*", show_default=False),
    ],
    out: Annotated[Path, typer.Option("--out", help="The weights file to write.", show_default=False)],
    weights: Annotated[
        Path | None, typer.Option("--weights", help="Weights to begin with. Default: those of the package.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="What is drawn for the changed corpora.")] = 1,
    quiet: o.Quiet = False,
) -> int:
    """Derive the weights by which evidence for names is weighed from messages in which mentions were marked by hand.

    Each corpus is also used without its roster, with other names, with typing errors and so on, so that the weights
    do not fit one list of names only. The file holds numbers, no names. Use it with `run` or `discover` (--weights).

    \b
    Example:
      spacy-pseudo calibrate course1 course2 --out weights.json
    """
    from ..corpus.writers import atomic_file
    from ..evaluation.calibration import calibrate
    from .discover import read_weights
    from .reports import good

    if out.exists():
        read_weights(out)  # nothing but a weights file is replaced
    start = read_weights(weights) if weights is not None else None
    corpora = [read_corpus(directory) for directory in directories]
    found = calibrate(corpora, start=start, seed=seed)
    with atomic_file(out) as stream:
        stream.write(found.weights.to_json())
    if not quiet:
        for part in _report(found):
            typer.echo(part)
        good(f"Weights written to {out}")
    return 0


def read_corpus(directory: Path) -> Corpus:
    """RETURNS (Corpus): Messages, roster (may be empty) and gold mentions of a directory."""
    from ..corpus.readers import read_messages, read_roster
    from ..evaluation.metamorphic import Corpus
    from ..people.roster import Roster
    from .evaluate import check_gold, read_gold

    found = {name: [path for kind in FORMATS if (path := directory / f"{name}{kind}").is_file()] for name in _FILES}
    gold = directory / "gold.jsonl"
    if len(found["messages"]) != 1 or len(found["roster"]) > 1 or not gold.is_file():
        raise PseudoError(Errors.P510.format(path=directory))
    path = found["messages"][0]
    messages = list(read_messages(path))
    mentions = read_gold(gold)
    texts = {message.id: message.text for message in messages if message.id is not None}
    for id in mentions:
        if id not in texts:
            raise PseudoError(Errors.P526.format(messages=path, id=id, path=gold))
    check_gold(gold, path, texts, mentions)
    return Corpus(messages, read_roster(found["roster"][0]) if found["roster"] else Roster(), mentions)


_FILES = ("messages", "roster")


def _report(found: Calibration) -> Iterable[str]:
    yield (
        f"Threshold {found.weights.threshold:.3f}. Whatever lies within {found.weights.margin:.1f} of it, in log-odds, "
        "is to be reviewed."
    )
    yield f"Connections of forms and people; Brier score {found.brier:.4f}:"
    yield _table(found.connections)
    if found.held_out_brier is not None:
        yield f"The same, each directory judged by weights of the others; Brier score {found.held_out_brier:.4f}:"
        yield _table(found.held_out)
    yield "Mentions:"
    yield _table(found.mentions)


def _table(bins: list[Bin]) -> str:
    from wasabi.tables import table

    rows = [(f"{b.low:.1f}", f"{b.confidence:.3f}", f"{b.right:.3f}", f"{b.n:.1f}") for b in bins]
    return table(rows, header=("From", "Confidence", "Right", "Weight"), divider=True, aligns=("r",) * 4).rstrip()
