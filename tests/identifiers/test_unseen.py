"""Cases of those who did not know the patterns: scores by label, set by set and together with the first set."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from spacy_pseudo.attrs import SENSITIVE
from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.scoring.identifier_scores import LabelScores, score_identifiers
from spacy_pseudo.text.words import fold, fold_all
from tests.identifiers import cases

LISTED = (*cases.LISTED, *cases.MARKED_ONLY)
WRITTEN = [(folder, name) for folder in cases.UNSEEN for name in cases.FILES if cases.has_cases(name, folder)]
ALL = (cases.CASES, *cases.UNSEEN)
unseen = pytest.mark.parametrize("folder", cases.UNSEEN, ids=lambda folder: folder.name)
LISTED_BAR = 0.9


Places = dict[str, list[tuple[int, int, str]]]


@cache
def _found(folder: Path) -> tuple[Places, Places]:
    """RETURNS (tuple[Places, Places]): What is marked in the cases of a folder, and what is found."""
    lists = {label: frozenset(map(fold, cases.read_list(label))) for label in SENSITIVE}
    gold, found = {}, {}
    for name in (name for name in cases.FILES if cases.has_cases(name, folder)):
        for case in cases.read_cases(name, folder):
            id = f"{folder.name}:{name}:{case.line}"
            gold[id] = [tuple(span) for span in case.spans]
            spans = find_identifiers(case.text, lang=case.lang, lists=lists)
            found[id] = [(one.start, one.end, one.label) for one in spans]
    return gold, found


@cache
def _scores(*folders: Path) -> dict[str, LabelScores]:
    """RETURNS (dict[str, LabelScores]): The scores of all cases in these folders together."""
    gold, found = ({id: places for folder in folders for id, places in _found(folder)[n].items()} for n in (0, 1))
    return score_identifiers(gold, found).labels


@pytest.mark.parametrize(("folder", "label"), WRITTEN, ids=[f"{folder.name}-{name}" for folder, name in WRITTEN])
def test_cases_are_marked_as_their_section_says(folder: Path, label: str):
    read = cases.read_cases(label, folder)
    assert len(read) > 20
    if label in cases.LABELS:
        assert [case for case in read if case.positive != bool(case.surfaces(label))] == []


@unseen
@pytest.mark.parametrize("label", LISTED)
def test_label_is_found_in_the_set(folder: Path, label: str):
    scored = _scores(folder)[label]
    assert scored.f2 >= LISTED_BAR, scored.to_dict()
    assert scored.precision >= 0.9, scored.to_dict()


@pytest.mark.parametrize("label", LISTED)
def test_label_is_found_in_all_sets_together(label: str):
    scored = _scores(*ALL)[label]
    assert scored.f2 >= LISTED_BAR, scored.to_dict()


# What a form of a listed word has more than another: 'kurder' is a form of 'kurd', 'Romani' none of 'Roma'.
_ENDINGS = ("", "s", "es", "er", "ar", "erna", "arna", "a", "t", "en", "party", "ism", "ist")


def _is_listed(surface: str, label: str) -> bool:
    """A word of the list, perhaps in another form."""
    word = "".join(fold_all(surface))
    stems = {word.removesuffix(end) for end in _ENDINGS}
    listed = {"".join(fold_all(entry)).removesuffix(end) for entry in cases.read_list(label) for end in _ENDINGS}
    return any(len(stem) > 2 or stem == word for stem in stems & listed)


@pytest.mark.parametrize("label", SENSITIVE)
def test_listed_words_are_found_in_any_form(label: str):
    lists = {label: frozenset(map(fold, cases.read_list(label)))}
    wanted, missed = 0, []
    for case in (case for folder in ALL for case in cases.read_cases(label, folder)):
        spans = {(one.start, one.end) for one in find_identifiers(case.text, lang=case.lang, lists=lists)}
        for start, end, found in case.spans:
            if found == label and _is_listed(case.text[start:end], label):
                wanted += 1
                missed += [case.text] if (start, end) not in spans else []
    assert wanted > 10
    assert missed == []


@pytest.mark.parametrize("label", SENSITIVE)
def test_sensitive_words_said_of_nobody_stay(label: str):
    scored = _scores(*ALL)[label]
    assert scored.precision >= 0.9, scored.to_dict()


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("We stayed in San\nMarino.", "en", [("COUNTRY", "San\nMarino")]),
        ("Lisbon's trams rattle.", "en", [("CITY", "Lisbon")]),
        ("Uppsalas gator är smala.", "sv", [("CITY", "Uppsalas")]),
        ("Use Chicago style or Vancouver.", "en", []),
        ("Vi vandrade i bergen.", "sv", []),
        ("I am at nottingham university.", "en", [("SCHOOL", "nottingham university")]),
        ("Numera är min syster svetsare.", "sv", [("FAMILY", "syster"), ("PROFESSION", "svetsare")]),
        ("How does one become a welder?", "en", []),
        ("I work as a mud logger in the north.", "en", [("PROFESSION", "mud logger")]),
        ("This works as a filter.", "en", []),
        ("The node has two children.", "en", []),
        ("Participants had a master's degree.", "en", []),
        ("Vi är kurder, min granne är katolik.", "sv", [("ETHNIC", "kurder"), ("RELIGIOUS", "katolik")]),
        ("I am a labourer.", "en", [("PROFESSION", "labourer")]),
        ("We talk Urdu at home and Arabic at work.", "en", [("LANGUAGE", "Urdu"), ("LANGUAGE", "Arabic")]),
        ("Översatt från ryska till engelska.", "sv", [("LANGUAGE", "ryska"), ("LANGUAGE", "engelska")]),
        ("Jag har läst svenska romaner i tre år.", "sv", []),
        ("There is a Dane and me.", "en", [("NATIONALITY", "Dane")]),
        ("Ni norrmän har det bra.", "sv", [("NATIONALITY", "norrmän")]),
        ("En dansk studie visade det.", "sv", []),
        ("Yes, I'm at AstraZeneca, in statistics.", "en", [("EMPLOYER", "AstraZeneca")]),
        ("After two hours at IKEA I was dead.", "en", []),
        ("Mei Tan\nConsultant, Deloitte", "en", [("PROFESSION", "Consultant"), ("EMPLOYER", "Deloitte")]),
        ("My flat is in via Garibaldi, second floor.", "en", [("STREET", "via Garibaldi")]),
        ("hon bor på lilla nygatan", "sv", [("STREET", "lilla nygatan")]),
        ("pluggar på chalmers just nu", "sv", [("SCHOOL", "chalmers")]),
        ("Vilken skola gick du på?", "sv", []),
        ("I have an MA in history but never used it.", "en", [("EDUCATION", "MA in history")]),
        ("finishing my msc in data science soon", "en", [("EDUCATION", "msc in data science")]),
        ("Jag hämtade ungarna sent.", "sv", [("FAMILY", "ungarna")]),
        ("A father with three daughters picks one.", "en", []),
    ],
)
def test_a_class_of_words_is_read_in_its_sentence(text: str, lang: str, expected: list[tuple[str, str]]):
    lists = {label: frozenset(map(fold, cases.read_list(label))) for label in SENSITIVE}
    found = find_identifiers(text, lang=lang, lists=lists)
    assert [(one.label, text[one.start : one.end]) for one in found] == expected
