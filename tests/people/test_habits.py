"""Names by habit: ordinary words, one letter and names in small letters that are known by where they stand."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "Philippa Garrowby",
    "s2": "Duncan McAllister",
    "s3": "Kayleigh Oduya",
    "s4": "Grant Ossington",
    "s5": "Colleen Abernathy",
    "s6": "Ana Belmonte",
    "s7": "Hope Tarrant",
    "s8": "Robert Gillespie",
    "s9": "Robert Whitlow",
}


def same(forum: Any, posts: list[tuple[str, str, str, str]], people: Any = PEOPLE, **options: Any) -> None:
    _, texts = forum(posts, people, **options)
    assert texts == [text for *_, text in posts]


def test_an_ordinary_word_is_learned_where_only_a_name_stands(forum: Any) -> None:
    posts = [
        ("m1", "s2", "", "The tide was low.\n\n<<Pickles|s2>>"),
        ("m2", "s3", "m1", "Cheers <<Pickles|s2>>, that helps."),
        ("m3", "s2", "", "I counted the limpets.\n\n<<Pickles|s2>>"),
        ("m4", "s1", "m3", "Thanks <<Pickles|s2>>! So did I. Like <<Pickles|s2>>, I used the frame."),
        ("m5", "s1", "", "My lunch was bread and pickles."),
    ]
    same(forum, posts)


def test_praise_with_a_mark_before_it_is_nobody(forum: Any) -> None:
    posts = [("m1", "s2", "", "The tide was low."), *((f"m{n}", "s3", "m1", "Thanks, Brilliant!") for n in range(2, 7))]
    same(forum, posts)


def test_a_short_name_that_is_a_word_of_another_language(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "How far is it?"),
        ("m2", "s2", "m1", "Hi <<Mon|s1>>,\nnot far."),
        ("m3", "s3", "m1", "Hello <<Mon|s1>>! We met on Mon 5 May."),
    ]
    same(forum, posts, {**PEOPLE, "s1": "Montserrat Garrowby"})


def test_one_letter_by_which_somebody_signs_although_it_is_written_small_elsewhere(forum: Any) -> None:
    posts = [
        *((f"m{n}", "s1", "", f"See p. {n} of the book, where p is small.\n\n<<P|s1>>") for n in range(1, 5)),
        ("m9", "s2", "m1", "On p. 9, P is large."),
    ]
    same(forum, posts)


def test_a_title_makes_no_topic_of_a_name(forum: Any) -> None:
    posts = [
        ("m1", "s8", "", "The field day is on Friday."),
        ("m2", "s2", "m1", "Dear Dr. <<Ossulton|s8>>,\nmay we bring boots?"),
        *((f"m{n}", "s3", "", f"I think that Professor <<Ossulton|s8>> said so in week {n}.") for n in range(3, 9)),
    ]
    same(forum, posts, {})


@pytest.mark.parametrize(
    "text",
    [
        # what stands before, what follows, who stands beside
        "I would love to hear from <<grant|s4>>.",
        "Unlike <<grant|s4>>, we measured twice.",
        "as <<grant|s4>> wrote, it is late",
        "<<grant|s4>>'s comment is fine",
        "see what <<grant|s4>> and <<Kayleigh|s3>> did",
        "we asked <<kayleigh|s3>> or <<grant|s4>> about it",
        "i agree with <<ana|s6>>. it rained.",
        "it rained. what do you think, <<grant|s4>>?",
        # sentences that begin with it
        "<<Grant|s4>> and I walked.",
        "<<Grant|s4>> and <<Kayleigh|s3>> walked.",
        "It rained. <<Grant|s4>> (and <<Kayleigh|s3>>, too) walked.",
        "It rained. <<Grant|s4>> - did you walk?",
        "It rained. Dr. <<Grant|s4>> walked.",
        # no names
        "we wrote a grant proposal",
        "The research grant said so.",
        "the course grant says nothing",
        "We agree with grant agencies.",
        "Grant that it rained.",
        "Grant and loan are two things.",
        "Hope you are well.",
        "Hope this helps.",
        "I would have had a\nhope, then, of rain.",
        "no hope, alas",
    ],
)
def test_small_letters_and_first_words(text: str, forum: Any) -> None:
    talk = [
        ("m1", "s4", "", "First.\n\nBest wishes,\n<<Grant|s4>>"),
        ("m2", "s5", "m1", "Hi <<Grant|s4>>,\nsecond.\n\nBest wishes,\n<<Colleen|s5>>"),
        ("m3", "s6", "m1", "Hi <<Grant|s4>>,\nthird.\n\nBest wishes,\n<<Ana|s6>>"),
        ("m4", "s3", "m2", "Hi <<Colleen|s5>>,\nfourth.\n\nBest wishes,\n<<Kayleigh|s3>>"),
        ("m5", "s7", "m2", "Hi <<Colleen|s5>>,\nfifth.\n\nBest wishes,\n<<Hope|s7>>"),
    ]
    same(forum, [*talk, ("m6", "s2", "m1", text)])


def test_a_rare_word_that_some_write_small_is_a_name_still(forum: Any) -> None:
    posts = [
        *((f"m{n}", "s5", "", f"Number {n}.\n\nBest wishes,\n<<Colleen|s5>>") for n in range(10, 22)),
        ("m6", "s2", "m10", "hi <<colleen|s5>>,\nthanks"),
        ("m7", "s3", "m10", "It rained. <<Colleen|s5>> stayed at home."),
        ("m8", "s3", "m10", "it rained. i saw <<colleen|s5>> at home."),
    ]
    same(forum, posts)


def test_an_initial_tells_two_of_one_name_apart(forum: Any) -> None:
    posts = [
        ("m1", "s8", "", "It rained.\n\n<<Robert|s8>>"),
        ("m2", "s9", "m1", "It did.\n\n<<Robert|s9>>"),
        ("m3", "s2", "m1", "Hi <<Robert W|s9>>,\nyes. <<Robert W|s9>>'s boots were wet, and <<robert w|s9>> knew."),
        ("m4", "s3", "m2", "Ask <<Robert G.|s8>> Is it late?"),
    ]
    same(forum, posts)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Lena Best", "It rained.\n\nBest,\n<<Duncan|s2>>"),
        ("Lena March", "We counted them in March."),
        ("Max Orrell", "the MAX of it"),
        ("Max Orrell", "I asked <<MAX|s1>> about it."),
        ("Max Orrell", "I read Max et al. (2010) and (Max & Grey, 2011)."),
        ("Max Orrell", "<<Max|s1>>, Grey (2010) is right."),
        ("Max Orrell", "Yes, <<Max|s1>>, I agree. Grey (2010) found it, and you can ask <<Max|s1>>."),
        ("Constance Orrell", "<<Constance|s1>>and I walked, <<Constance|s1>>said."),
    ],
)
def test_names_that_are_something_else_as_well(name: str, text: str, forum: Any) -> None:
    same(forum, [("m1", "s1", "", "It rained."), ("m2", "s2", "m1", text)], {"s1": name, "s2": "Duncan McAllister"})


def test_initials_with_dots_are_no_script(forum: Any) -> None:
    posts = [(f"m{n}", "s1", "", f"Number {n}.\n\n<<S.R.|s1>>") for n in range(1, 4)]
    posts.append(("m9", "s2", "m1", "Run plot.R first."))
    same(forum, posts, {"s1": "Subhash Ramgoolam", "s2": "Duncan McAllister"})
