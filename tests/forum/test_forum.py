"""The example forum: assets are what the template gives, gold fits the text, nothing promised is missing."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from typing import Any

import pytest

from tests.forum import build as forum_build

SEEDS = range(20)


SETS = forum_build.load_names()
SHIPPED = forum_build.build(SETS[0])

# What the forum promises to show, and in how many mentions at least.
PHENOMENA = {
    # places
    **{"greeting": 50, "signature": 80, "body": 40, "footer": 3, "header": 1},
    # greetings
    **{
        "'hi'": 20,
        "'hello'": 5,
        "'dear'": 5,
        "'hey'": 1,
        "'good morning'": 1,
        "'thanks'": 3,
        "'thank you'": 2,
        "'@'": 1,
    },
    **{"bare-greeting": 5, "several": 2, "two-people": 1, "title": 3, "vocative": 3},
    # sign-offs
    **{
        "closing": 5,
        "same-line": 3,
        "bare": 30,
        "dash": 1,
        "exclamation": 1,
        "smiley": 1,
        "one-letter": 2,
        "run-on": 2,
    },
    **{"given-initial": 2, "before-ps": 1, "decorated": 2},
    # forms of a name
    **{"registered": 10, "part": 80, "nickname": 50, "initials": 8, "misspelled": 10, "stylised": 4, "glued": 4},
    **{"second-name": 5, "two-word": 5, "alias": 5, "preferred": 10, "particle": 3, "hyphen": 1, "apostrophe": 1},
    **{"surname-first": 5, "caps-surname": 2, "handle": 1, "genitive": 5, "plural": 1, "non-latin": 3},
    **{"accent": 5, "nfd": 1, "folded": 2, "damaged": 1, "mojibake": 1, "lower": 5, "upper": 3, "capslip": 1},
    **{"swap": 3, "drop": 2, "double": 2, "vowel": 1, "wrong-name": 1, "spaced": 1, "glued-left": 3, "glued-right": 1},
    # people
    **{"shared": 10, "parent-greeting": 3, "one-in-thread": 2, "ambiguous": 2, "joint": 1, "across-sessions": 10},
    **{"wrong-level": 2, "unlisted": 5, "silent": 3, "wordlike": 10},
    # not participants
    **{"public": 5, "cited": 5, "third": 5, "nonname": 15, "first-name": 3, "not-allowlisted": 1, "formula": 3},
    **{"citation": 4, "participant-surname": 3, "bibliography": 1},
}


def renamed() -> list[Any]:
    given = [pytest.param(names, id=names["set"]) for names in SETS]
    return given + [pytest.param(seed, id=f"seed-{seed}") for seed in SEEDS]


@pytest.fixture(scope="module", params=renamed())
def forum(request: pytest.FixtureRequest) -> Any:
    names = forum_build.draw(SETS, request.param) if isinstance(request.param, int) else request.param
    return forum_build.build(names)


@pytest.mark.parametrize("name", ["messages.csv", "roster.csv", "allow.txt", "gold.jsonl"])
def test_assets_are_what_the_template_gives(name: str) -> None:
    content = (forum_build.ASSETS / name).read_bytes().decode("utf8")
    assert content == forum_build.files(SHIPPED)[name], "run `python tests/forum/build.py`"


def test_assets_read_back() -> None:
    with (forum_build.ASSETS / "messages.csv").open(encoding="utf8", newline="") as file:
        assert list(csv.DictReader(file)) == SHIPPED.messages
    with (forum_build.ASSETS / "roster.csv").open(encoding="utf8", newline="") as file:
        assert list(csv.DictReader(file)) == SHIPPED.roster
    lines = (forum_build.ASSETS / "gold.jsonl").read_text(encoding="utf8").splitlines()
    assert [json.loads(line) for line in lines] == SHIPPED.gold


def test_size() -> None:
    messages = SHIPPED.messages
    lengths = [len(message["text"].split()) for message in messages]
    assert len(messages) >= 80
    assert len({message["session"] for message in messages}) == 2
    assert len({message["thread"] for message in messages}) >= 8
    assert len({message["author"] for message in messages}) >= 16
    assert (min(lengths) >= 15, max(lengths) <= 120) == (True, True)


def test_gold_fits_the_text(forum: Any) -> None:
    texts = {message["id"]: message["text"] for message in forum.messages}
    assert [line["id"] for line in forum.gold] == list(texts)
    people = {message["author"] for message in forum.messages} | {person["id"] for person in forum.roster}
    for line in forum.gold:
        end = 0
        for mention in line["mentions"]:
            assert texts[line["id"]][mention["start"] : mention["end"]] == mention["text"]
            assert mention["start"] >= end
            assert {*mention["who"].split("|")} <= people or mention["kind"] in forum_build.OTHER_KINDS
            assert (mention["category"] in forum_build.CATEGORIES) == (mention["who"] not in ("X", "-"))
            end = mention["end"]


def test_threads_hold_together(forum: Any) -> None:
    known: dict[str, dict[str, str]] = {}
    for message in forum.messages:
        parent = known.get(message["parent"])
        assert (parent is None) == (message["parent"] == "")
        if parent:
            assert parent["thread"] == message["thread"]
            assert parent["session"] == message["session"]
            assert parent["timestamp"] < message["timestamp"]
        known[message["id"]] = message


@pytest.mark.parametrize(("name", "least"), PHENOMENA.items())
def test_phenomenon_is_there(name: str, least: int) -> None:
    assert SHIPPED.phenomena[name] >= least


def test_renaming_keeps_the_phenomena(forum: Any) -> None:
    shown = [(m["id"], m["who"], m["kind"], m["category"], m["phenomena"]) for m in forum.mentions]
    assert shown == [(m["id"], m["who"], m["kind"], m["category"], m["phenomena"]) for m in SHIPPED.mentions]


def test_no_name_is_unmarked(forum: Any) -> None:
    """A participant's name, capitalised as a name is, stands only where gold says what it is."""
    texts = {message["id"]: message["text"] for message in forum.messages}
    named = {m["text"] for m in forum.mentions if m["kind"] not in forum_build.OTHER_KINDS and m["text"].istitle()}
    rest = []
    for line in forum.gold:
        text = texts[line["id"]]
        for mention in line["mentions"]:
            text = text[: mention["start"]] + " " * len(mention["text"]) + text[mention["end"] :]
        rest.append(text)
    words = {word for text in rest for word in re.findall(r"\w+", text)}
    assert named
    assert named.isdisjoint(words)


