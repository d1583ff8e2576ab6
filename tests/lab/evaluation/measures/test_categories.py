"""Forms by category, counted as in Table 4 of Farrow et al. (2023)."""

from __future__ import annotations

import pytest

from spacy_pseudo import Participant, Roster
from spacy_pseudo.lab.evaluation.measures.categories import FULL, GROUPS, SHORT, SLIP, SUBSET, Categories, distribution
from spacy_pseudo.scoring.scores import GoldMention

ROSTER = Roster(
    [
        Participant("a", ("Mary Jane Poe",)),
        Participant("b", ("Robert (Sparky) Grey",)),
        Participant("c", ("Célia von Trapp",)),
        Participant("d", ("Elisabeth Brown",)),
    ]
)


@pytest.mark.parametrize(
    ("who", "form", "group"),
    [
        ("a", "Mary Jane Poe", FULL),
        ("a", "Poe, Mary Jane", FULL),
        ("a", "Mary Poe", SUBSET),
        ("a", "Jane", SUBSET),
        ("a", "MJ", SHORT),
        ("b", "Robert Grey", FULL),
        ("b", "ROBERT", SUBSET),
        ("b", "Bob", SHORT),
        ("b", "Sparky", SHORT),
        ("b", "Robret", SLIP),
        ("b", "R o b e r t", SHORT),
        ("b", "-RG-", SHORT),
        ("c", "Celia", SUBSET),
        ("c", "C?lia", SLIP),
        ("c", "Trapp", SUBSET),
        ("d", "Elizabeth", SLIP),
        ("nobody known", "Max", SHORT),
    ],
)
def test_automatic(who: str, form: str, group: str) -> None:
    assert Categories(ROSTER).group(who, form) == group


def test_a_person_knows_better() -> None:
    categories = Categories(ROSTER)
    assert categories.group("b", "Robin") == SHORT
    assert categories.group("b", "Robin", "misspelled") == SLIP
    # First and last name are a part of the whole, whatever the mark says; a glued name is judged by the name.
    assert categories.group("a", "Mary Poe", "registered") == SUBSET
    assert categories.group("b", "Bob", "glued") == SHORT


def test_counted_by_hand() -> None:
    said = [
        *[("a", "Mary")] * 3, ("a", "MARY"), ("a", "Mary Jane Poe"), ("a", "MJ"), ("a", "MJ"),
        ("b", "Bob"), ("b", "Robret"), ("b", "Bob"), ("c", "Mary"),
    ]  # fmt: skip
    mentions = [GoldMention(0, len(form), form, who, "body") for who, form in said]
    mentions += [
        GoldMention(0, 3, "Bob", "b|d", "greeting"),  # unclear
        GoldMention(0, 3, "Poe", "X", "cited"),
        GoldMention(0, 4, "mary", "a", "email"),
    ]
    found = distribution(mentions, ROSTER)
    # 'Mary' is a part of a's name, and for c, who is no Mary, a nickname.
    assert [tuple(row) for row in found.rows] == [(FULL, 1, 1, 1), (SUBSET, 1, 1, 4), (SHORT, 3, 3, 5), (SLIP, 1, 1, 1)]
    assert tuple(found.total) == ("all", 5, 6, 11)
    assert found.shares(found.rows[2]) == (3 / 6, 5 / 11)
    assert found.people == [
        {FULL: 1, SUBSET: 1, SHORT: 1, SLIP: 0},
        {FULL: 0, SUBSET: 0, SHORT: 1, SLIP: 1},
        {FULL: 0, SUBSET: 0, SHORT: 1, SLIP: 0},
    ]


def test_nothing() -> None:
    found = distribution([], ROSTER)
    assert [row.group for row in found.rows] == list(GROUPS)
    assert found.shares(found.total) == (0, 0)
