"""Registered names taken apart, in whatever shape rosters have them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import regex

from .. import languages
from ..text.gazetteer import places
from ..text.person_names import bare, is_particle, words_of
from ..text.thresholds import BEARERS, PER_SURNAME
from ..text.words import fold, stop_words, word_list
from .handles import split_surely

_BRACKETS = regex.compile(r"[(\[{<]([^)\]}>]*)[)\]}>]?|[\"“”]([^\"“”]+)[\"“”]")
_EMAIL = regex.compile(r"([\w.+-]+)@[\w.-]+")
# 'mary.poe at uni.example', as archives of lists write it
_SPELT_OUT = regex.compile(r"(?<=\w)[ ]?(?:[ ]at[ ]|[\[(]at[\])])[ ]?(?=[\w-]+(?:\.|[ ]dot[ ])\w)")
_HANDLE = regex.compile(r"\p{Ll}+\d*")
_HANDLE_SPLIT = regex.compile(r"[._\-+\d]+")
# 'Mary Poe - Hydrology', 'Mary Poe | Hydrology', 'Mary Poe via the list', 'Mary Poe née Grey'
_SIDE_NOTE = regex.compile(
    r"[ \t]+[/–—-][ \t]+|[ \t]+-(?=\p{Lu}{2,5}\b)|(?<=\p{L}[ \t]+\p{L}[^|@]*)[ \t]*[|@][ \t]*"
    r"|[ \t,]+(?:(?:via|on[ ]behalf[ ]of|c/o)[ \t]+.*|(?:née|nee|né|geb\.?|aka|a\.k\.a\.)[ \t]+)"
    r"|(?<=\p{L}[ \t]+\p{L}+)[ \t]+at[ \t]+.*"
)
# 'Mary Poe/Oslo/Acme', 'Mary Poe 2nd', and degrees that no list holds: 'Mary Poe, RN', 'Mary Poe RN BSN'
_MORE = regex.compile(r"(?<=\p{L}[ \t]+\p{L}+)(?:/\p{Lu}.*|[ \t]+\d+(?:st|nd|rd|th)\b)")
_CREDENTIALS = regex.compile(r"(?:[ \t]*\p{Lu}{2,5})+[ \t]*")
_ALL_QUOTED = regex.compile(r"\s*[\"“]([^\"“”]+)[\"”]((?:\s*<[^<>]*>)?)\s*")
# Nobody's name is as long.
_LONGEST = 300
_NOBODY = regex.compile(r"(?i)\s*(?:n/?a|null|none|nil|test|deleted|removed)\s*")
UNSPACED = regex.compile(r"[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]+")
_CAMEL = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})")


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
    preferred += tuple(word for note in notes if len(words_of(note)) == 1 for word in _preferred(note))
    name = _MORE.sub("", name)
    before, *parts = [part for part in name.split(",") if not _is_added(part)] or [name]
    first, *more = _without_titles(words_of(before))[0] or [""]
    if more and languages.given_names().get(fold(first), 0) >= BEARERS:
        parts = [part for part in parts if not _CREDENTIALS.fullmatch(part)]  # 'Mary Poe, RN'
    surname_first = bool(parts)
    words = [word for part in (*parts, before) for word in words_of(part)]
    words, titled = _without_titles(words)
    if not words:
        first = _EMAIL.search(display)
        return _parse_handle(first[1]) if first and not inside else PersonName(preferred=preferred)
    if (any(fold(w) in word_list("organisations") for w in words) and not _is_person(words)) or _NOBODY.fullmatch(
        display
    ):
        return PersonName(preferred=preferred)
    if _is_phrase(words):
        return PersonName((" ".join(words),), (), preferred)
    if len(words) > 1:  # 'Mary J.Poe'
        words = [piece for word in words for piece in (word.split(".") if len(word.split(".")[-1]) > 1 else [word])]
    if len(words) == 2 and all(map(UNSPACED.fullmatch, words)):
        return PersonName((words[1],), (words[0],), preferred)
    if len(words) == 1:
        return _single(words[0], display.strip(), preferred, titled=titled)
    if surname_first:
        count = min(max(len(words_of(before)), 1), len(words) - 1)
        given, surname = words[:-count], words[-count:]
        while len(given) > 1 and is_particle(given[-1]):  # 'Moor, Jan van der'
            surname.insert(0, given.pop())
    else:
        given, surname = _split(words)
    surnames = {fold(word) for word in surname}
    return PersonName(tuple(given), tuple(surname), tuple(word for word in preferred if fold(word) not in surnames))


def is_handle(display: str) -> bool:
    """RETURNS (bool): One word in small letters that has no parts: it may be read in several ways, 'abeberg'."""
    return _HANDLE.fullmatch(display.strip()) is not None


def _is_person(words: list[str]) -> bool:
    """'Mary Sales' is somebody, 'Acme Sales' and 'Mary Poe Sales' are not."""
    first, last = fold(words[0]), fold(words[-1])
    ordinary = first in languages.words()
    given = languages.given_names().get(first, 0) >= (BEARERS if ordinary else 1)
    return len(words) == 2 and given and last in languages.surnames()


def _single(word: str, display: str, preferred: tuple[str, ...], *, titled: bool) -> PersonName:
    """One word: a given name, a surname behind a title, or a handle."""
    halves = _CAMEL.split(word)
    if len(halves) == 2 and display == word and fold(halves[0]) in languages.given_names() and len(halves[1]) > 2:
        return PersonName((halves[0],), (halves[1],), preferred)
    if titled:
        return PersonName((), (word,), preferred)
    if word.islower() or regex.search(r"[\d_.]", display):
        return replace(_parse_handle(display), preferred=preferred)
    return PersonName((word,), (), preferred)


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
    return all(bare(word) in _beside_names(languages.spoken()) for word in words_of(part))


@cache
def _beside_names(lang: str) -> frozenset[str]:
    return word_list("suffixes") | word_list("titles") | word_list("roles")


def _without_titles(words: list[str]) -> tuple[list[str], bool]:
    """The words that are no titles, suffixes or roles, and whether there were titles among them."""
    plain = [word for word in words if bare(word) not in word_list("titles")]
    titled = len(plain) < len(words)
    named = [word for word in plain if fold(word) not in word_list("roles")]
    if len(named) > 1:  # 'TA Mary Poe', not 'Course Staff'
        plain = named
    while len(plain) > 1 and (bare(plain[-1]) in word_list("suffixes") or _is_credential(plain)):
        plain.pop()
    return plain, titled


def _is_credential(words: list[str]) -> bool:
    """Capitals behind a whole name that are nobody's surname: 'Mary Poe RN'."""
    *name, last = words
    whole = sum(word.istitle() and len(word) > 1 for word in name) > 1
    return whole and last.isupper() and 1 < len(last) < 5 and fold(last) not in languages.surnames()


