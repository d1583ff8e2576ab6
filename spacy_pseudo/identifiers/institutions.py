"""Schools and employers, by the shape of their names and by what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .base import Identifier, Page
from .vocabulary import before, function_words, kin_words, next_word, small_lines

_NAME: Final = r"[A-ZÅÄÖÜ][^\W\d_]*(?:['’]s)?"
_NAMES: Final = rf"{_NAME}(?:[ -](?:{_NAME}|of|de|the|and|&)(?=[ ]{_NAME}|[^\w ]|[ ]|$))"

# 'University of X', 'X University', 'X Primary School', 'Högskolan i X', 'X universitet'
_SCHOOL = re.compile(
    r"(?<![\w-])(?:"
    rf"(?:[A-Z][a-z]+[ ])?(?:University|College|Universit[éàä]t?|Universidad|Universidade|Universiteit"
    rf"|Università|Institute|Polytechnic|School|Academy)"
    rf"[ ](?:of|de|du|di|do|da|van|zu|für|at)[ ](?:the[ ]|la[ ]|los[ ])?{_NAME}(?:[ ](?:and[ ])?{_NAME})*"
    rf"|(?:Universität|TU|Uni|ETH|FH|UC|U)[ ](?:of[ ])?[A-Z][^\W\d_]*"
    rf"|(?:(?:St\.?|Saint)[ ])?{_NAME}(?:[ ](?:{_NAME}|of|and|&)){{0,3}}[ ]"
    r"(?:University(?:[ ]College)?|Univ\.|Polytechnic|College(?:[ ]of[ ][A-Z][a-z]+)?"
    r"|Community[ ]College|Academy|Comprehensive|Nursery|Kindergarten|Polytechnic|Tech"
    r"|(?:(?:Primary|Secondary|Grammar|Middle|Elementary|High|Business|Law|Medical|Boarding|Public"
    r"|Junior|Infant)[ ])?School|High|Grammar|Primary|Elementary|Institute[ ]of[ ]Technology|Uni)"
    rf"(?![ ](?:Press|of[ ][a-z])|\w)"
    r"|(?:Högskolan|Universitetet|Folkhögskolan|Gymnasiet)[ ]i[ ][A-ZÅÄÖ][^\W\d_]+(?:[ ][A-ZÅÄÖ][^\W\d_]+)?"
    r"|[A-ZÅÄÖ][^\W\d_]+(?:[ ][A-ZÅÄÖ][^\W\d_]+)?[ ](?:tekniska[ ]|medicinska[ ]|konst)?(?:universitet"
    r"|högskola|folkhögskola|gymnasium|gymnasieskola|yrkeshögskola|förskola|friskola|skola)\b"
    r")"
)
_SV_SCHOOL = re.compile(
    r"(?<![\w-])[A-ZÅÄÖ][a-zåäö]+ska[ ](?:gymnasiet|skolan|högskolan)\b"
    r"|(?<![\w-])[A-ZÅÄÖ][a-zåäö]{2,}(?:skolan|gymnasiet|läroverket)s?\b"
)
_SAINT = re.compile(
    r"\b(?:school|college|skola|uni|university|universitet)(?:[ ]is|[ ]was|[ ]called|[ ]named"
    r"|[ ]heter)?(?:,[ ]|[ ]\(|[ ])(?P<name>(?:(?:S:t|s:t|St\.?"
    r"|Saint)[ ])?[A-ZÅÄÖ][^\W\d_]+(?:['’]s)?)(?=[,.)]|[ ](?:är|is|has|har)\b)",
    re.IGNORECASE,
)
_NOT_SCHOOLS: Final = frozenset(
    "frankfurtskolan förskolan grundskolan högskolan folkhögskolan yrkesskolan gymnasieskolan "
    "musikskolan kulturskolan friskolan lågstadieskolan byskolan sommarskolan söndagsskolan "
    "chicagoskolan skolan körskolan ridskolan trafikskolan kvällsskolan".split()
)
_GENERIC: Final = frozenset(
    "the a an my our your his her their this that any some each every no old new high primary "
    "secondary middle elementary business law medical public private local other another "
    "summer night state community junior senior grad graduate online virtual open first second third "
    "i we in at from to and or as for is was if when after before during my good of by with "
    "ett en mitt vårt ditt sitt detta".split()
)
_THOUGHT = before(r"\b(?:the|a|an)\s", fold=True)
_AT_SCHOOL = before(
    r"\b(?:at|from|to|into|attend(?:s|ed|ing)?|studied|study|joined|join|left|vid|på|till|från|i|by"
    r"|applied to|accepted at|got into|graduated|alumn\w+ of|jobbar på|läser på|pluggar på"
    r"|our college,|our university,|my university,)\s(?:the\s)?"
)
_SAID = re.compile(r"\s(?:said|says|turned|rejected|accepted|student|students|alum\w*|graduate|grad|sent|tackade|sa)\b")
_NOT_AFTER = re.compile(
    r"(?:\s(?:[a-z]+ing\b|parser|style|press|dictionary|edition|street|road|university press|lock"
    r"|referenc\w+|system\w*)|-)",
    re.IGNORECASE,
)

# Where somebody works.
_WORK: Final = (
    r"\b(?:works?|worked|working|volunteer\w*)\s(?:(?:full|part)[- ]time\s|now\s|nights\s|shifts\s)?(?:for|at)"
    r"|\b(?:employed|hired|headhunted|sacked|fired|paid)\s(?:by|at)|\blaid off (?:from|by)|\b(?:job"
    r"|boss|team|shifts?|position|internship|colleagues?|career|manager|intern|staff"
    r"|placement)\s(?:at|with|for)"
    r"|\byears\s(?:with|at|for)|\b(?:currently|now|previously|formerly|still)\s(?:at|with)|\b(?:i"
    r"|we)\s(?:run|own|founded|manage)|\bwe\s?(?:\(that is|at)|\b(?:my|our)\s(?:company|firm|employer"
    r"|business)(?:,|\sis|:)"
    r"|\b(?:extra|deltids)?(?:jobb(?:ar|ade|at)|arbeta(?:r|de|t)|jobba)\s(?:(?:skift|natt|heltid"
    r"|deltid|extra|nu)\s)?(?:på|hos|åt|för|vid)|\banställd\s(?:av|hos|på|vid)|\bdriver|\bvarit\s(?:på"
    r"|hos)"
    r"|\b(?:my|min|his|her)\s(?:work|job|arbetsgivare)(?:\sis\sat|\sat|\sär|:)|\bemployer:"
    r"|\barbetsgivare:|\bpraktik\s(?:på|hos)|\blämnade|\b[Bb]efore that,"
)
_EMPLOYED = re.compile(
    rf"(?i:{_WORK})\s?(?:the\s|a\s(?:company|firm)\s(?:called"
    rf"|named)\s)?[\"“]?(?P<name>(?:[A-ZÅÄÖ][^\W_]*(?:['’]s)?(?:[ ](?:&|and|of|för)(?=[ ][A-ZÅÄÖ])"
    rf"|[ ](?!I\b)(?:[A-ZÅÄÖ][^\W_]*(?:['’]s)?|kommun|landsting|region|(?:universitets)?sjukhus(?:et)?)(?![\w]))*"
    rf"|[A-ZÅÄÖ]{{2,}}))(?<![ ]I)"
)
_SMALL_EMPLOYED = re.compile(rf"(?i:{_WORK})\s?(?:the\s)?(?P<name>[a-zåäö&'’]+(?:\s[a-zåäö]+)?)")
_LEFT = re.compile(
    r"\b(?:I|i|jag|Jag)?\s?(?:left|quit|slutade på|lämnade"
    r"|Lämnade)\s(?P<name>[A-ZÅÄÖ][^\W\d_]+(?:[ ][A-ZÅÄÖ][^\W\d_]+)?)(?=[ ](?:in|last|after|i|för"
    r"|efter)\b)"
)
_FIRM = re.compile(
    r"(?<![\w-])(?:[A-ZÅÄÖ][^\W_]*(?:['’]s)?[ ](?:&[ ]|och[ ]|and[ ])?){1,4}(?:Ltd\.?|Limited|GmbH|AB"
    r"|AS|A/S|Inc\.?|LLC|Corp\.?|plc|PLC|Oy|BV|B\.V\.|HB|ApS|S\.A\.|Pty)(?!\w)"
)
_AGENCY = re.compile(
    r"(?<![\w-])(?P<name>[A-Z]{2,6}|[A-ZÅÄÖ][a-zåäö]+(?:verket|myndigheten|kassan"
    r"|förmedlingen))(?=[ ](?:worker|employee|staff|nurse|anställd)\b)"
)
_SV_AGENCY = re.compile(
    r"(?<=,[ ])[A-ZÅÄÖ][a-zåäö]+(?:verket|myndigheten|kassan|förmedlingen|styrelsen|inspektionen)(?=\s*$|\n|,)"
)
_AT_AS = re.compile(
    r"\s(?:at|with|for|på|hos|vid)\s(?:the\s)?(?P<name>[A-ZÅÄÖ][^\W_]*(?:['’]s)?(?:[ ](?:&|of"
    r"|and)?[ ]?[A-ZÅÄÖ][^\W_]*)*)"
)
_PLAYED = re.compile(
    r"\b(?:role play|rollspel\w*|exercise|example|case study|exempl\w*|heter|called|fictional|imaginary|påhittad)\b",
    re.IGNORECASE,
)
_PRONOUNS: Final = frozenset(
    "i i'm we you he she it they jag vi du ni han hon home hemma r stata python excel sql spss".split()
)
_MONTHS: Final = frozenset(
    "january february march april may june july august september october november december monday "
    "tuesday wednesday thursday friday saturday sunday christmas easter".split()
)


def find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): SCHOOL and EMPLOYER."""
    for one in (*_schools(page), *_employers(page)):
        if not page.is_apart(one.start, one.end):
            yield one


