"""Countries: what they and their people are called, which places are in which, and what is spoken there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import zip_longest
from typing import Final, NamedTuple

from .. import languages, resources
from . import place_lists
from .gazetteer import rows

# The first two cells of what a country is called.
NAME: Final = 0
ADJECTIVE: Final = 1


class Form(NamedTuple):
    """A word for a country or its people.

    code (str): The country's code.
    lang (str): The language of the word.
    kind (int): Which of the cells of the list it is in.
    """

    code: str
    lang: str
    kind: int


@cache
def forms() -> Mapping[tuple[str, str], Form]:
    """RETURNS (Mapping[tuple[str, str], Form]): By language and folded word, what it says of which country."""
    found: dict[tuple[str, str], Form] = {}
    for lang in languages.known():
        for code, country in place_lists.countries(lang).items():
            for kind, written in enumerate(country):
                for name in written:
                    found.setdefault((lang, place_lists.key(name)), Form(code, lang, kind))
    # Of small countries there are only names.
    for line in resources.lines("places/countries.txt"):
        code, _, *names = line.split("\t")
        for lang, name in zip(languages.known(), names, strict=False):
            found.setdefault((lang, place_lists.key(name)), Form(code, lang, NAME))
    return found


def form_of(word: str, lang: str) -> Form | None:
    """RETURNS (Optional[Form]): What a word says of which country, in this language or else in another."""
    key = place_lists.key(word)
    spoken_here = sorted(languages.known(), key=lambda other: other != lang)
    return next(filter(None, (forms().get((one, key)) for one in spoken_here)), None)


@cache
def people(code: str, lang: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): What several people of a country, or those one knows, are called in a language, where
    the word is no adjective as well: 'Danes', 'dansken', 'danskarna'."""
    marks = next((marks for head, marks in languages.labelled("swell", lang) if head == "people"), [])
    columns = list(zip_longest(place_lists.countries(lang).get(code, ()), marks, fillvalue=""))
    others = {word for words, mark in columns if not mark for word in words}
    return tuple(word for words, mark in columns if mark for word in words if word not in others)


def name_of(code: str) -> str:
    """RETURNS (str): What a country is called in the base language."""
    return _names()[code]


@cache
def _names() -> Mapping[str, str]:
    small = (line.split("\t") for line in resources.lines("places/countries.txt"))
    return {code: name for code, _, name, *_ in small} | {
        code: country[NAME][0] for code, country in place_lists.countries(languages.BASE).items()
    }


@cache
def main_languages() -> Mapping[str, str]:
    """RETURNS (Mapping[str, str]): What most people speak, by the country's code."""
    return {code: name for name, (codes,) in rows("places/main_languages.txt") for code in codes.split()}


@cache
def spoken_in(language: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The codes of countries where most people speak it, first where it is at home."""
    found = dict(rows("places/main_languages.txt")).get(language, [""])
    return tuple(found[0].split())


@cache
def drawable() -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The codes of countries of which cities, regions, people and language are known in all
    languages that have a list."""
    lists = [table for table in map(place_lists.countries, languages.known()) if table]
    return tuple(
        code
        for code in lists[0]
        if all(code in table for table in lists)
        and code in place_lists.cities().groups
        and code in place_lists.regions().groups
        and code in main_languages()
    )
