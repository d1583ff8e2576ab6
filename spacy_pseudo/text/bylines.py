"""By-lines: who wrote an essay or a report, and who else is named above it.

Labels say most: 'by Mary Poe', 'Submitted by: Mary Poe and Robert Grey', 'Lab partner: Robert'. Where there is none,
the lines around a name tell: a name of its own among title, course, teacher, school and date, or in the line that heads
each page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from .byline_grammar import AUTHOR, OTHER, TEAM, BylineGrammar, Label, Person, byline_grammar
from .lexing import Text, lasting
from .person_names import words_of
from .words import fold
from .zones import is_foreign, unmarked

__all__ = ["AUTHOR", "CO_AUTHOR", "MEMBER", "OTHER", "Byline", "find_bylines"]

# Named together with the author, or in another by-line of the same text; and among those who did something together.
CO_AUTHOR: Final = "co-author"
MEMBER: Final = "member"

# How far down, and up from the end, a by-line may stand, in lines that are not empty.
_FIRST: Final = 12
_LAST: Final = 4
_LONGEST: Final = 110
# Of so few lines a block with somebody's address is made.
_BLOCK: Final = 3
# A line of so many words that ends as sentences do is one.
_SENTENCE: Final = 6
# What tells whose name it is, the surest first.
_LABELLED, _TEAM, _BARE = range(3)
_RANKS: Final = {AUTHOR: _LABELLED, TEAM: _TEAM}
# 'Poe 2', 'Mary Poe, page 2': a line of every page.
_PAGE: Final = re.compile(
    r"[ \t]*(?P<name>[^\W\d_][^\d\n]{1,60}?)[ \t,.|-]+(?:[Pp](?:age|\.|g\.)?[ \t]*)?(?P<page>\d{1,3})[ \t]*"
)
_LINE: Final = re.compile(r"[^\n]+")
# An empty line is one within so many characters.
_GAP: Final = 8
_GREETING_MARKS: Final = (",", "!", ":", "?")


class Byline(NamedTuple):
    """A name above or below an essay, and what it is there: the author's, a co-author's, or that of somebody else."""

    start: int
    end: int
    role: str


class _Group(NamedTuple):
    """People who are named in one go."""

    rank: int
    people: list[Person]
    part: bool = False  # of one name


@lasting
def find_bylines(text: Text) -> tuple[Byline, ...]:
    """Find who is said to have written a text, or to have had a part in it.

    text (Text): The message.
    RETURNS (tuple[Byline, ...]): In order, without overlaps.
    """
    return tuple(_found(text, unmarked(text))) if "\n" in text else ()


def _found(message: Text, text: str) -> Iterator[Byline]:
    grammar = byline_grammar()
    lines = [line for line in _lines(text) if not is_foreign(message, line[0])]
    if len(lines) < 2:
        return
    reading = _Reading(text, grammar)
    reading.read(lines)
    groups = sorted(reading.groups, key=lambda group: (group.rank, group.people[0].start))
    first = groups[0].people[0] if groups else None
    found: dict[int, Byline] = {}
    if first is not None:
        name = text[first.start : first.end]
        for group, person in ((one, person) for one in groups for person in one.people):
            own = person == first or group.part or _are_one(name, text[person.start : person.end])
            role = AUTHOR if own else MEMBER if group.rank == _TEAM else CO_AUTHOR
            found.setdefault(person.start, Byline(person.start, person.end, role))
        for start, end in reading.pages(name):
            found.setdefault(start, Byline(start, end, AUTHOR))
    for person in reading.others:
        found.setdefault(person.start, Byline(person.start, person.end, OTHER))
    end = 0
    for _, byline in sorted(found.items()):
        if byline.start >= end:
            yield byline
            end = byline.end


def _lines(text: str) -> list[tuple[int, int]]:
    """The first lines that are not empty, and the last."""
    found: list[tuple[int, int]] = []
    for line in _LINE.finditer(text):
        if line[0].strip():
            found.append(line.span())
            if len(found) == _FIRST:
                break
    last: list[tuple[int, int]] = []
    end = len(text)
    while len(last) < _LAST:
        while end and text[end - 1].isspace():
            end -= 1
        start = text.rfind("\n", 0, end) + 1
        if not found or start <= found[-1][0]:
            break
        last.append((start, end))
        end = start
    return [*found, *reversed(last)]


class _Reading:
    """Reads the lines above and below a text.

    groups (list[_Group]): Who may have written it.
    others (list[Person]): Who did not, and is named by a role or a title.
    """

    def __init__(self, text: str, grammar: BylineGrammar) -> None:
        self._text, self._grammar = text, grammar
        self.groups: list[_Group] = []
        self.others: list[Person] = []
        self._pages: dict[str, list[re.Match[str]]] = defaultdict(list)

    def read(self, lines: Sequence[tuple[int, int]]) -> None:
        """Read them."""
        prose = [n for n, line in enumerate(lines) if self._is_prose(*line)]
        head, tail = min((*prose, len(lines), _FIRST)), max((*prose, -1))
        essay = bool(prose) or len(lines) > _BLOCK  # not a signature and nothing else
        alone: dict[int, list[Person]] = {}
        above: Label | None = None
        listed = False
        for number, (start, end) in enumerate(lines):
            if above is None and head <= number <= tail and ":" not in self._text[start:end]:
                continue  # no label
            if listed and "\n" in self._text[max(0, start - _GAP) : start].rstrip(" \t")[:-1]:
                above = None  # an empty line ends a list
            cells = self._grammar.cells(self._text, start, end) if end - start <= _LONGEST else []
            above = above if cells else None
            for at, cell in enumerate(cells):
                label = self._grammar.label(self._text, *cell)
                # Below a link, or between two texts, stands what somebody hands on: 'By Mary Poe, reporter'.
                if label is not None and not (label.colon or number < head or number > tail):
                    above = None
                    continue
                if label is not None:
                    self._add(label, self._grammar.people(self._text, label, cell[1]))
                    empty = not self._text[label.end : cell[1]].strip()
                    above = label if empty and (label.below or at + 1 < len(cells)) else None
                    listed = False
                    continue
                asked = above is not None or number < head
                people = self._grammar.only_people(self._text, *cell, labelled=above is not None) if asked else []
                if people and above is not None:
                    self._add(above, people, goes_on=listed)
                    listed = True
                    continue
                above = None
                if number < head and len(cells) == 1 and people:
                    alone[number] = people
                elif number < head and essay:
                    beside = self._beside_heading(cells, at)
                    self._add_bare(people if beside else self._grammar.behind_heading(self._text, *cell))
        for number, people in alone.items() if essay else ():
            if self._is_head(lines[:head], number, alone):
                self._add_bare(people)
        for found in self._grammar.declared.finditer(self._text):
            if self._grammar.is_known(found["name"]):
                self.groups.append(_Group(_LABELLED, [Person(*found.span("name"))]))
        self._read_pages()

    def _read_pages(self) -> None:
        """The name that heads more than one page."""
        for line in _LINE.finditer(self._text):
            numbered = line.end() - line.start() < _LONGEST and line[0].rstrip()[-1:].isdigit()
            if numbered and (page := _PAGE.fullmatch(self._text, *line.span())):
                self._pages[page["name"]].append(page)
        for name, pages in self._pages.items():
            if len({page["page"] for page in pages}) > 1 and self._grammar.is_known(name, surname=True):
                self.groups.append(_Group(_BARE, [Person(*pages[0].span("name"))]))

    def _add(self, label: Label, people: list[Person], *, goes_on: bool = False) -> None:
        if label.kind == OTHER:
            self.others += people
        elif people:
            if goes_on and self.groups and self.groups[-1].rank == _RANKS[label.kind]:
                self.groups[-1].people.extend(people)
            else:
                self.groups.append(_Group(_RANKS[label.kind], people, label.part))

    def _add_bare(self, people: list[Person]) -> None:
        self.others += (person for person in people if person.titled)
        untitled = [person for person in people if not person.titled]
        if untitled:
            self.groups.append(_Group(_BARE, untitled))

    def _beside_heading(self, cells: Sequence[tuple[int, int]], at: int) -> bool:
        return any(self._grammar.heads(self._text[s:e]) for n, (s, e) in enumerate(cells) if n != at)

    def _is_prose(self, start: int, end: int) -> bool:
        line = self._text[start:end].rstrip()
        if "://" in line or "www." in line:
            return True
        long = len(line) > _LONGEST or (line[-1:] in ".!?;," and line.count(" ") + 1 >= _SENTENCE)
        return long and self._grammar.label(self._text, start, end) is None

    def _is_head(self, head: Sequence[tuple[int, int]], number: int, alone: Mapping[int, list[Person]]) -> bool:
        """A course, a date, a school or a teacher stands beside a name, or beside names around it; or a title, and
        nothing else; or it is the first of several lines that are no sentences."""
        if self._text[slice(*head[number])].rstrip()[-1:] in _GREETING_MARKS:
            return False
        first, last = number - 1, number + 1
        while last in alone and not alone[last][0].titled:
            last += 1
        while first in alone and not alone[first][0].titled:
            first -= 1
        near = [n for n in (first, last) if 0 <= n < len(head)]
        told = any(n in alone or self._grammar.heads(self._text[slice(*head[n])]) for n in near)
        if told or (first < 0 and len(head) > 2):
            return True
        apart = self._text[head[-1][1] :][:_GAP].count("\n") > 1
        title = [n for n in near if self._grammar.is_title(self._text[slice(*head[n])])]
        return len(near) == len(title) == len(head) - 1 == 1 and apart

    def pages(self, author: str) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Where the author's name, or a part of it, heads a page."""
        parts = {fold(word) for word in words_of(author)}
        for name, pages in self._pages.items():
            if parts.issuperset(map(fold, words_of(name))):
                yield from (page.span("name") for page in pages)


def _are_one(name: str, other: str) -> bool:
    """'Mary Poe' and 'M. Poe', 'Mary', 'Poe, Mary', 'mary p.'"""
    ours, theirs = ([fold(word) for word in words_of(one)] for one in (name, other))
    if not {word for word in ours if len(word) > 1}.isdisjoint(theirs):
        first, second = (words[0] if len(words) > 1 else "" for words in (ours, theirs))
        return first[:1] == second[:1] or not first or not second or "," in name or "," in other
    return sorted(word[0] for word in ours) == sorted(word[0] for word in theirs) and all(len(w) == 1 for w in theirs)