_SCHOOL_WORDS: Final = frozenset(
    "university college universität universidad universidade universiteit università université "
    "institute polytechnic school academy comprehensive nursery kindergarten tech high grammar "
    "primary elementary uni univ tu eth fh uc u högskolan universitetet gymnasiet universitet "
    "högskola folkhögskola gymnasium gymnasieskola yrkeshögskola förskola friskola skola "
    "folkhögskolan".split()
)
_WORK_WORDS: Final = frozenset(
    "work works worked working volunteer employed hired headhunted sacked fired paid laid job boss "
    "team shift shifts position internship colleague colleagues career manager intern staff "
    "placement years currently now previously formerly still employer jobbar jobbade jobbat arbetar "
    "arbetade arbetat jobba anställd driver "
    "varit arbetsgivare praktik lämnade before left quit extrajobbar deltidsjobbar slutade".split()
)


_OWNERS: Final = frozenset("i we my our his her min".split())
_OWNED: Final = frozenset("run own founded manage at that company firm employer business work job arbetsgivare".split())
_LEFT_WORDS: Final = frozenset("left quit slutade lämnade".split())
_FIRM_WORDS: Final = frozenset("ltd limited gmbh ab as a inc llc corp plc oy bv b kg hb aps s pty".split())
_STAFF: Final = frozenset("worker employee staff nurse anställd".split())


