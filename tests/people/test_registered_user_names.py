"""Registered user names: written exactly, with blanks, without their figures, and cut off; logins made of names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from spacy_pseudo import Message, Participant, Roster, discover
from spacy_pseudo.passes.apply import apply, make_pipeline

NAMES = ["tarn88", "moss2sea", "nell_5", "Odd_T", "q_roe", "fern_and_ferry", "oO_brisa_Oo", "Hal3k", "member204"]


def _asked(handle: str, *answers: str) -> list[tuple[str, str, str, str]]:
    written = [(f"m{n}", "9", "m0", text.format(f"<<{handle}|1>>")) for n, text in enumerate(answers, start=1)]
    return [("m0", "1", "", "How deep is it?"), *written]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", [str, str.lower, str.upper])
def test_a_registered_user_name_is_a_mention(name: str, change: Any, forum: Any) -> None:
    texts = ("Hi {}, not deep.", "I agree with {} here.", "thanks @{}!", "It was u/{} who said so.", "({}'s idea)")
    posts = _asked(change(name), *texts)
    assert forum(posts, {"1": name, "9": "Kate Moor"})[1] == [text for *_, text in posts]


@pytest.mark.parametrize("name", ["tarn88", "member204", "Odd_T"])
@pytest.mark.parametrize("mode", ["number", "id"])
def test_it_is_one_whatever_the_ids_are(name: str, mode: str, written: Any) -> None:
    texts = [f"Hi {name}, not deep.", f"thanks @{name}!"]
    assert written(texts, {name: name, "b9": "Kate Moor"}, name, mode) == ["Hi [*], not deep.", "thanks @[*]!"]
    assert written(texts, {"1": name, "b9": "Kate Moor"}, "1", mode) == ["Hi [*], not deep.", "thanks @[*]!"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("grimwanda", "as <<grim wanda|1>> said"),  # Wanda is no word
        ("grimwanda", "as <<Grim Wanda|1>> said"),
        ("wee_jig_maker", "thanks <<weejigmaker|1>>!"),
        ("wee_jig_maker", "thanks <<Wee Jig Maker|1>>!"),
        ("just_call_edda", "<<just_call_E|1>> has it"),  # cut off
        ("tkoch31", "thanks <<tkoch|1>>"),
        ("RainyNight4", "as <<Rainy Night|1>> said"),
        ("robin", "Ask Rob in the morning."),
        ("member204", "any member may"),
        ("max_depth_7", "max_d is set"),
        ("foggyday", "on a foggy day"),
    ],
)
def test_other_ways_to_write_a_user_name(name: str, text: str, forum: Any) -> None:
    posts = [("m0", "1", "", "How deep is it?"), ("m1", "9", "m0", text)]
    assert forum(posts, {"1": name, "9": "Kate Moor"})[1] == [text for *_, text in posts]


@pytest.mark.parametrize("login", ["ingridtarn", "ingridtarnished"])
def test_a_name_that_may_be_a_user_name_with_a_blank_is_who_is_answered(login: str, forum: Any) -> None:
    people = {"1": login, "2": "ingrid.tarn@uni.example", "9": "Kate Moor"}
    posts = [("m0", "2", "", "How deep is it?"), ("m1", "9", "m0", "<<Ingrid Tarn|2>>: not deep at all.")]
    assert forum(posts, people)[1] == [text for *_, text in posts]


LIST = {
    "1": "Ragnar Solheim",
    "2": "Deepika Vartak",
    "3": "Anne-Lise Ohm",
    "4": "Timothy Quist",
    "5": "Bob Ek",
    "6": "Soo-ah Nam",
    "7": "Martin Vartak",
    "8": "Kate Moor",
}


@pytest.mark.parametrize(
    "text",
    [
        "In the channel:\n\n<<<rsol|1>>> is <<timquist|4>> around?\n<<<deepika_v|2>>> <<rsol|1>>: no\n",
        "12:03 <<<rsol|1>>> back",
        "<<<ragn|1>>> hi\n<<<deepika_v|2>>> <<ragn|1>>: hi",
        "ask @<<alohm|3>>, or ~<<rsol|1>>",
        "/* TODO(<<bob|5>>): mind the edge */",
        "# FIXME(<<rsol|1>>) later",
        "<<rsol|1>>: your turn",
        "Fine with me.\n\n<<timquist|4>>",
        "the rsolvent is dry, and so is <rsoy> or rsol",  # no place for a login
        "<vart> is nobody",  # no first letter
        "TODO(api): mind the edge",
        "#include <math.h>\n<time> is up",
    ],
)
def test_logins_made_of_names_where_logins_stand(text: str, forum: Any) -> None:
    posts = [("m0", "1", "", "How deep is it?"), ("m1", "8", "m0", text)]
    assert forum(posts, LIST)[1][1] == text


def test_a_login_that_fits_two_people_is_nobodys(forum: Any) -> None:
    people = {"1": "Ragnar Solheim", "2": "Rita Solberg", "8": "Kate Moor"}
    posts = [("m0", "1", "", "How deep is it?"), ("m1", "8", "m0", "<rsol> who knows?\n<<<rsolh|1>>> I do")]
    assert forum(posts, people)[1] == [text for *_, text in posts]


def test_two_syllables_in_one(forum: Any) -> None:
    answer = "Welcome <<Sooah|6>>! <<Sooah Nam|6>> it is."
    posts = [("m0", "6", "", "Hello, <<Sooah|6>> here."), ("m1", "8", "m0", answer)]
    assert forum(posts, LIST)[1] == [text for *_, text in posts]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_figures_of_a_user_name_are_not_in_that_of_a_fake_name(seed: int) -> None:
    texts = [
        "How deep is it?",
        "Hi tarn88, thanks NELL_555, see https://x.example/q_roe/a.",
        "tarn88: no. @nell_555 yes",
    ]
    people = {"1": "tarn88", "2": "nell_555", "3": "q_roe"}
    messages = [Message(text, id=f"m{n}", author=str(n + 1)) for n, text in enumerate(texts)]
    roster = Roster([Participant(id, (name,)) for id, name in people.items()])
    key = discover(messages, roster, pseudonyms="surrogate", seed=seed)
    pipeline = make_pipeline(key)
    once = [result.text for result in apply(messages, key, pipeline)]
    assert not re.search(r"(?i)88|555|tarn|nell|roe", " ".join(once))
    again = [replace(message, text=text) for message, text in zip(messages, once, strict=True)]
    assert [result.text for result in apply(again, key, pipeline)] == once


@pytest.fixture
def written() -> Any:
    def write(texts: list[str], people: dict[str, str], asker: str, mode: str) -> list[str]:
        """What is written for others' answers to somebody; [*] for the pseudonym of who asked. Twice is as once."""
        messages = [Message("How deep is it?", id="m0", author=asker)]
        messages += [Message(text, id=f"m{n}", author="b9", parent="m0") for n, text in enumerate(texts, start=1)]
        roster = Roster([Participant(id, (name,)) for id, name in people.items()])
        key = discover(messages, roster, pseudonyms=mode, seed=1)
        pipeline = make_pipeline(key)
        once = [result.text for result in apply(messages, key, pipeline)]
        again = [replace(message, text=text) for message, text in zip(messages, once, strict=True)]
        assert [result.text for result in apply(again, key, pipeline)] == once
        return [text.replace(key.pseudonyms.render([asker]), "[*]") for text in once[1:]]

    return write


