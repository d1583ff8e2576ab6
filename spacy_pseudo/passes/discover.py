"""Discover: from messages and a roster to a key, in one pass over the messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

from ..errors import Errors, PseudoError
from ..key import LANG, SCOPE, Key
from ..message import Message
from ..people.evidence import Weights
from ..people.forgotten import ID
from ..people.pseudonyms import MODES, TEMPLATE, Pseudonyms
from ..people.roster import Participant, Roster
from .concluding import conclude
from .discovery_report import DiscoveryReport
from .partitions import Before, Counts, Reading, discover_partition

if TYPE_CHECKING:
    from ..name_words.judges import Judge

# From messages, and what they are read with, to what was seen in all of them.
Gather = Callable[[Iterable[Message], Reading], Counts]


def gather_here(messages: Iterable[Message], reading: Reading) -> Counts:
    """RETURNS (Counts): What is seen in all messages, which are one partition, read in this process."""
    return discover_partition(messages, Before(), reading)


def discover(
    messages: Iterable[Message],
    roster: Roster | None = None,
    *,
    key: Key | None = None,
    exclude: Iterable[str] | None = None,
    scope: str = SCOPE,
    pseudonyms: str = MODES[0],
    template: str = TEMPLATE,
    seed: int | None = None,
    lang: str = LANG,
    threshold: float | None = None,
    weights: Weights | None = None,
    judge: Judge | Literal["packaged"] | None = "packaged",
    allow: Iterable[str] = (),
    report: DiscoveryReport | None = None,
    gather: Gather = gather_here,
) -> Key:
    """Find out who is called what, and draw pseudonyms.

    messages (Iterable[Message]): All messages; read once.
    roster (Optional[Roster]): The participants, as far as they are known.
    key (Optional[Key]): A key to extend: its pseudonyms, and what a person wrote into its name map, stay.
    exclude (Optional[Iterable[str]]): Ids of people who did not consent; None leaves it as the key has it.
    scope (str): Who is preferred when several share a name: 'thread', 'session' or 'all'.
    pseudonyms (str): How pseudonyms are made, where there is no key: 'number', 'id', 'mask' or
        'surrogate'.
    template (str): What stands around a pseudonym, where there is no key.
    seed (Optional[int]): For a reproducible drawing, in tests.
    lang (str): The language of the messages.
    threshold (Optional[float]): The confidence from which a form is taken to be somebody's; None: as the key has it,
        otherwise as the weights say.
    weights (Optional[Weights]): By which evidence is weighed; None: as the key has it, otherwise the packaged ones.
    judge (Judge | 'packaged' | None): Tells which words are names, from how they are used in all messages: the model
        of the package, that of `spacy-pseudo train`, a pruned list (see name_words.judging), or nobody.
    allow (Iterable[str]): Names that stay; nobody is given one of them.
    report (Optional[DiscoveryReport]): Filled with what a person should know.
    gather (Callable[[Iterable[Message], Reading], Counts]): Sees to it that all messages are read, here or in
        partitions.
    RETURNS (Key): The key.
    """
    report = report if report is not None else DiscoveryReport()
    report.lang = lang
    old = key if key is not None else Key(pseudonyms=Pseudonyms(pseudonyms, template))
    people = _together(old.roster, _remembered(roster, old))
    if weights is None:
        weights, threshold = old.own_weights, old.own_threshold if threshold is None else threshold
    if threshold is not None and not 0 < threshold < 1:
        raise PseudoError(Errors.P347)
    if judge == "packaged":
        from ..name_words.classifier import NameWordClassifier

        judge = NameWordClassifier.packaged()
    reading = Reading(people, old, lang=lang, judged=judge is not None)
    counts = gather(messages, reading)
    return conclude(
        counts, reading, old, exclude=exclude, scope=scope, seed=seed, weights=weights, threshold=threshold,
        judge=judge, allow=allow, report=report,
    )  # fmt: skip


def _remembered(roster: Roster | None, key: Key) -> Roster | None:
    """The class list without people who were erased from the key."""
    if roster is None or not key.forgotten:
        return roster
    return Roster(p for p in roster if not any(key.forgotten.knows(ID, id) for id in (p.id, *p.ids)))


def _together(old: Roster, new: Roster | None) -> Roster:
    """Everybody, with the names and ids of both; whose ids were made one person's stays one."""
    people = {person.id: person for person in old}
    for person in new or ():
        main = old.main_id(person.id) or person.id
        known = people.get(main, person)
        names = tuple(dict.fromkeys((*person.names, *known.names)))
        ids = tuple(id for id in dict.fromkeys((*person.ids, *known.ids)) if id != main)
        people[main] = Participant(main, names, ids, person.role or known.role, known.excluded)
    return Roster(people.values())
