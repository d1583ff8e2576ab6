"""Patterns over classes of words, as rules.py describes them: read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from ..errors import Errors, PseudoError
from .lexicon import AT_EDGE, Kind, Kinds, Lexicon

_SYMBOL: Final = re.compile(
    r"""\s*(?P<glued>[~_])?(?:(?P<opens>!?\()|(?P<bar>\|)|(?P<closes>\))|"(?P<mark>[^"]+)"|(?P<edge>[\^$])"""
    r"""|(?P<name>[A-Z][A-Z\d]*(?:[&-][A-Z][A-Z\d]*)*)(?![^\W_])|(?P<word>[^\W\d_]+))(?:(?P<maybe>\?)|\{(?P<least>\d+),(?P<most>\d+)\}(?P<few>\?)?)?"""
)
# One token so many times, and a group of several.
_MOST: Final = 30
_MOST_OF_GROUP: Final = 8


class Item(NamedTuple):
    """A part of a pattern: a token of these letters, alternatives, or an edge of the text."""

    what: Kinds | list[list[Item]] | str
    glued: str = ""
    absent: bool = False
    least: int = 1
    most: int = 1
    few: bool = False


Pattern = list[list[Item]]
# What a pattern may begin with: kinds of tokens, and kinds of those after.
Heads = set[tuple[Kinds, ...]]


def literals_of(source: str) -> set[str]:
    """RETURNS (set[str]): The words and marks that a pattern names by themselves."""
    return {m["mark"] or m["word"] for m in _SYMBOL.finditer(source) if m["mark"] or m["word"]}


class Reader:
    """From the text of a pattern to its parts.

    lexicon (Lexicon): The classes of words, and the words and marks that patterns name.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon: Final = lexicon
        self.defined: Final[dict[str, Pattern]] = {}

    def parse(self, source: str) -> Pattern:
        """RETURNS (Pattern): The parts of a pattern."""
        stack: list[Pattern] = [[[]]]
        opened: list[re.Match[str]] = []
        at, source = 0, source.strip()
        while at < len(source):
            m = _SYMBOL.match(source, at)
            if m is None or (m["closes"] and not opened):
                raise PseudoError(Errors.P851.format(rule=source))
            at = m.end()
            if m["opens"]:
                stack.append([[]])
                opened.append(m)
            elif m["bar"]:
                stack[-1].append([])
            elif m["closes"]:
                group, begin = stack.pop(), opened.pop()
                stack[-1][-1].append(self._item(group, begin, m, source))
            else:
                stack[-1][-1].append(self._item(self._what(m), m, m, source))
        if opened:
            raise PseudoError(Errors.P851.format(rule=source))
        return stack[0]

    def _what(self, m: re.Match[str]) -> Kinds | Pattern | str:
        if m["edge"]:
            return m["edge"]
        if name := m["name"]:
            if name in self.defined:
                return self.defined[name]
            return [*map(self._phrase, self._phrases(name)), [Item(self.lexicon.of_class(name))]]
        return self.lexicon.of_class(f"={m['mark'] or m['word']}")

    def _phrases(self, name: str) -> list[list[str]]:
        """The phrases of a class, without those of the classes after a minus sign; the longest first."""
        first, *others = name.split("-")
        without = [phrase for other in others for phrase in self.lexicon.phrases.get(other, ())]
        phrases = [phrase for phrase in self.lexicon.phrases.get(first, ()) if phrase not in without]
        return sorted(phrases, key=lambda parts: (-len(parts), parts))

    def _phrase(self, parts: list[str]) -> list[Item]:
        """'better half', 'mother-in-law', 'f.d. fru': a dash may be missing."""
        dash = Item(self.lexicon.of_class("=-"), least=0)
        items = [
            Item(self.lexicon.of_class(f"={part}"), "" if part.isalnum() else "~") for part in parts if part != "-"
        ]
        return [items[0], *(item for other in items[1:] for item in ((other,) if other.glued else (dash, other)))]

    def _item(self, what: Kinds | Pattern | str, begin: re.Match[str], end: re.Match[str], source: str) -> Item:
        least, most = (0, 1) if end["maybe"] else (int(end["least"] or 1), int(end["most"] or 1))
        absent = begin["opens"] == "!("
        if isinstance(what, list):
            # Several single tokens are one class.
            plain = [items[0].what for items in what if len(items) == 1 and items[0][1:] == ("", False, 1, 1, False)]
            sets = [letters for letters in plain if isinstance(letters, frozenset)]
            if len(sets) == len(what):
                what = union(sets)
        if most > 1 and not self._may_repeat(what, most):
            raise PseudoError(Errors.P852.format(rule=source))
        return Item(what, begin["glued"] or "", absent, least, most, bool(end["few"]))

    def _may_repeat(self, what: Kinds | Pattern | str, most: int) -> bool:
        if isinstance(what, frozenset):
            return most <= _MOST and not self.lexicon.may_be_blank(what)
        if isinstance(what, str) or most > _MOST_OF_GROUP or (most > 1 and () in heads(what, back=False, most=1)):
            return False
        return all(i.absent or (i.most == 1 and self._may_repeat(i.what, 1)) for items in what for i in items)


def union(some: Iterable[Kinds]) -> Kinds:
    """RETURNS (Kinds): What is one of them all."""
    return frozenset[Kind]().union(*some)


def heads(pattern: Pattern, *, back: bool, most: int) -> Heads:
    """RETURNS (Heads): What a pattern may begin with, so many tokens; fewer where it may be shorter."""
    found: Heads = set()
    for items in pattern:
        ways: Heads = {()}
        for what, _, absent, least, times, _ in reversed(items) if back else items:
            if absent:
                continue
            ones: Heads = heads(what, back=back, most=most) if isinstance(what, list) else set()
            if isinstance(what, str):  # an edge is behind us, or no token follows
                ones = {(AT_EDGE,)} if (what == "$") != back else {()}
            elif not isinstance(what, list):
                ones = {(what,)}
            if times > 1:
                ones |= {(*first, *second)[:most] for first in ones for second in ones}
            if not least:
                ones |= {()}
            ways = {(*way, *more)[:most] for way in ways for more in ones}
            if all(len(way) == most for way in ways):
                break
        found |= ways
    return found
