"""Degrees, programmes, subjects and stages of schooling that somebody has or takes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from ..text.gazetteer import places
from ..text.words import fold, word_list
from .base import Identifier, Page
from .grammars import is_somebody, of_others, said_of
from .vocabulary import any_of, before, function_words, kin_words, small_lines

# 'in physics', 'i socialt arbete', 'of Arts': up to three words, of which the last begins nothing new.
_STOP: Final = (
    r"(?:at|from|and|but|in|on|i|på|is|was|so|which|part|before|after|who|och|men|vid|last|this|next|when|while"
    r"|then|or|by|with|from|för|som|nu|sen|innan|året|förra|now|did|does|has|had|have|here|there|that|because|to)\b"
)
_SUBJECT: Final = (
    rf"(?:\s(?:in|i|of)\s(?:the\s)?(?!(?:progress|question|general|mind|hand|freedom|a|an|my)\b)[^\W\d_]+"
    rf"(?:\s(?:and\s|och\s)?(?!{_STOP})[^\W\d_]+){{0,2}})?"
)
_ACRONYMS: Final = (
    r"B\.Sc\.?|BSc|B\.A\.|BA|M\.Sc\.?|MSc|M\.A\.|MA|M\.S\.|MS|Ph\.D\.?|PhDs?|MBA|MPhil|DPhil|LLB|LLM|JD|BEng|MEng|BEd|MEd|EdD|MD"
    r"|MPH|MFA|BFA|BBA|DBA|PGCE|PGDip|HND|HNC|NVQ|BTEC|GED|GCSEs?|A-levels?|O-levels?|A\slevels?|IB|Abitur|baccalaureate"
    r"|BScs?|MScs?|BN|BCom|MCom|MRes|MSW|BTech|MTech"
)
_SMALL_ACRONYMS: Final = r"phd|bsc|msc|mba|gcses?|a-levels?|o-levels?|abitur|[bm]a(?=\sin\s)"
_DEGREE = re.compile(
    rf"(?<![\w.])(?P<name>(?:(?:{_ACRONYMS}|{_SMALL_ACRONYMS})"
    r"|(?i:doctor\sof\s[a-z]+|(?:bachelor|master)['’]?s?(?:\sof\s[a-z]+(?:\s(?-i:[A-Z])[a-z]+)?)?(?:\sdegrees?)?"
    r"(?:\s(?:student|programme|program))?|(?:honours|honors|joint|dual|double|undergraduate|postgraduate)\sdegree"
    r"|(?:postgraduate|graduate|national|higher|advanced)\sdiploma|doctorate|doctoral\s(?:student|degree)|diploma|associate['’]?s?\sdegree|undergraduate|undergrad"
    r"|postgraduate|postgrad|teaching\scertificate|certificate\sin\s[a-z]+"
    r"|law\sschool|med(?:ical)?\sschool|grad(?:uate)?\sschool|business\sschool|art\sschool|drama\sschool|vet\sschool"
    r"|nursing\sschool|high\sschool(?:\s(?:senior|junior|sophomore|freshman|diploma|student|degree))?"
    r"|secondary\sschool(?:\sdiploma)?|sixth\sform"
    r"|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\d{1,2}th)\sgrade"
    r"|degrees?\sin\s[a-z]+"
    r"|(?!(?:a|an|the|of|my|his|her|to|what|which|some|no|in|for|have|got|with|any|one|large|high|certain|great|this"
    r"|that|every|each|same|second|first|third|advanced|zero|few|low|full|polynomial|two|three|such|lesser|greater)\s)"
    r"[a-z]+(?:\s(?:science|engineering|work|studies|administration|health))?\sdegrees?))"
    rf"(?:\s(?i:degree|programme|program|student|course))?{_SUBJECT})(?![\w'’])"
)
_HAS = before(
    r"\b(?:my|his|her|our|have|has|had|got|get|getting|doing|did|do|hold|holds|held|finished|finish|finishing"
    r"|completed|completing|earned|earn|pursuing|started|starting|took|taking|passed|failed|finished|abandoned"
    r"|left\safter|dropped\sout\sof|out\sof|after|years?\sof|currently|for|in|at|towards?|on|with"
    r"|into|defended|submitted|began|begin|chasing|obtained|received|ve|having)\s"
    r"(?:(?:a|an|my|the|his|her|only|just|first|second|third|final|two|three|in|years|year|of|both|another|one"
    r"|undergraduate|part-time|full-time|towards|joint|no|also|never|both)\s){0,4}"
)
# Short ones are abbreviations of other things, too.
_SHORT: Final = 3
_OWNS = before(
    r"\b(?:my|his|her|have|has|had|got|hold|holds|finished|doing|did|earned|completed|pursuing|started|finishing|passed|an?)\s"
    r"(?:(?:an?|my|his|her|first|second)\s)?"
)
_LISTED = before(
    r"(?:^|\n|[,;|.!?]\s?)(?:about\sme|me|background|bio|bakgrund|om\smig|education|degrees?|highest\sdegree|qualifications?|utbildning|examen):\s?(?:en\s|an?\s)?"
)
_GRADE = before(r"\b(?:grade|grades)\s[A-F]\sat\s")
_NOT_ONES_OWN = re.compile(r"(?i)(?:\bno|\bthis course is at|\bto some|\bto a) $")
_WITH = before(r"\bwith\s(?:an?\s)?")
_AT = before(r"\bat\s")
_MAJOR = re.compile(
    r"\b(?:major(?:ed|ing|s)?|minor(?:ed|ing)?|specialis(?:ed|ing|e)|specializ(?:ed|ing|e)|graduated|degree\swas"
    r"|bachelor['’]?s?\swas|master['’]?s?\swas|phd\swas|phd\sis)\sin\s"
    rf"(?P<name>(?:{any_of('subjects')})|(?!(?:the|a|an|spring|summer|autumn|winter|fall|my|our)\b)[a-z]+)"
    r"(?:\s(?:and\s)?(?:science|sciences|engineering|studies|history|literature|health|biology))?(?!\w)",
    re.IGNORECASE,
)
_STUDIES = re.compile(
    r"\b(?P<who>[^\W\d_]+)\s(?:(?:am|is|have|has|had|['’]?m|['’]?ve)\s)?(?:also\s|now\s|been\s|currently\s)?"
    r"(?:study|studies|studied|studying|read|reads|pluggar|pluggade|läser|läste|läst|studerar|studerade)\s"
    rf"(?P<name>{any_of('subjects')})\b(?!\s(?:of|in\s(?:the|a|my)|at\shome))",
    re.IGNORECASE,
)
_STUDENT = re.compile(
    rf"\b(?P<name>(?:{any_of('subjects')})\s(?:student|major|graduate|undergrad|undergraduate))\b", re.IGNORECASE
)
_IS = before(
    r"(?:\b(?:i['’]?m|i\sam|is|was|as|im|we['’]?re|are)\s|,\s)"
    r"(?:an?\s|also\s|currently\s|(?:first|second|third|final)[- ]year\s){0,3}"
)
_DEGREE_WORDS: Final = frozenset(
    "bsc b ba msc m ma ms phd phds ph mba mphil dphil llb llm jd beng meng bed med edd md mph mfa bfa bba dba pgce "
    "hnd hnc nvq btec ged gcse gcses level levels ib abitur baccalaureate bachelor bachelors master masters doctor "
    "doctorate doctoral diploma associate undergraduate undergrad postgraduate postgrad school grade degree degrees "
    "certificate form bcom mcom mres msw btech mtech".split()
)
# Where each of the three patterns above may be: the words that it cannot do without.
_MAJOR_WORDS: Final = frozenset(
    "major majored majoring majors minor minored minoring specialised specialising specialized specializing graduated "
    "specialise specialize degree bachelor bachelors master masters phd".split()
)
_STUDY_WORDS: Final = frozenset(
    "study studies studied studying read reads pluggar pluggade läser läste läst studerar studerade".split()
)
_STUDENT_WORDS: Final = frozenset("student major graduate undergrad undergraduate".split())
_SV_SUBJECT: Final = (
    rf"(?:\si\s(?!(?:fjol|år|våras|somras|höstas|vintras|min|mitt|{_STOP})\b)[a-zåäö]+"
    r"(?:\s(?:och\s)?(?:arbete|vetenskap|fysik|relationer|teknik|rätt))?)?"
)
_SV_EDUCATION = re.compile(
    r"\b(?P<name>(?:(?:kandidat|master|magister|doktorand|licentiat|högskole|yrkes|lärar"
    r"|civilingenjörs)(?:examen|student|utbildning)?|doktorand|[a-zåäö]{3,}examen|examen(?=\si\s)|doktorsgrad"
    r"|fil\.?\s?(?:kand|mag|dr|lic)\b\.?|(?:teknologie|medicine|filosofie|juris)\s(?:doktor|kandidat|magister|master|licentiat))"
    rf"{_SV_SUBJECT}|gymnasiet|gymnasieutbildning|grundskolan?|högstadiet|komvux|folkhögskola|studenten|nian|ettan|tvåan"
    r"|trean|yrkesutbildning|[a-zåäö]{4,}programmet|[a-zåäö]{4,}linjen)(?!\w)",
    re.IGNORECASE,
)
# The words that it begins with, whole or by their ends.
_SV_WORDS: Final = frozenset(
    "kandidat master magister doktorand licentiat högskole yrkes lärar civilingenjörs doktorsgrad fil filkand filmag "
    "fildr fillic teknologie medicine filosofie juris gymnasiet grundskola grundskolan högstadiet komvux "
    "folkhögskola studenten nian ettan tvåan trean".split()
)
_SV_ENDS: Final = ("examen", "student", "utbildning", "programmet", "linjen")
_SV_STUDIES: Final = frozenset("läser pluggar studerar läste pluggade utbildar".split())
_SV_HAS = before(
    r"(?:\b(?:jag|han|hon|hen|vi|min|mitt|mina|hans|hennes|och|som|[^\W\d_]+)\s|^|[.!?,\n]\s?)"
    r"(?:har|hade|tog|tagit|läser|läste|läst|går|gick|gått|hoppade\sav|hoppat\sav|klarade|avslutade"
    r"|slutade|pluggar|började|börjar|fick|siktar\spå|kämpar\smed|är|gör|skaffade|avlade)\s"
    r"(?:(?:en|bara|min|nu|ut|tredje|andra|första|fjärde|året|på|år|i|två|tre|också|faktiskt|dubbla|med|av|ju|just|sin)\s){0,4}"
    r"|\b(?:min|mitt|hennes|hans|efter|från|på)\s(?:år\spå\s)?|^(?:\s*)|\n|,\s"
)
_SV_TO = re.compile(
    r"\b(?:läser|pluggar|studerar|läste|pluggade|utbildar\smig)\still\s(?P<name>[a-zåäö]{4,})", re.IGNORECASE
)
_NAME_BEFORE = before(r"(?:^|\n)[A-ZÅÄÖ][^\W\d_]+(?:[ -][A-ZÅÄÖ][^\W\d_]+)+,\s", fold=False)
_GENERAL = re.compile(
    r"\s(?:is|are|level|levels|thesis|dissertation|of freedom|i båtens|är|or higher|or more|required|needed)\b",
    re.IGNORECASE,
)
_ANYBODYS = before(
    r"\b(?:one|you|people|most|many|authors|those|someone|anyone|students|adults|parents|men|women|mothers|fathers|man|folk|personer|"
    r"they|participants|respondents|deltagarna|how|behöver|need|needs|require|requires|must)\b[^.!?\n]{0,30}"
)
_FIELD = re.compile(r"(?:\s[A-Z][a-z]+){1,3}(?=\s*(?:$|\n|[,.;(]))")
_IN_TOWN = re.compile(r"\s(?:in|i)\s(?P<town>[A-ZÅÄÖ][^\W\d_]+)$")
_YEARS: Final = frozenset("in the second third first final last year".split())
_STAGE: Final = frozenset(("high school", "secondary school", "sixth form"))
_LEFT = before(
    r"\b(?:finished|finish|finishing|dropped\sout\sof|completed|completing|left|out\sof|graduated(?:\sfrom)?|quit)\s"
)


def find_schooling(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): EDUCATION."""
    for one in (*_degrees(page), *_studies(page), *_swedish(page)):
        if not of_others(page, one.start):
            yield one


