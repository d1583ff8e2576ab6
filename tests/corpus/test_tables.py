"""Encodings, delimiters, quotes and JSON: what a file may look like, and what is said of one that is broken."""

import gzip
import re
import tracemalloc

import pytest

from spacy_pseudo.corpus.tables import ReadReport, Table
from spacy_pseudo.errors import PseudoError, PseudoWarning

HEADER = "id,author,text\n"


@pytest.fixture
def write(tmp_path):
    def write(content, name="messages.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding, "surrogatepass"))
        return path

    return write


def read(path, **kwargs):
    report = ReadReport()
    table = Table(path, report=report, **kwargs)
    return [{key: table.text(value) for key, value in row.values.items()} for row in table.rows()], report


def error(path, **kwargs):
    with pytest.raises(PseudoError) as caught:
        read(path, **kwargs)
    return str(caught.value)


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
    ],
)
@pytest.mark.parametrize("name", ["messages.csv", "messages.jsonl"])
def test_encoding_is_found(write, encoding, found, name):
    text = "Grüße, Zoë – “bis bald”"
    content = f'id,author,text\r\n1,a,"{text}"\r\n' if name.endswith("csv") else f'{{"id": 1, "text": "{text}"}}\r\n'
    rows, report = read(write(content, name, encoding))
    assert rows[0]["id"] == "1"
    assert rows[0]["text"] == text
    assert report.encoding == found
    assert [warning[:6] for warning in report.warnings] == (["[W101]"] if found == "cp1252" else [])


def test_utf_16_lines_are_cut_where_they_end(write):
    # The bytes of these letters look like line ends to a reader that does not decode first.
    text = "Ċ\u0a0aĊ\u0d0a"
    rows, _ = read(write(f"id,text\r\n1,{text}\r\n2,{text}", encoding="utf-16"))
    assert rows == [{"id": "1", "text": text}, {"id": "2", "text": text}]


def test_uncertain_encoding_warns_without_a_report(write):
    path = write("id,text\n1,Zoë\n", encoding="cp1252")
    with pytest.warns(PseudoWarning, match=r"W101.*line 2 .*--encoding"):
        Table(path)


@pytest.mark.parametrize("told", ["utf-8", "UTF8", "utf-8-sig"])
def test_a_mark_is_no_part_of_the_header(write, told):
    rows, _ = read(write('"id",text\n1,x\n', encoding="utf-8-sig"), encoding=told)
    assert rows == [{"id": "1", "text": "x"}]


def test_a_mark_before_what_is_not_utf_8(write):
    path = write(b"\xef\xbb\xbf" + f"{HEADER}1,a,Zoë\n".encode("cp1252"))
    for told in (None, "cp1252"):
        found, report = read(path, encoding=told)
        assert (found, report.encoding) == ([{"id": "1", "author": "a", "text": "Zoë"}], "cp1252")
        assert [warning[:6] for warning in report.warnings] == ["[W101]"] * (told is None)
    mixed = b"\xef\xbb\xbf" + f"{HEADER}1,a,Zoë\n".encode() + b"2,b,Zo\xeb\n"
    assert "P107" in error(write(mixed, "mixed.csv"))


@pytest.mark.parametrize(
    ("content", "name", "what"),
    [
        (b"%PDF-1.4\n%\xe2\xe3", "a.pdf", "a PDF"),
        (b"%PDF-1.4\n%\xe2\xe3", "a.csv", "a PDF"),
        (b"\x89PNG\r\n", "a.png", "an image"),
        (b"\xff\xd8\xff\xe0", "a.jpg", "an image"),
        (b"{\\rtf1", "a.rtf", "RTF"),
        (b"\xd0\xcf\x11\xe0", "a.doc", "a Word document"),
        (b"PK\x03\x04", "a.docx", "a Word document"),
        (b"PK\x03\x04", "a.odt", "an OpenDocument text"),
    ],
)
def test_what_is_made_to_be_looked_at_is_refused_with_what_to_do(write, content, name, what):
    path = write(content, name)
    for told in (None, "csv"):
        said = error(path, format=told)
        assert f"P144] {path} is " in said
        assert what in said
        assert "Export" in said


def test_told_encoding(write):
    rows, report = read(write("id,text\n1,Łukasz\n", encoding="cp1250"), encoding="cp1250")
    assert rows[0]["text"] == "Łukasz"
    assert (report.encoding, report.warnings) == ("cp1250", [])


