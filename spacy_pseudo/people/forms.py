"""The forms a person may be called by because of the registered names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from .. import languages
from ..attrs import GLUED, INITIALS, NICKNAME, PART, REGISTERED
from ..text.words import Atom, atoms, fold, fold_all, spellings
from .display_names import UNSPACED, PersonName, parse_name
from .handles import halves, splits
from .nicknames import nicknames_of

# Kinds: what a form says about a person; linking trusts them differently.
FULL: Final = "full"  # given name and surname
GIVEN: Final = "given"
SURNAME: Final = "surname"
NICK: Final = "nick"  # learned from how people sign and are greeted, or given by a person
TABLE: Final = "table"  # a nickname by the table, not seen to be used
HANDLE: Final = "handle"  # names run together, as in an account's name
LETTERS: Final = "letters"  # two or three initials
LETTER: Final = "letter"  # one initial

_MOST_INITIALS: Final = 4
_SHORTEST: Final = 3
# A surname of one sign and a given name of two, as most are; or of two and two.
_WITHOUT_BLANKS = regex.compile(
    r"(?P<surname>\p{Han})(?P<given>\p{Han}{2})|(?P<surname>\p{Hangul})(?P<given>\p{Hangul}{2})|(?P<surname>\p{Han}{2})(?P<given>\p{Han}{2})"
)
_RUN_TOGETHER = regex.compile(
    r"(?i)(?P<first>van|von|de)(?P<second>der|den|de|la|las|los|l)(?P<core>\p{L}{4,})|(?P<first>van|von)(?P<second>)(?P<core>\p{L}{5,})"
)
# The core of these alone is nobody's: 'Luca' of 'Deluca', 'Neill' of 'Oneill'.
_RUN_INTO = regex.compile(r"(?i)(?P<first>de|di|da|du|la|le|o)(?P<core>[\p{L}\p{M}]{3,})")


class Variant(NamedTuple):
    """One way to write a person's name: its folded words, how it came about and what it says."""

    words: tuple[str, ...]
    text: str
    category: str
    kind: str

    @property
    def is_short(self) -> bool:
        """RETURNS (bool): It has fewer letters than a name; of a script without blanks two signs are one."""
        return max(map(len, self.words)) < _SHORTEST and UNSPACED.fullmatch(self.text) is None


def variants(displays: tuple[str, ...]) -> tuple[Variant, ...]:
    """Every form that follows from registered names, nicknames of the table included.

    displays (tuple[str, ...]): A person's registered names.
    RETURNS (tuple[Variant, ...]): Forms; each once, as the most telling.
    """
    return _all_variants(displays, languages.spoken())


@lru_cache(maxsize=20_000)
def _all_variants(displays: tuple[str, ...], lang: str) -> tuple[Variant, ...]:
    """The same, remembered for each language: its lists decide."""
    found: dict[tuple[str, ...], Variant] = {}
    for variant in _variants(displays):
        found.setdefault(variant.words, variant)
    return tuple(found.values())


def _variants(displays: Iterable[str]) -> Iterator[Variant]:
    names = [parse_name(display) for display in displays]
    for name in names:
        yield from _full_variants(name)
    for name in names:
        yield from _given_variants(name)
        yield from _surname_variants(name)
    for name in names:
        called = (*name.given, *name.preferred)
        for given in dict.fromkeys((*called, *(piece.text for one in called for piece in _long_pieces(one)))):
            for nickname in sorted(nicknames_of(given)):
                yield Variant((nickname,), nickname.capitalize(), NICKNAME, TABLE)
    for name in names:
        yield from _handle_variants(name)
        yield from _hidden_variants(name)
        yield from _initial_variants(name)


def spelled(text: str) -> list[tuple[str, ...]]:
    """RETURNS (list[tuple[str, ...]]): The folded words of a name, in every usual way: 'Jörg' is 'jorg' and 'joerg'."""
    options: list[tuple[str, ...]] = [()]
    for atom in atoms(text):
        options = [(*words, word) for words in options for word in sorted(spellings(atom.text))]
    return options


def _variant(text: str, category: str, kind: str) -> Iterator[Variant]:
    for words in spelled(text):
        if words:
            yield Variant(words, text, category, kind)


def _full_variants(name: PersonName) -> Iterator[Variant]:
    given, surname, core = name.given, " ".join(name.surname), " ".join(name.core)
    if not given or not surname:
        return
    if all(map(UNSPACED.fullmatch, (*given, *name.surname))):
        yield from _variant("".join((*name.surname, *given)), REGISTERED, FULL)
    firsts = [" ".join(given), given[0], *(" ".join((given[0], *given[2:])),), *given[1:], *name.preferred]
    for first in dict.fromkeys(firsts):
        for last in dict.fromkeys((surname, core, *_respaced(core))):
            if len(first) > 1 and len(last) > 1:
                yield from _variant(f"{first} {last}", REGISTERED, FULL)
                yield from _variant(f"{last} {first}", REGISTERED, FULL)


