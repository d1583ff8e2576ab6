"""Features: 17 and 78 as published, what a forum adds, and numbers that can be learned from."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from spacy_pseudo import Message, languages
from spacy_pseudo.name_words import CONTEXTS, FEATURES, features, fit_contexts, possible_words, read_uses
from spacy_pseudo.name_words.letters import name_likeness
from spacy_pseudo.text.similarity import EditNeighbours, likeness

PAGE = Path(__file__).parents[2] / "docs" / "explanations" / "name-words.md"

HELP = EditNeighbours(["help", "yelp"])

MESSAGES = [
    Message(text="Hi Mary,\n\nas Grey (2010) has it, the gnuplot package is slow.\n\nBest,\nRobert", author="s1"),
    Message(text="Hi Robert, we asked Mary in Paris. It will do.", author="s2", parent_author="s1"),
    Message(text="My brother Fergus and Dr. Grey will do it, with Mary's help.", author="s1", parent_author="s2"),
]


def row(
    word: str, *messages: Message, contexts: tuple[str, ...] = (), roster: tuple[str, ...] = ()
) -> dict[str, float]:
    words, matrix = features(read_uses(messages or MESSAGES), contexts, roster)
    return dict(zip((feature.name for feature in FEATURES), matrix[words.index(word)].tolist(), strict=True))


def test_there_are_as_many_as_published_and_more() -> None:
    kinds = Counter(feature.kind for feature in FEATURES)
    assert (kinds["dense"], kinds["context"]) == (17, 78)
    assert [feature.kind for feature in FEATURES[:95]] == ["dense"] * 17 + ["context"] * 78
    assert len({feature.name for feature in FEATURES}) == len(FEATURES)
    assert all(feature.about for feature in FEATURES)


def test_the_page_tells_of_every_feature() -> None:
    page = PAGE.read_text("utf-8")
    for feature in FEATURES:
        if feature.kind != "context":
            assert f"| `{feature.name}` | {feature.about} |" in page
        elif feature.name.endswith(("_1", f"_{CONTEXTS}", "_other")):
            assert f"`{feature.name}`" in page


def test_words_are_sorted_and_rows_are_theirs() -> None:
    uses = read_uses(MESSAGES)
    words, matrix = features(uses, fit_contexts(uses))
    assert words == sorted(use.word for use in possible_words(uses))
    assert matrix.shape == (len(words), len(FEATURES))
    assert matrix.dtype == numpy.float32


def test_dense_features() -> None:
    mary, will, paris = row("mary"), row("will"), row("paris")
    assert mary["occurrences"] == pytest.approx(numpy.log1p(3))
    assert mary["capitalised"] == mary["capitalised_of_mid"] == mary["mid_capitalised"] == 1
    assert (mary["in_dictionary"], mary["in_given_names"]) == (0, 1)
    assert (will["in_dictionary"], will["capitalised"]) == (1, 0)
    assert (paris["in_cities"], mary["in_regions"], paris["in_countries"]) == (1, 0, 0)
    assert mary["given_name_bearers"] > will["given_name_bearers"] > 0
    assert mary["two_edits"] > mary["one_edit"] > 0


def test_context_features() -> None:
    mary = row("mary", contexts=("hi", "the"))
    assert (mary["before_all_1"], mary["before_capitalised_1"], mary["before_mid_capitalised_1"]) == (1, 1, 1)
    assert mary["before_all_2"] == 0
    assert mary["before_all_other"] == pytest.approx(numpy.log1p(2))  # asked, with


def test_contexts_are_the_words_before_most_possible_names() -> None:
    messages = [Message(text=f"Hi {name},\n\nwe met the {name}") for name in ("Robert", "Fergus", "Mary")]
    assert fit_contexts(read_uses(messages)) == ("hi", "the")


def test_no_more_context_words_than_a_model_knows() -> None:
    words = [word for word in sorted(languages.common_words()) if len(word) == 9 and word.isalpha()][:80]
    uses = read_uses([Message(text=f"we {word} Mary") for word in words])
    assert fit_contexts(uses) == tuple(words[:10])  # ten of one word
    names = ("Robert", "Fergus", "Mary", "Oyelaran")
    uses = read_uses([Message(text=f"we {word} {names[n % 4]}") for n, word in enumerate(words)])
    assert len(fit_contexts(uses)) == CONTEXTS


def test_forum_features() -> None:
    mary, robert, fergus, grey = row("mary"), row("robert"), row("fergus"), row("grey")
    assert mary["greeted"] == pytest.approx(1 / 3)
    assert mary["genitive"] == pytest.approx(1 / 3)
    assert (robert["signed"], robert["greeted"]) == (0.5, 0.5)
    assert (robert["top_signer"], robert["top_greeted"], robert["top_author"]) == (1, 1, 0.5)
    assert fergus["after_kin"] == 1
    assert (grey["after_title"], grey["cited"]) == (0.5, 0.5)


def test_likeness_to_a_roster_name() -> None:
    assert row("mary")["roster"] == 0
    assert row("mary", roster=("Poe, Mary",))["roster"] == 1
    near = row("robert", roster=("Roberta Poe",))["roster"]
    assert 0.8 < near < 1
    assert row("gnuplot", roster=("Roberta Poe",))["roster"] < near


def test_no_words_no_rows() -> None:
    uses = read_uses([])
    assert fit_contexts(uses) == ()
    words, matrix = features(uses, ())
    assert words == []
    assert matrix.shape == (0, len(FEATURES))


@pytest.mark.parametrize("name", ["oyelaran", "pustelnik", "fergusson", "katarzyna"])
def test_letters_of_names(name: str) -> None:
    assert name_likeness(name) > 0 > name_likeness("collinearities")


def test_letters_of_a_language_without_data() -> None:
    assert name_likeness("mary", "sv") == 0


def test_countries_of_names() -> None:
    countries = languages.name_countries()
    assert "DE" in countries["jurgen"]
    assert len(countries["maria"]) > 10
    assert "wormhole" not in countries


def test_edit_neighbours_are_those_of_a_full_comparison() -> None:
    choose = random.Random(3)
    dictionary = choose.sample(sorted(languages.common_words()), 3_000)
    near = EditNeighbours(dictionary)
    for word in [*choose.sample(dictionary, 40), "hewlp", "callender", "oyelaran", "xi"]:
        edits = [OSA.distance(word, other) for other in dictionary if other.isascii()]
        assert near.count(word) == (edits.count(1), edits.count(1) + edits.count(2))


@given(st.text(max_size=8))
def test_any_word_has_neighbours_or_none(word: str) -> None:
    one, two = HELP.count(word)
    assert 0 <= one <= two <= 2


def test_nothing_is_like_nobody() -> None:
    assert likeness(["mary"], []).tolist() == [0]


@given(st.lists(st.text(alphabet="Mary robetG'’-.,!?\n 1(éß", max_size=60), max_size=4))
def test_features_are_finite_and_shares_are_shares(texts: list[str]) -> None:
    uses = read_uses(Message(text=text, author="s1", parent_author="s2") for text in texts)
    _, matrix = features(uses, fit_contexts(uses), ["Mary Poe"])
    assert numpy.isfinite(matrix).all()
    shares = [n for n, feature in enumerate(FEATURES) if feature.about.startswith("share")]
    assert len(shares) > 20
    assert not len(matrix) or (matrix[:, shares].min() >= 0 and matrix[:, shares].max() <= 1)
