from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo import languages, resources
from spacy_pseudo.attrs import CATEGORIES
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.display_names import parse_name
from spacy_pseudo.people.fake_names import draw_names
from spacy_pseudo.people.forms import variants
from spacy_pseudo.people.genders import gender_of
from spacy_pseudo.people.origins import origin_of
from spacy_pseudo.people.roster import Participant
from spacy_pseudo.surrogates.projection import project
from spacy_pseudo.text import place_lists
from spacy_pseudo.text.similarity import NearNames
from spacy_pseudo.text.words import fold, fold_all

GIVEN = [
    "Mary Jane",
    "Robert",
    "Anna",
    "Erik",
    "Anne-Marie",
    "Kim",
    "Priya",
    "Jürgen",
    "María José",
    "Wei",
    "J.",
    "Åsa",
]
SURNAMES = ["Poe", "Svensson", "Lloyd-Baines", "van der Moor", "O'Neil", "Müller", "Ng", "de la Cruz", "Raman", "Zhang"]
PEOPLE = st.builds("{} {}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES))


def _one(*names: str, seed: int = 1, avoid: tuple[str, ...] = ()) -> str:
    return draw_names([Participant("p", names)], random.Random(seed), avoid=avoid)["p"]


def _many(n: int) -> list[Participant]:
    given = sorted(languages.given_names(), key=lambda name: -languages.given_names()[name])[:1500]
    surnames = sorted(languages.surnames(), key=lambda name: -languages.surnames()[name])[:1500]
    rng = random.Random(3)
    return [
        Participant(f"p{i}", (f"{rng.choice(given).capitalize()} {rng.choice(surnames).capitalize()}",))
        for i in range(n)
    ]


def test_two_thousand_participants_share_neither_given_name_nor_surname() -> None:
    people = _many(2000)
    drawn = draw_names(people, random.Random(1))
    assert len({name.split()[0] for name in drawn.values()}) == 2000
    assert len({name.split()[-1] for name in drawn.values()}) == 2000
    real = {word for person in people for name in person.names for word in fold_all(name)}
    assert real.isdisjoint(word for name in drawn.values() for word in fold_all(name))


def test_names_are_as_long_as_the_originals() -> None:
    assert len(_one("Mary Jane Poe").split()) == 3
    assert len(_one("García López, María").split()) == 3
    assert re.fullmatch(r"\w+-\w+ \w+-\w+", _one("Anne-Marie Lloyd-Baines"))
    assert len(_one("mpoe").split()) == 2
    assert len(_one().split()) == 2


@pytest.mark.parametrize(
    ("name", "gender", "lang"),
    [
        ("Mary Poe", "F", "en"),
        ("Poe, Robert", "M", "en"),
        ("Kim Taylor", "N", "en"),
        ("Åsa Lindqvist", "F", "sv"),
        ("Lars Svensson", "M", "sv"),
        ("Giulia Rossi", "F", "it"),
        ("xq77", "N", "en"),
    ],
)
def test_gender_and_language_where_they_are_known(name: str, gender: str, lang: str) -> None:
    parsed = parse_name(name)
    assert (gender_of(parsed), origin_of(parsed).lang) == (gender, lang)
    fake = parse_name(_one(name))
    assert gender_of(fake) in (gender, "N")


def test_names_to_avoid_are_avoided() -> None:
    first = _one("Mary Poe")
    assert not set(fold_all(first)) & set(fold_all(_one("Mary Poe", avoid=(first,))))


def test_names_drawn_before_stay() -> None:
    people = _many(30)
    old = draw_names(people[:20], random.Random(1))
    drawn = draw_names(people, random.Random(2), kept=old)
    assert {p.id: drawn[p.id] for p in people[:20]} == old
    assert len(set(drawn.values())) == 30


def test_order_of_participants_does_not_matter() -> None:
    people = _many(40)
    assert draw_names(people, random.Random(1)) == draw_names(people[::-1], random.Random(1))
    assert draw_names(people, random.Random(1)) != draw_names(people, random.Random(2))


def test_nobody_is_given_a_name_that_is_in_use() -> None:
    everything = [line.split("\t")[2] for line in resources.lines("surrogates/names.txt.gz")]
    with pytest.raises(PseudoError) as error:
        _one("Mary Poe", avoid=tuple(everything))
    assert error.value.code == "P724"


FORMS = {
    "Mary": "Anna", "Poe": "Berg", "Mary Poe": "Anna Berg", "Mary Jane Poe": "Anna Lise Berg", "Jane": "Lise",
    "Poe, Mary": "Berg, Anna", "M. J. Poe": "A. L. Berg", "Mary J.": "Anna L.", "Mary-Jane": "Anna-Lise",
    "MARY": "ANNA", "mary poe": "anna berg", "Mary's": "Anna's", "MARY'S": "ANNA'S", "Marys": "Annas",
    "-MJ-": "-AL-", "*Mary*": "*Anna*", "M a r y": "A n n a", "M*a*r*y": "A*n*n*a",
    "maryjanepoe": "annaliseberg", "mpoe": "aberg", "MaryPoe": "AnnaBerg", "poemary": "berganna",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_parts_of_a_name_become_parts_of_the_fake_one(form: str) -> None:
    assert project(form, ["Mary Jane Poe"], "Anna Lise Berg") == FORMS[form]


@pytest.mark.parametrize(
    ("form", "expected"),
    [("MJ", "AL"), ("M.J.", "A.L."), ("mjp", "alb"), ("MP", "AB"), ("M", "A"), ("J.", "L."), ("PM", "BA")],
)
def test_initials(form: str, expected: str) -> None:
    assert project(form, ["Mary Jane Poe"], "Anna Lise Berg", "initials") == expected


def test_initials_with_particles() -> None:
    assert project("JvdM", ["Jan van der Moor"], "Erik Holm", "initials") == "EH"
    assert project("Jan van der Moor", ["Jan van der Moor"], "Erik Holm") == "Erik Holm"


@pytest.mark.parametrize(
    ("form", "fake", "expected"),
    [
        ("Rob", "Thomas Vogt", "Tom"),
        ("bobby", "Thomas Vogt", "tommy"),
        ("Bob's", "Christina Vogt", "Chris's"),
        ("BOB", "William Vogt", "WIL"),
    ],
)
def test_nicknames_become_related_short_forms(form: str, fake: str, expected: str) -> None:
    assert project(form, ["Robert Poe"], fake, "nickname") == expected


@pytest.mark.parametrize(
    ("form", "plain", "slip"),
    [("Mray", "Karin", "Krain"), ("Mry", "Karin", "Krin"), ("Marry", "Karin", "Karrin"), ("MRAY", "KARIN", "KRAIN")],
)
def test_slips_can_be_projected(form: str, plain: str, slip: str) -> None:
    assert project(form, ["Mary Poe"], "Karin Holm", "misspelled") == plain
    written = project(form, ["Mary Poe"], "Karin Holm", "misspelled", slips=True)
    assert written == slip


@settings(max_examples=60)
@given(PEOPLE, st.integers(0, 50), st.sampled_from(CATEGORIES), st.booleans())
def test_every_form_has_something_and_nothing_of_the_original(name: str, seed: int, category: str, slips: bool) -> None:
    fake = _one(name, seed=seed)
    own = {word for word in fold_all(name) if len(word) > 1}
    for variant in variants((name,)):
        for form in (variant.text, variant.text.upper(), f"{variant.text}'s", f"~{variant.text.lower()}~"):
            written = project(form, [name], fake, variant.category if category == "part" else category, slips=slips)
            assert any(c.isalpha() for c in written)
            assert own.isdisjoint(fold_all(written.removesuffix("'s")))


@given(st.text(max_size=30), PEOPLE, st.sampled_from(("", *CATEGORIES)), st.booleans())
def test_any_text_is_a_form(form: str, name: str, category: str, slips: bool) -> None:
    fake = _one(name)
    written = project(form, [name], fake, category, slips=slips)
    letters = {fold(c) for c in written if c.isalpha()}
    assert letters
    assert written == project(form, [name], fake, category, slips=slips)


def test_when_names_run_out_nobody_shares_a_whole_one() -> None:
    people = [Participant(f"p{i}", ("Mary Jane Poe",)) for i in range(900)]
    rows = [line.split("\t") for line in resources.lines("surrogates/names.txt.gz")]
    foreign = {name for lang, _, name, *_ in rows if lang != "en"}
    drawn = [name.split() for name in draw_names(people, random.Random(1), avoid=foreign).values()]
    assert len({(name[0], name[-1]) for name in drawn}) == 900
    assert 100 < len({name[0] for name in drawn}) < 800


def test_names_of_people_who_are_gone_are_nobody_elses() -> None:
    first = _one("Mary Poe")
    drawn = draw_names(_many(300), random.Random(1), retired=[first])
    assert set(fold_all(first)).isdisjoint(word for name in drawn.values() for word in fold_all(name))


def test_what_is_named_in_texts_is_drawn_last() -> None:
    everything = [line.split("\t") for line in resources.lines("surrogates/names.txt.gz")]
    mary = [Participant("p", ("Mary Poe",))]
    english = {fold(name) for lang, _, name, *_ in everything if lang == "en"}
    other = draw_names(mary, random.Random(1), shun=english)["p"]
    assert english.isdisjoint(fold_all(other))
    # If everything is named, somebody has a name all the same.
    assert len(draw_names(mary, random.Random(1), shun={row[2] for row in everything})["p"].split()) == 2


def test_nobody_is_given_a_name_that_is_nearly_somebodys_or_a_town() -> None:
    drawn = draw_names(_many(60), random.Random(4))
    real = {word for person in _many(60) for name in person.names for word in fold_all(name)}
    words = {word for name in drawn.values() for word in fold_all(name)}
    assert [word for word in words if NearNames(real).find(word)] == []
    assert words.isdisjoint(place_lists.cities().by_name)


def test_no_public_figure_is_drawn() -> None:
    public = {tuple(fold_all(name)) for name in languages.lines("en/public_figures.txt")}
    drawn = draw_names(_many(1500), random.Random(5))
    assert public.isdisjoint(tuple(fold_all(name)) for name in drawn.values())


@pytest.mark.parametrize(
    ("form", "category", "taken", "expected"),
    [
        ("Rob", "nickname", {"tom"}, "Thom"),
        ("Rob", "nickname", {"tom", "thom", "tommy", "thomas", "th"}, "Thomas"),
        ("RG", "initials", {"tv"}, "THOMAS"),
        ("R", "initials", {"t"}, "Thomas"),
        ("Robret", "misspelled", {"thomsa"}, "Thomas"),
        ("R. Grey", "part", {"t"}, "T. Vogt"),
    ],
)
def test_no_part_of_a_fake_name_means_somebody_else(form: str, category: str, taken: set[str], expected: str) -> None:
    written = project(form, ["Robert Grey"], "Thomas Vogt", category, slips=True, taken=frozenset(taken))
    assert written.startswith(expected[:3])
    assert set(fold_all(written)).isdisjoint(taken) or " " in written or fold(written) == "thomas"
