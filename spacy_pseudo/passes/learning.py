"""Learning a corpus: discovery with what a key has chosen before, and what is refused."""

from __future__ import annotations

import json
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..corpus.share_modes import check_choice
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from ..key import LANG, LANGUAGES, SCOPE, SUSPICIONS, Key
from ..message import Message
from ..people.owners import SCOPES
from ..people.pseudonyms import MODES, TEMPLATE
from ..text.words import fold_all
from .discover import Gather, discover, gather_here
from .discovery_report import DiscoveryReport

if TYPE_CHECKING:
    from ..name_words.judges import Judge
    from ..people.evidence import Weights
    from ..people.roster import Participant, Roster


def learn(
    messages: Iterable[Message],
    roster: Roster | None,
    old: Key | None,
    *,
    source: str,
    report: DiscoveryReport,
    exclude: Collection[str] | None = None,
    scope: str | None = None,
    pseudonyms: str | None = None,
    template: str | None = None,
    seed: int | None = None,
    lang: str | None = None,
    threshold: float | None = None,
    weights: Weights | None = None,
    allow: Collection[str] = (),
    judge: Judge | None = None,
    gather: Gather = gather_here,
) -> Key:
    """Discover, with None for what is as the key has it.

    messages (Iterable[Message]): All messages.
    roster (Optional[Roster]): The participants.
    old (Optional[Key]): The key that is extended.
    source (str): What the messages are called in an error.
    report (DiscoveryReport): Filled with what a person should know.
    exclude, scope, pseudonyms, template, seed, lang, threshold, weights, allow, judge, gather: As for `discover`.
    RETURNS (Key): The key. Nothing is written yet: see `learned`.
    """
    if scope is not None:
        check_choice(scope, "--scope", SCOPES)
    if pseudonyms is not None:
        check_choice(pseudonyms, "--pseudonyms", MODES)
    if threshold is not None and not 0 < threshold < 1:
        raise PseudoError(Errors.P347)
    if old is not None:
        mode, around = old.pseudonyms.mode, old.pseudonyms.template
        if (pseudonyms or mode, template or around) != (mode, around):
            raise PseudoError(Errors.P505.format(mode=mode, template=around))
        scope, lang = scope or old.scope, lang or old.lang
        _check_same_people(old.roster, roster or ())
    _check_language(lang or LANG)
    key = discover(
        messages, roster, key=old, exclude=exclude, scope=scope or SCOPE, pseudonyms=pseudonyms or MODES[0],
        template=TEMPLATE if template is None else template, seed=seed, lang=lang or LANG, threshold=threshold,
        weights=weights, judge=judge, allow=allow, report=report, gather=gather,
    )  # fmt: skip
    if key.empty and not report.messages:
        raise PseudoError(Errors.P657.format(path=source))
    if key.empty:
        raise PseudoError(Errors.P507.format(messages=report.messages, path=source))
    if key.pseudonyms.mode == "id" and any("@" in person.id for person in key.roster):
        raise PseudoError(Errors.P509)
    key.seen = old.seen if old is not None else None
    return key


def learned(key: Key, report: DiscoveryReport) -> dict[str, Any]:
    """RETURNS (dict[str, Optional[Content]]): What discover writes to the key directory, by file; None: no such file.

    key (Key): What was discovered.
    report (DiscoveryReport): What a person should know.
    """
    foreign = [{"id": id, "language": lang, "certainty": certainty} for id, lang, certainty in report.foreign]
    same = [{"ids": ids, "reason": "same name"} for ids in report.suspicions]
    return {**key.to_contents(), SUSPICIONS: _listed(same), LANGUAGES: _listed(foreign)}


def _check_same_people(old: Iterable[Participant], new: Iterable[Participant]) -> None:
    """Two forums may count their people alike: t01 of the one is not t01 of the other, and must not get their names."""
    known = {person.id: full for person in old if (full := _full_names(person))}
    shared = [(known[person.id], full) for person in new if person.id in known and (full := _full_names(person))]
    strange = sum(before.isdisjoint(now) for before, now in shared)
    told = {"strange": strange, "shared": len(shared)}
    if strange > len(shared) / 2:
        raise PseudoError(Errors.P515.format(**told))
    if strange:
        warnings.warn(Warnings.W512.format(**told), PseudoWarning, stacklevel=2)


def _full_names(person: Participant) -> set[str]:
    """Folded words of names that have several: a handle may become a name."""
    return {word for name in person.names if len(words := fold_all(name)) > 1 for word in words}


def _check_language(lang: str) -> None:
    from spacy.util import get_lang_class

    try:
        get_lang_class(lang)
    except ImportError as error:
        raise PseudoError(Errors.P354.format(lang=lang)) from error


def _listed(rows: Sequence[Mapping[str, object]]) -> str | None:
    """A list for a person to look at; where there is nothing to look at, there is no file."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows) or None
