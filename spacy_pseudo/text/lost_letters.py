"""Names that have lost letters ('R?bert'), as they are known from the lists of names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from .. import languages
from .similarity import fits
from .thresholds import KNOWN
from .words import by_language, fold

_LOST = re.compile(r"[?\ufffd]+")
_WORD = re.compile(r"[^\W\d_]*(?:[?\ufffd][^\W\d_]+)+[?\ufffd]?|[^\W\d_]{3,}[?\ufffd](?=\s[^\W\d_])")


def restored(name: str) -> str:
    """RETURNS (str): A name with lost letters as the most usual one that it may be; what no list knows stays."""
    return _WORD.sub(lambda m: _restored(m[0], languages.spoken()), name) if _LOST.search(name) else name


@lru_cache(maxsize=2_000)
def _restored(word: str, lang: str) -> str:
    damaged = _LOST.sub("?", word)
    if not damaged[0].isupper() and damaged[0] != "?":
        return word
    first, last = fold(damaged[0]), fold(damaged[-1])
    for names in _by_ends():
        near = names.get((first, last), ()) if "?" not in (first, last) else (n for own in names.values() for n in own)
        best = max((item for item in near if fits(damaged, item[1])), default=None)
        if best is not None:
            return best[1].upper() if word.isupper() and len(word) > 2 else best[1].capitalize()
    return word


@by_language
def _by_ends(lang: str) -> tuple[Mapping[tuple[str, str], list[tuple[int, str]]], ...]:
    """Given names and surnames with their bearers, by the first and the last letter."""
    given = {name: n for name, n in languages.given_names(lang).items() if n >= KNOWN}
    tables = []
    for names in (given, languages.surnames(lang)):
        table: dict[tuple[str, str], list[tuple[int, str]]] = {}
        for name, n in names.items():
            table.setdefault((name[0], name[-1]), []).append((n, name))
        tables.append(table)
    return tuple(tables)
