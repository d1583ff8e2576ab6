"""Published work on plain text: cited names ('Smith (2010)', 'Smith et al.'), references and titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import regex

from .. import languages
from .lexing import Text, lasting
from .quoting import unmarked
from .words import small_words

_CAP = r"\p{Lu}[\p{L}\p{M}]*(?:[-'’‐]\p{L}[\p{L}\p{M}]*)*"
_INITIALS = r"(?:\p{Lu}\.[ -]?){1,4}"
_PARTICLES = r"(?:(?:van|von|de|der|den|la|le|di|du|da)[ ])*"
_NAME = rf"(?:{_INITIALS}[ ]?)?{_PARTICLES}{_CAP}(?:[ ]{_CAP})?(?:,[ ]{_INITIALS})?"
_AND = r"(?:,?[ ](?:and|&|und|et|och|y)[ ])"
_NAMES = rf"(?:{_NAME}(?:,[ ]|{_AND})){{0,12}}{_NAME}"


def _any(head: str, *langs: str) -> str:
    return f"(?:{languages.any_of('citations', head, *langs)})"


def _with(head: str) -> list[str]:
    """The languages that have words of a kind."""
    return [lang for lang in languages.known() if languages.any_of("citations", head, lang)]


# 'and his colleagues'
_GROUPS = "|".join(
    rf"{_any('and', lang)}[ ](?:{_any('whose', lang)}[ ])?{_any('group', lang)}" for lang in _with("group")
)
_OTHERS = rf"(?:,?\s+(?:{_any('et al')}|{_GROUPS}))"
_PLAIN = r"(?:1[5-9]|20)\d\d"
_YEAR = rf"(?:{_PLAIN}(?:[a-z](?:,[ ]?[a-z])*)?\b|{_any('undated')})"
# What follows a year in brackets; '(2010 cohort)' and '(2010, I think)' are no citations.
_CLOSED = (
    rf"(?=[)\];]|:[ ]?\d|,[ ](?:(?i:{_any('page')})"
    rf"|{_PLAIN}|\d{{1,4}}[);–-]|\p{{Lu}}[\p{{L}}\p{{M}}.& ]{{0,30}},[ ]{_PLAIN}))"
)
_WORK = rf"{_any('work', languages.BASE)}\b"
_SEE = rf"(?:{_any('see')},?[ ]){{0,2}}"
_DATED = regex.compile(
    rf"{_NAMES}{_OTHERS}?(?:['’]s?)?(?:,[ ]{_YEAR}(?:{_CLOSED}|(?P<open>))|[ ]?[(\[]{_SEE}{_YEAR}{_CLOSED})"
)
# '(see Smith 2010; Grey and Brown 2011, 33)'
_BRACKETED = regex.compile(rf"(?<=\(|;[ ]){_SEE}{_NAMES}{_OTHERS}?[ ]{_YEAR}{_CLOSED}")
# "Smith's 2010 paper", 'as Smith notes in his 2010 book'
_WORK_OF = regex.compile(
    rf"{_NAMES}{_OTHERS}?(?:['’]s?|(?:[ ]\p{{Ll}}+){{1,5}}[ ]{_any('whose', languages.BASE)})[ ]{_YEAR}[ ]"
    rf"(?:\p{{Ll}}+[ ])?{_WORK}"
)
_WORKS_BY = "|".join(rf"{_any('work', lang)}\b[ ]{_any('by', lang)}" for lang in _with("by"))
_WORK_BY = regex.compile(rf"{_YEAR}[ ](?:\p{{Ll}}+[ ])?(?:{_WORKS_BY})[ ](?P<names>{_NAMES})")
_PATTERNS = (_DATED, _BRACKETED, _WORK_OF)
_ET_AL = regex.compile(rf"{_CAP}(?:{_AND}{_CAP})?(?:['’]s)?,?\s+et\s*al\b\.?")
_SEVERAL = regex.compile(r"&|\bet\s+al\b|\bm\.?[ ]?fl\b")
_LINE_END = re.compile(r"[ \t.]*(?:[\r\n]|\Z)")

# 'Mary Calder, M.D.' signs, 'Calder, M.' is cited.
_DEGREE = r"(?:[MBDJRL]\.[ ]?[DSANPLB]\.|(?:Ph|Ed|Sc|Ps|Dr)\b)"
_AUTHOR = rf"{_PARTICLES}{_CAP}(?:[ ]{_CAP})?,[ ](?!{_DEGREE}){_INITIALS}"
# Where a reference begins: 'Brown, J. K.,', 'Brown JK,', 'J. K. Brown,' or 'Brown, John K., and Peter Grey.'
_REFERENCE = regex.compile(
    rf"[ \t>*\-•\[\]\d.()]*+(?:{_AUTHOR}|{_CAP}[ ]\p{{Lu}}{{1,3}}(?:,|\.[ ])|{_CAP},[ ]\p{{Lu}}{{1,3}}[ ]{_PLAIN},"
    rf"|{_INITIALS}[ ]?{_PARTICLES}{_CAP}(?:,|{_AND})"
    rf"|{_PARTICLES}{_CAP},[ ]{_CAP}(?:[ ](?:\p{{Lu}}\.|{_CAP}))?"
    rf"(?:,[ ](?:and|et[ ]al)\b|,[ ]{_CAP}[ ]|\.?[ ][\"“(\p{{Lu}}]))"
)
# What only a reference holds, besides a year.
_PUBLISHED = regex.compile(
    rf"[(\[]{_YEAR}[)\]]|{_PLAIN};|[\"“][^\"“”]{{4,200}}[\"”]|\d[ ]?[(:]\d|\d[ ]?[–-][ ]?\d|\bdoi\b|\b10\.\d{{4,9}}/"
    r"|\b(?:pp|vol|eds?|Press|Journal|Publish(?:ers|ing)|University|Proceedings|Springer|Wiley|Routledge|Elsevier)\b"
)
_QUOTATION = re.compile(r"[\"“][^\"“”]{0,300}[\"”]")
_NUMBERED = re.compile(r"[ \t>]*\[\d{1,3}\]")
# One initial may end a sentence; two, or two authors, don't.
_AUTHORS = regex.compile(
    rf"{_AUTHOR}(?:(?:,?[ ]?(?:&|and)[ ]|[,;][ ]?){_AUTHOR})++|{_CAP},[ ](?!{_DEGREE})(?:\p{{Lu}}\.[ -]?){{2,4}}"
)
_BEFORE_INITIAL = regex.compile(rf"(?<![\p{{L}}\p{{M}}])(?:{_CAP}[ ])?{_CAP}$")
_TECHNICAL = re.compile(
    r"\b(?:author|editor)s?\s{0,3}=\s{0,3}(?:\{(?:[^{}]|\{[^{}]{0,40}\}){0,500}\}|\"[^\"]{0,500}\")"
    r"|@[a-z]{2,20}\{[^,\s{}]{1,80},|\\cite[a-z]{0,10}\*?\{[^{}]{1,200}\}|\b10\.\d{4,9}/\S{1,200}",
    re.IGNORECASE,
)
_SMALL = r"(?:a|an|and|at|by|de|for|from|in|la|of|on|or|the|to|with|\d+)\b"
_TITLED = regex.compile(
    rf"\b{_WORK}(?:[ ](?:called|titled|entitled|named))?[,:]?[ ]"
    rf"(?P<title>[\"“]{_CAP}(?:[ ,:–-]{{1,3}}(?:{_CAP}|{_SMALL})){{0,11}}[.,!?]?[\"”])"
)

# Backwards from where a year, 'et al' or an initial begins.
_CITED_BEFORE = regex.compile(
    rf"(?r)(?P<names>{_CAP}(?:(?:,[ ]|{_AND}){_CAP}){{0,3}})(?:{_OTHERS}|['’]s?)?(?:,?[ ]?[(\[]|,[ ]|[ ](?=et)|)\Z"
)
# Where to look closer: citations hold a year or 'et al', lists of authors an initial after a comma.
_MAYBE_YEAR = re.compile(r"[12](?<!\d.)(?:(?<=1)[5-9]|(?<=2)0)\d\d")  # the first digit first: it is found fastest
_MAYBE_UNDATED = re.compile(rf"(?<!\d){_PLAIN}|\b(?:in press|forthcoming|i tryck)\b|\bn\.d\.|\bu\. ?å\.")
_MAYBE_ET_AL = re.compile(r"et(?<!\w..)\s+al\b")
_MAYBE_AUTHOR = re.compile(r", [^\W\d_]\.")
_TECHNICAL_SIGNS = ("10.", "uthor", "ditor", "\\cite", "@")
_MAYBE_TITLED = re.compile(r"\w[,:]? [\"“]\w")
_WINDOW = 160
_AFTER = 60
# Longer lines are whole messages: there only the authors count.
_LONG_LINE = 600


class Published(NamedTuple):
    """Where a text speaks of published work; see `find_citations` and `find_references`."""

    citations: list[tuple[int, int]]
    references: list[tuple[int, int]]


@lasting
def published(text: Text) -> Published:
    """RETURNS (Published): Both kinds; one after the other, components ask for the same."""
    return Published(list(find_citations(text)), list(find_references(text)))


@cache
def _patterns(lang: str) -> tuple[regex.Pattern[str], ...]:
    """Each pattern costs time: those of a language are not tried on others."""
    if lang not in _with("from"):
        return _PATTERNS
    # 'Svenssons bok från 2010', 'Svenssons nya studie 2010'
    work = rf"{_any('work', lang)}\b(?:[ ]{_any('from', lang)})?"
    return (*_PATTERNS, regex.compile(rf"{_NAMES}{_OTHERS}?[ ](?:\p{{Ll}}+[ ]){{0,2}}{work}[ ]{_YEAR}"))


def find_citations(text: str) -> Iterator[tuple[int, int]]:
    """Find names that stand for published work.

    text (str): A message.
    YIELDS (tuple[int, int]): Start and end of the cited names, with the year where there is one; may overlap.
    """
    text = unmarked(text)  # a citation may go on in the next line of what is quoted
    done = 0
    for year in _years(text):
        begin, end = max(done, year.start() - _WINDOW), year.end() + _AFTER
        for pattern in _patterns(languages.spoken()):
            for m in pattern.finditer(text, begin, end):
                # What ends further on is cut off there: the next year will show.
                if m.start() < year.start() < m.end() and not (pattern is _DATED and _is_open(text, m)):
                    yield m.span()
        work = _WORK_BY.match(text, year.start(), year.end() + _WINDOW)
        if work:
            yield work.span("names")
        done = year.end()
    for et_al in _MAYBE_ET_AL.finditer(text) if " al" in text or "\nal" in text else ():
        for m in _ET_AL.finditer(text, max(0, et_al.start() - _WINDOW), et_al.end() + 1):
            yield m.span()


def find_authors(text: str) -> Iterator[tuple[int, int]]:
    """Find surnames of cited authors, in less time than `find_citations` needs, and not all of them.

    text (str): A message.
    YIELDS (tuple[int, int]): Start and end of one name or several, before a year, 'et al' or an initial.
    """
    text = unmarked(text)
    years = _MAYBE_YEAR.finditer(text) if "19" in text or "20" in text else ()
    ends = [year.start() for year in years if text[year.start() - 1 : year.start()] in ("(", "[", " ")]
    ends += (et_al.start() for et_al in (_MAYBE_ET_AL.finditer(text) if " al" in text or "\nal" in text else ()))
    ends += (initial.start() for initial in _MAYBE_AUTHOR.finditer(text))
    for end in ends:
        m = _CITED_BEFORE.search(text, max(0, end - _AFTER), end)
        if m:
            yield m.span("names")


def _years(text: str) -> Iterator[re.Match[str]]:
    undated = "press" in text or "forthcoming" in text or "n.d." in text or "i tryck" in text or "å." in text
    return (_MAYBE_UNDATED if undated else _MAYBE_YEAR).finditer(text)


def _is_spoken(line: str) -> bool:
    """Somebody speaks to somebody: 'Yes, Mary, I agree. Calder (2010) is ...' only begins like a reference."""
    return _speaks(languages.spoken()).search(_QUOTATION.sub(" ", line)) is not None


@cache
def _speaks(lang: str) -> re.Pattern[str]:
    words = sorted(small_words("speaking"), key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(words)})\b(?![\"”])|\?[ \t]+[A-ZÅÄÖ]")


def _is_open(text: str, m: regex.Match[str]) -> bool:
    """Without brackets, a comma and a year say little: 'Thanks Mary, 2010 was cold'."""
    return m["open"] is not None and not (_SEVERAL.search(m.group()) or _LINE_END.match(text, m.end()))


def find_references(text: str) -> Iterator[tuple[int, int]]:
    """Find what describes published work: references, lists of authors, titles in quotes, fields of BibTeX, DOIs.

    text (str): A message.
    YIELDS (tuple[int, int]): Start and end of each; may overlap.
    """
    line_end = 0
    for year in _years(text):
        if year.start() >= line_end:
            line_start = text.rfind("\n", 0, year.start()) + 1
            line_end = text.find("\n", year.end())
            line_end = len(text) if line_end < 0 else line_end
            short = line_end - line_start <= _LONG_LINE
            if not short or not _REFERENCE.match(text, line_start, line_end):
                continue
            numbered = _NUMBERED.match(text, line_start) is not None
            published = numbered or _PUBLISHED.search(text, line_start, line_end) is not None
            if published and (numbered or not _is_spoken(text[line_start:line_end])):
                yield line_start, line_end
    done = 0
    for initial in _MAYBE_AUTHOR.finditer(text):
        if initial.start() < done:
            continue
        name = _BEFORE_INITIAL.search(text, max(done, initial.start() - _AFTER), initial.start())
        m = _AUTHORS.match(text, name.start(), initial.end() + 2 * _WINDOW) if name else None
        if m:
            yield m.start(), m.start() + len(m.group().rstrip(" -"))
            done = m.end()
    if any(sign in text for sign in _TECHNICAL_SIGNS):
        for technical in _TECHNICAL.finditer(text):
            yield technical.span()
    if '"' in text or "“" in text:
        for quote in _MAYBE_TITLED.finditer(text):
            m = _TITLED.search(text, max(0, quote.start() - _AFTER // 2), quote.end() + _WINDOW)
            if m:
                yield m.span("title")
