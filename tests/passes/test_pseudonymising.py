"""From Python: messages with one id, and errors that name what Python calls it."""

from __future__ import annotations

from dataclasses import replace

import pandas
import pytest

import spacy_pseudo
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.message import Message

PEOPLE = {"mp": "Mary Poe", "rg": "Robert Grey"}
ROWS = [
    {"id": 1, "author": "mp", "text": "Hi Robert, high tide is at five. Mary"},
    {"id": 2, "author": "rg", "text": "Thanks Mary! Robert"},
    {"id": 2, "author": "rg", "text": "Thanks Mary! Robert"},
    {"id": 1, "author": "mp", "text": "Hi Robert, high tide is at six. Mary"},
]


@pytest.mark.parametrize(("mode", "read", "hour"), [("last", [1, 3], "six"), ("first", [0, 1], "five")])
def test_of_messages_with_one_id_one_is_read(mode, read, hour):
    result = spacy_pseudo.pseudonymise(ROWS, PEOPLE, duplicates=mode, seed=1)
    assert [n for n, text in enumerate(result.texts) if text is not None] == read
    assert [row["id"] for row in result.messages] == [ROWS[n]["id"] for n in read]
    assert any(f"at {hour}" in row["text"] for row in result.messages)
    frame = spacy_pseudo.pseudonymise(pandas.DataFrame(ROWS), PEOPLE, duplicates=mode, seed=1).messages
    assert list(frame.index) == read
    assert frame["text"].tolist() == [row["text"] for row in result.messages]
    messages = [replace(Message(**row), id=str(row["id"])) for row in ROWS]
    again = spacy_pseudo.pseudonymise(messages, PEOPLE, duplicates=mode, seed=1).messages
    assert [message.text for message in again] == frame["text"].tolist()


def test_all_that_differ_are_told_with_the_argument():
    edited = [*ROWS, {**ROWS[1], "text": "Thank you. Robert"}]
    with pytest.raises(PseudoError, match=r"P139.*2 ids are those.*'1'.*'2'.*duplicates='last'"):
        spacy_pseudo.pseudonymise(edited, PEOPLE)
    with pytest.raises(PseudoError, match=r"P502.*duplicates"):
        spacy_pseudo.pseudonymise(ROWS, PEOPLE, duplicates="newest")


def test_columns_are_told_by_arguments_and_by_their_number():
    people = [{"Matrikel": "mp", "Poe, Mary": "Mary Poe"}, {"Matrikel": "rg", "Poe, Mary": "Robert Grey"}]
    with pytest.raises(PseudoError, match=r"P202.*Matrikel, \(column 2\).*roster_columns=\{'name': HEADER\}"):
        spacy_pseudo.pseudonymise(ROWS[:2], people)
    result = spacy_pseudo.pseudonymise(ROWS[:2], people, roster_columns={"name": "(column 2)"}, seed=1)
    assert "Mary" not in "".join(result.texts)
    with pytest.raises(PseudoError, match=r"P115.*columns=\{'author': HEADER\}"):
        spacy_pseudo.pseudonymise([{"id": 1, "text": "Hi", "who": "mp"}])
    with pytest.raises(PseudoError, match=r"P118.*columns=\{'author': HEADER\}"):
        spacy_pseudo.pseudonymise([{"id": 1, "text": "Hi", "poster": "mp", "sender": "mp"}])
