"""Mentions as clusters, and whom the clusters of a resolver are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from spacy_pseudo import Message
from spacy_pseudo.handover.clusters import clusters_of, people_of, set_clusters
from spacy_pseudo.handover.docs import make_doc
from spacy_pseudo.handover.edits import Edited, rebase

# Where the text has a pseudonym, and what is known of it: category and label.
KNOWN = {
    "[U01]": ("part", "U01"),
    "[U02]": ("nickname", "U02"),
    "[U03]": ("registered", "U03"),
    "[U01|U04]": ("part", "U01|U04"),
    "[U?]": ("unlinked", None),
    "[X]": ("OTHER", None),
    "[X03]": ("OTHER", "X03"),
    "[EMAIL:U01]": ("EMAIL", "U01"),
}
NLP = spacy.blank("en")


def doc_of(text: str, **metadata: str) -> Doc:
    """RETURNS (Doc): A Doc of a text in which pseudonyms stand already."""
    rows: list[dict[str, Any]] = []
    at = 0
    for word in sorted(KNOWN, key=len, reverse=True):
        at = text.find(word)
        while at >= 0:
            category, label = KNOWN[word]
            place = {"start": at, "end": at + len(word), "replacement": word, "place": "body"}
            rows.append({**place, "category": category, "pseudonym": label})
            at = text.find(word, at + 1)
    rows.sort(key=lambda row: int(row["start"]))
    return make_doc(Edited(Message(text, **metadata), rebase(rows)), NLP)


def span_of(doc: Doc, text: str, after: int = 0) -> Span:
    start = doc.text.index(text, after)
    span = doc.char_span(start, start + len(text), alignment_mode="expand")
    assert span is not None
    return span


def test_clusters_are_in_order_of_the_first_mention() -> None:
    doc = doc_of("[U02] told [U01] that [U02] saw [X03]. [U01] nodded.")
    assert {who: [span.start for span in spans] for who, spans in clusters_of(doc).items()} == {
        "U02": [0, 4],
        "U01": [2, 8],
        "X03": [6],
    }
    assert list(clusters_of(doc)) == ["U02", "U01", "X03"]
    assert list(clusters_of(doc, singletons=False)) == ["U02", "U01"]


def test_where_it_is_not_clear_who_is_meant_it_is_nobodys_mention() -> None:
    doc = doc_of("[U01|U04] or [U?] or [X]; ask [EMAIL:U01]. [U01] knows.")
    assert {who: [span.text for span in spans] for who, spans in clusters_of(doc).items()} == {"U01": ["[U01]"]}


def test_a_doc_without_our_spans_has_no_clusters() -> None:
    assert clusters_of(NLP("Nothing in here.")) == {}


def test_clusters_are_written_as_spacy_writes_them() -> None:
    doc = doc_of("[U02] told [U01] that [U02] saw [U03].")
    assert set_clusters(doc) == ["U02", "U01", "U03"]
    assert [[span.text for span in doc.spans[f"coref_clusters_{n}"]] for n in (1, 2, 3)] == [
        ["[U02]", "[U02]"],
        ["[U01]"],
        ["[U03]"],
    ]
    assert doc.spans["coref_clusters_2"].name == "coref_clusters_2"
    assert people_of(doc) == {"coref_clusters_1": "U02", "coref_clusters_2": "U01", "coref_clusters_3": "U03"}
    # Again, and with fewer: what it wrote before is gone.
    assert set_clusters(doc, singletons=False) == ["U02"]
    assert [key for key in doc.spans if key.startswith("coref")] == ["coref_clusters_1"]


def test_clusters_survive_a_docbin_and_are_still_ours() -> None:
    doc = doc_of("[U02] told [U01] that [U02] saw [U03].")
    set_clusters(doc)
    (read,) = DocBin().from_bytes(DocBin(docs=[doc], store_user_data=True).to_bytes()).get_docs(spacy.blank("en").vocab)
    assert people_of(read) == people_of(doc)
    assert set_clusters(read, singletons=False) == ["U02"]
    assert people_of(read) == {"coref_clusters_1": "U02"}


def test_clusters_of_a_resolver_stay() -> None:
    doc = doc_of("[U02] told [U01] that she saw it.")
    doc.spans["coref_clusters_1"] = [doc[2:3], doc[4:5]]
    assert set_clusters(doc) == ["U02", "U01"]
    assert people_of(doc) == {"coref_clusters_1": "U01", "coref_clusters_2": "U02", "coref_clusters_3": "U01"}
    set_clusters(doc)
    assert [span.text for span in doc.spans["coref_clusters_1"]] == ["[U01]", "she"]


@pytest.mark.parametrize(
    ("text", "spans", "who"),
    [
        ("[U01] says she came.", ["[U01]", "she"], "U01"),
        ("It rained and it was cold.", ["It", "it"], None),
        ("[U01] or [U02]? Then [U01] and she.", ["[U01]", "[U02]", "[U01] and", "she"], "U01"),
        ("[U01] or [U02]? She.", ["[U01]", "[U02]", "She"], "U01|U02"),
        ("[U01|U04] says she came.", ["[U01|U04]", "she"], "U01|U04"),
        ("[U?] says she came.", ["[U?]", "she"], None),
        ("[X03] says she came.", ["[X03]", "she"], "X03"),
        ("Dr. [U01] says she came.", ["Dr. [U01]", "she"], "U01"),
        ("[U01]'s mother, she", ["[U01]'s mother", "she"], None),
        ("[U01]'s book, hers", ["[U01]'s", "hers"], "U01"),
        ("the question of [U01] and it", ["the question of [U01]", "it"], None),
        ("[U01] from Leeds says she came.", ["[U01] from Leeds", "she"], "U01"),
        ("[U01] and [U02] say they came.", ["[U01] and [U02]", "they"], "U01|U02"),
        ("Write to [EMAIL:U01], it works.", ["[EMAIL:U01]", "it"], None),
    ],
)
def test_whom_a_cluster_is_about(text: str, spans: list[str], who: str | None) -> None:
    doc = doc_of(text)
    at, found = 0, []
    for each in spans:
        found.append(span_of(doc, each, at))
        at = found[-1].start_char + 1
    doc.spans["coref_clusters_7"] = found
    assert people_of(doc) == ({"coref_clusters_7": who} if who else {})


def test_the_head_decides_where_there_is_a_parse() -> None:
    doc = doc_of("the question of [U01] came; it did")
    words = [token.text for token in doc]
    heads = [1, 4, 1, 2, 4, 4, 7, 4]
    deps = ["det", "nsubj", "prep", "pobj", "ROOT", "punct", "nsubj", "conj"]
    parsed = Doc(NLP.vocab, words=words, heads=heads, deps=deps)
    parsed.spans["pseudo_participants"] = [Span(parsed, 3, 4, label="part", kb_id="U01")]
    parsed.spans["coref_clusters_1"] = [parsed[0:4], parsed[6:7]]
    parsed.spans["coref_clusters_2"] = [parsed[2:4]]  # 'of [U01]': the head is 'of'
    parsed.spans["coref_clusters_3"] = [parsed[3:4]]
    assert people_of(parsed) == {"coref_clusters_3": "U01"}


def test_head_clusters_and_other_keys() -> None:
    doc = doc_of("[U01] says she came.")
    doc.spans["coref_head_clusters_0"] = [doc[0:1], doc[2:3]]
    assert people_of(doc) == {}
    assert people_of(doc, key="coref_head_clusters") == {"coref_head_clusters_0": "U01"}


def test_a_resolver_may_say_itself_who_is_meant() -> None:
    doc = doc_of("I think that I came.", author="U03")
    doc.spans["coref_clusters_1"] = [Span(doc, 0, 1, kb_id="U03"), Span(doc, 3, 4, kb_id="U03")]
    doc.spans["coref_clusters_2"] = [Span(doc, 4, 5, kb_id="Q42")]  # something else altogether
    assert people_of(doc) == {"coref_clusters_1": "U03"}


def test_it_works_on_the_original_with_ids(process: Callable[..., Doc], make_nlp: Callable[..., Language]) -> None:
    doc = process("Mary says that Mary came.")
    assert {who: len(spans) for who, spans in clusters_of(doc).items()} == {"mcalder7": 2}
