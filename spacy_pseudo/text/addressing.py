"""Who is greeted, thanked or called by name in a text, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import regex

from .salutation_rules import SalutationRules, line_words
from .words import atoms, fold
from .zones import own_start


class Address(NamedTuple):
    """Where it begins, what it is, and where the names stand."""

    start: int
    kind: str
    people: list[tuple[int, int]]


def find_addresses(message: str, text: str, rules: SalutationRules) -> Iterator[Address]:
    """Find whom a message addresses.

    message (str): The message.
    text (str): The same without marks of quotations.
    rules (SalutationRules): Those of its language.
    YIELDS (Address): Each of them; they may overlap.
    """
    for at, word in line_words(text):
        if word in rules.greetings.first_words:
            yield from _after(text, rules.greeted(rules.greetings, text, at), "greeting", rules)
        if word in rules.thanks.first_words:
            yield from _after(text, rules.greeted(rules.thanks, text, at), "thanks", rules)
    if any(sign in text for sign in rules.thank_signs):
        for m in rules.thank_you.finditer(text):
            yield from _after(text, m.span(), "thanks", rules)
    if "@" in text:
        for m in rules.mention.finditer(text):
            yield Address(m.start(), "mention", [m.span("name")])
    bare = rules.bare.match(text, _first_line(text, own_start(message)))
    people = people_from(text, bare.start("name"), rules, strict=True) if bare else []
    if people:
        yield Address(people[0][0], "bare", people)


def _after(text: str, place: tuple[int, int] | None, kind: str, rules: SalutationRules) -> Iterator[Address]:
    if place is not None:
        start, end = place
        thanked = kind == "thanks"
        people = people_from(text, end, rules, strict=thanked, thanked=thanked)
        if people:
            yield Address(start + len(text[start:end]) - len(text[start:end].lstrip()), kind, people)


def _first_line(text: str, at: int) -> int:
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text[at:end].strip():
            return at
        at = end + 1
    return len(text)


def _runs_on(text: str, at: int) -> bool:
    """A word and a blank stand before it, and no mark: 'Cheers Sparky,', but not 'Thanks, Brilliant!'"""
    return text[at - 1 : at] == " " and text[at - 2 : at - 1].isalpha()


def people_from(
    text: str, at: int, rules: SalutationRules, *, strict: bool = False, thanked: bool = False
) -> list[tuple[int, int]]:
    """Find the names that follow one another from a place on: 'Mary, Bob and Dr Grey'.

    text (str): The text.
    at (int): Where the first one may begin.
    rules (SalutationRules): Those of its language.
    strict (bool): No names in small letters, and ordinary words only where somebody is thanked.
    thanked (bool): Somebody is thanked.
    RETURNS (list[tuple[int, int]]): Where each begins and ends.
    """
    people: list[tuple[int, int]] = []
    listed = False
    while len(people) < 8:
        at = rules.title.match(text, at).end()
        run = rules.run.match(text, at)
        span = None
        if run:
            end = run.end()
            words = atoms(run.group())
            ends = rules.list_end.match(text, end)
            if not words or (len(words[0].text) == 1 and len(words) == 1 and not ends):  # 'Dear R users'
                break
            if strict and len(words[0].text) == 1 and (people or not rules.dashed.match(text, end)):
                break
            alone = (not strict or (thanked and _runs_on(text, at))) and len(words) == 1 and ends
            if not rules.plausible(words[0].text) and not (alone and rules.possible(words[0].text)):
                break
            if not listed or (ends and all(rules.plausible(w.text) for w in words)):
                span = (at, end)
        else:
            word = rules.lower.match(text, at)
            if word and _lower_name(text, word, rules, strict=strict):
                span = word.span()
        if span is None:
            break
        people.append(span)
        joint = rules.separator.match(text, span[1])
        if not joint:
            break
        listed = joint["comma"] is not None
        at = joint.end()
    return people


def _lower_name(text: str, word: regex.Match[str], rules: SalutationRules, *, strict: bool) -> bool:
    folded = fold(word.group())
    ends = rules.list_end.match(text, word.end()) is not None
    if len(folded) < 2 or not (rules.plausible(folded) or (ends and not strict and rules.possible(folded))):
        return False
    return folded in rules.given and ends if strict else folded in rules.given or ends
