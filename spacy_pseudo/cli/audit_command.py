"""`spacy-pseudo audit`: what was written, read as an intruder with the class list would read it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ..errors import Errors, PseudoError
from . import arguments
from . import options as o
from .journal import note, of_out

if TYPE_CHECKING:
    from ..review.audit.auditing import Audit, Finding

# So many rows are shown; --json has all.
_ROWS: Final = 40
FAIL_ON: Final = ("high", "medium")


def audit_cli(
    results: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The results of run or apply: the directory that may be shared.", show_default=False
        ),
    ],
    key: Annotated[Path | None, typer.Option("--key", help="The key of that run.", show_default=False)] = None,
    names_digest: Annotated[
        Path | None,
        typer.Option(
            "--names-digest",
            help="Without the key: what `spacy-pseudo key digest` made of it for you. No name can be read there.",
        ),
    ] = None,
    messages: Annotated[
        list[Path] | None,
        typer.Option("--messages", help="The original messages, which tell more than the class list. May be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all findings as JSON. It holds names.")] = False,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar=o.choices(FAIL_ON), help="From which rank on the exit code is 1.")
    ] = FAIL_ON[0],
    quiet: o.Quiet = False,
) -> int:
    """Look for what should not stand in OUT, as somebody would who has the class list.

    All files and fields are read: texts, subjects, ids, columns that were kept, headers, names of files. What is
    found is joined with the account of what was kept (KEY/kept.jsonl, KEY/left.csv). The list shows names: it is for
    whoever holds the key, and as private as the key.

    \b
    Ranks:
      high    a participant's full or given name, a form or nickname in use, a login or an address
      medium  a surname, an initial and a surname, a name that is misspelled, glued, spaced or encoded, a nickname
              that nobody was heard to use, an unknown name in a greeting or a sign-off
      low     an ordinary word that is also a name; addresses, telephone numbers and handles of nobody known

    Without the key, with --names-digest, single names are found as they are, and whose they are is not known, nor
    what the account explains: ask the holder of the key. Each unknown word of OUT is hashed once, which takes minutes.

    Exit code 1: something stands that the account does not explain, of the rank of --fail-on or above.

    \b
    Example:
      spacy-pseudo audit out --key key
      spacy-pseudo audit out --names-digest names.digest
    """
    o.choice(fail_on, FAIL_ON, "--fail-on")
    if (key is None) == (names_digest is None):
        raise PseudoError(Errors.P832)
    if key is not None:
        from ..review.audit.auditing import audit

        originals = arguments.originals(messages).read if messages else None
        found = audit(results, key, messages=originals)
        high, medium = len(found.unaccounted("high")), len(found.unaccounted("medium"))
        counts = {"unexplained, high": high, "unexplained, medium": medium - high}
        note(settings={"fail on": fail_on, "originals": bool(messages)}, counts=counts, read=of_out(results))
    else:
        found = _with_digest(results, Path(names_digest or ""), quiet=quiet)
    if as_json:
        typer.echo(json.dumps(found.to_dict(), ensure_ascii=False, indent=1))
    else:
        show_audit(found, with_key=key is not None)
    return int(bool(found.unaccounted(fail_on)))


def _with_digest(results: Path, path: Path, *, quiet: bool) -> Audit:
    """What somebody finds who has no key."""
    from ..review.audit.digest import read_digest
    from ..review.audit.keyless import audit_names

    def passing(forms: Sequence[Any]) -> Callable[[Iterable[Any]], Any]:
        return lambda hashes: o.progress(hashes, what="look up", total=len(forms), quiet=quiet, unit=" words")

    return audit_names(results, read_digest(path), passing=passing)


def show_audit(found: Audit, *, with_key: bool = True) -> None:
    """Show what was found, the worst first; equal findings once.

    found (Audit): What was found.
    with_key (bool): There is an account that may explain it.
    """
    from ..review.report.parts import Table
    from .reports import count, good, info, print_table, warn

    open_ = found.unaccounted("medium")
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for finding in open_:
        same = (finding.rank, finding.kind, finding.way, finding.text.casefold(), finding.file)
        groups.setdefault(same, []).append(finding)
    if groups:
        rows = [_row(same) for same in list(groups.values())[:_ROWS]]
        header = ("rank", "what", "places", "where first", "in context")
        what = "What the account does not explain" if with_key else "Names that stand in OUT"
        print_table(Table(header, rows, f"{what}. PRIVATE: this shows names"))
        if len(groups) > _ROWS:
            info(f"{count(len(groups) - _ROWS, 'further finding')} of this kind: see --json")
    worst, others = len(found.unaccounted("high")), len(open_)
    low = len(found.unaccounted()) - others
    told = sum(finding.accounted for finding in found.findings)
    if not with_key:
        if worst:
            warn(f"{count(worst, 'place holds', 'places hold')} a participant's name")
        else:
            good("No full or given name, login or address of a participant stands in OUT")
        info(f"{others - worst} of middle rank, {low} of low rank. Why they stand, the holder of the key can tell")
        return
    if not found.account:
        warn("The key has no account of what was kept (kept.jsonl): apply again, and names that stay are explained")
    if worst:
        warn(f"{count(worst, 'place holds', 'places hold')} a participant's name that the account does not explain")
    else:
        good("No participant's name stands as it is without a reason in the account")
    info(
        f"Of {count(found.words, 'word')} that could name somebody: {worst} unexplained, {others - worst} of middle "
        f"rank, {low} of low rank; {told} explained by the account"
    )


def _row(same: list[Finding]) -> tuple[str, str, int, str, str]:
    first = same[0]
    where = " ".join(filter(None, (first.message or first.file, first.field)))
    context = " ".join(f"…{first.before[-25:]}[{first.text}]{first.after[:25]}…".split())
    what = first.kind if first.way in ("as it is", "folded") else f"{first.kind}, {first.way}"
    return first.rank, what, len(same), where, context
