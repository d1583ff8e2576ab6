"""What all systems have in common: whose names they found, what they replaced, and how they show how far they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ....message import Message
from ....scoring.mention_scores import Predicted

# Participant id -> form -> in how many messages it was seen.
Names = Mapping[str, Mapping[str, int]]
Spans = dict[str, list[Predicted]]
Watch = Callable[[Sequence[Message]], Iterable[Message]]


class Output(NamedTuple):
    """What a system gives: whose names it found (with counts), and what it replaced, by message id."""

    names: Names
    spans: Spans


def unwatched(messages: Sequence[Message]) -> Iterable[Message]:
    """RETURNS (Iterable[Message]): The messages, with no progress shown."""
    return messages


def joined(*maps: Names) -> dict[str, dict[str, int]]:
    """RETURNS (dict[str, dict[str, int]]): Several maps as one; of two counts of one form the higher."""
    whole: dict[str, dict[str, int]] = {}
    for names in maps:
        for person, forms in names.items():
            own = whole.setdefault(person, {})
            for form, count in forms.items():
                own[form] = max(count, own.get(form, 0))
    return ranked(whole)


def ranked(names: Names) -> dict[str, dict[str, int]]:
    """RETURNS (dict[str, dict[str, int]]): The map with people by id, and the most frequent forms first."""
    return {
        person: dict(sorted(names[person].items(), key=lambda item: (-item[1], item[0])))
        for person in sorted(names)
        if names[person]
    }


def counted(sightings: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """RETURNS (dict[str, dict[str, int]]): The map of participants and forms that were seen once in a message each."""
    counts: dict[str, Counter[str]] = {}
    for person, form in sightings:
        counts.setdefault(person, Counter())[form] += 1
    return ranked(counts)
