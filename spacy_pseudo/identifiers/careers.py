"""Professions and education, said of somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import resources
from .base import Identifier, Page
from .peoples import peoples
from .vocabulary import before, function_words, is_given_name, kin_words, last_kin_words, said_of, small_lines

_ALSO: Final = frozenset(
    "a an en also just both now still not retired former trained qualified certified registered "
    "professional freelance only currently actually utbildad legitimerad pensionerad nu också".split()
)
_I_AM = before(
    r"(?:\bam|['’]m|\bim|\bis|['’]s|är)\s(?:an?\s|en\s)?\d\d[- ]?(?:(?:year"
    r"|yr)s?[- ]old|årig)\s|\b(?:i['’]?m|i am)\s[A-ZÅÄÖ][^\W\d_]+,\s(?:an?\s)?"
)
_AND_KIN = before(r"\b(?P<kin>[^\W\d_]+)\san?\s")
_NAME_IS = re.compile(
    r"(?:^|[.!?,\n]\s?|\b(?:Dr|Prof|Mr|Mrs|Ms)\.?\s)(?P<name>[A-ZÅÄÖ][a-zåäö]+)\s(?:is|är)\s(?:a\s|an\s|en\s)?$"
)
_AS = before(
    r"\b(?:works?|worked|working|job|living|employed|career|trained|hired|quit|position|jobbar|jobbade"
    r"|jobbat|arbetar|arbetade|arbetat|anställd|slutade|jobb|extrajobbar|extraknäcker"
    r"|vikarierar)\b[^.!?\n]{0,40}\b(?:as|som)\s(?:an?\s|the\s|en\s)?"
    r"|(?:^|[.!?\n]\s{0,2}|,\s)(?:speaking\s)?as\san?\s|\b(?:become|becoming|became|mig\still|bli|blev"
    r"|used\sto\sbe|utbildad)\s(?:an?\s|en\s)?"
    r"|\b(?:retired|self-employed|former|ex|freelance|pensionerad|frilansande|f\.d\.|fd|arbetslös"
    r"|unemployed|egenföretagande)[\s-](?:an?\s)?|\bprofession:\s?|\byrke:\s?|\boccupation:\s?"
    r"|\b(?:or\srather|well),\s"
)
_SIGNED = re.compile(
    r"(?:^|\n|[.!]\s|[Hh]älsningar\s|!\s)(?:[A-ZÅÄÖ](?:\.|[^\W\d_]+)(?:[ -][A-ZÅÄÖ](?:\."
    r"|[^\W\d_]+)){0,3})(?:,\s(?:\d\d\s(?:år,\s)?)?|\s\|\s|\n|\s[-–]\s)$|\(\d\d,\s$|\b\d\d\sår,\s$"
)
_ENDS = re.compile(r"\s*(?:$|\n|[,|)(]|\sat\b|\sin\b|\spå\b|\.)")
_FIELD = re.compile(r"\s(?:in|of|i|for)\s[A-ZÅÄÖ][^\W\d_]+(?:[ ](?:and[ ])?[A-ZÅÄÖ][^\W\d_]+)*(?=\s*(?:$|\n|[,|)]))")
_AT = re.compile(
    r"\s(?:at|with|for|på|hos|vid)\s(?:the\s)?(?P<name>[A-ZÅÄÖ][^\W_]*(?:['’]s)?(?:[ ](?:&[ ]|of[ ]"
    r"|and[ ])?[A-ZÅÄÖ][^\W_]*)*)"
    r"|\s?[|,]\s(?P<listed>[A-ZÅÄÖ][^\W_]*(?:[ ](?:&[ ])?[A-ZÅÄÖ][^\W_]*)*[ ](?:Ltd|AB|Inc|GmbH"
    r"|AS)\b\.?)"
)
_THING_AFTER = re.compile(
    r"(?:-|\s(?:problem|theory|error|for my|in (?:the|this) (?:case|exercise|study|example)|missing"
    r"|i (?:fallet|uppgift)))",
    re.IGNORECASE,
)
# What people are in a course.
_ROLES: Final = frozenset(
    "tutor lecturer student professor teacher instructor moderator mentor coach assistant handledare "
    "lektor model".split()
)
_TAUGHT: Final = frozenset("teacher lärare assistant coach mentor".split())
_CAPITALS: Final = frozenset(("gp", "ceo", "cto", "vd"))
_MODIFIERS: Final = 3

_SUBJECT: Final = (
    r"(?:\s(?:in|i|on|of)\s(?:the\s)?[^\W\d_]+(?:\s(?:and\s|och\s)?(?!(?:at|from|and|but|in|on|i|på"
    r"|and|is|was|so|which|part|before|after|who|och|men|vid)\b)[a-zåäö]+)?)?"
)
_DEGREE = re.compile(
    r"\b(?P<name>(?:BSc|B\.Sc\.?|BA|B\.A\.|MSc|M\.Sc\.?|MA|PhD|Ph\.D\.?|phd|MBA|MPhil|DPhil|LLB|LLM"
    r"|BEng|MEng|BEd|MEd|EdD|MD|MPH|bsc|msc|GCSEs?|gcses?|A-levels?|O-levels?|a-levels?|o-levels?|IB"
    r"|(?i:bachelor['’]?s?(?:\sdegree)?|master['’]?s?(?:\s(?:degree|student|programme|program))?"
    r"|doctorate|doctoral\sstudent|diploma|associate['’]?s?\sdegree|undergraduate|undergrad"
    r"|postgraduate|postgrad"
    r"|law\sschool|med(?:ical)?\sschool|grad(?:uate)?\sschool|high\sschool\s(?:senior|junior|sophomore"
    r"|freshman|diploma|student)|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|eleventh|twelfth|\d{1,2}th)\sgrade"
    r"|degree\sin\s[a-z]+|(?!(?:a|an|the|of|my|his|her|to|what|which|some|no|in|for|have|got|with"
    r"|any)\s)[a-z]+\sdegree))(?:\s(?i:degree|programme|program|student|course))?" + _SUBJECT + r")(?![\w'’])"
)
_HAS = before(
    r"\b(?:my|his|her|have|has|had|got|get|getting|doing|did|do|hold|holds|finished|finish|finishing"
    r"|completed|completing|earned|earn|pursuing|started|starting|took|taking|passed|failed"
    r"|left\safter|dropped\sout\sof|out\sof|from|after|years?\sof|after|currently|for|in|am|i['’]?m|is"
    r"|at)\s"
    r"(?:(?:a|an|my|the|his|her|only|just|first|second|third|final|two|three|in|years|year|of"
    r"|undergraduate|part-time)\s){0,4}"
)
_GRADE = before(r"\b(?:grade|grades)\s[A-F]\sat\s")
_MAJOR = re.compile(
    r"\b(?:major(?:ed|ing)?|minor(?:ed|ing)?|specialis(?:ed|ing)|specializ(?:ed"
    r"|ing))\sin\s(?P<name>[a-zA-Z]+(?:\s(?:and\s)?(?:science|sciences|engineering|studies|history"
    r"|literature|health|biology))?)",
    re.IGNORECASE,
)
_STUDIES = re.compile(
    r"\b(?P<who>[^\W\d_]+)\s(?:am\s|is\s)?(?:also\s|now\s)?(?:study|studies|studied|studying|read"
    r"|reads)\s(?P<name>medicine|law|biology|nursing|physics|chemistry|economics|history|engineering"
    r"|psychology|sociology|philosophy|geography|mathematics|maths|literature|linguistics"
    r"|computer\sscience|theology|politics|architecture|art|music|education|business|accounting"
    r"|pharmacy|dentistry|agriculture|anthropology|archaeology|journalism|statistics)\b(?!\s(?:of|in"
    r"|at\shome))",
    re.IGNORECASE,
)
_DEGREE_WORDS: Final = frozenset(
    "bsc b ba msc m ma phd ph mba mphil dphil llb llm beng meng bed med edd md mph gcse gcses level "
    "levels ib bachelor bachelors master masters doctorate doctoral diploma "
    "associate undergraduate undergrad postgraduate postgrad school grade degree".split()
)
_STUDY_WORDS: Final = frozenset(
    "major majored majoring minor minored minoring specialised specialising specialized specializing "
    "study studies studied studying read reads".split()
)
_SV_EDUCATION = re.compile(
    r"\b(?P<name>(?:(?:kandidat|master|magister|doktorand|licentiat|högskole|yrkes|lärar"
    r"|civilingenjörs)(?:examen|student|utbildning)?|doktorand)(?:\si\s[a-zåäö]+)?|gymnasiet"
    r"|gymnasieexamen|grundskolan?|högstadiet|komvux|folkhögskola|studenten"
    r"|[a-zåäö]{4,}programmet)(?!\w)",
    re.IGNORECASE,
)
_SV_HAS = before(
    r"\b(?:har|hade|tog|tagit|läser|läste|läst|går|gick|gått|hoppade\sav|av|på|klarade|avslutade"
    r"|slutade|efter|min|är|pluggar|började|börjar|från|bara|en|året\spå|år\spå)\s(?:(?:en|bara|min"
    r"|tredje|andra|första|året|på|år|i|två)\s){0,3}|^|\n|,\s"
)
_SV_TO = re.compile(
    r"\b(?:läser|pluggar|studerar|läste|pluggade|utbildar\smig)\still\s(?P<name>[a-zåäö]{4,})", re.IGNORECASE
)
_NAME_BEFORE = before(r"(?:^|\n)[A-ZÅÄÖ][^\W\d_]+(?:[ -][A-ZÅÄÖ][^\W\d_]+)+,\s", fold=False)
_GENERAL = re.compile(r"\s(?:is|are|level|levels|thesis|dissertation|of freedom|i båtens|är)\b", re.IGNORECASE)


@cache
def _heads() -> tuple[dict[str, list[tuple[str, ...]]], frozenset[str]]:
    """Professions by their last word, and those words."""
    entries: dict[str, list[tuple[str, ...]]] = {}
    for entry in sorted(small_lines("professions"), key=lambda entry: (-len(entry), entry)):
        words = tuple(re.findall(r"[^\W\d_]+", entry))
        entries.setdefault(words[-1], []).append(words)
    return entries, frozenset(entries)


@cache
def _ends() -> tuple[str, ...]:
    """What Swedish professions end with: 'mattelärare'."""
    return tuple(resources.lines("sv/profession_ends.txt"))


@cache
def _plurals() -> frozenset[str]:
    return frozenset(head + "s" for head in _heads()[1])


_SHORTEST: Final = 6


def find_careers(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): PROFESSION, EDUCATION, and the EMPLOYER after a profession."""
    yield from _professions(page)
    yield from _education(page)


