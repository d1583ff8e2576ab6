"""Patterns over classes of words, as rules.py describes them: read, checked, and written for `re` over letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from ..errors import Errors, PseudoError
from .lexicon import Lexicon

_SYMBOL: Final = re.compile(
    r"""\s*(?P<glued>[~_])?(?:(?P<opens>!?\()|(?P<bar>\|)|(?P<closes>\))|"(?P<mark>[^"]+)"|(?P<edge>[\^$])"""
    r"""|(?P<name>[A-Z][A-Z\d]*(?:[&-][A-Z][A-Z\d]*)*)(?![^\W_])|(?P<word>[^\W\d_]+))(?:(?P<maybe>\?)|\{(?P<least>\d+),(?P<most>\d+)\}(?P<few>\?)?)?"""
)
_BLANKS: Final = 3
# One token so many times, and a group of several.
_MOST: Final = 30
_MOST_OF_GROUP: Final = 8


class Item(NamedTuple):
    """A part of a pattern: a token of these letters, alternatives, or an edge of the text."""

    what: frozenset[str] | list[list[Item]] | str
    glued: str = ""
    absent: bool = False
    least: int = 1
    most: int = 1
    few: bool = False


Pattern = list[list[Item]]
# What a pattern may begin with: letters, and the letters after; '' is the edge of the text.
Heads = set[tuple[frozenset[str], ...]]


def literals_of(source: str) -> set[str]:
    """RETURNS (set[str]): The words and marks that a pattern names by themselves."""
    return {m["mark"] or m["word"] for m in _SYMBOL.finditer(source) if m["mark"] or m["word"]}


@cache
def one_of(letters: frozenset[str]) -> str:
    """A piece of a pattern for `re`; rows of letters as ranges."""
    codes = sorted(map(ord, letters))
    if not codes:
        return "(?!)"
    ranges: list[str] = []
    first = codes[0]
    for code, following in zip(codes, [*codes[1:], 0], strict=True):
        if following != code + 1:
            ranges.append(chr(first) if code == first else f"{chr(first)}-{chr(code)}")
            first = following
    return ranges[0] if len(codes) == 1 else f"[{''.join(ranges)}]"


