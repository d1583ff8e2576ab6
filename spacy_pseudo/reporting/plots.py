"""Plots as standalone SVG: names per participant, the reliability of confidences, values with their intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ..errors import Errors, PseudoError
from .drawing import (
    EDGE,
    LINE,
    PAPER,
    SIZE,
    SMALL,
    WIDTH,
    colour_class,
    colours,
    height_of,
    hint,
    lines,
    picture,
    rule,
    text,
    tick_labels,
    ticks,
    width_of,
    wrapped,
)
from .markup import element, shown

if TYPE_CHECKING:
    from ..evaluation.fitting import Bin

DotRow = tuple[str, float | None, float | None, float | None]

_INNER: Final = WIDTH - 2 * EDGE
_PLOT_HEIGHT: Final = 220.0
_BROADEST_BAR: Final = 40.0
# Bars narrower than this stand without a gap, and equal ones as one area.
_NARROW_BAR: Final = 4.0
_SWATCH: Final = 11.0
_RADIUS: Final = (3.0, 15.0)
_DOT: Final = 4.5
# An axis covers at least this part of its greatest value.
_LEAST_RANGE: Final = 1e-3
# Longer numbers are shown with a power of ten.
_TOO_LONG: Final = 1e9
_LEAST: Final = 1e-12
# From so many rows on, the numbers of an axis stand above them, too.
_MANY_ROWS: Final = 12
_NO_DATA: Final = "No data"


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
    for row in rows:
        for category in row:
            if category not in categories:
                raise PseudoError(Errors.P664.format(category=category))
    bars = [tuple(row.get(category, 0) for category in categories) for row in rows]
    runs = sorted(Counter(bars).items(), key=lambda run: (-sum(run[0]), [-n for n in run[0]]))
    body, top = _heading(title)
    legend, top = _legend(categories, top)
    body += legend
    body.append(lines(EDGE, top, unit := wrapped(y_label, _INNER)))
    top += height_of(unit) + 6

    highest = max((sum(bar) for bar in bars), default=0)
    marks = ticks(0, max(highest, 1), 5, whole=True)
    labels = tick_labels(marks)
    left = EDGE + max(map(width_of, labels)) + 6
    bottom, pitch = top + _PLOT_HEIGHT, min((WIDTH - EDGE - left) / max(len(bars), 1), _BROADEST_BAR)
    scale = _PLOT_HEIGHT / marks[-1]
    for mark, label in zip(marks, labels, strict=True):
        y = bottom - mark * scale
        body.append(rule(left, y, WIDTH - EDGE, y, grid=True))
        body.append(text(left - 6, y + SIZE * 0.35, label, anchor="end"))
    x = left
    for bar, count in runs:
        # Single bars where there is room to see them, otherwise one area for those that are alike.
        copies, width = (count, pitch) if pitch >= _NARROW_BAR else (1, pitch * count)
        for _ in range(copies):
            body.append(_bar(bar, categories, x, width, bottom, scale, apart=pitch >= _NARROW_BAR, count=count))
            x += width
    body.append(rule(left, bottom, WIDTH - EDGE, bottom))
    if not bars:
        body.append(_no_data((left + WIDTH - EDGE) / 2, top + _PLOT_HEIGHT / 2))
    body.append(lines((left + WIDTH - EDGE) / 2, bottom + 8, below := _centred(x_label, left), anchor="middle"))
    totals = ", ".join(f"{category}: {sum(bar[i] for bar in bars):,}" for i, category in enumerate(categories))
    description = f"Stacked bars, one for each of {len(bars):,}, of at most {highest:,}. Together: {totals}."
    height = bottom + 8 + height_of(below) + EDGE
    return picture(body, height, title=title, description=description, palette=len(categories))


def _bar(
    bar: Sequence[int],
    categories: Sequence[str],
    x: float,
    width: float,
    bottom: float,
    scale: float,
    *,
    apart: bool,
    count: int,
) -> str:
    gap = min(width * 0.2, 6) if apart else 0
    fills = colours(len(bar))
    parts, y = [], bottom
    for i, number in enumerate(bar):
        if number:
            y -= number * scale
            area = {"x": x + gap / 2, "y": y, "width": width - gap, "height": number * scale}
            kind = colour_class(i, len(bar)) + (" plot-edge" if apart else "")
            parts.append(element("rect", class_=kind, fill=fills[i], stroke=PAPER if apart else None, **area))
    made_of = ", ".join(f"{n:,} {category}" for n, category in zip(bar, categories, strict=True) if n) or "none"
    told = f"{sum(bar):,} ({made_of})"
    return element("g", hint(told if count == 1 or apart else f"{count:,} with {told} each"), *parts, class_="bar")


def _legend(categories: Sequence[str], top: float) -> tuple[list[str], float]:
    """One after the other, in as many rows as they need."""
    fills = colours(len(categories))
    parts: list[str] = []
    x = EDGE
    for i, category in enumerate(categories):
        label = wrapped(category, _INNER - _SWATCH - 5)
        width = _SWATCH + 5 + max(map(width_of, label))
        if x > EDGE and x + width > WIDTH - EDGE:
            x, top = EDGE, top + LINE * SIZE
        swatch = {"x": x, "y": top + 3, "width": _SWATCH, "height": _SWATCH}
        parts.append(element("rect", class_=colour_class(i, len(categories)), fill=fills[i], **swatch))
        parts.append(lines(x + _SWATCH + 5, top, label))
        top += height_of(label[1:])
        x += width + 14
    return parts, top + (LINE * SIZE + 8 if categories else 0)


def reliability_plot(bins: Sequence[Bin], *, title: str) -> str:
    """How far confidences can be trusted: circles on the diagonal where they can; above it more is right than they say.
    The area of a circle, and the number at it, say how many there are.

    bins (Sequence[Bin]): What `evaluation.fitting.reliability` finds.
    title (str): The title.
    RETURNS (str): The SVG.
    """
    body, top = _heading(title)
    body.append(lines(EDGE, top, ["Share that is right"]))
    marks = [i / 5 for i in range(6)]
    labels = tick_labels(marks)
    # Circles, and numbers at them, stand out over the square.
    left, top = EDGE + max(map(width_of, labels)) + 22, top + LINE * SIZE + 30
    side = WIDTH - EDGE - 22 - left
    bottom = top + side
    for mark, label in zip(marks, labels, strict=True):
        x, y = left + mark * side, bottom - mark * side
        body.append(rule(left, y, left + side, y, grid=True))
        body.append(rule(x, top, x, bottom, grid=True))
        body.append(text(left - 20, y + SIZE * 0.35, label, anchor="end"))
        body.append(text(x, bottom + 22 + SIZE, label, anchor="middle"))
    body.append(rule(left, bottom, left + side, top, dashes="5 4"))
    most = max((bin.n for bin in bins), default=0) or 1
    fill = colours(1)[0]
    for bin in bins:
        x, y = left + bin.confidence * side, bottom - bin.right * side
        radius = max(_RADIUS[0], _RADIUS[1] * math.sqrt(bin.n / most))
        number = f"{bin.n:,.0f}" if bin.n >= 10 or bin.n == round(bin.n) else f"{bin.n:.1f}"
        told = f"Confidence {shown(bin.confidence)}: {shown(bin.right)} right of {number}"
        circle = {"class_": f"{colour_class(0, 1)} plot-edge", "fill": fill, "fill_opacity": "0.85", "stroke": PAPER}
        body.append(element("circle", hint(told), cx=x, cy=y, r=radius, **circle))
        # Away from the diagonal, where there is more room.
        above = bin.right >= bin.confidence or y + radius + SMALL > bottom
        at = y - radius - 3 if above else y + radius + SMALL
        half = width_of(number, SMALL) / 2
        x = min(max(x, EDGE + half), WIDTH - EDGE - half)
        body.append(text(x, at, number, size=SMALL, anchor="middle", halo=True))
    if not bins:
        body.append(_no_data(left + side / 2, top + side / 4))
    below = bottom + 22 + SIZE * LINE + 4
    body.append(lines(left + side / 2, below, ["Confidence"], anchor="middle"))
    told = "; ".join(f"{shown(bin.confidence, 2)} and {shown(bin.right, 2)}" for bin in bins)
    description = f"Mean confidence and share that is right, by confidence: {told or _NO_DATA}."
    return picture(body, below + LINE * SIZE + EDGE, title=title, description=description)


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
    body, y = _heading(title)
    label_width = min(max((width_of(label) for label, *_ in rows), default=0) + 2, _INNER * 0.42)
    names = _names([value for _, value, _, _ in rows])
    left, right = EDGE + label_width + 14, WIDTH - EDGE - max(map(width_of, names), default=0) - 14
    # Runs of rows with one axis, and in them runs of rows with one heading.
    begins = [i for i in range(len(rows)) if groups and (i == 0 or groups[i] != groups[i - 1])]
    panels = begins if own_axes and begins else [0]
    for first, after in zip(panels, [*panels[1:], len(rows)], strict=True):
        panel = rows[first:after]
        y += 16 if first else 0
        if own_axes and begins:
            y = _heading_of(groups[first], y, body)
        axis = _Axis(panel, left, right)
        if own_axes or len(panel) > _MANY_ROWS:
            y = axis.draw(y, body, above=True)
        top = y
        grid_at = len(body)
        for i in range(first, after):
            if i in begins and not own_axes:
                y = _heading_of(groups[i], y + (8 if i > first else 0), body)
            about = wrapped(rows[i][0], label_width)
            middle = y + (height_of(about) + 8) / 2
            body.append(lines(EDGE, y + 4, about))
            body.append(_dot(rows[i], middle, axis.place, names[i]))
            body.append(text(WIDTH - EDGE, middle + SIZE * 0.35, names[i], anchor="end"))
            y += height_of(about) + 8
        if not panel:
            body.append(_no_data((left + right) / 2, y + SIZE * 2))
            y += SIZE * 4
        body[grid_at:grid_at] = axis.grid(top, y)
        y = axis.draw(y, body)
    body.append(lines((left + right) / 2, y, below := _centred(x_label, left, right), anchor="middle"))
    described = "; ".join(f"{label} {name}" for (label, *_), name in zip(rows, names, strict=True))
    return picture(body, y + height_of(below) + EDGE, title=title, description=f"{x_label}: {described or _NO_DATA}.")


def _dot(row: DotRow, y: float, place: Callable[[float], float], name: str) -> str:
    label, value, low, high = row
    if value is None:
        return ""
    parts = []
    ends = [value if end is None else end for end in (low, high)]
    if ends != [value, value]:
        told = f"{label}: {name} ({shown(low)} to {shown(high)})"
        parts.append(rule(place(ends[0]), y, place(ends[1]), y, width=1.5))
        parts += [rule(x, y - 4, x, y + 4, width=1.5) for x in (place(end) for end in (low, high) if end is not None)]
    else:
        told = f"{label}: {name}"
    dot = {"class_": f"{colour_class(0, 1)} plot-edge", "fill": colours(1)[0], "stroke": PAPER}
    parts.append(element("circle", cx=place(value), cy=y, r=_DOT, **dot))
    return element("g", hint(told), *parts, class_="dot")


def _heading_of(group: str, y: float, body: list[str]) -> float:
    heading = wrapped(group, _INNER, SIZE * 1.08)
    body.append(lines(EDGE, y, heading, weight="600"))
    return y + height_of(heading) + 2


class _Axis:
    """The axis of some rows, between two ends."""

    def __init__(self, rows: Sequence[DotRow], left: float, right: float) -> None:
        self._marks, self._labels = _axis(rows, right - left)
        # The numbers at the ends stand out over the axis.
        self._left = max(left, EDGE + width_of(self._labels[0]) / 2)
        self._right = min(right, WIDTH - EDGE - width_of(self._labels[-1]) / 2)

    def place(self, value: float) -> float:
        """RETURNS (float): Where a value lies."""
        first, last = self._marks[0], self._marks[-1]
        return self._left + (value - first) / (last - first) * (self._right - self._left)

    def grid(self, top: float, bottom: float) -> list[str]:
        """RETURNS (list[str]): A line for each number."""
        return [rule(self.place(mark), top, self.place(mark), bottom, grid=True) for mark in self._marks]

    def draw(self, y: float, body: list[str], *, above: bool = False) -> float:
        """Draw the axis with its numbers, above its rows or below them.

        RETURNS (float): Where what follows begins.
        """
        height = 4 + SIZE * LINE + (0 if above else 4)
        for mark, label in zip(self._marks, self._labels, strict=True):
            body.append(text(self.place(mark), y + SIZE + (0 if above else 4), label, anchor="middle"))
        line = y + height if above else y
        body.append(rule(self._left, line, self._right, line))
        return y + height


def _axis(rows: Sequence[DotRow], width: float) -> tuple[list[float], list[str]]:
    """Round numbers around all values, as many as there is room for."""
    values = [value for _, *row in rows for value in row if value is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    share = low >= 0 and high <= 1
    if low >= 0 and low < (0.5 if share else high / 2):
        low, high = 0.0, 1.0 if share else high
    least = 0.01 if share else max(abs(low), abs(high)) * _LEAST_RANGE or 1.0
    if high - low < least:
        low, high = (max(low - least, 0.0), min(high + least, 1.0)) if share else (low - least, high + least)
    for count in range(5, 0, -1):
        marks = ticks(low, high, count)
        labels = tick_labels(marks)
        if sum(map(width_of, labels)) + 12 * len(labels) <= width:
            break
    return marks, labels


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


def _heading(title: str) -> tuple[list[str], float]:
    """The title, and where what follows begins."""
    size = SIZE * 1.1
    content = wrapped(title, _INNER, size * 1.08)
    return [lines(EDGE, EDGE, content, size=size, weight="600")], EDGE + height_of(content, size) + 8


def _centred(label: str, left: float, right: float = WIDTH - EDGE) -> list[str]:
    return wrapped(label, right - left)


def _no_data(x: float, y: float) -> str:
    return text(x, y, _NO_DATA, anchor="middle")
