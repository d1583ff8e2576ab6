"""People who are quoted: their names are replaced, and say nothing about who quotes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

LETTER = "> Hi <<Kayleigh|k>>,\n>\n> I moved the gauge to the old pier last week.\n>\n> Best wishes,\n> <<Robert|r>>"
TOLD = "On Fri, 1 Feb 2019 at 17:36, <<Robert|r>> wrote:"
OWN = "It works much better there, and the data look fine.\n\nBest wishes,\n<<Kayleigh|k>>"

ANSWERS = {
    "above": f"{OWN}\n\n{TOLD}\n{LETTER}",
    "below": f"{TOLD}\n{LETTER}\n\n{OWN}",
    "between": f"{TOLD}\n{LETTER}\n\n{OWN}\n\n> And what about the winter, or was that all?\n> <<Robert|r>>",
    "unmarked": f"{OWN}\n\n-----Original Message-----\nFrom: <<Robert|r>>\nSent: Friday\n\n{LETTER.replace('> ', '')}",
    "bars": "\n".join((OWN, "", TOLD, *(f"|{line[1:]}" for line in LETTER.split("\n")))),
}
FOOTER = "\n_______________________________________________\nTides mailing list\nTides@lists.example\n"


@pytest.mark.parametrize("where", ANSWERS)
@pytest.mark.parametrize("footer", ["", FOOTER])
def test_a_quoted_sign_off_is_not_the_authors(where: str, footer: str, forum: Callable[..., Any]) -> None:
    # Nobody's name is known beforehand; Robert signs once, and is quoted all the time.
    posts = [("1", "r", "", "The gauge is back, and I moved it to the old pier.\n\nBest wishes,\n<<Robert|r>>")]
    posts += [(str(n), "k", "1", ANSWERS[where] + footer) for n in range(2, 6)]
    key, texts = forum(posts)
    assert {person: key.name_map.forms(person)[0].text for person in ("k", "r")} == {"k": "Kayleigh", "r": "Robert"}
    assert [form.text for form in key.name_map.forms("k")] == ["Kayleigh"]
    assert texts == [text for *_, text in posts]


def test_the_last_word_of_what_is_quoted_is_not_the_authors(forum: Callable[..., Any]) -> None:
    people = {"r": "Robert Gillespie", "b": "Robert Ballantyne"}
    posts = [
        ("1", "b", "", "The gauge is back, and it looks new to me.\n\n<<Robert|b>>"),
        ("2", "r", "1", "It is, I paid for it.\n\n> The gauge is back, and it looks new to me.\n>\n> <<Robert|b>>\n"),
        ("3", "r", "1", "It is, I paid for it. <<Robert|r>>\n\n> The gauge is back.\n> <<Robert|b>>"),
    ]
    _, texts = forum(posts, people)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "line",
    [
        "On Fri, 1 Feb 2019 at 17:36, <<Robert Gillespie|s12>> <rg@uni.example> wrote:",
        "On Fri, 1 Feb 2019 at 17:36, <<Robert\nGillespie|s12>> <rg@uni.example> wrote:",
        "> On Fri, 1 Feb 2019 at 17:36, <<Robert\n> Gillespie|s12>> <rg@uni.example> wrote:",
        "> > On Fri, 1 Feb 2019 at 17:36, <<Robert\n> > Gillespie|s12>> <rg@uni.example> wrote:",
        "Den fre 1 feb. 2019 kl 17:36 skrev <<Robert Gillespie|s12>> <rg@uni.example>:",
        "Am 01.02.2019 um 17:36 schrieb <<Gillespie, Robert|s12>>:",
        "<<Robert|s12>> wrote:",
        "*From:* <<Gillespie, Robert|s12>> [mailto:rg@uni.example]\n*Sent:* Friday\n*To:* <<Calder, Mary|s11>>",
    ],
)
def test_names_in_attributions(line: str, linked: Callable[..., str]) -> None:
    text = f"I agree with that.\n\n{line}\n> > yes\n"
    assert linked(text, author="s11", parent_author="s12") == text


def test_two_lines_of_two_people_are_not_one_name(linked: Callable[..., str]) -> None:
    text = "I agree with\n<<Robert|s12>>\n> <<Robert|s12>> asked."
    assert linked(text, author="s11", parent_author="s12") == text


def test_whoever_is_greeted_in_a_quote_and_is_nobody_known(linked: Callable[..., str]) -> None:
    text = "I agree with that.\n\n> Hi <<Priscilla|?>>,\n> yes.\n>\n> Best wishes,\n> <<Fergus|s14>>"
    assert linked(text, author="s11", parent_author="s12") == text


def test_the_signature_block_is_the_authors(forum: Callable[..., Any]) -> None:
    block = (
        "-- \n<<Kayleigh Oduya|k>>\nDepartment of Hydrology, University of the Far North, Harbour Street 5, Somewhere"
    )
    posts = [
        ("1", "k", "", f"The gauge is back where it was before the storm.\n\n{block}"),
        ("2", "r", "1", "It is, I paid for it.\n\n> The gauge is back.\n>\n> -- \n> <<Kayleigh Oduya|k>>"),
        ("3", "k", "2", f"Who else would have done it, after all that was said.\n\n{block}"),
    ]
    key, texts = forum(posts)
    assert "Kayleigh Oduya" in [form.text for form in key.name_map.forms("k")]
    assert key.name_map.forms("r") == []
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "text", ["> Me! <<Mark|m>>\n\nYes.", "> I agree. <<Mark|m>>\n>\n> More.", "Yes.\n\n> <<Mark|m>>"]
)
def test_a_name_that_is_a_word_ends_what_is_quoted(text: str, linked: Callable[..., str]) -> None:
    assert linked(text, {"m": "Mark Price", "k": "Kayleigh Oduya"}, author="k") == text


def test_a_word_at_the_end_of_a_quoted_line_is_none(linked: Callable[..., str]) -> None:
    text = "> It is so. Mark\n> my words.\n\nYes."
    assert linked(text, {"m": "Mark Price", "k": "Kayleigh Oduya"}, author="k") == text


@pytest.mark.parametrize(
    "text",
    [
        "Travel:\n\nFrom: Lund\nTo: Oslo\n\nsee you, <<rose|r>>",
        "hello\n\n-- Original idea by me --\n\nmore of mine\n\n<<rose|r>>",
        # This looks like another's message, and may be the author's all the same.
        "Travel:\n\nFrom: Lund\nTo: Oslo\nDate: Friday\n\nsee you, <<rose|r>>",
        "Look at this.\n\n-----Original Message-----\nAnd this is mine.\n\n<<rose|r>>\n",
    ],
)
def test_authors_who_sign_below_what_looks_like_a_header(text: str, linked: Callable[..., str]) -> None:
    assert linked(text, {"r": "Rose Ballantyne", "k": "Kayleigh Oduya"}, author="r", parent_author="k") == text


@pytest.mark.parametrize(
    "text",
    [
        "Look.\n\nFrom: Lund\nTo: Oslo\nDate: Friday\n\nAll of them rose",
        "Look.\n\n> The water fell, and it\n> rose",
        "Look.\n\n-----Original Message-----\nIt fell, rose\nand fell.",
    ],
)
def test_words_at_the_end_of_what_is_somebody_elses(text: str, linked: Callable[..., str]) -> None:
    assert linked(text, {"r": "Rose Ballantyne", "k": "Kayleigh Oduya"}, author="r", parent_author="k") == text


@pytest.mark.parametrize("before", ["", "> ", "> > "])
def test_citations_that_are_quoted_over_lines(before: str, linked: Callable[..., str]) -> None:
    people = {"o": "Fiona OBrien", "k": "Kayleigh Oduya"}
    text = f"Yes.\n\n{before}As said by OBrien\n{before}et al. (2012), it is so.\n{before}And <<Fiona|o>> agrees."
    assert linked(text, people, author="k", parent_author="o") == text
