"""HTML: what a reader sees, where it stands in the source, and the attributes in which names may stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from .entities import SourceMap, decode, written_in
from .lines import CELLS, Lines
from .tags import CODE, COMMENT, DECLARATION, TITLE, RawAttribute, Tag, declared, find_tags, words_of

if TYPE_CHECKING:
    from ..message import Message

# Where, up to where, and what is written there.
Edit = tuple[int, int, str]

_EMPTY_COMMENT: Final = "<!---->"
_EMPTY_DATA: Final = "data:,"
# A picture in the midst of the text.
_DATA: Final = re.compile(r"(?<!\w)data:(?=[\w/+.;=-]*,)[^\s\"'()<>]{2,}", re.IGNORECASE)
_KNOWN_NAME: Final = re.compile(
    r"(?P<prefix>data-|aria-|xmlns:|xml:|xlink:|v-|ng-|o:|w:|v:)[\w:.-]*|[\"']+"
    r"|on(?:abort|blur|change|click|context|dbl|drag|drop|error|focus|input|key|load|mouse|pointer|re|scroll|select"
    r"|submit|touch|toggle|unload|wheel)[a-z]*"
)
_LETTER: Final = re.compile(r"[^\W\d_]")


class Attribute(NamedTuple):
    """An attribute that is looked at: its value as a browser reads it, or the name of one that HTML does not know. The
    title of a page is one as well.

    name (str): What it is called, in small letters; if the name itself is looked at, what it begins with: 'data-'.
    value (str): What stands there.
    start (int): Where it begins in the HTML, without quotes.
    end (int): Where it ends.
    quote (Optional[str]): What stands around it; None around a name.
    places (SourceMap): Where its characters come from.
    """

    name: str
    value: str
    start: int
    end: int
    quote: str | None
    places: SourceMap

    def source(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): Where in the HTML a range of the value stands."""
        pieces = self.places.source(start, end)
        return (pieces[0][0], pieces[-1][1]) if pieces else (self.start, self.start)


class Rewritten(NamedTuple):
    """New HTML, and what was done: replaying both lists on the old one gives the new one.

    html (str): The new HTML.
    edits (list[Optional[Edit]]): Those of the text, as many as were asked for, with places in the HTML; None where the
        text comes from nowhere.
    others (list[Edit]): Those of tags that lie in none of them.
    """

    html: str
    edits: list[Edit | None]
    others: list[Edit]


