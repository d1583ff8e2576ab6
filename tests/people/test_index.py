"""Forms in a text, however they are written; the marks show whose they may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spacy_pseudo.attrs import GLUED, MISSPELLED, STYLISED
from spacy_pseudo.key import Key
from spacy_pseudo.message import Message
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.people.index import FormIndex
from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.people.pseudonyms import Pseudonyms
from spacy_pseudo.people.roster import Participant, Roster
from spacy_pseudo.text.lexing import Prose


@pytest.fixture(scope="module")
def index(people: dict[str, str], roster_of: Any) -> FormIndex:
    return FormIndex(roster_of(people))


@pytest.fixture
def found(index: FormIndex, marked: Any, mark: Any) -> Callable[..., str]:
    """Mark what the index finds, forms of one letter aside."""

    def find(text: str, index: FormIndex = index) -> str:
        plain = marked(text).text
        items = [item for item in index.found(Prose(plain)) if item.end - item.start > 2]
        return mark(plain, [(i.start, i.end, "|".join(sorted(c.participant for c in i.claims))) for i in items])

    return find


@pytest.mark.parametrize(
    "text",
    [
        "so <<Kayleigh|s13>> said",
        "so <<KAYLEIGH|s13>> and <<kayleigh|s13>> said",
        "so <<Kayleigh Oduya|s13>> said",
        "so <<Oduya Kayleigh|s13>> and <<Oduya, Kayleigh|s13>> said",
        "so <<Kayleigh\nOduya|s13>> said",
        "so <<Kayleigh\u00a0Oduya|s13>> said",
        # glued on either side
        "thanks<<Kayleigh|s13>> for it",
        "<<Kayleigh|s13>>And so on",
        "<<Kayleigh|s13>>I agree",
        "HI<<Kayleigh|s13>>!",
        "thanks<<kayleigh|s13>>",
        "so.<<Kayleigh|s13>>.so",
        "so,<<Kayleigh|s13>>,so",
        # spaced
        "<<F e r g u s|s14>> said",
        "<<F-e-r-g-u-s|s14>>",
        # damaged
        "so <<L?onie|s15>> said",
        "so <<L\ufffdonie|s15>> said",
        "so <<LÃ©onie|s15>> said",
        # plural and genitive
        "both <<Fergus|s14>> and the two <<Robert|s12>>s",
        "so <<Kayleigh|s13>>s said",
        "<<Kayleigh|s13>>'s and <<Fergus|s14>>' and <<Robert|s12>>’s",
        # hyphens and apostrophes
        "so <<Grace Lloyd-Baines|s16>> said",
        "so <<Lloyd-Baines|s16>> and <<Lloyd|s16>> said",
        "so <<Léonie O'Neil|s15>> and <<Leonie O’Neil|s15>> said",
        "so <<O'Neil|s15>> said",
        "so <<Jan van der Moor|s17>> and <<Jan Moor|s17>> said",
        # other scripts
        "Вчера <<Юлия|s19>> и <<СОКОЛОВА|s19>>",
        "昨天<<王小明|s20>>来了,<<王小明|s20>>走了",
        # account names
        "ask <<koduya|s13>> or <<fergusballantyne|s14>>",
        # disguised
        "so <<Fеrgus|s14>> and <<Ｆｅｒｇｕｓ|s14>> said",
        "so <<Fer\u00adgus|s14>> said",
    ],
)
def test_found(text: str, found: Any) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "see kayleigh@uni.example and https://fergus.example/fergus",
        "see kayleigh_2.csv and `fergus`",
        "the market and the gracious roberta",
        "What? Lonie? Don?t, I?ve",
        "",
    ],
)
def test_nothing_found(text: str, found: Any) -> None:
    assert found(text) == text


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("thanksFergus", GLUED),
        ("F e r g u s", STYLISED),
        ("FErgus", STYLISED),
        ("L?onie", MISSPELLED),
        ("LÃ©onie", MISSPELLED),
        ("Fergus", None),
        ("FERGUS", None),
    ],
)
def test_how_it_is_written(text: str, surface: str | None, index: FormIndex) -> None:
    assert [item.surface for item in index.found(Prose(text))] == [surface]


def test_everybody_with_the_name_may_be_meant(found: Any) -> None:
    index = FormIndex(Roster([Participant("a", ("Robert Gillespie",)), Participant("b", ("Robert Ashdown",))]))
    text = "<<Robert|a|b>> and <<Robert Ashdown|b>>"
    assert found(text, index) == text


def test_a_form_that_must_stay_is_not_in_the_index(found: Any) -> None:
    roster = Roster([Participant("a", ("Grace Muir",))])
    name_map = NameMap.parse("a | Grace | Muir | Sparky\n! Grace\n", source="names.txt")
    text = "Grace and <<Sparky|a>> and <<Muir|a>>"
    assert found(text, FormIndex(roster, name_map)) == text


def test_the_map_decides_where_there_is_one(found: Any) -> None:
    roster = Roster([Participant("a", ("Grace Muir",)), Participant("b", ("Fergus Kerr",))])
    name_map = NameMap.parse("a | Sparky\n", source="names.txt")
    text = "Muir and <<Sparky|a>> and <<Fergus|b>>"  # b is not in the map: the roster speaks
    assert found(text, FormIndex(roster, name_map)) == text


@pytest.mark.parametrize("written", ["lee", "? lee", "lee => {}"])
def test_a_name_in_small_letters_that_somebody_wrote_is_meant_so(written: str) -> None:
    roster = Roster([Participant("a", ("Lee Poe",))])
    text = "i think lee would know, and the lee side is quiet"
    for forms, kinds in (("Lee [12]", {"given"}), (f"Lee [12] | {written}", {"handle"})):
        index = FormIndex(roster, NameMap.parse(f"a | {forms}"))
        assert {claim.kind for claim in index.claims(("lee",))} == kinds
    key = Key(roster, NameMap.parse(f"a | Lee [12] | {written}"), Pseudonyms("id", labels={"a": "a"}))
    (result,) = apply([Message(text, "m1", "a")], key, make_pipeline(key))
    assert result.text == "i think [a] would know, and the [a] side is quiet"
