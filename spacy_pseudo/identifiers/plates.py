"""Number plates of cars: by their shape where it is a plate's only, else by what is said around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .base import Identifier, Page, stems_of
from .names import is_word

_BRITISH: Final = r"[A-Z]{2}[ ]?\d\d[ ]?[A-Z]{3}|[A-Z]{2}[ ]?\d\d[ ]?[A-Z0O]{3}"
_PLATE: Final = re.compile(
    rf"(?:(?<![\w/-])|(?<=nr)|(?<=\bno))(?:(?P<sure>{_BRITISH})"
    r"|(?P<swedish>[A-Z]{3}[ ]?\d\d[\dA-Z])"
    r"|(?P<other>[A-Z]\d{1,3}[ ]?[A-Z]{3}|[A-Z]{3}[ ]\d{1,4}[A-Z]?|[A-Z]{1,3}-[A-Z]{1,2}[ ]?\d{1,4}|[A-Z]{2}[ ]\d{5}"
    r"|[A-Z]{2}-\d{3}-[A-Z]{2}))(?![\w/-]|[.,]\d)"
)
_FIGURES_FIRST: Final = re.compile(
    r"(?:(?<![\w/-])|(?<=nr)|(?<=\bno))(?P<sure>)(?P<other>\d[A-Z]{3}\d{3}|\d[A-Z]{1,2}\d?[ ]\d{4}"
    r"|\d{2}-[A-Z]{2,3}-(?:[A-Z]{2}|\d{1,2})|\d{1,3}-[A-Z]{1,3}-\d{1,6})(?![\w/-]|[.,]\d)"
)
_SURE: Final = re.compile(rf"(?:(?<![\w/-]))(?:(?P<sure>{_BRITISH})(?P<swedish>)(?P<other>))(?![\w/-]|[.,]\d)")
_SMALL: Final = re.compile(r"(?<![\w/-])(?:[a-z]{2}\d\d[ ]?[a-z]{3}|[a-z]{3}[ ]?\d\d[\da-z])(?![\w/-]|[.,]\d)")
# Cars and what is done with them.
_CAR_WORDS: Final = (
    r"cars?|van|vehicles?|number ?plates?|licen[cs]e plates?|plate(?! with| [A-H]\d)|plates|reg(?:istration|nr"
    r"|\.? ?n[or]\.?)?|parked|parking|car ?park|park|drives?|driver|driving|towed"
    r"|taxi|rental|moped|motorbike|lorry|truck|bus|trailer|caravan|volvo|golf|skoda|ford|toyota|audi|bmw|fiat|opel"
    r"|vw|volkswagen|mini|nissan|mazda|honda|kia|tesla"
    r"|peugeot|renault|saab|lights|owner|owns|lift|fined|insurance for|please move|seen on cam\w*|visitors' lot"
    r"|bil|bilen|bilar|husbil(?:en)?|hyrbil|släp(?:et)?|moped(?:en)?|mc|registreringsn(?:umme)?r|skylt(?:en)?"
    r"|p-tillstånd|parkerad?|parkering\w*|p-bot|äger|lyset|samåk\w*|bogser\w*"
    r"|i vägen|kör(?:de)?"
)
_CAR: Final = re.compile(rf"\b(?:{_CAR_WORDS})\b", re.IGNORECASE)
_STEMS: Final = stems_of(_CAR_WORDS) | frozenset("lice plat numb regi regn körd till väge bot".split())
# Courses, rooms, models, files and the like, whose codes look the same.
_THING: Final = re.compile(
    r"\b(?:courses?|kurs\w*|module|table|tabell|room|rum|hus|form|figure|fig|figur|primer|pattern|mönstret"
    r"|placeholders?|sensors?|loggers?|givarna|version|iso|sis|rfc|http|sql|credits|hp"
    r"|enzyme|gene|cells?|model|data|datan|group|example|examples|standard\w*|full|starts|börjar|fullsatt|inställd"
    r"|kod|code|clash|book|boken|eq|tbl|hex|calculator|mutation|machine|wells)\b",
    re.IGNORECASE,
)
_CODES: Final = frozenset(
    "ISO RFC HTTP SQL SFS SIS IBM BMW FIG TAB HEX AUD USD EUR GBP SEK PCB GTX MAT BIO PSY ENG ECTS SVE FYS KEM TEN LAB"
    " GPL MIT BSD UTC GMT EOS CAS NGC PDB MPH RGB CPU GPU RAM USB PDF XML".split()
)
_RANGE: Final = re.compile(r"[ ](?:to|till|-|–)[ ](?=[A-Z]{2,3}[ ]?\d)")
_RANGE_BEFORE: Final = re.compile(r"\b[A-Z]{2,3}[ ]?\d\d[ \dA-Z]{0,4}[ ](?:to|till)[ ]\Z")
_DIRECT: Final = re.compile(
    r"(?:\b(?:number ?plate|licen[cs]e plate|plate(?: no\.?)?|reg\.?(?: ?n[or]\.?| number)?|regnr|registration"
    r"|registreringsn(?:umme)?r|vehicle(?: reg(?: number)?)?|car|bil(?:en)?|taxi|bus)"
    r"|(?:plate|skylt\w*|bil) (?:is|är|has|har))[ .:=(\"“]{0,3}\Z",
    re.IGNORECASE,
)
_CLAUSE: Final = 45


def find_plates(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): Number plates."""
    text = page.text
    found: list[tuple[int, int, float]] = []
    cars = bool(page.where(_STEMS))
    shaped = (*page.by_letters(_PLATE, 7), *page.by_figures(_FIGURES_FIRST)) if cars else page.by_letters(_SURE, 3)
    for m in shaped:
        confidence = _confidence(page, m)
        if confidence:
            found.append((*m.span(), confidence))
    for m in page.by_letters(_SMALL, 4) if cars else ():
        start = max(0, m.start() - _CLAUSE)
        near = _DIRECT.search(text[start : m.start()]) or (
            _CAR.search(text, start, m.start()) and text[m.start() - 1] in ",:("
        )
        if near and not is_word(m[0][:3]) and not page.is_apart(*m.span()):
            found.append((*m.span(), 0.75))
    for start, end, confidence in found:
        yield Identifier(start, end, "PLATE", confidence)