def _degree_words(page: Page) -> list[int]:
    """Which words a degree may have; small ones and those of many meanings need a neighbour."""
    words, tokens, found = page.small_words, page.tokens, []
    for number in page.numbers(_DEGREE_WORDS):
        word = words[number]
        if len(word) == 1:  # 'B.Sc.'
            fits = tokens[number].isupper() and words[number + 1 : number + 2] in _LETTERS
        elif word in ("level", "levels"):
            fits = number > 0 and words[number - 1] in ("a", "o")
        else:
            fits = word != "form" or (number > 0 and words[number - 1] == "sixth")
        if fits:
            found.append(number)
    return found


_LETTERS: Final = (["sc"], ["a"], ["s"])


def _degrees(page: Page) -> Iterator[Identifier]:
    text = page.text
    for begin, stop in page.windows_at(_degree_words(page), 30, 40):
        for m in _DEGREE.finditer(text, begin, stop):
            past = text[max(0, m.start() - 50) : m.start()]
            name = m["name"].lower()
            if _LISTED.search(past):
                field = _FIELD.match(text, m.end())
                yield Identifier(m.start(), field.end() if field else _end(m), "EDUCATION", 0.85)
                continue
            if name in _STAGE:
                if _LEFT.search(past) and not _ANYBODYS.search(past):
                    yield Identifier(*m.span("name"), "EDUCATION", 0.75)
                continue
            own = past.endswith("my ") and not name.startswith(("degree of", "degree to"))
            if (_GENERAL.match(text, m.end()) and not own) or name.startswith(("degree of", "degree to", "school")):
                continue
            signed = _NAME_BEFORE.search(past) and m["name"][0].isupper()
            field = _FIELD.match(text, m.end()) if signed and m["name"].isalpha() else None
            if field:  # 'Chiara Bassi, BSc Marine Science'
                yield Identifier(m.start(), field.end(), "EDUCATION", 0.8)
                continue
            begins = not past.strip() and re.match(r"(?i)(?:master['’]?s student|undergrad|postgrad|phd student)", name)
            if _NOT_ONES_OWN.search(past) or _ANYBODYS.search(past):
                continue
            if (_AT.search(past) and not _GRADE.search(past)) or (
                _WITH.search(past) and not _of_somebody(page, m.start())
            ):
                continue
            is_one = said_of(page, m.start(), _YEARS)
            has = _OWNS if len(name) < _SHORT or name in ("master", "bachelor") else _HAS
            if signed or begins or is_one or has.search(past) or _GRADE.search(past):
                first = re.match(r"(?i)(?:a|an|my|the|his|her|of|have|got|in|did)\s", m[0])
                confidence = 0.92 if past.endswith(("my ", "My ")) else 0.75
                yield Identifier(m.start() + (first.end() if first else 0), _end(m), "EDUCATION", confidence)


