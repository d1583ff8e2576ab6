"""Build the packaged lists of names to draw from: `python -m spacy_pseudo.lab.resources.build_names --help`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import regex

from ...languages import BASE, common_words
from .build import PACKAGED, _plain, _write

# Languages and the locales of Faker that have enough names of them, written in Latin letters.
_LOCALES = {
    "en": ("en_US", "en_GB"), "sv": ("sv_SE",), "de": ("de_DE",), "fr": ("fr_FR",), "es": ("es_ES",), "it": ("it_IT",),
    "nl": ("nl_NL",), "no": ("no_NO",), "da": ("da_DK",), "fi": ("fi_FI",), "pt": ("pt_BR", "pt_PT"), "tr": ("tr_TR",),
    "ro": ("ro_RO",), "hi": ("en_IN",),
}  # fmt: skip
_KINDS = {"F": "first_names_female", "M": "first_names_male", "S": "last_names"}
# From which share of women, and up to which, a name tells the gender; between the other two it tells nothing.
_WOMEN, _MEN = 0.9, 0.1
_NEUTRAL = (0.3, 0.7)
_MIN_SOURCES = 5
_MIN_COUNT = 200
_USUAL = 20_000
# Names of towns, too.
_NOT_NEUTRAL = ("Brooklyn", "Dallas", "London", "Paris", "Sydney")
_NAME = regex.compile(r"\p{Lu}\p{Ll}{2,11}")


def name_lists(gender: dict[str, tuple[int, float]]) -> Iterator[tuple[str, str, str]]:
    """Collect names to draw from.

    gender (dict[str, tuple[int, float]]): How often given names were counted, and the share of women.
    YIELDS (tuple[str, str, str]): Language, kind (F, M, N for given names, S for surnames) and name; usual ones first.
    """
    for lang, locales in _LOCALES.items():
        providers = [import_module(f"faker.providers.person.{locale}").Provider for locale in locales]
        for kind, attribute in _KINDS.items():
            names = (name for provider in providers for name in _by_weight(getattr(provider, attribute)))
            others = {name for p in providers for other in "FM" if other != kind for name in getattr(p, _KINDS[other])}
            for name in dict.fromkeys(name for name in names if _is_good(name)):
                _, women = gender.get(_plain(name.lower()), (0, 0.5))
                # The counts know no accents: 'Åsa' is counted with 'Asa'.
                accented = _plain(name) != name and name not in others
                if kind == "S" or accented or (women >= _WOMEN and kind == "F") or (women <= _MEN and kind == "M"):
                    yield lang, kind, name
    neutral = sorted((-n, name) for name, (n, women) in gender.items() if n >= _USUAL and _between(women))
    for _, name in neutral:
        if _is_good(name.capitalize()) and name.capitalize() not in _NOT_NEUTRAL:
            yield BASE, "N", name.capitalize()


def _by_weight(names: Any) -> list[str]:
    return sorted(names, key=lambda name: (-names[name], name)) if hasattr(names, "keys") else list(names)


def _is_good(name: str) -> bool:
    """A word like 'Grace' or 'Brown' would be taken for a word, or a word for it."""
    return _NAME.fullmatch(name) is not None and name.lower() not in common_words()


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
