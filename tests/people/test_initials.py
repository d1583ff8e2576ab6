"""Initials and short forms in running text, learned where people use them of one another."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "Theodora Vantongeren",
    "s2": "Ruthanne Quillfeather",
    "s3": "Tobias Abernathy-Boyd",
    "s4": "Marek Zielnik",
    "s5": "Harbour Operations Desk",
}


def marked(forum: Any, posts: list[tuple[str, str, str, str]], threads: dict[str, str] | None = None) -> None:
    _, texts = forum(posts, PEOPLE, threads=threads)
    assert texts == [text for *_, text in posts]


def test_initials_of_somebody_who_does_not_write_here(forum: Any) -> None:
    marked(
        forum,
        [
            ("m1", "s4", "", "<<RQ|s2>> thinks that we should wait. <<RQ|s2>> printed a set for us.\n\n<<Marek|s4>>"),
            ("m2", "s2", "", "The tide tables are late."),
        ],
        {"m2": "t2"},
    )


@pytest.mark.parametrize(
    "text", ["The RQ is 0.8, and so RQ is low.", "Compute RQ first.", "RQ has risen.", "An RQ test is due."]
)
def test_initials_that_nobody_uses_of_a_person_stay(forum: Any, text: str) -> None:
    marked(forum, [("m1", "s4", "", text), ("m2", "s2", "", "The tide tables are late.")], {"m2": "t2"})


def test_initials_of_a_double_surname(forum: Any) -> None:
    marked(forum, [("m1", "s3", "", "I can't come.\n\n<<TAB|s3>>"), ("m2", "s3", "", "Nor now.\n\n<<TAB|s3>>")])


def test_a_name_that_is_cut_off_in_the_persons_thread(forum: Any) -> None:
    marked(
        forum,
        [("m1", "s1", "", "Who has the tables?"), ("m2", "s4", "", "I do. Let me know if <<Theo|s1>> wants them.")],
    )


@pytest.mark.parametrize("text", ["Let me know if Theo wants them.", "The play by Theosophus is long.", "Tobacco."])
def test_where_nobody_writes_whose_name_begins_so_it_stays(forum: Any, text: str) -> None:
    marked(forum, [("m1", "s4", "", text), ("m2", "s1", "", "Who has the tables?")], {"m2": "t2"})


def test_a_desk_is_nobodys_name_but_whoever_signs_for_it_has_one(forum: Any) -> None:
    marked(
        forum,
        [
            ("m1", "s5", "", "The gate is closed.\n\nRegards,\n<<Prudence Oyelowo|s5>>\nHarbour Operations Desk"),
            ("m2", "s4", "m1", "<<Prudence|s5>>, does the Harbour Operations Desk know when?\n\n<<Marek|s4>>"),
        ],
    )


def test_initials_with_a_letter_that_nobody_registered(forum: Any) -> None:
    marked(
        forum,
        [
            ("m1", "s4", "", "I told <<RHQ|s2>> that we wait. It stands in <<RHQ|s2>>'s calendar.\n\n<<Marek|s4>>"),
            ("m2", "s1", "m1", "Sharon will greet <<RHQ|s2>> at the pier."),
            ("m3", "s2", "", "The tide tables are late."),
        ],
        {"m3": "t2"},
    )


@pytest.mark.parametrize("text", ["The RHQ is open. It is RHQ's plan.", "We use RHQ and RHQ, or even RHQ."])
def test_letters_of_a_thing_stay(forum: Any, text: str) -> None:
    marked(forum, [("m1", "s4", "", text), ("m2", "s1", "m1", text), ("m3", "s2", "", "I see.")], {"m3": "t2"})


def test_initials_that_are_a_word_in_small_letters(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "I am here, and so am I told. It is as late as I am old.\n\n<<AM|s1>>"),
        ("m2", "s2", "m1", "Am I late? I am, I fear, as I am always.\n\n<<Ruth|s2>>"),
        ("m3", "s1", "m2", "We meet at 9 AM, as I am early. <<AM|s1>>\n\n<<Anne-Marie Quill|s1>>\nDirector of Tides"),
    ]
    _, texts = forum(posts, {"s1": "Quill, Anne-Marie", "s2": "Ruth Abernathy"})
    assert texts == [text for *_, text in posts]


def test_three_initials_that_somebody_goes_by_greet_them_wherever_they_write(forum: Any) -> None:
    posts = [
        ("m1", "s2", "", "The tables are late.\n\n<<RHQ|s2>>"),
        ("m2", "s4", "", "Please wait for them.\n\n<<Marek|s4>>"),
        ("m3", "s1", "m2", "<<Rhq|s2>>, please see the draft of the tables for tomorrow."),
    ]
    people = {**PEOPLE, "s2": "Ruthanne Hope Quillfeather"}
    _, texts = forum(posts, people, threads={"m2": "t2", "m3": "t2"})
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "text",
    [
        "<<M|s4>>., how many tables?",
        "<<M|s4>>, more tables please",
        "M, the letter, is missing.",
        "T, more tables please",  # nobody is answered whose letter it is
        "Nobody knows when. /<<R|s2>>",
        "lunch? <<MZ|s4>> and <<RQ|s2>>?",
        "lunch? <<MZ|s4>>, <<RQ|s2>>, <<TAB|s3>>?",
        "It is on TV, MZ and all.",
    ],
)
def test_letters_that_call_somebody_of_the_thread(forum: Any, text: str) -> None:
    marked(forum, [("m1", "s4", "", "I have nothing to add."), ("m2", "s2", "m1", text)])