@pytest.mark.parametrize(
    ("content", "told", "code", "place"),
    [
        (HEADER.encode() + b"1,a,x\n2,b,Zo\xeb\n", "utf-8", "P105", "line 3"),
        (HEADER.encode() + b"1,a,Zo\xeb\n", "ascii", "P105", "line 2"),
        (HEADER.encode() + b"1,a,Zo\xff\n", "shift_jis", "P105", "line 2"),
        (HEADER.encode("utf-16") + b"\0", None, "P105", "line 2"),
        (HEADER.encode() + b"1,a,x\n2,b,Zo\x81\n", None, "P106", "line 3"),
        (HEADER.encode() + b"1,a,Zo\xc3\xab\n2,b,Zo\xeb\n", None, "P107", "line 3 .* line 2"),
    ],
)
def test_wrong_encoding(write, content, told, code, place):
    caught = error(write(content), encoding=told)
    assert caught.startswith(f"[{code}]")
    assert re.search(rf"messages\.csv.* {place}.*--encoding", caught)
    assert "Zo" not in caught


@pytest.mark.parametrize("told", ["klingon", "rot13", "base64"])
def test_unknown_encoding(write, told):
    assert error(write(HEADER), encoding=told).startswith("[P104]")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["messages.csv", "messages.tsv"])
def test_delimiter_is_found(write, delimiter, name):
    cells = [["id", "author", '"text, and; more|of\tit, of, it"'], ["1", "a", '"Hi, you; there|""now"""']]
    content = "".join(delimiter.join(row) + "\r\n" for row in cells)
    rows, report = read(write(content, name))
    assert rows == [{"id": "1", "author": "a", "text, and; more|of\tit, of, it": 'Hi, you; there|"now"'}]
    assert report.delimiter == delimiter


@pytest.mark.parametrize("line", ["sep=;\r\n", '"SEP=;"\n'])
def test_spreadsheets_say_the_delimiter(write, line):
    path = write(line + "a,b,c;text\n1;x\n2;y;z\n")
    caught = error(path)
    assert re.search(r"P111.*line 4: 3 cells, but 2 headers", caught)
    table = Table(path)
    assert next(table.rows()).values == {"a,b,c": "1", "text": "x"}


def test_lines_and_line_ends_in_cells(write):
    content = 'id,text\r\n\r\n1,"a\r\nb\nc\rd"\r\n   \r\n,\r\n2,e\r\n'
    table = Table(write(content))
    rows = list(table.rows())
    assert [row.values for row in rows] == [{"id": "1", "text": "a\r\nb\nc\rd"}, {"id": "2", "text": "e"}]
    assert [row.line for row in rows] == [3, 9]


def test_line_ends_of_old_macintoshes(write):
    rows, _ = read(write("id;text\r1;x, y, z\r2;y\r"))
    assert rows == [{"id": "1", "text": "x, y, z"}, {"id": "2", "text": "y"}]


def test_rows_may_be_shorter_and_padded(write):
    rows, report = read(write("id,text,,\n1\n2,x,,,,\n3,y,z\n"))
    assert rows == [
        {"id": "1"},
        {"id": "2", "text": "x", "column 3": "", "column 4": ""},
        {"id": "3", "text": "y", "column 3": "z"},
    ]
    assert report.headers == ["id", "text", "column 3", "column 4"]


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        ('id,text\n1,x\n2,"secret\n3,secret\n', "P109", "line 3"),
        ('id,text\n1,"secret" said he\n', "P110", "line 2"),
        # Without strictness this would be one message of three rows.
        ('id,text\n1,"secret\n2,secret\n3,"secret"\n', "P110", "line 2"),
        ("id,text\n1,x\n2,secret,secret\n", "P111", "line 3"),
        ("id,text,text\n1,x,secret\n", "P114", r"line 1.*\[3\]"),
    ],
)
def test_broken_csv(write, content, code, place):
    caught = error(write(content))
    assert caught.startswith(f"[{code}]")
    assert re.search(place, caught)
    assert "secret" not in caught


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        ('{"id": 1}\n\n{"id": "secret\n', "P112", "line 3"),
        ('{"id": 1}\n["secret"]\n', "P113", "line 2"),
        ('{"id": 1}\n"secret"\n', "P113", "line 2"),
        ("[" * 100_000, "P112", "line 1"),
        ('{"id": ' + "1" * 5000 + "x}", "P112", "line 1"),
    ],
)
def test_broken_jsonl(write, content, code, place):
    caught = error(write(content, "messages.jsonl"))
    assert caught.startswith(f"[{code}]")
    assert re.search(place, caught)
    assert "secret" not in caught


