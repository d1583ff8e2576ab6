"""Whether ids are a platform's own is told as if all of them were at hand, though only a few bytes of each are."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.corpus.joining import Joining


def are_issued(ids: list[str]) -> bool:
    """RETURNS (bool): What is to be told, from all ids."""
    numbers = sorted({int(id) for id in ids if re.fullmatch("[0-9]{5,}", id)})
    if 2 * len(numbers) > len(ids):
        return not (numbers[-1] - numbers[0] < 2 * len(numbers) and numbers[0] % 1000 in (0, 1))
    return 2 * sum(re.fullmatch("t1_[0-9a-z]{4,}", id) is not None for id in ids) > len(ids)


IDS = st.one_of(
    st.integers(9990, 10_020).map(str),
    st.integers(0, 10**40).map(str),
    st.sampled_from(["000010001", "10001", "t1_abcd", "t1_abce", "m1", "", "1"]),
)


@given(st.lists(IDS, max_size=12), st.sets(IDS, max_size=6))
def test_ids_of_a_platform(ids: list[str], coded: set[str]) -> None:
    joining = Joining(ids="keep", timestamps="drop")
    for id in ids:
        joining.see(id, None)
    told = joining.warning(["csv"], coded)
    assert (told is not None) == (are_issued(ids) and not coded.issuperset(ids))


@pytest.mark.parametrize(("coded", "warned"), [((), True), (("1",), True), (("1", "a@b.c"), False)])
def test_ids_that_are_all_hidden_need_no_warning(coded: tuple[str, ...], warned: bool) -> None:
    joining = Joining(ids="keep", timestamps="drop")
    for id in ("1", "a@b.c"):
        joining.see(id, None)
    assert (joining.warning(["mbox"], coded) is not None) is warned
