"""Discover: from messages and a roster to a key, in one pass over the messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import regex

from .. import languages
from ..corpus.replies import ThreadReport, Threads
from ..errors import Errors, PseudoError
from ..key import LANG, SCOPE, Key, seeded_secret
from ..message import Message
from ..people.connections import merge, settle
from ..people.context import Context, Place
from ..people.discovery import Discovery
from ..people.evidence import Weights
from ..people.forgotten import ID
from ..people.name_map import Form, NameMap
from ..people.others.modes import looks_like
from ..people.pseudonyms import MODES, TEMPLATE, Pseudonyms
from ..people.roster import Participant, Roster
from ..people.suspicions import same_person
from ..text.language import find_language, is_covered
from ..text.lexing import Text
from ..text.line_ends import lined
from ..text.markup import plain
from .cutting import without_forgotten

if TYPE_CHECKING:
    from ..name_words.judges import Judge


@dataclass
class DiscoveryReport:
    """What a person should know of the corpus.

    messages (int): How many there are.
    anonymous (int): Messages without an author.
    empty (int): Messages without a text.
    authors (dict[str, int]): How many messages each person wrote.
    unknown_authors (dict[str, str]): Authors whom the roster lacks, with the id of their first message.
    threads (ThreadReport): What is wrong with the parents.
    unknown_excluded (int): People to be left out of whom there is no trace.
    suspicions (list[tuple[str, ...]]): Ids that may be one person's.
    look_alikes (set[str]): Texts that look like pseudonyms; nobody new gets one of them.
    lang (str): The language whose lists are used.
    languages (dict[str, int]): How many messages are in which language, as far as it can be told.
    foreign (list[tuple[str, str, float]]): Messages that these lists do not cover: id, language and its certainty.
    """

    messages: int = 0
    anonymous: int = 0
    empty: int = 0
    authors: dict[str, int] = field(default_factory=dict)
    unknown_authors: dict[str, str] = field(default_factory=dict)
    threads: ThreadReport = field(default_factory=ThreadReport)
    unknown_excluded: int = 0
    suspicions: list[tuple[str, ...]] = field(default_factory=list)
    look_alikes: set[str] = field(default_factory=set)
    lang: str = LANG
    languages: dict[str, int] = field(default_factory=dict)
    foreign: list[tuple[str, str, float]] = field(default_factory=list)

    def add(self, message: Message, roster: Roster) -> None:
        """Count a message.

        message (Message): The message; its author is a main id.
        roster (Roster): The people known before it.
        """
        message = plain(message)
        self.messages += 1
        self.empty += not message.text.strip()
        found = find_language(message.text)
        self.languages[found.lang] = self.languages.get(found.lang, 0) + 1
        if not is_covered(found.lang, self.lang):
            self.foreign.append((message.id or "", *found))
        if message.author is None:
            self.anonymous += 1
            return
        self.authors[message.author] = self.authors.get(message.author, 0) + 1
        if message.author not in roster:
            self.unknown_authors.setdefault(message.author, message.id or "")


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
    RETURNS (Key): The key.
    """
    report = report if report is not None else DiscoveryReport()
    report.lang = lang
    old = key if key is not None else Key(pseudonyms=Pseudonyms(pseudonyms, template))
    forgotten = old.forgotten  # they stay out, whoever lists them
    people = _together(old.roster, _remembered(roster, old))
    main_id = _main_ids(people, old.pseudonyms)
    look_alike = (old.pseudonyms.looks_like(), looks_like(old.pseudonyms.template))
    if weights is None:
        weights, threshold = old.own_weights, old.own_threshold if threshold is None else threshold
    if threshold is not None and not 0 < threshold < 1:
        raise PseudoError(Errors.P347)
    if judge == "packaged":
        from ..name_words.classifier import NameWordClassifier

        judge = NameWordClassifier.packaged()
    with languages.speaking(lang):
        discovery = Discovery(people, lang=lang, weights=weights, threshold=threshold, judge=judge)
        threads = Threads()
        ids: list[str] = []
        for number, message in enumerate(messages):
            if forgotten.knows(ID, message.author):
                continue
            message = without_forgotten(message, old, blank=True)
            message = replace(
                plain(message),
                text=lined(Text(plain(message).text, lang)),
                id=message.id if message.id is not None else f"#{number}",
                author=main_id(message.author),
                parent_author=main_id(message.parent_author),
            )
            threads.add(message)
            report.add(message, people)
            for pattern in look_alike:
                message = _without(pattern, message, report.look_alikes)
            discovery.add(message)
            Text.of(message.text).hand_on()
            ids.append(message.id or "")
        report.threads = threads.finish()
        places = [threads.place(message_id) for message_id in ids]
        forms = discovery.forms(places)
        name_map, offered = _mapped(old, forms)
        discovery.statistics.counts = {**old.statistics.counts, **discovery.statistics.counts}
        context = _extended(old.context, ids, places)
        for name, where in discovery.discussed().items():
            context.discussed.setdefault(name, {}).update(where)
        connections = merge(old.connections, discovery.connections(ids))
        new = Key(
            people if exclude is None else _excluding(people, set(exclude), report),
            name_map,
            old.pseudonyms,
            context,
            discovery.statistics,
            old.considered | discovery.considered,
            offered,
            old.eponyms | discovery.eponyms(),
            scope,
            lang,
            look_alikes=old.look_alikes | report.look_alikes,
            connections=settle(connections, name_map, offered),
            weights=weights,
            threshold=threshold,
            secret=old.own_secret if old.own_secret is not None or seed is None else seeded_secret(seed),
            surrogates=old.surrogates,
            others=old.others,
            decisions=old.decisions,
            adapted=old.judged_places,
            cited=old.cited | discovery.cited(),
            exchange=old.exchange,
            forgotten=forgotten.codes,
        )
        new.draw(seed=seed, avoid=allow)
        new.add_others(discovery.others(ignored=new.is_pseudonym), seed=seed, avoid=allow)
        report.suspicions = same_person(new.roster, name_map)
        return new.reread()


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


