"""Docs of the pseudonymised text: one token for each pseudonym, tags, spans, metadata, and nothing of the original."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import spacy
import srsly
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_pseudo import Message, Participant, Roster, pseudo_doc
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.handover.docs import make_doc
from spacy_pseudo.handover.edits import Edited, rebase
from spacy_pseudo.message import make_doc as tokenize

from .conftest import PEOPLE


def words(doc: Doc) -> list[str]:
    return [token.text for token in doc]


def spans(doc: Doc, key: str) -> list[tuple[str, str, str]]:
    return [(span.text, span.label_, span.kb_id_) for span in doc.spans[key]]


# --- Tokens ---


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("thanksMary for this", ["thanks", "[U01]", "for", "this"]),
        ("Is it Mary/Mary?", ["Is", "it", "[U01]", "/", "[U01]", "?"]),
        ("I read Mary's notes", ["I", "read", "[U01]", "'s", "notes"]),
        ("I read Mary’s notes", ["I", "read", "[U01]", "’s", "notes"]),
        ("So MaryRobert said", ["So", "[U01]", "[U02]", "said"]),
        ("Mary Robert  Kayleigh", ["[U01]", "[U02]", " ", "[U03]"]),
        ("Ask Mary, (Robert) and “Fergus”.", "Ask [U01] , ( [U02] ) and “ [U04] ” .".split()),
        ("\n Mary", ["\n ", "[U01]"]),
        ("I don't know.", ["I", "do", "n't", "know", "."]),
        ("", []),
    ],
)
def test_a_pseudonym_is_one_token(text: str, tokens: list[str], hand_over: Callable[..., Doc]) -> None:
    assert words(hand_over(text)) == tokens


@pytest.mark.parametrize(
    ("text", "options", "tokens"),
    [
        ("I read Mary's notes", {"template": "{}"}, ["I", "read", "U01", "'s", "notes"]),
        ("thanksMary for this", {"template": "{}"}, ["thanks", "U01", "for", "this"]),
        ("Jag läste Annas bok", {"lang": "sv"}, ["Jag", "läste", "[U05]", "s", "bok"]),
        ("Jag läste Annas bok", {"lang": "sv", "template": "{}"}, ["Jag", "läste", "U05", "s", "bok"]),
        ("I met Mary there", {"mode": "mask"}, ["I", "met", "[NAME]", "there"]),
        ("I met Mary there", {"mode": "id"}, ["I", "met", "[mcalder7]", "there"]),
    ],
)
def test_other_pseudonyms(text: str, options: dict[str, Any], tokens: list[str], hand_over: Callable[..., Doc]) -> None:
    assert words(hand_over(text, **options)) == tokens


def test_names_of_several_words(process: Callable[..., Doc], blank: Callable[[str], Language]) -> None:
    doc = process("Yesterday Mary Calder spoke.", mode="surrogate")
    drawn = doc._.pseudo_replacements[0]["replacement"]
    first, last = drawn.split()
    merged, divided = pseudo_doc(doc, blank("en")), pseudo_doc(doc, blank("en"), merge=False, entities=True)
    assert words(merged) == ["Yesterday", drawn, "spoke", "."]
    assert words(divided) == ["Yesterday", first, last, "spoke", "."]
    assert merged.text == divided.text == doc._.pseudo_text
    assert [token.pos_ for token in divided] == ["", "PROPN", "PROPN", "", ""]
    assert spans(divided, "pseudo_participants") == [(drawn, "registered", drawn)]
    assert [(ent.text, ent.label_) for ent in divided.ents] == [(drawn, "PERSON")]


def test_brackets_around_a_drawn_name_are_no_proper_nouns(hand_over: Callable[..., Doc]) -> None:
    doc = hand_over("Yesterday Mary Calder spoke.", mode="surrogate", visible=True, merge=False)
    assert [(token.text in "⟦⟧", token.pos_) for token in doc[1:5]] == [
        (True, ""), (False, "PROPN"), (False, "PROPN"), (True, ""),
    ]  # fmt: skip


def test_masks_are_one_token_and_ordinary_text_is_not(make_nlp: Callable[..., Language]) -> None:
    text = "Call me on [DATE], or on 5 March 2024; mine is [EMAIL:U03]."
    rows = [
        row("Hi", "[DATE]", "DATE", text.index("[DATE]")),
        row("Ho", "5 March 2024", "DATE", text.index("5 March") - 4),
        row("k@x.org", "[EMAIL:U03]", "EMAIL", text.index("[EMAIL") - 4 - 10, pseudonym="U03"),
    ]
    doc = make_doc(Edited(Message(text), rebase(rows)), spacy.blank("en"))
    assert words(doc)[3:8] == ["[DATE]", ",", "or", "on", "5"]
    assert spans(doc, "pseudo_identifiers") == [
        ("[DATE]", "DATE", ""), ("5 March 2024", "DATE", ""), ("[EMAIL:U03]", "EMAIL", "U03"),
    ]  # fmt: skip
    assert {(token.pos_, token.tag_, token.ent_type_) for token in doc} == {("", "", "")}
    divided = make_doc(Edited(Message(text), rebase(rows)), spacy.blank("en"), merge=False)
    assert divided.text == text
    assert "[EMAIL:U03]" in words(divided)


def row(old: str, new: str, category: str, start: int, pseudonym: str | None = None) -> dict[str, Any]:
    return {
        "start": start, "end": start + len(old), "participant": None, "replacement": new, "category": category,
        "confidence": 1.0, "pseudonym": pseudonym, "place": None,
    }  # fmt: skip


PIECES = st.text(alphabet="ab IU12[]|'’s/.,!?@-_ \n\t(åß漢😀\u0301\u200b\u00a0:", max_size=12)
WRITTEN = st.sampled_from(
    [
        *(("[U12]", "part"), ("U12", "part"), ("[U01|U04]", "part"), ("[U?]", "unlinked"), ("Mary Hall", "registered")),
        *(("⟦Mary\nHall⟧", "part"), ("[EMAIL:U12]", "EMAIL"), ("5 March 2024", "DATE"), ("[X]", "OTHER"), ("", "part")),
        ("x@example.org", "EMAIL"),
    ]
)


@given(first=PIECES, rest=st.lists(st.tuples(WRITTEN, PIECES), max_size=5), merge=st.booleans())
def test_text_and_places_are_exact(first: str, rest: list[tuple[tuple[str, str], str]], merge: bool) -> None:
    text, rows, at = first, [], len(first)
    for (written, category), piece in rest:
        rows.append(row("abc", written, category, at))
        text += written + piece
        at += 3 + len(piece)
    edits = rebase(rows)
    doc = make_doc(Edited(Message(text), edits), NLP, merge=merge, entities=True)
    assert doc.text == text
    found = [span for key in doc.spans for span in doc.spans[key]]
    assert sorted((span.start_char, span.end_char) for span in found) == [
        (edit.start, edit.end) for edit in edits if edit.replacement
    ]
    mentions = [edit for edit in edits if edit.is_mention and edit.replacement]
    assert [ent.start_char for ent in doc.ents] == [edit.start for edit in mentions]
    if merge:
        tokens = {(token.idx, token.text) for token in doc}
        assert tokens >= {(edit.start, edit.replacement) for edit in mentions}


NLP = spacy.blank("en")


@settings(deadline=None)  # the first one makes the pipeline
@given(text=st.lists(st.sampled_from(["Mary", "Robert", "mary", "thanks", "Calder", " ", "'s", "/", ".", "\n", "Hi"])))
def test_whatever_the_component_makes(text: list[str], make_nlp: Callable[..., Language]) -> None:
    nlp = make_nlp()
    doc = nlp(Message("".join(text), author="koduya").to_doc(nlp))
    assert pseudo_doc(doc, nlp).text == doc._.pseudo_text


def test_a_text_that_is_too_long_for_the_tokenizer(process: Callable[..., Doc]) -> None:
    doc = process("Hi Mary, " + "!" * 3000 + " Robert" + " word" * 500)
    small = spacy.blank("en")
    small.max_length = 200
    assert pseudo_doc(doc, small).text == doc._.pseudo_text


def test_tokens_between_are_those_of_the_tokenizer(hand_over: Callable[..., Doc]) -> None:
    doc = hand_over("Mary won't come, i'm told, and that isn't like her.")
    expected = tokenize(NLP, "[U01] won't come, i'm told, and that isn't like her.")
    assert [(t.text, t.norm_) for t in doc[1:]] == [(t.text, t.norm_) for t in expected[3:]]


# --- What is known of them ---


@pytest.mark.parametrize(("lang", "tag"), [("en", "NNP"), ("sv", "PM|NOM"), ("is", "")])
def test_mentions_are_proper_nouns(lang: str, tag: str, process: Callable[..., Doc]) -> None:
    doc = pseudo_doc(process("I met Robert and Kayleigh there."), spacy.blank(lang))
    assert [(t.text, t.pos_, t.tag_) for t in doc if t.pos_] == [("[U02]", "PROPN", tag), ("[U03]", "PROPN", tag)]
    assert {token.tag_ for token in doc if not token.pos_} == {""}


def test_participants_others_and_identifiers(process: Callable[..., Doc], blank: Callable[[str], Language]) -> None:
    text = "x [U01] y [U01|U04] z [U?] [X] [X03] [EMAIL:U03] [DATE]"
    rows = [
        row("a", "[U01]", "part", 2, "U01"),
        row("a", "[U01|U04]", "nickname", 6, "U01|U04"),
        row("a", "[U?]", "unlinked", 10),
        row("a", "[X]", "OTHER", 12),
        row("a", "[X03]", "OTHER", 14, "X03"),
        row("a", "[EMAIL:U03]", "EMAIL", 16, "U03"),
        row("a", "[DATE]", "DATE", 18),
    ]
    doc = make_doc(Edited(Message(text), rebase(rows)), blank("en"), entities=True)
    assert spans(doc, "pseudo_participants") == [
        ("[U01]", "part", "U01"), ("[U01|U04]", "nickname", "U01|U04"), ("[U?]", "unlinked", ""),
    ]  # fmt: skip
    assert spans(doc, "pseudo_others") == [("[X]", "OTHER", ""), ("[X03]", "OTHER", "X03")]
    assert spans(doc, "pseudo_identifiers") == [("[EMAIL:U03]", "EMAIL", "U03"), ("[DATE]", "DATE", "")]
    assert [(ent.text, ent.label_, ent.kb_id_) for ent in doc.ents] == [
        ("[U01]", "PERSON", "U01"), ("[U01|U04]", "PERSON", "U01|U04"), ("[U?]", "PERSON", ""),
        ("[X]", "PERSON", ""), ("[X03]", "PERSON", "X03"),
    ]  # fmt: skip


def test_place_of_a_mention_is_told(hand_over: Callable[..., Doc]) -> None:
    doc = hand_over("Hi Mary,\n\nI agree with Fergus.\n\nBest wishes,\nRobert", author="rgill")
    assert [(span.kb_id_, span.id_) for span in doc.spans["pseudo_participants"]] == [
        ("U01", "greeting"), ("U04", "body"), ("U02", "signature"),
    ]  # fmt: skip


def test_metadata_is_what_may_be_shared(hand_over: Callable[..., Doc]) -> None:
    doc = hand_over("Hi Mary", id="m1", author="rgill", parent_author="mcalder7", thread="shore", session="spring")
    shared = {"id": "m1", "author": "U02", "parent_author": "U01", "thread": "shore", "session": "spring"}
    assert doc._.pseudo_message == shared
    assert doc._.pseudo_text is None
    assert set(doc.spans) == {"pseudo_participants", "pseudo_others", "pseudo_identifiers"}


def test_a_doc_that_was_not_processed(blank: Callable[[str], Language]) -> None:
    with pytest.raises(PseudoError, match="P406"):
        pseudo_doc(blank("en")("Hi Mary"), blank("en"))


@pytest.mark.parametrize("text", ["Hi [U02], you", "Hi [U01]", "Hello [U01], [U02]", ""])
def test_replacements_of_another_text(text: str, blank: Callable[[str], Language]) -> None:
    edits = rebase([row("Mary", "[U01]", "part", 3), row("Rob", "[U02]", "part", 9)])
    assert make_doc(Edited(Message("Hi [U01], [U02]"), edits), blank("en")).text == "Hi [U01], [U02]"
    with pytest.raises(PseudoError, match=r"P806.*m7"):
        make_doc(Edited(Message(text, "m7"), edits), blank("en"))


def test_replacements_that_overlap(blank: Callable[[str], Language]) -> None:
    (edit,) = rebase([row("Mary", "[U01]", "part", 3)])
    with pytest.raises(PseudoError, match="P806"):
        make_doc(Edited(Message("Hi [U01]"), (edit, edit)), blank("en"))


def test_another_prefix(make_nlp: Callable[..., Language]) -> None:
    nlp = make_nlp(prefix="forum_")
    doc = nlp(Message("I met Mary.", author="koduya").to_doc(nlp, prefix="forum_"))
    new = pseudo_doc(doc, spacy.blank("en"), prefix="forum_")
    assert spans(new, "forum_participants") == [("[U01]", "part", "U01")]
    assert new._.forum_message == {"author": "U03"}


# --- What others do with it ---


def contents(docs: list[Doc]) -> dict[str, Any]:
    data: dict[str, Any] = srsly.msgpack_loads(zlib.decompress(DocBin(docs=docs, store_user_data=True).to_bytes()))
    return data


TEXTS = (
    "Hi Mary,\n\nthanksMary! Mary Calder's notes, Kayliegh's and Fergus' too: mary.calder@example.org.\n\nRob G.",
    "Kayleigh Oduya was born on 4 May 1987. Ask Fergus.",
)


def test_a_docbin_holds_nothing_of_the_original(make_nlp: Callable[..., Language]) -> None:
    nlp = make_nlp()
    docs = [nlp(Message(text, author="rgill", parent_author="mcalder7", id="m1").to_doc(nlp)) for text in TEXTS]
    originals = [doc.text[r["start"] : r["end"]] for doc in docs for r in doc._.pseudo_replacements]
    assert len(originals) >= 9
    # The pipeline's own vocabulary has seen all names.
    new = [pseudo_doc(doc, nlp, entities=True) for doc in docs]
    assert all(word in nlp.vocab.strings for word in ("Mary", "Kayliegh", "mary.calder@example.org"))
    raw = zlib.decompress(DocBin(docs=new, store_user_data=True).to_bytes())
    private = {word for text in (*originals, *PEOPLE.values()) for word in text.split() if word.isalpha()}
    private |= set(PEOPLE)
    assert {text for text in private if text.casefold().encode() in raw.lower()} == set()
    data = contents(new)
    assert [sorted(key[1] for key in user_data(each)) for each in data["user_data"]] == [["pseudo_message"]] * 2
    assert b"facts" not in raw
    assert not any(group.attrs for doc in new for group in doc.spans.values())
    assert b"facts" in zlib.decompress(DocBin(docs=docs, store_user_data=True).to_bytes())  # those of the original do


def user_data(packed: bytes) -> Mapping[Any, Any]:
    loaded: Mapping[Any, Any] = srsly.msgpack_loads(packed, use_list=False)
    return loaded


def test_everything_survives_a_docbin(hand_over: Callable[..., Doc]) -> None:
    doc = hand_over(TEXTS[0], author="rgill", parent_author="mcalder7", id="m1", entities=True)
    data = DocBin(docs=[doc], store_user_data=True).to_bytes()
    (read,) = DocBin().from_bytes(data).get_docs(spacy.blank("en").vocab)
    assert read.text == doc.text
    assert words(read) == words(doc)
    assert [(t.pos_, t.tag_, t.ent_type_, t.norm_) for t in read] == [
        (t.pos_, t.tag_, t.ent_type_, t.norm_) for t in doc
    ]
    for key in ("pseudo_participants", "pseudo_others", "pseudo_identifiers"):
        assert [(s.text, s.label_, s.kb_id_, s.id_) for s in read.spans[key]] == [
            (s.text, s.label_, s.kb_id_, s.id_) for s in doc.spans[key]
        ]
    assert [(ent.text, ent.label_, ent.kb_id_) for ent in read.ents] == [
        (ent.text, ent.label_, ent.kb_id_) for ent in doc.ents
    ]
    assert read._.pseudo_message == {"id": "m1", "author": "U02", "parent_author": "U01"}


PUBLIC = [
    {"label": "PERSON", "pattern": [{"TEXT": "Rachel"}, {"TEXT": "Carson"}]},
    {"label": "ORG", "pattern": [{"TEXT": {"REGEX": r"^\["}}]},
]


def test_public_figures_are_found_after_us_in_the_same_pipeline(make_nlp: Callable[..., Language]) -> None:
    ours = make_nlp(allow=("Rachel Carson",))
    nlp = spacy.blank("en")
    nlp.add_pipe("participant_pseudonymiser", source=ours)
    nlp.add_pipe("entity_ruler").add_patterns(PUBLIC)  # type: ignore[attr-defined]
    doc = nlp(Message("Mary reads Rachel Carson to Robert.", author="koduya").to_doc(nlp))
    assert [(ent.text, ent.label_) for ent in doc.ents] == [("Rachel Carson", "PERSON")]
    assert doc._.pseudo_text == "[U01] reads Rachel Carson to [U02]."


def test_public_figures_are_found_in_the_new_doc_and_nobody_is_relabelled(process: Callable[..., Doc]) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns(PUBLIC)  # type: ignore[attr-defined]
    doc = process("Mary reads Rachel Carson to Robert.", allow=("Rachel Carson",))
    doc = nlp(pseudo_doc(doc, nlp, entities=True))
    assert [(ent.text, ent.label_, ent.kb_id_) for ent in doc.ents] == [
        ("[U01]", "PERSON", "U01"), ("Rachel Carson", "PERSON", ""), ("[U02]", "PERSON", "U02"),
    ]  # fmt: skip


def test_taggers_and_recognisers_of_spacy_leave_mentions_as_they_are(process: Callable[..., Doc]) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("tagger").add_label("VB")  # type: ignore[attr-defined]
    nlp.add_pipe("ner").add_label("ORG")  # type: ignore[attr-defined]
    nlp.initialize()
    doc = nlp(pseudo_doc(process("Mary reads a book to Robert."), nlp, entities=True))
    assert [token.tag_ for token in doc] == ["NNP", "VB", "VB", "VB", "VB", "NNP", "VB"]
    assert [(t.text, t.ent_type_) for t in doc if t.pos_ == "PROPN"] == [("[U01]", "PERSON"), ("[U02]", "PERSON")]


def test_messages_of_people_who_did_not_consent_are_not_handed_over() -> None:
    nlp = spacy.blank("en")
    roster = Roster([Participant("a", ("Mary Calder",), excluded=True), Participant("b", ("Robert Gillespie",))])
    nlp.add_pipe("participant_pseudonymiser").initialize(lambda: [], nlp=nlp, roster=roster)
    left_out = nlp(Message("I said so.", author="a").to_doc(nlp))
    assert left_out._.pseudo_metadata == {"excluded": "yes"}
    with pytest.raises(PseudoError, match="P807"):
        pseudo_doc(left_out, nlp)
    answer = pseudo_doc(nlp(Message("So did I.", author="b", parent_author="a").to_doc(nlp)), nlp)
    assert set(answer._.pseudo_message) == {"author"}
