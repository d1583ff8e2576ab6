"""Discovery as a function: what it makes of messages, of a key that is there, and what it reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import spacy

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.passes.discovery_report import DiscoveryReport
from spacy_pseudo.people.evidence import Weights, packaged
from spacy_pseudo.text.words import fold_all

ROSTER = Roster([Participant("mp", ("Mary Poe",), ("mp2",)), Participant("rg", ("Robert Grey",))])
MESSAGES = [
    Message("Hi all,\nthe tides.\nMary", "1", "mp"),
    Message("Hi Mary,\nthe kelp.\nRobert", "2", "rg", parent="1"),
    Message("Hi Robert,\nthe moon.\nKayleigh", "3", "kl", parent="2"),
    Message("Dear Kayleigh,\nthe sun.\nMary", "4", "mp2", parent="3"),
]


def names(key: Key) -> dict[str, set[str]]:
    """RETURNS (dict[str, set[str]]): Forms by participant."""
    assert key.name_map is not None
    return {person: {form.text for form in key.name_map.forms(person)} for person in key.name_map.participants()}


def test_who_is_called_what() -> None:
    found = names(discover(MESSAGES, ROSTER))
    assert found["mp"] >= {"Mary", "Poe", "Mary Poe"}
    assert found["kl"] == {"Kayleigh"}
    assert "mp2" not in found


def test_where_each_message_stands() -> None:
    places = discover(MESSAGES, ROSTER).context.places
    assert list(places) == ["1", "2", "3", "4"]
    assert [place.author for place in places.values()] == ["mp", "rg", "kl", "mp"]
    assert [place.parent_author for place in places.values()] == [None, "mp", "rg", "kl"]
    assert {place.thread for place in places.values()} == {"1"}


def test_the_report() -> None:
    report = DiscoveryReport()
    messages = [
        *MESSAGES,
        Message("", "5", None, parent="77"),
        Message("[U07] and [U08]", "6", "kl", subject="[U09]"),
        Message("a", "7", "rg", parent="8"),
        Message("b", "8", "rg", parent="7"),
    ]
    discover(messages, ROSTER, exclude=["rg", "who"], report=report)
    assert (report.messages, report.anonymous, report.empty) == (8, 1, 1)
    assert report.authors == {"mp": 2, "rg": 3, "kl": 2}
    assert report.unknown_authors == {"kl": "3"}
    assert report.unknown_excluded == 1
    assert report.look_alikes == {"[U07]", "[U08]", "[U09]"}
    assert report.threads.missing == {"5": "77"}
    assert report.threads.cycles == [["7", "8"]]


def test_messages_need_no_id() -> None:
    key = discover([replace(message, id=None, parent=None) for message in MESSAGES], ROSTER)
    assert list(key.context.places) == ["#0", "#1", "#2", "#3"]


def test_ids_must_differ() -> None:
    with pytest.raises(PseudoError, match=r"P122.*'1'"):
        discover([MESSAGES[0], MESSAGES[0]], ROSTER)


def test_a_second_time_changes_nothing() -> None:
    key = discover(MESSAGES, ROSTER, seed=1)
    before = key.to_files()
    assert discover(MESSAGES, key=key, seed=2).to_files() == before


def test_order_does_not_tell_who_is_who() -> None:
    people = Roster(Participant(f"p{n}") for n in range(30))
    drawn = {tuple(discover([], people, seed=seed).pseudonyms.labels.values()) for seed in range(5)}
    assert len(drawn) == 5


def test_what_a_key_knows_of_other_messages_stays() -> None:
    key = discover(MESSAGES, ROSTER)
    key = discover([Message("Hi Kayleigh,\nhello.\nWendy", "9", "ww", parent="3")], key=key)
    assert list(key.context.places) == ["1", "2", "3", "4", "9"]
    assert [place.order for place in key.context.places.values()] == [0, 1, 2, 3, 4]
    assert names(key)["kl"] == {"Kayleigh"}


def test_names_and_ids_of_both_rosters() -> None:
    key = discover([], ROSTER)
    key = discover([], Roster([Participant("mp", ("Molly Poe",), ("mp3",), "tutor")]), key=key)
    mary = key.roster.get("mp3")
    assert mary == Participant("mp", ("Molly Poe", "Mary Poe"), ("mp3", "mp2"), "tutor")
    assert names(key)["mp"] >= {"Mary", "Molly"}


@pytest.mark.parametrize(("exclude", "excluded"), [(None, {"mp"}), ([], set()), (["rg"], {"rg"}), (["mp2"], {"mp"})])
def test_who_did_not_consent(exclude: list[str] | None, excluded: set[str]) -> None:
    key = discover(MESSAGES, ROSTER, exclude=["mp"])
    key = discover(MESSAGES, key=key, exclude=exclude)
    assert {person.id for person in key.roster if person.excluded} == excluded


def test_who_did_not_consent_may_turn_up_later() -> None:
    key = discover(MESSAGES[:2], ROSTER, exclude=["kl"])
    key = discover(MESSAGES, key=key)
    assert {person.id for person in key.roster if person.excluded} == {"kl"}


def test_what_was_pseudonymised_before_leads_back() -> None:
    key = discover(MESSAGES, ROSTER, seed=1)
    label, places = key.pseudonyms.label, key.context.places
    texts = [f"Hi all,\nthe tides.\n[{label('mp')}]", f"[{label('rg')}]", f"[{label('kl')}]", f"[{label('mp')}]"]
    shared = [
        replace(message, text=text, author=label(places[message.id or ""].author or ""))
        for message, text in zip(MESSAGES, texts, strict=True)
    ]
    again = discover(shared, key=key)
    assert again.context.places == places
    assert set(again.pseudonyms.labels) == {"mp", "rg", "kl"}
    assert names(again) == names(discover(MESSAGES, ROSTER))


def test_a_new_person_may_have_an_old_pseudonym_for_an_id() -> None:
    key = discover(MESSAGES, ROSTER, seed=1)
    old = key.pseudonyms.label("mp")
    key = discover([Message("Hello.\nWendy", "9", old)], Roster([Participant(old, ("Wendy Poe",))]), key=key)
    assert key.context.places["9"].author == old
    assert key.pseudonyms.label(old) not in {old, *map(key.pseudonyms.label, ("mp", "rg", "kl"))}


# --- Evidence ---

SIGNED = (
    Message("I like tides.\n\nBest wishes,\nMolly", "1", "mp", thread="t"),
    Message("Hi Molly,\nso do I.\n\nCheers,\nZibbo", "2", "rg", parent="1", thread="t"),
    Message("I think that Zibbo and Robert agree with Molly.\n\nJane", "3", "jd", parent="2", thread="t"),
)
PEOPLE = (("mp", "Mary Poe"), ("rg", "Robert Grey"), ("jd", "Jane Dorn"))


def _made(**options: Any) -> Key:
    return discover(SIGNED, Roster([Participant(id, (name,)) for id, name in PEOPLE]), pseudonyms="id", **options)


def test_every_form_of_the_map_has_its_evidence() -> None:
    key = _made()
    assert key.name_map is not None
    taken = {c.pair for c in key.connections if c.taken}
    assert {(person, fold_all(form.text)) for person, form in key.name_map} == taken
    assert {c.form for c in key.connections if c.review and c.taken} == {f.text for _, f in key.name_map if f.unsure}


def test_mentions_are_as_sure_as_their_connections_and_places() -> None:
    key = _made()
    sure = {c.pair: c.confidence for c in key.connections}
    results = {r.message.id: r.replacements for r in apply(SIGNED, key, make_pipeline(key))}
    zibbo, robert, molly, jane = results["3"]
    weights = key.weights
    assert zibbo["confidence"] == round(sure["rg", ("zibbo",)] * weights.reliability("body", far=False), 4)
    assert robert["confidence"] == round(weights.registered * weights.reliability("body", far=False), 4)
    assert molly["participant"] == "mp"
    assert jane["confidence"] > zibbo["confidence"]


def test_a_saved_key_gives_the_same_confidences(tmp_path: Path) -> None:
    """Inside somebody's pipeline, with the key as it lies on the disk."""
    own = Weights.from_dict({**packaged().to_dict(), "threshold": 0.2, "places": {"body": 0.5, "closing_line": 0.25}})
    key = _made(weights=own)
    key.save(tmp_path / "key")
    expected = [r.replacements for r in apply(SIGNED, key, make_pipeline(key))]
    nlp = spacy.blank("en")
    nlp.add_pipe("participant_pseudonymiser").initialize(lambda: [], nlp=nlp, key=tmp_path / "key")
    docs = nlp.pipe(message.to_doc(nlp) for message in SIGNED)
    assert [doc._.pseudo_replacements for doc in docs] == expected
    assert expected[0][0]["confidence"] <= 0.25
    assert Key.load(tmp_path / "key").weights == own


