"""SVALA: a graph that the editor takes, between the original and the pseudonymised text."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from hypothesis import given

from spacy_pseudo.handover.edits import Edited, original_of
from spacy_pseudo.handover.svala import Numbers, graph_of, tokenize

from .made import edited, messages

# As JavaScript understands it.
_SPACE = "[\\t\\n\\v\\f\\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_TOKEN = re.compile(f"{_SPACE}*(?:(?!{_SPACE}).)+{_SPACE}+", re.DOTALL)


def labelled(graph: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """RETURNS (list[tuple[str, str, list[str]]]): What is linked by each edge with labels, and the labels."""
    text = {token["id"]: token["text"] for side in ("source", "target") for token in graph[side]}
    number = re.compile(r"[0-9]+")

    def side(edge: dict[str, Any], letter: str) -> str:
        ids = [name for name in edge["ids"] if name[0] == letter]
        return "".join(text[name] for name in sorted(ids, key=lambda name: int(number.findall(name)[0])))

    return [(side(edge, "s"), side(edge, "t"), edge["labels"]) for edge in graph["edges"].values() if edge["labels"]]


@given(messages())
def test_the_graph_holds_what_svala_demands(message: Edited) -> None:
    graph = graph_of(message, Numbers())
    for side, text in (("source", original_of(message)), ("target", message.message.text)):
        tokens = [token["text"] for token in graph[side]]
        assert "".join(tokens) in (text, text + " ")
        assert len(tokens) == 1 or all(_TOKEN.fullmatch(token) for token in tokens)
    ids = [token["id"] for side in ("source", "target") for token in graph[side]]
    assert len(set(ids)) == len(ids)
    assert Counter(name for edge in graph["edges"].values() for name in edge["ids"]) == Counter(ids)
    for name, edge in graph["edges"].items():
        assert name == edge["id"] == "e-" + "-".join(edge["ids"])
        assert edge["ids"] == sorted(edge["ids"])
        assert len(edge["labels"]) == len(set(edge["labels"]))


@given(messages())
def test_what_was_not_replaced_is_linked_word_by_word(message: Edited) -> None:
    graph = graph_of(message, Numbers())
    text = {token["id"]: token["text"] for side in ("source", "target") for token in graph[side]}
    plain = [edge for edge in graph["edges"].values() if not edge["labels"]]
    for edge in plain:
        source, target = edge["ids"]
        # At the end of one text there may be a space that stands in the middle of the other.
        assert text[source].rstrip() == text[target].rstrip()
        assert edge["manual"] is False
    assert bool(message.edits) == any(edge["manual"] for edge in graph["edges"].values())


def test_labels_and_running_numbers() -> None:
    numbers = Numbers()
    first = edited(
        "Hi <<Mary;[U12];U12;part;greeting>> and <<Bob Grey;[U07];U07;registered;greeting>>,\n"
        "mail <<bob@uni.example;[EMAIL:U07];U07;EMAIL>> before <<5 May;[DATE];;DATE>> or <<2024-05-07;[DATE];;DATE>>.\n"
        "<<Sam;[U01|U04];U01|U04;part;signature>>"
    )
    assert labelled(graph_of(first, numbers)) == [
        ("Mary ", "[U12] ", ["part", "1"]),
        ("Bob Grey,\n", "[U07],\n", ["registered", "2"]),
        ("bob@uni.example ", "[EMAIL:U07] ", ["email"]),
        ("5 May ", "[DATE] ", ["date"]),
        ("2024-05-07.\n", "[DATE].\n", ["date_digits"]),
        ("Sam ", "[U01|U04] ", ["part", "3"]),
    ]
    second = edited("<<B.;[U07];U07;initials;body>> knows <<Ann;[X];;OTHER>>, <<Mary;[U12];U12;part;body>>")
    assert labelled(graph_of(second, numbers)) == [
        ("B. ", "[U07] ", ["initials", "2"]),
        ("Ann, ", "[X], ", ["other"]),
        ("Mary ", "[U12] ", ["part", "1"]),
    ]
    assert len(numbers) == 3


def test_names_in_one_word_and_names_of_several_words() -> None:
    graph = graph_of(
        edited("<<Mary;[U12];U12;part;body>>/<<Bob;[U07];U07;part;body>> met <<Bo;Anna Berg;U1;part>>"), Numbers()
    )
    assert labelled(graph) == [
        ("Mary/Bob ", "[U12]/[U07] ", ["part", "1", "2"]),
        ("Bo ", "Anna Berg ", ["part", "3"]),
    ]
    assert graph["edges"]["e-s1-t1"] == {"id": "e-s1-t1", "ids": ["s1", "t1"], "labels": [], "manual": False}


def test_tokens() -> None:
    assert tokenize("  Hej du\u2028där!\n\n") == ["  Hej ", "du\u2028", "där!\n\n"]
    assert tokenize("ett två") == ["ett ", "två "]
    assert tokenize(" \n") == [" \n"]
    assert tokenize("") == []
