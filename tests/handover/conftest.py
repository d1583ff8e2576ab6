"""A small class, pipelines that know it, and what they make of messages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_pseudo import Key, Message, Participant, Roster, pseudo_doc
from spacy_pseudo.people.pseudonyms import Pseudonyms

PEOPLE = {
    "mcalder7": "Mary Calder",
    "rgill": "Robert Gillespie",
    "koduya": "Kayleigh Oduya",
    "fergus_b": "Fergus Ballantyne",
    "anna.l": "Anna Lindqvist",
}
LABELS = dict(zip(PEOPLE, ("U01", "U02", "U03", "U04", "U05"), strict=True))


@pytest.fixture(scope="session")
def make_nlp() -> Callable[..., Language]:
    """Make a pipeline with our component: Mary is U01, Robert U02, Kayleigh U03, Fergus U04, Anna U05."""

    @cache
    def make(lang: str = "en", template: str = "[{}]", mode: str = "number", **config: Any) -> Language:
        roster = Roster(Participant(id, (name,)) for id, name in PEOPLE.items())
        key = Key.from_roster(roster, lang=lang, mode=mode, template=template, seed=1)
        if mode == "number":
            key.pseudonyms = Pseudonyms(template=template, labels=LABELS)
        nlp = spacy.blank(lang)
        settings = {name: list(value) if isinstance(value, tuple) else value for name, value in config.items()}
        nlp.add_pipe("participant_pseudonymiser", config=settings)
        nlp.get_pipe("participant_pseudonymiser").initialize(lambda: [], nlp=nlp, key=key)
        return nlp

    return make


@pytest.fixture(scope="session")
def process(make_nlp: Callable[..., Language]) -> Callable[..., Doc]:
    """Pseudonymise one message."""

    def run(text: str, *, author: str = "koduya", lang: str = "en", **kwargs: Any) -> Doc:
        known = {"id", "parent_author", "thread", "session"}
        nlp = make_nlp(lang, **{name: value for name, value in kwargs.items() if name not in known})
        metadata = {name: value for name, value in kwargs.items() if name in known}
        return nlp(Message(text, author=author, **metadata).to_doc(nlp))

    return run


@pytest.fixture(scope="session")
def blank() -> Callable[[str], Language]:
    """A pipeline of somebody else, who has never seen a name."""
    return cache(spacy.blank)


@pytest.fixture(scope="session")
def hand_over(process: Callable[..., Doc], blank: Callable[[str], Language]) -> Callable[..., Doc]:
    """Pseudonymise one message, and make a Doc of the result for somebody else."""

    def run(text: str, *, merge: bool = True, entities: bool = False, lang: str = "en", **kwargs: Any) -> Doc:
        return pseudo_doc(process(text, lang=lang, **kwargs), blank(lang), merge=merge, entities=entities)

    return run
