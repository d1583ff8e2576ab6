"""Post codes, addresses with a number, and streets without one."""

from __future__ import annotations

import re
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
from .vocabulary import before, function_words, is_given_name, next_word, small_lines

_NAME: Final = r"[A-ZÅÄÖÜ][^\W\d_]*\.?(?:['’]s)?"
# Between two words of an address; in a quotation a line may end there.
_GAP: Final = r"(?:\s|[ \t]?\r?\n(?:[ \t]?>){1,4}[ \t]?)"
_FLAT: Final = (
    r"(?:(?:[Ff]lat|[Uu]nit|[Aa]partment|[Aa]pt|[Ss]uite"
    r"|[Rr]oom)\.?\s\d+[A-Za-z]?(?:/\d+)?,\s(?:[A-Z]\w+(?:\s[A-Z]\w+){0,3},\s)?"
    r"|The\s[A-Z]\w+\s[A-Z]\w+,\s)?"
)
_REST: Final = (
    r"(?:\s(?:NW|NE|SW|SE|N|S|E|W)\b)?(?:,?\s(?:[Aa]pt|[Ff]lat|[Ss]uite|[Uu]nit"
    r"|[Ff]loor)\.?\s?\d*[A-Za-z]?\b|\s#\d+[A-Z]?)?"
)


@cache
def _kinds() -> dict[str, list[str]]:
    return dict(rows("places/streets.txt"))


@cache
def _known() -> frozenset[str]:
    return frozenset(_kinds()["known"])


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """An English address, a street alone, the same with the kind of street first, one word with the kind at its end."""
    after = "|".join(
        sorted({kind[0].upper() + kind[1:] for kind in _kinds()["after"]}, key=lambda kind: (-len(kind), kind))
    )
    before_ = "|".join(kind for kind in _kinds()["before"])
    compound = "|".join(sorted(_kinds()["compound"], key=lambda kind: (-len(kind), kind)))
    number = rf"(?:\d{{1,5}}[A-Za-z]?(?:\s?[-–/]\s?\d{{1,5}})?|(?i:{NUMBER}))"
    named = rf"(?:(?:{_NAME}|N|S|E|W|\d{{1,3}}(?:st|nd|rd|th)){_GAP}){{1,4}}"
    small = r"(?:[A-Za-zÅÄÖåäö][^\W\d_]+\s){1,2}"
    sv_number = (
        r"(?:\d{1,4}(?::\d{1,3})?(?:\s?[–-]\s?\d{1,4})?(?:[A-Za-z]\b|\s[A-Z]\b|\s[a-h]\b(?=[,.;)\n]|\s\d\s?tr|\s?\Z))?|(?i:"
        + NUMBER
        + r")(?:\s[A-Z]\b)?)(?:,?\s(?:lgh\s\d+|\d\s?tr\b|[nbv]b\b))?"
    )
    direction = r"(?:(?i:Norra|Södra|Östra|Västra|Lilla|Stora|Gamla|Nya|Övre|Nedre|S:t|S:ta|Sankt)[ ])?"
    return (
        re.compile(
            rf"(?<![\w.:/-]){_FLAT}(?P<number>{number})(?:,\s?|{_GAP})(?:{named}(?P<kind>{after}|{after.upper()})"
            rf"|(?P<the>The\s(?:Green|Close|Square|Avenue|Street|Mews|Grove|Crescent)))\b\.?{_REST}"
        ),
        re.compile(rf"(?<![\w.:/-])(?P<number>\d{{1,5}}[a-z]?)(?:,\s?|\s){small}(?:{after.lower()})\b\.?{_REST}"),
        re.compile(rf"(?<![\w.-])(?P<name>(?:(?:{_NAME}\s){{1,3}}|\d{{1,3}}(?:st|nd|rd|th)\s))(?P<kind>{after})\b\.?"),
        re.compile(
            r"(?<![\w.-])(?P<name>[A-Za-z][a-z]+\s)(?P<kind>street|road|lane|avenue|boulevard|crescent|terrace)\b"
        ),
        re.compile(
            rf"(?:(?P<first>\d{{1,4}}),?\s)?\b(?i:{before_})\.?\s(?:(?:de|des|du|della|del|la|las|los|dos|da"
            rf"|dei"
            rf"|di)\s(?:la\s)?)?{_NAME}(?:\s[A-Z][^\W\d_]+)?(?:,?\s(?P<number>\d{{1,4}}[A-Za-z]?(?!\d))(?:,\s\d[ºª°]?(?:\s(?:izq"
            rf"|der|dcha)\b\.?)?)?)?"
        ),
        re.compile(
            rf"(?<![\w-])(?:{direction}(?:(?:[A-ZÅÄÖÜ](?:\.\s?[A-ZÅÄÖ])?[^\W\d_]+|[ÅÖ]"
            rf"|[a-zåäöéèü]{{3,}}|ny|ek|al|by)(?:{compound}|str\.|v\.|g\.)|[A-ZÅÄÖÜ]{{3,}}(?:{compound.upper()}))"
            rf"|(?:Norra|Södra|Östra|Västra|Lilla|Stora)[ ](?:Esplanaden|Promenaden|Vägen|Gatan|Torget|Allén|Kajen)"
            rf"|(?:norra|södra|östra|västra)[ ](?:esplanaden|promenaden|allén|kajen)"
            rf"|[A-ZÄÖÜ][a-zäöüß]+er[ ](?:Straße|Strasse|Str\.|Allee|Platz|Weg|Gasse|Ring|Damm|Ufer|Chaussee)"
            rf"|[A-ZÅÄÖ][a-zåäö]+[ ][A-ZÅÄÖ][a-zåäö]+s[ ](?:gata|gate|väg|vei|vej|veg|torg|torv|plats|plads|plass|gränd"
            rf"|backe))(?!\w)(?:[ \u00a0](?P<number>{sv_number}))?"
        ),
        re.compile(
            r"(?<![\w-])(?:P\.?\s?O\.?\s?Box\s\d+|Private\sBag\sX?\d+|RR\s\d+(?:\sBox\s\d+)?|Postfach\s\d+"
            r"|G\.?P\.?O\.?\sBox\s\d+)\b",
            re.IGNORECASE,
        ),
    )