class Compiler:
    """From the text of a pattern to a pattern of `re`."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon: Final = lexicon
        self._compiled: Final[dict[tuple[str, str, bool, str], re.Pattern[str]]] = {}
        self._unions: Final[dict[frozenset[frozenset[str]], frozenset[str]]] = {}
        self.defined: Final[dict[str, Pattern]] = {}
        self.blanks: Final = lexicon.of_class("BLANK")
        # What may stand before a token: blanks, none after '~', no line break after '_'.
        self._between: Final = {"~": ""} | {
            mark: f"{one_of(lexicon.of_class(some))}{{0,{_BLANKS}}}"
            for mark, some in (("", "BLANK-PAR"), ("_", "BLANK-NL"))
        }

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

    def _what(self, m: re.Match[str]) -> frozenset[str] | Pattern | str:
        if m["edge"]:
            return m["edge"]
        if name := m["name"]:
            if name in self.defined:
                return self.defined[name]
            return [*map(self._phrase, self._phrases(name)), [Item(self._lexicon.of_class(name))]]
        return self._lexicon.of_class(f"={m['mark'] or m['word']}")

    def _phrases(self, name: str) -> list[list[str]]:
        """The phrases of a class, without those of the classes after a minus sign; the longest first."""
        first, *others = name.split("-")
        without = [phrase for other in others for phrase in self._lexicon.phrases.get(other, ())]
        phrases = [phrase for phrase in self._lexicon.phrases.get(first, ()) if phrase not in without]
        return sorted(phrases, key=lambda parts: (-len(parts), parts))

    def _phrase(self, parts: list[str]) -> list[Item]:
        """'better half', 'mother-in-law', 'f.d. fru': a dash may be missing."""
        dash = Item(self._lexicon.of_class("=-"), least=0)
        items = [
            Item(self._lexicon.of_class(f"={part}"), "" if part.isalnum() else "~") for part in parts if part != "-"
        ]
        return [items[0], *(item for other in items[1:] for item in ((other,) if other.glued else (dash, other)))]

    def _item(
        self, what: frozenset[str] | Pattern | str, begin: re.Match[str], end: re.Match[str], source: str
    ) -> Item:
        least, most = (0, 1) if end["maybe"] else (int(end["least"] or 1), int(end["most"] or 1))
        absent = begin["opens"] == "!("
        if isinstance(what, list):
            # Several single tokens are one class.
            plain = [items[0].what for items in what if len(items) == 1 and items[0][1:] == ("", False, 1, 1, False)]
            sets = [letters for letters in plain if isinstance(letters, frozenset)]
            if len(sets) == len(what):
                what = self.union(sets)
        if most > 1 and not self._may_repeat(what, most):
            raise PseudoError(Errors.P852.format(rule=source))
        return Item(what, begin["glued"] or "", absent, least, most, bool(end["few"]))

    def _may_repeat(self, what: frozenset[str] | Pattern | str, most: int) -> bool:
        if isinstance(what, frozenset):
            return most <= _MOST and what.isdisjoint(self.blanks)
        if isinstance(what, str) or most > _MOST_OF_GROUP or (most > 1 and () in self.heads(what, back=False, most=1)):
            return False
        return all(i.absent or (i.most == 1 and self._may_repeat(i.what, 1)) for items in what for i in items)

    def emit(self, pattern: Pattern, *, back: bool, leads: str = "") -> str:
        """Write a pattern for `re`.

        pattern (Pattern): The pattern.
        back (bool): It is matched from its end to its beginning, in letters backwards.
        leads (str): Which blanks may stand before its first token: '~' for none, '_' for no line break.
        RETURNS (str): The pattern over letters.
        """
        written: list[str] = []
        for items in pattern:
            parts: list[str] = []
            for number, (what, glued, absent, least, most, few) in enumerate(items):
                glue = glued or (leads if number == 0 and most == 1 else "")
                if isinstance(what, list):
                    part = self.emit(what, back=back, leads=glue)
                else:
                    part, before = self._token(what, back), "" if what == "^" else self._between[glue]
                    part = part + before if back else before + part
                if absent:  # backwards, the blanks before the next token may not have been taken yet
                    part = f"(?!{self._between['']}{part})" if back else f"(?!{part})"
                parts.append(part if least == most == 1 else f"(?:{part}){{{least},{most}}}{'?' * few}")
            written.append("".join(reversed(parts) if back else parts))
        return written[0] if len(written) == 1 else f"(?:{'|'.join(written)})"

    def _token(self, what: frozenset[str] | str, back: bool) -> str:
        if isinstance(what, frozenset):
            return one_of(what)
        return r"\Z" if (what == "$") != back else r"\A"

    def compiled(self, outer: str, inner: str = "", *, back: bool = False, leads: str = "") -> re.Pattern[str]:
        """Compile two patterns, one after the other; rules that share them share the result.

        outer (str): What is only asked for.
        inner (str): What is found: the group of the result.
        back (bool): They stand before a place, with blanks between unless they end in '~' or '_', and are matched in
            letters backwards.
        leads (str): Which blanks may stand before the first token; see `emit`.
        RETURNS (re.Pattern[str]): The pattern over letters.
        """
        key = outer, inner, back, leads
        if key not in self._compiled:
            far = self.emit(self.parse(outer.rstrip("~_ ")), back=back, leads=leads)
            near = f"({self.emit(self.parse(inner.rstrip('~_ ')), back=back, leads='' if outer else leads)})"
            last = (inner or outer)[-1:]
            between = self._between[last if last in "~_" else ""]
            self._compiled[key] = re.compile(between + near + far if back else far + near)
        return self._compiled[key]

    def union(self, sets: Iterable[frozenset[str]]) -> frozenset[str]:
        """RETURNS (frozenset[str]): The letters of all sets; one object for all who ask for the same, as many do."""
        key = frozenset(sets)
        if key not in self._unions:
            self._unions[key] = frozenset[str]().union(*key)
        return self._unions[key]

    def heads(self, pattern: Pattern, *, back: bool, most: int) -> Heads:
        """RETURNS (Heads): What a pattern may begin with, so many letters; fewer where it may be shorter."""
        found: Heads = set()
        for items in pattern:
            ways: Heads = {()}
            for what, _, absent, least, times, _ in reversed(items) if back else items:
                if absent:
                    continue
                ones: Heads = {(frozenset(("",)),)} if isinstance(what, str) else set()
                ones |= self.heads(what, back=back, most=most) if isinstance(what, list) else set()
                ones |= {(what,)} if isinstance(what, frozenset) else set()
                if times > 1:
                    ones |= {(*first, *second)[:most] for first in ones for second in ones}
                if not least:
                    ones |= {()}
                ways = {(*way, *more)[:most] for way in ways for more in ones}
                if all(len(way) == most for way in ways):
                    break
            found |= ways
        return found
