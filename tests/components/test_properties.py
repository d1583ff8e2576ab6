"""What holds for any text."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
import spacy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from spacy_pseudo import Key, Message, Roster

from .conftest import PARTS, PEOPLE, WHOLE

NAMES = [part for name in PEOPLE.values() for part in (name, *name.split())]
PIECES = st.one_of(
    st.sampled_from(
        [*NAMES, *map(str.upper, NAMES), *map(str.lower, NAMES), "Kayliegh", "thanksMary", "M a r y", "R.G."]
    ),
    st.sampled_from(
        ["Hi ", "Dear ", "Thanks ", "\n\nBest wishes,\n", "\n", " ", ", ", ". ", "'s ", " and ", " (2010) "]
    ),
    st.sampled_from(["[U01]", "[U02|U03]", "[U?]", "U01", "[", "]", "|", "@", "http://x.org/mary ", "> ", "et al. "]),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=8),
)
TEXTS = st.lists(PIECES, max_size=14).map("".join)
# Messages as people write them, with places for names.
SHAPES = (
    ["Hi {0},\n\n", "Dear {0}\n\n", "{0},\n\n", "Hello {0} and {1}!\n", "@{0} ", ""],
    ["I agree with {2}. ", "{2}'s idea is good, and {3} said so. ", "thanks{2} for this. ", "See Calder (2010). ", ""],
    ["That was {4}'s", "Thanks to {4}.", "No names here.", "What do you think, {4}?"],
    ["\n\nBest wishes,\n{5}", "\n\n{5}", "\n\n- {5}", "\n\nCheers {5} :-)", ""],
)
MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module", params=["number", "id", "mask"])
def pipeline(request: pytest.FixtureRequest, roster: Roster) -> Language:
    nlp = spacy.blank("en")
    key = Key.from_roster(roster, mode=request.param, seed=3)
    nlp.add_pipe(WHOLE).initialize(lambda: [], nlp=nlp, key=key)
    return nlp


@MANY
@given(text=TEXTS, author=st.sampled_from([*PEOPLE, "s99"]), parent=st.sampled_from([*PEOPLE, None]))
def test_nothing_but_mentions_changes(pipeline: Language, text: str, author: str, parent: str | None) -> None:
    doc = pipeline(Message(text, author=author, parent_author=parent).to_doc(pipeline))
    edits = doc._.pseudo_replacements
    assert doc.text == text
    places = [at for edit in edits for at in (edit["start"], edit["end"])]
    assert places == sorted(places)
    assert all(edit["start"] < edit["end"] <= len(text) for edit in edits)
    # Between the edits, old and new text are the same, character for character.
    pieces, at = [], 0
    for edit in edits:
        pieces += [text[at : edit["start"]], edit["replacement"]]
        at = edit["end"]
    assert "".join([*pieces, text[at:]]) == doc._.pseudo_text
    # Plain data, with nothing of the original in it.
    assert json.loads(json.dumps(edits)) == edits
    written = json.dumps(edits, ensure_ascii=False).lower()
    assert [name for name in NAMES if name.lower() in written] == []
    # Every mention has its Span, and every Span covers its mention.
    groups = (doc.spans[key] for key in ("pseudo_participants", "pseudo_identifiers"))
    spans = sorted((span.start_char, span.end_char) for group in groups for span in group)
    assert len(spans) >= len(edits)
    assert all(any(s <= e["start"] and e["end"] <= t for s, t in spans) for e in edits)


@MANY
@given(text=TEXTS, author=st.sampled_from(list(PEOPLE)))
def test_a_pseudonym_is_never_taken_for_a_name(pipeline: Language, text: str, author: str) -> None:
    first = pipeline(Message(text, author=author).to_doc(pipeline))
    written, moved = set(), 0
    for edit in first._.pseudo_replacements:
        start = edit["start"] + moved
        written.update(range(start, start + len(edit["replacement"])))
        moved += len(edit["replacement"]) - (edit["end"] - edit["start"])
    second = pipeline(Message(first._.pseudo_text, author=author).to_doc(pipeline))
    edits = second._.pseudo_replacements
    assert [edit for edit in edits if not written.isdisjoint(range(edit["start"], edit["end"]))] == []


@MANY
@given(
    parts=st.tuples(*map(st.sampled_from, SHAPES)),
    names=st.lists(st.sampled_from(NAMES), min_size=6, max_size=6),
    author=st.sampled_from(list(PEOPLE)),
)
def test_a_second_time_there_is_nothing_left_to_do(
    pipeline: Language, parts: tuple[str, ...], names: list[str], author: str
) -> None:
    text = "".join(parts).format(*names)
    once = pipeline(Message(text, author=author).to_doc(pipeline))._.pseudo_text
    again = pipeline(Message(once, author=author).to_doc(pipeline))
    assert again._.pseudo_text == once


@MANY
@given(text=TEXTS, author=st.sampled_from(list(PEOPLE)))
def test_split_or_not_and_in_pieces_or_whole_the_text_is_the_same(
    shared_nlp: Callable[..., Language], text: str, author: str
) -> None:
    message = Message(text, author=author)
    whole, parts = shared_nlp(WHOLE), shared_nlp(*PARTS)
    unsplit = shared_nlp(*PARTS[1:])
    results = [nlp(message.to_doc(nlp)) for nlp in (whole, parts, unsplit)]
    assert len({doc._.pseudo_text for doc in results}) == 1
    assert results[0]._.pseudo_replacements == results[1]._.pseudo_replacements == results[2]._.pseudo_replacements
