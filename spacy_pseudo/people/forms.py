"""What a registered name is made of, and the forms a person may be called by because of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from .. import languages
from ..attrs import GLUED, INITIALS, NICKNAME, PART, REGISTERED
from ..text.gazetteer import places
from ..text.salutation_rules import BEARERS, USUAL
from ..text.words import Atom, atoms, fold, fold_all, spellings, stop_words, word_list
from .handles import split_surely, splits
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
_BRACKETS = regex.compile(r"[(\[{<]([^)\]}>]*)[)\]}>]?|[\"“”]([^\"“”]+)[\"“”]")
_EMAIL = regex.compile(r"([\w.+-]+)@[\w.-]+")
# 'mary.poe at uni.example', as archives of lists write it
_SPELT_OUT = regex.compile(r"(?<=\w)[ ]?(?:[ ]at[ ]|[\[(]at[\])])[ ]?(?=[\w-]+(?:\.|[ ]dot[ ])\w)")
_HANDLE_SPLIT = regex.compile(r"[._\-+\d]+")
# 'Mary Poe - Hydrology', 'Mary Poe | Hydrology', 'Mary Poe via the list', 'Mary Poe née Grey'
_SIDE_NOTE = regex.compile(
    r"[ \t]+[/–—-][ \t]+|[ \t]+-(?=\p{Lu}{2,5}\b)|(?<=\p{L}[ \t]+\p{L}[^|@]*)[ \t]*[|@][ \t]*"
    r"|[ \t,]+(?:(?:via|on[ ]behalf[ ]of|c/o)[ \t]+.*|(?:née|nee|né|geb\.?|aka|a\.k\.a\.)[ \t]+)"
    r"|(?<=\p{L}[ \t]+\p{L}+)[ \t]+at[ \t]+.*"
)
_ALL_QUOTED = regex.compile(r"\s*[\"“]([^\"“”]+)[\"”]((?:\s*<[^<>]*>)?)\s*")
# Nobody's name is as long.
_LONGEST = 300
_NOBODY = regex.compile(r"(?i)\s*(?:n/?a|null|none|nil|test|deleted|removed)\s*")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]+")
# A surname of one sign and a given name of two, as most are.
_HAN_NAME = regex.compile(r"\p{Han}{3}")
_RUN_TOGETHER = regex.compile(
    r"(?i)(?P<first>van|von|de)(?P<second>der|den|de|la|las|los|l)(?P<core>\p{L}{4,})|(?P<first>van|von)(?P<second>)(?P<core>\p{L}{5,})"
)
# The core of these alone is nobody's: 'Luca' of 'Deluca', 'Neill' of 'Oneill'.
_RUN_INTO = regex.compile(r"(?i)(?P<first>de|di|da|du|la|le|o)(?P<core>[\p{L}\p{M}]{3,})")
_CAMEL = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})")


class Variant(NamedTuple):
    """One way to write a person's name: its folded words, how it came about and what it says."""

    words: tuple[str, ...]
    text: str
    category: str
    kind: str

    @property
    def is_short(self) -> bool:
        """RETURNS (bool): It has fewer letters than a name; of a script without blanks two signs are one."""
        return max(map(len, self.words)) < _SHORTEST and _UNSPACED.fullmatch(self.text) is None


@dataclass(frozen=True, slots=True)
class PersonName:
    """A registered name taken apart."""

    given: tuple[str, ...] = ()
    surname: tuple[str, ...] = ()  # particles included: ('van', 'der', 'Moor')
    preferred: tuple[str, ...] = ()
    handle: str = ""  # folded; names may be run together in it that could not be told apart for sure

    @property
    def core(self) -> tuple[str, ...]:
        """RETURNS (tuple[str, ...]): The surname without its particles."""
        return tuple(w for w in self.surname if fold(w) not in word_list("particles")) or self.surname


def parse_name(display: str) -> PersonName:
    """Take a registered name apart, in whatever shape it comes.

    display (str): 'Poe, Mary Jane', 'Dr. Mary J. POE (MJ)', 'mary.poe@uni.example', 'mpoe', 'Acme GmbH' ...
    RETURNS (PersonName): Its parts; empty for a company or a mailbox.
    """
    return _parsed(display, languages.spoken())


