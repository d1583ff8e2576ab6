"""By-lines: who wrote an essay or a report, on its first lines ('by Mary Poe', 'Submitted by: Mary Poe', the name alone
above title and date) or in the line that heads each page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import regex

from .. import languages
from .lexing import Text
from .person_names import LOOSE_WORD, either, run
from .salutation_rules import SalutationRules
from .words import by_language, small_words, word_list

# How far down, and up from the end, a by-line may stand, in lines that are not empty.
_FIRST: Final = 12
_LAST: Final = 4
_LONGEST: Final = 90
# 'Poe 2', 'Mary Poe, page 2', '2 Poe': a line of every page.
_PAGE: Final = re.compile(
    r"[ \t]*(?P<name>[^\W\d_][^\d\n]{2,60}?)[ \t,.|-]+(?:[Pp](?:age|\.|g\.)?[ \t]*)?(?P<page>\d{1,3})[ \t]*"
)
_LINE: Final = re.compile(r"[^\n]+")


class _Patterns:
    """What a line looks like that names its writer, in one language."""

    def __init__(self) -> None:
        labels = either(line.replace("_", " ") for line in languages.own_and_base("bylines", languages.spoken()))
        prepositions = either({line for line in word_list("bylines") if line in small_words("by")})
        name, titles = run(LOOSE_WORD, 3), r"(?:\p{L}{2,4}\.[ \t]+)?"
        ends = r"(?=[ \t]*(?:[,;|(\n–—]|-[ \t]|[ \t]{2}|\d|$))"
        label = rf"(?i:{labels})(?:\(s\))?(?:[ \t]*(?::|[-–—]|\t)[ \t]*|(?i:(?<=\b(?:{prepositions or 'by'})))[ \t]+)"
        self.labelled = regex.compile(rf"[ \t*_#>\"“(-]*{label}[*_\"“]*{titles}(?P<name>{name}){ends}")
        self.alone = regex.compile(rf"[ \t*_#]*(?P<name>{name})[ \t*_.,]*")


@by_language
def _patterns(lang: str) -> _Patterns:
    return _Patterns()


def find_bylines(message: str, text: str, rules: SalutationRules) -> Iterator[tuple[int, int]]:
    """Find who is said to have written a text.

    message (str): The message.
    text (str): The same without marks of quotations.
    rules (SalutationRules): Those of its language.
    YIELDS (tuple[int, int]): Where each name stands.
    """
    lines = [m for m in _LINE.finditer(text) if m[0].strip()]
    if len(lines) < 2:
        return
    patterns = _patterns()
    labelled = not rules.byline_words.isdisjoint(Text.of(message).prose.vocabulary)
    for line in (*lines[:_FIRST], *lines[max(_FIRST, len(lines) - _LAST) :]) if labelled else ():
        found = patterns.labelled.match(text, line.start(), line.end()) if len(line[0]) < _LONGEST else None
        if found and rules.full_name(found["name"]):
            yield found.span("name")
    pages = Counter(m["name"] for line in lines if (m := _PAGE.fullmatch(text, *line.span())) and m["page"])
    for name, times in pages.items():
        if times > 1 and rules.full_name(name) and rules.named(name):
            yield from (m.span() for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text))
    first = lines[0]
    alone = patterns.alone.fullmatch(text, *first.span()) if len(first[0]) < _LONGEST else None
    # Above a title, a course or a date, not above what is said to whoever is named there.
    if alone and rules.full_name(alone["name"]) and rules.named(alone["name"]) and _heads(lines):
        yield alone.span("name")


def _heads(lines: list[re.Match[str]]) -> bool:
    """Two short lines at least follow the first one, which no sentence is."""
    below = [line[0].rstrip() for line in lines[1:3]]
    return len(lines) > 3 and all(len(line) < _LONGEST and line[-1] not in ".,;!?:" for line in below)
