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
from .shapes import Shapes
from .vocabulary import cue_words, function_words, next_word

# Misspelt months are written over with a sign that no text has.
_MISSPELT: Final = "\ue000"
_like: Final = Shapes("dates", lambda: {"ORDINAL": ORDINAL, "MONTH": rf"(?:{MONTH}|{_MISSPELT}+)"})


# Words that make a date: ordinals without a figure, months, feasts.
_ORDINALS: Final = cue_words("ordinal word")
_MONTHS: Final = cue_words("month") | cue_words("feast word") | frozenset(SHORT_MONTHS)
_BORN: Final = cue_words("birth word")
_NTHS: Final = frozenset("st nd rd th a e".split())


# A month; misspelt ones are written over with a sign that no text has.


_VERBS: Final = frozenset({"may", "march", "mar", "dec", "oct", "sept", "mars"})


# Before and on a line that is code; what is farther off is not looked at.
_LINE: Final = 200


def _is_code(text: str, found: Identifier) -> bool:
    line = text[max(found.start - _LINE, text.rfind("\n", max(0, found.start - _LINE), found.start) + 1) : found.end]
    return bool(_like.code_line.search(line)) or bool(
        found.label == "DATE" and _like.row.match(text, found.end) and not _like.after_date.match(text, found.end)
    )


def _before(text: str, start: int) -> str:
    return text[max(0, start - 30) : start]


def _worded_dates(page: Page) -> Iterator[Identifier]:
    misspelt = page.numbers_that(is_misspelt_month)
    text = _with_signs(page, misspelt) if misspelt else page.text
    ordinals = page.places(_ORDINALS)
    for begin, stop in page.windows_at(sorted((*page.numbers(_MONTHS), *misspelt)), 50, 40):
        if page.has_figure(begin, stop) or bisect_left(ordinals, begin) < bisect_left(ordinals, stop):
            for m in _like.worded.finditer(text, begin, stop):
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
    for m in filter(None, (_like.figures.match(page.text, digit) for digit in page.free_figures)):
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
    if _like.no_date.search(before):
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
    if "\n" in m[0] and (m["m3"] or not _like.cue.search(before)):
        return 0.0
    doubtful = month.lower() in _VERBS and not (month == "mars" and m["m2"])
    if m["m2"] is not None:
        if not doubtful or (month[0].isupper() and not month.isupper()) or not _like.goes_on.match(text, m.end()):
            return 0.9 if not before.rstrip().endswith(("page", "sidan", "of")) else 0.0
        return 0.8 if _like.cue.search(before) and m.start() else 0.0
    stop = m["m3"].endswith(".")
    short = re.fullmatch(SHORT_MONTH, month, re.IGNORECASE) is not None and not stop
    if m["n3"]:
        return 0.9
    if _like.process.match(text, m.end()) and _like.new_line.search(before):
        return 0.9
    # 'In June 4 students left': nobody says 'in' of a day, and many say the day first.
    following = next_word(text, m.end())
    if _like.during.search(before) or (
        languages.of(page.lang).day_first and following and following not in function_words()
    ):
        return 0.0
    doubtful = doubtful and not (stop and month[0].isupper())
    if not (doubtful or short) or _like.strong_cue.search(before):
        return 0.85
    return 0.75 if month[0].isupper() and not short and not _like.goes_on.match(text, m.end()) else 0.0


def _figures(text: str, m: re.Match[str]) -> float:
    before = _before(text, m.start())
    if _like.no_date.search(before):
        return 0.0
    if m["iso"]:
        return 0.97
    if m["run"]:
        return 0.75 if _like.cue.search(before) and _like.dated.search(before) else 0.0
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
    if _like.part.match(text, m.end()):
        return 0.0
    slash = m["s3"] == "/"
    if slash and _like.hour_after.match(text, m.end()):
        return 0.8
    if _like.strong_cue.search(before) and (
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
    after = _like.after_date.match(text, date.end)
    exact = after is not None and _like.seconds_told.search(after["clock"]) is not None
    planned = not exact and _like.planned.search(line) and not _like.logged.search(line)
    if after and not planned:
        yield Identifier(*after.span("clock"), "TIME", 0.9)
        for m in _like.next_clock.finditer(text, after.end(), min(len(text), after.end() + 40)):
            yield Identifier(*m.span("clock"), "TIME", 0.8)
    elif not after and not planned:
        first = _like.clock_first.search(text, max(0, date.start - 25), date.start)
        if first and ":" in first["clock"]:
            yield Identifier(*first.span("clock"), "TIME", 0.8)


def _seconds(page: Page) -> Iterator[re.Match[str]]:
    return _like.seconds.finditer(page.text) if _like.unix.search(page.text) else iter(())


def _stamps(page: Page) -> Iterator[re.Match[str]]:
    return _like.stamp.finditer(page.text) if _like.stamped.search(page.text) else iter(())


def _outside_code(find: Callable[[Page], Iterable[Identifier]], page: Page) -> Iterator[Identifier]:
    """What a finder finds in no line of code. The time of day in the name of a screenshot stands apart, but its date
    does not."""
    for found in find(page):
        beside = found.label == "TIME" and _like.picture.match(page.text, found.end)
        if not _is_code(page.text, found) and (beside or not page.is_apart(found.start, found.end)):
            yield found


_DATES: Final = frozenset(("DATE", "TIME"))
FINDERS: Final = tuple(
    finder._replace(find=partial(_outside_code, finder.find), apart=True)
    for finder in (
        Finder(_DATES, _worded_dates, (_MONTHS, Asked(is_misspelt_month))),
        Finder(_DATES, _dates_in_figures, digits=True),
        shape("DATE", 0.85, _near_figures(_like.birth, _BORN, 10, 30), _BORN, group=None, digits=True),
        shape("DATE", 0.6, _near_figures(_like.day_alone, _NTHS, 20, 20), _NTHS, group=None, digits=True),
        shape("TIME", 0.98, _stamps, "T", "_", ":", group="stamp", digits=True),
        shape("TIME", 0.8, _like.line_clock, "[", "(", group="clock", digits=True),
        shape("TIME", 0.8, _seconds, cue_words("unix word"), digits=True),
    )
)
