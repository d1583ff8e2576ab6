"""What makes real forums hard: asides, people of all kinds, names in no list."""

from __future__ import annotations

from collections import Counter

import pytest

from spacy_pseudo import languages
from spacy_pseudo.lab.simulation import Settings, simulate
from spacy_pseudo.text.words import fold, fold_all


def test_people_in_asides_are_marked_and_nothing_else() -> None:
    plain = simulate(Settings(messages=150, seed=5)).corpus()
    hard = simulate(Settings(messages=150, seed=5, asides=1.5, acquaintances=1.5)).corpus()
    for message in hard.messages:
        for mention in hard.gold[message.id or ""]:
            assert message.text[mention.start : mention.end] == mention.text
    before, after = (Counter(m.kind for ms in c.gold.values() for m in ms) for c in (plain, hard))
    assert after["third"] > 5 * before["third"]
    assert after["public"] > 5 * before["public"]
    assert after["cited"] > before["cited"]
    named = {word for ms in hard.gold.values() for m in ms if m.who != "-" for word in fold_all(m.text)}
    written = {fold(word) for message in hard.messages for word in message.text.split()}
    things = {"moodle", "coursera", "wikipedia", "python", "germany", "christmas", "definately", "dataset", "webinar"}
    assert things & written
    assert not things & named


def test_without_them_everything_stays_as_it_was() -> None:
    first, second = (
        simulate(settings).corpus() for settings in (Settings(messages=40), Settings(messages=40, asides=0))
    )
    assert first.messages == second.messages


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_names_in_no_list(share: float) -> None:
    people = simulate(Settings(messages=100, participants=60, unlisted_names=share, other_languages=0)).people.values()
    listed = languages.given_names().keys() | languages.surnames().keys()
    unknown = [person for person in people if fold(person.given.split()[0]) not in listed]
    assert (len(unknown) > 10) is (share > 0)
    assert all(person.full[0].isupper() for person in people)
