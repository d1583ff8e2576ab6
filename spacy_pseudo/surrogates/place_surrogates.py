"""Other cities and regions, in their own country or in another one; other schools and employers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import regex

from .. import languages
from ..text import place_lists
from ..text.words import fold
from .choice import Choice
from .inflection import HISSING, Word, is_definite, words
from .shapes import like

# What lists call cities and regions.
KINDS: Final = {"CITY": "cities", "REGION": "regions"}
# So many cities of a country are about as well known.
_AS_LARGE: Final = 10

Ok = Callable[[str], bool]


def country_of_place(text: str, label: str, lang: str) -> str | None:
    """RETURNS (Optional[str]): The code of the country of a city or a region; None if nobody has heard of it, or if it
    is in several."""
    group = _look_up(text, label, lang)[1]
    return group[:2] if group is not None and not group.startswith(place_lists.NOWHERE) else None


def other_place(
    text: str,
    choice: Choice,
    label: str = "CITY",
    *,
    lang: str = languages.BASE,
    author: str | None = None,
    country: str | None = None,
    to: str | None = None,
    ok: Ok = bool,
) -> str | None:
    """Another place of the same kind.

    text (str): A city or a region; one that nobody has heard of may be anywhere at home.
    choice (Choice): The secret's choice.
    label (str): 'CITY' or 'REGION'.
    lang (str): The language of the text.
    author (Optional[str]): The participant who writes.
    country (Optional[str]): The code of the country where it is: there may be one of that name elsewhere.
    to (Optional[str]): The code of the country where it is written to be, if that is another one.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other place, with the same ending.
    """
    places = _places(label)
    word, group, main = _look_up(text, label, lang)
    if group is None or (country is not None and group[:2] != country and not group.startswith(place_lists.NOWHERE)):
        group, main = country or languages.of(lang).home.country, place_lists.key(word.text)
    names = place_lists.called(KINDS[label], lang)

    def called(option: str) -> str:
        short = len(word.text) == 2 and word.text.isupper()  # 'MN' becomes 'OH', not 'Ohio'
        return next((o for o in places.others.get(option, ()) if short and len(o) == 2), names.get(option, option))

    def fits(option: str) -> bool:
        return ok(called(option)) and place_lists.key(option) != place_lists.key(main)

    if to is None or group.startswith(place_lists.NOWHERE):
        other = choice.other(main, places.groups.get(group, ()), "place", group, ok=fits)
    else:
        own = places.groups.get(group, ())
        options = [option for option in places.groups[to] if fits(option)]
        small = [place for place in _small_places(label, to, lang) if fits(place)]
        other = _counterpart(main, own, options, small, choice, group, to, author or "")
    return None if other is None else word.write(called(other), text)


def _counterpart(
    main: str, own: tuple[str, ...], options: list[str], small: list[str], choice: Choice, *about: str
) -> str | None:
    """A place of another country that is about as well known; no two of the well-known ones have the same."""
    at = own.index(main) if main in own else len(options)
    tier = options[at - at % _AS_LARGE :][:_AS_LARGE]
    if at % _AS_LARGE >= len(tier):
        return choice.pick(small if len(small) >= _AS_LARGE else options, "place", main, *about)
    return sorted(tier, key=lambda option: choice.bits(16, "place", option, *about))[at % _AS_LARGE]


def _small_places(label: str, country: str, lang: str) -> list[str]:
    """Places for those that are on no list; regions are called after a city."""
    if label == "CITY":
        return list(place_lists.further_cities(country))
    names = place_lists.called("cities", lang)
    cities = (*place_lists.cities().groups[country], *place_lists.further_cities(country))
    return [place_lists.province(lang).replace("{}", names.get(city, city)) for city in cities]


def _places(label: str) -> place_lists.Places:
    return place_lists.cities() if label == "CITY" else place_lists.regions()


def _look_up(text: str, label: str, lang: str) -> tuple[Word, str | None, str]:
    """A place without its ending, its group if somebody has heard of it, and what it is called in the lists."""
    apart = list(words(text, lang))
    for word in apart:
        if (found := _places(label).by_name.get(place_lists.key(word.text))) is not None:
            return word, *found
    return apart[0], None, apart[0].text


def other_institution(
    text: str, choice: Choice, label: str, *, lang: str = languages.BASE, ok: Ok = bool
) -> str | None:
    """An invented school or employer of the same kind.

    text (str): Its name.
    choice (Choice): The secret's choice.
    label (str): 'SCHOOL' or 'EMPLOYER'.
    lang (str): The language of the text.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other name, with the same ending.
    """
    spoken = lang if place_lists.institutions(lang, label) else languages.BASE
    kinds = place_lists.institutions(spoken, label)
    last = fold("".join(regex.findall(r"\p{L}+$", text)))
    bare = languages.of(spoken).bare_genitive
    genitive = (
        bare
        and last.endswith("s")
        and (is_definite(text[:-1], spoken) or any(last[:-1].endswith(e) for k, _ in kinds for e in k))
    )
    word = Word(text[:-1], text[-1]) if genitive else Word(text, "")
    own = {fold(piece) for piece in regex.findall(r"\p{L}+", word.text)}
    # 'Björkgymnasiet' is one word; its end tells.
    names = next(
        (n for k, n in kinds if k & own or any(w.endswith(e) for w in own for e in k if len(e) > 5)), kinds[-1][1]
    )
    name = choice.pick(names, "kind", place_lists.key(word.text)) or names[0]

    def write(place: str) -> str:
        owned = name.startswith("{} ") and bare and label == "SCHOOL" and place[-1] not in HISSING
        return like(name.replace("{}", place + ("s" if owned else "")), word.text) + word.ending

    def fits(place: str) -> bool:
        return ok(write(place)) and write(place) != text

    place = choice.pick(place_lists.rows("institutions", spoken)["place"], "place", place_lists.key(word.text), ok=fits)
    return None if place is None else write(place)
