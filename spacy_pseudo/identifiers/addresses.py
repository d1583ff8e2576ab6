"""Addresses with a number, and streets without one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .. import languages
from ..text.gazetteer import places, rows
from ..text.words import fold
from .base import Identifier, Page
from .loose_addresses import find_loose
from .numerals import NUMBER
from .postcodes import find_postcodes
from .vocabulary import before, cue_words, cues, function_words, is_given_name, next_word, small_lines

_NAME: Final = r"[A-ZÅÄÖÜ][^\W\d_]*\.?(?:['’]s)?"
# Between two words of an address; in a quotation a line may end there.
_GAP: Final = r"(?:\s|[ \t]?\r?\n(?:[ \t]?>){1,4}[ \t]?)"
_FLAT: Final = (
    rf"(?:(?i:{cues('flat')})\.?\s\d+[A-Za-z]?(?:/\d+)?,\s(?:[A-Z]\w+(?:\s[A-Z]\w+){{0,3}},\s)?"
    r"|The\s[A-Z]\w+\s[A-Z]\w+,\s)?"
)
_REST: Final = (
    r"(?:\s(?:NW|NE|SW|SE|N|S|E|W)\b)?(?:,?\s(?:[Aa]pt|[Ff]lat|[Ss]uite|[Uu]nit"
    r"|[Ff]loor)\.?\s?\d*[A-Za-z]?\b|\s#\d+[A-Z]?)?"
)
_SV_NUMBER: Final = (
    r"(?:\d{1,4}(?::\d{1,3})?(?:\s?[–-]\s?\d{1,4})?(?:[A-Za-z]\b|\s[A-Z]\b|\s[a-h]\b(?=[,.;)\n]|\s\d\s?tr|\s?\Z))?"
    rf"|(?i:{NUMBER})(?:\s[A-Z]\b)?)(?:,?\s(?:lgh\s\d+|\d\s?tr\b|[nbv]b\b))?"
)
_DIRECTION: Final = r"(?:(?i:Norra|Södra|Östra|Västra|Lilla|Stora|Gamla|Nya|Övre|Nedre|S:t|S:ta|Sankt)[ ])?"


@cache
def _kinds(kind: str) -> frozenset[str]:
    """What streets end with ('after'), begin with ('before', 'compound'), and what is none ('known')."""
    return frozenset(dict(rows("places/streets.txt"))[kind])


def _any_kind(kind: str, change: str = "lower") -> str:
    kinds = sorted(_kinds(kind), key=lambda one: (-len(one), one))
    return "|".join(one[0].upper() + one[1:] if change == "title" else getattr(one, change)() for one in kinds)


@cache
def _english() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """An English address, and a street alone."""
    after = _any_kind("after", "title")
    number = rf"(?:\d{{1,5}}[A-Za-z]?(?:\s?[-–/]\s?\d{{1,5}})?|(?i:{NUMBER}))"
    named = rf"(?:(?:{_NAME}|N|S|E|W|\d{{1,3}}(?:st|nd|rd|th)){_GAP}){{1,4}}"
    return (
        re.compile(
            rf"(?<![\w.:/-]){_FLAT}(?P<number>{number})(?:,\s?|{_GAP})(?:{named}(?P<kind>{after}|{after.upper()})"
            rf"|(?P<the>The\s(?:Green|Close|Square|Avenue|Street|Mews|Grove|Crescent)))\b\.?{_REST}"
        ),
        re.compile(rf"(?<![\w.-])(?P<name>(?:(?:{_NAME}\s){{1,3}}|\d{{1,3}}(?:st|nd|rd|th)\s))(?P<kind>{after})\b\.?"),
    )


@cache
def _small() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The same in small letters."""
    return (
        re.compile(
            r"(?<![\w.:/-])(?P<number>\d{1,5}[a-z]?)(?:,\s?|\s)(?:[A-Za-zÅÄÖåäö][^\W\d_]+\s){1,2}"
            rf"(?:{_any_kind('after')})\b\.?{_REST}"
        ),
        re.compile(r"(?<![\w.-])(?P<name>[A-Za-z][a-z]+\s)(?:street|road|lane|avenue|boulevard|crescent|terrace)\b"),
    )


@cache
def _foreign() -> re.Pattern[str]:
    """With the kind of street first: 'rue de la Gare 5'."""
    return re.compile(
        rf"(?:(?P<first>\d{{1,4}}),?\s)?\b(?i:{_any_kind('before')})\.?\s(?:(?:de|des|du|della|del|la|las|los|dos|da|dei"
        rf"|di)\s(?:la\s)?)?{_NAME}(?:\s[A-Z][^\W\d_]+)?"
        r"(?:,?\s(?P<number>\d{1,4}[A-Za-z]?(?!\d))(?:,\s\d[ºª°]?(?:\s(?:izq|der|dcha)\b\.?)?)?)?"
    )


