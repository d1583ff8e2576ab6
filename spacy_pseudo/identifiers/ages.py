"""How old somebody is, in figures and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .age_cues import (
    aged_thing,
    at_an_age,
    is_called,
    kin_will_be,
    of_kin,
    presents,
    somebody_turned,
    thing_became,
)
from .base import Identifier, Page
from .numerals import NUMBER, SV_NUMBER
from .samples import about_nobody, is_vignette
from .vocabulary import (
    before,
    function_words,
    is_given_name,
    next_word,
    person_words,
    said_of,
    sentence_before,
)

_NUMBERS = re.compile(rf"(?<![\w.,:$€£#%–-])(?<!\d/)(?:\d{{1,3}}|{NUMBER})(?![^\W\d_]{{0,2}}\d)", re.IGNORECASE)
_FIGURES = re.compile(r"(?<![\w.,:$€£#%–-])(?<!\d/)\d{1,3}(?!\d)")
_FIRST_WORDS: Final = frozenset(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen "
    "nineteen twenty thirty forty fourty fifty sixty seventy eighty ninety tre fyra fem sex sju åtta nio tio elva tolv "
    "tretton fjorton femton sexton sjutton arton nitton tjugo trettio fyrtio femtio sextio sjuttio åttio nittio".split()
)
_SV_FIRST: Final = tuple("tjugo trettio fyrtio femtio sextio sjuttio åttio nittio".split())
_LARGEST: Final = 115

_WHO: Final = r"(?:i|he|she|we|they|you|jag|han|hon|hen|vi|de|dom|ni|du)"
_ABOUT: Final = (
    r"(?:(?:both|only|just|now|already|almost|nearly|about|over|under|barely|still|båda|bara|nu|snart|redan|knappt)\s)?"
)
_DECADES: Final = r"(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|teens)"
_UNIT: Final = r"(?:years?|yrs?|months?|mos?|weeks?|days?)"

# After it: what is written in one with it ...
_OLD = re.compile(r"[- ]?(?P<unit>year|yr|month|week|day)[- ]old(?:s\b|\b)", re.IGNORECASE)
_GOES_WITH = re.compile(r"[-\s]?(?=[ymwdsnrtv])(?:year|yr|mo|week|day|y|st|nd|rd|th|some|mån|veck|dag)", re.IGNORECASE)
_YEARS_OLD = re.compile(rf"\s(?:and a half\s)?(?P<unit>{_UNIT})[\s-]old\b", re.IGNORECASE)
_YO = re.compile(r"\s?(?:yo|y/o|y\.o\.?)(?!\w)", re.IGNORECASE)
_BIRTHDAY = re.compile(r"(?:st|nd|rd|th)(?=\s(?:birthday|b-?day))", re.IGNORECASE)
_SOMETHING = re.compile(r"[-\s]?something\b(?!s)", re.IGNORECASE)
_SV_UNIT = re.compile(
    r"\s(?:månad(?:er)?|veck(?:or|a)|dag(?:ar)?)s?(?=\s(?:gam(?:mal|la)\b|bebis|baby|dotter|son\b|barn\b))",
    re.IGNORECASE,
)
# ... the end of a clause, years, or the next thing said; but nothing that is counted.
_THEN = re.compile(
    r"\s*(?:[,;!?)(\]–]|/(?!\d)|\.(?!\d)|$|\n|-\s|—|(?:years?|yrs?|år|now|and|but|or|so|with|from|when"
    r"|btw|already|today|this|next|soon"
    r"|tomorrow|yesterday|recently|igår|lol|haha|in|on|at|och|men|eller|nu|så|när|i|på|don['’]?t|because|if|male|female|then"
    r"|last|by|too|also|both|båda|här|here)\b)",
    re.IGNORECASE,
)
_NOT_THEN = re.compile(
    r"\s*(?:years?|yrs?|år)\s(?:at|with|as|hos)\b|\s*år\spå\s(?-i:[A-ZÅÄÖ])|\s*at\sthe\s(?:table|meeting|party)\b|\s*(?:(?:years?|yrs?|år)\s)?(?:of\b|av\b|or\s+older|eller\s+äldre|äldre|older|younger|yngre|ago"
    r"|sedan|sen\b|late|experience"
    r"|in\s(?:the|a|this|my|our)\b|i\s(?:gruppen|klassen|kön|kursen)|on\sthe|to\s\d|per\b|%|percent"
    r"|points?|out\b)|\s?(?:[-–]\s?\d|%)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s*[-]?(?:minut|hour|timm|day|dag|week|veck|month|månad|page|sid|point|poäng|degree|grad|km|kg"
    r"|cm|m\b|liter|%|percent|procent|times|gånger)",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"\s*(?:[.,;!?)]|$|\n|(?:and|but|och|men|i|we|he|she|you|my)\b)", re.IGNORECASE)
_ALSO = re.compile(
    r"(?:\s?[,/]\s?|\s(?:and|och|&)\s)(?P<age>\d{1,2})(?=\s?(?:\)|år\b|years?\b|[.,;!?\n]|(?:and|och|&)\s\d{1,2}\b|$))",
    re.IGNORECASE,
)

# Before it.
_TURN = before(
    r"\b(?:turn(?:s|ed|ing)?|bec[oa]me|becoming|fyll(?:er|de|a|t)|blev|blir|reached|pushing|approaching|nearing"
    r"|(?:fyller|fyllde|blir|blev)\s(?:jag|han|hon|hen|vi|du|ni))\s"
)
_AGED = before(
    r"(?<!mean )(?<!average )(?<!median )\b(?:(?:at\s)?(?:the\s)?age(?:\s(?:of|is|was))?|aged"
    r"|ålder(?:n)?(?:\s(?:är|var))?)\s?[:=]?\s?"
)
_AT = before(
    r"(?:(?:^|[.!?\n]\s{0,3})at\s|\b(?:child|baby|son|daughter|started|starting|married|retired|died"
    r"|graduated|left|finished|dropped|moved|again|school|learning|began)"
    r"\s(?:home\s|again\s|out\s)?at\s|\bvid\s)"
)
_BARELY = before(r"(?:^|[.!?\n]\s{0,3})(?:barely|over|nearly|almost|just|only|past|knappt|över|nästan|drygt)\s")
_WHEN = before(rf"\b(?:when|när|since|som|då)\s{_WHO}\s(?:was|were|am|var|är)\s{_ABOUT}")
_IM = before(r"(?:(?:^|[.!?,\n(]\s{0,3}|\b(?:och|som|man|hi|hello|hej)\s)(?:im|är|am)\s|\bim\s)" + _ABOUT)
_POSSESSIVE = before(r"\b(?:my|her|his|their|our|your|min|mitt|hennes|hans)\s(?:own\s)?")
_INTRODUCED = before(
    r"\b(?:[Ii]['’]?m|[Ii]\sam|name\sis|name['’]s|[Tt]his\sis|heter"
    r"|är)\s[A-ZÅÄÖ][^\W\d_]+(?:\s[A-ZÅÄÖ][^\W\d_]+)?(?:,\s?|\s\()(?:är\s|aged\s)?",
    fold=False,
)
_NAMED = before(r"(?:^|\n|[.!]\s)[A-ZÅÄÖ][^\W\d_]+(?:\s[A-ZÅÄÖ][^\W\d_]+)?,\s", fold=False)
_SEX = before(r"\b(?:[MF]|male|female|kvinna|tjej|kille)\s?[/,]\s?", fold=False)
_HEIGHT = before(r"\b(?:I['’]?m|I\sam)\s\d['’]\d{1,2}[\"”]?,\s")
_PLACE_NEXT = re.compile(r",\s[A-ZÅÄÖ][^\W\d_]{2,}(?:[.,!\n]|$|\s\()")
_NAME_BRACKET = re.compile(r"\b([A-ZÅÄÖ][a-zåäöé]+) \($")
_IN_BRACKET = re.compile(r",\s(?:[a-zåäö]{3,}|[A-Z][a-z]+)(?:,|\)|\s)")

_WHOSE: Final = frozenset("my her his their our your".split())
_DECADE = re.compile(
    rf"\b(?:my|her|his|their|our|your)\s(?P<age>(?:(?:early|mid|middle|late)[- ])?(?:{_DECADES}|[1-9]0['’]?s))\b",
    re.IGNORECASE,
)
_TEEN = re.compile(
    r"\b(?:i['’]?m|i\sam|he\sis|she\sis|he['’]s|she['’]s|jag\sär|han\sär|hon\sär|as)\s(?:an?\s|en\s"
    r"|still\sa\s|bara\sen\s)?(?P<age>teen(?:ager)?s?|tonåring(?:ar)?)\b",
    re.IGNORECASE,
)
_SV_ONE_WORD = re.compile(
    rf"\b(?P<age>(?:\d{{1,3}}[- ]?|{SV_NUMBER}-?)(?:år(?:ing(?:ar|en|arna|s)?|ig(?:a|t|e)?)"
    rf"|års(?:åldern|dag(?:en)?)))\b",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"(?:^|\n|[.!?]\s)\s*$")
_SEX_AFTER = re.compile(r"\s?[,/]\s?(?:male|female|man|woman|kvinna|tjej|kille|f|m)\b(?!['’])", re.IGNORECASE)
_WILL_BE = before(
    r"\b(?:i|he|she|you)(?:['’]?ll|\s(?:will|shall|would)|(?:['’]?[ms]|\s(?:am|is|are))\s(?:going to|about to)"
    r"|\s?(?:gonna))(?:\s(?:soon|already|finally|only|just))?\s(?:be|turn)\s"
    r"|\b(?:just|recently|about to|soon|nearly|almost)\s(?:hit|hitting)\s"
    r"|\b(?:ska|kommer att|kommer)\s(?:bli|vara|fylla)\s" + _ABOUT
)
_BEING = before(r"(?:^|[.!?\n]\s{0,3}|,\s)being\s")
_OTHER_NUMBER = re.compile(r"\s?[,/]\s?\d|\s(?:or|eller)\s\d")
_YEARS_OF_AGE = re.compile(r"\s(?:years?\sof\sage|års\sålder)\b", re.IGNORECASE)
_ABOUT_WORDS: Final = frozenset(
    "both only just now already almost nearly about over under barely still båda bara nu snart redan knappt".split()
)


def find_ages(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): AGE."""
    for found in _ages(page):
        if not page.is_apart(found.start, found.end):
            yield found


