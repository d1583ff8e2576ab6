"""Names that are easily left standing, or replaced where they should not be."""

from __future__ import annotations

from typing import Any

import pytest

CJK = {"s1": "王 小明"}


@pytest.mark.parametrize(
    "text",
    [
        "Hi <<Mary|s11>> <<Robert|s12>>,\nI agree.",
        "<<Mary|s11>> <<Robert|s12>> hello",
        "I met <<Robert|s12>> Monday.",
        "Happy Christmas <<Fergus|s14>>!",
        "i read <<kayleigh|s13>>s point, and <<fergus|s14>>'s.",
        "I met <<Robert Gilespie|s12>> again.",
        "I met <<Leonie ONeil|s15>> again.",
        "see the <<Kayleigh|s13>> post",
        "I agree with <<Mary|s11>> and <<Robert|s12>> (2010 cohort).",
        "Thanks <<Mary|s11>>, 2010 was cold.",
        "P.S. ask @<<mary_calder|s11>>",
        "Himary is what it says, <<Mary|s11>>.".replace("Himary", "Hi<<mary|s11>>"),
        "I asked mr <<gillespie|s12>> about it.",
        "@<<Mary|s11>> I read it.",
        "Re: Padlet <<Kayleigh|s13>>",
        "Thanks <<Kayleigh|s13>> <<Robert|s12>> for it.",
        "I met <<Kayleigh|s13>> <<Robert|s12>> and <<Mary|s11>>.",
        "I like the Kahoot <<Kayleigh|s13>> made.",
        "I met <<Kayleigh|s13>>¹ and <<Fergus|s14>>² and <<Mary|s11>>₃ again.",
    ],
)
def test_found(text: str, linked: Any) -> None:
    assert linked(text) == text


@pytest.mark.parametrize("text", ["你好<<王小明|s1>>！", "你好<<小明|s1>>！"])
def test_scripts_without_blanks(text: str, linked: Any) -> None:
    assert linked(text, CJK) == text


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("We shall meet in May.", "s21"),
        ("We shall meet on 14 May.", "s21"),
        ("It is right on the Mark", "s18"),
        ("I saw the Virgin Mary and St. Mary.", "nobody"),
        ("We read Mary Barton.", "nobody"),
    ],
)
def test_no_names(text: str, author: str, linked: Any) -> None:
    assert linked(text, author=author) == text


def test_a_name_turned_round_and_in_small_letters(linked: Any) -> None:
    text = "I met <<hope will|s1>> and <<Hope, Will|s1>>."
    assert linked(text, {"s1": "Will Hope"}, author="s2") == text


def test_initials_with_dots_and_a_hyphen(linked: Any) -> None:
    text = "Dear <<J.-B.|s1>>,\nI read it."
    assert linked(text, {"s1": "Jean-Baptiste Moreau"}, parent_author="s1") == text


def test_cells_of_a_table_are_no_sign_off(linked: Any) -> None:
    people = {"s1": "Fiona Campbell", "s2": "Padraig Lund", "s3": "Mark Price"}
    text = "Name\tGrade\n<<Fiona|s1>>\tA\n<<Padraig|s2>>\tB"
    assert linked(text, people, author="s3") == text


def test_initials_are_no_postscript(linked: Any) -> None:
    text = "<<Paul|s1>> agrees.\nPS: see page ten\nP.S. I agree"
    assert linked(text, {"s1": "Paul Smith"}, author="s1") == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Calder, Mary (Hydrology)", "<<Mary|s1>> and I study Hydrology."),
        ("Mary Calder / Hydrology", "<<Mary|s1>> and I study Hydrology."),
        ("info@uni.example", "Info is nice."),
        ("U.N. Owen", "I asked Mr <<Owen|s1>> about the U.N."),
        ("MaryCalder", "I like <<Mary|s1>>."),
    ],
)
def test_dirty_rosters(name: str, text: str, linked: Any) -> None:
    assert linked(text, {"s1": name}) == text


def test_a_name_beside_an_allowed_one(linked: Any) -> None:
    text = "Mary Calder, <<Mary|s11>> and <<Robert|s12>> met."
    assert linked(text, allow=("Mary Calder",)) == text


def test_words_before_a_signature_are_no_name(forum: Any) -> None:
    key, texts = forum(
        [("1", "a", "", "It was pure\n\ndéjà vu.\n\n<<Kayleigh|a>>"), ("2", "a", "", "Yes.\n\n<<Kayleigh|a>>")]
    )
    assert texts == ["It was pure\n\ndéjà vu.\n\n<<Kayleigh|a>>", "Yes.\n\n<<Kayleigh|a>>"]
    assert [form.text for form in key.name_map.forms("a")] == ["Kayleigh"]


def test_whoever_is_forwarded_does_not_give_the_sender_a_name(forum: Any, people: dict[str, str]) -> None:
    forwarded = "See below.\n\n<<Fergus|s14>>\n\n-----Original Message-----\nFrom: <<Gillespie, Robert|s12>>\n"
    forwarded += (
        "Sent: Monday\nTo: <<Ballantyne, Fergus|s14>>; <<Calder, Mary J.|s11>>\n\nYes.\n\nThanks,\n<<Robert|s12>>"
    )
    key, texts = forum([("1", "s12", "", "Hello.\n\n<<Robert|s12>>"), ("2", "s14", "1", forwarded)], people)
    assert texts[1] == forwarded
    assert "Robert" not in [form.text for form in key.name_map.forms("s14")]


@pytest.mark.parametrize("name", ["A. Usher", "ausher"])
def test_initials_in_the_roster_are_completed_where_a_place_speaks_for_it(name: str, linked: Any) -> None:
    people = {"s1": name, "s2": "Robert Gillespie"}
    assert linked("Hi <<Aylin|s1>>, yes.", people, parent_author="s1") == "Hi <<Aylin|s1>>, yes."
    assert linked("Yes.\n\n<<Aylin|s1>>", people, author="s1") == "Yes.\n\n<<Aylin|s1>>"
    assert linked("I asked <<Aylin Usher|s1>> again.", people, author="s1") == "I asked <<Aylin Usher|s1>> again."


@pytest.mark.parametrize(
    "text",
    [
        "See what I said above.  <<Robert|s1>>  --  <<Robert|s1>> https://uni.example",
        "See https://uni.example/tides  <<Robert|s1>>  --  <<Robert|s1>> https://uni.example",
    ],
)
def test_a_signature_that_has_lost_its_lines_is_the_authors(text: str, linked: Any) -> None:
    people = {"s1": "Robert Gillespie", "s2": "Robert Ashdown"}
    assert linked(text, people, author="s1", thread="t") == text


@pytest.mark.parametrize(
    "text",
    [
        "Don't do it.",
        "So, what now?",
        "We have $$x=1$$ So it is.",
        "We have \\[x=1\\] So it is.",
        "It is.Â So what now?",
    ],
)
def test_words_that_somebody_is_called_by(text: str, linked: Any) -> None:
    people = {"s1": "Don Gillespie", "s2": "So Yamada"}
    assert linked(text, people, author="s1", parent_author="s2") == text
