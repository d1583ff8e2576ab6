"""The lines that a reader of HTML sees: what tags and white space do to them, and what is quoted."""

from __future__ import annotations

import re
from typing import Final

from .entities import SourceMap, reference
from .tags import OPEN, Tag, words_of

# White space as HTML has it: a blank that does not break is none.
_TEXT: Final = re.compile(
    r"(?P<space>[ \t\n\r\f]+)|(?P<fixed>\u00a0)|(?P<sign>&)"
    r"|(?P<plain>[^ \t\n\r\f&\u00a0]+(?:[ ][^ \t\n\r\f&\u00a0]+)*)"
)
_SPACES: Final = frozenset(" \t\n\r\f")
_LINE_END: Final = re.compile(r"\r\n?|\n")
_AS_IT_IS: Final = re.compile(r"(?P<line>\r\n?|\n)|(?P<fixed>\u00a0)|(?P<sign>&)|(?P<plain>[^\r\n&\u00a0]+)")
_PRE: Final = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)(?!\w)", re.IGNORECASE)
_WORDS: Final = re.compile(r"[\w-]+")
_QUOTED: Final = "> "
_DEEPEST: Final = 8
# Between cells of a table: without a sign, names of two people would be taken for one.
CELLS: Final = " | "


class Lines:
    """Puts the text together, line by line."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.places = SourceMap()
        self.cells: list[int] = []  # where a cell of a table begins
        self._length = 0
        self._cell = False
        self._breaks = 0  # lines to be ended before the next character
        self._space: tuple[int, int] | None = None  # white space that shows if something follows
        self._gap = ""  # what tags put between words
        self._link_ended = False  # nothing stands after it yet
        self._fresh = True  # nothing stands in the line yet
        # What is open, by name: a quotation, white space that is kept, and what makes lines.
        self._open: dict[str, list[tuple[bool, bool, bool]]] = {}
        self._quotes = self._cited = self._kept = self._blocks = 0

    def take(self, tag: Tag, classes: str, style: str, kind: str) -> None:
        """What a tag does to lines."""
        name = tag.name
        if name == "br":
            self._breaks += 1
        elif name in words_of("elements", "paragraph"):
            self._breaks = max(self._breaks, 2)
        elif name in words_of("elements", "line"):
            self._breaks = max(self._breaks, 1)
        elif name in words_of("elements", "cell"):
            self._gap, self._cell = CELLS, tag.kind == OPEN
        elif name in words_of("elements", "apart") or (self._link_ended and tag.kind == OPEN):
            # '<a>Mary</a><span>yesterday</span>' is two words, 'Ro<b>bert</b>' is one.
            self._gap = self._gap or " "
        self._link_ended = self._link_ended or (name in words_of("elements", "link") and tag.kind != OPEN)
        if tag.kind != OPEN:
            self._end(name)
        elif name not in words_of("elements", "void"):
            if name in ("p", "li"):  # the next one closes it
                self._end(name)
            quote = name == "blockquote" or not words_of("elements", "quote").isdisjoint(_WORDS.findall(classes))
            kept = name in ("pre", "textarea", "listing", "xmp") or _PRE.search(style) is not None
            block = any(name in words_of("elements", what) for what in ("paragraph", "line", "cell"))
            self._open.setdefault(name, []).append((quote, kept, block))
            self._count(name, quote, kept, block, 1)

    def _end(self, name: str) -> None:
        if stack := self._open.get(name):
            self._count(name, *stack.pop(), -1)

    def _count(self, name: str, quote: bool, kept: bool, block: bool, step: int) -> None:
        self._quotes += step * quote
        self._cited += step * (name == "blockquote")
        self._kept += step * kept
        self._blocks += step * block

    @property
    def _depth(self) -> int:
        """How deep a quotation is; mail programs put an element of their own around one that HTML has."""
        return min(self._cited, _DEEPEST) or min(self._quotes, 1)

    def add(self, html: str, start: int, end: int) -> None:
        """Add what stands between two tags."""
        pattern = _AS_IT_IS if self._kept else _TEXT
        at = start
        while at < end:
            found = pattern.match(html, at, end)
            kind, after = (found.lastgroup, found.end()) if found else ("plain", end)
            text = " " if kind == "fixed" else "\n" if kind == "line" else html[at:after]
            if kind == "sign":
                text, after = reference(html, at) or ("&", at + 1)
                if after > end:
                    text, after = "&", at + 1
                if text in _SPACES and not self._kept:
                    kind = "space"
                text = " " if text == "\u00a0" else text
            if kind == "space":
                self._space = self._space or (at, after)
                if not self._blocks:  # nobody wraps what stands in no paragraph: these are lines that somebody wrote
                    self._breaks = max(self._breaks, min(len(_LINE_END.findall(html, at, after)), 2))
            else:
                self._show(text, at, after)
            at = after

    def _show(self, text: str, start: int, end: int) -> None:
        """Add characters, with the lines, the mark of a quotation and the blank that belong before them."""
        if self.pieces and self._breaks:
            self._put("\n" * self._breaks, start, start)
            self._fresh = True
        if self._fresh and (depth := self._depth):
            self._put(_QUOTED * depth, start, start)
        elif not self._fresh and self._space is not None and self._gap != CELLS:
            self._put(" ", *self._space)
        elif not self._fresh and self._gap:
            self._put(self._gap, start, start)
        if self._cell:
            self.cells.append(self._length)
        self._breaks, self._space, self._gap, self._link_ended, self._cell = 0, None, "", False, False
        self._put(text, start, end)
        self._fresh = text == "\n"

    def _put(self, text: str, start: int, end: int) -> None:
        self.pieces.append(text)
        self._length += len(text)
        self.places.add(len(text), start, end)
