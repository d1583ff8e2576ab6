"""Which words are names here, and whose: the marks show whom linking should see."""

from __future__ import annotations

from typing import Any

import pytest

ROBERTS = {"s1": "Robert Gillespie", "s2": "Robert Ashdown", "s3": "Mary Calder", "s4": "Fergus Ballantyne"}


@pytest.mark.parametrize(
    "text",
    [
        # forms of a registered name
        "Yesterday <<Mary Jane Calder|s11>> agreed.",
        "Yesterday <<Mary|s11>> agreed with <<Fergus|s14>>.",
        "Yesterday <<Mary Jane|s11>> agreed.",
        "Yesterday <<Mary Calder|s11>> agreed.",
        "Yesterday <<Calder, Mary|s11>> agreed.",
        "Yesterday <<MARY|s11>> and <<robert|s12>> agreed.",
        "Yesterday <<Mary|s11>>'s post and <<Robert|s12>>’s answer came.",
        "Yesterday <<Leonie|s15>>, or <<Léonie|s15>>, or <<Le\u0301onie|s15>>, agreed.",
        "Yesterday <<L?onie|s15>> and <<LÃ©onie|s15>> agreed.",
        "Yesterday <<Léonie O'Neil|s15>> and <<Léonie O’Neil|s15>> agreed.",
        "Yesterday <<Grace Lloyd-Baines|s16>> agreed.",
        "Yesterday <<Jan van der Moor|s17>> agreed.",
        "Yesterday <<Юлия|s19>> agreed, and <<Юлия Соколова|s19>>, too.",
        "昨天<<王小明|s20>>同意了。",
        "Yesterday <<R. Gillespie|s12>> agreed.",
        "Yesterday <<Robert G.|s12>> agreed.",
        "Yesterday <<Kayliegh|s13>> agreed.",
        "Yesterday <<Ferugs|s14>> agreed.",
        "Yesterday <<RObert|s12>> agreed.",
        "i agree with <<grace|s16>> on that, as <<may|s21>> said above",
        # glued
        "thanks<<Mary|s11>> for this",
        "I asked <<Kayleigh|s13>>And she agreed",
        "I agree.<<Kayleigh|s13>>",
        # titles
        "I asked Dr <<Gillespie|s12>> about it.",
        "I asked Professor <<Sutherland|s21>> about it.",
        "I asked Prof. <<van der Moor|s17>> about it.",
        # several
        "<<Mary|s11>>/<<Robert|s12>>, <<Kayleigh|s13>>&<<Fergus|s14>>: have a look",
    ],
)
def test_participants(text: str, linked: Any) -> None:
    assert linked(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "We should mark the place with grace.",
        "You may come in May or on May 14, and on 3 May we meet.",
        "Mark my words.",
        "May it be so. Will it? Marks and graces come and go.",
        "See mary.calder@uni.example and https://uni.example/robert/fergus.html",
        "See mary_notes.csv and robert.fit(x=1)",
        "Calder (2010) and Gillespie et al. (1999) disagree.",
        "As shown before (Ballantyne & Sutherland, 2001).",
        "We read Robert Southey and Mary Shelley.",
        "Arthur C. Calder is a poet.",
        "We read Fergus D. Waterstone on this.",
        "Larry Calder plays the flute.",
        "M is the mass and R is the radius.",
        "The RG value of the MJC is high.",
        "Marry me, robber.",
        "The summary is primary.",
        "",
    ],
)
def test_no_participants(text: str, linked: Any) -> None:
    assert linked(text) == text


@pytest.mark.parametrize(
    ("text", "author", "parent"),
    [
        # words that are names: in a slot, or of people at hand who act
        ("Hi <<Grace|s16>>,\nI agree.", "s11", "s16"),
        ("I agree.\n\nBest,\n<<Mark|s18>>", "s18", "s11"),
        ("I agree.\n\n<<Grace|s16>>", "s16", "s11"),
        ("I asked <<Grace|s16>> about it.", "s11", "s16"),
        ("<<Grace|s16>> said so.", "s11", "s16"),
        ("Hi <<May|s21>>,\nin May we meet.", "s11", "s21"),
        # initials only where a name stands
        ("M and R are values.\n\nBest,\n<<MJC|s11>>", "s11", "s12"),
        ("R is the radius.\n\nBest,\n<<R|s12>>", "s12", "s11"),
        ("Hi <<RG|s12>>,\nthe radius is fine.", "s11", "s12"),
        ("Regards,\n<<M|s11>>.", "s11", "s12"),
        # nicknames by the table, of people at hand
        ("Hi <<Bob|s12>>,\nI agree.", "s11", "s12"),
        ("I agree.\n\nBest,\n<<Bob|s12>>", "s12", "s11"),
        # surnames of people at hand
        ("I agree.\n\n<<Gillespie|s12>>", "s12", "s11"),
        # a whole signature
        ("I agree.\n\nBest,\n<<Robert|s12>>\n--\n<<Robert Gillespie|s12>>\nSchool of Hydrology", "s12", "s11"),
        # the same greeting in one line
        ("Hi <<Mary|s11>>, <<Robert|s12>> and <<Kayleigh|s13>>, I agree. <<Fergus|s14>>", "s14", "s11"),
        # run on
        ("i agree with that <<Robert|s12>>", "s12", "s11"),
        ("<<Mary|s11>> i agree with that", "s12", "s11"),
    ],
)
def test_with_author_and_parent(text: str, author: str, parent: str, linked: Any) -> None:
    assert linked(text, author=author, parent_author=parent) == text


