"""What a report is made of: tables, figures, excerpts, and sections that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from xml.etree import ElementTree

from ...errors import Errors, PseudoError
from ...scoring.scores import MentionError
from .escaping import Cell, is_blank, is_figure

_SVG: Final = "{http://www.w3.org/2000/svg}svg"
# Characters of text before and after a place.
_CONTEXT: Final = 80


@dataclass(frozen=True, slots=True)
class Table:
    """A table. The first column says what a row is about; columns of numbers are set right.

    header (Sequence[str]): What the columns are.
    rows (Sequence[Sequence[Optional[str | int | float]]]): The cells; how numbers are shown: see `escaping.shown`.
    caption (str): What the table shows.
    note (str): What is written below it.
    folded (bool): On the page it is opened by whoever wants it, as beside a picture of the same figures.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    note: str = ""
    folded: bool = False

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.header):
                raise PseudoError(Errors.P661.format(row=number, cells=len(row), headers=len(self.header)))

    def numeric(self) -> list[bool]:
        """RETURNS (list[bool]): For each column, whether it holds numbers; the first says what they are about."""
        columns = [[row[i] for row in self.rows if not is_blank(row[i])] for i in range(len(self.header))]
        return [i > 0 and bool(column) and all(map(is_figure, column)) for i, column in enumerate(columns)]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture.

    svg (str): A standalone SVG, as `charts` and `lab.plots` make it.
    caption (str): What it shows.
    note (str): What is written below it.
    """

    svg: str
    caption: str
    note: str = ""

    def __post_init__(self) -> None:
        try:
            whole = ElementTree.fromstring(self.svg).tag == _SVG and self.svg.startswith("<svg")
        except ElementTree.ParseError:
            whole = False
        if not whole:
            raise PseudoError(Errors.P662)


class Excerpt(NamedTuple):
    """A place in a message where something is wrong.

    error (str): What is wrong.
    id (str): The message.
    before (str): The text before the place.
    place (str): The place itself.
    after (str): The text after it.
    meant (Optional[str]): Who is meant, if anybody.
    taken_for (Optional[str]): Whom it was taken for; None if it was not replaced.
    """

    error: str
    id: str
    before: str
    place: str
    after: str
    meant: str | None = None
    taken_for: str | None = None


def excerpt(error: MentionError, text: str, *, context: int = _CONTEXT) -> Excerpt:
    """Cut an error out of its message, between words where there are any.

    error (MentionError): What went wrong, and where.
    text (str): The text of the message, as it was.
    context (int): How many characters before and after the place are shown at most.
    RETURNS (Excerpt): The excerpt.
    """
    before, after = text[: error.start], text[error.end :]
    if len(before) > context:
        words = before[-context:].split(maxsplit=1)
        before = "…" + (words[1] if len(words) > 1 else before[-context:])
    if len(after) > context:
        words = after[:context].rsplit(maxsplit=1)
        after = (words[0] if len(words) > 1 else after[:context]) + "…"
    place = text[error.start : error.end]
    return Excerpt(error.error, error.id, before, place, after, error.gold, error.predicted)


@dataclass(frozen=True, slots=True)
class Excerpts:
    """Errors in context. They hold text from the messages: only a private report may have them.

    rows (Sequence[Excerpt]): The errors, in the order in which they are shown.
    caption (str): What they are.
    note (str): What is written below them.
    who (Sequence[str]): What is said of `meant` and of `taken_for`; the second may be left out.
    """

    rows: Sequence[Excerpt]
    caption: str = ""
    note: str = ""
    who: Sequence[str] = ("meant", "taken for")


@dataclass(frozen=True, slots=True)
class Figures:
    """The few figures that everybody looks for first.

    rows (Sequence[tuple[str, str]]): Each with what it says: ('1,204', 'mentions replaced').
    """

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Blanks:
    """What a person fills in by hand.

    lines (Sequence[str]): What is written before each line: 'Name', 'Date'.
    boxes (Sequence[str]): What is ticked.
    """

    lines: Sequence[str] = ()
    boxes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines for programs, shown as they are.

    lines (Sequence[str]): The lines.
    caption (str): What they are.
    note (str): What is written below them.
    """

    lines: Sequence[str]
    caption: str = ""
    note: str = ""


Part = str | Table | Figure | Excerpts | Figures | Blanks | Listing


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report with a heading.

    title (str): The heading.
    parts (Sequence[Part]): What stands in it; a string is a paragraph of plain text.
    """

    title: str
    parts: Sequence[Part]
