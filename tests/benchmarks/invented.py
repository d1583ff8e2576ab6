"""An invented forum of any size for the benchmarks: ordinary words as often as in English, names as in forums."""

from __future__ import annotations

from itertools import accumulate
from random import Random

from spacy.lang.en.stop_words import STOP_WORDS

from spacy_pseudo import Message, Participant, Roster, resources

_GREETINGS = ("Hi {},\n\n", "Hello {}!\n", "Dear {},\n\n", "{}, ", "Thanks {}. ", "@{} ")
_CLOSINGS = ("\n\nBest,\n{}", "\n\nCheers, {}", "\n\n{}", "\n\nKind regards\n\n{}", " Thanks, {}", "\n--\n{}")
_BODY = ("as {} said", "I agree with {}", "ask {}", "{}'s idea", "what {} and I think")
_CITED = ("see {} ({})", "({} et al., {})", "as in {} and Marlowe ({})")
# A mark after every fourth word, as in posts of real courses; on mailing lists there are twice as many.
_MARKS = (*("",) * 15, ",", ",", ".", ".", "?")
_CONTRACTIONS = ("it's", "don't", "I'm", "that's", "I've", "isn't")
_VOCABULARY = 30_000


def forum(messages: int, participants: int, *, seed: int = 1, words: int = 130) -> tuple[list[Message], Roster]:
    """Write a forum.

    messages (int): How many messages, in threads of ten and sessions of 500.
    participants (int): How many people are on the roster; as many take part in a session as do in one of 200.
    seed (int): The same seed gives the same forum.
    words (int): How many words a message has on average.
    RETURNS (tuple[list[Message], Roster]): The messages and the roster.
    """
    chance = Random(seed)
    people = _people(participants, chance)
    frequent = sorted({*STOP_WORDS, *_CONTRACTIONS})
    rare = sorted(resources.common_words() - STOP_WORDS)
    vocabulary = [*chance.sample(frequent, len(frequent)), *chance.sample(rare, min(len(rare), _VOCABULARY))]
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(vocabulary))))
    written: list[Message] = []
    for number in range(messages):
        thread, session = number // 10, number // 500
        first = session * 50 % len(people)
        circle = (people + people)[first : first + min(200, len(people))]
        author = circle[chance.randrange(len(circle))]
        parent = written[-1] if number % 10 else None
        addressed = next((p for p in people if parent and p.id == parent.author), author)
        text = _text(chance, vocabulary, weights, chance.randrange(words // 2, words * 3 // 2), circle, people)
        if parent and chance.random() < 0.6:
            text = chance.choice(_GREETINGS).format(_called(addressed, chance)) + text
        if chance.random() < 0.6:
            text += chance.choice(_CLOSINGS).format(_called(author, chance))
        written.append(
            Message(text, f"m{number}", author.id, parent.id if parent else None, None, f"t{thread}", f"s{session}")
        )
    return written, Roster(people)


def _people(count: int, chance: Random) -> list[Participant]:
    given = sorted(resources.given_names(), key=lambda name: (-resources.given_names()[name], name))[:3000]
    surnames = sorted(resources.surnames(), key=lambda name: (-resources.surnames()[name], name))[:20000]
    names = {f"{chance.choice(given).title()} {chance.choice(surnames).title()}" for _ in range(2 * count)}
    return [Participant(f"p{number}", (name,)) for number, name in enumerate(sorted(names)[:count])]


def _called(person: Participant, chance: Random) -> str:
    given, surname = person.names[0].split(" ")
    return chance.choice((given, given, given, given, f"{given} {surname}", given[0], given.lower()))


def _text(
    chance: Random,
    vocabulary: list[str],
    weights: list[float],
    length: int,
    circle: list[Participant],
    people: list[Participant],
) -> str:
    words = chance.choices(vocabulary, cum_weights=weights, k=length)
    for _ in range(chance.randrange(3)):
        words[chance.randrange(length)] = chance.choice(_BODY).format(_called(chance.choice(circle), chance))
    if chance.random() < 0.2:
        surname = chance.choice(people).names[0].split(" ")[1]
        words[chance.randrange(length)] = chance.choice(_CITED).format(surname, chance.randrange(1950, 2024))
    text, begins = [], True
    for word in words:
        mark = chance.choice(_MARKS)
        text.append((word[:1].upper() + word[1:] if begins else word) + mark)
        begins = mark in (".", "?", "!")
        if begins and chance.random() < 0.1:
            text.append("\n\n")
    return " ".join(text).replace(" \n\n ", "\n\n")
