"""People who say what they are called: 'my name is Mary', 'I am Mary', 'Mary here'."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .lexing import Text
from .salutation_rules import SalutationRules
from .words import atoms, fold

# How far before 'here' a name may begin.
_SHORT: Final = 20


def find_introductions(message: str, text: str, rules: SalutationRules) -> Iterator[tuple[int, tuple[int, int], str]]:
    """Find where somebody introduces themselves.

    message (str): The message.
    text (str): The same without marks of quotations.
    rules (SalutationRules): Those of its language.
    YIELDS (tuple[int, tuple[int, int], str]): Where it begins, where the name stands, and how telling it is.
    """
    words = Text.of(message).prose.vocabulary
    for kind, pattern in (("intro", rules.intro), ("intro_weak", rules.intro_weak)):
        told = rules.introductions[kind]
        phrases = [phrase for word in told.keys() & words for phrase, parts in told[word] if parts <= words]
        for m in filter(None, (pattern.match(text, at) for at in _places_of(text, phrases))):
            first = fold(atoms(m["name"])[0].text)
            if rules.plausible(first) and (kind == "intro" or (first in rules.given and first not in rules.words)):
                yield m.start(), m.span("name"), kind
    for here in rules.here.finditer(text) if not rules.here_words.isdisjoint(words) else ():
        name = rules.name_before.search(text, max(0, here.start() - _SHORT), here.start())
        if name and rules.usual(fold(atoms(name["name"])[0].text)):
            yield name.start(), name.span("name"), "intro_weak"


def _places_of(text: str, phrases: Iterable[str]) -> list[int]:
    """Where phrases stand; to look for each of them is quicker than one pattern for all."""
    if not phrases:
        return []
    small = text.lower()
    if len(small) != len(text):  # a letter whose small form is two: İ
        small = "".join(letter if len(letter.lower()) > 1 else letter.lower() for letter in text)
    small, places = small.replace("’", "'"), set()
    for phrase in phrases:
        at = small.find(phrase)
        while at >= 0:
            places.add(at)
            at = small.find(phrase, at + 1)
    return sorted(places)
