"""Values of a corpus that are exchanged among its documents."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.attrs import LISTED
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.surrogates.exchange import Exchange
from spacy_pseudo.surrogates.renderer import Renderer
from spacy_pseudo.surrogates.strategies import SHUFFLE, resolve

SECRET = bytes(range(32))
SCHOOLS = ["Leeds College", "Ashby School", "Holt Academy", "Norwell University"]


def exchange(documents: Iterable[Iterable[str]], label: str = "SCHOOL", secret: bytes = SECRET) -> Exchange:
    """RETURNS (Exchange): What becomes of values, given by document."""
    made = Exchange()
    for number, values in enumerate(documents):
        for value in values:
            made.add(label, value, f"m{number}")
    made.settle(secret)
    return made


def becomes(made: Exchange, label: str = "SCHOOL") -> dict[str, str | None]:
    return {value.text: value.becomes for value in made if value.label == label}


def test_each_becomes_another_and_no_two_the_same() -> None:
    found = becomes(exchange([[school] for school in SCHOOLS]))
    assert sorted(found) == sorted(SCHOOLS)
    assert sorted(filter(None, found.values())) == sorted(SCHOOLS)
    assert all(value != other for value, other in found.items())


def test_it_follows_from_the_secret_and_not_from_the_order() -> None:
    documents = [[f"School {n}"] for n in range(30)]
    found = becomes(exchange(documents))
    assert becomes(exchange(documents[::-1])) == found
    assert becomes(exchange(documents, secret=bytes(32))) != found


_DOCUMENTS = st.lists(st.sets(st.sampled_from([f"School {n}" for n in range(9)]), max_size=4), max_size=12)


@given(_DOCUMENTS)
def test_no_document_is_given_a_value_that_it_holds(documents: list[set[str]]) -> None:
    found = becomes(exchange(documents))
    for document in documents:
        given = {found[value] for value in document} - {None}
        assert not given & document
    others = [other for other in found.values() if other is not None]
    assert len(set(others)) == len(others)
    assert set(others) <= set().union(*documents)


def test_as_many_as_possible_are_exchanged() -> None:
    # Only one way is left for each of them.
    found = becomes(exchange([["A", "B"], ["C", "D"], ["A", "D"], ["B", "C"]]))
    assert found == {"A": "C", "C": "A", "B": "D", "D": "B"}


@pytest.mark.parametrize("documents", [[["A"]], [["A", "B"]], [["A"], ["A"]], [["A", "B"], ["B", "C"], ["A", "C"]]])
def test_where_it_is_impossible_nothing_is_exchanged(documents: list[list[str]]) -> None:
    assert set(becomes(exchange(documents)).values()) == {None}


def test_spellings_and_endings_are_one_value() -> None:
    made = exchange([["Leeds"], ["LEEDS"], ["Leeds's"], ["York"]], "CITY")
    assert becomes(made, "CITY") == {"Leeds": "York", "York": "Leeds"}


def test_what_was_decided_stays_when_there_is_more() -> None:
    made = exchange([["A"], ["B"], ["C"]])
    before = becomes(made)
    again = Exchange.from_rows(made.to_rows())
    assert becomes(again) == before
    for value in ("D", "E"):
        again.add("SCHOOL", value, f"new {value}")
    again.settle(SECRET)
    after = becomes(again)
    assert {value: after[value] for value in before} == before
    assert (after["D"], after["E"]) == ("E", "D")
    # A new document holds both a value and what it becomes: it is drawn from now on.
    again.add("SCHOOL", "D", "both")
    again.add("SCHOOL", "E", "both")
    again.settle(SECRET)
    assert becomes(again)["D"] is becomes(again)["E"] is None


def test_labels_are_exchanged_by_themselves() -> None:
    made = Exchange()
    for label, value in (("SCHOOL", "A"), ("CITY", "B"), ("SCHOOL", "C"), ("CITY", "D")):
        made.add(label, value, value)
    made.settle(SECRET)
    assert becomes(made) == {"A": "C", "C": "A"}
    assert becomes(made, "CITY") == {"B": "D", "D": "B"}


def written(made: Exchange, label: str, text: str, *, lang: str = "en", taken: tuple[str, ...] = ()) -> str | None:
    renderer = Renderer({label: SHUFFLE}, SECRET, lang=lang, exchange=made, taken=taken)
    return renderer.render(label, text)


@pytest.mark.parametrize(
    ("lang", "text", "becomes"),
    [
        ("en", "Leeds", "York"),
        ("en", "LEEDS", "YORK"),
        ("en", "Leeds'", "York'"),
        ("en", "York’s", "Leeds’s"),
        ("sv", "Lunds", "Kalmars"),
        ("sv", "Kalmar", "Lund"),
    ],
)
def test_endings_and_case_stay(lang: str, text: str, becomes: str) -> None:
    pairs = {"en": ["Leeds", "York"], "sv": ["Lund", "Kalmar"]}
    assert written(exchange([[one] for one in pairs[lang]], "CITY"), "CITY", text, lang=lang) == becomes


def test_what_is_not_exchanged_is_drawn() -> None:
    made = exchange([["Leeds"]], "CITY")
    drawn = Renderer({"CITY": "surrogate"}, SECRET).render("CITY", "Leeds")
    assert written(made, "CITY", "Leeds") == drawn != "Leeds"
    assert written(exchange([["Leeds"], ["York"]], "CITY"), "CITY", "Exeter") not in ("Exeter", "Leeds", "York", None)
    # The other value is somebody's name.
    both = exchange([["Leeds"], ["York"]], "CITY")
    assert written(both, "CITY", "Leeds", taken=("York",)) not in ("Leeds", "York", None)


def test_only_what_is_listed_can_be_exchanged() -> None:
    assert {label for label, what in resolve({"all": SHUFFLE}).items() if what == SHUFFLE} == set(LISTED)
    assert resolve({"listed": SHUFFLE})["SCHOOL"] == SHUFFLE
    for label in ("EMAIL", "DATE", "PROFESSION", "RELIGIOUS"):
        with pytest.raises(PseudoError, match=r"^\[P727\]"):
            resolve({label: SHUFFLE})
