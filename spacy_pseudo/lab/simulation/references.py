"""People who are no participants: cited authors, public figures, relatives. Some are called like participants."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple

from ... import languages
from ...scoring.scores import OTHER
from ...text.words import fold
from .draft import Mark
from .naming import Circle
from .participants import NamePicker
from .settings import Settings
from .word_model import sections

_AUTHORS: Final = 30
_FIGURES: Final = 12
_USUAL_SURNAME: Final = 10
_LETTERS: Final = "ABCDEFGHJKLMNPRSTW"


class Author(NamedTuple):
    """A cited author."""

    surname: str
    initials: str


class Others:
    """Whom a session talks about besides its participants."""

    def __init__(self, circle: Circle, settings: Settings, names: NamePicker, chance: Random) -> None:
        self.names = names
        self._circle, self._settings, self._chance = circle, settings, chance
        people = list(circle.people.values())
        # A first name such as Thomas or Gordon is also somebody's surname.
        words = [person.surname for person in people if person.surname.isalpha()]
        words += [p.given for p in people if languages.surnames().get(fold(p.given), 0) >= _USUAL_SURNAME]
        self._authors = [self._author(words) for _ in range(_AUTHORS)]
        drawn = [self._figure([person.given for person in people]) for _ in range(_FIGURES)]
        self.figures = [name for name, _ in drawn]
        self.invented = sorted({name for name, invented in drawn if invented})

    def author(self, *, fresh: bool = False) -> Author:
        """RETURNS (Author): A cited author; the first of the reading list are cited more. A fresh one is on no list."""
        if fresh:
            return self._author(())
        chance = self._chance.random()
        return self._authors[int(_AUTHORS * chance * chance)]

    def figure(self) -> Mark:
        """RETURNS (Mark): A public figure, by the full name."""
        return Mark(self._chance.choice(self.figures), OTHER, "public")

    def known(self, *, fresh: bool = False) -> str:
        """RETURNS (str): The full name of a widely known person; the first of the session's are named more. A fresh one
        is anybody."""
        if fresh:
            return self._chance.choice(self._chance.choice(list(_known().values())))
        chance = self._chance.random()
        return self.figures[int(len(self.figures) * chance * chance)]

    def third(self) -> Mark:
        """RETURNS (Mark): Somebody whom only the author knows."""
        chance = self._chance
        if chance.random() < self._settings.third_like_participants:
            name = chance.choice(list(self._circle.people.values())).given
        else:
            name = self.names.given()[0]
        return Mark(name, OTHER, "third")

    def _author(self, words: Sequence[str]) -> Author:
        chance = self._chance
        alike = bool(words) and chance.random() < self._settings.cited_like_participants
        surname = chance.choice(words) if alike else self.names.surname()
        letters = chance.sample(_LETTERS, 1 + (chance.random() < 0.4))
        return Author(surname, ". ".join(letters))

    def _figure(self, given: Sequence[str]) -> tuple[str, bool]:
        chance, settings = self._chance, self._settings
        taken = {fold(person.full) for person in self._circle.people.values()}
        if chance.random() >= settings.invented_figures:
            alike = [name for first in given for name in _known().get(fold(first), ())]
            alike = alike if chance.random() < settings.figures_like_participants else []
            known = alike or [name for names in _known().values() for name in names]
            name = chance.choice(known)
            if fold(name) not in taken:
                return name, False
        first = chance.choice(given) if chance.random() < settings.figures_like_participants else self.names.given()[0]
        return f"{first} {chance.choice(sections('names.txt')['figure surname'])}", True


@cache
def _known() -> dict[str, list[str]]:
    """Widely known people by their first name; only those with two or more names."""
    found: dict[str, list[str]] = {}
    for name in languages.lines(f"{languages.BASE}/public_figures.txt"):
        if " " in name:
            found.setdefault(fold(name.split(" ")[0]), []).append(name)
    return found
