"""`spacy-pseudo discover`: from messages and a roster to the key."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import Errors, PseudoError
from . import arguments
from . import options as o
from .effort import Effort, Team
from .journal import note

if TYPE_CHECKING:
    from ..key import Key
    from ..message import Message
    from ..name_words.judges import Judge
    from ..passes.discovery_report import DiscoveryReport
    from ..passes.partitions import Counts, Reading
    from ..passes.spool import Spool
    from ..people.roster import Roster
    from .sources import Source

_ALONE: Final = Team()


@arguments.shared
def discover_cli(
    source: Source,
    key: o.KeyDirectory,
    effort: Effort,
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    allow: o.Allow = None,
    exclude: o.Exclude = None,
    scope: o.Scope = None,
    pseudonyms: o.PseudonymMode = None,
    template: o.Template = None,
    seed: o.Seed = None,
    lang: o.Lang = None,
    threshold: o.Threshold = None,
    weights: o.WeightsFile = None,
    name_words: o.NameWords = None,
    quiet: o.Quiet = False,
) -> int:
    """Find out who is called what, and write the key.

    KEY/names.txt says which names were found for whom: read it, correct it, then apply. KEY/evidence.jsonl says why,
    what is least clear first. A key that is there already is
    extended: pseudonyms stay as they are, and so does what you wrote into names.txt.

    \b
    Example:
      spacy-pseudo discover messages.csv --roster roster.csv --key key
    """
    from ..corpus.readers import read_names
    from ..corpus.word_lists import find_judge
    from ..disk import check_writable
    from ..key import NAMES, draft
    from ..passes.learning import learned
    from ..passes.summary import key_settings
    from .reports import info, show_adapted, show_discovery
    from .sources import excluded

    effort.check(key)
    check_writable(key, "--key")
    people = source.roster(roster, roster_column, key)
    if allow is not None and not allow.exists():
        raise PseudoError(Errors.P503.format(path=allow))
    with effort.spool(key, source.paths) as spool, effort.team(source.paths) as team:
        made, report = discover_files(
            source, people, key, exclude=excluded(exclude), scope=scope, pseudonyms=pseudonyms, template=template,
            seed=seed, lang=lang, threshold=threshold, weights=weights, allow=read_names(allow) if allow else (),
            judge=find_judge(name_words), team=team, spool=spool, quiet=quiet,
        )  # fmt: skip
        with draft(key, seen=made.seen) as generation:
            generation.write_all(learned(made, report))
    counts = {"read": source.rows, "participants": len(made.roster), "forms to be reviewed": made.waiting}
    note(settings=key_settings(made), counts=counts, read=source.checksums())
    if not quiet:
        show_discovery(made, report, source, key, with_roster=people is not None)
        show_adapted(made.judged_forms, key)
        info(f"Next: read {key / NAMES}, correct it, and apply")
    return 0


def discover_files(
    source: Source,
    roster: Roster | None,
    directory: Path,
    *,
    exclude: Collection[str] | None = None,
    scope: str | None = None,
    pseudonyms: str | None = None,
    template: str | None = None,
    seed: int | None = None,
    lang: str | None = None,
    threshold: float | None = None,
    weights: Path | None = None,
    allow: Collection[str] = (),
    judge: Judge | None = None,
    team: Team = _ALONE,
    spool: Spool | None = None,
    quiet: bool = False,
) -> tuple[Key, DiscoveryReport]:
    """Discover from a file. Nothing is written yet: see `learned` (passes/learning.py).

    source (Source): The messages.
    roster (Optional[Roster]): The participants.
    directory (Path): The key directory; a key in it is to be extended.
    exclude, scope, pseudonyms, template, seed, lang, threshold: As for `discover`; None: as the key has it.
    weights (Optional[Path]): A weights file; None: as the key has it.
    allow (Collection[str]): Names that stay; nobody is given one of them.
    judge (Optional[Judge]): Tells which words are names.
    team (Team): Who reads the messages.
    spool (Optional[Spool]): What is finished already, and where the rest is kept meanwhile.
    quiet (bool): No progress bar.
    RETURNS (tuple[Key, DiscoveryReport]): The key, and what a person should know.
    """
    from ..key import Key, check_key_directory, holds_key
    from ..passes.discover import gather_here
    from ..passes.discovery_report import DiscoveryReport
    from ..passes.learning import learn
    from ..passes.partitions import merge
    from ..passes.shards import make_discoverer, partitions
    from ..people.evidence import read_weights

    given = read_weights(weights) if weights is not None else None
    check_key_directory(directory)
    old = Key.load(directory) if holds_key(directory) else None
    report = DiscoveryReport()

    def gather(messages: Iterable[Message], reading: Reading) -> Counts:
        if spool is None and team.staff is None:
            return gather_here(o.progress(messages, what="discover", total=source.total, quiet=quiet), reading)
        make = partial(make_discoverer, reading)
        crew = team.crew(make(), make)
        keeping = crew if spool is None else spool.crew(crew, "discover")
        with o.progress(None, what="discover", total=source.total, quiet=quiet) as bar:
            return merge(_counted(keeping.map(partitions(messages, reading)), bar.update))

    key = learn(
        source.read(), roster, old, source=source.name, exclude=exclude,
        scope=scope, pseudonyms=pseudonyms, template=template, seed=seed, lang=lang, threshold=threshold,
        weights=given, judge=judge, allow=allow, report=report, gather=gather,
    )  # fmt: skip
    return key, report


def _counted(parts: Iterable[Counts], tell: Callable[[int], Any]) -> Iterator[Counts]:
    for part in parts:
        tell(part.report.messages)
        yield part
