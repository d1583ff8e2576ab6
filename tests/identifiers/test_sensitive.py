"""The packaged lists of sensitive words: said of somebody they are marked, of a reading or of a thing they are not."""

from __future__ import annotations

import pytest
import spacy

from spacy_pseudo.attrs import SENSITIVE
from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.identifiers.sensitive import packaged, word_lists
from spacy_pseudo.scoring.identifier_scores import score_identifiers
from tests.identifiers import cases


def _found(text: str, lang: str) -> list[tuple[str, str]]:
    found = find_identifiers(text, lang=lang, lists=packaged(), labels=SENSITIVE)
    return [(one.label, text[one.start : one.end]) for one in found]


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("I am a Muslim.", "en", [("RELIGIOUS", "Muslim")]),
        ("My wife is Yoruba and I am gay.", "en", [("ETHNIC", "Yoruba"), ("SEXUAL", "gay")]),
        ("As a social democrat I see it otherwise.", "en", [("POLITICAL", "social democrat")]),
        ("We are Quakers.", "en", [("RELIGIOUS", "Quakers")]),
        ("Min bror är homosexuell.", "sv", [("SEXUAL", "homosexuell")]),
        ("Jag är same och min man är moderat.", "sv", [("ETHNIC", "same"), ("POLITICAL", "moderat")]),
        ("Vi är judar hemma.", "sv", [("RELIGIOUS", "judar")]),
        ("Catholic schools did better in the study.", "en", []),
        ("The Republican column is empty.", "en", []),
        ("It is the same for a straight line.", "en", []),
        ("My flat is on the third floor.", "en", []),
        ("Uppgiften är svår.", "sv", []),
        ("Boken handlar om muslimer i Europa.", "sv", []),
    ],
)
def test_words_are_marked_where_they_are_said_of_somebody(text: str, lang: str, expected: list[tuple[str, str]]):
    assert _found(text, lang) == expected


@pytest.mark.parametrize("label", SENSITIVE)
def test_a_label_is_found_in_all_cases(label: str):
    gold, found = {}, {}
    for folder in (cases.CASES, *cases.UNSEEN, cases.FOURTH):
        for name in (name for name in cases.FILES if cases.has_cases(name, folder)):
            for case in cases.read_cases(name, folder):
                id = f"{folder.name}:{name}:{case.line}"
                gold[id] = case.spans
                spans = find_identifiers(case.text, lang=case.lang, lists=packaged())
                found[id] = [(one.start, one.end, one.label) for one in spans]
    scored = score_identifiers(gold, found).labels[label]
    assert scored.f2 >= 0.95, scored.to_dict()
    assert scored.precision >= 0.95, scored.to_dict()


def test_words_of_a_user_are_added_to_the_packaged_ones():
    assert word_lists({"RELIGIOUS": ["Pastafarian"]}, sensitive=False) == {"RELIGIOUS": {"pastafarian"}}
    both = word_lists({"RELIGIOUS": ["Pastafarian"]}, sensitive=True)
    assert set(both) == set(SENSITIVE)
    assert {"pastafarian", "muslim"} <= both["RELIGIOUS"]


@pytest.mark.parametrize("factory", ["identifier_matcher", "participant_pseudonymiser"])
@pytest.mark.parametrize("sensitive", [True, False])
def test_the_lists_may_be_left_out(factory: str, sensitive: bool):
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe(factory, config={} if sensitive else {"sensitive": False})
    assert isinstance(nlp.get_pipe_config(factory)["sensitive"], bool)
    doc = nlp.make_doc("I am a Buddhist.")
    found = pipe.engine.identifiers(doc.text, None)
    assert [doc.text[one.start : one.end] for one in found] == (["Buddhist"] if sensitive else [])
