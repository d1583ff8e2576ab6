"""What plots are drawn with: colours, ticks, lines of text that fit, and the frame of a standalone SVG picture."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from ...review.report.escaping import element, escaped, fit

# Narrow, with large letters: on a telephone the picture shrinks, and the letters with it.
WIDTH: Final = 480.0
SIZE: Final = 13.0
SMALL: Final = 11.0
EDGE: Final = 8.0
INNER: Final = WIDTH - 2 * EDGE
NO_DATA: Final = "No data"
LINE: Final = 1.3

# Colours stand as attributes, for any viewer; where the reader's screen is dark, the style sheet takes over.
INK: Final = "#1f2328"
FAINT: Final = "#d0d4da"
PAPER: Final = "#ffffff"
_DARK: Final = (
    ".plot-ink{fill:#e6e8eb}.plot-line{stroke:#e6e8eb}.plot-grid{stroke:#3d444d}.plot-paper{fill:#16181d}"
    ".plot-edge{stroke:#16181d}"
)
# Viridis (by van der Walt and Smith, CC0): told apart by the colour-blind, and in grey by brightness alone.
_VIRIDIS: Final = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
_LIGHT_RANGE: Final = (0.12, 0.88)
_DARK_RANGE: Final = (0.32, 1.0)

_NARROW: Final = frozenset("iljIftr.,:;'|!()[]`/ -")
_WIDE: Final = frozenset("mwMW@%&—…")
_ARABIC_AND_ON: Final = "\u0590"


def colours(count: int, *, dark: bool = False) -> list[str]:
    """RETURNS (list[str]): So many colours, as different in brightness as they can be, for a light or dark ground."""
    low, high = _DARK_RANGE if dark else _LIGHT_RANGE
    steps = [low + (high - low) * (i / (count - 1) if count > 1 else 0.3) for i in range(count)]
    return [_viridis(step) for step in steps]


def _viridis(at: float) -> str:
    stops = [[int(stop[i : i + 2], 16) for i in (0, 2, 4)] for stop in _VIRIDIS.split()]
    place = at * (len(stops) - 1)
    left = min(int(place), len(stops) - 2)
    mixed = (round(a + (b - a) * (place - left)) for a, b in zip(stops[left], stops[left + 1], strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def colour_class(number: int, count: int) -> str:
    """RETURNS (str): The class of a colour; pictures with other numbers of colours on one page have others."""
    return f"plot-c{number + 1}of{count}"


def width_of(text: str, size: float = SIZE) -> float:
    """RETURNS (float): About how wide the text is, in a font that runs wide; rather too much than too little."""
    return size * sum(map(_advance, fit(text)))


def _advance(char: str) -> float:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    if char in _NARROW:
        return 0.42
    if char in _WIDE or char >= _ARABIC_AND_ON:
        return 1.4 if unicodedata.category(char) == "So" else 1.05
    return 0.8 if char.isupper() else 0.64


def wrapped(text: str, width: float, size: float = SIZE) -> list[str]:
    """Break a text into lines; a word that is too long for a line is broken too.

    text (str): The text.
    width (float): How wide a line may be.
    size (float): The size of the letters.
    RETURNS (list[str]): The lines; one at least.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if width_of(joined, size) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        line = ""
        for char in word:
            if line and width_of(line + char, size) > width:
                lines.append(line)
                line = ""
            line += char
    return [*lines, line] if line or not lines else lines


def text(
    x: float,
    y: float,
    content: str,
    *,
    size: float = SIZE,
    anchor: str | None = None,
    weight: str | None = None,
    halo: bool = False,
) -> str:
    """One line of text.

    x (float): Where it begins; where its middle or its end is, with an anchor 'middle' or 'end'.
    y (float): What it stands on.
    content (str): The text.
    size (float): The size of the letters.
    anchor (Optional[str]): See `x`.
    weight (Optional[str]): How bold it is.
    halo (bool): Lines behind it are covered.
    RETURNS (str): The element.
    """
    covering: dict[str, str | float | None] = {"stroke": PAPER, "stroke_width": 3, "paint_order": "stroke"}
    look: dict[str, str | float | None] = {"class_": "plot-ink plot-edge" if halo else "plot-ink", "fill": INK}
    style: dict[str, str | float | None] = {"font_size": size, "text_anchor": anchor, "font_weight": weight}
    return element("text", escaped(content), x=x, y=y, **look, **style, **(covering if halo else {}))


