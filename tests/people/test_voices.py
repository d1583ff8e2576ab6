"""In what is quoted somebody else speaks, and often to the author: names that several share are told apart by that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

PEOPLE = {"s1": "Robert Gillespie", "s2": "Robert Ashdown", "s3": "Kayleigh Oduya", "s4": "Heather Muir"}
BEFORE = [
    ("m1", "s1", "", "How far is it to the pier, and is there a tide?\n\n<<Robert|s1>>"),
    ("m2", "s2", "m1", "Not far, and there is one, but it is late today.\n\n<<Robert|s2>>"),
    ("m3", "s3", "m2", "That is what I thought as well.\n\n<<Kayleigh|s3>>"),
]


@pytest.mark.parametrize(
    ("author", "parent", "text"),
    [
        # whoever is said to have written it signs
        ("s4", "m3", "Yes.\n\nOn Fri, 1 Feb 2019, <<Robert Ashdown|s2>> wrote:\n> It is late today.\n> <<Robert|s2>>"),
        ("s4", "m3", "Yes.\n\nOn Fri, 1 Feb 2019, <<Robert Gillespie|s1>> wrote:\n> How far?\n> <<Robert|s1>>"),
        ("s4", "m3", "Yes.\n\nFrom: <<Robert Gillespie|s1>>\nSent: Friday\n\nHow far is it?\n\nBest,\n<<Robert|s1>>"),
        # so does whoever is answered, if nobody is named
        ("s4", "m1", "Far.\n\n> How far is it?\n>\n> Best wishes,\n> <<Robert|s1>>"),
        ("s4", "m2", "Far.\n\n> Not far.\n>\n> Best wishes,\n> <<Robert|s2>>"),
        # the author is greeted
        ("s1", "m3", "I see.\n\n<<Kayleigh|s3>> wrote:\n> Hi <<Robert|s1>>,\n> that is what I thought."),
        ("s2", "m3", "I see.\n\n<<Kayleigh|s3>> wrote:\n> Hi <<Robert|s2>>,\n> that is what I thought."),
    ],
)
def test_a_shared_name_in_a_quotation(author: str, parent: str, text: str, forum: Callable[..., Any]) -> None:
    posts = [*BEFORE, ("m4", author, parent, text)]
    _, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]


def test_initials_below_a_header_that_a_scanner_has_torn_apart(forum: Callable[..., Any]) -> None:
    header = "From: <<Muir, Heather|s4>>\nTo: <<Oduya, Kayleigh|s3>>\n\nSent: Friday\nSubject: Tide"
    posts = [
        ("m1", "s4", "", "How far is it to the pier?\n\nBest,\n<<HM|s4>>"),
        ("m2", "s3", "", f"Thanks, I will.\n\n{header}\n\n<<Kayleigh|s3>>:\n\nPlease wait.\n\nBest,\n\n<<hm|s4>>"),
    ]
    _, texts = forum(posts, PEOPLE, threads={"m2": "t2"})
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    ("author", "parent", "text"),
    [
        (
            "s12",
            "s13",
            "I see.\n\n<<Kayleigh|s13>> wrote:\n> That is what I thought.\n>\n> Best wishes,\n> <<Kayl|s13>>",
        ),
        ("s13", "s12", "I see.\n\n> Hi <<Kayl|s13>>,\n> that is what I thought."),
    ],
)
def test_a_short_form_that_only_fits_whoever_is_expected(
    author: str, parent: str, text: str, linked: Callable[..., str]
) -> None:
    assert linked(text, author=author, parent_author=parent) == text
