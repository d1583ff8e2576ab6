"""What an intruder with the class list knows: the names of everybody taken apart, logins, initials, nicknames."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import regex

from ... import languages
from ...people.name_map import NameMap
from ...people.nicknames import nicknames_of, related
from ...people.roster import Participant
from ...text.thresholds import VERY_FREQUENT
from ...text.words import fold, fold_all, spellings, word_list

# Of what kind a name is, the most telling first.
FULL: Final = "full name"
LOGIN: Final = "login or address"
GIVEN: Final = "given name"
FORM: Final = "form in use"
SURNAME: Final = "surname"
MIDDLE: Final = "middle name"
NICKNAME: Final = "possible nickname"
INITIALS: Final = "initials"
KINDS: Final = (FULL, LOGIN, GIVEN, FORM, SURNAME, MIDDLE, NICKNAME, INITIALS)

# Shorter words count only where they stand by themselves, shorter logins only in ids.
LEAST: Final = 3
_LEAST_LOGIN: Final = 4
_LEAST_NUMBER: Final = 6
_LEAST_JOINED: Final = 5
MOST_INITIALS: Final = 4

_ADDRESS = regex.compile(r"([\p{L}\p{N}._%+-]++)(?:@| at )[\p{L}\p{N}-]++(?:\.[\p{L}\p{N}-]++)+")
_BRACKETS = regex.compile(r"[(\[<{]([^)\]>}]*)[)\]>}]")
_QUOTED = regex.compile(r"[\"“”«»']([\p{L}\p{M}.-]{2,})[\"“”«»']")
_NO_NAME = regex.compile(r"[\p{N}_@]")
_LETTERS = regex.compile(r"\p{L}[\p{L}\p{M}]*")

Names = defaultdict[str, set[str]]


def _names() -> Names:
    return defaultdict(set)


@dataclass
class Parsed:
    """A registered name taken apart; all words folded.

    given, middle, last (list[str]): Its words, without titles, particles and suffixes.
    called (list[str]): Nicknames in quotes or brackets.
    logins (list[str]): Addresses and user names, in small letters.
    words (tuple[str, ...]): All words of the name as it is written, particles too.
    """

    given: list[str] = field(default_factory=list)
    middle: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    logins: list[str] = field(default_factory=list)
    words: tuple[str, ...] = ()


def parse_name(name: str) -> Parsed:
    """Take a registered name apart, however dirty it is: 'Poe, Mary (dept)', 'Dr. Mary "Molly" van Poe', an address.

    name (str): The name.
    RETURNS (Parsed): Its words by what they are.
    """
    parsed = Parsed()
    for address in _ADDRESS.finditer(name):
        parsed.logins += [address[0].replace(" at ", "@").lower(), address[1].lower()]
    rest = _ADDRESS.sub(" ", name)
    parsed.called = [word for m in _QUOTED.finditer(rest) for word in fold_all(m[1])]
    bracketed = [fold_all(inner) for inner in _BRACKETS.findall(rest)]
    rest = _QUOTED.sub(" ", _BRACKETS.sub(" ", rest))
    before, comma, after = rest.partition(",")
    suffixes = word_list("suffixes")
    if comma and _LETTERS.search(after) and not all(word in suffixes for word in fold_all(after)):
        chunks, last = after.split(), before.split()
    else:
        chunks, last = before.split(), []
    handles = [chunk for chunk in (*chunks, *last) if _NO_NAME.search(chunk)]
    parsed.logins += [handle.strip(".,").lower() for handle in handles if _LETTERS.search(handle)]
    chunks = _without_titles([chunk for chunk in chunks if chunk not in handles])
    if not last:
        chunks, last = _split(chunks)
    given, last = _words(chunks[:1]), _words(last)
    parsed.given, parsed.middle, parsed.last = given, _words(chunks[1:]), [w for w in last if not _is_particle(w)]
    parsed.words = (*given, *parsed.middle, *last)
    for words in bracketed:
        if len(words) == 1 and _is_called(words[0], given):
            parsed.called += words
    if not parsed.words and parsed.logins:
        _take_from_address(parsed)
    return parsed


def _is_called(word: str, given: list[str]) -> bool:
    """A place or a department in brackets is no name; 'Robert (Bob) Grey' is, and a name in other letters."""
    if any(related(word, name) or not name.isascii() for name in given):
        return True
    return languages.given_names().get(word, 0) >= VERY_FREQUENT


def _without_titles(chunks: list[str]) -> list[str]:
    titles, suffixes = word_list("titles"), word_list("suffixes")
    chunks = [chunk for chunk in chunks if _LETTERS.search(chunk)]
    while len(chunks) > 1 and all(word in titles for word in fold_all(chunks[0])):
        chunks = chunks[1:]
    while len(chunks) > 1 and all(word in suffixes for word in fold_all(chunks[-1])):
        chunks = chunks[:-1]
    return chunks


def _split(chunks: list[str]) -> tuple[list[str], list[str]]:
    """Given names and surname; a particle begins the surname."""
    if len(chunks) < 2:
        return chunks, []
    at = next((i for i, chunk in enumerate(chunks) if i and _is_particle(fold(chunk))), len(chunks) - 1)
    return chunks[:at], chunks[at:]


def _is_particle(word: str) -> bool:
    return word in word_list("particles")


def _words(chunks: Iterable[str]) -> list[str]:
    return [word for chunk in chunks for word in fold_all(chunk)]


def _take_from_address(parsed: Parsed) -> None:
    """Who is known by an address alone may be called by what stands in it: 'mary.poe@', not 'info2@'."""
    address = next((login for login in parsed.logins if "@" in login), "")
    words = [word for word in fold_all(address.partition("@")[0]) if len(word) >= LEAST]
    if len(words) > 1:
        parsed.given, parsed.last = words[:1], words[-1:]


class ClassList:
    """Everything by which somebody of the class list could be recognised, folded.

    roster (Iterable[Participant]): The participants.
    name_map (Optional[NameMap]): Who is called what.
    ids (bool): Ids give people away; they do not where they are the pseudonyms.
    """

    def __init__(self, roster: Iterable[Participant], name_map: NameMap | None = None, *, ids: bool = True) -> None:
        # Kind -> word -> owners.
        self._by_kind: dict[str, Names] = {kind: _names() for kind in KINDS}
        self.phrases: defaultdict[str, dict[tuple[str, ...], set[str]]] = defaultdict(dict)
        self.joined: Names = _names()
        self.used: set[str] = set()  # initials by which somebody signs or is called
        self.given_of: Names = _names()
        self._last_of: Names = _names()
        self.people: dict[str, tuple[str, ...]] = {}
        for person in roster:
            self._add_person(person, ids=ids)
        if name_map is not None:
            for owner, form in name_map:
                self._add_form(owner, form.text, used=form.count != 0)
        self.kept = frozenset(fold_all(text) for text in name_map.kept) if name_map is not None else frozenset()
        self.words = self._finish()

    def _add_person(self, person: Participant, *, ids: bool) -> None:
        self.people[person.id] = person.names
        if ids:
            for login in (person.id, *person.ids):
                self._add_login(person.id, login.lower())
        for name in person.names:
            self.add_name(person.id, name)

    def add_name(self, owner: str, name: str) -> None:
        """Add a name under which somebody is registered.

        owner (str): The participant's id.
        name (str): The name as found.
        """
        parsed = parse_name(name)
        for login in parsed.logins:
            self._add_login(owner, login)
        alone = not parsed.last
        for word in (*parsed.given, *parsed.called):
            self._add(FORM if alone else GIVEN, word, owner)
            for nickname in nicknames_of(word):
                self._add(NICKNAME, nickname, owner)
        for kind, words in ((MIDDLE, parsed.middle), (SURNAME, parsed.last)):
            for word in words:
                self._add(kind, word, owner)
        self.given_of[owner].update(word[0] for word in (*parsed.given, *parsed.called) if word)
        self._last_of[owner].update(parsed.last)
        if len(parsed.words) > 1:
            self.phrases[parsed.words[0]].setdefault(parsed.words, set()).add(owner)
        for letters in _initials(parsed):
            self._by_kind[INITIALS][letters].add(owner)
        for login in _joined(parsed):
            self.joined[login].add(owner)
        # 'Müller' is also written 'Mueller'.
        for chunk in name.split():
            for word in spellings(chunk.strip(".,()\"'")):
                if word != fold(chunk) and word.isalpha() and fold(chunk) in (*parsed.given, *parsed.last):
                    self._add(GIVEN if fold(chunk) in parsed.given else SURNAME, word, owner)

    def _add_login(self, owner: str, login: str) -> None:
        numbers = login.isdigit()
        if len(login) >= (_LEAST_NUMBER if numbers else _LEAST_LOGIN) or "@" in login:
            self._by_kind[LOGIN][login].add(owner)
        if login.isalpha() and len(login) >= LEAST:
            self._add(FORM, fold(login), owner)

    def _add_form(self, owner: str, text: str, *, used: bool) -> None:
        words = fold_all(text)
        if not words or _NO_NAME.search(text):
            self._add_login(owner, text.lower())
        elif len(words) > 1:
            self.phrases[words[0]].setdefault(words, set()).add(owner)
        elif text.isupper() and len(text) <= MOST_INITIALS and words[0] not in self._by_kind[GIVEN]:
            self._by_kind[INITIALS][words[0]].add(owner)
            self.used.add(words[0])
        elif words[0] not in self._last_of[owner]:
            known = {kind for kind in (GIVEN, MIDDLE) if owner in self._by_kind[kind].get(words[0], ())}
            if used or not known:
                self._add(FORM, words[0], owner)

    def _add(self, kind: str, word: str, owner: str) -> None:
        if len(word) > 1:
            self._by_kind[kind][word].add(owner)

    def _finish(self) -> dict[str, str]:
        """Each word with its most telling kind."""
        words: dict[str, str] = {}
        for kind in (GIVEN, FORM, SURNAME, MIDDLE, NICKNAME):
            for word in self._by_kind[kind]:
                words.setdefault(word, kind)
        return words

    @property
    def logins(self) -> Names:
        """RETURNS (dict[str, set[str]]): Ids, user names and addresses, in small letters, with their owners."""
        return self._by_kind[LOGIN]

    @property
    def initials(self) -> Names:
        """RETURNS (dict[str, set[str]]): Initials in small letters, with their owners."""
        return self._by_kind[INITIALS]

    def owners(self, word: str, *kinds: str) -> frozenset[str]:
        """RETURNS (frozenset[str]): Who has a word as a name, of any kind or of some."""
        found = (self._by_kind[kind].get(word, ()) for kind in kinds or KINDS)
        return frozenset(owner for owners in found for owner in owners)

    def kind_of(self, words: tuple[str, ...]) -> str:
        """RETURNS (str): What kind of a name several words are that are known to be one."""
        if all(len(word) < 2 for word in words):
            return INITIALS
        owners = self.phrases[words[0]][words]
        return SURNAME if all(word in self._last_of[owner] for owner in owners for word in words) else FULL

    def is_kept(self, words: tuple[str, ...]) -> bool:
        """RETURNS (bool): A person wrote into the name map that these words are never replaced."""
        return words in self.kept

    def pairs(self) -> Iterator[tuple[str, str]]:
        """YIELDS (tuple[str, str]): What somebody is called in use, and a surname of the same person."""
        for kind in (GIVEN, FORM):
            for word, owners in self._by_kind[kind].items():
                yield from ((word, last) for owner in owners for last in self._last_of[owner] if last != word)

    def long_words(self) -> Iterator[str]:
        """YIELDS (str): Names that are long enough to be recognised when they are written wrongly."""
        return (word for word, kind in self.words.items() if len(word) > LEAST and kind != NICKNAME)


def _initials(parsed: Parsed) -> set[str]:
    """'MP' and 'MJP' for Mary Jane Poe."""
    if not parsed.given or not parsed.last:
        return set()
    first, middle, last = parsed.given[0][0], "".join(word[0] for word in parsed.middle), parsed.last[-1][0]
    return {first + last, first + middle + last}


def _joined(parsed: Parsed) -> set[str]:
    """What user names are made of: 'marypoe', 'mpoe', 'poem', 'maryp'."""
    found = set()
    for given in parsed.given[:1]:
        for last in parsed.last[-1:]:
            found |= {given + last, last + given, given[0] + last, given + last[0], last + given[0]}
    return {login for login in found if len(login) >= _LEAST_JOINED and login not in languages.words()}
