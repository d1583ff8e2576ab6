"""Ranges are looked up as if they were compared one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.text.ranges import Ranges

RANGE = st.tuples(st.integers(0, 20), st.integers(1, 5)).map(lambda one: (one[0], one[0] + one[1]))


@given(st.lists(RANGE, max_size=8), RANGE)
def test_what_a_range_touches(ranges: list[tuple[int, int]], one: tuple[int, int]) -> None:
    start, end = one
    over = [(first, last) for first, last in ranges if first < end and start < last]
    assert Ranges(ranges).touch(start, end) == bool(over)
    around = min([start, *(first for first, _ in over)]), max([end, *(last for _, last in over)])
    assert Ranges(ranges).around(start, end) == around
