"""Pieces of a text that say something else than is written: encoded, reversed, divided, or with figures for letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from .entities import unquote

# '%4Fttoline'; what surrounds it, up to a blank.
_PERCENT: Final = re.compile(r"%[0-9A-Fa-f]{2}")
_CHUNK: Final = re.compile(r"[^\s<>\"]{0,200}%[0-9A-Fa-f]{2}[^\s<>\"]{0,400}")
# What lies between these two marks is shown from right to left.
_REVERSED: Final = re.compile("[^\\W\\d_]*\u202e([^\u202c\u202e\n]{1,200})\u202c?")
# A hyphen at the end of a line, with the signs of a quotation on the next.
_LINE_ENDS: Final = re.compile(r"[-\u00ad\u2010]\r?\n")
_DIVIDED: Final = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{2,40})([-\u00ad\u2010]\r?\n(?:[ \t]{0,4}>){0,9}[ \t]{0,9})([^\W\d_]{2,40})(?![^\W\d_])"
)
# Figures among letters, and nothing beside them that makes it a code: 'M4ry', not 'M4RY-0193' or 'x.m4ry'.
# The rarer character comes first: it is found fastest.
_FIGURE: Final = re.compile(r"[0134578@](?:(?<=[A-Za-z].)|(?=[A-Za-z]))")
_FIGURED: Final = re.compile(r"(?<![\w@$#&/\\=~^+*.:%-])[A-Za-z0134578@]{3,24}(?![\w@$#&/\\=~^+*(\[]|[-.:%]\w)")
_LETTERS: Final = tuple(str.maketrans("0134578@", letters) for letters in ("oieastba", "oleastba"))
# Marks of Markdown within a word: '**M**ary', '[M]ary'.
_MARKED: Final = re.compile(r"[*_\[\]()](?<=[^\W\d_].)[*_\[\]()]{0,2}[^\W\d_]")
_MARKED_WORD: Final = re.compile(
    r"(?<![\w*\[(])[*\[(]{0,3}[^\W\d_]{1,20}(?:[*_\[\]()]{1,3}[^\W\d_]{1,20}){1,4}[*\])]{0,3}(?!\w)"
)
_MOST_FIGURES, _LONGEST = 3, 24


class View(NamedTuple):
    """What a piece of a text says.

    text (str): What it says.
    starts (list[int]): Where each character of that begins in the text.
    ends (list[int]): Where each ends.
    """

    text: str
    starts: list[int]
    ends: list[int]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): Where characters of what it says stand in the text."""
        return min(self.starts[start:end]), max(self.ends[start:end])


def views(text: str) -> Iterator[View]:
    """YIELDS (View): All such pieces; only texts with a sign of one are looked at."""
    if "%" in text and _PERCENT.search(text):
        yield from _encoded(text)
    if "\u202e" in text:
        yield from _reversed(text)
    if _LINE_ENDS.search(text):
        yield from _divided(text)
    if _FIGURE.search(text):
        yield from _figured(text)
    if _MARKED.search(text):
        yield from _marked(text)


def _encoded(text: str) -> Iterator[View]:
    for chunk in _CHUNK.finditer(text):
        said, (starts, ends) = chunk[0], _as_they_are(*chunk.span())
        for _ in range(2):  # an address within an address is encoded twice
            said, way = unquote(said)
            places = [way.source(at, at + 1) for at in range(len(said))]
            starts, ends = [starts[p[0][0]] for p in places], [ends[p[-1][1] - 1] for p in places]
        if said != chunk[0]:
            yield View(said, starts, ends)


def _reversed(text: str) -> Iterator[View]:
    for m in _REVERSED.finditer(text):
        before = m.start(1) - 1 - m.start()
        order = [*range(m.start(), m.start(1) - 1), *range(m.end(1) - 1, m.start(1) - 1, -1)]
        ends = [at + 1 for at in order]
        if before:  # the mark within the name is taken with it, and so is the one that ends it
            ends[before] = m.end()
        yield View("".join(text[at] for at in order), order, ends)


def _divided(text: str) -> Iterator[View]:
    for m in _DIVIDED.finditer(text):
        places = [*range(*m.span(1)), *range(*m.span(3))]
        yield View(m[1] + m[3], places, [at + 1 for at in places])
        # 'Anne-' and 'Marie' are joined by a hyphen anyway.
        places.insert(len(m[1]), m.start(2))
        yield View(f"{m[1]}-{m[3]}", places, [at + 1 for at in places])


def _marked(text: str) -> Iterator[View]:
    for m in _MARKED_WORD.finditer(text):
        places = [at for at in range(*m.span()) if text[at].isalpha()]
        ends = [*places[1:], m.end()]  # the marks go with the letter before them
        yield View("".join(text[at] for at in places), [m.start(), *places[1:]], ends)


def _figured(text: str) -> Iterator[View]:
    done = 0
    for figure in _FIGURE.finditer(text):
        start = figure.start()
        if start < done:
            continue
        while (
            start > done and figure.start() - start < _LONGEST and (text[start - 1].isalnum() or text[start - 1] == "@")
        ):
            start -= 1
        done = figure.end()
        if (m := _FIGURED.match(text, start)) is None:
            continue
        done = m.end()
        figures = sum(not char.isalpha() for char in m[0])
        if figures <= _MOST_FIGURES and 2 * figures <= len(m[0]):
            for table in _LETTERS:
                said = m[0].translate(table)
                yield View(said if m[0].islower() else said[0].upper() + said[1:], *_as_they_are(*m.span()))


def _as_they_are(start: int, end: int) -> tuple[list[int], list[int]]:
    return list(range(start, end)), list(range(start + 1, end + 1))