def lines(
    x: float,
    top: float,
    content: Iterable[str],
    *,
    size: float = SIZE,
    anchor: str | None = None,
    weight: str | None = None,
) -> str:
    """RETURNS (str): Lines of text, one below the other, the first of which begins at `top`; see `text`."""
    baselines = ((top + (i * LINE + 0.95) * size, line) for i, line in enumerate(content))
    return "".join(text(x, y, line, size=size, anchor=anchor, weight=weight) for y, line in baselines)


def height_of(content: Sequence[str], size: float = SIZE) -> float:
    """RETURNS (float): How high these lines are together."""
    return len(content) * LINE * size


def rule(
    x1: float, y1: float, x2: float, y2: float, *, grid: bool = False, width: float = 1, dashes: str | None = None
) -> str:
    """RETURNS (str): A straight line, of the grid or not."""
    kind, stroke = ("plot-grid", FAINT) if grid else ("plot-line", INK)
    look: dict[str, str | float | None] = {"stroke": stroke, "stroke_width": width, "stroke_dasharray": dashes}
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind, **look)


def hint(content: str) -> str:
    """RETURNS (str): What is shown when one points at the element that holds it, and read out."""
    return element("title", escaped(content))


def ticks(low: float, high: float, count: int, *, whole: bool = False) -> list[float]:
    """Round numbers for an axis: steps of 1, 2 or 5 times a power of ten.

    low (float): The least value.
    high (float): The greatest value, above the least.
    count (int): How many steps there may be.
    whole (bool): Whole numbers only.
    RETURNS (list[float]): The numbers, from one at or below `low` to one at or above `high`.
    """
    raw = (high - low) / max(count, 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * (1 - 1e-9))
    if whole:
        step = max(step, 1.0)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [i * step for i in range(first, max(last, first + 1) + 1)]


def tick_labels(values: Sequence[float]) -> list[str]:
    """RETURNS (list[str]): The numbers with as many digits as the steps between them need: '0', '.5', '1.0'."""
    step = values[1] - values[0]
    if max(map(abs, values)) >= 1e9:
        return [f"{value:.3g}" for value in values]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    texts = [f"{value:,.{digits}f}" if abs(value) > step / 2 else "0" for value in values]
    return [t.replace("0.", ".", 1) if t.startswith(("0.", "-0.")) else t for t in texts]


def picture(body: Iterable[str], height: float, *, title: str, description: str, palette: int = 1) -> str:
    """The frame: a standalone SVG that can stand in a page too, several in one.

    body (Iterable[str]): The elements.
    height (float): How high the picture is.
    title (str): Its name, for those who don't see it; drawn by the plots themselves.
    description (str): What it shows, in a sentence.
    palette (int): How many colours are used.
    RETURNS (str): The picture.
    """
    fills = "".join(f".{colour_class(i, palette)}{{fill:{c}}}" for i, c in enumerate(colours(palette, dark=True)))
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)),
        element("style", f"@media (prefers-color-scheme:dark){{{_DARK}{fills}}}"),
        element("rect", width=WIDTH, height=height, class_="plot-paper", fill=PAPER),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:.0f} {height:.0f}",
        width=WIDTH,
        height=height,
        role="img",
        class_="plot",
        font_family="system-ui, sans-serif",
        font_size=SIZE,
    )


def heading(title: str) -> tuple[list[str], float]:
    """RETURNS (tuple[list[str], float]): The title, and where what follows begins."""
    size = SIZE * 1.1
    content = wrapped(title, INNER, size * 1.08)
    return [lines(EDGE, EDGE, content, size=size, weight="600")], EDGE + height_of(content, size) + 8


def centred(label: str, left: float, right: float = WIDTH - EDGE) -> list[str]:
    """RETURNS (list[str]): The lines of a label between two ends."""
    return wrapped(label, right - left)


def no_data(x: float, y: float) -> str:
    """RETURNS (str): What stands in an empty plot."""
    return text(x, y, NO_DATA, anchor="middle")