def _ages(page: Page) -> Iterator[Identifier]:
    text = page.text
    small = page.lower
    for start, end in _candidates(page):
        for one in _judge(page, start, end):
            yield one
            m = _ALSO.match(text, one.end) if text[one.start : one.end].isdigit() else None
            while m:
                yield Identifier(*m.span("age"), "AGE", one.confidence - 0.1)
                m = _ALSO.match(text, m.end())
    if "ies" in small or "0s" in small or "0's" in small or "teens" in small:
        for m in filter(None, (_DECADE.match(text, at) for at in page.places(_WHOSE))):
            yield Identifier(*m.span("age"), "AGE", 0.85)
    if "teen" in small or "tonår" in small:
        for m in _TEEN.finditer(text):
            yield Identifier(*m.span("age"), "AGE", 0.85)
    if "år" in small:
        for m in _SV_ONE_WORD.finditer(text):
            following = next_word(text, m.end())
            person = following in person_words() or following.endswith(("mamma", "pappa"))
            thing = "årig" in m["age"] and not person and following not in function_words()
            nobody = about_nobody(text, m.start()) or is_vignette(text, m.start(), m.end())
            if not thing and not nobody:
                yield Identifier(*m.span("age"), "AGE", 0.9)


def _candidates(page: Page) -> Iterator[tuple[int, int]]:
    for m in page.by_free_figures(_FIGURES):
        if 0 < int(m[0]) <= _LARGEST:
            yield m.span()
    if page.lang != "sv" and page.vocabulary.isdisjoint(_FIRST_WORDS):
        return
    for word, start in zip(page.small_words, page.starts, strict=True):
        if word in _FIRST_WORDS or word.startswith(_SV_FIRST):
            number = _NUMBERS.match(page.text, start)
            if number and (number.end() == len(page.text) or not page.text[number.end()].isalnum()):
                yield number.span()