@pytest.mark.parametrize(
    ("text", "author", "parent"),
    [
        ("Hi <<Robert|s1>>,\nI agree.", "s3", "s1"),
        ("Hi <<Robert|s2>>,\nI agree.", "s3", "s2"),
        ("Hi <<Robert|s2>>,\nI agree.\n\nBest,\n<<Robert|s1>>", "s1", "s2"),
        ("I agree.\n\nBest,\n<<Robert|s2>>", "s2", "s3"),
        ("Hi <<Robert|s1>>,\nI agree.", "s2", "s3"),  # nobody greets himself
        ("I agree with <<Robert|s1|s2>>.", "s3", "s4"),
        ("I agree with <<Robert Ashdown|s2>>.", "s3", "s4"),
        ("I agree with <<Robert A.|s2>> and <<Robert G.|s1>>, not with <<R. Ashdown|s2>>.", "s3", "s4"),
        ("The two <<Robert|s1|s2>>s agree.", "s3", "s4"),
        ("Thanks <<Robert|s1>>, I agree.", "s3", "s1"),
    ],
)
def test_shared_names(text: str, author: str, parent: str, linked: Any) -> None:
    assert linked(text, ROBERTS, author=author, parent_author=parent) == text


@pytest.mark.parametrize(
    ("text", "author", "parent"),
    [
        ("Hi <<Mary|s11>>,\nI agree.", "s12", "s13"),  # posted under somebody else's message
        ("I agree with <<Mary|s11>>.\n\n<<Robert|s12>>", "s12", None),
    ],
)
def test_a_name_is_found_whoever_is_answered(text: str, author: str, parent: str | None, linked: Any) -> None:
    assert linked(text, author=author, parent_author=parent) == text


@pytest.mark.parametrize(
    "text",
    [
        "Hi <<Priscilla|?>>,\nI agree.",
        "I agree.\n\nBest wishes,\n<<Priscilla|?>>",
        "Dear <<Barnaby|?>> and <<Mary|s11>>,\nI agree.",
    ],
)
def test_a_name_of_nobody_is_masked(text: str, linked: Any) -> None:
    assert linked(text, author="s12", parent_author="s13") == text


@pytest.mark.parametrize("text", ["I agree with Priscilla.", "Hi Spaghetti,\nI agree.", "Hi all,\nI agree.\n\nThanks"])
def test_only_a_likely_name_in_a_names_place_is_masked(text: str, linked: Any) -> None:
    assert linked(text, author="s12", parent_author="s13") == text


POSTS = [
    ("a1", "s1", "", "How far is it?"),
    ("a2", "s3", "a1", "Hi <<Robert|s1>>,\nnot far."),
    ("b1", "s2", "", "How deep is it?"),
    ("b2", "s3", "b1", "Hi <<Robert|s2>>,\nnot deep."),
    ("a3", "s4", "a2", "I agree with <<Robert|s1>> on that."),
    ("b3", "s4", "b2", "I agree with <<Robert|s2>> on that."),
]
APART = {"a1": "a", "a2": "a", "a3": "a", "b1": "b", "b2": "b", "b3": "b"}


def test_scope_session_prefers_people_of_the_session(forum: Any) -> None:
    _, texts = forum(POSTS, ROBERTS, threads=APART, sessions=APART)
    assert texts == [text for *_, text in POSTS]


def test_scope_session_then_prefers_people_of_the_thread(forum: Any) -> None:
    _, texts = forum(POSTS, ROBERTS, threads=APART, sessions=dict.fromkeys(APART, "x"))
    assert texts == [text for *_, text in POSTS]


def test_scope_thread_prefers_people_of_the_thread(forum: Any) -> None:
    _, texts = forum(POSTS, ROBERTS, threads=APART, sessions=dict.fromkeys(APART, "x"), scope="thread")
    assert texts == [text for *_, text in POSTS]


def test_scope_all_leaves_open_what_only_the_place_would_decide(forum: Any) -> None:
    _, texts = forum(POSTS, ROBERTS, threads=APART, sessions=APART, scope="all")
    joint = "I agree with <<Robert|s1|s2>> on that."
    assert texts == [text for *_, text in POSTS[:4]] + [joint, joint]


@pytest.mark.parametrize("scope", ["thread", "session", "all"])
def test_scope_never_stops_a_name_from_being_found(scope: str, forum: Any) -> None:
    posts = [*POSTS, ("c1", "s4", "", "I wonder what <<Mary|s3>> would say.")]
    _, texts = forum(posts, ROBERTS, threads={**APART, "c1": "c"}, sessions={**APART, "c1": "c"}, scope=scope)
    assert texts[-1] == posts[-1][-1]


def test_joint_where_both_write_in_the_thread(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "How far is it?"),
        ("m2", "s2", "m1", "Not far."),
        ("m3", "s3", "m2", "I agree."),
        ("m4", "s4", "m3", "I think <<Robert|s1|s2>> is right."),
    ]
    assert forum(posts, ROBERTS)[1] == [text for *_, text in posts]