def _is_phrase(words: list[str]) -> bool:
    """'Keeper of the Lamp' is what somebody is called as a whole; its words are nobody's names."""
    small = {fold(word) for word in words[1:-1] if word.islower()} & stop_words()
    named = languages.given_names().get(fold(words[0]), 0) >= BEARERS  # 'Anne and Robert'
    return not named and bool(small - word_list("particles")) and words[-1][0].isupper()


def _preferred(inside: str) -> list[str]:
    told = _alias_cue(languages.spoken()).match(inside)
    words = [
        word for word in words_of(inside[told.end() :] if told else inside) if fold(word) not in word_list("titles")
    ]
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
        marked = [capital or is_particle(word) for word, capital in zip(words, marked, strict=True)]
        given = [word for word, capital in zip(words, marked, strict=True) if not capital]
        return given, [word for word, capital in zip(words, marked, strict=True) if capital]
    for i in range(1, len(words) - 1):
        if is_particle(words[i]) or _is_capital_particle(words[i - 1], words[i]):
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
    usual = bearers >= PER_SURNAME * max(languages.surnames().get(fold(before), 0), 1)
    return usual and word.istitle() and fold(word) in word_list("particles")


def _parse_handle(handle: str) -> PersonName:
    parts = [p for chunk in _HANDLE_SPLIT.split(handle) for p in _CAMEL.split(chunk) if p]
    parts = [p for p in parts if fold(p) not in word_list("organisations")]
    if not parts:
        return PersonName()
    if len(parts) > 1:
        return PersonName(tuple(p.capitalize() for p in parts[:-1]), (parts[-1].capitalize(),))
    word = fold(parts[0])
    split = split_surely(word)
    if split is not None:
        return PersonName((split.first.capitalize(),), (split.last.capitalize(),), handle=word)
    return PersonName((parts[0],), handle="" if word in languages.given_names() else word)


def as_written(text: str) -> str:
    """RETURNS (str): A name in capitals or small letters, as it would be written."""
    if text.islower() or text.isupper():
        return " ".join(word.capitalize() for word in text.split(" "))
    return " ".join(word.capitalize() if word.isupper() else word for word in text.split(" "))
