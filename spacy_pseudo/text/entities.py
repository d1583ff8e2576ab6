"""Characters of a text and the places they come from; the character references of HTML, and those of addresses."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from html import escape, unescape
from html.entities import html5
from typing import Final

_REFERENCE: Final = re.compile(
    r"&(?:\#0*(?P<decimal>[0-9]{1,7})(?![0-9]);?|\#[xX]0*(?P<hex>[0-9a-fA-F]{1,6})(?![0-9a-fA-F]);?"
    r"|(?P<name>[A-Za-z][A-Za-z0-9]{1,31})(?P<end>;?))"
)
# Names that need no semicolon are no longer than this.
_LONGEST_BARE: Final = max(len(name) for name in html5 if not name.endswith(";"))
# In the address 'a?b=1&copy=2' nothing is meant by '&copy'.
_GOES_ON: Final = re.compile(r"[=A-Za-z0-9]")
# What would become a tag or a character reference by what is put after it.
_OPEN: Final = re.compile(r"(?:</?[A-Za-z0-9:-]{0,40}|&\#?[A-Za-z0-9]{0,40})\Z")
_OPEN_LENGTH: Final = 43
_OPENS: Final = frozenset("/!?#")
_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
# A value without quotes ends with a blank.
_UNQUOTABLE: Final = re.compile(r"[\s\"'=`]")


class SourceMap:
    """From the characters of a text to the places in a source that they come from, in runs: one by one, one character
    for several, or characters that come from nowhere."""

    __slots__ = ("_ends", "_length", "_raws", "_starts")

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._raws: list[int] = []
        self._ends: list[int] = []
        self._length = 0

    def add(self, length: int, start: int, end: int) -> None:
        """Add characters at the end of the text.

        length (int): How many; one, or as many as there are in the source, unless they come from nowhere.
        start (int): Where they come from.
        end (int): Where that ends; the same place if they come from nowhere.
        """
        last = len(self._starts) - 1
        plain = length == end - start
        known = last >= 0 and self._ends[last] == start > self._raws[last]
        if not (plain and known and self._length - self._starts[last] == self._ends[last] - self._raws[last]):
            self._starts.append(self._length)
            self._raws.append(start)
            self._ends.append(end)
        else:
            self._ends[last] = end
        self._length += length

    def source(self, start: int, end: int) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): The pieces of the source that a range of the text comes from, in order."""
        pieces: list[tuple[int, int]] = []
        at = max(0, bisect_right(self._starts, start) - 1)
        while at < len(self._starts) and self._starts[at] < end:
            raw, raw_end, begins = self._raws[at], self._ends[at], self._starts[at]
            length = (self._starts[at + 1] if at + 1 < len(self._starts) else self._length) - begins
            at += 1
            if raw == raw_end or start >= begins + length:
                continue
            if length == raw_end - raw:
                raw, raw_end = raw + max(0, start - begins), raw + min(length, end - begins)
            if pieces and pieces[-1][1] == raw:
                pieces[-1] = (pieces[-1][0], raw_end)
            else:
                pieces.append((raw, raw_end))
        return pieces

    def target(self, at: int) -> int | None:
        """RETURNS (Optional[int]): The place in the text of a place in the source; None if nothing comes from there."""
        # Characters from nowhere stand before what follows them in the source: the last run that begins here counts.
        number = bisect_right(self._raws, at) - 1
        if number < 0 or not self._raws[number] <= at < self._ends[number]:
            return None
        length = (self._starts[number + 1] if number + 1 < len(self._starts) else self._length) - self._starts[number]
        plain = length == self._ends[number] - self._raws[number]
        return self._starts[number] + (at - self._raws[number] if plain else 0)


