"""Chats: who writes no capitals writes names so as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

PEOPLE = {
    "s1": "Tomas Beck",
    "s2": "Faith Adeyemi",
    "s3": "Jack Sorensen",
    "s4": "Nkechi Obi",
    "s5": "Diego Ferrante",
    "s6": "Kevin Stavros",
    "s7": "Will Best",
}
HELLO = [(f"h{n}", person, "", f"hi all, number {n} here") for n, person in enumerate(PEOPLE)]


def test_names(forum: Callable[..., Any]) -> None:
    posts = [
        *HELLO,
        ("1", "s1", "", "lol not u <<faith|s2>>"),
        ("2", "s2", "", "<<jack|s3>> u were there"),
        ("3", "s3", "", "ty <<faith|s2>> \U0001f64f"),
        ("4", "s4", "", "lol <<kev|s6>> broke it again"),
        ("5", "s5", "", "i think <<nkechi|s4>> pushed last, thx<<diego|s5>>"),
        ("6", "s6", "", "thank you <<diegooo|s5>>"),
        ("7", "s1", "", "<<nkechi|s4>> and <<nkehci|s4>> again, ask <<nkechi|s4>>. or <<nkechi|s4>>? ok <<nkechi|s4>>"),
    ]
    _, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "text",
    [
        "i have faith in it, as a jack of all trades",
        "the sky is grey, keep the faith",
        "this will best be done by hand",
        "you lost my faith. a leap of faith, that",
    ],
)
def test_words(text: str, forum: Callable[..., Any]) -> None:
    _, texts = forum([*HELLO, ("1", "s1", "", text)], {**PEOPLE, "s8": "Sky Muir"})
    assert texts[-1] == text


def test_a_full_name_that_is_two_words_is_one_only_with_a_capital(linked: Callable[..., str]) -> None:
    text = "This will best be done by <<Will Best|s7>>. Please mark long lines."
    assert linked(text, {**PEOPLE, "s9": "Mark Long"}) == text