_BOX_WORDS: Final = frozenset("box bag rr postfach".split())
_BOX = re.compile(
    r"(?<![\w-])Box\s\d{1,5}(?=(?:,\s?|[ ]*\n[> ]*)(?:SE?-)?\d{3}\s?\d{2}\b)|(?i:(?<=adress: )|(?<=adress )"
    r"|(?<=address: ))Box\s\d{1,5}\b"
)
_STREET_CUE = before(
    r"\b(?:on|in|at|to|from|near|behind|into|off|along|corner(?: of)?|down|up|street is|live|of|and|&"
    r"|between|opposite|past|reach(?:ed)?|pass(?:ed)?|cross(?:ed)?|follow|follows|closed|blocked|shut|towards?|across|beyond|via|through|på|i|vid|till|från|längs|hörnet|nära|bakom|där|mellan|and|the|av)\s(?:the\s|old\s)?|/"
    r"|\bhörnet\s"
)
_LIVES_IN = before(r"\b(?:live[sd]?|living|flat|house|home|office|shop|is|was|bor|bodde)\s(?:in|on|at|near|i|på|vid)\s")
_PLACE_CUE = before(
    r"\b(?:on|in|at|to|into|near|behind|along|live|corner|på|i|vid|till|från|längs|address(?: is)?"
    r"|adressen är|at mine,|off|hos mig,|front of|door at|bor|bor på)\s(?:the\s)?|:\s?|/|,\s?|\(|^|\n"
)
_SV_PLACE = before(r"\b(?:på|i|vid|till|från|längs|hörnet|nära|bakom|där|mellan|bor|av|är)\s|/|,\s?|:\s?|\(|^|\n")
_NO_ADDRESS = before(
    r"\b(?:figure|fig\.?|section|chapter|exit|group|box|case|lab|table|read|lag|figur|uppgift|plats"
    r"|väg|lesson|page|use the|the|then the|a|question|week|unit|score|version|season|first|level"
    r"|top)[ ]"
)
_CITED = re.compile(r"(?:\s(?:and|&)\s[A-Z]\w+)?\s\(\d{4}")
_PERSON = before(r"\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Fru)\.?\s", fold=False)
# Kinds of streets that seldom mean anything else; the others need a place to stand at.
_SURE_KINDS: Final = frozenset("street road rd lane ln avenue ave boulevard blvd crescent terrace parade".split())
_STANDS_AT = before(
    r"\b(?:on|in|at|into|behind|near|end of|corner(?: of)?|corner of [^.,\n]{1,20}(?:and|&)"
    r"|corner [^.,\n]{1,20}(?:and|&)|live|flat|shop on|mov\w+ (?:from|to)"
    r"|mov\w+ from [^.,\n]{1,25} to|between)\s(?:the\s)?"
)
_UNITS: Final = frozenset("km m cm min minuter meter av gånger mil procent kg kr sidor timmar dagar".split())


