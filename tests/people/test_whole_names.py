"""One mention per person: a name with whatever stands inside, before and behind it, and nothing of what is not its."""

from __future__ import annotations

from typing import Any

import pytest

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
