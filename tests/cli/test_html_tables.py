"""HTML in tables is recognised by itself; what merely mentions a tag, or is code, is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacy_pseudo.text.recognising import has_markup, looks_like_html

from .conftest import Place

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


def test_a_good_share_of_the_texts_decides() -> None:
    assert looks_like_html(HTML)
    assert not looks_like_html(PLAIN)
    assert not looks_like_html([*["plain"] * 20, *HTML])
    assert not looks_like_html([])
    assert looks_like_html(["", " ", HTML[0]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HTML[0], True),
        ("a &eacute; b", True),
        ("a<br/>b", True),
        ("AT&T; x<-y and a<b>c", False),
        ("<mary@uni.example>", False),
        ("plain", False),
    ],
)
def test_markup_in_one_text(text: str, expected: bool) -> None:
    assert has_markup(text) is expected
