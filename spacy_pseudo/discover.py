"""Discover: from messages and a roster to a key, in one pass over the messages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .corpus.threads import ThreadReport, Threads
from .key import Key
from .message import Message
from .people.context import Context, Place
from .people.discovery import Discovery
from .people.linking import SCOPES
from .people.name_map import NameMap
from .people.pseudonyms import MODES, TEMPLATE, Pseudonyms
from .people.roster import Participant, Roster


@dataclass
class DiscoveryReport:
    """What a person should know of the corpus.

    unknown_authors (dict[str, int]): Authors whom the roster lacks, with the number of their messages.
    anonymous (int): Messages without an author.
    threads (ThreadReport): What is wrong with the parents.
    look_alikes (set[str]): Texts that look like pseudonyms; nobody gets one of them.
    """

    messages: int = 0
    anonymous: int = 0
    unknown_authors: dict[str, int] = field(default_factory=dict)
    threads: ThreadReport = field(default_factory=ThreadReport)
    look_alikes: set[str] = field(default_factory=set)


def discover(
    messages: Iterable[Message],
    roster: Roster | None = None,
    *,
    key: Key | None = None,
    exclude: Iterable[str] = (),
    scope: str = SCOPES[1],
    pseudonyms: str = MODES[0],
    template: str = TEMPLATE,
    seed: int | None = None,
    lang: str = "en",
    report: DiscoveryReport | None = None,
) -> Key:
    """Find out who is called what, and draw pseudonyms.

    messages (Iterable[Message]): All messages; read once.
    roster (Optional[Roster]): The participants, as far as they are known.
    key (Optional[Key]): A key to extend: its pseudonyms, and what a person wrote into its name map, stay.
    exclude (Iterable[str]): Ids of people who did not consent.
    scope (str): Who is preferred when several share a name: 'thread', 'session' or 'all'.
    pseudonyms (str): How pseudonyms are made: 'number', 'id' or 'mask'.
    template (str): What stands around a pseudonym.
    seed (Optional[int]): For a reproducible drawing, in tests.
    lang (str): The language of the messages.
    report (Optional[DiscoveryReport]): Filled with what a person should know.
    RETURNS (Key): The key.
    """
    report = report if report is not None else DiscoveryReport()
    old = key if key is not None else Key()
    people = _together(old.roster, roster, set(exclude))
    drawn = Pseudonyms(pseudonyms, template) if key is None else old.pseudonyms
    look_alike = drawn.looks_like()
    discovery, threads = Discovery(people, lang=lang), Threads()
    ids: list[str] = []
    for number, message in enumerate(messages):
        message_id = message.id if message.id is not None else f"#{number}"
        threads.add(message if message.id is not None else replace(message, id=message_id))
        discovery.add(message)
        ids.append(message_id)
        report.anonymous += message.author is None
        report.look_alikes.update(look_alike.findall(message.text))
    report.messages = len(ids)
    report.threads = threads.finish()
    places = [_with_main_ids(threads.place(message_id), people) for message_id in ids]
    forms = discovery.forms(places)
    report.unknown_authors = discovery.unknown_authors
    name_map = old.name_map if old.name_map is not None else NameMap()
    offered = dict(old.offered)
    for person, own in forms.items():
        before = set(offered.get(person, ()))
        name_map.add_participant(person)
        for form in own:
            if form.text not in before:
                name_map.add(person, form)
        offered[person] = sorted(before | {form.text for form in own})
    counts = {**old.statistics.counts, **discovery.statistics.counts}
    discovery.statistics.counts = counts
    new = Key(
        people,
        name_map,
        drawn,
        _extended(old.context, ids, places),
        discovery.statistics,
        old.considered | discovery.considered,
        offered,
        old.eponyms | discovery.eponyms(),
        scope,
        lang,
    )
    new.draw(seed=seed, avoid=report.look_alikes)
    return new


def _together(old: Roster, new: Roster | None, exclude: set[str]) -> Roster:
    """Everybody, names of both; who is excluded is marked, and who is no longer is not."""
    people = {person.id: person for person in old}
    for person in new or ():
        known = people.get(person.id, person)
        names = tuple(dict.fromkeys((*person.names, *known.names)))
        ids = tuple(dict.fromkeys((*person.ids, *known.ids)))
        people[person.id] = Participant(person.id, names, ids, person.role or known.role)
    for person_id in exclude:
        if not any(person_id in (p.id, *p.ids) for p in people.values()):
            people[person_id] = Participant(person_id)
    return Roster(replace(p, excluded=not exclude.isdisjoint((p.id, *p.ids))) for p in people.values())


def _with_main_ids(place: Place, roster: Roster) -> Place:
    return replace(place, author=roster.main_id(place.author), parent_author=roster.main_id(place.parent_author))


def _extended(old: Context, ids: list[str], places: list[Place]) -> Context:
    """What was known of other messages stays, before what is new."""
    context = Context()
    new = set(ids)
    for message_id, place in old.places.items():
        if message_id not in new:
            context.add(message_id, replace(place, order=len(context.places)))
    for message_id, place in zip(ids, places, strict=True):
        context.add(message_id, replace(place, order=len(context.places)))
    return context
