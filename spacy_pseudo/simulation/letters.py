"""Messages: greeting, body, sign-off, as long as they should be."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial
from random import Random
from typing import Any, Final

from ..attrs import PART
from ..evaluation.guards.renaming import SHORTEST_MISSPELT, misspelt
from ..evaluation.measures.scores import OTHER, GoldMention
from ..text.words import fold
from .draft import Draft, Mark, paragraph
from .naming import Circle, Named
from .people import INSTRUCTOR, Person
from .phrases import Phrases, capital
from .prose import Parts, Prose
from .references import Author, Others
from .settings import Settings
from .shapes import Shape
from .threads import Place

Sentence = list[str | Mark]

_SHORTEST, _LONGEST = 2, 1500
# A message ends when it lacks so few words or less; with fewer than the second number, only a short remark fits.
_NEAR, _TINY = 3, 8
_QUESTIONS, _EXCLAMATIONS = 0.12, 0.18
# How often one greets or closes in one's own way, and how many ways one has.
_OWN_WAY: Final = 0.8
_WAYS: Final = 2
_TITLED: Final = 0.4
_ABOUT_INSTRUCTOR: Final = 0.02
_EPONYMS: Final = 0.1
_PARAGRAPH: Final = 0.22


class Writer:
    """Writes the messages of a session."""

    def __init__(
        self, shape: Shape, circle: Circle, others: Others, prose: Prose, settings: Settings, chance: Random
    ) -> None:
        """shape (Shape): How long messages are.
        circle (Circle): The participants.
        others (Others): Other people.
        prose (Prose): Ordinary text.
        settings (Settings): Rates.
        chance (Random): Decides.
        """
        self._circle, self._others, self._prose, self._settings = circle, others, prose, settings
        self._chance, self._random = chance, chance.random
        self._phrases = Phrases(prose, settings.glued, chance)
        # A log-normal distribution with this mean and standard deviation.
        spread = math.log(1 + (shape.sd / shape.mean) ** 2)
        self._length = (math.log(shape.mean) - spread / 2, math.sqrt(spread))
        self._ways: dict[tuple[str, str], list[Parts]] = {}
        self._instructors = [person for person in circle.people.values() if person.role == INSTRUCTOR]
        self._words = [word for word in circle.words if self._phrases.ordinary(word) is not None]
        self._rare: tuple[tuple[float, Callable[[Place], Sentence]], ...] = (
            (settings.citations, self._cite),
            (settings.figures, lambda place: self._phrases.sentence("figure", lambda _: self._others.figure())),
            (settings.third_parties, lambda place: self._phrases.sentence("third", lambda _: self._others.third())),
            (settings.ordinary_words if self._words else 0.0, self._ordinary),
            (settings.formulas, lambda place: [self._prose.say("formula"), "."]),
            (settings.urls, lambda place: [f"{self._prose.say('np')}: {self._prose.say('url')}\n"]),
            (settings.lists, self._list),
            (settings.own_work, self._own_work),
            (_ABOUT_INSTRUCTOR if self._instructors else 0.0, self._about_instructor),
        )

    def write(self, place: Place, answered: tuple[str, list[GoldMention]] | None) -> tuple[str, list[GoldMention]]:
        """Write a message.

        place (Place): Who writes, where, in answer to what.
        answered (Optional[tuple[str, list[GoldMention]]]): Text and mentions of the message that it answers.
        RETURNS (tuple[str, list[GoldMention]]): Its text and its mentions.
        """
        random, settings = self._random, self._settings
        length = max(_SHORTEST, min(_LONGEST, round(self._chance.lognormvariate(*self._length))))
        draft = Draft()
        head, tail = self._greeting(place), self._ending(place)
        greeted = {fragment.who for fragment in head if isinstance(fragment, Mark)}
        if answered is not None and random() < settings.quotes:
            head = [*self._quote(place, answered), *head]
        draft.add(head)
        left = length - _words(head) - _words(tail)
        sentences = self._sentences(place, left, greeted)
        self._join(draft, sentences, place.author, begins=not head or str(_text(head[-1])).endswith(("\n", ". ", "! ")))
        if random() < settings.reference_lists:
            draft.add(self._references())
        draft.add(tail)
        self._circle.known.add(place.author.id)
        return draft.finish(self._circle.ordinary)

    # --- Beginning and end --------------------------------------------------------------------------------------------

    def _greeting(self, place: Place) -> Sentence:
        random, settings = self._random, self._settings
        author, answers = place.author, place.answers
        if answers is not None and random() < author.greets:
            target = answers.author
            if target.role == INSTRUCTOR and random() < _TITLED:
                surname = self._circle.surname(target)
                if surname is not None:
                    mark = _mark(surname, "greeting")
                    return self._phrases.fill(self._way("greet instructor", author), lambda _: mark)
            if random() < settings.several_greeted:
                more = [id for id in place.present if id not in (author.id, target.id)]
                if len(more) > 1:
                    whom = [target, *(self._circle.people[id] for id in self._chance.sample(more, 2))]
                    return self._phrases.fill(self._way("greet several", author), partial(self._greet, whom, place))
            return self._phrases.fill(
                self._way("greet", author), lambda _: self._call(target, place, "greeting", to=True)
            )
        if random() < settings.greetings_to_all:
            return self._phrases.fill(self._way("greet all", author), str)
        return []

    def _greet(self, whom: list[Person], place: Place, slot: str) -> Mark:
        """Greet one of several."""
        person = whom[int(slot) - 1]
        rest = [other.id for other in whom if other is not person]
        return self._call(person, place, "greeting", to=True, greeted=rest)

    def _ending(self, place: Place) -> Sentence:
        random, settings, author = self._random, self._settings, place.author
        end: Sentence = []
        if random() < author.signs:
            end = self._phrases.fill(
                self._way("sign", author), lambda _: _mark(self._circle.sign(author), "signature", author)
            )
        elif random() < settings.nameless_sign_offs:
            end = self._phrases.fill(self._way("sign off without name", author), str)
        if random() < settings.footers:
            end += self._footer(author)
        return end

    def _way(self, section: str, author: Person) -> Parts:
        """A person's own ways first."""
        options = self._phrases.salutations[section]
        if self._random() < _OWN_WAY:
            ways = self._ways.get((section, author.id))
            if ways is None:
                ways = self._ways[section, author.id] = [options.pick(self._random()) for _ in range(_WAYS)]
            return ways[int(_WAYS * self._random())]
        return options.pick(self._random())

    def _footer(self, author: Person) -> Sentence:
        plain = "".join(c for c in fold(f"{author.given.split(' ')[0]}.{author.surname}") if c.isalnum() or c == ".")
        job = "".join(_text(part) for part in self._phrases.sentence("job", str))
        slots: dict[str, Mark | str] = {
            "full": _mark(self._circle.full(author), "footer"),
            "Job": job,
            "email": Mark(f"{plain}@example.org", author.id, "email"),
            "web": Mark(f"www.example.org/{plain.replace('.', '')}", author.id, "url"),
        }
        return self._phrases.sentence("footer", slots.__getitem__)

    # --- Body ---------------------------------------------------------------------------------------------------------

    def _sentences(self, place: Place, left: int, greeted: set[str]) -> list[Sentence]:
        """As many sentences as fill a number of words, those with names among them."""
        random, settings, prose = self._random, self._settings, self._prose
        special: list[Sentence] = []
        for _ in range(_times(settings.body_mentions, random())):
            special += self._mention(place, greeted)
        if place.answers is None and random() < settings.introductions:
            special.append(self._phrases.sentence("intro", lambda slot: self._introduce(slot, place.author)))
        for rate, make in self._rare:
            if rate and random() < rate:
                special += [make(place) for _ in range(max(1, _times(rate, random())))]
        left -= sum(map(_words, special))
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

    def _join(self, draft: Draft, sentences: list[Sentence], author: Person, *, begins: bool) -> None:
        random, capitals = self._random, not author.sloppy
        for number, sentence in enumerate(sentences):
            if number:
                draft.add(("\n\n" if random() < _PARAGRAPH else " ",))
                begins = True
            draft.add(capital(sentence) if begins and capitals else sentence)

    def _call(self, person: Person, place: Place, kind: str, *, to: bool, greeted: Collection[str] = ()) -> Mark:
        """Name somebody whom the author speaks to, or about."""
        parent = place.parent.author.id if to and place.parent is not None else None
        named = self._circle.call(person, place.author, place.present, answered=parent, addressed=greeted)
        return _mark(named, kind, place.author)

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
        slots = {"1": people[first], "2": people[second]}
        # There must be two people for a sentence about two.
        spoken_to = spoken_to or first == second
        section = "vocative" if spoken_to else "body"
        return [
            self._phrases.sentence(
                section, lambda slot: self._call(slots[slot], place, "body", to=spoken_to, greeted=greeted)
            )
        ]

    def _introduce(self, slot: str, author: Person) -> Mark:
        named = self._circle.full(author) if slot == "full" else self._circle.sign(author)
        return _mark(named, "body", author)

    def _about_instructor(self, place: Place) -> Sentence:
        person = self._instructors[0]
        named = self._circle.surname(person) if person is not place.author else None
        if named is None:
            return [self._prose.say("s")]
        mark = _mark(named, "body")
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

    def _quote(self, place: Place, answered: tuple[str, list[GoldMention]]) -> Sentence:
        assert place.answers is not None
        text, mentions = answered
        quoted: Sentence = ["> ", *paragraph(text, mentions, int(100 * self._random())), "\n\n"]
        if self._random() < 0.5:
            target = place.answers.author
            header = self._phrases.sentence("header", lambda _: self._call(target, place, "header", to=True))
            quoted = [*capital(header), "\n", *quoted]
        return quoted

    # --- Literature ---------------------------------------------------------------------------------------------------

    def _cite(self, place: Place) -> Sentence:
        section = "cited eponym" if self._random() < _EPONYMS else "cited"
        first, second = self._others.author(), self._others.author()
        return self._phrases.sentence(section, self._cited(first, second))

    def _references(self) -> Sentence:
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


def _mark(named: Named, kind: str, author: Person | None = None) -> Mark:
    text = named.text.lower() if author is not None and author.sloppy else named.text
    return Mark(text, named.who, kind, named.category)


def _text(fragment: str | Mark) -> str:
    return fragment if isinstance(fragment, str) else fragment.text


def _words(fragments: list[Any]) -> int:
    return len("".join(map(_text, fragments)).split())


def _times(mean: float, chance: float) -> int:
    """A number with this mean and the spread of rare events."""
    times, term = 0, math.exp(-mean)
    upto = term
    while chance > upto and times < 50:
        times += 1
        term *= mean / times
        upto += term
    return times
