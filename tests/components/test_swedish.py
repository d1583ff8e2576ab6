"""`spacy.blank("sv")` with the same factories."""

from __future__ import annotations

import re

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
    Message(
        "Hej Björn! Lars bil är GKL 392, Marias nummer 070-174 06 15.\nMvh Kattis", "m6", "s13", parent_author="s14"
    ),
    Message("Jag, Lars, är född den tredje maj 1964 (640503-1235), 761 30 Norrtälje.", "m7", "s12"),
)
RESULTS = (
    "Hej [s12]!\n\nJag håller med dig.\n\nMed vänlig hälsning\n[s13]",
    "tack[s11] för svaret. [s13] och [s14] sa det också.",
    "[s13]s sammanfattning bygger på Lundgren (2010) och på Ek m.fl. (2012, s. 3).",
    "Vi såg en björn vid en ek. Björnen åt bär, och ek växer inte i fjällen.",
    "Dear [s11],\nthanks for [s14]'s picture!\nHälsningar [s12]",
    "Hej [s14]! [s12] bil är [PLATE], [s11]s nummer [PHONE].\nMvh [s13]",
    "Jag, [s12], är född den [DATE] ([ID]), [POSTCODE] Norrtälje.",
)
SEVEN = (
    "glued_word_splitter",
    "salutation_matcher",
    "misspelling_matcher",
    "protected_name_matcher",
    "identifier_matcher",
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


def _run(nlp: Language) -> tuple[str, ...]:
    """The texts, without the codes of masks, which differ from key to key."""
    texts = (nlp(message.to_doc(nlp))._.pseudo_text for message in MESSAGES)
    return tuple(re.sub(r"\[([A-Z]+):\w+\]", r"[\1]", text) for text in texts)


@pytest.mark.parametrize("names", [("participant_pseudonymiser",), SEVEN], ids=["whole", "seven"])
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mitt personnummer är 19640823-3234.", [("19640823-3234", "ID")]),
        ("Sätt in det på bankgiro 5050-1055.", [("5050-1055", "ACCOUNT")]),
        ("jag bor i stokhulm nu", [("stokhulm", "CITY")]),
        ("Hon är trettionio år och kommer från Åbo.", [("trettionio", "AGE"), ("Åbo", "CITY")]),
        ("Jag flyttade till Norge 2015.", [("Norge", "COUNTRY"), ("2015", "DATE")]),
        ("Jag jobbar på Sahlgrenska sjukhuset.", [("Sahlgrenska sjukhuset", "EMPLOYER")]),
        ("Vi ligger i startgroparna och väntar i korridoren.", []),
    ],
)
def test_other_personal_data_needs_no_key(text: str, found: list[tuple[str, str]]) -> None:
    nlp = spacy.blank("sv")
    nlp.add_pipe("identifier_matcher")
    assert [(span.text, span.label_) for span in nlp(text).spans["pseudo_identifiers"]] == found


def test_a_swedish_key_decides_in_an_english_pipeline() -> None:
    key = Key.from_roster(Roster(Participant(id, (name,)) for id, name in PEOPLE.items()), mode="id", lang="sv")
    nlp = spacy.blank("en")
    nlp.add_pipe("identifier_matcher").use(key)
    text = "Vi samlas hos dig, jag har samordningsnummer 640883-1234."
    with_key = [span.text for span in nlp(text).spans["pseudo_identifiers"]]
    swedish = spacy.blank("sv")
    swedish.add_pipe("identifier_matcher")
    assert with_key == [span.text for span in swedish(text).spans["pseudo_identifiers"]]
