"""Names that stay: allowlist, citations, other people."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo.people.index import FormIndex
from spacy_pseudo.people.protection import ALLOWED, CITED, OTHER, Allowlist, find_protected
from spacy_pseudo.text.prose import Prose
from spacy_pseudo.text.salutations import find_salutations


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("Robert Hooke",), "as <<Robert Hooke>> said"),
        (("Robert Hooke",), "as <<ROBERT HOOKE>> and <<robert hooke>> said"),
        (("Émilie du Châtelet",), "<<Emilie du Chatelet>> and <<Émilie Du Châtelet>>"),
        (("Emilie",), "<<Émilie>> and <<E\u0301milie>>"),
        (("Robert Hooke",), "as Robert said, and Hooke"),  # only the whole name
        (("Robert Hooke",), "as Robert, who knew Hooke"),
        (("Robert Hooke", "Muir"), "<<Robert Hooke>> and <<Muir>>"),
        (("J. K. Muir",), "<<J. K. Muir>> and <<J.K. Muir>>"),
        (("Anne-Marie",), "<<Anne-Marie>> and <<Anne Marie>>"),
        (("O'Neil",), "<<O'Neil>> and <<O’Neil>>"),
        (("Robert Hooke",), "<<Robert\nHooke>>"),
        (("Robert Hooke",), "Robert. So Hooke"),
        (("Юлия",), "<<ЮЛИЯ>>"),
        (("Ann",), "Anna, Annie and <<Ann>>'s"),
        (("", "  ", "123", "Ann"), "<<Ann>> 123"),
        ((), "Ann"),
    ],
)
def test_allowlist(names: tuple[str, ...], text: str, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    found = Allowlist(names).find(Prose(plain))
    assert mark(plain, [(p.start, p.end, "") for p in found]) == text
    assert {p.label for p in found} <= {ALLOWED}


@pytest.mark.parametrize(
    "text",
    [
        f"as <<Calder (2010|{CITED}>>) shows",
        f"We read <<Robert Southey|{OTHER}>> again.",
        f"We read <<Larry Gillespie|{OTHER}>> again.",
        f"We read <<Fergus D. Waterstone|{OTHER}>> again.",
        f"We saw <<Queen Mary|{OTHER}>> again.",
        "We saw Mary Calder and Robert Gillespie again.",
        "We saw Mary and Robert again.",
        "Best wishes,\nMary",
        "Hi Robert (2010 was cold), I agree.",  # nobody is cited in a greeting
    ],
)
def test_protected(text: str, people: dict[str, str], roster_of: Any, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    slots = [slot for salutation in find_salutations(plain) for slot in salutation.slots]
    found = find_protected(Prose(plain), Allowlist(), FormIndex(roster_of(people)), slots=slots)
    assert mark(plain, [tuple(protection) for protection in found]) == text


def test_citations_may_be_left_to_others(people: dict[str, str], roster_of: Any) -> None:
    prose = Prose("as Calder (2010) shows")
    assert find_protected(prose, Allowlist(), FormIndex(roster_of(people)), citations=False) == []


@pytest.mark.parametrize(
    "text",
    [
        "I like Mary Jane Watson, not <<Mary|s11>>.",
        "I like MARY JANE WATSON.",
        "Hi <<Mary|s11>>,\nI like Fergus the Great. What about <<Robert|s12>>?",
    ],
)
def test_what_is_allowed_stays(text: str, linked: Any) -> None:
    allow = ("Mary Jane Watson", "Fergus the Great")
    assert linked(text, allow=allow, author="s13", parent_author="s11") == text
