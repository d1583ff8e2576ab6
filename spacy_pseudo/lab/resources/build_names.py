"""Build the packaged lists of names to draw from: `python -m spacy_pseudo.lab.resources.build_names --help`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import regex

from ... import resources
from ...languages import BASE, common_words
from ...people.drawn_names import LATIN, script_of
from .build import PACKAGED, _plain, _write
from .romanising import romanised

_KINDS = {"F": "first_names_female", "M": "first_names_male"}
_SURNAMES = {"SF": "last_names_female", "SM": "last_names_male", "S": "last_names"}
# From which share of women, and up to which, a name tells the gender; between the other two it tells nothing.
_WOMEN, _MEN = 0.9, 0.1
_NEUTRAL = (0.3, 0.7)
_MIN_SOURCES = 5
_MIN_COUNT = 200
_USUAL = 20_000
_LONGEST_LIST = 800
_BASE_IS_LONGER = 2
# Between a name in another script and the same in Latin letters.
_IS = "="
# Surnames that are words, too: people are recognised by them, nobody gets one.
_ONLY_KNOWN = "SX"
# A name is at home in a family of languages of which so many know it, whoever else does.
_AT_HOME = 0.5
_ALPHABETICAL = 0.9
# A list with names from all over the world says nothing about where else they are at home.
_MIXED = frozenset({"hi"})
# Names of towns, too.
_NOT_NEUTRAL = ("Brooklyn", "Dallas", "London", "Paris", "Sydney")
_NAME = regex.compile(r"(?:O'|Mc|D')?\p{Lu}\p{Ll}{2,11}")
_RUN_IN = regex.compile(r"^(?|(Mc)(\p{Ll})|(O)([bcdhklnr])(?=rien|onno|onne|eal|eil|eary|ara$|eefe|eilly))")
# Where a syllable is a sign of its own, or a word.
_SHORT_NAME = regex.compile(r"\p{Lu}\p{Ll}{1,11}(?:-\p{Ll}{1,6})?")
_SHORT = ("chinese", "korean", "vietnamese")
# Nobody could read a list of all spellings: what can be written in this is written as on the mainland.
_SIMPLIFIED = "gb2312"


class _Name(NamedTuple):
    lang: str
    kind: str
    name: str
    native: str = ""
    own: bool = False  # of our own list


def name_lists(gender: dict[str, tuple[int, float]]) -> Iterator[tuple[str, ...]]:
    """Collect names to draw from.

    gender (dict[str, tuple[int, float]]): How often given names were counted, and the share of women.
    YIELDS (tuple[str, ...]): Language, kind (F, M, N for given names, S for surnames, SF and SM for those of women and
        men, SX for those that are only known), name, and the same in another script if there is one; usual ones first.
    """
    origins = {row[0]: row for row in (line.split("\t") for line in resources.lines("surrogates/origins.txt"))}
    names = [*_own_names()]
    for lang, family, script, _, locales, *_ in origins.values():
        if locales != "-":
            names += _faker_names(lang, family, script.split(" ")[0], locales.split(" "))
    families = {lang: row[1] for lang, row in origins.items()}
    where, order = _languages_of(names), list(origins)
    lists: dict[tuple[str, str], dict[str, _Name]] = {}
    # What is written in another script comes in alphabetical order.
    for one in sorted(names, key=lambda one: (order.index(one.lang), -_count(one, gender) if one.native else 0)):
        if one.own or (not _is_borrowed(one, where, families) and _tells_gender(one, gender)):
            lists.setdefault((one.lang, one.kind), {}).setdefault(_plain(one.name.lower()), one)
    for (lang, _), by_word in lists.items():
        found, longest = list(by_word.values()), _LONGEST_LIST * (_BASE_IS_LONGER if lang == BASE else 1)
        # A long list in alphabetical order has nothing but names with A at its beginning.
        sample = found[:: -(-len(found) // longest)] if _is_sorted(found) else found[:longest]
        for one in sample:
            yield (one.lang, one.kind, one.name, one.native) if one.native else (one.lang, one.kind, one.name)
    neutral = sorted((-n, name) for name, (n, women) in gender.items() if n >= _USUAL and _between(women))
    for _, name in neutral:
        if _is_good(name.capitalize()) and name.capitalize() not in _NOT_NEUTRAL:
            yield BASE, "N", _capitalised(name.capitalize())


def _capitalised(name: str) -> str:
    """'McKenzie' and 'O'Brien', as the names are written, of 'Mckenzie' and 'Obrien', as they were counted."""
    written: str = _RUN_IN.sub(lambda m: {"Mc": "Mc", "O": "O'"}[m[1]] + m[2].upper(), name)
    return written


def _is_sorted(names: Sequence[_Name]) -> bool:
    folded = [_plain(one.name.lower()) for one in names if not one.own]
    return sum(a <= b for a, b in pairwise(folded)) > len(folded) * _ALPHABETICAL


def _own_names() -> Iterator[_Name]:
    for line in resources.lines("surrogates/own_names.txt"):
        lang, kind, *names = line.split(" ")
        for name in names:
            native, _, latin = name.rpartition(_IS)
            yield _Name(lang, kind, latin, native, own=True)


def _faker_names(lang: str, family: str, script: str, locales: Sequence[str]) -> Iterator[_Name]:
    providers = [import_module(f"faker.providers.person.{locale}").Provider for locale in locales]
    for kind, names in _kinds(providers):
        for listed in names:
            native, _, name = _capitalised(listed).rpartition(_IS)
            if script != "-" and not native and script_of(listed) != LATIN:
                native, name = listed, romanised(listed, lang, script, surname=kind[0] == "S")
            if lang == "zh" and not _is_simplified(native):
                native = ""
            if _is_good(name, short=family in _SHORT):
                yield _Name(lang, kind, name, native)
            elif kind == "S" and family in _SHORT and _SHORT_NAME.fullmatch(name):
                yield _Name(lang, _ONLY_KNOWN, name, native)