@pytest.mark.parametrize("name", ["messages.csv", "messages.jsonl"])
@pytest.mark.parametrize("content", ["", "\n\r\n", "\ufeff"])
def test_empty_files(write, name, content):
    rows, report = read(write(content, name))
    assert (rows, report.headers) == ([], [])


def test_json_values_become_text(write):
    line = '{"a": 43, "b": 43.0, "c": 0.5, "d": true, "e": null, "f": [1, {"g": "é"}], "h": NaN, "i": 1e300, "j": ""}'
    rows, _ = read(write(line, "messages.ndjson"))
    expected = ["43", "43", "0.5", "true", None, '[1, {"g": "é"}]', None, "1e+300", ""]
    assert list(rows[0].values()) == expected


def test_keys_may_come_late(write):
    lines = ['{"id": 1}'] * 200 + ['{"id": 2, "late": 3}']
    rows, report = read(write("\n".join(lines), "messages.jsonl"))
    assert rows[-1] == {"id": "2", "late": "3"}
    assert report.headers == ["id", "late"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_nul_and_lone_surrogates_in_csv(write, encoding):
    rows, report = read(write("id,text\n1,a\0b\ud83dc\0\n2,\udc00😀\n", encoding=encoding))
    assert [row["text"] for row in rows] == ["a\ufffdb\ufffdc\ufffd", "\ufffd😀"]
    assert (report.nul, report.surrogates, report.rows) == (2, 2, 2)


def test_surrogates_at_any_place_in_a_large_file(write):
    rows, report = read(write("id,text\n" + "".join(f"{n},{'x' * (n % 7)}\ud83d\n" for n in range(5000))))
    assert report.surrogates == len(rows) == 5000


def test_nul_and_lone_surrogates_in_jsonl(write):
    content = '{"id": 1, "text": "a\\u0000b\\ud83dc\0\\ud83d\\ude00"}\n{"id": 2, "te\\ud800xt": "\ud83d"}\n'
    rows, report = read(write(content, "messages.jsonl"))
    assert rows == [{"id": "1", "text": "a\ufffdb\ufffdc\ufffd😀"}, {"id": "2", "te\ufffdxt": "\ufffd"}]
    assert (report.nul, report.surrogates) == (2, 3)


@pytest.mark.parametrize("name", ["messages.txt", "messages", "messages.gz", "messages.json"])
def test_format_must_be_known(write, name):
    assert re.search("P102.*--format", error(write(HEADER, name)))
    assert read(write(HEADER + "1,a,b\n", name.replace(".gz", "")), format="csv")[1].format == "csv"


def test_format_may_be_told_wrongly(write):
    assert error(write(HEADER), format="xml").startswith("[P103]")


def test_compressed_files(write, tmp_path):
    path = write(gzip.compress((HEADER + "1,a,b\n").encode()), "messages.csv.gz")
    assert read(path)[0] == [{"id": "1", "author": "a", "text": "b"}]
    path.write_bytes(path.read_bytes()[:-9])
    assert error(path).startswith("[P101]")
    # What has been unpacked on the way and kept its name, and what has lost it.
    assert read(write("id\ttext\n1\tb\n", "messages.tsv.gz"))[0] == [{"id": "1", "text": "b"}]
    assert read(write(gzip.compress(b"id,text\n1,b\n"), "messages.csv"))[0] == [{"id": "1", "text": "b"}]


def test_files_that_cannot_be_read(tmp_path):
    assert re.search("P101.*none.csv: No such file", error(tmp_path / "none.csv"))
    (tmp_path / "directory.csv").mkdir()
    assert re.search("P101.*directory", error(tmp_path / "directory.csv"))


def test_cells_of_any_size(write):
    rows, _ = read(write(HEADER + f'1,a,"{"long " * 100_000}"\n'))
    assert len(rows[0]["text"]) == 500_000


@pytest.mark.parametrize("name", ["messages.csv", "messages.jsonl"])
def test_memory_does_not_grow_with_the_file(write, name):
    row = "1,a," + "x" * 1000 + "\n" if name.endswith("csv") else '{"id": 1, "text": "' + "x" * 1000 + '"}\n'
    path = write((HEADER if name.endswith("csv") else "") + row * 10_000, name)
    tracemalloc.start()
    try:
        count = sum(1 for _ in Table(path).rows())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 10_000
    assert peak < 2_000_000
