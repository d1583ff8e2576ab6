"""Whatever overlaps, is nested or stands side by side: nothing is replaced twice, and nothing is left of anything."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.attrs import IDENTIFIER_LABELS
from spacy_pseudo.engine.writing import replace
from spacy_pseudo.identifiers.base import Identifier
from spacy_pseudo.people.linking import Mention
from spacy_pseudo.surrogates.overlaps import sort_out, stands, without_protected

TEXT = "Mary Poe, Poe Memorial School, mary@uni.example,0207946 0123;Leeds/York (Mary)"
PLACES = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 20)).map(
    lambda place: (place[0], min(place[0] + place[1], len(TEXT)))
)
MENTIONS = st.builds(lambda place: Mention(*place, ("a",), "part", "body", 1.0), PLACES)
LABELS = ("EMAIL", "CITY", "SCHOOL", "DATE", "PROFESSION")
IDENTIFIERS = st.builds(
    lambda place, label, confidence: Identifier(*place, label, confidence),
    PLACES,
    st.sampled_from(LABELS),
    st.floats(0.1, 1),
)
REPLACED = ("EMAIL", "SCHOOL", "DATE")


def replaces(one: Identifier) -> bool:
    return one.label in REPLACED


def at(places: list[Identifier] | list[Mention]) -> set[int]:
    return {at for place in places for at in range(place.start, place.end)}


@given(st.lists(MENTIONS, max_size=6), st.lists(IDENTIFIERS, max_size=8))
def test_nothing_overlaps_and_nothing_is_left(mentions: list[Mention], identifiers: list[Identifier]) -> None:
    apart = without_protected(mentions, [])
    done = sort_out(TEXT, apart, identifiers, [], replaces)
    edits = sorted([(p.start, p.end) for p in done.mentions] + [(p.start, p.end) for p in done.replaced])
    assert all(end <= start for (_, end), (start, _) in pairwise(edits))
    gone = at(done.mentions) | at(done.replaced)
    assert at(apart) <= gone
    left = at([one for one in identifiers if replaces(one)]) - gone
    assert not any(TEXT[i].isalnum() for i in left)
    # What is put in is looked at by nobody: exactly the rest of the text is left around it.
    written = replace(TEXT, [(start, end, "\0") for start, end in edits])
    assert written.replace("\0", "") == "".join(c for i, c in enumerate(TEXT) if i not in gone)
    assert written.count("\0") == len(edits)


@given(st.lists(MENTIONS, max_size=6), st.lists(IDENTIFIERS, max_size=8))
def test_what_is_marked_hides_no_name_and_is_listed_if_it_stands(
    mentions: list[Mention], identifiers: list[Identifier]
) -> None:
    apart = without_protected(mentions, [])
    done = sort_out(TEXT, apart, identifiers, [], lambda one: False)
    assert done.mentions == apart
    assert done.replaced == []
    places = [(mention.start, mention.end) for mention in apart]
    listed = at(done.marked)
    for one in identifiers:
        # Of marks that overlap one is enough.
        assert not stands(TEXT, one, places) or listed & at([one])


def test_a_school_with_a_name_in_it_is_one_thing_and_a_name_that_is_a_town_is_a_name() -> None:
    school, town = Identifier(10, 29, "SCHOOL", 0.9), Identifier(0, 4, "DATE", 0.9)
    mentions = [Mention(0, 4, ("a",), "part", "body", 1.0), Mention(10, 13, ("a",), "part", "body", 1.0)]
    done = sort_out(TEXT, mentions, [school, town], [], replaces)
    assert done.mentions == mentions[:1]
    assert done.replaced == [school]
    only_marked = sort_out(TEXT, mentions, [school, town], [], lambda one: False)
    assert only_marked.mentions == mentions
    assert only_marked.marked == [school]


@given(st.lists(IDENTIFIERS, max_size=6), st.lists(PLACES, max_size=3))
def test_what_is_protected_stays_but_for_addresses_and_numbers(
    identifiers: list[Identifier], protections: list[tuple[int, int]]
) -> None:
    others = [one for one in identifiers if one.label != "EMAIL"]
    # What reaches beyond a protected place is something else: 'the fifth of June, 2020' is no citation of June.
    reaching = [one for one in others if not any(s <= one.start and one.end <= e for s, e in protections)]
    done = sort_out(TEXT, [], others, protections, lambda one: True)
    assert done.replaced == sort_out(TEXT, [], reaching, [], lambda one: True).replaced
    assert set(LABELS) <= set(IDENTIFIER_LABELS)
