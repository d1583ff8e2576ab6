"""Whose an address, a web page or a user name is: told by participants' ids and names in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import regex

from ..people.forms import GIVEN, HANDLE, NICK, SURNAME, TABLE
from ..people.index import FormIndex
from ..people.roster import Roster
from ..text.words import fold

# What may belong to somebody by the name in it.
OWNED: Final = frozenset({"EMAIL", "URL", "USERNAME"})
_FIRST: Final = frozenset({GIVEN, NICK, TABLE})
_WORDS: Final = regex.compile(r"[\p{L}\p{M}]+")
# What stands before the host of an address, and after its last full stop, names nobody.
_SCHEME: Final = regex.compile(r"^(?:mailto:|(?:ht|f)tps?://)?(?:www\.)?", regex.IGNORECASE)
# A surname of fewer letters is too often a part of something else.
_SHORTEST: Final = 4


class Owners:
    """Whose addresses are.

    roster (Roster): The participants.
    index (FormIndex): Their names.
    """

    def __init__(self, roster: Roster, index: FormIndex) -> None:
        self._index = index
        self._ids: dict[str, str | None] = {}
        for person in roster:
            for id in (person.id, *person.ids, *(name for name in person.names if "@" in name)):
                if any(map(str.isalpha, id)):
                    known = self._ids.setdefault(id.casefold(), person.id)
                    self._ids[id.casefold()] = person.id if known == person.id else None
        self.of = lru_cache(maxsize=10_000)(self._of)

    def _of(self, text: str, author: str | None = None) -> str | None:
        """Tell whose an address is.

        text (str): The address, web page or user name.
        author (Optional[str]): Who wrote the message: people give their own addresses.
        RETURNS (Optional[str]): The participant's id; None if nobody's name is in it, or that of several.
        """
        bare = _SCHEME.sub("", text.strip()).casefold()
        for whole in (bare, bare.partition("@")[0]):
            if self._ids.get(whole.lstrip("@")) is not None:
                return self._ids[whole.lstrip("@")]
        people = self._named(bare)
        sure = [person for person, kinds in people.items() if HANDLE in kinds or (SURNAME in kinds and len(kinds) > 1)]
        if len(sure) == 1:
            return sure[0]
        if author is not None and author in (sure or people):
            return author
        last = [person for person, kinds in people.items() if SURNAME in kinds]
        return last[0] if not sure and len(last) == 1 else None

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
        letters = {word for word in words if len(word) == 1}
        for person, kinds in people.items():
            if SURNAME in kinds and not letters.isdisjoint(self._letters(person)):
                kinds.add(GIVEN)
        return people

    def _letters(self, person: str) -> Iterable[str]:
        return self._index.kinship.initials(person)[0]