@cache
def _compound() -> re.Pattern[str]:
    """One word with the kind at its end, and the like of other languages."""
    return re.compile(
        rf"(?<![\w-])(?:{_DIRECTION}(?:(?:[A-ZÅÄÖÜ](?:\.\s?[A-ZÅÄÖ])?[^\W\d_]+|[ÅÖ]|[a-zåäöéèü]{{3,}}|ny|ek|al|by)"
        rf"(?:{_any_kind('compound')}|str\.|v\.|g\.)|[A-ZÅÄÖÜ]{{3,}}(?:{_any_kind('compound', 'upper')}))"
        r"|(?:Norra|Södra|Östra|Västra|Lilla|Stora)[ ](?:Esplanaden|Promenaden|Vägen|Gatan|Torget|Allén|Kajen)"
        r"|(?:norra|södra|östra|västra)[ ](?:esplanaden|promenaden|allén|kajen)"
        r"|[A-ZÄÖÜ][a-zäöüß]+er[ ](?:Straße|Strasse|Str\.|Allee|Platz|Weg|Gasse|Ring|Damm|Ufer|Chaussee)"
        r"|[A-ZÅÄÖ][a-zåäö]+[ ][A-ZÅÄÖ][a-zåäö]+s[ ](?:gata|gate|väg|vei|vej|veg|torg|torv|plats|plads|plass|gränd"
        rf"|backe))(?!\w)(?:[ \u00a0](?P<number>{_SV_NUMBER}))?"
    )


# How compounds end, looked for at once, and what stands apart from the name.
_COMPOUNDS: Final = frozenset(
    "atan ägen ränd rget tsen llén igen cken aden dden eden ajen raße asse ræde gata gate eien egen vej "
    "gade katu raat aan eg allee latz platz llee latz nweg sweg".split()
)
_APART: Final = frozenset("weg ring damm ufer chaussee väg vei veg torg torv plats plads plass gränd backe".split())
_SHORT_STREETS: Final = ("v. ", "g. ", "str. ")
_BOX_WORDS: Final = frozenset("box bag rr postfach".split())
_BOX = re.compile(
    r"(?<![\w-])(?i:P\.?\s?O\.?\s?Box\s\d+|Private\sBag\sX?\d+|RR\s\d+(?:\sBox\s\d+)?|Postfach\s\d+"
    r"|G\.?P\.?O\.?\sBox\s\d+)\b"
    r"|(?<![\w-])Box\s\d{1,5}(?=(?:,\s?|[ ]*\n[> ]*)(?:SE?-)?\d{3}\s?\d{2}\b)"
    r"|(?i:(?<=adress: )|(?<=adress )|(?<=address: ))Box\s\d{1,5}\b"
)
_STREET_CUE = before(rf"\b(?:{cues('street')})\s(?:the\s|old\s)?|/|\bhörnet\s")
_LIVES_IN = before(rf"\b(?:{cues('street lived in')})\s")
_PLACE_CUE = before(rf"\b(?:{cues('street here')})\s(?:the\s)?|:\s?|/|,\s?|\(|^|\n")
_SV_PLACE = before(rf"\b(?:{cues('street swedish')})\s|/|,\s?|:\s?|\(|^|\n")
_SV_SURE_PLACE = before(r"\b(?:på|vid|längs|bor|hörnet)\s")
_STANDS_AT = before(rf"\b(?:{cues('street stands at')})\s(?:the\s)?")
_SMALL_ADDRESS = before(r"\b(?:at|live on|address(?: is)?:?|to|door at)\s", fold=False)
_SMALL_STREET = before(r"\b(?:on|in|at|live|off)\s", fold=False)
_NO_ADDRESS = before(rf"\b(?:{cues('no address')})[ ]")
_ADDRESS_ALL_THE_SAME = before(r"\b(?:flat|office is|address is|home is|in|at)\s")
_IN_YEAR = before(r"\bin\s")
_CITED = re.compile(r"(?:\s(?:and|&)\s[A-Z]\w+)?\s\(\d{4}")
_PERSON = before(r"\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Fru)\.?\s", fold=False)
_NUMBER_FIRST = re.compile(r"^.*?\d+[A-Za-z]?,?\s")
_NO_STREET_AFTER = re.compile(r"\.?\s(?:dev|[A-Z]?[a-z]+\s?\()")
_GOES_ON = re.compile(r"\s[A-Z][a-z]+")
_GOES_ON_SO = re.compile(r"\s(?:of|data|trees|New|work)\b")
_TOWN_AFTER = re.compile(r",\s?([A-Z][^\W\d_]+)")
# Kinds of streets that seldom mean anything else; the others need a place to stand at.
_SURE_KINDS: Final = cue_words("sure street")
_ABBREVIATED: Final = cue_words("short street")
_UNITS: Final = cue_words("unit")
_COMMON: Final = cue_words("no street")
_ON_THE_WAY: Final = frozenset("Follow Cross Pass Reach Leave Past Near".split())
# 'Harbour Street was closed': what is said of streets, and of films and records that are called like one.
_IS_STREET = re.compile(r"\s(?:is|was|has|had|will|gets|looks|floods|seems)\s")
_SHOW = re.compile(rf"\b(?:{cues('show')})\b", re.IGNORECASE)
# 'In "The House at 14 Elm Court" ...'
_QUOTES, _CLOSING = ('"', "“", "”", "'", "‘", "_", "*"), ('"', "”", "’")
_OPENED = re.compile(r"[\"“‘][^\"“”‘’\n]*\Z")