def _confidence(page: Page, m: re.Match[str]) -> float:
    text = page.text
    before = text[max(0, m.start() - 2 * _CLAUSE, text.rfind("\n\n", 0, m.start())) : m.start()]
    after = text[m.end() : m.end() + 2 * _CLAUSE]
    if _RANGE.match(text, m.end()) or _RANGE_BEFORE.search(before) or page.is_apart(*m.span()):
        return 0.0
    if _DIRECT.search(before):
        return 0.9
    if m["other"] and not _CAR.search(before + after):
        return 0.0
    car, thing = _distance(_CAR, before, after), _distance(_THING, before, after)
    if m["sure"]:
        return 0.85 if car <= thing else 0.6 if thing > _CLAUSE else 0.0
    code = m[0][:3] in _CODES or m[0].partition(" ")[0] in _CODES
    if car < thing and not code:
        return 0.75
    return 0.0


def _distance(pattern: re.Pattern[str], before: str, after: str) -> int:
    """How far the nearest such word is; a comma or a full stop between makes it farther."""
    nearest = 1000
    for m in pattern.finditer(before):
        between = before[m.end() :]
        nearest = min(
            nearest, len(between) + 20 * sum(between.count(sign) for sign in (". ", "; ")) + 8 * between.count(", ")
        )
    if following := pattern.search(after):
        between = after[: following.start()]
        nearest = min(
            nearest, len(between) + 20 * sum(between.count(sign) for sign in (". ", "; ")) + 12 * between.count(", ")
        )
    return nearest
