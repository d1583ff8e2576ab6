"""Days and time stamps, in figures and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .. import languages
from .base import Identifier, Page
from .months import misspelt_months
from .numerals import MONTH, ORDINAL, SHORT_MONTH
from .vocabulary import function_words, next_word

_SPACE: Final = r"[ \u00a0\u202f]{1,3}"
# A line may end within a date.
_BREAK: Final = rf"(?:{_SPACE}|[ ]?\n(?:>[ ]?)?)"
_DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])"
_NTH: Final = r"(?:st|nd|rd|th|:[ae])"
_YEAR: Final = r"(?:1[89]|20)\d\d"
_SHORT_YEAR: Final = rf"(?:{_YEAR}|['’]\d\d\b|-\d\d\b)"
_MON: Final = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_CLOCK: Final = (
    r"(?:[01]?\d|2[0-3])[:.][0-5]\d(?:[:.][0-5]\d(?:[.,]\d{1,6})?)?"
    r"(?:\s?[apAP]\.?[mM]\b)?(?:\s?(?:Z|UTC|GMT|CET|CEST|BST|[PECM][SD]T|Uhr)\b)?"
    r"(?:\s?[+-]\d\d:?\d\d\b)?(?:\s?\([A-Z]{3,4}\))?"
)

# Words that make a date: an ordinal without a figure, months, feasts, birth.
_ORDINALS: Final = frozenset(
    "ides first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth "
    "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde "
    "fjortonde femtonde sextonde sjuttonde artonde nittonde tjugonde trettionde "
    "tjugoförsta tjugoandra tjugotredje tjugofjärde tjugofemte tjugosjätte tjugosjunde tjugoåttonde "
    "tjugonionde trettioförsta".split()
)
_MONTHS: Final = frozenset(
    "january february march april may june july august september october november december januari "
    "februari mars maj juni juli augusti oktober jan feb mar apr jun jul aug sep sept oct okt "
    "nov dec christmas year years easter midsummer jul julafton juldagen nyårsafton midsommar midsommarafton".split()
)
_BORN: Final = frozenset("born född födda föddes årgång f b class dob kid baby child barn".split())
_NTHS: Final = frozenset("st nd rd th a e".split())

_STAMP = re.compile(
    rf"""(?<![\w.:/-])(?:IMG_|VID_|PXL_)?(?P<stamp>
      {_YEAR}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d{{1,9}})?)?(?:Z|[+-]\d\d:?\d\d)?
    | {_YEAR}[01]\d[0-3]\dT[0-2]\d[0-5]\d(?:[0-5]\d)?Z?
    | (?:19|20)\d\d[01]\d[0-3]\d_[0-2]\d[0-5]\d[0-5]\d
    | {_MON}[ ]{{1,2}}\d{{1,2}}[ ]\d\d:\d\d:\d\d(?:[ ][A-Z]{{3,4}})?[ ]{_YEAR}
    | \d\d/{_MON}/{_YEAR}:\d\d:\d\d:\d\d(?:[ ][+-]\d{{4}})?
    | {_MON}[ ]{{1,2}}\d{{1,2}}[ ]\d\d:\d\d:\d\d
    )(?![\d:])""",
    re.VERBOSE,
)

_STAMPED = re.compile(r"[T_:](?:(?<=\d[T_])\d|(?<=:)\d\d:\d)")


@lru_cache(maxsize=100)
def _worded_pattern(misspelt: tuple[str, ...]) -> re.Pattern[str]:
    """Dates in words, with names of months that are misspelt on a page."""
    month = rf"(?:{MONTH}|(?:{'|'.join(misspelt)})\b)" if misspelt else MONTH
    return re.compile(
        rf"""(?<![\w./])(?:
          (?P<nth>{_DAY}{_NTH}(?:{_BREAK}of)?|(?P<ord>{ORDINAL})(?:{_BREAK}of)?|ides{_SPACE}of)
              {_BREAK}(?P<m1>{month})(?:,?(?:{_BREAK})?(?P<y1>{_SHORT_YEAR}))?
        | (?P<d2>(?:(?<=etween[ ])|(?<=ellan[ ])){_DAY}{_SPACE}{month}{_SPACE}(?:and|och){_SPACE}{_DAY}
              |{_DAY}(?:(?:\s?[-–—]\s?|{_SPACE}(?:to|till|and|och|&){_SPACE}){_DAY})?)
              (?:\.?{_BREAK}|-|\.)(?:of{_SPACE})?(?P<m2>{month})
              (?:(?:,?{_BREAK}|-)(?P<y2>{_SHORT_YEAR}))?
              (?:\s?[-–—]\s?{_DAY}{_SPACE}{month}(?:{_SPACE}{_YEAR})?)?
        | (?P<m3>{month}){_BREAK}
              (?P<d3>(?:the{_SPACE})?{_DAY}(?P<n3>{_NTH})?(?:(?:\s?[-–]\s?|{_SPACE}(?:to|till){_SPACE}){_DAY}(?:{_NTH})?)?)
              (?![\d:.]\d)
              (?:,?{_BREAK}(?P<y3>{_YEAR}))?
        | (?P<glued>{_DAY}{_MON}{_YEAR})
        | (?P<m4>{month})(?:,|{_SPACE}of)?{_BREAK}(?P<y4>{_YEAR})
        | (?P<feast>(?:christmas|new{_SPACE}year['’]?s?|easter|midsummer)(?:{_SPACE}(?:eve|day))?
              |jul(?:afton|dagen)?|nyårsafton|midsommar(?:afton)?)
              {_SPACE}(?P<y5>{_YEAR})
        )(?![\w])""",
        re.VERBOSE | re.IGNORECASE,
    )


_FIGURES = re.compile(
    rf"""(?<![\w.:/$€£%-])(?:
      (?P<iso>(?:19|20|2O)[\dO]{{2}}(?P<s1>[-/.])[01O][\dO](?P=s1)[0-3O][\dO])(?![\dO])
    | (?P<full>{_DAY}(?P<s2>[/.-]){_DAY}(?P=s2)(?:{_YEAR}|\d\d)|{_DAY}[ ]/[ ]{_DAY}[ ]/[ ]{_YEAR})(?![\d/-]|\.\d)
    | (?P<slashed>{_DAY}/{_DAY}(?:[ ]|[ ]?-[ ]?|[ ]-)(?:{_YEAR}|(?<=-)\d\d))(?!\d)
    | (?P<my>(?:0?[1-9]|1[0-2])/{_YEAR})(?![\d/])
    | (?P<run>{_YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?![\d]|[-.+]\d)
    | (?P<short>{_DAY}(?P<s3>[/.]){_DAY}(?P<dot>(?<=\.\d)\.(?!\d)|(?<=\.\d\d)\.(?!\d))?)(?![\d/%]|[.:]\d)
    )(?![A-Za-z])""",
    re.VERBOSE,
)

_BIRTH = re.compile(
    rf"\b(?:born(?:{_SPACE}in|:)?|född(?:a|es)?(?:{_SPACE}(?:år|i|den))?:?|föddes|årgång|f\.|b\.|class{_SPACE}of|DOB:?)"
    rf"{_SPACE}(?P<year>{_YEAR}|\d\d-[01]\d-[0-3]\d|\d{{6}})(?!\d|[-–:]\d)|\b(?:an?"
    rf"|en){_SPACE}(?P<kid>{_YEAR}){_SPACE}(?:kid|baby|child|barn)\b",
    re.IGNORECASE,
)
_DAY_ALONE = re.compile(
    rf"\b(?:on|by|until|till|before|since|from|after){_SPACE}(?:the{_SPACE})(?P<day>{_DAY}(?:st|nd|rd|th))"
    r"(?=\s*(?:[.,;!?)]|$|\n|of this|of next|and\b|but\b|so\b|at\b|i\b|we\b|he\b|she\b|they\b))"
    rf"|\b(?:på|senast|efter|före|innan){_SPACE}den{_SPACE}(?P<den>{_DAY}:[ae])(?=\s*(?:[.,;!?)]|$|\n))",
    re.IGNORECASE,
)
_UNIX = re.compile(r"\b(?:unix|epoch|time ?stamp|posted at|created)\b", re.IGNORECASE)
_UNIX_WORDS: Final = frozenset("unix epoch time timestamp stamp posted created".split())
_SECONDS = re.compile(r"(?<![\w.])1[0-9]{9}(?:\d{3})?(?![\w.])")

_AFTER_DATE = re.compile(
    rf"(?:,?{_SPACE}|,|\]|\t|[ ][-–|][ ]|[ ]\()?(?:(?:at|kl\.?|klockan|um|@){_SPACE})?(?P<clock>{_CLOCK}"
    rf"|[0-2]\d[0-5]\d[0-5]\d(?=\.\w))(?!\d|:\d|[.]\d|%)"
)
_CLOCK_FIRST = re.compile(rf"(?<![\w:.])(?P<clock>{_CLOCK}),?{_SPACE}(?:on{_SPACE})?$")
_LINE_CLOCK = re.compile(rf"(?:^|\n)[> ]*[\[(](?P<clock>{_CLOCK})[\])]\s*(?=<|[A-Z@])")
_NEXT_CLOCK = re.compile(r"\b(?:ended|until|to|finished|closed|slutade|till)\s(?P<clock>\d\d:\d\d:\d\d)(?![\d:])")

# What a date without a year follows.
_CUE = re.compile(
    r"(?:\b(?:on|by|until|till|til|since|from|before|after|to|due|dated|say|arriv\w+|leav\w+|deadline"
    r"|starts?|started|starting|ends?|ended"
    r"|born|dated?|updated|modified|created|uppdaterad|ändrad|posted|sent|died|meet|you|u|between|and"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun"
    r"|den|senast|sedan|sen|från|fr|till|ses|ses på|innan|före|efter|tillbaka|kommer|börjar|slutar"
    r"|född|föddes|datum|skickat"
    r"|måndag(?:en)?|tisdag(?:en)?|onsdag(?:en)?|torsdag(?:en)?|fredag(?:en)?|lördag(?:en)?"
    r"|söndag(?:en)?)[:,.]?(?: the| på)?|[(\[@\"“>]|^|\n)[ \t\u00a0]*$",
    re.IGNORECASE,
)
_STRONG_CUE = re.compile(
    r"(?:\b(?:on|by|until|till|since|before|due|dated|say|arriv\w+|leav\w+|deadline|starts?|started"
    r"|born|posted|sent|died|see you|see u|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday|den|senast|sedan|sen|ses|innan|före|efter|tillbaka|kommer|född"
    r"|föddes|skickat|datum|deadline"
    r"|måndag(?:en)?|tisdag(?:en)?|onsdag(?:en)?|torsdag(?:en)?|fredag(?:en)?|lördag(?:en)?"
    r"|söndag(?:en)?)[:,.]?(?: the| den)?|[\[@])[ \t\u00a0]*$",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\b(?:dated?|updated|modified|created|on|since|born|dob|född|datum|uppdaterad|ändrad|den)\b", re.IGNORECASE
)
_PART = re.compile(
    r"\s*(?:of|av|cups?|spoons?|tsk|msk|dl|mmhg|points?|poäng|right|rätt|correct|på provet|on the|page|changed)\b",
    re.IGNORECASE,
)
_NO_DATE = re.compile(
    r"(?:\b(?:version|v\.?|ver\.|release|section|sect?\.|chapter|ch\.|kap\.?|avsnitt|table|tabell"
    r"|figure|fig\.|figur|§|pp?\.|pages?|sid\w*|s\.|scored?|got|fick|ratio|question|uppgift|fråga"
    r"|epoch|fold|retrieved|accessed|hämtad(?:es)?|åtkomst|läst|last visited|no\.|nr|vol\."
    r"|arxiv\S*(?: \[\S+\])?)(?: on| den| is| was)?|\((?:19|20)\d\d[a-z]?,|(?<!\?)=|[<~$#^]|\b(?:pp?|vol|no|nr"
    r"|s)\.?[ ]?\d[\d–-]*[,;]?[ ]?\(?)[ \t\u00a0]*$",
    re.IGNORECASE,
)
_CODE_LINE = re.compile(r"<-|\bas\.Date|==|\bversion \d|^[-d][rwx-]{9}\b|^\d+(?:\.\d+)?[,;\t]", re.IGNORECASE)
_ROW = re.compile(r"[,;\t]-?\d+(?:[.,]\d+)?(?:[,;\t\n]|$)")
# A day for which something is planned: its hour is no time stamp.
_PLANNED = re.compile(
    r"\b(?:senast|deadline|due|inlämning|meet\w*|möte|ses|exam|webinar|föreläsning\w*|tenta\w*|lecture"
    r"|starts?|börjar|will|ska|opens|closes|öppnar|stänger|begins|scheduled|booked|bokad)\b",
    re.IGNORECASE,
)
_LOGGED = re.compile(
    r"\b(?:log\w*|edit\w*|redig\w*|sent|post(?:ed|ade?s?)?|submitted|saved|handed|skick\w*|skrev|wrote|ändra\w*"
    r"|regist\w+|record\w*|upload\w*|received|created|updated|finished|timestamp|inlogg\w*|utlogg\w*|spara[dt]\w*"
    r"|skapa[dt]\w*|motta\w+|uppdatera[dt]\w*|ladda\w*|inläm\w+ad\w*|lämnade)\b",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|heic|mp4|mov|pdf)\b", re.IGNORECASE)
# 'May 3 sshd[812]: failed'
_PROCESS = re.compile(r"[ ][\w./-]{2,40}(?:\[\d+\])?:[ ]")
_NEW_LINE = re.compile(r"(?:^|\n)[> ]*$")
_DURING = re.compile(r"\b(?:in|during|i|under)[ ]$", re.IGNORECASE)
_SECONDS_TOLD = re.compile(r"\d:\d\d:\d\d")
_HOUR_AFTER = re.compile(r",?[ ](?:kl\.?[ ]?|klockan[ ]|at[ ])?(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)")
_VERBS: Final = frozenset({"may", "march", "mar", "dec", "oct", "sept", "mars"})
_GOES_ON = re.compile(r"[ \u00a0]+[a-zåäö]")


def find_dates(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): DATE and TIME."""
    text = page.text
    if not page.has_digits and page.vocabulary.isdisjoint(_ORDINALS):
        return
    for found in (*_dates(page), *_stamps(page)):
        # The time of day in the name of a screenshot stands apart, but its date does not.
        beside = found.label == "TIME" and _PICTURE.match(text, found.end)
        if not _is_code(text, found) and (beside or not page.is_apart(found.start, found.end)):
            yield found


def _is_code(text: str, found: Identifier) -> bool:
    line = text[text.rfind("\n", 0, found.start) + 1 : found.end]
    return bool(_CODE_LINE.search(line)) or bool(
        found.label == "DATE" and _ROW.match(text, found.end) and not _AFTER_DATE.match(text, found.end)
    )


def _before(text: str, start: int) -> str:
    return text[max(0, start - 30) : start]


def _dates(page: Page) -> Iterator[Identifier]:
    text = page.text
    misspelt = misspelt_months(page) if page.has_digits else frozenset()
    pattern = _worded_pattern(tuple(sorted(misspelt)))
    months = _MONTHS | misspelt if misspelt else _MONTHS
    ordinals = page.places(_ORDINALS)
    worded = (
        m
        for begin, stop in page.windows_at(page.numbers_of(months), 50, 40)
        if page.has_figure(begin, stop) or any(begin <= at < stop for at in ordinals)
        for m in pattern.finditer(text, begin, stop)
    )
    for m in worded:
        confidence = _worded(page, m)
        if confidence:
            yield from _with_clock(text, Identifier(m.start(), m.end(), "DATE", confidence))
    for m in filter(None, (_FIGURES.match(text, digit) for digit in page.free_figures)):
        confidence = _figures(text, m)
        if confidence:
            yield from _with_clock(text, Identifier(m.start(), m.end(), "DATE", confidence))
    for m in _near_figures(page, _BIRTH, page.windows(_BORN, 10, 30)):
        start, end = m.span("year") if m["year"] else m.span("kid")
        yield Identifier(start, end, "DATE", 0.85)
    for m in _near_figures(page, _DAY_ALONE, page.windows(_NTHS, 20, 20)):
        start, end = m.span("day") if m["day"] else m.span("den")
        yield Identifier(start, end, "DATE", 0.6)


def _near_figures(page: Page, pattern: re.Pattern[str], windows: Iterator[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """What a pattern finds in pieces of a page that have a digit."""
    for begin, stop in windows:
        if page.has_figure(begin, stop):
            yield from pattern.finditer(page.text, begin, stop)


def _worded(page: Page, m: re.Match[str]) -> float:
    """How likely it is a date: a year or an ordinal makes sure, 'may' and 'dec' may be other words."""
    text = page.text
    before = _before(text, m.start())
    if _NO_DATE.search(before):
        return 0.0
    if m["nth"] is not None:
        feast = m["ord"] is not None and not m["y1"] and m[0].lower() == "fourth of july"
        if (
            m["ord"] is not None
            and m["m1"].lower() in _VERBS
            and not m["y1"]
            and " of" not in m["nth"].lower()
            and "mars" not in m[0].lower()
        ):
            return 0.0
        return 0.0 if feast else 0.95
    if m["glued"]:
        return 0.95
    if m["feast"] is not None:
        return 0.7
    year = m["y2"] or m["y3"] or m["y4"]
    month = (m["m2"] or m["m3"] or m["m4"]).rstrip(".")
    if year:
        return 0.97
    if "\n" in m[0] and (m["m3"] or not _CUE.search(before)):
        return 0.0
    doubtful = month.lower() in _VERBS and not (month == "mars" and m["m2"])
    if m["m2"] is not None:
        if not doubtful or (month[0].isupper() and not month.isupper()) or not _GOES_ON.match(text, m.end()):
            return 0.9 if not before.rstrip().endswith(("page", "sidan", "of")) else 0.0
        return 0.8 if _CUE.search(before) and m.start() else 0.0
    stop = m["m3"].endswith(".")
    short = re.fullmatch(SHORT_MONTH, month, re.IGNORECASE) is not None and not stop
    if m["n3"]:
        return 0.9
    if _PROCESS.match(text, m.end()) and _NEW_LINE.search(before):
        return 0.9
    # 'In June 4 students left': nobody says 'in' of a day, and many say the day first.
    following = next_word(text, m.end())
    if _DURING.search(before) or (
        languages.of(page.lang).day_first and following and following not in function_words()
    ):
        return 0.0
    doubtful = doubtful and not (stop and month[0].isupper())
    if not (doubtful or short) or _STRONG_CUE.search(before):
        return 0.85
    return 0.75 if month[0].isupper() and not short and not _GOES_ON.match(text, m.end()) else 0.0


def _figures(text: str, m: re.Match[str]) -> float:
    before = _before(text, m.start())
    if _NO_DATE.search(before):
        return 0.0
    if m["iso"]:
        return 0.97
    if m["run"]:
        return 0.75 if _CUE.search(before) and _DATED.search(before) else 0.0
    if m["my"]:
        return 0.8
    first, second = (int(part) for part in re.findall(r"\d+", m[0])[:2])
    if min(first, second) > 12:
        return 0.0
    if m["full"]:
        short = len(m[0]) - max(m[0].rfind(mark) for mark in "/.-") == 3
        return 0.7 if short and m["s2"] != "/" else 0.95
    if m["slashed"]:
        return 0.9
    if _PART.match(text, m.end()):
        return 0.0
    slash = m["s3"] == "/"
    if slash and _HOUR_AFTER.match(text, m.end()):
        return 0.8
    if _STRONG_CUE.search(before) and (
        slash or m["dot"] or before.rstrip().lower().endswith(("senast", "den", "sedan", "sen", "since"))
    ):
        return 0.85 if slash else 0.7
    return 0.0


def _with_clock(text: str, date: Identifier) -> Iterator[Identifier]:
    """A date, and the time of day beside it: together they are a time stamp."""
    yield date
    line = text[max(text.rfind("\n", 0, date.start), date.start - 80, 0) : date.start]
    after = _AFTER_DATE.match(text, date.end)
    exact = after is not None and _SECONDS_TOLD.search(after["clock"]) is not None
    planned = not exact and _PLANNED.search(line) and not _LOGGED.search(line)
    if after and not planned:
        yield Identifier(*after.span("clock"), "TIME", 0.9)
        for m in _NEXT_CLOCK.finditer(text, after.end(), min(len(text), after.end() + 40)):
            yield Identifier(*m.span("clock"), "TIME", 0.8)
    elif not after and not planned:
        first = _CLOCK_FIRST.search(text, max(0, date.start - 25), date.start)
        if first and ":" in first["clock"]:
            yield Identifier(*first.span("clock"), "TIME", 0.8)


def _stamps(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _STAMP.finditer(text) if _STAMPED.search(text) else ():
        yield Identifier(*m.span("stamp"), "TIME", 0.98)
    if ":" in text and ("[" in text or "(" in text):
        for m in _LINE_CLOCK.finditer(text):
            yield Identifier(*m.span("clock"), "TIME", 0.8)
    if not page.vocabulary.isdisjoint(_UNIX_WORDS) and _UNIX.search(text):
        for m in _SECONDS.finditer(text):
            yield Identifier(*m.span(), "TIME", 0.8)