def _given_variants(name: PersonName) -> Iterator[Variant]:
    if len(name.given) > 1:
        yield from _variant(" ".join(name.given), PART, GIVEN)
        if min(map(len, name.given)) > 2:  # 'Maryann'
            yield from _variant("".join(name.given), PART, GIVEN)
    single = REGISTERED if not name.surname and len(name.given) == 1 else PART
    for given in (*name.given, *name.preferred):
        if max(map(len, fold_all(given)), default=0) > 1:
            yield from _variant(given, single, GIVEN)
            if not name.surname and (found := _WITHOUT_BLANKS.fullmatch(given)):
                yield from _variant(found["given"], PART, GIVEN)
                yield from _variant(found["surname"], PART, SURNAME) if len(found["surname"]) > 1 else ()
            pieces = _long_pieces(given) if " " not in given else []
            for piece in pieces:
                yield from _variant(piece.text, PART, GIVEN)
            joined = "".join(piece.text for piece in atoms(given))
            if len(pieces) > 1 or ("-" in given and " " not in given and len(joined) > _SHORTEST):  # 'Jeanluc', 'Jiwoo'
                yield from _variant(joined, PART, GIVEN)
            for first, second in halves(fold(given)) if given.isalpha() else ():  # 'Anne Marie'
                yield Variant((first, second), f"{first.capitalize()} {second.capitalize()}", PART, GIVEN)


def _surname_variants(name: PersonName) -> Iterator[Variant]:
    for last in dict.fromkeys((" ".join(name.surname), " ".join(name.core))):
        if len(last) > 1:
            yield from _variant(last, PART, SURNAME)
    if len(name.surname) > 1:  # 'Vandermoor'
        yield from _variant("".join(name.surname), PART, SURNAME)
    for word in name.core:
        if len(word) > 1:
            yield from _variant(word, PART, SURNAME)
            for piece in _long_pieces(word):
                yield from _variant(piece.text, PART, SURNAME)
            for spaced in _respaced(word):
                yield from _variant(spaced, PART, SURNAME)
            if len(atoms(word)) > 1:  # 'ONeil'
                yield from _variant("".join(piece.text for piece in atoms(word)), PART, SURNAME)


def _respaced(surname: str) -> list[str]:
    """'van der Moor' and 'Moor' of 'Vandermoor', 'De Luca' of 'Deluca', as handles run them together."""
    found = _RUN_TOGETHER.fullmatch(surname)
    if not found:
        run = _RUN_INTO.fullmatch(surname)
        return [f"{run['first']} {run['core'].capitalize()}"] if run else []
    core = found["core"].capitalize()
    return [f"{' '.join(filter(None, (found['first'].lower(), (found['second'] or '').lower())))} {core}", core]


def _handle_variants(name: PersonName) -> Iterator[Variant]:
    """'maryjanepoe', 'marypoe', 'mpoe' and 'poemary', as people call themselves on line."""
    last = "".join(piece for word in name.core for piece in fold_all(word))
    firsts = ["".join(piece for word in given for piece in fold_all(word)) for given in (name.given, name.given[:1])]
    for first in dict.fromkeys(firsts):
        if first and len(last) > 1:
            for handle in (first + last, first[0] + last, last + first):
                if len(handle) > 4:
                    yield Variant((handle,), handle, GLUED, HANDLE)


def _hidden_variants(name: PersonName) -> Iterator[Variant]:
    """'Koch' and 'Maria' of 'mariakoch', where it may be read in several ways; nobody was seen to use them yet."""
    for first, last in splits(name.handle) if not name.surname else ():
        yield Variant((last,), last.capitalize(), PART, SURNAME)
        if len(first) > 1:
            yield Variant((first, last), f"{first.capitalize()} {last.capitalize()}", REGISTERED, FULL)
            yield Variant((first,), first.capitalize(), PART, TABLE)


def _long_pieces(word: str) -> list[Atom]:
    pieces = atoms(word)
    return [piece for piece in pieces if len(piece.text) > 2] if len(pieces) > 1 else []


def _initial_variants(name: PersonName) -> Iterator[Variant]:
    pieces = [atom.text for given in name.given for atom in atoms(given)]
    firsts = "".join(piece[0] for piece in pieces)
    last = name.core[0][0] if name.core else ""
    double = "".join(atom.text[0] for atom in atoms(name.core[0])) if name.core else ""  # 'Lloyd-Baines'
    every = "".join(atom.text[0] for word in name.surname for atom in atoms(word))  # 'de Lloyd-Baines'
    main = "".join(atom.text[0] for atom in atoms(name.given[0])) if name.given else ""  # 'Anne-Marie J.'
    called = "".join(piece[0] for piece in pieces if len(piece) > 1)  # 'J. Marie'
    combined = (firsts + last, firsts[:1] + last, firsts, firsts[:1] + double, firsts[:1] + every, main + last)
    turned = last + firsts[:1]  # 'Zhang Wei' signs WZ or ZW
    for letters in dict.fromkeys((*combined, called[:1] + last if called != firsts else "", turned)):
        if 2 <= len(letters) <= _MOST_INITIALS:
            yield Variant((fold(letters),), letters.upper(), INITIALS, LETTERS)
            yield Variant(tuple(fold(letters)), "-".join(letters.upper()), INITIALS, LETTERS)
    for letter in dict.fromkeys((firsts[:1], called[:1], last)):
        if letter:
            yield Variant((fold(letter),), letter.upper(), INITIALS, LETTER)
