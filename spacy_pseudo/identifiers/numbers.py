"""Numbers that stand for a person: accounts, cards, numbers of a state or an office, number plates.

A check digit that is right makes a number sure; without one, what is said before it decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .base import Identifier, Page, stems_of
from .checks import is_card, is_iban, is_iban_shaped, is_person
from .plates import find_plates

_B: Final = r"[ \u00a0]"
_DASH: Final = r"[-‐-―]"

# Shapes that say by themselves what they are, if the check digit is right.
_IBAN: Final = re.compile(rf"(?<!\w)[A-Z]{{2}}\d\d(?:{_B}?[A-Z\d]{{1,4}}){{3,8}}(?!\w)", re.IGNORECASE)
_CARD: Final = re.compile(
    r"(?<![\w.,+-])(?:\d{4}(?:[ \u00a0]{1,2}|[.-])){3}\d{1,7}(?![\w-]|[.,]\d|[ ]\d)"
    r"|(?<![\w.,+-])\d{13,19}(?![\w-]|[.,]\d)"
    r"|(?<![\w.,+-])\d{4}[ -]\d{6}[ -]\d{4,5}(?![\w-]|[.,]\d)"
)
_HIDDEN_CARD: Final = re.compile(r"[*xX•·](?<!\w.)[*xX•·]{3}[ -]?(?:[*xX•·]{4}[ -]?){1,2}\d{4}(?!\w)")
_PERSON: Final = re.compile(
    rf"(?<![\w.,/-])(?:(?:19|20){_B}?)?\d{{6}}(?:{_DASH}|[+ \u00a0])?\d{{4}}(?![\w]|[.,]\d|{_DASH}\d)"  # se, dk
    r"|(?<![\w.,/-])\d{6}[-+A-FY]\d{3}[0-9A-Z](?!\w)"  # fi
    r"|(?<![\w.,/-])\d{6}[ ]?\d{5}(?![\w-]|[.,]\d)"  # no, pl
    r"|(?<![\w.,/-])\d{3}[ -]\d{3}[ -]\d{4}(?!\w|[.,]\d)|(?<![\w.,/-])\d{3}-\d\d-\d{4}(?!\w|[.,]\d)",  # nhs, ssn
    re.IGNORECASE,
)
_INSURED: Final = re.compile(
    r"(?<!\w)[A-CEGHJ-PR-TW-Z]{2}[ ]?\d\d[ ]?\d\d[ ]?\d\d[ ]?[A-D](?!\w)",  # nino
    re.IGNORECASE,
)

# Between a cue and its number: 'no.', 'is', ':', '(', '#', 'at the credit union is'.
_LINK: Final = (
    r"(?:(?:['’]s)?[ \u00a0.(]{0,2}(?:numbers?|numret|nummer|num|nos?|nr|id|ids|code|kod|card|kort|koden|key"
    r"|ref(?:erence)?)\b[.:]?){0,2}"
    r"(?:[ ](?:on file|at (?:the |my )?[^\W\d_]{2,12}(?: (?!is\b)[^\W\d_]{2,12})?|hos [^\W\d_]{2,12}"
    r"|i [^\W\d_]{3,14}|(?:of|for|till|på) (?:my|min|mitt) [^\W\d_]{2,12}))?"
    r"(?:[ ]ends (?:with|in) \d{1,4})?(?:,? (?:in full|now|also))?"
    r"(?:[ ](?:is|was|are|were|är|var|blev|has|har|till|på|to|says|säger))?(?: (?:still|now|not))?"
    r"[ \u00a0]{0,2}[.:=(,]{0,2}[ \u00a0]{0,2}(?:#[ ])?[\"“'(]?"
)
_ACCOUNT_WORDS: Final = (
    r"sort ?code|s/c|account|acct?|acc|a/c|routing|aba|bsb|bank ?account|checking account|savings"
    r"|clearing(?:n(?:umme)?r)?|konto(?:t|nr|numret|nummer)?"
    r"|bankgiro(?:t|nr|nummer)?|bg|plusgiro(?:t|nr|nummer)?|pg|postgiro|giro|iban"
    r"|pay(?: it| back)? to|transfer(?: it)? to|wire it|pengarna (?:på|till)|betala(?:s)?(?: in)? (?:till|på)"
)
_CARD_WORDS: Final = (
    r"(?:credit|debit|kredit|betal|bank)? ?(?:card|kort|kortet|kortnummer|kortnr)|visa|mastercard|amex(?:kortet)?"
    r"|maestro|jcb|diners(?: club)?|unionpay"
    r"|discover|cc|creditcard|typed|charged to|paid with|pay with|betalade med|skrev in"
)
_ID_WORDS: Final = (
    r"ssn|social(?: security)?|ni|nino|national insurance|nhs|passport|passnr|passnummer|pass|id[ -]?card"
    r"|identity card|identity|id-nummer"
    r"|identity code|personal|personnr|personnummer(?:et)?|pnr|samordningsn(?:umme)?r|coordination|födelsenummer"
    r"|fødselsnummer|cpr|pesel|aadhaar|tax|nif|dni|curp|cpf"
    r"|driver(?:['’]?s)? licen[cs]e|driving licen[cs]e|körkort|körkortsn(?:umme)?r|birth|national id|id kort"
    r"|legitimation|bsn|nir"
)
_OFFICE_WORDS: Final = (
    r"student|roll|sid|kvitto(?:n(?:umme)?r)?|matriculation|matr|matrikel|case|order|ticket|candidate|ref|reference|booking|certificate|membership"
    r"|member|employee|staff|invoice"
    r"|library|policy|application|exam|patient|tracking|parcel|customer|orcid|ucas|serial|s/n|registration|clicker"
    r"|imei|appeal|claim|request|complaint"
    r"|enrol+ment|admission|applicant|learner|user|client|contract|reservation|confirmation|transaction|receipt"
    r"|badge|mrn|incident|helpdesk closed|visa case|pnr"
    r"|studentn(?:umme)?r|studentkod|ärende(?:n(?:umme)?r)?|ordern(?:umme)?r|order|anonymkod|tentakod"
    r"|diarien(?:umme)?r|dnr|medlemsn(?:umme)?r|medlem|bokningsn(?:umme)?r"
    r"|kundn(?:umme)?r|kund|tentan(?:umme)?r|lånekort|anställningsn(?:umme)?r|faktura(?:n(?:umme)?r)?|kolli-?id"
    r"|kollin(?:umme)?r|ansökan|ansökningsn(?:umme)?r|matrikeln(?:umme)?r"
    r"|my code|min kod|referensn(?:umme)?r|patientn(?:umme)?r|försäkringsn(?:umme)?r|passerkort|serien(?:umme)?r"
)
_CUE: Final = re.compile(
    rf"(?<![\w-])(?:(?P<ID>{_ID_WORDS})|(?P<ACCOUNT>{_ACCOUNT_WORDS})|(?P<CARD>{_CARD_WORDS})"
    rf"|(?P<NUMBER>{_OFFICE_WORDS}))(?![\w]*[a-zåäö-])"
    rf"(?P<link>{_LINK})(?=[\w#*])",
    re.IGNORECASE,
)
_STEMS: Final = stems_of("|".join((_ID_WORDS, _ACCOUNT_WORDS, _CARD_WORDS, _OFFICE_WORDS))) | {
    "card",
    "kort",
    "cred",
    "debi",
    "kred",
    "beta",
    "bank",
}

# 'a/c', 's/n'
_SLASHED: Final = re.compile(r"/[cnCN]\b")
_LETTERS: Final = frozenset("as")

# What a number of each kind may look like after its cue.
_AFTER: Final = {
    "ACCOUNT": re.compile(
        rf"(?:[A-Z]{{2}}\d\d[A-Z\d \u00a0]{{10,36}}|\d{{2,12}}(?:(?:{_DASH}|{_B})\d{{1,12}}){{0,5}})(?!\w|[.,]\d)"
    ),
    "CARD": re.compile(r"\d{4}[ .-]?\d{4}[ .-]?\d{4}[ .-]?\d{4}(?!\w)"),
    "ID": re.compile(
        r"(?:[A-Z]{2}(?:[ ]?\d\d){3}[ ]?[A-D]|[A-Z]{5}[ ]?\d{6}[ ]?[A-Z\d]{5}|[A-Z]{1,2}\d{6,8}[A-Z]?"
        r"|[A-Z]\d\d[A-Z\d]{4,6}|\d{4}(?:[ ]\d{4}){2}|\d{2,3}(?:[ -]\d{2,4}){2,3}"
        r"|\d{6,13}(?:[-+ ]\d{3,5}[A-Z]?)?|\d{4})(?!\w|[.,]\d)",
        re.IGNORECASE,
    ),
    "NUMBER": re.compile(
        r"(?:\#?(?:(?:[A-Z]{1,5}[ ]?[-/]?){1,2}|[a-z])?\d[\dA-Z]*(?:[-/.][\dA-Z]{1,12}|[ ]\d{2,5}(?![\d.,])"
        r"|[ ][A-Z](?![\w'’])){0,5}|(?=[A-Z\d]{5,12}\b)[A-Z]+\d[A-Z\d]*)"
        r"(?!\w|[.,]\d)"
    ),
}
_COUNTED: Final = re.compile(
    r"[ \u00a0](?:lines?|rows?|hours?|days?|pages?|points?|people|students?|times|years?|weeks?|months?|minutes?"
    r"|percent|observations?|bytes?|rader|missing|values"
    r"|degrees|characters|records?|books?|dollars?|euros?|kr|rader|sidor|poäng|dagar|timmar|gånger|studenter"
    r"|personer|år|of|av|to|till|%|m|mm|cm|km|kg|is the|är likvida|och kredit|in the table|i kön|i kontoplanen"
    r"|i övningen)\b|%",
    re.IGNORECASE,
)
_NOT_BEFORE: Final = re.compile(
    r"\b(?:question|uppgift|sample|table|item|lucky|page|line|version|chapter|port|room|on no|their|must|user"
    r"|key|index|flash|post|score|toy|organisation|vat"
    r"|org|gene|subjects?|debet|kredit|play|wild|kurs|course)[ -]?\Z",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[.!?](?=\s)|\n")
_LEAST: Final = {"ACCOUNT": 5, "CARD": 16, "ID": 7, "NUMBER": 3}
_SURE: Final = {"ACCOUNT": 0.85, "CARD": 0.8, "ID": 0.9, "NUMBER": 0.8}


# 'sort code 20-20-15 55512340' also without its cue
_SORT_CODE: Final = re.compile(r"(?<![\w.,/-])(\d\d-\d\d-\d\d)[ ,/]{1,3}(\d{8})(?![\w-]|[.,]\d)")
# '... (cpr)', '... as my passport number'
_CUE_AFTER: Final = re.compile(
    rf"(?<![\w.,/-])((?=[A-Z\d-]{{7,13}}\b)[A-Z]{{0,2}}\d[\d-]{{5,11}}[A-Z]?)(?= (?:\(|\(my |as my |is my |är mitt "
    rf"|är min )(?:{_ID_WORDS})\b)",
    re.I,
)
_MAYBE_AFTER: Final = re.compile(r"\d[A-Z]? (?:\(|as my |is my |är mi)")
# Also the shape of a telephone number.
_HEALTH: Final = re.compile(r"\d{3}[ -]\d{3}[ -]\d{4}")
_HEALTH_WORDS: Final = frozenset("nhs patient hospital health".split())
_COMPANY: Final = re.compile(
    r"\b(?:org|organi[sz]ation|company|firma|momsreg|vat)[\w.]*[ ]?(?:number|nr|no)?\.?:?[ ]\Z", re.IGNORECASE
)
# 'the case 2024' is of that year.
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_LAST_FOUR: Final = re.compile(r"\blast (?:four|4)(?: digits)? of (?:my|the|his|her)[ ]\Z", re.IGNORECASE)
# 'Ines Duarte (201904512)', '(Dnr 2023/1147)'
_IN_BRACKETS: Final = re.compile(r"(?<=[a-zåäöé][ ]\()\d{6,10}(?=\))")
_NAME_BEFORE: Final = re.compile(r"[A-ZÅÄÖ][a-zåäöé]+(?: [A-Z]\.)?[ -][A-ZÅÄÖ][a-zåäöé]+ \(\Z")
_OPENING, _CLOSING = '("“[', ')"”]'


def find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): Accounts, cards, numbers of persons, plates and numbers that an office gives."""
    if not page.has_digits:
        return
    yield from _checked(page)
    yield from _said(page)
    yield from find_plates(page)


