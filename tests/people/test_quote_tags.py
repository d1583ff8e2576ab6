"""Tags of quoted lines name who is quoted, on every line; so do the lines that announce a quotation."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "j": "Jim Poe",
    "k": "Kayleigh Oduya",
    "m": "Mary Poe",
    "r": "Robert Gillespie",
    "b": "Robert Ballantyne",
}
ASKED = "The gauge is back on the old pier. I painted it, too."


def check(forum: Any, posts: list[tuple[str, str, str, str]], people: Any = PEOPLE, **options: Any) -> None:
    _, texts = forum(posts, people, **options)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "answer",
    [
        "<<Jim|j>>> The gauge is back on the old pier.\n<<Jim|j>>> I painted it, too.\n\nFine!",
        "<<JP|j>>> The gauge is back on the old pier.\n<<JP|j>>> I painted it, too.\n\nFine!",
        " <<JP|j>>> The gauge is back on the old pier.\n <<JP|j>>>\n <<JP|j>>> I painted it, too.\n\nFine!",
        "<<JRP|j>>> The gauge is back on the old pier.\n<<JRP|j>>> I painted it, too.\n\nFine!",
        '>>>>> "<<Jim|j>>" == <<Jim Poe|j>> <jp@sea.example> writes:\n\n'
        "    <<Jim|j>>> The gauge is back on the old pier.\n    <<Jim|j>>> I painted it, too.\n\nFine!",
        "<<Jim Poe|j>> wrote:\n\n<<Jim|j>>> The gauge is back on the old pier.\n\nFine!",
        "[<<Jim Poe|j>>]\n> The gauge is back on the old pier.\n\nFine!",
        "[<<Jim|j>>]\n> The gauge is back on the old pier.\n\nFine!",
        "<<Jim|j>>> <<Mary|m>>> Is the gauge back?\n<<Jim|j>>> It is back on the old pier.\n\nFine!",
        "<<jim|j>>> The gauge is back on the old pier.\n<<jim|j>>> I painted it, too.\n\nFine!",
    ],
)
def test_the_tag_is_the_speakers(answer: str, forum: Any) -> None:
    check(forum, [("0", "m", "", "Is the gauge back?"), ("1", "j", "0", ASKED), ("2", "k", "1", answer)])


@pytest.mark.parametrize("tag", ["SV", "SB", "VBS"])
def test_initials_in_another_order(tag: str, forum: Any) -> None:
    people = {**PEOPLE, "s": "Bettina Schröder-Vogt"}
    answer = f"<<{tag}|s>>> The gauge is back on the old pier.\n\nFine!"
    check(forum, [("1", "s", "", ASKED), ("2", "k", "1", answer)], people)
    elsewhere = answer.replace(f"<<{tag}|s>>", tag)
    check(forum, [("1", "s", "", ASKED), ("2", "j", "", elsewhere)], people, threads={"2": "t2"})


def test_who_it_is_follows_from_the_line_above(forum: Any) -> None:
    answer = (
        "On Friday <<Robert Ballantyne|b>> wrote:\n\n<<Robert|b>>> It is back.\n<<Robert|b>>> I painted it.\n\nFine!"
    )
    check(forum, [("1", "r", "", ASKED), ("2", "b", "1", "It is back."), ("3", "k", "", answer)])


def test_it_is_the_one_who_is_answered(forum: Any) -> None:
    posts = [
        ("1", "r", "", ASKED),
        ("2", "b", "1", "It is back."),
        ("3", "k", "2", "<<Robert|b>>> It is back.\n\nFine!"),
    ]
    check(forum, posts)


@pytest.mark.parametrize("tag", ["Cass", "Cassius"])
def test_who_is_quoted_so_is_called_so(tag: str, forum: Any) -> None:
    people = {"x": "cgrey4", "k": "Kayleigh Oduya", "r": "Robert Gillespie"}
    tagged = f"<<{tag}|x>>> The gauge is back on the old pier.\n<<{tag}|x>>> I painted it, too.\n\nFine!"
    posts = [
        ("1", "x", "", ASKED),
        ("2", "k", "1", tagged),
        ("3", "x", "", "And another one."),
        ("4", "r", "3", tagged),
    ]
    check(forum, [*posts, ("5", "k", "4", f"I agree with <<{tag}|x>> on that.")], people)


def test_who_is_announced_so_is_called_so(forum: Any) -> None:
    people = {"x": "cg4", "k": "Kayleigh Oduya", "r": "Robert Gillespie"}
    told = "On Fri, 1 Feb 2019 at 17:36, <<Cassius Greyling|x>> <cg@sea.example> wrote:\n> The gauge is back.\n\nFine!"
    posts = [("1", "x", "", ASKED), ("2", "k", "1", told), ("3", "x", "", "And another one."), ("4", "r", "3", told)]
    check(forum, [*posts, ("5", "k", "4", "I agree with <<Cassius|x>> on that.")], people)


def test_it_says_nothing_of_who_quotes(forum: Any) -> None:
    answer = "<<Jim|j>>> The gauge is back.\n<<Jim|j>>> I painted it, too.\n\nFine!"
    key, _ = forum([("1", "j", "", ASKED), *((str(n), "k", "1", answer) for n in range(2, 6))], PEOPLE)
    assert "Jim" not in {form.text for form in key.name_map.forms("k")}


@pytest.mark.parametrize(
    "text",
    [
        "R> summary(tides)\nR> plot(tides)\n\nThat is all.",
        "mysql> select 1;\nmysql> quit\n",
        "Use List<String> here.\nMap<Int> there.",
        "<p>\nNow\n</p>",
        "Note> the tide is high.\nNote> it will fall.",
    ],
)
def test_other_tags_stay(text: str, forum: Any) -> None:
    check(forum, [("1", "r", "", ASKED), ("2", "k", "1", text)])
