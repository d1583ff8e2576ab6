"""Messages: greeting, body, sign-off, as long as they should be."""

from __future__ import annotations

import math
from functools import partial
from random import Random
from typing import Final

from ...attrs import JOINT
from ...scoring.scores import GoldMention
from ...text.words import fold
from .draft import Draft, Mark, paragraph
from .message_bodies import Bodies, Sentence, call, marked, text_of, words_of
from .naming import Circle
from .participants import INSTRUCTOR, Person
from .phrases import Phrases, capital
from .references import Others
from .session_sizes import Shape
from .settings import Settings
from .thread_skeletons import Place
from .word_model import Parts, Prose

_SHORTEST, _LONGEST = 2, 1500
# How often one greets or closes in one's own way, and how many ways one has.
_OWN_WAY: Final = 0.8
_WAYS: Final = 2
_TITLED: Final = 0.4
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
        self._circle, self._settings, self._chance, self._random = circle, settings, chance, chance.random
        self._phrases = Phrases(prose, settings.glued, chance)
        self._bodies = Bodies(circle, others, prose, self._phrases, settings, chance)
        # A log-normal distribution with this mean and standard deviation.
        spread = math.log(1 + (shape.sd / shape.mean) ** 2)
        self._length = (math.log(shape.mean) - spread / 2, math.sqrt(spread))
        self._ways: dict[tuple[str, str], list[Parts]] = {}

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
        greeted = {who for each in head if isinstance(each, Mark) for who in each.who.split(JOINT)}
        if answered is not None and random() < settings.quotes:
            head = [*self._quote(place, answered), *head]
        draft.add(head)
        left = length - words_of(head) - words_of(tail)
        sentences = self._bodies.sentences(place, left, greeted)
        begins = not head or text_of(head[-1]).endswith(("\n", ". ", "! "))
        # '@Flora Jorge said' would be one name, 'Flora, Jorge (2002)' two authors.
        if isinstance(sentences[0][0], Mark) and head and text_of(head[-1]) in (" ", ", "):
            draft.add(("\n\n",))
        self._join(draft, sentences, place.author, begins=begins)
        if random() < settings.reference_lists:
            draft.add(self._bodies.references())
        draft.add(tail)
        self._circle.known.add(place.author.id)
        return draft.finish(self._circle.ordinary)

    def _greeting(self, place: Place) -> Sentence:
        random, settings = self._random, self._settings
        author, answers = place.author, place.answers
        if answers is not None and random() < author.greets:
            target = answers.author
            if target.role == INSTRUCTOR and random() < _TITLED:
                surname = self._circle.surname(target)
                if surname is not None:
                    mark = marked(surname, "greeting")
                    return self._phrases.fill(self._way("greet instructor", author), lambda _: mark)
            if random() < settings.several_greeted:
                more = [id for id in place.present if id not in (author.id, target.id)]
                if len(more) > 1:
                    whom = [target, *(self._circle.people[id] for id in self._chance.sample(more, 2))]
                    return self._phrases.fill(self._way("greet several", author), partial(self._greet, whom, place))
            return self._phrases.fill(
                self._way("greet", author), lambda _: call(self._circle, target, place, "greeting", to=True)
            )
        if random() < settings.greetings_to_all:
            return self._phrases.fill(self._way("greet all", author), str)
        return []

    def _greet(self, whom: list[Person], place: Place, slot: str) -> Mark:
        """Greet one of several."""
        person = whom[int(slot) - 1]
        rest = [other.id for other in whom if other is not person]
        return call(self._circle, person, place, "greeting", to=True, greeted=rest)

    def _ending(self, place: Place) -> Sentence:
        random, settings, author = self._random, self._settings, place.author
        end: Sentence = []
        if random() < author.signs:
            end = self._phrases.fill(
                self._way("sign", author), lambda _: marked(self._circle.sign(author), "signature", author)
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
        job = "".join(text_of(part) for part in self._phrases.sentence("job", str))
        slots: dict[str, Mark | str] = {
            "full": marked(self._circle.full(author), "footer"),
            "Job": job,
            "email": Mark(f"{plain}@example.org", author.id, "email"),
            "web": Mark(f"www.example.org/{plain.replace('.', '')}", author.id, "url"),
        }
        return self._phrases.sentence("footer", slots.__getitem__)

    def _join(self, draft: Draft, sentences: list[Sentence], author: Person, *, begins: bool) -> None:
        random, capitals = self._random, not author.sloppy
        for number, sentence in enumerate(sentences):
            if number:
                draft.add(("\n\n" if random() < _PARAGRAPH else " ",))
                begins = True
            draft.add(capital(sentence) if begins and capitals else sentence)

    def _quote(self, place: Place, answered: tuple[str, list[GoldMention]]) -> Sentence:
        assert place.answers is not None
        text, mentions = answered
        quoted: Sentence = ["> ", *paragraph(text, mentions, int(100 * self._random())), "\n\n"]
        if self._random() < 0.5:
            target = place.answers.author
            header = self._phrases.sentence("header", lambda _: call(self._circle, target, place, "header", to=True))
            quoted = [*capital(header), "\n", *quoted]
        return quoted
