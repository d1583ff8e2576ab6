"""Employers, by the shape of their names and by what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from ..text.gazetteer import places
from ..text.words import fold
from .base import Identifier, Page
from .grammars import is_somebody
from .vocabulary import any_of, function_words, is_given_name, kin_words, small_lines

_WORD = re.compile(r"[^\W\d_]+")
_AT_WORDS: Final = ("for", "at", "with", "på", "hos", "åt", "för", "vid")
_AT: Final = rf"(?:{'|'.join(_AT_WORDS)})"
_CUE: Final = (
    rf"(?:(?P<verb>{any_of('work_verbs')})(?:\s(?:{any_of('work_adverbs')})){{0,2}}\s{_AT}"
    rf"|(?:{any_of('work_phrases')}))"
)
_PART: Final = r"[A-ZÅÄÖ][^\W_]*(?:&[A-Z][^\W_]*)?(?:['’]s)?"
# What goes on a name in small letters: 'Nordviks kommun', 'Karlslunds vårdcentral'.
_KINDS: Final = ("kommun", "landsting", "stad", "vårdcentral", "sjukhus", "församling", "bibliotek", "lasarett")
_KIND: Final = rf"(?:{'|'.join(_KINDS)}|region|(?:universitets)?sjukhus(?:et)?)"
_EMPLOYED = re.compile(
    rf"(?i:{_CUE})\s?(?:the\s|a\s(?:company|firm)\s(?:called|named)\s)?[\"“]?(?P<name>(?:{_PART}"
    rf"(?:[ ](?:&|and|of|för|-)(?=[ ][A-ZÅÄÖ])|[ ](?!I\b)(?:{_PART}|{_KIND})(?!\w)|-[A-ZÅÄÖ][^\W_]*)*"
    r"|[A-ZÅÄÖ]{2,}))(?<![ ]I)"
)
_SMALL_EMPLOYED = re.compile(rf"(?i:{_CUE})\s?(?:the\s)?(?P<name>[a-zåäö&'’]+(?:\s[a-zåäö]+)?)")
# 'I'm at', 'she's at', 'min sambo är på', 'ten years at': after these only a known name, no shop where one may be.
_IS_AT = re.compile(
    r"(?:(?P<years>(?:years|år)\s(?:at|with|på|hos)\s)|(?P<line>,\s|\s(?:at|@|på|hos)\s)|"
    r"(?:am|is|are|was|m|s|re|är|var)\s(?:both\s|now\s|still\s|nu\s|båda\s)?(?:at|with|på|hos)\s)(?:the\s)?\Z",
    re.IGNORECASE,
)
_SIGNED_LINE = re.compile(r"(?:^|\n)(?P<post>[^\n,@]{3,40}?)(?:,|\s(?:at|@|på|hos))\s\Z")
_LINE_END = re.compile(r"\s*(?:$|\n)")
_LEFT = re.compile(
    r"\b(?i:left|quit|leaving|moved\sto|i['’]?m\swith|i\sam\swith|slutade(?:\spå|\shos)?|slutat(?:\spå|\shos)?|lämnade|lämnat)\s"
    r"(?P<name>[A-ZÅÄÖa-zåäö][^\W\d_]+(?:[ ][A-ZÅÄÖ][^\W\d_]+)?)"
    r"(?=[ ](?:in|last|after|because|for|when|to|since|this|i|för|efter|när|och|and)\b|[.,;!?]|\s*$)"
)
_FIRM = re.compile(
    r"(?<![\w-])(?:[A-ZÅÄÖ][^\W_]*(?:['’]s)?[ ](?:&[ ]|och[ ]|and[ ])?){1,4}(?:Ltd\.?|Limited|GmbH|AB"
    r"|AS|A/S|Inc\.?|LLC|Corp\.?|plc|PLC|Oy|BV|B\.V\.|HB|ApS|S\.A\.|Pty)(?!\w|[ ]\d)"
)
_AGENCY = re.compile(
    r"(?<![\w-])(?P<name>[A-Z]{2,6}|[A-ZÅÄÖ][a-zåäö]+(?:verket|myndigheten|kassan"
    r"|förmedlingen))(?=[ ](?:worker|employee|staff|nurse|anställd)\b)"
)
_SV_AGENCY = re.compile(
    r"(?<=,[ ])[A-ZÅÄÖ][a-zåäö]+(?:verket|myndigheten|kassan|förmedlingen|styrelsen|inspektionen)(?=\s*$|\n|,)"
)
_PLAYED = re.compile(
    r"\b(?:role play|rollspel\w*|exercise|example|case study|exempl\w*|heter|called|fictional|imaginary|påhittad)\b",
    re.IGNORECASE,
)
# Words that tell of other things as well as of work.
_WEAK: Final = frozenset(
    "started currently now previously formerly still years varit började börjat börjar slutade slutat slutar position "
    "team manager staff role desk contract boss chef career".split()
)
# A school that employs is a school.
_SCHOOL = re.compile(
    r"[^\W\d_]{3,}(?:skolan|gymnasiet|läroverket|universitetet)s?\b|ska[ ](?:gymnasiet|skolan|högskolan)\b"
)
_KIND_OF_SCHOOL: Final = 12
_SENTENCE = re.compile(r"(?:^|\n)[^\n]*?\b[a-zåäö]{2,}\b[^\n|]*$")
_LEFT_WORDS: Final = frozenset("left quit leaving moved with slutade slutat lämnade lämnat".split())
_FIRM_WORDS: Final = frozenset("ltd limited gmbh ab as a inc llc corp plc oy bv b kg hb aps s pty".split())
_STAFF: Final = frozenset("worker employee staff nurse anställd".split())


@cache
def _beginnings() -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """How the second words of cues begin, by their first words, and those first words."""
    adverbs = {_WORD.findall(line)[0] for line in small_lines("work_adverbs")}
    second: dict[str, set[str]] = {verb: {*_AT_WORDS, *adverbs} for verb in small_lines("work_verbs")}
    for line in small_lines("work_phrases"):
        first, *rest = _WORD.findall(line)
        second.setdefault(first, set()).add(rest[0] if rest else "")
    return {word: tuple(sorted(following)) for word, following in second.items()}, frozenset(second)


def _cues(page: Page) -> Iterator[int]:
    """Where a cue may begin, by its first two words."""
    second, first = _beginnings()
    words, starts = page.small_words, page.starts
    for number in page.numbers(first):
        if "".join(words[number + 1 : number + 2]).startswith(second[words[number]]):
            yield starts[number]


def find_employers(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): EMPLOYER."""
    yield from _firms(page)
    text = page.text
    for start in _cues(page):
        past = text[max(0, start - 40) : start]
        m = _EMPLOYED.match(text, start)
        if m and not _PLAYED.search(past) and _employs(page, m):
            kind = m["name"].split()[-1] in _KINDS
            yield Identifier(*m.span("name"), "EMPLOYER", 0.92 if kind else 0.86)
        elif not m and (m := _SMALL_EMPLOYED.match(text, start)):
            name = m["name"].lower()
            for known in (name, name.split()[0]):
                end = m.start("name") + len(known)
                if known in small_lines("companies") and known not in function_words() and text[end : end + 1] != "-":
                    yield Identifier(m.start("name"), end, "EMPLOYER", 0.75)
                    break
    yield from _known(page)
    # Of 'with', only 'I am with'.
    words = page.small_words
    cues = [n for n in page.numbers(_LEFT_WORDS) if words[n] != "with" or (n and words[n - 1] in ("m", "im", "am"))]
    left = (m for begin, stop in page.windows_at(cues, 6, 80) for m in _LEFT.finditer(text, begin, stop))
    for m in left:
        first = m["name"].split()[0]
        known = m["name"].lower() in small_lines("companies") or (
            first[0].isupper() and first.lower() in small_lines("companies")
        )
        if known and first.lower() not in function_words():
            yield Identifier(
                m.start("name"),
                m.end("name") if m["name"][0].isupper() else m.start("name") + len(first),
                "EMPLOYER",
                0.86,
            )


