"""Where people are named in full: beside addresses, in headers, in by-lines; and names that have lost letters."""

from __future__ import annotations

import pytest

from spacy_pseudo import languages
from spacy_pseudo.text.contacts import named_contacts, resembles
from spacy_pseudo.text.lost_letters import restored
from spacy_pseudo.text.pasted_headers import header_names
from spacy_pseudo.text.salutations import BYLINE, find_salutations


@pytest.mark.parametrize(
    "text",
    [
        "All is well.\n\n-- \n<<Gary Lawrence Ashdown>> <garya@tele.example> Tele Communications Inc\n'A saying'\n",
        "All is well.\n\n-- \n<<Karl Ashdown>>      kra@monkey.example           http://www.monkey.example/~kra/\n",
        "All is well.\n\n-- \n<karl@monkey.example>       <<Karl Ashdown>>     <http://www.monkey.example/>\n",
        "All is well.\n\n<<Prudence Hall>>\nDepartment of Hydrology\nThe North\nprudence.hall@uni.example\n",
        "All is well.\n\n-----------------\n<<R. A. Ashdown>> <mailto: raa@tele.example>\nThe Tele Corporation",
        '- <<Mary L. "Duncan" Ashdown>>\n  http://www.ashdown.example/\n  mary@ashdown.example\n',
        "All is well.\n\n<<Karl Ashdown>> (karl.ashdown at uni.example)",
    ],
)
def test_a_name_beside_an_address(text: str) -> None:
    start, plain = text.index("<<"), text.replace("<<", "", 1).replace(">>", "", 1)
    end = text.index(">>", start) - 2
    assert (start, end) in {(name.start, name.end) for name in named_contacts(plain)}


@pytest.mark.parametrize(
    "text",
    [
        "Please write to Karl Ashdown, who knows it, at karl@monkey.example or so.",
        "The Tele Communications Inc <info@tele.example>",
        "> -- \n> Karl Ashdown <karl@monkey.example>\n\nI see.",
        "On Friday, Karl Ashdown <karl@monkey.example> wrote:\n> Hello\n\nHello!",
        "Hello\nkarl@monkey.example",
        "I looked at Karl Ashdown.",
    ],
)
def test_no_name_of_the_authors_beside_an_address(text: str) -> None:
    assert named_contacts(text) == ()


@pytest.mark.parametrize("local", ["mashdown", "ashdown.m", "maryash", "mary", "mja7", "ma"])
def test_an_address_made_of_a_name(local: str) -> None:
    assert resembles(local, "Mary J. Ashdown")
    assert not resembles(local, "Robert Gillespie")


def test_people_in_headers() -> None:
    text = (
        "Thanks, I will.\n\nFrom: Ashdown, Esther D\nTo: Calder, Mary; De Luca, Vera M;\nGillespie,\nRobert L\n"
        "Cc: 'Prudence Hall' <ph@uni.example>\nSent: Tue Feb 02\n\n"
        "All of it.\n\n> From: Robert Gillespie <rg@uni.example>\n> To: Mary Calder, Esther Ashdown\n> Subject: it\n"
    )
    found = [(" ".join(text[n.start : n.end].split()), n.role, n.header) for n in header_names(text)]
    assert found == [
        ("Ashdown, Esther D", "sender", 0),
        ("Calder, Mary", "recipient", 0),
        ("De Luca, Vera M", "recipient", 0),
        ("Gillespie, Robert L", "recipient", 0),
        ("Prudence Hall", "recipient", 0),
        ("Robert Gillespie", "sender", 1),
        ("Mary Calder", "recipient", 1),
        ("Esther Ashdown", "recipient", 1),
    ]


@pytest.mark.parametrize(
    "text", ["From: Mary Calder we have heard nothing.", "To: all of you\nI am leaving.", "From: Mary"]
)
def test_a_line_alone_is_no_header(text: str) -> None:
    assert header_names(text) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Mary Ashdown\nProfessor Grey\nENG 101\n12 May 2019\n\nOn Rivers\n\nRivers are long.\n", "Mary Ashdown"),
        ("On Rivers\nby Mary Ashdown\n\nRivers are long. They run.\n", "Mary Ashdown"),
        ("On Rivers\n\nSubmitted by: Mary J. Ashdown\nStudent ID: 22\n\nRivers are long.\n", "Mary J. Ashdown"),
        ("Interviewer Name: Mary Ashdown\nDate: 12 May\n\nQ: How long?\nA: Very.\n", "Mary Ashdown"),
        ("Name: Mary Ashdown\n\nI like rivers.", "Mary Ashdown"),
        ("Student - Mary Ashdown\n\nI like rivers.", "Mary Ashdown"),
        ("By MARY ASHDOWN, 2019\nRivers are long and wide, they say.\n", "MARY ASHDOWN"),
        (
            "Mary Ashdown 1\n\nRivers are long.\n\nMary Ashdown 2\n\nThey run.\n\nMary Ashdown 3\nThey end.",
            "Mary Ashdown",
        ),
    ],
)
def test_by_lines(text: str, name: str) -> None:
    slots = [slot for salutation in find_salutations(text) for slot in salutation.slots if slot.kind == BYLINE]
    assert slots
    assert {text[slot.start : slot.end] for slot in slots} == {name}


def test_by_lines_in_swedish() -> None:
    with languages.speaking("sv"):
        text = "Om floder\n\nInlämnad av: Maria Ashdown\n\nFloder är långa.\n"
        slots = [slot for salutation in find_salutations(text) for slot in salutation.slots if slot.kind == BYLINE]
        assert [text[slot.start : slot.end] for slot in slots] == ["Maria Ashdown"]


@pytest.mark.parametrize(
    "text",
    [
        "This was made by Mary Ashdown for us.\nI like it.\n",
        "A Tool by Mary Ashdown\nMind Map\nI like it.\n",
        "Mary Ashdown\n\nI think you are right. I saw it.\nIt was fine.\n",
        "Name: of the Rose\n\nI like it.",
        "Author: see below\n\nI like it.",
    ],
)
def test_no_by_line(text: str) -> None:
    assert all(slot.kind != BYLINE for salutation in find_salutations(text) for slot in salutation.slots)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("R?bert", "Robert"),
        ("Aur?lie", "Aurelie"),
        ("Ren? Ashdown", "Rene Ashdown"),
        ("ZOLT\ufffdN", "ZOLTAN"),
        ("Mary Qu?zqel", "Mary Qu?zqel"),
        ("Robert?", "Robert?"),
        ("Mary Ashdown", "Mary Ashdown"),
    ],
)
def test_lost_letters(written: str, name: str) -> None:
    assert restored(written) == name
