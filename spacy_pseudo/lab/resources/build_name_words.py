"""Build what the package knows of names by country and by their letters:
`python -m spacy_pseudo.lab.resources.build_name_words --help`."""

from __future__ import annotations

import argparse
import pkgutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from math import log
from pathlib import Path

import regex

from ...languages import BASE, given_names, surnames, words
from .build import LANGUAGES, _plain, _write

_GIVEN = (
    *("first_names", "first_names_male", "first_names_female", "first_names_unisex", "first_names_nonbinary"),
    *("first_names_rural_male", "first_names_rural_female", "first_name_romanized"),
)
_SURNAMES = ("last_names", "last_names_male", "last_names_female", "last_name_romanized")
# Locales that are of no country.
_NO_COUNTRY = ("AA",)
_LATIN = regex.compile(r"\p{Latin}{2,20}")
# From how many on a name helps to tell how names are spelled.
_MIN_GIVEN, _MIN_SURNAME = 100, 1
# A sequence of letters counts as if it had been seen half a time more.
_SMOOTHING = 0.5
_MIN_SEEN = 3
_LENGTH = 3


def countries() -> list[str]:
    """Collect names by country.

    RETURNS (list[str]): Name without accents, codes of the countries where it is a given name, and of those where it
        is a surname, by name.
    """
    found: dict[str, tuple[set[str], set[str]]] = {}
    package = import_module("faker.providers.person")
    for module in pkgutil.iter_modules(package.__path__):
        country = module.name.partition("_")[2]
        if not country or country in _NO_COUNTRY:
            continue
        provider = import_module(f"faker.providers.person.{module.name}").Provider
        for kind, attributes in enumerate((_GIVEN, _SURNAMES)):
            for attribute in attributes:
                # What a locale has not of its own it has from another one.
                for name in _single(provider.__dict__.get(attribute, ())):
                    found.setdefault(name, (set(), set()))[kind].add(country)
    return [
        f"{name}\t{' '.join(sorted(given))}\t{' '.join(sorted(last))}" for name, (given, last) in sorted(found.items())
    ]


def _single(names: object) -> Iterator[str]:
    """The names of a list of Faker's that are one word in Latin letters; what is worked out from others is left out."""
    for name in names if isinstance(names, Iterable) else ():
        text = name[1] if isinstance(name, tuple) and len(name) > 1 else name
        if isinstance(text, str) and _LATIN.fullmatch(text):
            yield _plain(text.lower())


def letters(by_country: Iterable[str]) -> list[str]:
    """Compare how names and ordinary words are spelled.

    by_country (Iterable[str]): What `countries` collected.
    RETURNS (list[str]): Three letters ('^' before a word, '$' after it), and the logarithm of how much more often they
        stand in names than in words, by letters.
    """
    names = {name for name, count in given_names().items() if count >= _MIN_GIVEN}
    names |= {name for name, count in surnames().items() if count >= _MIN_SURNAME}
    names |= {line.split("\t")[0] for line in by_country}
    in_names, in_words = _sequences(names - words()), _sequences(word for word in words() if word.isalpha())
    known = [part for part in sorted(in_names.keys() | in_words.keys()) if in_names[part] + in_words[part] >= _MIN_SEEN]
    rest = _SMOOTHING * len(known)
    sizes = log(in_words.total() + rest) - log(in_names.total() + rest)
    return [
        f"{part}\t{log(in_names[part] + _SMOOTHING) - log(in_words[part] + _SMOOTHING) + sizes:.2f}" for part in known
    ]


def _sequences(names: Iterable[str]) -> Counter[str]:
    return Counter(
        padded[at : at + _LENGTH]
        for name in names
        for padded in (f"^{name}$",)
        for at in range(len(padded) - _LENGTH + 1)
    )


def main() -> None:
    """Build both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faker", type=Path, metavar="DIR", help="where the package Faker is, if not installed")
    parser.add_argument("--out", type=Path, metavar="DIR", default=LANGUAGES / BASE, help="where to write")
    args = parser.parse_args()
    if args.faker:
        sys.path.insert(0, str(args.faker))
    by_country = countries()
    _write(args.out / "name_countries.txt.gz", by_country)
    _write(args.out / "letters.txt.gz", letters(by_country))


if __name__ == "__main__":
    main()
