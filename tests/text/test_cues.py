"""Cues around a word: the marked word is what they are asked about."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo.text import cues


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr <<Grey>> said", True),
        ("Dr. <<Grey>> said", True),
        ("as Professor <<Grey>> said", True),
        ("Prof. <<Grey>>", True),
        ("Mrs <<Grey>>", True),
        ("Professor, <<Grey>>", True),
        ("the <<Grey>> house", False),
        ("the doctor likes <<Grey>>", False),
        ("<<Grey>>", False),
    ],
)
def test_titled(text: str, expected: bool, marked: Any) -> None:
    plain, [(start, _, _)] = marked(text)
    assert cues.titled(plain, start) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<<Grace>> said so", True),
        ("<<May>>, I agree", True),
        ("<<Will>>'s idea", True),
        ("<<Will>>’s idea", True),
        ("<<Mark>> mentioned it", True),
        ("<<Mark>> has it", True),
        ("<<Will>> you come?", False),
        ("<<May>> be so", False),
        ("<<Mark>>", False),
    ],
)
def test_acts(text: str, expected: bool, marked: Any) -> None:
    plain, [(_, end, _)] = marked(text)
    assert cues.acts(plain, end) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in <<May>> we meet", True),
        ("<<May>> 14 is fine", True),
        ("on 14 <<May>>", True),
        ("until late <<August>>", True),
        ("next <<Summer>>", True),
        ("I think <<May>> said so", False),
        ("<<June>> agrees", False),
        ("in <<Mary>> 14", False),
    ],
)
def test_dated(text: str, expected: bool, marked: Any) -> None:
    plain, [(start, end, _)] = marked(text)
    assert cues.dated(plain, start, end, plain[start:end].lower()) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("yes <<Mary>> it is", True), ("Yes, <<Mary>> it is", True), ("y ~ no + <<Si>> + x", False)]
)
def test_what_is_added_is_not_answered(text: str, expected: bool, marked: Any) -> None:
    plain, [(start, end, _)] = marked(text)
    assert cues.takes_part(plain, start, end) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("remind us of the iconic <<Christian>> pose", True),
        ("a <<Christian>> reading of it", True),
        ("for every <<Hope>> project", True),
        ("like the <<Christian>> who wrote it", False),
        ("a young <<Christian>> said so", False),
        ("ask <<Christian>> today", False),
        ("the <<Christian>>, as I said", False),
    ],
)
def test_attributive(text: str, expected: bool, marked: Any) -> None:
    plain, [(start, end, _)] = marked(text)
    assert cues.attributive(plain, start, end) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<<Hope>>: I just missed your call", True),
        ("<<Mercy>>--please call me", True),
        ("<<So>>,\n\nWe are safe.", True),
        ("<<So>>, we are safe.", False),
        ("<<Hope>> is all we have", False),
        ("I see. <<Hope>>: it helps", False),
    ],
)
def test_a_letter_opens_with_whom_it_is_for(text: str, expected: bool, marked: Any) -> None:
    plain, [(start, end, _)] = marked(text)
    assert cues.opens_letter(plain, start, end) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have spoken to\n<<Chance>> (again)", True),
        ("I have spoken to you.\n<<Chance>> is all", False),
        ("I see it\n<<Chance>> is all", False),
    ],
)
def test_an_object_may_stand_on_the_next_line(text: str, expected: bool, marked: Any) -> None:
    plain, [(start, _, _)] = marked(text)
    assert cues.wrapped_object(plain, start) is expected
