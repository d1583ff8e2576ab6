"""Numbers that stand for a person: accounts, cards, numbers of a state or an office, number plates.

A check digit that is right makes a number sure; without one, what is said before it decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from . import citizens, plates
from .anchors import Asked, Beginning, Finder, shape
from .base import Identifier, Page, first_stems
from .checks import is_card, is_citizen, is_iban, is_iban_shaped, is_person
from .number_words import OWN, compound_cue, cue, cue_stems, own_cue, things
from .shapes import Shapes
from .vocabulary import cue_words, parts

_like: Final = Shapes("numbers")


_LETTERS: Final = frozenset("as")

_LEAST: Final = {"ACCOUNT": 5, "CARD": 16, "ID": 7, "NUMBER": 3}
_SURE: Final = {"ACCOUNT": 0.85, "CARD": 0.8, "ID": 0.9, "NUMBER": 0.8}


_HEALTH_WORDS: Final = frozenset("nhs patient hospital health".split())
# 'the case 2024' is of that year.
_SWEDEN: Final = "SE"
_OPENED_WORDS: Final = cue_words("opened")
_PREFIX: Final = 6
_SENTENCES: Final = 120
_FEWEST, _FEW = 4, 7
_ALIKE: Final = 200
_REACH: Final = 130  # from a cue to the first digit of its number
_OPENING, _CLOSING = '("“[', ')"”]'


def _accounts(page: Page) -> Iterator[Identifier]:
    yield from filter(None, map(_iban, page.by_letters(_like.iban, 2)))


def _persons(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in (*page.by_free_figures(_like.person, 2), *page.by_letters(_like.insured, 3)):
        # Ten or eleven digits in a row may count anything.
        if (
            m[0].isdigit()
            or not is_person(m[0], coordination=languages.of(page.lang).home.country == _SWEDEN)
            or page.is_apart(*m.span())
        ):
            continue
        if _like.health.fullmatch(m[0]) and _HEALTH_WORDS.isdisjoint(page.vocabulary):
            continue
        if not _like.company.search(text, max(0, m.start() - 40), m.start()):
            yield Identifier(*m.span(), "ID", 0.96)
            yield from _alike(text, m, "ID", 0)


def _iban(m: re.Match[str]) -> Identifier | None:
    """The longest piece that is an account; a word may follow that fits as well."""
    number, end = m[0], m.end()
    while True:
        if is_iban(number):
            return Identifier(m.start(), end, "ACCOUNT", 0.98)
        if is_iban_shaped(number):
            return Identifier(m.start(), end, "ACCOUNT", 0.75)
        number = re.split(r"[\s-]+(?=[^\s-]*\Z)", number)[0]
        if m.start() + len(number) == end:
            return None
        end = m.start() + len(number)


@cache
def _state_word() -> re.Pattern[str]:
    return re.compile(rf"(?:[^\W\d_]+ )?(?:{'|'.join(parts('number_words', 'state'))})\b", re.IGNORECASE)


def _said(page: Page) -> Iterator[Identifier]:
    """Numbers after a word that says whose number it is."""
    text = page.text
    slashed = [at for at in page.places(_LETTERS) if _like.slashed.match(text, at + 1)]
    for at in (*page.where(cue_stems()), *slashed):
        said = cue().match(text, at) if page.has_figure(at, at + _REACH) else None
        if said is None:
            continue
        label = _label(said)
        m = getattr(_like, f"{label.lower()}_said").match(text, said.end()) if label else None
        before = text[max(0, said.start() - 40) : said.start()]
        if m is None or (_size(label, m[0]) < _LEAST[label] and not _short(label, before, said[0], m[0])):
            continue
        if (
            (m[0].isdigit() and _like.counted.match(text, m.end()))
            or _like.not_before.search(before)
            or page.is_apart(*m.span())
        ):
            continue
        if said["link"] == " " and (_like.year.fullmatch(m[0]) or (label == "NUMBER" and _like.count.fullmatch(m[0]))):
            continue
        # 'sin 123 cos 456', 'library 3.2.1', 'transfer to 100000 users'
        if said["CHECKED"] and not (is_citizen(m[0]) and (said["CHECKED"].isupper() or said["link"] != " ")):
            continue
        if said["link"] == " " and (
            _like.version.fullmatch(m[0]) or (_size(label, m[0]) < _FEW and _like.to.search(said[0]))
        ):
            continue
        start, end = m.span()
        # '"UCAS 104-222-3381"': what opens with the cue belongs together.
        if (
            label == "NUMBER"
            and before[-1:]
            and before[-1] in _OPENING
            and text[end : end + 1] in _CLOSING
            and said["link"] == " "
        ):
            start = said.start()
        yield Identifier(start, end, label, _SURE[label])
        yield from _alike(text, m, label, m.end())
        # 'konto 8327-9, 904 123 456-7': the branch and the account
        if label == "ACCOUNT" and (rest := _like.rest.match(text, m.end())) and _like.branch.fullmatch(m[0]):
            yield Identifier(*rest.span(1), "ACCOUNT", 0.8)


def _called(page: Page) -> Iterator[Identifier]:
    """'... (cpr)', '... as my passport number'"""
    for called in _like.called.finditer(page.text):
        m = _like.number_before.search(page.text, max(0, called.start() - 18), called.start())
        if m and _state_word().match(page.text, called.end()):
            yield Identifier(*m.span(), "ID", 0.8)


def _opened(page: Page, m: re.Match[str]) -> float:
    before = page.text[max(0, m.start() - _SENTENCES) : m.start()]
    return 0.7 * bool(_like.it_is.search(before) and _like.opened_before.search(before))


def _in_brackets(page: Page, m: re.Match[str]) -> float:
    return 0.6 * bool(_like.name_before.search(page.text, max(0, m.start() - 40), m.start()))


def _label(said: re.Match[str]) -> str:
    """What a cue says that a number is; empty if it needs more than a blank before the number."""
    if said["WITH"]:
        return "NUMBER" if _like.numbered.search(said["link"]) else ""
    return next((name for name in _LEAST if said[name]), "ID")


def _own(page: Page) -> Iterator[Identifier]:
    """Numbers of somebody, whatever gave them: 'my sailing club number is'."""
    for at in page.places(OWN):
        said = own_cue().match(page.text, at) if page.has_figure(at, at + _REACH) else None
        if said and not things().search(said["what"]):
            yield from _number(page, said.end(), _FEWEST)


def _compounds(page: Page) -> Iterator[Identifier]:
    """The same in one word: 'antagningsnummer'."""
    text = page.text
    for number in page.numbers_that(_is_compound) if languages.of(page.lang).compounds else ():
        at = page.starts[number]
        at = text.rfind(" ", max(0, at - _REACH), at) + 1 if text[at - 1 : at] == "-" else at
        if said := compound_cue().match(text, at):
            yield from _number(page, said.end(), _LEAST["NUMBER"])


def _is_compound(word: str) -> bool:
    return word.endswith(("nummer", "numret", "nr", "kod", "koden", "id"))


def _number(page: Page, at: int, least: int) -> Iterator[Identifier]:
    m = _like.number_said.match(page.text, at)
    if m is None:
        return
    if _size("NUMBER", m[0]) < least and not _short("NUMBER", "", "", m[0]):
        return
    if not (m[0].isdigit() and _like.counted.match(page.text, m.end())):
        yield Identifier(*m.span(), "NUMBER", 0.65)


def _size(label: str, number: str) -> int:
    """How many digits a number has; in those of states, letters count."""
    return sum(char.isdigit() or (label == "ID" and char.isalpha()) for char in number)


def _short(label: str, before: str, cue: str, number: str) -> bool:
    """Numbers of few digits, after a cue that leaves no doubt."""
    if label == "ID":
        return len(number) == 4 and _like.last_four.search(before) is not None
    if label == "ACCOUNT":
        return len(number) == 4 and number.isdigit() and cue.lower().startswith("clearing")
    return label == "NUMBER" and any(map(str.isalpha, number)) and len(number) > 4


def _alike(text: str, m: re.Match[str], label: str, earliest: int) -> Iterator[Identifier]:
    """Further numbers of the same shape in the same sentence: 'my id is 40312, the list shows 40321'."""
    stop = _like.sentence.search(text, m.end(), m.end() + _ALIKE)
    shape = re.sub(r"[A-Z]", "[A-Z]", re.sub(r"\d", "0", re.escape(m[0]))).replace("0", r"\d")
    pattern = re.compile(rf"(?<![\w.,-]){shape}(?!\w|[.,]\d)")
    begin, end = max(earliest, m.start() - _ALIKE), stop.start() if stop else m.end() + _ALIKE
    for other in pattern.finditer(text, begin, end):
        if other.start() != m.start():
            yield Identifier(*other.span(), label, 0.65)


_LABELS: Final = frozenset(_LEAST)
FINDERS: Final = (
    Finder(_LABELS, _accounts, digits=True, apart=True),
    shape("CARD", lambda page, m: 0.95 * is_card(m[0]), lambda page: page.by_free_figures(_like.card, 4), digits=True),
    shape("CARD", 0.95, _like.hidden_card, "****", "xxxx", "XXXX", "••••", "····", digits=True, apart=True),
    shape("ACCOUNT", 0.8, lambda page: page.by_free_figures(_like.sort_code, 2), group=1, digits=True),
    shape("ACCOUNT", 0.8, lambda page: page.by_free_figures(_like.sort_code, 2), group=2, digits=True),
    shape("NUMBER", _opened, lambda page: page.by_letters(_like.opened, _PREFIX), _OPENED_WORDS, digits=True),
    shape("NUMBER", _in_brackets, lambda page: page.by_free_figures(_like.in_brackets, 6), "(", digits=True),
    Finder(_LABELS, _persons, digits=True, apart=True),
    Finder(_LABELS, _said, (Beginning(cue_stems), "/c", "/n", "/C", "/N"), digits=True, apart=True),
    Finder(
        _LABELS, _called, (Beginning(lambda: first_stems(parts("number_words", "state"))),), digits=True, apart=True
    ),
    Finder(_LABELS, _own, (OWN,), digits=True),
    Finder(_LABELS, _compounds, (Asked(_is_compound),), digits=True),
    *citizens.FINDERS,
    *plates.FINDERS,
)
