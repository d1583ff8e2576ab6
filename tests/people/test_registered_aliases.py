"""Names inside a registered name: what somebody prefers, was called before, or is also known as; parts run together."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo import Key, Message, Participant, Roster, languages
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.people.display_names import parse_name


@pytest.mark.parametrize(
    ("registered", "name"),
    [
        ("Hieronymus (prefers Ronny) Blythe", "Ronny"),
        ("Davinia Kerr (goes by Tilda)", "Tilda"),
        ("Xiaoming Zhou (preferred name: Calvin)", "Calvin"),
        ("Petronella Voigt (née Sandham)", "Sandham"),
        ("Petronella Voigt, née Sandham", "Sandham"),
        ("Petronella Voigt (formerly Ashcombe)", "Ashcombe"),
        ("Osbert Lyle (aka Bunty)", "Bunty"),
        ("Thelonius Brand aka Thel", "Thel"),
        ("Marguerite Hale / Pippa", "Pippa"),
    ],
)
def test_aliases(registered: str, name: str, linked: Any) -> None:
    text = f"I agree with <<{name}|s1>>. <<{name}|s1>> has it."
    assert linked(text, {"s1": registered, "s2": "Mary Poe"}, author="s2") == text


def test_a_language_has_cues_of_its_own() -> None:
    with languages.speaking("sv"):
        assert parse_name("Karl-Erik Lind (kallas Putte)").preferred == ("Putte",)


@pytest.mark.parametrize("registered", ["Mary Poe (Hydrology)", "Mary Poe / Hydrology", "Mary Poe (on leave)"])
def test_what_is_no_alias(registered: str, linked: Any) -> None:
    text = "I study Hydrology, and am on Leave."
    assert linked(text, {"s1": registered}, author="s2") == text


@pytest.mark.parametrize(
    ("registered", "text"),
    [
        ("Ffion de la Haye", "I agree with <<Delahaye|s1>> here."),
        ("Tess van den Bosch", "I agree with <<Vandenbosch|s1>> here."),
        ("Mary Ann Poe", "I think <<Maryann|s1>> is right."),
        ("Elizabeth-Ann Dunmore", "I agree with <<Liz|s1>> here."),
        ("王小明", "我同意<<小明|s1>>。"),
    ],
)
def test_parts_run_together_and_nicknames_of_parts(registered: str, text: str, linked: Any) -> None:
    assert linked(text, {"s1": registered, "s2": "Robert Grey"}, author="s2") == text


def test_a_given_name_in_han_is_known_to_the_name_map_and_the_account(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "大家好。\n<<王小明|s1>>"),
        ("m2", "s2", "m1", "我同意<<小明|s1>>，谢谢<<王小明|s1>>。"),
    ]
    assert forum(posts, {"s1": "王小明", "s2": "李秀英"})[1] == [text for *_, text in posts]


def test_logins_with_figures() -> None:
    people = [Participant("cn44@sea.example", ("Cordelia Nash",)), Participant("zt77", ("Zebedee Tunn",))]
    key = Key.from_roster(Roster(people))
    (result,) = apply([Message("I agree with cn44, and zt77 wrote it.", "m", "zt77")], key, make_pipeline(key))
    assert result.text is not None
    assert "cn44" not in result.text
    assert "zt77" not in result.text


def test_a_short_login_with_a_figure_is_in_the_account() -> None:
    key = Key.from_roster(Roster([Participant("mk4", ("Marit Kvist",)), Participant("zt77", ("Zebedee Tunn",))]))
    (result,) = apply([Message("Look at what mk4 has.", "m", "zt77")], key, make_pipeline(key))
    assert [(row["start"], row["end"], row["participants"], row["reason"]) for row in result.kept] == [
        (13, 16, ["mk4"], "code")
    ]
