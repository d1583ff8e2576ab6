"""Days and time stamps, in figures and in words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from .. import languages
from .anchors import Asked, Finder, shape
from .base import Identifier, Page
from .numerals import MONTH, ORDINAL, SHORT_MONTH, SHORT_MONTHS, is_misspelt_month
from .vocabulary import cue_words, cues, function_words, next_word

_SPACE: Final = r"[ \u00a0\u202f]{1,3}"


def _cues(kind: str) -> str:
    """As `cues`, with blanks of every kind between two words."""
    return cues(kind).replace(" ", _SPACE)


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

# Words that make a date: ordinals without a figure, months, feasts.
_ORDINALS: Final = cue_words("ordinal word")
_MONTHS: Final = cue_words("month") | cue_words("feast word") | frozenset(SHORT_MONTHS)
_BORN: Final = cue_words("birth word")
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


# A month; misspelt ones are written over with a sign that no text has.
_MISSPELT: Final = "\ue000"
_MONTH: Final = rf"(?:{MONTH}|{_MISSPELT}+)"
_WORDED = re.compile(
    rf"""(?<![\w./])(?:
      (?P<nth>{_DAY}{_NTH}(?:{_BREAK}of)?|(?P<ord>{ORDINAL})(?:{_BREAK}of)?|ides{_SPACE}of)
          {_BREAK}(?P<m1>{_MONTH})(?:,?(?:{_BREAK})?(?P<y1>{_SHORT_YEAR}))?
    | (?P<d2>(?:(?<=etween[ ])|(?<=ellan[ ])){_DAY}{_SPACE}{_MONTH}{_SPACE}(?:and|och){_SPACE}{_DAY}
          |{_DAY}(?:(?:\s?[-–—]\s?|{_SPACE}(?:to|till|and|och|&){_SPACE}){_DAY})?)
          (?:\.?{_BREAK}|-|\.)(?:of{_SPACE})?(?P<m2>{_MONTH})
          (?:(?:,?{_BREAK}|-)(?P<y2>{_SHORT_YEAR}))?
          (?:\s?[-–—]\s?{_DAY}{_SPACE}{_MONTH}(?:{_SPACE}{_YEAR})?)?
    | (?P<m3>{_MONTH}){_BREAK}
          (?P<d3>(?:the{_SPACE})?{_DAY}(?P<n3>{_NTH})?(?:(?:\s?[-–]\s?|{_SPACE}(?:to|till){_SPACE}){_DAY}(?:{_NTH})?)?)
          (?![\d:.]\d)
          (?:,?{_BREAK}(?P<y3>{_YEAR}))?
    | (?P<glued>{_DAY}{_MON}{_YEAR})
    | (?P<m4>{_MONTH})(?:,|{_SPACE}of)?{_BREAK}(?P<y4>{_YEAR})
    | (?P<feast>(?:{_cues("feast")})(?:{_SPACE}(?:eve|day))?){_SPACE}(?P<y5>{_YEAR})
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
    rf"\b(?:{_cues('birth')}){_SPACE}(?P<year>{_YEAR}|\d\d-[01]\d-[0-3]\d|\d{{6}})(?!\d|[-–:]\d)"
    rf"|\b(?:an?|en){_SPACE}(?P<kid>{_YEAR}){_SPACE}(?:kid|baby|child|barn)\b",
    re.IGNORECASE,
)
_DAY_ALONE = re.compile(
    rf"\b(?:{_cues('day before')}){_SPACE}(?:(?P<day>{_DAY}(?:st|nd|rd|th))"
    r"(?=\s*(?:[.,;!?)]|$|\n|of this|of next|and\b|but\b|so\b|at\b|i\b|we\b|he\b|she\b|they\b))"
    rf"|(?P<den>{_DAY}:[ae])(?=\s*(?:[.,;!?)]|$|\n)))",
    re.IGNORECASE,
)
_UNIX = re.compile(rf"\b(?:{cues('unix')})\b", re.IGNORECASE)
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
    rf"(?:\b(?:{cues('date')}|{cues('date perhaps')})[:,.]?(?: the| på)?|[(\[@\"“>]|^|\n)[ \t\u00a0]*$", re.IGNORECASE
)
_STRONG_CUE = re.compile(rf"(?:\b(?:{cues('date')})[:,.]?(?: the| den)?|[\[@])[ \t\u00a0]*$", re.IGNORECASE)
_DATED = re.compile(rf"\b(?:{cues('date said')})\b", re.IGNORECASE)
_PART = re.compile(rf"\s*(?:{cues('part')})\b", re.IGNORECASE)
_NO_DATE = re.compile(
    rf"(?:\b(?:{cues('no date')})(?: on| den| is| was)?|\((?:19|20)\d\d[a-z]?,|(?<!\?)=|[<~$#^]"
    r"|\b(?:pp?|vol|no|nr|s)\.?[ ]?\d[\d–-]*[,;]?[ ]?\(?)[ \t\u00a0]*$",
    re.IGNORECASE,
)
_CODE_LINE = re.compile(r"<-|\bas\.Date|==|\bversion \d|^[-d][rwx-]{9}\b|^\d+(?:\.\d+)?[,;\t]", re.IGNORECASE)
_ROW = re.compile(r"[,;\t]-?\d+(?:[.,]\d+)?(?:[,;\t\n]|$)")
# A day for which something is planned: its hour is no time stamp.
_PLANNED = re.compile(rf"\b(?:{cues('planned')})\b", re.IGNORECASE)
_LOGGED = re.compile(rf"\b(?:{cues('logged')})\b", re.IGNORECASE)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|heic|mp4|mov|pdf)\b", re.IGNORECASE)
# 'May 3 sshd[812]: failed'
_PROCESS = re.compile(r"[ ][\w./-]{2,40}(?:\[\d+\])?:[ ]")
_NEW_LINE = re.compile(r"(?:^|\n)[> ]*$")
_DURING = re.compile(r"\b(?:in|during|i|under)[ ]$", re.IGNORECASE)
_SECONDS_TOLD = re.compile(r"\d:\d\d:\d\d")
_HOUR_AFTER = re.compile(r",?[ ](?:kl\.?[ ]?|klockan[ ]|at[ ])?(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)")
_VERBS: Final = frozenset({"may", "march", "mar", "dec", "oct", "sept", "mars"})
_GOES_ON = re.compile(r"[ \u00a0]+[a-zåäö]")