def _checked(page: Page) -> Iterator[Identifier]:
    """Numbers that their shape and their check digits give away."""
    text = page.text
    for m in page.by_letters(_IBAN, 2):
        if found := _iban(m):
            yield found
    for m in page.by_figures(_CARD):
        if is_card(m[0]) and not page.is_apart(*m.span()):
            yield Identifier(*m.span(), "CARD", 0.95)
    yield from (Identifier(*m.span(), "CARD", 0.95) for m in _HIDDEN_CARD.finditer(text))
    for m in (*page.by_figures(_PERSON), *page.by_letters(_INSURED, 3)):
        # Ten or eleven digits in a row may count anything.
        if m[0].isdigit() or not is_person(m[0], coordination=page.lang == "sv") or page.is_apart(*m.span()):
            continue
        if _HEALTH.fullmatch(m[0]) and _HEALTH_WORDS.isdisjoint(page.vocabulary):
            continue
        if not _COMPANY.search(text, max(0, m.start() - 40), m.start()):
            yield Identifier(*m.span(), "ID", 0.96)
            yield from _alike(text, m, "ID", 0)
    for m in page.by_figures(_SORT_CODE):
        yield from (Identifier(*m.span(n), "ACCOUNT", 0.8) for n in (1, 2) if not page.is_apart(*m.span()))