def _professions(page: Page) -> Iterator[Identifier]:
    words, starts, text = page.small_words, page.starts, page.text
    entries, heads = _heads()
    swedish = page.lang == "sv"
    if not swedish and page.vocabulary.isdisjoint(heads) and page.vocabulary.isdisjoint(_plurals()):
        return
    for number, word in enumerate(words):
        if word in heads:
            head = word
        elif word in _plurals():
            head = word[:-1]
        elif swedish and len(word) > _SHORTEST and word.endswith(_ends()):
            head = ""
        else:
            continue
        longest = max(
            (
                len(entry)
                for entry in entries.get(head, ())
                if tuple(words[number - len(entry) + 1 : number]) == entry[:-1]
            ),
            default=1,
        )
        end = starts[number] + len(words[number])
        one = _profession(page, number, longest, end, head)
        if one is not None:
            yield one
            if m := _AT.match(text, one.end):
                group = "name" if m["name"] else "listed"
                if m[group].split()[0].lower() not in function_words():
                    yield Identifier(*m.span(group), "EMPLOYER", 0.84)


def _profession(page: Page, number: int, longest: int, end: int, head: str) -> Identifier | None:
    """Words before the last one belong to it, up to a cue: 'I work as a truck driver'."""
    text, words, starts = page.text, page.small_words, page.starts
    if _THING_AFTER.match(text, end):
        return None
    for back in range(longest - 1, longest + _MODIFIERS):
        at = number - back
        if at < 0 or (at < number and text[starts[at] + len(words[at]) : starts[at + 1]] not in (" ", "-", "'", "’")):
            return None
        if back > longest - 1 and (
            words[at] in function_words() or words[at] in kin_words() or words[at] in ("a", "an", "som", "as")
        ):
            return None
        start = starts[at]
        past = text[max(0, start - 60) : start]
        plain = back == 0 and head in _ROLES and head not in _TAUGHT and not _FIELD.match(text, end)
        if plain or (
            back == 0
            and head in _TAUGHT
            and not _AS.search(past)
            and page.tokens[number].islower()
            and not _is(page, start, past)
        ):
            continue
        named = text[start].isupper() and not page.shouts
        if _SIGNED.search(past) and _ENDS.match(text, end):
            field = _FIELD.match(text, end)
            return Identifier(start, field.end() if field else end, "PROFESSION", 0.8)
        mixed = named and not text[start:end].isupper() and head not in _CAPITALS
        if mixed and (back or not _AS.search(past)):
            continue
        if head in _CAPITALS and not (_is(page, start, past) or _AS.search(past) or _is_named(past)):
            continue
        several = words[number] in _plurals() and words[number] != head
        if _is(page, start, past) or (not several and _AS.search(past)) or _is_named(past):
            return Identifier(start, end, "PROFESSION", 0.85)
    # A senior title in a signature is longer than what was tried.
    return None