# Before and on a line that is code; what is farther off is not looked at.
_LINE: Final = 200


def _is_code(text: str, found: Identifier) -> bool:
    line = text[max(found.start - _LINE, text.rfind("\n", max(0, found.start - _LINE), found.start) + 1) : found.end]
    return bool(_CODE_LINE.search(line)) or bool(
        found.label == "DATE" and _ROW.match(text, found.end) and not _AFTER_DATE.match(text, found.end)
    )


def _before(text: str, start: int) -> str:
    return text[max(0, start - 30) : start]


def _worded_dates(page: Page) -> Iterator[Identifier]:
    misspelt = page.numbers_that(is_misspelt_month)
    text = _with_signs(page, misspelt) if misspelt else page.text
    ordinals = page.places(_ORDINALS)
    for begin, stop in page.windows_at(sorted((*page.numbers(_MONTHS), *misspelt)), 50, 40):
        if page.has_figure(begin, stop) or bisect_left(ordinals, begin) < bisect_left(ordinals, stop):
            for m in _WORDED.finditer(text, begin, stop):
                yield from _with_clock(page.text, m, _worded(page, m))


def _with_signs(page: Page, numbers: list[int]) -> str:
    """The text with some words written over."""
    pieces: list[str] = []
    done = 0
    for number in numbers:
        start, length = page.starts[number], len(page.tokens[number])
        pieces += page.text[done:start], _MISSPELT * length
        done = start + length
    return "".join((*pieces, page.text[done:]))


def _dates_in_figures(page: Page) -> Iterator[Identifier]:
    for m in filter(None, (_FIGURES.match(page.text, digit) for digit in page.free_figures)):
        yield from _with_clock(page.text, m, _figures(page.text, m))


def _near_figures(
    pattern: re.Pattern[str], words: frozenset[str], before: int, after: int
) -> Callable[[Page], Iterator[re.Match[str]]]:
    """What a pattern finds around some words in pieces of a page that have a digit."""

    def find(page: Page) -> Iterator[re.Match[str]]:
        for begin, stop in page.windows(words, before, after):
            if page.has_figure(begin, stop):
                yield from pattern.finditer(page.text, begin, stop)

    return find


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


def _with_clock(text: str, m: re.Match[str], confidence: float) -> Iterator[Identifier]:
    """A date, and the time of day beside it: together they are a time stamp."""
    if not confidence:
        return
    date = Identifier(m.start(), m.end(), "DATE", confidence)
    yield date
    earliest = max(0, date.start - 80)
    line = text[max(text.rfind("\n", earliest, date.start), earliest) : date.start]
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


def _seconds(page: Page) -> Iterator[re.Match[str]]:
    return _SECONDS.finditer(page.text) if _UNIX.search(page.text) else iter(())


def _stamps(page: Page) -> Iterator[re.Match[str]]:
    return _STAMP.finditer(page.text) if _STAMPED.search(page.text) else iter(())


def _outside_code(find: Callable[[Page], Iterable[Identifier]], page: Page) -> Iterator[Identifier]:
    """What a finder finds in no line of code. The time of day in the name of a screenshot stands apart, but its date
    does not."""
    for found in find(page):
        beside = found.label == "TIME" and _PICTURE.match(page.text, found.end)
        if not _is_code(page.text, found) and (beside or not page.is_apart(found.start, found.end)):
            yield found


_DATES: Final = frozenset(("DATE", "TIME"))
FINDERS: Final = tuple(
    finder._replace(find=partial(_outside_code, finder.find), apart=True)
    for finder in (
        Finder(_DATES, _worded_dates, (_MONTHS, Asked(is_misspelt_month))),
        Finder(_DATES, _dates_in_figures, digits=True),
        shape("DATE", 0.85, _near_figures(_BIRTH, _BORN, 10, 30), _BORN, group=None, digits=True),
        shape("DATE", 0.6, _near_figures(_DAY_ALONE, _NTHS, 20, 20), _NTHS, group=None, digits=True),
        shape("TIME", 0.98, _stamps, "T", "_", ":", group="stamp", digits=True),
        shape("TIME", 0.8, _LINE_CLOCK, "[", "(", group="clock", digits=True),
        shape("TIME", 0.8, _seconds, cue_words("unix word"), digits=True),
    )
)