def _schools(page: Page) -> Iterator[Identifier]:
    text = page.text
    for begin, stop in page.windows(_SCHOOL_WORDS, 60, 50):
        for m in _SCHOOL.finditer(text, begin, stop):
            yield from _school(page, m)
        for m in _SAINT.finditer(text, begin, stop):
            words = m["name"].split()
            named = words[-1][0].isupper() and (words[0][0].isupper() or words[0] == "s:t")
            if named and words[0].lower() not in _GENERIC | {"press"}:
                yield Identifier(*m.span("name"), "SCHOOL", 0.7)
    if "skolan" in page.lower or "gymnasiet" in page.lower or "läroverket" in page.lower:
        for m in _SV_SCHOOL.finditer(text):
            past = text[max(0, m.start() - 25) : m.start()]
            if m[0].lower() not in _NOT_SCHOOLS and (_AT_SCHOOL.search(past) or not _begins(past)):
                yield Identifier(*m.span(), "SCHOOL", 0.8)
    yield from _known_schools(page)


def _begins(past: str) -> bool:
    return not past.strip() or past.rstrip()[-1:] in ".!?\n"


def _school(page: Page, m: re.Match[str]) -> Iterator[Identifier]:
    text, start, end = page.text, *m.span()
    words = m[0].split()
    while words and words[0].lower().strip(".") in _GENERIC:
        start += len(words[0]) + 1
        words = words[1:]
    if len(words) < 2 or _NOT_AFTER.match(text, end) or "Press" in words:
        return
    past = text[max(0, start - 25) : start]
    head, rest = words[0].lower(), " ".join(words[1:]).lower()
    named = [
        word
        for word in words
        if word[0].isupper() and word.lower().strip(".") not in _SCHOOL_WORDS | _GENERIC | {"department", "institute"}
    ]
    if not named or words[0] in ("Department", "Institute") or (words[0] == "School" and words[1] == "of"):
        return
    if rest.startswith("school of") or (
        rest == "school" and _THOUGHT.search(past) and next_word(text, end) in ("of", "is")
    ):
        return
    short = head in ("tu", "uni", "u", "uc", "fh", "eth")
    if short and not (_AT_SCHOOL.search(past) or _SAID.match(text, end) or _begins(past) or head in ("tu", "uni")):
        return
    if words[-1] in (
        "High",
        "Tech",
        "Grammar",
        "Primary",
        "Elementary",
        "Comprehensive",
        "Nursery",
    ) and not _AT_SCHOOL.search(past):
        return
    yield Identifier(start, end, "SCHOOL", 0.94)


@cache
def _school_names() -> tuple[dict[str, list[tuple[str, ...]]], frozenset[str]]:
    """Schools by their first words, and those words."""
    names: dict[str, list[tuple[str, ...]]] = {}
    for line in sorted(small_lines("schools"), key=lambda line: -len(line)):
        words = tuple(re.findall(r"[^\W\d_]+", line))
        names.setdefault(words[0], []).append(words)
    return names, frozenset(names)


