"""What stands apart from what people say: code, output, formulas, citations and lists of references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..text.citations import published
from .base import Page
from .shape_files import Shapes
from .vocabulary import cue_words

_like: Final = Shapes("apart")


# By the word before a number that is published, the kind of what it is.
_KINDS: Final = {word: kind for kind in "pages book entry substance program law".split() for word in cue_words(kind)}
_NUMBERED: Final = frozenset(_KINDS)
_APOSTROPHES: Final = ("'", "’")
_RETRIEVED_WORDS: Final = cue_words("retrieved")
# Lines that are code, output or a log as a whole: by what they hold, by how they begin.
_OPERATORS: Final = ("%>%", "%in%", "|>", " && ", " || ", ") +")
_NAME_SIGNS: Final = frozenset("._:$")
_NO_CALL: Final = frozenset(".:")
_LONGEST_NAME, _LONGEST_ROW = 80, 400


def find_apart(page: Page) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Such places, in order, without overlaps."""
    # A number before a bracket calls nothing: '+44(0)20'.
    plain = (place for place in page.in_prose[0] if not (page[place[1] - 1] == "(" and page[place[0]].isdigit()))
    return _united([*plain, *_published(page), *_formulas(page), *_code(page), *_lines(page)])


def _published(page: Page) -> Iterator[tuple[int, int]]:
    """Citations, references, and numbers of what is published."""
    text = page.text
    work = published(text)
    for start, end in (*work.citations, *work.references):
        if not _like.no_author.match(text, start, end):
            yield start, end
    for number in page.numbers(_NUMBERED) if page.figures else ():
        start = page.starts[number]
        if text[start - 1 : start] in _APOSTROPHES:  # "she's 9"
            continue
        kind = _KINDS[page.small_words[number]]
        if _like.number_after.match(text, start) and (m := getattr(_like, kind).match(text, start)):
            yield m.span()
    for at in page.figures:
        if text[at] in "12" and text[at - 1 : at] in ("(", " ") and (year := _like.year.match(text, at)):
            start = max(0, at - 40)
            if cited := _like.cited.search(text[start:at]):
                yield start + cited.start(), year.end()
    if page.numbers(_RETRIEVED_WORDS):
        yield from (m.span() for m in _like.retrieved.finditer(text))
    if text.count("-") > 3:
        yield from ((m.start() - 8, m.end() + 12) for m in _like.uuid.finditer(text) if m.start() >= 8)


def _formulas(page: Page) -> Iterator[tuple[int, int]]:
    text = page.text if page.figures else ""
    for sign in _like.equals.finditer(text):
        start = max(0, sign.start() - 50)
        if measure := _like.measure.search(text[start : sign.start()]):
            yield start + measure.start(), sign.end()
    if "," in text:
        yield from (m.span() for m in _like.interval.finditer(text))
    for m in _like.fraction.finditer(text):
        start = m.start()
        while start and text[start - 1].isdigit():
            start -= 1
        yield start, m.end()


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Pieces of code within a line."""
    if "```" in text:
        yield from (m.span() for m in _like.fenced.finditer(text))
    at = text.find("(")
    while at >= 0:
        start = at
        while start and at - start < _LONGEST_NAME and (text[start - 1].isalnum() or text[start - 1] in _NAME_SIGNS):
            start -= 1
        called = start < at and text[at - 1] not in _NO_CALL and not text[start].isdigit()  # not 'Phone:(519)'
        m = _like.call.match(text, at) if called else None
        if m and _like.arguments.search(text[start : m.end()]):
            yield start, m.end()
        at = text.find("(", m.end() if m else at + 1)
    if "{" in text:
        yield from (m.span() for m in _like.object.finditer(text))
    if "<" in text:
        yield from (m.span() for m in _like.tag.finditer(text))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Lines of code, rows of numbers, tables."""
    end = -1
    before: re.Match[str] | None = None
    for line in text.split("\n"):
        start, end = end + 1, end + 1 + len(line)
        bare = line.strip(" \t>\r") if line else ""
        if not bare:
            continue
        if _is_code(bare) or _is_row(bare):
            yield start, end
        values = _like.values.fullmatch(line) if " " not in line else None
        if values and before and values.lastindex == before.lastindex:
            yield start - 1 - len(before[0]), end
        before = values


def _is_code(line: str) -> bool:
    if line[-1] in ";{" and _like.code_ends.search(line[-3:]):
        return True
    return _like.code_starts.match(line) is not None or any(sign in line for sign in _OPERATORS)


def _is_row(line: str) -> bool:
    if not (line[-1].isdigit() or line[-1] in "*.|%†AN") or len(line) > _LONGEST_ROW or not _like.columns.search(line):
        return False
    cells = [cell for cell in _like.between.split(line.strip("#|*.† ")) if cell]
    numbers = sum(_like.cell.fullmatch(cell) is not None for cell in cells)
    return numbers >= 3 and len(cells) - numbers < min(3, numbers)


def _united(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places in order, those that overlap as one."""
    united: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if united and start < united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        elif start < end:
            united.append((start, end))
    return united
