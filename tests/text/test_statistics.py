"""The corpus's own case statistics tell names from ordinary words."""

from __future__ import annotations

from spacy_pseudo.text.lexing import Prose
from spacy_pseudo.text.statistics import WordStatistics


def counted(*texts: str) -> WordStatistics:
    statistics = WordStatistics()
    for text in texts:
        statistics.add(Prose(text))
    statistics.finish()
    return statistics


def test_counts_small_capitalised_and_within_a_sentence() -> None:
    statistics = counted("Grace said so. I asked Grace, and grace it was.", "GRACE!")
    assert statistics.counts["grace"] == (1, 3, 1)


def test_counts_add_up_over_several_finishes() -> None:
    statistics = counted("It is a rose")
    statistics.add(Prose("Rose and rosé"))
    statistics.finish()
    assert statistics.counts["rose"] == (2, 1, 0)


def test_addresses_do_not_count() -> None:
    assert "grace" not in counted("write to grace@uni.example or see https://grace.example/grace").counts


def test_a_word_of_the_list_is_ordinary_until_it_is_written_as_a_name() -> None:
    assert counted().ordinary("myrtle")
    assert counted("The myrtle is in bloom, said Myrtle").ordinary("myrtle")
    assert not counted("I asked Myrtle.").ordinary("myrtle")


def test_a_common_word_needs_many_uses_to_become_a_name() -> None:
    assert counted(*["I asked Will."] * 5).ordinary("will")
    assert not counted(*["I asked Will."] * 30).ordinary("will")
    assert counted(*["I asked Will."] * 30, "We will see").ordinary("will")


def test_an_unknown_word_is_a_name_unless_it_is_jargon_here() -> None:
    assert not counted().ordinary("kayleigh")
    assert not counted("kayleigh and kayleigh").ordinary("kayleigh")
    assert counted(*["We ran a glorbit test"] * 6, "Glorbit").ordinary("glorbit")


def test_who_writes_everything_small_says_nothing_of_a_word() -> None:
    assert not counted(*["i think kayleigh is right. ask kayleigh"] * 6).ordinary("kayleigh")
    assert counted(*["i think myrtle is right"] * 6, "I asked Myrtle.").counts["myrtle"] == (0, 1, 1)


def test_mostly_small() -> None:
    statistics = counted("Of sparky sparky Sparky Sparky Sparky")
    assert statistics.mostly_small("sparky")
    assert not statistics.mostly_small("sparky", signed=1)
    assert not statistics.mostly_small("nobody")
