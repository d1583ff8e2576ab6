"""One mention per person: a name with whatever stands inside, before and behind it, and nothing of what is not its."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo import Message, discover
from spacy_pseudo.passes.apply import apply, make_pipeline

PEOPLE = {
    "a1": "Robert Ashdown",
    "a2": "Vera Deluca",
    "a3": "Jean Larue",
    "a4": "Kees van der Berg",
    "a5": "Mary Poe",
    "a6": "Orla Oneill",
    "a7": ("Fairweather, Walter N",),
    "a8": "Hector J. Quintrell III",
    "a9": "Sören Ekdahl",
}


@pytest.mark.parametrize(
    "text",
    [
        # a nickname inside
        'Yesterday <<Robert "Bob" Ashdown|a1>> agreed.',
        "Yesterday <<Robert “Bob” Ashdown|a1>> agreed.",
        "Yesterday <<Robert 'Bob' Ashdown|a1>> agreed.",
        "Yesterday <<Robert (Bob) Ashdown|a1>> agreed.",
        "Yesterday <<Robert (Bob) L. Ashdown|a1>> agreed.",
        'Yesterday <<Robert L. "Bob" Ashdown|a1>> agreed.',
        'Yesterday <<Robert L. "Duke" Ashdown|a1>> agreed.',
        'Yesterday <<R. L. "Bob" Ashdown|a1>> agreed.',
        'Yesterday <<Ashdown, Robert L. "Bob"|a1>> agreed.',
        'Det sade <<Sören "Sigge" Ekdahl|a9>> i går.',
        # a suffix
        "Yesterday <<Robert Ashdown, Jr.|a1>> agreed.",
        "Yesterday <<Robert Ashdown Jr.|a1>> agreed.",
        "Yesterday <<Robert Ashdown Sr|a1>> agreed.",
        "Yesterday <<Robert L. Ashdown III|a1>> agreed.",
        "Yesterday <<Hector J. Quintrell III|a8>> agreed.",
        "Yesterday <<Hector Quintrell, IV|a8>> agreed.",
        "Yesterday <<Robert L. Ashdown II|a1>>'s post came.",
        'Yesterday <<Robert "Bob" Ashdown, Jr.|a1>> agreed.',
        # particles
        "Yesterday <<Vera M. de Luca|a2>> agreed.",
        "Yesterday <<Vera De Luca|a2>> agreed.",
        "Yesterday <<Hector Robert de Quintrell|a8>> agreed.",
        "Yesterday <<Mary Hector Poe|a5>> agreed.",
        "Yesterday <<De Luca, Vera M|a2>> agreed.",
        "Yesterday <<La Rue, Jean|a3>> agreed.",
        "Yesterday <<Jean La Rue|a3>> agreed.",
        "Yesterday <<Jean la Rue|a3>> agreed.",
        "Yesterday <<van der Berg, K. (Kees)|a4>> agreed.",
        "Yesterday <<Kees Van Der Berg|a4>> agreed.",
        "Yesterday <<Orla O'Neill|a6>> and <<O’Neill, Orla|a6>> agreed.",
        "I asked Dr <<La Rue|a3>> about it.",
        # lists
        "There: <<Ashdown, Robert L|a1>>; <<De Luca, Vera M|a2>>; <<Poe, Mary|a5>>.",
        "To: <<Ashdown, Robert L|a1>>; <<De Luca, Vera M|a2>>; <<Poe, Mary|a5>>\nSubject: the gauge",
        "Cc: <<Ashdown, Robert L.|a1>>; <<Fairweather, Walter N|a7>>; <<La Rue, Jean|a3>> - (Oslo)\n",
        "To: <<Poe, Mary|a5>>; <<Ashdown,\nRobert L|a1>>; <<De Luca, Vera|a2>>\nSubject: the gauge",
        "Cc: <<Poe, Mary (MP)|a5>>; <<Ashdown, Robert (Bob)|a1>>\n",
        "Till: <<Ekdahl, Sören|a9>>; <<De Luca, Vera M|a2>>\nÄmne: mätaren",
        # misread by a scanner: a digit for an initial, a surname beside the right given name and initial
        "Cc: <<Ashdown, Robert 3|a1>>\n\nSent: Friday",
        "Cc: <<Ashdown, Robert 1|a1>>; <<Poe, Mary|a5>>\n",
        "Cc: <<Fanwooder, Walter N|a7>>; <<Poe, Mary|a5>>\n",
        "To: <<Poe, Mary|a5>>; <<Fanwooder, Walter N|a7>>\n",
        # a slip in small letters
        "<<Robert ashdowne|a1>> does it well, and so does <<walter fairwether|a7>>.",
    ],
)
def test_a_whole_name_is_one_mention(text: str, linked: Any) -> None:
    assert linked(text, PEOPLE) == text


@pytest.mark.parametrize(
    "text",
    [
        # what stands beside a name is not part of it
        "<<Ashdown, Robert|a1>> 3 times said so.",
        "To: <<Robert|a1>> 3 times\n",
        "<<Robert|a1>> ashore and <<Walter|a7>> fair",
        "<<Robert Ashdown|a1>> (the chair) agreed.",
        "<<Robert|a1>> (Oslo) agreed.",
        "<<Robert Ashdown|a1>>, Oslo, agreed.",
        "Thanks <<Mary|a5>> <<Robert Ashdown|a1>> for this.",
        "I asked <<Robert Ashdown|a1>>. Jr. officers came later.",
        "<<Robert Ashdown|a1>> V agreed.",
        "<<Vera|a2>> said that La Luz is open.",
        "<<Robert|a1>> (see Poe) agreed.",
        'So <<Robert|a1>> said "Ashdown is a village".',
        "<<Vera|a2>> likes de Luxe paper.",
    ],
)
def test_what_stands_beside_a_name_is_not_part_of_it(text: str, linked: Any) -> None:
    assert linked(text, PEOPLE) == text


@pytest.mark.parametrize(
    "text",
    [
        'I read a book by Robert "Bob" Larkspur.',
        "I read a book by Robert (Bob) Larkspur.",
        "I read a book by Robert Larkspur, Jr.",
    ],
)
def test_somebody_elses_whole_name_stays(text: str, linked: Any) -> None:
    assert linked(text, PEOPLE) == text


def test_the_same_where_names_are_learned(forum: Any) -> None:
    posts = [
        ("1", "a5", "", "To: <<Ashdown,\nRobert L|a1>>; <<De Luca, Vera M|a2>>; <<La Rue, Jean|a3>>\n\nHave a look."),
        ("2", "a1", "1", 'I did, and <<Orla O\'Neill|a6>>, too.\n\n-- \n<<Robert L. "Duke" Ashdown III|a1>>\n'),
        (
            "3",
            "a5",
            "",
            "Let us ask <<Jean La Rue|a3>> and <<Vera M. De Luca|a2>>, if not <<Hector Quintrell, Jr.|a8>>",
        ),
    ]
    _, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]


# --- By-lines ---

ESSAY = "\n\nOn Rivers\n\nRivers are long, and most of them end in the sea. Nobody knows why they run as they do.\n"


def hidden(text: str, marked: Any, mark: Any, *more: Message, author: str = "a1") -> str:
    """The marks that are set in an essay without a class list; `X` for people who did not write it."""
    messages = [Message(marked(text).text, "1", author), *more]
    key = discover(messages, pseudonyms="id", seed=1)
    result = next(iter(apply(messages, key, make_pipeline(key, others="mask"))))
    spans = [(r["start"], r["end"], r["participant"]) for r in result.replacements if r["participant"]]
    spans += [(r["start"], r["end"], "X") for r in result.others if r["replacement"] is not None]
    return str(mark(messages[0].text, spans))


@pytest.mark.parametrize(
    "text",
    [
        f"<<Oyelaran|a1>> 1\n\n<<Tomas Oyelaran|a1>>\nProfessor <<Ekdahl|X>>\nGEO 2{ESSAY}\n<<Oyelaran|a1>> 2\n\nYes.",
        f"Submitted by: <<Hannah Oyelaran|a1>> and <<Tomas Ekdahl|X>>{ESSAY}<<Tomas|X>> helped, <<Hannah|a1>> wrote.",
        f"Team:\n- <<Hannah Oyelaran|a1>>\n- <<Tomas Ekdahl|X>>\n- <<Wendell Z.|X>>{ESSAY}I thank <<Wendell|X>>.",
        f"Written by <<Oyelaran|a1>>{ESSAY}",
        f"Name: <<Hannah|a1>>\nLab partner: <<Tomas Ekdahl|X>>{ESSAY}<<Tomas|X>> read the gauge.",
        f"Student: <<Oyelaran, Hannah|a1>>\nSupervisor: Prof. <<T. Ekdahl|X>>{ESSAY}I thank Dr. <<Ekdahl|X>>.",
        f"Peer reviewer: <<Hannah Oyelaran|a1>>\nAuthor reviewed: <<Tomas|X>>{ESSAY}<<Tomas|X>> says little of lakes.",
        f"<<HANNAH OYELARAN|a1>>\nPERIOD 4\nMS. <<EKDAHL|X>>{ESSAY}",
        f"I, <<Hannah Oyelaran|a1>>, declare that this is my own work.\nWitness: <<Tomas Ekdahl|X>>{ESSAY}",
        # the one whom the sign-off fits
        f"Authors: <<Tomas Ekdahl|X>> & <<Hannah Oyelaran|a1>>{ESSAY}\nBest regards,\n<<Hannah Oyelaran|a1>>",
    ],
)
def test_a_by_line_tells_who_wrote_an_essay(text: str, marked: Any, mark: Any) -> None:
    assert hidden(text, marked, mark) == text


def test_another_essay_tells_who_of_several_wrote_this_one(marked: Any, mark: Any) -> None:
    text = f"Authors: <<Tomas Ekdahl|X>> & <<Hannah Oyelaran|a1>>{ESSAY}"
    others = [Message(f"by Hannah Oyelaran{ESSAY}", "2", "a1"), Message(f"Name: Hannah Oyelaran{ESSAY}", "3", "a1")]
    assert hidden(text, marked, mark, *others) == text


def test_an_id_tells_who_of_several_wrote_this_one(marked: Any, mark: Any) -> None:
    text = f"Authors: <<Tomas Ekdahl|X>> & <<Hannah Oyelaran|hoyelaran>>{ESSAY}"
    assert hidden(text, marked, mark, author="hoyelaran") == text


def test_who_wrote_another_essay_is_that_person(marked: Any, mark: Any) -> None:
    text = f"Authors: <<Hannah Oyelaran|a1>> & <<Tomas Ekdahl|a2>>{ESSAY}"
    assert hidden(text, marked, mark, Message(f"Name: Tomas Ekdahl{ESSAY}", "2", "a2")) == text


def test_a_memo_is_its_senders(marked: Any, mark: Any) -> None:
    text = (
        "From: <<Hannah Oyelaran|a1>>\nTo: Prof. <<Tomas Ekdahl|unlisted-1>>\nRe: rivers\n\nAs you asked, I read both."
    )
    assert hidden(text, marked, mark) == text


def test_an_article_that_is_handed_on_keeps_its_author(marked: Any, mark: Any) -> None:
    article = "On Rivers\nBy Hannah Oyelaran and Tomas Ekdahl\n\nRivers are long. Most of them end in the sea.\n"
    text = f"I found this one today, it is quite good.\n\nhttp://sea.example/\n\n{article}"
    assert hidden(text, marked, mark) == text
