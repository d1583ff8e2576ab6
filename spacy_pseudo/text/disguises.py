"""Pieces of a text that say something else than is written: encoded, reversed, divided, spaced, or with figures, lost
and mistaken letters. Each is looked for only where its sign stands."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from unicodedata import category

import regex

from .entities import unquote
from .lexing import DIVIDED, FIGURED, LOST, MARKED, Text
from .mending import mend
from .words import atoms, chunk

# '%4Fttoline', and '=4Fttoline' of mails that were not decoded; what surrounds it, up to a blank.
_PERCENT: Final = re.compile(r"%[0-9A-Fa-f]{2}|=[0-9A-F]{2}")
_CHUNK: Final = re.compile(r"[^\s<>\"]{0,200}(?:%[0-9A-Fa-f]{2}|=[0-9A-F]{2})[^\s<>\"]{0,400}")
_QUOTED: Final = re.compile(r"=(?=[0-9A-F]{2})")
# 'Otto&#108;ine', 'Otto&shy;line': references of HTML in a text that is none; 'Ott\\u006fline': those of JSON and code.
_REFERENCE: Final = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});|\\(?:u(?![dD][89A-Fa-f])[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"
)
_REFERENCES: Final = re.compile(
    rf"(?<![^\W\d_])(?:[^\W\d_]{{1,40}})?(?:(?:{_REFERENCE.pattern})[^\W\d_]{{0,40}}){{1,60}}"
)
# 'Otto<b>line</b>': tags of HTML within a word, of a text that is none.
_TAGGED: Final = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,40}(?:</?[A-Za-z][^<>\s]{0,10}>[^\W\d_]{1,40}){1,9}")
_TAG: Final = re.compile(r"<[^<>]*>")
# What lies between these two marks is shown from right to left.
_REVERSED: Final = re.compile("[^\\W\\d_]*\u202e([^\u202c\u202e\n]{1,200})\u202c?")
# A hyphen at the end of a line, with the signs of a quotation on the next.
_DIVIDED: Final = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{2,40})([-=\u00ad\u2010]\r?\n(?:[ \t]{0,4}>){0,9}[ \t]{0,9})([^\W\d_]{2,40})(?![^\W\d_])"
)
# Figures among letters, and nothing beside them that makes it a code: 'M4ry', not 'M4RY-0193' or 'x.m4ry'.
# The rarer character comes first: it is found fastest.
_FIGURE: Final = re.compile(r"[0134578@](?:(?<=[A-Za-z].)|(?=[A-Za-z]))")
_FIGURED: Final = re.compile(r"(?<![\w@$#&/\\=~^+*.:%-])[A-Za-z0134578@]{3,24}(?![\w@$#&/\\=~^+*(\[]|[-.:%]\w)")
_LETTERS: Final = tuple(str.maketrans("0134578@", letters) for letters in ("oieastba", "oleastba"))
# Marks of Markdown within a word: '**M**ary', '[M]ary'.
_MARK_WITHIN: Final = re.compile(r"[*_\[\]()](?<=[^\W\d_].)")
_MARKED: Final = re.compile(
    r"(?<![\w*\[(])[*\[(]{0,3}[^\W\d_]{1,20}(?:[*_\[\]()]{1,3}[^\W\d_]{1,20}){1,4}[*\])]{0,3}(?!\w)"
)
_MOST_FIGURES, _LONGEST = 3, 24

# 'R o b e r t', 'R.o.b.e.r.t', 'R-o-b': one letter at a time, at least three.
_SPACED = regex.compile(
    r"(?<![\p{L}\p{M}\d])\p{L}\p{M}*(?:([ .\-_*~·])\p{L}\p{M}*)(?:\1\p{L}\p{M}*)+(?![\p{L}\p{M}\d])"
)
_MAYBE_SPACED = re.compile(r"([ .\-_*~·])[^\W\d_]\1[^\W\d_](?![^\W\d_])")
_MARK = re.compile("[\u0300-\u036f]")
# A letter lost to a wrong encoding: 'M?ria', 'M\ufffdria'.
_LOST = regex.compile(
    r"(?<!\S)[?\ufffd]\p{Ll}{2,}|\p{L}[\p{L}\p{M}]*(?:[?\ufffd]{1,2}[\p{L}\p{M}]+)+|\p{L}[\p{L}\p{M}]+\ufffd{1,2}(?!\S)"
)
_MAYBE_LOST = re.compile(r"\?(?=[^\W\d_])|\ufffd")
_LOSSES = re.compile("[?\ufffd]+")
# The word before one with a lost letter has lost its last: 'Zo? M?ller'.
_LOST_BEFORE = regex.compile(r"(?<!\S)(\p{Lu}[\p{L}\p{M}]+\?)[ ]$")
# Scanned: 'Wa1ter', 'PauI', 'R0bert', '0liver', and 'lngrid', in which a capital has become a small letter.
_SCANNED = re.compile(
    r"[A-Z0l](?<![^\W_].)"  # the first letter first: it is found fastest
    r"(?:(?<=[A-Z])(?:[a-z]*[01I][a-z]+|[a-z]{2,}[01I])|(?<=0)[a-z]{3,}|(?<=l)[bcdfghjkmnpqrstvwxz][a-z]+)(?![^\W_])"
)
_SCANNED_FIGURE = re.compile(r"[01](?:(?<=[A-Za-z].)|(?=[a-z]))")
_SCANNED_FIRST = str.maketrans("0l", "OI")
_SCANNED_LETTERS = (str.maketrans("10I", "lol"), str.maketrans("10I", "ioi"))


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
    """YIELDS (View): All pieces that are encoded, reversed, divided, marked, or written with figures."""
    text = Text.of(text)
    if ("%" in text or "=" in text) and _PERCENT.search(text):
        yield from _encoded(text)
    if "&" in text or "\\" in text:
        yield from _referenced(text)
    if "<" in text:
        yield from _tagged(text)
    if "\u202e" in text:
        yield from _reversed(text)
    if text.signs & DIVIDED:
        yield from _divided(text)
    if text.signs & FIGURED:
        yield from _figured(text)
    yield from _marked(text)


def spaced(text: str) -> Iterator[tuple[int, int, str]]:
    """YIELDS (tuple[int, int, str]): Words written one letter at a time: start, end and the letters together."""
    if not _MAYBE_SPACED.search(text) and (text.isascii() or not _MARK.search(text)):
        return
    for m in _SPACED.finditer(text):
        yield m.start(), m.end(), "".join(atom.text for atom in atoms(m.group()))


def looks_scanned(word: str) -> bool:
    """RETURNS (bool): A word without digits that may have been read wrongly by a scanner: 'lngrid', 'MarIa'."""
    return _SCANNED.fullmatch(word) is not None


def scanned(text: str, *, anywhere: bool = True) -> Iterator[tuple[int, int, str]]:
    """YIELDS (tuple[int, int, str]): Words that a scanner may have read wrongly, beside figures or anywhere: start, end
    and what the word may be."""
    for start, end in [(0, len(text))] if anywhere else chunks(text, _SCANNED_FIGURE, FIGURED):
        for m in _SCANNED.finditer(text, start, end):
            for table in _SCANNED_LETTERS:
                yield m.start(), m.end(), m.group().translate(_SCANNED_FIRST)[0] + m.group()[1:].translate(table)


def damaged(text: str) -> Iterator[tuple[int, int, str]]:
    """YIELDS (tuple[int, int, str]): Words with lost or mistaken letters, alone and with the one before: start, end and
    the word, `?` for each lost letter."""
    for start, end in chunks(text, _MAYBE_LOST, LOST):
        for m in _LOST.finditer(text, start, end):
            word = _LOSSES.sub("?", m.group())
            yield m.start(), m.end(), word
            if before := _LOST_BEFORE.search(text, max(m.start() - _LONGEST, 0), m.start()):
                yield before.start(), m.end(), f"{before[1]} {word}"
    if not text.isascii():
        text = Text.of(text)
        for start, word in zip(text.starts, text.tokens, strict=True):
            if not word.isascii() and (mended := mend(word)) != word:
                yield start, start + len(word), mended


def chunks(text: str, pattern: re.Pattern[str], sign: int) -> Iterator[tuple[int, int]]:
    """YIELDS (tuple[int, int]): The runs without blanks in which something is found, if its sign is in the text."""
    done = 0
    for m in pattern.finditer(text) if Text.of(text).signs & sign else ():
        if m.start() >= done:
            start, done = chunk(text, m.start(), done)
            yield start, done


def _encoded(text: str) -> Iterator[View]:
    for m in _CHUNK.finditer(text):
        said, (starts, ends) = _QUOTED.sub("%", m[0]), _as_they_are(*m.span())
        for _ in range(2):  # an address within an address is encoded twice
            said, way = unquote(said)
            places = [way.source(at, at + 1) for at in range(len(said))]
            starts, ends = [starts[p[0][0]] for p in places], [ends[p[-1][1] - 1] for p in places]
        if said != m[0]:
            yield View(said, starts, ends)


def _referenced(text: str) -> Iterator[View]:
    for m in _REFERENCES.finditer(text):
        said, starts, ends, at = "", list[int](), list[int](), m.start()
        for piece in [*_REFERENCE.finditer(text, *m.span()), None]:
            upto = piece.start() if piece is not None else m.end()
            said, starts, ends = said + text[at:upto], [*starts, *range(at, upto)], [*ends, *range(at + 1, upto + 1)]
            if piece is None:
                break
            at, char = piece.end(), html.unescape(piece[0]) if piece[0][0] == "&" else chr(int(piece[0][2:], 16))
            if category(char[0]) == "Cf":  # is not seen, and goes with the character before it
                ends[-1:] = [at] * bool(ends)
            else:
                said, starts, ends = said + char, [*starts, *[piece.start()] * len(char)], [*ends, *[at] * len(char)]
        yield View(said, starts, ends)


def _tagged(text: str) -> Iterator[View]:
    for m in _TAGGED.finditer(text):
        places = list(range(*m.span()))
        for tag in reversed([*_TAG.finditer(text, *m.span())]):
            del places[tag.start() - m.start() : tag.end() - m.start()]
        # The tags within a name go with the letter before them.
        yield View("".join(text[at] for at in places), places, [*places[1:], m.end()])


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
    for chunk_ends in chunks(text, _MARK_WITHIN, MARKED):
        for m in _MARKED.finditer(text, *chunk_ends):
            if any(m[0].count(opens) != m[0].count(closes) for opens, closes in ("()", "[]")):  # 'P(at least one)'
                continue
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
