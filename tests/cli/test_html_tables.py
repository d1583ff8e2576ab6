"""HTML in tables is recognised by itself; what merely mentions a tag, or is code, is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacy_pseudo import pseudonymise
from spacy_pseudo.text.recognising import is_html

from .conftest import Place, lines

ROSTER = "id,name\nmp,Mary Poe\nrg,Robert Grey\njd,Jane Dorn\n"
HTML = (
    "<p>Hi all,</p><p>I like <b>tides</b>.</p><p>Ma<i>ry</i></p>",
    "<p>Hi M&#97;ry,<br>so do I.</p><p>Rob<span>ert</span></p>",
    "<div>Dear Rob<b>ert</b>,</div><div>M<b>ary Poe</b>&#39;s tides are fine.</div><div>Jane</div>",
    "thanks, x < y &amp; so on\nJane",
)
PLAIN = (
    "Hi all,\nI use <b> and <p> for that.\nMary",
    "Hi Mary,\nx <- lm(y ~ z); if (a<b && c>d) x<-2\nRobert",
    "Dear Robert,\n`<p>Hi</p>` is what I wrote, and 3 < 5 > 2.\nJane",
    "Thanks <mary@uni.example>, <https://x.example/a>\nJane",
)
AUTHORS = ("mp", "rg", "jd", "jd")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.write("roster.csv", ROSTER)
    return place


def fill(place: Place, texts: tuple[str, ...]) -> None:
    rows = enumerate(zip(texts, AUTHORS, strict=True), start=1)
    place.messages({"id": str(n), "author": who, "parent": str(n - 1 or ""), "text": text} for n, (text, who) in rows)


def test_run_and_check_recognise_it(place: Place) -> None:
    fill(place, HTML)
    assert place.call("check", place / "messages.jsonl", "--roster", place / "roster.csv") == 0, place.stderr
    said = place.stdout + place.stderr
    assert "HTML" in said
    assert "--no-html" in said
    assert place.run("--seed", 1) == 0, place.stderr
    assert "--no-html" in place.stdout + place.stderr
    mary, robert, jane = (place.labels[person] for person in ("mp", "rg", "jd"))
    assert list(place.texts.values()) == [
        f"<p>Hi all,</p><p>I like <b>tides</b>.</p><p>[{mary}]<i></i></p>",
        f"<p>Hi [{mary}],<br>so do I.</p><p>[{robert}]<span></span></p>",
        f"<div>Dear [{robert}]<b></b>,</div><div>[{mary}]<b></b>&#39;s tides are fine.</div><div>[{jane}]</div>",
        f"thanks, x < y &amp; so on\n[{jane}]",
    ]


def test_no_html_turns_it_off(place: Place) -> None:
    fill(place, HTML)
    assert place.run("--seed", 1, "--no-html") == 0, place.stderr
    # Tags within a name are a disguise, whatever the text is said to be.
    assert place.texts["1"].startswith("<p>Hi all,</p><p>I like <b>tides</b>.</p><p>[U")
    assert "recognised" not in place.stdout + place.stderr


def test_texts_that_mention_tags_are_plain(place: Place) -> None:
    fill(place, PLAIN)
    assert place.run("--seed", 1) == 0, place.stderr
    assert "HTML" not in place.stdout + place.stderr
    assert place.texts["1"].startswith("Hi all,\nI use <b> and <p> for that.\n[")
    assert "x <- lm(y ~ z); if (a<b && c>d) x<-2" in place.texts["2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, True) for text in HTML),
        *((text, False) for text in PLAIN),
        ("a &eacute; b", True),
        ("a<br/>b", True),
        ("I asked <b>Mary</b>.\n\nBob", True),
        ("See <a href=x.html>it", True),
        ("AT&T; x<-y and a<b>c, a < b", False),
        ("<mary@uni.example>", False),
        ("<Ottoline> said, <Mark> too", False),
        ("a List<String> of Map<a, b>", False),
        ("plain", False),
    ],
)
def test_markup_in_one_text(text: str, expected: bool) -> None:
    assert is_html(text) is expected


MIXED = (
    ("1", "ma", "I will disagree with everyone.\n\nMA"),
    ("2", "li", "<p>My notes: I asked Mary-Ann.</p><ul><li>one</li><li>two</li></ul>"),
    ("3", "ma", "Thanks, if a < b then <Mary> said so. See List<String>.\n\nMA"),
    ("4", "li", "I agree, <b>Mary</b>-Ann O&#39;Brien.\n\nLi"),
    ("5", "ma", "MA"),
)


@pytest.mark.parametrize("option", [(), ("--html",)])
def test_each_text_is_taken_as_what_it_is(tmp_path: Path, option: tuple[str, ...]) -> None:
    place = Place(tmp_path)
    place.write("roster.csv", "id,name\nma,Mary-Ann O'Brien\nli,Li Zhang\n")
    place.messages({"id": id, "author": author, "text": text} for id, author, text in MIXED)
    assert place.run("--seed", 1, *option) == 0, place.stderr
    ma, li = place.labels["ma"], place.labels["li"]
    assert list(place.texts.values()) == [
        f"I will disagree with everyone.\n\n[{ma}]",
        f"<p>My notes: I asked [{ma}].</p><ul><li>one</li><li>two</li></ul>",
        f"Thanks, if a < b then <[{ma}]> said so. See List<String>.\n\n[{ma}]",
        f"I agree, <b>[{ma}]</b>.\n\n[{li}]",
        f"[{ma}]",
    ]
    assert place.call("audit", place.out, "--key", place.key) == 0, place.stdout + place.stderr
    assert place.call("restore", place.out, "--key", place.key, "--to", place / "back") == 0, place.stderr
    assert [row["text"] for row in lines(place / "back" / "messages.jsonl")] == [text for _, _, text in MIXED]


def test_a_program_and_the_command_line_agree(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.write("roster.csv", "id,name\nma,Mary-Ann O'Brien\nli,Li Zhang\n")
    rows = [{"id": id, "author": author, "text": text} for id, author, text in MIXED]
    place.messages(rows)
    assert place.run("--seed", 1) == 0, place.stderr
    done = pseudonymise(rows, roster={"ma": "Mary-Ann O'Brien", "li": "Li Zhang"}, seed=1)
    assert [row["text"] for row in done.messages] == list(place.texts.values())


def test_check_and_init_say_how_many(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.messages({"id": id, "author": author, "text": text} for id, author, text in MIXED)
    assert place.call("check", place / "messages.jsonl") == 0, place.stderr
    assert "2 of 5 texts recognised as HTML" in place.stdout + place.stderr
    assert place.call("init", place / "messages.jsonl", "--yes", "--project", place / "project") == 0, place.stderr
    assert "2 of 5 texts recognised as HTML" in " ".join(place.stdout.split())
