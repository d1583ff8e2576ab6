"""Samples, estimates from them by hand, and whose the names are that raters found."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo import Participant, Roster
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.key import Key
from spacy_pseudo.lab.evaluation.rating.additions import Addition, Sighting, suggest, to_text
from spacy_pseudo.lab.evaluation.rating.estimation import agreement, estimate, joined, overlooked
from spacy_pseudo.lab.evaluation.rating.findings import Outcome, report_of
from spacy_pseudo.lab.evaluation.rating.sampling import REST, RISK, WORDS, Design, Item, draw
from spacy_pseudo.lab.evaluation.rating.sheets import Rating, Sheet
from spacy_pseudo.people.name_map import Form, NameMap

SCORES = st.lists(st.integers(0, 5).map(float), min_size=2, max_size=60)


@given(SCORES, st.integers(2, 80), st.integers(0, 80), st.integers(0, 5))
def test_every_unit_is_in_one_stratum_and_each_is_drawn_from(
    scores: list[float], n: int, n_risk: int, seed: int
) -> None:
    drawn = draw(scores, n, n_risk, rng=random.Random(seed))
    places = [place for part in drawn.places.values() for place in part]
    assert sum(drawn.sizes.values()) == len(scores)
    assert len(places) == len(set(places)) == min(n, len(scores))
    assert [name for name, size in drawn.sizes.items() if bool(size) != bool(drawn.places[name])] == []
    if drawn.places[RISK]:
        # Nobody of the rest has a higher score than somebody of the risky.
        assert min(scores[place] for place in drawn.places[RISK]) >= max(
            (scores[place] for place in drawn.places[REST]), default=0
        )
        assert min(scores[place] for place in drawn.places[RISK]) > 0


def test_the_risky_are_a_tenth() -> None:
    drawn = draw([float(n) for n in range(1000)], 40, 10, rng=random.Random(1))
    assert drawn.sizes == {RISK: 100, REST: 900}
    assert {name: len(part) for name, part in drawn.places.items()} == {RISK: 10, REST: 30}


def test_the_seed_decides() -> None:
    first, again, other = (draw([1.0, 0, 0, 2] * 50, 20, 5, rng=random.Random(seed)) for seed in (1, 1, 2))
    assert first == again != other


def a_design(mode: str = "text") -> Design:
    """RETURNS (Design): 100 messages with 400 pseudonyms: 2 of 10 risky ones drawn, 9 of 90 others."""
    items = {f"R-{n}": Item(RISK, message=f"r{n}", replaced=4, occurrences=3) for n in range(2)}
    items |= {f"S-{n}": Item(REST, message=f"s{n}", replaced=4, occurrences=3) for n in range(9)}
    return Design(mode, 1, 1, 100, 400, "U", {RISK: 10, REST: 90}, items)


def rated(design: Design, **ratings: Rating) -> dict[str, Rating]:
    return {name: ratings.get(name.replace("-", ""), Rating()) for name in design.items}


def test_estimates_by_hand() -> None:
    design = a_design()
    found = estimate(design, rated(design, R0=Rating(("Bob", "Jane"), 1), S3=Rating(("Bob",))))
    # Leaks: 10/2 * 2 + 90/9 * 1; wrong: 10/2 * 1. Leaking messages: 10/2 + 90/9.
    assert (found.rated, found.seen) == (11, 3)
    assert found.leaks.value == pytest.approx(20)
    assert found.per_1000.value == pytest.approx(200)
    assert found.recall is not None
    assert found.recall.value == pytest.approx(395 / 415)
    assert found.clean is not None
    assert found.clean.value == pytest.approx(0.85)
    assert found.precision is not None
    assert found.precision.value == pytest.approx(395 / 400)
    for figure in (found.leaks, found.recall, found.clean, found.precision):
        assert figure.low < figure.value < figure.high


def test_nothing_found_is_not_certainty() -> None:
    design = a_design()
    found = estimate(design, rated(design))
    assert found.recall is not None
    assert found.clean is not None
    assert found.recall.value == found.recall.high == found.clean.value == 1
    assert found.recall.low == pytest.approx(400 / (400 + 36.9), abs=1e-3)
    assert found.clean.low < 0.8


def test_words_count_as_often_as_they_stand() -> None:
    design = a_design(WORDS)
    found = estimate(design, rated(design, R0=Rating(("Bob",))))
    assert found.leaks.value == pytest.approx(10 / 2 * 3)
    assert (found.clean, found.precision) == (None, None)


def test_a_corpus_without_any_name() -> None:
    design = a_design()
    design.replaced = 0
    found = estimate(design, rated(design))
    assert (found.recall, found.precision) == (None, None)


def test_a_part_of_the_sample_that_nobody_rated() -> None:
    design = a_design()
    with pytest.raises(PseudoError, match="P648"):
        estimate(design, {"S-1": Rating()})


LEAKS = st.lists(st.integers(0, 3), min_size=11, max_size=11)


@given(LEAKS, st.integers(0, 10))
def test_one_more_leak_is_never_better(leaks: list[int], at: int) -> None:
    design = a_design()
    more = [count + (number == at) for number, count in enumerate(leaks)]
    worse, better = (
        estimate(design, {name: Rating(("Bob",) * n) for name, n in zip(design.items, counts, strict=True)})
        for counts in (more, leaks)
    )
    assert worse.recall is not None
    assert better.recall is not None
    assert worse.recall.value < better.recall.value
    assert worse.leaks.value > better.leaks.value


# --- Raters ---


def sheet(**ratings: Rating) -> Sheet:
    return Sheet(Path("sheet.csv"), rated(a_design(), **ratings), [], [], [])


def test_what_one_rater_sees_counts() -> None:
    both = joined([sheet(R0=Rating(("Bob",))), sheet(R0=Rating(("Bob", "Jane")), S1=Rating(("Jim",), 1))])
    assert both["R-0"].forms == ("Bob", "Jane")
    assert both["S-1"] == Rating(("Jim",), 1)
    assert not both["S-2"].leak


def test_agreement_of_two_raters_by_hand() -> None:
    found = agreement(a_design(), [sheet(R0=Rating(("Bob",)), R1=Rating(("Jim",))), sheet(R0=Rating(("Rob",)))])
    # 11 items: both say leak once, none nine times. p_o = 10/11, p_e = (2*1 + 9*10) / 121.
    assert found.items == 11
    assert found.percentage == pytest.approx(10 / 11)
    assert found.kappa is not None
    assert found.kappa.value == pytest.approx((10 / 11 - 92 / 121) / (1 - 92 / 121))


def test_two_raters_who_see_nothing_have_no_kappa() -> None:
    found = agreement(a_design(), [sheet(), sheet()])
    assert (found.percentage, found.kappa, found.alpha) == (1, None, None)


@pytest.mark.parametrize(
    ("first", "second", "missed"),
    [
        (("Bob", "Jim"), ("Bob", "Jim"), 0),
        ((), (), 0),
        # 2 and 3 seen, 1 of them the same: 3 * 4 / 2 - 1 = 5 in all, 4 of them seen.
        (("Bob", "Jim"), ("bob", "Ann", "Eve"), 1),
        # Nothing in common: 3 * 3 / 1 - 1 = 8 in all, 4 of them seen.
        (("Bob", "Jim"), ("Ann", "Eve"), 4),
    ],
)
def test_what_both_overlooked(first: tuple[str, ...], second: tuple[str, ...], missed: float) -> None:
    one, other = {"1": Rating(first), "2": Rating(("Zoe",))}, {"1": Rating(second)}
    assert overlooked(one, other) == overlooked(other, one) == pytest.approx(missed)


def test_the_report_says_no_name() -> None:
    design = a_design()
    one = estimate(design, rated(design, R0=Rating(("Quillon",))))
    outcome = Outcome(design, {"Rater 1": one}, agreement(design, [sheet(), sheet()]), [])
    text = report_of(outcome).to_markdown()
    assert "Recall" in text
    assert "Quillon" not in text
    assert "Quillon" not in str(outcome.to_dict())


# --- Whose names ---

PEOPLE = {"mp": "Mary Poe", "rg": "Robert Grey", "rb": "Robert Brun", "dm": "Duncan Mull", "jd": "Jane Dorn"}


@pytest.fixture(scope="module")
def key() -> Key:
    name_map = NameMap()
    for person, name in PEOPLE.items():
        name_map.add(person, Form(name))
    name_map.add("jd", Form("Starling"))
    return Key.from_roster(Roster(Participant(p, (name,)) for p, name in PEOPLE.items()), name_map=name_map, seed=1)


@pytest.mark.parametrize(
    ("sighting", "people", "unsure"),
    [
        (Sighting("Bobby", "1", "mp", "rg"), ("rg",), False),  # whom the message answers
        (Sighting("Bobby", "1", "mp", "jd"), ("rg", "rb"), True),  # nothing tells the two apart
        (Sighting("Dunkan", "1", "mp", "rg"), ("dm",), False),  # a typing error, and one person only
        (Sighting("Starlnig", "1", "mp", "rg"), ("jd",), False),  # like a form of the map
        (Sighting("Sparky", "1", "dm", "mp", named=("dm",)), ("dm",), True),  # the author signs with it
        (Sighting("Sparky", "1", "dm", "mp"), (), True),  # like nobody's name
    ],
)
def test_whose_a_name_is(key: Key, sighting: Sighting, people: tuple[str, ...], unsure: bool) -> None:
    (addition,) = suggest([sighting], key)
    assert (addition.participants, addition.unsure) == (people, unsure)


def test_one_addition_for_each_form(key: Key) -> None:
    seen = [Sighting("sparky", "1"), Sighting("Sparky", "2", "dm", named=("dm",)), Sighting("Sparky", "3")]
    assert suggest(seen, key) == [
        Addition("Sparky", ("dm",), True, "signs with it, or is greeted with it", ("1", "2", "3"))
    ]


def test_additions_are_lines_of_a_name_map() -> None:
    additions = [
        Addition("Bobby", ("rg", "rb"), True, "alike", ("1",)),
        Addition("A|B [x]", ("m|p",), False, "alike", ("2",)),
        Addition("#Nobody| x", (), True, "like nobody's name", ("3",)),
    ]
    text = to_text(additions)
    read = NameMap.parse(text)
    assert list(read) == [
        ("rg", Form("Bobby", unsure=True)),
        ("rb", Form("Bobby", unsure=True)),
        ("m|p", Form("A|B [x]")),
    ]
    # With an id before the | and without the # the last line is one as well.
    last = text.splitlines()[-1]
    assert list(NameMap.parse(last.replace("# |", "jd |"))) == [("jd", Form("#Nobody| x"))]
