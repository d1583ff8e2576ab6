"""What a tagger or an entity recogniser before us has said of a word counts; without one nothing changes."""

from __future__ import annotations

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.passes.discover import discover

from .conftest import PARTS, WHOLE

PEOPLE = {"s1": "Mark Ashdown", "s2": "Grace Fairley", "s3": "Will Thornbury", "s4": "Priya Raghavan", "s5": "Sprint"}


@Language.component("tags_for_the_test")
def tags_for_the_test(doc: Doc) -> Doc:
    """Sets what the text says behind a word: 'Mark/VERB' is one token here, as a tagger would have tagged it."""
    tags: list[str] = doc.user_data.get("tags", [])
    for token, tag in zip(doc, tags, strict=False):
        if tag == "PERSON":
            doc.set_ents([*doc.ents, Span(doc, token.i, token.i + 1, "PERSON")])
        elif tag:
            token.pos_ = tag
    return doc


@pytest.fixture(scope="module")
def key() -> Key:
    messages = [Message("A start.", f"m{n}", person, thread="t") for n, person in enumerate(PEOPLE)]
    return discover(messages, Roster([Participant(id, (name,)) for id, name in PEOPLE.items()]), pseudonyms="id")


def read(key: Key, words: str, lang: str = "en", *, assembled: bool = True) -> str:
    """RETURNS (str): The text of words like 'Mark/VERB' as a tagged pipeline writes it."""
    nlp = spacy.blank(lang)
    nlp.add_pipe("tags_for_the_test")
    for name in (WHOLE,) if assembled else PARTS:
        nlp.add_pipe(name)
        if name != "salutation_matcher":
            nlp.get_pipe(name).initialize(lambda: [], nlp=nlp, key=key)  # type: ignore[attr-defined]
    pairs = [word.partition("/") for word in words.split()]
    doc = Message(" ".join(word for word, *_ in pairs), "m9", "s4", "m0", thread="t").to_doc(nlp)
    doc.user_data["tags"] = [tag for *_, tag in pairs]
    return str(nlp(doc)._.pseudo_text)


@pytest.mark.parametrize("assembled", [True, False])
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Mark/VERB and Grace it .", "Mark and [s2] it ."),
        ("Mark and Grace it .", "[s1] and [s2] it ."),  # as without a tagger
        ("Then Grace/PROPN matters more .", "Then [s2] matters more ."),
        ("Grace/PROPN matters more .", "[s2] matters more ."),
        ("Grace/PERSON matters more .", "[s2] matters more ."),
        ("Grace matters more .", "Grace matters more ."),
        ("it is as will/PROPN has it", "it is as [s3] has it"),
        ("it is as will has it", "it is as will has it"),
        # A tagger errs, too: a capital within a sentence counts more,
        # whoever is thanked, asked or agreed with is a person, and so is a name that is no word.
        ("Then Mark/VERB and Grace/VERB went .", "Then [s1] and [s2] went ."),
        ("I agree with Mark/VERB on that .", "I agree with [s1] on that ."),
        ("Hi Mark/VERB , I agree .", "Hi [s1] , I agree ."),
        ("Then Priya/VERB came .", "Then [s4] came ."),
        ("Then Mark/VERB Ashdown/VERB came .", "Then [s1] came ."),
        # In capitals every word is a proper noun to a tagger.
        ("about the SPRINT/PROPN project .", "about the SPRINT project ."),
    ],
)
def test_tags_count_where_a_name_is_a_word(key: Key, text: str, written: str, assembled: bool) -> None:
    assert read(key, text, assembled=assembled) == written


def test_a_name_that_is_hardly_a_word_is_no_verb() -> None:
    """Small models take 'Raj' at the beginning of a sentence for one; here it is written with a capital throughout."""
    said = "I asked Raj, and Raj knew."
    messages = [Message(said, f"m{n}", person, thread="t") for n, person in enumerate(("s4", "s6"))]
    roster = Roster([Participant("s4", ("Priya Raghavan",)), Participant("s6", ("Raj Mehta",))])
    assert read(discover(messages, roster, pseudonyms="id"), "Raj/VERB is off .") == "[s6] is off ."


def test_what_a_tagger_takes_for_a_verb_is_in_the_account(key: Key) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("tags_for_the_test")
    nlp.add_pipe(WHOLE).initialize(lambda: [], nlp=nlp, key=key)  # type: ignore[attr-defined]
    doc = Message("Mark and Grace it .", "m9", "s4", "m0", thread="t").to_doc(nlp)
    doc.user_data["tags"] = ["VERB"]
    (kept,) = nlp(doc)._.pseudo_kept
    assert (kept["start"], kept["end"], kept["reason"]) == (0, 4, "ordinary word")
