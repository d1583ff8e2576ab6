"""Whose an address, a web page or a user name is: told by participants' ids and names in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

import regex

from .. import languages
from ..people.forms import GIVEN, HANDLE, NICK, SURNAME, TABLE
from ..people.index import FormIndex
from ..people.roster import Roster
from ..text.entities import unquote
from ..text.words import fold, fold_all, word_list
from .account_names import AccountNames
from .base import Identifier
from .chat_mentions import ChatMentions
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


class Owners:
    """Whose addresses are.

    roster (Roster): The participants.
    index (FormIndex): Their names.
    ids (bool): Ids give people away; not where they are pseudonyms already.
    """

    def __init__(self, roster: Roster, index: FormIndex, *, ids: bool = True) -> None:
        self._index = index
        self.accounts = AccountNames(roster, index, ids=ids)
        self.mentioned = ChatMentions(roster)
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

    def _of(self, text: str) -> str | None:
        """Tell whose an address is. Who writes it says nothing: one address is one person's, wherever it stands.

        text (str): The address, web page or user name.
        RETURNS (Optional[str]): The participant's id; None if nobody's name is in it, or that of several.
        """
        bare = spelled_out(_SCHEME.sub("", unquote(text.strip())[0]).casefold())
        local, name = bare.partition("@")[0], split_sign(bare)[1]
        for whole in (bare, local, name):
            if (person := self._ids.get(whole)) is not None:
                return person
        if "@" in bare[1:]:
            person = self.accounts.owner(local) or self._of_login(local)
        else:
            person = self._of_path(bare) if "/" in name else self.accounts.owner(name) or self.accounts.made_of(name)
        if person is not None:
            return person
        people = self._named(bare)
        sure = _sure(people)
        if len(sure) == 1:
            return sure[0]
        last = [person for person, kinds in people.items() if SURNAME in kinds]
        return last[0] if not sure and len(last) == 1 else None

    def _surely_of(self, text: str, author: str | None = None) -> str | None:
        """Tell whose first name, or its letter, and surname are in an address that says no more of whose it is.

        text (str): The web address.
        author (Optional[str]): Who wrote the message: of their own names, a playful beginning is enough.
        RETURNS (Optional[str]): The participant's id; None if there is nobody, or several.
        """
        bare = _SCHEME.sub("", unquote(text.strip())[0]).casefold()
        if (person := self._of_path(bare)) is not None:
            return person
        sure = _sure(self._named(bare))
        host = _WORDS.findall(bare.split("/")[0])
        if not sure and author is not None and any(self._plays(author, w) or self._shortens(author, w) for w in host):
            return author
        return sure[0] if len(sure) == 1 else None

    def _of_path(self, address: str) -> str | None:
        """Whose user name the first part of a path is, or of whose name it is made: 'code.example/~dkoval'."""
        first = address.partition("/")[2].partition("/")[0].removeprefix("~")
        return self.accounts.tells(first) or (self._of_login(first) if first.isalpha() else None)

    def _of_login(self, login: str) -> str | None:
        """Of whose name alone a login is made, where others may stand as well: of more letters than in a chat."""
        if len(login) <= _SHORTEST:
            return None
        return self.accounts.made_of(login) or self.accounts.called_rarely(login)

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
        short: list[str] = []
        for word in words:
            for claim in self._index.claims((word,)):
                if claim.kind in _FIRST and len(word) > 2:
                    people.setdefault(claim.participant, set()).add(GIVEN)
                elif claim.kind == HANDLE or (claim.kind == SURNAME and len(word) >= _SHORTEST):
                    people.setdefault(claim.participant, set()).add(claim.kind)
                elif claim.kind == SURNAME and len(word) > 1 and word not in languages.words():
                    short.append(claim.participant)
            for person in self._run_together(word):
                people.setdefault(person, set()).update((GIVEN, SURNAME))
        for person in people.keys() & short:  # 'bob@ek.example': beside the first name
            people[person].add(SURNAME)
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
