"""Places, schools and people as they are written, without their endings; what has one base is one thing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import regex

from .. import languages
from ..attrs import LISTED
from ..text import countries, place_lists
from .shapes import like

GENITIVE = regex.compile(r"(?:['’]s|(?<=s)['’])$", regex.IGNORECASE)
HISSING = ("s", "x", "z")
INSTITUTIONS = ("SCHOOL", "EMPLOYER")
_SHORTEST = 3
_LANGUAGE_ENDINGS = ("", "s", "n", "'s", "’s")


class Word(NamedTuple):
    """A word without its ending, and the ending."""

    text: str
    ending: str

    def write(self, other: str, original: str) -> str:
        """RETURNS (str): Another word with this one's ending and case."""
        if self.ending == "s" and other.lower().endswith(HISSING):  # 'Paris' has no further s in Swedish
            return like(other, original)
        return like(other, self.text) + self.ending


def words(text: str, lang: str) -> Iterator[Word]:
    """YIELDS (Word): How a word may be taken apart, the word as it is first: 'Stockholms', 'London's'."""
    if found := GENITIVE.search(text):
        yield Word(text[: found.start()], found[0])
        return
    yield Word(text, "")
    if text.lower().endswith("s") and languages.of(lang).bare_genitive and len(text) > 2:
        yield Word(text[:-1], text[-1])


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


def identity(label: str, text: str, lang: str) -> str:
    """RETURNS (str): What of a text tells which thing it is: 'Göteborgs' is Gothenburg, and Danes and Danish are one
    people.

    label (str): What it is.
    text (str): The text as it is written.
    lang (str): Its language.
    """
    if label not in LISTED:
        return place_lists.folded(label, text)
    if label == "LANGUAGE":
        word, _, language = language_in(text, lang)
        return place_lists.key(language or word.text)
    base = taken_apart(label, text, lang).text
    if label in ("COUNTRY", "NATIONALITY"):
        form = countries.form_of(base, lang)
        return place_lists.key(countries.name_of(form.code)) if form is not None else place_lists.key(base)
    if label in ("CITY", "REGION"):
        places = place_lists.cities() if label == "CITY" else place_lists.regions()
        return place_lists.key(places.by_name.get(place_lists.key(base), ("", base))[1])
    return place_lists.folded(label, base)


def language_in(text: str, lang: str) -> tuple[Word, str, str | None]:
    """RETURNS (tuple[Word, str, Optional[str]]): The name of a language and its ending, 'danskan'; the language that it
    is written in, and what it is called in the base one if it is known."""
    known = {one: place_lists.spoken_languages(one) for one in languages.known() if place_lists.spoken_languages(one)}
    for spoken in sorted(known, key=lambda other: other != lang):
        names = {place_lists.key(one): name for name, own in known[spoken].items() for one in own}
        for word in (*words(text, lang), Word(text[:-1], text[-1:])):
            if word.ending in _LANGUAGE_ENDINGS and (name := names.get(place_lists.key(word.text))) is not None:
                return word, spoken, name
    return next(words(text, lang)), lang if lang in known else languages.BASE, None


def is_definite(word: str, lang: str) -> bool:
    """RETURNS (bool): The word for a school or an employer is in its definite form: 'Björkgymnasiet'."""
    return word.lower().endswith(of_kind("definite", lang))


@cache
def of_kind(kind: str, *langs: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): Words of a kind in some languages, or in all, in small letters; see swell.txt."""
    return tuple(word.lower() for head, words in languages.labelled("swell", *langs) if head == kind for word in words)


def _is_known(label: str, base: str, text: str, lang: str) -> bool:
    """The text without its last letter is known, or looks like a school, and as it is written it is not."""
    if label == "STREET":
        return any(base.lower().endswith(end) for end in place_lists.rows("streets", lang).get("end", ()))
    if label in INSTITUTIONS:
        return is_definite(base, lang) or place_lists.key(base) in _employers()
    known = _known(label)
    return place_lists.key(text) not in known and place_lists.key(base) in known


@cache
def _known(label: str) -> frozenset[str]:
    if label in ("CITY", "REGION"):
        return frozenset((place_lists.cities() if label == "CITY" else place_lists.regions()).by_name)
    return frozenset(word for _, word in countries.forms()) if label in ("COUNTRY", "NATIONALITY") else frozenset()


@cache
def _employers() -> frozenset[str]:
    return frozenset(place_lists.key(line) for line in languages.own_and_base("companies", languages.ALL))
