"""`spacy-pseudo report`: the page that somebody signs before messages are shared, and one for whoever holds the key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import arguments
from . import options as o
from .export_command import ItsKey, ResultDirectory
from .journal import note, of_out

if TYPE_CHECKING:
    from ..review.report.records import Record


def report_cli(
    results: ResultDirectory,
    key: ItsKey,
    out: Annotated[
        Path, typer.Option("--out", metavar="PATH", help="The page, PATH.html; PATH.md says the same.")
    ] = Path("report.html"),
    private: Annotated[
        Path | None,
        typer.Option(
            "--private", metavar="PATH", help="A second page with contexts, for whoever holds the key. It holds names."
        ),
    ] = None,
    messages: Annotated[
        list[Path] | None,
        typer.Option("--messages", help="The original messages, which tell the audit more. May be repeated."),
    ] = None,
    estimate: Annotated[
        Path | None,
        typer.Option("--estimate", metavar="FILE", help="What `estimate --json` printed, to be shown as well."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier report.")] = False,
    quiet: o.Quiet = False,
) -> int:
    """Say on one page what was done to the messages in OUT: what a data-protection officer signs.

    The page holds no names, and can lie beside the messages in OUT: what was replaced and how sure that is, what stays
    and why, how many names are expected among it, how shared names were settled, other personal data, what the audit
    finds, what people decided, the settings in words, checksums of all files, and a place to sign. It is one HTML file
    that needs no network, the same as Markdown, and each picture as SVG.

    With --private there is a second page for whoever holds the key: what the audit does not explain, the most doubtful
    places that stay and open conflicts, each in its context. It holds names: it goes into KEY or somewhere else that is
    private, never into OUT, and only you can read it.

    OUT and KEY must be of the same run, and OUT as the run has written it.

    \b
    Example:
      spacy-pseudo report out --key key --out out/report.html --private key/report.html
      spacy-pseudo estimate rating --json > estimate.json
      spacy-pseudo report out --key key --estimate estimate.json --force
    """
    from ..key.manifest import digest_of
    from ..review.report.keyholder import keyholder_report
    from ..review.report.records import read_record
    from ..review.report.report import write_report
    from ..review.report.signing import signing_report

    own = check_places(out, private, force=force)
    originals = arguments.originals(messages).read if messages else None
    record = read_record(results, key, messages=originals, estimate=estimate, besides=own)
    written = write_report(signing_report(record), out)
    hidden = write_report(keyholder_report(record), private) if private is not None else []
    counts = {"kept": len(record.kept), "unexplained": len(record.found.unaccounted("medium"))}
    made = {kind: digest_of(paths[0]) for kind, paths in (("report", written), ("private report", hidden)) if paths}
    note(counts=counts, read=of_out(results), made=made)
    if not quiet:
        _show(record, written, hidden)
    return 0


def check_places(out: Path, private: Path | None, *, force: bool) -> list[Path]:
    """Find out what would stop the report, before any work is done.

    out (Path): The page that may be shared.
    private (Optional[Path]): The one that may not.
    force (bool): Earlier ones are replaced.
    RETURNS (list[Path]): All files that will be written, or may be.
    """
    from ..errors import Errors, PseudoError
    from ..handover.exports import check_around
    from ..review.report.report import check_report, files_of

    own = files_of(out)
    if private is not None and {path.resolve() for path in files_of(private)} & {path.resolve() for path in own}:
        raise PseudoError(Errors.P843.format(path=private))
    for path, shareable in ((out, True), (private, False)):
        if path is None:
            continue
        check_around(path, shareable=shareable)
        check_report(path)
        for file in files_of(path)[:2]:
            if file.exists() and not force:
                raise PseudoError(Errors.P841.format(path=file))
    return own


def _show(record: Record, written: list[Path], hidden: list[Path]) -> None:
    from ..review.audit.ranking import MEDIUM
    from .reports import count, good, info, warn

    good(f"Report written: {', '.join(map(str, written))}")
    if hidden:
        warn(f"PRIVATE, it shows names: {', '.join(map(str, hidden))}")
    if record.edited:
        verb = "was" if len(record.edited) == 1 else "were"
        warn(f"{', '.join(record.edited)} {verb} edited since {record.out} was written: apply again, then report")
    if open_ := len(record.found.unaccounted(MEDIUM)):
        n = count(open_, "place that the audit does not explain", "places that the audit does not explain")
        warn(f"{n}: look at them before you share, or sign (--private, or spacy-pseudo audit)")
    info(f"{record.expected:.2f} names are expected among {count(len(record.kept), 'place')} that stay")
