"""The packaged names to draw from, by language and kind, and how each is written in Latin letters and in its script."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import regex

from .. import languages, resources
from ..text.words import fold, fold_all

WOMEN: Final = "F"
MEN: Final = "M"
NEUTRAL: Final = "N"
SURNAMES: Final = "S"
LANG: Final = languages.BASE
LATIN: Final = "Latin"
_FIRST: Final = "first"
_SCRIPTS: Final = ("Cyrillic", "Greek", "Hangul", "Hiragana", "Katakana", "Han", "Arabic", "Hebrew")
_LETTER = regex.compile(r"\p{L}")


class DrawnName(NamedTuple):
    """A name of a list: in Latin letters, in the script of its language, and what is compared."""

    latin: str
    native: str
    word: str  # the Latin letters, folded, without hyphens
    words: frozenset[str]  # this, its pieces and the word of the other script: all that may mean somebody else


class Origin(NamedTuple):
    """A language that names are kept for."""

    lang: str
    family: str
    scripts: tuple[str, ...]
    surname_first: bool
    countries: frozenset[str]
    particles: frozenset[str]


@cache
def origins() -> Mapping[str, Origin]:
    """RETURNS (Mapping[str, Origin]): The languages that names are kept for, by code."""
    rows = (line.split("\t") for line in resources.lines("surrogates/origins.txt"))
    return {
        lang: Origin(lang, family, _words(scripts), order == _FIRST, frozenset(_words(lands)), frozenset(_words(small)))
        for lang, family, scripts, order, _, lands, small in rows
    }


def _words(cell: str) -> tuple[str, ...]:
    return tuple(cell.replace("-", "").split())


@cache
def lists() -> Mapping[str, Mapping[str, tuple[DrawnName, ...]]]:
    """RETURNS (Mapping[str, Mapping[str, tuple[DrawnName, ...]]]): The names by language and kind, usual ones first.
    What women and men are called by is of the kind S followed by theirs: 'Kowalska' is SF."""
    found: dict[str, dict[str, list[DrawnName]]] = {}
    for line in resources.lines("surrogates/names.txt.gz"):
        lang, kind, latin, *native = line.split("\t")
        one = _listed(latin, native[0] if native else "")
        found.setdefault(lang, {}).setdefault(kind, []).append(one)
    return {lang: {kind: tuple(names) for kind, names in kinds.items()} for lang, kinds in found.items()}


def _listed(latin: str, native: str) -> DrawnName:
    pieces = fold_all(latin)
    word = "".join(pieces)
    return DrawnName(latin, native, word, frozenset(one for one in (word, *pieces, fold(native)) if len(one) > 1))


def surname_kinds(gender: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The kinds of surname that somebody may have."""
    return (SURNAMES, SURNAMES + gender) if gender != NEUTRAL else (SURNAMES,)


@cache
def kinds_of(lang: str) -> Mapping[str, frozenset[str]]:
    """RETURNS (Mapping[str, frozenset[str]]): The kinds of a language that a folded name is of, in any script."""
    found: dict[str, set[str]] = {}
    for kind, names in lists().get(lang, {}).items():
        for one in names:
            for word in filter(None, (one.word, fold(one.native))):
                found.setdefault(word, set()).add(kind)
    return {word: frozenset(kinds) for word, kinds in found.items()}


@cache
def in_latin() -> Mapping[str, str]:
    """RETURNS (Mapping[str, str]): How names in other scripts are written in Latin letters."""
    kinds = (names for of_lang in lists().values() for names in of_lang.values())
    return {one.native: one.latin for names in kinds for one in reversed(names) if one.native}


def script_of(text: str) -> str:
    """RETURNS (str): The script of a text's letters; that of the first which is not Latin, if there is one."""
    if text.isascii():
        return LATIN
    for letter in _LETTER.findall(text):
        for name, pattern in _patterns().items():
            if pattern.match(letter):
                return name
    return LATIN


@cache
def _patterns() -> Mapping[str, regex.Pattern[str]]:
    return {name: regex.compile(rf"\p{{{name}}}") for name in _SCRIPTS}


@cache
def _unspaced_surnames() -> Mapping[str, str]:
    """Surnames of scripts without blanks, with their language."""
    return {
        one.native: lang
        for lang, origin in origins().items()
        if origin.surname_first and origin.scripts
        for one in lists()[lang].get(SURNAMES, ())
    }


def divided(name: str) -> tuple[str, str] | None:
    """Divide a name without blanks: '王小明', '김지우', '田中優'.

    name (str): The name.
    RETURNS (Optional[tuple[str, str]]): Surname and given name; None if it is no such name.
    """
    if len(name) < 2 or script_of(name) not in ("Han", "Hangul", "Hiragana", "Katakana"):
        return None
    known = _unspaced_surnames()
    # A longer surname first: 'Ouyang'; of four signs two are the surname, as in Japan.
    size = next((size for size in (3, 2) if len(name) > size and name[:size] in known), 0)
    size = size or (2 if len(name) > 3 and name[:1] not in known else 1)
    return name[:size], name[size:]