class Addresses(NamedTuple):
    """What was found: addresses and codes, which places stand beside, and streets; in order."""

    found: list[Identifier]

    def _near(self, start: int, end: int) -> list[Identifier]:
        """Those that begin or end not far from a place."""
        return self.found[bisect_left(self.found, (start - _FAR,)) : bisect_left(self.found, (end + _FAR,))]

    def covers(self, start: int, end: int) -> bool:
        """RETURNS (bool): A place lies in one of them."""
        return any(one.start < end and start < one.end for one in self._near(start, end))

    def beside(self, start: int, end: int, text: str) -> bool:
        """RETURNS (bool): A place stands directly before or after one of them."""
        for one in self._near(start, end):
            if one.label != "STREET" and one.end <= start <= one.end + 4 and not text[one.end : start].strip(_MARKS):
                return True
            if one.label == "POSTCODE" and end <= one.start and _BEFORE_CODE.fullmatch(text, end, one.start):
                return True
        return False


_FAR: Final = 200
_MARKS: Final = " ,\n\u00a0)"
_BEFORE_CODE = re.compile(r",?\s(?:[A-Z]{2,3},?\s|[A-Z][a-z]+,?\s)?")


def find_addresses(page: Page) -> list[Identifier]:
    """RETURNS (list[Identifier]): POSTCODE, ADDRESS and STREET, in order."""
    found = [*_boxes(page), *_english_streets(page), *_small_streets(page), *_foreign_streets(page), *_compounds(page)]
    if page.figures:
        codes = list(find_postcodes(page))
        found += (*codes, *find_loose(page, [code.start for code in codes]))
    return sorted(one for one in found if not page.is_apart(one.start, one.end))


def _boxes(page: Page) -> Iterator[Identifier]:
    for begin, stop in page.windows(_BOX_WORDS, 15, 20):
        yield from (Identifier(*m.span(), "ADDRESS", 0.92) for m in _BOX.finditer(page.text, begin, stop))


def _past(page: Page, start: int) -> str:
    return page.text[max(0, start - 30) : start]


def _english_streets(page: Page) -> Iterator[Identifier]:
    capital = [number for number in page.numbers(_kinds("after")) if page.tokens[number][0].isupper()]
    for begin, stop in page.windows_at(capital, 70, 25):
        for m in _english()[0].finditer(page.text, begin, stop):
            if _is_address(page, m):
                yield Identifier(m.start(), _end(m), "ADDRESS", 0.93)
        for m in _english()[1].finditer(page.text, begin, stop):
            yield from _street(page, m)


def _small_streets(page: Page) -> Iterator[Identifier]:
    lower = [number for number in page.numbers(_kinds("after")) if page.tokens[number].islower()]
    for begin, stop in page.windows_at(lower, 70, 25):
        for m in _small()[0].finditer(page.text, begin, stop) if page.has_figure(begin, stop) else ():
            past = _past(page, m.start())
            if _SMALL_ADDRESS.search(past) and not _NO_ADDRESS.search(past):
                yield Identifier(*m.span(), "ADDRESS", 0.75)
        for m in _small()[1].finditer(page.text, begin, stop):
            name = m["name"].strip().lower()
            usual = m[0].lower() in _kinds("known") or name in function_words() or name in _COMMON
            if not usual and _SMALL_STREET.search(_past(page, m.start())):
                yield Identifier(*m.span(), "STREET", 0.65)


@cache
def _first_words() -> frozenset[str]:
    return frozenset(kind.split()[0] for kind in _kinds("before"))


