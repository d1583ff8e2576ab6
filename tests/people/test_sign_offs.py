"""Sign-offs above a signature block, a rule or code, by names that nobody registered, initials and single letters."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "mquill",
    "s2": "Anne-Marie Thornbury",
    "s3": "Philip Brack",
    "s4": "Fergus Ballantyne",
    "s5": "Sven Ekdahl",
}
QUOTE = '"I do not take much stock in tide tables, anyway, and the sea does not read them."'
SAID = "I moved the gauge to the old pier, and it works much better there now."


def check(forum: Any, posts: list[tuple[str, str, str, str]]) -> None:
    _, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize("name", ["Mindy", "-Mindy", "- Mindy", "Cheers, Mindy", "M"])
@pytest.mark.parametrize(
    "block",
    [
        f"\n\n-- \n{QUOTE}\n  a tide reader",
        f"\n-- \n{QUOTE}",
        f"\n\n*****************************\n\n{QUOTE}\nThe Harbour Office, all rights reserved, and so on.",
        f"\n\n----------------------------------\n{QUOTE}\nPlease consider the sea before you print this mail, always.",
    ],
)
def test_above_a_signature_block(name: str, block: str, forum: Any) -> None:
    signed = name.replace("Mindy", "<<Mindy|s1>>").replace("M", "<<M|s1>>") if name == "M" else name
    signed = signed if name == "M" else name.replace("Mindy", "<<Mindy|s1>>")
    check(forum, [(str(n), "s1", "", f"{n}. {SAID}\n\n{signed}{block}") for n in range(3)])


def test_it_is_found_elsewhere_then(forum: Any) -> None:
    posts = [(str(n), "s1", "", f"{n}. {SAID}\n\n<<Mindy|s1>>\n\n-- \n{QUOTE}") for n in range(3)]
    check(forum, [*posts, ("x", "s4", "1", "I agree with <<Mindy|s1>> here. Yeah, <<Mindy|s1>>, it does.")])


@pytest.mark.parametrize("behind", ["(who has wet feet)", " (still at the pier)", "(of the gauge) again"])
@pytest.mark.parametrize("name", ["Fergus", "fergus"])
def test_a_remark_behind_a_dashed_name(name: str, behind: str, forum: Any) -> None:
    check(forum, [("1", "s4", "", f"{SAID}\n\n-<<{name}|s4>>{behind}")])


@pytest.mark.parametrize(
    ("person", "text"),
    [
        ("s2", f"{SAID} <<AM|s2>>\n\n<<Anne-Marie Thornbury|s2>>\nDirector of Tides"),
        ("s2", f"{SAID}\n<<AM|s2>>\n\n<<Anne-Marie Thornbury|s2>>\nDirector of Tides"),
        ("s3", f"{SAID} <<P|s3>>\n\n***********************\n\n<<Philip Brack|s3>>\nThe Harbour Office"),
        ("s3", f"{SAID}\n\n<<PB|s3>>\n\n-- \n<<Philip Brack|s3>>\nThe Harbour Office"),
        ("s5", "Jag flyttade pegeln till bryggan.\n\n<<SE|s5>>\n\n-- \n<<Sven Ekdahl|s5>>\nHamnen"),
    ],
)
def test_initials_above_the_whole_name(person: str, text: str, forum: Any) -> None:
    check(forum, [("1", person, "", text)])


@pytest.mark.parametrize(
    "text",
    [
        f"The values are low today. OK\n\n-- \n{QUOTE}",
        f"Which letter comes next, after the P. Q\n\n-- \n{QUOTE}",
        "First part\n\n----------------------\nSecond part\n\n----------------------\nThird part",
        "Tide\n-----------\nThe water at noon.\n\nWind\n-----------\nA breeze.",
    ],
)
def test_what_stands_there_else_stays(text: str, forum: Any) -> None:
    check(forum, [("1", "s4", "", text), ("2", "s3", "", "See above.")])


@pytest.mark.parametrize("signed", ["P.B.", "P.B", "P. B."])
@pytest.mark.parametrize("before", ["Nothing but salt and tears. ", "Well! ", "<b>Salt, and tears</b> "])
def test_initials_with_dots_are_one_mention(signed: str, before: str, forum: Any) -> None:
    check(forum, [("m1", "s3", "", f"{before}<<{signed}|s3>>")])
