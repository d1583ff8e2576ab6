"""From what was seen in all messages to a key: who is called what is weighed, and pseudonyms are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import languages
from ..corpus.replies import Threads
from ..key import Key, seeded_secret
from ..people.connections import merge, settle
from ..people.context import Context, Place
from ..people.discovery import Discovery
from ..people.evidence import Weights
from ..people.name_map import Form, NameMap
from ..people.roster import Participant, Roster
from ..people.suspicions import same_person
from .discovery_report import DiscoveryReport
from .partitions import Counts, Reading

if TYPE_CHECKING:
    from ..name_words.judges import Judge


def conclude(
    counts: Counts,
    reading: Reading,
    old: Key,
    *,
    exclude: Iterable[str] | None,
    scope: str,
    seed: int | None,
    weights: Weights | None,
    threshold: float | None,
    judge: Judge | None,
    allow: Iterable[str],
    report: DiscoveryReport,
) -> Key:
    """Weigh what was seen, and draw pseudonyms.

    counts (Counts): What was seen in all messages; used up.
    reading (Reading): What they were read with.
    old (Key): The key that is extended.
    judge (Judge | None): Tells which words are names, from how they are used in all messages.
    exclude, scope, seed, weights, threshold, allow: As for `discover`.
    report (DiscoveryReport): Filled with what a person should know.
    RETURNS (Key): The key.
    """
    report.extend(counts.report)
    report.threads = counts.threads.finish()
    people, lang, ids = Roster(reading.people), reading.lang, counts.threads.ids
    with languages.speaking(lang):
        discovery = Discovery(
            *(people, reading.take_index(), counts.sightings, counts.gathering),
            lang=lang,
            weights=weights,
            threshold=threshold,
            judge=judge,
        )
        places = [counts.threads.place(message_id) for message_id in ids]
        counts.threads = Threads()  # memory: of many messages it takes much, and the places have what is needed
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
            forgotten=old.forgotten.codes,
        )
        new.draw(seed=seed, avoid=allow)
        new.add_others(discovery.others(ignored=new.is_pseudonym), seed=seed, avoid=allow)
        report.suspicions = same_person(new.roster, name_map)
        return new.reread()


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
        order = len(context.places)
        context.add(message_id, place if place.order == order else replace(place, order=order))
    return context
