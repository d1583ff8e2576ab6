"""Parquet, workbooks, compressed tables and tables in parts through every command that reads or writes them."""

from __future__ import annotations

import csv
import datetime
import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.corpus.tables import Table

if TYPE_CHECKING:
    from .conftest import Place

DAY = datetime.datetime(2024, 5, 3, 9, 30)
TEXTS = ("Hi all,\nI like tides.\nMary", "Hi Mary,\nso do I.\nRobert", "Dear Robert,\nMary Poe's are fine.\nJane")
HEADERS = ("id", "author", "parent", "at", "text", "grade", "seen")
VALUES: dict[str, list[Any]] = {
    "id": [1, 2, 3],
    "author": ["mp", "rg", "jd"],
    "parent": [None, 1, 2],
    "timestamp": [DAY, DAY, None],
    "text": list(TEXTS),
    "grade": [1.5, None, 2.0],
    "seen": [True, False, None],
    "note": ["Ask Mary Poe about it", None, None],
}


def as_csv() -> bytes:
    rows = [
        ",".join(VALUES),
        *(f'{n + 1},{"mp rg jd".split()[n]},{n or ""},,"{TEXTS[n]}",,,{VALUES["note"][n] or ""}' for n in range(3)),
    ]
    return "\r\n".join(rows).encode() + b"\r\n"


def as_jsonl() -> bytes:
    keys = ("id", "author", "parent", "text", "grade", "note")
    return "".join(json.dumps({key: VALUES[key][n] for key in keys}) + "\n" for n in range(3)).encode()


def as_workbook(path: Path) -> Path:
    book = openpyxl.Workbook()
    book.active.append(["Notes"])
    sheet = book.create_sheet("Posts")
    sheet.append(list(VALUES))
    for row in zip(*VALUES.values(), strict=True):
        sheet.append(list(row))
    people = book.create_sheet("People")
    for row in (["Matrikelnummer", "Vorname", "Nachname"], ["mp", "Mary", "Poe"], ["rg", "Robert", "Grey"]):
        people.append(row)
    people.append(["jd", "Jane", "Dorn"])
    book.save(path)
    return path


def texts_in(path: Path) -> dict[str, str]:
    return {message.id or "": message.text for message in read_messages(path)}


def expected(place: Place) -> dict[str, str]:
    mary, robert, jane = (f"[{place.labels[person]}]" for person in ("mp", "rg", "jd"))
    return {
        "1": f"Hi all,\nI like tides.\n{mary}",
        "2": f"Hi {mary},\nso do I.\n{robert}",
        "3": f"Dear {robert},\n{mary}'s are fine.\n{jane}",
    }


def make(place: Place, name: str) -> Path:
    path = place / name
    if name.endswith(".parquet"):
        pq.write_table(pa.table(VALUES), path, compression="zstd")
    elif name.endswith(".xlsx"):
        as_workbook(path)
    else:
        content = as_jsonl() if ".jsonl" in name else as_csv()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else zstandard.compress(content))
    return path


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("input.parquet", "messages.parquet"),
        ("input.csv.gz", "messages.csv.gz"),
        ("input.jsonl.zst", "messages.jsonl.zst"),
        ("input.xlsx", "messages.csv"),
    ],
)
def test_every_command_reads_and_writes_it(place: Place, name: str, written: str) -> None:
    source = make(place, name)
    sheet = ("--sheet", "Posts") if name.endswith(".xlsx") else ()
    (place / "roster.csv").rename(place / "list.csv")
    roster = ("--roster", place / "list.csv")
    assert place.call("check", source, *roster, *sheet) == 0, place.stderr
    assert place.run(*roster, *sheet, "--seed", 1, "--keep-columns", "grade", messages=name) == 0, place.stderr
    out = place.out / written
    assert sorted(path.name for path in place.out.iterdir()) == sorted((written, "summary.json"))
    assert texts_in(out) == expected(place)
    assert "seen" not in Table(out).headers
    before = out.read_bytes()
    assert place.apply(*sheet, "--keep-columns", "grade", messages=name) == 0, place.stderr
    assert out.read_bytes() == before
    # What reads OUT.
    assert place.call("audit", place.out, "--key", place.key) == 0, place.stdout
    assert "0 unexplained" in place.stdout
    assert place.call("export", place.out, "--key", place.key, "--to", "conll", "--out", place / "spans") == 0, (
        place.stderr
    )
    assert place.call("report", place.out, "--key", place.key, "--out", place / "report.html") == 0, place.stderr
    assert place.call("restore", place.out, "--key", place.key, "--to", place / "back") == 0, place.stderr
    assert texts_in(place / "back" / written) == dict(zip("123", TEXTS, strict=True))
    back = next(iter(read_messages(place / "back" / written)))
    assert (back.author, back.extra["grade"]) == ("mp", "" if ".csv" in name else "1.5")
    # An edit is seen, whatever the format.
    table = Table(out)
    assert len(list(table.rows())) == 3
    out.write_bytes(make(place, name).read_bytes() if sheet == () else b"id,text\r\n1,x\r\n")
    assert place.call("restore", place.out, "--key", place.key, "--to", place / "again") == 2


