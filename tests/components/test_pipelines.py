"""Our components among others: alone, before and after them, twice in one pipeline."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from spacy_pseudo import Key, Message

from .conftest import MESSAGES, PARTS, RESULTS, WHOLE, run

TEXT = "thanksMary is what Robert said in Leeds. Then he left."
RESULT = "thanks[s11] is what [s12] said in Leeds. Then he left."
TOKENS = ["thanks", "Mary", "is", "what", "Robert", "said", "in", "Leeds", ".", "Then", "he", "left", "."]


def message(nlp: Language, text: str = TEXT, author: str = "s13") -> Doc:
    return Message(text, author=author).to_doc(nlp)


# --- One alone ---


def test_splitter_alone(shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp("glued_word_splitter")
    doc = nlp(message(nlp))
    assert [token.text for token in doc] == TOKENS
    assert doc.text == TEXT
    assert dict(doc.spans) == {}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("thanksMary!", ["thanks", "Mary", "!"]),
        ("Hello MaryI agree", ["Hello", "Mary", "I", "agree"]),
        ("thanksMary and thanksFergus", ["thanks", "Mary", "and", "thanks", "Fergus"]),
        ("Mary", ["Mary"]),
        ("Marylebone station", ["Marylebone", "station"]),
        ("", []),
    ],
)
def test_what_is_split(text: str, tokens: list[str], shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp("glued_word_splitter")
    doc = nlp(message(nlp, text))
    assert [token.text for token in doc] == tokens
    assert doc.text == text


def test_salutations_alone() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("salutation_matcher")
    doc = nlp("Hi Mary,\n\nI agree.\n\nBest wishes,\nRobert")
    found = [(span.label_, span.text) for span in doc.spans["pseudo_salutations"]]
    assert [label for label, _ in found] == ["GREETING", "SIGNATURE"]
    assert "Mary" in found[0][1]
    assert "Robert" in found[1][1]
    assert list(doc.spans) == ["pseudo_salutations"]


def test_misspellings_alone(shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp("misspelling_matcher")
    doc = nlp(message(nlp, "I think Kayliegh is right."))
    assert [(s.text, s.label_) for s in doc.spans["pseudo_misspellings"]] == [("Kayliegh", "MISSPELLED")]
    assert list(doc.spans) == ["pseudo_misspellings"]


def test_protected_names_alone_and_without_a_key() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("protected_name_matcher", config={"allow": ["Rachel Carson"]})
    doc = nlp("Rachel Carson is quoted by Smith (2010).")
    found = [(span.text, span.label_) for span in doc.spans["pseudo_protected"]]
    assert found[0] == ("Rachel Carson", "ALLOWED")
    assert [label for _, label in found] == ["ALLOWED", "CITED"]


def test_linker_alone(shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp("participant_linker")
    doc = nlp(message(nlp, "I met Mary Calder, Fergus and Robert."))
    found = [(span.text, span.label_, span.kb_id_) for span in doc.spans["pseudo_participants"]]
    assert found == [
        ("Mary Calder", "registered", "s11"),
        ("Fergus", "part", "s14"),
        ("Robert", "part", "s12"),
    ]
    assert doc._.pseudo_text is None


@pytest.mark.parametrize("left_out", [*PARTS[:4]])
def test_evidence_is_optional(left_out: str, shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp(*(name for name in PARTS if name != left_out))
    assert nlp(message(nlp))._.pseudo_text == RESULT


def test_six_in_a_row_are_the_whole(shared_nlp: Callable[..., Language]) -> None:
    assert run(shared_nlp(*PARTS)) == run(shared_nlp(WHOLE)) == list(RESULTS)


# --- Among others ---


@Language.component("tests_tensor")
def add_tensor(doc: Doc) -> Doc:
    doc.tensor = numpy.arange(len(doc) * 4, dtype="f").reshape(len(doc), 4)
    return doc


@Language.component("tests_parse")
def add_parse(doc: Doc) -> Doc:
    for token in doc:
        token.head = doc[0]
        token.dep_ = "ROOT" if token.i == 0 else "dep"
    return doc


@Language.component("tests_tags")
def add_tags(doc: Doc) -> Doc:
    for token in doc:
        token.tag_ = f"T{token.i}"
        token.lemma_ = token.lower_
    return doc


def annotation(doc: Doc) -> list[object]:
    return [doc.tensor.tolist(), [(t.text, t.head.i, t.dep_, t.tag_, t.lemma_) for t in doc]]


@pytest.mark.parametrize("other", ["tests_tensor", "tests_parse", "tests_tags"])
@pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
def test_a_doc_with_a_tensor_a_parse_or_tags_is_not_split(
    names: tuple[str, ...], other: str, make_nlp: Callable[..., Language]
) -> None:
    nlp = make_nlp(*names)
    nlp.add_pipe(other, first=True)
    alone = spacy.blank("en")
    alone.add_pipe(other)
    doc = nlp(message(nlp))
    assert annotation(doc) == annotation(alone(TEXT))
    # The glued name is replaced all the same; its Span covers the token.
    assert doc._.pseudo_text == RESULT
    mary = doc.spans["pseudo_participants"][0]
    assert (mary.text, mary.label_, mary.kb_id_) == ("thanksMary", "glued", "s11")
    assert doc._.pseudo_replacements[0]["start"] == 6


@pytest.mark.parametrize("other", ["tests_tensor", "tests_parse", "tests_tags"])
def test_before_such_a_component_it_is_split(other: str, make_nlp: Callable[..., Language]) -> None:
    nlp = make_nlp()
    nlp.add_pipe(other)
    doc = nlp(message(nlp))
    assert [token.text for token in doc] == TOKENS
    assert doc._.pseudo_text == RESULT


PATTERNS = {
    "entity_ruler": [{"label": "GPE", "pattern": "Leeds", "id": "leeds"}, {"label": "TOPIC", "pattern": "thanksMary"}],
    "span_ruler": [{"label": "GPE", "pattern": "Leeds", "id": "leeds"}, {"label": "VERB", "pattern": "said"}],
}


@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("other", ["entity_ruler", "span_ruler", "sentencizer"])
@pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
def test_rulers_and_sentences(names: tuple[str, ...], other: str, first: bool, key: Key) -> None:
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe(other)
    if other in PATTERNS:
        ruler.add_patterns(PATTERNS[other])
    for name in names:
        pipe = nlp.add_pipe(name) if first else nlp.add_pipe(name, before=other)
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=key)
    doc = nlp(message(nlp))
    assert doc._.pseudo_text == RESULT
    assert [token.text for token in doc] == TOKENS
    if other == "entity_ruler":
        ents = [("Leeds", "GPE", "leeds")] if not first else [("thanksMary", "TOPIC", ""), ("Leeds", "GPE", "leeds")]
        assert [(ent.text, ent.label_, ent.ent_id_) for ent in doc.ents] == ents
        assert doc.has_annotation("ENT_IOB", require_complete=True)
    elif other == "span_ruler":
        spans = [(span.text, span.label_, span.id_) for span in doc.spans["ruler"]]
        assert sorted(spans) == [("Leeds", "GPE", "leeds"), ("said", "VERB", "")]
    else:
        assert [sent.text for sent in doc.sents] == ["thanksMary is what Robert said in Leeds.", "Then he left."]


def test_splitting_keeps_spans_where_they_are(shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp("glued_word_splitter")
    doc = message(nlp, "I say thanksMary and thanksFergus at Leeds station")
    doc.ents = [Span(doc, 2, 5, label="TOPIC", kb_id="Q1"), Span(doc, 6, 7, label="GPE")]
    spans = [Span(doc, a, b, label="L", kb_id=f"k{a}", span_id=f"i{a}") for a, b in ((0, 1), (2, 3), (3, 6), (6, 8))]
    doc.spans["theirs"] = SpanGroup(doc, name="named", spans=spans, attrs={"n": 1})
    doc.spans["empty"] = []
    before = [facts(doc.ents), facts(doc.spans["theirs"])]
    assert nlp(doc) is doc
    assert len(doc) == 10
    assert [facts(doc.ents), facts(doc.spans["theirs"])] == before
    assert (doc.spans["theirs"].name, dict(doc.spans["theirs"].attrs)) == ("named", {"n": 1})
    assert len(doc.spans["empty"]) == 0


def facts(spans: tuple[Span, ...] | SpanGroup) -> list[tuple[object, ...]]:
    return [(s.text, s.start_char, s.end_char, s.label_, s.kb_id_, s.id_) for s in spans]


def test_a_very_long_doc_with_very_many_glued_names_is_done_in_time(nlp: Language) -> None:
    doc = nlp(message(nlp, "We say thanksMary and so on, and so on.\n\n" * 1200))
    assert doc._.pseudo_text.count("thanks[s11]") == 1200


@pytest.mark.parametrize(
    "filling", ["!" * 100_000, "Ordinary words stand here, one after the other, without a name.\n\n" * 19_000]
)
def test_long_texts(filling: str, nlp: Language) -> None:
    start = time.process_time()
    doc = nlp(message(nlp, f"Hi Mary,\n\n{filling}\n\nBest wishes,\nKayleigh"))
    assert doc._.pseudo_text == f"Hi [s11],\n\n{filling}\n\nBest wishes,\n[s13]"
    assert time.process_time() - start < 20


# --- Twice ---


@pytest.fixture
def two_classes(key: Key) -> Language:
    nlp = spacy.blank("en")
    for name, prefix, template in (("first", "first_", "[{}]"), ("second", "second_", "<{}>")):
        people = key.roster if name == "first" else [person for person in key.roster if person.id in ("s11", "t01")]
        own = Key.from_roster(type(key.roster)(people), mode="id", template=template)
        pipe = nlp.add_pipe(WHOLE, name=name, config={"prefix": prefix})
        pipe.initialize(lambda: [], nlp=nlp, key=own)
    return nlp


def test_two_pseudonymisers_in_one_pipeline(two_classes: Language) -> None:
    context = {"author": "s13"}
    [(doc, _)] = two_classes.pipe([(TEXT, context)], as_tuples=True)
    assert doc._.first_text == RESULT
    assert doc._.second_text == "thanks<s11> is what Robert said in Leeds. Then he left."
    assert [span.kb_id_ for span in doc.spans["first_participants"]] == ["s11", "s12"]
    assert [span.kb_id_ for span in doc.spans["second_participants"]] == ["s11"]


def test_the_same_doc_again(nlp: Language) -> None:
    docs = [m.to_doc(nlp) for m in MESSAGES]
    results = [[nlp(doc)._.pseudo_text for doc in docs] for _ in range(2)]
    assert results == [list(RESULTS)] * 2
