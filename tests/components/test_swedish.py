"""`spacy.blank("sv")` with the same factories."""

from __future__ import annotations

import pytest
import spacy
from spacy.language import Language

from spacy_pseudo import Key, Message, Participant, Roster

PEOPLE = {"s11": "Maria Lundgren", "s12": "Lars Bergström", "s13": "Katarina Sjöberg", "s14": "Björn Ek"}
MESSAGES = (
    Message("Hej Lasse!\n\nJag håller med dig.\n\nMed vänlig hälsning\nKattis", "m1", "s13", parent_author="s12"),
    Message("tackMaria för svaret. Kataarina och Björn sa det också.", "m2", "s12", parent_author="s11"),
    Message("Katarina Sjöbergs sammanfattning bygger på Lundgren (2010) och på Ek m.fl. (2012, s. 3).", "m3", "s11"),
    Message("Vi såg en björn vid en ek. Björnen åt bär, och ek växer inte i fjällen.", "m4", "s12"),
    Message("Dear Maria,\nthanks for Björn's picture!\nHälsningar Lasse", "m5", "s12", parent_author="s11"),
)
RESULTS = (
    "Hej [s12]!\n\nJag håller med dig.\n\nMed vänlig hälsning\n[s13]",
    "tack[s11] för svaret. [s13] och [s14] sa det också.",
    "[s13]s sammanfattning bygger på Lundgren (2010) och på Ek m.fl. (2012, s. 3).",
    "Vi såg en björn vid en ek. Björnen åt bär, och ek växer inte i fjällen.",
    "Dear [s11],\nthanks for [s14]'s picture!\nHälsningar [s12]",
)
SIX = (
    "glued_word_splitter",
    "salutation_matcher",
    "misspelling_matcher",
    "protected_name_matcher",
    "participant_linker",
    "pseudonym_replacer",
)


def _make(*names: str, save_key: bool = False) -> Language:
    nlp = spacy.blank("sv")
    key = Key.from_roster(Roster(Participant(id, (name,)) for id, name in PEOPLE.items()), mode="id", lang="sv")
    for name in names:
        config = {} if name == "salutation_matcher" else {"save_key": save_key}
        pipe = nlp.add_pipe(name, config=config)
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=key)
    return nlp


def _run(nlp: Language) -> tuple[str | None, ...]:
    return tuple(nlp(message.to_doc(nlp))._.pseudo_text for message in MESSAGES)


@pytest.mark.parametrize("names", [("participant_pseudonymiser",), SIX], ids=["whole", "six"])
def test_swedish_pipeline(names: tuple[str, ...]) -> None:
    assert _run(_make(*names)) == RESULTS


def test_a_saved_key_keeps_its_language() -> None:
    nlp = _make("participant_pseudonymiser", save_key=True)
    other = spacy.blank("sv")
    other.add_pipe("participant_pseudonymiser", config={"save_key": True})
    other.from_bytes(nlp.to_bytes())
    assert _run(other) == RESULTS


def test_the_pipeline_decides_the_language_of_a_key_made_from_a_roster() -> None:
    nlp = spacy.blank("sv")
    pipe = nlp.add_pipe("participant_pseudonymiser", config={"pseudonyms": "id"})
    pipe.initialize(lambda: [], nlp=nlp, roster=Roster(Participant(id, (name,)) for id, name in PEOPLE.items()))
    assert _run(nlp) == RESULTS