class Addresses(NamedTuple):
    """What was found: addresses and codes, which places stand beside, and streets."""

    found: list[Identifier]

    def covers(self, start: int, end: int) -> bool:
        """RETURNS (bool): A place lies in one of them."""
        return any(one.start < end and start < one.end for one in self.found)

    def beside(self, start: int, end: int, text: str) -> bool:
        """RETURNS (bool): A place stands directly before or after one of them."""
        for one in self.found:
            if one.label == "STREET":
                continue
            if one.end <= start and not text[one.end : start].strip(" ,\n\u00a0)") and start - one.end <= 4:
                return True
            if (
                one.label == "POSTCODE"
                and end <= one.start
                and re.fullmatch(r",?\s(?:[A-Z]{2,3},?\s|[A-Z][a-z]+,?\s)?", text[end : one.start])
            ):
                return True
        return False


def find_addresses(page: Page) -> list[Identifier]:
    """RETURNS (list[Identifier]): POSTCODE, ADDRESS and STREET."""
    found = [*_boxes(page), *_streets(page)]
    if page.has_digits:
        codes = list(find_postcodes(page))
        found += (*codes, *find_loose(page, [code.start for code in codes]))
    return [one for one in found if not page.is_apart(one.start, one.end)]


def _boxes(page: Page) -> Iterator[Identifier]:
    for begin, stop in page.windows(_BOX_WORDS, 15, 20):
        for pattern in (_patterns()[6], _BOX):
            for m in pattern.finditer(page.text, begin, stop):
                yield Identifier(*m.span(), "ADDRESS", 0.92)


def _streets(page: Page) -> Iterator[Identifier]:
    text = page.text
    english, small, street, small_street, foreign, compound, _ = _patterns()
    numbers = page.numbers(_after())
    capital = [number for number in numbers if page.tokens[number][0].isupper()]
    lower = [number for number in numbers if page.tokens[number].islower()]
    for begin, stop in page.windows_at(capital, 70, 25):
        for m in english.finditer(text, begin, stop):
            if _address(page, m):
                yield Identifier(m.start(), _without_stop(m), "ADDRESS", 0.93)
        for m in street.finditer(text, begin, stop):
            yield from _street(page, m)
    for begin, stop in page.windows_at(lower, 70, 25):
        for m in small.finditer(text, begin, stop) if page.has_figure(begin, stop) else ():
            past = text[max(0, m.start() - 30) : m.start()]
            if re.search(r"\b(?:at|live on|address(?: is)?:?|to|door at)\s$", past) and not _NO_ADDRESS.search(past):
                yield Identifier(*m.span(), "ADDRESS", 0.75)
        for m in small_street.finditer(text, begin, stop):
            past = text[max(0, m.start() - 30) : m.start()]
            name = m[0].lower()
            if (
                re.search(r"\b(?:on|in|at|live|off)\s$", past)
                and name not in _known()
                and m["name"].strip().lower() not in function_words() | _COMMON
            ):
                yield Identifier(*m.span(), "STREET", 0.65)
    for begin, stop in page.windows(_before_words(), 8, 60):
        for m in foreign.finditer(text, begin, stop):
            past = text[max(0, m.start() - 30) : m.start()]
            if text[m.start()].isupper() or m["number"] or m["first"] or _LIVES_IN.search(past):
                if m["number"] or m["first"]:
                    yield Identifier(*m.span(), "ADDRESS", 0.9)
                elif _STREET_CUE.search(past):
                    yield Identifier(m.start(), m.end() - m[0].endswith("."), "STREET", 0.8)
    if page.has_compound_street:
        yield from _compounds(page, compound)


_COMMON: Final = frozenset(
    "high back side main right long wrong same other city busy quiet narrow dirt gravel my our your "
    "his her this that each every another country".split()
)


@cache
def _after() -> frozenset[str]:
    return frozenset(_kinds()["after"])


@cache
def _before_words() -> frozenset[str]:
    return frozenset(kind.split()[0] for kind in _kinds()["before"])


def _without_stop(m: re.Match[str]) -> int:
    """Where it ends: a full stop belongs to 'St.' and not to 'Street.'."""
    return m.end() - (m[0].endswith(".") and (m["kind"] or "").lower() not in _ABBREVIATED)


_ABBREVIATED: Final = frozenset("st rd ave av blvd sq ln dr ct pl cres hwy pkwy".split())


