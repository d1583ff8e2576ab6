"""Templates with names in them: greetings, sign-offs and sentences about people, filled for one session."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any, Final, NamedTuple

from ... import resources
from ...attrs import GLUED
from .draft import Mark
from .word_model import Parts, Prose, Slot, line_sections

# Gives the name for a place in a template.
Namer = Callable[[str], Mark | str]

_SALUTATIONS: Final = "salutations.txt"
_MENTIONS: Final = "mentions.txt"
_ENDS_WITH_WORD: Final = re.compile(r"[^\W\d_] \Z")
_BEGINS_WITH_BLANK: Final = re.compile(r"[,.!?:]? (?:[^\W\d_]|\Z)")


class Weighted(NamedTuple):
    """Templates with summed weights."""

    templates: list[Parts]
    sums: list[int]

    def pick(self, chance: float) -> Parts:
        """RETURNS (Parts): The template that a number between 0 and 1 falls on."""
        return self.templates[bisect(self.sums, chance * self.sums[-1])]


class Phrases:
    """The templates of a session."""

    def __init__(self, prose: Prose, glued: float, chance: Random) -> None:
        """prose (Prose): Fills what is no name.
        glued (float): How often a blank beside a name is lost.
        chance (Random): Decides.
        """
        self._prose = prose
        self._glued = glued
        self._random = chance.random
        weighted = {name: _weighted(lines) for name, lines in line_sections(_SALUTATIONS).items()}
        self.salutations: Mapping[str, Weighted] = {
            name: Weighted([prose.compile(text) for text in texts], sums) for name, (texts, sums) in weighted.items()
        }
        self._sentences = {name: list(map(prose.compile, lines)) for name, lines in line_sections(_MENTIONS).items()}
        self._ordinary = {word: list(map(prose.compile, lines)) for word, lines in ordinary_sentences().items()}

    def sentence(self, name: str, namer: Namer) -> list[str | Mark]:
        """RETURNS (list[str | Mark]): A sentence of a section of mentions.txt, with its names."""
        options = self._sentences[name]
        return self.fill(options[int(len(options) * self._random())], namer)

    def ordinary(self, word: str) -> str | None:
        """RETURNS (Optional[str]): A sentence in which a name is an ordinary word, if there is one for it."""
        options = self._ordinary.get(word)
        if options is None:
            return None
        return "".join(map(self._prose.part, options[int(len(options) * self._random())]))

    def fill(self, template: Parts, namer: Namer) -> list[str | Mark]:
        """Fill a template.

        template (Parts): A compiled template.
        namer (Namer): Called with each place for a name: '1', '2', 'full', 'c' ...
        RETURNS (list[str | Mark]): Text and names.
        """
        part = self._prose.part
        out: list[str | Mark] = []
        for each in template:
            named = namer(str(each)) if type(each) is Slot else part(each)
            # The dashes of '-RG-' are no part of the name.
            if isinstance(named, Mark) and named.text[0] == "-" == named.text[-1]:
                out += ["-", named._replace(text=named.text[1:-1]), "-"]
            else:
                out.append(named)
        for at, named in enumerate(out):
            if isinstance(named, Mark) and named.category is not None and self._random() < self._glued:
                self._glue(out, at, named)
        return out

    def _glue(self, out: list[str | Mark], at: int, named: Mark) -> None:
        """Lose the blank before or after a name, where there is one next to letters."""
        before, after = out[at - 1] if at else "", out[at + 1] if at + 1 < len(out) else ""
        ways = []
        if isinstance(before, str) and _ENDS_WITH_WORD.search(before):
            ways.append(at - 1)
        if isinstance(after, str) and _BEGINS_WITH_BLANK.match(after):
            ways.append(at + 1)
        if ways:
            where = ways[int(len(ways) * self._random())]
            text = str(out[where])
            out[where] = text[:-1] if where < at else text.replace(" ", "", 1)
            out[at] = named._replace(category=GLUED)


def _weighted(lines: list[str]) -> tuple[list[str], list[int]]:
    pairs = [line.rsplit(" | ", 1) for line in lines]
    return [text for text, _ in pairs], list(accumulate(int(weight) for _, weight in pairs))


@cache
def ordinary_sentences() -> Mapping[str, list[str]]:
    """RETURNS (Mapping[str, list[str]]): Templates by the word that is no name in them."""
    found: dict[str, list[str]] = {}
    for line in resources.lines("simulation/ordinary.txt"):
        word, _, template = line.partition(": ")
        found.setdefault(word, []).append(template)
    return found


def capital(fragments: list[Any]) -> list[Any]:
    """RETURNS (list[Any]): The same with a capital at the beginning, unless a name stands there."""
    if fragments and isinstance(fragments[0], str) and fragments[0]:
        fragments[0] = fragments[0][0].upper() + fragments[0][1:]
    return fragments
