"""`spacy-pseudo estimate`: what raters found, and what it says of all messages."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...cli import options as o
from ...errors import Errors, PseudoError, PseudoWarning, Warnings

if TYPE_CHECKING:
    from ..evaluation.rating.additions import Addition
    from ..evaluation.rating.findings import Outcome
    from ..evaluation.rating.sampling import Design
    from ..evaluation.rating.sheets import Sheet


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
    encoding: Annotated[
        str | None, typer.Option("--encoding", help="The sheets' encoding, if it is not found.", show_default=False)
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
    whose name it most likely is. It is private. --add-to KEY adds them, with your changes if you have made some; then
    apply again.

    \b
    Example:
      spacy-pseudo estimate rating --key key
      spacy-pseudo estimate rating returned/sheet-1.csv returned/sheet-2.csv --add-to key
      spacy-pseudo apply messages.csv --key key --out out --force
    """
    from ...cli.reports import good, print_report
    from ...disk import atomic_file
    from ...review.report.report import write_report
    from ..evaluation.rating import additions as a
    from ..evaluation.rating.findings import report_of

    directory, files = _find(sheets)
    key = add_to or key
    outcome = estimate_files(directory, files, key=key, partial=partial, encoding=encoding)
    path = directory / a.ADDITIONS
    edited = key is not None and a.is_edited(path)
    if edited:
        warnings.warn(Warnings.W643.format(path=path), PseudoWarning, stacklevel=2)
    elif key is not None:
        with atomic_file(path, private=True) as stream:
            stream.write(a.to_text(outcome.additions))
    added = a.add_to(add_to, path) if add_to is not None else None
    found = report_of(outcome)
    written = write_report(found, report) if report is not None else []
    if as_json:
        typer.echo(json.dumps(outcome.to_dict()))
    elif not quiet:
        print_report(found)
        if written:
            good(f"Report written: {', '.join(map(str, written))}")
        _show_additions([] if edited else outcome.additions, path, key=key, added=added)
    return 0


def estimate_files(
    directory: Path,
    sheets: Sequence[Path],
    *,
    key: Path | None = None,
    partial: bool = False,
    encoding: str | None = None,
) -> Outcome:
    """Estimate from files.

    directory (Path): Where the design is.
    sheets (Sequence[Path]): The sheets, one for each rater.
    key (Optional[Path]): The key directory, to find out whose the names are.
    partial (bool): Items may be missing, and names that do not stand in the text are left out.
    encoding (Optional[str]): The sheets' encoding; None finds out.
    RETURNS (Outcome): What the sheets say.
    """
    from ...key import Key
    from ..evaluation.rating import additions as a
    from ..evaluation.rating.estimation import agreement, estimate, joined
    from ..evaluation.rating.findings import ALL_RATERS, Outcome
    from ..evaluation.rating.sampling import Design

    design = Design.load(directory)
    _check(sheets, design)
    read = [_read(path, design, partial=partial, encoding=encoding) for path in sheets]
    together = joined(read)
    estimates = {ALL_RATERS: estimate(design, together)} if len(read) > 1 else {}
    for number, sheet in enumerate(read, 1):
        estimates[f"Rater {number}"] = estimate(design, sheet.ratings)
    found, gone = [], 0
    if key is not None:
        made = Key.load(key)
        left = a.still_standing(design, together, made)
        gone = sum(len(together[item].forms) - len(left[item].forms) for item in left)
        found = a.suggest(a.sightings(design, left), made)
    return Outcome(design, estimates, agreement(design, read) if len(read) > 1 else None, found, gone)


def _find(paths: Sequence[Path]) -> tuple[Path, list[Path]]:
    """The directory with the design, and the sheets: those that are named, otherwise those in the directory."""
    from ..evaluation.rating.sampling import DESIGN

    directories = [path for path in paths if path.is_dir()]
    files = [path for path in paths if not path.is_dir()]
    for path in files:
        if not path.exists():
            raise PseudoError(Errors.P503.format(path=path))
    near = [parent for path in files for parent in list(path.resolve().parents)[:2]]
    candidates = [path for path in (*directories, *near) if (path / DESIGN).is_file()]
    if not candidates:
        raise PseudoError(Errors.P641.format(path=(*directories, *near, *paths)[0]))
    found = files or sorted(candidates[0].glob("rater-*/sheet-*.csv")) or sorted(candidates[0].glob("sheet-*.csv"))
    if not found:
        raise PseudoError(Errors.P649.format(path=candidates[0]))
    return candidates[0], found


def _check(sheets: Sequence[Path], design: Design) -> None:
    """Make sure that no rater counts twice."""
    if len({path.resolve() for path in sheets}) < len(sheets) or len(sheets) > design.raters:
        raise PseudoError(Errors.P654.format(count=len(sheets), raters=design.raters))
    for first, second in combinations(sheets, 2):
        if first.read_bytes() == second.read_bytes():
            warnings.warn(Warnings.W644.format(first=first, second=second), PseudoWarning, stacklevel=2)


def _read(path: Path, design: Design, *, partial: bool, encoding: str | None) -> Sheet:
    from ..evaluation.rating.sampling import WORDS
    from ..evaluation.rating.sheets import read_sheet

    words = {name: item.word or "" for name, item in design.items.items()} if design.mode == WORDS else None
    replaced = {name: item.replaced for name, item in design.items.items()}
    sheet = read_sheet(path, replaced, texts=design.texts, words=words, pseudonym=design.pseudonym, encoding=encoding)
    missing = [name for name in design.items if name not in sheet.ratings]
    if missing and not (partial and sheet.ratings):
        total = len(design.items)
        raise PseudoError(Errors.P647.format(path=path, count=len(missing), total=total, item=missing[0]))
    if sheet.strays and not partial:
        raise PseudoError(Errors.P655.format(path=path, items=", ".join(sheet.strays)))
    for items, message in ((sheet.strays, Warnings.W640), (sheet.repeated, Warnings.W641)):
        if items:
            warnings.warn(message.format(path=path, items=", ".join(items)), PseudoWarning, stacklevel=2)
    for text in sheet.warnings:
        warnings.warn(text, PseudoWarning, stacklevel=2)
    return sheet


def _show_additions(additions: list[Addition], path: Path, *, key: Path | None, added: int | None) -> None:
    from ...cli.reports import count, good, info, warn
    from ...key import NAMES

    if key is None:
        info("With --key KEY, the names that were found become lines for names.txt")
        return
    nobodys = sum(not addition.participants for addition in additions)
    if additions:
        info(f"{count(len(additions), 'name')} to add in {path}, which is private")
    if nobodys:
        warn(f"{count(nobodys, 'name fits', 'names fit')} nobody: put the ids there by hand")
    if added is not None:
        good(f"{count(added, 'form')} added to {key / NAMES}. Look at it, and apply again")