def _end(m: re.Match[str]) -> int:
    """Where a degree ends: the town is none of it, as in 'PhD student in Leiden', nor what follows the subject."""
    town = _IN_TOWN.search(m[0])
    if town and (fold(town["town"]) in places() or fold(town["town"]) in word_list("calendar")):
        return m.start() + town.start()
    subject = _IN_SUBJECT.search(m[0])
    if subject is None:
        return m.end()
    words = list(_WORD.finditer(m[0], subject.end()))
    last = 0
    for at in range(1, len(words)):
        word, whole = words[at][0].lower(), words[last][0].lower() in small_lines("subjects")
        if word in ("and", "och"):
            if at + 1 == len(words) or words[at + 1][0].lower() not in _subject_words():
                break
        elif word in _subject_words() or words[at][0].istitle():
            last = at
        elif (
            whole
            or last
            or word in function_words() | small_lines("adverbs") | small_lines("goes_on")
            or _OTHER.match(word)
        ):
            break
        else:
            last = at
    return m.start() + words[last].end() if words else m.end()


@cache
def _subject_words() -> frozenset[str]:
    return frozenset(word for line in small_lines("subjects") for word in line.split())


_IN_SUBJECT = re.compile(r"\s(?:in|i)\s(?:the\s)?")
_WORD = re.compile(r"[^\W\d_]+")
# Numbers and adverbs: 'two years ago', 'recently'.
_OTHER = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|years?|right|once|back|ages"
    r"|abroad|[a-z]+ly)$"
)


