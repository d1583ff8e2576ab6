"""A small class and its messages: enough to give every component something to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import spacy
from spacy.language import Language

from spacy_pseudo import Key, Message, Participant, Roster

PEOPLE = {
    "s11": "Mary Calder",
    "s12": "Robert Gillespie",
    "s13": "Kayleigh Oduya",
    "s14": "Fergus Ballantyne",
    "t01": "Winifred Sutherland",
}
MESSAGES = (
    Message("Hi Mary,\n\nI agree with you.\n\nBest wishes,\nRobert", "m1", "s12", parent_author="s11"),
    Message("thanksMary for this. Kayliegh and Fergus said so, too.", "m2", "s12", parent_author="s11"),
    Message("Winifred Sutherland's notes cite Calder (2010). See Ballantyne et al. on this.", "m3", "s13"),
    Message("Dear Fergus\n\nNothing to add.\n\nKayleigh", "m4", "s13", parent_author="s14"),
    Message("No names in here at all, just words.", "m5", "s11"),
)
# What the pseudonymiser makes of them; the pseudonyms are the ids.
RESULTS = (
    "Hi [s11],\n\nI agree with you.\n\nBest wishes,\n[s12]",
    "thanks[s11] for this. [s13] and [s14] said so, too.",
    "[t01]'s notes cite Calder (2010). See Ballantyne et al. on this.",
    "Dear [s14]\n\nNothing to add.\n\n[s13]",
    "No names in here at all, just words.",
)
PARTS = (
    "glued_word_splitter",
    "salutation_matcher",
    "misspelling_matcher",
    "protected_name_matcher",
    "identifier_matcher",
    "participant_linker",
    "other_name_matcher",
    "pseudonym_replacer",
)
WHOLE = "participant_pseudonymiser"


def run(nlp: Language, **kwargs: Any) -> list[str | None]:
    docs = nlp.pipe([message.to_doc(nlp) for message in MESSAGES], **kwargs)
    return [doc._.pseudo_text for doc in docs]


@pytest.fixture(scope="session")
def roster() -> Roster:
    return Roster(Participant(id, (name,)) for id, name in PEOPLE.items())


@pytest.fixture(scope="session")
def key(roster: Roster) -> Key:
    return Key.from_roster(roster, mode="id")


@pytest.fixture(scope="session")
def make_nlp(key: Key) -> Callable[..., Language]:
    """Make a pipeline of components, all of them initialised."""

    def make(*names: str, **config: Any) -> Language:
        nlp = spacy.blank("en")
        for name in names or (WHOLE,):
            nlp.add_pipe(name, config=config)
            if name != "salutation_matcher":
                nlp.get_pipe(name).initialize(lambda: [], nlp=nlp, key=key)
        return nlp

    return make


@pytest.fixture(scope="session")
def shared_nlp(make_nlp: Callable[..., Language]) -> Callable[..., Language]:
    """The same, made once: for tests that leave the pipeline as it is."""
    return cache(make_nlp)


@pytest.fixture
def nlp(shared_nlp: Callable[..., Language]) -> Language:
    return shared_nlp()
