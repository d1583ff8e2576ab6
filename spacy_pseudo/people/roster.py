"""Participants and the roster: who takes part, under which ids and registered names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Participant:
    """One person who takes part.

    id (str): The id that the name map and the output use for this person.
    names (tuple[str, ...]): Registered names as found, in any shape; may be empty.
    ids (tuple[str, ...]): Further ids under which the same person writes.
    role (Optional[str]): For instance 'instructor'; free text.
    excluded (bool): The person did not consent: no messages, mentions masked without a link.
    """

    id: str
    names: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    role: str | None = None
    excluded: bool = False

    def __repr__(self) -> str:
        """RETURNS (str): Nothing of who it is: what is printed ends in logs and crash reports."""
        return f"<Participant with {len(self.names)} names>"


class Roster:
    """All participants, in order; every id, main or further, leads to one participant.

    participants (Iterable[Participant]): The participants.
    """

    def __init__(self, participants: Iterable[Participant] = ()) -> None:
        self._participants: dict[str, Participant] = {}
        self._main: dict[str, str] = {}
        for participant in participants:
            self.add(participant)

    def add(self, participant: Participant) -> None:
        """Add a participant, or replace the one with the same id."""
        self._participants[participant.id] = participant
        for any_id in (participant.id, *participant.ids):
            self._main[any_id] = participant.id

    def main_id(self, any_id: str | None) -> str | None:
        """RETURNS (Optional[str]): The participant's main id; an id that nobody has is returned as it is."""
        return any_id if any_id is None else self._main.get(any_id, any_id)

    def get(self, any_id: str) -> Participant | None:
        """RETURNS (Optional[Participant]): The participant with this id, main or further."""
        return self._participants.get(self._main.get(any_id, any_id))

    def __contains__(self, any_id: object) -> bool:
        return any_id in self._main

    def __iter__(self) -> Iterator[Participant]:
        return iter(self._participants.values())

    def __len__(self) -> int:
        return len(self._participants)

    def __bool__(self) -> bool:
        return True


def roster_names(roster: Roster) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): All registered names."""
    return tuple(name for participant in roster for name in participant.names)