def _judge(page: Page, start: int, end: int) -> Iterator[Identifier]:
    text = page.text
    past = text[max(0, start - 60) : start]
    if not _GOES_WITH.match(text, end):
        pass
    elif m := _OLD.match(text, end):
        following = next_word(text, m.end())
        of_person = not following or following in person_words() or following in function_words()
        if of_person and not about_nobody(text, start) and not is_vignette(text, start, m.end()):
            yield Identifier(start, m.end(), "AGE", 0.85)
        return
    elif m := _YO.match(text, end):
        yield Identifier(start, end if m[0][0].isspace() else m.end(), "AGE", 0.9)
        return
    elif (m := _BIRTHDAY.match(text, end)) and _POSSESSIVE.search(past):
        yield Identifier(start, m.end(), "AGE", 0.9)
        return
    elif m := _SOMETHING.match(text, end):
        yield Identifier(start, m.end(), "AGE", 0.7)
        return
    elif m := _SV_UNIT.match(text, end):
        yield Identifier(start, m.end(), "AGE", 0.8)
        return
    if text[end : end + 1] == "+" and (_IM.search(past) or said_of(page, start, _ABOUT_WORDS)):
        yield Identifier(start, end + 1, "AGE", 0.7)
        return
    if (
        text[end : end + 1].isalnum()
        or (text[end : end + 1] in "'’\"" and text[end : end + 1])
        or re.match(r"[.,:/]\d|\s?%", text[end : end + 2])
    ):
        return
    confidence = _by_cues(page, past, start, end)
    if not confidence and _SEX_AFTER.match(text, end) and _LINE_START.search(past):
        confidence = 0.7  # '17, female'
    if not confidence and _YEARS_OLD.match(text, end) and not sentence_before(text, start).strip(" .!?\n"):
        confidence = 0.65  # '15 years old and in love with maths'
    if not confidence or about_nobody(text, start):
        return
    unit = _YEARS_OLD.match(text, end)
    yield Identifier(start, unit.end("unit") if unit and unit["unit"][0] in "mwdMWD" else end, "AGE", confidence)