@cache
def _company_names() -> tuple[dict[str, list[tuple[str, ...]]], frozenset[str]]:
    """Known companies by their first words, and those words."""
    names: dict[str, list[tuple[str, ...]]] = {}
    for line in sorted(small_lines("companies"), key=lambda line: (-len(line), line)):
        if words := tuple(re.findall(r"[^\W\d_]+", line)):
            names.setdefault(words[0], []).append(words)
    return names, frozenset(names)


def _known(page: Page) -> Iterator[Identifier]:
    """Known companies where somebody is or was for years, and below somebody's post in a signature."""
    text, words = page.text, page.small_words
    known, first = _company_names()
    for number in page.numbers(first):
        start = page.starts[number]
        led = words[number - 1] in _LEADS if number else False
        if not text[start].isupper() or not (led or text[start - 2 : start] in (", ", "@ ")):
            continue
        past = text[max(0, start - 60) : start]
        m = _IS_AT.search(past)
        if m is None:
            continue
        name = next((name for name in known[words[number]] if tuple(words[number : number + len(name)]) == name), ())
        if not name:
            continue
        end = page.starts[number + len(name) - 1] + len(page.tokens[number + len(name) - 1])
        if text[end : end + 1] == "-" or _PLAYED.search(past):
            continue
        if m["line"]:
            signed = _SIGNED_LINE.search(past)
            post = re.findall(r"[^\W\d_]+", signed["post"].lower()) if signed and _LINE_END.match(text, end) else []
            at_work = "\n" in text and _is_profession(post)
        else:
            at_work = bool(m["years"]) or (words[number] not in _VISITED and _is_there(page, number))
        if at_work:
            yield Identifier(start, end, "EMPLOYER", 0.8)


