"""Registered names in whatever shape a class list has them, and the forms that follow from them."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from spacy_pseudo.people.display_names import PersonName, parse_name
from spacy_pseudo.people.forms import variants


@pytest.mark.parametrize(
    ("display", "given", "surname", "preferred"),
    [
        ("Mary Calder", "Mary", "Calder", ""),
        ("  Mary   Calder ", "Mary", "Calder", ""),
        ("Calder, Mary", "Mary", "Calder", ""),
        ("Calder , Mary Jane", "Mary Jane", "Calder", ""),
        ("Calder, Mary (HYDROLOGY)", "Mary", "Calder", ""),
        ("Calder, Mary (Dept of Water)", "Mary", "Calder", ""),
        ("Calder, Mary [Guest]", "Mary", "Calder", ""),
        ("Mary CALDER", "Mary", "CALDER", ""),
        ("CALDER Mary Jane", "Mary Jane", "CALDER", ""),
        ("MARY CALDER", "MARY", "CALDER", ""),
        ("mary calder", "mary", "calder", ""),
        ("Maria DE LA CRUZ", "Maria", "DE LA CRUZ", ""),
        ("Jan van der Moor", "Jan", "van der Moor", ""),
        ("van der Moor, Jan", "Jan", "van der Moor", ""),
        ("Maria de la Cruz", "Maria", "de la Cruz", ""),
        ("Dr. Mary Calder", "Mary", "Calder", ""),
        ("Prof. Dr. Mary Calder", "Mary", "Calder", ""),
        ("Mary Calder, PhD", "Mary", "Calder", ""),
        ("Calder, Mary, PhD", "Mary", "Calder", ""),
        ("Sir Robert Gillespie III", "Robert", "Gillespie", ""),
        ("Robert Gillespie Jr.", "Robert", "Gillespie", ""),
        ("Mary J. Calder", "Mary J", "Calder", ""),
        ("M. J. Calder", "M J", "Calder", ""),
        ("Mary (Molly) Calder", "Mary", "Calder", "Molly"),
        ('Mary "Molly" Calder', "Mary", "Calder", "Molly"),
        ("Mary “Molly” Calder", "Mary", "Calder", "Molly"),
        ("Calder, Mary (Molly)", "Mary", "Calder", "Molly"),
        ("Mary Calder (she/her)", "Mary", "Calder", ""),
        ("Mary [TA] Calder", "Mary", "Calder", ""),
        ("Mary | Calder", "Mary", "Calder", ""),
        ("Mary O'Neil", "Mary", "O'Neil", ""),
        ("Anne-Marie Lloyd-Baines", "Anne-Marie", "Lloyd-Baines", ""),
        ('"Calder, Mary" <mc@uni.example>', "Mary", "Calder", ""),
        ("Moor, Jan van der", "Jan", "van der Moor", ""),
        ("Jan van der MOOR", "Jan", "van der MOOR", ""),
        ("Jan Van Der Moor", "Jan", "Van Der Moor", ""),
        ("Omar Al Hassan", "Omar", "Al Hassan", ""),
        ("Nguyen Van An", "Nguyen Van", "An", ""),
        ("Mary Calder, M.D.", "Mary", "Calder", ""),
        ("Calder, Mary, MD", "Mary", "Calder", ""),
        ("Prof. Dr. h.c. Mary Calder", "Mary", "Calder", ""),
        ("Dr. Calder", "", "Calder", ""),
        ("Mary Calder | Hydrology", "Mary", "Calder", ""),
        ("Mary Calder @ Hydrology", "Mary", "Calder", ""),
        ("Mary Calder at the University", "Mary", "Calder", ""),
        ("Mary Calder via List", "Mary", "Calder", ""),
        ("Mary Calder, née Muir", "Mary", "Calder", ""),
        ("TA Mary Calder", "Mary", "Calder", ""),
        ("Instructor Mary Calder", "Mary", "Calder", ""),
        ("Mary Calder, Instructor", "Mary", "Calder", ""),
        ("Mary Calder, she/her", "Mary", "Calder", ""),
        ("Mary Calder, PE", "Mary", "Calder", ""),
        ("Mary Calder, RN, BSN", "Mary", "Calder", ""),
        ("Dr. Mary Calder, MD, FACC", "Mary", "Calder", ""),
        ("Mary Calder RN BSN", "Mary", "Calder", ""),
        ("Mary Jane NG", "Mary Jane", "NG", ""),
        ("Calder, MJ", "MJ", "Calder", ""),
        ("Mary Calder/Oslo/Acme", "Mary", "Calder", ""),
        ("Mary Calder 2nd", "Mary", "Calder", ""),
        ("Mary Calder (Molly Calder)", "Mary", "Calder", "Molly"),
        ("Xiaoming Wang (王小明)", "Xiaoming", "Wang", "王小明"),
        ("MJ Calder", "MJ", "Calder", ""),
        ("Calder MJ", "MJ", "Calder", ""),
        ("Mary NG", "Mary", "NG", ""),
        ("Mary J.Calder", "Mary J", "Calder", ""),
        ("MÃ¼ller, JÃ¼rgen", "Jürgen", "Müller", ""),
        ("m.calder@uni.example; mary@home.example", "M", "Calder", ""),
        ("dsmith", "D", "Smith", ""),
        ("j.keller", "J", "Keller", ""),
        ("mariakoch", "Maria", "Koch", ""),
        ("mcalder42", "M", "Calder", ""),
        ("mary.calder@uni.example", "Mary", "Calder", ""),
        ("<mary.calder@uni.example>", "Mary", "Calder", ""),
        ("d.smith2@uni.example", "D", "Smith", ""),
        ("Mary Calder <mc@uni.example>", "Mary", "Calder", ""),
        ("Mary", "Mary", "", ""),
        ("王小明", "王小明", "", ""),
        ("Юлия Соколова", "Юлия", "Соколова", ""),
        ("Соколова, Юлия", "Юлия", "Соколова", ""),
        ("Ελένη Παππά", "Ελένη", "Παππά", ""),
        ("محمد علي", "محمد", "علي", ""),
    ],
)
def test_parse_name(display: str, given: str, surname: str, preferred: str) -> None:
    expected = PersonName(tuple(given.split()), tuple(surname.split()), tuple(preferred.split()))
    assert replace(parse_name(display), handle="") == expected


@pytest.mark.parametrize(
    "display",
    ["", "   ", "12345", "(unknown)", "---", "Acme GmbH", "Student Services", "[]|", "N/A", "NULL", "Course Staff"],
)
def test_nobody(display: str) -> None:
    assert parse_name(display) == PersonName()


def test_handles_fold_to_names() -> None:
    assert [part.lower() for part in (*parse_name("mary_calder").given, *parse_name("mary_calder").surname)] == [
        "mary",
        "calder",
    ]


def forms(*displays: str) -> set[str]:
    return {" ".join(variant.words) for variant in variants(displays)}


@pytest.mark.parametrize(
    ("display", "expected"),
    [
        ("Mary Calder", {"mary calder", "calder mary", "mary", "calder", "molly", "mc", "m c", "m", "mcalder"}),
        ("Mary Jane Calder", {"mary jane calder", "mary calder", "jane calder", "mary jane", "jane", "mjc", "mj"}),
        ("Jan van der Moor", {"jan van der moor", "jan moor", "van der moor", "moor", "jm"}),
        ("Heather Lloyd-Baines", {"heather lloyd baines", "lloyd baines", "lloyd", "baines"}),
        ("Anne-Marie Muir", {"anne marie", "anne", "marie", "annemarie", "anne marie muir"}),
        ("Jürgen Rücker", {"jurgen rucker", "juergen ruecker", "juergen", "rucker", "ruecker"}),
        ("Mary (Kitty) Calder", {"kitty", "kitty calder", "mary"}),
        ("Mary", {"mary", "m"}),
        ("王小明", {"王小明"}),
    ],
)
def test_variants(display: str, expected: set[str]) -> None:
    assert expected <= forms(display)


def test_initials_of_the_registered_name_are_no_full_names() -> None:
    assert "m calder" not in forms("Mary Jane")
    assert not {"j", "a"} & forms("Mary Calder")


def test_particles_alone_are_no_form() -> None:
    assert not {"van", "der", "van der", "de", "la"} & forms("Jan van der Moor", "Maria de la Cruz")


def test_variants_do_not_depend_on_composition() -> None:
    assert forms(unicodedata.normalize("NFD", "Léonie Lefèvre")) == forms("Léonie Lefèvre")


def test_several_registered_names() -> None:
    assert {"mary calder", "mary muir", "muir", "calder"} <= forms("Mary Calder", "Mary Muir")


def test_a_company_has_no_forms() -> None:
    assert forms("Acme GmbH", "", "---") == set()
