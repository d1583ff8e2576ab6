"""Names of other languages become names of the same: judged by lists of countries and by how such names are spelled."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from spacy_pseudo import Participant, languages
from spacy_pseudo.people.display_names import parse_name
from spacy_pseudo.people.drawn_names import script_of
from spacy_pseudo.people.fake_names import draw_names
from spacy_pseudo.people.genders import gender_of
from spacy_pseudo.surrogates.projection import project
from spacy_pseudo.text.words import fold_all

SEEDS = (1, 2, 3)
_COUNTRIES = {
    "de": "DE AT CH LI LU", "nl": "NL BE", "pl": "PL", "tr": "TR AZ DE", "it": "IT CH", "es": "ES MX CL AR CO",
    "pt": "PT BR", "fi": "FI", "hi": "IN", "fr": "FR BE CA CH", "sv": "SE", "hu": "HU", "cs": "CZ SK", "ar": "DZ PK NG",
}  # fmt: skip
# What is drawn of these is in no list of countries.
_PINYIN = r"(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:[iuü]?[aeo]|[iuü])(?:o|i|u|ng?|r)?"
_SPELLED = {
    "ja": r"(?:(?:[kgsztdnhbpmyrwfj]|[knhr]y|[sc]h|ts)?[aeiou]|n(?![aeiouy])|(?<=[aeiou])(?:k(?=k)|t(?=t)|m(?=b)))+",
    "zh": rf"(?:{_PINYIN}){{1,3}}",
    "ko": r"(?:(?:[bdghjklmnprst]|ch|kw|hw|kk)?(?:y[aeou]|w[aeo]|eo|eu|ae|oo|ui|[aeiou]){1,2}(?:ng|[bhklmnprt])?){1,4}",
    "vi": r"(?:[bcdghklmnpqrstvx]|ch|gi|kh|ng|ngh|nh|ph|th|tr|qu)?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?",
    "ru": r"\w*(?:ov|ev|in|ova|eva|ina|sky|skaya|oy|aya|yn|ykh|kh)",
    "el": r"\w*(?:is|os|as|ou|es|i|a)",
}


def _people(seen: bool) -> list[tuple[str, str]]:
    text = Path(__file__).with_name("names").joinpath("origins.txt").read_text(encoding="utf-8")
    block = text.split("# --- ")[1 if seen else 2]
    rows = (line.split("\t") for line in block.splitlines()[1:] if line)
    return [(lang, name) for lang, names in rows for name in names.split("; ")]


@cache
def _drawn(seen: bool, seed: int) -> list[tuple[str, str, str]]:
    people = _people(seen)
    roster = [Participant(f"p{n:03}", (name,)) for n, (_, name) in enumerate(people)]
    names = draw_names(roster, random.Random(seed))
    return [(lang, name, names[f"p{n:03}"]) for n, (lang, name) in enumerate(people)]


def _is_of(lang: str, drawn: str) -> bool:
    """The whole name looks like one of a language; of two words that lists know, both are known in its countries."""
    words = ["".join(fold_all(word)) for word in drawn.split()]
    if lang in ("ru", "el"):
        words = words[-1:]
    if lang in _SPELLED:
        return all(re.fullmatch(_SPELLED[lang], word) for word in words)
    given, last = languages.given_and_surname_countries()
    own = set(_COUNTRIES[lang].split())
    known = [given.get(word, frozenset()) | last.get(word, frozenset()) for word in words]
    return any(own & places for places in known) and all(own & places or not places for places in known)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seen", [True, False])
def test_the_language_of_origin_is_kept(seed: int, *, seen: bool) -> None:
    drawn = _drawn(seen, seed)
    assert len(drawn) >= (40 if seen else 60)
    others = [row for row in drawn if not _is_of(row[0], row[2])]
    assert len(others) <= len(drawn) / 6, others


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seen", [True, False])
def test_drawn_names_are_whole(seed: int, *, seen: bool) -> None:
    drawn = [name for *_, name in _drawn(seen, seed)]
    assert len(set(drawn)) == len(drawn)
    broken = [name for name in drawn if not re.fullmatch(r"\S+(?: \S+)+", name) or not _is_cased(name)]
    assert broken == []


def _is_cased(name: str) -> bool:
    return all(word[0].isupper() and not word[-1].isupper() for word in name.split())


@pytest.mark.parametrize("seed", SEEDS)
def test_names_stay_in_their_script(seed: int) -> None:
    names = ["王小明", "Иван Петров", "Μαρία Παππά", "김지우", "محمد الحداد", "יעל כהן", "田中優"]
    drawn = draw_names([Participant(str(n), (name,)) for n, name in enumerate(names)], random.Random(seed))
    for n, name in enumerate(names):
        fake = drawn[str(n)]
        assert script_of(fake) == script_of(name)
        assert (" " in fake) == (" " in name)
        latin = project(name, [name], fake, "registered", latin=True)
        assert latin.isascii()
        assert len(latin.split()) == 2


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Иван Петров", "M"),
        ("Екатерина Соколова", "F"),
        ("Agnieszka Kowalska", "F"),
        ("Petr Novák", "M"),
        ("Μαρία Παππά", "F"),
    ],
)
def test_surnames_are_those_of_women_and_men(name: str, gender: str, seed: int) -> None:
    fake = draw_names([Participant("p", (name,))], random.Random(seed))["p"]
    assert gender_of(parse_name(fake)) == gender
    assert gender_of(parse_name(fake.split()[-1] + ", X.")) in (gender, "N")


@pytest.mark.parametrize("seed", SEEDS)
def test_an_irish_surname_becomes_another(seed: int) -> None:
    fake = draw_names([Participant("p", ("Kieran O'Neil",))], random.Random(seed))["p"]
    assert re.fullmatch(r"[A-Z][a-zá-ú]+ O'[A-Z][a-z]+", fake)
