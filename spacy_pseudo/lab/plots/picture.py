"""What plots have in common: the style, lines of text that fit, and a standalone SVG that can be read out."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree

from ...errors import Errors, PseudoError
from ...review.report.escaping import fit
from ...review.report.parts import Figure as Shown

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Narrow, with large letters: on a telephone the picture shrinks, and the letters with it.
WIDTH: Final = 480.0
SIZE: Final = 13.0
SMALL: Final = 11.0
TITLE: Final = 14.0
EDGE: Final = 8.0
INNER: Final = WIDTH - 2 * EDGE
LINE: Final = 1.3
NO_DATA: Final = "No data"
_POINTS: Final = 72

INK: Final = "#1f2328"
FAINT: Final = "#d0d4da"
PAPER: Final = "#ffffff"
# Viridis is told apart by the colour-blind, and in grey by brightness alone. Its ends are left out: on a light ground
# the brightest, on a dark one the darkest.
_LIGHT_RANGE: Final = (0.12, 0.88)
_DARK_RANGE: Final = (0.32, 1.0)
_DARK: Final = {INK: "#e6e8eb", FAINT: "#3d444d", PAPER: "#16181d"}
_LONG: Final = re.compile(r"\d+\.\d{3,}")
_MOVED: Final = re.compile(r"translate\((?P<x>\S+) (?P<y>[^)]+)\)")
_SVG: Final = "http://www.w3.org/2000/svg"
_STYLE: Final = {
    "svg.fonttype": "none",  # letters stay letters: they can be searched, and read out
    "svg.hashsalt": "spacy-pseudo",
    "text.parse_math": False,
    "font.sans-serif": ["DejaVu Sans"],  # comes with matplotlib, so that a picture is the same on every machine
    "font.size": SIZE,
    "figure.titlesize": TITLE,
    "figure.titleweight": "bold",
    "axes.titlesize": SIZE,
    "axes.titlelocation": "left",
    "axes.edgecolor": INK,
    "axes.facecolor": "none",
    "axes.axisbelow": True,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.bottom": False,
    "ytick.left": False,
    "grid.color": FAINT,
    "legend.frameon": False,
    "legend.handlelength": 0.9,
    "legend.handleheight": 0.9,
    "legend.handletextpad": 0.4,
    "legend.columnspacing": 1.1,
    "legend.borderpad": 0,
    "legend.borderaxespad": EDGE / SIZE,
}


def drawn(caption: str, plot: Callable[..., str], *args: Any, **settings: Any) -> Shown | str:
    """A plot for a report, which is complete without it, too.

    caption (str): What it shows.
    plot (Callable[..., str]): Draws it.
    *args, **settings (Any): What it is given.
    RETURNS (Figure | str): The figure; without matplotlib a line that says how to get it.
    """
    try:
        _load()
    except PseudoError as missing:
        return f"{caption}: not drawn. {missing.remedy}"
    return Shown(plot(*args, **settings), caption)


@contextmanager
def styled() -> Iterator[None]:
    """What is drawn in here looks the same on every machine, whatever somebody has set for their own plots."""
    _load()
    from matplotlib import style

    with style.context(["default", _STYLE]), warnings.catch_warnings():
        # The reader's fonts draw what the font that comes with matplotlib lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
        yield


def _load() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise PseudoError(Errors.P668) from None


class Picture:
    """A plot to be drawn, within `styled`.

    title (str): Its title, drawn and read out.
    height (float): How high it is below the title.
    rows (int): How many plots there are, one below the other.
    layout (Any): How they are laid out, as in `Figure.subplots`.
    """

    def __init__(self, title: str, height: float, *, rows: int = 1, **layout: Any) -> None:
        from matplotlib.figure import Figure

        content = wrapped(title, INNER, TITLE, bold=True)
        total = 2 * EDGE + height + height_of(content, TITLE) + 4
        self.figure: Figure = Figure((WIDTH / _POINTS, total / _POINTS), dpi=_POINTS, layout="constrained")
        pads = {"w_pad": EDGE / _POINTS, "h_pad": EDGE / _POINTS, "hspace": 0}
        self.figure.get_layout_engine().set(**pads)  # type: ignore[union-attr]
        self.figure.suptitle(content, x=EDGE / WIDTH, ha="left", zorder=-1)  # read first
        self.axes: list[Axes] = list(self.figure.subplots(rows, squeeze=False, **layout)[:, 0])
        self._title = title
        self._hints: dict[str, tuple[str, str]] = {}

    def hint(self, artists: Iterable[Artist], kind: str, told: str) -> None:
        """Draw elements that belong together, and say what they show to whoever points at them.

        artists (Iterable[Artist]): The elements, from behind to the front.
        kind (str): Their class in the SVG.
        told (str): What is said.
        """
        name = f"{kind}{len(self._hints)}"
        self._hints[name] = (kind, told)
        for artist in artists:
            artist.set(gid=name, clip_on=False, in_layout=False, zorder=3)

    def to_svg(self, description: str) -> str:
        """RETURNS (str): The picture: no address in it, no id, and what it shows said in a sentence."""
        out = io.StringIO()
        self.figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
        root = self._cleaned(ElementTree.fromstring(out.getvalue()))
        box = root.attrib["viewBox"]
        _, _, width, height = box.split()
        root.attrib = {"xmlns": _SVG, "viewBox": box, "width": width, "height": height, "role": "img", "class": "plot"}
        root[:0] = [_element("title", self._title), _element("desc", description), _element("style", _dark_style(root))]
        return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)

    def _cleaned(self, found: ElementTree.Element) -> ElementTree.Element:
        """Only what is seen, in groups that say what they are; colours as attributes, so that a style sheet counts."""
        made = ElementTree.Element(found.tag.removeprefix(f"{{{_SVG}}}"))
        made.text = found.text if made.tag == "text" else None
        looks = (look.split(": ", 1) for look in found.get("style", "").split("; ") if look)
        made.attrib = {name: value.replace("'DejaVu Sans'", "system-ui") for name, value in looks}
        places = dict(found.attrib)
        if moved := _MOVED.match(found.get("transform", "")):  # a line of several
            places |= moved.groupdict()
        for place in (name for name in ("d", "x", "y", "viewBox") if name in places):
            made.set(place, _LONG.sub(lambda number: f"{float(number[0]):.2f}", places[place]).strip())
        last = ""
        for child in found:
            name = child.get("id", "")
            if child.tag.rpartition("}")[2] in ("defs", "metadata"):
                continue
            inside = self._cleaned(child)
            if name not in self._hints:
                made.append(inside)
            elif name == last:
                made[-1].extend(inside)
            else:
                kind, told = self._hints[name]
                inside.set("class", kind)
                inside.insert(0, _element("title", told))
                made.append(inside)
            last = name
        return made


def _element(name: str, text: str) -> ElementTree.Element:
    made = ElementTree.Element(name)
    made.text = fit(text)
    return made


def _dark_style(root: ElementTree.Element) -> str:
    """Colours for where the reader's screen is dark. A light colour has the same dark one in all pictures of a page."""
    used = {(kind, found.get(kind, "")) for found in root.iter() for kind in ("fill", "stroke")}
    dark = _DARK | _dark_colours()
    rules = (f'.plot [{kind}="{light}"]{{{kind}:{dark[light]}}}' for kind, light in sorted(used) if light in dark)
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


