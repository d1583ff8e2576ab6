"""BIO labels: tokens that make up the text, and labels where replacements stand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.attrs import CATEGORIES, HANDLE, LIFE, OTHER, SENSITIVE, UNLINKED
from spacy_pseudo.handover.bio import SIDES, document_of, label_of
from spacy_pseudo.handover.edits import Edited, original_of

from .made import edited, messages

NLP = spacy.blank("en")
# As the data set has them.
SEVEN = {"NAME_STUDENT", "EMAIL", "USERNAME", "ID_NUM", "PHONE_NUM", "URL_PERSONAL", "STREET_ADDRESS"}


def found(document: dict[str, Any]) -> list[tuple[str, str]]:
    """RETURNS (list[tuple[str, str]]): What is labelled, and how."""
    names: list[tuple[str, str]] = []
    columns = zip(document["tokens"], document["trailing_whitespace"], document["labels"], strict=True)
    for token, space, label in columns:
        text = token + " " * space
        if label.startswith("B-"):
            names.append((text, label[2:]))
        elif label.startswith("I-"):
            assert names[-1][1] == label[2:]
            names[-1] = (names[-1][0] + text, label[2:])
    return [(text.rstrip(), label) for text, label in names]


@given(messages(), st.sampled_from(SIDES))
def test_tokens_make_up_the_text(message: Edited, side: str) -> None:
    document = document_of(message, NLP, side=side)
    assert document["full_text"] == (message.message.text if side == "target" else original_of(message))
    columns = [document[name] for name in ("tokens", "trailing_whitespace", "labels")]
    assert len({len(column) for column in columns}) == 1
    rebuilt = "".join(token + " " * space for token, space in zip(columns[0], columns[1], strict=True))
    assert rebuilt == document["full_text"]
    for before, label in pairwise(["O", *document["labels"]]):
        assert not label.startswith("I-") or before[2:] == label[2:]
    labelled = [edit for edit in message.edits if label_of(edit)]
    texts = [edit.replacement if side == "target" else edit.original for edit in labelled]
    assert [text for text, _ in found(document)] == [text for text in texts if text]
    assert {label for _, label in found(document)} <= SEVEN


@pytest.mark.parametrize("side", SIDES)
def test_the_labels_are_those_of_the_competition(side: str) -> None:
    message = edited(
        "Hi <<Mary Poe;[U12];U12;registered;greeting>>,\n\nask <<Ann;[X];;OTHER>> or <<mpoe;[U12];U12;handle>> at "
        "<<bob@uni.example;[EMAIL:U07];U07;EMAIL>>, <<555 0199;[PHONE];;PHONE>>, <<u.example/~bo;[URL];;URL>>, "
        "<<@bo;[USERNAME];;USERNAME>>, <<770101-0101;[ID];;ID>>, <<Elm St 4;[ADDRESS];;ADDRESS>> "
        "on <<5 May;[DATE];;DATE>>, student <<A1234567;[NUMBER];;NUMBER>>",
        id="m1",
    )
    document = document_of(message, NLP, side=side)
    assert document["document"] == "m1"
    assert [label for _, label in found(document)] == [
        "NAME_STUDENT", "USERNAME", "EMAIL", "PHONE_NUM", "URL_PERSONAL", "USERNAME", "ID_NUM", "STREET_ADDRESS",
        "ID_NUM",
    ]  # fmt: skip
    assert "\n\n" in document["tokens"]
    first = {"target": ["Hi", "[U12]", ",", "\n\n"], "source": ["Hi", "Mary", "Poe", ","]}[side]
    assert document["tokens"][:4] == first
    whole = {"target": ["O", "B-NAME_STUDENT", "O"], "source": ["O", "B-NAME_STUDENT", "I-NAME_STUDENT", "O"]}[side]
    assert document["labels"][: len(whole)] == whole


@pytest.mark.parametrize(
    ("category", "label"),
    [
        *((category, "NAME_STUDENT") for category in (*CATEGORIES, UNLINKED)),
        *((category, "USERNAME") for category in (HANDLE, "USERNAME")),
        ("EMAIL", "EMAIL"),
        ("PHONE", "PHONE_NUM"),
        ("URL", "URL_PERSONAL"),
        *((category, "ID_NUM") for category in ("ID", "NUMBER", "ACCOUNT", "CARD", "PLATE", "IP")),
        *((category, "STREET_ADDRESS") for category in ("ADDRESS", "STREET", "POSTCODE")),
        # Indirect identifiers, and people who are no students, have none.
        *((category, "") for category in (OTHER, "DATE", "AGE", "TIME", "COUNTRY", "REGION", "CITY", "SCHOOL")),
        *((category, "") for category in ("EMPLOYER", "NATIONALITY", "LANGUAGE", *LIFE, *SENSITIVE)),
    ],
)
def test_every_label_of_ours(category: str, label: str) -> None:
    message = edited(f"It is <<what it was;[what];U1;{category}>>.")
    assert label_of(message.edits[0]) == label
    assert document_of(message, NLP)["labels"] == ["O", "O", f"B-{label}" if label else "O", "O"]


def test_of_the_original_nothing_is_in_the_target() -> None:
    message = edited("Hi <<Mary;[U12];U12;part;greeting>>, I like tides")
    assert "Mary" not in str(document_of(message, NLP))
    assert "Mary" in str(document_of(message, NLP, side="source"))
