"""Other places, schools and employers: cities stay in their country, and endings stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

import regex

from .. import languages
from ..text import place_lists
from ..text.words import fold
from .choice import Choice
from .shapes import like, reshape

GENITIVE = regex.compile(r"(?:['’]s|(?<=s)['’])$", regex.IGNORECASE)
_HISSING = ("s", "x", "z")
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

# The first two cells of what a country is called.
_NAME, _ADJECTIVE = 0, 1

Ok = Callable[[str], bool]


class Word(NamedTuple):
    """A word without its ending, and the ending."""

    text: str
    ending: str

    def write(self, other: str, original: str) -> str:
        """RETURNS (str): Another word with this one's ending and case."""
        if self.ending == "s" and other.lower().endswith(_HISSING):  # 'Paris' has no further s in Swedish
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


def other_place(
    text: str, choice: Choice, places: place_lists.Places, *, lang: str = languages.BASE, ok: Ok = bool
) -> str | None:
    """Another place of the same country and kind.

    text (str): A city or a region; one that nobody has heard of may be anywhere at home.
    choice (Choice): The secret's choice.
    places (Places): Cities or regions.
    lang (str): The language of the text.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other place, with the same ending.
    """
    known = next((word for word in words(text, lang) if place_lists.key(word.text) in places.by_name), None)
    word = known or next(iter(words(text, lang)))
    home = languages.of(lang).home.country
    group, main = places.by_name[place_lists.key(word.text)] if known else (home, place_lists.key(word.text))
    options = places.groups[group]

    def fits(option: str) -> bool:
        return ok(word.write(_as_short(option, word.text, places), text)) and place_lists.key(
            option
        ) != place_lists.key(word.text)

    other = choice.other(main, options, "place", group, ok=fits)
    return None if other is None else word.write(_as_short(other, word.text, places), text)


def _as_short(place: str, original: str, places: place_lists.Places) -> str:
    """'MN' becomes 'OH', not 'Ohio'."""
    short = len(original) == 2 and original.isupper()
    return next((o for o in places.others.get(place, ()) if short and len(o) == 2), place)


def other_country(
    text: str,
    choice: Choice,
    *,
    lang: str = languages.BASE,
    author: str | None = None,
    people: bool = False,
    ok: Ok = bool,
) -> str | None:
    """Another country, adjective or inhabitant; all of what one participant says of a country fits together.

    text (str): 'Sweden', 'Tysklands', 'U.K.', 'Swedish', 'Finns', 'svenskarna' ...
    choice (Choice): The secret's choice.
    lang (str): The language of the text.
    author (Optional[str]): The participant who writes: others may have another country for the same.
    people (bool): A word that nobody knows is about people, not the name of a country.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The same form of another country, with the same ending.
    """
    forms = _country_forms()
    for word in words(text, lang):
        spoken_here = sorted(languages.known(), key=lambda other: other != lang)
        form = next(filter(None, (forms.get((one, place_lists.key(word.text))) for one in spoken_here)), None)
        if form is not None:
            break
    else:
        word, form = next(iter(words(text, lang))), None
    unknown = (
        place_lists.key(word.text),
        lang if place_lists.countries(lang) else languages.BASE,
        _ADJECTIVE if people else _NAME,
    )
    code, spoken, kind = form or unknown
    countries = place_lists.countries(spoken)

    def write(other: str) -> str:
        return word.write(countries[other][kind][0], text)

    def fits(other: str) -> bool:
        return ok(write(other)) and write(other).casefold() != text.casefold()

    other = choice.other(code, tuple(countries), "country", author or "", ok=fits)
    return None if other is None else write(other)


@cache
def _country_forms() -> Mapping[tuple[str, str], tuple[str, str, int]]:
    """From language and folded word to country, language and kind of form."""
    forms: dict[tuple[str, str], tuple[str, str, int]] = {}
    for lang in languages.known():
        for code, country in place_lists.countries(lang).items():
            for kind, written in enumerate(country):
                for name in written:
                    forms.setdefault((lang, place_lists.key(name)), (code, lang, kind))
    return forms


def other_language(
    text: str, choice: Choice, *, lang: str = languages.BASE, author: str | None = None, ok: Ok = bool
) -> str | None:
    """RETURNS (Optional[str]): Another language; the same one for all that a participant says of it."""
    names = {one: place_lists.spoken_languages(one) for one in languages.known() if place_lists.spoken_languages(one)}
    for spoken in sorted(names, key=lambda other: other != lang):
        known = {place_lists.key(own): name for name, own in names[spoken].items()}
        for word in (*words(text, lang), Word(text[:-1], text[-1:])):
            if place_lists.key(word.text) in known and word.ending in ("", "s", "n", "'s", "’s"):
                break
        else:
            continue
        break
    else:
        spoken, word, known = lang if lang in names else languages.BASE, Word(text, ""), {}
    own = names[spoken]
    main = known.get(place_lists.key(word.text), place_lists.key(text))

    def fits(other: str) -> bool:
        return ok(word.write(own[other], text)) and place_lists.key(own[other]) != place_lists.key(word.text)

    other = choice.other(main, tuple(own), "language", author or "", ok=fits)
    return None if other is None else word.write(own[other], text)


