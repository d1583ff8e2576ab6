"""Messages, and Docs of any length and shape that are made of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc

from spacy_pseudo import Message
from spacy_pseudo.message import make_doc, message_of, text_of

NLP = spacy.blank("en")
# Words, marks, runs, white space of all kinds; no lone surrogates, which no Doc takes.
TEXTS = st.lists(
    st.one_of(
        st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20),
        st.sampled_from(
            ["Mary", "don't", "\n\n", "\n", " ", "   ", "\t", "\u00a0", "\r\n", "!" * 150, "e\u0301", "👩‍👩‍👧"]
        ),
        st.builds(str.__mul__, st.sampled_from("!.-a("), st.integers(90, 1100)),
    ),
    max_size=12,
).map("".join)


@pytest.fixture
def short_nlp() -> Iterator[Language]:
    before = NLP.max_length
    yield NLP
    NLP.max_length = before


# --- Docs ---


@given(text=TEXTS)
def test_a_doc_has_exactly_the_text(text: str) -> None:
    assert make_doc(NLP, text).text == text


@given(text=TEXTS, longest=st.integers(1, 60))
def test_so_it_does_when_cut_into_pieces(text: str, longest: int) -> None:
    before, NLP.max_length = NLP.max_length, longest
    try:
        assert make_doc(NLP, text).text == text
    finally:
        NLP.max_length = before


def test_a_long_text_is_tokenized_like_a_short_one(short_nlp: Language) -> None:
    paragraph = "I don't know, Mary's gonna come (perhaps).\nWe'll see!"
    whole = NLP.make_doc("\n\n".join([paragraph] * 20))
    short_nlp.max_length = 100
    pieces = make_doc(short_nlp, whole.text)
    assert [(t.text, t.norm_, t.whitespace_) for t in pieces] == [(t.text, t.norm_, t.whitespace_) for t in whole]
    unset = ("SENT_START", "ENT_IOB", "DEP", "TAG", "LEMMA")
    assert [name for name in unset if pieces.has_annotation(name)] == []
    assert pieces.tensor.shape == whole.tensor.shape


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("one two\n\nthree four\nfive six", ["one two\n\n", "three four\n", "five six"]),
        ("one two three four\nfive six", ["one two three ", "four\nfive six"]),
        ("a\n\n" + "b" * 30, ["a\n\n" + "b" * 13, "b" * 16, "b"]),
    ],
)
def test_a_long_text_is_cut_after_a_paragraph_a_line_or_a_word(
    text: str, pieces: list[str], short_nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_nlp.max_length = 16
    seen: list[str] = []
    tokenize = short_nlp.make_doc
    monkeypatch.setattr(short_nlp, "make_doc", lambda piece: seen.append(piece) or tokenize(piece))
    make_doc(short_nlp, text)
    assert seen == pieces


@pytest.mark.parametrize("text", ["!" * 100_000, "?!" * 50_000, ("(" * 999 + " ") * 100, "x" * 1_200_000])
def test_runs_that_choke_the_tokenizer(text: str) -> None:
    start = time.process_time()
    doc = Message(text).to_doc(spacy.blank("en"))
    assert time.process_time() - start < 5
    assert doc.text == text


def test_over_a_million_characters() -> None:
    text = "Some words of an ordinary message.\n\n" * 34_000
    assert len(text) > 1_200_000
    assert Message(text, author="a").to_doc(NLP).text == text


def test_the_text_at_hand_is_that_of_the_doc() -> None:
    first, second = NLP("one"), NLP("two")
    assert [text_of(doc) for doc in (first, first, second, first)] == ["one", "one", "two", "one"]


# --- Metadata ---


def test_metadata_is_what_is_known_beside_the_text() -> None:
    message = Message("Hi", "m1", "a", parent_author="b", subject="Re: Hi", extra={"mood": "good"})
    assert message.metadata == {"id": "m1", "author": "a", "parent_author": "b"}
    assert message.to_doc(NLP)._.pseudo_message == message.metadata


@pytest.mark.parametrize(
    ("value", "author"),
    [
        ("43", "43"),
        (43, "43"),
        (43.0, "43"),
        (43.5, "43.5"),
        (numpy.int64(43), "43"),
        (numpy.float64(43), "43"),
        ("None", "None"),
        ("nan", "nan"),
        (" a ", " a "),
        (None, None),
        (float("nan"), None),
        ("", None),
    ],
)
def test_ids_become_strings(value: Any, author: str | None) -> None:
    assert Message.from_dict({"author": value}).author == author


def test_from_dict_with_other_names() -> None:
    row = {"body": "Hi", "user": 7, "id": "m1", "colour": "red"}
    message = Message.from_dict(row, names={"text": "body", "author": "user", "parent": "answers"})
    assert message == Message("Hi", "m1", "7")


@pytest.mark.parametrize(
    ("context", "author"),
    [
        ({"author": "a"}, "a"),
        ({"user": "u"}, "u"),
        ({"author": "Display Name", "user": "u"}, "u"),
        ({"author": "Display Name", "user": None}, None),
        (Message(author="a"), "a"),
        ("a", None),
        (7, None),
        (("a", "b"), None),
        (None, None),
        ({}, None),
        ({"colour": "red"}, None),
    ],
)
def test_metadata_from_the_context(context: object, author: str | None) -> None:
    doc = NLP("Hi")
    doc._context = context  # As `nlp.pipe(..., as_tuples=True)` does while components run.
    message = message_of(doc, names={"author": "user"})
    assert (message and message.author) == author


def test_the_attribute_goes_before_the_context() -> None:
    doc = Message("Hi", author="a").to_doc(NLP)
    doc._context = {"author": "b"}
    found = message_of(doc)
    assert found is not None
    assert found.author == "a"


def test_a_message_as_attribute_becomes_plain_data() -> None:
    doc = Message("Hi").to_doc(NLP)
    doc._.pseudo_message = Message("other text", "m1", "a")
    assert doc._.pseudo_message == {"id": "m1", "author": "a"}
    assert Doc(NLP.vocab).from_bytes(doc.to_bytes())._.pseudo_message == {"id": "m1", "author": "a"}
