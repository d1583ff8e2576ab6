"""Parquet, workbooks, compressed tables and tables in parts: what they hold is what a CSV file of them would."""

from __future__ import annotations

import datetime
import gzip
import json
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from spacy_pseudo.corpus.formats import find_layout
from spacy_pseudo.corpus.packing import packed
from spacy_pseudo.corpus.readers import read_messages, read_roster
from spacy_pseudo.corpus.tables import ReadReport, Table, parts_of
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.message import Message

DAY = datetime.datetime(2024, 5, 3, 9, 30)


def rows(path, **kwargs):
    report = ReadReport()
    table = Table(path, report=report, **kwargs)
    return [{key: table.text(value) for key, value in row.values.items()} for row in table.rows()], report


def parquet(path, columns, **kwargs):
    pq.write_table(pa.table(columns), path, **kwargs)
    return path


def workbook(path, *sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, cells in sheets:
        sheet = book.create_sheet(title)
        for row in cells:
            sheet.append(row)
    book.save(path)
    return path


def refused(read, code):
    with pytest.raises(PseudoError) as caught:
        read()
    assert caught.value.code == code
    return str(caught.value)


# --- Parquet ---


def test_values_of_parquet(tmp_path):
    path = parquet(
        tmp_path / "m.parquet",
        {
            "id": pa.array([43, None, 2**60], pa.int64()),
            "parent": pa.array([43.0, float("nan"), None], pa.float64()),
            "author": pa.array(["a", None, "a"]).dictionary_encode(),
            "at": pa.array([DAY, None, DAY], pa.timestamp("ns")),
            "zoned": pa.array([DAY, None, DAY], pa.timestamp("ms", "Europe/Stockholm")),
            "day": pa.array([DAY.date(), None, DAY.date()], pa.date32()),
            "yes": [True, False, None],
            "raw": pa.array(["é".encode(), None, b"x"], pa.binary()),
            "text": ["Hi\r\nall", "", "a\0b"],
        },
    )
    found, report = rows(path)
    assert found[0] == {
        **{
            "id": "43",
            "parent": "43",
            "author": "a",
            "at": "2024-05-03T09:30:00",
            "zoned": "2024-05-03T09:30:00+00:00",
        },
        **{"day": "2024-05-03", "yes": "true", "raw": "é", "text": "Hi\r\nall"},
    }
    assert found[1] == dict.fromkeys(found[0]) | {"yes": "false", "text": ""}
    assert (found[2]["id"], found[2]["text"]) == ("1152921504606846976", "a\ufffdb")
    assert (report.format, report.layout, report.nul, report.rows) == ("parquet", "parquet", 1, 3)


def test_messages_of_parquet_and_columns_with_lists(tmp_path):
    path = parquet(tmp_path / "m.data", {"Post ID": [1, 2], "user": ["a", "b"], "message": ["Hi", "Ho"], "n": [1.5, 2]})
    assert list(read_messages(path)) == [
        Message("Hi", "1", "a", extra={"n": "1.5"}),
        Message("Ho", "2", "b", extra={"n": "2"}),
    ]
    nested = parquet(tmp_path / "n.parquet", {"id": [1], "author": ["a"], "text": [["Hi", "Ottoline"]]})
    said = refused(lambda: list(read_messages(nested)), "P121")
    assert "'text'" in said
    assert "Ottoline" not in said
    # Of a column that is not used it does not matter.
    fine = parquet(tmp_path / "f.parquet", {"id": [1], "author": ["a"], "text": ["Hi"], "tags": [["x", "y"]]})
    assert next(read_messages(fine)).extra == {"tags": '["x", "y"]'}


def test_parquet_that_is_damaged_empty_or_a_bomb(tmp_path):
    path = parquet(tmp_path / "m.parquet", {"id": [1], "author": ["a"], "text": ["Hi Ottoline"]})
    whole = path.read_bytes()
    for cut in (len(whole) - 9, 40, 4):
        path.write_bytes(whole[:cut])
        refused(lambda: list(read_messages(path)), "P101")
    empty = parquet(tmp_path / "e.parquet", {"id": pa.array([], pa.int64()), "author": pa.array([], pa.string())})
    assert rows(empty)[0] == []
    assert refused(lambda: list(read_messages(empty)), "P115")
    # A dictionary holds the text once; what is read holds it in every row.
    bomb = parquet(
        tmp_path / "b.parquet", {"id": [*range(2000)], "author": ["a"] * 2000, "text": ["x" * 50_000] * 2000}
    )
    assert bomb.stat().st_size < 400_000
    refused(lambda: [None for _ in read_messages(bomb)], "P129")


# --- Compressed ---


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_compressed_tables_by_name_and_by_content(tmp_path, pack):
    content = b"id,author,text\n1,a,Hi\n"
    ending = "gz" if pack is gzip.compress else "zst"
    for name in (f"m.csv.{ending}", "m.csv"):
        (tmp_path / name).write_bytes(pack(content))
        found, report = rows(tmp_path / name)
        assert found == [{"id": "1", "author": "a", "text": "Hi"}]
        assert report.ending == f"csv.{ending}"
    (tmp_path / f"m.jsonl.{ending}").write_bytes(pack(b'{"id": 1}\n') + pack(b'{"id": 2}\n'))
    assert rows(tmp_path / f"m.jsonl.{ending}")[0] == [{"id": "1"}, {"id": "2"}]
    for cut in (1, 5, 9):
        (tmp_path / name).write_bytes(pack(content)[:-cut])
        refused(lambda: rows(tmp_path / "m.csv"), "P101")


def test_zstandard_bombs_are_not_unpacked(tmp_path):
    path = tmp_path / "m.csv.zst"
    path.write_bytes(zstandard.compress(b"id,author,text\n" + (b"x" * 999 + b"\n") * 120_000))
    assert path.stat().st_size < 20_000
    tracemalloc.start()
    refused(lambda: rows(path), "P129")
    assert tracemalloc.get_traced_memory()[1] < 60_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("pack", ["gz", "zst"])
def test_compressed_bytes_hold_neither_time_nor_name(tmp_path, pack):
    written = []
    for name in ("a", "b"):
        with open(tmp_path / name, "wb") as file, packed(file, pack) as stream:
            stream.write(b"Hi\n" * 1000)
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    assert (gzip.decompress(written[0]) if pack == "gz" else _unpacked(written[0])) == b"Hi\n" * 1000
    if pack == "gz":
        assert written[0][3:8] == bytes(5)  # no name, no time


def _unpacked(data):
    return zstandard.ZstdDecompressor().stream_reader(data).read()


# --- Workbooks ---


def test_values_of_workbooks(tmp_path):
    cells = [
        [],
        ["Post ID", "user", "Posted on", "message", None],
        [43, 7.0, DAY, "Hi\n_x0041_ll_x000D_"],
        [None, None, None, None],
        [44, "b", datetime.datetime(2024, 5, 3), True],
    ]
    path = workbook(tmp_path / "m.xlsx", ("Posts", cells), ("People", [["id", "name"], [43, "Zoë Quill"]]))
    found, report = rows(path)
    assert found == [
        {"Post ID": "43", "user": "7", "Posted on": "2024-05-03T09:30:00", "message": "Hi\nAll\r"},
        {"Post ID": "44", "user": "b", "Posted on": "2024-05-03", "message": "true"},
    ]
    assert (report.format, report.layout) == ("csv", "xlsx")
    assert [message.id for message in read_messages(path, sheet="Posts")] == ["43", "44"]
    assert [person.names for person in read_roster(path, sheet="People")] == [("Zoë Quill",)]
    said = refused(lambda: read_roster(path, sheet="Ottoline"), "P125")
    assert "People" in said
    assert "--sheet roster=NAME" in said
    refused(lambda: rows(Path(__file__).parents[2] / "assets" / "roster.csv", sheet="People"), "P126")


def test_sheets_and_files_are_one_class_list(tmp_path):
    first = workbook(
        tmp_path / "a.xlsx",
        ("Ottoline's", [["id", "name", "role"], [1, "Zoë Quill", "tutor"], [2, "Ada Lind", None]]),
        ("Biology", [["id", "Vorname", "Nachname"], [3, "Robert", "Grey"], [2, "A.", "Lind"]]),
        ("Empty", []),
    )
    second = tmp_path / "b.csv"
    second.write_text("Kennzahl;name\n4;Jane Dorn\n", "utf-8")
    report = ReadReport()
    assert [person.id for person in read_roster(first, report=report)] == ["1", "2"]
    assert report.unread == {str(first): ["Biology"]}
    roster = read_roster(first, sheet=["Ottoline's", "biology"], report=report)
    assert [person.names for person in roster] == [("Zoë Quill",), ("Ada Lind", "A. Lind"), ("Robert Grey",)]
    assert (report.unread, report.rows, report.duplicates) == ({}, 4, ["2"])
    said = refused(lambda: read_roster(first, sheet="Chemistry"), "P125")
    assert "(sheet 1), Biology" in said
    assert [person.id for person in read_roster(first, sheet="(sheet 1)")] == ["1", "2"]
    both = read_roster([first, second], sheet="Biology", columns={"id": "Kennzahl"})
    assert [person.id for person in both] == ["3", "2", "4"]
    refused(lambda: read_roster([first, second], sheet="Chemistry", columns={"id": "Kennzahl"}), "P125")
    second.write_text("id;name;ids\n4;Jane Dorn;3\n", "utf-8")
    said = refused(lambda: read_roster([first, second], sheet="Biology"), "P204")
    assert f"lines 2 of {first} and 2" in said


def test_formulas_are_what_they_came_to(tmp_path):
    path = workbook(tmp_path / "m.xlsx", ("A", [["id", "author", "text"], [1, "a", "=1+1"]]))
    # As a spreadsheet saves it, with the value.
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    members[sheet] = (
        members[sheet]
        .replace(b"<f>1+1</f><v></v>", b"<f>1+1</f><v>2</v>")
        .replace(b"<f>1+1</f><v />", b"<f>1+1</f><v>2</v>")
    )
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    assert [message.text for message in read_messages(path)] == ["2"]


def test_workbooks_that_cannot_be_read(tmp_path):
    path = workbook(tmp_path / "m.xlsx", ("A", [["id", "author", "text"], [1, "a", "Hi Ottoline"], [2, "b", "c", "d"]]))
    assert "line 3" in refused(lambda: list(read_messages(path)), "P111")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    refused(lambda: list(read_messages(path)), "P101")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 90_000_000)
    refused(lambda: list(read_messages(path)), "P129")
    for name, begin in (("m.xls", b"\xd0\xcf\x11\xe0"), ("m.xlsx", b"\xd0\xcf\x11\xe0"), ("m.numbers", b"x")):
        (tmp_path / name).write_bytes(begin)
        said = refused(lambda name=name: list(read_messages(tmp_path / name)), "P124")
        assert "CSV" in said
    with zipfile.ZipFile(tmp_path / "m.ods", "w") as archive:
        archive.writestr("content.xml", b"<a/>")
    assert "OpenDocument" in refused(lambda: list(read_messages(tmp_path / "m.ods")), "P124")


