"""SVALA: a graph that the editor takes, between the original and the pseudonymised text."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given

from spacy_pseudo.handover.edits import Edited, original_of
from spacy_pseudo.handover.foreign_labels import table
from spacy_pseudo.handover.svala import graph_of, tokenize

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
    graph = graph_of(message)
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
    graph = graph_of(message)
    text = {token["id"]: token["text"] for side in ("source", "target") for token in graph[side]}
    plain = [edge for edge in graph["edges"].values() if not edge["labels"]]
    for edge in plain:
        source, target = edge["ids"]
        # At the end of one text there may be a space that stands in the middle of the other.
        assert text[source].rstrip() == text[target].rstrip()
        assert edge["manual"] is False
    assert bool(message.edits) == any(edge["manual"] for edge in graph["edges"].values())


# As SVALA has them, besides numbers.
TAXONOMY = {
    *("firstname_male", "firstname_female", "firstname_unknown", "initials", "middlename", "surname"),
    *("area", "city", "country", "geo", "place", "region", "street_nr", "zip_code"),
    *("school", "work", "other_institution", "transport_name", "transport_nr", "age_digits", "age_string"),
    *("date_digits", "day", "month_digit", "month_word", "year"),
    *("account_nr", "email", "extra", "license_nr", "other_nr_seq", "phone_nr", "personid_nr", "url"),
    *("edu", "fam", "prof", "sensitive"),
}
MARKS = ("gen", "def", "pl", "foreign")


@given(messages())
def test_labels_are_svalas_then_the_number_then_marks(message: Edited) -> None:
    kinds = {**dict.fromkeys(TAXONOMY, 0), **dict.fromkeys(MARKS, 2)}
    for _, _, labels in labelled(graph_of(message)):
        order = [1 if label.isdecimal() else kinds[label] for label in labels]
        assert order == sorted(order)
        assert 0 in order
        assert 1 in order


@pytest.mark.parametrize("category", list(table("svala")))
def test_every_label_of_ours_has_one_of_svalas(category: str) -> None:
    for original in ("Mary", "12", "svenskarnas", "5 May 2024"):
        ((_, _, labels),) = labelled(graph_of(edited(f"<<{original};[what];U1;{category}>>"), "sv"))
        assert {label for label in labels if not label.isdecimal()} - set(MARKS) <= TAXONOMY


def labels_in(marked: str, lang: str = "en", **names: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """RETURNS (list[tuple[str, list[str]]]): What is labelled in the original, and how; some people's registered names
    are known."""
    message = edited(marked)
    edits = tuple(edit._replace(names=names.get(edit.pseudonym or "", ())) for edit in message.edits)
    return [(old.strip(), labels) for old, _, labels in labelled(graph_of(Edited(message.message, edits), lang))]


def test_running_numbers_begin_anew_in_each_message() -> None:
    first = (
        "Hi <<Mary;[U12];U12;part;greeting>> and <<Bob Grey;[U07];U07;registered;greeting>>,\n"
        "mail <<bob@uni.example;[EMAIL:U07];U07;EMAIL>> before <<5 May;[DATE];;DATE>> or <<2024-05-07;[DATE];;DATE>>.\n"
        "<<Kim;[U01|U04];U01|U04;part;signature>>"
    )
    assert labels_in(first) == [
        ("Mary", ["firstname_female", "1"]),
        ("Bob Grey,", ["firstname_male", "surname", "2"]),
        ("bob@uni.example", ["email", "3"]),
        ("5 May", ["day", "month_word", "4"]),
        ("2024-05-07.", ["date_digits", "5"]),
        ("Kim", ["firstname_unknown", "6"]),
    ]
    second = (
        "<<B.;[U07];U07;initials;body>> knows <<Ann;[X];;OTHER>>, <<Bob;[U07];U07;part;body>> and <<Ann;[X];;OTHER>>"
    )
    assert labels_in(second) == [
        ("B.", ["initials", "1"]),
        ("Ann,", ["firstname_female", "2"]),
        ("Bob", ["firstname_male", "1"]),
        ("Ann", ["firstname_female", "2"]),
    ]
    same = "in <<Leeds;[CITY:x];;CITY>> and <<LEEDS;[CITY:x];;CITY>>, not in <<Lund;[CITY:y];;CITY>>"
    assert [labels[:2] for _, labels in labels_in(same)] == [["city", "1"], ["city", "1"], ["city", "2"]]


@pytest.mark.parametrize(
    ("written", "category", "names", "labels"),
    [
        ("Mary", "part", ("Mary Jane Poe",), ["firstname_female"]),
        ("Poe", "part", ("Mary Jane Poe",), ["surname"]),
        ("Jane", "part", ("Mary Jane Poe",), ["middlename"]),
        ("Mary Jane Poe", "registered", ("Mary Jane Poe",), ["firstname_female", "middlename", "surname"]),
        ("Poe, Mary", "registered", ("Poe, Mary",), ["surname", "firstname_female"]),
        ("Mary J. Poe", "registered", ("Mary Jane Poe",), ["firstname_female", "initials", "surname"]),
        ("van der Moor", "part", ("Jan van der Moor",), ["surname"]),
        ("Kim", "part", ("Kim Larsen",), ["firstname_unknown"]),
        ("Bobbo", "nickname", ("Robert Grey",), ["firstname_male"]),
        ("Robret", "misspelled", ("Robert Grey",), ["firstname_male"]),
        ("Gery", "misspelled", ("Robert Grey",), ["surname"]),
        ("MJP", "initials", ("Mary Jane Poe",), ["initials"]),
        ("mpoe7", "handle", ("Mary Jane Poe",), ["extra"]),
        ("Zoltan Quist", "OTHER", (), ["firstname_male", "surname"]),
        ("Johansson", "OTHER", (), ["surname"]),
        ("Xqzw", "unlinked", (), ["firstname_unknown"]),
    ],
)
def test_parts_of_names(written: str, category: str, names: tuple[str, ...], labels: list[str]) -> None:
    assert labels_in(f"see <<{written};[U1];U1;{category}>> now", U1=names) == [(written, [*labels, "1"])]


@pytest.mark.parametrize(
    ("marked", "lang", "labels"),
    [
        ("<<Mary;[U1];U1;part>>'s book", "en", ["firstname_female", "1", "gen"]),
        ("<<James;[U1];U1;part>>’ book", "en", ["firstname_male", "1", "gen"]),
        ("<<Maria;[U1];U1;part>>s bok", "sv", ["firstname_female", "1", "gen"]),
        ("<<Maria;[U1];U1;part>>s bok", "en", ["firstname_female", "1"]),
        ("<<Stockholms;[CITY];;CITY>> gator", "sv", ["city", "1", "gen"]),
        ("<<Stockholm;[CITY];;CITY>>", "sv", ["city", "1"]),
        ("<<Paris;[CITY];;CITY>>", "sv", ["city", "1", "foreign"]),
        ("<<London's;[CITY];;CITY>> streets", "en", ["city", "1", "gen", "foreign"]),
        ("<<Tysklands;[COUNTRY];;COUNTRY>> gräns", "sv", ["country", "1", "gen"]),
        ("<<Björkgymnasiet;[SCHOOL];;SCHOOL>>", "sv", ["school", "1", "def"]),
        ("<<Björkgymnasiets;[SCHOOL];;SCHOOL>> elever", "sv", ["school", "1", "gen", "def"]),
        ("<<Handelshögskolan i Umeå;[SCHOOL];;SCHOOL>>", "sv", ["school", "1", "def"]),
        ("<<Lunds universitet;[SCHOOL];;SCHOOL>>", "sv", ["school", "1"]),
        ("<<svenskar;[NATIONALITY];;NATIONALITY>>", "sv", ["sensitive", "1", "pl"]),
        ("<<svenskarnas;[NATIONALITY];;NATIONALITY>>", "sv", ["sensitive", "1", "gen", "def", "pl"]),
        ("<<svensken;[NATIONALITY];;NATIONALITY>>", "sv", ["sensitive", "1", "def"]),
        ("<<svensk;[NATIONALITY];;NATIONALITY>>", "sv", ["sensitive", "1"]),
        ("<<Croats;[NATIONALITY];;NATIONALITY>>", "en", ["sensitive", "1", "pl"]),
        ("<<Croatian;[NATIONALITY];;NATIONALITY>>", "en", ["sensitive", "1"]),
        ("<<Chinese;[NATIONALITY];;NATIONALITY>>", "en", ["sensitive", "1"]),
    ],
)
def test_inflection(marked: str, lang: str, labels: list[str]) -> None:
    assert [found for _, found in labels_in(marked, lang)] == [labels]


@pytest.mark.parametrize(
    ("category", "written", "lang", "labels"),
    [
        ("DATE", "5 May 2024", "en", ["day", "month_word", "year"]),
        ("DATE", "May 5th, 2024", "en", ["month_word", "day", "year"]),
        ("DATE", "den 5 maj", "sv", ["day", "month_word"]),
        ("DATE", "torsdag", "sv", ["day"]),
        ("DATE", "2019", "en", ["year"]),
        ("DATE", "3/4", "en", ["date_digits"]),
        ("DATE", "18.01.12", "sv", ["date_digits"]),
        ("DATE", "the spring", "en", ["extra"]),
        ("AGE", "34", "en", ["age_digits"]),
        ("AGE", "34-årig", "sv", ["age_digits"]),
        ("AGE", "twenty one", "en", ["age_string"]),
        ("ADDRESS", "Storgatan 12 B", "sv", ["place", "street_nr"]),
        ("ADDRESS", "18 Harbour Road", "en", ["street_nr", "place"]),
        ("STREET", "Storgatan", "sv", ["place"]),
        ("PLATE", "ABC 123", "sv", ["license_nr"]),
        ("EMPLOYER", "Volvo", "sv", ["work"]),
        ("TIME", "5 pm", "en", ["extra"]),
    ],
)
def test_other_personal_data(category: str, written: str, lang: str, labels: list[str]) -> None:
    assert labels_in(f"on <<{written};[{category}];;{category}>> then", lang) == [(written, [*labels, "1"])]


def test_words_of_a_drawn_name_are_linked_one_by_one() -> None:
    graph = graph_of(
        edited("<<Mary;[U12];U12;part;body>>/<<Bob;[U07];U07;part;body>> met <<Björn Ek;Jan Berg;U1;registered>>'s dog")
    )
    assert labelled(graph) == [
        ("Mary/Bob ", "[U12]/[U07] ", ["firstname_female", "firstname_male", "1", "2"]),
        ("Björn ", "Jan ", ["firstname_male", "3"]),
        ("Ek's ", "Berg's ", ["surname", "3", "gen"]),
    ]
    assert graph["edges"]["e-s1-t1"] == {"id": "e-s1-t1", "ids": ["s1", "t1"], "labels": [], "manual": False}
    dates = labelled(graph_of(edited("on <<5 May;12 June;;DATE>>")))
    assert dates == [("5 ", "12 ", ["day", "1"]), ("May ", "June ", ["month_word", "1"])]


def test_tokens() -> None:
    assert tokenize("  Hej du\u2028där!\n\n") == ["  Hej ", "du\u2028", "där!\n\n"]
    assert tokenize("ett två") == ["ett ", "två "]
    assert tokenize(" \n") == [" \n"]
    assert tokenize("") == []
