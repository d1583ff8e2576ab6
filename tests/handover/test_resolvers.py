"""What coreferee, fastcoref and spaCy's resolver are given, and what they give back in the shapes they document."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from spacy.tokens import Doc

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.handover.clusters import people_of, set_clusters
from spacy_pseudo.handover.resolvers import from_offsets, from_tokens

TEXT = "thanksMary for this. Mary and Robert say they like it, and she may come with Robert's boat."


@pytest.fixture
def doc(hand_over: Callable[..., Doc]) -> Doc:
    doc = hand_over(TEXT, entities=True)
    assert doc.text == "thanks[U01] for this. [U01] and [U02] say they like it, and she may come with [U02]'s boat."
    return doc


def offsets(doc: Doc, *texts: str) -> list[tuple[int, int]]:
    found, at = [], 0
    for text in texts:
        at = doc.text.index(text, at)
        found.append((at, at + len(text)))
        at += 1
    return found


# --- coreferee ---


def test_what_the_rules_of_coreferee_ask_for(doc: Doc) -> None:
    """A name is one token, so that no bracket is the head; PROPN makes it an independent noun, NNP and PERSON let
    'he' and 'she' refer to it and 'it' not."""
    names = [token for token in doc if token.text.startswith("[")]
    assert [(t.text, t.pos_, t.tag_, t.ent_type_) for t in names] == [
        (label, "PROPN", "NNP", "PERSON") for label in ("[U01]", "[U01]", "[U02]", "[U02]")
    ]


class Chain:
    """As coreferee's chains and holders of chains: what can be gone through like a list, but is none."""

    def __init__(self, *parts: object) -> None:
        self._parts = parts

    def __iter__(self) -> Iterator[object]:
        return iter(self._parts)


def test_chains_of_coreferee(doc: Doc) -> None:
    words = [token.text for token in doc]
    she, they, it = words.index("she"), words.index("they"), words.index("it")
    second, robert = words.index("[U01]", 2), words.index("[U02]")
    chains = Chain(
        Chain(Chain(1), Chain(second), Chain(she)),
        Chain(Chain(second, robert), Chain(they)),
        Chain(Chain(words.index("this")), Chain(it)),
    )
    assert from_tokens(doc, chains) == ["coref_clusters_1", "coref_clusters_2", "coref_clusters_3"]  # type: ignore[arg-type]
    assert [span.text for span in doc.spans["coref_clusters_1"]] == ["[U01]", "[U01]", "she"]
    assert [span.text for span in doc.spans["coref_clusters_2"]] == ["[U01] and [U02]", "they"]
    assert people_of(doc) == {"coref_clusters_1": "U01", "coref_clusters_2": "U01|U02"}


def test_chains_of_coreferee_as_plain_lists(doc: Doc) -> None:
    words = [token.text for token in doc]
    from_tokens(doc, [[[1], [words.index("she")]]], key="chains")
    assert people_of(doc, key="chains") == {"chains_1": "U01"}


@pytest.mark.parametrize("mention", [[], [-1], [999]])
def test_chains_of_another_doc(mention: list[int], doc: Doc) -> None:
    with pytest.raises(PseudoError, match="P805"):
        from_tokens(doc, [[mention]])
    assert not any(key.startswith("coref") for key in doc.spans)


# --- fastcoref ---


def test_clusters_of_fastcoref(doc: Doc) -> None:
    clusters = [offsets(doc, "[U01]", "[U01]", "she"), offsets(doc, "[U02]", "[U02]'s"), offsets(doc, "this", "it")]
    assert from_offsets(doc, clusters) == ["coref_clusters_1", "coref_clusters_2", "coref_clusters_3"]
    assert [span.text for span in doc.spans["coref_clusters_2"]] == ["[U02]", "[U02]'s"]
    assert people_of(doc) == {"coref_clusters_1": "U01", "coref_clusters_2": "U02"}


def test_its_own_tokenizer_may_divide_a_pseudonym(doc: Doc) -> None:
    from_offsets(doc, [[*offsets(doc, "U01", "she"), None]])
    assert [span.text for span in doc.spans["coref_clusters_1"]] == ["[U01]", "she"]


@pytest.mark.parametrize("place", [(5, 5), (-3, 2), (5000, 5003), (7, 3)])
def test_clusters_of_another_text(place: tuple[int, int], doc: Doc) -> None:
    with pytest.raises(PseudoError, match="P804"):
        from_offsets(doc, [[place]])


# --- spaCy's resolver ---


def test_span_groups_of_spacy_experimental(doc: Doc) -> None:
    """It writes head words first, then spans, from 0 or from 1, and refuses a key that is taken."""
    words = [token.text for token in doc]
    she, boat = words.index("she"), words.index("boat")
    doc.spans["coref_head_clusters_0"] = [doc[1:2], doc[she : she + 1]]
    doc.spans["coref_head_clusters_1"] = [doc[boat : boat + 1]]
    doc.spans["coref_clusters_0"] = [doc[1:2], doc[she : she + 1]]
    doc.spans["coref_clusters_1"] = [doc[boat - 2 : boat + 1]]
    assert people_of(doc) == {"coref_clusters_0": "U01"}
    assert people_of(doc, key="coref_head_clusters") == {"coref_head_clusters_0": "U01"}


# --- All of them ---


def test_clusters_are_replaced_when_they_come_again(doc: Doc) -> None:
    from_offsets(doc, [offsets(doc, "[U01]"), offsets(doc, "[U02]")])
    assert from_offsets(doc, [offsets(doc, "[U02]")]) == ["coref_clusters_1"]
    assert people_of(doc) == {"coref_clusters_1": "U02"}
    set_clusters(doc)
    assert from_offsets(doc, []) == []
    assert people_of(doc) == {}
