"""Given names without a blank, initials that are words, and names of two or three letters: who they are, where whoever
is called so writes in the thread."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "王小明",
    "s2": "Aron Mellqvist",
    "s3": "Dora Oakhanger",
    "s4": "Ingrid Tallbacka",
    "s5": "Ann Furlong",
    "s6": "Bo Kvistgren",
    "s7": "Marek Zielnik",
    "s8": "김지우",
    "s9": "山田太郎",
}
HELLO = [(f"h{n}", person, "", f"Number {n} of the tables is late.") for n, person in enumerate(PEOPLE)]


def check(forum: Any, author: str, text: str, *, answers: str = "", lang: str = "en") -> None:
    """Every one of the people writes in the thread, and then somebody does, maybe to one of them."""
    parent = f"h{list(PEOPLE).index(answers)}" if answers else ""
    rows = [*HELLO, ("m", author, parent, text)]
    _, texts = forum(rows, PEOPLE, threads=dict.fromkeys((row[0] for row in rows), "t"), lang=lang)
    assert texts[-1] == text


@pytest.mark.parametrize(
    "text",
    [
        "I think that <<小明|s1>> is right about the tide.",
        "你好 <<小明|s1>>,\n\n谢谢你。",
        "谢谢<<小明|s1>>，我明白了。",
        "我同意<<小明|s1>>的看法。",
        "<<王小明|s1>> and <<지우|s8>> have both tables.",
        "<<太郎|s9>>さん、ありがとう。<<山田|s9>>さんの表です。",
        "As <<小明|s1>>'s table shows, it is high.",
    ],
)
def test_given_names_of_names_without_a_blank(forum: Any, text: str) -> None:
    check(forum, "s7", text)


@pytest.mark.parametrize("text", ["我觉得明天会下雨。", "小的很好。"])
def test_the_same_signs_in_other_words_stay(forum: Any, text: str) -> None:
    check(forum, "s7", text)


@pytest.mark.parametrize(
    ("author", "text"),
    [
        ("s2", "The tables are late.\n\nBest wishes,\n<<AM|s2>>"),
        ("s3", "The tables are late.\n\n<<DO|s3>>"),
        ("s4", "The tables are late.\n\nThanks,\n<<IT|s4>>"),
        ("s7", "We meet at 10 AM. DO NOT WAIT. Ask the IT desk, IT IS open."),
    ],
)
def test_initials_that_are_words(forum: Any, author: str, text: str) -> None:
    check(forum, author, text)


@pytest.mark.parametrize(
    ("author", "text"),
    [
        ("s2", "Tabellerna är sena.\n\nHälsningar\n<<AM|s2>>"),
        ("s4", "Tabellerna är sena.\n\nMvh\n<<IT|s4>>"),
        ("s7", "Fråga IT om det."),
    ],
)
def test_initials_that_are_words_in_swedish(forum: Any, author: str, text: str) -> None:
    check(forum, author, text, lang="sv")


GREETED = [
    ("s2", "Hi <<AM|s2>>,\n\nthe tables are late.", "en"),
    ("s3", "Dear <<DO|s3>>,\n\nthe tables are late.", "en"),
    ("s4", "Hi <<IT|s4>>,\n\nthe tables are late.", "en"),
    ("s2", "Thanks <<AM|s2>>!", "en"),
    ("s3", "Hej <<DO|s3>>!\n\nTabellerna är sena.", "sv"),
    ("s4", "Hej <<IT|s4>>,\n\ntabellerna är sena.", "sv"),
]


@pytest.mark.parametrize(("owner", "text", "lang"), GREETED)
def test_initials_that_are_words_of_whom_one_answers(forum: Any, owner: str, text: str, lang: str) -> None:
    check(forum, "s7", text, answers=owner, lang=lang)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Hi <<AF|s5>>,\n\nthe tables are late.", "en"),
        ("Dear <<DO|s3>>,\n\nthe tables are late.", "en"),
        ("Thanks <<BK|s6>>!", "en"),
        ("Hej <<DO|s3>>!\n\nTabellerna är sena.", "sv"),
        # They stand for something else, too, and nobody is answered who is called so.
        ("Hi IT,\n\nthe tables are late.", "en"),
        ("Hi XY,\n\nthe tables are late.", "en"),
    ],
)
def test_initials_of_somebody_here_who_is_not_answered(forum: Any, text: str, lang: str) -> None:
    check(forum, "s7", text, lang=lang)


@pytest.mark.parametrize(
    "text",
    [
        "i like <<ann|s5>>'s table, and <<bo|s6>>'s",
        "i read <<bo|s6>>'s answer and <<ann|s5>> was right",
        "thanks <<bo|s6>>, i got it",
        "<<Ann|s5>>'s table is better than <<Bo|s6>>’s.",
        "ok <<ann|s5>>",
        "<<ann|s5>>: see the table",
    ],
)
def test_short_names_in_small_letters_and_in_the_genitive(forum: Any, text: str) -> None:
    check(forum, "s7", text)


@pytest.mark.parametrize(
    "text",
    [
        "jag gillar <<ann|s5>>s tabell",
        "<<Bo|s6>>s tabell är bättre än <<Ann|s5>>s.",
        "tack <<bo|s6>>, nu förstår jag",
        "Vi ska bo i staden, och de bor där.",
    ],
)
def test_short_names_in_the_genitive_in_swedish(forum: Any, text: str) -> None:
    check(forum, "s7", text, lang="sv")
