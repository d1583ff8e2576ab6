"""No cell of a table that people open is a formula, and every cell comes back letter for letter."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.cells import CellReader, CellWriter, guard, table_writer, unguard

FORMULAS = (
    *("=1+1", "+44 20", "-- Bob", "@U06 hi", "\t=1", "\r=1", "\n=1", " =cmd|' /C calc'!A0", "＝1", "-", "-5+1", "+5"),
)
HARMLESS = ("Hi [U01]", "1+1=2", "", "'quoted'", "'", "-5", "-5.25", "-5,25", "5", "'tis")
PIECES = st.text(st.sampled_from("'=+-@\t\r\n ＝5.a"), max_size=6)


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_formula_is_guarded(cell: str) -> None:
    assert guard(cell) == f"'{cell}"
    assert guard(f"'{cell}") == f"''{cell}"


@pytest.mark.parametrize("cell", HARMLESS)
def test_other_cells_stay(cell: str) -> None:
    assert guard(cell) == cell
    assert unguard(cell) == cell


@given(PIECES | st.text())
def test_every_cell_comes_back(cell: str) -> None:
    assert unguard(guard(cell)) == cell


@given(PIECES, PIECES)
def test_no_two_cells_become_one(cell: str, other: str) -> None:
    assert (guard(cell) == guard(other)) == (cell == other)


@given(PIECES)
def test_what_is_written_begins_no_formula(cell: str) -> None:
    written = guard(cell)
    assert written[:1] not in tuple("=+@\t\r") or not written
    assert not written.startswith("-") or written[1:].replace(".", "").isdigit()


def test_tables() -> None:
    stream = io.StringIO(newline="")
    rows: list[list[object]] = [["=a", 1, "b"], ["'=a", -5, "-5"], ["'a", None, "@b;c"]]
    CellWriter(stream, delimiter=";").writerows(rows)
    text = stream.getvalue()
    assert next(csv.reader(io.StringIO(text), delimiter=";")) == ["'=a", "1", "b"]
    reader = CellReader(io.StringIO(text), delimiter=";")
    assert list(reader) == [["=a", "1", "b"], ["'=a", "-5", "-5"], ["'a", "", "@b;c"]]
    assert reader.line_num == 3


@pytest.mark.parametrize("plain", [True, False])
@given(st.lists(st.lists(PIECES, min_size=2, max_size=3), max_size=3))
def test_an_end_of_a_line_in_a_cell_ends_no_row(plain: bool, rows: list[list[str]]) -> None:
    stream = io.StringIO(newline="")
    table_writer(stream, plain=plain).writerows(rows)
    text = io.StringIO(stream.getvalue(), newline="")
    assert list(csv.reader(text) if plain else CellReader(text)) == rows
