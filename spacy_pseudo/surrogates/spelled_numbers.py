"""Numbers in words: 'twenty-five', 'tjugofem', 'fifth', 'thirties'."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import regex

from .. import languages

_MOST = 99
# The columns of the lists, after the number.
_KINDS: Final = ("count", "order", "decade")


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


def spell(value: int, lang: str, *, kind: str = "count", joint: str | None = None) -> str | None:
    """Write a number in words.

    value (int): The number.
    lang (str): The language.
    kind (str): 'count' (five), 'order' (fifth) or 'decade' (fifties).
    joint (Optional[str]): Between tens and ones; None for what is usual in the language.
    RETURNS (Optional[str]): The words; None if it is too large or too small for them.
    """
    if not 0 <= value <= _MOST:
        return None
    words, column = _numbers(lang), _KINDS.index(kind)
    if value in words:
        return words[value][column] or None
    tens, ones = words.get(value // 10 * 10), words.get(value % 10)
    if tens is None or ones is None or not ones[column]:
        return None
    return tens[0] + (languages.of(lang).number_joint if joint is None else joint) + ones[column]


def find_numeral(text: str) -> Numeral | None:
    """RETURNS (Optional[Numeral]): The first number in words of a text, in any language; the longest there."""
    # 'sextioårsåldern', 'femåring': a Swedish word may go on after the number.
    found = [
        Numeral(m.start(), m.end(), *values[regex.sub(r"[\s-]+", "-", m[0].lower())], joint=_joint(m[0], lang))
        for lang in languages.known()
        if _numbers(lang)
        for pattern, values in (_pattern(lang),)
        if (m := pattern.search(text))
    ]
    return min(found, key=lambda numeral: (numeral.start, -numeral.end), default=None)


def _joint(written: str, lang: str) -> str:
    between = regex.search(r"[\s-]+", written)
    return between[0] if between else languages.of(lang).number_joint


@cache
def _numbers(lang: str) -> Mapping[int, tuple[str, ...]]:
    rows = (line.split() for line in languages.lines(f"{lang}/surrogates/numbers.txt"))
    return {int(row[0]): (*row[1:], *[""] * (len(_KINDS) + 1 - len(row))) for row in rows}


@cache
def _pattern(lang: str) -> tuple[regex.Pattern[str], dict[str, tuple[int, str, str]]]:
    values = {}
    for value in range(_MOST + 1):
        for kind in _KINDS:
            for joint in ("-", ""):
                if word := spell(value, lang, kind=kind, joint=joint):
                    values[word] = (value, lang, kind)
    words = "|".join(word.replace("-", r"[\s-]") for word in sorted(values, key=len, reverse=True))
    after = "|".join((*languages.of(lang).after_numbers, r"\P{L}", "$"))
    return regex.compile(rf"(?i)(?<!\p{{L}})(?:{words})(?={after})"), values
