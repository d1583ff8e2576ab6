"""Who wrote a message and whom it answers: three ways to say so, one result."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.errors import PseudoError, PseudoWarning

from .conftest import PARTS, WHOLE

# Two people share a name: only the metadata tells which of them greets, and which of them signs.
SHARED = {"a1": "Robert Gillespie", "a2": "Robert Ashdown", "a3": "Kayleigh Oduya"}
BODY = "\n\nwell said.\n\nBest,\n"
MESSAGES = (
    (Message(f"Hi Robert,{BODY}Kayleigh", "1", "a3", parent_author="a1"), f"Hi [a1],{BODY}[a3]"),
    (Message(f"Hi Robert,{BODY}Robert", "2", "a1", parent_author="a2"), f"Hi [a2],{BODY}[a1]"),
    (Message("Thank you all.\n\nRobert", "3", "a2"), "Thank you all.\n\n[a2]"),
)
TEXTS = [text for _, text in MESSAGES]


@pytest.fixture(scope="module")
def shared_names() -> Key:
    return Key.from_roster(Roster(Participant(id, (name,)) for id, name in SHARED.items()), mode="id")


@pytest.fixture(params=[PARTS, (WHOLE,)], ids=["parts", "whole"])
def make(request: pytest.FixtureRequest, shared_names: Key) -> Callable[..., Language]:
    def make(**config: object) -> Language:
        nlp = spacy.blank("en")
        for name in request.param:
            pipe = nlp.add_pipe(name, config=config if name in (WHOLE, "participant_linker") else {})
            if name != "salutation_matcher":
                pipe.initialize(lambda: [], nlp=nlp, key=shared_names)
        return nlp

    return make


def with_attribute(nlp: Language, text: str, metadata: dict[str, str]) -> Doc:
    doc = nlp.make_doc(text)
    doc._.pseudo_message = metadata
    return doc


def test_three_ways_one_result(make: Callable[..., Language]) -> None:
    nlp = make()
    as_tuples = nlp.pipe([(m.text, m.metadata) for m, _ in MESSAGES], as_tuples=True)
    ways = {
        "as_tuples": [doc for doc, _ in as_tuples],
        "to_doc": list(nlp.pipe(m.to_doc(nlp) for m, _ in MESSAGES)),
        "attribute": [nlp(with_attribute(nlp, m.text, m.metadata)) for m, _ in MESSAGES],
    }
    assert {way: [doc._.pseudo_text for doc in docs] for way, docs in ways.items()} == dict.fromkeys(ways, TEXTS)
    edits = [[doc._.pseudo_replacements for doc in docs] for docs in ways.values()]
    assert edits[0] == edits[1] == edits[2]


def test_the_context_comes_back_as_it_was(make: Callable[..., Language]) -> None:
    contexts = [{**message.metadata, "colour": "red"} for message, _ in MESSAGES]
    texts = [message.text for message, _ in MESSAGES]
    nlp = make()
    done = list(nlp.pipe(zip(texts, contexts, strict=True), as_tuples=True))
    assert [context for _, context in done] == contexts
    assert [doc._.pseudo_text for doc, _ in done] == TEXTS


def test_fields_that_are_called_otherwise(make: Callable[..., Language]) -> None:
    nlp = make(fields={"author": "user_id", "parent_author": "answers"})
    rows = [(m.text, {"user_id": m.author, "answers": m.parent_author, "author": "Robert"}) for m, _ in MESSAGES]
    assert [doc._.pseudo_text for doc, _ in nlp.pipe(rows, as_tuples=True)] == TEXTS
    assert [nlp(with_attribute(nlp, text, row))._.pseudo_text for text, row in rows] == TEXTS  # type: ignore[arg-type]
    # A Message has our names for them, always.
    assert [nlp(m.to_doc(nlp))._.pseudo_text for m, _ in MESSAGES] == TEXTS


def test_ids_that_are_numbers(make: Callable[..., Language]) -> None:
    roster = Roster(Participant(str(n), (name,)) for n, name in enumerate(SHARED.values(), start=1))
    nlp = make()
    for name, pipe in nlp.pipeline:
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=Key.from_roster(roster, mode="id"))
    rows = [("Hi Robert,\n\nwell said.", {"author": 3, "parent_author": 2.0})]
    assert [doc._.pseudo_text for doc, _ in nlp.pipe(rows, as_tuples=True)] == ["Hi [2],\n\nwell said."]


def test_a_second_id_of_the_same_person(make: Callable[..., Language]) -> None:
    roster = Roster([Participant("a1", ("Robert Gillespie",), ids=("old1",)), Participant("a2", ("Robert Ashdown",))])
    nlp = make()
    for name, pipe in nlp.pipeline:
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=Key.from_roster(roster, mode="id"))
    doc = nlp(Message("Thank you all.\n\nRobert", author="old1").to_doc(nlp))
    assert doc._.pseudo_text == "Thank you all.\n\n[a1]"


def test_without_metadata_it_works_from_the_roster_and_says_so_once(make: Callable[..., Language]) -> None:
    nlp = make()
    with pytest.warns(PseudoWarning) as caught:
        done = [doc._.pseudo_text for doc in nlp.pipe(["Hi Kayleigh, hello.", "Kayleigh said so to Robert Ashdown."])]
    assert done == ["Hi [a3], hello.", "[a3] said so to [a2]."]
    assert [str(warning.message)[:7] for warning in caught] == ["[W401] "]
    assert "doc._.pseudo_message" in str(caught[0].message)
    with warnings.catch_warnings(record=True) as later:
        warnings.simplefilter("always")
        # Whoever cannot be told apart is replaced all the same.
        assert nlp("Hi Robert, hello.")._.pseudo_text == "Hi [a1|a2], hello."
    assert later == []


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(PseudoError) as error:
        spacy.blank("en").add_pipe("participant_linker", config={"fields": {"writer": "user_id"}})
    assert error.value.code == "P407"
    assert "parent_author" in str(error.value)


def test_an_unknown_scope_is_refused() -> None:
    with pytest.raises(PseudoError) as error:
        spacy.blank("en").add_pipe("participant_linker", config={"scope": "planet"})
    assert error.value.code == "P404"
    assert "thread, session, all" in str(error.value)


def test_matching_changes_nothing(make: Callable[..., Language]) -> None:
    nlp = make()
    doc = MESSAGES[0][0].to_doc(nlp)
    for _, pipe in nlp.pipeline:
        before = (doc.to_bytes(), dict(doc.user_data))
        found = pipe.match(doc)
        assert (doc.to_bytes(), dict(doc.user_data)) == before
        pipe.set_annotations(doc, found)
    assert doc._.pseudo_text == TEXTS[0]


# --- What may be shared ---


@pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
def test_ids_as_codes_and_times_by_a_clock(shared_names: Key, names: tuple[str, ...]) -> None:
    nlp = spacy.blank("en")
    for name in names:
        config = {"ids": "code", "timestamps": "shift"} if name in (WHOLE, "pseudonym_replacer") else {}
        pipe = nlp.add_pipe(name, config=config)
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=shared_names)
    message = Message("Hi.", "7", "a3", parent="6", thread="6", session="s", timestamp="2024-02-05T09:02:00")
    shared = nlp(message.to_doc(nlp))._.pseudo_metadata
    assert shared["author"] == "a3"
    assert shared["parent"] == shared["thread"] != shared["id"]
    assert all(re.fullmatch(r"x[0-9a-f]{16}", shared[name]) for name in ("id", "parent", "thread", "session"))
    assert re.fullmatch(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}", shared["timestamp"])
    assert shared["timestamp"] != message.timestamp


@pytest.mark.parametrize("wrong", [{"ids": "hash"}, {"timestamps": "later"}])
def test_what_cannot_be_done_with_metadata(wrong: dict[str, str]) -> None:
    with pytest.raises(PseudoError, match="P502"):
        spacy.blank("en").add_pipe(WHOLE, config=wrong)