def _excluding(people: Roster, exclude: set[str], report: DiscoveryReport) -> Roster:
    """Exactly those are marked who did not consent; one who is not known yet may turn up later."""
    exclude = {_plain_id(person_id) for person_id in exclude}
    known = {_plain_id(id) for person in people for id in (person.id, *person.ids)}
    strangers = sorted(exclude - known)
    report.unknown_excluded = len(strangers)
    everybody = (*people, *map(Participant, strangers))
    return Roster(replace(p, excluded=not exclude.isdisjoint(map(_plain_id, (p.id, *p.ids)))) for p in everybody)


def _plain_id(id: str) -> str:
    """Addresses are the same in capitals and in small letters."""
    return id.casefold() if "@" in id else id


def _main_ids(roster: Roster, pseudonyms: Pseudonyms) -> Callable[[str | None], str | None]:
    """From an id in the messages to the person's main id. In what was pseudonymised before, pseudonyms stand for ids:
    they lead back to the person, or to nobody where all share one."""
    owners = {label: person for person, label in pseudonyms.labels.items()} if pseudonyms.mode != "mask" else {}

    def main_id(any_id: str | None) -> str | None:
        if any_id is None or any_id in roster or not pseudonyms.is_label(any_id):
            return roster.main_id(any_id)
        return owners.get(any_id)

    return main_id


def _without(look_alike: regex.Pattern[str], message: Message, found: set[str]) -> Message:
    """What looks like a pseudonym is nobody's name: it is noted, and blanked out."""
    here = {hit for text in (message.text, message.subject or "") for hit in look_alike.findall(text)}
    if not here:
        return message
    found |= here
    text, subject = (look_alike.sub(lambda m: " " * len(m[0]), text) for text in (message.text, message.subject or ""))
    return replace(message, text=lined(Text(text, languages.spoken())), subject=subject or None)


def _mapped(old: Key, forms: dict[str, list[Form]]) -> tuple[NameMap, dict[str, list[str]]]:
    """The name map with the forms that were never offered before: what a person deleted does not come back."""
    name_map = old.name_map if old.name_map is not None else NameMap()
    offered = dict(old.offered) if old.name_map is not None else {}
    for person, own in forms.items():
        before = set(offered.get(person, ()))
        name_map.add_participant(person)
        for form in own:
            if form.text not in before:
                name_map.add(person, form)
        offered[person] = sorted(before | {form.text for form in own})
    return name_map, offered


def _extended(old: Context, ids: list[str], places: list[Place]) -> Context:
    """What was known of other messages stays, before what is new."""
    context = Context()
    context.discussed = {name: dict(where) for name, where in old.discussed.items()}
    new = set(ids)
    for message_id, place in old.places.items():
        if message_id not in new:
            context.add(message_id, replace(place, order=len(context.places)))
    for message_id, place in zip(ids, places, strict=True):
        context.add(message_id, replace(place, order=len(context.places)))
    return context
