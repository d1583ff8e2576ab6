"""`spacy-pseudo calibrate`: weights of evidence from one's own messages with mentions marked by hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...cli import options as o

if TYPE_CHECKING:
    from ..evaluation.calibration import Calibration
    from ..evaluation.fitting import Bin


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
    from ...cli.reports import good
    from ...disk import atomic_file
    from ...people.evidence import read_weights
    from ..evaluation.calibration import calibrate
    from ..evaluation.gold import read_corpus

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
