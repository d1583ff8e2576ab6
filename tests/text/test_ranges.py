"""Ranges are looked up as if they were compared one by one, and of places that overlap one counts."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.text.ranges import Ranges, resolve

RANGE = st.tuples(st.integers(0, 20), st.integers(1, 5)).map(lambda one: (one[0], one[0] + one[1]))


class Spot(NamedTuple):
    start: int
    end: int


@given(st.lists(RANGE, max_size=8), st.lists(RANGE, max_size=4), RANGE)
def test_what_a_range_touches(
    ranges: list[tuple[int, int]], added: list[tuple[int, int]], one: tuple[int, int]
) -> None:
    start, end = one
    over = [(first, last) for first, last in (*ranges, *added) if first < end and start < last]
    known = Ranges(ranges)
    for more in added:
        known.add(*more)
    assert known.touch(start, end) == bool(over)
    around = min([start, *(first for first, _ in over)]), max([end, *(last for _, last in over)])
    assert known.around(start, end) == around


@given(st.lists(RANGE.map(lambda one: Spot(*one)), max_size=8), RANGE)
def test_of_places_that_overlap_the_longest_counts(spots: list[Spot], taken: tuple[int, int]) -> None:
    kept = resolve(spots, taken=Ranges([taken]))
    assert all(a.end <= b.start for a, b in pairwise(kept))
    assert not any(Ranges([taken]).touch(*spot) for spot in kept)
    for spot in set(spots) - set(kept):
        over = [other for other in kept if other.start < spot.end and spot.start < other.end]
        assert Ranges([taken]).touch(*spot) or any(other.end - other.start >= spot.end - spot.start for other in over)