def other_street(text: str, choice: Choice, *, lang: str = languages.BASE, ok: Ok = bool) -> str | None:
    """Another street; 'Road' stays 'Road', and '-gatan' stays '-gatan'.

    text (str): A street without a number.
    choice (Choice): The secret's choice.
    lang (str): The language of the text.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other street, with the same ending.
    """
    for spoken in reversed(languages.known()):
        compounds = languages.of(spoken).compounds
        joint = "" if compounds else " "
        ends = sorted(place_lists.rows("streets", spoken).get("end", ()), key=len, reverse=True)
        for word in words(text, spoken):
            bare = word.text.lower() if compounds else word.text.lower().rstrip(".")
            end = next((e for e in ends if bare.endswith(joint + e.lower()) and len(bare) > len(joint + e)), None)
            if end is not None:
                at = len(bare) - len(end)
                tail = word.text[at:]
                joined = " " if not compounds or word.text[at - 1] == " " else ""
                rest = joined + tail + word.ending
                return _drawn(choice, text, spoken, ok, partial(_joined, rest=rest, original=text))
    spoken = lang if place_lists.rows("streets", lang) else languages.BASE
    end = place_lists.rows("streets", spoken)["end"][0]
    rest = like(end if languages.of(spoken).compounds else f" {end}", text)
    return _drawn(choice, text, spoken, ok, partial(_joined, rest=rest, original=text))


def _joined(begin: str, *, rest: str, original: str) -> str:
    return like(begin, original) + rest


def _drawn(choice: Choice, text: str, lang: str, ok: Ok, write: Callable[[str], str]) -> str | None:
    def fits(begin: str) -> bool:
        return ok(write(begin)) and place_lists.key(write(begin)) != place_lists.key(text)

    begin = choice.pick(place_lists.rows("streets", lang)["begin"], "street", place_lists.key(text), ok=fits)
    return None if begin is None else write(begin)


def other_address(text: str, choice: Choice, *, lang: str = languages.BASE, ok: Ok = bool) -> str | None:
    """Another address: other numbers of as many digits, another street; 'Flat' and 'Box' stay.

    text (str): 'Storgatan 12 B', 'Flat 3, 18 Harbour Road', 'P.O. Box 1187' ...
    choice (Choice): The secret's choice.
    lang (str): The language of the text.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other address.
    """

    def change(found: regex.Match[str]) -> str:
        name: str = found[0]
        if len(name) < _HIGHEST or _ASIDE.fullmatch(name):
            return name
        return other_street(name, choice, lang=lang) or name

    def number(found: regex.Match[str]) -> str:
        return reshape(found[0], choice, "house", place_lists.key(text)) or str(found[0])

    pieces, at = [], 0
    for aside in _ASIDE.finditer(text):
        pieces += [_WORDS.sub(change, text[at : aside.start()]), aside[0]]
        at = aside.end()
    written = _DIGITS.sub(number, "".join([*pieces, _WORDS.sub(change, text[at:])]))
    return written if written != text and ok(written) else None


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
    last = fold(regex.findall(r"\p{L}+|$", text)[-1 if text[-1:].isalpha() else 0])
    bare = languages.of(spoken).bare_genitive
    genitive = bare and last.endswith("s") and any(last[:-1].endswith(e) for k, _ in kinds for e in k)
    word = Word(text[:-1], text[-1]) if genitive else Word(text, "")
    own = {fold(piece) for piece in regex.findall(r"\p{L}+", word.text)}
    # 'Björkgymnasiet' is one word; its end tells.
    names = next(
        (n for k, n in kinds if k & own or any(w.endswith(e) for w in own for e in k if len(e) > 5)), kinds[-1][1]
    )
    name = choice.pick(names, "kind", place_lists.key(word.text)) or names[0]

    def write(place: str) -> str:
        owned = name.startswith("{} ") and bare and label == "SCHOOL" and place[-1] not in _HISSING
        return like(name.replace("{}", place + ("s" if owned else "")), word.text) + word.ending

    def fits(place: str) -> bool:
        return ok(write(place)) and write(place) != text

    place = choice.pick(place_lists.rows("institutions", spoken)["place"], "place", place_lists.key(word.text), ok=fits)
    return None if place is None else write(place)