@cache
def _also() -> frozenset[str]:
    """What may stand between 'I am' and a profession: 'I am also a Welsh'."""
    return _ALSO | peoples().adjectives


def _is(page: Page, start: int, past: str) -> bool:
    """Somebody is it: 'I am a', 'my dad was a', 'my mum a'."""
    if said_of(page, start, _also()) or _I_AM.search(past[-40:]):
        return True
    m = _AND_KIN.search(past[-20:])
    return m is not None and m["kin"].lower() in last_kin_words()


def _is_named(past: str) -> bool:
    m = _NAME_IS.search(past)
    return m is not None and (
        is_given_name(m["name"]) or re.search(r"(?:Dr|Prof|Mr|Mrs|Ms)\.?\s\w+\s\w+\s", past) is not None
    )


def _education(page: Page) -> Iterator[Identifier]:
    text = page.text
    for begin, stop in page.windows(_DEGREE_WORDS, 30, 40):
        for m in _DEGREE.finditer(text, begin, stop):
            past = text[max(0, m.start() - 50) : m.start()]
            name = m["name"].lower()
            if _GENERAL.match(text, m.end()) or name.startswith(
                (
                    "degree of",
                    "a degree",
                    "some degree",
                    "what degree",
                    "high degree",
                    "large degree",
                    "certain degree",
                    "no degree",
                )
            ):
                continue
            signed = _NAME_BEFORE.search(past) and m["name"][0].isupper()
            begins = not past.strip() and re.match(r"(?i)(?:master['’]?s student|undergrad|postgrad|phd student)", name)
            if signed or begins or _HAS.search(past) or _GRADE.search(past):
                if re.search(
                    r"(?i)(?:\bwith|\bno|\bthis course is at|\bat|\bto some|\bto a) $", past
                ) and not _GRADE.search(past):
                    continue
                start = m.start()
                first = re.match(r"(?i)(?:a|an|my|the|his|her|of|have|got|in|did)\s", m[0])
                yield Identifier(start + (first.end() if first else 0), m.end(), "EDUCATION", 0.75)
    for begin, stop in page.windows(_STUDY_WORDS, 25, 50):
        for m in _MAJOR.finditer(text, begin, stop):
            yield Identifier(*m.span("name"), "EDUCATION", 0.75)
        for m in _STUDIES.finditer(text, begin, stop):
            if m["who"].lower() in ("i", "he", "she") or m["who"].lower() in kin_words():
                yield Identifier(*m.span("name"), "EDUCATION", 0.75)
    if page.lang == "sv" or not text.isascii():
        for m in _SV_EDUCATION.finditer(text):
            past = text[max(0, m.start() - 40) : m.start()]
            if m["name"].lower() == "studenten" and not re.search(r"(?i)\b(?:tog|ta|tagit)\s$", past):
                continue
            if _SV_HAS.search(past) and (past.strip() or m["name"].lower().startswith("doktorand")):
                yield Identifier(*m.span("name"), "EDUCATION", 0.75)
        for m in _SV_TO.finditer(text):
            if "mig" not in m[0]:
                yield Identifier(*m.span("name"), "EDUCATION", 0.87)