@pytest.mark.parametrize("seed", range(6))
def test_a_drawn_user_name_that_fits_somebody_else_is_not_taken_for_theirs(seed: int) -> None:
    names = "jgrey7 kmuir the_real_oleg hkim22 wei2go j_doe marigold_mae madmaxine".split()
    texts = (
        f"@{a} I agree with {a}, and {b} said so."
        for a, b in zip(names[3:] + names[:3], names[5:] + names[:5], strict=True)
    )
    messages = [Message(text, str(n), names[n], str(n - 1) if n else None) for n, text in enumerate(texts)]
    key = discover(messages, Roster(Participant(name, (name,)) for name in names), pseudonyms="surrogate", seed=seed)
    once = [result.text for result in apply(messages, key, make_pipeline(key))]
    again = [replace(message, text=text) for message, text in zip(messages, once, strict=True)]
    assert [result.text for result in apply(again, key, make_pipeline(key))] == once
    assert not [name for name in names for text in once if name in str(text)]


@pytest.mark.parametrize("seed", range(4))
def test_letters_and_damaged_names_are_replaced_whatever_names_are_drawn(seed: int) -> None:
    """Drawn names have initials, too: they must not hide that somebody signs with one letter."""
    people = {
        f"p{n}": name for n, name in enumerate(("Léa Moor", "Hal Tarn", "Rowan Ekdal", "Jutta Prell", "Pia Quist"))
    }
    texts = [f"The tide is late, number {n}.\n\n{name[0]}" for n, name in enumerate(people.values())]
    messages = [Message(text, f"{n}{turn}", f"p{n}") for turn in "ab" for n, text in enumerate(texts)]
    messages.append(Message("I agree.\n\nBest,\nL?a", "x", "p0"))
    roster = Roster(Participant(id, (name,)) for id, name in people.items())
    places = []
    for mode in ("id", "surrogate"):
        key = discover(messages, roster, pseudonyms=mode, seed=seed)
        rows = [(r.message.id, x) for r in apply(messages, key, make_pipeline(key)) for x in r.replacements]
        places.append({(id, x["start"], x["end"], x["participant"]) for id, x in rows})
    assert places[0] == places[1]
    assert len(places[0]) == len(messages)
