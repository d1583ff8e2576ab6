"""People who are spoken of and share a participant's first name: their full names elsewhere tell them apart."""

from __future__ import annotations

from typing import Any

import pytest

PEOPLE = {
    "s1": "Emily Thornbury",
    "s2": "Walter Brankin",
    "s3": "Priya Raghavan",
    "s4": "Frances Delcourt",
}
POSTS = [
    ("m1", "s3", "", "I love Emily Hartsborough, and I hope to read Emily better."),
    ("m2", "s1", "m1", "Hi <<Priya|s3>>, her dashes are like breath.\n\n<<Emily|s1>>"),
    ("m3", "s2", "m1", "Emily Hartsborough it is! I think that in this poem Emily speaks of herself."),
    ("m4", "s3", "m3", "I agree with <<Emily|s1>>. And <<Emily|s1>>'s comment on dashes helps. But Emily hides."),
    ("m5", "s3", "m2", "That is what <<Emily|s1>> does in every post."),
    ("m6", "s2", "", "Who has the book? I asked <<Emily|s1>> for it."),
]
THREADS = {"m6": "t2"}


def test_a_discussed_author_is_told_from_a_participant(forum: Any) -> None:
    _, texts = forum(POSTS, PEOPLE, threads=THREADS)
    assert texts == [text for *_, text in POSTS]


def test_in_the_session_it_counts_for_those_who_are_not_in_the_thread(forum: Any) -> None:
    posts = [
        ("m1", "s3", "", "I read Emily Hartsborough on the train."),
        ("m2", "s2", "", "In the third poem Emily speaks of a bird."),
        ("m3", "s1", "", "Who has the book?"),
        ("m4", "s2", "m3", "I saw that <<Emily|s1>> needs it."),
    ]
    _, texts = forum(
        posts, PEOPLE, threads={"m2": "t2", "m3": "t3", "m4": "t3"}, sessions={f"m{n}": "s" for n in range(1, 5)}
    )
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize("surname", ["Hartsborough", "O'Hartigan", "McHartigan", "T. Hartsborough", "Whitman"])
def test_surnames_of_all_shapes(forum: Any, surname: str) -> None:
    posts = [
        ("m1", "s3", "", f"I read Emily {surname} on the train."),
        ("m2", "s4", "m1", "So do I. In this poem Emily sings."),
    ]
    _, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]


def test_a_participants_own_full_name_makes_nobody_else(forum: Any) -> None:
    posts = [
        ("m1", "s3", "", "I met <<Emily Thornbury|s1>> and <<Emily Thornbery|s1>>."),
        ("m2", "s4", "m1", "So did I. In the museum <<Emily|s1>> sang."),
    ]
    _, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]


def test_a_saved_key_knows_who_is_discussed(forum: Any) -> None:
    from spacy_pseudo import Key

    key, _ = forum(POSTS, PEOPLE, threads=THREADS)
    assert Key.from_files(key.to_files()).context.discussed == key.context.discussed
    assert key.context.discussed == {"emily": {(None, "t1"): 2}}


def test_in_a_quotation_only_who_does_not_write_here_stays(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "Who has the book?"),
        ("m2", "s3", "m1", 'The exercise says "Walter has twelve marbles and gives three away".'),
        ("m3", "s4", "m2", 'You wrote "what <<Emily|s1>> has found is the old book" to us.'),
        ("m4", "s3", "m3", 'He said "I agree with <<Walter|s2>> on all of that" to me.'),
        ("m5", "s2", "", "The tide is late."),
    ]
    _, texts = forum(posts, PEOPLE, threads={"m5": "t2"})
    assert texts == [text for *_, text in posts]


FIGURES = {"s1": "Emily Thornbury", "s2": "Walter Brankin", "s3": "Priya Raghavan", "s4": "Jane Delcourt"}


@pytest.mark.parametrize(
    "text",
    [
        # In a formula, and then wherever the text has the name
        "Both may be called Jane. By the rule of sums P(boy | Jane is a girl) + P(Jane is a girl) is one.",
        "Put two marbles in a bag (for Emily). Emily draws one and Jane draws one, so P (2 for Emily or Jane) = 1/6.",
        # Introduced as a figure, be it later
        "The child whose name we are told is Jane is a girl, not any child named Jane.",
        # Supposed, and named again
        "Here it is:Suppose that Walter and Emily have two girls. What is likely, given the girls of Walter and Emily?",
        "Imagine Emily has ten coins. Then Emily loses three.",
    ],
)
def test_figures_of_an_exercise_are_nobody(forum: Any, text: str) -> None:
    posts = [("m1", "s3", "", text), ("m2", "s1", "", "A."), ("m3", "s2", "", "B."), ("m4", "s4", "", "C.")]
    _, texts = forum(posts, FIGURES, threads={f"m{n}": f"t{n}" for n in range(1, 5)})
    assert texts[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "I suppose that <<Emily|s1>> knows it. I met <<Emily|s1>> (and <<Walter|s2>>) there.",
        "Suppose that we ask <<Emily|s1>>.",
        "Let A(n) be what <<Emily|s1>> found. <<Emily|s1>> says that it grows.",
        "I wrote to both (<<Emily|s1>> and <<Jane|s4>>) on Monday.",
    ],
)
def test_who_is_spoken_of_elsewhere_is_no_figure(forum: Any, text: str) -> None:
    posts = [("m1", "s3", "", text), ("m2", "s1", "", "A."), ("m3", "s2", "", "B."), ("m4", "s4", "", "C.")]
    _, texts = forum(posts, FIGURES, threads={f"m{n}": f"t{n}" for n in range(1, 5)})
    assert texts[0] == text


def test_who_writes_in_the_thread_is_no_figure(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "What is the chance of rain?"),
        ("m2", "s3", "m1", "If <<Emily|s1>> says so, P(<<Emily|s1>> is right) is one."),
    ]
    _, texts = forum(posts, FIGURES)
    assert texts == [text for *_, text in posts]