class Markup:
    """HTML, its text with a map of where that stands, and the attributes that may hold a name.

    Lines of the text are those that a reader sees; what stands in a quotation begins with '> ' as it does in a mail
    without HTML. What is not known to be HTML is text.

    html (str): Anything.
    """

    def __init__(self, html: str) -> None:
        self.html = html
        # What is emptied: comments, scripts, style sheets and pictures. No reader sees it, and it may hold anything.
        self.emptied: list[Edit] = []
        self.attributes: list[Attribute] = []
        self._lines = Lines()
        at = 0
        for tag in find_tags(html):
            self._lines.add(html, at, tag.start)
            self._take(tag)
            at = tag.end
        self._lines.add(html, at, len(html))
        self.text = "".join(self._lines.pieces)

    def _take(self, tag: Tag) -> None:
        html = self.html
        if tag.kind == COMMENT:
            if html[tag.start : tag.end] != _EMPTY_COMMENT:
                self.emptied.append((tag.start, tag.end, _EMPTY_COMMENT))
        elif tag.kind == CODE:
            self.emptied.append((tag.start, tag.end, ""))
        elif tag.kind == TITLE:
            self._add("title", '"', tag.start, tag.end)
        elif tag.kind == DECLARATION and (usual := declared(html[tag.start : tag.end])) != html[tag.start : tag.end]:
            self.emptied.append((tag.start, tag.end, usual))
        values = {html[a.name_start : a.name_end].lower(): a for a in reversed(tag.attributes)}
        for attribute in tag.attributes:
            self._look_at(attribute)
        if tag.name:
            self._lines.take(tag, *(_value(html, values.get(name)) for name in ("class", "style", "type")))

    def _look_at(self, raw: RawAttribute) -> None:
        html = self.html
        name = html[raw.name_start : raw.name_end].lower()
        if (prefix := _prefix(name)) is not None:
            self._add(prefix, None, raw.name_start + len(prefix), raw.name_end)
        if raw.start < raw.end and (
            name not in words_of("attributes", "formal") or _LETTER.search(html, raw.start, raw.end)
        ):
            self._add(name, raw.quote, raw.start, raw.end)

    def _add(self, name: str, quote: str | None, start: int, end: int) -> None:
        """Add an attribute, in pieces if there are pictures in it."""
        whole = self._read(name, quote, start, end)
        at = start
        for data in _DATA.finditer(whole.value) if quote is not None else ():
            first, last = whole.source(*data.span())
            self.emptied.append((first, last, _EMPTY_DATA))
            self._keep(self._read(name, quote, at, first))
            at = last
        self._keep(whole if at == start else self._read(name, quote, at, end))

    def _read(self, name: str, quote: str | None, start: int, end: int) -> Attribute:
        value, places = decode(self.html, start, end)
        return Attribute(name, value, start, end, quote, places)

    def _keep(self, attribute: Attribute) -> None:
        if attribute.value.strip():
            self.attributes.append(attribute)

    def cells(self) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Where in the text the cells of tables stand; of several lines, the first."""
        starts = self._lines.cells
        for start, after in pairwise((*starts, len(self.text) + len(CELLS))):
            line = self.text.find("\n", start, after)
            yield start, line if line >= 0 else after - len(CELLS)

    def source(self, start: int, end: int) -> list[tuple[int, int]]:
        """Find where a range of the text stands.

        start (int): Where it begins.
        end (int): Where it ends.
        RETURNS (list[tuple[int, int]]): The pieces of the HTML, in order; tags stand between them. None where there is
            nothing but line breaks that tags make, and marks of quotations.
        """
        return self._lines.places.source(start, end)

    def to_text(self, at: int) -> int | None:
        """RETURNS (Optional[int]): The place in the text of a place in the HTML; None in tags and where white space
        does not show."""
        return self._lines.places.target(at)

    def rewrite(self, edits: Sequence[Edit] = (), attributes: Iterable[Edit] = ()) -> Rewritten:
        """Replace ranges of the text, empty comments and the like, and leave everything else as it is. Of what tags
        split, the first piece is replaced and the others are emptied; the tags stay.

        edits (Sequence[Edit]): Start and end in the text, and what readers shall see; in order, without overlaps.
        attributes (Iterable[Edit]): Start and end in the HTML, and what is written there, as it is: see `write`.
        RETURNS (Rewritten): The new HTML.
        """
        inner = sorted([*attributes, *self.emptied])
        done: list[Edit | None] = []
        at = 0
        others: list[Edit] = []
        for start, end, written in edits:
            pieces = self.source(start, end)
            if not pieces:
                done.append(None)
                continue
            (first, after), *rest = pieces
            last = pieces[-1][1]
            while at < len(inner) and inner[at][0] < first:
                others.append(inner[at])
                at += 1
            within = [(first, after, written_in(self.html, first, written)), *((a, b, "") for a, b in rest)]
            while at < len(inner) and inner[at][0] < last:
                within.append(inner[at])
                at += 1
            done.append((first, last, _replaced(self.html, sorted(within), first, last)))
        others += inner[at:]
        everything = sorted([*others, *(edit for edit in done if edit is not None)])
        return Rewritten(_replaced(self.html, everything, 0, len(self.html)), done, others)

    def write(self, attribute: Attribute, start: int, end: int, written: str) -> Edit:
        """Replace a range of an attribute's value.

        attribute (Attribute): The attribute.
        start (int): Where the range begins in the value.
        end (int): Where it ends.
        written (str): What shall stand there.
        RETURNS (Edit): The same in the HTML, for `rewrite`.
        """
        first, last = attribute.source(start, end)
        if attribute.quote is None:
            return first, last, written
        return first, last, written_in(self.html, first, written, quote=attribute.quote)


def _value(html: str, raw: RawAttribute | None) -> str:
    return html[raw.start : raw.end] if raw is not None and raw.start >= 0 else ""


@lru_cache(maxsize=10_000)
def _prefix(name: str) -> str | None:
    """What anything may stand after in the name of an attribute; empty if HTML does not know it, None if it does."""
    if any(name in words_of("attributes", kind) for kind in ("formal", "address", "prose", "other")):
        return None
    known = _KNOWN_NAME.fullmatch(name)
    return "" if known is None else known["prefix"]


def _replaced(text: str, edits: Iterable[Edit], at: int, end: int) -> str:
    pieces = []
    for start, stop, written in edits:
        pieces += [text[at:start], written]
        at = stop
    return "".join([*pieces, text[at:end]])


@lru_cache(maxsize=8)
def read_markup(html: str) -> Markup:
    """RETURNS (Markup): The HTML, read; one after the other asks for the same."""
    return Markup(html)


def plain(message: Message) -> Message:
    """RETURNS (Message): The message as a reader sees it, without tags; the same one if it is not HTML."""
    return replace(message, text=read_markup(message.text).text, html=False) if message.html else message