@lru_cache(maxsize=20_000)
def _parsed(display: str, lang: str) -> PersonName:
    """The same, remembered for each language: its lists decide."""
    display = _mended(display)
    if _SPELT_OUT.search(display):
        display = _SPELT_OUT.sub("@", display.replace(" dot ", "."))
    email = _EMAIL.fullmatch(display.strip().strip("<>"))
    if email:
        return _parse_handle(email[1])
    inside = [m[1] or m[2] or "" for m in _BRACKETS.finditer(display)]
    preferred = tuple(word for text in inside if not _EMAIL.search(text) for word in _preferred(text))
    name, *notes = _SIDE_NOTE.split(_EMAIL.sub(" ", _BRACKETS.sub(" ", display)))
    preferred += tuple(word for note in notes if len(_words(note)) == 1 for word in _preferred(note))
    before, *parts = [part for part in name.split(",") if not _is_added(part)] or [name]
    surname_first = bool(parts)
    words = [word for part in (*parts, before) for word in _words(part)]
    words, titled = _without_titles(words)
    if not words:
        first = _EMAIL.search(display)
        return _parse_handle(first[1]) if first and not inside else PersonName(preferred=preferred)
    if any(fold(w) in word_list("organisations") for w in words) or _NOBODY.fullmatch(display) or _is_thing(words):
        return PersonName(preferred=preferred)
    if _is_phrase(words):
        return PersonName((" ".join(words),), (), preferred)
    if len(words) > 1:  # 'Mary J.Poe'
        words = [piece for word in words for piece in (word.split(".") if len(word.split(".")[-1]) > 1 else [word])]
    if len(words) == 2 and all(map(_UNSPACED.fullmatch, words)) and not surname_first:
        return PersonName((words[1],), (words[0],), preferred)
    if len(words) == 1 and len(_CAMEL.split(words[0])) == 2 and display.strip() == words[0]:
        first, last = _CAMEL.split(words[0])
        if fold(first) in languages.given_names() and len(last) > 2:
            return PersonName((first,), (last,), preferred)
    if len(words) == 1 and titled and languages.given_names().get(fold(words[0]), 0) < BEARERS:
        return PersonName((), (words[0],), preferred)
    if len(words) == 1:
        if words[0].islower() or (not surname_first and not titled and regex.search(r"[\d_.]", display)):
            return _merge(_parse_handle(display.strip()), preferred)
        return PersonName((words[0],), (), preferred)
    if surname_first:
        count = min(max(len(_words(before)), 1), len(words) - 1)
        given, surname = words[:-count], words[-count:]
        while len(given) > 1 and _is_particle(given[-1]):  # 'Moor, Jan van der'
            surname.insert(0, given.pop())
    else:
        given, surname = _split(words)
    surnames = {fold(word) for word in surname}
    return PersonName(tuple(given), tuple(surname), tuple(word for word in preferred if fold(word) not in surnames))


def _mended(display: str) -> str:
    """A name without the quotation marks around it, and with letters that were decoded wrongly put right."""
    display = display[:_LONGEST]
    quoted = _ALL_QUOTED.fullmatch(display)
    if quoted:
        display = quoted[1] + quoted[2]
    if "Ã" in display or "Å" in display:
        try:
            return display.encode("cp1252").decode("utf8")
        except UnicodeError:
            return display
    return display


def _is_added(part: str) -> bool:
    """What stands after a comma is no name: ', PhD', ', M.D.', ', TA', ', she/her'."""
    known = word_list("suffixes") | word_list("titles") | word_list("roles")
    return all(_bare(word) in known for word in _words(part))


def _without_titles(words: list[str]) -> tuple[list[str], bool]:
    """The words that are no titles, suffixes or roles, and whether there were titles among them."""
    plain = [word for word in words if _bare(word) not in word_list("titles")]
    titled = len(plain) < len(words)
    named = [word for word in plain if fold(word) not in word_list("roles")]
    if len(named) > 1:  # 'TA Mary Poe', not 'Course Staff'
        plain = named
    while len(plain) > 1 and _bare(plain[-1]) in word_list("suffixes"):
        plain.pop()
    return plain, titled


def _bare(word: str) -> str:
    return fold(word).replace(".", "")


def _is_particle(word: str) -> bool:
    return word[0].islower() and fold(word) in word_list("particles")


def _is_thing(words: list[str]) -> bool:
    """'Harbour Operations Desk': three ordinary words or more, the first no given name; of two one cannot be sure."""
    folded = [fold(word) for word in words]
    ordinary = len(words) > 2 and all(word in languages.words() and len(word) > 2 for word in folded)
    return ordinary and languages.given_names().get(folded[0], 0) < USUAL


def _is_phrase(words: list[str]) -> bool:
    """'Keeper of the Lamp' is what somebody is called as a whole; its words are nobody's names."""
    small = {fold(word) for word in words[1:-1] if word.islower()} & stop_words()
    named = languages.given_names().get(fold(words[0]), 0) >= BEARERS  # 'Anne and Robert'
    return not named and bool(small - word_list("particles")) and words[-1][0].isupper()


def _words(name: str) -> list[str]:
    """The words of a name; hyphens and apostrophes hold one together."""
    found = regex.findall(r"\p{L}[\p{L}\p{M}]*(?:[-'’‐.](?=\p{L})[\p{L}\p{M}]+)*\.?", name)
    return [word.rstrip(".") for word in found]


