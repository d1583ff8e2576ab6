"""Whose an address, a web page or a user name is: told by participants' ids and names in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

import regex

from .. import languages
from ..people.forms import GIVEN, HANDLE, NICK, SURNAME, TABLE
from ..people.index import FormIndex
from ..people.roster import Roster
from ..text.entities import unquote
from ..text.lexing import FIGURED, Text
from ..text.words import fold, fold_all, word_list
from .base import Identifier
from .mail import spelled_out
from .user_names import split_sign
from .web import find_addresses

# What may belong to somebody by the name in it.
OWNED: Final = frozenset({"EMAIL", "URL", "USERNAME"})
_FIRST: Final = frozenset({GIVEN, NICK, TABLE})
_WORDS: Final = regex.compile(r"[\p{L}\p{M}]+")
# What stands before the host of an address, and after its last full stop, names nobody.
_SCHEME: Final = regex.compile(r"^(?:mailto:|(?:ht|f)tps?://)?(?:www\.)?", regex.IGNORECASE)
# A surname of fewer letters is too often a part of something else; of one that is cut off so many are needed.
_SHORTEST: Final = 4


# Of a word of several that are run together so many letters are enough.
_BEGINNING: Final = 3
# How sure it is that a page with a participant's name in its address is personal.
_NAMED: Final = 0.75
# 'dolphin93', 'kelp_fan', 's4711': what is no word, and long enough to mean nothing else.
_HANDLE: Final = re.compile(r"\w[\w.-]*\w")
_WORD: Final = re.compile(r"\w+")
_RUN: Final = re.compile(r"[a-z]+")
_FIGURE: Final = re.compile(r"[a-z]\d|\d[a-z]")
# '@robert': of all who are called so, the one whose login it is.
_CALLED: Final = re.compile(r"(?<![\w@./])@(?P<login>\w(?:[\w.-]{0,38}\w)?)")
_CALLED_SO: Final = 0.95
_LONGEST: Final = 40
_LETTERS: Final = 3
_DIGITS: Final = 4


class Owners:
    """Whose addresses are.

    roster (Roster): The participants.
    index (FormIndex): Their names.
    ids (bool): Ids give people away; not where they are pseudonyms already.
    """

    def __init__(self, roster: Roster, index: FormIndex, *, ids: bool = True) -> None:
        self._index = index
        logins = {id.casefold() for person in roster for id in ((person.id, *person.ids) if ids else ())}
        logins |= {login.partition("@")[0] for login in logins if "@" in login}
        names = {name.casefold() for person in roster for name in person.names if not name.isalpha()}
        self._handles = frozenset(filter(_is_handle, logins | names))
        # A run of letters of each, which is one of the words of a text with it, the digits beside it apart; None if
        # that is not sure.
        self._runs: tuple[frozenset[str], frozenset[str]] | None = None
        if all(map(str.isascii, self._handles)):
            figured = frozenset(handle for handle in self._handles if _FIGURE.search(handle))
            self._runs = _runs_of(self._handles - figured), _runs_of(figured)
        legal = word_list("organisations") | word_list("suffixes")
        self._displays = {
            person.id: [[w for w in fold_all(name) if w not in legal] for name in person.names if "@" not in name]
            for person in roster
        }
        self._ids: dict[str, str | None] = {}
        for person in roster:
            addresses = [id for id in (person.id, *person.ids, *person.names) if "@" in id]
            local = (address.partition("@")[0] for address in addresses if any(map(str.isdigit, address)))
            for id in dict.fromkeys((person.id, *person.ids, *addresses, *local)):
                if any(map(str.isalpha, id)):
                    known = self._ids.setdefault(id.casefold(), person.id)
                    self._ids[id.casefold()] = person.id if known == person.id else None
        self.of = lru_cache(maxsize=10_000)(self._of)
        self.surely_of = lru_cache(maxsize=10_000)(self._surely_of)
        self._stems: dict[str, list[tuple[str, str]]] = {}
        for person in roster:
            for surname in self._singles(person.id, SURNAME):
                if len(surname) >= _SHORTEST:
                    self._stems.setdefault(surname[:_SHORTEST], []).append((person.id, surname))

    def find(self, text: str, author: str | None = None) -> Iterator[Identifier]:
        """Find web addresses with a participant's name in them, wherever they lead.

        text (str): The text.
        author (Optional[str]): Who wrote it.
        YIELDS (Identifier): The addresses.
        """
        for start, end in find_addresses(text):
            if (person := self.surely_of(text[start:end], author)) is not None:
                yield Identifier(start, end, "URL", _NAMED, person)

    def find_handles(self, text: str) -> Iterator[Identifier]:
        """Find participants' user names where nothing says that they are such: 'I agree with dolphin93'.

        text (str): The text.
        YIELDS (Identifier): The user names.
        """
        if "@" in text:
            for called in _CALLED.finditer(text):
                if (person := self._ids.get(called["login"].casefold())) is not None:
                    yield Identifier(called.start(), called.end(), "USERNAME", _CALLED_SO, person)
        if not self._handles or not self._may_have_handles(Text.of(text)):
            return
        for found in _HANDLE.finditer(text):
            pieces = [found] if found[0].casefold() in self._handles else _WORD.finditer(text, *found.span())
            for piece in pieces:
                if piece[0].casefold() in self._handles:
                    yield Identifier(piece.start(), piece.end(), "USERNAME", _NAMED, self.of(piece[0]))

    def _may_have_handles(self, text: Text) -> bool:
        if self._runs is None:
            return True
        plain, figured = self._runs
        some = not plain.isdisjoint(text.vocabulary)
        return some or (text.signs & FIGURED > 0 and not figured.isdisjoint(text.vocabulary))

    def _of(self, text: str, author: str | None = None) -> str | None:
        """Tell whose an address is.

        text (str): The address, web page or user name.
        author (Optional[str]): Who wrote the message: people give their own addresses.
        RETURNS (Optional[str]): The participant's id; None if nobody's name is in it, or that of several.
        """
        bare = spelled_out(_SCHEME.sub("", unquote(text.strip())[0]).casefold())
        for whole in (bare, bare.partition("@")[0], split_sign(bare)[1]):
            if (person := self._ids.get(whole)) is not None:
                return person
        people = self._named(bare)
        sure = _sure(people)
        if len(sure) == 1:
            return sure[0]
        if author is not None and author in (sure or people):
            return author
        last = [person for person, kinds in people.items() if SURNAME in kinds]
        return last[0] if not sure and len(last) == 1 else None

    def _surely_of(self, text: str, author: str | None = None) -> str | None:
        """Tell whose first name, or its letter, and surname are in an address that says no more of whose it is.

        text (str): The web address.
        author (Optional[str]): Who wrote the message: of their own names, a playful beginning is enough.
        RETURNS (Optional[str]): The participant's id; None if there is nobody, or several.
        """
        bare = _SCHEME.sub("", unquote(text.strip())[0]).casefold()
        sure = _sure(self._named(bare))
        host = _WORDS.findall(bare.split("/")[0])
        if not sure and author is not None and any(self._plays(author, w) or self._shortens(author, w) for w in host):
            return author
        return sure[0] if len(sure) == 1 else None

    def _plays(self, person: str, word: str) -> bool:
        """Initials and a beginning of the surname, whatever follows: 'mpoesy'."""
        return any(
            word[at:].startswith(surname[:_SHORTEST]) and self._begins(person, word[:at], sure=True)
            for surname in self._singles(person, SURNAME)
            for at in (1, 2)
            if len(surname) >= _SHORTEST
        )

    def _shortens(self, person: str, word: str) -> bool:
        """The beginnings of all words of what somebody is registered as, as of 'Harbour Operations Ltd' 'harboper'."""
        return any(_fits(names, word) for names in self._displays.get(person, ()) if len(names) > 1)

    def _named(self, text: str) -> dict[str, set[str]]:
        """Who is named in an address, and by what: a surname, a first name or its letter, or both in one word."""
        words = [fold(word) for word in _WORDS.findall(text)]
        people: dict[str, set[str]] = {}
        for word in words:
            for claim in self._index.claims((word,)):
                if claim.kind in _FIRST and len(word) > 2:
                    people.setdefault(claim.participant, set()).add(GIVEN)
                elif claim.kind == HANDLE or (claim.kind == SURNAME and len(word) >= _SHORTEST):
                    people.setdefault(claim.participant, set()).add(claim.kind)
            for person in self._run_together(word):
                people.setdefault(person, set()).update((GIVEN, SURNAME))
        letters = {word for word in words if len(word) == 1}
        for person, kinds in people.items():
            if SURNAME in kinds and not letters.isdisjoint(self._letters(person)):
                kinds.add(GIVEN)
        return people

    def _run_together(self, word: str) -> Iterator[str]:
        """YIELDS (str): Whose first name or initials and surname make up a word: 'mjpoe', 'poemary', 'mpoeson' cut
        off as 'mpoes'."""
        for at in range(len(word) - _SHORTEST + 1):
            for person, surname in self._stems.get(word[at : at + _SHORTEST], ()):
                before, rest = word[:at], word[at:]
                if before and surname.startswith(rest):
                    first = before
                elif not before and rest.startswith(surname) and rest != surname:
                    first = rest[len(surname) :]
                else:
                    continue
                if self._begins(person, first, sure=len(rest) > _SHORTEST) or first in self._singles(person, *_FIRST):
                    yield person

    def _begins(self, person: str, letters: str, *, sure: bool) -> bool:
        """Letters are somebody's initials; beside much of the surname, a middle one may be unknown."""
        own = self._letters(person)
        return letters[0] in own and all(letter in own or sure for letter in letters[1:2]) and own >= set(letters[2:])

    def _singles(self, person: str, *kinds: str) -> set[str]:
        """RETURNS (set[str]): Names of some kinds that are one word."""
        own = self._index.kinship.own(person).items()
        return {words[0] for words, variant in own if len(words) == 1 and variant.kind in kinds}

    def _letters(self, person: str) -> Set[str]:
        return self._index.kinship.initials(person)[0]


def _runs_of(handles: Iterable[str]) -> frozenset[str]:
    return frozenset(_RUN.findall(handle)[0] for handle in handles)


def _is_handle(text: str) -> bool:
    """A number is anybody's, and a word of letters alone may be a word or a name, which is looked for as such."""
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    if not _SHORTEST <= len(text) <= _LONGEST or not _HANDLE.fullmatch(text):
        return False
    if digits or "_" in text or "." in text:
        return letters >= _LETTERS or (letters > 1 and digits > 1) or (letters > 0 and digits >= _DIGITS)
    lists = (languages.words(), languages.proper_words(), languages.given_names(), languages.surnames())
    return text.isalpha() and not any(fold(text) in known for known in lists)


def _fits(names: Sequence[str], word: str) -> bool:
    """A word is made of the beginnings of names, all of them, in order."""
    if not names:
        return not word
    return any(
        names[0].startswith(word[:length]) and _fits(names[1:], word[length:])
        for length in range(min(_BEGINNING, len(names[0])), min(len(names[0]), len(word)) + 1)
    )


def _sure(people: Mapping[str, set[str]]) -> list[str]:
    return [person for person, kinds in people.items() if HANDLE in kinds or (SURNAME in kinds and len(kinds) > 1)]
