"""What a text says of the places in it: in which country they are, and which countries it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

import regex

from ..text import countries
from .country_surrogates import country_in
from .inflection import language_in
from .place_surrogates import country_of_place
from .street_surrogates import country_of_address, country_of_street

if TYPE_CHECKING:
    from ..identifiers.base import Identifier

LOCATED: Final = frozenset({"CITY", "REGION", "STREET", "ADDRESS", "POSTCODE"})
_NAMING: Final = frozenset({"COUNTRY", "NATIONALITY"})
# What may stand between a place and the one that it is in: ', ', ' (' or a blank; and 'in', too.
_APART: Final = regex.compile(r"[\s,(]{1,4}")
_WITHIN: Final = regex.compile(r"[\s,(]{1,4}(?:\p{Ll}{1,2}\s)?")


class Setting(NamedTuple):
    """What is known of where a place is.

    country (Optional[str]): The country's code; of a language, where it is spoken.
    named (bool): The text names that country, or its people.
    """

    country: str | None = None
    named: bool = False


def country_of(label: str, text: str, lang: str) -> str | None:
    """RETURNS (Optional[str]): The code of the country that something is about by itself; None if nobody knows."""
    if label in _NAMING:
        form = country_in(text, lang)[1]
        return form.code if form is not None else None
    if label == "LANGUAGE":
        return next(iter(countries.spoken_in(language_in(text, lang)[2] or "")), None)
    if label in ("CITY", "REGION"):
        return country_of_place(text, label, lang)
    if label == "STREET":
        return country_of_street(text, lang)
    return country_of_address(text, lang) if label == "ADDRESS" else None


def settings_of(text: str, found: Sequence[Identifier], lang: str) -> Mapping[Identifier, Setting]:
    """Find out where places are. One that is followed by another, 'Birmingham, Alabama', is where that is.

    text (str): The text.
    found (Sequence[Identifier]): Other personal data, in order of the text.
    lang (str): The language of the text.
    RETURNS (Mapping[Identifier, Setting]): What is known of each.
    """
    own = {one: country_of(one.label, text[one.start : one.end], lang) for one in found}
    named = list(dict.fromkeys(filter(None, (own[one] for one in found if one.label in _NAMING))))
    places = [one for one in found if one.label in LOCATED or one.label == "COUNTRY"]
    where: dict[Identifier, str | None] = {}
    for one, after in reversed(list(zip_longest(places, places[1:]))):
        where[one] = own[one]
        if one.label == "COUNTRY" or after is None or where[after] is None:
            continue
        vague = own[one] is None or one.label not in ("CITY", "REGION")
        wider = _APART if not vague else _WITHIN
        if (vague or after.label in ("COUNTRY", "REGION")) and wider.fullmatch(text, one.end, after.start):
            where[one] = where[after]
    for before, one in pairwise(places):
        if where[one] is None and where[before] and _WITHIN.fullmatch(text, before.end, one.start):
            where[one] = where[before]
    for one in found:
        if one.label == "LANGUAGE" and own[one] is not None and own[one] not in named:
            spoken = countries.spoken_in(language_in(text[one.start : one.end], lang)[2] or "")
            where[one] = next((code for code in named if code in spoken), own[one])
    return {one: Setting(where.get(one, own[one]), where.get(one, own[one]) in named) for one in found}
