"""People who are named where they do not write: by nicknames of the table, by surname after what they are."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "Muir, Kenneth H",
    "s2": "Raymond Ashdown",
    "s3": "Gillespie, Jacob",
    "s4": "Heather Calder",
    "s5": "Jake Thornbury",
    "s6": "Fairweather, Ottoline",
    "s7": "Susan Rice",
}
ELSEWHERE = [("e1", "s1", "", "Yes."), ("e2", "s2", "", "No."), ("e3", "s3", "", "Fine."), ("e5", "s5", "", "Good.")]
THREADS = {row[0]: f"t-{row[0]}" for row in ELSEWHERE}


def check(forum: Any, text: str, people: Any = PEOPLE, **where: Any) -> None:
    _, texts = forum([("m1", "s4", "", text), *ELSEWHERE], people, threads=THREADS, **where)
    assert texts[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "We could send <<Raymond|s2>> or <<Ken|s1>>.",
        "I know what lies before you and <<Ken|s1>>.",
        "On the phone with <<Ken|s1>> now.",
        "See below.\n\n<<Ken|s1>> -- a note for you.",
        "We should meet with <<Raymond|s2>>, <<Ken|s1>>, and <<Ottoline|s6>> tomorrow.",
        "CALL WITH <<RAYMOND|s2>>, <<JAKE|s5>> AND <<OTTOLINE|s6>>",
        # Who is called Jake by everybody is not called Jack.
        "I shall bring <<Jack|s3>> along.",
    ],
)
def test_a_usual_nickname(forum: Any, text: str) -> None:
    check(forum, text, {**PEOPLE, "s5": ("Thornbury, Jacob", "Jake Thornbury")})


def test_a_nickname_of_several(forum: Any) -> None:
    check(forum, "On the phone with <<Ken|s1|s8>> now.", {**PEOPLE, "s8": "Kenneth Delcourt"})


@pytest.mark.parametrize(
    "text",
    [
        "We read of Ken Follansbee there.",
        "It is Senator Ken who speaks, I think.",
        'The film "I know what Ken did" is old.',
        "Will do. Don't wait for it.",
    ],
)
def test_no_nickname(forum: Any, text: str) -> None:
    check(forum, text, {**PEOPLE, "s8": "William Orchard", "s9": "Donald Orchard"})


def test_a_nickname_of_somebody_in_another_class(forum: Any) -> None:
    sessions = {"m1": "a", **{row[0]: "b" for row in ELSEWHERE}}
    check(forum, "I like the songs of Ken most.", sessions=sessions)
    check(forum, "I agree with <<Ken|s1>> on that.", sessions=sessions)


def test_weeks_are_no_classes(forum: Any) -> None:
    """Where people write in several sessions, these are stretches of time."""
    posts = [("m1", "s4", "", "I shall ride with <<Ken|s1>> there."), *ELSEWHERE, ("m2", "s4", "", "Later.")]
    sessions = {"m1": "a", "m2": "b", **{row[0]: "b" for row in ELSEWHERE}}
    _, texts = forum(posts, PEOPLE, threads={**THREADS, "m2": "t-m2"}, sessions=sessions)
    assert texts == [text for *_, text in posts]


def test_in_weeks_who_writes_far_more_is_meant(forum: Any) -> None:
    people = {
        "s1": "Judith Muir",
        "s2": "Judith Ashdown",
        "s3": "Priya Orr",
        "s4": "Heather Calder",
        "s5": "Priya Lund",
    }
    posts = [
        ("m1", "s4", "", "I had a long talk with <<Judith|s1>> and <<Priya|s3|s5>> this morning."),
        ("m2", "s4", "", "Later."),
        *((f"m{n}", "s1", "", "Yes.") for n in range(3, 7)),
        ("m7", "s3", "", "No."),
    ]
    threads = {f"m{n}": f"t{n}" for n in range(1, 8)}
    _, texts = forum(posts, people, threads=threads, sessions={**dict.fromkeys(threads, "b"), "m1": "a"})
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "text",
    [
        "I heard that Ambassador <<Gillespie|s3>> had gone.",
        "I heard that Ambassador\n<<Gillespie|s3>> had gone.",
        "secretary <<gillespie|s3>> hopes to speak with them.",
        "Dear <<Raymond|s2>> and Ambassador <<Fairweather|s6>>,\n\nit is late.",
        "Both have gone with Amb <<Fairweather|s6>> and his team. Amb. <<Rice|s7>> was late.",
        "URGENT FROM AMB. <<RICE|s7>>: it is late",
        "I heard that Ambassador <<Gilespie|s3>> had gone.",
    ],
)
def test_a_surname_after_an_office(forum: Any, text: str) -> None:
    check(forum, text)


@pytest.mark.parametrize("text", ["The staff of President Gillespie knows.", "The Baroness Rice of Crosby said so."])
def test_who_is_in_the_news(forum: Any, text: str) -> None:
    check(forum, text)