def test_a_workbook_of_moodle(tmp_path):
    headers = ["id", "discussion", "parent", "userid", "userfullname", "created", "subject", "message"]
    post = [1, 7, 0, 43, "Mary Poe", 1706778001, "Tides", "<p>Hi</p>"]
    path = workbook(tmp_path / "discussion.xlsx", ("Posts", [headers, post]))
    layout = find_layout(path)
    assert layout is not None
    assert layout.name == "moodle"
    report = ReadReport()
    assert [(m.id, m.author, m.html) for m in read_messages(path, report=report)] == [("1", "43", True)]
    assert (report.people, report.format) == ({"43": ["Mary Poe"]}, "csv")


# --- Parts ---


def test_parts_are_one_table_in_the_order_of_their_names(tmp_path):
    for number, ids in ((1, [3, 4]), (0, [1, 2])):
        parquet(tmp_path / f"part-{number}.parquet", {"id": ids, "author": ["a", "b"], "text": ["x", "y"]})
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / ".part-0.parquet.crc").touch()
    assert [path.name for path in parts_of(tmp_path)] == ["part-0.parquet", "part-1.parquet"]
    assert [message.id for message in read_messages(tmp_path)] == ["1", "2", "3", "4"]
    assert [message.id for message in read_messages(tmp_path, format="parquet")] == ["1", "2", "3", "4"]


