"""`spacy-pseudo estimate`: what raters found, and what it says of all messages."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from . import options as o

if TYPE_CHECKING:
    from ..evaluation.additions import Addition
    from ..evaluation.estimation import Agreement, Estimates
    from ..evaluation.sampling import Design
    from ..evaluation.sheets import Sheet
    from ..evaluation.survey import Estimate

_JOINED = "All raters"


class Outcome(NamedTuple):
    """What the sheets say.

    design (Design): The sample.
    estimates (dict[str, Estimates]): Figures of all raters together, and of each alone.
    agreement (Optional[Agreement]): Of two raters.
    additions (list[Addition]): What to add to the map; empty without a key.
    """

    design: Design
    estimates: dict[str, Estimates]
    agreement: Agreement | None
    additions: list[Addition]


def estimate_cli(
    sheets: Annotated[
        list[Path],
        typer.Argument(
            metavar="DIR [SHEET]...",
            help="The directory that sample made; sheets that are elsewhere.",
            show_default=False,
        ),
    ],
    key: Annotated[Path | None, typer.Option("--key", help="The key, to find out whose the names are.")] = None,
    add_to: Annotated[
        Path | None, typer.Option("--add-to", help="The key to whose names.txt the names are added.")
    ] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Estimate although some items are not rated.")] = False,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write the figures to PATH.html and PATH.md as well.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON")] = False,
    quiet: o.Quiet = False,
) -> int:
    """Read back the sheets of a sample, and estimate what is left standing in all messages.

    Each figure has an interval: if the sample were drawn and rated again and again, 95 of 100 such intervals would hold
    the true figure. If no name was found, that does not mean that there is none, and the interval says how many there
    may be. What was drawn where risk is highest does not bias the figures: each part of the sample is weighed by its
    size. With two raters, a name that one of them has seen counts; the figures of each alone are given as well, and how
    far they agree.

    With --key, DIR/additions.txt lists the names that were found as lines for names.txt, each with the participant
    whose name it most likely is. It is private. --add-to KEY adds them; then apply again.

    \b
    Example:
      spacy-pseudo estimate rating --key key
      spacy-pseudo estimate rating returned/sheet-1.csv returned/sheet-2.csv --add-to key
      spacy-pseudo apply messages.csv --key key --out out --force
    """
    from ..corpus.writers import atomic_file
    from ..evaluation import additions as a

    directory, files = _find(sheets)
    outcome = estimate_files(directory, files, key=add_to or key, partial=partial)
    if add_to is not None or key is not None:
        with atomic_file(directory / a.ADDITIONS, private=True) as stream:
            stream.write(a.to_text(outcome.additions))
    added = a.add_to(add_to, outcome.additions) if add_to is not None else None
    if report is not None:
        _write_report(outcome, report)
    if as_json:
        typer.echo(json.dumps(to_dict(outcome)))
    elif not quiet:
        for part in _report(outcome):
            typer.echo(part.rstrip("\n"))
        _show_additions(outcome.additions, directory, key=add_to or key, added=added)
    return 0


def estimate_files(
    directory: Path, sheets: Sequence[Path], *, key: Path | None = None, partial: bool = False
) -> Outcome:
    """Estimate from files.

    directory (Path): Where the design is.
    sheets (Sequence[Path]): The sheets, one for each rater.
    key (Optional[Path]): The key directory, to find out whose the names are.
    partial (bool): Items may be missing.
    RETURNS (Outcome): What the sheets say.
    """
    from ..evaluation import additions as a
    from ..evaluation.estimation import agreement, estimate, joined
    from ..evaluation.sampling import Design
    from ..key import Key

    design = Design.load(directory)
    read = [_read(path, design, partial=partial) for path in sheets]
    together = joined(read)
    estimates = {_JOINED: estimate(design, together)} if len(read) > 1 else {}
    for number, sheet in enumerate(read, 1):
        estimates[f"Rater {number}"] = estimate(design, sheet.ratings)
    found = []
    if key is not None:
        texts = {item: text for sheet in read for item, text in sheet.texts.items()}
        found = a.suggest(a.sightings(design, together, texts), Key.load(key))
    return Outcome(design, estimates, agreement(design, read) if len(read) > 1 else None, found)


def _find(paths: Sequence[Path]) -> tuple[Path, list[Path]]:
    """The directory with the design, and the sheets: those that are named, otherwise those in the directory."""
    directories = [path for path in paths if path.is_dir()]
    files = [path for path in paths if not path.is_dir()]
    for path in files:
        if not path.exists():
            raise PseudoError(Errors.P503.format(path=path))
    near = [parent for path in files for parent in list(path.resolve().parents)[:2]]
    candidates = [path for path in (*directories, *near) if (path / "design.json").is_file()]
    if not candidates:
        raise PseudoError(Errors.P641.format(path=(*directories, *near, *paths)[0]))
    found = files or sorted(candidates[0].glob("rater-*/sheet-*.csv")) or sorted(candidates[0].glob("sheet-*.csv"))
    if not found:
        raise PseudoError(Errors.P649.format(path=candidates[0]))
    return candidates[0], found


def _read(path: Path, design: Design, *, partial: bool) -> Sheet:
    from ..evaluation.sampling import WORDS
    from ..evaluation.sheets import read_sheet

    words = {name: item.word or "" for name, item in design.items.items()} if design.mode == WORDS else None
    sheet = read_sheet(path, {name: item.replaced for name, item in design.items.items()}, words=words)
    missing = [name for name in design.items if name not in sheet.ratings]
    if missing and not (partial and sheet.ratings):
        total = len(design.items)
        raise PseudoError(Errors.P647.format(path=path, count=len(missing), total=total, item=missing[0]))
    for items, message in ((sheet.strays, Warnings.W640), (sheet.repeated, Warnings.W641)):
        if items:
            text = message.format(path=path, count=len(items), item=items[0])
            warnings.warn(text, PseudoWarning, stacklevel=2)
    for text in sheet.warnings:
        warnings.warn(text, PseudoWarning, stacklevel=2)
    return sheet


# --- The report -----------------------------------------------------------------------------------------------------

_FIGURES = (
    ("Recall", "recall", ".4f", "of the names are replaced"),
    ("Leaks per 1,000 messages", "per_1000", ".1f", "names left standing"),
    ("Leaks in all", "leaks", ".1f", "names left standing in all messages"),
    ("Clean messages", "clean", ".4f", "of the messages have no name left"),
    ("Precision", "precision", ".4f", "of the pseudonyms stand for a participant's name"),
)


def to_dict(outcome: Outcome) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): The figures as plain data; no names."""
    agreed = outcome.agreement
    return {
        "mode": outcome.design.mode,
        "messages": outcome.design.messages,
        "replaced": outcome.design.replaced,
        "items": len(outcome.design.items),
        "estimates": {
            who: {
                "rated": e.rated,
                "seen": e.seen,
                **{name: _plain(getattr(e, name)) for _, name, *_ in _FIGURES},
            }
            for who, e in outcome.estimates.items()
        },
        "agreement": agreed and {**agreed._asdict(), "kappa": agreed.kappa and agreed.kappa._asdict()},
        "to add": len(outcome.additions),
    }


