"""Discovery in partitions: however a corpus is cut, and wherever its parts are read, the key is the same."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.corpus.readers import read_messages, read_roster
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.simulation import Settings, simulate
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import Gather, discover, gather_here
from spacy_pseudo.passes.discovery_report import DiscoveryReport
from spacy_pseudo.passes.learning import learned
from spacy_pseudo.passes.partitions import (
    Applied,
    Before,
    Counts,
    Reading,
    apply_partition,
    discover_partition,
    look_back,
    merge,
    survey_partition,
)

ASSETS = Path(__file__).parents[2] / "assets"
ROSTER = Roster(
    [
        Participant("mp", ("Mary Poe",), ("mp2",)),
        Participant("rg", ("Robert Grey",)),
        Participant("kl", ("K. Lund",)),
        Participant("anna.bell@uni.example"),
    ]
)
FOOTER = "Harbour Lab, Kate Muir, head of the lab, Old Pier 4"
PARAGRAPHS = [
    "Hi Mary,", "Hi Robert,", "Dear Kate,", "Hello Anna and Bob,", "Thanks Mary!", "Best,\nMary", "Best,\nRobert Grey",
    "Cheers,\nKate", "Kayleigh", "AB", "-- \nAnna Bell\nanna.bell@uni.example", FOOTER, f"> {FOOTER}", f">> {FOOTER}",
    "On Monday, Mary Poe wrote:\n> The gauge that Kate fixed is back on the old pier.",
    "The gauge that Kate fixed is back on the old pier.", "My brother Robert told Kate Muir about the tides.",
    "We read Ashdown (2010), and Mary Shelley on tides.", "KL thinks so, and KL's tides are told by KL.",
    "From: Olga Petrova <olga@uni.example>\nTo: Mary Poe\nSubject: tides\n\nThe tides are high today, Olga said.",
    "Prof. Ashdown and Bob Grey agree with [U01] that will is free.", "Essay by Anna Bell and Carl Dahl\n\nThe tides.",
    "Vi har sett att det inte är så lätt att läsa.", "<p>Hi Mary,</p><blockquote>Kate says</blockquote>", "", "#3",
]  # fmt: skip
PEOPLE = [None, "mp", "mp2", "rg", "kl", "anna.bell@uni.example", "x1", "x2"]
MESSAGES = st.builds(
    Message,
    st.lists(st.sampled_from(PARAGRAPHS), max_size=4).map("\n\n".join),
    author=st.sampled_from(PEOPLE),
    parent=st.none() | st.integers(0, 9).map(str) | st.integers(0, 9).map("#{}".format),
    parent_author=st.none() | st.sampled_from(PEOPLE),
    thread=st.none() | st.sampled_from("tu"),
    session=st.none() | st.sampled_from(["s", "z"]),
    subject=st.none() | st.sampled_from(["Mary and the tides", "Re: Kate Muir on gauges"]),
    html=st.booleans(),
)
CORPORA = st.lists(st.tuples(MESSAGES, st.booleans()), min_size=1, max_size=10).map(
    lambda found: [replace(one, id=str(n) if has_id else None) for n, (one, has_id) in enumerate(found)]
)
CUTS = st.lists(st.integers(0, 10), max_size=4)

Files = dict[str, str | None]


def cut(messages: Sequence[Message], at: Iterable[int]) -> list[Sequence[Message]]:
    """RETURNS (list[Sequence[Message]]): Contiguous parts, some of them empty."""
    places = [0, *sorted(min(place, len(messages)) for place in at), len(messages)]
    return [messages[start:end] for start, end in pairwise(places)]


def copied(thing: Any) -> Any:
    """RETURNS (Any): What comes out of a pipe."""
    return pickle.loads(pickle.dumps(thing))


def in_partitions(at: Iterable[int], put_together: Callable[[list[Counts]], Counts] = merge) -> Gather:
    """RETURNS (Gather): Reads partitions, everything of which crosses a pipe."""

    def gather(messages: Iterable[Message], reading: Reading) -> Counts:
        parts = cut(list(messages), at)
        befores = look_back(copied(survey_partition(part, copied(reading))) for part in parts)
        return put_together(
            [
                copied(discover_partition(part, copied(before), copied(reading)))
                for part, before in zip(parts, befores, strict=True)
            ]
        )

    return gather


def files(messages: Iterable[Message], roster: Roster | None = ROSTER, **options: Any) -> tuple[Files, DiscoveryReport]:
    report = DiscoveryReport()
    key = discover(messages, roster, seed=1, report=report, **options)
    found = learned(key, report)
    # Long files are made line by line.
    return {name: text if text is None else "".join(text) for name, text in found.items()}, report


@settings(max_examples=60)
@given(CORPORA, CUTS, st.booleans())
def test_any_cut_gives_the_same_key(messages: list[Message], at: list[int], listed: bool) -> None:
    roster = ROSTER if listed else None
    assert files(messages, roster, gather=in_partitions(at)) == files(messages, roster)


@pytest.fixture(scope="module", params=[1, 2])
def forum(request: pytest.FixtureRequest) -> tuple[list[Message], Roster]:
    rates = {"quotes": 0.3, "footers": 0.2, "initials": 0.3, "third_parties": 0.3, "figures": 0.2}
    made = simulate(Settings(messages=120, seed=request.param, **rates))
    return [post.message for post in made.posts()], made.roster


@settings(max_examples=4)
@given(at=st.lists(st.integers(0, 120), min_size=1, max_size=6))
def test_any_cut_of_a_forum_gives_the_same_key(forum: tuple[list[Message], Roster], at: list[int]) -> None:
    messages, roster = forum
    whole = files(messages, roster)
    assert files(messages, roster, gather=in_partitions(at)) == whole
    assert "taken" in (whole[0]["evidence.jsonl"] or "")


@pytest.mark.parametrize(
    ("name", "lang", "options"),
    [
        ("messages.csv", "en", {}),
        ("messages.csv", "en", {"judge": None, "pseudonyms": "surrogate"}),
        ("sv/messages.csv", "sv", {}),
    ],
)
@pytest.mark.parametrize("listed", [True, False])
def test_the_examples_in_partitions(name: str, lang: str, options: dict[str, Any], listed: bool) -> None:
    path = ASSETS / name
    messages = list(read_messages(path))
    roster = read_roster(path.with_name("roster.csv")) if listed else None
    whole = files(messages, roster, lang=lang, **options)
    assert files(messages, roster, lang=lang, gather=in_partitions([5, 11, 11, 30]), **options) == whole
    assert whole[0]["names.txt"]


def test_in_which_steps_parts_are_put_together_does_not_matter() -> None:
    messages = list(read_messages(ASSETS / "messages.csv"))

    def from_the_end(parts: list[Counts]) -> Counts:
        *first, last = parts
        while first:
            last = merge([first.pop(), last])
        return last

    assert files(messages, gather=in_partitions([7, 20, 33], from_the_end)) == files(messages)


WORKER = """
import pickle, sys
from spacy_pseudo.passes.partitions import discover_partition, survey_partition
pipe = sys.stdin.buffer
messages, reading = pickle.load(pipe)
sys.stdout.buffer.write(pickle.dumps(survey_partition(messages, reading)))
sys.stdout.buffer.flush()
sys.stdout.buffer.write(pickle.dumps(discover_partition(messages, pickle.load(pipe), reading)))
"""


def in_processes(messages: Iterable[Message], reading: Reading) -> Counts:
    """Read two partitions, each in a fresh process in which strings have other hashes."""
    workers = []
    for seed, part in zip(("1", "2"), cut(list(messages), [17]), strict=True):
        worker = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert worker.stdin is not None
        pickle.dump((part, reading), worker.stdin)
        worker.stdin.flush()
        workers.append(worker)
    outputs = [worker.stdout for worker in workers if worker.stdout is not None]
    befores = list(look_back(map(pickle.load, outputs)))
    assert befores[1].lines, "what follows says nothing of hashes"
    found = []
    for worker, before in zip(workers, befores, strict=True):
        told, _ = worker.communicate(pickle.dumps(before))
        assert worker.returncode == 0
        found.append(pickle.loads(told))
    return merge(found)


def test_partitions_in_processes_of_their_own() -> None:
    messages = [
        replace(message, text=f"{message.text}\n\n{FOOTER}") for message in read_messages(ASSETS / "messages.csv")
    ]
    roster = read_roster(ASSETS / "roster.csv")
    assert files(messages, roster, gather=in_processes) == files(messages, roster)


# --- What crosses the border of partitions ---


def counts_of(messages: Sequence[Message], *at: int) -> Counts:
    reading = Reading(ROSTER, Key(), lang="en", judged=True)
    return (in_partitions(at) if at else gather_here)(messages, reading)


@pytest.mark.parametrize("again", [FOOTER, f"> {FOOTER}", f"On Monday, Robert Grey wrote:\n> {FOOTER}\n\nYes."])
def test_what_is_repeated_in_the_next_partition_counts_once(again: str) -> None:
    messages = [Message(text, str(n), "rg") for n, text in enumerate((f"Yes.\n{FOOTER}", "No.", f"It is.\n{again}"))]
    sightings = counts_of(messages, 2).sightings
    sightings.statistics.finish()
    assert sightings.named_in["kate", "Muir"].tolist() == [0]
    assert sightings.statistics.counts["muir"] == (0, 1, 1)


@pytest.mark.parametrize(
    "again", ["Re: Kate Muir on the gauges", "Kate Muir on the gauges", "RE: AW: Kate Muir on the gauges"]
)
def test_a_subject_that_is_answered_in_the_next_partition_counts_once(again: str) -> None:
    subjects = ("Re: Kate Muir on the gauges", again)
    messages = [Message("Yes.", str(n), "rg", subject=subject) for n, subject in enumerate(subjects)]
    for counts in (counts_of(messages), counts_of(messages, 1)):
        counts.sightings.statistics.finish()
        assert counts.sightings.statistics.counts["muir"] == (0, 1, 1)


def test_what_is_handed_to_a_partition_is_only_what_crosses_its_border() -> None:
    reading = Reading(ROSTER, Key(), lang="en", judged=True)
    first, second = (
        [
            Message(f"The {what}, they say, on day {n}.\n{FOOTER}", f"{what}{n}", "mp", parent=f"tides{n % 2}")
            for n in range(50)
        ]
        for what in ("tides", "kelp")
    )
    before = list(look_back(survey_partition(part, reading) for part in (first, second)))
    assert before[0] == Before()
    assert (before[1].messages, len(before[1].lines), before[1].authors) == (50, 1, {"tides0": "mp", "tides1": "mp"})


def test_answers_to_what_stands_in_another_partition() -> None:
    messages = [
        Message("The tides.", "1", "mp"),
        Message("The kelp.", "2", "rg", parent="4"),  # that comes later
        Message("Hi Mary, so it is.", "3", "rg", parent="1"),
        Message("Hi Robert, so it is.", None, "mp2", parent="2"),
        Message("Hi Mary, so it is.", "5", "rg", parent="#3"),
    ]
    whole, parts = (counts_of(messages, *at) for at in ((), (1, 2, 4)))
    for counts in (whole, parts):
        assert counts.sightings.uses is not None
        mary = counts.sightings.uses.get("mary")
        assert mary is not None
        assert (mary.addressees, mary.greetees) == ({"mp": 2}, {"mp": 2})
    assert files(messages, gather=in_partitions([1, 2, 4])) == files(messages)


@pytest.mark.parametrize("at", [[], [1], [3], [1, 2, 3, 4]])
@pytest.mark.parametrize("ids", [("1", "2", "3", "2"), ("1", "2", "2", "4"), ("1", "#2", None, "4")])
def test_an_id_that_was_there_before(ids: tuple[str | None, ...], at: list[int]) -> None:
    messages = [Message("The tides.", id, "mp") for id in ids]
    with pytest.raises(PseudoError) as whole:
        discover(messages, ROSTER)
    with pytest.raises(PseudoError) as found:
        discover(messages, ROSTER, gather=in_partitions(at))
    assert found.value.args == whole.value.args
    assert "P122" in str(whole.value)


def test_an_id_that_was_there_before_is_found_without_a_survey() -> None:
    reading = Reading(ROSTER, Key(), lang="en", judged=True)
    parts = [discover_partition([Message("The tides.", "1", "mp")], Before(), reading) for _ in range(2)]
    with pytest.raises(PseudoError, match="P122"):
        merge(parts)


def test_whoever_was_erased_is_left_out_of_each_partition() -> None:
    messages = [
        Message("Hi Robert,\nthe tides.\nMary", None, "mp"),
        Message("Hi Mary,\nthe kelp.\nRobert", None, "rg"),
        Message("Hi Robert,\nthe moon.\nKayleigh", None, "kl", parent="#1"),
        Message("Dear Kayleigh,\nthe sun.\nMary", None, "mp2", parent="#2"),
    ]
    key = discover(messages, ROSTER, seed=1)
    key.forgotten.add("id", "rg")
    key.forgotten.add("form", "Robert")
    whole, report = files(messages, None, key=key)
    assert report.messages == 3
    assert "#2" in (whole["context.jsonl"] or "")
    for at in ([1], [2], [1, 2, 3]):
        assert files(messages, None, key=key, gather=in_partitions(at)) == (whole, report)


def test_a_key_is_extended_in_partitions() -> None:
    messages = list(read_messages(ASSETS / "messages.csv"))
    roster = read_roster(ASSETS / "roster.csv")
    key = discover(messages[:20], roster, seed=1)
    assert files(messages[10:], key=key, gather=in_partitions([9])) == files(messages[10:], key=key)


# --- A key is applied to partitions ---


def test_a_key_is_applied_to_partitions_as_to_the_whole() -> None:
    messages = list(read_messages(ASSETS / "messages.csv"))
    key = discover(messages, read_roster(ASSETS / "roster.csv"), seed=1)
    whole, account = Applied(), Applied()
    rows = list(apply_partition(messages, key, whole))
    parts = []
    for part in cut(messages, [11, 40, 40]):
        here = Applied()
        parts += list(apply_partition(part, copied(key), here))
        account.extend(copied(here))
    assert parts == rows
    assert account == whole
    assert (whole.counts.read, whole.counts.written, whole.failures.total()) == (96, 96, 0)
    assert whole.counts.mentions.total() > 200
    by_hand = {result.message.id: result.text for result in apply(messages, key, make_pipeline(key))}
    assert {row["id"]: row["text"] for row in rows} == by_hand


def test_settings_reach_partitions_and_codes_of_ids_are_the_same_in_all() -> None:
    messages = [Message(f"Mail me: kl{n}@uni.example", str(n % 2), "mp") for n in range(4)]
    key = discover([Message("Hi Mary, yes", "x", "rg")], ROSTER)
    wishes: dict[str, Any] = {"ids": "code", "timestamps": "drop", "identifiers": {"EMAIL": "keep"}}
    rows = [row for part in cut(messages, [2]) for row in apply_partition(part, copied(key), **wishes)]
    assert [row["text"] for row in rows] == [message.text for message in messages]
    assert rows[0]["id"] == rows[2]["id"] != rows[1]["id"]
    assert "0" not in (rows[0]["id"], rows[2]["id"])


def test_of_messages_that_are_not_written_only_counts_and_codes_are_told() -> None:
    key = discover([Message("Hi Mary,\nyes.\nRobert", "x", "rg")], ROSTER, exclude=["rg"])
    messages = [Message("Hi.\nRobert", "1", "rg"), Message("Hi.", "2", "strange"), Message("Hi Mary.", "3", "kl")]
    account = Applied()
    assert [row["id"] for row in apply_partition(messages, key, account)] == ["3"]
    counts = account.counts
    assert (counts.read, counts.written, counts.excluded, counts.failed) == (3, 1, 1, 1)
    assert account.failures == {"P504": 1}
    assert "Robert" not in repr(account)
