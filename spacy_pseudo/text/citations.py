"""Cited names on plain text: 'Smith (2010)', 'Smith et al.', 'Brown & Grey, 2009', lines of a bibliography."""

from __future__ import annotations

import re
from collections.abc import Iterator

import regex

_CAP = r"\p{Lu}[\p{L}\p{M}]*(?:[-'’‐]\p{L}[\p{L}\p{M}]*)*"
_INITIALS = r"(?:\p{Lu}\.[ -]?){1,4}"
_NAME = rf"(?:{_INITIALS}[ ]?)?(?:(?:van|von|de|der|den|la|le|di|du|da)[ ])*{_CAP}(?:[ ]{_CAP})?(?:,[ ]{_INITIALS})?"
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?\b"
_AND = r"(?:,?[ ](?:and|&|und|et|och|y)[ ])"

_DATED = regex.compile(
    rf"(?:{_NAME}(?:,[ ]|{_AND})){{0,12}}{_NAME}(?:\s+et\s+al\.?)?(?:['’]s)?"
    rf"(?:,[ ]{_YEAR}(?=[);\]]|\s*$)|[ ]?[(\[](?:e\.g\.,?[ ]|see[ ])?{_YEAR}(?=[)\],;:]))"
)
_ET_AL = regex.compile(rf"{_CAP}(?:{_AND}{_CAP})?(?:['’]s)?,?\s+et\s*al\b\.?")
# 'Brown, J. K., & Grey, P. (2009). Title. Journal, 3, 1-20.' or 'Brown JK, Grey P. Title. Journal 2009;3:1-20'
_REFERENCE = regex.compile(
    rf"[ \t>*\-•\[\]\d.()]*(?:{_CAP}(?:[ ]{_CAP})?,[ ]{_INITIALS}|{_CAP}[ ]\p{{Lu}}{{1,3}}(?:,|\.[ ]))"
)
# Where to look closer: citations hold a year or 'et al'.
_PLAIN_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d")
_PLAIN_ET_AL = re.compile(r"\bet\s+al\b")
_WINDOW = 160


def find_citations(text: str) -> Iterator[tuple[int, int]]:
    """Find names that stand for published work.

    text (str): A message.
    YIELDS (tuple[int, int]): Start and end of the cited names, with the year where there is one; may overlap.
    """
    line_end = done = 0
    for year in _PLAIN_YEAR.finditer(text):
        for m in _DATED.finditer(text, max(done, year.start() - _WINDOW), year.end() + 3):
            yield m.span()
        done = year.end()
        if year.start() >= line_end:
            line_start = text.rfind("\n", 0, year.start()) + 1
            line_end = text.find("\n", year.end())
            line_end = len(text) if line_end < 0 else line_end
            if _REFERENCE.match(text, line_start, line_end):
                yield line_start, line_end
    for et_al in _PLAIN_ET_AL.finditer(text):
        for m in _ET_AL.finditer(text, max(0, et_al.start() - _WINDOW), et_al.end() + 1):
            yield m.span()
