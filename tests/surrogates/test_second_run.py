"""A run over what a run has written changes nothing, and finds nobody in drawn names."""

from __future__ import annotations

import pytest
import spacy

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.components.participant_pseudonymiser import ParticipantPseudonymiser

PEOPLE = ("Mary Jane Poe", "Erik Svensson", "Anna Lindqvist", "Robert Grey", "Marta Ek")
ROSTER = Roster(Participant(f"s{n}", (name,)) for n, name in enumerate(PEOPLE))
TEXTS = [
    "Hi Rob,\nMary Jane Poe's idea and ERIK's. Ask @mpoe, @robertgrey or u/annalindqvist.\nMJ",
    "Dear Anna, Erik and Robert,\nthanks Mary! Write to mary.poe@uni.example.\n- Marta",
    "@robertgrey: Mray and Lindqvst agree, as does Mr Grey.\nErik S.",
    "Robert wrote:\n> Hi Mary\n> Best, Bob\nSee you,\nA. Lindqvist",
]


def made(lang: str, **config: object) -> ParticipantPseudonymiser:
    pipe = spacy.blank(lang).add_pipe("participant_pseudonymiser", config=config)
    assert isinstance(pipe, ParticipantPseudonymiser)
    draw(pipe, lang, seed=1)
    return pipe


def draw(pipe: ParticipantPseudonymiser, lang: str, *, seed: int) -> None:
    """Give it other names."""
    key = Key.from_roster(ROSTER, mode="surrogate", seed=seed, lang=lang)
    pipe.initialize(lambda: [], key=key)


def written(pipe: ParticipantPseudonymiser, text: str) -> str:
    return pipe.read(text, Message(text, author="s0", parent_author="s3")).replaced.text


@pytest.mark.parametrize("strategy", ["keep", "mark", "mask", "fixed"])
@pytest.mark.parametrize("lang", ["en", "sv"])
def test_cases(strategy: str, lang: str, case_texts: dict[str, list[str]]) -> None:
    pipe = made(lang, identifiers={"all": strategy})
    once = [written(pipe, text) for text in case_texts[lang]]
    assert len(once) > 40
    assert [(a, b) for a in once if (b := written(pipe, a)) != a] == []


@pytest.mark.parametrize("visible", [False, True])
def test_drawn_names(visible: bool) -> None:
    pipe = made("en", visible=visible)
    for seed in range(12):
        draw(pipe, "en", seed=seed)
        once = [written(pipe, text) for text in TEXTS]
        assert not any(name in " ".join(once) for name in ("Mary", "Poe", "Rob", "Grey", "Erik", "Lindqvist", "Mray"))
        assert [written(pipe, text) for text in once] == once
        assert ("⟦" in once[0]) == visible
