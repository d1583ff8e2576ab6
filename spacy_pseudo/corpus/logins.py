"""Ids of people as sources write them: what another source than the first calls its people is kept as '2:ID'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..people.identities import OF_SOURCE

if TYPE_CHECKING:
    from ..people.roster import Participant


class Logins:
    """Whose an id is.

    people (Iterable[Participant]): The participants.
    """

    def __init__(self, people: Iterable[Participant]) -> None:
        self._main: dict[str, str] = {}
        self._own: dict[str, dict[str, str]] = {}
        # Sources whose ids are not those of the first: an id that is not known there is nobody's here.
        self._strange: set[str] = set()
        logins: dict[str, str] = {}
        for person in people:
            for id in (person.id, *person.ids):
                if (found := OF_SOURCE.fullmatch(id)) is not None:
                    self._own.setdefault(found["source"], {})[found["id"].lower()] = person.id
                    self._strange.update((found["source"],) if found["id"] != person.id else ())
                else:
                    self._main[id.lower()] = person.id
        for ids in (self._main, *self._own.values()):
            for id, main in ids.items():
                logins.setdefault(id, main)
        self._logins = _lettered(logins)
        self._logins_of = {source: {**self._logins, **_lettered(own)} for source, own in self._own.items()}
        self.lengths = sorted(set(map(len, self._logins)), reverse=True)

    def owner(self, id: str, source: str | None) -> str | None:
        """RETURNS (Optional[str]): Who is called so in a source."""
        own = self._own.get(source or "", {}).get(id.lower())
        if own is not None or (source in self._strange and not any(map(str.isalpha, id))):
            return own
        return self._main.get(id.lower()) or self._logins.get(id.lower())

    def logins(self, source: str | None) -> Mapping[str, str]:
        """RETURNS (Mapping[str, str]): Whose the ids with letters in them are, in small letters."""
        return self._logins_of.get(source or "", self._logins)


def _lettered(ids: Mapping[str, str]) -> dict[str, str]:
    return {id: main for id, main in ids.items() if len(id) > 1 and any(map(str.isalpha, id))}
