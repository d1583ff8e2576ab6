"""The language of a message, told without a model."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.text.language import OTHER, UNKNOWN, find_language, is_covered

TEXTS = [
    ("en", "I read the chapter twice, and I am still not sure what they mean by a zone."),
    ("en", "Has anybody found the link that was in the first message?"),
    ("sv", "Jag läste kapitlet två gånger och är ändå inte säker på vad de menar med en zon."),
    ("sv", "Har någon hittat länken som fanns i det första inlägget?"),
    ("sv", "jag har inte hunnit lasa texten an men ska gora det i helgen och skriver sen"),
    ("da", "Jeg læste kapitlet to gange og er stadig ikke sikker på, hvad de mener med en zone."),
    ("no", "Jeg leste kapittelet to ganger og er fremdeles ikke sikker på hva de mener med en sone."),
    ("fi", "Luin luvun kahdesti, mutta en ole vieläkään varma mitä he tarkoittavat ja miten se toimii."),
    ("de", "Ich habe das Kapitel zweimal gelesen und weiß noch immer nicht, was mit einer Zone gemeint ist."),
    ("fr", "J'ai lu le chapitre deux fois et je ne suis pas sûre de ce que les auteurs entendent par zone."),
    ("es", "He leído el capítulo dos veces y todavía no sé qué quieren decir con la palabra zona."),
    ("nl", "Ik heb het hoofdstuk twee keer gelezen en weet nog niet wat ze met een zone bedoelen."),
    ("it", "Ho letto il capitolo due volte e non sono ancora sicuro di cosa si intende con la parola zona."),
    ("pt", "Li o capítulo duas vezes e ainda não sei o que eles querem dizer com a palavra zona."),
    ("pl", "Przeczytałam rozdział dwa razy i nadal nie jestem pewna, co to jest strefa i czy jest ważna."),
    (OTHER, "Я прочитала главу дважды и всё ещё не понимаю, что такое зона."),
    (OTHER, "我把这一章读了两遍，还是不明白什么是区域。"),
    (OTHER, "Kétszer elolvastam fejezetet, mégsem értem pontosan, milyen övezetről beszélnek benne szerzők."),
]


@pytest.mark.parametrize(("lang", "text"), TEXTS)
def test_languages(lang: str, text: str) -> None:
    assert find_language(text).lang == lang


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Thanks Mary!",
        "Hej hej",
        "+1",
        "ok",
        "x <- lm(y ~ a + b, data = d); summary(x)",
        "https://example.org/och/att",
    ],
)
def test_too_little_to_tell(text: str) -> None:
    assert find_language(text).lang == UNKNOWN


def test_a_quotation_does_not_turn_the_language() -> None:
    text = "I think the saying 'det är inte guld allt som glimmar' has been in use for a long time, and not only there."
    assert find_language(text).lang == "en"


def test_what_lists_cover() -> None:
    assert is_covered("en", "sv")
    assert is_covered("sv", "sv")
    assert is_covered(UNKNOWN, "en")
    assert not is_covered("sv", "en")
    assert not is_covered("de", "de")  # a pipeline for German has English lists only
    assert not is_covered(OTHER, "en")


@given(st.text())
def test_certainty_is_a_share(text: str) -> None:
    found = find_language(text)
    assert 0 <= found.certainty <= 1
    assert found == find_language(text)


@pytest.mark.parametrize("text", ["!" * 50_000, "7" * 50_000, "och " * 50_000, "я" * 50_000])
def test_long_texts_take_linear_time(text: str) -> None:
    find_language("och")  # lists are read once
    start = time.process_time()
    find_language(text)
    assert time.process_time() - start < 1
