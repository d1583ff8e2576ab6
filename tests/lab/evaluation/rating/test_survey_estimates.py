"""Estimates from a sample: against tables and brute force, and by drawing again and again from known populations."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.lab.evaluation.rating.survey_estimates import (
    Estimate,
    Stratum,
    exact_count,
    gamma_below,
    share,
    total,
)

VALUES = st.lists(st.integers(0, 4), min_size=1, max_size=12)
STRATA = st.lists(st.tuples(VALUES, st.integers(0, 50)), min_size=1, max_size=3).map(
    lambda rows: [Stratum(len(values) + more, values) for values, more in rows]
)


def test_total_by_hand() -> None:
    # 10 of 100 drawn with 2 counts, 5 of 10 drawn with 3: 20 + 6.
    assert total([Stratum(100, [1, 1, *[0] * 8]), Stratum(10, [2, 1, 0, 0, 0])]).value == pytest.approx(26)


@pytest.mark.parametrize(("drawn", "size"), [(100, 1000), (50, 100_000), (3, 40)])
def test_nothing_found_is_the_rule_of_three_with_two_sides(drawn: int, size: int) -> None:
    found = total([Stratum(size, [0] * drawn)])
    # -ln(.025) = 3.689 counts in the sample would not surprise.
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(-math.log(0.025) * size / drawn, rel=1e-6) or found.high == size - drawn


def test_counts_alone_have_the_exact_poisson_interval() -> None:
    # Ten single counts in a sample that is tiny against its population: 4.795 to 18.390 (Garwood 1936).
    found = total([Stratum(10**9, [1] * 10 + [0] * 99_990)]).map(lambda figure: figure / 10**4)
    assert found == pytest.approx((10, 4.795, 18.390), rel=1e-3)


def test_the_stratum_that_was_drawn_least_decides() -> None:
    found = total([Stratum(50, [0] * 50), Stratum(1000, [0] * 50)])
    assert found.high == pytest.approx(3.689 * 20, rel=1e-3)


def test_shares_where_nothing_or_everything_has_it() -> None:
    # Clopper and Pearson's bounds for 0 and 10 of 10: .3085 and .6915.
    nothing, everything = share([Stratum(10**6, [0] * 10)]), share([Stratum(10**6, [1] * 10)])
    assert nothing == pytest.approx((0, 0, 0.3085), abs=1e-3)
    assert everything == pytest.approx((1, 0.6915, 1), abs=1e-3)


def test_exact_counts_against_clopper_and_pearson() -> None:
    low, high = exact_count(5, 20, 10**6)
    assert (low / 10**6, high / 10**6) == pytest.approx((0.0866, 0.4910), abs=1e-4)


def hypergeometric(seen: int, drawn: int, size: int, having: int) -> float:
    return math.comb(having, seen) * math.comb(size - having, drawn - seen) / math.comb(size, drawn)


@given(st.integers(1, 25), st.data())
def test_exact_counts_by_brute_force(size: int, data: st.DataObject) -> None:
    drawn = data.draw(st.integers(1, size))
    seen = data.draw(st.integers(0, drawn))
    likely = [
        having
        for having in range(seen, size - drawn + seen + 1)
        if sum(hypergeometric(k, drawn, size, having) for k in range(seen + 1)) >= 0.025 - 1e-12
        and sum(hypergeometric(k, drawn, size, having) for k in range(seen, drawn + 1)) >= 0.025 - 1e-12
    ]
    assert exact_count(seen, drawn, size) == (likely[0], likely[-1])


@pytest.mark.parametrize(
    ("shape", "x", "probability"),
    [(1, 1, 1 - math.exp(-1)), (0.5, 0.5, math.erf(math.sqrt(0.5))), (5, 20, 1 - math.exp(-20) * 8221.0)],
)
def test_gamma_distribution(shape: float, x: float, probability: float) -> None:
    # For a whole shape n, P = 1 - exp(-x) sum_(k<n) x^k/k!: for 5 and 20 the sum is 8221.
    assert gamma_below(shape, x) == pytest.approx(probability, rel=1e-9)


@given(STRATA)
def test_intervals_hold_the_estimate(strata: list[Stratum]) -> None:
    counted = sum(sum(stratum.values) for stratum in strata)
    found, part = total(strata), share(strata)
    assert counted - 1e-9 <= found.low <= found.value + 1e-9 <= found.high + 2e-9
    assert 0 <= part.low <= part.value <= part.high <= 1


@given(STRATA)
def test_if_everything_is_drawn_nothing_is_estimated(strata: list[Stratum]) -> None:
    everything = [Stratum(len(stratum.values), stratum.values) for stratum in strata]
    counted = sum(sum(stratum.values) for stratum in strata)
    having = sum(value > 0 for stratum in strata for value in stratum.values)
    part = having / sum(stratum.size for stratum in everything)
    assert total(everything) == pytest.approx((counted,) * 3)
    assert share(everything) == pytest.approx((part,) * 3)


def test_of_a_stratum_something_must_be_drawn() -> None:
    with pytest.raises(ValueError, match="Every stratum"):
        total([Stratum(10, [])])
    assert total([Stratum(0, []), Stratum(2, [1, 0])]).value == 1


# What the strata hold: how many units have how many counts; and how many units are drawn from them.
POPULATIONS = {
    "rare": (({0: 90, 1: 10}, {0: 1880, 1: 20}), (25, 75)),
    "in heaps": (({0: 80, 1: 10, 4: 10}, {0: 860, 1: 30, 3: 10}), (25, 75)),
    "frequent": (({0: 30, 1: 40, 2: 30}, {0: 500, 1: 300, 2: 100}), (25, 75)),
    "small": (({0: 8, 1: 2}, {0: 80, 1: 5, 2: 1}), (5, 35)),
    "a lone heap": (({0: 42, 1: 8}, {0: 358, 1: 4, 3: 1}), (50, 150)),
}


@pytest.mark.parametrize("name", POPULATIONS)
def test_intervals_hold_the_truth_95_times_of_100(name: str) -> None:
    counts, drawn = POPULATIONS[name]
    units = [[value for value, times in part.items() for _ in range(times)] for part in counts]
    true = sum(map(sum, units))
    leaking = sum(value > 0 for part in units for value in part) / sum(map(len, units))
    rng = random.Random(name)
    held: list[tuple[bool, bool]] = []
    values = 0.0
    for _ in range(200):
        strata = [Stratum(len(part), rng.sample(part, n)) for part, n in zip(units, drawn, strict=True)]
        found = total(strata)
        values += found.value / 200
        held.append((holds(found, true), holds(share(strata), leaking)))
    assert values == pytest.approx(true, rel=0.15)
    # Of 200 intervals of 95 %, fewer than 182 would be bad luck of one in a hundred.
    assert min(map(sum, zip(*held, strict=True))) >= 182


def holds(found: Estimate, true: float) -> bool:
    return found.low - 1e-9 <= true <= found.high + 1e-9
