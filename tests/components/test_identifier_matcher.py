"""Other personal data, from finding it to what is written instead, with the key's people."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.passes.apply import Result, apply, make_pipeline

ROSTER = Roster([Participant("a", ("Mary Jane Poe",)), Participant("b", ("Robert Grey",))])
TEXT = "Hi Rob,\nwrite to mary.poe@nordvik.example or call 020 7946 0123 before 3 March 2024. I live in Leeds.\nMJ"


def made(text: str = TEXT, *, mode: str = "id", seed: int = 1, author: str = "a", **settings: object) -> Result:
    key = Key.from_roster(ROSTER, mode=mode, seed=seed)
    return applied(text, key, make_pipeline(key, **settings), author=author)  # type: ignore[arg-type]


def applied(text: str, key: Key, nlp: Language, *, author: str = "a") -> Result:
    (result,) = apply([Message(text, "m1", author, parent_author="b", timestamp="2024-02-20")], key, nlp)
    assert result.failure is None
    return result


@cache
def usual() -> tuple[Key, Language]:
    key = Key.from_roster(ROSTER, mode="id", seed=1)
    return key, make_pipeline(key)


def test_masked_and_marked_by_default() -> None:
    result = made()
    text = str(result.text)
    assert "write to [EMAIL:a] or call [PHONE:" in text
    assert "before [DATE]. I live in Leeds." in text
    assert [(row["category"], row["participant"]) for row in result.identifiers] == [
        ("EMAIL", "a"), ("PHONE", None), ("DATE", None), ("CITY", None),
    ]  # fmt: skip
    assert result.identifiers[-1]["replacement"] is None


def test_the_same_on_a_doc() -> None:
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("participant_pseudonymiser", config={"pseudonyms": "id", "seed": 1})
    pipe.initialize(lambda: [], nlp=nlp, roster=ROSTER)  # type: ignore[attr-defined]
    doc = nlp(Message(TEXT, author="a", parent_author="b").to_doc(nlp))
    found = [(span.text, span.label_, span.kb_id_) for span in doc.spans["pseudo_identifiers"]]
    assert ("mary.poe@nordvik.example", "EMAIL", "a") in found
    assert ("Leeds", "CITY", "") in found
    assert doc.text == TEXT
    assert "[EMAIL:a]" in doc._.pseudo_text


@pytest.mark.parametrize("what", ["keep", "mark", "mask", "fixed"])
def test_a_second_run_changes_nothing(what: str) -> None:
    once = made(identifiers={"structured": what, "listed": what}).text
    assert made(str(once), identifiers={"structured": what, "listed": what}).text == once


def test_surrogates() -> None:
    result = made(mode="surrogate", identifiers={"all": "surrogate"})
    text = str(result.text)
    for word in ("Rob", "Mary", "Poe", "MJ", "Leeds", "nordvik", "0123", "3 March"):
        assert word not in text
    assert text == made(mode="surrogate", identifiers={"all": "surrogate"}).text
    assert text != made(mode="surrogate", seed=2, identifiers={"all": "surrogate"}).text
    assert "⟦" in str(made(identifiers={"all": "surrogate"}, visible=True).text)


def test_a_label_counts_more_than_its_group() -> None:
    text = str(made(identifiers={"all": "mask", "CITY": "keep", "listed": "mark"}).text)
    assert "in Leeds" in text
    assert "[EMAIL:a]" in text
    with pytest.raises(PseudoError, match="P720"):
        made(identifiers={"Email": "mask"})
    with pytest.raises(PseudoError, match="P721"):
        made(identifiers={"all": "hide"})


def test_of_what_stays_a_participants_user_name_is_a_mention_all_the_same() -> None:
    result = made(TEXT + "\nor as @marypoe", identifiers={"all": "keep"})
    assert "mary.poe@nordvik.example or call 020 7946 0123 before 3 March 2024. I live in Leeds." in str(result.text)
    assert "@marypoe" not in str(result.text)
    assert result.identifiers == []


def test_what_stays_keeps_others_from_being_found_in_it() -> None:
    text = "Hi Rob,\nI study at the University of Leeds.\nMJ"
    assert "University of Leeds" in str(made(text, identifiers={"SCHOOL": "keep", "CITY": "mask"}).text)


def test_nicknames_with_a_pseudonym_of_their_own() -> None:
    key = Key.from_roster(ROSTER, seed=1)
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("participant_pseudonymiser", config={"own_nicknames": True})
    pipe.initialize(lambda: [], nlp=nlp, key=key)  # type: ignore[attr-defined]
    doc = nlp(Message("Hi Rob,\nRobert Grey is here.\nMary", author="a", parent_author="b").to_doc(nlp))
    a, b = (key.pseudonyms.label(person) for person in "ab")
    assert doc._.pseudo_text == f"Hi [{b}b],\n[{b}] is here.\n[{a}]"


def test_written_by_hand(tmp_path: Path) -> None:
    key = Key.from_roster(ROSTER, mode="id", seed=1)
    key.surrogates["CITY", "Leeds"] = "a town in the north"
    key.save(tmp_path / "key")
    again = Key.load(tmp_path / "key")
    assert again.secret == key.secret
    (result,) = apply([Message(TEXT, "m1", "a", parent_author="b")], again, make_pipeline(again))
    assert "I live in a town in the north." in str(result.text)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["Mary", "mary.poe@x.example", "020 7946 0123", "3 May", "Leeds", "and", ".", "@mpoe"]))
)
def test_nothing_overlaps_and_nothing_is_left_of_what_was_replaced(words: list[str]) -> None:
    text = ", ".join(words)
    result = applied(text, *usual())
    rows = sorted(
        [*result.replacements, *(r for r in result.identifiers if r["replacement"])], key=lambda r: r["start"]
    )
    places = [at for row in rows for at in (row["start"], row["end"])]
    assert places == sorted(places)
    assert "mary.poe" not in str(result.text)
    assert "7946" not in str(result.text)
