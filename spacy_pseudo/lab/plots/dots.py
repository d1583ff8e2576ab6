"""Values with their intervals as standalone SVG, a dot each."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from ...errors import Errors, PseudoError
from ...review.report.escaping import element, shown
from .drawing import (
    EDGE,
    INNER,
    LINE,
    NO_DATA,
    PAPER,
    SIZE,
    WIDTH,
    centred,
    colour_class,
    colours,
    heading,
    height_of,
    hint,
    lines,
    no_data,
    picture,
    rule,
    text,
    tick_labels,
    ticks,
    width_of,
    wrapped,
)

DotRow = tuple[str, float | None, float | None, float | None]

_DOT: Final = 4.5
# An axis covers at least this part of its greatest value.
_LEAST_RANGE: Final = 1e-3
# Longer numbers are shown with a power of ten.
_TOO_LONG: Final = 1e9
_LEAST: Final = 1e-12
# From so many rows on, the numbers of an axis stand above them, too.
_MANY_ROWS: Final = 12


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
    own_axes (bool): Each group has an axis of its own, above it.
    RETURNS (str): The SVG.
    """
    if groups and len(groups) != len(rows):
        raise PseudoError(Errors.P665.format(groups=len(groups), rows=len(rows)))
    rows = [(label, _number(value), _number(low), _number(high)) for label, value, low, high in rows]
    body, y = heading(title)
    label_width = min(max((width_of(label) for label, *_ in rows), default=0) + 2, INNER * 0.42)
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
            body.append(no_data((left + right) / 2, y + SIZE * 2))
            y += SIZE * 4
        body[grid_at:grid_at] = axis.grid(top, y)
        if not own_axes:
            y = axis.draw(y, body)
    y += 8 if own_axes else 0
    body.append(lines((left + right) / 2, y, below := centred(x_label, left, right), anchor="middle"))
    described = "; ".join(f"{label} {name}" for (label, *_), name in zip(rows, names, strict=True))
    return picture(body, y + height_of(below) + EDGE, title=title, description=f"{x_label}: {described or NO_DATA}.")


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
    said = wrapped(group, INNER, SIZE * 1.08)
    body.append(lines(EDGE, y, said, weight="600"))
    return y + height_of(said) + 2


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
