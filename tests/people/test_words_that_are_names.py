"""Words that are names, too: replaced where they are names, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spacy_pseudo import pseudonymise

PEOPLE = {
    "s11": "Kayleigh Oduya",
    "s12": "Robert Gillespie",
    "s13": "Fergus Ballantyne",
    "s21": "May Sutherland",
    "s22": "Will Ashby",
    "s23": "Mark Whitlock",
    "s24": "Grace Lloyd-Baines",
    "s25": "Hope Adeyemi",
    "s26": "Jan van der Moor",
    "s27": "Rose Tanner",
    "s28": "Summer Haldane",
    "s29": "Art Vandermeer",
    "s30": "Bill Castor",
    "s31": "Sue Penhaligon",
    "s32": "Pat Quigley",
    "s33": "Rich Tollemache",
    "s34": "Drew Carmody",
    "s35": "Chase Donnelly",
    "s36": "Frank Mbeki",
    "s37": "Joy Okonkwo",
    "s38": "Dawn Prosser",
    "s39": "Christian Dorfmann",
    "s40": "Guy Lafleche",
    "s41": "Dean Rasmussen",
    "s42": "Skip Lundgren",
    "s43": "Penny Farrant",
}
WORDS = [person for person in PEOPLE if person > "s20"]
TO = [
    "Hi <<{}>>,\nI agree.",
    "hi <<{small}>>, i agree",
    "<<{}>>, I agree.",
    "<<{}>> - I agree.",
    "<<{}>>\n\nI agree.",
    "@<<{small}>> i agree",
    "Thanks <<{}>> for this.",
    "Dear <<{}>> and <<Kayleigh|s11>>,\nyes.",
    "Hi <<Kayleigh|s11>>, <<{}>>,\nyes.",
    "I agree with <<{}>> on it.",
    "I like <<{}>>'s idea.",
    "<<{}>> said so.",
    "As <<{}>> says, it is odd.",
    "What do you think, <<{}>>?",
]
BY = [
    "I agree.\n\n<<{}>>",
    "I agree. <<{}>>",
    "I agree.\n\nBest,\n<<{}>>",
    "I agree. Thanks, <<{}>>",
    "i agree.\n\nthanks\n<<{small}>>",
    "I agree.\n- <<{}>>",
    "I agree --<<{}>>",
    "My name is <<{}>>. Yes.",
    "I agree.\n\nThanks!\n<<{}>>\n\nPS: no",
]


def _filled(form: str, person: str) -> str:
    name = PEOPLE[person].split()[0]
    return form.replace("<<{}>>", f"<<{name}|{person}>>").replace("<<{small}>>", f"<<{name.lower()}|{person}>>")


@pytest.mark.parametrize("person", WORDS)
def test_as_a_name_of_whom_one_answers(person: str, linked: Any) -> None:
    texts = [_filled(form, person) for form in TO]
    assert [linked(text, PEOPLE, author="s12", parent_author=person) for text in texts] == texts


@pytest.mark.parametrize("person", WORDS)
def test_as_the_authors_name(person: str, linked: Any) -> None:
    texts = [_filled(form, person) for form in BY]
    assert [linked(text, PEOPLE, author=person, parent_author="s12") for text in texts] == texts


@pytest.mark.parametrize(
    "text",
    [
        "Will you come? I will. Will do! Where there is a will there is a way.",
        "May I ask? It may be. In May we meet, on May 5 or on 6 May.",
        "Mark my words. The mark was high. A Mark of honour it was.",
        "By the grace of God. The grace period is over.",
        "Hope this helps. Hope so! I hope so.",
        "From Jan 5 to 6 Jan 2010 it was cold.",
        "The rose is red. Prices rose. A Rose by any other name.",
        "In Summer we swim. The summer was hot.",
        "The art of war. State of the Art.",
        "The bill is high. A Bill of Rights.",
        "They sue. Sue them!",
        "A pat on the back.",
        "Rich people are rich in detail. The Rich and the poor.",
        "He drew it. Drew attention to it.",
        "The chase is on. Chase the dog.",
        "To be frank, this was a frank discussion. Frankly, no.",
        "Joy to the world. What joy!",
        "At dawn. Dawn broke.",
        "The Christian faith. Christian values are old.",
        "Nice guy! The Guy said so.",
        "The Dean of Students came. The Dean said so, and a Dean knows.",
        "Skip this step. Skip it!",
        "A penny saved. Every Penny counts.",
    ],
)
def test_as_words(text: str, linked: Any) -> None:
    assert linked(text, PEOPLE, author="s12", parent_author="s13") == text


def test_a_very_frequent_name_is_no_slip_of_another(forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "j", "", "Here is the second problem of the week, as I read it.\n\nBest,\n<<Jade|j>>"),
        ("2", "r", "1", "So Jane draws one marble, and then she draws another one.\n\n<<Robert|r>>"),
    ]
    _, texts = forum(posts, {"j": "Jade Ashdown", "r": "Robert Gillespie"})
    assert texts == [text for *_, text in posts]


def test_a_word_behind_a_figure_begins_a_sentence(forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "s", "", "Here is the second problem of the week, as I read it.\n\nBest,\n<<So|s>>"),
        ("2", "r", "1", "The answer is 1/3So far nobody has said otherwise.\n\n<<Robert|r>>"),
    ]
    _, texts = forum(posts, {"s": "So Ashdown", "r": "Robert Gillespie"})
    assert texts == [text for *_, text in posts]


def test_a_slip_that_is_in_no_list_is_one_in_whatever_session(forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "f", "", "Here is the second problem of the week, as I read it.\n\nBest,\n<<Fergus|f>>"),
        ("2", "r", "", "The call is with <<Ferguus|f>> and <<Kennerth|k>>.\n\n<<Robert|r>>"),
        ("3", "k", "", "I have nothing to add to what was said.\n\n<<Kenneth|k>>"),
    ]
    people = {"f": "Fergus Ashdown", "r": "Robert Gillespie", "k": "Kenneth Muir"}
    _, texts = forum(posts, people, threads={"1": "a", "2": "b", "3": "c"}, sessions={"1": "w1", "2": "w2", "3": "w3"})
    assert texts == [text for *_, text in posts]


def test_names_that_are_words_in_small_letters_of_whoever_is_near(forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "r", "", "Here is the second problem of the week.\n\nBest,\n<<Ruby|r>>"),
        ("2", "k", "1", "I see, thank you so much for it.\n\n<<Kayleigh|k>>"),
        ("3", "s", "", "i agree with <<ruby|r>>. thanks so much, and so on\n\n<<so|s>>"),
        ("4", "k", "", "Nothing to add.\n\n<<Kayleigh|k>>"),
        ("5", "s", "4", "Nor have I.\n\n<<So|s>>"),
        ("6", "r", "5", "Nor have I.\n\n<<Ruby|r>>"),
    ]
    people = {"r": "Ruby Ashdown", "k": "Kayleigh Oduya", "s": "So Gillespie"}
    sessions = {"1": "w1", "2": "w1", "3": "w2", "4": "w3", "5": "w3", "6": "w3"}
    _, texts = forum(posts, people, threads={id: id for id in sessions}, sessions=sessions)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Peter has a good point.", "[s1] has a good point."),
        ("This is right. Sally you are quick.", "This is right. [s2] you are quick."),
        ("Frank and I went out.", "[s3] and I went out."),
        ("Mark from physics here. Yes.", "[s4] from physics here. Yes."),
        # What is said of a thing is no name, nor what people say every day.
        ("Frank discussions are best.", "Frank discussions are best."),
        ("Frank and open as it was.", "Frank and open as it was."),
        ("Mark the squares first.", "Mark the squares first."),
    ],
)
def test_who_is_called_by_a_word_that_hardly_anybody_says_begins_sentences(text: str, written: str) -> None:
    roster = {
        "s1": "Peter Ashdown",
        "s2": "Sally Fairley",
        "s3": "Frank Thornbury",
        "s4": "Mark Oduya",
        "s5": "Ada Kerr",
    }
    asked = [f"I agree with {name.split()[0]} on this." for name in roster.values()]
    messages = [{"id": n, "author": "s4", "text": text} for n, text in enumerate([*asked, text])]
    assert pseudonymise(messages, roster, pseudonyms="id").texts[-1] == written