_ACRONYMS: Final = frozenset(
    "mit ucl lse ucla usc nyu cmu eth epfl kth slu lth unsw anu ubc ntnu dtu nus ntu iit unam tum".split()
)


def _known_schools(page: Page) -> Iterator[Identifier]:
    """Schools by their short names, where somebody studies, teaches or was turned down."""
    text, words = page.text, page.small_words
    known, first = _school_names()
    for number in page.numbers(first):
        word = words[number]
        for name in known[word]:
            if tuple(words[number : number + len(name)]) != name:
                continue
            start, last = page.starts[number], number + len(name) - 1
            end = page.starts[last] + len(page.tokens[last])
            past = text[max(0, start - 30) : start]
            capital = text[start].isupper()
            student = re.match(r"\s(?:student|alum\w*|grad\w*|said|turned|rejected|accepted)\b", text[end : end + 12])
            if word in _MIXED_UP and not (capital and (_STUDIES.search(past) or student)):
                break
            if not capital and word not in _ACRONYMS:
                break
            if (student or _AT_SCHOOL.search(past) or _THEN.search(past)) and not (
                _NOT_AFTER.match(text, end) and not student
            ):
                in_town = re.search(r"(?i)\b(?:live|living|bor|in|i)\s(?:in\s)?$", past) is not None
                from_to = (
                    word not in _ACRONYMS
                    and re.search(r"(?i)\b(?:from|to|från|till|i|på)\s$", past) is not None
                    and not _STUDIES.search(past)
                )
                if not in_town and not from_to:
                    yield Identifier(start, end, "SCHOOL", 0.93)
            break


# Towns, people and things of the same name.
_MIXED_UP: Final = frozenset(
    "oxford cambridge columbia brown duke durham imperial kings king berkeley trinity stanford "
    "harvard yale princeton cornell".split()
)
_STUDIES = before(
    r"\b(?:study|studies|studied|studying|degree|phd|bsc|msc|mba|graduated?|student|professor|taught"
    r"|teach|teaches|went|go|goes|accepted|apply|applied|got|get|attend(?:s|ed|ing)?"
    r"|lecturer)\s(?:\w+\s)?(?:at|from|to|into)\s"
    r"|\battend(?:s|ed|ing)?\s|\b(?:we|i)\swent\sto\s|\bcollege,\s"
)
_THEN = before(r"\b(?:no|yes|said no|said yes),\s")


def _employers(page: Page) -> Iterator[Identifier]:
    text = page.text
    firms = (m for begin, stop in page.windows(_FIRM_WORDS, 60, 3) for m in _FIRM.finditer(text, begin, stop))
    for m in firms:
        past = text[max(0, m.start() - 60) : m.start()]
        words = m[0].split()
        if not _PLAYED.search(past) and words[0].lower() not in _PRONOUNS:
            start = m.start() + (len(words[0]) + 1 if words[0].lower() in function_words() else 0)
            yield Identifier(
                start, m.end() - (m[0].endswith(".") and text[m.end() :].strip() != "" and False), "EMPLOYER", 0.88
            )
    agencies = (m for begin, stop in page.windows(_STAFF, 30, 2) for m in _AGENCY.finditer(text, begin, stop))
    for m in agencies:
        if m["name"].lower() in _companies() or m["name"][-1].islower():
            yield Identifier(*m.span("name"), "EMPLOYER", 0.75)
    for m in _SV_AGENCY.finditer(text) if page.lang == "sv" else ():
        yield Identifier(*m.span(), "EMPLOYER", 0.75)
    begins = [*page.places(_WORK_WORDS), *page.places_before(_OWNERS, _OWNED)]
    for m in filter(None, (_EMPLOYED.match(text, start) for start in begins)):
        first = m["name"].split()[0].lower()
        if (
            first in _PRONOUNS
            or first in _MONTHS
            or m["name"].lower() in kin_words()
            or _PLAYED.search(text[max(0, m.start() - 40) : m.start()])
        ):
            continue
        if first in function_words() and not m["name"].isupper():
            continue
        yield Identifier(*m.span("name"), "EMPLOYER", 0.86)
    for m in filter(None, (_SMALL_EMPLOYED.match(text, start) for start in begins)):
        name = m["name"].lower()
        for known in (name, name.split()[0]):
            if known in _companies() and text[m.start("name") + len(known) : m.start("name") + len(known) + 1] != "-":
                yield Identifier(m.start("name"), m.start("name") + len(known), "EMPLOYER", 0.75)
                break
    left = (m for begin, stop in page.windows(_LEFT_WORDS, 6, 80) for m in _LEFT.finditer(text, begin, stop))
    for m in left:
        if m["name"].split()[0].lower() in _companies():
            yield Identifier(*m.span("name"), "EMPLOYER", 0.75)


@cache
def _companies() -> frozenset[str]:
    return small_lines("companies")
