"""One person in several sources."""

from __future__ import annotations

import pytest

from spacy_pseudo.people.identities import BY_ADDRESS, BY_ID, BY_NAME, CLASH, Identities
from spacy_pseudo.people.roster import Participant

CLASS = [
    Participant("s1", ("Calder, Mary Jane",), ("mj@uni.example",)),
    Participant("s2", ("Robert Gillespie",)),
    Participant("s3", ("Robert Ashdown",)),
]


@pytest.mark.parametrize(
    ("id", "names", "main", "way"),
    [
        ("s2", ["Bob"], "s2", BY_ID),
        ("MJ@uni.example", ["emjay"], "s1", BY_ADDRESS),
        ("x9", ["mj@uni.example"], "s1", BY_ADDRESS),
        ("rob@home.example", ["Gillespie, Robert (SP)"], "s2", BY_NAME),
        ("43", ["Mary Calder"], "s1", BY_NAME),
        ("bob@home.example", ["Robert"], "bob@home.example", None),
        ("rg@home.example", ["R. Gillespie"], "rg@home.example", None),
        ("k@home.example", ["Kay Muir"], "k@home.example", None),
    ],
)
def test_somebody_is_found_among_those_known(id: str, names: list[str], main: str, way: str | None) -> None:
    identities = Identities(CLASS)
    assert identities.add({id: names}) == {id: main}
    assert dict(identities.matched) == ({way: 1} if way else {})
    person = identities.roster.get(main)
    assert person is not None
    assert set(names) <= set(person.names)
    assert id in identities.roster


def test_people_of_one_source_are_found_in_the_next() -> None:
    identities = Identities()
    identities.add({"7": ["Mary Calder"], "8": ["Kay Muir"]}, source=1)
    found = identities.add({"mc@uni.example": ["Mary Calder"], "z@uni.example": ["Zoe Lund"]}, source=2)
    assert found == {"mc@uni.example": "7", "z@uni.example": "z@uni.example"}
    assert [person.id for person in identities.roster] == ["7", "8", "z@uni.example"]


def test_an_id_may_be_somebody_else_s_in_another_source() -> None:
    identities = Identities()
    identities.add({"7": ["Mary Calder"], "8": ["Kay Muir"], "9": []}, source=1)
    found = identities.add({"7": ["Zoe Lund"], "8": ["MUIR, Kay"], "9": ["Ana Rey"]}, source=2)
    assert found == {"7": "2:7", "8": "8", "9": "9"}
    assert identities.matched[CLASH] == 1
    # The same again, as when a key is applied that was made of both.
    again = Identities(identities.roster)
    again.add({"7": ["Mary Calder"], "8": ["Kay Muir"], "9": []}, source=1)
    assert again.add({"7": ["Zoe Lund"], "8": ["MUIR, Kay"], "9": ["Ana Rey"]}, source=2) == found


def test_two_accounts_are_two_people_and_two_addresses_one() -> None:
    accounts = Identities(CLASS)
    assert accounts.add({"a": ["Robert Ashdown"], "b": ["Robert Ashdown"]}) == {"a": "a", "b": "b"}
    addresses = Identities(CLASS)
    assert set(addresses.add({"a@x.example": ["Robert Ashdown"], "b@y.example": ["Robert Ashdown"]}).values()) == {"s3"}


def test_a_name_that_two_people_have_matches_nobody() -> None:
    identities = Identities([*CLASS, Participant("s4", ("Robert Ashdown",))])
    assert identities.add({"ra@x.example": ["Robert Ashdown"]}) == {"ra@x.example": "ra@x.example"}


def test_an_address_alone_tells_a_name() -> None:
    identities = Identities()
    identities.add({"mary.calder@uni.example": []})
    [person] = identities.roster
    assert person.names == ("mary.calder@uni.example",)
