"""`spacy-pseudo run`: discover and apply in one go."""

from __future__ import annotations

from ..corpus.metadata import TIMESTAMPS
from ..people.linking import SCOPES
from ..people.pseudonyms import MODES, TEMPLATE
from . import options as o


def run_cli(
    messages: o.Messages,
    key: o.KeyDirectory,
    out: o.OutDirectory,
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    allow: o.Allow = None,
    exclude: o.Exclude = None,
    scope: o.Scope = SCOPES[1],
    pseudonyms: o.PseudonymMode = MODES[0],
    template: o.Template = TEMPLATE,
    timestamps: o.Timestamps = TIMESTAMPS[0],
    keep_columns: o.KeepColumns = None,
    config: o.Config = None,
    seed: o.Seed = None,
    lang: o.Lang = "en",
    format: o.Format = None,
    column: o.Column = None,
    encoding: o.Encoding = None,
    limit: o.Limit = None,
    force: o.Force = False,
    strict: o.Strict = False,
    quiet: o.Quiet = False,
) -> int:
    """Pseudonymise messages: find out who is called what, and replace every mention by its pseudonym.

    OUT may be shared, KEY is private. Both the roster and the key may be there before; a key is extended.

    Example: spacy-pseudo run messages.csv --roster roster.csv --out out --key key
    """
    from ..corpus.writers import check_directories, check_replaceable
    from .apply import SUMMARY, apply_files, exit_code
    from .discover import discover_files
    from .reports import show_applied, show_discovery
    from .sources import Source, excluded

    o.choice(scope, SCOPES, "--scope")
    o.choice(pseudonyms, MODES, "--pseudonyms")
    o.choice(timestamps, TIMESTAMPS, "--timestamps")
    inputs = [path for path in (messages, roster, allow, exclude, config) if path is not None]
    check_directories(out, key, inputs=inputs)
    check_replaceable(out, force=force, marker=SUMMARY)
    source = Source(messages, format, encoding, o.columns(column), limit)
    people = source.roster(roster, roster_column)
    made, report = discover_files(
        source, people, key, exclude=excluded(exclude), scope=scope, pseudonyms=pseudonyms, template=template,
        seed=seed, lang=lang, quiet=quiet,
    )  # fmt: skip
    if not quiet:
        show_discovery(made, report, source.report, key, with_roster=people is not None)
    summary = apply_files(
        source, made, key, out, allow=allow, timestamps=timestamps, keep_columns=keep_columns or [], config=config,
        seed=seed, force=force, quiet=quiet,
    )  # fmt: skip
    if not quiet:
        show_applied(summary, out, key)
    return exit_code(summary, strict=strict)
