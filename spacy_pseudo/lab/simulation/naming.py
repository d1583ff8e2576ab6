"""How a participant is named at a place, and who is meant by it for a reader who knows the forum.

A form that several people of a session bear means one of them if it is the author's signature, if this one is answered,
if only this one has written in the session so far, or in the thread, or, where none of them has, if the others are
seldom called so. Nobody speaks about himself or herself, or about people who have not written yet. Otherwise the
writer tells them apart (`told_apart`; always, where a namesake is spoken to), or a reader cannot know: the gold
mention has all their ids.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

from ...attrs import INITIALS, JOINT, MISSPELLED, PART, REGISTERED, STYLISED
from ...text.words import fold
from ..evaluation.guards.renaming import SHORTEST_MISSPELT, misspelt
from .coined_nicknames import stylise
from .participants import Form, NamePicker, Person, pick
from .settings import Settings

_NEVER: Final = re.compile(r"(?!)")
# With less of what one is called, a form does not suggest oneself.
_SELDOM: Final = 0.2


class Named(NamedTuple):
    """A name as it is written, and who is meant: an id, or several joined."""

    text: str
    who: str
    category: str


class Circle:
    """The people of a session, and what they are called in it."""

    def __init__(
        self,
        people: Sequence[Person],
        settings: Settings,
        names: NamePicker,
        chance: Random,
        vocabulary: Collection[str],
    ) -> None:
        """people (Sequence[Person]): The participants.
        settings (Settings): Rates.
        names (NamePicker): Where wrong names come from.
        chance (Random): Decides.
        vocabulary (Collection[str]): Lower-case words of the session's ordinary text.
        """
        self.people = {person.id: person for person in people}
        self._settings = settings
        self._names = names
        self._chance = chance
        self._bearers: dict[str, dict[str, Person]] = {}
        for person in people:
            for form in person.forms():
                self._bearers.setdefault(fold(form.text), {})[person.id] = person
        # Who has written in the session by now: nobody else is spoken about.
        self.known: set[str] = set()
        self._misspellings: dict[tuple[str, str], list[str]] = {}
        # Names that are words of the text, to be marked there; single letters only as capitals.
        words = sorted(word for word in self._bearers if word in vocabulary and len(word) > 1)
        letters = {form.text for p in people for form in p.forms() if len(form.text) == 1 and form.category == INITIALS}
        self.words = words
        self.ordinary = _pattern(words, sorted(letters))

    def bears(self, name: str) -> bool:
        """RETURNS (bool): Whether somebody is called so."""
        return fold(name) in self._bearers

    def sign(self, author: Person) -> Named:
        """RETURNS (Named): The author, at the end of his or her message."""
        form = self._full(author) or pick(author.signed, self._chance.random())
        return self._write(form, author, author.id)

    def full(self, author: Person) -> Named:
        """RETURNS (Named): The author's registered name, in full and without errors."""
        return Named(author.full, author.id, REGISTERED)

    def surname(self, person: Person) -> Named | None:
        """RETURNS (Optional[Named]): Somebody's surname, or None if it is not this one's alone."""
        if len(self._bearers[fold(person.surname)]) > 1:
            return None
        return Named(person.surname, person.id, PART)

    def call(
        self,
        person: Person,
        author: Person,
        present: Collection[str],
        *,
        answered: str | None = None,
        addressed: Collection[str] = (),
    ) -> Named:
        """Name somebody who is not the author.

        person (Person): Who is meant.
        author (Person): Who writes.
        present (Collection[str]): Ids of those who have written in the thread.
        answered (Optional[str]): Where somebody is spoken to, the author of the parent message: who else is it?
        addressed (Collection[str]): Where somebody is spoken about, ids of those whom the message greets.
        RETURNS (Named): What is written, and who a reader must think is meant.
        """
        form = self._full(person) or pick(person.called, self._chance.random())
        who = self._meant(form, person, author, present, answered, addressed)
        if who is None:
            form, who = self._explicit(person), person.id
        return self._write(form, person, who)

    def _meant(
        self,
        form: Form,
        person: Person,
        author: Person,
        present: Collection[str],
        answered: str | None,
        addressed: Collection[str],
    ) -> str | None:
        """Who is meant by a form, or None if the writer will not use it."""
        bearers = [other for other in self._bearers[fold(form.text)].values() if other.id in self.known]
        if answered == person.id:
            return person.id
        # Somebody else of this name is spoken to.
        if any(other.id == answered or other.id in addressed for other in bearers if other is not person):
            return None
        others = [other for other in bearers if other is not author]
        here = [other for other in others if other.id in present]
        if len(others) == 1 or here == [person]:
            return person.id
        if not here and all(other is person or other.share(form.text) < _SELDOM for other in others):
            return person.id
        if (here and person not in here) or self._chance.random() < self._settings.told_apart:
            return None
        return JOINT.join(sorted(other.id for other in here or others))

    def _explicit(self, person: Person) -> Form:
        """A form that nobody else bears."""
        candidates = [form for form, _ in person.called]
        candidates += [form for form in person.forms() if form.category == PART and form.text != person.surname]
        own = [form for form in candidates if len(self._bearers[fold(form.text)]) == 1]
        return own[0] if own else Form(person.full, REGISTERED)

    def _full(self, person: Person) -> Form | None:
        return Form(person.full, REGISTERED) if self._chance.random() < self._settings.full_names else None

    def _write(self, form: Form, person: Person, who: str) -> Named:
        chance, settings = self._chance, self._settings
        text, category = form
        if category not in (INITIALS, STYLISED):
            if chance.random() < settings.misspelled:
                wrong = self._misspelled(text, person)
                text, category = (wrong, MISSPELLED) if wrong else (text, category)
            elif len(text) > 3 and text.isalpha() and chance.random() < settings.stylised_mentions:
                text, category = stylise(text, person.letters, chance), STYLISED
            if category != STYLISED:
                text = self._cased(text)
        return Named(text, who, category)

    def _cased(self, text: str) -> str:
        case = self._chance.random()
        if case < self._settings.lower_case:
            return text.lower()
        return text.upper() if case < self._settings.lower_case + self._settings.upper_case else text

    def _misspelled(self, text: str, person: Person) -> str | None:
        chance, settings = self._chance, self._settings
        known = self._misspellings.setdefault((person.id, text), [])
        if known and chance.random() < settings.repeated_misspellings:
            return chance.choice(known)
        if chance.random() < settings.wrong_names:
            wrong = next((name for name, _ in (self._names.given() for _ in range(60)) if name[0] == text[0]), None)
        else:
            wrong = self._slip(text)
        if wrong is None or self.bears(wrong) or not any(map(str.isalpha, wrong)):
            return None
        known.append(wrong)
        return wrong

    def _slip(self, text: str) -> str | None:
        words = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) >= SHORTEST_MISSPELT]
        if not words:
            return None
        word = self._chance.choice(words)
        return text.replace(word, misspelt(word, self._chance), 1)


def _pattern(words: Iterable[str], letters: Iterable[str]) -> re.Pattern[str]:
    parts = [f"(?i:{'|'.join(map(re.escape, words))})"] if words else []
    parts += [f"[{''.join(letters)}]"] if letters else []
    return re.compile(rf"\b(?:{'|'.join(parts)})\b") if parts else _NEVER
