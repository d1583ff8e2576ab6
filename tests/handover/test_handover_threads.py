"""Threads as one Doc: where a message ends, who wrote it, whom it answers, and all that was known of its tokens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from spacy_pseudo import Message
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.handover.clusters import people_of, set_clusters
from spacy_pseudo.handover.threads import by_thread, join

THREAD = (
    ("m1", "rgill", "mcalder7", "Hi Mary,\n\nthanksMary. I met Fergus! He is well.\n\nRobert"),
    ("m2", "mcalder7", "rgill", ""),
    ("m3", "mcalder7", "rgill", "Robert's right about Fergus. "),
    ("m4", "koduya", None, "\n"),
)


@pytest.fixture
def docs(hand_over: Callable[..., Doc]) -> list[Doc]:
    return [
        hand_over(text, id=id, author=author, parent_author=parent, thread="shore", session="spring", entities=True)
        for id, author, parent, text in THREAD
    ]


def test_messages_keep_their_text_their_author_and_whom_they_answer(docs: list[Doc]) -> None:
    doc = join(docs)
    assert doc.text == "\n\n".join(each.text for each in docs)
    assert [(s.text, s.label_, s.kb_id_, s.id_) for s in doc.spans["pseudo_messages"]] == [
        ("Hi [U01],\n\nthanks[U01]. I met [U04]! He is well.\n\n[U02]", "m1", "U02", "U01"),
        ("", "m2", "U01", "U02"),
        ("[U02]'s right about [U04]. ", "m3", "U01", "U02"),
        ("\n", "m4", "U03", ""),
    ]
    assert doc._.pseudo_message == {"thread": "shore", "session": "spring"}


def test_what_is_known_is_moved_over(docs: list[Doc]) -> None:
    doc = join(docs)
    for key in ("pseudo_participants", "pseudo_others", "pseudo_identifiers"):
        assert [(s.text, s.label_, s.kb_id_, s.id_) for s in doc.spans[key]] == [
            (s.text, s.label_, s.kb_id_, s.id_) for each in docs for s in each.spans[key]
        ]
    assert [ent.text for ent in doc.ents] == ["[U01]", "[U01]", "[U04]", "[U02]", "[U02]", "[U04]"]
    assert {ent.label_ for ent in doc.ents} == {"PERSON"}
    assert [ent.kb_id_ for ent in doc.ents] == ["U01", "U01", "U04", "U02", "U02", "U04"]
    assert [(t.text, t.tag_) for t in doc if t.pos_ == "PROPN"] == [(e.text, "NNP") for e in doc.ents]
    tokens = [(t.text, t.norm_, t.pos_) for t in doc]
    (first, *_) = doc.spans["pseudo_messages"]
    assert tokens[: first.end] == [(t.text, t.norm_, t.pos_) for t in docs[0]]


def test_nothing_is_claimed_about_sentences_but_that_messages_begin_one(docs: list[Doc]) -> None:
    doc = join(docs)
    starts = [span.start for span in doc.spans["pseudo_messages"] if len(span)]
    assert [token.i for token in doc if token.is_sent_start] == starts
    assert not any(token.is_sent_start is False for token in doc)
    # A later component finds the others, and leaves these.
    doc = spacy.blank("en").add_pipe("sentencizer")(doc)
    assert {token.i for token in doc if token.is_sent_start} > set(starts)


def test_sentences_and_parses_that_are_known_are_kept() -> None:
    vocab = spacy.blank("en").vocab
    parsed = Doc(
        vocab,
        words=["She", "left", "."],
        spaces=[True, False, False],
        heads=[1, 1, 1],
        deps=["nsubj", "ROOT", "punct"],
        lemmas=["she", "leave", "."],
    )
    plain = Doc(vocab, words=["Why", "?", "Nobody", "knows"], spaces=[False, True, True, False])
    doc = join([parsed, plain, parsed])
    assert [token.head.i for token in doc] == [1, 1, 1, 3, 4, 5, 6, 7, 8, 10, 10, 10]
    assert doc[0].dep_ == doc[9].dep_ == "nsubj"
    assert doc[10].lemma_ == "leave"
    assert [token.i for token in doc if token.is_sent_start] == [0, 4, 9]
    assert [token.is_sent_start for token in doc][5:8] == [None, None, None]
    split = Doc(vocab, words=["Yes", ".", "No", "."], sent_starts=[True, False, True, False])
    assert [token.is_sent_start for token in join([split, plain])][:4] == [True, False, True, False]


def test_a_doc_whose_entities_are_known_keeps_them() -> None:
    nlp = spacy.blank("en")
    doc = nlp("Rachel Carson wrote")
    doc.ents = [Span(doc, 0, 2, label="PERSON")]
    joined = join([doc, nlp("about it"), doc])
    assert [(ent.text, ent.label_, ent.start) for ent in joined.ents] == [
        ("Rachel Carson", "PERSON", 0),
        ("Rachel Carson", "PERSON", 7),
    ]
    assert [token.ent_iob_ for token in joined] == ["B", "I", "O", "", "", "", "", "B", "I", "O"]


def test_clusters_of_different_messages_stay_apart_and_ours_are_written_anew(docs: list[Doc]) -> None:
    first, third = docs[0], docs[2]
    first.spans["coref_clusters_1"] = [span_at(first, "[U04]"), span_at(first, "He")]
    third.spans["coref_clusters_1"] = [span_at(third, "[U02]")]
    set_clusters(first)
    set_clusters(third)
    doc = join(docs)
    assert [span.text for span in doc.spans["coref_clusters_1"]] == ["[U04]", "He"]
    assert [span.text for span in doc.spans["coref_clusters_2"]] == ["[U02]"]
    assert people_of(doc) == {
        "coref_clusters_1": "U04", "coref_clusters_2": "U02",
        "coref_clusters_3": "U01", "coref_clusters_4": "U04", "coref_clusters_5": "U02",
    }  # fmt: skip
    assert len(doc.spans["coref_clusters_5"]) == 2


def span_at(doc: Doc, text: str) -> Span:
    (start,) = [token.i for token in doc if token.text == text][:1]
    return doc[start : start + 1]


def test_the_docs_stay_as_they_are(docs: list[Doc]) -> None:
    before = [doc.to_bytes() for doc in docs]
    join(docs)
    assert [doc.to_bytes() for doc in docs] == before


def test_a_thread_survives_a_docbin(docs: list[Doc]) -> None:
    doc = join(docs)
    (read,) = DocBin().from_bytes(DocBin(docs=[doc], store_user_data=True).to_bytes()).get_docs(spacy.blank("en").vocab)
    assert read.text == doc.text
    for key in doc.spans:
        assert [(s.text, s.label_, s.kb_id_, s.id_) for s in read.spans[key]] == [
            (s.text, s.label_, s.kb_id_, s.id_) for s in doc.spans[key]
        ]
    assert [ent.text for ent in read.ents] == [ent.text for ent in doc.ents]
    assert [token.is_sent_start for token in read] == [token.is_sent_start for token in doc]
    assert read._.pseudo_message == doc._.pseudo_message


@pytest.mark.parametrize("texts", [[""], ["", ""], ["one"], ["one ", " two", "\n"]])
def test_odd_threads(texts: list[str], blank: Callable[[str], Language]) -> None:
    doc = join([Message(text).to_doc(blank("en")) for text in texts])
    assert [span.text for span in doc.spans["pseudo_messages"]] == texts
    assert doc.text == "\n\n".join(texts)


NLP = spacy.blank("en")


@given(texts=st.lists(st.text(alphabet="ab I'm.\n>[U1]\u00a0", max_size=12), min_size=1, max_size=5))
def test_any_texts(texts: list[str]) -> None:
    doc = join([Message(text, id=str(number)).to_doc(NLP) for number, text in enumerate(texts)])
    assert doc.text == "\n\n".join(texts)
    assert [(span.text, span.label_) for span in doc.spans["pseudo_messages"]] == [
        (text, str(number)) for number, text in enumerate(texts)
    ]


def test_what_cannot_be_joined(blank: Callable[[str], Language]) -> None:
    with pytest.raises(PseudoError, match="P800"):
        join([])
    with pytest.raises(PseudoError, match="P801"):
        join([blank("en")("a"), spacy.blank("en")("b")])


def test_whom_a_message_answers_is_looked_up_in_the_thread(blank: Callable[[str], Language]) -> None:
    places = [
        ("m1", "U01", None, None),
        ("m2", "U02", "m1", None),
        ("m3", "U03", "m1", "U09"),
        ("m4", "U01", "m9", None),
    ]
    docs = [
        Message("a", id=id, author=author, parent=parent, parent_author=other).to_doc(blank("en"))
        for id, author, parent, other in places
    ]
    doc = join(docs)
    assert [span.id_ for span in doc.spans["pseudo_messages"]] == ["", "U01", "U09", ""]


def test_metadata_that_differs_is_left_out(blank: Callable[[str], Language]) -> None:
    docs = [Message("a", thread=thread, session="s").to_doc(blank("en")) for thread in ("t1", "t2")]
    assert join(docs)._.pseudo_message == {"session": "s"}


def test_docs_by_thread(blank: Callable[[str], Language]) -> None:
    places = [("t1", "a"), (None, "a"), ("t2", "a"), ("t1", "b"), ("t1", "a"), (None, "a"), ("t1", None), ("t1", None)]
    docs = [
        Message(str(number), thread=thread, session=session).to_doc(blank("en"))
        for number, (thread, session) in enumerate(places)
    ]
    docs.append(blank("en")("8"))
    assert [[doc.text for doc in thread] for thread in by_thread(iter(docs))] == [
        ["0", "4"], ["1"], ["2"], ["3"], ["5"], ["6", "7"], ["8"],
    ]  # fmt: skip
