"""Post codes: by their shape where it tells enough, else by the town or the words beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .. import languages
from ..text.gazetteer import abbreviations, places
from ..text.words import fold
from .base import Identifier, Page
from .vocabulary import before, function_words, next_word, sentence_before

_AREAS: Final = frozenset(
    "AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E "
    "EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG "
    "IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL "
    "PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST "
    "SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE".split()
)
_GAP: Final = r"[ \u00a0]{0,2}"
_BRITISH = re.compile(
    rf"(?<![\w-])(?P<area>[A-Z]{{1,2}})\d[A-Z\d]?{_GAP}\d[ABD-HJLNP-UW-Z]{{2}}(?![\w-])",
    re.IGNORECASE,
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
    r"\bpost ?codes? (?:(?:starts|begins|starting|beginning) with|area|district)"
    r" (?P<first>[A-Z]{1,2}\d[A-Z\d]?)(?![\w-])"
    r"|(?:\bpost ?codes?:? |\bthe |\blive in |\bin )(?P<code>(?P<area>[A-Z]{1,2})\d[A-Z\d]?)(?= (?:area"
    r"|postcode)\b|,? (?:postcode|district)\b)"
)

_CODE_NAMES: Final = (
    r"(?:zip(?:[ -]?codes?)?(?! ?(?:files?|archives?|folders?|it|them)\b)|post(?:al)?[ -]?codes?"
    r"|pin ?codes?|plz|eircodes?"
    r"|cep|postnummer(?:et)?|postnumret|postnr\.?|code postal)"
)
_CODE_WORD = before(rf"\b(?:{_CODE_NAMES}|cap)\s?(?:is|är|=|:|,|was)?\s?[\"“(]?")
# 'the form asks for a zip; I put', 'I entered ... as my zip'
_CODE_SAID = re.compile(rf"\b{_CODE_NAMES}(?!\w)", re.IGNORECASE)
_CODE_NEXT = re.compile(
    rf"[\"”)]?,? (?:as|is|was|for|är|som|in|i)(?: (?:my|our|the|your|mitt|vårt|ert|a|an|ett)(?: [^\W\d_]+)?)?"
    rf" {_CODE_NAMES}(?!\w)",
    re.IGNORECASE,
)
_LIVES_IN = before(
    r"\b(?:(?:live|lives|living|lived|are|is|bor|bodde|based)\s(?:in|i)\s(?:the\s)?|(?:moved"
    r"|flyttade)\s(?:to|till)\s|närheten av\s|(?:area|område)\s\()"
)
_CODE_TALK = re.compile(
    r"\b(?:zip|post ?codes?|postal|post(?:nummer|nr|adress)|adress\w*|address\w*|profile|paket\w*"
    r"|brev\w*|kuvert\w*|letter|deliver\w*|bor|område\w*|närheten|skicka\w*|hemma|typed|certificate\w*"
    r"|moved)\b",
    re.IGNORECASE,
)
_OTHER_CODE = re.compile(
    r"(?:\b(?:accession|sample|specimen|batch|lot|sensor|ward|unit|figure|fig\.?|model|part|table|serial|room|course|kurs\w*|sal|rum|error"
    r"|fel\w*|line|rad\w*|answer|svar\w*|uppgift|sid\w*|values?|numbers? run|n =|m =|math)\b)",
    re.IGNORECASE,
)
_SAYS = before(
    r"\b(?:says|said|står|to|till|för|typed|entered|is|är|was|i stället för|instead of|and|och|,|\(|\"|“)\s?"
)
# 'my postcode turns red. I type'
_TYPES = before(
    r"\b(?:i|jag|we|vi)\s(?:type|typed|write|wrote|put|enter|entered|skriver|skrev|anger|angav|fyller\si|matar\sin)\s"
)
# 'in Utrecht, the code is'
_THE_CODE = before(
    r"\b(?:in|from|i|från)\s(?P<town>[A-ZÅÄÖ][^\W\d_]+)(?:,|\.)?\s(?:[Tt]he\s|and\s(?:the|our|my)\s|[Mm]y\s|[Oo]ur\s)?code(?:\sis|:)?\s",
    fold=False,
)
_THING_AFTER = re.compile(
    r"[ \u00a0](?:is (?:what|the)|of\b|in the (?:supplement|table|list)|rows?|files?|bytes"
    r"|iterations|people|dollars?|kr\b|sidor|poäng|kubik\w*|lines|platser|times|years?|år\b"
    r")",
    re.IGNORECASE,
)
_SMALL = re.compile(r"[ \u00a0]+[a-zåäö]")
_TOWN_AFTER = re.compile(r"[ \u00a0]{1,2}(?P<town>[A-ZÅÄÖÜØ][^\W\d_]+(?:[ -][A-ZÅÄÖÜØ][^\W\d_]*)?)")
_SMALL_TOWN_AFTER = re.compile(r"[ \u00a0]{1,2}(?P<town>[a-zåäöüø]{3,})")
_TOWN_NEXT = re.compile(r",? [(A-Z]")
_SMALL_NOUN = re.compile(r" (?!(?:is|was|and|or|in|near|but|for|är|och|eller|men)\b)[a-zåäö]")
_LINE = before(r"^|\n[> ]*|[,:;] ?")
_FAR: Final = 70
_FEWEST: Final = 5
_CENTURIES = re.compile(r"1[4-9]|20")
_ENDS = re.compile(r"\.?(?:\s*\Z|\n)|[,;)] ?(?!\d)")
_TOWN_BEFORE = re.compile(
    r"(?P<town>[A-ZÅÄÖÜØ][^\W\d_]+(?:[ -][A-ZÅÄÖÜØ][^\W\d_]+)??)(?:,? (?P<region>[A-Z]{2,3}"
    r"|[A-Z][a-z]+(?: [A-Z][a-z]+)?))?,?[ \n]\Z"
)


def find_postcodes(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): POSTCODE."""
    text = page.text
    for m in page.by_letters(_BRITISH, 2):
        confidence = _british(text, m)
        if confidence:
            yield Identifier(*m.span(), "POSTCODE", confidence)
    for m in _OUTWARD.finditer(text) if not page.vocabulary.isdisjoint(("area", "postcode", "postcodes")) else ():
        group = "first" if m["first"] else "code"
        if m[group].rstrip("0123456789")[:2].strip("0123456789") in _AREAS:
            yield Identifier(*m.span(group), "POSTCODE", 0.7)
    for m in page.by_letters(_IRISH, 1):
        if _named(text, m.start()) or (m[0].isupper() and _town_before(text, m.start())):
            yield Identifier(*m.span(), "POSTCODE", 0.9)
    for m in page.by_letters(_CANADIAN, 1):
        yield Identifier(*m.span(), "POSTCODE", 0.85)
    for m in page.by_letters(_PREFIXED, 3):
        # 'A-0044' may be anything.
        if m[0][1] != "-" or _TOWN_AFTER.match(text, m.end()) or _named(text, m.start()):
            yield Identifier(*m.span(), "POSTCODE", 0.9)
    for m in page.by_figures(_DUTCH, least=4):
        past = text[max(0, m.start() - _FAR) : m.start()]
        code = _THE_CODE.search(past)
        near = (code is not None and fold(code["town"]) in places()) or _typed(text, m.start())
        if near or _TOWN_NEXT.match(text, m.end()) or _named(text, m.start()) or _town_before(text, m.start()):
            yield Identifier(*m.span(), "POSTCODE", 0.8)
    for m in page.by_free_figures(_HYPHENED, 2):
        if _CODE_WORD.search(text[max(0, m.start() - 30) : m.start()]) or _known_after(text, m.end()):
            yield Identifier(*m.span(), "POSTCODE", 0.85)
    for m in page.by_free_figures(_DIGITS, 3):
        confidence = _figures(page, m)
        if confidence:
            yield Identifier(*m.span(), "POSTCODE", confidence)


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
    if (
        m["area"].upper() not in _AREAS
        or _OTHER_CODE.search(sentence_before(text, m.start())[-45:])
        or _THING_AFTER.match(text, m.end())
    ):
        return 0.0
    past = text[max(0, m.start() - 40) : m.start()]
    small = m[0] != m[0].upper()
    if not (m[0][-4].isspace() or _CODE_TALK.search(past) or _CODE_NEXT.match(text, m.end())):
        return 0.0
    if m[0][-2:].upper() in _ALSO_UNITS and not (_named(text, m.start()) or _town_before(text, m.start())):
        return 0.0
    return 0.75 if small else 0.93


