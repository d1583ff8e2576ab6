"""Other countries, peoples and languages: what a participant says of one country is said of another."""

from __future__ import annotations

from .. import languages
from ..text import countries, place_lists
from ..text.countries import ADJECTIVE, NAME, Form
from .choice import Choice
from .inflection import Word, language_in, words
from .moves import Moves


def country_in(text: str, lang: str) -> tuple[Word, Form | None]:
    """RETURNS (tuple[Word, Optional[Form]]): A word for a country or its people and its ending, and what it says."""
    apart = list(words(text, lang))
    return next(((word, form) for word in apart if (form := countries.form_of(word.text, lang))), (apart[0], None))


def other_country(
    text: str, moves: Moves, *, lang: str = languages.BASE, author: str | None = None, people: bool = False
) -> str | None:
    """Another country, adjective or inhabitant.

    text (str): 'Sweden', 'Tysklands', 'U.K.', 'Swedish', 'Finns', 'svenskarna' ...
    moves (Moves): Which country becomes which.
    lang (str): The language of the text.
    author (Optional[str]): The participant who writes.
    people (bool): A word that nobody knows is about people, not the name of a country.
    RETURNS (Optional[str]): The same form of another country, with the same ending.
    """
    word, form = country_in(text, lang)
    if form is None:
        spoken = lang if place_lists.countries(lang) else languages.BASE
        form = Form(place_lists.key(word.text), spoken, ADJECTIVE if people else NAME)
    names = place_lists.countries(form.lang).get(moves.of(form.code, author))
    written = word.write(names[form.kind][0], text) if names is not None else text
    return written if written.casefold() != text.casefold() else None


def other_language(
    text: str,
    choice: Choice,
    moves: Moves,
    *,
    lang: str = languages.BASE,
    author: str | None = None,
    country: str | None = None,
) -> str | None:
    """Another language: what is spoken where the country is written to be in which it is the main one; of languages of
    no country another one of these.

    text (str): 'Danish', 'danskan' ...
    choice (Choice): The secret's choice.
    moves (Moves): Which country becomes which.
    lang (str): The language of the text.
    author (Optional[str]): The participant who writes.
    country (Optional[str]): The country, if it is not the one where the language is at home.
    RETURNS (Optional[str]): The other language, with the same ending.
    """
    word, spoken, name = language_in(text, lang)
    names = place_lists.spoken_languages(spoken)
    other: str | None
    if home := country or next(iter(countries.spoken_in(name or "")), None):
        other = moves.language_of(home, author)
    else:
        main = frozenset(countries.main_languages().values())
        minor = tuple(one for one in names if one not in main)
        other = choice.other(name or place_lists.key(text), minor, "language", author or "", ok=moves.may_write)
    return word.write(names[other][0], text) if other is not None and other in names else None
