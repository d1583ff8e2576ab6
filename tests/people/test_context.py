"""Where messages stand and who is around them: whatever the columns make of it, it is what plain dicts would say."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from spacy_pseudo import Message
from spacy_pseudo.people.context import Context, Place
from spacy_pseudo.people.id_table import IdTable

PEOPLE = ("mary", "robert", "zoë", "m\u2028p", "")
THREADS = (None, "t1", "t2", "mary", "ü", "")
SESSIONS = (None, "autumn", "spring", "t1")


def a_corpus(chance: random.Random, size: int) -> dict[str, Place]:
    """RETURNS (dict[str, Place]): Messages with all kinds of gaps; ids are also names of people, threads and sessions,
    and some answer what comes later or never."""
    ids = [*dict.fromkeys([*(f"m{number}" for number in range(size)), "t1", "mary", "\u00e5\U0001f642", ""])]
    chance.shuffle(ids)
    return {
        id: Place(
            chance.choice((None, *PEOPLE)),
            chance.choice((None, "gone", *ids)),
            chance.choice((None, *PEOPLE, "somebody else")),
            chance.choice(THREADS),
            chance.choice(SESSIONS),
            3 * order,
        )
        for order, id in enumerate(ids)
    }


def context_of(places: dict[str, Place]) -> Context:
    """RETURNS (Context): The context of messages."""
    context = Context()
    for id, place in places.items():
        context.add(id, place)
    return context


@pytest.mark.parametrize("seed", range(8))
def test_places_and_people_are_what_plain_dicts_say(seed: int) -> None:
    chance = random.Random(seed)
    places = a_corpus(chance, chance.choice((0, 1, 30, 300)))
    context = context_of(places)
    assert list(context.places) == list(places)
    assert context.places == places
    everybody = Counter(place.author for place in places.values() if place.author is not None)
    sessions = {(place.author, place.session) for place in places.values() if None not in (place.author, place.session)}
    several = sum(n > 1 for n in Counter(person for person, _ in sessions).values())
    for id, place in places.items():
        around = context.around(Message(id=id))
        posts: dict[str, list[int]] = {}
        for other in places.values():
            same = (other.session, other.thread) == (place.session, place.thread)
            if same and other.thread is not None and other.author is not None:
                posts.setdefault(other.author, []).append(other.order)
        assert {person: list(orders) for person, orders in around.posts.items()} == posts
        assert around.session == {
            p for p, session in sessions if place.session is not None and session == place.session
        }
        assert around.everybody == everybody
        assert (around.author, around.parent, around.order) == (place.author, place.parent_author, place.order)
        assert around.thread == (place.session, place.thread)
        assert around.mixed == (several * 10 >= len(everybody))
        for person in PEOPLE:
            before = [order for order in posts.get(person, ()) if order < place.order]
            assert around.last_post(person) == (before[-1] if before else None)
            assert around.in_thread(person) == (person in posts or person in (place.author, place.parent_author))


@pytest.mark.parametrize("seed", range(3))
def test_the_same_bytes_after_the_way_through_a_file(seed: int) -> None:
    places = a_corpus(random.Random(seed), 200)
    lines = [json.dumps(row, ensure_ascii=False) for row in context_of(places).to_rows()]
    assert lines == [
        json.dumps({"id": id, **{name: getattr(place, name) for name in Place.__slots__}}, ensure_ascii=False)
        for id, place in places.items()
    ]
    again = Context.from_rows(map(json.loads, lines))
    assert [json.dumps(row, ensure_ascii=False) for row in again.to_rows()] == lines


def test_who_is_around_a_message_that_the_key_does_not_know() -> None:
    places = {
        "m1": Place("mary", None, None, "t1", "autumn", 0),
        "m2": Place("robert", "m1", "mary", "t1", "autumn", 1),
        "m3": Place("robert", None, None, "t2", "spring", 2),
    }
    context = context_of(places)
    new = context.around(Message("Hi", "m9", "zoë", parent_author="mary", thread="t1", session="autumn"))
    assert {person: list(orders) for person, orders in new.posts.items()} == {"mary": [0], "robert": [1]}
    assert (new.author, new.parent, new.order, new.session) == ("zoë", "mary", 3, {"mary", "robert"})
    assert new.last_post("robert") == 1
    elsewhere = context.around(Message("Hi", "m9", "zoë", thread="t1", session="spring"))
    assert (dict(elsewhere.posts), elsewhere.session) == ({}, {"robert"})
    nowhere = context.around(Message("Hi", "m9", "zoë", thread="t9", session="winter"))
    assert (dict(nowhere.posts), nowhere.session) == ({}, frozenset())
    assert context.around(Message("Hi")).order == 3
    assert context.places.get("m9") is None
    assert context.complete(Message("Hi", "m9")) == Message("Hi", "m9")
    assert context.complete(Message("Hi", "m2")) == Message("Hi", "m2", parent_author="mary", thread="t1")
    assert context.complete(Message("Hi", "m2", thread="own")).thread == "own"


def test_a_message_that_comes_twice_stands_where_it_came_last() -> None:
    first, second = Place("mary", None, None, "t1", None, 0), Place("robert", "m2", "zoë", "t2", "spring", 5)
    context = context_of({"m1": first, "m2": first})
    assert set(context.around(Message(id="m2")).posts) == {"mary"}
    context.add("m1", second)
    assert list(context.places.items()) == [("m1", second), ("m2", first)]
    assert set(context.around(Message(id="m1")).posts) == {"robert"}
    assert context.around(Message(id="m1")).everybody == {"mary": 1, "robert": 1}


def test_more_threads_and_sessions_than_are_at_hand() -> None:
    count = 1000
    places = {f"m{n}": Place(f"p{n % 7}", None, None, f"t{n % 500}", f"s{n % 500}", n) for n in range(count)}
    context = context_of(places)
    for _ in range(2):
        for n in range(count):
            around = context.around(Message(id=f"m{n}"))
            partner = n + 500 if n < 500 else n - 500
            assert around.posts.keys() == around.session == {f"p{n % 7}", f"p{partner % 7}"}


def test_ids_are_found_again_in_a_process_with_other_hashes() -> None:
    ids = [f"id {number}" for number in range(1000)]
    context = context_of({id: Place("mary", None, None, id, None, n) for n, id in enumerate(ids)})
    code = (
        "import pickle, sys; c = pickle.load(sys.stdin.buffer);"
        "print(all(c.places[id].thread == id for id in list(c.places)), 'id 1000' in c.places, len(c.places))"
    )
    environment = {"PYTHONHASHSEED": "11"}
    made = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(context), capture_output=True, check=True, env=environment
    )
    assert made.stdout.split() == [b"True", b"False", b"1000"]


def test_a_message_more_takes_less_memory_than_its_line_in_the_file() -> None:
    count = 20_000

    def rows() -> Iterator[dict[str, object]]:
        for n in range(count):
            parent = f"message {n - 1}" if n % 5 else None
            thread, session = f"thread {n // 10}", f"session {n // 1000}"
            yield {"id": f"message {n}", **asdict(Place(f"person {n % 99}", parent, None, thread, session, n))}

    tracemalloc.start()
    context = Context.from_rows(rows())
    context.around(Message(id="message 1"))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(context.places) == count
    assert taken / count < 120


def test_an_id_has_the_number_of_its_first_time() -> None:
    ids = ["a", "", "ä", "a", "\ud800", "b" * 1000, ""]
    table = IdTable(ids)
    assert list(table) == list(dict.fromkeys(ids))
    assert [table.add(id) for id in ids] == [0, 1, 2, 0, 3, 4, 1]
    assert (table.number("b"), "b" in table, None in table, len(table)) == (None, False, False, 5)


def test_a_place_that_somebody_changes_is_their_own() -> None:
    place = Place("mary", None, None, "t1", None, 0)
    context = context_of({"m1": place})
    changed = replace(context.places["m1"], author="robert")
    assert (context.places["m1"], changed.author) == (place, "robert")
