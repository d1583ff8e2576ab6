"""From places of the original to places of the pseudonymised text and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from spacy_pseudo import pseudo_doc
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.handover.alignment import Alignment, align
from spacy_pseudo.handover.edits import rebase
from spacy_pseudo.message import register_extensions

TEXT = "Hi Mary Calder,\n\nthanksRobert for Kayleigh's notes. I agree.\n\nFergus"


@pytest.fixture
def docs(process: Callable[..., Doc], blank: Callable[[str], Language]) -> tuple[Doc, Doc]:
    old = process(TEXT, author="fergus_b")
    return old, pseudo_doc(old, blank("en"))


@pytest.mark.parametrize(
    ("old_text", "new_text"),
    [
        ("Mary Calder", "[U01]"),
        ("Calder", "[U01]"),
        ("y C", "[U01]"),
        ("thanks", "thanks"),
        ("Robert for", "[U02] for"),
        ("thanksRob", "thanks[U02]"),
        ("Kayleigh's notes", "[U03]'s notes"),
        ("'s", "'s"),
        ("I agree.\n\nFergus", "I agree.\n\n[U04]"),
        (TEXT, "Hi [U01],\n\nthanks[U02] for [U03]'s notes. I agree.\n\n[U04]"),
    ],
)
def test_characters_of_the_original(old_text: str, new_text: str, docs: tuple[Doc, Doc]) -> None:
    old, new = docs
    start, end = align(old, new).to_new(TEXT.index(old_text), TEXT.index(old_text) + len(old_text))
    assert new.text[start:end] == new_text


@pytest.mark.parametrize(
    ("new_text", "old_text"),
    [("[U01]", "Mary Calder"), ("U01", "Mary Calder"), ("agree", "agree"), ("[U03]'s", "Kayleigh's"), ("4]", "Fergus")],
)
def test_characters_of_the_new_text(new_text: str, old_text: str, docs: tuple[Doc, Doc]) -> None:
    old, new = docs
    start, end = align(old, new).to_old(new.text.index(new_text), new.text.index(new_text) + len(new_text))
    assert TEXT[start:end] == old_text


def test_spans_go_both_ways(docs: tuple[Doc, Doc]) -> None:
    old, new = docs
    alignment = align(old, new)
    there = [alignment.new_span(span) for span in old.spans["pseudo_participants"]]
    assert [(s.text, s.label_, s.kb_id_) for s in there if s is not None] == [
        ("[U01]", "registered", ""), ("[U02]", "glued", ""), ("[U03]", "part", ""), ("[U04]", "part", ""),
    ]  # fmt: skip
    back = [alignment.old_span(span) for span in there if span is not None]
    assert [span.text for span in back if span is not None] == ["Mary Calder", "Robert", "Kayleigh", "Fergus"]
    notes = next(span for span in (new[i : i + 3] for i in range(len(new))) if span.text == "[U03]'s notes")
    found = alignment.old_span(notes)
    assert found is not None
    assert found.text == "Kayleigh's notes"
    assert alignment.new_span(old[2:2]) is None


def test_a_span_of_tokens_that_are_divided_otherwise(
    process: Callable[..., Doc], blank: Callable[[str], Language]
) -> None:
    old = process("Yesterday Mary Calder spoke.", mode="surrogate")
    new = pseudo_doc(old, blank("en"))
    found = align(old, new).new_span(old[2:4])  # 'Calder spoke'
    assert found is not None
    assert found.text == new.text.removeprefix("Yesterday ").removesuffix(".")


def test_docs_that_do_not_belong_together(docs: tuple[Doc, Doc], process: Callable[..., Doc]) -> None:
    old, new = docs
    with pytest.raises(PseudoError, match="P802"):
        align(process("Hello Mary"), new)
    with pytest.raises(PseudoError, match="P406"):
        align(new, new)
    alignment = align(old, new)
    with pytest.raises(PseudoError, match="P803"):
        alignment.new_span(new[0:1])
    with pytest.raises(PseudoError, match="P803"):
        alignment.old_span(old[0:1])


def test_it_is_kept_nowhere_and_shows_nothing(docs: tuple[Doc, Doc]) -> None:
    old, new = docs
    before = new.to_bytes()
    alignment = align(old, new)
    assert new.to_bytes() == before
    assert "Mary" not in repr(alignment)


# --- Whatever is replaced by whatever ---

PIECE = st.text(alphabet="ab \n.", max_size=5)
EDIT = st.tuples(st.text(alphabet="xyz", min_size=1, max_size=6), st.text(alphabet="UV[]1", max_size=6))
VOCAB = Vocab()


class Case(NamedTuple):
    """Two texts, where something was replaced in them (start and end in both), and the alignment."""

    old: str
    new: str
    places: list[tuple[int, int, int, int]]
    alignment: Alignment

    def touched(self, start: int, end: int) -> list[tuple[int, int, int, int]]:
        return [place for place in self.places if place[0] < end and start < place[1]]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    old = new = draw(PIECE)
    rows = []
    for (original, written), piece in draw(st.lists(st.tuples(EDIT, PIECE), max_size=5)):
        place = {"start": len(old), "end": len(old) + len(original), "replacement": written}
        rows.append({**place, "pseudonym": None, "category": "part", "place": None})
        old += original + piece
        new += written + piece
    register_extensions()
    doc = Doc(VOCAB, words=[old] if old else [], spaces=[False] if old else [])
    doc._.pseudo_text, doc._.pseudo_replacements = new, rows
    other = Doc(VOCAB, words=[new] if new else [], spaces=[False] if new else [])
    places = [(edit.old_start, edit.old_end, edit.start, edit.end) for edit in rebase(rows)]
    return Case(old, new, places, align(doc, other))


@given(case=cases())
def test_whole_replacements_go_there_and_back(case: Case) -> None:
    there = [case.alignment.to_new(old_start, old_end) for old_start, old_end, _, _ in case.places]
    assert there == [(start, end) for _, _, start, end in case.places]
    written = [place for place in case.places if place[2] < place[3]]
    back = [case.alignment.to_old(start, end) for _, _, start, end in written]
    assert back == [(old_start, old_end) for old_start, old_end, _, _ in written]


@given(case=cases(), data=st.data())
def test_unchanged_text_comes_back_and_the_rest_widens(case: Case, data: st.DataObject) -> None:
    assume(case.old)
    start = data.draw(st.integers(0, len(case.old) - 1))
    end = data.draw(st.integers(start + 1, len(case.old)))
    there = case.alignment.to_new(start, end)
    touched = case.touched(start, end)
    whole = (min([start, *(place[0] for place in touched)]), max([end, *(place[1] for place in touched)]))
    assert there == case.alignment.to_new(*whole)
    if not touched:
        assert case.new[slice(*there)] == case.old[start:end]
        assert case.alignment.to_old(*there) == (start, end)


@given(case=cases(), data=st.data())
def test_order_is_kept(case: Case, data: st.DataObject) -> None:
    for length, there in ((len(case.old), case.alignment.to_new), (len(case.new), case.alignment.to_old)):
        places = sorted(data.draw(st.lists(st.integers(0, length), min_size=4, max_size=4, unique=length > 3)))
        first, second = there(places[0], places[1]), there(places[2], places[3])
        assert first[0] <= first[1] <= len(case.new) + len(case.old)
        if len(set(places)) == 4:
            assert first <= second
            assert first[1] <= second[1]


def test_tokens_that_were_not_replaced_come_back(process: Callable[..., Doc], blank: Callable[[str], Language]) -> None:
    old = process("Mary and Robert met. Fergus came later.")
    new = pseudo_doc(old, blank("en"))
    alignment = align(old, new)
    kept = [alignment.to_old(token.idx, token.idx + len(token)) for token in new if not token.pos_]
    assert [old.text[start:end] for start, end in kept] == ["and", "met", ".", "came", "later", "."]
    assert kept == [(t.idx, t.idx + len(t)) for t in old if t.text not in ("Mary", "Robert", "Fergus")]