def test_ambiguous_mentions_are_undecided(forum: Any) -> None:
    """Both namesakes write in the thread; neither wrote the message nor the one that it answers."""
    by_id = {message["id"]: message for message in forum.messages}
    writers = defaultdict(set)
    for message in forum.messages:
        writers[message["thread"]].add(message["author"])
    joint = [mention for mention in forum.mentions if "|" in mention["who"]]
    assert len(joint) == 3
    for mention in joint:
        message, people = by_id[mention["id"]], mention["who"].split("|")
        assert people == sorted(people)
        assert {*people} <= writers[message["thread"]]
        assert {message["author"], by_id[message["parent"]]["author"]}.isdisjoint(people)


def test_roster_is_dirty_in_the_promised_ways() -> None:
    names = [person["name"] for person in SHIPPED.roster]
    listed, authors = {p["id"] for p in SHIPPED.roster}, {m["author"] for m in SHIPPED.messages}
    assert (len(authors - listed), len(listed - authors)) == (1, 1)
    for shape in (r"\w.*, \w", r"[A-Z]{3}", r"\(\w+\)", r"Dr\. ", r"\w  +\w", r"'", r"\w-\w", r"[^\x00-\x7f]"):
        assert any(re.search(shape, name) for name in names), shape


@pytest.mark.parametrize("greeting", ["Hi all", "Hello everyone", "Dear all", "Good morning everyone", "hey all"])
def test_group_greetings(greeting: str) -> None:
    assert any(message["text"].startswith(greeting) for message in SHIPPED.messages)


def test_subjects_name_people() -> None:
    named = [
        message["subject"]
        for message in SHIPPED.messages
        if re.search(r"from \w+ about|for \w+\?$", message["subject"])
    ]
    assert len(named) == 2


@pytest.mark.parametrize(
    ("handle", "changed"),
    [
        ("pilot", {"surname": "Gillespie"}),  # somebody else's surname
        ("nurse", {"given": "Leonie"}),  # no accent to lose
        ("gardener", {"given": "Ursula"}),  # no word
        ("lurker", {"given": "Callum"}),  # the name of a third party
        ("sailor", {"given": "Peter"}),  # no longer a namesake
    ],
)
def test_names_that_do_not_work_are_refused(handle: str, changed: dict[str, str]) -> None:
    people = SETS[0]["people"]
    broken = {"set": "broken", "people": people | {handle: people[handle] | changed}}
    with pytest.raises(forum_build.ForumError):
        forum_build.build(broken)
