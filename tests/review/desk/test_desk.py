"""The desk on real keys: what is open, what others edit meanwhile, and what happens when something goes wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path
from time import perf_counter

import pytest

from spacy_pseudo import Message, Participant, Roster, discover
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.review.desk.cases import KEPT, OTHERS, PLACED, REPLACED, UNSURE, Place
from spacy_pseudo.review.desk.passages import Messages
from spacy_pseudo.review.desk.queues import Queues
from spacy_pseudo.review.desk.verdicts import Verdict

from .conftest import Bench, Copy, case_of


def test_what_was_decided_does_not_come_back_open(example: Bench, copy: Copy) -> None:
    bench = copy(example)
    desk = bench.desk()
    for case in desk.queue():
        if not desk.is_settled(case):
            desk.decide([case.id], Verdict("accept"))
    assert desk.queue() == []
    bench.apply()
    desk = bench.desk()
    assert [(case.queue, case.text) for case in desk.queue()] == []
    assert {one.queue: one.decided == one.all for one in desk.progress()}[KEPT]
    assert bench.apply() == bench.apply()


def test_accepting_everything_changes_nothing_but_what_was_not_taken(example: Bench, copy: Copy) -> None:
    bench = copy(example)
    before = bench.apply()
    desk = bench.desk()
    for case in [case for case in desk.queue() if case.why != "not taken"]:
        if not desk.is_settled(case):
            desk.decide([case.id], Verdict("accept"))
    assert bench.apply() == before


def test_a_case_is_settled_when_the_files_say_so(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    case = case_of(desk, KEPT, "Grey", "cited")
    rows = [f"{p.message},text,{p.start},{p.end},{p.text},keep," for p in case.places]
    head = "id,field,start,end,text,decision,note"
    for n in range(len(rows) + 1):
        (bench.key / "decisions.csv").write_text("\n".join([head, *rows[:n], ""]))
        desk.refresh()
        assert desk.is_settled(case) == (n == len(rows))
    (bench.key / "decisions.csv").write_text(head + "\n,corpus,,,grey,keep,\n")
    desk.refresh()
    assert desk.is_settled(case)
    assert desk.edited == len(rows) + 2


def test_what_somebody_edits_meanwhile_is_kept_and_heeded(example: Bench, copy: Copy) -> None:
    bench = copy(example)
    desk = bench.desk()
    path = bench.key / "names.txt"
    desk.decide([case_of(desk, UNSURE, why="taken").id], Verdict("reject"))
    path.write_text("# mine\n" + path.read_text() + "! Nurdles\n")
    desk.decide([case_of(desk, "conflicts").id], Verdict("keep"))
    desk.undo()
    desk.undo()
    assert path.read_text() == "# mine\n" + (example.key / "names.txt").read_text() + "! Nurdles\n"


def test_a_file_that_was_edited_badly_is_told_and_left(example: Bench, copy: Copy) -> None:
    bench = copy(example)
    desk = bench.desk()
    (bench.key / "decisions.csv").write_text("id,what\n1,2\n")
    with pytest.raises(PseudoError, match="P380"):
        desk.decide([case_of(desk, "conflicts").id], Verdict("keep"))
    assert (bench.key / "decisions.csv").read_text() == "id,what\n1,2\n"


def test_a_batch_that_fails_leaves_nothing_half_written(example: Bench, copy: Copy) -> None:
    bench = copy(example)
    desk, before = bench.desk(), bench.files()
    ids = [case.id for case in desk.queue(KEPT) if len(case.people) == 1]
    several = next(case.id for case in desk.queue("conflicts"))
    with pytest.raises(PseudoError):
        desk.decide([*ids, several, "gone"], Verdict("reject"))
    with pytest.raises(PseudoError):
        desk.decide([], Verdict("reject"))
    assert bench.files() == before
    assert not desk.history.can_undo


@pytest.mark.parametrize("full_at", [1, 2, 3])
def test_a_full_disk_is_told_and_changes_nothing(
    example: Bench, copy: Copy, monkeypatch: pytest.MonkeyPatch, full_at: int
) -> None:
    bench = copy(example)
    desk, before = bench.desk(), bench.files()
    case = case_of(desk, UNSURE, why="taken")  # names.txt and decisions.csv, then the log
    written, sync = [], os.fsync

    def full(descriptor: int) -> None:
        written.append(descriptor)
        if len(written) == full_at:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(PseudoError, match="P913"):
        desk.decide([case.id], Verdict("person", person="s1013"))
    monkeypatch.undo()
    assert bench.files() == before
    assert not desk.history.can_undo
    assert not desk.is_settled(case)


def test_what_is_alike_is_proposed_and_decided_in_one_step(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    made_so = desk.decide([case_of(desk, KEPT, "Grey", "cited").id], Verdict("accept"))
    assert [desk.case(id).text for id in made_so.alike] == ["Grey"]
    before = bench.files()
    desk.decide(made_so.alike, Verdict("accept"))
    desk.undo()
    assert bench.files() == before


def test_doubtful_places_ordinary_words_and_people_who_stay_are_asked_about(example: Bench) -> None:
    desk = example.desk()
    doubtful = desk.queue(REPLACED)
    assert {len(case.people) for case in doubtful} == {1}
    assert max(1 - case.doubt for case in doubtful) < 0.9
    assert {case.text for case in desk.queue(KEPT) if case.why == "like any other word"} == {"kit", "mark", "may"}
    assert [case.text for case in desk.queue(OTHERS) if case.why == "left" and not case.places] == []
    worth = [case.doubt * case.count for case in desk.queue()]
    assert worth == sorted(worth, reverse=True)


def test_a_marked_stretch_is_decided_and_taken_back(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk, before = bench.desk(), bench.files()
    message = desk.messages.by_id["1"]
    subject = Place("1", "subject", 0, 4, "Mary")
    start = message.text.index("like")
    place = Place("1", "text", start, start + 4, "like")
    for where, verdict in ((subject, Verdict("keep", "place")), (place, Verdict("person", "place", "x|y #1"))):
        desk.mark(where, verdict)
    rows = [(row.id, row.field, row.text, row.decision) for row in desk.said.decisions.rows]
    assert rows == [("1", "subject", "Mary", "keep"), ("1", "text", "like", "x|y #1")]
    assert desk.pseudonym("x|y #1") in bench.apply()["1"]
    (row,) = [json.loads(line) for line in (bench.out / "messages.jsonl").read_text().splitlines()][:1]
    assert row["subject"].startswith("Mary")
    desk = bench.desk()
    desk.undo()
    desk.undo()
    assert bench.files() == before


@pytest.mark.parametrize("sign", [",", ";"])
def test_what_is_marked_leaves_no_note(made: Bench, copy: Copy, sign: str) -> None:
    bench = copy(made)
    (bench.key / "decisions.csv").write_text("id,field,start,end,text,decision,note\n".replace(",", sign))
    desk = bench.desk()
    desk.mark(Place("1", "text", 10, 14, "like"), Verdict("mask"))
    assert (bench.key / "decisions.csv").read_text().splitlines()[1:] == [",corpus,,,like,mask,".replace(",", sign)]


def test_a_message_that_is_gone_stands_in_no_ones_way(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    lines = bench.messages.read_text().splitlines(keepends=True)
    bench.messages.write_text("".join(line for line in lines if '"id": "2"' not in line))
    desk = bench.desk()
    case = case_of(desk, KEPT, "Grey", "cited")
    desk.decide([case.id], Verdict("accept"))
    assert desk.is_settled(case)


def test_a_key_without_lists_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()
    (tmp_path / "messages.jsonl").write_text('{"id": "1", "author": "a", "text": "Yes."}\n')
    with pytest.raises(PseudoError, match="P910"):
        Bench(tmp_path, tmp_path / "messages.jsonl").desk()


def test_a_corpus_without_names_has_no_cases(tmp_path: Path) -> None:
    (tmp_path / "messages.jsonl").write_text('{"id": "1", "author": "a", "text": "Yes, I think so."}\n')
    bench = Bench(tmp_path, tmp_path / "messages.jsonl")
    bench.call("run", "--seed", 1)
    desk = bench.desk()
    assert desk.queue() == []
    assert {one.all for one in desk.progress()} == {0}


def test_thousands_of_decisions_are_no_hindrance(example: Bench, copy: Copy) -> None:
    bench = copy(example)
    rows = "".join(f"m{n},text,{n},{n + 3},Bob,keep,\n" for n in range(5000))
    (bench.key / "decisions.csv").write_text("id,field,start,end,text,decision,note\n" + rows)
    desk = bench.desk()
    started = perf_counter()
    for case in desk.queue("conflicts"):
        desk.decide([case.id], Verdict("keep"))
        desk.undo()
    assert perf_counter() - started < 10


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """RETURNS (Bench): Messages in HTML, all of them."""
    place = tmp_path_factory.mktemp("html")
    rows = [
        {"id": "0", "author": "mp", "text": "<p>Hi all,</p><p>ask <b>Ma</b>ry Poe</p><p>Mary</p>"},
        {"id": "1", "author": "rg", "text": "<p>Hi Mary,</p><p>Grey (2010) &amp; Poe (2011).</p><p>Bob</p>"},
    ]
    (place / "messages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (place / "roster.csv").write_text("id,name\nmp,Mary Poe\nrg,Robert Grey\n")
    bench = Bench(place, place / "messages.jsonl", "--html")
    bench.call("run", "--roster", place / "roster.csv", "--seed", 1)
    return bench


def test_places_in_html_are_those_of_the_file(pages: Bench, copy: Copy) -> None:
    bench = copy(pages)
    desk = bench.desk()
    placed = [(case, place) for case in desk.queue() if case.queue in PLACED for place in case.places]
    assert placed
    for case, place in placed:
        assert desk.messages.by_id[place.message].text[place.start : place.end] == place.text, case
    case = case_of(desk, KEPT, "Grey")
    desk.decide([case.id], Verdict("reject"))
    written = [json.loads(line)["text"] for line in (bench.out / "messages.jsonl").read_text().splitlines()]
    assert "Grey" in written[1]
    assert "Grey" not in bench.apply()["1"]


def test_a_form_that_is_replaced_as_a_part_only_is_shown_where_it_stands(tmp_path: Path) -> None:
    (message,) = messages = [Message("See you.\nM.R.", id="1", author="7")]
    key = discover(messages, Roster([Participant("7", ("Mark Rose",))]), seed=1)
    evidence = {"participant": "7", "form": "M", "confidence": 0.7, "taken": True, "review": True, "messages": ["1"]}
    replaced = {"id": "1", "spans": [[9, 13, "7", "[U1]", "initials", 0.95, "M.R.", "signature"]]}
    others = {"identifiers": [], "marked": [], "others": []}
    (tmp_path / "evidence.jsonl").write_text(json.dumps({**evidence, "evidence": {}}) + "\n")
    (tmp_path / "replacements.jsonl").write_text(json.dumps({**replaced, **others}) + "\n")
    (case,) = (one for one in Queues(tmp_path, key, Messages(messages, key)).all() if one.queue == UNSURE)
    assert [(place.message, place.start, place.text) for place in case.places] == [("1", 9, "M")]
    assert message.text[case.places[0].start :].startswith("M.R.")
