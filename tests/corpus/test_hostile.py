"""Files that somebody made to break things: each is read, or refused with a coded error that shows nothing of it."""

from __future__ import annotations

import gzip
import json
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_pseudo.corpus.readers import read_messages, read_names, read_roster
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.identifiers.grammars import check_rules
from spacy_pseudo.people.decisions import Decisions
from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.people.others.table import Others
from spacy_pseudo.surrogates.by_hand import from_csv

PRIVATE = "Ottoline"
MAIL = (
    "From x Mon Jan  1 10:00:00 2024\nFrom: Ottoline Poe <op@tides.example>\nTo: list@tides.example\nSubject: Tides\n"
    "Message-ID: <1@x>\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
    "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nSGkgTWFyeQ==\n--b--\n\n"
)
MOODLE = [{"id": 1, "discussion": 2, "parent": 0, "userid": 3, "userfullname": "Ottoline Poe", "created": 1700000000,
           "subject": "Tides", "message": "<p>Hi Ottoline</p>", "messageformat": 1, "modified": 1}]  # fmt: skip
POST = {"id": 1, "username": "op", "name": "Ottoline Poe", "raw": "Hi", "cooked": "<p>Hi</p>", "post_number": 1,
        "topic_id": 2, "created_at": "2024-01-01T10:00:00Z"}  # fmt: skip
DISCOURSE = {"post_stream": {"posts": [POST]}}
EDX = {"_id": {"$oid": "1"}, "_type": "CommentThread", "author_id": "3", "author_username": "op", "body": "Hi Ottoline",
       "title": "Tides", "course_id": "c", "created_at": {"$date": "2024-01-01T10:00:00Z"}}  # fmt: skip
CANVAS = [{"id": 1, "user_id": 3, "user_name": "Ottoline Poe", "message": "<p>Hi</p>", "created_at": "2024-01-01",
           "replies": [{"id": 2, "user_id": 4, "message": "Hi Ottoline"}]}]  # fmt: skip
FILES = {
    "m.csv": 'id,author,parent,text\n1,op,,"Hi Ottoline,\nyes"\n2,rg,1,"So do I"\n',
    "m.tsv": "id\tauthor\ttext\n1\top\tHi Ottoline\n",
    "m.jsonl": '{"id": 1, "author": "op", "text": "Hi Ottoline"}\n{"id": 2, "author": "rg", "text": "", "x": [1]}\n',
    "m.mbox": MAIL,
    "moodle.json": json.dumps(MOODLE),
    "topic.json": json.dumps(DISCOURSE),
    "edx.mongo": json.dumps(EDX) + "\n",
    "canvas.json": json.dumps(CANVAS),
}
# What must not come where it comes: bytes that are no text, quotes, brackets, marks of mail, HTML and direction.
ODD = [
    *(b"\0", b"\xff\xfe", b'"', b"\n", b"\r", b"\xed\xa0\x80", b"[", b"{", b"}", b",", b"9" * 400, b"=?utf-8?b?"),
    *(b"\\ud800", b"--b\n", b"\xef\xbb\xbf", b"NaN", b"1e999", b"&#x110000;", b"<" * 50, b"From ", b"\x1b[2J"),
    "\u202e".encode(),
]


def damaged(data: bytes) -> st.SearchStrategy[bytes]:
    """Some pieces cut out, repeated or put in."""
    edit = st.tuples(st.integers(0, len(data)), st.integers(0, 12), st.sampled_from([b"", *ODD]))

    def make(edits: list[tuple[int, int, bytes]]) -> bytes:
        made = data
        for at, size, piece in edits:
            made = made[:at] + piece + made[at + size :]
        return made

    return st.lists(edit, max_size=4).map(make)


