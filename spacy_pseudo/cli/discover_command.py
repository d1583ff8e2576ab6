"""`spacy-pseudo discover`: from messages and a roster to the key."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Errors, PseudoError
from ..people.owners import SCOPES
from ..people.pseudonyms import MODES, TEMPLATE
from . import arguments
from . import options as o

if TYPE_CHECKING:
    from ..key import Key
    from ..name_words.judges import Judge
    from ..passes.discover import DiscoveryReport
    from ..people.evidence import Weights
    from ..people.roster import Roster
    from .sources import Source


@arguments.shared
def discover_cli(
    source: Source,
    key: o.KeyDirectory,
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
    from ..key import draft
    from .reports import show_adapted, show_discovery
    from .sources import excluded

    people = source.roster(roster, roster_column, key)
    if allow is not None and not allow.exists():
        raise PseudoError(Errors.P503.format(path=allow))
    made, report = discover_files(
        source, people, key, exclude=excluded(exclude), scope=scope, pseudonyms=pseudonyms, template=template,
        seed=seed, lang=lang, threshold=threshold, weights=weights, allow=read_names(allow) if allow else (),
        judge=arguments.judge(name_words), quiet=quiet,
    )  # fmt: skip
    with draft(key, seen=made.seen) as generation:
        generation.write_all(learned(made, report))
    if not quiet:
        show_discovery(made, report, source, key, with_roster=people is not None)
        show_adapted(made.judged_forms, key)
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
    quiet: bool = False,
) -> tuple[Key, DiscoveryReport]:
    """Discover from a file. Nothing is written yet: see `learned`.

    source (Source): The messages.
    roster (Optional[Roster]): The participants.
    directory (Path): The key directory; a key in it is to be extended.
    exclude, scope, pseudonyms, template, seed, lang, threshold: As for `discover`; None: as the key has it.
    weights (Optional[Path]): A weights file; None: as the key has it.
    allow (Collection[str]): Names that stay; nobody is given one of them.
    judge (Optional[Judge]): Tells which words are names.
    quiet (bool): No progress bar.
    RETURNS (tuple[Key, DiscoveryReport]): The key, and what a person should know.
    """
    from ..key import LANG, SCOPE, Key, check_key_directory, holds_key
    from ..passes.discover import DiscoveryReport, discover

    o.choice(scope, SCOPES, "--scope")
    o.choice(pseudonyms, MODES, "--pseudonyms")
    given = read_weights(weights) if weights is not None else None
    if threshold is not None and not 0 < threshold < 1:
        raise PseudoError(Errors.P347)
    check_key_directory(directory)
    old = Key.load(directory) if holds_key(directory) else None
    if old is not None:
        mode, around = old.pseudonyms.mode, old.pseudonyms.template
        if (pseudonyms or mode, template or around) != (mode, around):
            raise PseudoError(Errors.P505.format(mode=mode, template=around))
        scope, lang = scope or old.scope, lang or old.lang
    _check_language(lang or LANG)
    report = DiscoveryReport()
    key = discover(
        o.progress(source.read(), what="discover", quiet=quiet), roster, key=old, exclude=exclude,
        scope=scope or SCOPE, pseudonyms=pseudonyms or MODES[0], template=TEMPLATE if template is None else template,
        seed=seed, lang=lang or LANG, threshold=threshold, weights=given, judge=judge, allow=allow,
        report=report,
    )  # fmt: skip
    if key.empty and not report.messages:
        raise PseudoError(Errors.P657.format(path=source.name))
    if key.empty:
        raise PseudoError(Errors.P507.format(messages=report.messages, path=source.name))
    if key.pseudonyms.mode == "id" and any("@" in person.id for person in key.roster):
        raise PseudoError(Errors.P509)
    key.seen = old.seen if old is not None else None
    return key, report


def learned(key: Key, report: DiscoveryReport) -> dict[str, str | None]:
    """RETURNS (dict[str, Optional[str]]): What discover writes to the key directory, by file; None: no such file.

    key (Key): What was discovered.
    report (DiscoveryReport): What a person should know.
    """
    from ..key import LANGUAGES, SUSPICIONS

    foreign = [{"id": id, "language": lang, "certainty": certainty} for id, lang, certainty in report.foreign]
    same = [{"ids": ids, "reason": "same name"} for ids in report.suspicions]
    return {**key.to_files(), SUSPICIONS: _listed(same), LANGUAGES: _listed(foreign)}


def _check_language(lang: str) -> None:
    from spacy.util import get_lang_class

    try:
        get_lang_class(lang)
    except ImportError as error:
        raise PseudoError(Errors.P354.format(lang=lang)) from error


def _listed(rows: Sequence[Mapping[str, object]]) -> str | None:
    """A list for a person to look at; where there is nothing to look at, there is no file."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows) or None


def read_weights(path: Path) -> Weights:
    """RETURNS (Weights): The weights in a file that `calibrate` made."""
    from ..people.evidence import Weights

    try:
        return Weights.from_json(path.read_text("utf-8"), str(path))
    except FileNotFoundError as error:
        raise PseudoError(Errors.P503.format(path=path)) from error
    except UnicodeDecodeError as error:
        raise PseudoError(Errors.P346.format(source=path)) from error