@lru_cache(maxsize=1)
def _dark_colours() -> dict[str, str]:
    counts = range(1, 13)
    light = [colour for count in counts for colour in colours(count)]
    return dict(zip(light, (colour for count in counts for colour in colours(count, dark=True)), strict=True))


def colours(count: int, *, dark: bool = False) -> list[str]:
    """RETURNS (list[str]): So many colours, as different in brightness as they can be, for a light or dark ground."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    low, high = _DARK_RANGE if dark else _LIGHT_RANGE
    steps = [low + (high - low) * (i / (count - 1) if count > 1 else 0.3) for i in range(count)]
    return [to_hex(colormaps["viridis"](step)) for step in steps]


@lru_cache(maxsize=10_000)
def _measures(text: str, size: float, *, bold: bool = False) -> tuple[float, float]:
    """How wide and high a line is, in a font that runs wide."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=["DejaVu Sans"], weight="bold" if bold else "normal", size=size)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        width, height, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width), float(height)


def width_of(text: str, size: float = SIZE, *, bold: bool = False) -> float:
    """RETURNS (float): How wide a line of text is."""
    return _measures(text, size, bold=bold)[0]


def wrapped(text: str, width: float, size: float = SIZE, *, bold: bool = False) -> str:
    """RETURNS (str): The text in lines that are no wider than this; a word that is too long for a line is broken."""
    lines = [""]
    for word in fit(text).split():
        joined = f"{lines[-1]} {word}".lstrip()
        if width_of(joined, size, bold=bold) <= width:
            lines[-1] = joined
            continue
        lines += [""] if lines[-1] else []
        for char in word:
            if lines[-1] and width_of(lines[-1] + char, size, bold=bold) > width:
                lines.append("")
            lines[-1] += char
    return "\n".join(lines)


def height_of(content: str, size: float = SIZE) -> float:
    """RETURNS (float): How high these lines are together."""
    return sum(LINE * max(size, _measures(line, size)[1]) for line in content.split("\n"))
