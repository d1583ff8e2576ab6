"""Plots as standalone SVG: names per participant, the reliability of confidences, and values with their intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ...errors import Errors, PseudoError
from ...review.report.escaping import shown
from .picture import (
    INK,
    INNER,
    LINE,
    NO_DATA,
    PAPER,
    SIZE,
    SMALL,
    Picture,
    colours,
    height_of,
    styled,
    width_of,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend

    from ..evaluation.fitting import Bin

DotRow = tuple[str, float | None, float | None, float | None]

_PLOT_HEIGHT: Final = 250.0
_BROADEST_BAR: Final = 40.0
# Bars narrower than this stand without a gap, and equal ones as one area.
_NARROW_BAR: Final = 4.0
_RADIUS: Final = (3.0, 15.0)
_DOT: Final = 4.5
# An axis covers at least this part of its greatest value.
_LEAST_RANGE: Final = 1e-3
# Longer numbers are shown with a power of ten.
_TOO_LONG: Final = 1e9
_LEAST: Final = 1e-12
# From so many rows on, the numbers of an axis stand above them, too.
_MANY_ROWS: Final = 12


def stacked_bars(
    rows: Sequence[Mapping[str, int]], categories: Sequence[str], *, title: str, x_label: str, y_label: str
) -> str:
    """How many names each participant has, by category: a bar each, the highest first, and those of one height by what
    they are made of. Nothing says whose bar it is. After Farrow et al., Figure 4.

    rows (Sequence[Mapping[str, int]]): Counts by category, one mapping per participant.
    categories (Sequence[str]): The categories, from the bottom of a bar to its top.
    title (str): The title.
    x_label (str): What the bars are, for instance '84 participants'.
    y_label (str): What is counted.
    RETURNS (str): The SVG.
    """
    for category in (category for row in rows for category in row if category not in categories):
        raise PseudoError(Errors.P664.format(category=category))
    bars = [tuple(row.get(category, 0) for category in categories) for row in rows]
    runs = sorted(Counter(bars).items(), key=lambda run: (-sum(run[0]), [-n for n in run[0]]))
    highest = max(map(sum, bars), default=0)
    with styled():
        unit, below = wrapped(y_label, INNER * 0.9), wrapped(x_label, INNER * 0.9)
        labels = [wrapped(category, INNER * 0.9) for category in categories]
        height = _PLOT_HEIGHT + height_of(unit) + height_of(below) + sum(map(height_of, labels))
        picture = Picture(title, height)
        (axes,) = picture.axes
        axes.set_title(unit)
        axes.set_xlabel(below)
        axes.set_xticks([])
        _axis(axes, 0, max(highest, 1), upright=True, whole=True)
        pitch = min(INNER * 0.9 / max(len(bars), 1), _BROADEST_BAR)
        axes.set_xlim(0, max(INNER * 0.9 / pitch, 1))
        apart = pitch >= _NARROW_BAR
        at = 0.0
        for bar, count in runs:
            told = _bar_hint(bar, categories)
            told = told if apart or count == 1 else f"{count:,} with {told} each"
            # Single bars where there is room to see them, otherwise one area for those that are alike.
            copies, width = (count, 1) if apart else (1, count)
            for _ in range(copies):
                picture.hint(_bar(axes, bar, at, width, apart=apart), "bar", told)
                at += width
        if not bars:
            axes.text(0.5, 0.5, NO_DATA, ha="center", transform=axes.transAxes)
        _legend(picture, labels)
        totals = ", ".join(f"{category}: {sum(bar[i] for bar in bars):,}" for i, category in enumerate(categories))
        return picture.to_svg(
            f"Stacked bars, one for each of {len(bars):,}, of at most {highest:,}. Together: {totals}."
        )


def _bar_hint(bar: Sequence[int], categories: Sequence[str]) -> str:
    made_of = ", ".join(f"{n:,} {category}" for n, category in zip(bar, categories, strict=True) if n) or "none"
    return f"{sum(bar):,} ({made_of})"


def _bar(axes: Axes, bar: Sequence[int], at: float, width: float, *, apart: bool) -> Iterator[Artist]:
    from matplotlib.patches import Rectangle

    gap = 0.2 if apart else 0.0
    edge = {"edgecolor": PAPER, "linewidth": 1} if apart else {"linewidth": 0}
    bottom = 0
    for number, fill in zip(bar, colours(len(bar)), strict=True):
        if number:
            yield axes.add_artist(Rectangle((at + gap / 2, bottom), width - gap, number, facecolor=fill, **edge))
            bottom += number


def _legend(picture: Picture, labels: Sequence[str]) -> None:
    """As many in a row as there is room for."""
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=fill, label=label or " ") for label, fill in zip(labels, colours(len(labels)), strict=True)
    ]
    legend: Legend | None = None
    for columns in range(len(labels), 0, -1):
        if legend is not None:
            legend.remove()
        legend = picture.figure.legend(handles=handles, loc="outside lower left", ncols=columns, alignment="left")
        if legend.get_window_extent().width <= INNER:
            break


def reliability_plot(bins: Sequence[Bin], *, title: str) -> str:
    """How far confidences can be trusted: circles on the diagonal where they can; above it more is right than they say.
    The area of a circle, and the number at it, say how many there are.

    bins (Sequence[Bin]): What `evaluation.fitting.reliability` finds.
    title (str): The title.
    RETURNS (str): The SVG.
    """
    with styled():
        picture = Picture(title, INNER)
        (axes,) = picture.axes
        axes.set_title("Share that is right", pad=10)
        axes.set_xlabel("Confidence")
        for upright in (False, True):
            _axis(axes, 0, 1, upright=upright)
        # Circles stand out over the square.
        axes.set(xlim=(-0.05, 1.05), ylim=(-0.05, 1.05))
        axes.set_aspect("equal")
        axes.plot([0, 1], [0, 1], color=INK, linewidth=1, dashes=(5, 4), clip_on=False)
        most = max((bin.n for bin in bins), default=0) or 1
        for bin in bins:
            radius = max(_RADIUS[0], _RADIUS[1] * math.sqrt(bin.n / most))
            number = f"{bin.n:,.0f}" if bin.n >= 10 or bin.n == round(bin.n) else f"{bin.n:.1f}"
            told = f"Confidence {shown(bin.confidence)}: {shown(bin.right)} right of {number}"
            picture.hint([_circle(axes, bin.confidence, bin.right, radius)], "bin", told)
            # Away from the diagonal, where there is more room.
            above = bin.right >= bin.confidence or bin.right < 0.1
            axes.annotate(
                number, (bin.confidence, bin.right), (0, (radius + 2) * (1 if above else -1)), zorder=4,
                textcoords="offset points", fontsize=SMALL, ha="center", va="bottom" if above else "top",
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.5}, annotation_clip=False,
            )  # fmt: skip
        if not bins:
            axes.text(0.5, 0.25, NO_DATA, ha="center")
        told = "; ".join(f"{shown(bin.confidence, 2)} and {shown(bin.right, 2)}" for bin in bins)
        return picture.to_svg(f"Mean confidence and share that is right, by confidence: {told or NO_DATA}.")


def dot_plot(
    rows: Sequence[DotRow], *, title: str, x_label: str, groups: Sequence[str] = (), own_axes: bool = False
) -> str:
    """Values with their intervals, one row each, from above in the order given. Shares have an axis from 0 to 1, unless
    all of them are above a half: then it begins where it must. Long plots have its numbers above and below.

    rows (Sequence[tuple[str, Optional[float], Optional[float], Optional[float]]]): Label, value, and where the interval
        begins and ends; None for what there is not.
    title (str): The title.
    x_label (str): What the values are.
    groups (Sequence[str]): What each row belongs to, if anything; said above the first of those that have the same.
    own_axes (bool): Each group has an axis of its own.
    RETURNS (str): The SVG.
    """
    if groups and len(groups) != len(rows):
        raise PseudoError(Errors.P665.format(groups=len(groups), rows=len(rows)))
    rows = [(label, _number(value), _number(low), _number(high)) for label, value, low, high in rows]
    names = _names([value for _, value, _, _ in rows])
    panels = [list(run) for _, run in groupby(range(len(rows)), key=groups.__getitem__)] if groups else []
    panels = panels or [list(range(len(rows)))]
    with styled():
        labels = [wrapped(label, INNER * 0.42) for label, *_ in rows]
        left = max((width_of(line) for label in labels for line in label.split("\n")), default=0)
        room = INNER - left - max(map(width_of, names), default=0) - 30
        headings = [wrapped(groups[panel[0]], room, bold=True) if groups else "" for panel in panels]
        below = wrapped(x_label, INNER)
        heights = [sum(height_of(labels[i]) + 8 for i in panel) or 4 * SIZE for panel in panels]
        around = sum(height_of(heading) + 12 for heading in headings if heading)
        axes_count = len(panels) if own_axes else 1
        height = sum(heights) + around + height_of(below) + (LINE * SIZE + 10) * axes_count + 8
        picture = Picture(title, height, rows=len(panels), height_ratios=heights, sharex=not own_axes)
        for axes, panel, heading, total in zip(picture.axes, panels, headings, heights, strict=True):
            shares = [value for i in (panel if own_axes else range(len(rows))) for value in rows[i][1:]]
            low, high = _range([value for value in shares if value is not None])
            _axis(axes, low, high, room=room)
            axes.set_ylim(total, 0)
            axes.set_title(heading, weight="bold")
            last = axes is picture.axes[-1]
            many = len(rows) > _MANY_ROWS and not own_axes and axes is picture.axes[0]
            axes.tick_params(labelbottom=own_axes or last, labeltop=many or (own_axes and len(panel) > _MANY_ROWS))
            axes.spines["bottom"].set_visible(own_axes or last)
            _draw_dots(picture, axes, [(rows[i], labels[i], names[i]) for i in panel])
            if not panel:
                axes.text(0.5, 0.5, NO_DATA, ha="center", transform=axes.transAxes)
        picture.figure.supxlabel(below, fontsize=SIZE)
        described = "; ".join(f"{label} {name}" for (label, *_), name in zip(rows, names, strict=True))
        return picture.to_svg(f"{x_label}: {described or NO_DATA}.")


def _draw_dots(picture: Picture, axes: Axes, rows: Sequence[tuple[DotRow, str, str]]) -> None:
    middles, y = [], 0.0
    for (label, value, low, high), about, name in rows:
        middle = y + (height_of(about) + 8) / 2
        y += height_of(about) + 8
        middles.append(middle)
        axes.annotate(
            name, (1, middle), (10, 0), axes.get_yaxis_transform(), textcoords="offset points", va="center",
            annotation_clip=False,
        )  # fmt: skip
        if value is None:
            continue
        told = f"{label}: {name}"
        parts: list[Artist] = []
        ends = [value if end is None else end for end in (low, high)]
        if ends != [value, value]:
            told += f" ({shown(low)} to {shown(high)})"
            parts += axes.plot(ends, [middle, middle], color=INK, linewidth=1.5)
            for end in (end for end in (low, high) if end is not None):
                parts += axes.plot([end, end], [middle - 4, middle + 4], color=INK, linewidth=1.5)
        picture.hint([*parts, _circle(axes, value, middle, _DOT)], "dot", told)
    axes.set_yticks(middles, [label for _, label, _ in rows])


def _circle(axes: Axes, x: float, y: float, radius: float) -> Artist:
    """A circle that is round on any axes: its radius is a length on paper."""
    from matplotlib.patches import Circle
    from matplotlib.transforms import ScaledTranslation

    look = {"facecolor": colours(1)[0], "edgecolor": PAPER, "linewidth": 1}
    place = ScaledTranslation(x, y, axes.transData)  # type: ignore[arg-type] # any transform will do
    return axes.add_artist(Circle((0, 0), radius, transform=place, **look))


def _axis(
    axes: Axes, low: float, high: float, *, upright: bool = False, whole: bool = False, room: float = INNER
) -> None:
    """An axis between round numbers, as many as there is room for, with a line for each."""
    from matplotlib.ticker import MaxNLocator

    for count in range(5, 0, -1):
        locator = MaxNLocator(count, steps=[1, 2, 5, 10], integer=whole)
        marks = [float(mark) for mark in locator.tick_values(low, high)]
        labels = tick_labels(marks)
        if upright or sum(map(width_of, labels)) + 12 * len(labels) <= room:
            break
    axis = axes.yaxis if upright else axes.xaxis
    axis.set_ticks(marks, labels)
    axis.grid(clip_on=False)
    (axes.set_ylim if upright else axes.set_xlim)(marks[0], marks[-1])


def tick_labels(values: Sequence[float]) -> list[str]:
    """RETURNS (list[str]): The numbers with as many digits as the steps between them need: '0', '.5', '1.0'."""
    step = values[1] - values[0]
    if max(map(abs, values)) >= _TOO_LONG:
        return [f"{value:.3g}" for value in values]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    texts = [f"{value:,.{digits}f}" if abs(value) > step / 2 else "0" for value in values]
    return [t.replace("0.", ".", 1) if t.startswith(("0.", "-0.")) else t for t in texts]


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Where the axis of these values begins and ends, at least."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    share = low >= 0 and high <= 1
    if low >= 0 and low < (0.5 if share else high / 2):
        low, high = 0.0, 1.0 if share else high
    least = 0.01 if share else max(abs(low), abs(high)) * _LEAST_RANGE or 1.0
    if high - low < least:
        low, high = (max(low - least, 0.0), min(high + least, 1.0)) if share else (low - least, high + least)
    return low, high


def _number(value: float | None) -> float | None:
    if value is None or not math.isfinite(value):
        return None
    return 0.0 if abs(value) < _LEAST else float(value)  # no axis has so many digits


def _names(values: Sequence[float | None]) -> list[str]:
    """Four digits for shares, fewer for what is greater."""
    most = max((abs(value) for value in values if value is not None), default=0.0)
    if most >= _TOO_LONG:
        return [shown(None) if value is None else f"{value:.3g}" for value in values]
    digits = next(digits for least, digits in ((1000, 0), (100, 1), (10, 2), (1.0001, 3), (0, 4)) if most >= least)
    return [shown(value, digits) for value in values]
