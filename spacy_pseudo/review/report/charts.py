"""Small pictures drawn as SVG by hand, for a plain install: bars, and a matrix of who turns to whom."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from .escaping import element, escaped

# Narrow, with large letters, as the plots are: on a telephone the picture shrinks, and the letters with it.
WIDTH: Final = 480.0
_SIZE: Final = 13.0
_SMALL: Final = 11.0
_ROW: Final = 22.0
_BAR: Final = 14.0
# About how wide a letter is, as a share of its size; figures of a bar are never longer than these letters.
_LETTER: Final = 0.6
_FIGURE: Final = 7
_LONGEST: Final = 22
_EDGE: Final = 4.0
_LEAST: Final = 1.5
_CELLS: Final = 30.0
# So dark is the darkest cell: a figure in it can still be read.
_DARKEST: Final = 0.6
_STYLE: Final = (
    ".chart text{fill:#1f2328}.chart .bar{fill:#3d6fa8}.chart .grid{stroke:#d0d4da}.chart .quiet{fill:#57606a}"
    "@media screen and (prefers-color-scheme:dark){.chart text{fill:#e6e8eb}.chart .bar{fill:#7fb0e6}"
    ".chart .grid{stroke:#3d444d}.chart .quiet{fill:#a3abb5}}"
)


def bars(title: str, description: str, rows: Sequence[tuple[str, int]]) -> str:
    """Draw a bar for each row, with its figure behind it.

    title (str): The title, read out.
    description (str): What is seen, in a sentence that is read out.
    rows (Sequence[tuple[str, int]]): What each bar is about, and how long it is.
    RETURNS (str): A standalone SVG.
    """
    names = [_shortened(name) for name, _ in rows]
    left = 10 + _LETTER * _SIZE * max(map(len, names), default=0)
    scale = (WIDTH - left - _FIGURE * _LETTER * _SIZE) / (max((value for _, value in rows), default=0) or 1)
    drawn = []
    for i, (name, (whole, value)) in enumerate(zip(names, rows, strict=True)):
        top = _EDGE + i * _ROW
        base = top + _ROW / 2 + 0.35 * _SIZE
        length = max(value * scale, _LEAST) if value else 0.0
        hint = element("title", escaped(f"{whole}: {value:,}"))
        bar = element("rect", class_="bar", x=left, y=top + (_ROW - _BAR) / 2, width=length, height=_BAR, rx=2)
        label = element("text", escaped(name), x=left - 8, y=base, text_anchor="end", font_size=_SIZE)
        figure = element("text", f"{value:,}", x=left + length + 6, y=base, font_size=_SIZE)
        drawn.append(element("g", hint, label, bar, figure))
    return _picture(title, description, drawn, _EDGE + len(rows) * _ROW + _EDGE)


def matrix(title: str, description: str, names: Sequence[str], counts: Mapping[tuple[str, str], int]) -> str:
    """Draw a square for each pair, the darker the more often the one in the row turns to the one in the column.

    title (str): The title, read out.
    description (str): What is seen, in a sentence that is read out.
    names (Sequence[str]): Who is shown, from above and from the left.
    counts (Mapping[tuple[str, str], int]): How often, by both.
    RETURNS (str): A standalone SVG.
    """
    shown = [_shortened(name) for name in names]
    longest = _LETTER * _SMALL * max(map(len, shown), default=0)
    left = longest + 12
    cell = min(_CELLS, (WIDTH - left - 4) / max(len(names), 1))
    upright = longest > cell
    top = _EDGE + (longest if upright else _SMALL) + 10
    most = max((counts.get((a, b), 0) for a in names for b in names), default=0) or 1
    drawn = []
    for i, name in enumerate(shown):
        middle = (i + 0.5) * cell
        drawn.append(
            element("text", escaped(name), x=left - 6, y=top + middle + 4, text_anchor="end", font_size=_SMALL)
        )
        x, y = left + middle, top - 6
        turned = {"transform": f"rotate(-90 {x + 4:.2f} {y:.2f})", "x": x + 4, "y": y} if upright else {"x": x, "y": y}
        anchor = None if upright else "middle"
        drawn.append(element("text", escaped(name), **turned, text_anchor=anchor, font_size=_SMALL))
    side = len(names) * cell
    for i in range(len(names) + 1):
        at = i * cell
        drawn.append(element("line", class_="grid", x1=left, x2=left + side, y1=top + at, y2=top + at))
        drawn.append(element("line", class_="grid", x1=left + at, x2=left + at, y1=top, y2=top + side))
    for i, source in enumerate(names):
        for j, target in enumerate(names):
            if times := counts.get((source, target), 0):
                place = {"x": left + j * cell, "y": top + i * cell}
                # The eye compares areas of grey by steps: a root keeps what is rare visible.
                dark = {"fill_opacity": max(0.08, _DARKEST * math.sqrt(times / most))}
                hint = element("title", escaped(f"{source} to {target}: {times:,}"))
                square = element("rect", class_="bar", width=cell, height=cell, **place, **dark)
                inside = {"x": place["x"] + cell / 2, "y": place["y"] + cell / 2 + 4}
                figure = element("text", str(times), **inside, text_anchor="middle", font_size=_SMALL)
                drawn.append(element("g", hint, square, figure if times < 1000 else ""))
    return _picture(title, description, drawn, top + side + _EDGE)


def _picture(title: str, description: str, drawn: Sequence[str], height: float) -> str:
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)),
        element("style", _STYLE),
        "\n",
        *(f"{one}\n" for one in drawn),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        width=WIDTH,
        height=height,
        role="img",
        class_="chart",
        font_family="system-ui, sans-serif",
    )


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
