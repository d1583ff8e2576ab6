"""Plots: what is drawn corresponds to the data, and all of it is inside of the picture."""

from __future__ import annotations

import math
import re
import sys
from itertools import pairwise
from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import matplotlib.style
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.evaluation.fitting import Bin
from spacy_pseudo.lab.plots.picture import colours, drawn, width_of, wrapped
from spacy_pseudo.lab.plots.plots import DotRow, dot_plot, reliability_plot, stacked_bars, tick_labels
from spacy_pseudo.review.report.escaping import fit
from spacy_pseudo.review.report.parts import Figure

SVG = "{http://www.w3.org/2000/svg}"
CATEGORIES = ["full name", "part", "nickname", "misspelled"]
LABELS = {"title": "Names", "x_label": "participants", "y_label": "Names per participant"}
HOSTILE = "</title></svg><script>alert(1)</script>&amp;\"' \x00\ud800 ]]>"


def parsed(svg: str) -> Element:
    svg.encode("utf-8")
    return ElementTree.fromstring(svg)


def of(root: Element, name: str) -> list[Element]:
    return list(root.iter(SVG + name))


def number(found: Element, name: str) -> float:
    return float(found.get(name, "0").removesuffix("px"))


def texts(root: Element) -> list[str]:
    return [found.text or "" for found in of(root, "text")]


def groups(root: Element, kind: str) -> list[Element]:
    return [found for found in of(root, "g") if found.get("class") == kind]


