"""Packaged word and name data, read when it is first asked for. Sources and licences: LICENSES.md."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType


def words(lang: str = "en") -> frozenset[str]:
    """Ordinary words, lower-case, inflected forms and contractions included; proper names are not among them.

    lang (str): The language's code.
    RETURNS (frozenset[str]): The words; empty for a language without data.
    """
    return _set(f"{lang}/words.txt.gz")


def common_words(lang: str = "en") -> frozenset[str]:
    """The subset of `words` that everybody uses.

    lang (str): The language's code.
    RETURNS (frozenset[str]): The words; empty for a language without data.
    """
    return _set(f"{lang}/common.txt.gz")


def proper_words(lang: str = "en") -> frozenset[str]:
    """Words that are written with a capital and are no names of people: places, peoples, days, months.

    lang (str): The language's code.
    RETURNS (frozenset[str]): The words in lower case, without accents; empty for a language without data.
    """
    return _set(f"{lang}/proper.txt.gz")


def given_names(lang: str = "en") -> Mapping[str, int]:
    """Given names of many countries, lower-case and without accents.

    lang (str): The language's code.
    RETURNS (Mapping[str, int]): How often each name was counted; empty for a language without data.
    """
    return _counts(f"{lang}/given_names.txt.gz")


def surnames(lang: str = "en") -> Mapping[str, int]:
    """Surnames, lower-case, without accents, blanks and apostrophes ('obrien').

    lang (str): The language's code.
    RETURNS (Mapping[str, int]): Bearers among 100,000 people; empty for a language without data.
    """
    return _counts(f"{lang}/surnames.txt.gz")


@cache
def name_countries(lang: str = "en") -> Mapping[str, frozenset[str]]:
    """Names by country, lower-case and without accents.

    lang (str): The language's code.
    RETURNS (Mapping[str, frozenset[str]]): Codes of the countries in which each is a usual given name or surname;
        empty for a language without data.
    """
    rows = (line.split("\t") for line in _read(f"{lang}/name_countries.txt.gz").splitlines())
    return MappingProxyType({name: frozenset((*given.split(), *last.split())) for name, given, last in rows})


@cache
def nicknames() -> tuple[tuple[str, str], ...]:
    """Pairs of a given name and a nickname, lower-case: English, and a supplement for other languages.

    RETURNS (tuple[tuple[str, str], ...]): The pairs.
    """
    rows = [row.split(",") for name in ("en/nicknames.csv", "nicknames.csv") for row in lines(name)[1:]]
    return tuple((name, nickname) for name, nickname in rows)


def lines(name: str) -> list[str]:
    """The lines of a text resource, without blank lines and comments (`# ...` on a line of its own).

    name (str): The resource's path in this package, such as 'en/greetings.txt'; '.gz' is unpacked.
    RETURNS (list[str]): The lines, stripped; empty if there is no such resource.
    """
    stripped = (line.strip() for line in _read(name).splitlines())
    return [line for line in stripped if line and not line.startswith("#")]


def text(name: str) -> str:
    """RETURNS (str): A text resource as it is, such as 'rating/text.txt'."""
    return _read(name)


@cache
def _set(name: str) -> frozenset[str]:
    return frozenset(_read(name).splitlines())


@cache
def _counts(name: str) -> Mapping[str, int]:
    rows = (line.split("\t") for line in _read(name).splitlines())
    return MappingProxyType({word: int(count) for word, count in rows})


def _read(name: str) -> str:
    try:
        data = files(__name__).joinpath(*name.split("/")).read_bytes()
    except FileNotFoundError:
        return ""
    return (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8")