def _iban(m: re.Match[str]) -> Identifier | None:
    """The longest piece that is an account; a word may follow that fits as well."""
    number, end = m[0], m.end()
    while True:
        if is_iban(number):
            return Identifier(m.start(), end, "ACCOUNT", 0.98)
        if is_iban_shaped(number):
            return Identifier(m.start(), end, "ACCOUNT", 0.75)
        number = re.split(r"[ \u00a0](?=[^ \u00a0]*\Z)", number)[0]
        if m.start() + len(number) == end:
            return None
        end = m.start() + len(number)


def _said(page: Page) -> Iterator[Identifier]:
    """Numbers after a word that says whose number it is."""
    text = page.text
    for at in page.where(_STEMS | _LETTERS if _SLASHED.search(text) else _STEMS):
        cue = _CUE.match(text, at)
        if cue is None:
            continue
        label = next(name for name in _AFTER if cue[name])
        m = _AFTER[label].match(text, cue.end())
        before = text[max(0, cue.start() - 40) : cue.start()]
        if m is None or (_size(label, m[0]) < _LEAST[label] and not _short(label, before, cue[0], m[0])):
            continue
        if (m[0].isdigit() and _COUNTED.match(text, m.end())) or _NOT_BEFORE.search(before) or page.is_apart(*m.span()):
            continue
        if cue["link"] == " " and _YEAR.fullmatch(m[0]):
            continue
        start, end = m.span()
        # '"UCAS 104-222-3381"': what opens with the cue belongs together.
        if (
            label == "NUMBER"
            and before[-1:]
            and before[-1] in _OPENING
            and text[end : end + 1] in _CLOSING
            and cue["link"] == " "
        ):
            start = cue.start()
        yield Identifier(start, end, label, _SURE[label])
        yield from _alike(text, m, label, m.end())
    if _MAYBE_AFTER.search(text):
        yield from (Identifier(*m.span(1), "ID", 0.8) for m in _CUE_AFTER.finditer(text))
    for m in page.by_figures(_IN_BRACKETS):
        if _NAME_BEFORE.search(text, max(0, m.start() - 40), m.start()) and not page.is_apart(*m.span()):
            yield Identifier(*m.span(), "NUMBER", 0.6)


