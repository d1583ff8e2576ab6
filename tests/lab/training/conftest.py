"""A judge trained in a second, and a forum written for these tests."""

from __future__ import annotations

import pytest
from thinc.api import Config

from spacy_pseudo.lab.training.judge_training import learn, packaged_config
from spacy_pseudo.lab.training.training_data import Source, simulated
from spacy_pseudo.message import Message
from spacy_pseudo.name_words import WordUses, read_uses
from spacy_pseudo.name_words.classifier import NameWordClassifier

FORUM = [
    ("m1", "a", None, "Hi everybody,\n\nI tried Qualtrics for the survey. Has anyone else?\n\nBest,\nZdenka"),
    ("m2", "b", "a", "Hi Zdenka,\n\nwe use Qualtrics in Lisbon, it is fine. My brother Torvald hates it.\n\nTanvi"),
    ("m3", "c", "b", "Thanks Tanvi! I agree with Zdenka: heteroskedasticity is everywhere, definately.\n\nWill"),
    ("m4", "a", "c", "Dear Will,\n\nit will rain in Lisbon. Qualtrics does not know heteroskedasticity.\n\nZdenka"),
    ("m5", "b", "a", "Zdenka, will you read it? Tanvi here. My dog Mochi ate my notes.\n\nCheers,\nTanvi"),
]
NAMES = {"zdenka", "tanvi", "will", "torvald", "mochi"}


def quick_config(**training: object) -> Config:
    """RETURNS (Config): The packaged settings, for a small network that is trained for a moment."""
    config = packaged_config()
    config["model"] |= {"members": 1, "width": 8}
    config["training"] |= {"epochs": 3, "folds": 2, **training}
    return config


@pytest.fixture(scope="session")
def forum() -> list[Message]:
    return [Message(text, id=id, author=author, parent_author=answered) for id, author, answered, text in FORUM]


@pytest.fixture(scope="session")
def uses(forum: list[Message]) -> WordUses:
    return read_uses(forum)


@pytest.fixture(scope="session")
def sources() -> list[Source]:
    """RETURNS (list[Source]): Two small simulated forums."""
    settings = {"messages": 60, "participants": 12, "asides": 1.0, "acquaintances": 0.5}
    return list(simulated([{**settings, "seed": 1}, {**settings, "seed": 2, "roster": True, "metadata": False}]))


@pytest.fixture(scope="session")
def quick(sources: list[Source]) -> NameWordClassifier:
    return learn(sources, quick_config())[0]