def test_parts_may_have_other_columns_but_not_another_format(tmp_path):
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"id": 1, "author": "a", "text": "x"}\n'))
    (tmp_path / "b.jsonl").write_text(json.dumps({"id": 2, "author": "b", "text": "y", "thread": "t"}) + "\n")
    report = ReadReport()
    assert [message.thread for message in read_messages(tmp_path, report=report)] == [None, "t"]
    assert report.columns["thread"] == "thread"
    (tmp_path / "c.jsonl").write_text('{"author": "Ottoline"}\n')
    assert "c.jsonl" in refused(lambda: list(read_messages(tmp_path)), "P120")
    (tmp_path / "c.jsonl").rename(tmp_path / "c.csv")
    refused(lambda: list(read_messages(tmp_path)), "P127")
    (tmp_path / "inner").mkdir()
    refused(lambda: list(read_messages(tmp_path)), "P142")


# --- Without the packages ---


@pytest.mark.parametrize(
    ("package", "name", "extra"),
    [("pyarrow", "m.parquet", "parquet"), ("openpyxl", "m.xlsx", "xlsx"), ("zstandard", "m.csv.zst", "zstd")],
)
def test_what_to_install_is_told(tmp_path, package, name, extra):
    parquet(tmp_path / "m.parquet", {"id": [1]})
    workbook(tmp_path / "m.xlsx", ("A", [["id"]]))
    (tmp_path / "m.csv.zst").write_bytes(zstandard.compress(b"id\n"))
    script = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from spacy_pseudo.corpus.tables import Table\n"
        f"Table({str(tmp_path / name)!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "[P123]" in done.stderr
    assert f"spacy-pseudo[{extra}]" in done.stderr
