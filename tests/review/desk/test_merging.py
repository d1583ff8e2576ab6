"""Ids that are put together and taken apart again."""

from __future__ import annotations

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.key import Key, log
from spacy_pseudo.review.desk.desk import APPLIED
from spacy_pseudo.review.desk.merging import waits_for_discovery

from .conftest import Bench, Copy


def test_two_ids_are_one_persons(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    desk.merge("a@b.example", "x|y #1")
    key = Key.load(bench.key)
    person = key.roster.get("a@b.example")
    assert person is not None
    assert (person.names, person.ids) == (("Mary Poe", "Robert Grey"), ("x|y #1",))
    assert key.roster.main_id("x|y #1") == "a@b.example"
    assert {"Mary", "Bob"} <= {form.text for form in desk.said.names.forms("a@b.example")}
    assert desk.waits_for_discovery
    texts = bench.apply()
    assert desk.pseudonym("a@b.example") in texts["2"]


def test_what_was_put_together_comes_apart(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    before = {person: set(desk.said.names.forms(person)) for person in desk.said.names.participants()}
    roster = {person.id: (person.names, person.ids) for person in desk.key.roster}
    desk.merge("a@b.example", "x|y #1")
    desk.split("a@b.example", "x|y #1")
    assert {person: set(desk.said.names.forms(person)) for person in desk.said.names.participants()} == before
    assert {person.id: (person.names, person.ids) for person in desk.key.roster} == roster
    bench.apply()


def test_nobody_is_merged_with_themselves_or_with_nobody(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk, before = bench.desk(), bench.files()
    for one, other in (("jd", "jd"), ("jd", "nobody"), ("nobody", "jd")):
        with pytest.raises(PseudoError, match="P907"):
            desk.merge(one, other)
    with pytest.raises(PseudoError, match="P907"):
        desk.split("jd", "zq")
    assert bench.files() == before


def test_a_run_settles_what_waited(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    assert not desk.waits_for_discovery
    desk.merge("jd", "zq")
    log.append(bench.key, APPLIED, written=5)
    assert not waits_for_discovery(bench.key, APPLIED)