def _is_there(page: Page, number: int) -> bool:
    """Somebody here is the subject: the words before 'is at'."""
    at = number - 1
    while at > 0 and page.small_words[at] in _THERE:
        at -= 1
    return is_somebody(page, at)


def _is_profession(words: list[str]) -> bool:
    """RETURNS (bool): The last of these words, or several of them, are what somebody does for a living."""
    return any(" ".join(words[at:]) in small_lines("professions") for at in range(len(words)))


_THERE: Final = frozenset("am is are was m s re är var both now still nu båda at with på hos the".split())
_LEADS: Final = frozenset("at with på hos the".split())
# Where one may be for an hour.
_VISITED: Final = frozenset(
    "ikea starbucks mcdonald mcdonalds burger lidl aldi tesco sainsbury asda walmart target costco ica coop willys "
    "hemköp h zara espresso max subway kfc pizza boots primark apple facebook twitter linkedin instagram youtube "
    "google amazon netflix spotify reddit github zoom elgiganten mediamarkt clas biltema bauhaus systembolaget".split()
)


def _employs(page: Page, m: re.Match[str]) -> bool:
    """Somebody may work there: no day, no person, no town and no software."""
    name = m["name"]
    first = name.split()[0].lower()
    if name.lower() in small_lines("companies"):
        return True
    if _SCHOOL.search(page.text, m.start("name"), m.end("name") + _KIND_OF_SCHOOL):
        return False
    if first in small_lines("not_employers") or name.lower() in kin_words():
        return False
    if first in function_words() and not name.isupper():
        return False
    phrase = m[0][: m.start("name") - m.start()].lower()
    weak = m["verb"] is None and phrase.startswith(("been", "was", "joined", "before", "lämnade"))
    if phrase.rstrip().endswith("with") and (m["verb"] or "").lower().startswith(("work", "arbet", "shift")):
        return False
    if weak or (m["verb"] or "").lower() in _WEAK:
        key = " ".join(map(fold, name.split()))
        if key in places() or fold(first) in places():
            return False
        after = page.text[m.end() : m.end() + 9]
        if phrase.startswith("joined"):
            return after.startswith(" as ")
        return not phrase.startswith("was") or re.match(r"\s(?:for|since|until|before)\b", after) is not None
    return " " in name or not is_given_name(name)


def _firms(page: Page) -> Iterator[Identifier]:
    """Firms by their legal form, and offices by their names and those who work there."""
    text = page.text
    forms = [n for n in page.numbers(_FIRM_WORDS) if page.tokens[n][0].isupper() or page.small_words[n] == "plc"]
    firms = (m for begin, stop in page.windows_at(forms, 60, 3) for m in _FIRM.finditer(text, begin, stop))
    for m in firms:
        words = m[0].split()
        if _PLAYED.search(text[max(0, m.start() - 60) : m.start()]) or words[0].lower() in small_lines("pronouns"):
            continue
        start = m.start() + (len(words[0]) + 1 if words[0].lower() in function_words() else 0)
        # The full stop of a sentence is none of the name's.
        stop = m[0].endswith(".") and re.match(r"\s*(?:$|\n|[A-ZÅÄÖ])", text[m.end() : m.end() + 9]) is not None
        stop = stop and _SENTENCE.search(text[max(0, start - 80) : start]) is not None
        yield Identifier(start, m.end() - int(stop), "EMPLOYER", 0.88)
    agencies = (m for begin, stop in page.windows(_STAFF, 30, 2) for m in _AGENCY.finditer(text, begin, stop))
    for m in agencies:
        if m["name"].lower() in small_lines("companies") or m["name"][-1].islower():
            yield Identifier(*m.span("name"), "EMPLOYER", 0.75)
    for m in _SV_AGENCY.finditer(text) if languages.of(page.lang).compounds else ():
        yield Identifier(*m.span(), "EMPLOYER", 0.75)