def _figures(page: Page, m: re.Match[str]) -> float:
    """A number alone: a code by what stands before it, or by the town beside it."""
    text, start, end, code = page.text, *m.span(), m[0]
    past = text[max(0, start - 50) : start]
    following = next_word(text, end)
    counted = following != "" and following not in function_words() and _SMALL.match(text, end) is not None
    town = _TOWN_AFTER.match(text, end)
    known = town and (
        fold(town["town"].split()[0]) in places() or " ".join(map(fold, town["town"].split())) in places()
    )
    if (not counted or following in function_words()) and _typed(text, start):
        return 0.75
    if _OTHER_CODE.search(past[-20:]) or _THING_AFTER.match(text, end):
        return 0.0
    if _CODE_WORD.search(past):
        return 0.0 if counted and following not in ("please", "tack") else 0.95
    if _CODE_NEXT.match(text, end):
        return 0.9
    if len(code) >= _FEWEST and not counted and _named(text, start):
        return 0.75
    spaced = len(code) == 6 and not code.isdigit()
    if len(code) == 4 or (len(code) == 6 and code.isdigit()):
        year = code[:2] in ("19", "20") and len(code) == 4
        if _LINE.search(past) and not year and _known_after(text, end):
            return 0.8
        if len(code) == 6 and not counted and _town_before(text, start):
            return 0.75
        if len(code) == 4 and not _CENTURIES.match(code) and _ENDS.match(text, end) and past[-2:] == ", ":
            return 0.7 if _town_before(text, start) else 0.0
        near = _TOWN_BEFORE.search(past)
        region = near is not None and near["region"] in abbreviations() and bool(near["region"])
        return (
            0.75
            if region
            or (
                near and "," in past[-2:] and not year and re.search(r"(?i)\bfrom\s\S+\s$", past[:-2] + " ") is not None
            )
            else 0.0
        )
    if town and (spaced or known) and not counted:
        return 0.92
    small = _SMALL_TOWN_AFTER.match(text, end)
    if (
        small
        and fold(small["town"]) in places()
        and fold(small["town"]) not in languages.words()
        and places()[fold(small["town"])].people >= 10
    ):
        return 0.8
    near = _TOWN_BEFORE.search(past)
    if (
        near
        and not counted
        and near["region"]
        and (near["region"] in abbreviations() or fold(near["region"]) in places())
    ):
        return 0.92
    if (
        re.search(r"(?:^|\n)[A-Z]{2} $", past)
        and past[-3:-1] in abbreviations()
        and not counted
        and following not in ("is", "was")
    ):
        return 0.75
    if counted or following in ("is", "was", "till", "to", "and"):
        counted = True
    if not counted and _LIVES_IN.search(past):
        return 0.75
    talk = _CODE_TALK.search(text[max(0, start - 100) : start])
    if talk and _SAYS.search(past) and (not counted or following in function_words()):
        return 0.65
    return 0.0
