"""Bodies of messages: sentences about people and to people, literature, and ordinary text to fill the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from random import Random
from typing import Any, Final

from ...attrs import PART
from ...scoring.scores import OTHER
from ..evaluation.guards.renaming import SHORTEST_MISSPELT, misspelt
from .asides import Asides
from .draft import Mark
from .naming import Circle, Named
from .participants import INSTRUCTOR, Person
from .phrases import Phrases
from .references import Author, Others
from .settings import Settings
from .thread_skeletons import Place
from .word_model import Prose

Sentence = list[str | Mark]

# A message ends when it lacks so few words or less; with fewer than the second number, only a short remark fits.
_NEAR, _TINY = 3, 8
_QUESTIONS, _EXCLAMATIONS = 0.12, 0.18
_ABOUT_INSTRUCTOR: Final = 0.02
_EPONYMS: Final = 0.1


class Bodies:
    """Makes the bodies of a session's messages."""

    def __init__(
        self, circle: Circle, others: Others, prose: Prose, phrases: Phrases, settings: Settings, chance: Random
    ) -> None:
        """circle (Circle): The participants.
        others (Others): Other people.
        prose (Prose): Ordinary text.
        phrases (Phrases): Templates with names.
        settings (Settings): Rates.
        chance (Random): Decides.
        """
        self._circle, self._others, self._prose, self._phrases = circle, others, prose, phrases
        self._settings, self._chance, self._random = settings, chance, chance.random
        self._instructors = [person for person in circle.people.values() if person.role == INSTRUCTOR]
        self._words = [word for word in circle.words if phrases.ordinary(word) is not None]
        # What is not wanted draws nothing: whatever else is drawn stays as it was.
        wanted = settings.asides or settings.acquaintances
        asides = Asides(circle, others, prose, phrases, chance) if wanted else None
        makers: tuple[tuple[float, Callable[[Place], Sentence]], ...] = (
            (settings.citations, self._cite),
            (settings.figures, lambda place: phrases.sentence("figure", lambda _: others.figure())),
            (settings.third_parties, lambda place: phrases.sentence("third", lambda _: others.third())),
            (settings.ordinary_words if self._words else 0.0, self._ordinary),
            (settings.formulas, lambda place: [prose.say("formula"), "."]),
            (settings.urls, lambda place: [f"{prose.say('np')}: {prose.say('url')}\n"]),
            (settings.lists, self._list),
            (settings.own_work, self._own_work),
            (_ABOUT_INSTRUCTOR if self._instructors else 0.0, self._about_instructor),
            (settings.asides, lambda place: asides.thing() if asides is not None else []),
            (settings.acquaintances, lambda place: asides.people() if asides is not None else []),
        )
        # With how likely it is that a message has none of them.
        self._makers = [(rate, math.exp(-rate), make) for rate, make in makers if rate]

    def sentences(self, place: Place, left: int, greeted: set[str]) -> list[Sentence]:
        """Write a body.

        place (Place): The message.
        left (int): How many words it lacks.
        greeted (set[str]): Ids of those whom it greets.
        RETURNS (list[Sentence]): As many sentences as fill it, those with names among them.
        """
        random, settings, prose = self._random, self._settings, self._prose
        special: list[Sentence] = []
        for _ in range(_times(settings.body_mentions, random())):
            special += self._mention(place, greeted)
        if place.answers is None and random() < settings.introductions:
            special.append(self._phrases.sentence("intro", lambda slot: self._introduce(slot, place.author)))
        for rate, none, make in self._makers:
            happens = random()
            if happens > none:
                special += [make(place) for _ in range(_times(rate, happens))]
        left -= sum(map(words_of, special))
        plain: list[str] = []
        while left > _NEAR or not (plain or special):
            what = random()
            name = "tiny" if left < _TINY else "q" if what < _QUESTIONS else "tiny" if what < _EXCLAMATIONS else "s"
            text = prose.say(name)
            left -= text.count(" ") + 1
            plain.append(text)
        slips = settings.typing_errors
        sentences: list[Sentence] = [
            [self._slip(text) if slips and random() < slips * (text.count(" ") + 1) else text] for text in plain
        ]
        for sentence in special:
            sentences.insert(int((len(sentences) + 1) * random()), sentence)
        return sentences

    def _mention(self, place: Place, greeted: set[str]) -> list[Sentence]:
        """A sentence about people, or to one; whoever is greeted is not spoken about."""
        people, known, present = self._circle.people, self._circle.known, place.present
        spoken_to = self._random() < self._settings.vocatives
        silent = {place.author.id} if spoken_to else {place.author.id, *greeted}
        near = [id for id in present if id not in silent]
        far = [id for id in people if id in known and id not in silent and id not in present]
        if far and (not near or self._random() < self._settings.absent_mentions):
            near, far = far, near
        if not near:
            return []
        first = self._chance.choice(near)
        second = self._chance.choice([id for id in (*near, *far) if id != first] or [first])
        # There must be two people for a sentence about two; namesakes are told apart in it.
        spoken_to = spoken_to or first == second
        slots = {"1": people[first], "2": people[second]}
        others = {"1": {*greeted, second} - {first}, "2": {*greeted, first} - {second}}
        others = dict.fromkeys(others, greeted) if spoken_to else others

        def name(slot: str) -> Mark:
            return call(self._circle, slots[slot], place, "body", to=spoken_to, greeted=others[slot])

        return [self._phrases.sentence("vocative" if spoken_to else "body", name)]

    def _introduce(self, slot: str, author: Person) -> Mark:
        named = self._circle.full(author) if slot == "full" else self._circle.sign(author)
        return marked(named, "body", author)

    def _about_instructor(self, place: Place) -> Sentence:
        person = self._instructors[0]
        named = self._circle.surname(person) if person is not place.author else None
        if named is None:
            return [self._prose.say("s")]
        mark = marked(named, "body")
        return self._phrases.sentence("titled", lambda _: mark)

    def _ordinary(self, place: Place) -> Sentence:
        return [self._phrases.ordinary(self._chance.choice(self._words)) or ""]

    def _list(self, place: Place) -> Sentence:
        sign = self._chance.choice(("- ", "* ", "1) ", "• "))
        items = "".join(f"\n{sign}{self._prose.say('item')}" for _ in range(2 + int(4 * self._random())))
        return [f"{self._prose.say('head')}{items}\n"]

    def _slip(self, text: str) -> str:
        words = text.split(" ")
        at = int(len(words) * self._random())
        if len(words[at]) >= SHORTEST_MISSPELT and words[at].isalpha():
            words[at] = misspelt(words[at], self._chance)
        return " ".join(words)

    # --- Literature ---------------------------------------------------------------------------------------------------

    def _cite(self, place: Place) -> Sentence:
        section = "cited eponym" if self._random() < _EPONYMS else "cited"
        first, second = self._others.author(), self._others.author()
        return self._phrases.sentence(section, self._cited(first, second))

    def references(self) -> Sentence:
        """RETURNS (Sentence): A list of references."""
        out: Sentence = ["\n\nReferences\n"]
        for _ in range(1 + int(4 * self._random())):
            out += [
                *self._phrases.sentence("reference", self._cited(self._others.author(), self._others.author())),
                "\n",
            ]
        return out[:-1]

    def _cited(self, first: Author, second: Author) -> Callable[[str], Mark | str]:
        slots = {"c": first.surname, "d": second.surname, "i": first.initials, "j": second.initials}

        def name(slot: str) -> Mark | str:
            if slot in slots:
                return Mark(slots[slot], OTHER, "cited")
            text = self._prose.say(slot.lower())
            return text[0].upper() + text[1:]

        return name

    def _own_work(self, place: Place) -> Sentence:
        mark = Mark(place.author.surname, place.author.id, "citation", PART)
        return self._phrases.sentence("own work", lambda _: mark)


