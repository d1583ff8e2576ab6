"""All finders together: every place gets one label, and no two places overlap."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Final

from .. import languages
from ..attrs import IDENTIFIER_LABELS, LIFE, SENSITIVE
from ..text import countries
from ..text.ranges import resolve
from ..text.words import fold
from . import clocks, dates, locations, machines, mail, numbers, phones, user_names, web
from .anchors import Finder, Table, ask, table_of
from .base import Identifier, Page
from .grammars import find, find_own
from .life import find_life

# Whoever has said once what it is has said it for all places.
_REPEATED: Final = frozenset(("ADDRESS", "PHONE", "EMAIL", "SCHOOL"))
# And whoever has said which country they speak of speaks of its people.
_NATIONAL: Final = frozenset(("COUNTRY", "NATIONALITY"))
_OWNED: Final = "(?:['’]?s|(?<=s)['’])?"
_OWN_END: Final = re.compile("(?:['’]?s|(?<=s)['’])$")
_PIECE: Final = re.compile(r"\w+")
_BETWEEN: Final = r"[\s>|,.@()/+-]{1,8}"
_SHORTEST: Final = 8  # letters and digits
_AGAIN: Final = 0.8

_ONLINE: Final = (*mail.FINDERS, *web.FINDERS, *user_names.FINDERS, *machines.FINDERS)
_ABOUT: Final = frozenset(("NATIONALITY", "LANGUAGE", *LIFE, *SENSITIVE))
_OTHERS: Final = (
    *(*phones.FINDERS, *numbers.FINDERS, *dates.FINDERS, *clocks.FINDERS, *locations.FINDERS),
    Finder(frozenset(("AGE",)), partial(find, names=("ages",)), apart=True),
    Finder(frozenset(("DATE",)), partial(find, names=("years",)), digits=3, apart=True),
    Finder(frozenset(("SCHOOL", "EMPLOYER")), partial(find, names=("schools", "employers")), apart=True),
    Finder(_ABOUT, find_life, apart=True),
)
# What finders of one group find may be what those of another never look at: an address of a machine is no town.
_GROUPS: Final = (_ONLINE, _OTHERS)


def all_finders() -> tuple[Finder, ...]:
    """RETURNS (tuple[Finder, ...]): All finders, in the order in which they are asked."""
    return tuple(finder for group in _GROUPS for finder in group)


@cache
def _table(labels: frozenset[str]) -> Table:
    """The finders of labels, and what they ask for."""
    return table_of(finder for finder in all_finders() if not labels.isdisjoint(finder.labels))


def looked_for(replaced: Collection[str]) -> frozenset[str]:
    """Tell what has to be looked for if only some of it is replaced: of what overlaps, the surer one counts, so that
    what stays keeps others from being found in it.

    replaced (Collection[str]): The labels of what is replaced.
    RETURNS (frozenset[str]): These, and those that they may be taken for; nothing of a group of which all stays.
    """
    groups = (frozenset().union(*(finder.labels for finder in group)) for group in _GROUPS)
    return frozenset().union(*(group for group in groups if not group.isdisjoint(replaced)))


def find_identifiers(
    text: str,
    *,
    lang: str = languages.BASE,
    labels: Collection[str] | None = None,
    lists: Mapping[str, frozenset[str]] | None = None,
    rules: tuple[str, ...] = (),
) -> list[Identifier]:
    """Find other personal data.

    text (str): The text.
    lang (str): Its language.
    labels (Optional[Collection[str]]): Only these; None for all.
    lists (Optional[Mapping[str, frozenset[str]]]): Words that a user has supplied, by label; folded.
    rules (tuple[str, ...]): Rules that a user has supplied; see text/rules.py.
    RETURNS (list[Identifier]): What was found, in order, without overlaps: the surer of two, then the longer one.
    """
    page = text if isinstance(text, Page) and text.lang == lang else Page(text, lang)
    page.lists, page.rules = lists or {}, rules
    wanted = frozenset(IDENTIFIER_LABELS if labels is None else labels)
    # The finders ask for the lists of other languages by themselves.
    with languages.speaking(languages.BASE):
        own = (one for one in find_own(page) if one.label in wanted)
        found = without_overlaps([*find_all(page, wanted), *own] if rules else find_all(page, wanted))
    if not found:
        return found
    people = _people_again(page, found) if "NATIONALITY" in wanted else ()
    return without_overlaps([*found, *_again(text, found), *people])


def find_all(page: Page, labels: frozenset[str]) -> Iterator[Identifier]:
    """YIELDS (Identifier): What the finders of labels find, in any order; some of it overlaps."""
    return (one for one in ask(_table(labels), page) if one.label in labels)


def _again(text: str, found: Iterable[Identifier]) -> Iterator[Identifier]:
    """YIELDS (Identifier): What was recognised once, in another layout: after '|', divided by the end of a line."""
    for one in {(i.label, text[i.start : i.end]): i for i in found if i.label in _REPEATED}.values():
        pieces = _PIECE.findall(text[one.start : one.end])
        if sum(map(len, pieces)) < _SHORTEST or text.count(pieces[0]) < 2:
            continue
        owned = _OWNED if one.label == "SCHOOL" else ""
        pattern = re.compile(rf"(?<!\w){_BETWEEN.join(map(re.escape, pieces))}{owned}(?!\w)", re.IGNORECASE)
        for m in pattern.finditer(text):
            if m.end() <= one.start or one.end <= m.start():
                yield one._replace(start=m.start(), end=m.end(), confidence=min(one.confidence, _AGAIN))


def _people_again(page: Page, found: Iterable[Identifier]) -> Iterator[Identifier]:
    """YIELDS (Identifier): The people of countries that were recognised: 'the Danes' beside 'Denmark'."""
    named = {page[one.start : one.end] for one in found if one.label in _NATIONAL}
    words = {word for name in named for word in _people_of(name, page.lang)}
    if words:
        longest_first = "|".join(sorted(words, key=lambda word: (-len(word), word)))
        for m in re.finditer(rf"(?<!\w)(?:{longest_first}){_OWNED}(?!\w)", page):
            if not page.is_apart(*m.span()):
                yield Identifier(*m.span(), "NATIONALITY", _AGAIN)


@cache
def _people_of(name: str, lang: str) -> frozenset[str]:
    """What the people of a country are called that is named; with a capital, too, unless that may be somebody."""
    form = countries.form_of(name, lang) or countries.form_of(_OWN_END.sub("", name), lang)
    words = countries.people(form.code, lang) if form is not None else ()
    capitals = (word.capitalize() for word in words if fold(word) not in languages.given_names(lang))
    return frozenset((*words, *capitals))


def without_overlaps(found: Iterable[Identifier]) -> list[Identifier]:
    """RETURNS (list[Identifier]): In order; of what overlaps, the surer one, then the longer one."""
    return resolve(found, priority=_priority)


def _priority(one: Identifier) -> tuple[float, int, int, str]:
    return -round(one.confidence, 2), one.start - one.end, one.start, one.label
