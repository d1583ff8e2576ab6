"""Which words may be names: the lists, and how words are written."""

from __future__ import annotations

import pytest

from spacy_pseudo import Message
from spacy_pseudo.name_words import possible_name_words
from spacy_pseudo.name_words.name_vocabulary import Standing, vocabulary_for


def possible(*texts: str) -> dict[str, int]:
    return possible_name_words(Message(text=text) for text in texts)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I asked Mary about the wormhole.", {"mary"}),
        ("She thinks that Oyelaran knows.", {"oyelaran"}),
        ("It is Mary's turn, and mary’s alone.", {"mary"}),
        ("I met Anne-Marie there.", {"anne", "marie"}),
        ("I met Éloïse there.", {"eloise"}),
        ("We saw MaryAnn and McDonald.", {"maryann", "mcdonald"}),
        ("the O'Brien method", {"brien"}),
        ("we spoke to Xi and Li", {"xi", "li"}),
        ("and Robert1) it is so", {"robert"}),
    ],
)
def test_names(text: str, names: set[str]) -> None:
    assert set(possible(text)) == names


@pytest.mark.parametrize(
    "text",
    [
        "the dalliance with a wormhole was enough for us",
        "can anyone hewlp me with the callender?",
        "this is ssolid, and acording to the syllabus so",
        "Parts II, III and XIV, chapter iv",
        "aaaa, hahaha, hmm, pfft, lololol, abab",
        "the RCT and the RCTs and an NGO",
        "it calls runModel and get_mean, or x2b, from the 2nd to the 5th",
        "I don't, she isn't, we'll, they've, you're, dont, isnt",
        "see https://mary.example/robert or write to mary@uni.example",
        "on Monday an American spoke Mandarin",
        "",
        "!!! 123 ...",
    ],
)
def test_no_names(text: str) -> None:
    assert possible(text) == {}


def test_most_frequent_first_then_by_word() -> None:
    found = possible("We met Robert, Fergus and Mary.", "We met Mary.")
    assert list(found.items()) == [("mary", 2), ("fergus", 1), ("robert", 1)]


def test_misspelled_words_are_names_where_names_stand() -> None:
    assert "hewlp" not in possible("please hewlp me")
    assert "hewlp" in possible("Hi Hewlp,\n\nplease help me")
    assert "hewlp" in possible("we saw that Hewlp was there, and Hewlp said so")


def test_a_slip_that_only_begins_sentences_is_a_name_if_it_is_near_one() -> None:
    assert "recieve" not in possible("Recieve this with thanks.")
    assert "roberd" in possible("Roberd says so.")


def test_initials_are_names_only_where_names_stand() -> None:
    assert "rgk" in possible("It is so.\n\nKind regards,\nRGK")
    assert "rgk" not in possible("The RGK is one, the RGK is another.")


def test_kisses_are_never_names() -> None:
    assert "xxx" not in possible("See you!\n\nLove,\nxxx")


def test_a_name_glued_to_another_word() -> None:
    assert possible("I amRobert, and so on", "Hi RobertI think so", "It is so. thanksMary") == {"robert": 2, "mary": 1}


def test_a_word_of_the_dictionary_that_is_used_as_a_name() -> None:
    assert "aardvark" not in possible("the aardvark digs")
    assert "aardvark" in possible("Hi Aardvark,\n\nhow are you?")
    assert "aardvark" in possible("and then Aardvark wrote to us")


def test_an_ordinary_word_counts_with_its_small_uses() -> None:
    assert possible("Hi Aardvark,\n\nthe aardvark digs, an aardvark dug")["aardvark"] == 3


def test_words_of_greetings_are_no_names() -> None:
    assert possible("Dear all,\n\nthanks for this.\n\nBest regards") == {}


@pytest.mark.parametrize(
    ("word", "standing"),
    [
        ("mary", Standing.POSSIBLE),
        ("mark", Standing.POSSIBLE),
        ("will", Standing.POSSIBLE),
        ("paris", Standing.POSSIBLE),
        ("oslo", Standing.POSSIBLE),
        ("xqzzy", Standing.POSSIBLE),
        ("wormhole", Standing.ORDINARY),
        ("split", Standing.ORDINARY),
        ("the", Standing.NEVER),
        ("dear", Standing.NEVER),
        ("m", Standing.NEVER),
    ],
)
def test_standing(word: str, standing: Standing) -> None:
    assert vocabulary_for("en").standing(word) is standing


def test_a_language_without_lists_takes_every_word() -> None:
    assert "talon" in possible_name_words([Message(text="näemme talon")], lang="fi")