def call(circle: Circle, person: Person, place: Place, kind: str, *, to: bool, greeted: Collection[str] = ()) -> Mark:
    """Name somebody whom an author speaks to, or about.

    circle (Circle): The participants.
    person (Person): Who is meant.
    place (Place): The message.
    kind (str): The kind of mention.
    to (bool): The author speaks to the person.
    greeted (Collection[str]): Ids of those whom the message greets.
    RETURNS (Mark): The name.
    """
    parent = place.parent.author.id if to and place.parent is not None else None
    named = circle.call(person, place.author, place.present, answered=parent, addressed=greeted)
    return marked(named, kind, place.author)


def marked(named: Named, kind: str, author: Person | None = None) -> Mark:
    """RETURNS (Mark): A name of a kind; in lower case if the author writes so."""
    text = named.text.lower() if author is not None and author.sloppy else named.text
    return Mark(text, named.who, kind, named.category)


def text_of(fragment: str | Mark) -> str:
    """RETURNS (str): The text of a part of a sentence."""
    return fragment if isinstance(fragment, str) else fragment.text


def words_of(fragments: list[Any]) -> int:
    """RETURNS (int): The number of words."""
    return len("".join(map(text_of, fragments)).split())


def _times(mean: float, chance: float) -> int:
    """A number with this mean and the spread of rare events."""
    times, term = 0, math.exp(-mean)
    upto = term
    while chance > upto and times < 50:
        times += 1
        term *= mean / times
        upto += term
    return times
