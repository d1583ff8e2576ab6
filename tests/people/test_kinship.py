"""What a form is to a person: how it follows from the registered names."""

from __future__ import annotations

import pytest

from spacy_pseudo.attrs import INITIALS, MISSPELLED, NICKNAME, PART, REGISTERED, STYLISED
from spacy_pseudo.people.kinship import Kinship
from spacy_pseudo.text.words import fold_all


@pytest.fixture(scope="module")
def kinship() -> Kinship:
    kinship = Kinship()
    kinship.register("s1", ["Robert James Gillespie"])
    kinship.register("s2", ["Calder, Mary (Kitty)"])
    kinship.register("s3", ["Mary"])
    kinship.register("s4", [])
    return kinship


@pytest.mark.parametrize(
    ("person", "text", "category"),
    [
        ("s1", "Robert Gillespie", REGISTERED),
        ("s1", "Gillespie, Robert", REGISTERED),
        ("s1", "Robert", PART),
        ("s1", "JAMES", PART),
        ("s1", "Gillespie", PART),
        ("s1", "Bob", NICKNAME),
        ("s1", "Robbie", NICKNAME),
        ("s1", "Robo", NICKNAME),
        ("s1", "Sparky", NICKNAME),
        ("s1", "RJG", INITIALS),
        ("s1", "R", INITIALS),
        ("s1", "Q", INITIALS),
        ("s1", "ZZ", INITIALS),
        ("s1", "Robret", MISSPELLED),
        ("s1", "Gilespie", MISSPELLED),
        ("s1", "R-o-b-e-r-t", STYLISED),
        ("s2", "Kitty", PART),
        ("s2", "Kitty Calder", REGISTERED),
        ("s3", "Mary", REGISTERED),
        ("s4", "Mary", NICKNAME),
    ],
)
def test_classify(kinship: Kinship, person: str, text: str, category: str) -> None:
    assert kinship.classify(person, text)[0] == category


@pytest.mark.parametrize(
    ("person", "text", "related"),
    [
        ("s1", "Rob", True),
        ("s1", "Robert", True),
        ("s1", "Bob Gillespie", True),
        ("s1", "R Gillespie", True),
        ("s1", "Robert G", True),
        ("s1", "Gilespie", True),
        ("s1", "Sparky", False),
        ("s1", "Mary", False),
        ("s1", "Robert Calder", False),
        ("s2", "Molly", True),
        ("s4", "Robert", False),
        ("s9", "Robert", False),
    ],
)
def test_relation(kinship: Kinship, person: str, text: str, related: bool) -> None:
    assert (kinship.relation(person, fold_all(text)) is not None) is related


def test_initials_and_surnames(kinship: Kinship) -> None:
    assert kinship.initials("s1") == ({"r", "j"}, {"g"})
    assert kinship.has_surname("s1")
    assert not kinship.has_surname("s3")
    assert not kinship.has_surname("s4")


def test_first_names(kinship: Kinship) -> None:
    assert kinship.is_first_name("s1", "robert")
    assert kinship.is_first_name("s2", "kitty")
    assert not kinship.is_first_name("s1", "james")


def test_who_may_be_alike(kinship: Kinship) -> None:
    assert kinship.alike("robret") >= {"s1"}
    assert kinship.alike("amry") >= {"s2", "s3"}
    assert "s4" not in kinship.alike("robert")
