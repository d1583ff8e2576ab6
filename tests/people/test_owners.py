"""People who share a name: told apart by how each of them signs, and by who has written by now."""

from __future__ import annotations

from typing import Any

PEOPLE = {"s1": "Robert Gillespie", "s2": "Robert Ashdown", "s3": "Kayleigh Oduya", "s4": "Heather Muir"}


def check(forum: Any, posts: list[tuple[str, str, str, str]], people: Any = PEOPLE, **where: Any) -> Any:
    key, texts = forum(posts, people, **where)
    assert texts == [text for *_, text in posts]
    return key


def test_by_how_they_sign(forum: Any) -> None:
    check(
        forum,
        [
            ("m1", "s1", "", "How far is it?\n\n<<Robert|s1>>"),
            ("m2", "s2", "m1", "Not far.\n\n<<Rob A|s2>>"),
            ("m3", "s2", "m1", "Quite near.\n\n<<Rob A|s2>>"),
            ("m4", "s4", "m3", "I think <<Robert|s1>> is right, and <<Rob A|s2>> is not."),
        ],
    )


def test_both_sign_so(forum: Any) -> None:
    check(
        forum,
        [
            ("m1", "s1", "", "How far is it?\n\n<<Robert|s1>>"),
            ("m2", "s2", "m1", "Not far.\n\n<<Robert|s2>>"),
            ("m3", "s4", "m1", "I think <<Robert|s1|s2>> is right."),
        ],
    )


def test_a_first_name_before_a_second_name(forum: Any) -> None:
    check(
        forum,
        [("m1", "s1", "", "How far?"), ("m2", "s5", "m1", "Far."), ("m3", "s4", "", "I think <<Robert|s1>> is right.")],
        {"s1": "Robert Gillespie", "s4": "Heather Muir", "s5": "Duncan Robert Ashdown"},
    )


def test_who_has_written_by_now_is_spoken_of(forum: Any) -> None:
    check(
        forum,
        [
            ("m1", "s1", "", "How far is it?"),
            ("m2", "s4", "m1", "I see what <<Robert|s1>> means."),
            ("m3", "s2", "m2", "Not far."),
        ],
    )


def test_who_wrote_last_is_greeted(forum: Any) -> None:
    check(
        forum,
        [
            ("m1", "s1", "", "How far is it?"),
            ("m2", "s2", "m1", "Not far."),
            ("m3", "s3", "m2", "Who knows."),
            ("m4", "s4", "m3", "Hi <<Robert|s2>>,\nI agree."),
        ],
    )


def test_nobody_signs_so_and_one_writes(forum: Any) -> None:
    """Where nobody is at hand, whoever writes much is spoken of rather than one who never writes, however they sign."""
    posts = [(f"m{i}", "s1", "", f"Walk number {i} was long.\n\n<<Bob|s1>>") for i in range(6)]
    posts = [(f"x{i}", person, "", f"Note {i} of mine.") for i, person in enumerate(("s3", "s4") * 2)] + posts
    posts.append(("m9", "s4", "", "I think <<Robert|s1>> is right."))
    where = {
        "threads": {id: id for id, *_ in posts},
        "sessions": {id: f"week {n % 2}" for n, (id, *_) in enumerate(posts)},
    }
    check(forum, posts, **where)


def test_the_author_in_the_words_of_others(forum: Any) -> None:
    """Whoever answers is spoken of in what they quote: it is not they who speak there."""
    check(
        forum,
        [
            ("m1", "s3", "", "I think <<Robert|s2>> is right."),
            ("m2", "s2", "m1", "> I think <<Robert|s2>> is right.\n\nI am glad."),
        ],
    )


def test_what_only_habits_tell_is_less_sure(forum: Any) -> None:
    from spacy_pseudo import Message
    from spacy_pseudo.passes.apply import apply, make_pipeline

    posts = [
        ("m1", "s1", "", "How far is it?\n\n<<Robert|s1>>"),
        ("m2", "s2", "m1", "Not far.\n\n<<Rob A|s2>>"),
        ("m3", "s4", "m2", "I think <<Robert|s1>> is right, and <<Kayleigh|s3>>."),
    ]
    key = check(forum, posts)
    message = Message("I think Robert is right, and Kayleigh.", "m3", "s4", thread="t1")
    robert, kayleigh = next(apply([message], key, make_pipeline(key))).replacements
    assert robert["participant"] == "s1"
    assert 0.5 < robert["confidence"] < kayleigh["confidence"]