@pytest.mark.parametrize(
    ("name", "written"), [("input.parquet", "messages.parquet"), ("input.csv.zst", "messages.csv.zst")]
)
def test_the_audit_looks_into_it(place: Place, name: str, written: str) -> None:
    make(place, name)
    assert place.run("--keep-columns", "note", messages=name) == 0, place.stderr
    assert place.call("audit", place.out, "--key", place.key) == 1
    assert "1 unexplained" in place.stdout
    assert "note" in place.stdout
    assert [path.name for path in place.out.iterdir() if path.name != "summary.json"] == [written]


def test_types_of_parquet_stay_where_values_do(place: Place) -> None:
    make(place, "input.parquet")
    assert place.run("--keep-columns", "grade", "--keep-columns", "seen", messages="input.parquet") == 0, place.stderr
    file = pq.ParquetFile(place.out / "messages.parquet")
    assert {field.name: str(field.type) for field in file.schema_arrow} == {
        **{"id": "int64", "author": "string", "parent": "int64", "timestamp": "string", "text": "string"},
        **{"grade": "double", "seen": "bool"},
    }
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    table = file.read().to_pydict()
    assert (table["id"], table["parent"], table["grade"]) == ([1, 2, 3], [None, 1, 2], [1.5, None, 2.0])
    assert table["timestamp"] == ["2024-05-03T09:30:00", "2024-05-03T09:30:00", None]
    assert table["seen"] == [True, False, None]
    # Codes are no numbers.
    assert place.run("--ids", "code", "--force", "--timestamps", "drop", messages="input.parquet") == 0, place.stderr
    fields = {field.name: str(field.type) for field in pq.read_schema(place.out / "messages.parquet")}
    assert fields == {"id": "string", "author": "string", "parent": "string", "text": "string"}


def test_parts_are_one_source(place: Place) -> None:
    parts = place / "posts"
    parts.mkdir()
    lines = as_jsonl().splitlines(keepends=True)
    for number, line in enumerate(lines):
        (parts / f"part-{number}.jsonl.gz").write_bytes(gzip.compress(line))
    assert place.run("--seed", 1, messages="posts") == 0, place.stderr
    assert texts_in(place.out / "messages.jsonl.gz") == expected(place)
    assert place.summary["files"][0]["messages"] == 3


def test_class_lists_in_several_sheets_and_files(place: Place) -> None:
    (place / "input.csv").write_bytes(as_csv())
    book = openpyxl.Workbook()
    book.active.title = "Biology"
    for title, person in (("Biology", ["mp", "Mary Poe"]), ("Chemistry", ["rg", "Robert Grey"])):
        sheet = book[title] if title in book.sheetnames else book.create_sheet(title)
        sheet.append(["id", "name"])
        sheet.append(person)
    book.save(place / "list.xlsx")
    (place / "others.csv").write_text("id,name\njd,Jane Dorn\n", "utf-8")
    lists = ("--roster", place / "list.xlsx", "--roster", place / "others.csv")
    assert place.call("check", place / "input.csv", *lists) == 0, place.stderr
    assert "not read: Chemistry" in place.stdout
    assert "1 author is not in the roster" in place.stdout
    sheets = ("--sheet", "roster=Biology", "--sheet", "roster=chemistry")
    assert place.run(*lists, *sheets, "--seed", 1, messages="input.csv") == 0, place.stderr
    assert "not read" not in place.stdout
    assert "not in the roster" not in place.stdout
    assert texts_in(place.out / "messages.csv") == expected(place)


def test_one_workbook_with_messages_and_class_list(place: Place) -> None:
    book = make(place, "course.xlsx")
    (place / "roster.csv").unlink()
    sheets = ("--sheet", "Posts", "--sheet", "roster=People")
    assert place.run("--roster", book, *sheets, "--seed", 1, messages="course.xlsx") == 0, place.stderr
    assert texts_in(place.out / "messages.csv") == expected(place)
    with (place.out / "messages.csv").open(encoding="utf-8", newline="") as stream:
        row = next(csv.DictReader(stream))
    assert (row["id"], row["timestamp"]) == ("1", "2024-05-03T09:30:00")
    assert place.run("--roster", book, "--force", messages="course.xlsx") == 2
    assert "P115" in place.stderr


def test_columns_of_a_class_list_can_be_told(place: Place) -> None:
    place.write("messages.csv", as_csv())
    place.write("list.csv", "Kennzahl;Zuruf;Sippe\nmp;Mary;Poe\nrg;Robert;Grey\njd;Jane;Dorn\n")
    (place / "roster.csv").unlink()
    columns = ("--roster-column", "id=Kennzahl", "--roster-column", "given=Zuruf", "--roster-column", "surname=Sippe")
    assert place.run("--roster", place / "list.csv", messages="messages.csv") == 2
    assert "--roster-column id=HEADER" in place.stderr
    assert place.run("--roster", place / "list.csv", *columns, "--seed", 1, messages="messages.csv") == 0, place.stderr
    assert texts_in(place.out / "messages.csv") == expected(place)
    # Which are of the class list, and which of the messages, is not mixed up.
    assert place.run(*columns, "--force", messages="messages.csv") == 2
    assert "P516" in place.stderr
    wrong = ("--roster-column", "grade=Zuruf")
    assert place.run("--roster", place / "list.csv", *wrong, "--force", messages="messages.csv") == 2
    assert "P117" in place.stderr
