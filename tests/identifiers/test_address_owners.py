"""Whose addresses are, and which pages are personal because a participant's name is in them."""

from __future__ import annotations

import re

import pytest
import spacy

from spacy_pseudo import Key, Message, Roster
from spacy_pseudo.components.identifier_matcher import IdentifierMatcher
from spacy_pseudo.people.pseudonyms import Pseudonyms
from spacy_pseudo.people.roster import Participant

ROSTER = Roster(
    [
        Participant("P1", ("Mary Jane Holmqvist",)),
        Participant("P2", ("Tom Okafor",)),
        Participant("P3", ("Tim Okafor",)),
        Participant("P4", ("Ines Dragomir",)),
        Participant("P5", ("Ana Uy",)),
        Participant("P6", ("Yrsavild Lund",)),
    ]
)


@pytest.fixture(scope="module")
def matcher() -> IdentifierMatcher:
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("identifier_matcher")
    assert isinstance(pipe, IdentifierMatcher)
    pipe.initialize(lambda: [], nlp=nlp, roster=ROSTER)
    return pipe


def _owned(matcher: IdentifierMatcher, text: str, author: str | None = None) -> list[tuple[str, str | None]]:
    return [(text[one.start : one.end], one.participant) for one in matcher.engine.identifiers(text, author)]


@pytest.mark.parametrize(
    ("address", "owner"),
    [
        ("https://www.maps.example/course/holmqvist-mary/slides.pdf", "P1"),
        ("https://tools.example/mholmqvist/widgets", "P1"),
        ("https://tools.example/mjholmq/widgets", "P1"),
        ("https://tools.example/holmqvistm/widgets", "P1"),
        ("https://tools.example/timokafor/widgets", "P3"),
        ("https://idragomir.example/notes", "P4"),
        ("https://tools.example/idrag/notes", "P4"),
        ("https://tools.example/anauy", "P5"),
    ],
)
def test_a_page_with_a_participants_name_is_personal(matcher: IdentifierMatcher, address: str, owner: str):
    assert _owned(matcher, f"all of it is on {address}, see there") == [(address, owner)]


@pytest.mark.parametrize(
    "address",
    [
        "https://www.maps.example/course/week-2/slides.pdf",
        "https://www.maps.example/holmqvist2010",  # a paper, or a town
        "https://tools.example/widgets/drag",
    ],
)
def test_other_pages_stay(matcher: IdentifierMatcher, address: str):
    assert _owned(matcher, f"all of it is on {address}, see there") == []


def test_of_two_people_who_fit_nobody_is_chosen_but_it_is_hidden(matcher: IdentifierMatcher):
    assert _owned(matcher, "write to tokafor@parklane.example") == [("tokafor@parklane.example", None)]


@pytest.mark.parametrize("author", [None, "P1", "P2", "P5"])
@pytest.mark.parametrize(
    ("address", "owner"),
    [
        ("tokafor@parklane.example", None),
        ("tom@parklane.example", None),
        ("ana@uy.example", "P5"),  # all of the name, short as it is
        ("mjholmqvist@parklane.example", "P1"),
        ("inesd@parklane.example", "P4"),
        ("yrsavild@parklane.example", "P6"),  # few are called so
    ],
)
def test_an_address_is_the_same_persons_whoever_writes_it(
    matcher: IdentifierMatcher, address: str, owner: str | None, author: str | None
):
    assert _owned(matcher, f"write to {address}", author) == [(address, owner)]


def test_a_playful_address_is_its_writers(matcher: IdentifierMatcher):
    text = "I wrote about it here: https://www.mxholmy.example/on-maps"
    assert _owned(matcher, text, "P1") == [("https://www.mxholmy.example/on-maps", "P1")]
    assert _owned(matcher, "It is told here: https://www.mxholmy.example/on-maps", "P4") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I agree with dolphin93.", "I agree with [U1]."),
        ("DOLPHIN93's kelp, (kelp_fan)", "[U1]'s kelp, ([U2])"),
        ("s4711 has it", "[U3] has it"),
        ("dolphin93x, kelp-fan and x1 stay", "dolphin93x, kelp-fan and x1 stay"),
        ("-kelp_fan, kelp_fan--yes, kelp_fan.Yes", "-[U2], [U2]--yes, [U2].Yes"),
        ("tidewatcher is right", "[U5] is right"),
        ("@dolphin93, @Kelp_Fan; u/s4711", "@[U1], @[U2]; u/[U3]"),
        ("ask @al, not Al", "ask @[U6], not [U3]"),  # whose login it is, whoever else is called so
        ("~tidewatcher/notes, /home/kelp_fan/x", "~[U5]/notes, /home/[U2]/x"),
        ("mind @kelp_king77", "mind [USERNAME]"),
    ],
)
def test_user_names_of_participants_are_found_wherever_they_stand(text: str, expected: str) -> None:
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("participant_pseudonymiser")
    names = {"d": "dolphin93", "kelp_fan": "", "s4711": "Al Dorn", "x1": "", "tidewatcher": "", "al": "Rose Marsh"}
    people = [Participant(id, tuple(filter(None, [name]))) for id, name in names.items()]
    labels = {person.id: f"U{number}" for number, person in enumerate(people, start=1)}
    pipe.initialize(lambda: [], nlp=nlp, key=Key(Roster(people), pseudonyms=Pseudonyms(labels=labels)))
    written = nlp(Message(text, author="x1").to_doc(nlp))._.pseudo_text
    assert re.sub(r"(?<=USERNAME):[a-z]+", "", written) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See Essay_Ines_v2.doc.", "See Essay_[U4]_v2.doc."),
        ("Look at Ines.jpg!", "Look at [U4].jpg!"),
        ("Tom_Okafor has it, or okafor_tom.", "[U2] has it, or [U2]."),
        ("rma_model, dat_mark and Tom_Petrov.pdf stay.", "rma_model, dat_mark and Tom_Petrov.pdf stay."),
    ],
)
def test_names_in_strings_that_are_no_prose(text: str, expected: str) -> None:
    nlp = spacy.blank("en")
    key = Key(ROSTER, pseudonyms=Pseudonyms(labels={f"P{n}": f"U{n}" for n in range(1, 5)}))
    nlp.add_pipe("participant_pseudonymiser").initialize(lambda: [], nlp=nlp, key=key)
    assert nlp(Message(text, author="P1").to_doc(nlp))._.pseudo_text == expected


@pytest.mark.parametrize(
    "written",
    [
        "khm19@tu-nord.example",
        "khm19 at tu-nord.example",
        "khm19 AT tu-nord DOT example",
        "khm19 (at) tu-nord (dot) example",
        "khm19[at]tu-nord.example",
        "khm19 @ tu-nord.example",
    ],
)
def test_an_address_that_is_somebodys_id_however_it_is_written(written: str):
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("identifier_matcher")
    assert isinstance(pipe, IdentifierMatcher)
    roster = Roster([Participant("khm19@tu-nord.example", ("Karl-Heinz Müller",)), Participant("m", ("Mary Müller",))])
    pipe.initialize(lambda: [], nlp=nlp, roster=roster)
    text = f"Le ven. 1 févr. 2019 à 17:36, Karl-Heinz Müller\n<{written}> a écrit :\n> oui"
    assert _owned(pipe, text) == [("17:36", None), (written, "khm19@tu-nord.example")]
