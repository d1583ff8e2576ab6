"""Time stamps are written as they were written, whatever moves them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.corpus.time_stamps import moved
from spacy_pseudo.surrogates.clock import Clock, Weeks

HOUR = Weeks(timedelta(hours=1))
CLOCK = Clock(b"k" * 32)
SHAPES = (
    "%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S.%f",
    "%Y-%m-%d %H:%M:%S UTC", "%Y-%m-%dT%H%M%S", "%Y-%m-%dT%H:%M:%S.%f+00:00", "%Y-%m-%d %H:%M:%S,%f", "%s", "%s000",
)  # fmt: skip
MOMENTS = st.datetimes(datetime(2012, 1, 1), datetime(2060, 1, 1), timezones=st.just(timezone.utc))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2024-02-05T23:30:00", "2024-02-06T00:30:00"),
        ("2024-02-05", "2024-02-05"),
        ("2024-02-05T23", "2024-02-06T00"),
        ("2024-02-05 23:30", "2024-02-06 00:30"),
        ("2024-02-05T23:30:00.125Z", "2024-02-06T00:30:00.125Z"),
        ("2024-02-05T23:30:00.1234567890123", "2024-02-06T00:30:00.1234567890123"),
        ("2024-02-05T23:30:00+05:30", "2024-02-06T00:30:00+05:30"),
        ("2024-02-05T00:30:00 -0800", "2024-02-05T01:30:00 -0800"),
        ("2024-02-05 23:30:00 UTC", "2024-02-06 00:30:00 UTC"),
        ("1707123720", "1707127320"),
        ("1707123720.", "1707127320."),
        ("1707123720.25", "1707127320.25"),
        ("1707123720000", "1707127320000"),
    ],
)
def test_shapes(value: str, expected: str) -> None:
    assert moved(value, HOUR) == expected


@pytest.mark.parametrize(
    "value", ["", "yesterday", "20240205", "2024-02-30", "2024-02-05T24:01", "2024-02-05T10:00+99:00", "5/2/2024", "12"]
)
def test_what_is_none(value: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        moved(value, HOUR)


@given(MOMENTS, MOMENTS, st.sampled_from(SHAPES))
def test_the_order_stays_in_every_shape(one: datetime, other: datetime, shape: str) -> None:
    first, last = (_write(moment, shape) for moment in sorted((one, other)))
    assert len(moved(first, CLOCK)) == len(first)
    assert moved(first, CLOCK) <= moved(last, CLOCK)


@given(MOMENTS, st.sampled_from(SHAPES), st.integers(-520, 520))
def test_weeks_can_be_undone(moment: datetime, shape: str, weeks: int) -> None:
    value = _write(moment, shape)
    there = moved(value, Weeks(timedelta(weeks=weeks)))
    assert moved(there, Weeks(timedelta(weeks=-weeks))) == value


def _write(moment: datetime, shape: str) -> str:
    return moment.strftime(shape.replace("%s", f"{int(moment.timestamp())}"))