def _plain(figure: Estimate | None) -> dict[str, float] | None:
    return None if figure is None else figure._asdict()


def _rows(estimates: Estimates) -> Iterator[tuple[str, str, str, str]]:
    for title, name, digits, words in _FIGURES:
        figure = getattr(estimates, name)
        if figure is not None:
            yield title, f"{figure.value:{digits}}", f"{figure.low:{digits}} to {figure.high:{digits}}", words


def _introduction(outcome: Outcome) -> str:
    design = outcome.design
    sizes = " and ".join(
        f"{sum(item.stratum == name for item in design.items.values())} of {size} ({name})"
        for name, size in design.strata.items()
    )
    what = "messages" if design.mode == "text" else "words that may be names"
    return f"{design.messages} messages with {design.replaced} pseudonyms; drawn were {sizes} {what}."


def _caution(outcome: Outcome) -> list[str]:
    notes = []
    if outcome.design.mode == "words":
        notes.append(
            "Words: a name of two words counts twice; public figures and others who may stay count as names; names "
            "written small that look like no known one are not seen."
        )
    if not next(iter(outcome.estimates.values())).seen:
        notes.append("No name was found in the sample. That there may be some all the same is what the intervals say.")
    return notes


def _agreement_rows(agreed: Agreement) -> Iterator[tuple[str, str, str]]:
    if agreed.percentage is not None:
        yield "Agreement", f"{agreed.percentage:.4f}", f"the share of {agreed.items} items on which both say the same"
    kappa = agreed.kappa
    told = f"{kappa.value:.4f}" if kappa else "-"
    interval = f"{kappa.low:.4f} to {kappa.high:.4f}" if kappa else "not defined: everybody always says the same"
    yield "Cohen's kappa", told, interval
    yield (
        "Krippendorff's alpha",
        "-" if agreed.alpha is None else f"{agreed.alpha:.4f}",
        "1 is full agreement, 0 chance",
    )


def _report(outcome: Outcome) -> Iterable[str]:
    from wasabi.tables import table

    yield _introduction(outcome)
    for who, estimates in outcome.estimates.items():
        header = (who, "Estimate", "95 % interval", f"{estimates.rated} items rated, {estimates.seen} names seen")
        yield table(list(_rows(estimates)), header=header, divider=True, max_col=100)
    if outcome.agreement is not None:
        yield table(list(_agreement_rows(outcome.agreement)), max_col=100)
    yield from _caution(outcome)


def _show_additions(additions: list[Addition], directory: Path, *, key: Path | None, added: int | None) -> None:
    from wasabi import msg

    if key is None:
        msg.info("With --key KEY, the names that were found become lines for names.txt")
        return
    nobodys = sum(not addition.participants for addition in additions)
    if additions:
        msg.info(f"{len(additions)} names to add are in {directory / 'additions.txt'}, which is private")
    if nobodys:
        msg.warn(f"Of {nobodys} of them it is not clear whose they are: put the ids there by hand")
    if added is not None:
        msg.good(f"{added} forms were added to {key / 'names.txt'}. Look at them, and apply again")


def _write_report(outcome: Outcome, path: Path) -> None:
    from ..evaluation.report import Report, Section, Table, write_report

    parts: list[str | Table] = [_introduction(outcome)]
    for who, estimates in outcome.estimates.items():
        rows = [list(row) for row in _rows(estimates)]
        note = f"{estimates.rated} items rated, {estimates.seen} names seen in them."
        parts.append(Table(["Measure", "Estimate", "95 % interval", "What it is"], rows, caption=who, note=note))
    sections = [Section("What is left standing", [*parts, *_caution(outcome)])]
    if outcome.agreement is not None:
        rows = [list(row) for row in _agreement_rows(outcome.agreement)]
        sections.append(Section("How far the raters agree", [Table(["Measure", "Value", "Notes"], rows)]))
    write_report(Report("Estimates from a sample", sections), path)
