"""Cited names on plain text: 'Smith (2010)', 'Smith et al.', 'Brown & Grey, 2009', lines of a bibliography."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_CAP = r"\p{Lu}[\p{L}\p{M}]*(?:[-'’‐]\p{L}[\p{L}\p{M}]*)*"
_INITIALS = r"(?:\p{Lu}\.[ -]?){1,4}"
_NAME = rf"(?:{_INITIALS}[ ]?)?(?:(?:van|von|de|der|den|la|le|di|du|da)[ ])*{_CAP}(?:[ ]{_CAP})?(?:,[ ]{_INITIALS})?"
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?\b"
_AND = r"(?:,?[ ](?:and|&|und|et|och|y)[ ])"

_DATED = regex.compile(
    rf"(?:{_NAME}(?:,[ ]|{_AND}))*{_NAME}(?:\s+et\s+al\.?)?(?:['’]s)?(?:,[ ]|[ ]?[(\[])(?:e\.g\.,?[ ]|see[ ])?{_YEAR}"
)
_ET_AL = regex.compile(rf"{_CAP}(?:{_AND}{_CAP})?(?:['’]s)?,?\s+et\s*al\b\.?")
# 'Brown, J. K., & Grey, P. (2009). Title. Journal, 3, 1-20.' or 'Brown JK, Grey P. Title. Journal 2009;3:1-20'
_REFERENCE = regex.compile(
    rf"^[ \t>*\-•\[\]\d.()]*(?:{_CAP}(?:[ ]{_CAP})?,[ ]{_INITIALS}|{_CAP}[ ]\p{{Lu}}{{1,3}}(?:,|\.[ ])).*{_YEAR}.*$",
    regex.MULTILINE,
)
_MAYBE = regex.compile(r"\d{4}|et\s+al")


def find_citations(text: str) -> Iterator[tuple[int, int]]:
    """Find names that stand for published work.

    text (str): A message.
    YIELDS (tuple[int, int]): Start and end of the cited names, with the year where there is one; may overlap.
    """
    if not _MAYBE.search(text):
        return
    for pattern in (_DATED, _ET_AL, _REFERENCE):
        for m in pattern.finditer(text):
            yield m.span()