def test_several_who_may_be_meant_share_the_confidence() -> None:
    roster = Roster([Participant("a", ("Robert Grey",)), Participant("b", ("Robert Poe",)), Participant("c")])
    message = Message("I agree with Robert.", "1", "c", thread="t")
    key = discover([message], roster, pseudonyms="id", weights=replace(packaged(), places={}))
    ((mention,),) = (r.replacements for r in apply([message], key, make_pipeline(key)))
    assert mention["participant"] == "a|b"
    assert mention["confidence"] == round(key.weights.registered / 2, 4)


def test_the_threshold_is_one_setting() -> None:
    def learned(threshold: float) -> set[str]:
        return {form.text for person, form in _made(threshold=threshold).name_map or ()}

    assert learned(0.99) < learned(0.05)
    assert "Zibbo" in learned(0.05) - learned(0.99)
    with pytest.raises(PseudoError, match="P347"):
        _made(threshold=1.0)


def test_new_messages_extend_the_evidence() -> None:
    key = _made(seed=1)
    more = Message("Dear Zibbo,\nfine.\n\nBest wishes,\nMidge", "4", "jd", parent="2", thread="t")
    again = discover([more], key=Key.from_files(key.to_files()), seed=1)
    before, after = ({c.pair: c for c in k.connections} for k in (key, again))
    assert before.keys() < after.keys()
    assert after["jd", ("midge",)].messages == ("4",)
    assert after["mp", ("molly",)] == before["mp", ("molly",)]
    assert all(after[pair].confidence >= connection.confidence for pair, connection in before.items())
