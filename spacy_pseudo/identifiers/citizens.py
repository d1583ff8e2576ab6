"""Numbers that states give to people, by their shapes and check digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from .anchors import Listed, shape
from .base import Page
from .checks import is_citizen

# What such a number may look like after a word that says what it is.
STATE_NUMBER: Final = re.compile(
    r"(?:[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]|[A-Z]{4}\d{6}[A-Z\d]{8}|[A-Z]{5}\d{4}[A-Z]"  # it, mx, in
    r"|[A-Z]{1,2}\d{6}[ ]?\([\dA]\)|[XYZ]?-?\d{7,8}(?:-?[A-Z]{1,2}|[ ](?-i:[A-Z]))"  # hk; es, ie
    r"|\d(?:[ ]?\d\d){2}[ ]?\d[\dAB](?:[ ]?\d{3}){2}(?:[ ]?\d\d)?"  # fr
    r"|\d{3}\.\d{4}\.\d{4}\.\d\d|\d\d\.\d\d\.\d\d[-.]\d{3}[-.]\d\d|\d{1,3}(?:\.\d{3}){2}-[\dK]{1,2}"  # ch; be; br, cl
    r"|\d{4}\.\d\d\.\d{3}|\d{6}/\d{3,4}|\d\d[ ]\d{3}[ ]\d{3}[ ]\d{3}"  # nl; cz; de
    r"|[A-Z]{2}(?:[ ]?\d\d){3}[ ]?[A-D]|[A-Z]{5}[ ]?\d{6}[ ]?[A-Z\d]{5}|[A-Z]{1,2}\d{6,9}[A-Z]?"  # gb; passports
    r"|(?-i:[A-Z](?=[A-Z\d]*\d[A-Z\d]*\d)[A-Z\d]{8})(?!\w)|[A-Z]\d\d[A-Z\d]{4,6}"
    r"|\d{4}(?:[ ]\d{4}){2}|\d{2,3}(?:[ -]\d{2,4}){2,3}"
    r"|\d{6,13}(?:[-+ ]\d{3,5}[A-Z]?)?|\d{4})(?!\w|[.,]\d)",
    re.IGNORECASE,
)
# Shapes that hardly anything else has, if the check digits are right.
_OWN_SHAPE: Final = re.compile(
    r"(?<![\w.,/-])(?:756\.\d{4}\.\d{4}\.\d\d|\d{3}\.\d{3}\.\d{3}-\d\d|\d\d\.\d\d\.\d\d-\d{3}\.\d\d)(?![\w-]|[.,]\d)"
)
_FISCAL: Final = re.compile(r"(?<!\w)[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z](?!\w)", re.IGNORECASE)
# Shapes that need a word beside them.
_LONG: Final = re.compile(r"(?<![\w.,/-])(?:\d{10,13}|\d{8}-?[A-Z]|\d{7}[A-Z]{1,2})(?![\w-]|[.,]\d)")
_FOREIGN: Final = re.compile(r"(?<!\w)[XYZ]-?\d{7}-?[A-Z](?!\w)")
_WORDS: Final = re.compile(r"[^\W\d_]+")
_BREAK: Final = re.compile(r"[.!?]\s")
_BEFORE, _AFTER = 45, 30


@cache
def _around() -> frozenset[str]:
    """Words near a number that make it a person's: 'id', 'citizen', and peoples."""
    peoples = (line.partition(":")[0].lower() for line in languages.own_and_base("peoples", languages.ALL))
    return frozenset((*peoples, *languages.any_of("number_words", "person").split("|")))


def _own_shapes(page: Page) -> Iterator[re.Match[str]]:
    # Six letters, then the first digit.
    fiscal = (_FISCAL.match(page.text, at - 6) for at in page.figures if at > 5 and page.text[at - 6 : at].isalpha())
    return filter(None, (*page.by_free_figures(_OWN_SHAPE, 2), *fiscal))


def _by_words(page: Page, m: re.Match[str]) -> float:
    before = _BREAK.split(page.text[max(0, m.start() - _BEFORE) : m.start()])[-1]
    near = f"{before} {page.text[m.end() : m.end() + _AFTER]}".lower()
    return 0.82 * (not _around().isdisjoint(_WORDS.findall(near)) and is_citizen(m[0]))


def _long(page: Page) -> Iterator[re.Match[str]]:
    yield from page.by_free_figures(_LONG, 7)
    yield from page.by_letters(_FOREIGN, 2)


FINDERS: Final = (
    shape("ID", lambda page, m: 0.93 * is_citizen(m[0]), _own_shapes, digits=True),
    shape("ID", _by_words, _long, Listed(_around), digits=True),
)
