"""Dates, ages, places, institutions and what people tell of their lives: scores by label, and what always holds."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo.attrs import IDENTIFIER_LABELS, SENSITIVE
from spacy_pseudo.identifiers.base import Identifier
from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.scoring.identifier_scores import LabelScores, score_identifiers
from spacy_pseudo.text.words import fold
from tests.identifiers import cases

# The least F2 of a label in its own file, and over all files. Of the sensitive words, a third is in no list.
BARS = {
    **dict.fromkeys(("POSTCODE", "ADDRESS", "DATE", "AGE", "TIME"), 0.98),
    **dict.fromkeys(("COUNTRY", "REGION", "CITY", "STREET", "SCHOOL", "EMPLOYER", "NATIONALITY", "LANGUAGE"), 0.90),
    **dict.fromkeys(("PROFESSION", "EDUCATION", "FAMILY"), 0.90),
    **dict.fromkeys(SENSITIVE, 0.60),
}


def find(text: str, lang: str = "en") -> list[Identifier]:
    lists = {label: frozenset(map(fold, cases.read_list(label))) for label in SENSITIVE}
    return find_identifiers(text, lang=lang, lists=lists, labels=BARS)


def surfaces(text: str, lang: str = "en") -> list[tuple[str, str]]:
    return [(one.label, text[one.start : one.end]) for one in find(text, lang)]


@cache
def scores(*names: str) -> dict[str, LabelScores]:
    gold, found = {}, {}
    for name in names:
        for case in cases.read_cases(name):
            id = f"{name}:{case.line}"
            gold[id] = [tuple(span) for span in case.spans]
            found[id] = [(one.start, one.end, one.label) for one in find(case.text, case.lang)]
    return score_identifiers(gold, found).labels


@pytest.mark.parametrize("label", BARS)
def test_label_is_found_in_its_own_cases(label: str):
    scored = scores(label)[label]
    assert scored.f2 >= BARS[label], scored.to_dict()
    assert scored.precision >= 0.9, scored.to_dict()


@pytest.mark.parametrize("label", BARS)
def test_label_is_found_in_all_cases(label: str):
    scored = scores(*IDENTIFIER_LABELS, "not_personal", "context")[label]
    assert scored.f2 >= BARS[label], scored.to_dict()
    assert scored.precision >= 0.9, scored.to_dict()


def test_nothing_is_found_where_nothing_is_personal():
    every = [(case.line, surfaces(case.text, case.lang)) for case in cases.read_cases("not_personal")]
    assert [found for found in every if found[1]] == []


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Greetings from stokhulm!", "en", [("CITY", "stokhulm")]),
        ("I live in Reading.", "en", [("CITY", "Reading")]),
        ("I love reading, and Reading (2007).", "en", []),
        ("Thanks Georgia!", "en", []),
        ("I moved from Georgia to Florida.", "en", [("REGION", "Georgia"), ("REGION", "Florida")]),
        ("The letter came to 5 Rowan Close, Hexham.", "en", [("ADDRESS", "5 Rowan Close"), ("CITY", "Hexham")]),
        ("Jag bor på Rönnvägen 3 i Lund.", "sv", [("ADDRESS", "Rönnvägen 3"), ("CITY", "Lund")]),
        ("I am a Welsh welder.", "en", [("NATIONALITY", "Welsh"), ("PROFESSION", "welder")]),
        ("Hon talar polska.", "sv", [("LANGUAGE", "polska")]),
        ("Hon dansar polska.", "sv", []),
    ],
)
def test_context_decides(text: str, lang: str, expected: list[tuple[str, str]]):
    assert surfaces(text, lang) == expected


def test_supplied_words_are_marked_only_when_said_of_somebody():
    words = {"RELIGIOUS": frozenset({"quaker"})}
    text = "I am a Quaker. Quaker oats were weighed."
    found = find_identifiers(text, lists=words, labels=BARS)
    assert [(one.label, text[one.start : one.end]) for one in found] == [("RELIGIOUS", "Quaker")]
    assert find_identifiers(text, labels=BARS) == []


# What stands between the pieces of random texts.
_PIECES = st.sampled_from(
    "I am 34 years old from in the Paris Stockholm jag är född den 5 maj 2020 10:33 12 Mill Lane 753 21 Uppsala my "
    "sister Swedish speak svenska nurse at Google BSc U.S. O-levels i (41, M/22 St. 's ’ å Ã¶ \u00a0 \u00ad İ ß 12/5 "
    "University of New York , . ! ? \n - – / ( ) [ ] 2024-03-05T10:33 £ @ _ Georgia gatan vägen Box".split(" ")
)


@settings(max_examples=80, deadline=None)
@given(st.lists(_PIECES, max_size=30).map(" ".join) | st.text(max_size=80), st.sampled_from(("en", "sv")))
def test_places_lie_in_the_text_and_do_not_overlap(text: str, lang: str):
    found = find(text, lang)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(first.end <= second.start for first, second in itertools.pairwise(found))
    assert all(one.label in IDENTIFIER_LABELS and 0.5 <= one.confidence <= 1 for one in found)
    assert found == find(text, lang)


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "!" * n,
        lambda n: "1" * n,
        lambda n: "1 " * (n // 2),
        lambda n: "1/2." * (n // 4),
        lambda n: "a" * n,
        lambda n: "Aa " * (n // 3),
        lambda n: "in Ab, " * (n // 7),
        lambda n: "St. " * (n // 4),
        lambda n: "my old " * (n // 7),
        lambda n: " " * n,
    ],
    ids=["marks", "digits", "numbers", "fractions", "letters", "names", "places", "streets", "kin", "blanks"],
)
def test_time_is_linear(make: Callable[[int], str]):
    find("warm up")

    def took(n: int) -> float:
        text = make(n)
        begin = time.process_time()
        find(text)
        return time.process_time() - begin

    short, long = min(took(12_500), took(12_500)), took(50_000)
    assert long < 1 or long < 10 * short
