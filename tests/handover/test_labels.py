"""Whom a replacement stands for, where ids look like several ids."""

from __future__ import annotations

import pytest

from spacy_pseudo.handover.labels import Labels, UnknownPersonError, WithdrawnError
from spacy_pseudo.key import Key
from spacy_pseudo.people.pseudonyms import Pseudonyms
from spacy_pseudo.people.roster import Participant, Roster

IDS = {"a": "U01", "b": "U02", "a|b": "U03", "c": "U04", "gone": "U05"}


def labels(mode: str = "number", others: str = "mask") -> Labels:
    roster = Roster(Participant(id, excluded=id == "gone") for id in IDS)
    named = {"a": "Ann Berg", "b": "Bo Ek", "a|b": "Cy Lind", "c": "Di Holm", "gone": "Ed Falk"}
    drawn = {"number": IDS, "surrogate": named, "mask": dict.fromkeys(IDS, "NAME")}[mode]
    return Labels(Key(roster, pseudonyms=Pseudonyms(mode, labels=drawn)), others)


@pytest.mark.parametrize(
    ("who", "written", "label"),
    [
        ("a", "[U01]", "U01"),
        ("a", "[U01b]", "U01"),
        ("a|b", "[U03]", "U03"),
        ("a|b", "[U01|U02]", "U01|U02"),
        ("a|b|c", "[U03|U04]", "U03|U04"),
        ("a|b|c", "[U01|U02|U04]", "U01|U02|U04"),
        ("c|c", "[U04]", "U04"),
        (None, "[U?]", None),
    ],
)
def test_participants(who: str | None, written: str, label: str | None) -> None:
    assert labels().of_mention(who, written) == label


def test_other_kinds_of_pseudonyms() -> None:
    assert labels("surrogate").of_mention("a|b", "Cy") == "Cy Lind"
    assert labels("surrogate").of_mention("a|b", "[Ann Berg|Bo Ek]") == "Ann Berg|Bo Ek"
    assert labels("mask").of_mention("a|b", "[NAME]") is None


def test_who_is_not_known_or_did_not_consent() -> None:
    for who in ("d", "a|d", "a|b|", ""):
        with pytest.raises(UnknownPersonError):
            labels().of_mention(who, "[U01]")
    for who in ("gone", "c|gone"):
        with pytest.raises(WithdrawnError):
            labels().of_mention(who, "[U05]")
    with pytest.raises(WithdrawnError):
        labels().check_author("U05")
    labels().check_author("U01")
    labels().check_author(None)
    assert [labels().of_owner(who) for who in ("a", "gone", "d", None)] == ["U01", None, None, None]


def test_others() -> None:
    assert labels(others="pseudonym").of_other("[X7]", "Zoe") == "X7"
    assert labels(others="pseudonym").of_other("[X7|X9]", "Zoe") == "X7|X9"
    assert labels(others="pseudonym").of_other("[X?]", "Zoe") is None
    assert labels(others="mask").of_other("[X]", "Zoe") is None
