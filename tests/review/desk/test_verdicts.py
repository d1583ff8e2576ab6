"""What is decided changes these lines and no others, `apply` does it, and what is taken back leaves no trace."""

from __future__ import annotations

from itertools import product

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.review.desk.cases import CONFLICTS, KEPT, MARKED, OTHERS, QUEUES, REPLACED, UNKNOWN, UNSURE
from spacy_pseudo.review.desk.verdicts import ACTIONS, ALL, EDITED, HERE, SCOPES, Verdict

from .conftest import Bench, Copy, case_of

VERBS = ("accept", "reject", "person", "keep", "mask", "protect")
# By queue and kind, which files change for each of these, by their first letters.
TABLE = {
    (UNSURE, "taken"): ("d", "n", "nd", "n", "nd", "nd"),
    (UNSURE, "not taken"): ("d", "d", "d", "n", "d", "nd"),
    (REPLACED, ""): ("d", "d", "d", "d", "d", "nd"),
    (CONFLICTS, ""): ("d", "d", "d", "d", "d", "nd"),
    (KEPT, "cited"): ("d", "d", "d", "d", "d", "nd"),
    (OTHERS, "masked"): ("d", "do", "do", "do", "d", "nd"),
    (OTHERS, "left"): ("d", "do", "d", "d", "do", "nd"),
    (MARKED, ""): ("d", "d", "d", "d", "ds", "nd"),
}


def changed(bench: Bench, before: dict[str, bytes]) -> set[str]:
    return {name for name, content in bench.files().items() if before.get(name) != content}


@pytest.mark.parametrize("kind", TABLE)
def test_each_verdict_changes_its_files_and_is_taken_back(
    example: Bench, made: Bench, copy: Copy, kind: tuple[str, str]
) -> None:
    bench, person = (copy(made), "x|y #1") if kind[1] == "not taken" else (copy(example), "s1013")
    desk, before = bench.desk(), bench.files()
    case = case_of(desk, kind[0], why=kind[1])
    for verb, expected in zip(VERBS, TABLE[kind], strict=True):
        desk.decide([case.id], Verdict(verb, person=person))
        names = {name for name in EDITED if name[0] in expected}
        assert changed(bench, before) == names, (kind, verb)
        assert desk.is_settled(case), (kind, verb)
        desk.undo()
        assert bench.files() == before
        assert not desk.is_settled(case)


def test_every_action_scope_and_queue_is_done_and_taken_back_or_refused(
    example: Bench, made: Bench, copy: Copy
) -> None:
    done, seen, refused = 0, set(), set()
    bench = copy(example)
    desk, before = bench.desk(), bench.files()
    for queue, action, scope in product(QUEUES, ACTIONS, SCOPES):
        for case in desk.queue(queue)[:2]:
            try:
                desk.decide([case.id], Verdict(action, scope, "s1013", "Somewhere"))
            except PseudoError as error:
                refused.add(error.code)
                assert bench.files() == before, (queue, action, scope)
                continue
            desk.undo()
            assert bench.files() == before, (queue, action, scope)
            done += 1
            seen.add(queue)
    assert done > 200
    assert refused == {"P901", "P902"}
    assert seen >= {UNSURE, REPLACED, CONFLICTS, KEPT, OTHERS, MARKED}


@pytest.mark.parametrize("person", ["a@b.example", "x|y #1"])
@pytest.mark.parametrize(("queue", "text"), [(UNKNOWN, "Wilhelmina"), (KEPT, "Grey"), (OTHERS, "Karl")])
def test_ids_are_written_so_that_they_are_read(made: Bench, copy: Copy, queue: str, text: str, person: str) -> None:
    bench = copy(made)
    desk, before = bench.desk(), bench.files()
    case = case_of(desk, queue, text)
    desk.decide([case.id], Verdict("person", person=person))
    texts = bench.apply()
    assert case.places
    assert {desk.pseudonym(person) in texts[place.message] for place in case.places} == {True}
    desk = bench.desk()
    assert case.id not in {one.id for one in desk.queue(queue)}, "it does not come back"
    desk.undo()
    assert bench.files()["decisions.csv"] == before["decisions.csv"]
    bench.apply()  # what was taken back leaves a key that can be used


@pytest.mark.parametrize(
    ("queue", "verdict", "stands", "written"),
    [
        (CONFLICTS, Verdict("person", person="s1013"), False, "own"),
        (CONFLICTS, Verdict("keep"), True, ""),
        (CONFLICTS, Verdict("mask"), False, "[U?]"),
        (REPLACED, Verdict("reject"), True, ""),
        (REPLACED, Verdict("person", person="s1013"), False, "own"),
        (KEPT, Verdict("person", person="s1013"), False, "own"),
        (KEPT, Verdict("mask"), False, "[U?]"),
        (OTHERS, Verdict("reject"), True, ""),
        (MARKED, Verdict("mask"), False, "["),
    ],
)
def test_apply_does_what_was_decided(
    example: Bench, copy: Copy, queue: str, verdict: Verdict, stands: bool, written: str
) -> None:
    bench = copy(example)
    desk = bench.desk()
    case = next(case for case in desk.queue(queue) if case.why != "left" and {p.field for p in case.places} == {"text"})
    counts = {id: text.count(case.text) for id, text in bench.apply().items()}
    desk = bench.desk()
    desk.decide([case.id], verdict)
    after = bench.apply()
    for place in case.places:
        text = after[place.message]
        if stands:
            assert text.count(place.text) > counts[place.message]
        else:
            assert text.count(place.text) < counts[place.message] or counts[place.message] == 0
        assert (desk.pseudonym("s1013") if written == "own" else written) in text


def test_a_form_is_somebodys_at_the_places_of_the_case_and_everywhere_if_it_is_said(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    case = case_of(desk, UNSURE, why="not taken")
    desk.decide([case.id], Verdict("accept"))
    assert (case.people[0], case.text) not in desk.said.names.by_hand()
    assert [row.decision for row in desk.said.decisions.rows] == [case.people[0]] * len(case.places)
    desk.undo()
    desk.decide([case.id], Verdict("accept", "corpus"))
    assert (case.people[0], case.text) in desk.said.names.by_hand()
    assert not desk.said.decisions.rows


def test_one_place_counts_more_than_its_case(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    case = case_of(desk, KEPT, "Grey", "cited")
    assert [place.message for place in case.places] == ["2", "m 3", "4"], "what quotes it is the same case"
    desk.decide([case.id], Verdict("accept"))
    desk.decide([case.id], Verdict("reject", HERE, place=1))
    assert [desk.outcome(place) for place in case.places] == ["keep", "x|y #1", "keep"]
    texts = bench.apply()
    assert ["Grey" in texts[id] for id in ("2", "m 3", "4")] == [True, False, True]


def test_a_persons_note_stays_when_the_decision_changes(made: Bench, copy: Copy) -> None:
    bench = copy(made)
    desk = bench.desk()
    case = case_of(desk, UNKNOWN, "Wilhelmina")
    (place,) = case.places
    own = f"5,text,{place.start},{place.end},Wilhelmina,keep,she wants it\n"
    (bench.key / "decisions.csv").write_text("id,field,start,end,text,decision,note\n" + own)
    desk.decide([case.id], Verdict("mask", ALL))
    assert (bench.key / "decisions.csv").read_text().endswith("Wilhelmina,mask,she wants it\n")
    desk.undo()
    assert (bench.key / "decisions.csv").read_text().endswith(own)
