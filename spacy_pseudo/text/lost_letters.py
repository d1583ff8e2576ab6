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
_WORD = re.compile(r"[^\W\d_]*(?:[?\ufffd][^\W\d_]+)+[?\ufffd]?|[^\W\d_]{3,}[?\ufffd](?=\s\w)")


def restored(name: str) -> str:
    """RETURNS (str): A name with lost letters as the most usual one that it may be; what no list knows stays."""
    return _WORD.sub(lambda m: _restored(m[0], languages.spoken()), name) if _LOST.search(name) else name


@lru_cache(maxsize=2_000)
def _restored(word: str, lang: str) -> str:
    damaged = _LOST.sub("?", word)
    if not damaged[0].isupper() and damaged[0] != "?":
        return word
    fitting = {name: n for name, n in _by_letter().get(fold(damaged[0]), _usual()).items() if fits(damaged, name)}
    best = max(fitting, key=lambda name: (fitting[name], name), default="")
    return (best.upper() if word.isupper() and len(word) > 2 else best.capitalize()) or word


@by_language
def _usual(lang: str) -> Mapping[str, int]:
    given = {name: n for name, n in languages.given_names(lang).items() if n >= KNOWN}
    return {**dict.fromkeys(languages.surnames(lang), 1), **given}


@by_language
def _by_letter(lang: str) -> Mapping[str, Mapping[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, n in _usual().items():
        found.setdefault(name[0], {})[name] = n
    return found
