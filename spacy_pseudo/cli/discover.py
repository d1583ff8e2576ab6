"""`spacy-pseudo discover`: from messages and a roster to the key."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Errors, PseudoError
from ..people.linking import SCOPES
from ..people.pseudonyms import MODES, TEMPLATE
from . import options as o

if TYPE_CHECKING:
    from ..discover import DiscoveryReport
    from ..key import Key
    from ..people.roster import Roster
    from .sources import Source


def discover_cli(
    messages: o.Messages,
    key: o.KeyDirectory,
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    exclude: o.Exclude = None,
    scope: o.Scope = SCOPES[1],
    pseudonyms: o.PseudonymMode = MODES[0],
    template: o.Template = TEMPLATE,
    seed: o.Seed = None,
    lang: o.Lang = "en",
    format: o.Format = None,
    column: o.Column = None,
    encoding: o.Encoding = None,
    limit: o.Limit = None,
    quiet: o.Quiet = False,
) -> int:
    """Find out who is called what, and write the key: names.txt to read and correct, and the pseudonyms.

    A key that exists is extended: what you wrote into names.txt and the pseudonyms stay.

    Example: spacy-pseudo discover messages.csv --roster roster.csv --key key
    """
    from .reports import show_discovery
    from .sources import Source, excluded

    o.choice(scope, SCOPES, "--scope")
    o.choice(pseudonyms, MODES, "--pseudonyms")
    source = Source(messages, format, encoding, o.columns(column), limit)
    people = source.roster(roster, roster_column)
    made, report = discover_files(
        source, people, key, exclude=excluded(exclude), scope=scope, pseudonyms=pseudonyms, template=template,
        seed=seed, lang=lang, quiet=quiet,
    )  # fmt: skip
    if not quiet:
        show_discovery(made, report, source.report, key, with_roster=people is not None)
    return 0


def discover_files(
    source: Source,
    roster: Roster | None,
    directory: Path,
    *,
    exclude: Collection[str] = (),
    scope: str = SCOPES[1],
    pseudonyms: str = MODES[0],
    template: str = TEMPLATE,
    seed: int | None = None,
    lang: str = "en",
    quiet: bool = False,
) -> tuple[Key, DiscoveryReport]:
    """Discover from a file, and write the key directory.

    source (Source): The messages.
    roster (Optional[Roster]): The participants.
    directory (Path): The key directory; a key in it is extended.
    exclude (Collection[str]): Ids of people who did not consent.
    scope, pseudonyms, template, seed, lang: As for `discover`.
    quiet (bool): No progress bar.
    RETURNS (tuple[Key, DiscoveryReport]): The key, and what a person should know.
    """
    from ..discover import DiscoveryReport, discover
    from ..key import NAMES, Key

    old = None
    if (directory / NAMES).is_file():
        old = Key.load(directory)
        if (old.pseudonyms.mode, old.pseudonyms.template) != (pseudonyms, template):
            raise PseudoError(Errors.P505.format(mode=old.pseudonyms.mode, template=old.pseudonyms.template))
    report = DiscoveryReport()
    key = discover(
        o.progress(source.read(), what="discover", quiet=quiet), roster, key=old, exclude=exclude, scope=scope,
        pseudonyms=pseudonyms, template=template, seed=seed, lang=lang, report=report,
    )  # fmt: skip
    key.save(directory)
    return key, report
