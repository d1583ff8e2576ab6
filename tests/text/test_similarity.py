"""Likeness of names: typing errors and lost letters."""

from __future__ import annotations

import pytest

from spacy_pseudo.text.similarity import NearNames, distance, fits, near, scanned


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("kayliegh", "kayleigh"),  # swapped
        ("robrt", "robert"),  # dropped
        ("robbert", "robert"),  # doubled
        ("robart", "robert"),  # another vowel
        ("mray", "mary"),
        ("amry", "mary"),  # the first two swapped
        ("margrett", "margaret"),  # two slips in a long name
        ("юлиа", "юлия"),
    ],
)
def test_near(word: str, name: str) -> None:
    assert near(word, name)
    assert distance(word, name) >= 1


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("robert", "robert"),  # the name itself
        ("ann", "anne"),  # too short
        ("hobert", "robert"),  # another first letter
        ("rbrt", "robert"),  # two slips in a short name
        ("mary", "margaret"),
        ("rupert", "robert"),
        ("", "mary"),
        ("mary", ""),
    ],
)
def test_not_near(word: str, name: str) -> None:
    assert not near(word, name)


@pytest.mark.parametrize(
    ("damaged", "name"),
    [
        ("C?lia", "celia"),
        ("L?onie", "leonie"),
        ("M?ller", "muller"),
        ("M?ller", "mueller"),
        ("Z?e", "zoe"),
        ("Ren?", "rene"),
        ("?lodie", "elodie"),
        ("Fran?ois", "francois"),
        ("H?l?ne", "helene"),
        ("Celia", "celia"),
    ],
)
def test_fits(damaged: str, name: str) -> None:
    assert fits(damaged, name)


@pytest.mark.parametrize(
    ("damaged", "name"),
    [("C?lia", "cecilia"), ("L?onie", "leon"), ("?a", "lea"), ("M?ller", "moeller2"), ("H?l?ne", "helen"), ("?", "ab")],
)
def test_does_not_fit(damaged: str, name: str) -> None:
    assert not fits(damaged, name)


def test_near_names_finds_the_nearest_only() -> None:
    names = NearNames(["robert", "rupert", "roberta", "mary"])
    assert names.find("robrt") == ("robert",)
    assert names.find("roberti") == ("robert", "roberta")
    assert names.find("amry") == ("mary",)
    assert names.find("fergus") == ()
    assert names.find("ma") == ()
    assert names.find("mary") == ()


@pytest.mark.parametrize(
    ("word", "name"),
    [("rnark", "mark"), ("clavid", "david"), ("mamie", "marnie"), ("vvanda", "wanda"), ("ceha", "celia")],
)
def test_scanned_letters_that_look_like_two(word: str, name: str) -> None:
    assert scanned(word) == scanned(name)
    assert near(word, name)
    assert NearNames([name, "fergus"]).find(word) == (name,)


def test_more_of_them_where_the_place_speaks_for_the_person() -> None:
    assert near("jeris", "jens", loose=True)
    assert not near("jeris", "jens")
