"""What is quoted or pasted again is no further evidence."""

from __future__ import annotations

from typing import Any

PEOPLE = {
    "k": "Kate Penrose",
    "r": "Robert Gillespie",
    "m": "Mary Calder",
    "f": "Fergus Ballantyne",
    "w": "Mark Whitlock",
}


def test_a_sentence_that_is_quoted_makes_no_thing_of_a_name(forum: Any) -> None:
    said = "There was a bug that <<Kate|k>> fixed last week, and nobody saw it."
    posts = [
        ("1", "r", "", said),
        ("2", "m", "1", f"> {said}\n\nI did."),
        ("3", "f", "2", f">> {said}\n> I did.\n\nSo did I."),
        ("4", "r", "3", f">>> {said}\n>> I did.\n> So did I.\n\nGood."),
        ("5", "k", "4", "It was a small one."),
    ]
    key, texts = forum(posts, PEOPLE)
    assert not {pair for pair in key.eponyms if pair[0] == "kate"}
    assert texts == [text for *_, text in posts]


def test_words_of_a_template_count_once(forum: Any) -> None:
    template = "This mail may hold a mark of the harbour, and a mark is private here."
    posts = [(str(n), "r", "", f"Message {n}.\n\n{template}") for n in range(30)]
    key, _ = forum(posts, PEOPLE)
    assert key.statistics.counts["mark"][0] == 2


def test_a_poet_below_every_message_is_not_its_author(forum: Any) -> None:
    below = "A thing of beauty is a joy for ever, they say.\n~ Oscar Larkspur"
    posts = [(str(n), "r", "", f"Message {n} is here.\n\nBest,\n<<Robert|r>>\n\n{below}") for n in range(5)]
    _, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]
