"""The packaged lists of places and institutions, ready to be asked; nothing else reads these files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import NamedTuple

import regex

from .. import languages, resources
from . import gazetteer
from .words import fold

# City, country's code and thousands of people; without it only the cities to draw from are known.
_GAZETTEER = "places/cities.txt.gz"
_LARGEST = 20
# The group of regions that are in several countries.
NOWHERE = "XX"

# Labels of which only letters and digits count: '070-174 06 23' and '0701740623' are one number.
_BARE = frozenset({"PHONE", "ACCOUNT", "CARD", "ID", "PLATE", "NUMBER", "POSTCODE", "IP"})
# A name of letters that most fonts and readers know.
_PLAIN = regex.compile(r"[A-ZÀ-Ž][a-zà-ž]{2,}")
_SIGNS = regex.compile(r"[^\p{L}\p{N}]+")


class Places(NamedTuple):
    """Places of one kind: by folded name, and by group (a country's cities, say)."""

    by_name: Mapping[str, tuple[str, str]]  # group and main name
    groups: Mapping[str, tuple[str, ...]]  # by the country's code; further ones of a country have a number after it
    others: Mapping[str, tuple[str, ...]]  # further names by main name, short ones for instance


def key(name: str) -> str:
    """RETURNS (str): How a name is looked up: folded, blanks counted once."""
    return " ".join(fold(word) for word in name.split())


def folded(label: str, text: str) -> str:
    """RETURNS (str): What of a text counts: two texts that are the same here are the same thing."""
    whole = key(text)
    bare = _SIGNS.sub("", whole) if label in _BARE else whole
    return bare or whole


@cache
def cities() -> Places:
    """RETURNS (Places): Cities by country, the best known first; those of the gazetteer are known as well, and only
    large ones are drawn where nobody wrote a list."""
    found = _places("cities", "surrogates/cities.txt")
    by_name, groups = dict(found.by_name), dict(found.groups)
    rows = (line.split("\t") for line in resources.lines(_GAZETTEER))
    large: dict[str, list[str]] = {}
    # The larger one has the name: Valencia is in Spain, and nobody in Venezuela gets it.
    for _, name, code in sorted((-int(size), name, code) for name, code, size in rows):
        if key(name) not in by_name:
            by_name[key(name)] = (code, name)
            large.setdefault(code, []).append(name)
    groups.update((code, tuple(names[:_LARGEST])) for code, names in large.items() if code not in groups)
    return Places(by_name, groups, found.others)


@cache
def further_cities(code: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): Cities of a country that are less known than those of `cities`: of one word, and no
    ordinary one or somebody's name."""
    listed = set(cities().groups.get(code, ()))
    rows = (line.split("\t") for line in resources.lines(_GAZETTEER))
    own = sorted((-int(size), name) for name, country, size in rows if country == code)
    names = (name for _, name in own if cities().by_name[key(name)] == (code, name) and name not in listed)
    return tuple(islice((name for name in names if _PLAIN.fullmatch(name) and not _is_word(name)), _LARGEST))


def _is_word(name: str) -> bool:
    return gazetteer.places()[key(name)].label != "CITY" or gazetteer.is_ambiguous(key(name))


@cache
def regions() -> Places:
    """RETURNS (Places): Parts of countries; those of the gazetteer are known, and none of them is drawn."""
    found = _places("regions", "surrogates/regions.txt")
    by_name = dict(found.by_name)
    for code, names in gazetteer.rows("places/regions.txt"):
        for name in names:
            by_name.setdefault(key(name), (code if code in found.groups else NOWHERE, name))
    for short, code in gazetteer.abbreviations().items():
        by_name.setdefault(key(short), (code, short))
    return Places(by_name, found.groups, found.others)


@cache
def province(lang: str) -> str:
    """RETURNS (str): How a region is called after a city, in a language or else in the base one."""
    return next(iter({**rows("provinces", lang), **rows("provinces", languages.BASE)}))


@cache
def called(kind: str, lang: str) -> Mapping[str, str]:
    """RETURNS (Mapping[str, str]): What 'cities' or 'regions' are called in a language, if not as in the base one."""
    return {name: own for name, (own, *_) in rows(kind, lang).items()}


def _places(kind: str, resource: str) -> Places:
    by_name: dict[str, tuple[str, str]] = {}
    groups: dict[str, tuple[str, ...]] = {}
    more: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(resources.lines(resource)):
        code, *cells = _cells(line)
        names = [tuple(name.strip() for name in cell.split("=")) for cell in cells]
        group = code if code not in groups else f"{code}{number}"
        groups[group] = tuple(first for first, *_ in names)
        for first, *others in names:
            more[first] = tuple(others)
            for name in (first, *others):
                by_name.setdefault(key(name), (group, first))
    for lang in languages.known():
        for name, own in called(kind, lang).items():
            by_name.setdefault(key(own), by_name[key(name)])
    return Places(by_name, groups, more)


@cache
def countries(lang: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """RETURNS (Mapping[str, tuple[tuple[str, ...], ...]]): What countries and their people are called, by code: names,
    adjectives, then whatever forms a language has; of each the usual one first."""
    return {code: tuple(map(_several, forms)) for code, forms in rows("countries", lang).items()}


@cache
def spoken_languages(lang: str) -> Mapping[str, tuple[str, ...]]:
    """RETURNS (Mapping[str, tuple[str, ...]]): What languages are called in a language, the usual name first, by what
    they are called in the base one."""
    return {name: _several(own[0]) if own else (name,) for name, own in rows("languages", lang).items()}


@cache
def streets() -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """RETURNS (Mapping[str, tuple[str, tuple[str, ...]]]): How a name stands in that of a street, and names, by the
    language that is spoken there."""
    found = (_cells(line) for line in resources.lines("surrogates/streets.txt"))
    return {language: (form, tuple(names)) for language, form, *names in found}


@cache
def postcodes() -> Mapping[str, str]:
    """RETURNS (Mapping[str, str]): The shape of post codes by the country's code, '00-000'."""
    return {code: shape for shape, (codes,) in gazetteer.rows("surrogates/postcodes.txt") for code in codes.split()}


@cache
def rows(kind: str, lang: str) -> Mapping[str, tuple[str, ...]]:
    """RETURNS (Mapping[str, tuple[str, ...]]): The rows of a small list of a language by their first cell."""
    return {cells[0]: tuple(cells[1:]) for cells in map(_cells, languages.lines(f"{lang}/surrogates/{kind}.txt"))}


@cache
def institutions(lang: str, label: str) -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
    """RETURNS (tuple[tuple[frozenset[str], tuple[str, ...]], ...]): Words that tell a kind, and names of that kind."""
    found = []
    for line in languages.lines(f"{lang}/surrogates/institutions.txt"):
        if line.startswith(f"{label} "):
            words, _, names = line.removeprefix(f"{label} ").partition(":")
            found.append((frozenset(key(word) for word in words.split(",")) - {""}, tuple(_cells(names))))
    return tuple(found)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


def _several(cell: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in cell.split(","))
