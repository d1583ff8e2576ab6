"""Clusters by characters: the text of a thread, who speaks where, and where people are named."""

from __future__ import annotations

import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.handover.docs import make_doc
from spacy_pseudo.handover.edits import Edited
from spacy_pseudo.handover.offsets import clusters_in
from spacy_pseudo.handover.threads import join

from .made import edited, messages

NLP = spacy.blank("en")


@given(st.lists(messages(), min_size=1, max_size=4))
def test_offsets_lead_to_messages_and_names(parts: list[Edited]) -> None:
    docs = [make_doc(part, NLP) for part in parts]
    found = clusters_in(docs, "t")
    text = found["text"]
    assert text == join(docs).text
    assert [text[start:end] for start, end, *_ in found["speakers"]] == [part.message.text for part in parts]
    names = {
        label: [text[start:end] for start, end in places]
        for label, places in zip(found["participants"], found["clusters"], strict=True)
    }
    expected: dict[str, list[str]] = {}
    for edit in (edit for part in parts for edit in part.edits if edit.person and edit.replacement):
        expected.setdefault(edit.person or "", []).append(edit.replacement)
    assert names == expected


def test_an_example() -> None:
    parts = [
        edited("Hi <<Bob;[U7];U7;part;greeting>>\n<<Mary;[U12];U12;part;signature>>", id="1", author="U12"),
        edited("Hi <<Mary;[U12];U12;part;greeting>>!", id="2", author="U7", parent_author="U12"),
    ]
    assert clusters_in([make_doc(part, NLP) for part in parts], "tides") == {
        "id": "tides",
        "text": "Hi [U7]\n[U12]\n\nHi [U12]!",
        "speakers": [[0, 13, "U12", None, "1"], [15, 24, "U7", "U12", "2"]],
        "clusters": [[[3, 7]], [[8, 13], [18, 23]]],
        "participants": ["U7", "U12"],
    }