def _address(page: Page, m: re.Match[str]) -> bool:
    text = page.text
    past = text[max(0, m.start() - 30) : m.start()]
    if _NO_ADDRESS.search(past) and not re.search(r"(?i)\b(?:flat|office is|address is|home is|in|at)\s$", past):
        return False
    if re.search(r"(?i)\b(?:in)\s$", past) and m["the"] is None and m["number"].isdigit() and len(m["number"]) == 4:
        return False
    name = re.sub(r"^.*?\d+[A-Za-z]?,?\s", "", m[0])
    if name.lower().rstrip(".") in _known() or (
        (m["kind"] or "").lower() in ("st", "dr")
        and re.match(r"\.?\s(?:dev|[A-Z]?[a-z]+\s?\()", text[m.end("kind") :][:12])
    ):
        return False
    # "21 Jump Street" is a film.
    title = text[max(0, m.start() - 1) : m.start()] in ('"', "“", "”", "'", "‘", "_", "*") or (
        text[m.end() : m.end() + 1] in _CLOSING and _OPENED.search(past) is not None
    )
    if title and _shown(page, m):
        return False
    return not re.match(r"\s[A-Z][a-z]+", text[m.end() : m.end() + 12]) or (
        m["the"] is None and not re.match(r"\s(?:of|data|trees|New|work)\b", text[m.end() : m.end() + 8])
    )


# 'In "The House at 14 Elm Court" ...'
_CLOSING: Final = ('"', "”", "’")
_OPENED = re.compile(r"[\"“‘][^\"“”‘’\n]*\Z")


def _shown(page: Page, m: re.Match[str]) -> bool:
    """Somebody speaks of films, books or the like around a place."""
    near = page.text[max(0, m.start() - 60) : m.end() + 60].lower()
    return not small_lines("works").isdisjoint(re.findall(r"[^\W\d_]+", near))


def _street(page: Page, m: re.Match[str]) -> Iterator[Identifier]:
    text, name = page.text, m["name"].strip()
    past = text[max(0, m.start() - 30) : m.start()]
    kind = m["kind"].lower()
    whole = f"{name} {m['kind']}".lower()
    if (
        whole in _known()
        or any(whole.endswith(" " + known) for known in _known())
        or _PERSON.search(past)
        or _CITED.match(text, m.end())
    ):
        return
    words = name.split()
    while words and (words[0].lower() in function_words() or (words[0] in _ON_THE_WAY and len(words) > 1)):
        words = words[1:]
    if not words:
        return
    start = m.start("name") + m["name"].index(words[0])
    past = text[max(0, start - 30) : start]
    cue = _STREET_CUE.search(past)
    city = re.match(r",\s?([A-Z][^\W\d_]+)", text[m.end() : m.end() + 30])
    end = m.end() - (m[0].endswith(".") and kind not in _ABBREVIATED)
    if (city and fold(city[1]) in places() and not is_given_name(words[0])) or (cue and kind in _SURE_KINDS):
        yield Identifier(start, end, "STREET", 0.85)
    elif _STANDS_AT.search(past) or (
        kind in _SURE_KINDS and _begins(past) and _IS_STREET.match(text, m.end()) and not _SHOW.search(text, m.end())
    ):
        yield Identifier(start, end, "STREET", 0.7)


_ON_THE_WAY: Final = frozenset("Follow Cross Pass Reach Leave Past Near".split())
# 'Harbour Street was closed': what is said of streets, and of films and records that are called like one.
_IS_STREET = re.compile(r"\s(?:is|was|has|had|will|gets|looks|floods|seems)\s")
_SHOW = re.compile(r"\b(?:tv|records?|album|films?|movies?|shows?|series|songs?|novel|book|band|soap)\b", re.IGNORECASE)


def _begins(past: str) -> bool:
    return not past.strip() or past.rstrip()[-1:] in ".!?\n"


def _compounds(page: Page, pattern: re.Pattern[str]) -> Iterator[Identifier]:
    text = page.text
    for m in pattern.finditer(text):
        past = text[max(0, m.start() - 30) : m.start()]
        number = m["number"]
        name = m[0][: len(m[0]) - len(number)].strip() if number else m[0]
        capital = name[0].isupper()
        if name.lower() in _known() and not (number and capital):
            continue
        if number:
            if next_word(text, m.end()) in _UNITS or (not capital and not _PLACE_CUE.search(past)):
                continue
            yield Identifier(*m.span(), "ADDRESS", 0.93)
        elif name.endswith("."):
            continue
        elif _SV_PLACE.search(past) and (capital or re.search(r"(?i)\b(?:på|vid|längs|bor|hörnet)\s$", past)):
            start_of_sentence = not past.strip() or past.rstrip()[-1:] in ".!?\n"
            if not start_of_sentence or (
                languages.of(page.lang).compounds and name.lower().endswith(("gatan", "straße", "strasse"))
            ):
                yield Identifier(*m.span(), "STREET", 0.8 if capital else 0.6)
        elif capital and past[-1:] == " " and past.rstrip()[-1:].isalpha():
            yield Identifier(*m.span(), "STREET", 0.7)
