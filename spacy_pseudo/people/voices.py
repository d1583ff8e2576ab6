"""Who speaks where in a message, and to whom. In what is quoted somebody else speaks, and often to the author."""

from __future__ import annotations

from typing import NamedTuple

from ..text.words import fold_all
from ..text.zones import QUOTED, Zone, zone_at
from .context import Surroundings
from .index import FormIndex


class Voice(NamedTuple):
    """Who speaks, and to whom, as far as it is known."""

    speaker: str | None
    addressee: str | None


class Voices:
    """The voices of a message.

    text (str): The message.
    around (Surroundings): Who wrote it, and whom it answers.
    index (FormIndex): Who is called what.
    """

    def __init__(self, text: str, around: Surroundings, index: FormIndex) -> None:
        self._text, self._around, self._index = text, around, index
        self._known: dict[Zone | None, Voice] = {}

    def at(self, place: int) -> Voice:
        """RETURNS (Voice): Whose words stand at a place, and to whom they are said."""
        zone = zone_at(self._text, place)
        if zone not in self._known:
            self._known[zone] = self._of(zone)
        return self._known[zone]

    def _of(self, zone: Zone | None) -> Voice:
        around = self._around
        if zone is None or zone.kind != QUOTED:
            return Voice(around.author, around.parent)
        # What is quoted once and announced by nobody is the message that is answered.
        answered = around.parent if zone.depth == 1 else None
        speaker = answered if zone.speaker is None else self._named(*zone.speaker)
        # Whoever quotes it was answered by it, more often than not; deeper down nobody knows.
        return Voice(speaker, around.author if zone.depth == 1 and speaker != around.author else None)

    def _named(self, start: int, end: int) -> str | None:
        """The one person who is called so: of several, who is answered, or the only one of the thread."""
        words = fold_all(self._text[start:end])
        for form in (words, words[1:] + words[:1], (words[:1] + words[-1:]), words[:1]):
            people = {claim.participant for claim in self._index.claims(form)}
            if self._around.parent in people:
                return self._around.parent
            here = {person for person in people if self._around.in_thread(person)} if len(people) > 1 else people
            if len(here) == 1:
                return min(here)
            if people:
                return None
        return None
