"""Rulers behind ours run their phrase patterns through the components before them: a pattern is no text of anybody."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_pseudo import Key, pseudo_doc
from spacy_pseudo.errors import PseudoError

from .conftest import PARTS, RESULTS, WHOLE, run

PATTERNS = [
    {"label": "TOPIC", "pattern": "no names"},
    {"label": "TOPIC", "pattern": "just words", "id": "words"},
    {"label": "TOPIC", "pattern": [{"LOWER": "notes"}]},
]
PIPELINES = pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
SEEN: list[Doc] = []
RULERS = pytest.mark.parametrize("ruler", ["entity_ruler", "span_ruler"])


@Language.component("tests_witness")
def witness(doc: Doc) -> Doc:
    """Remember what came past."""
    SEEN.append(doc)
    return doc


def with_ruler(names: tuple[str, ...], ruler: str) -> Language:
    """RETURNS (Language): A pipeline with a ruler behind our components; none of them has a key."""
    nlp = spacy.blank("en")
    for name in names:
        nlp.add_pipe(name)
    nlp.add_pipe(ruler).add_patterns(PATTERNS)  # type: ignore[attr-defined]
    return nlp


def give(nlp: Language, key: Key) -> Language:
    """RETURNS (Language): The same pipeline; our components have the key."""
    for name in nlp.pipe_names:
        if name not in ("salutation_matcher", "entity_ruler", "span_ruler"):
            nlp.get_pipe(name).initialize(lambda: [], nlp=nlp, key=key)  # type: ignore[attr-defined]
    return nlp


def found(doc: Doc) -> list[str]:
    """RETURNS (list[str]): What a ruler has found."""
    return [span.text for span in (*doc.ents, *doc.spans.get("ruler", ()))]


def check(nlp: Language, key: Key) -> None:
    """Without a key a text is refused, by whichever way it comes; with one, everything is found."""
    for text in ("Hi Mary, no names here.", "no names"):
        with pytest.raises(PseudoError, match=r"^\[P402\]"):
            nlp(text)
        with pytest.raises(PseudoError, match=r"^\[P402\]"):
            list(nlp.pipe([text]))
        ruler = nlp.pipe_names[-1]
        with nlp.select_pipes(disable=ruler), pytest.raises(PseudoError, match=r"^\[P402\]"):
            nlp(text)
    give(nlp, key)
    assert run(nlp) == list(RESULTS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no metadata
        assert found(nlp("Here no names, just words in my notes.")) == ["no names", "just words", "notes"]


@RULERS
@PIPELINES
def test_patterns_are_added_before_there_is_a_key(names: tuple[str, ...], ruler: str, key: Key) -> None:
    check(with_ruler(names, ruler), key)


# An entity ruler forgets its phrases in bytes, whatever stands before it.
@pytest.mark.parametrize(("ruler", "how"), [("entity_ruler", "disk"), ("span_ruler", "disk"), ("span_ruler", "bytes")])
@PIPELINES
def test_a_saved_pipeline_is_loaded_without_a_key(
    names: tuple[str, ...], ruler: str, how: str, key: Key, tmp_path: Path
) -> None:
    nlp = give(with_ruler(names, ruler), key)
    if how == "disk":
        nlp.to_disk(tmp_path / "saved")
        loaded = spacy.load(tmp_path / "saved")
        # What was only loaded has seen no text, and may be saved without a warning.
        loaded.to_disk(tmp_path / "again")
        loaded = spacy.load(tmp_path / "again")
    else:
        loaded = type(nlp).from_config(nlp.config).from_bytes(nlp.to_bytes())
    check(loaded, key)


@PIPELINES
def test_some_have_their_key_and_others_not(names: tuple[str, ...], key: Key) -> None:
    nlp = with_ruler(names, "entity_ruler")
    nlp.get_pipe(names[-1]).initialize(lambda: [], nlp=nlp, key=key)  # type: ignore[attr-defined]
    nlp.get_pipe("entity_ruler").add_patterns([{"label": "TOPIC", "pattern": "more of it"}])  # type: ignore[attr-defined]
    give(nlp, key)
    assert run(nlp) == list(RESULTS)


@RULERS
def test_a_pattern_has_no_result_and_cannot_be_written(ruler: str) -> None:
    SEEN.clear()
    nlp = spacy.blank("en")
    nlp.add_pipe(WHOLE)
    nlp.add_pipe("tests_witness")
    nlp.add_pipe(ruler).add_patterns(PATTERNS)  # type: ignore[attr-defined]
    assert [doc.text for doc in SEEN] == ["no names", "just words"]
    for doc in SEEN:
        assert doc._.pseudo_text is None
        assert doc._.pseudo_replacements is None
        with pytest.raises(PseudoError, match=r"^\[P406\]"):
            pseudo_doc(doc, nlp)


def test_whoever_is_called_like_a_ruler_is_none() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe(WHOLE)

    def add_patterns(text: str) -> Doc:
        return nlp(text)

    with pytest.raises(PseudoError, match=r"^\[P402\]"):
        add_patterns("Hi Mary")
