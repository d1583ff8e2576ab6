"""Addresses, handles and numbers: how many of the cases are found, by label, and what holds for every text."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo.identifiers.base import Page
from spacy_pseudo.identifiers.finding import find_all, find_identifiers
from spacy_pseudo.scoring.identifier_scores import LabelScores, score_identifiers
from tests.identifiers import cases

LABELS = ("EMAIL", "URL", "USERNAME", "IP", "PHONE", "ACCOUNT", "CARD", "ID", "PLATE", "NUMBER")
BAR = 0.98


def _find(text: str, lang: str = "en") -> list[tuple[int, int, str]]:
    found = find_identifiers(text, lang=lang, labels=LABELS)
    return [(one.start, one.end, one.label) for one in found]


def _surfaces(text: str, lang: str = "en") -> list[tuple[str, str]]:
    return [(text[start:end], label) for start, end, label in _find(text, lang)]


@cache
def _scores(*files: str) -> dict[str, LabelScores]:
    every = {(name, case.line): case for name in files for case in cases.read_cases(name)}
    gold = {f"{name}:{line}": case.spans for (name, line), case in every.items()}
    found = {f"{name}:{line}": _find(case.text, case.lang) for (name, line), case in every.items()}
    return score_identifiers(gold, found).labels


@pytest.mark.parametrize("label", LABELS)
def test_cases_of_a_label_are_found(label: str):
    scores = _scores(label)[label]
    assert scores.f2 >= BAR, f"recall {scores.recall:.3f}, precision {scores.precision:.3f}, F2 {scores.f2:.3f}"


@pytest.mark.parametrize("label", LABELS)
def test_labels_are_not_taken_for_each_other(label: str):
    scores = _scores(*cases.FILES)[label]
    assert scores.f2 >= BAR, f"recall {scores.recall:.3f}, precision {scores.precision:.3f}, F2 {scores.f2:.3f}"


def test_nothing_is_found_where_nothing_is_personal():
    read = cases.read_cases(cases.NOT_PERSONAL)
    assert len(read) > 100
    assert [(case.text, found) for case in read if (found := _find(case.text, case.lang))] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("call 555 0147 tonight", [("555 0147", "PHONE")]),
        ("we sampled 555 0147 rows", []),
        ("my student id is 5550147", [("5550147", "NUMBER")]),
        ("my account number is 5550147", [("5550147", "ACCOUNT")]),
        ("`set.seed(5550147)`", []),
        ("```\ncall 07700 900123\n```", []),
        ("fit <- lm(y ~ x) # call 07700 900123", []),
    ],
)
def test_what_is_said_around_a_number_decides(text: str, found: list[tuple[str, str]]):
    assert _surfaces(text) == found


def test_a_right_check_digit_is_surer_than_a_shape():
    def confidence(text: str) -> float:
        (one,) = find_identifiers(text, labels=LABELS)
        return one.confidence

    assert confidence("pay GB29 NWBK 6016 1331 9268 19 now") > confidence("pay GB29 NWBK 6016 1331 9268 91 now")
    assert confidence("write to hill@parklane.example now") > confidence("write to hillx at parklane.example now")


def test_no_doubtful_find_is_given():
    read = [case for name in cases.FILES for case in cases.read_cases(name)]
    found = [one for case in read for one in find_identifiers(case.text, lang=case.lang, labels=LABELS)]
    assert found
    assert [one for one in found if not 0.5 <= one.confidence <= 1] == []


PIECES = [
    "!",
    "1",
    "@",
    "a",
    ".",
    " ",
    "-",
    "(",
    "/",
    "1 ",
    "a.",
    "1.",
    "a@",
    "@a ",
    "1-",
    "+1",
    ":1",
    "u/",
    "x1",
    "AB12 ",
]
PIECES += [
    "f(",
    "{",
    "<a ",
    "call 1 ",
    "my id ",
    "a at ",
    "[1,",
    "card 4",
    "http://",
    "www.",
    "=40",
    "\n",
    "> ",
    "AB 1 ",
    "a_",
]


@pytest.mark.parametrize("piece", PIECES)
def test_long_runs_take_linear_time(piece: str):
    def seconds(length: int) -> float:
        text = (piece * (length // len(piece) + 1))[:length]
        start = time.process_time()
        page = Page(text)
        found = list(find_all(page, frozenset(LABELS)))
        assert len(page.apart) + len(found) <= length
        return time.process_time() - start

    longest = 50_000 if len(piece) == 1 else 20_000
    seconds(500)  # what is read once does not count
    short = seconds(longest // 10)
    # Ten times as long: a hundred times the time would be quadratic, however often it is tried.
    assert any(seconds(longest) < max(30 * short, 0.3) for _ in range(3))


WORDS = st.sampled_from(
    "call my student id is 07700 900123 4242 hill@parklane.example @dee_kay u/otter 203.0.113.9 AB12 CDE car plate IBAN"
    " ( ) , : \n GB29 NWBK 6016 1331 9268 19 850714-2381 www.miraso.example https://github.com/kay/x at [at] dot <- -"
    " tel. konto 12-34-56".split(" ")
)
TEXTS = st.one_of(
    st.text(max_size=200), st.lists(WORDS, max_size=30).map(" ".join), st.lists(WORDS, max_size=12).map("".join)
)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.sampled_from(["en", "sv"]))
def test_places_lie_in_the_text_and_never_overlap(text: str, lang: str):
    found = _find(text, lang)
    ends = [0, *(end for _, end, _ in found)]
    assert all(before <= start < end <= len(text) for before, (start, end, _) in zip(ends, found, strict=False))
    assert {label for _, _, label in found} <= set(LABELS)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_the_same_text_gives_the_same_finds(text: str):
    assert _find(text) == _find(text)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_what_stands_apart_is_in_order(text: str):
    apart = Page(text).apart
    assert all(start < end for start, end in apart)
    assert all(one[1] <= other[0] for one, other in pairwise(apart))


@settings(max_examples=150, deadline=None)
@given(
    st.from_regex(r"\A[a-z]{2,8}(?:[._-][a-z0-9]{2,8})?\Z"),
    st.from_regex(r"\A[a-z]{3,10}\.(?:example|se|org|com)\Z"),
    st.sampled_from(["Hi all, ", "> ", "mail: ", "(", "\n\n-- \n", "I said no.\n", "skriv till ", "12 of us\t"]),
    st.sampled_from(["", ".", " thanks", ")", "\nMary", ", or call", "!!", "?subject=x", ">"]),
)
def test_an_address_is_found_inside_other_text(local: str, host: str, before: str, after: str):
    address = f"{local}@{host}"
    expected = [] if local == "git" else [(address, "EMAIL")]
    assert [one for one in _surfaces(f"{before}{address}{after}") if one[1] == "EMAIL"] == expected


def test_libraries_are_read_when_they_are_needed():
    code = (
        "import sys; from spacy_pseudo.identifiers.finding import find_identifiers; find_identifiers('hello, page 3');"
        "assert not {'phonenumbers', 'stdnum'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