def _size(label: str, number: str) -> int:
    """How many digits a number has; in those of states, letters count."""
    return sum(char.isdigit() or (label == "ID" and char.isalpha()) for char in number)


def _short(label: str, before: str, cue: str, number: str) -> bool:
    """Numbers of few digits, after a cue that leaves no doubt."""
    if label == "ID":
        return len(number) == 4 and _LAST_FOUR.search(before) is not None
    if label == "ACCOUNT":
        return len(number) == 4 and number.isdigit() and cue.lower().startswith("clearing")
    return label == "NUMBER" and any(map(str.isalpha, number)) and len(number) > 4


def _alike(text: str, m: re.Match[str], label: str, earliest: int) -> Iterator[Identifier]:
    """Further numbers of the same shape in the same sentence: 'my id is 40312, the list shows 40321'."""
    stop = _SENTENCE.search(text, m.end())
    shape = re.sub(r"[A-Z]", "[A-Z]", re.sub(r"\d", "0", re.escape(m[0]))).replace("0", r"\d")
    pattern = re.compile(rf"(?<![\w.,-]){shape}(?!\w|[.,]\d)")
    for other in pattern.finditer(
        text, max(earliest, m.start() - 200), min(stop.start() if stop else len(text), m.end() + 200)
    ):
        if other.start() != m.start():
            yield Identifier(*other.span(), label, 0.65)