def _kinds(providers: Sequence[Any]) -> Iterator[tuple[str, Iterable[str]]]:
    own = {
        kind: [name for provider in providers for name in _usual(_listed(provider, attribute))]
        for kind, attribute in {**_KINDS, **_SURNAMES}.items()
    }
    for kind in _KINDS:
        yield kind, dict.fromkeys(own[kind])
    men = own["SM"] or [name for provider in providers for name in getattr(provider, "male_last_names", ())]
    women = own["SF"] or [_feminine(name) for name in men]
    both = {*men} & {*women} if men and women else set()
    others = [name for provider in providers for name in _usual(getattr(provider, "unisex_last_names", ()))]
    yield "S", dict.fromkeys([*(name for name in men if name in both), *others, *(() if men else own["S"])])
    yield "SF", dict.fromkeys(name for name in women if name not in both)
    yield "SM", dict.fromkeys(name for name in men if name not in both)


def _listed(provider: Any, attribute: str) -> Any:
    """Names of a provider; where it says how each is written in Latin letters, with that."""
    pairs = getattr(provider, attribute.replace("names", "name") + "_pairs", None)
    return getattr(provider, attribute, ()) if pairs is None else [f"{row[0]}{_IS}{row[-1]}" for row in pairs]


def _feminine(name: str) -> str:
    """'Kowalska' of 'Kowalski'."""
    return name[:-1] + "a" if name.endswith("i") else name


def _usual(names: Any) -> list[str]:
    """The names of a list, by their counts if it has any."""
    if hasattr(names, "keys"):
        return sorted(names, key=lambda name: (-names[name], name))
    return list(names)


def _is_simplified(name: str) -> bool:
    try:
        return bool(name.encode(_SIMPLIFIED))
    except UnicodeError:
        return False


def _languages_of(names: Iterable[_Name]) -> Mapping[tuple[bool, str], set[str]]:
    """The languages that know a name as a surname, or as a given name."""
    found: dict[tuple[bool, str], set[str]] = {}
    for one in names:
        found.setdefault((one.kind[0] == "S", _plain(one.name.lower())), set()).add(one.lang)
    return found


def _is_borrowed(one: _Name, where: Mapping[tuple[bool, str], set[str]], families: Mapping[str, str]) -> bool:
    """Another family of languages knows it better than its own: 'Sanchez' among English names, 'Mehmet' in Dutch."""
    own = families[one.lang]
    # What is written in another script is the language's own.
    if one.native or own in _SHORT:
        return False
    surname = one.kind[0] == "S"
    langs = where[surname, _plain(one.name.lower())]
    if one.lang in _MIXED:
        return bool(langs - _MIXED - ({BASE} if surname else set()))
    langs = langs if one.lang == BASE and surname else langs - _MIXED
    counts, sizes = Counter(families[lang] for lang in langs), Counter(families.values())
    # A family of one language knows all its names: that says little.
    shares = {family: count / (sizes[family] + 1) for family, count in counts.items()}
    best = max((share for family, share in shares.items() if family != own), default=0.0)
    return shares[own] < min(best, _AT_HOME)


def _count(one: _Name, gender: Mapping[str, tuple[int, float]]) -> int:
    return gender.get(_plain(one.name.lower()), (0, 0.5))[0] if one.kind[0] != "S" else 0


def _tells_gender(one: _Name, gender: Mapping[str, tuple[int, float]]) -> bool:
    if one.kind[0] == "S":
        return True
    count, women = gender.get(_plain(one.name.lower()), (0, 0.5))
    if one.native or "-" in one.name or not count:
        return not (women >= _WOMEN and one.kind == "M") and not (women <= _MEN and one.kind == "F")
    # The counts know no accents: 'Åsa' is counted with 'Asa'.
    accented = _plain(one.name) != one.name
    return accented or (women >= _WOMEN and one.kind == "F") or (women <= _MEN and one.kind == "M")


def _is_good(name: str, *, short: bool = False) -> bool:
    """A word like 'Grace' or 'Brown' would be taken for a word, or a word for it."""
    pattern = _SHORT_NAME if short else _NAME
    return pattern.fullmatch(name) is not None and name.lower() not in common_words()


def _between(women: float) -> bool:
    return _NEUTRAL[0] <= women <= _NEUTRAL[1]


def genders(path: Path) -> dict[str, tuple[int, float]]:
    """RETURNS (dict[str, tuple[int, float]]): Count and share of women of given names, from nomquamgender's data."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return {name: (v[1], v[2]) for name, v in data.items() if v[0] >= _MIN_SOURCES and v[1] >= _MIN_COUNT}


def _gender_lines(gender: dict[str, tuple[int, float]]) -> Iterable[str]:
    for name, (_, women) in sorted(gender.items()):
        if name.isalpha() and not _MEN < women < _WOMEN:
            yield f"{name}\t{int(women >= _WOMEN)}"


def main() -> None:
    """Build both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--given-names", type=Path, required=True, metavar="FILE", help="name_data.json, nomquamgender")
    parser.add_argument("--faker", type=Path, metavar="DIR", help="where the package Faker is, if not installed")
    parser.add_argument("--out", type=Path, metavar="DIR", default=PACKAGED / "surrogates")
    args = parser.parse_args()
    if args.faker:
        sys.path.insert(0, str(args.faker))
    gender = genders(args.given_names)
    _write(args.out / "names.txt.gz", map("\t".join, name_lists(gender)))
    _write(args.out / "women.txt.gz", _gender_lines(gender))


if __name__ == "__main__":
    main()