def refused_kindly(read: Callable[[], Any]) -> None:
    """Whatever was wrong is told by a code, and without what stands in the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        said = ""
        with suppress(PseudoError):
            try:
                read()
            except PseudoError as error:
                said = f"{error.code or PRIVATE} {error}"
                raise
        assert PRIVATE not in said


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_files_of_messages(name: str, data: st.DataObject, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data.draw(damaged(FILES[name].encode())))
    refused_kindly(lambda: list(read_messages(path)))


@pytest.fixture(scope="module")
def binary(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """RETURNS (dict[str, bytes]): The same messages in files that are no text."""
    place = tmp_path_factory.mktemp("binary")
    rows = [{"id": 1, "author": "op", "text": "Hi Ottoline,\nyes"}, {"id": 2, "author": "rg", "text": "So do I"}]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), place / "m.parquet")
    book = openpyxl.Workbook()
    for row in (list(rows[0]), *(list(row.values()) for row in rows)):
        book.active.append(row)
    book.save(place / "m.xlsx")
    packed = {
        "m.csv.gz": gzip.compress(FILES["m.csv"].encode()),
        "m.csv.zst": zstandard.compress(FILES["m.csv"].encode()),
    }
    return {**{name: (place / name).read_bytes() for name in ("m.parquet", "m.xlsx")}, **packed}


@pytest.mark.parametrize("name", ["m.parquet", "m.xlsx", "m.csv.gz", "m.csv.zst"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_files_that_are_no_text(
    name: str, data: st.DataObject, binary: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data.draw(damaged(binary[name])))
    refused_kindly(lambda: list(read_messages(path)))


@pytest.mark.parametrize("name", ["roster.csv", "roster.jsonl", "names.txt"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_lists_of_people(name: str, data: st.DataObject, tmp_path: Path) -> None:
    lists = {
        "roster.csv": "id,name,email\nop,Ottoline Poe,op@tides.example\n",
        "roster.jsonl": '{"id": "op", "names": ["Ottoline Poe"], "ids": ["2"]}\n',
        "names.txt": "Ottoline Poe\nVan *\n",
    }
    path = tmp_path / name
    path.write_bytes(data.draw(damaged(lists[name].encode())))
    refused_kindly(lambda: list(read_roster(path)) if name.startswith("roster") else read_names(path))


KEY_FILES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "names.txt": ("op | Ottoline [3] | ? Otty [1] | \\| x => {} y\n! Ottoline | html\n# End\n", NameMap.parse),
    "decisions.csv": (
        "id,field,start,end,text,decision,note\nm1,text,3,11,Ottoline,op,\n,corpus,,,Rob,keep,\n",
        Decisions.from_csv,
    ),
    "others.csv": ("name,pseudonym,messages,probability,context\nOttoline | Poe,X1,2,0.8,of\n", Others.from_csv),
    "surrogates.csv": ("label,text,count,message,context,surrogate\nCITY,Ottoline,1,m1,in,Leeds\n", from_csv),
    "own.rules": (
        "WORDS: ottoline poe\nEMPLOYER .8 WORDS{1,3} !(DIG) | WORDS\n",
        lambda text: check_rules([text], ["own.rules"]),
    ),
}


@pytest.mark.parametrize("name", KEY_FILES)
@settings(max_examples=60)
@given(data=st.data())
def test_damaged_files_that_people_edit(name: str, data: st.DataObject) -> None:
    text, read = KEY_FILES[name]
    refused_kindly(lambda: read(data.draw(damaged(text.encode())).decode("utf-8", "surrogateescape")))


def test_a_small_file_that_unpacks_to_more_than_any_disk(tmp_path: Path) -> None:
    path = tmp_path / "m.csv.gz"
    with gzip.open(path, "wb", compresslevel=9) as stream:
        stream.write(b"id,author,text\n1,op,")
        for _ in range(120):
            stream.write(b"0" * 1_000_000)
    assert path.stat().st_size < 200_000
    with pytest.raises(PseudoError, match="P129"):
        list(read_messages(path))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.jsonl", '{"id": 1, "author": "op", "text": ' + "[" * 100_000),
        ("m.json", '{"a": ' * 50_000),
        ("m.jsonl", json.dumps({"id": 1, "author": "op", "text": '"' * 100_000})),
        ("m.mbox", MAIL.replace("Tides", "=?utf-8?q?" + "a" * 500_000 + "?=")),
        ("m.mbox", MAIL.replace("To:", "".join(f"X-{n}: y\n" for n in range(20_000)) + "To:")),
        ("m.mbox", "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(2_000))),
        ("m.csv", "id,author,text\n1,op," + "a" * 2_000_000),
        ("m.csv", ",".join(f"h{n}" for n in range(20_000)) + "\n" + "," * 19_999),
    ],
    ids=[
        "nested lists",
        "nested objects",
        "nothing but quotes",
        "a long header",
        "many headers",
        "nested parts",
        "a long cell",
        "many columns",
    ],
)
def test_deep_and_long(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    began = time.process_time()
    refused_kindly(lambda: list(read_messages(path)))
    assert time.process_time() - began < 20
