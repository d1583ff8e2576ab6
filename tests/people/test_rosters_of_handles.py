"""A class list of handles: how people are greeted over all threads says what they are called."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {"x": "kmuir7", "y": "jgrey", "z": "oob@tides.example", "w": "o_tarn", "v": "prell"}
WRITERS = ("y", "z", "w", "v")


def answers(name: str, person: str, times: int, *, letter: str = "") -> tuple[list[Any], dict[str, str]]:
    posts, threads = [], {}
    for n in range(times):
        asked, answered = f"{person}{letter}{n}", f"{person}{letter}{n}a"
        writer = [w for w in WRITERS if w != person][n % 3]
        posts += [
            (asked, person, "", f"Question number {n} on the tides of today."),
            (answered, writer, asked, f"Hi <<{name}|{person}>>,\n\nthe answer to number {n} is in the tables."),
        ]
        threads |= dict.fromkeys((asked, answered), f"t{n // 2}{person}")
    return posts, threads


@pytest.mark.parametrize("name", ["Oonagh", "Jolanta", "Priscilla", "Wren"])
def test_who_is_greeted_so_in_many_answers_is_called_so(name: str, forum: Any) -> None:
    posts, threads = answers(name, "x", 10)
    _, texts = forum(posts, PEOPLE, threads=threads)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize("name", ["Oonagh", "Jolanta"])
def test_one_greeting_under_the_wrong_message_gives_the_name_to_nobody_else(name: str, forum: Any) -> None:
    posts, threads = answers(name, "x", 8)
    astray = [("q", "y", "", "Is the gauge back?"), ("qa", "v", "q", f"Hi <<{name}|x>>,\n\nit is.")]
    more = [("r", "v", "", f"I agree with <<{name}|x>> on the tables.")]
    key, texts = forum([*posts, *astray, *more], PEOPLE, threads={**threads, "q": "t0x", "qa": "t0x", "r": "t1x"})
    assert name not in {form.text for person in WRITERS for form in key.name_map.forms(person)}
    assert texts == [text for *_, text in (*posts, *astray, *more)]


def test_a_handle_that_fits_is_not_worth_more_than_ten_greetings(forum: Any) -> None:
    """Jolanta may be what 'jgrey' begins with, but everybody calls somebody else so."""
    posts, threads = answers("Jolanta", "x", 10)
    key, _ = forum([*posts, ("y1", "y", "x0", "I have no idea.")], PEOPLE, threads={**threads, "y1": "t0x"})
    assert "Jolanta" in {form.text for form in key.name_map.forms("x")}
    assert "Jolanta" not in {form.text for form in key.name_map.forms("y")}


def test_two_names_that_a_login_runs_together(forum: Any) -> None:
    posts = [
        ("1", "a", "", "The tide is late today.\n\n<<Anne-Marie|a>>"),
        ("2", "b", "1", "I told <<Anne Marie|a>> and <<Moira Tolland-Bates|m>> so. Ask <<Tolland-Bates|m>>!"),
        ("3", "m", "2", "It is as <<Anne-Marie Grey|a>> says."),
    ]
    people = {"a": "annemarie.grey", "b": "kmuir7", "m": "moira.tollandbates@tides.example"}
    _, texts = forum(posts, people)
    assert texts == [text for *_, text in posts]
