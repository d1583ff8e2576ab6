"""One person in several sources."""

from __future__ import annotations

import pytest

from spacy_pseudo.people.identities import BY_ADDRESS, BY_ID, BY_NAME, BY_NUMBER, CLASH, Identities
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


def test_names_say_who_it_is_rather_than_numbers() -> None:
    # The class list counts otherwise than the forum.
    identities = Identities([Participant("2", ("Robert Gillespie",)), Participant("3", ("Mary Calder",))])
    assert identities.add({"2": ["Mary Calder"], "3": ["Robert Gillespie"]}) == {"2": "3", "3": "2"}
    # In the first source, a name that nobody has is a new name of whoever has the id.
    assert identities.add({"2": ["Liz Muir"]}) == {"2": "2"}


@pytest.mark.parametrize(
    ("one", "other"), [("Mary Calder", "Mary Poe"), ("Ana de Souza", "Rui de Melo"), ("Li Wei", "Wei Zhang")]
)
def test_a_word_in_common_does_not_make_one_person(one: str, other: str) -> None:
    identities = Identities()
    identities.add({"5": [one]}, source=1)
    assert identities.add({"5": [other]}, source=2) == {"5": "2:5"}


def test_without_names_the_number_decides_and_is_counted() -> None:
    identities = Identities()
    identities.add({"9": ["Owen Lund"]}, source=1)
    assert identities.add({"9": []}, source=2) == {"9": "9"}
    assert identities.matched[BY_NUMBER] == 1


def test_sources_in_another_order_lead_to_the_same_people() -> None:
    first, second = {"5": ["Mary Calder"]}, {"5": ["Robert Poe"]}
    identities = Identities()
    identities.add(first, source=1)
    identities.add(second, source=2)
    again = Identities(identities.roster)
    assert again.add(second, source=1) == {"5": "2:5"}
    assert again.add(first, source=2) == {"5": "5"}