_LAST_WORDS: Final = (
    frozenset(
        "am is are was were m s re är var blev blir im turn turns turned turning become became becoming "
        "fyller fyllde fylla fyllt bli vara be being hit hitting pushing approaching nearing "
        "reached age aged of ålder åldern at vid barely over nearly almost "
        "just only past knappt över nästan drygt på jag han hon hen vi du ni de dom".split()
    )
    | _ABOUT_WORDS
)


def _by_cues(page: Page, past: str, start: int, end: int) -> float:
    """How likely a number is an age, by what stands before and after it."""
    text, short = page.text, past[-40:]
    last = page.word_before(start)
    if not (last in _LAST_WORDS if last else past[-1:] in ("(", "/", ":") or past[-2:] in (", ", ": ")):
        return 0.0
    if last == "being" and not _BEING.search(past):
        return 0.0
    counted = _NOT_THEN.match(text, end) or (_COUNTED.match(text, end) and not _YEARS_OLD.match(text, end))
    if somebody_turned(page, start, end):
        return 0.85
    if counted or thing_became(page, start):
        return 0.0
    then = _THEN.match(text, end) or _YEARS_OLD.match(text, end)
    if then and (said_of(page, start, _ABOUT_WORDS) or _IM.search(short) or _TURN.search(short)):
        return 0.85
    if then and not _OTHER_NUMBER.match(text, end) and (_WILL_BE.search(past) or kin_will_be(past)):
        return 0.8
    if _YEARS_OF_AGE.match(text, end) and last in ("at", "vid"):
        return 0.8
    if aged_thing(text, past, end):
        return 0.0
    if _AGED.search(short) or _INTRODUCED.search(past) or _WHEN.search(short):
        return 0.85
    if of_kin(past) and re.match(r"\s(?:and|och|&|years?|år)\b|\s?[,)/]", text[end : end + 8]):
        return 0.8
    if (_CLAUSE_END.match(text, end) and _AT.search(past)) or at_an_age(page, past, end):
        return 0.75
    if _BARELY.search(past) and re.match(r"\s(?:and|but|och|men)\b|,", text[end : end + 5]):
        return 0.6
    named = _NAMED.search(past)
    if named and not is_called(re.split(r"[\s,]", named[0].lstrip(".! \n"))[0]):
        named = None
    if named and re.match(r"\s(?:years?|yrs?|år)\b|,\s[a-zåäö]", text[end : end + 8]):
        return 0.7
    adult = end - start == 2 and text[start:end].isdigit() and text[start] != "0"
    if adult and past[-2:] == ", " and presents(page, past, end):
        return 0.7
    if (
        adult
        and named
        and is_given_name(re.split(r"[\s,]", named[0].lstrip(".! \n"))[0])
        and _PLACE_NEXT.match(text, end)
    ):
        return 0.65
    if adult and (_HEIGHT.search(past) or (_SEX.search(past) and not re.match(r"/|\s?[a-z]", text[end : end + 2]))):
        return 0.7
    if (
        adult
        and past.endswith("(")
        and (past[-3:-1] in ("", ". ", "! ") or not past[:-1].strip())
        and _IN_BRACKET.match(text, end)
    ):
        return 0.65
    if adult and text[end : end + 1] == ")" and (m := _NAME_BRACKET.search(past)) and is_given_name(m[1]):
        return 0.6
    return 0.0