def _of_somebody(page: Page, start: int) -> bool:
    """The clause is about somebody here: 'I graduated with a'."""
    number = bisect_left(page.starts, start)
    return any(is_somebody(page, at) for at in range(max(0, number - 6), number))


def _studies(page: Page) -> Iterator[Identifier]:
    text = page.text
    for begin, stop in page.windows(_MAJOR_WORDS, 30, 50):
        for m in _MAJOR.finditer(text, begin, stop):
            name = m["name"].lower()
            if name in small_lines("subjects") or not (
                m[0].lower().startswith("graduated") or name in function_words()
            ):
                yield Identifier(*m.span("name"), "EDUCATION", 0.75)
    before_subjects = [number - 1 for number in page.numbers(_first_of_subjects())]
    studied = [number for number in before_subjects if number >= 0 and page.small_words[number] in _STUDY_WORDS]
    for begin, stop in page.windows_at(studied, 30, 50):
        for m in _STUDIES.finditer(text, begin, stop):
            who = m["who"].lower()
            opens = who in ("am", "is", "been", "now", "currently", "also", "m", "ve", "och", "and")
            if opens or who in small_lines("pronouns") or who in kin_words():
                yield Identifier(*m.span("name"), "EDUCATION", 0.75)
    for begin, stop in page.windows(_STUDENT_WORDS, 30, 50):
        for m in _STUDENT.finditer(text, begin, stop):
            if _IS.search(text[max(0, m.start() - 40) : m.start()]):
                yield Identifier(*m.span("name"), "EDUCATION", 0.75)


