"""Each family of rules switched off, on the example forum: it shows in the figures, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spacy_pseudo.corpus.readers import read_messages, read_names, read_roster
from spacy_pseudo.evaluation.ablation import ABLATIONS, run_ablations
from spacy_pseudo.evaluation.scores import GoldMention, MentionScores

ASSETS = Path(__file__).parents[2] / "assets"


@pytest.fixture(scope="module")
def scores() -> dict[str, MentionScores]:
    messages, roster = list(read_messages(ASSETS / "messages.csv")), read_roster(ASSETS / "roster.csv")
    rows = map(json.loads, (ASSETS / "gold.jsonl").read_text(encoding="utf8").splitlines())
    gold = {row["id"]: [GoldMention(**mention) for mention in row["mentions"]] for row in rows}
    return dict(run_ablations(messages, roster, gold, allow=read_names(ASSETS / "allow.txt")))


def test_with_everything_on_it_is_the_tool_itself(scores: dict[str, MentionScores]) -> None:
    whole = scores["everything on"]
    assert (whole.recall, whole.precision, whole.correct_participant) == (1, 1, 1)


@pytest.mark.parametrize("name", [name for name in ABLATIONS if name not in ("everything on", "no protection")])
def test_what_is_switched_off_is_missed(name: str, scores: dict[str, MentionScores]) -> None:
    assert scores[name].correct_participant < 1


def test_without_protection_too_much_is_replaced(scores: dict[str, MentionScores]) -> None:
    assert scores["no protection"].precision < 1
    assert scores["no protection"].recall == 1


@pytest.mark.parametrize(
    ("name", "category"),
    [("no nicknames", "nickname"), ("no initials", "initials"), ("no glued names", "glued")],
)
def test_a_category_is_missed_as_a_whole(name: str, category: str, scores: dict[str, MentionScores]) -> None:
    assert scores["everything on"].by_category[category].found > 0
    assert scores[name].by_category[category].found < scores["everything on"].by_category[category].found
