"""Whole names of people of whom no given name is registered, found where they stand and weighed together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spacy_pseudo import Message, discover
from spacy_pseudo.people.context import Place
from spacy_pseudo.people.whole_names import ATTRIBUTED, PAIRED, RECIPIENT, SIGNED, Naming, Weighing

TEXT = "The gauge is back where it was before the storm, and it works."


def forms(key: Any, person: str) -> set[str]:
    return {form.text for form in key.name_map.forms(person)}


@pytest.mark.parametrize(
    "block",
    [
        "-- \n<<Prudence Ashdown|p>> <pa@tele.example> Tele Communications Inc",
        '- <<Prudence L. "Duncan" Ashdown|p>>\n  http://www.ashdown.example/\n  pa@ashdown.example',
        "-- \n-----------------\n<<P. A. Ashdown|p>> <mailto: pa@tele.example>\nThe Tele Corporation",
        "<<Prudence Ashdown|p>>\n13464 95th Ave NE\nKirkland",
        "<<Prudence Ashdown|p>> PhD\nUniversity of the North",
    ],
)
def test_a_block_below_a_message_tells_who_wrote_it(block: str, forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "p", "", f"{TEXT}\n\n{block}"),
        ("2", "r", "1", "I do not think that <<Ashdown|p>> is right about the gauge, and I said so before."),
    ]
    _, texts = forum(posts)
    assert texts == [text for *_, text in posts]


def test_an_attribution_tells_who_is_answered(forum: Callable[..., Any]) -> None:
    quoted = f"On Fri, 1 Feb 2019, <<Prudence Ashdown|p>> wrote:\n> {TEXT}\n\n"
    posts = [
        ("1", "p", "", TEXT),
        ("2", "r", "1", f"{quoted}It is not."),
        ("3", "s", "1", f"{quoted}<<Prudence|p>>, how do you know?"),
    ]
    key, texts = forum(posts)
    assert texts == [text for *_, text in posts]
    assert "Ashdown" in forms(key, "p")


def test_a_header_tells_who_is_answered_and_who_else_reads(forum: Callable[..., Any]) -> None:
    header = (
        "From: <<Ashdown, Prudence D|p>>\nTo: <<Gillespie, Robert|r>>\nCc: <<Calder, Mary|unlisted-1>>\nSent: Friday\n"
    )
    posts = [
        ("1", "p", "", TEXT),
        ("2", "r", "1", f"It is not.\n\n<<Robert|r>>\n\n{header}\n{TEXT}"),
        ("3", "p", "2", "I shall ask <<Mary Calder|unlisted-1>>, then."),
    ]
    _, texts = forum(posts)
    assert texts == [text for *_, text in posts]


def test_a_by_line_tells_who_wrote_an_essay(forum: Callable[..., Any]) -> None:
    posts = [("1", "p", "", f"On Gauges\n\nSubmitted by: <<Prudence Ashdown|p>>\nCourse 12\n\n{TEXT}")]
    _, texts = forum(posts)
    assert texts == [text for *_, text in posts]


def test_a_name_that_all_sign_with_is_nobodys(forum: Callable[..., Any]) -> None:
    # What a program puts below every message.
    posts = [
        (str(n), f"u{n}", "", f"{TEXT} I am number {n}.\n\n-- \nHarold Cuthbert <hc@mail.example>") for n in range(8)
    ]
    key, _ = forum(posts)
    assert all("Cuthbert" not in forms(key, f"u{n}") for n in range(8))


def test_whose_words_are_quoted_below_is_not_the_author(forum: Callable[..., Any]) -> None:
    posts = [(str(n), "p", "", f"{TEXT} That is the {n}th time.\n\nBest,\n<<Prudence|p>>") for n in range(5)]
    posts.append(("9", "p", "", f"{TEXT}\n\nBest,\n<<Prudence|p>>\n\nBy Harold Cuthbert\nreporter in Oslo"))
    key, _ = forum(posts)
    assert "Cuthbert" not in forms(key, "p")


def test_a_handle_is_read_as_its_owner_signs(forum: Callable[..., Any]) -> None:
    # Not Abe Berg.
    posts = [
        (str(n), "a", "", f"{TEXT} That is the {n}th time.\n\n<<Adam Beberg|a>>\nab@tele.example") for n in range(3)
    ]
    posts.append(("8", "r", "1", "I agree with <<Adam|a>>, and not with Berg."))
    key, texts = forum(posts, {"a": "abeberg4", "r": "rgillespie"})
    assert texts == [text for *_, text in posts]
    assert forms(key, "a").isdisjoint(("Abe", "Berg"))


def test_an_initial_is_completed_wherever_the_full_name_stands(forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "r", "", "I have spoken with <<Gerald Ashdown|g>> about the gauge.\n\n<<Robert|r>>"),
        ("2", "r", "", "And I shall ask <<Gerald|g>> again on Monday.\n\n<<Robert|r>>"),
    ]
    _, texts = forum(posts, {"g": "G. Ashdown", "r": "Robert Gillespie"})
    assert texts == [text for *_, text in posts]


def test_an_initial_is_not_completed_by_somebody_elses_surname(forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "t", "", f"{TEXT}\n\nBest,\n<<Toby|t>>"),
        ("2", "r", "1", "Thank you, Prof. <<Taylor|e>>, for this course, it was a great one."),
        ("3", "r", "1", "<<Taylor|e>>, I have a question on the second week, if I may."),
    ]
    key, _ = forum(posts, {"t": "T. White", "e": "erictaylor", "r": "Robert Gillespie"})
    assert "Taylor" not in forms(key, "t")


def test_a_title_before_the_end_of_a_handle(forum: Callable[..., Any]) -> None:
    posts = [("1", "r", "", "I think that Prof. <<Vasquith|v>> is right.\n\n<<Robert|r>>")]
    _, texts = forum(posts, {"v": "lvasquith", "r": "Robert Gillespie"})
    assert texts == [text for *_, text in posts]


def test_a_nickname_before_the_surname_is_a_nickname_alone(forum: Callable[..., Any]) -> None:
    posts = [
        ("1", "r", "", "I met with <<Jack Ashdown|j>> and others on Friday.\n\n<<Robert|r>>"),
        ("2", "r", "", "We could send <<Jack|j>> to see about it.\n\n<<Robert|r>>"),
    ]
    _, texts = forum(posts, {"j": "Ashdown, John J", "r": "Robert Gillespie"})
    assert texts == [text for *_, text in posts]


def places(*authors: tuple[str, str | None]) -> list[Place]:
    return [Place(author, None, parent, "t", None, n) for n, (author, parent) in enumerate(authors)]


class TestWeighing:
    """Whoever competes for a name is weighed together."""

    def owners(
        self, where: list[Place], full: list[Naming], parts: list[Naming] | None = None
    ) -> dict[str, str | None]:
        weighing = Weighing(where, {(None, "t"): ["a", "b", "c"]}, {"a", "b", "c"})
        return {owner.displays[0]: owner.person for owner in weighing.owners(full, parts or [])}

    def test_what_others_say_decides_where_two_places_disagree(self) -> None:
        where = places(("a", None), ("b", "a"), ("c", "a"), ("b", "c"))
        full = [Naming("Mary Poe", ATTRIBUTED, n) for n in (1, 2, 3)]  # once below the wrong message
        assert self.owners(where, full) == {"Mary Poe": "a"}

    def test_each_has_one_name(self) -> None:
        where = places(("a", None), ("b", "a"))
        full = [Naming("Mary Poe", SIGNED, 0), Naming("Robert Grey", SIGNED, 1), Naming("Robert Grey", ATTRIBUTED, 1)]
        assert self.owners(where, full) == {"Mary Poe": "a", "Robert Grey": "b"}

    def test_shapes_of_one_name(self) -> None:
        where = places(("a", None), ("b", "a"))
        full = [Naming("Poe, Mary J", RECIPIENT, 1), Naming("Mary Poe", PAIRED, 0), Naming("M. Poe", ATTRIBUTED, 1)]
        assert list(self.owners(where, full).values()) == ["a"]

    def test_first_names_and_initials_speak_for_a_whole_name(self) -> None:
        where = places(("a", None), ("b", "a"), ("c", "b"))
        full = [Naming("Poe, Mary J", RECIPIENT, 2)]
        assert self.owners(where, full, [Naming("mjp", SIGNED, 0), Naming("mary", SIGNED, 0)]) == {"Poe, Mary J": "a"}

    def test_somebody_who_never_writes(self) -> None:
        where = places(("a", None), ("b", "a"))
        full = [Naming("Mary Poe", SIGNED, 0), Naming("Robert Grey", SIGNED, 1), Naming("Ann Blue", RECIPIENT, 1)]
        assert self.owners(where, full)["Ann Blue"] is None

    def test_the_order_of_what_was_seen_does_not_matter(self) -> None:
        where = places(("a", None), ("b", "a"), ("c", "a"))
        full = [
            *(Naming("Mary Poe", ATTRIBUTED, n) for n in (1, 2)),
            Naming("Robert Grey", SIGNED, 1),
            Naming("R. Grey", PAIRED, 1),
            Naming("Ann Blue", RECIPIENT, 2),
        ]
        assert self.owners(where, full) == self.owners(where, full[::-1])


def test_who_was_found_in_headers_is_weighed_again_with_the_same_key() -> None:
    header = "From: Ashdown, Prudence D\nTo: Gillespie, Robert\nCc: Calder, Mary\nSent: Friday\n"
    messages = [Message(TEXT, "1", "p"), Message(f"It is not.\n\nRobert\n\n{header}\n{TEXT}", "2", "r", "1")]
    first = discover(messages, seed=1)
    again = discover(messages, key=first, seed=1)
    assert [c.to_row() for c in again.connections] == [c.to_row() for c in first.connections]
    assert [p.id for p in again.roster] == [p.id for p in first.roster]


def test_a_sign_off_counts_more_than_headers(forum: Callable[..., Any]) -> None:
    """Who is copied in by others, and signs once, is not somebody else."""
    header = "From: <<Ashdown, Prudence D|p>>\nTo: <<Gillespie, Robert|r>>\nCc: <<Calder, Mary|m>>\nSent: Friday\n"
    posts = [
        ("1", "p", "", f"{TEXT}\n\n<<Prudence|p>>"),
        ("2", "r", "1", f"It is not.\n\n<<Robert|r>>\n\n{header}\n{TEXT}"),
        ("3", "s", "2", f"So I heard.\n\n{header}\n{TEXT}"),
        ("4", "m", "", "The other gauge is gone, by the way, and nobody knows.\n\nRegards,\n<<Mary Calder|m>>"),
        ("5", "p", "4", "I shall ask <<Mary|m>>, then."),
    ]
    threads = {id: ("t2" if id in "45" else "t1") for id, *_ in posts}
    _, texts = forum(posts, threads=threads)
    assert texts == [text for *_, text in posts]