def _foreign_streets(page: Page) -> Iterator[Identifier]:
    for begin, stop in page.windows(_first_words(), 8, 60):
        for m in _foreign().finditer(page.text, begin, stop):
            past = _past(page, m.start())
            if m["number"] or m["first"]:
                yield Identifier(*m.span(), "ADDRESS", 0.9)
            elif _STREET_CUE.search(past) and (m[0][0].isupper() or _LIVES_IN.search(past)):
                yield Identifier(m.start(), m.end() - m[0].endswith("."), "STREET", 0.8)


def _end(m: re.Match[str]) -> int:
    """Where it ends: a full stop belongs to 'St.' and not to 'Street.'."""
    return m.end() - (m[0].endswith(".") and (m["kind"] or "").lower() not in _ABBREVIATED)


def _is_address(page: Page, m: re.Match[str]) -> bool:
    text, past = page.text, _past(page, m.start())
    if _NO_ADDRESS.search(past) and not _ADDRESS_ALL_THE_SAME.search(past):
        return False
    if m["the"] is None and m["number"].isdigit() and len(m["number"]) == 4 and _IN_YEAR.search(past):
        return False
    doubtful = (m["kind"] or "").lower() in ("st", "dr") and _NO_STREET_AFTER.match(text, m.end("kind"))
    if doubtful or _NUMBER_FIRST.sub("", m[0]).lower().rstrip(".") in _kinds("known"):
        return False
    # "21 Jump Street" is a film.
    quoted = past[-1:] in _QUOTES or (text[m.end() : m.end() + 1] in _CLOSING and _OPENED.search(past))
    if quoted and _shown(page, m):
        return False
    return not _GOES_ON.match(text, m.end()) or (m["the"] is None and not _GOES_ON_SO.match(text, m.end()))


def _shown(page: Page, m: re.Match[str]) -> bool:
    """Somebody speaks of films, books or the like around a place."""
    near = page.text[max(0, m.start() - 60) : m.end() + 60].lower()
    return not small_lines("works").isdisjoint(re.findall(r"[^\W\d_]+", near))


def _street(page: Page, m: re.Match[str]) -> Iterator[Identifier]:
    text, words, kind = page.text, m["name"].split(), m["kind"].lower()
    whole = f" {' '.join(words)} {kind}".lower()
    known = any(whole.endswith(f" {one}") for one in _kinds("known"))
    if known or _PERSON.search(_past(page, m.start())) or _CITED.match(text, m.end()):
        return
    while words and (words[0].lower() in function_words() or (words[0] in _ON_THE_WAY and len(words) > 1)):
        words = words[1:]
    if not words:
        return
    start = m.start("name") + m["name"].index(words[0])
    past = _past(page, start)
    sure = kind in _SURE_KINDS
    town = _TOWN_AFTER.match(text, m.end())
    if (town and fold(town[1]) in places() and not is_given_name(words[0])) or (sure and _STREET_CUE.search(past)):
        yield Identifier(start, _end(m), "STREET", 0.85)
    elif _STANDS_AT.search(past) or (
        sure and _begins(past) and _IS_STREET.match(text, m.end()) and not _SHOW.search(text, m.end(), m.end() + _FAR)
    ):
        yield Identifier(start, _end(m), "STREET", 0.7)


def _begins(past: str) -> bool:
    return not past.strip() or past.rstrip()[-1:] in ".!?\n"


def _is_compound(word: str) -> bool:
    """A word that ends like a street in Swedish or German, or is one."""
    return word[-4:] in _COMPOUNDS or word in _APART


def _compounds(page: Page) -> Iterator[Identifier]:
    text = page.text
    numbers = set(page.numbers_that(_is_compound))
    # 'Ringv. 8'
    short = (at for at in page.figures if text.endswith(_SHORT_STREETS, max(0, at - 5), at))
    numbers.update(bisect_left(page.starts, at) - 1 for at in short)
    windows = page.windows_at(sorted(numbers), 50, 40)
    for m in (m for begin, stop in windows for m in _compound().finditer(text, begin, stop)):
        past, number = _past(page, m.start()), m["number"]
        name = m[0][: len(m[0]) - len(number)].strip() if number else m[0]
        capital = name[0].isupper()
        if name.lower() in _kinds("known") and not (number and capital):
            continue
        if number:
            if next_word(text, m.end()) not in _UNITS and (capital or _PLACE_CUE.search(past)):
                yield Identifier(*m.span(), "ADDRESS", 0.93)
        elif name.endswith("."):
            continue
        elif _SV_PLACE.search(past) and (capital or _SV_SURE_PLACE.search(past)):
            ends = languages.of(page.lang).compounds and name.lower().endswith(("gatan", "straße", "strasse"))
            if ends or not _begins(past):
                yield Identifier(*m.span(), "STREET", 0.8 if capital else 0.6)
        elif capital and past[-1:] == " " and past.rstrip()[-1:].isalpha():
            yield Identifier(*m.span(), "STREET", 0.7)
