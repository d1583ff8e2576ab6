"""Scores as spaCy asks for them, counted by hand."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import pytest
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_pseudo import Message

from .conftest import PARTS, WHOLE

LINKED = "pseudo_participants"


def example(
    nlp: Language, text: str, *gold: tuple[int, int, str], found: tuple[tuple[int, int, str], ...] | None = None
) -> Example:
    """Gold spans and, unless the pipeline is to find its own, predicted ones."""
    predicted = Message(text, author="s13").to_doc(nlp) if found is None else nlp.make_doc(text)
    reference = nlp.make_doc(text)
    reference.spans[LINKED] = spans(reference, gold)
    if found is not None:
        predicted.spans[LINKED] = spans(predicted, found)
    return Example(predicted, reference)


def spans(doc: Doc, rows: tuple[tuple[int, int, str], ...]) -> list[Span]:
    return [Span(doc, start, end, label="part", kb_id=who) for start, end, who in rows]


@pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
def test_counted_by_hand(names: tuple[str, ...], shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp(*names)
    text = "Mary and Fergus met Robert"
    examples = [
        # Mary is right, Fergus is linked to somebody else, Robert is missed.
        example(nlp, text, (0, 1, "s11"), (2, 3, "s14"), (4, 5, "s12"), found=((0, 1, "s11"), (2, 3, "s12"))),
        # A span too long is wrong.
        example(nlp, text, (0, 1, "s11"), found=((0, 2, "s11"),)),
        # Nothing to find, nothing found.
        example(nlp, text, found=()),
    ]
    # Without the span group a reference says nothing, and counts for nothing.
    unknown = example(nlp, text, found=((0, 1, "s11"),))
    del unknown.reference.spans[LINKED]
    scores = nlp.get_pipe(WHOLE if WHOLE in names else "participant_linker").score([*examples, unknown])
    assert scores == {
        "pseudo_mention_p": 2 / 3,
        "pseudo_mention_r": 2 / 4,
        "pseudo_mention_f": pytest.approx(4 / 7),
        "pseudo_participant_acc": 1 / 2,
    }


def test_a_joint_participant_is_the_same_in_any_order(shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp("participant_linker")
    one = example(nlp, "Hi Robert", (1, 2, "s12|s14"), found=((1, 2, "s14|s12"),))
    assert nlp.get_pipe("participant_linker").score([one])["pseudo_participant_acc"] == 1.0


def test_nothing_to_score(shared_nlp: Callable[..., Language]) -> None:
    scores = shared_nlp("participant_linker").get_pipe("participant_linker").score([])
    assert set(scores) == {"pseudo_mention_p", "pseudo_mention_r", "pseudo_mention_f", "pseudo_participant_acc"}
    assert set(scores.values()) == {None}


def test_language_evaluate(make_nlp: Callable[..., Language]) -> None:
    nlp = make_nlp()
    examples = [
        example(nlp, "I met Mary and Fergus today.", (2, 3, "s11"), (4, 5, "s14")),
        # The author signs with a letter: found by the metadata, which goes with the example.
        example(nlp, "I met Robert and Nobody.\n\nBest,\nK", (2, 3, "s12"), (4, 5, "s14"), (10, 11, "s13")),
    ]
    scores = nlp.evaluate(examples)
    assert (scores["pseudo_mention_p"], scores["pseudo_mention_r"]) == (1.0, 4 / 5)
    assert scores["pseudo_participant_acc"] == 1.0
    assert nlp.config["training"]["score_weights"].items() >= {"pseudo_mention_f": 0.5, "pseudo_mention_r": 0.5}.items()


def test_salutations_are_scored(shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp("salutation_matcher")
    gold, predicted = nlp.make_doc("Hi Mary, I agree."), nlp("Hi Mary, I agree.")
    gold.spans["pseudo_salutations"] = [
        Span(gold, span.start, span.end, label=span.label_) for span in predicted.spans["pseudo_salutations"]
    ]
    assert len(gold.spans["pseudo_salutations"]) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = nlp.get_pipe("salutation_matcher").score([Example(predicted, gold)])
    assert scores["spans_pseudo_salutations_f"] == 1.0
