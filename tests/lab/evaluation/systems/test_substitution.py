"""Names replaced as the paper describes, on its example map (Figure 3) and on invented messages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.lab.evaluation.systems.outputs import joined
from spacy_pseudo.lab.evaluation.systems.substitution import GROUPS, Duplicate, Groups, NameFinder, substitute
from spacy_pseudo.message import Message
from spacy_pseudo.people.roster import Participant, Roster

Mark = Callable[[str, list[tuple[int, int, str]]], str]

FIGURE_3 = """
U01 | Robbie | Jones | Robert | Thanks Robert | R o b e r t | RObert | html
U02 | Margaret | Maggie | Smith | Margret | Again | all | S
U03 | Brown | E | Elisabeth | E Brown | Elisabeth Brown | Elizabeth | Maggie
U04 | Bob | RG | Bert | Robert Grey | Cheers | Robert | Grey | Rob
U12 | Arthur | Arhtur | Arthr | Arthur von Trapp | Artur | Arthur Trapp | von Trapp
U43 | Mary Jane | Mary | MJ | Mary Jane Poe | Jane | Poe | thanksMary
"""
MAP = {
    person: dict.fromkeys(forms, 1) for person, *forms in (line.split(" | ") for line in FIGURE_3.strip().splitlines())
}


def group_of(*texts: str) -> list[Message]:
    """Everybody of Figure 3 has written something in the same thread."""
    said = [Message("", id=person, author=person, thread="t") for person in MAP]
    return [*said, *(Message(text, id=f"m{i}", author="U01", thread="t") for i, text in enumerate(texts))]


@pytest.mark.parametrize(
    "text",
    [
        "<<Mary Jane Poe|U43>> and <<Mary Jane|U43>> and <<Mary|U43>>",
        "<<Jane|U43>> Eyre, <<Robert Grey|U04>>, <<Robert|U01|U04>>",
        "a summary, Marys, mary, <<thanksMary|U43>>, thanksmary, _Mary_",
        "<<Arthur|U12>> C. Clarke and <<Arthur von Trapp|U12>>",
        "<<R o b e r t|U01>>, <<Maggie|U02|U03>>. <<E|U03>>. <<S|U02>>, is it <<html|U01>>?",
        "(<<Bob|U04>>)-<<Rob|U04>>'s",
    ],
)
def test_figure_3(text: str, marked: Callable[[str], tuple[str, list[tuple[int, int, str]]]], mark: Mark) -> None:
    plain, _ = marked(text)
    spans, _ = substitute(Groups(group_of(plain), Roster()).by("session"), MAP)
    assert mark(plain, [(start, end, who or "") for start, end, who in spans["m0"]]) == text


def test_who_does_not_take_part_is_not_looked_for() -> None:
    messages = [Message("Arthur, Robert", id="1", author="U01", thread="t"), Message("", id="2", author="U12")]
    assert substitute(Groups(messages, Roster()).by("thread"), MAP) == ({"1": [(8, 14, "U01")], "2": []}, [])


def test_duplicate_names_of_figure_3() -> None:
    _, warnings = substitute(Groups(group_of("nothing"), Roster()).by("session"), MAP)
    assert warnings == [Duplicate(("",), "Maggie", ("U02", "U03")), Duplicate(("",), "Robert", ("U01", "U04"))]


def test_the_longest_name_wins_wherever_it_begins() -> None:
    names = {"a": {"Ann Mary": 1, "Ann": 1}, "b": {"Mary Jane Poe": 1}}
    messages = [Message("Ann Mary Jane Poe", id="1", author="a"), Message("", id="2", author="b")]
    spans, _ = substitute(Groups(messages, Roster()).by("all"), names)
    assert spans["1"] == [(0, 3, "a"), (4, 17, "b")]


def test_people_who_write_nowhere_are_in_every_group() -> None:
    roster = Roster([Participant("a"), Participant("b"), Participant("c", ids=("C2",))])
    messages = [
        Message("", id="1", author="a", thread="t1", session="s1"),
        Message("", id="2", author="C2", thread="t2", session="s1"),
        Message("", id="3", author="a", thread="t1", session="s2"),
        Message("", id="4", author="a", parent="3"),
    ]
    people = {scope: [(g.key, sorted(g.people)) for g in Groups(messages, roster).by(scope)] for scope in GROUPS}
    assert people == {
        "thread": [
            (("s1", "t1"), ["a", "b"]),
            (("s1", "t2"), ["b", "c"]),
            (("s2", "t1"), ["a", "b"]),
            (("", "t1"), ["a", "b"]),
        ],
        "session": [(("s1",), ["a", "b", "c"]), (("s2",), ["a", "b"]), (("",), ["a", "b"])],
        "all": [((), ["a", "b", "c"])],
    }


def test_joined_maps() -> None:
    both = joined({"b": {"Bo": 2, "Bob": 1}}, {"a": {"Ann": 1}, "b": {"Bob": 3}, "c": {}})
    assert both == {"a": {"Ann": 1}, "b": {"Bob": 3, "Bo": 2}}
    assert [list(both), list(both["b"])] == [["a", "b"], ["Bob", "Bo"]]


def test_upper_and_lower_case() -> None:
    text = "Mary, mary and MARY POE, summary"
    assert [text[s:e] for s, e in NameFinder(["mAry", "Mary Poe"], any_case=True).find(text)] == [
        "Mary",
        "mary",
        "MARY POE",
    ]
    assert NameFinder([".a"], any_case=True).find("x.A") == [(1, 3)]


ODD = st.text(alphabet="aA -_.é", min_size=1, max_size=5)


@given(st.lists(ODD, max_size=6), st.text(alphabet="aA -_.é", max_size=30))
def test_names_are_found_as_one_expression_after_the_other_finds_them(names: list[str], text: str) -> None:
    expected = []
    left = text
    for name in sorted(set(names), key=lambda name: (-len(name), name)):
        hits = [
            hit.span()
            for hit in re.finditer(rf"(?={re.escape(name)})", text)
            if re.compile(rf"\b{re.escape(name)}\b").match(text, hit.start())
        ]
        for start, _ in hits:
            end = start + len(name)
            if "\0" not in left[start:end]:
                expected.append((start, end))
                left = left[:start] + "\0" * (end - start) + left[end:]
    assert NameFinder(names).find(text) == sorted(expected)
