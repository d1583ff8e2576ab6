"""What the place of a name, its neighbours and the thread say: the marks show whom linking should see."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "Robert Gillespie",
    "s2": "Katrin Moorcroft",
    "s3": "Heather Muir",
    "s4": "Duncan Ashdown",
    "s5": "Constance Oduya",
    "s6": "Ivy Calder",
    "s7": "Eric Waterstone",
    "s8": "Ingrid Lindqvist",
}


@pytest.mark.parametrize(
    ("text", "author", "parent"),
    [
        # a line of its own in a text that has lost its lines
        ("It is far.  <<Robert|s1>>  Waterhouse, F., & Trotter, S. (2010). A very long reference.", "s1", "s2"),
        # a line of its own, above the whole name
        ("It will be early. Best,\n<<ivy|s6>>\n<<Ivy L. Calder|s6>>\nSenior Warden\nOslo", "s6", "s2"),
        # glued on to the last word, and a letter off
        ("I hope that this helps you all<<Robrt|s1>>", "s1", "s2"),
        # who they are, in small letters
        ("ha ha, i'm <<ivy|s6>>.. and i am late", "s6", "s2"),
        ("The moor was grey. I am <<robert|s1>>.", "s1", "s2"),
        # with the first letter of the surname
        ("Is that so? <<RobertG|s1>>, are you there?", "s2", "s3"),
        # beside one of us
        ("O Helping <<Robert|s1>> and <<Katrin|s2>> plan it", "s3", "s4"),
        # a hyphen before it makes another name of it only behind a given name, and elsewhere
        ("It is a post-<<Robert|s1>> bridge, and <<Ingrid|s8>>-led.", "s3", "s4"),
        ("It is Jean-<<Robert|s1>> who says so.", "s2", "s1"),
        # the whole name where its owner is greeted
        ("Dear <<Katrin Zwickel|s2>>,\nI agree.", "s1", "s2"),
        # a name before its comma, or before 'I'
        ("<<Ivy|s6>> , it is far.", "s1", "s6"),
        ("<<Ivy|s6>> I think so, too.", "s1", "s6"),
        # cut off, misspelled, or both in one's mind, where somebody is greeted
        ("Hi <<Cons|s5>>,\nit is far.", "s1", "s5"),
        ("Hi <<Const|s5>>,\nit is far.", "s1", "s2"),
        ("Hi <<Ktrin|s2>>,\nit is far.", "s1", "s4"),
        ("Hi <<Riick|s7>>,\nit is far.", "s1", "s7"),
        # titles
        ("I asked Prof. <<Gilespie|s1>> about it.", "s2", "s3"),
        ("I asked Dr <<Mooorcroft|s2>> about it.", "s1", "s3"),
        # somebody else's, where one expects another
        ("Hi <<Rob|s1>>,\nit is far.", "s3", "s1"),
        # a short name glued to a closing
        ("It is far. hth<<Ivy|s6>>", "s6", "s1"),
        # scanned
        ("I asked <<R0bert|s1>> and <<Katr1n|s2>>.", "s3", "s4"),
        ("I asked <<lngrid|s8>> about it.", "s3", "s6"),
        # initials that stand apart
        ("It is far.\n\n<<KM|s2>>", "s2", "s1"),
        ("<<KM|s2>>, it is far.", "s1", "s2"),
        # more than the class list has
        ("I asked <<J. Robert Gillespie|s1>> about it.", "s2", "s3"),
        ("I asked <<Moorcroft, Anna Elsbeth (Katrin)|s2>> about it.", "s1", "s3"),
        # others in a list of participants
        ("Thanks <<Robert|s1>>, <<Priscilla|?>>, <<Katrin|s2>> and all others.", "s4", "s1"),
        ("<<Priscilla|?>>, I agree.", "s4", "s1"),
        ("<<Priscilla|?>>- there are a number of them.", "s4", "s1"),
        ("Thanks <<Priscilla|?>>, I agree.", "s4", "s1"),
    ],
)
def test_names(text: str, author: str, parent: str, linked: Any) -> None:
    assert linked(text, PEOPLE, author=author, parent_author=parent) == text


@pytest.mark.parametrize(
    ("text", "author", "parent"),
    [
        # a capitalised neighbour makes something else of it
        ("We played Super Robert on the old machine.", "s3", "s4"),
        ("We played Robert Party on the old machine.", "s3", "s4"),
        ("We met Don Robert there.", "s3", "s4"),
        ("His name was Jean-Robert, I think.", "s3", "s4"),
        ("I have an iVy and an iDuncan.", "s3", "s6"),
        ("Dont be afraid.", "s3", "s4"),
        ("Will I see it?", "s3", "s4"),
        ("It holds that $$x=1$$ So it is far.", "s3", "s4"),
        ("The pros and cons are clear.", "s3", "s5"),
        ("Cons are clear.", "s3", "s5"),
        ("the rg value is high, as the KM value is.", "s1", "s2"),
    ],
)
def test_no_names(text: str, author: str, parent: str, linked: Any) -> None:
    people = {**PEOPLE, "s9": "Donatella Trotter", "s10": "So Lindqvist"}
    assert linked(text, people, author=author, parent_author=parent) == text


def check(posts: list[tuple[str, str, str, str]], forum: Any, people: Any = PEOPLE, **where: Any) -> None:
    assert forum(posts, people, **where)[1] == [text for *_, text in posts]


def test_initials_before_a_colon(forum: Any) -> None:
    posts = [
        ("m1", "s9", "", "How far is it?"),
        ("m2", "s2", "m1", "Not far."),
        ("m3", "s3", "m2", "<<IAG|s9>>: That is a good thought."),
        ("m4", "s3", "m2", "FYG: That is a good thought."),
        ("m5", "s3", "m2", "IAX, as they call it, is far."),
    ]
    _, texts = forum(posts, {**PEOPLE, "s9": "Ivar Anders Grubb"})
    assert texts == [text for *_, text in posts]


def test_a_short_name_in_small_letters_of_one_who_is_there(forum: Any) -> None:
    posts = [
        ("m1", "s9", "", "How far is it?"),
        ("m2", "s2", "m1", "It is far: <<ian|s9>> brought up the bridge."),
        ("m3", "s3", "", "It is far: ian is no word."),
    ]
    _, texts = forum(posts, {**PEOPLE, "s9": "Ian Grubb"}, threads={"m3": "t2"})
    assert texts == [text for *_, text in posts]


def test_initials_that_people_go_by(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "How far is it?\n\n<<rg|s1>>"),
        ("m2", "s2", "m1", "<<RG|s1>>, it is far. I asked <<DA|s4>>.\n\n<<KM|s2>>"),
        ("m3", "s4", "m2", "<<km|s2>>, I think <<rg|s1>> is right.\n\n<<da|s4>>"),
        ("m4", "s3", "m3", "I think <<rg|s1>> and <<KM|s2>> are right, the RG value is high.\n\n<<Heather|s3>>"),
    ]
    check(posts, forum)


def test_who_writes_in_one_session_is_found_in_another(forum: Any) -> None:
    posts = [
        ("a1", "s1", "", "How far is it?\n\n<<Robert|s1>>"),
        ("a2", "s2", "a1", "Hi <<Robert|s1>>,\nfar."),
        ("b1", "s3", "", "I saw that <<Robert|s1>> goes home."),
        ("b2", "s4", "b1", "Hi <<Heather|s3>>,\nI asked <<Robert Gillespie|s1>> about it."),
    ]
    where = {id: id[0] for id, *_ in posts}
    check(posts, forum, threads=where, sessions=where)


def test_who_writes_in_several_sessions_is(forum: Any) -> None:
    posts = [
        ("a1", "s1", "", "How far is it?\n\n<<Robert|s1>>"),
        ("c1", "s1", "", "How deep is it?\n\n<<Robert|s1>>"),
        ("b1", "s3", "", "I asked <<Robert|s1>> about it."),
    ]
    where = {id: id[0] for id, *_ in posts}
    check(posts, forum, threads=where, sessions=where)


def test_that_many_talk_about_somebody_says_nothing(forum: Any) -> None:
    posts = [
        ("a1", "s1", "", "I like how <<Katrin|s2>> runs in the tale. <<Katrin|s2>> is brave."),
        ("a2", "s3", "a1", "In the tale <<Katrin|s2>> is afraid, I think."),
        ("a3", "s4", "a1", "But <<Katrin|s2>> comes home."),
        ("a4", "s5", "a1", "And then <<Katrin|s2>> sleeps."),
        ("b1", "s2", "", "How far is it?\n\n<<Katrin|s2>>"),
        ("b2", "s4", "b1", "Hi <<Katrin|s2>>,\nfar."),
        ("b3", "s5", "b1", "I agree with <<Katrin|s2>> here."),
    ]
    threads = {id: id[0] for id, *_ in posts}
    check(posts, forum, threads=threads, sessions=dict.fromkeys(threads, "x"))


def test_people_who_are_talked_about_with_their_surname(forum: Any) -> None:
    posts = [
        ("a1", "s1", "", "I read Katrin Zauberlin today. How does Katrin rhyme?"),
        ("a2", "s3", "a1", "The poems of Katrin Zauberlin are long."),
        ("a3", "s4", "a1", "Katrin Zauberlin is great, and Katrin can rhyme."),
        ("b1", "s2", "", "How far is it?\n\n<<Katrin|s2>>"),
        ("b2", "s4", "b1", "I agree with <<Katrin|s2>> here."),
    ]
    threads = {id: id[0] for id, *_ in posts}
    check(posts, forum, threads=threads, sessions=dict.fromkeys(threads, "x"))


def test_thanks_at_the_end_are_not_signed(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "It is far."),
        ("m2", "s3", "m1", "That helps. Thanks, <<Priscilla|?>>"),
        ("m3", "s4", "m2", "I do not think that Priscilla writes here."),
    ]
    check(posts, forum)
