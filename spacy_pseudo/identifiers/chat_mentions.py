"""Mentions as programs for chats write them: '<@U012AB3CD>', '@**Mary Jane Poe|43**', '@491701234567'."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from typing import Final, TypeVar

from ..people.identities import OF_SOURCE
from ..people.roster import Roster
from ..text.words import fold_all
from .base import Identifier
from .shape_files import Shapes

_Key = TypeVar("_Key", bound=Hashable)
_like: Final = Shapes("chat_mentions")
_DIGITS: Final = re.compile(r"\d+")
_NUMBER: Final = re.compile(r"\+?[\d\s()./-]+")
# How sure it is that somebody is mentioned: programs have written it.
_CONFIDENCE: Final = 0.98


class ChatMentions:
    """Who is mentioned in a chat.

    roster (Roster): The participants.
    """

    def __init__(self, roster: Roster) -> None:
        ids: dict[str, str | None] = {}
        names: dict[tuple[str, ...], str | None] = {}
        numbers: dict[str, str | None] = {}
        for person in roster:
            for any_id in (person.id, *person.ids):
                of_other = OF_SOURCE.fullmatch(any_id)
                own = of_other["id"] if of_other is not None else any_id
                _claim(ids, own.casefold(), person.id)
                if _NUMBER.fullmatch(own):
                    _claim(numbers, "".join(_DIGITS.findall(own)), person.id)
            for name in person.names:
                if _NUMBER.fullmatch(name):
                    _claim(numbers, "".join(_DIGITS.findall(name)), person.id)
                else:
                    _claim(names, tuple(fold_all(name)), person.id)
        self._ids, self._names, self._numbers = ids, names, numbers

    def find(self, text: str) -> Iterator[Identifier]:
        """Find mentions.

        text (str): The text.
        YIELDS (Identifier): What stands between the signs of a mention, in order; whose it is, if somebody known is
            meant. A name that several have is left to those who know more than names.
        """
        for found in _like.mention.finditer(text) if "@" in text else ():
            kind = found.lastgroup or ""
            start, end = found.span(kind)
            name, _, id = found[kind].partition("|")
            if kind == "account":
                person = self._ids.get(name.casefold())
            elif kind == "number":
                person = self._numbers.get(name)
            else:
                words = tuple(fold_all(name))
                person = self._ids.get(id) if id else None
                if person is None and words in self._names:
                    person = self._names[words]
                    if person is None and not id:
                        continue
                elif person is None and _like.everybody.fullmatch(name):
                    continue
            yield Identifier(start, end, "USERNAME", _CONFIDENCE, person)


def _claim(owners: dict[_Key, str | None], key: _Key, person: str) -> None:
    """What two people claim is nobody's."""
    owners[key] = person if owners.setdefault(key, person) == person else None
