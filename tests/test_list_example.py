"""The example mailing list, written for this project: eight invented people, five threads about recording bird song.

Two people are called Thomas, one of them goes by Tom; one name is misspelled, one name in a header is turned round and
encoded, one sender is hidden by the list. There are answers above, below and between what is quoted, a mail that is
HTML only, one with an attachment, and one that is there twice.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from spacy_pseudo import Key, Participant, Roster
from spacy_pseudo.cli.run_command import run_cli
from spacy_pseudo.corpus.readers import ReadReport, read_messages
from spacy_pseudo.corpus.replies import Threads
from spacy_pseudo.message import Message
from spacy_pseudo.passes.apply import Result, apply, make_pipeline
from spacy_pseudo.passes.discover import discover

MBOX = Path(__file__).parents[1] / "assets" / "list" / "list.mbox"
PEOPLE = {
    "ingrid.sandell@fieldnotes.example": ["Ingrid Sandell"],
    "m.oyelaran@northpier.example": ["Marcus Oyelaran"],
    "beatrice.tremblay@ornis.example": ["Tremblay, Béatrice"],
    "tom.k@marsh.example": ["Thomas Kettleborough"],
    "yusuf.demirkan@reedbed.example": ["Yusuf Demirkan"],
    "thomas@achterberg.example": ["Thomas Achterberg"],
    "saoirse@lough.example": ["Saoirse Quillinan"],
    "wfairweather@attic.example": ["Wilhelmina Fairweather"],
}
NAMES = re.compile(
    r"\b(?:Ingrid|Sandell|Marcus|Marc|Oyelaran|B[ée]a(?:trice)?|Tremblay|Thomas|Tom|Kettleborough|Yusuf|Demirkan"
    r"|Achterberg|Saoirse|Saorise|Quillinan|Wilhelmina|Mina|w?Fairweather)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def read() -> tuple[list[Message], ReadReport]:
    report = ReadReport()
    return list(read_messages(MBOX, report=report)), report


@pytest.fixture(scope="module")
def results(read: tuple[list[Message], ReadReport]) -> list[Result]:
    messages, report = read
    key = discover(messages, Roster(Participant(id, tuple(names)) for id, names in report.people.items()), seed=1)
    return list(apply(messages, key, make_pipeline(key)))


def test_what_is_in_it(read: tuple[list[Message], ReadReport]) -> None:
    messages, report = read
    assert report.people == PEOPLE
    assert (report.rows, report.layout, report.left_out) == (21, "mbox", {"copies": 1, "attachments": 1})
    assert {message.author for message in messages} == set(PEOPLE)
    assert [message.subject for message in messages if message.html] == ["Re: [birdsong] Sixty old tapes"]
    assert "\nFrom what I hear" in messages[-2].text
    threads = Threads()
    for message in messages:
        threads.add(message)
    report_of_threads = threads.finish()
    assert not report_of_threads.missing
    assert len({threads.place(message.id or "").thread for message in messages}) == 5


def _assert_nobody_is_left(texts: Iterable[str]) -> None:
    together = "\n".join(texts)
    assert NAMES.findall(together) == []
    assert "Catchpole and Slater (2008)" in together
    assert "David Attenborough" in together
    assert "[birdsong] The meeting in May" in together


def test_no_name_is_left_standing(results: list[Result]) -> None:
    assert [result.failure for result in results] == [None] * 21
    _assert_nobody_is_left(text for result in results for text in (result.text or "", result.subject or ""))


def test_who_is_meant(results: list[Result]) -> None:
    named = {
        (result.message.id, result.message.text[row["start"] : row["end"]], row["participant"])
        for result in results
        for row in result.replacements
    }
    tom, thomas = "tom.k@marsh.example", "thomas@achterberg.example"
    assert {who for _, name, who in named if name == "Tom"} == {tom}
    assert {who for _, name, who in named if name in ("Thomas", "Thomas Achterberg", "Achterberg")} == {thomas}
    assert {who for _, name, who in named if name in ("Saoirse", "Saorise", "S", "Saoirse\nQuillinan")} == {
        "saoirse@lough.example"
    }
    assert {who for _, name, who in named if name == "Mina"} == {"wfairweather@attic.example"}
    assert {who for _, name, who in named if name in ("Marc", "Marcus")} == {"m.oyelaran@northpier.example"}
    assert {who for _, name, who in named if name in ("Bea", "Béatrice", "Tremblay, Béatrice")} == {
        "beatrice.tremblay@ornis.example"
    }
    assert all(not result.conflicts for result in results)


def test_on_the_command_line(tmp_path: Path) -> None:
    assert run_cli([MBOX], key=tmp_path / "key", out=tmp_path / "out", seed=1, quiet=True) == 0
    lines = (tmp_path / "out" / "messages.jsonl").read_text("utf8").splitlines()
    _assert_nobody_is_left(text for line in lines for text in map(str, json.loads(line).values()))
    assert len(lines) == 21


def test_people_of_a_class_list_are_found_by_their_names(tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    with roster.open("w", encoding="utf8", newline="") as stream:
        rows = ((f"s{number}", names[0]) for number, names in enumerate(PEOPLE.values()))
        csv.writer(stream).writerows([("id", "name"), *rows])
    assert run_cli([MBOX], roster=[roster], key=tmp_path / "key", out=tmp_path / "out", seed=1, quiet=True) == 0
    known = {person.id: set(person.ids) for person in Key.load(tmp_path / "key").roster}
    assert known == {f"s{number}": {address} for number, address in enumerate(PEOPLE)}
