"""Whatever is decided, taken back and done again: when all is taken back, the files are as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.review.desk.desk import Desk
from spacy_pseudo.review.desk.history import History
from spacy_pseudo.review.desk.verdicts import ACTIONS, SCOPES, Verdict

from .conftest import Bench, Copy, case_of

MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("decide"), st.integers(0, 99), st.sampled_from(ACTIONS), st.sampled_from(SCOPES)),
        st.tuples(st.sampled_from(["undo", "redo", "edit", "reopen"]), st.integers(0, 99)),
    ),
    max_size=14,
)


@pytest.fixture
def opened(example: Bench, copy: Copy) -> tuple[Bench, Desk]:
    bench = copy(example)
    return bench, bench.desk()


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(moves=MOVES)
def test_all_taken_back_is_as_before(opened: tuple[Bench, Desk], moves: list[tuple]) -> None:
    bench, desk = opened
    while desk.history.can_undo:
        desk.undo()
    before, added = bench.files(), b""
    refused: set[str | None] = set()
    cases = desk.queue()
    for what, n, *rest in moves:
        try:
            if what == "decide":
                ids = [case.id for case in cases[n % len(cases) : n % len(cases) + 1 + n % 3]]
                desk.decide(ids, Verdict(*rest, "s1013", "Somewhere"))
            elif what == "edit":
                line = b"%d | form%d\n" % (n, len(added))
                path = bench.key / "names.txt"
                path.write_bytes(line + path.read_bytes())
                added = line + added
            elif what == "reopen":
                desk.history = History(bench.key)
            else:
                getattr(desk, what)()
        except PseudoError as error:
            refused.add(error.code)
    while desk.history.can_undo:
        desk.undo()
    assert refused <= {"P901", "P902", "P903", "P905", "P906"}
    assert bench.files() == {**before, "names.txt": added + before["names.txt"]}
    (bench.key / "names.txt").write_bytes(before["names.txt"])


def test_a_step_is_one_however_many_cases_it_is_about(opened: tuple[Bench, Desk]) -> None:
    bench, desk = opened
    before = bench.files()
    cases = [case.id for case in desk.queue("kept")]
    assert len(cases) > 5
    desk.decide(cases, Verdict("accept"))
    assert desk.queue("kept") == []
    desk.undo()
    assert bench.files() == before
    assert [case.id for case in desk.queue("kept")] == cases
    desk.redo()
    assert desk.queue("kept") == []


def test_it_is_known_after_the_desk_was_closed(opened: tuple[Bench, Desk]) -> None:
    bench, desk = opened
    before = bench.files()
    desk.decide([case_of(desk, "conflicts").id], Verdict("keep"))
    again = bench.desk()
    assert again.history.can_undo
    assert again.history.tally()[0].total() == 1
    again.undo()
    assert bench.files() == before
    assert bench.desk().history.can_redo


def test_a_line_that_is_gone_cannot_be_taken_back(opened: tuple[Bench, Desk], tmp_path: Path) -> None:
    bench, desk = opened
    desk.decide([case_of(desk, "conflicts").id], Verdict("keep"))
    path = bench.key / "decisions.csv"
    path.write_text(path.read_text().replace("keep", "mask"))
    with pytest.raises(PseudoError, match="P900"):
        desk.undo()
    assert "mask" in path.read_text()
    assert desk.history.can_undo
