"""Other streets, addresses and post codes: as they are where the text is at home, or where it is written to be."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import regex

from .. import languages
from ..text import countries, place_lists
from .choice import Choice
from .inflection import Word, words
from .shapes import like, reshape

_DIGITS = regex.compile(r"[0-9]+")
_WORDS = regex.compile(
    r"(?<![\p{L}\d])(?:\d+(?:st|nd|rd|th)\s+)?\p{L}[\p{L}\p{M}'’.:-]*(?:\s+\p{L}[\p{L}\p{M}'’.:-]*)*"
)
# What is said besides the street in an address; it stays.
_ASIDE = regex.compile(
    r"(?i)\b(?:flat|apt\.?|apartment|suite|unit|room|floor|box|p\.?\s?o\.?\s*box|postbox|private\s+bag|rr|lgh\.?|tr\.?|vån\.?|"
    r"c/o|no\.?|nr\.?)(?![\p{L}])"
)
_HIGHEST = 3  # letters that may stand after a house's number
_POSTCODE = regex.compile(r"(?P<country>\p{L}{1,3}-)?(?P<code>.*)", regex.DOTALL)
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXY"
_USUAL_POSTCODE = "00000"

Ok = Callable[[str], bool]


class _Street(NamedTuple):
    """A street without its ending: what it is called and what kind of street it is, in which language."""

    word: Word
    lang: str
    rest: str  # blank, kind and ending


def other_street(
    text: str,
    choice: Choice,
    *,
    lang: str = languages.BASE,
    author: str | None = None,
    to: str | None = None,
    ok: Ok = bool,
) -> str | None:
    """Another street; 'Road' stays 'Road', and '-gatan' stays '-gatan', unless it is written to be in another country.

    text (str): A street without a number.
    choice (Choice): The secret's choice.
    lang (str): The language of the text.
    author (Optional[str]): The participant who writes.
    to (Optional[str]): The code of the country where it is written to be, if that is another one.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other street, with the same ending.
    """
    street = _take_apart(text)
    if to is None:
        spoken = lang if place_lists.rows("streets", lang) else languages.BASE
        return _drawn(street, spoken, text, choice, ok)
    language = countries.main_languages()[to]
    ending = street.word.ending if street is not None else ""
    if language not in place_lists.streets():
        own = (one for one in languages.known() if _spoken(one) == language and place_lists.rows("streets", one))
        spoken = next(own, languages.BASE)
        return _drawn(
            street if street is not None and street.lang == spoken else None, spoken, text, choice, ok, ending
        )
    form, names = place_lists.streets()[language]
    base = street.word.text if street is not None else text

    def write(name: str) -> str:
        joined = form.replace("{}", name)
        return like(joined[:1].upper() + joined[1:], text) + ending

    return _pick(names, write, text, choice, ok, to, author or "", place_lists.key(base))


def country_of_street(text: str, lang: str) -> str:
    """RETURNS (str): The code of the country where streets are called so, or that of a language."""
    street = _take_apart(text)
    return languages.of(street.lang if street is not None else lang).home.country


def _spoken(lang: str) -> str:
    """The name of one of our languages."""
    return countries.main_languages().get(languages.of(lang).home.country, "")


def _take_apart(text: str) -> _Street | None:
    for spoken in reversed(languages.known()):
        compounds = languages.of(spoken).compounds
        joint = "" if compounds else " "
        ends = sorted(place_lists.rows("streets", spoken).get("end", ()), key=len, reverse=True)
        for word in words(text, spoken):
            bare = word.text.lower() if compounds else word.text.lower().rstrip(".")
            end = next((e for e in ends if bare.endswith(joint + e.lower()) and len(bare) > len(joint + e)), None)
            if end is not None:
                at = len(bare) - len(end)
                joined = " " if not compounds or word.text[at - 1] == " " else ""
                return _Street(word, spoken, joined + word.text[at:] + word.ending)
    return None


def _drawn(street: _Street | None, lang: str, text: str, choice: Choice, ok: Ok, ending: str = "") -> str | None:
    """A street of one of our languages: of the same kind, if there is one, or else of the usual one."""
    if street is not None:
        lang, rest = street.lang, street.rest
    else:
        end = place_lists.rows("streets", lang)["end"][0]
        rest = like(end if languages.of(lang).compounds else f" {end}", text) + ending
    names = place_lists.rows("streets", lang)["begin"]
    base = street.word.text.rstrip(".") if street is not None else text
    return _pick(names, partial(_joined, rest=rest, original=text), text, choice, ok, place_lists.key(base))


def _joined(begin: str, *, rest: str, original: str) -> str:
    return like(begin, original) + rest


def _pick(
    names: tuple[str, ...], write: Callable[[str], str], text: str, choice: Choice, ok: Ok, *about: str
) -> str | None:
    def fits(name: str) -> bool:
        return ok(write(name)) and place_lists.key(write(name)) != place_lists.key(text)

    name = choice.pick(names, "street", *about, ok=fits)
    return None if name is None else write(name)


def other_address(
    text: str,
    choice: Choice,
    *,
    lang: str = languages.BASE,
    author: str | None = None,
    to: str | None = None,
    ok: Ok = bool,
) -> str | None:
    """Another address: other numbers of as many digits, another street; 'Flat' and 'Box' stay.

    text (str): 'Storgatan 12 B', 'Flat 3, 18 Harbour Road', 'P.O. Box 1187' ...
    choice (Choice): The secret's choice.
    lang (str): The language of the text.
    author (Optional[str]): The participant who writes.
    to (Optional[str]): The code of the country where it is written to be, if that is another one.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other address.
    """

    def change(found: regex.Match[str]) -> str:
        name: str = found[0]
        if len(name) < _HIGHEST or _ASIDE.fullmatch(name):
            return name
        return other_street(name, choice, lang=lang, author=author, to=to) or name

    def number(found: regex.Match[str]) -> str:
        return reshape(found[0], choice, "house", place_lists.key(text)) or str(found[0])

    pieces, at = [], 0
    for aside in _ASIDE.finditer(text):
        pieces += [_WORDS.sub(change, text[at : aside.start()]), aside[0]]
        at = aside.end()
    written = _DIGITS.sub(number, "".join([*pieces, _WORDS.sub(change, text[at:])]))
    return written if written != text and ok(written) else None


def country_of_address(text: str, lang: str) -> str:
    """RETURNS (str): The code of the country where streets are called like that of an address, or of a language."""
    bare = _ASIDE.sub(" ", text)
    street = next((found[0] for found in _WORDS.finditer(bare) if len(found[0]) >= _HIGHEST), "")
    return country_of_street(street, lang)


def other_postcode(
    text: str, choice: Choice, *, author: str | None = None, to: str | None = None, ok: Ok = bool
) -> str | None:
    """Another post code, of the same shape or, in another country, of one that they have there.

    text (str): '411 05', 'SE-411 05', 'LS1 4AB' ...
    choice (Choice): The secret's choice.
    author (Optional[str]): The participant who writes.
    to (Optional[str]): The code of the country where it is written to be, if that is another one.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other post code.
    """
    found = _POSTCODE.fullmatch(text)
    before, code = (found["country"] or "", found["code"]) if found is not None else ("", text)
    if to is None:
        changed = reshape(code, choice, "postcode", ok=lambda code: ok(before + code))
        return before + changed if changed else None
    shape = place_lists.postcodes().get(to, _USUAL_POSTCODE)
    written = []
    for at, sign in enumerate(shape):
        options = {"0": "123456789" if at == 0 else "0123456789", "A": _LETTERS}.get(sign, sign)
        written.append(
            choice.pick(options, "postcode", to, author or "", place_lists.folded("POSTCODE", code), str(at))
        )
    other = (f"{to}-" if before else "") + "".join(filter(None, written))
    return other if ok(other) else None
