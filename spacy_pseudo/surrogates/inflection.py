"""Places, schools and people as they are written, without their endings."""

from __future__ import annotations

from functools import cache

from .. import languages
from ..text import place_lists
from .place_surrogates import GENITIVE, Word

INSTITUTIONS = ("SCHOOL", "EMPLOYER")
_SHORTEST = 3


def taken_apart(label: str, text: str, lang: str) -> Word:
    """RETURNS (Word): A text without the ending of a genitive, and the ending: 'London's', 'Stockholms'; 'Paris' has
    none.

    label (str): What it is.
    text (str): The text as it is written.
    lang (str): Its language.
    """
    if found := GENITIVE.search(text):
        return Word(text[: found.start()], found[0])
    owned = languages.of(lang).bare_genitive and text[-1:].lower() == "s" and len(text) >= _SHORTEST
    return Word(text[:-1], text[-1]) if owned and _is_known(label, text[:-1], text, lang) else Word(text, "")


def is_definite(word: str, lang: str) -> bool:
    """RETURNS (bool): The word for a school or an employer is in its definite form: 'Björkgymnasiet'."""
    return word.lower().endswith(of_kind("definite", lang))


@cache
def of_kind(kind: str, *langs: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): Words of a kind in some languages, or in all, in small letters; see swell.txt."""
    return tuple(word.lower() for head, words in languages.labelled("swell", *langs) if head == kind for word in words)


def _is_known(label: str, base: str, text: str, lang: str) -> bool:
    """The text without its last letter is known, or looks like a school, and as it is written it is not."""
    if label in INSTITUTIONS:
        return is_definite(base, lang) or place_lists.key(base) in _employers()
    known = _known(label)
    return place_lists.key(text) not in known and place_lists.key(base) in known


@cache
def _known(label: str) -> frozenset[str]:
    if label in ("CITY", "REGION"):
        return frozenset((place_lists.cities() if label == "CITY" else place_lists.regions()).by_name)
    if label not in ("COUNTRY", "NATIONALITY"):
        return frozenset()
    countries = (country for lang in languages.known() for country in place_lists.countries(lang).values())
    return frozenset(place_lists.key(word) for country in countries for words in country for word in words)


@cache
def _employers() -> frozenset[str]:
    return frozenset(place_lists.key(line) for line in languages.own_and_base("companies", languages.ALL))
