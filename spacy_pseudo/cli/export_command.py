"""`spacy-pseudo export`: the result of a run in the formats of the tools that come after."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import Errors, PseudoError
from ..handover.formats import FORMATS, SIDES, UNITS, Wish
from . import options as o
from .journal import note, of_out

if TYPE_CHECKING:
    from ..handover.exports import Export

ResultDirectory = Annotated[
    Path,
    typer.Argument(
        metavar="OUT", help="The results of run or apply: the directory that may be shared.", show_default=False
    ),
]
ItsKey = Annotated[Path, typer.Option("--key", help="The key of that run.", show_default=False)]
ExportDirectory = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="The directory to write.", show_default=False)
]
ForceExport = Annotated[bool, typer.Option("--force", help="Replace an earlier export of the same kind in DIR.")]


def export_cli(
    results: ResultDirectory,
    key: ItsKey,
    to: Annotated[
        str, typer.Option("--to", metavar=o.choices(FORMATS), help="The format, see above.", show_default=False)
    ],
    out: ExportDirectory,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar=o.choices(UNITS),
            help="What becomes one document. Default: message for docbin, thread for conll and clusters.",
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(
            "--side",
            metavar=o.choices(SIDES),
            help="For bio: the pseudonymised text, or the original one, which is private. Default: target.",
        ),
    ] = None,
    entities: Annotated[
        bool, typer.Option("--entities", help="For docbin: mark the names of people as PERSON entities.")
    ] = False,
    plain_cells: o.PlainCells = None,
    force: ForceExport = False,
    quiet: o.Quiet = False,
) -> int:
    """Write the result of a run as other tools want it. Nothing is run again: it agrees with OUT.

    \b
    May be shared as OUT may:
      docbin    messages.spacy: spaCy Docs with mentions, coreference clusters and metadata
      conll     messages.conll: CoNLL-2012, words in columns with speakers and clusters; clusters.csv: who they are
      clusters  clusters.jsonl: texts, and where each person is named, by characters, as fastcoref counts
      bio       bio.json: tokens with labels, in the layout of the CRAPII competition
    Private, as they hold the original text or lead back to it:
      svala     a graph for each message, for the editor SVALA: the original and the pseudonymised text side by side
      alignment alignment.jsonl: where what was replaced stands in both texts, by characters and by tokens of the docbin
      bio --side source   the original text with labels, to train a recogniser

    DIR must lie apart from OUT. What may be shared must not lie in KEY; what is private may. DIR/export.json says
    what it is and what to do with it.

    \b
    Example:
      spacy-pseudo export out --key key --to conll --out conll
      spacy-pseudo export out --key key --to svala --out key/svala
    """
    from ..handover.exports import Export
    from ..handover.results import Results

    o.choice(to, tuple(FORMATS), "--to")
    o.choice(by, UNITS, "--by")
    o.choice(side, SIDES, "--side")
    format = FORMATS[to]
    given = {"by": by, "side": side, "entities": entities or None, "plain_cells": plain_cells}
    wanted = {name: value for name, value in given.items() if value is not None}
    for name in wanted:
        if name not in format.options:
            formats = ", ".join(other for other, one in FORMATS.items() if name in one.options)
            raise PseudoError(Errors.P821.format(option="--" + name.replace("_", "-"), format=to, formats=formats))
    settings = {**format.options, **wanted}
    found = Results(results, key)
    wish = Wish(found.lang, **settings)
    export = Export(out, to, shareable=not format.private(wish))
    export.check(results, key, force=force)
    with export.open(force=force) as place:
        messages = o.progress(found, what="export", total=found.total, quiet=quiet)
        counts = format.write(messages, place, export, wish)
        export.sign(place, counts, settings)
    note_export(export, results, counts, {"to": to, **settings})
    if not quiet:
        show_export(export, counts)
    return 0


def note_export(export: Export, results: Path, counts: dict[str, int], settings: dict[str, Any]) -> None:
    """Tell the log of the key what was written.

    export (Export): The export.
    results (Path): What it was made of.
    counts (dict[str, int]): What was written.
    settings (dict[str, Any]): How.
    """
    from ..handover.exports import MARKER
    from ..key.manifest import digest_of

    made = {MARKER: digest_of(export.path / MARKER)}
    note(settings={**settings, "may be shared": export.shareable}, counts=dict(counts), read=of_out(results), made=made)


def show_export(export: Export, counts: dict[str, int]) -> None:
    """Say what was written, and what may be done with it.

    export (Export): The export.
    counts (dict[str, int]): What was written.
    """
    from .reports import good, info, warn

    said = ", ".join(f"{number} {what}" for what, number in counts.items())
    good(f"{export.format} written to {export.path}: {said}")
    (info if export.shareable else warn)(export.what_to_do)