def _preferred(inside: str) -> list[str]:
    told = _alias_cue(languages.spoken()).match(inside)
    words = [word for word in _words(inside[told.end() :] if told else inside) if fold(word) not in word_list("titles")]
    if told:  # it is said to be a name
        return words if len(words) <= 2 and all(word[0].isupper() for word in words) else []
    return words if len(words) <= 2 and all(map(_may_be_called, words)) else []


@lru_cache(maxsize=8)
def _alias_cue(lang: str) -> regex.Pattern[str]:
    cues = sorted(languages.own_and_base("aliases", lang), key=len, reverse=True)
    return regex.compile(rf"\s*(?i:{'|'.join(map(regex.escape, cues))})(?:\s*:\s*|\s+)")


def _may_be_called(word: str) -> bool:
    """'Bob' in brackets is what somebody is called, 'Physics' and 'SP' are departments, 'Oslo' is a place."""
    folded = fold(word)
    if word[0].islower() or (word.isupper() and len(word) > 1) or folded in word_list("organisations"):
        return False
    bearers = languages.given_names().get(folded, 0)
    ordinary = folded in languages.words() or folded in languages.proper_words()
    return (not ordinary or bearers >= BEARERS) and not _is_place(folded, bearers)


def _is_place(word: str, bearers: int) -> bool:
    """More people live there than are called so."""
    place = places().get(word)
    return place is not None and place.people * 1000 > bearers


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """Given names and surname: in capitals wherever it stands, from its particle on, or the last word."""
    marked = [word.isupper() and len(word) > 1 and not _are_initials(word) for word in words]
    if any(marked) and not all(marked) and (marked[0] or marked[-1]):
        marked = [capital or _is_particle(word) for word, capital in zip(words, marked, strict=True)]
        given = [word for word, capital in zip(words, marked, strict=True) if not capital]
        return given, [word for word, capital in zip(words, marked, strict=True) if capital]
    for i in range(1, len(words) - 1):
        if _is_particle(words[i]) or (i > 0 and _is_capital_particle(words[i - 1], words[i])):
            return words[:i], words[i:]
    if len(words) == 2 and _are_initials(words[1]):  # 'Poe MJ'
        return words[1:], words[:1]
    return words[:-1], words[-1:]


def _are_initials(word: str) -> bool:
    """'MJ' of 'MJ Poe' is no surname in capitals, 'NG' of 'Mary NG' is one."""
    if len(word) != 2 or not word.isupper():
        return False
    return not (fold(word) in languages.surnames() or fold(word) in word_list("particles"))


def _is_capital_particle(before: str, word: str) -> bool:
    """'Jan Van Der Moor', 'Omar Al Hassan', but not 'Nguyen Van An'."""
    bearers = languages.given_names().get(fold(before), 0)
    usual = bearers >= BEARERS * max(languages.surnames().get(fold(before), 0), 1)
    return usual and word.istitle() and fold(word) in word_list("particles")


def _parse_handle(handle: str) -> PersonName:
    parts = [p for chunk in _HANDLE_SPLIT.split(handle) for p in _CAMEL.split(chunk) if p]
    parts = [p for p in parts if fold(p) not in word_list("organisations")]
    if len(parts) > 1 and fold(parts[0]) in word_list("titles"):
        parts = parts[1:]
    if not parts:
        return PersonName()
    if len(parts) > 1:
        return PersonName(tuple(p.capitalize() for p in parts[:-1]), (parts[-1].capitalize(),))
    word = fold(parts[0])
    split = split_surely(word)
    if split is not None:
        return PersonName((split.first.capitalize(),), (split.last.capitalize(),), handle=word)
    return PersonName((parts[0],), handle="" if word in languages.given_names() else word)


def _merge(name: PersonName, preferred: tuple[str, ...]) -> PersonName:
    return replace(name, preferred=preferred)


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


def _variant(text: str, category: str, kind: str) -> Iterator[Variant]:
    options: list[tuple[str, ...]] = [()]
    for atom in atoms(text):
        options = [(*words, word) for words in options for word in sorted(spellings(atom.text))]
    for words in options:
        if words:
            yield Variant(words, text, category, kind)


def _full_variants(name: PersonName) -> Iterator[Variant]:
    given, surname, core = name.given, " ".join(name.surname), " ".join(name.core)
    if not given or not surname:
        return
    if all(map(_UNSPACED.fullmatch, (*given, *name.surname))):
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
            if _HAN_NAME.fullmatch(given) and not name.surname:
                yield from _variant(given[1:], PART, GIVEN)
            pieces = _long_pieces(given) if " " not in given else []
            for piece in pieces:
                yield from _variant(piece.text, PART, GIVEN)
            if len(pieces) > 1:
                yield from _variant("".join(piece.text for piece in pieces), PART, GIVEN)
    if len(name.preferred) > 1:
        yield from _variant(" ".join(name.preferred), NICKNAME, NICK)


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
