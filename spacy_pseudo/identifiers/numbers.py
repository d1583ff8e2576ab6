"""Numbers that stand for a person: accounts, cards, numbers of a state or an office, number plates.

A check digit that is right makes a number sure; without one, what is said before it decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from . import plates
from .anchors import Asked, Beginning, Finder, Listed, shape
from .base import Identifier, Page, first_stems
from .checks import is_card, is_citizen, is_iban, is_iban_shaped, is_person
from .shape_files import Shapes
from .vocabulary import cue_words, parts

_OWN: Final = frozenset("my his her min mitt mina hans hennes".split())


def _pieces() -> dict[str, str]:
    compounding = (lang for lang in languages.known() if languages.of(lang).compounds)
    return {"OWN": "|".join(sorted(_OWN)), "THINGS": "|".join(parts("number_words", "thing", *compounding))}


_like: Final = Shapes("numbers", _pieces)
_KINDS: Final = ("state", "state checked", "bank", "card", "office", "office with")
_CUES: Final = Beginning(lambda: first_stems(word for kind in _KINDS for word in parts("number_words", kind)))
_LETTERS: Final = frozenset("as")
# How many digits a number has at least after its cue, and how likely it is one.
_LEAST: Final = {"ACCOUNT": 5, "CARD": 16, "ID": 7, "NUMBER": 3}
_SURE: Final = {"ACCOUNT": 0.85, "CARD": 0.8, "ID": 0.9, "NUMBER": 0.83}
_HEALTH_WORDS: Final = frozenset("nhs patient hospital health".split())
_SWEDEN: Final = "SE"
_FEWEST, _FEW = 4, 7
_ALIKE: Final = 200
_REACH: Final = 130  # from a cue to the first digit of its number
_OPENING, _CLOSING = '("“[', ')"”]'


@cache
def _around() -> frozenset[str]:
    """Words near a number that make it a person's: 'id', 'citizen', and peoples."""
    peoples = (line.partition(":")[0].lower() for line in languages.own_and_base("peoples", languages.ALL))
    return frozenset((*peoples, *parts("number_words", "person")))


def _citizen(page: Page, m: re.Match[str]) -> float:
    return 0.93 * is_citizen(m[0])


def _citizen_by_words(page: Page, m: re.Match[str]) -> float:
    before = _like.stop.split(page[max(0, m.start() - 45) : m.start()])[-1]
    near = f"{before} {page[m.end() : m.end() + 30]}".lower()
    return 0.82 * (not _around().isdisjoint(_like.words.findall(near)) and is_citizen(m[0]))


def _accounts(page: Page) -> Iterator[Identifier]:
    return filter(None, map(_iban, page.from_letters(_like.iban, 2)))


def _persons(page: Page) -> Iterator[Identifier]:
    coordination = languages.of(page.lang).home.country == _SWEDEN
    for m in (*page.from_figures(_like.person), *page.from_letters(_like.insured, 3, gap=True)):
        # Ten or eleven digits in a row may count anything.
        if m[0].isdigit() or not is_person(m[0], coordination=coordination) or page.is_apart(*m.span()):
            continue
        health = _like.health.fullmatch(m[0]) and _HEALTH_WORDS.isdisjoint(page.vocabulary)
        if not health and not _like.company.search(page, max(0, m.start() - 40), m.start()):
            yield Identifier(*m.span(), "ID", 0.96)
            yield from _alike(page, m, "ID", 0)


def _iban(m: re.Match[str]) -> Identifier | None:
    """The longest piece that is an account; a word may follow that fits as well."""
    number, shorter = "", m[0]
    while number != shorter:
        number = shorter
        if confidence := 0.98 * is_iban(number) or 0.75 * is_iban_shaped(number):
            return Identifier(m.start(), m.start() + len(number), "ACCOUNT", confidence)
        shorter = re.split(r"[\s-]+(?=[^\s-]*\Z)", number)[0]
    return None


def _said(page: Page) -> Iterator[Identifier]:
    """Numbers after a word that says whose number it is."""
    slashed = [at for at in page.places(_LETTERS) if _like.slashed.match(page, at + 1)]
    for at in (*page.places(_CUES), *slashed):
        said = _like.cue.match(page, at) if page.has_figure(at, at + _REACH) else None
        label = _label(said) if said else ""
        m = getattr(_like, f"{label.lower()}_said").match(page, said.end()) if said and label else None
        if said is None or m is None:
            continue
        (start, end), number, bare = m.span(), m[0], said["link"] == " "
        before, size = page[max(0, at - 40) : at], _size(label, number)
        if size < _LEAST[label] and not _short(label, before, said[0], said["link"], number):
            continue
        if (number.isdigit() and _like.counted.match(page, end)) or _like.not_before.search(before):
            continue
        # 'sin 123 cos 456', 'library 3.2.1', 'transfer to 100000 users', 'the case 2024', 'student 204 said'
        if said["CHECKED"] and not (is_citizen(number) and (said["CHECKED"].isupper() or not bare)):
            continue
        few = (size < _FEW and _like.to.search(said[0])) or (label == "NUMBER" and _like.count.fullmatch(number))
        if (bare and (few or _like.year_or_version.fullmatch(number))) or page.is_apart(start, end):
            continue
        # '"UCAS 104-222-3381"': what opens with the cue belongs together.
        opened = before[-1:] in tuple(_OPENING) and page[end : end + 1] in _CLOSING
        yield Identifier(at if label == "NUMBER" and bare and opened else start, end, label, _SURE[label])
        yield from _alike(page, m, label, end)
        # 'konto 8327-9, 904 123 456-7': the branch and the account
        if label == "ACCOUNT" and (rest := _like.rest.match(page, end)) and _like.branch.fullmatch(number):
            yield Identifier(*rest.span(1), "ACCOUNT", 0.8)


