"""Each family of rules switched off, on the example forum: it shows in the figures, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacy_pseudo.corpus.readers import read_names
from spacy_pseudo.lab.evaluation.gold import Corpus, read_corpus
from spacy_pseudo.lab.evaluation.systems.ablation import ABLATIONS, WHOLE
from spacy_pseudo.lab.evaluation.systems.outputs import Output
from spacy_pseudo.lab.evaluation.systems.registry import Settings, run_system
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.scoring.mention_scores import score_mentions
from spacy_pseudo.scoring.scores import MentionScores

ASSETS = Path(__file__).parents[4] / "assets"
ALLOWED = tuple(read_names(ASSETS / "allow.txt"))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(ASSETS)


@pytest.fixture(scope="module")
def outputs(corpus: Corpus) -> dict[str, Output]:
    return {name: run_system(name, corpus.messages, corpus.roster, Settings(allow=ALLOWED)) for name in ABLATIONS}


@pytest.fixture(scope="module")
def scores(corpus: Corpus, outputs: dict[str, Output]) -> dict[str, MentionScores]:
    texts = {message.id or "": message.text for message in corpus.messages}
    return {name: score_mentions(corpus.gold, output.spans, texts=texts) for name, output in outputs.items()}


def forms(output: Output) -> set[tuple[str, str]]:
    return {(person, form) for person, own in output.names.items() for form in own}


def test_with_everything_on_it_is_the_tool_itself(
    corpus: Corpus, outputs: dict[str, Output], scores: dict[str, MentionScores]
) -> None:
    key = discover(corpus.messages, corpus.roster, pseudonyms="id")
    results = apply(corpus.messages, key, make_pipeline(key, allow=ALLOWED))
    spans = {r.message.id: [(s["start"], s["end"], s["participant"]) for s in r.replacements] for r in results}
    assert outputs[WHOLE].spans == spans
    assert forms(outputs[WHOLE]) == {(person, form.text) for person, form in key.name_map or () if form.count}
    assert (scores[WHOLE].recall, scores[WHOLE].precision, scores[WHOLE].correct_participant) == (1, 1, 1)


@pytest.mark.parametrize("name", [name for name in ABLATIONS if name not in (WHOLE, "ours-no-protection")])
def test_what_is_switched_off_is_missed(name: str, scores: dict[str, MentionScores]) -> None:
    assert scores[name].correct_participant < 1


def test_without_protection_too_much_is_replaced(scores: dict[str, MentionScores]) -> None:
    assert scores["ours-no-protection"].precision < 1
    assert scores["ours-no-protection"].recall == 1


@pytest.mark.parametrize(
    ("name", "category"),
    [("ours-no-nicknames", "nickname"), ("ours-no-initials", "initials"), ("ours-no-glued", "glued")],
)
def test_a_category_is_missed_as_a_whole(name: str, category: str, scores: dict[str, MentionScores]) -> None:
    assert scores[WHOLE].by_category[category].found > 0
    assert scores[name].by_category[category].found < scores[WHOLE].by_category[category].found


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("ours-no-nicknames", ("t01", "Maggie")),
        ("ours-no-initials", ("t01", "MH")),
        ("ours-no-misspellings", ("t01", "Margret")),
        ("ours-no-learning", ("s1109", "Sparky")),
    ],
)
def test_what_is_switched_off_is_not_in_the_map(name: str, form: tuple[str, str], outputs: dict[str, Output]) -> None:
    assert form in forms(outputs[WHOLE])
    assert form not in forms(outputs[name])
    assert forms(outputs[name]) < forms(outputs[WHOLE])


def test_every_message_has_a_result(corpus: Corpus, outputs: dict[str, Output]) -> None:
    assert {tuple(output.spans) for output in outputs.values()} == {tuple(message.id for message in corpus.messages)}
