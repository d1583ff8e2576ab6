"""Published work on plain text: cited names ('Smith (2010)', 'Smith et al.'), references and titles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import regex

from .lexing import YEAR, Text, lasting
from .person_names import INITIALS, SHORT_WORD, either, particles
from .words import by_language, small_words
from .zones import unmarked

_PLAIN = r"(?:1[5-9]|20)\d\d"
_SEVERAL = regex.compile(r"&|\bet\s+al\b|\bm\.?[ ]?fl\b")
_LINE_END = re.compile(r"[ \t.]*(?:[\r\n]|\Z)")
# 'Mary Calder, M.D.' signs, 'Calder, M.' is cited.
_DEGREE = r"(?:[MBDJRL]\.[ ]?[DSANPLB]\.|(?:Ph|Ed|Sc|Ps|Dr)\b)"
_QUOTATION = re.compile(r"[\"“][^\"“”]{0,300}[\"”]")
_NUMBERED = re.compile(r"[ \t>]*\[\d{1,3}\]")
_BEFORE_INITIAL = regex.compile(rf"(?<![\p{{L}}\p{{M}}])(?:{SHORT_WORD}[ ])?{SHORT_WORD}$")
_TECHNICAL = re.compile(
    r"\b(?:author|editor)s?\s{0,3}=\s{0,3}(?:\{(?:[^{}]|\{[^{}]{0,40}\}){0,500}\}|\"[^\"]{0,500}\")"
    r"|@[a-z]{2,20}\{[^,\s{}]{1,80},|\\cite[a-z]{0,10}\*?\{[^{}]{1,200}\}|\b10\.\d{4,9}/\S{1,200}",
    re.IGNORECASE,
)
_SMALL = r"(?:a|an|and|at|by|de|for|from|in|la|of|on|or|the|to|with|\d+)\b"
# After the name of whom one cites: '[12]', '[3, 5-7]', '[^2]', '^3', '¹'; where a link has the number it is none.
NUMBER: Final = r"(?:[ ]?\[\^?\d{1,3}(?:[ ]?[,;–-][ ]?\d{1,3}){0,6}\]|\^\d{1,3}\b|[¹²³⁰⁴-⁹]{1,3})"
_MAYBE_NUMBER = re.compile(r"\[\^?\d|\^\d|[¹²³⁰⁴-⁹]")
_LINK = re.compile(r"^[ \t>]*\[\^?\d{1,3}\]:?[ \t]*<?(?:https?:|www\.)", re.MULTILINE)
# Where to look closer: citations hold a year or 'et al', lists of authors an initial after a comma.
_MAYBE_YEAR = re.compile(r"[12](?<!\d.)(?:(?<=1)[5-9]|(?<=2)0)\d\d")  # the first digit first: it is found fastest
_MAYBE_ET_AL = re.compile(r"et(?<!\w..)\s+al\b")
_MAYBE_AUTHOR = re.compile(r", [^\W\d_]\.")
_TECHNICAL_SIGNS = (("10.", "/"), ("uthor", "="), ("ditor", "="), ("\\cite", "{"), ("@", "{"))
_MAYBE_TITLED = re.compile(r"\w[,:]? [\"“]\w")
_WINDOW = 160
_AFTER = 60
# Longer lines are whole messages: there only the authors count.
_LONG_LINE = 600


class _Patterns:
    """How the language of the messages at hand cites."""

    def __init__(self) -> None:
        cap, before = SHORT_WORD, particles(blank="[ ]", small=True)
        also = rf"(?:,?[ ](?:{either(small_words('between_names'))}|&)[ ])"
        name = rf"(?:{INITIALS}[ ]?)?{before}{cap}(?:[ ]{cap})?(?:,[ ]{INITIALS})?"
        names = rf"(?:{name}(?:,[ ]|{also})){{0,12}}{name}"
        whose = rf"(?:(?:{either(small_words('possessives'))})[ ])?"
        others = (
            rf"(?:,?\s+(?:et\s+al\.?|m\.?[ ]?fl\b\.?"
            rf"|(?:{either(small_words('with_others'))}|&)[ ]{whose}(?:{either(small_words('coworkers'))})))"
        )
        self.undated = tuple(sorted(small_words("undated")))
        undated = either(self.undated)
        year = rf"(?:{_PLAIN}(?:[a-z](?:,[ ]?[a-z])*)?\b|(?:{undated})(?!\w))"
        # What follows a year in brackets; '(2010 cohort)' and '(2010, I think)' are no citations.
        closed = (
            rf"(?=[)\];]|:[ ]?\d|,[ ](?:(?i:(?:{either(small_words('in_work'))})(?![^\W\d_])|[ps][ ]\d)"
            rf"|{_PLAIN}|\d{{1,4}}[);–-]|\p{{Lu}}[\p{{L}}\p{{M}}.& ]{{0,30}},[ ]{_PLAIN}))"
        )
        see = rf"(?:(?:{either(small_words('citing'))}),?[ ]){{0,2}}"
        work = rf"(?:{either(small_words('works'))})\b"
        self.dated = regex.compile(
            rf"{names}{others}?(?:['’]s?)?(?:,[ ]{year}(?:{closed}|(?P<open>))|[ ]?[(\[]{see}{year}{closed})"
        )
        # '(see Smith 2010; Grey and Brown 2011, 33)'
        self.in_brackets = regex.compile(rf"(?<=\(|;[ ]){see}{names}{others}?[ ]{year}{closed}")
        # "Smith's 2010 paper", 'as Smith notes in his 2010 book'
        self.of_work = regex.compile(
            rf"{names}{others}?(?:['’]s?|(?:[ ]\p{{Ll}}+){{1,5}}[ ](?:{either(small_words('possessives'))}))"
            rf"[ ]{year}[ ](?:\p{{Ll}}+[ ])?{work}"
        )
        self.work_after = regex.compile(rf"\w*[ ](?:\p{{Ll}}+[ ])?{work}")
        self.others: list[regex.Pattern[str]] = []
        if dated := either(small_words("work_of_year")):  # 'Svenssons bok från 2010', 'Svenssons nya studie 2010'
            from_year = rf"[ ](?:\p{{Ll}}+[ ]){{0,2}}{work}(?:[ ](?:{dated}))?[ ]{year}"
            self.others.append(regex.compile(rf"{names}{others}?{from_year}"))
        self.work_by = regex.compile(
            rf"{year}[ ](?:\p{{Ll}}+[ ])?{work}[ ](?:{either(small_words('written_by'))})[ ](?P<names>{names})"
        )
        self.et_al = regex.compile(rf"{cap}(?:{also}{cap})?(?:['’]s)?,?\s+et\s*al\b\.?")
        # 'Smith [12]', 'Smith and Grey [3, 5]', 'Smith¹'
        self.numbered = regex.compile(
            rf"{before}{cap}(?:(?:,[ ]|{also}){before}{cap}){{0,5}}{others}?(?:['’]s)?{NUMBER}"
        )
        author = rf"{before}{cap}(?:[ ]{cap})?,[ ](?!{_DEGREE}){INITIALS}"
        # Where a reference begins: 'Brown, J. K.,', 'Brown JK,', 'J. K. Brown,' or 'Brown, John K., and Peter Grey.'
        self.reference = regex.compile(
            rf"[ \t>*\-•\[\]\d.()]*+(?:{author}|{cap}[ ]\p{{Lu}}{{1,3}}(?:,|\.[ ])|{cap},[ ]\p{{Lu}}{{1,3}}[ ]{_PLAIN},"
            rf"|{INITIALS}[ ]?{before}{cap}(?:,|{also})"
            rf"|{before}{cap},[ ]{cap}(?:[ ](?:\p{{Lu}}\.|{cap}))?"
            rf"(?:,[ ](?:and|et[ ]al)\b|,[ ]{cap}[ ]|\.?[ ][\"“(\p{{Lu}}]))"
        )
        # What only a reference holds, besides a year.
        self.published = regex.compile(
            rf"[(\[]{year}[)\]]|{_PLAIN};|[\"“][^\"“”]{{4,200}}[\"”]|\d[ ]?[(:]\d|\d[ ]?[–-][ ]?\d|\bdoi\b"
            rf"|\b10\.\d{{4,9}}/|\b(?:{either(small_words('published'))})\b"
        )
        # One initial may end a sentence; two, or two authors, don't.
        self.authors = regex.compile(
            rf"{author}(?:(?:,?[ ]?(?:&|and)[ ]|[,;][ ]?){author})++|{cap},[ ](?!{_DEGREE})(?:\p{{Lu}}\.[ -]?){{2,4}}"
        )
        self.titled = regex.compile(
            rf"\b{work}(?:[ ](?:{either(small_words('entitled'))}))?[,:]?[ ]"
            rf"(?P<title>[\"“]{cap}(?:[ ,:–-]{{1,3}}(?:{cap}|{_SMALL})){{0,11}}[.,!?]?[\"”])"
        )
        # Backwards from where a year, 'et al' or an initial begins.
        self.cited_before = regex.compile(
            rf"(?r)(?P<names>{cap}(?:(?:,[ ]|{also}){cap}){{0,3}})(?:{others}|['’]s?)?(?:,?[ ]?[(\[]|,[ ]|[ ](?=et)|)\Z"
        )
        self.maybe_undated = re.compile(rf"(?<!\d){_PLAIN}|\b(?:{undated})")
        speaking = either(small_words("speaking"))
        # Somebody speaks to somebody: 'Yes, Mary, I agree. Calder (2010) is ...' only begins like a reference.
        self.spoken = re.compile(rf"\b(?:{speaking})\b(?![\"”])|\?[ \t]+[A-ZÅÄÖ]")

    def fitting(self, text: str, start: int, end: int) -> Iterator[regex.Pattern[str]]:
        """YIELDS (regex.Pattern): What may fit around a year, by what stands beside it."""
        before = text[max(0, start - _WINDOW) : start]
        if before[-2:] == ", " or "(" in before[-_AFTER:] or "[" in before[-_AFTER:]:
            yield self.dated
        if before[-1:] == " " and ("(" in before or "; " in before):
            yield self.in_brackets
        if before[-1:] == " " and self.work_after.match(text, end):
            yield self.of_work
        yield from self.others


@by_language
def _patterns(lang: str) -> _Patterns:
    return _Patterns()


class Published(NamedTuple):
    """Where a text speaks of published work; see `find_citations` and `find_references`."""

    citations: list[tuple[int, int]]
    references: list[tuple[int, int]]


@lasting
def published(text: Text) -> Published:
    """RETURNS (Published): Both kinds; one after the other, components ask for the same."""
    return Published(list(find_citations(text)), list(find_references(text)))


def find_citations(text: str) -> Iterator[tuple[int, int]]:
    """YIELDS (tuple[int, int]): Names that stand for published work, with the year where there is one; may overlap."""
    whole, text = Text.of(text), unmarked(text)  # a citation may go on in the next line of what is quoted
    patterns, done = _patterns(), 0
    for year in _years(whole, text, patterns):
        begin, end = max(done, year.start() - _WINDOW), year.end() + _AFTER
        for pattern in patterns.fitting(text, *year.span()):
            for m in pattern.finditer(text, begin, end):
                # What ends further on is cut off there: the next year will show.
                if m.start() < year.start() < m.end() and not (pattern is patterns.dated and _is_open(text, m)):
                    yield m.span()
        work = patterns.work_by.match(text, year.start(), year.end() + _WINDOW)
        if work:
            yield work.span("names")
        done = year.end()
    linked = "[" in text and _LINK.search(text) is not None
    for number in _MAYBE_NUMBER.finditer(text) if not linked else ():
        for m in patterns.numbered.finditer(text, max(0, number.start() - _AFTER), number.end() + _AFTER):
            if m.start() < number.start() < m.end():
                yield m.span()
    for et_al in _et_al(whole, text):
        for m in patterns.et_al.finditer(text, max(0, et_al.start() - _WINDOW), et_al.end() + 1):
            yield m.span()


def find_authors(text: str) -> Iterator[tuple[int, int]]:
    """YIELDS (tuple[int, int]): Surnames of cited authors, before a year, 'et al' or an initial; in less time than
    `find_citations` needs, and not all of them."""
    whole, text, patterns = Text.of(text), unmarked(text), _patterns()
    years = _MAYBE_YEAR.finditer(text) if whole.signs & YEAR else ()
    ends = [year.start() for year in years if text[year.start() - 1 : year.start()] in ("(", "[", " ")]
    ends += (et_al.start() for et_al in _et_al(whole, text))
    ends += (initial.start() for initial in _MAYBE_AUTHOR.finditer(text))
    for end in ends:
        m = patterns.cited_before.search(text, max(0, end - _AFTER), end)
        if m:
            yield m.span("names")


def _years(whole: Text, text: str, patterns: _Patterns) -> Iterable[re.Match[str]]:
    if any(word in text for word in patterns.undated):
        return patterns.maybe_undated.finditer(text)
    return _MAYBE_YEAR.finditer(text) if whole.signs & YEAR else ()


def _et_al(whole: Text, text: str) -> Iterable[re.Match[str]]:
    return _MAYBE_ET_AL.finditer(text) if "al" in whole.vocabulary else ()


def _is_open(text: str, m: regex.Match[str]) -> bool:
    """Without brackets, a comma and a year say little: 'Thanks Mary, 2010 was cold'."""
    return m["open"] is not None and not (_SEVERAL.search(m.group()) or _LINE_END.match(text, m.end()))


def find_references(text: str) -> Iterator[tuple[int, int]]:
    """YIELDS (tuple[int, int]): What describes published work: references, lists of authors, titles in quotes, fields
    of BibTeX, DOIs; may overlap."""
    patterns, line_end = _patterns(), 0
    for year in _years(Text.of(text), text, patterns):
        if year.start() >= line_end:
            line_start = text.rfind("\n", 0, year.start()) + 1
            line_end = text.find("\n", year.end())
            line_end = len(text) if line_end < 0 else line_end
            short = line_end - line_start <= _LONG_LINE
            if not short or not patterns.reference.match(text, line_start, line_end):
                continue
            numbered = _NUMBERED.match(text, line_start) is not None
            published = numbered or patterns.published.search(text, line_start, line_end) is not None
            if published and (numbered or not patterns.spoken.search(_QUOTATION.sub(" ", text[line_start:line_end]))):
                yield line_start, line_end
    done = 0
    for initial in _MAYBE_AUTHOR.finditer(text):
        if initial.start() < done:
            continue
        name = _BEFORE_INITIAL.search(text, max(done, initial.start() - _AFTER), initial.start())
        m = patterns.authors.match(text, name.start(), initial.end() + 2 * _WINDOW) if name else None
        if m:
            yield m.start(), m.start() + len(m.group().rstrip(" -"))
            done = m.end()
    if any(first in text and second in text for first, second in _TECHNICAL_SIGNS):
        for technical in _TECHNICAL.finditer(text):
            yield technical.span()
    if '"' in text or "“" in text:
        for quote in _MAYBE_TITLED.finditer(text):
            m = patterns.titled.search(text, max(0, quote.start() - _AFTER // 2), quote.end() + _WINDOW)
            if m:
                yield m.span("title")
