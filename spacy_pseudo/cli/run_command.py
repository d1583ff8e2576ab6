"""`spacy-pseudo run`: discover and apply in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import arguments
from . import options as o
from .journal import note

if TYPE_CHECKING:
    from pathlib import Path

    from ..key import Key
    from .effort import Effort
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
    effort: Effort,
    again: arguments.Again,
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
    from ..corpus.word_lists import find_judge
    from ..key import holds_key
    from ..passes.learning import learned
    from .apply_command import LEARNED, Job, exit_code, keep_key, kept_key
    from .discover_command import discover_files
    from .next_steps import show_next_steps
    from .reports import show_applied, show_discovery, show_quick_audit
    from .sources import excluded

    job = Job(
        source, key, out, treatment, sharing, seed=seed, force=force, quiet=quiet,
    )  # fmt: skip
    effort.check(key)
    job.check(inputs=(*(roster or ()), exclude, weights))
    judge = find_judge(name_words)
    people = source.roster(roster, roster_column, key)
    if holds_key(key):
        source.check_key(_drawn(key))
    with effort.spool(key, source.paths) as spool, effort.team(source.paths) as team:
        if spool is not None and spool.has(LEARNED):
            made, report = kept_key(spool), spool.get(LEARNED)
        else:
            made, report = discover_files(
                source, people, key, exclude=excluded(exclude), scope=scope, pseudonyms=pseudonyms,
                template=template, seed=seed, lang=lang, threshold=threshold, weights=weights,
                allow=treatment.allowed, judge=judge, team=team, spool=spool, quiet=quiet,
            )  # fmt: skip
            if spool is not None:
                keep_key(spool, made)
                spool.put(LEARNED, report)
            if not quiet:
                show_discovery(made, report, source, key, with_roster=people is not None)
        summary = job.apply(made, learned(made, report), team=team, spool=spool)
    del made, report  # the audit reads the key: of a large corpus, two of them are much
    note(**job.told(summary))
    if not quiet:
        show_applied(summary, out, key)
        unexplained = 0 if no_audit else show_quick_audit(out, key)
        show_next_steps(summary, out, key, again, unexplained=unexplained)
    return exit_code(summary, strict=strict)


def _drawn(directory: Path) -> Key:
    """The key as it is, with pseudonyms for everybody."""
    from ..key import Key

    key = Key.load(directory)
    key.draw()
    return key
