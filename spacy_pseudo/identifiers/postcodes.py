"""Post codes: by their shape where it tells enough, else by the town or the words beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .. import languages, resources
from ..text.gazetteer import abbreviations, places
from ..text.place_lists import key
from ..text.words import fold
from .base import Identifier, Page
from .vocabulary import before, cues, function_words, next_word, sentence_before

_AREAS: Final = frozenset(" ".join(resources.lines("places/post_areas.txt")).split())
_BRITISH = re.compile(
    r"(?<![\w-])(?P<area>[A-Z]{1,2})\d[A-Z\d]?[ \u00a0]{0,2}\d[ABD-HJLNP-UW-Z]{2}(?![\w-])", re.IGNORECASE
)
# Ordinals, sizes and units that end like a code: 'E10 4th', 'B2 5XL', 'T4 8GB'.
_ALSO_UNITS: Final = frozenset("ST ND RD TH XL XS GB TB HZ LB PT PX FT YD QT DB".split())
_IRISH = re.compile(r"[AC-FHKNPRTV-Y](?<![\w-].)\d[\dW] ?(?=[A-Z]{0,3}\d)[\dAC-FHKNPRTV-Y]{4}(?![\w-])", re.IGNORECASE)
_CANADIAN = re.compile(r"[ABCEGHJ-NPRSTVXY](?<![\w-].)\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d(?![\w-])")
_DUTCH = re.compile(r"[1-9](?<![\w-].)\d{3} ?(?!AD|AM|BC|CE|PM|SA|SD|SS)[A-Z]{2}(?![\w-])")
# Poland, Portugal, Brazil, Japan
_HYPHENED = re.compile(r"(?<![\w./$€£#+-])(?:\d\d-\d{3}|\d{4,5}-\d{3}|\d{3}-\d{4})(?![\w/:-]|[.,]\d)")
_PREFIXED = re.compile(
    r"(?<![\w-])(?:SE|S|D|DE|DK|NO|N|FI|F|FR|A|AT|CH|B|BE|NL|PL|I|IT|E|ES|IS|L|LT|LV"
    r"|EE)-(?:\d{3} ?\d{2}|\d{2} \d{3}|\d{4,5})(?![\w-])"
)
_DIGITS = re.compile(
    r"(?<![\w./$€£#+-])(?<!\d[,:])(?<!\d )(?:\d{3}[ \u00a0]\d{2}|\d{5}-\d{4}|\d{4,6})(?![\w/:-]|[.,]\d|[ \u00a0]\d)"
)
_OUTWARD = re.compile(
    r"\bpost ?codes? (?:(?:starts|begins|starting|beginning) with|area|district) (?P<first>[A-Z]{1,2}\d[A-Z\d]?)"
    r"(?![\w-])|(?:\bpost ?codes?:? |\bthe |\blive in |\bin )(?P<code>[A-Z]{1,2}\d[A-Z\d]?)(?= (?:area|postcode)\b"
    r"|,? (?:postcode|district)\b)"
)
_OUTWARD_WORDS: Final = frozenset(("area", "postcode", "postcodes"))

_CODE_NAMES: Final = rf"(?:{cues('code name')})"
_CODE_WORD = before(rf"\b(?:{_CODE_NAMES}|cap)\s?(?:is|är|=|:|,|was)?\s?[\"“(]?")
# 'the form asks for a zip; I put', 'I entered ... as my zip'
_CODE_SAID = re.compile(rf"\b{_CODE_NAMES}(?!\w)", re.IGNORECASE)
_CODE_NEXT = re.compile(
    rf"[\"”)]?,? (?:as|is|was|for|är|som|in|i)(?: (?:my|our|the|your|mitt|vårt|ert|a|an|ett)(?: [^\W\d_]+)?)?"
    rf" {_CODE_NAMES}(?!\w)",
    re.IGNORECASE,
)
_LIVES_IN = before(rf"\b(?:{cues('code lived in')})\s?")
_CODE_TALK = re.compile(rf"\b(?:{cues('code talk')})\b", re.IGNORECASE)
_OTHER_CODE = re.compile(rf"\b(?:{cues('other code')})\b", re.IGNORECASE)
_SAYS = before(rf"\b(?:{cues('code said')}|,|\(|\"|“)\s?")
# 'my postcode turns red. I type'
_TYPES = before(rf"\b(?:{cues('code typed')})\s")
# 'in Utrecht, the code is'
_THE_CODE = before(
    r"\b(?:in|from|i|från)\s(?P<town>[A-ZÅÄÖ][^\W\d_]+)(?:,|\.)?\s(?:[Tt]he\s|and\s(?:the|our|my)\s|[Mm]y\s|[Oo]ur\s)?"
    r"code(?:\sis|:)?\s",
    fold=False,
)
_THING_AFTER = re.compile(rf"[ \u00a0](?:{cues('code of thing')})\b", re.IGNORECASE)
_SMALL = re.compile(r"[ \u00a0]+[a-zåäö]")
_TOWN: Final = r"[A-ZÅÄÖÜØ][^\W\d_]+"
_TOWN_AFTER = re.compile(rf"[ \u00a0]{{1,2}}(?P<town>{_TOWN}(?:[ -][A-ZÅÄÖÜØ][^\W\d_]*)?)")
_TOWN_BEFORE = re.compile(
    rf"(?P<town>{_TOWN}(?:[ -]{_TOWN})??)(?:,? (?P<region>[A-Z]{{2,3}}|[A-Z][a-z]+(?: [A-Z][a-z]+)?))?,?[ \n]\Z"
)
_SMALL_TOWN_AFTER = re.compile(r"[ \u00a0]{1,2}(?P<town>[a-zåäöüø]{3,})")
_TOWN_NEXT = re.compile(r",? [(A-Z]")
_SMALL_NOUN = re.compile(r" (?!(?:is|was|and|or|in|near|but|for|är|och|eller|men)\b)[a-zåäö]")
_LINE = before(r"^|\n[> ]*|[,:;] ?")
_REGION_LINE = re.compile(r"(?:^|\n)[A-Z]{2} $")
_FROM = before(r"\bfrom\s\S+,? ")
_CENTURIES = re.compile(r"1[4-9]|20")
_ENDS = re.compile(r"\.?(?:\s*\Z|\n)|[,;)] ?(?!\d)")
_FAR: Final = 70
_FEWEST: Final = 5


def find_postcodes(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): POSTCODE."""
    for m, confidence in _codes(page):
        if confidence:
            yield Identifier(*m.span((m.lastgroup or 0) if m.re is _OUTWARD else 0), "POSTCODE", confidence)


