"""The coefficients against published worked examples, by hand, and by what must hold of any of them."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.lab.evaluation.measures.agreement import (
    METRICS,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    percentage_agreement,
    span_agreement,
)

Ratings = list[tuple[str, str]]


def from_table(table: list[list[int]]) -> Ratings:
    """RETURNS (list): The pairs of labels of a table, one rater in the rows, the other in the columns."""
    return [(str(i), str(j)) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]


# Two readers of 50 grant proposals, the example that most textbooks use for Cohen (1960).
PROPOSALS = from_table([[20, 5], [10, 15]])
# Two dermatologists: SAS/STAT User's Guide, The FREQ Procedure, 'Agreement Study'.
SKIN = from_table([[10, 4, 1, 0], [5, 10, 12, 2], [2, 4, 12, 5], [0, 2, 6, 13]])
# 14 raters, 10 subjects, 5 labels: the worked example of most expositions of Fleiss (1971).
SUBJECTS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
# Four observers, twelve units, gaps: Krippendorff (2011), section C; also in Krippendorff (1980).
_ = None
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]


def test_cohen_on_the_grant_proposals() -> None:
    first, second = zip(*PROPOSALS, strict=True)
    assert percentage_agreement(first, second) == pytest.approx(0.7)
    kappa = cohen_kappa(first, second)
    assert kappa is not None
    assert kappa.value == pytest.approx(0.4)


def test_cohen_with_standard_error_and_interval() -> None:
    kappa = cohen_kappa(*zip(*SKIN, strict=True))
    assert kappa is not None
    assert [round(figure, 4) for figure in kappa] == [0.3449, 0.0724, 0.2030, 0.4868]


def test_fleiss_on_the_ten_subjects() -> None:
    items = [[label for label, n in enumerate(row) for _ in range(n)] for row in SUBJECTS]
    assert fleiss_kappa(items) == pytest.approx(0.210, abs=5e-4)


@pytest.mark.parametrize(("metric", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_on_the_twelve_units(metric: str, alpha: float) -> None:
    items = list(zip(*OBSERVERS, strict=True))
    assert krippendorff_alpha(items, metric=metric) == pytest.approx(alpha, abs=5e-4)


def test_alpha_of_two_observers_by_hand() -> None:
    # Krippendorff (2011), section A: ten units, two observers, two labels; alpha .095.
    meg, owen = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert krippendorff_alpha(zip(meg, owen, strict=True)) == pytest.approx(0.095, abs=5e-4)


PERFECT: Ratings = [("name", "name"), ("no", "no"), ("no", "no")]
ONE_LABEL: Ratings = [("no", "no"), ("no", "no")]


@pytest.mark.parametrize(
    ("items", "agreement", "coefficient"),
    [(PERFECT, 1.0, 1.0), (ONE_LABEL, 1.0, None), ([], None, None)],
    ids=["all agree", "one label only", "nobody rated"],
)
def test_what_is_not_defined(items: Ratings, agreement: float | None, coefficient: float | None) -> None:
    first, second = [a for a, _ in items], [b for _, b in items]
    kappa = cohen_kappa(first, second)
    assert percentage_agreement(first, second) == agreement
    assert (kappa and kappa.value) == coefficient
    assert fleiss_kappa(items) == coefficient
    assert krippendorff_alpha(items) == coefficient


def test_perfect_agreement_on_little_says_little() -> None:
    kappa = cohen_kappa(*zip(*PERFECT, strict=True))
    assert kappa is not None
    assert (kappa.value, kappa.standard_error, kappa.high) == (1.0, 0.0, 1.0)
    # By chance 5/9 would agree; in the long run .025 ** (1/3) = .292 may.
    assert kappa.low == pytest.approx((0.025 ** (1 / 3) - 5 / 9) / (4 / 9))
    many = cohen_kappa(*zip(*PERFECT * 1000, strict=True))
    assert many is not None
    assert 0.99 < many.low < 1


def test_what_one_rater_left_out_does_not_count() -> None:
    first, second = ["x", "y", None, "y"], ["x", None, "y", "x"]
    assert percentage_agreement(first, second) == 0.5
    assert krippendorff_alpha([("x", "x"), ("y", None), (None, "y"), ("y", "x")]) == krippendorff_alpha(
        [("x", "x"), ("y", "x")]
    )
    with pytest.raises(ValueError, match="same number"):
        fleiss_kappa([("x", "x"), ("y", None)])


@pytest.mark.parametrize("call", [lambda: krippendorff_alpha([(1, 2)], metric="ratio"),
                                  lambda: krippendorff_alpha([("a", "b")], metric="interval"),
                                  lambda: span_agreement({}, {}, {}, unit="line")])  # fmt: skip
def test_what_cannot_be_asked(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"must be one of|needs numbers"):
        call()


# --- Spans ---

TEXT = "Hi Mary Poe, it is Rob."


def test_spans_by_tokens() -> None:
    a = {"1": [(3, 11, "name"), (19, 22, "name")]}
    b = {"1": [(3, 7, "name"), (19, 22, "place")]}
    found = span_agreement(a, b, {"1": TEXT, "2": "Ok"})
    # Hi Mary Poe , it is Rob . Ok: nine tokens, three of them marked, one of those alike.
    assert (found.units, found.marked) == (9, 3)
    assert found.agreement == pytest.approx(7 / 9)
    assert found.marked_agreement == pytest.approx(1 / 3)
    assert found.cohen is not None
    # By hand: p_o = 7/9; a has 3 names and 6 outside, b has 1 name, 1 place, 7 outside: p_e = (3*1 + 6*7) / 81.
    assert found.cohen.value == pytest.approx((7 / 9 - 45 / 81) / (1 - 45 / 81))


def test_spans_by_characters() -> None:
    found = span_agreement({"1": [(3, 11, "name")]}, {"1": [(3, 7, "name")]}, {"1": TEXT}, unit="character")
    assert (found.units, found.marked, found.marked_agreement) == (23, 8, 0.5)


def test_a_span_that_holds_a_part_of_a_token_marks_it() -> None:
    assert span_agreement({"1": [(3, 5, "name")]}, {"1": [(4, 7, "name")]}, {"1": TEXT}).agreement == 1.0


def test_nothing_marked() -> None:
    found = span_agreement({}, {}, {"1": TEXT})
    assert (found.agreement, found.marked_agreement, found.cohen, found.alpha) == (1.0, None, None, None)


# --- What must hold of any ratings ---

LABELS = st.sampled_from("abc")
ITEMS = st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=30)
GAPS = st.lists(st.lists(st.none() | st.integers(1, 4), min_size=2, max_size=5), max_size=12)


@given(ITEMS)
def test_who_comes_first_does_not_matter(items: Ratings) -> None:
    turned = [(b, a) for a, b in items]
    forth, back = cohen_kappa(*zip(*items, strict=True)), cohen_kappa(*zip(*turned, strict=True))
    assert forth == (back and pytest.approx(back))
    assert fleiss_kappa(items) == fleiss_kappa(turned)
    assert krippendorff_alpha(items) == pytest.approx(krippendorff_alpha(turned))


@given(ITEMS)
def test_names_of_labels_do_not_matter(items: Ratings) -> None:
    new = {"a": "z", "b": "y", "c": "x"}
    renamed = [(new[a], new[b]) for a, b in items]
    assert cohen_kappa(*zip(*items, strict=True)) == pytest.approx(cohen_kappa(*zip(*renamed, strict=True)))
    assert fleiss_kappa(items) == pytest.approx(fleiss_kappa(renamed))
    assert krippendorff_alpha(items) == pytest.approx(krippendorff_alpha(renamed))


@given(ITEMS)
def test_bounds(items: Ratings) -> None:
    kappa = cohen_kappa(*zip(*items, strict=True))
    if kappa is not None:
        assert -1 <= kappa.low <= kappa.value <= kappa.high <= 1
    same = all(a == b for a, b in items)
    for value in (kappa and kappa.value, fleiss_kappa(items), krippendorff_alpha(items)):
        assert value is None or (value == pytest.approx(1)) == same


@given(GAPS, st.sampled_from(METRICS), st.randoms(use_true_random=False))
def test_order_does_not_matter_to_alpha(items: list[list[int | None]], metric: str, random: object) -> None:
    shuffled = [random.sample(item, len(item)) for item in items]  # type: ignore[attr-defined]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert krippendorff_alpha(shuffled, metric=metric) == pytest.approx(krippendorff_alpha(items, metric=metric))
