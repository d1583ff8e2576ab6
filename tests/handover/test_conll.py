"""CoNLL-2012: what is written is read again by a small reader, with the same words, speakers and clusters."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from spacy_pseudo.handover.clusters import clusters_of
from spacy_pseudo.handover.conll import conll_of, field
from spacy_pseudo.handover.docs import make_doc
from spacy_pseudo.handover.edits import Edited
from spacy_pseudo.handover.threads import join

from .made import edited, messages

NLP = spacy.blank("en")
SENTENCIZER = NLP.add_pipe("sentencizer")


class Document(NamedTuple):
    """What a reader finds: sentences of words, their speakers, and clusters as places of first and last words."""

    name: str
    sentences: list[list[str]]
    speakers: list[str]
    clusters: dict[str, list[tuple[int, int]]]


def read_conll(text: str) -> list[Document]:
    """RETURNS (list[Document]): The documents of a file."""
    documents: list[Document] = []
    rows: list[list[str]] = []
    opened: dict[str, list[int]] = {}
    count = 0
    for line in text.split("\n"):
        if begin := re.fullmatch(r"#begin document \((.*)\); part (\d{3})", line):
            documents.append(Document(begin[1], [], [], {}))
            opened, count = {}, 0
        elif line == "#end document":
            assert not rows
            assert not any(opened.values())
        elif not line:
            if rows:
                check_sentence(rows)
                documents[-1].sentences.append([row[3] for row in rows])
                documents[-1].speakers.append(rows[0][9])
            rows = []
        else:
            row = line.split()
            assert row[:3] == [documents[-1].name, "0", str(len(rows))]
            rows.append(row)
            for part in row[11].split("|") if row[11] != "-" else ():
                number = part.strip("()")
                if part.startswith("("):
                    opened.setdefault(number, []).append(count)
                if part.endswith(")"):
                    documents[-1].clusters.setdefault(number, []).append((opened[number].pop(), count))
            count += 1
    return documents


def check_sentence(rows: list[list[str]]) -> None:
    """The twelve columns of a sentence: one speaker, and brackets that match."""
    assert {len(row) for row in rows} == {12}
    assert len({row[9] for row in rows}) == 1
    assert "".join(row[5] for row in rows) == f"(TOP{'*' * len(rows)})"
    entities = "".join(row[10] for row in rows)
    assert re.fullmatch(r"(?:\*|\(PERSON\)|\(PERSON\*+\))*", entities)


def thread(*parts: Edited) -> Doc:
    return join([SENTENCIZER(make_doc(part, NLP, merge=False)) for part in parts])


def words(span: object) -> list[str]:
    return [token.text.replace("(", "-LRB-").replace(")", "-RRB-") for token in span if not token.is_space]  # type: ignore[attr-defined]


@given(st.lists(messages(), min_size=1, max_size=4))
def test_words_and_clusters_are_read_again(parts: list[Edited]) -> None:
    doc = thread(*parts)
    text, people = conll_of(doc, "t1")
    (document,) = read_conll(text)
    flat = [word for sentence in document.sentences for word in sentence]
    assert flat == words(doc)
    expected = clusters_of(doc)
    assert people == list(expected)
    spans = [[words(span) for span in spans] for spans in expected.values()]
    read = [
        [flat[first : last + 1] for first, last in document.clusters.get(str(number), [])]
        for number in range(len(people))
    ]
    assert read == spans


def test_a_thread() -> None:
    doc = thread(
        edited(
            "Hi <<Bob;[U07];U07;part;greeting>>! I like tides (a lot)\n<<Mary;[U12];U12;part;signature>>",
            id="1",
            author="U12",
        ),
        edited(
            "So do I, <<Mary;[U12];U12;part;body>>'s and <<Sam;[U01|U04];U01|U04;part;body>>'s", id="2", author="U07"
        ),
        edited("no name", id="3"),
    )
    text, people = conll_of(doc, "tides")
    (document,) = read_conll(text)
    assert document.sentences == [
        ["Hi", "[U07]", "!"],
        ["I", "like", "tides", "-LRB-", "a", "lot", "-RRB-", "[U12]"],
        ["So", "do", "I", ",", "[U12]", "'s", "and", "[U01|U04]", "'s"],
        ["no", "name"],
    ]
    assert document.speakers == ["U12", "U12", "U07", "-"]
    assert people == ["U07", "U12"]
    # Who may be several people is in no cluster, and a name all the same.
    assert document.clusters == {"0": [(1, 1)], "1": [(10, 10), (15, 15)]}
    assert text.count("(PERSON)") == 4
    assert text.startswith("#begin document (tides); part 000\ntides\t0\t0\tHi\t-\t(TOP*\t-\t-\t-\tU12\t*\t-\n")


def test_a_name_of_several_words_is_not_divided_by_the_end_of_a_sentence() -> None:
    doc = thread(edited("Thanks <<Mary Poe;Ann! Berg;Ann! Berg;registered;body>>. Bye", id="1", author="Ann! Berg"))
    text, people = conll_of(doc, "t")
    (document,) = read_conll(text)
    assert document.sentences == [["Thanks", "Ann", "!", "Berg", "."], ["Bye"]]
    assert document.clusters == {"0": [(1, 3)]}
    assert (people, document.speakers) == (["Ann! Berg"], ["Ann!_Berg"] * 2)
    assert "(PERSON*" in text


@pytest.mark.parametrize(
    ("given_id", "written"), [("a b", "a_b"), ("(#1); x", "_1_x"), ("  ", "-"), (None, "-"), ("intro", "intro")]
)
def test_ids_that_a_column_cannot_hold(given_id: str | None, written: str) -> None:
    assert field(given_id) == written
