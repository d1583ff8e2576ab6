"""Names that stay: allowlist, public figures, citations, names of things, other people."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo import languages
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.allowlist import ALLOWED, Allowlist
from spacy_pseudo.people.index import FormIndex
from spacy_pseudo.people.protection import CITED, EPONYM, OTHER, PUBLIC, find_protected
from spacy_pseudo.text.lexing import Prose
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
        (("*berg",), "<<Goldberg>>, <<GOLDBERG>>, <<berg>> and Bergen"),
        (("*bérg",), "<<Goldberg>> and <<Göldbérg>>"),
        (("Mac*",), "<<MacDonald>>, <<macdonald>>, <<Mac>> and Tarmac"),
        (("Van *",), "<<Van Gogh>>, <<van Dyck>> and <<VAN EYCK>>"),
        (("Van *",), "Gogh, Vandyck and a van that drives"),  # alone, it stands for a word with a capital
        (("Van *",), "the van. Robert drives"),
        (("M*y C*r",), "<<Mary Calder>> and <<Mandy Clover>>, Mary Muir, Mary"),
        (("* van der *",), "<<Jan van der Moor>> and Jan Moor"),
        (("O'*",), "<<O'Neil>> and O"),
        (("*a*a*",), "a" * 100_000),  # nobody's name
    ],
)
def test_allowlist(names: tuple[str, ...], text: str, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    found = Allowlist(names).find(Prose(plain))
    assert mark(plain, [(p.start, p.end, "") for p in found]) == text
    assert {p.label for p in found} <= {ALLOWED}


@pytest.mark.parametrize("names", [("*",), ("Ann", " * "), ("**",), ("* *",), ("*, *",)])
def test_a_lone_star_is_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(PseudoError) as error:
        Allowlist(names)
    assert error.value.code == "P410"
    assert "Ann" not in str(error.value)


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
        "Hi Calder (2010), I agree.",
        "Thanks Calder (2010), I agree.",
        # Nobody is cited by a first name.
        "Thanks Mary, 2010 was cold.",
        "I agree with Mary and Robert (2010 cohort).",
        "I agree with Mary (2010).",
        "I agree with Mary et al. on this.",
        "I read Mary's 2010 paper.",
        f"I agree with Mary and Robert<< and Calder (2010|{CITED}>>).",
        f"I agree with <<W. Robert (2010|{CITED}>>).",
        f"<<Robert W, Grey P. On tides. J Tides 2010;3:1-20|{CITED}>>",
        f'I like the film <<"Mary"|{CITED}>>.',
        f"As <<Calder [12]|{CITED}>> says, and <<Gillespie¹|{CITED}>>",
        f"Som <<Calder [12]|{CITED}>> visar",
        "I agree with Mary [12] and with Robert¹",
        "I agree with Mary Calder [12]",
        "Thanks Calder [12], I agree.",
        # Things that bear a surname.
        f"use <<Calder|{EPONYM}>>'s d or the <<Calder|{EPONYM}>> test",
        f"use <<Gillespie|{EPONYM}>>’s exact test",
        f"use the <<Calder|{EPONYM}>>-Hartung adjustment",
        f"use the Hartung-<<Calder|{EPONYM}>> method",
        f"use <<Calder|{EPONYM}>> and Muir's method",
        "use Mary's test and Robert's method",
        "use Dr. Calder's test and Mary Calder's method",
        "as Calder tests it, Calder's new method is better",
        "Thanks Calder test it",
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
    ("text", "names"),
    [
        (f"We read <<Mary Shelley|{PUBLIC}>> and Mary.", ("Mary",)),
        (f"We read <<MARY SHELLEY|{PUBLIC}>> and what <<Mary\nShelley|{PUBLIC}>> wrote, and Shelley.", ("Mary",)),
        (f"Frankenstein by <<Mary Shelley|{PUBLIC}>>, <<Jane Eyre|{PUBLIC}>>", ("Mary", "Jane")),
        (f"as <<J.K. Rowling|{PUBLIC}>> and <<J. R. R. Tolkien|{PUBLIC}>> wrote", ("J.",)),
        (f"<<Vincent van Gogh|{PUBLIC}>>'s ear", ("Vincent",)),
        (f"<<Frederic Chopin|{PUBLIC}>>'s hand", ("Frederic",)),
        (f"I heard <<Imogen Heap|{PUBLIC}>> and <<Fiona Apple|{PUBLIC}>> there.", ("Imogen", "Fiona Drummond")),
        # not one name
        ("I asked Mary. Shelley is good.", ("Mary",)),
        ("I asked Mary, Shelley is good.", ("Mary",)),
        ("I asked Mary and Shelley.", ("Mary",)),
        ("mark twain", ("Mark",)),
        # the participant wins
        ("We read Mary Shelley.", ("Mary Shelley",)),
        ("We read Mary Shelley.", ("Shelley, Mary",)),
        ("We read Mary Shelley.", ("Mary Ann Shelley",)),
        ("We read David Hume.", ("Dave Hume",)),
        ("We read David Hume.", ("Hume",)),
        # whoever signs so is no public figure
        ("It is so.\n\nBest wishes,\nMary Shelley", ("Mary",)),
    ],
)
def test_public_figures(text: str, names: tuple[str, ...], roster_of: Any, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    slots = [slot for salutation in find_salutations(plain) for slot in salutation.slots]
    index = FormIndex(roster_of({f"s{n}": name for n, name in enumerate(names)}))
    found = find_protected(Prose(plain), Allowlist(), index, slots=slots)
    assert mark(plain, [tuple(protection) for protection in found]) == text
    found = find_protected(Prose(plain), Allowlist(), index, slots=slots, public_figures=False)
    assert [protection for protection in found if protection.label == PUBLIC] == []


def test_an_allowlist_wins_over_the_participant(roster_of: Any) -> None:
    index = FormIndex(roster_of({"s1": "Mary Shelley"}))
    found = find_protected(Prose("We read Mary Shelley."), Allowlist(["Mary Shelley"]), index)
    assert [tuple(protection) for protection in found] == [(8, 20, ALLOWED)]


def test_public_figures_have_whole_names() -> None:
    names = languages.lines("en/public_figures.txt")
    assert 400 <= len(names) <= 600
    assert len(set(names)) == len(names)
    assert [name for name in names if len(name.split()) < 2 or "*" in name] == []


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


@pytest.mark.parametrize(
    "text",
    [
        # relatives, pets and rulers
        "My sister Mary and his dog Robert came.",
        "Aunt Mary and Uncle Robert came.",
        "His wife, Mary, agrees with <<Robert|s12>>'s daughter Robert.",
        "I asked my younger sister Mary.",
        "I asked my sister and <<Mary|s11>>.",
        "My friend <<Mary|s11>> came.",
        "We read of Robert the Bruce, Mary, Queen of Scots and Mary II.",
        "We read of Mary I of England and Robert of Gloucester.",
        "<<Mary|s11>> of all people came.",
        "<<Mary|s11>> the tutor came.",
        # somebody else's first name before ours
        "Cedric Robert came.",
        "We saw Robert De Niro.",
        # headers are no references
        "To: <<Calder, M. J.|s11>>; <<Gillespie, R.|s12>>",
        "From: <<Calder MJ|s11>>\nCc: <<MJ Calder|s11>>",
        "Calder, M. J., & Gillespie, R. On tides",
        "I asked <<MJ Calder|s11>> about it.",
    ],
)
def test_who_is_talked_about(text: str, linked: Any) -> None:
    assert linked(text, author="s13", parent_author="s14") == text