def reference(html: str, at: int, *, attribute: bool = False) -> tuple[str, int] | None:
    """Read a character reference.

    html (str): The HTML.
    at (int): Where an ampersand stands.
    attribute (bool): It stands in the value of an attribute.
    RETURNS (Optional[tuple[str, int]]): The character and where the reference ends; None if it is none, or one of those
        that mean several characters.
    """
    found = _REFERENCE.match(html, at)
    if found is None:
        return None
    if found["name"] is None:
        char, end = _char(found["decimal"], found["hex"]), found.end()
    else:
        char, length = _named(found["name"], bool(found["end"]))
        end = at + 1 + length
        if attribute and html[end - 1] != ";" and _GOES_ON.match(html, end):
            return None
    return (char, end) if len(char) == 1 else None


@lru_cache(maxsize=1000)
def _char(decimal: str | None, hexadecimal: str | None) -> str:
    return unescape(f"&#{decimal};" if decimal is not None else f"&#x{hexadecimal};")


@lru_cache(maxsize=10_000)
def _named(name: str, closed: bool) -> tuple[str, int]:
    """The character, and how much of the name means it; nothing if nothing does."""
    if closed and f"{name};" in html5:
        return html5[f"{name};"], len(name) + 1
    lengths = range(min(len(name), _LONGEST_BARE), 1, -1)
    return next(((html5[name[:n]], n) for n in lengths if name[:n] in html5), ("", 0))


def decode(html: str, start: int, end: int) -> tuple[str, SourceMap]:
    """Decode the value of an attribute.

    html (str): The HTML.
    start (int): Where the value begins.
    end (int): Where it ends.
    RETURNS (tuple[str, SourceMap]): The value, and where in the HTML its characters come from.
    """
    places = SourceMap()
    pieces = []
    at = start
    while at < end:
        sign = html.find("&", at, end)
        sign = end if sign < 0 else sign
        if sign > at:
            pieces.append(html[at:sign])
            places.add(sign - at, at, sign)
            at = sign
            continue
        char, after = reference(html, at, attribute=True) or ("&", at + 1)
        if after > end:
            char, after = "&", at + 1
        pieces.append(char)
        places.add(1, at, after)
        at = after
    return "".join(pieces), places


def written_in(html: str, at: int, text: str, *, quote: str | None = None) -> str:
    """Write a text so that a browser shows it, and that what stands before it keeps its meaning.

    html (str): The HTML.
    at (int): Where it is put.
    text (str): What is to be shown.
    quote (Optional[str]): Around the value of an attribute, if it is put into one; may be empty.
    RETURNS (str): What to put in.
    """
    first = text[:1]
    before = html[max(0, at - _OPEN_LENGTH) : at]
    glues = (first.isalnum() or first in _OPENS) and before[-1:] not in ("", ">", " ") and _OPEN.search(before)
    written = escape(text[1:] if glues else text, quote=bool(quote))
    if quote == "":
        written = _UNQUOTABLE.sub(lambda m: f"&#{ord(m[0])};", written)
    return f"&#{ord(first)};{written}" if glues and first else written


def unquote(text: str) -> tuple[str, SourceMap]:
    """Read what is written with percent signs: 'Mary%20Poe'.

    text (str): An address.
    RETURNS (tuple[str, SourceMap]): What it means, and where its characters come from.
    """
    places, pieces, at = SourceMap(), [], 0
    for found in _PERCENT.finditer(text):
        pieces.append(text[at : found.start()])
        places.add(found.start() - at, at, found.start())
        at = found.start()
        raw = bytes.fromhex(found[0].replace("%", ""))
        try:
            chars = raw.decode("utf-8")
            lengths = [len(char.encode("utf-8")) for char in chars]
        except UnicodeDecodeError:
            chars, lengths = raw.decode("latin-1"), [1] * len(raw)
        for char, length in zip(chars, lengths, strict=True):
            pieces.append(char)
            places.add(1, at, at + 3 * length)
            at += 3 * length
    if at < len(text):
        places.add(len(text) - at, at, len(text))
    return "".join([*pieces, text[at:]]), places
