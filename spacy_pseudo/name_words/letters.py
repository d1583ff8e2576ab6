"""Whether a word is spelled as names are, by its letters three at a time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from .. import languages

_LENGTH: Final = 3
# Letters that stand neither in names nor in ordinary words of the lists are foreign: a little more like a name.
_UNSEEN: Final = 0.5


@lru_cache(maxsize=100_000)
def name_likeness(word: str, lang: str = languages.BASE) -> float:
    """RETURNS (float): How much more the letters of a folded word are like those of names than of ordinary words: the
    mean logarithm over its sequences of three, above 0 for a name; 0 for a language without data."""
    table = _table(lang)
    padded = f"^{word}$"
    parts = [padded[at : at + _LENGTH] for at in range(len(padded) - _LENGTH + 1)]
    return sum(table.get(part, _UNSEEN) for part in parts) / len(parts) if parts and table else 0.0


@cache
def _table(lang: str) -> Mapping[str, float]:
    rows = (line.split("\t") for line in languages.lines(f"{lang}/letters.txt.gz"))
    return {part: float(value) for part, value in rows}