def extent(found: Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of an element."""
    if found.tag == SVG + "path":
        numbers = [float(found) for found in re.findall(r"-?[\d.]+", found.get("d", ""))]
        return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])
    size, x, y = number(found, "font-size"), number(found, "x"), number(found, "y")
    width = width_of(found.text or "", size, bold="font-weight" in found.attrib)
    left = x - width * {None: 0.0, "start": 0.0, "middle": 0.5, "end": 1.0}[found.get("text-anchor")]
    return left, y - size, left + width, y + 0.25 * size


def check_inside(svg: str) -> None:
    root = parsed(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    outside = [
        (found.attrib, found.text, (left, top, right, bottom))
        for found in (*of(root, "path"), *of(root, "text"))
        for left, top, right, bottom in [extent(found)]
        if not (left >= -0.6 and top >= -0.6 and right <= width + 0.6 and bottom <= height + 0.6 and left <= right)
    ]
    assert outside == []


def size(found: Element) -> tuple[float, float]:
    left, top, right, bottom = extent(found)
    return right - left, bottom - top


def middle(found: Element) -> tuple[float, float]:
    left, top, right, bottom = extent(found)
    return (left + right) / 2, (top + bottom) / 2


def bars(svg: str) -> list[list[tuple[str, float]]]:
    """What each bar is made of, from the bottom: its colour and height."""
    return [[(path.attrib["fill"], size(path)[1]) for path in of(bar, "path")] for bar in groups(parsed(svg), "bar")]


def test_bars_are_as_high_as_their_counts() -> None:
    rows = [{"a": 1}, {"b": 3}, {}, {"a": 2, "b": 1}, {"a": 1, "b": 0}]
    shown = bars(stacked_bars(rows, ["a", "b"], **LABELS))
    unit = shown[-1][0][1]
    a, b = colours(2)
    expected = [[(a, 2), (b, 1)], [(b, 3)], [(a, 1)], [(a, 1)]]  # of nothing, nothing is drawn
    assert [[(fill, round(height / unit, 2)) for fill, height in bar] for bar in shown] == expected


def test_stacked_parts_stand_on_each_other() -> None:
    (bar,) = groups(parsed(stacked_bars([{"a": 2, "b": 3}], ["a", "b"], **LABELS)), "bar")
    lower, upper = map(extent, of(bar, "path"))
    assert upper[3] == pytest.approx(lower[1], abs=0.02)
    assert (lower[0], lower[2]) == (upper[0], upper[2])


def test_a_bar_says_what_it_is_made_of_but_not_whose_it_is() -> None:
    root = parsed(stacked_bars([{"part": 2, "misspelled": 1}], CATEGORIES, **LABELS))
    said = [found.text for bar in groups(root, "bar") for found in of(bar, "title")]
    assert said == ["3 (2 part, 1 misspelled)"]


counted = st.lists(st.dictionaries(st.sampled_from(CATEGORIES), st.integers(0, 40)), max_size=350)


@given(counted, st.randoms())
@settings(max_examples=8, deadline=None)
def test_areas_are_proportional_and_order_tells_nothing(rows: list[dict[str, int]], random: Random) -> None:
    svg = stacked_bars(rows, CATEGORIES, **LABELS)
    check_inside(svg)
    total = sum(sum(row.values()) for row in rows)
    area = dict.fromkeys(colours(4), 0.0)
    for bar in groups(parsed(svg), "bar"):
        for path in of(bar, "path"):
            width, height = size(path)
            area[path.attrib["fill"]] += width * height
    for fill, category in zip(colours(4), CATEGORIES, strict=True):
        share = sum(row.get(category, 0) for row in rows) / (total or 1)
        assert area[fill] / (sum(area.values()) or 1) == pytest.approx(share, abs=0.02)
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert stacked_bars(shuffled, CATEGORIES, **LABELS) == svg


@pytest.mark.parametrize("count", [0, 1, 2, 84, 300, 3000])
def test_any_number_of_bars(count: int) -> None:
    rows = [{"part": 1 + i % 3, "nickname": i % 2} for i in range(count)]
    svg = stacked_bars(rows, CATEGORIES, **LABELS)
    check_inside(svg)
    widths = [size(of(bar, "path")[0])[0] for bar in groups(parsed(svg), "bar")]
    assert all(width > 0.5 for width in widths)
    assert len(svg) < 120_000
    assert ("No data" in texts(parsed(svg))) == (count == 0)


def test_the_axis_of_counts_has_whole_numbers() -> None:
    for highest in (0, 1, 2, 3, 7, 11, 20, 999, 12_345):
        labels = texts(parsed(stacked_bars([{"part": highest}], CATEGORIES, **LABELS)))
        numbers = [int(text.replace(",", "")) for text in labels if re.fullmatch(r"[\d,]+", text)]
        assert numbers[0] == 0
        assert numbers[-1] >= max(highest, 1)
        assert 2 <= len(numbers) <= 7


def test_a_category_that_is_not_listed_is_an_error() -> None:
    with pytest.raises(PseudoError, match="P664"):
        stacked_bars([{"glued": 1}], CATEGORIES, **LABELS)


def test_every_category_is_in_the_legend() -> None:
    root = parsed(stacked_bars([], CATEGORIES, **LABELS))
    assert set(CATEGORIES) <= set(texts(root))
    assert {"Names", "participants", "Names per participant"} <= set(texts(root))
    fills = [path.get("fill") for path in of(root, "path")]
    assert set(colours(4)) <= set(fills)


def test_reliability() -> None:
    bins = [Bin(0.2, 0.25, 0.5, 100), Bin(0.7, 0.75, 0.5, 25), Bin(0.9, 1.0, 1.0, 400)]
    root = parsed(reliability_plot(bins, title="Reliability"))
    first, second, last = groups(root, "bin")
    circles = [of(found, "path")[0] for found in (first, second, last)]
    # A quarter to the right, half of the way up; the diagonal goes through the last.
    (diagonal,) = [line for line in of(root, "path") if line.get("stroke-dasharray")]
    left, top, right, bottom = extent(diagonal)
    assert middle(circles[0]) == pytest.approx((left + 0.25 * (right - left), (top + bottom) / 2), abs=0.02)
    assert middle(circles[1]) == pytest.approx((left + 0.75 * (right - left), (top + bottom) / 2), abs=0.02)
    assert middle(circles[2]) == pytest.approx((right, top), abs=0.02)
    assert right - left == pytest.approx(bottom - top, abs=0.02)
    # Areas are proportional.
    assert size(circles[0])[0] == pytest.approx(size(circles[2])[0] / 2, abs=0.02)
    assert {"100", "25", "400", "Confidence", "Share that is right"} <= set(texts(root))
    assert of(first, "title")[0].text == "Confidence .2500: .5000 right of 100"


shares = st.floats(0, 1)


@given(st.lists(st.builds(Bin, shares, shares, shares, st.floats(0.01, 1e9)), max_size=12), st.text(max_size=200))
@settings(max_examples=15, deadline=None)
def test_reliability_is_inside(bins: list[Bin], title: str) -> None:
    svg = reliability_plot(bins, title=title)
    check_inside(svg)
    assert len(groups(parsed(svg), "bin")) == len(bins)


def dots(svg: str) -> list[tuple[float, list[float]]]:
    """Where the dot of each row is, and where its interval begins and ends."""
    found = []
    for group in groups(parsed(svg), "dot"):
        *lines, circle = of(group, "path")
        found.append((middle(circle)[0], [extent(line)[0] for line in lines if size(line)[0] == 0]))
    return found


def test_dots_stand_where_their_values_are() -> None:
    svg = dot_plot([("a", 0.5, 0.25, 0.75), ("b", 0.0, 0.0, 1.0), ("c", 1.0, None, None)], title="T", x_label="x")
    (a, (a_low, a_high)), (b, (b_low, b_high)), (c, none) = dots(svg)
    assert none == []
    assert (b, c) == pytest.approx((b_low, b_high), abs=0.02)
    assert a == pytest.approx((b + c) / 2, abs=0.02)
    assert (a_low, a_high) == pytest.approx((b + (c - b) / 4, b + (c - b) * 3 / 4), abs=0.02)
    assert {".5000", "0", "1.0", "1.0000", ".0000"} <= set(texts(parsed(svg)))


@pytest.mark.parametrize(
    ("row", "ends"),
    [
        (("a", 0.6, 0.55, None), 1),
        (("a", 0.6, None, 0.7), 1),
        (("a", 0.6, None, math.nan), 0),
        (("a", 0.6, 0.6, 0.6), 0),
    ],
)
def test_parts_of_an_interval(row: DotRow, ends: int) -> None:
    ((_, found),) = dots(dot_plot([row, ("b", None, None, None)], title="T", x_label="x"))
    assert len(found) == ends


@pytest.mark.parametrize("value", [None, math.nan, math.inf])
def test_a_row_without_a_value_is_there_all_the_same(value: float | None) -> None:
    svg = dot_plot([("nothing", value, None, None)], title="T", x_label="x")
    assert dots(svg) == []
    assert {"nothing", "—"} <= set(texts(parsed(svg)))


def test_high_shares_are_seen_apart() -> None:
    (first, _), (second, _) = dots(
        dot_plot([("a", 0.992, 0.985, 0.997), ("b", 0.996, 0.99, 1.0)], title="T", x_label="x")
    )
    assert second - first > 20


def test_groups_have_headings() -> None:
    rows = [(name, 0.5, None, None) for name in "abc"]
    root = parsed(dot_plot(rows, title="T", x_label="x", groups=["Recall", "Recall", "Precision"]))
    headings = [found.text for found in of(root, "text") if found.get("font-weight")]
    assert headings == ["T", "Recall", "Precision"]
    with pytest.raises(PseudoError, match="P665"):
        dot_plot(rows, title="T", x_label="x", groups=["Recall"])


def test_each_group_may_have_its_own_axis() -> None:
    rows: list[DotRow] = [("a", 0.1, 0.0, 0.2), ("b", 0.99, 0.98, 1.0), ("c", 0.98, 0.97, 0.99)]
    groups = ["All", "Parts", "Parts"]
    apart, together = (dot_plot(rows, title="T", x_label="x", groups=groups, own_axes=own) for own in (True, False))
    # What is near to each other is seen to differ.
    (b, _), (c, _) = dots(apart)[1:]
    (near, _), (nearer, _) = dots(together)[1:]
    assert b - c > 10 * (near - nearer)
    check_inside(apart)


def test_a_long_plot_has_numbers_at_both_ends() -> None:
    for count, times in ((5, 1), (30, 2)):
        svg = dot_plot([(f"row {i}", 0.3, 0.2, 0.4) for i in range(count)], title="T", x_label="x")
        assert texts(parsed(svg)).count(".4") == times
        check_inside(svg)


anything = st.none() | st.floats(-1e12, 1e12) | shares | st.just(math.nan)


@given(st.lists(st.tuples(st.text(max_size=120), anything, anything, anything), max_size=30), st.text(max_size=200))
@settings(max_examples=10, deadline=None)
def test_dot_plots_are_inside(rows: list[DotRow], label: str) -> None:
    half = len(rows) // 2
    for named in ([], [label] * len(rows), [label] * half + ["other"] * (len(rows) - half)):
        svg = dot_plot(rows, title=label, x_label=label, groups=named, own_axes="other" in named)
        check_inside(svg)
        assert len(dots(svg)) == sum(row[1] is not None and math.isfinite(row[1]) for row in rows)


@given(st.lists(st.text(max_size=150), unique=True, max_size=10), st.text(max_size=200))
@settings(max_examples=15, deadline=None)
def test_long_labels_are_wrapped_and_not_cut(categories: list[str], label: str) -> None:
    svg = stacked_bars([dict.fromkeys(categories, 1)], categories, title=label, x_label=label, y_label=label)
    check_inside(svg)
    plain = "".join(char for char in label if char.isalnum())
    written = "".join(char for text in texts(parsed(svg)) for char in text if char.isalnum())
    assert written.count(plain) >= (3 if plain else 0)


@pytest.mark.parametrize(
    "svg",
    [
        stacked_bars([{HOSTILE: 1}], [HOSTILE], title=HOSTILE, x_label=HOSTILE, y_label=HOSTILE),
        reliability_plot([Bin(0.0, 0.05, 0.0, 1)], title=HOSTILE),
        dot_plot([(HOSTILE, 0.5, 0.4, 0.6)], title=HOSTILE, x_label=HOSTILE, groups=[HOSTILE]),
    ],
)
def test_a_picture_stands_alone_and_has_a_name(svg: str) -> None:
    root = parsed(svg)
    names = {found.tag.removeprefix(SVG) for found in root.iter()}
    assert names <= {"svg", "title", "desc", "style", "g", "path", "text"}
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, description, *_ = root
    assert title.tag == f"{SVG}title"
    assert title.text == HOSTILE.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    assert description.tag == f"{SVG}desc"
    assert description.text
    assert not re.search(r"(?:href|src|url\(|\sid=)", svg)
    check_inside(svg)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("count", [2, 4, 7])
def test_colours_differ_in_grey(count: int, dark: bool) -> None:
    def luminance(colour: str) -> float:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    lightness = [116 * luminance(c) ** (1 / 3) - 16 for c in colours(count, dark=dark)]
    steps = [b - a for a, b in pairwise(lightness)]
    assert min(steps) > 40 / count


@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 0.0), (-3.0, 8.0), (0.981, 0.9934), (12.0, 5e6), (-1e6, -9.5e5), (0.2, 0.7)]
)
def test_an_axis_has_round_numbers_around_all_values(low: float, high: float) -> None:
    root = parsed(dot_plot([("a", low, None, None), ("b", high, None, None)], title="T", x_label="x"))
    lines = sorted(extent(path)[0] for path in of(root, "path") if path.get("stroke") == "#d0d4da")
    assert 2 <= len(lines) <= 7
    assert {round(b - a, 1) for a, b in pairwise(lines)} <= {round(lines[1] - lines[0] + d, 1) for d in (-0.1, 0, 0.1)}
    assert all(lines[0] - 0.02 <= x <= lines[-1] + 0.02 for x, _ in dots(ElementTree.tostring(root, "unicode")))


def test_tick_labels() -> None:
    assert tick_labels([0.0, 0.5, 1.0]) == ["0", ".5", "1.0"]
    assert tick_labels([-0.2, 0.0, 0.2]) == ["-.2", "0", ".2"]
    assert tick_labels([0.98, 0.985, 0.99]) == [".980", ".985", ".990"]
    assert tick_labels([0, 1000, 2000]) == ["0", "1,000", "2,000"]


@given(st.text(max_size=80), st.floats(15, 300))
@settings(max_examples=50)
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: float) -> None:
    found = wrapped(text, width)
    assert "".join(found.split()) == "".join(fit(text).split())
    assert all(width_of(line) <= width or len(line) == 1 for line in found.split("\n"))


def test_the_same_data_is_the_same_picture_whatever_style_somebody_likes() -> None:
    rows: list[DotRow] = [("a", 0.5, 0.4, 0.6)]
    plain = dot_plot(rows, title="T", x_label="x")
    with matplotlib.style.context("dark_background"):
        assert dot_plot(rows, title="T", x_label="x") == plain
    assert "prefers-color-scheme:dark" in plain


def test_without_matplotlib_an_error_says_what_to_do_and_reports_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"title": "T", "x_label": "x"}
    assert isinstance(drawn("Shares", dot_plot, [], **settings), Figure)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PseudoError, match=r"P668.*pip install 'spacy-pseudo\[lab\]'"):
        dot_plot([], **settings)
    instead = drawn("Shares", dot_plot, [], **settings)
    assert isinstance(instead, str)
    assert instead.startswith("Shares: not drawn.")
    assert "spacy-pseudo[lab]" in instead
