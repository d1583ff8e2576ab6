"""What may be chosen about how messages are read and written, with the defaults; each has one home, here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from ..attrs import IDENTIFIER_LABELS
from ..corpus.share_modes import KEEP, check_ids, check_timestamps
from ..errors import Errors, PseudoError
from ..people.others.modes import MASK, check_mode
from ..surrogates.strategies import MOVE, SHIFT, check_cities, check_dates, resolve


def check_labels(labels: Iterable[str]) -> None:
    """Make sure that labels are known."""
    for label in labels:
        if label not in IDENTIFIER_LABELS:
            raise PseudoError(Errors.P411.format(label=label, labels=", ".join(IDENTIFIER_LABELS)))


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What may be chosen; what cannot be is an error.

    misspellings (bool): Unknown words near a name are looked for.
    allow (Sequence[str]): Names that stay wherever they stand; `*` stands for any letters: '*berg', 'van *'.
    citations (bool): Cited authors and the names of things ("Cohen's d") stay.
    public_figures (bool): The names on the packaged list stay, unless a participant is called so.
    labels (Sequence[str]): Other personal data that is looked for.
    sensitive (bool): Ethnic, political, religious and sexual words of the packaged lists are looked for.
    words (Mapping[str, Sequence[str]]): Words to be marked besides, by label.
    rules (Sequence[str]): Texts with rules of the user's own, each with its label; see text/rules.py.
    scope (Optional[str]): Who is preferred when several share a name: 'thread', 'session' or 'all'; else the key's.
    entities (bool): Persons among the entities of a Doc count as people who take no part, unless they do, or stay.
    identifiers (Mapping[str, str]): What is done with other personal data, by label or group of labels; see
        `surrogates.strategies`.
    visible (bool): Surrogates are put in brackets, so that readers see what was replaced.
    own_nicknames (bool): Nicknames, initials and stylised names get a related pseudonym of their own: [U12b].
    slips (bool): A misspelled name becomes a drawn name with the same kind of slip in it.
    latin (bool): Drawn names are in Latin letters, whatever the script of the names that they stand for.
    dates (str): 'shift' moves all dates by the same number of weeks, 'random' each by another number of days.
    cities (str): Where countries become others, a city of which a text says no country goes with its own ('move'), or
        stays there ('stay'); regions and streets do as cities do.
    others (str): What is done with names of people who take no part: 'keep' leaves them, 'mask' writes the same for
        all, 'pseudonym' another pseudonym for each.
    ids (str): In metadata, ids of messages, threads and sessions are kept ('keep'), but for those that give somebody
        away, or all become codes ('code').
    timestamps (str): In metadata, time stamps are kept ('keep'), moved by a secret clock ('shift') or all by the same
        number of weeks ('weeks'), or left out ('drop').
    """

    misspellings: bool = True
    allow: Sequence[str] = ()
    citations: bool = True
    public_figures: bool = True
    labels: Sequence[str] = IDENTIFIER_LABELS
    sensitive: bool = True
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rules: Sequence[str] = ()
    scope: str | None = None
    entities: bool = False
    identifiers: Mapping[str, str] = field(default_factory=dict)
    visible: bool = False
    own_nicknames: bool = False
    slips: bool = False
    latin: bool = False
    dates: str = SHIFT
    cities: str = MOVE
    others: str = MASK
    ids: str = KEEP
    timestamps: str = KEEP

    def __post_init__(self) -> None:
        # What needs much to be checked is checked only if it was chosen: config is read before anything else is.
        if self.allow:
            from ..people.allowlist import Allowlist

            Allowlist(self.allow)
        if self.scope is not None:
            from ..people.owners import SCOPES

            if self.scope not in SCOPES:
                raise PseudoError(Errors.P404.format(scope=self.scope, scopes=", ".join(SCOPES)))
        if self.rules:
            from ..identifiers.grammars import check_rules

            check_rules(tuple(self.rules))
        check_labels([*self.labels, *self.words])
        check_mode(self.others)
        check_dates(self.dates)
        check_cities(self.cities)
        check_ids(self.ids)
        check_timestamps(self.timestamps)
        resolve(self.identifiers)

    @property
    def strategies(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): What is done with other personal data, for every label."""
        return resolve(self.identifiers)


def defaults(*names: str) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): The defaults of some choices as plain data, for the config of a component."""
    given = {one.name: {} if one.default is MISSING else one.default for one in fields(Choices)}
    return {name: list(given[name]) if isinstance(given[name], tuple) else given[name] for name in names}
