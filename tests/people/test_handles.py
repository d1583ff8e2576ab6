"""Class lists of handles and initials: how names are run together in them, and how first names are learned."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo.attrs import PART, REGISTERED
from spacy_pseudo.people.handles import begins, split_surely, splits
from spacy_pseudo.people.kinship import Kinship
from spacy_pseudo.text.words import fold_all


@pytest.mark.parametrize(
    ("handle", "first", "last"),
    [
        ("mariakoch", "maria", "koch"),
        ("mkoch", "m", "koch"),
        ("fionaqvortrup", "fiona", "qvortrup"),  # the surname is on no list
    ],
)
def test_split_surely(handle: str, first: str, last: str) -> None:
    assert split_surely(handle) == (first, last)


@pytest.mark.parametrize("handle", ["maria", "koch", "sunflower", "robertozwicky", "xqz", "qvortrup", "zzyqvortrup"])
def test_no_sure_split(handle: str) -> None:
    assert split_surely(handle) is None


@pytest.mark.parametrize(
    ("handle", "split"),
    [
        ("zqvortrup", ("z", "qvortrup")),  # an initial, and what is on no list
        ("tuvakoch", ("tuva", "koch")),
        ("zebbyramsey", ("zebby", "ramsey")),  # a first name of no list before a known surname
    ],
)
def test_splits(handle: str, split: tuple[str, str]) -> None:
    assert split in splits(handle)


@pytest.mark.parametrize("handle", ["maria", "", "abc"])
def test_no_splits(handle: str) -> None:
    assert splits(handle) == []


@pytest.mark.parametrize(
    ("handle", "word", "expected"),
    [
        ("zebbyramsey", "zebby", True),
        ("zebbyramsey", "zeb", True),
        ("zebbyramsey", "ze", False),
        ("thebes", "the", False),
    ],
)
def test_begins(handle: str, word: str, expected: bool) -> None:
    assert begins(handle, word) is expected


@pytest.fixture(scope="module")
def kinship() -> Kinship:
    kinship = Kinship()
    kinship.register("s1", ["J. Moorcroft"])
    kinship.register("s2", ["zebbyramsey"])
    kinship.register("s3", ["Robert Gillespie"])
    kinship.register("s4", ["evamaria.calder"])
    kinship.register("s5", ["rashdown"])
    return kinship


def test_open_people(kinship: Kinship) -> None:
    assert kinship.open_people == {"s1", "s2", "s5"}


@pytest.mark.parametrize(
    ("person", "word", "expected"),
    [
        ("s1", "jolanta", True),
        ("s1", "jorinde", True),  # on no list
        ("s1", "jam", False),  # an ordinary word
        ("s1", "jpg", False),  # without a vowel
        ("s1", "robert", False),
        ("s2", "zeb", True),
        ("s2", "zebby", True),
        ("s3", "rupert", False),  # a first name is known
        ("s5", "bob", True),  # short for a name with the right initial
    ],
)
def test_completes(kinship: Kinship, person: str, word: str, expected: bool) -> None:
    assert kinship.completes(person, word) is expected


def test_in_running_text_the_name_must_be_usual(kinship: Kinship) -> None:
    assert kinship.completes("s1", "jolanta", least=1000)
    assert not kinship.completes("s1", "jorinde", least=1000)
    assert kinship.completes("s2", "zebby", least=1000)


@pytest.mark.parametrize(
    ("person", "text", "category"),
    [
        ("s1", "Jorinde Moorcroft", REGISTERED),
        ("s1", "Jolanta Maria", PART),
        ("s2", "Zeb-by", PART),
        ("s4", "Eva-Maria", PART),
    ],
)
def test_relation(kinship: Kinship, person: str, text: str, category: str) -> None:
    relation = kinship.relation(person, fold_all(text), loose=True)
    assert relation is not None
    assert relation[0] == category


def test_what_is_left_of_a_handle_is_the_surname() -> None:
    kinship = Kinship()
    kinship.register("s1", ["hialmaquist"])
    assert set(kinship.complete("s1", ["Hialma"])) == {"Hialma Quist", "Hialma", "Quist"}
    assert kinship.completes("s1", "hia")


PEOPLE = {
    "s1": "jmoorcroft",
    "s2": "rgillespie",
    "s3": "M. Oduya",
    "s4": "zebbyramsey",
    "s5": "Heather Muir",
    "s6": "kqvortrup@uni.example",
}


@pytest.mark.parametrize(
    "posts",
    [
        # the author's own sign-off, on no list, then used by others
        [
            ("m1", "s1", "", "How deep is it?\n\nBest,\n<<Jorinde|s1>>"),
            ("m2", "s5", "m1", "Hi <<Jorinde|s1>>,\nnot deep. I asked <<Jorinde Moorcroft|s1>> before."),
            ("m3", "s2", "m2", "As <<Jorinde|s1>> says."),
        ],
        # greetings in answers
        [
            ("m1", "s1", "", "How deep is it?"),
            ("m2", "s5", "m1", "Hi <<Jorinde|s1>>,\nnot deep."),
            ("m3", "s2", "m2", "What <<Jorinde|s1>> asks is not clear."),
        ],
        # a nickname with another initial
        [("m1", "s2", "", "How deep is it?\n\nCheers,\n<<Bob|s2>>"), ("m2", "s5", "m1", "<<Bob|s2>>, it is not deep.")],
        # the beginning of a handle, also cut off
        [
            ("m1", "s4", "", "How deep is it?\n\n<<Zebby|s4>>"),
            ("m2", "s5", "m1", "Thanks <<Zeb|s4>>, I do not know.\n\n<<Heather|s5>>"),
            ("m3", "s2", "m2", "<<Zebby Ramsey|s4>> should ask Dr <<Ramsey|s4>>, I mean himself."),
        ],
        # a surname on no list, beside a fitting first name or a title
        [
            ("m1", "s6", "", "How deep is it?"),
            ("m2", "s5", "m1", "Dear Dr <<Qvortrup|s6>>,\nnot deep."),
            ("m3", "s2", "m2", "I read what <<Katrin Qvortrup|s6>> says."),
        ],
        # two given names
        [
            ("m1", "s3", "", "How deep is it?\n\nBest,\n<<Mette Anna|s3>>"),
            ("m2", "s5", "m1", "<<Mette Anna|s3>>, I do not know."),
        ],
        # a first name in running text that fits one person of the thread
        [("m1", "s3", "", "How deep is it?"), ("m2", "s5", "", "I agree with <<Michaela|s3>> on that.")],
        # 'Thanks' at the end, to whom it fits
        [
            ("m1", "s3", "", "It is not deep."),
            ("m2", "s5", "m1", "Now I see. Thanks, <<Michaela|s3>>"),
        ],
        # posted under the wrong message
        [
            ("m1", "s3", "", "It is not deep."),
            ("m2", "s5", "m1", "I think so, too."),
            ("m3", "s2", "m2", "Hi <<Michaela|s3>>,\nhow do you know?"),
        ],
        # an ordinary word is glued to a name that nobody knows yet
        [("m1", "s1", "", "How deep is it?"), ("m2", "s5", "m1", "Hello <<Jorinde|s1>>Thanks for the question.")],
    ],
)
def test_first_names_are_learned(posts: list[tuple[str, str, str, str]], forum: Any) -> None:
    assert forum(posts, PEOPLE)[1] == [text for *_, text in posts]


def test_another_name_of_the_session_does_not_stop_it(forum: Any) -> None:
    people = {**PEOPLE, "s7": "Michaela Ashdown"}
    posts = [
        ("m1", "s3", "", "How deep is it?"),
        ("m2", "s5", "m1", "Hi <<Michaela|s3>>,\nnot deep."),
        ("n1", "s7", "", "How far is it?\n\n<<Michaela|s7>>"),
        ("n2", "s5", "n1", "Hi <<Michaela|s7>>,\nnot far."),
    ]
    threads = {"m1": "a", "m2": "a", "n1": "b", "n2": "b"}
    assert forum(posts, people, threads=threads, sessions=dict.fromkeys(threads, "x"))[1] == [t for *_, t in posts]


@pytest.mark.parametrize(
    "text",
    [
        "I read Michaela Rutherford on that.",  # somebody else's surname
        "Maybe mud is the answer.",
    ],
)
def test_others_are_not_taken_for_them(text: str, forum: Any) -> None:
    posts = [("m1", "s3", "", "How deep is it?"), ("m2", "s5", "m1", text)]
    assert forum(posts, PEOPLE)[1] == [text for *_, text in posts]


def test_a_deleted_form_of_a_handle_does_not_come_back(forum: Any) -> None:
    key, _ = forum([("m1", "s4", "", "How deep is it?\n\n<<Zebby|s4>>")], PEOPLE)
    assert key.name_map is not None
    texts = {form.text for form in key.name_map.forms("s4")}
    assert {"Zebby", "Zebby Ramsey", "Ramsey"} <= texts