@cache
def _first_of_subjects() -> frozenset[str]:
    return frozenset(_WORD.findall(line)[0] for line in small_lines("subjects"))


def _sv_education(page: Page) -> Iterator[re.Match[str]]:
    """What `finditer` of the pattern gives, looked for only where its first words stand."""
    first = frozenset(word for word in page.vocabulary if word in _SV_WORDS or word.endswith(_SV_ENDS))
    done = 0
    for at in page.places_of(first) if first else ():
        if at >= done and (m := _SV_EDUCATION.match(page.text, at)):
            yield m
            done = m.end()


def _swedish(page: Page) -> Iterator[Identifier]:
    text = page.text
    if not languages.of(page.lang).compounds and text.isascii():
        return
    for m in _sv_education(page):
        past = text[max(0, m.start() - 50) : m.start()]
        name = m["name"].lower()
        if name == "studenten" and not re.search(r"(?i)\b(?:tog|ta|tagit)\s$", past):
            continue
        if name in ("nian", "ettan", "tvåan", "trean") and not re.search(
            r"(?i)\b(?:gick|går|gått)\s(?:ut\s|i\s)?$", past
        ):
            continue
        if _LISTED.search(past):
            yield Identifier(*m.span("name"), "EDUCATION", 0.85)
        elif _ANYBODYS.search(past) or re.search(r"(?i)\bhur\b[^.!?]*$|(?:^|[.!?]\s)är\sen\s$", past):
            continue
        elif _SV_HAS.search(past) and (past.strip() or name.startswith("doktorand")):
            yield Identifier(*m.span("name"), "EDUCATION", 0.75)
    for m in filter(None, (_SV_TO.match(text, at) for at in page.places(_SV_STUDIES))):
        if "mig" not in m[0]:
            yield Identifier(*m.span("name"), "EDUCATION", 0.87)
