"""One person under two ids."""

from __future__ import annotations

from typing import Any

from spacy_pseudo.people.name_map import Form, NameMap
from spacy_pseudo.people.suspicions import same_person


def test_the_same_registered_name_is_suspicious(roster_of: Any) -> None:
    people = {"a": "Mary Jane Calder", "b": "CALDER, Mary", "c": "Mary Gillespie", "d": "Mary", "e": "M. Calder"}
    assert same_person(roster_of(people)) == [("a", "b")]


def test_a_name_somebody_signs_with_counts_too(roster_of: Any) -> None:
    name_map = NameMap("")
    name_map.add("b", Form("Mary Calder"))
    assert same_person(roster_of({"a": "Calder, Mary", "b": "sparky77"}), name_map) == [("a", "b")]


def test_the_two_stay_two(forum: Any) -> None:
    posts = [("1", "a", "", "Yes.\n\n<<Mary Calder|a>>"), ("2", "b", "", "No.\n\n<<Mary Calder|b>>")]
    key, texts = forum(posts, {"a": "Mary Calder", "b": "Mary Calder"})
    assert texts == [text for _, _, _, text in posts]
    assert len(set(key.pseudonyms.labels.values())) == 2
