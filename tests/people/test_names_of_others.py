"""Names that are not learned as a participant's: of people who are quoted, of places, of things, of words."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "Robert Gillespie",
    "s2": "Cameron McAllister",
    "s3": "Kayleigh Oduya",
    "s4": "Keeper of the Lamp",
    "s5": "Muir, Oleg (London)",
    "s6": "k.brandvold at tides.example",
    "s7": "Christiane Ferrand",
    "s8": "Baldersby, Jim -HY",
}


def check(forum: Any, posts: list[tuple[str, str, str, str]], **options: Any) -> None:
    _, texts = forum(posts, PEOPLE, **options)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "text",
    [
        "Here is a line that I like.\n\n-- Oscar Larkspur",
        '"All is lost at once."\n\nOscar Larkspur',
        "It is what it is.\n~ Oscar Larkspur",
        "The tables are in London, Ontario.",
        "The lamp is out, and the keeper of it is away.",
        "The tides are example data. At least they look so.",
        "A HY value, and hy values.",
        "This is an entity known as Larkspur, and its name is Larkspur.",
        "Nobody knows when they call me, Larkspur, or Penrose.",
        "Services by Larkspur Tides, Inc.",
        "For theÂ tables and theÃ‚Â gauge, see above.",
    ],
)
def test_nobody_is_called_so(text: str, forum: Any) -> None:
    posts = [(str(n), person, "", f"{text}" if n < 2 else "And so on.") for n, person in enumerate(("s1", "s3", "s6"))]
    check(forum, posts)


def test_a_word_that_many_write_is_no_slip_of_somebodys_name(forum: Any) -> None:
    posts = [(str(n), "s1", "", f"The iconic Christian pose, or christian art, seen {n} times.") for n in range(6)]
    check(forum, [*posts, ("x", "s7", "", "Here I am.\n\nBest,\n<<Christiane|s7>>")], threads={"x": "t2"})


def test_who_is_called_by_half_a_name_at_the_beginning(forum: Any) -> None:
    check(forum, [("1", "s2", "", "My essay."), ("2", "s3", "1", "<<Cam|s2>>, sorry that it took me so long.")])


def test_whatever_somebody_is_called_as_a_whole(forum: Any) -> None:
    check(forum, [("1", "s4", "", "Good night."), ("2", "s3", "1", "I agree with <<Keeper of the Lamp|s4>> here.")])
