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
from .shape_files import Shapes
from .vocabulary import cue_words, function_words, next_word

# Misspelt months are written over with a sign that no text has.
_MISSPELT: Final = "\ue000"
_like: Final = Shapes("dates", lambda: {"ORDINAL": ORDINAL, "MONTH": rf"(?:{MONTH}|{_MISSPELT}+)"})
# Words that make a date: ordinals without a figure, months, feasts.
_ORDINALS: Final = cue_words("ordinal word")
_MONTHS: Final = cue_words("month") | cue_words("feast word") | frozenset(SHORT_MONTHS)
_BORN: Final = cue_words("birth word")
_NTHS: Final = frozenset("st nd rd th".split())
_VERBS: Final = frozenset({"may", "march", "mar", "dec", "oct", "sept", "mars"})
# Before and on a line that is code; what is farther off is not looked at.
_LINE: Final = 200
_BEFORE: Final = 30
_MISSPELT_MONTH: Final = Asked(is_misspelt_month)


def _worded_dates(page: Page) -> Iterator[Identifier]:
    misspelt = page.numbers(_MISSPELT_MONTH)
    chars = list(page) if misspelt else []
    for number in misspelt:
        start, length = page.starts[number], len(page.tokens[number])
        chars[start : start + length] = _MISSPELT * length
    text = "".join(chars) or page
    ordinals = page.places(_ORDINALS)
    for begin, stop in page.windows(sorted((*page.numbers(_MONTHS), *misspelt)), 50, 40):
        if page.has_figure(begin, stop) or bisect_left(ordinals, begin) < bisect_left(ordinals, stop):
            for m in _like.worded.finditer(text, begin, stop):
                yield from _with_clock(page, m, _worded(page, m))


def _dates_in_figures(page: Page) -> Iterator[Identifier]:
    for m in page.from_figures(_like.figures, maybe=_like.maybe):
        yield from _with_clock(page, m, _figures(page, m))


def _worded(page: Page, m: re.Match[str]) -> float:
    """How likely it is a date: a year or an ordinal makes sure, 'may' and 'dec' may be other words."""
    before = page[max(0, m.start() - _BEFORE) : m.start()]
    if _like.no_date.search(before):
        return 0.0
    month = (m["m1"] or m["m2"] or m["m3"] or m["m4"] or "").rstrip(".")
    doubtful = month.lower() in _VERBS
    if m["nth"] is not None:
        verb = doubtful and " of" not in m["nth"].lower() and month != "mars"
        return 0.0 if m["ord"] and not m["y1"] and (verb or m[0].lower() == "fourth of july") else 0.95
    if m["glued"] or m["feast"] is not None:
        return 0.95 if m["glued"] else 0.7
    if m["y2"] or m["y3"] or m["y4"]:
        return 0.97
    if "\n" in m[0] and (m["m3"] or not _like.cue.search(before)):
        return 0.0
    goes_on = _like.goes_on.match(page, m.end())
    if m["m2"] is not None:
        if not doubtful or month == "mars" or month.istitle() or not goes_on:
            return 0.9 if not before.rstrip().endswith(("page", "sidan", "of")) else 0.0
        return 0.8 if _like.cue.search(before) and m.start() else 0.0
    if m["n3"] or (_like.process.match(page, m.end()) and _like.new_line.search(before)):
        return 0.9
    # 'In June 4 students left': nobody says 'in' of a day, and many say the day first.
    following = next_word(page, m.end())
    day_first = languages.of(page.lang).day_first and following and following not in function_words()
    if day_first or _like.during.search(before):
        return 0.0
    stop = m["m3"].endswith(".")
    short = re.fullmatch(SHORT_MONTH, month, re.IGNORECASE) is not None and not stop
    doubtful = doubtful and not (stop and month[0].isupper())
    if not (doubtful or short) or _like.strong_cue.search(before):
        return 0.85
    return 0.75 if month[0].isupper() and not short and not goes_on else 0.0


def _figures(page: Page, m: re.Match[str]) -> float:
    before = page[max(0, m.start() - _BEFORE) : m.start()]
    if _like.no_date.search(before):
        return 0.0
    if m["iso"] or m["my"]:
        return 0.97 if m["iso"] else 0.8
    if m["run"]:
        return 0.75 if _like.cue.search(before) and _like.dated.search(before) else 0.0
    first, second, *_ = map(int, re.findall(r"\d+", m[0]))
    if min(first, second) > 12:
        return 0.0
    if m["full"]:
        if m["s2"] == "." and _like.versions.search(page, max(0, m.start() - _LINE), m.start()):
            return 0.0
        short = len(m[0]) - max(m[0].rfind(mark) for mark in "/.-") == 3
        return 0.7 if short and m["s2"] != "/" else 0.95
    if m["slashed"] or _like.part.match(page, m.end()):
        return 0.9 if m["slashed"] else 0.0
    slash = m["s3"] == "/"
    if slash and _like.hour_after.match(page, m.end()):
        return 0.8
    said = slash or m["dot"] or before.rstrip().lower().endswith(("senast", "den", "sedan", "sen", "since"))
    return (0.85 if slash else 0.7) * bool(said and _like.strong_cue.search(before))


def _with_clock(text: str, m: re.Match[str], confidence: float) -> Iterator[Identifier]:
    """A date, and the time of day beside it: together they are a time stamp."""
    if not confidence:
        return
    start, end = m.span()
    yield Identifier(start, end, "DATE", confidence)
    after = _like.after_date.match(text, end)
    if after:
        yield Identifier(*after.span("clock"), "TIME", 0.9)
        for m in _like.next_clock.finditer(text, after.end(), min(len(text), after.end() + 40)):
            yield Identifier(*m.span("clock"), "TIME", 0.8)
    elif (first := _like.clock_first.search(text, max(0, start - 25), start)) and ":" in first["clock"]:
        yield Identifier(*first.span("clock"), "TIME", 0.8)


def _outside_code(find: Callable[[Page], Iterable[Identifier]], page: Page) -> Iterator[Identifier]:
    """What a finder finds in no line of code and no row of a table. The time of day in the name of a screenshot stands
    apart, but its date does not."""
    for found in find(page):
        start, end = found.start, found.end
        line = page[max(start - _LINE, page.rfind("\n", max(0, start - _LINE), start) + 1) : end]
        row = found.label == "DATE" and _like.row.match(page, end) and not _like.after_date.match(page, end)
        beside = found.label == "TIME" and _like.picture.match(page, end)
        if not row and not _like.code_line.search(line) and (beside or not page.is_apart(start, end)):
            yield found


_DATES: Final = frozenset(("DATE", "TIME"))
FINDERS: Final = tuple(
    finder._replace(find=partial(_outside_code, finder.find), apart=True)
    for finder in (
        Finder(_DATES, _worded_dates, (_MONTHS, _MISSPELT_MONTH)),
        Finder(_DATES, _dates_in_figures, digits=1),
        shape("DATE", 0.85, _like.near("birth", _BORN, 10, 30), _BORN, group=None, digits=3),
        shape("DATE", 0.6, _like.near("day_alone", _NTHS, 20, 20), _NTHS, group=None, digits=1),
        shape("DATE", 0.6, _like.anywhere("day_alone"), ":a", ":e", group=None, digits=1),
        shape("TIME", 0.98, _like.where("stamp", "stamped"), "T", "_", ":", group="stamp", digits=3),
        shape("TIME", 0.8, _like.anywhere("line_clock"), "[", "(", group="clock", digits=1),
        shape("TIME", 0.8, _like.where("seconds", "unix"), cue_words("unix word"), digits=6),
    )
)