def _called(page: Page) -> Iterator[re.Match[str] | None]:
    """'... (cpr)', '... as my passport number'"""
    for called in _like.called.finditer(page):
        if _like.state_word.match(page, called.end()):
            yield _like.number_before.search(page, max(0, called.start() - 18), called.start())


def _opened(page: Page, m: re.Match[str]) -> float:
    before = page[max(0, m.start() - 120) : m.start()]
    return 0.7 * bool(_like.it_is.search(before) and _like.opened_before.search(before))


def _in_brackets(page: Page, m: re.Match[str]) -> float:
    return 0.6 * bool(_like.name_before.search(page, max(0, m.start() - 40), m.start()))


def _label(said: re.Match[str]) -> str:
    """What a cue says that a number is; empty if it needs more than a blank before the number."""
    if said["WITH"]:
        return "NUMBER" if _like.numbered.search(said["link"]) else ""
    return next((name for name in _LEAST if said[name]), "ID")


def _own(page: Page) -> Iterator[Identifier]:
    """Numbers of somebody, whatever gave them: 'my sailing club number is'."""
    for at in page.places(_OWN):
        said = _like.own_cue.match(page, at) if page.has_figure(at, at + _REACH) else None
        if said and not _like.thing.search(said["what"]):
            yield from _number(page, said.end(), _FEWEST)


def _compounds(page: Page) -> Iterator[Identifier]:
    """The same in one word: 'antagningsnummer'."""
    for number in page.numbers(_COMPOUND) if languages.of(page.lang).compounds else ():
        at = page.starts[number]
        at = page.rfind(" ", max(0, at - _REACH), at) + 1 if page[at - 1 : at] == "-" else at
        if said := _like.compound_cue.match(page, at):
            yield from _number(page, said.end(), _LEAST["NUMBER"])


def _is_compound(word: str) -> bool:
    return word.endswith(("nummer", "numret", "nr", "kod", "koden", "id"))


_COMPOUND: Final = Asked(_is_compound)


def _number(page: Page, at: int, least: int) -> Iterator[Identifier]:
    m = _like.number_said.match(page, at)
    if m is None or (_size("NUMBER", m[0]) < least and not _short("NUMBER", "", "", "", m[0])):
        return
    if not (m[0].isdigit() and _like.counted.match(page, m.end())):
        yield Identifier(*m.span(), "NUMBER", 0.65)


def _size(label: str, number: str) -> int:
    """How many digits a number has; in those of states, letters count."""
    return sum(char.isdigit() or (label == "ID" and char.isalpha()) for char in number)


def _short(label: str, before: str, cue: str, link: str, number: str) -> bool:
    """Numbers of few digits, after a cue that leaves no doubt."""
    if label == "ID":  # 'the last four of my passport are 4821', 'Pin No.: 482913'
        numbered = len(number) >= _FEWEST and _like.numbered.search(link) is not None
        return numbered or (len(number) == 4 and _like.last_four.search(before) is not None)
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
    Finder(_LABELS, _accounts, digits=6, apart=True),
    shape("CARD", lambda page, m: 0.95 * is_card(m[0]), _like.at_figures("card"), digits=6),
    shape("CARD", 0.95, _like.anywhere("hidden_card"), "****", "xxxx", "XXXX", "••••", "····", digits=3, apart=True),
    shape("ACCOUNT", 0.8, _like.at_figures("sort_code"), group=1, digits=6),
    shape("ACCOUNT", 0.8, _like.at_figures("sort_code"), group=2, digits=6),
    shape("NUMBER", _opened, _like.at_letters("opened", 6, gap=True), cue_words("opened"), digits=3),
    shape("NUMBER", _in_brackets, _like.at_figures("in_brackets"), "(", digits=6),
    Finder(_LABELS, _persons, digits=6, apart=True),
    Finder(_LABELS, _said, (_CUES, "/c", "/n", "/C", "/N"), digits=1, apart=True),
    shape("ID", 0.8, _called, Beginning(lambda: first_stems(parts("number_words", "state"))), digits=1, apart=True),
    Finder(_LABELS, _own, (_OWN,), digits=1),
    Finder(_LABELS, _compounds, (_COMPOUND,), digits=1),
    # Numbers that states give to people, by their shapes and check digits.
    shape("ID", _citizen, _like.at_figures("own_shape"), digits=6),
    shape("ID", _citizen, _like.at_letters("fiscal", 6), digits=3),
    shape("ID", _citizen_by_words, _like.at_figures("long"), Listed(_around), digits=6),
    shape("ID", _citizen_by_words, _like.at_letters("foreign", 2, gap=True), Listed(_around), digits=6),
    *plates.FINDERS,
)
