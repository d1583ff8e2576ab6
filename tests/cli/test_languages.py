"""Messages in other languages are not passed over in silence."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .conftest import Place

ROWS = (
    {"id": "1", "author": "mp", "text": "Hi all,\nI like tides, and I would like to know more about them.\nMary"},
    {"id": "2", "author": "rg", "text": "Ich habe das Kapitel gelesen und weiß noch nicht, was eine Zone ist.\nRobert"},
    {"id": "3", "author": "jd", "text": "Jag läste kapitlet men är inte säker på vad de menar med en zon.\nJane"},
    {"id": "4", "author": "mp", "text": "Я прочитала главу дважды и всё ещё не понимаю."},
    {"id": "5", "author": "rg", "text": "+1"},
)
FINNISH = "Hei kaikki, luin tämän luvun eilen mutta en vielä ymmärrä, mitä se tarkoittaa. Onko teillä sama ongelma?"
FRENCH = "Bonjour à tous, je ne comprends pas la question et je voudrais savoir ce que vous en pensez. Merci, Jane"


def test_they_are_counted_and_listed(place: Place) -> None:
    place.messages(ROWS)
    assert place.run() == 0
    assert place.summary["languages"] == {"de": 1, "en": 1, "other": 1, "sv": 1, "unknown": 1}
    assert [(row["id"], row["language"]) for row in place.private("languages")] == [
        ("2", "de"),
        ("3", "sv"),
        ("4", "other"),
    ]
    assert stat.S_IMODE((place.key / "languages.jsonl").stat().st_mode) == 0o600
    assert "3 messages are in a language whose lists are not used" in place.stdout
    assert "(de 1, other 1, sv 1): 2, 3, 4" in place.stdout
    assert "There are lists for sv: see --lang" in place.stdout
    assert str(place.key / "languages.jsonl") in place.stdout


def test_a_language_with_lists_is_not_listed(place: Place) -> None:
    place.messages(ROWS)
    assert place.run("--lang", "sv") == 0
    assert [row["id"] for row in place.private("languages")] == ["2", "4"]
    assert place.summary["settings"]["lang"] == "sv"


def test_check_says_so_and_the_list_goes_when_it_is_empty(place: Place) -> None:
    path = place.messages(ROWS)
    assert place.call("check", path) == 0
    assert "3 messages are in a language" in place.stdout
    assert place.call("check", path, "--lang", "sv") == 0
    assert "2 messages are in a language" in place.stdout
    assert place.run() == 0
    place.messages(ROWS[:1])
    assert place.run("--force") == 0
    assert not (place.key / "languages.jsonl").exists()
    assert "in a language" not in place.stdout


def test_languages_without_lists_are_told_apart(place: Place) -> None:
    others = [{"id": "6", "author": "jd", "text": FINNISH}, {"id": "7", "author": "jd", "text": FRENCH}]
    place.messages([*ROWS[:2], *others])
    assert place.run("--lang", "sv") == 0
    assert place.summary["languages"] == {"de": 1, "en": 1, "fi": 1, "fr": 1}
    assert [(row["id"], row["language"]) for row in place.private("languages")] == [
        ("2", "de"),
        ("6", "fi"),
        ("7", "fr"),
    ]
    assert "(de 1, fi 1, fr 1): 2, 6, 7" in place.stdout
    # Which messages they are is in the key only; the output says how many.
    assert not (place.out / "languages.jsonl").exists()


def test_a_language_that_nobody_knows(place: Any) -> None:
    place.messages(place.ROWS)
    assert place.run("--lang", "zz") == 2
    assert "P354" in place.stderr
    assert not place.key.exists()
    assert place.run("--lang", "de") == 0
    assert "not for 'de'" in place.stdout + place.stderr
