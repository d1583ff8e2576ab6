"""Which messages are risky, and which words may be names: by what is left standing, without gold."""

from __future__ import annotations

import pytest

from spacy_pseudo import Message, Participant, Roster
from spacy_pseudo.key import Key
from spacy_pseudo.lab.evaluation.rating.left_words import LeftWord, left_words
from spacy_pseudo.lab.evaluation.rating.risk import WEIGHTS, blanked, risk
from spacy_pseudo.passes.apply import Result, apply, make_pipeline

ROSTER = Roster([Participant("mp", ("Mary Poe",)), Participant("rg", ("Robert Grey",))])


@pytest.fixture(scope="module")
def key() -> Key:
    return Key.from_roster(ROSTER, seed=1)


def results(key: Key, *texts: str, author: str = "mp") -> list[Result]:
    messages = [Message(text, id=str(n), author=author, parent_author="rg") for n, text in enumerate(texts)]
    return list(apply(messages, key, make_pipeline(key)))


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Hi Robert,\nI like the tides.\nMary", set()),
        ("We saw how Rosalind measured it.", {"given"}),
        ("We saw how Zqualdra measured it.", {"unknown"}),
        ("Hi Zorblat,\nI like the tides.\nMary", {"unsure"}),
        ("I read it in gr?ysome books.", {"damaged"}),
        ("It was niceThanks for it all.", {"damaged"}),
    ],
)
def test_signs(key: Key, text: str, signs: set[str]) -> None:
    (result,) = results(key, text)
    assert signs <= risk(result, key).parts.keys()
    assert signs or not risk(result, key).score


def test_a_name_of_the_map_that_stays_is_a_sign(key: Key) -> None:
    # A cited author stays, and may be the participant all the same.
    (result,) = results(key, "As Grey (2010) says, tides are slow.")
    assert result.replacements == []
    assert risk(result, key).parts == {"form": 1}


def test_the_score_is_the_weighed_sum_of_its_parts(key: Key) -> None:
    (result,) = results(key, "Qualdra and Zworblat met Xeniphor, Yquandle, Wrombast, Vlorquin and Ubrixto there.")
    found = risk(result, key)
    assert found.parts["unknown"] == 7
    # One long list of strange words is one reason.
    assert found.score == pytest.approx(sum(WEIGHTS[sign] * min(times, 5) for sign, times in found.parts.items()))


def test_more_that_looks_like_names_is_never_less_risk(key: Key) -> None:
    texts = ["We like it.", "We like what Zqualdra did.", "We like what Zqualdra and Rosalind did."]
    scores = [risk(result, key).score for result in results(key, *texts)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_what_was_replaced_is_blank_at_the_same_places() -> None:
    assert blanked("Hi Mary, Bob", [{"start": 9, "end": 12}, {"start": 3, "end": 7}]) == "Hi     ,    "
    assert blanked("abcdef", [{"start": 1, "end": 4}, {"start": 2, "end": 5}]) == "a    f"


# --- Words ---

TEXTS = (
    "Hi Robert,\nthe group of Zorblat is fine. The tides are slow.\nSparkle",
    "Ask Zorblat about the tides. I will mark the place.\nSparkle",
    "The mark was there, and Mark saw it with Mary Poe Zorblat.",
)


def by_word(key: Key, *, allow: tuple[str, ...] = ()) -> dict[str, LeftWord]:
    return {left.word: left for left in left_words(results(key, *TEXTS), key, allow=allow)}


def test_words_that_may_be_names(key: Key) -> None:
    found = by_word(key)
    assert {"zorblat", "sparkle", "mark"} <= found.keys()
    assert not {"tides", "group", "the", "robert", "mary", "place"} & found.keys()


def test_features_hold_no_other_word_but_small_ones(key: Key) -> None:
    features = by_word(key)["zorblat"].features()
    assert features == {
        "word": "Zorblat",
        "occurrences": "3",
        "messages": "3",
        "capitalised": "1.00",
        "capitalised_within_sentence": "1.00",
        "in_greeting_or_sign_off": "0.00",
        "often_before_it": "(name), of",
        "word_list": "no",
        "given_names": "no",
        "surnames": "no",
        "places": "no",
        "near_a_known_name": "no",
    }


def test_who_signs_with_a_word_is_known(key: Key) -> None:
    assert by_word(key)["sparkle"].people == {"mp": 2}


def test_an_ordinary_word_is_a_name_with_a_capital_only(key: Key) -> None:
    mark = by_word(key)["mark"]
    assert (mark.occurrences, mark.as_name) == (3, 1)


def test_names_that_stay_are_not_looked_at(key: Key) -> None:
    assert "zorblat" not in by_word(key, allow=("Zorblat",))


def test_what_signs_comes_before_what_only_begins_sentences(key: Key) -> None:
    found = by_word(key)
    assert found["sparkle"].score > found["mark"].score