def _codes(page: Page) -> Iterator[tuple[re.Match[str], float]]:
    """What looks like a code, and how likely it is one."""
    text = page.text
    for m in page.by_letters(_BRITISH, 2):
        yield m, _british(text, m)
    for m in _OUTWARD.finditer(text) if not page.vocabulary.isdisjoint(_OUTWARD_WORDS) else ():
        yield m, 0.7 * ((m["first"] or m["code"]).rstrip("0123456789")[:2].strip("0123456789") in _AREAS)
    for m in page.by_letters(_IRISH, 1):
        yield m, 0.9 * (_named(text, m.start()) or (m[0].isupper() and _town_before(text, m.start())))
    for m in page.by_letters(_CANADIAN, 1):
        yield m, 0.85
    for m in page.by_letters(_PREFIXED, 3):
        # 'A-0044' may be anything.
        yield m, 0.9 * bool(m[0][1] != "-" or _TOWN_AFTER.match(text, m.end()) or _named(text, m.start()))
    for m in page.by_figures(_DUTCH):
        code = _THE_CODE.search(text[max(0, m.start() - _FAR) : m.start()])
        near = (code is not None and fold(code["town"]) in places()) or _typed(text, m.start())
        near = near or _TOWN_NEXT.match(text, m.end()) is not None or _named(text, m.start())
        yield m, 0.8 * (near or _town_before(text, m.start()))
    for m in page.by_free_figures(_HYPHENED, 2):
        said = _CODE_WORD.search(text[max(0, m.start() - 30) : m.start()]) is not None
        yield m, 0.85 * (said or _known_after(text, m.end()))
    for m in page.by_free_figures(_DIGITS, 3):
        yield m, _figures(page, m)


def _named(text: str, start: int) -> bool:
    """The same sentence has spoken of a code."""
    return _CODE_SAID.search(sentence_before(text, start)[-_FAR:]) is not None


