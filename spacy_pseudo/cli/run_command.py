"""`spacy-pseudo run`: discover and apply in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import arguments
from . import options as o

if TYPE_CHECKING:
    from .sharing import Sharing
    from .sources import Source
    from .treatment import Treatment


@arguments.shared
def run_cli(
    source: Source,
    key: o.KeyDirectory,
    out: o.OutDirectory,
    treatment: Treatment,
    sharing: Sharing,
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    exclude: o.Exclude = None,
    scope: o.Scope = None,
    pseudonyms: o.PseudonymMode = None,
    template: o.Template = None,
    seed: o.Seed = None,
    lang: o.Lang = None,
    threshold: o.Threshold = None,
    weights: o.WeightsFile = None,
    name_words: o.NameWords = None,
    force: o.Force = False,
    strict: o.Strict = False,
    no_audit: o.NoAudit = False,
    quiet: o.Quiet = False,
) -> int:
    """Find out who is called what, and replace every mention by its pseudonym: discover and apply in one go.

    OUT may be shared, KEY is private. With the same KEY the same people get the same pseudonyms again; new people are
    added. Exit codes: 0 done; 1 messages failed, or conflicts are open under --strict; 2 wrong use or bad input;
    3 unexpected error or disk; 130 interrupted, 143 ended from outside. After 2, 3, 130 and 143, OUT is as it was.

    \b
    Example:
      spacy-pseudo run messages.csv --roster roster.csv --out out --key key
    """
    from ..key import Key, holds_key
    from .apply_command import Job, exit_code
    from .discover_command import discover_files, learned
    from .reports import show_applied, show_discovery, show_quick_audit
    from .sources import excluded

    job = Job(
        source, key, out, treatment, sharing, seed=seed, force=force, quiet=quiet,
    )  # fmt: skip
    job.check(inputs=(roster, exclude, weights))
    judge = arguments.judge(name_words)
    people = source.roster(roster, roster_column, key)
    if holds_key(key):
        old = Key.load(key)
        old.draw()
        source.check_key(old)
    made, report = discover_files(
        source, people, key, exclude=excluded(exclude), scope=scope, pseudonyms=pseudonyms, template=template,
        seed=seed, lang=lang, threshold=threshold, weights=weights, allow=treatment.allowed,
        judge=judge, quiet=quiet,
    )  # fmt: skip
    if not quiet:
        show_discovery(made, report, source, key, with_roster=people is not None)
    summary = job.apply(made, learned(made, report))
    if not quiet:
        show_applied(summary, out, key)
        if not no_audit:
            show_quick_audit(out, key)
    return exit_code(summary, strict=strict)
