"""Whether a name is a woman's or a man's, by the packaged lists."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .. import languages, resources
from ..text.words import fold, fold_all
from .display_names import PersonName
from .drawn_names import MEN, NEUTRAL, WOMEN, kinds_of, lists
from .nicknames import full_names
from .origins import origin_of


def gender_of(name: PersonName) -> str:
    """RETURNS (str): `WOMEN` or `MEN` if a given name tells, or a surname that only one of them has; otherwise
    `NEUTRAL`."""
    lang, turned = origin_of(name)
    kinds = kinds_of(lang)
    for given in (*name.given[1:], *name.core) if turned else (*name.given, *name.preferred):
        # With its accents and in its language a name may tell more: Åsa is none of the Asas.
        whole = "".join(fold_all(given))
        told = kinds.get(whole, frozenset()) & {WOMEN, MEN} if _as_listed(lang, given) else frozenset()
        if len(told) == 1:
            return next(iter(told))
        for word in (whole, *fold_all(given)):
            if word in _women():
                return WOMEN if _women()[word] else MEN
        # 'Kim' is a name of its own, and says nothing; 'Bobbo' is somebody called Robert.
        own = fold(given) in languages.given_names()
        women = {_women()[full] for full in full_names(given) if full in _women()}
        if len(women) == 1 and not own:
            return WOMEN if women.pop() else MEN
    ends = {
        kind[1:] for word in (name.given if turned else name.core) for kind in kinds.get("".join(fold_all(word)), ())
    }
    return next(iter(ends)) if len(ends) == 1 and ends <= {WOMEN, MEN} else NEUTRAL


def _as_listed(lang: str, given: str) -> bool:
    """The name is listed as it is written, with its accents."""
    return "".join(c for c in given.lower() if c.isalpha()) in _spellings(lang)


@cache
def _spellings(lang: str) -> frozenset[str]:
    return frozenset(
        name.replace("-", "").lower()
        for kind in (WOMEN, MEN)
        for one in lists().get(lang, {}).get(kind, ())
        for name in (one.latin, one.native)
    )


@cache
def _women() -> Mapping[str, bool]:
    """Whether a folded given name is a woman's; names of both are not in it."""
    rows = (line.split("\t") for line in resources.lines("surrogates/women.txt.gz"))
    return {name: flag == "1" for name, flag in rows}