def _typed(text: str, start: int) -> bool:
    """Somebody types it, and has just spoken of a code."""
    past = text[max(0, start - 2 * _FAR) : start]
    return _TYPES.search(past) is not None and _CODE_SAID.search(past) is not None


def _town_before(text: str, start: int) -> bool:
    """A known town stands directly before, with or without its region."""
    near = _TOWN_BEFORE.search(text[max(0, start - 50) : start])
    return near is not None and any(fold(name) in places() for name in (near["town"], near["region"]) if name)


def _known_after(text: str, end: int) -> bool:
    """A known town follows, and nothing that it might count."""
    town = _TOWN_AFTER.match(text, end)
    if town is None or _SMALL_NOUN.match(text, town.end()):
        return False
    return any(fold(name) in places() for name in (town["town"], town["town"].split()[0]))


def _british(text: str, m: re.Match[str]) -> float:
    if m["area"].upper() not in _AREAS or _THING_AFTER.match(text, m.end()):
        return 0.0
    if _OTHER_CODE.search(sentence_before(text, m.start())[-45:]):
        return 0.0
    spoken = _CODE_TALK.search(text, max(0, m.start() - 40), m.start()) or _CODE_NEXT.match(text, m.end())
    if not m[0][-4].isspace() and not spoken:
        return 0.0
    if m[0][-2:].upper() in _ALSO_UNITS and not (_named(text, m.start()) or _town_before(text, m.start())):
        return 0.0
    return 0.93 if m[0].isupper() else 0.75


def _figures(page: Page, m: re.Match[str]) -> float:
    """A number alone: a code by what stands before it, or by the town beside it."""
    text, start, end, code = page.text, *m.span(), m[0]
    past = text[max(0, start - 50) : start]
    following = next_word(text, end)
    small_word = following in function_words()
    counted = following != "" and not small_word and _SMALL.match(text, end) is not None
    if not counted and _typed(text, start):
        return 0.75
    if _OTHER_CODE.search(past[-20:]) or _THING_AFTER.match(text, end):
        return 0.0
    if _CODE_WORD.search(past):
        return 0.0 if counted and following not in ("please", "tack") else 0.95
    if _CODE_NEXT.match(text, end):
        return 0.9
    if len(code) >= _FEWEST and not counted and _named(text, start):
        return 0.75
    near = _TOWN_BEFORE.search(past)
    spaced = len(code) == 6 and not code.isdigit()
    if len(code) == 4 or (len(code) == 6 and not spaced):
        return _short(text, m, past, near, counted)
    town = _TOWN_AFTER.match(text, end)
    known = town and (fold(town["town"].split()[0]) in places() or key(town["town"]) in places())
    if town and (spaced or known) and not counted:
        return 0.92
    if (small := _SMALL_TOWN_AFTER.match(text, end)) and _is_small_town(fold(small["town"])):
        return 0.8
    region = near["region"] if near and not counted else None
    if region and (region in abbreviations() or fold(region) in places()):
        return 0.92
    if _REGION_LINE.search(past) and past[-3:-1] in abbreviations() and not counted and following not in ("is", "was"):
        return 0.75
    counted = counted or following in ("is", "was", "till", "to", "and")
    if not counted and _LIVES_IN.search(past):
        return 0.75
    talk = _CODE_TALK.search(text, max(0, start - 100), start)
    return 0.65 if talk and _SAYS.search(past) and (not counted or small_word) else 0.0


def _is_small_town(name: str) -> bool:
    """A town that may be written in small letters: no word, and not tiny."""
    return name in places() and name not in languages.words() and places()[name].people >= 10


def _short(text: str, m: re.Match[str], past: str, near: re.Match[str] | None, counted: bool) -> float:
    """Codes of four or six digits, which look like years and anything else."""
    start, end = m.span()
    four = len(m[0]) == 4
    year = four and m[0][:2] in ("19", "20")
    if _LINE.search(past) and not year and _known_after(text, end):
        return 0.8
    if not four and not counted and _town_before(text, start):
        return 0.75
    if four and not _CENTURIES.match(m[0]) and _ENDS.match(text, end) and past[-2:] == ", ":
        return 0.7 if _town_before(text, start) else 0.0
    region = near is not None and near["region"] in abbreviations()
    return 0.75 if region or (near and "," in past[-2:] and not year and _FROM.search(past)) else 0.0
