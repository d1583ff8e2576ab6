"""Another clock keeps the order of all points in time, never goes far, and one known point does not tell the others."""

from __future__ import annotations

import random
import statistics
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.surrogates.choice import shift_of
from spacy_pseudo.surrogates.clock import DAY, SECOND, Clock, Weeks
from tests.benchmarks.intruder import HOUR, trial, written

SECRET = b"k" * 32
CLOCK = Clock(SECRET)
# 1900 to 2100.
TIMES = st.integers(-70 * 365 * DAY, 130 * 365 * DAY)


@given(TIMES, TIMES)
def test_the_order_stays(one: int, other: int) -> None:
    first, last = sorted((one, other))
    assert CLOCK(first) <= CLOCK(last)


@given(TIMES, st.integers(1, 10**12))
def test_the_order_of_neighbours_stays(at: int, far: int) -> None:
    assert CLOCK(at) <= CLOCK(at + far)


@given(TIMES, st.binary(min_size=32, max_size=32))
def test_it_is_within_a_week_of_the_dates_in_texts(at: int, secret: bytes) -> None:
    strays = Clock(secret)(at) - Weeks(shift_of(secret))(at)
    assert abs(strays) < 7 * DAY


def test_the_same_secret_and_no_other() -> None:
    assert Clock(SECRET)(10**18) == CLOCK(10**18)
    assert Clock(b"x" * 32)(10**18) != CLOCK(10**18)


def test_what_is_a_minute_apart_stays_apart() -> None:
    """Points may become one where time is pressed; of those that are farther apart, intervals tell nothing."""
    begin = 1707123720 * SECOND
    shown = [CLOCK(begin + n * 60 * SECOND) // SECOND for n in range(2_000)]
    assert len(set(shown)) == len(shown)
    gaps = [after - before for before, after in pairwise(shown)]
    assert min(gaps) < 30
    assert max(gaps) > 120
    assert sum(gap == 60 for gap in gaps) < 100


@pytest.mark.parametrize(("k", "hours"), [(1, 12), (10, 4)])
def test_who_knows_some_posts_does_not_know_the_others(k: int, hours: float) -> None:
    rng = random.Random(1)
    off, near = trial(written(2_000, 105, rng), CLOCK, k, rng)
    assert statistics.median(off) > hours * HOUR
    assert statistics.median(near) > 5
    by_weeks, _ = trial(written(2_000, 105, rng), Weeks(shift_of(SECRET)), 1, rng)
    assert max(by_weeks) == 0
