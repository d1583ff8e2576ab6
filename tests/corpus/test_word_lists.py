"""The list of words: written for pruning, read back from whatever a person made of it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_pseudo.corpus.word_lists import read_listing, write_listing
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.name_words import ListedWord

ROWS = [ListedWord("odd", 2, 0.04), ListedWord("mary", 7, 0.998), ListedWord("fergus", 2, 0.9)]


def test_most_frequent_first_then_by_word(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    write_listing(path, ROWS)
    assert path.read_bytes() == b"word,occurrences,probability\nmary,7,0.998\nfergus,2,0.900\nodd,2,0.040\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["words.csv"]


def test_deleted_rows_are_no_names_and_added_ones_are(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    write_listing(path, ROWS)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1], "Oyelaran,,", "", ""]))
    assert read_listing(path) == [ListedWord("mary", 7, 0.998), ListedWord("oyelaran")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("word\nMary\n", ["mary"]),
        ("\ufeffword,occurrences,probability\r\nmary,7,0.9\r\n", ["mary"]),
        ("Word;Occurrences;Probability;Note\nmary;7;0,9;yes\n", ["mary"]),
        ("probability,word\n0.9,Élise\n", ["elise"]),
        ("word,occurrences\nmary,1\nMary,2\n", ["mary"]),
        ("word,occurrences,probability\n", []),
    ],
)
def test_read_whatever_an_editor_made_of_it(tmp_path: Path, text: str, words: list[str]) -> None:
    path = tmp_path / "words.csv"
    path.write_bytes(text.encode())
    assert [row.word for row in read_listing(path)] == words


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("name,occurrences\nmary,1\n", "P762", None),
        ("word\nmary\nmary poe\n", "P763", 3),
        ("word,occurrences\n,4\n", "P763", 2),
        ("word,occurrences\nmary,often\n", "P764", 2),
        ("word,occurrences\nmary,-1\n", "P764", 2),
        ("word,probability\nmary,high\n", "P765", 2),
        ("word,probability\nmary,1.5\n", "P765", 2),
        ("word,probability\nmary,nan\n", "P765", 2),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_without_names(
    tmp_path: Path, text: str, code: str, line: int | None
) -> None:
    path = tmp_path / "words.csv"
    path.write_text(text)
    with pytest.raises(PseudoError) as caught:
        read_listing(path)
    assert caught.value.code == code
    assert "words.csv" in str(caught.value)
    assert line is None or f"line {line}" in str(caught.value)
    assert "mary" not in str(caught.value)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(PseudoError, match="P101"):
        read_listing(tmp_path / "words.csv")


def test_a_spreadsheets_own_file(tmp_path: Path) -> None:
    (tmp_path / "words.csv").write_bytes(b"PK\x03\x04rest")
    with pytest.raises(PseudoError, match="P656"):
        read_listing(tmp_path / "words.csv")


def test_where_no_list_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(PseudoError, match="P760"):
        write_listing(tmp_path, ROWS)
    with pytest.raises(PseudoError, match="P761"):
        write_listing(tmp_path / "none" / "words.csv", ROWS)


def test_a_list_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    write_listing(path, ROWS)
    old = path.read_bytes()
    with pytest.raises(AttributeError):
        write_listing(path, [ROWS[0], None])  # type: ignore[list-item]
    assert path.read_bytes() == old


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.text(alphabet="abcdxyz", min_size=1, max_size=6),
        st.tuples(st.integers(0, 10**6), st.floats(0, 1)),
        max_size=8,
    )
)
def test_what_is_written_is_read(tmp_path: Path, rows: dict[str, tuple[int, float]]) -> None:
    path = tmp_path / "words.csv"
    write_listing(path, (ListedWord(word, *values) for word, values in rows.items()))
    found = read_listing(path)
    assert {(row.word, row.occurrences) for row in found} == {(word, values[0]) for word, values in rows.items()}
    assert all(abs((row.probability or 0) - rows[row.word][1]) <= 0.0005 for row in found)
