"""Connections as a file: what comes first, what a person has decided, and how sure mentions are because of it."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo.people.connections import Connection, confidences, merge, settle, sort
from spacy_pseudo.people.evidence import Evidence
from spacy_pseudo.people.name_map import NameMap


def connection(form: str, confidence: float, *, taken: bool = True, review: bool = False, **more: Any) -> Connection:
    """RETURNS (Connection): One of participant 'a'."""
    decided = more.pop("decided", False)
    return Connection("a", form, confidence, taken, review, Evidence(**more), ("m1",), decided)


SURE = connection("Sparky", 0.97)
TAKEN = connection("Mags", 0.45, review=True)
LEFT = connection("Midge", 0.3, taken=False, review=True)
NAMES = NameMap("a | Sparky [3] | ? Mags [1] | Hilde\n")
OFFERED = {"a": ["Sparky", "Mags", "Gone"]}


def test_a_row_is_the_same_after_reading() -> None:
    full = connection("Sparky", 0.5, relation="nickname", places={"closing": 2}, signed_share=0.25, claimed=True)
    assert Connection.from_row(full.to_row()) == full
    assert full.to_row()["evidence"]["places"] == {"closing": 2}


def test_what_is_to_be_reviewed_comes_first() -> None:
    assert sort([SURE, LEFT, TAKEN]) == [TAKEN, LEFT, SURE]


def test_what_speaks_more_stays() -> None:
    assert merge([TAKEN, SURE], [connection("mags", 0.4), LEFT]) == [TAKEN, SURE, LEFT]
    better = connection("mags", 0.6)
    assert merge([TAKEN], [better]) == [better]


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        (SURE, "a | Sparky [3]\n", SURE),
        (TAKEN, "a | ? Mags [1]\n", TAKEN),
        (TAKEN, "a | Mags [1]\n", connection("Mags", 1.0, decided=True)),  # the ? was taken away
        (LEFT, "a | Midge\n", connection("Midge", 1.0, decided=True)),  # added by hand
        (LEFT, "a | Sparky [3]\n", LEFT),
        (TAKEN, "a | Sparky [3]\n", connection("Mags", 0.45, taken=False)),  # deleted
        (SURE, "a\n", connection("Sparky", 0.97, taken=False)),
    ],
)
def test_what_a_person_has_decided(before: Connection, text: str, after: Connection) -> None:
    assert settle([before], NameMap(text), OFFERED) == [after]


def test_confidences_of_forms() -> None:
    found = confidences([SURE, TAKEN, LEFT], NAMES, 0.36)
    assert found == {("a", ("sparky",)): 0.97, ("a", ("mags",)): 0.45, ("a", ("hilde",)): 1.0}
    confirmed = confidences([TAKEN, LEFT], NameMap("a | Mags | Midge | ? Hilde\n"), 0.36)
    assert confirmed == {("a", ("mags",)): 1.0, ("a", ("midge",)): 1.0, ("a", ("hilde",)): 0.36}
