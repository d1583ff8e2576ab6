"""Sheets as spreadsheets leave them: written harmlessly, read back whatever became of them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.cells import guard, unguard
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.evaluation.rating.sheets import Rating, read_sheet, split_forms, union, write_sheet

ITEMS = {"KM-001": 2, "KM-002": 0, "KM-003": 1}
ROWS = (
    ("item", "text", "left_standing", "replaced_wrongly", "note"),
    ("KM-001", "Hi [U01],\nBob and Bob are here. [U02]", "Bob | Bob", "", ""),
    ("KM-002", "It is José, I think", "José", "", "a name?"),
    ("KM-003", "Nothing [U01]", "0", "1", ""),
)
TEXTS = {item: text for item, text, *_ in ROWS[1:]}
PSEUDONYM = r"\[U[0-9]+\]"
RATINGS = {"KM-001": Rating(("Bob", "Bob")), "KM-002": Rating(("José",)), "KM-003": Rating((), 1)}


def write(
    path: Path, rows: tuple[tuple[str, ...], ...] = ROWS, *, delimiter: str = ",", encoding: str = "utf-8"
) -> Path:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    path.write_bytes(stream.getvalue().encode(encoding))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sheet-1.csv"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters(path: Path, encoding: str, delimiter: str) -> None:
    sheet = read_sheet(write(path, encoding=encoding, delimiter=delimiter), ITEMS, texts=TEXTS)
    assert sheet.ratings == RATINGS
    assert (sheet.strays, sheet.repeated) == ([], [])
    assert bool(sheet.warnings) == (encoding == "cp1252")


def test_order_blanks_empty_rows_and_headers_as_people_leave_them(path: Path) -> None:
    header = ("Note ", " TEXT", "Left_Standing", "Item", "replaced_wrongly")
    rows = (
        header,
        ("", "", "", "", ""),
        ("", "", " 0 ", " km-003 ", "1.0"),
        ("", "", "", "", ""),
        ("a name?", "", ' "José" ', "KM-002", ""),
        ("", "", " Bob;Bob ", "'KM-001", "0"),
    )
    assert read_sheet(write(path, rows), ITEMS).ratings == RATINGS


def test_what_is_empty_is_not_rated(path: Path) -> None:
    rows = (ROWS[0], ("KM-001", "", "", "1", ""), ("KM-002", "", "-", "", ""))
    assert read_sheet(write(path, rows), ITEMS).ratings == {"KM-002": Rating()}


@pytest.mark.parametrize("nothing", ["0", "-", "no", "None", "NOTHING"])
def test_nothing_left(path: Path, nothing: str) -> None:
    assert read_sheet(write(path, (ROWS[0], ("KM-001", "", nothing, "", ""))), ITEMS).ratings["KM-001"] == Rating()


@pytest.mark.parametrize(("cell", "wrong"), [("2", 2), ("[U01] | [U01]", 2), ("[U01]", 1), ("none", 0), ("", 0)])
def test_wrong_pseudonyms_are_counted_or_copied(path: Path, cell: str, wrong: int) -> None:
    sheet = read_sheet(write(path, (ROWS[0], ("KM-001", "", "0", cell, ""))), ITEMS, pseudonym=PSEUDONYM)
    assert sheet.ratings["KM-001"].wrong == wrong


def test_names_that_do_not_stand_as_written(path: Path) -> None:
    rows = (
        ROWS[0],
        ("KM-001", "", "Bob | Mary", "", ""),
        ("KM-002", "", "Jin | Kim 2 | Kim Lee", "", ""),
        ("KM-003", "", "jd22", "", ""),
    )
    texts = {"KM-001": "Bob thanksMary, Bob", "KM-002": "Hi Jim, Kim\nLee is here", "KM-003": "Ask JD22."}
    sheet = read_sheet(write(path, rows), ITEMS, texts=texts)
    assert (sheet.strays, sheet.repeated) == (["KM-002"], ["KM-001"])
    assert [rating.forms for rating in sheet.ratings.values()] == [("Bob", "Mary"), ("Kim Lee",), ("jd22",)]


@pytest.mark.parametrize(
    ("text", "form", "restored"),
    [
        ("Ask Sławy about it", "S?awy", "Sławy"),
        ("so says Žiga Čuk", "?iga ?uk", "Žiga Čuk"),
        ("Is it Bob?", "Bob?", "Bob?"),
        ("Sławyk and Słowa", "S?awy", None),
    ],
)
def test_letters_that_an_encoding_lacks(path: Path, text: str, form: str, restored: str | None) -> None:
    rows = (ROWS[0], ("KM-001", text.encode("cp1252", "replace").decode("cp1252"), form, "", ""))
    sheet = read_sheet(write(path, rows, encoding="cp1252"), ITEMS, texts={"KM-001": text})
    assert sheet.ratings["KM-001"].forms == ((restored,) if restored else ())
    assert bool(sheet.strays) == (restored is None)


WRONG = {
    "P642": (("item", "text"), ("KM-001", "")),
    "P643": (ROWS[0], ("Jane Dorn", "Jane Dorn", "Jane Dorn", "", "")),
    "P644": (ROWS[0], ROWS[1], ROWS[1]),
    "P645": (ROWS[0], ("KM-002", "Jane Dorn", "0", "3", "")),
    "P650": (ROWS[0], ("KM-002", "Jane Dorn", "Jane Dorn | [U01]", "", "")),
}


@pytest.mark.parametrize("code", WRONG)
def test_errors_say_where_and_nothing_of_the_text(path: Path, code: str) -> None:
    with pytest.raises(PseudoError) as error:
        read_sheet(write(path, WRONG[code]), ITEMS, pseudonym=PSEUDONYM)
    assert error.value.code == code
    assert "sheet-1.csv" in str(error.value)
    assert "Jane" not in str(error.value)


@pytest.mark.parametrize(
    ("left", "wrong", "code"),
    [
        ("1", "", "P652"),
        ("?", "", "P652"),
        ("+", "", "P652"),
        ("Bob | 2", "", "P652"),
        ("0", "-1", "P653"),
        ("0", "0.5", "P653"),
        ("0", "?", "P653"),
        ("0", "two", "P653"),
        ("0", "yes", "P653"),
    ],
)
def test_what_is_no_answer_is_not_taken_for_one(path: Path, left: str, wrong: str, code: str) -> None:
    rows = (ROWS[0], ROWS[2], ("KM-001", "", left, wrong, ""))
    with pytest.raises(PseudoError, match=f"{code}.*line 3") as error:
        read_sheet(write(path, rows), ITEMS, pseudonym=PSEUDONYM)
    assert "KM-001" in str(error.value)


@pytest.mark.parametrize("start", [b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1"])
def test_a_spreadsheet_is_no_csv(path: Path, start: bytes) -> None:
    path.write_bytes(start + b"[Content_Types].xml")
    with pytest.raises(PseudoError, match=r"P656.*as CSV"):
        read_sheet(path, ITEMS)


@pytest.mark.parametrize(
    ("said", "name"), [("name", True), (" Name", True), ("yes", True), ("no", False), ("0", False)]
)
def test_words(path: Path, said: str, name: bool) -> None:
    rows = (("item", "word", "name"), ("KM-001", "Bob", said))
    sheet = read_sheet(write(path, rows), ITEMS, words=dict.fromkeys(ITEMS, "Bob"))
    assert sheet.ratings == {"KM-001": Rating(("Bob",) if name else ())}


def test_words_need_one_of_two_answers(path: Path) -> None:
    rows = (("item", "word", "name"), ("KM-001", "Bob", "perhaps"))
    with pytest.raises(PseudoError, match="P646"):
        read_sheet(write(path, rows), ITEMS, words=dict.fromkeys(ITEMS, "Bob"))


# --- Writing ---


@given(st.lists(st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0")), min_size=1))
def test_every_text_comes_back(texts: list[str]) -> None:
    stream = io.StringIO(newline="")
    write_sheet(stream, [{"item": str(n), "text": text} for n, text in enumerate(texts)])
    assert stream.getvalue().startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(stream.getvalue()[1:], newline="")))
    assert [row["text"] for row in rows] == [guard(text) for text in texts]
    assert [unguard(row["text"]) for row in rows] == texts


# --- Forms ---


def test_forms_in_a_cell() -> None:
    assert split_forms(' Bob | "Mary Poe";mjane\nJ. D. | 12 | ') == ["Bob", "Mary Poe", "mjane", "J. D.", "12"]


def test_union_of_two_raters() -> None:
    assert union([Rating(("Bob", "Mary"), 1), Rating(("bob", "Bob", "Jane"), 0)]) == Rating(
        ("Bob", "Bob", "Mary", "Jane"), 1
    )
    assert union([Rating()]) == Rating()
