"""Places of the world by name, with how many people live there; read when first asked for."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from .. import languages, resources
from .similarity import NearNames
from .words import fold_all

_LARGE: Final = 100  # thousands
_LARGE_AT_HOME: Final = 15
# From how many thousands of people a name counts for less than the place.
_PER_BEARER: Final = 0.1
_PER_SURNAME: Final = 50
_SHORTEST: Final = 6


class Place(NamedTuple):
    """A place.

    label (str): COUNTRY, REGION or CITY.
    people (int): How many thousands live there; 1,000 for a region.
    country (str): The country's code; empty if unknown.
    """

    label: str
    people: int
    country: str


_REGION_PEOPLE: Final = 2_000


@cache
def places() -> dict[str, Place]:
    """RETURNS (dict[str, Place]): Places by their folded words, joined by blanks; the larger kind wins."""
    found: dict[str, Place] = {}
    nowhere = Place("", 0, "")
    for line in resources.text("places/cities.txt.gz").splitlines():
        name, country, people = line.split("\t")
        found[_key(name)] = Place("CITY", int(people), country)
    for head, names in rows("places/other_names.txt"):
        label, people = head.split()
        for key in map(_key, names):
            found[key] = Place(label, max(int(people), found.get(key, nowhere).people), "")
    for country, names in rows("places/regions.txt"):
        for key in map(_key, names):
            if found.get(key, nowhere).people < _REGION_PEOPLE:
                found[key] = Place("REGION", _REGION_PEOPLE, country)
    for line in resources.lines("places/countries.txt"):
        code, people, *names = line.split("\t")
        for name in names:
            key = _key(name.split("(")[0].replace("&", "and" if name == names[0] else "och"))
            if key not in found or int(people) > found[key].people or found[key].label == "CITY":
                found[key] = Place("COUNTRY", max(int(people), 1), code)
            if "&" in name:
                found.setdefault(_key(name), Place("COUNTRY", int(people), code))
    return found


@cache
def first_words() -> dict[str, int]:
    """RETURNS (dict[str, int]): By the first word of a place's name, how many words the longest such name has."""
    longest: dict[str, int] = {}
    for key in places():
        first, count = key.split(" ", 1)[0], key.count(" ") + 1
        longest[first] = max(longest.get(first, 0), count)
    return longest


@cache
def first_pairs() -> frozenset[str]:
    """RETURNS (frozenset[str]): The first two words of places' names of several words."""
    return frozenset(" ".join(key.split(" ", 2)[:2]) for key in places() if " " in key)


@cache
def small_first_words() -> frozenset[str]:
    """RETURNS (frozenset[str]): Those first words that may stand for a place in small letters, too."""
    known, ordinary = places(), languages.words()
    return frozenset(
        word
        for word, longest in first_words().items()
        if longest > 1 or word not in ordinary or (word in known and known[word].label != "CITY")
    )


@cache
def near_places() -> NearNames:
    """RETURNS (NearNames): Places that are known well enough to be recognised when they are misspelled."""
    home = ("SE", "GB", "FI", "NO", "DK")
    return NearNames(
        key
        for key, place in places().items()
        if len(key) >= _SHORTEST
        and " " not in key
        and (place.label != "CITY" or place.people >= (_LARGE_AT_HOME if place.country in home else _LARGE))
    )


@cache
def abbreviations() -> dict[str, str]:
    """RETURNS (dict[str, str]): Abbreviations of regions, as they are written, with the country's code."""
    return {name: country for country, names in rows("places/abbreviations.txt") for name in names}


@cache
def _ambiguous() -> frozenset[str]:
    # 'Toyota' and 'Nokia' are towns as well.
    firms = languages.own_and_base("companies", languages.ALL)
    return frozenset(_key(line) for line in (*resources.lines("places/ambiguous.txt"), *firms))


@cache
def is_ambiguous(key: str) -> bool:
    """RETURNS (bool): The name of a place is as well somebody's name, or a word: it needs a cue."""
    if key in _ambiguous() or key in languages.common_words():
        return True
    people = places()[key].people if key in places() else 0
    if " " in key:
        return False
    bearers = languages.given_names().get(key, 0)
    return bearers * _PER_BEARER > people or languages.surnames().get(key, 0) * _PER_SURNAME > people


def _key(name: str) -> str:
    plain = name.isascii() and name.replace(" ", "").isalpha()
    return name.lower() if plain else " ".join(fold_all(name))


def rows(name: str) -> list[tuple[str, list[str]]]:
    """RETURNS (list[tuple[str, list[str]]]): The lines of a list of lists: what stands before the colon, and
    the names."""
    pairs = (line.split(":", 1) for line in resources.lines(name))
    return [(head, [part.strip() for part in names.split(";")]) for head, names in pairs]
