"""Numbers in words, English and Swedish: 'twenty-five', 'tjugofem', 'fifth', 'thirties'."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import regex

from .. import resources

LANGS: Final = ("en", "sv")
_MOST = 99


class Numeral(NamedTuple):
    """A number in words: where it stands, what it is and how it is written."""

    start: int
    end: int
    value: int
    lang: str
    kind: str  # 'count', 'order' or 'decade'
    joint: str  # between tens and ones

    def spell(self, value: int) -> str | None:
        """RETURNS (Optional[str]): Another number in the same manner, in small letters; None if there is no word."""
        return spell(value, self.lang, kind=self.kind, joint=self.joint)


def spell(value: int, lang: str, *, kind: str = "count", joint: str = "-") -> str | None:
    """Write a number in words.

    value (int): The number.
    lang (str): The language, 'en' or 'sv'.
    kind (str): 'count' (five), 'order' (fifth) or 'decade' (fifties).
    joint (str): Between tens and ones.
    RETURNS (Optional[str]): The words; None if it is too large or too small for them.
    """
    if not 0 <= value <= _MOST:
        return None
    if kind == "decade":
        return _numbers(lang)[value][0][:-1] + "ies" if value % 10 == 0 and value > 10 and lang == "en" else None
    words = _numbers(lang)
    if value in words:
        return words[value][kind == "order"] or None
    return words[value // 10 * 10][0] + joint + words[value % 10][kind == "order"]


def find_numeral(text: str) -> Numeral | None:
    """RETURNS (Optional[Numeral]): The first number in words of a text, in either language; the longest there."""
    # 'sextioårsåldern', 'femåring': a Swedish word may go on after the number.
    found = [
        Numeral(m.start(), m.end(), *values[regex.sub(r"[\s-]+", "-", m[0].lower())], joint=_joint(m[0], lang))
        for lang in LANGS
        for pattern, values in (_pattern(lang),)
        if (m := pattern.search(text))
    ]
    return min(found, key=lambda numeral: (numeral.start, -numeral.end), default=None)


def _joint(written: str, lang: str) -> str:
    between = regex.search(r"[\s-]+", written)
    return between[0] if between else "-" if lang == "en" else ""


@cache
def _numbers(lang: str) -> Mapping[int, tuple[str, str]]:
    rows = (line.split() for line in resources.lines("surrogates/numbers.txt"))
    return {int(row[1]): (row[2], row[3] if len(row) > 3 else "") for row in rows if row[0] == lang}


@cache
def _pattern(lang: str) -> tuple[regex.Pattern[str], dict[str, tuple[int, str, str]]]:
    values = {}
    for value in range(_MOST + 1):
        for kind in ("count", "order", "decade"):
            for joint in ("-", ""):
                if word := spell(value, lang, kind=kind, joint=joint):
                    values[word] = (value, lang, kind)
    words = "|".join(word.replace("-", r"[\s-]") for word in sorted(values, key=len, reverse=True))
    after = r"(?!\p{L})" if lang == "en" else r"(?=år|\P{L}|$)"
    return regex.compile(rf"(?i)(?<!\p{{L}})(?:{words}){after}"), values
