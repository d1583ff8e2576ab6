"""Names that nobody is known by, where somebody is greeted, thanked or signs: replaced, or at least in the account."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo import Message
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover

from .conftest import make_roster

CLASS = {"s1": "Ottoline Fairweather", "s2": "Walter Brankin", "s3": "Priya Raghavan"}


def read(text: str) -> tuple[str, dict[str, tuple[str, list[str]]]]:
    """RETURNS (tuple): The text of Walter's answer to Ottoline, and what the account has of it."""
    messages = [
        Message("The tide was low.\n\nOttoline", "m1", "s1", thread="t"),
        Message(text, "m2", "s2", "m1", thread="t"),
    ]
    key = discover(messages, make_roster(CLASS), pseudonyms="id")
    result = list(apply(messages, key, make_pipeline(key)))[1]
    return result.text, {text[k["start"] : k["end"]]: (k["reason"], k["participants"]) for k in result.kept}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Hello Jinx, good luck with the course.", "Hello [U?], good luck with the course."),
        ("Hi Zubzub,\nI agree.", "Hi [U?],\nI agree."),
        ("Thanks Chip. I shall think about it.", "Thanks [U?]. I shall think about it."),
    ],
)
def test_who_is_answered_is_called_something(text: str, written: str) -> None:
    assert read(text)[0] == written


@pytest.mark.parametrize(
    ("text", "word", "person"),
    [
        ("Hi Mouse,\nI agree.", "Mouse", "s1"),
        ("I agree with all of it.\n\nBest,\nMouse", "Mouse", "s2"),
        ("I agree with all of it.\n\n-wlkbt", "wlkbt", "s2"),
    ],
)
def test_words_in_a_names_place_are_in_the_account(text: str, word: str, person: str) -> None:
    written, kept = read(text)
    assert word not in written or kept == {word: ("in a name's place", [person])}


@pytest.mark.parametrize(
    "text", ["Hi all,\nI agree.", "Dear class,\nI agree.", "Hello everyone, thanks!", "I agree.\n\nThanks a lot!"]
)
def test_groups_are_nobody(text: str) -> None:
    assert read(text) == (text, {})


def test_a_slot_that_leads_to_nobody_names_nobody(forum: Any) -> None:
    """Without somebody to answer, a word after a greeting may be anything."""
    _, texts = forum([("m1", "s1", "", "Hello Sunshine, what a day it was.")], CLASS)
    assert texts == ["Hello Sunshine, what a day it was."]
