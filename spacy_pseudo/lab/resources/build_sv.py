"""Build the Swedish word and name data, see LICENSES.md: `python -m spacy_pseudo.lab.resources.build_sv --help`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from ...languages import lines
from ...text.words import fold
from .build import LANGUAGES, _write

# Women and men in Sweden, and among 100,000 people those whose surname is one of the 500 most common.
_WOMEN_OR_MEN: Final = 5_200_000
_WITH_COMMON_SURNAME: Final = 43_000
_ROW = re.compile(r'\("([^"]+)", ([\d.]+)\)')
_ENDS_IN_S = ("s", "x", "z")


def _stem(word: str) -> str:
    return word[:-1] if word[-1] in "ae" else word


# What each section of `lemmas.txt` makes of a word.
FORMS: Final[Mapping[str, Callable[[str], Iterable[str]]]] = {
    "or": lambda w: (w, w + "n", w[:-1] + "or", w[:-1] + "orna"),
    "ar": lambda w: (w, w + ("n" if w[-1] in "eöå" else "en"), _stem(w) + "ar", _stem(w) + "arna"),
    "er": lambda w: (w, w + ("n" if w[-1] in "aeiå" else "en"), w + "er", w + "erna", w + "n", w + "r", w + "rna"),
    "n": lambda w: (w, w + "t", w + "n", w + "na"),
    "0": lambda w: (w, w + "et", w + "en", w + "ena"),
    "are": lambda w: (w, w + "n", w[:-1] + "na"),
    "ar-verb": lambda w: (*(w + end for end in ("", "r", "de", "t", "s", "des", "ts", "d", "nde")), w[:-1] + "ades"),
    "er-verb": lambda w: (w, *(w[:-1] + end for end in ("", "er", "te", "t", "s", "tes", "ts", "ande", "ta"))),
    "de-verb": lambda w: (w, *(_short(w[:-1]) + end for end in ("de", "t", "d", "da", "des")), *_present(w)),
    "verb": lambda w: (w,),
    "adj": lambda w: (w, *(w + end for end in ("t", "a", "are", "ast", "aste"))),
    "forms": lambda w: (w,),
}
_NOUNS: Final = ("or", "ar", "er", "n", "0", "are")


def _short(stem: str) -> str:
    """'bedöm' is 'bedömde', 'fyll' 'fyllde', 'glömm' 'glömde'."""
    return stem[:-1] if stem.endswith(("mm", "nn")) else stem


def _present(verb: str) -> tuple[str, ...]:
    stem = verb[:-1]
    return _short(stem), stem + "er", stem + "s", stem + "ande", stem + "as"


def common_words(lemmas: Iterable[str]) -> Iterator[str]:
    """Inflect words.

    lemmas (Iterable[str]): The lines of `lemmas.txt`: a section in brackets, then its words.
    YIELDS (str): Forms, some of which nobody uses; they do no harm in a list of what is no name.
    """
    section = ""
    for line in lemmas:
        if line.startswith("["):
            section = line[1:].partition("]")[0]
            continue
        for word in line.split():
            for form in FORMS[section](word):
                yield form
                if section in _NOUNS and not form.endswith(_ENDS_IN_S):
                    yield form + "s"


def shares(source: str, begin: str, end: str) -> dict[str, float]:
    """RETURNS (dict[str, float]): Names with shares, from one table to before another of Faker's Swedish names."""
    table = source[source.index(begin) : source.index(end) if end else len(source)]
    found: dict[str, float] = {}
    for name, share in _ROW.findall(table):
        found[fold(name)] = found.get(fold(name), 0) + float(share)
    return found


def counts(share_of: Mapping[str, float], people: int) -> dict[str, int]:
    """RETURNS (dict[str, int]): Bearers by name, the shares being those among the listed names."""
    whole = sum(share_of.values())
    return {name: round(share / whole * people) for name, share in share_of.items()}


def main() -> None:
    """Build the files whose source is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faker", type=Path, metavar="FILE", help="providers/person/sv_SE/__init__.py of Faker")
    parser.add_argument("--out", type=Path, metavar="DIR", default=LANGUAGES / "sv", help="where to write")
    args = parser.parse_args()
    words = {word for form in common_words(lines("sv/lemmas.txt")) for word in (form, fold(form)) if len(word) > 1}
    _write(args.out / "common.txt.gz", sorted(words))
    _write(args.out / "words.txt.gz", sorted(words))
    if args.faker:
        source = args.faker.read_text(encoding="utf-8")
        women = counts(shares(source, "first_names_female =", "first_names_male ="), _WOMEN_OR_MEN)
        men = counts(shares(source, "first_names_male =", "first_names = "), _WOMEN_OR_MEN)
        given = {name: women.get(name, 0) + men.get(name, 0) for name in women.keys() | men.keys()}
        surnames = counts(shares(source, "last_names =", ""), _WITH_COMMON_SURNAME)
        for name, counted in (("given_names", given), ("surnames", surnames)):
            rows = {fold(word).replace(" ", ""): n for word, n in counted.items()}
            _write(args.out / f"{name}.txt.gz", (f"{word}\t{rows[word]}" for word in sorted(rows)))


if __name__ == "__main__":
    main()
