"""Plots as standalone SVG: names per participant, and the reliability of confidences. Further ones are in `dots`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ...errors import Errors, PseudoError
from ...review.report.escaping import element, shown
from .drawing import (
    EDGE,
    INNER,
    LINE,
    NO_DATA,
    PAPER,
    SIZE,
    SMALL,
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

if TYPE_CHECKING:
    from ..evaluation.fitting import Bin

_PLOT_HEIGHT: Final = 220.0
_BROADEST_BAR: Final = 40.0
# Bars narrower than this stand without a gap, and equal ones as one area.
_NARROW_BAR: Final = 4.0
_SWATCH: Final = 11.0
_RADIUS: Final = (3.0, 15.0)


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
    body, top = heading(title)
    legend, top = _legend(categories, top)
    body += legend
    body.append(lines(EDGE, top, unit := wrapped(y_label, INNER)))
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
        body.append(no_data((left + WIDTH - EDGE) / 2, top + _PLOT_HEIGHT / 2))
    body.append(lines((left + WIDTH - EDGE) / 2, bottom + 8, below := centred(x_label, left), anchor="middle"))
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
        label = wrapped(category, INNER - _SWATCH - 5)
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
    body, top = heading(title)
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
        body.append(no_data(left + side / 2, top + side / 4))
    below = bottom + 22 + SIZE * LINE + 4
    body.append(lines(left + side / 2, below, ["Confidence"], anchor="middle"))
    told = "; ".join(f"{shown(bin.confidence, 2)} and {shown(bin.right, 2)}" for bin in bins)
    description = f"Mean confidence and share that is right, by confidence: {told or NO_DATA}."
    return picture(body, below + LINE * SIZE + EDGE, title=title, description=description)
