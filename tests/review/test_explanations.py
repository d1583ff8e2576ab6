"""Which findings the account explains: by the place in the original, or, for copies, by what stands beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.review.audit.explanations import Account, original


def key(path: Path, rows: list[dict[str, Any]], kept: list[dict[str, Any]] | None, left: str = "") -> Account:
    path.mkdir(exist_ok=True)
    empty: dict[str, Any] = {"spans": [], "identifiers": [], "marked": [], "others": []}
    lines = (json.dumps({**empty, **row}) + "\n" for row in rows)
    (path / "replacements.jsonl").write_text("".join(lines), "utf-8")
    if kept is not None:
        whole = ({"field": "text", "participants": ["a"], "probability": 0.1, **row} for row in kept)
        (path / "kept.jsonl").write_text("".join(json.dumps(row) + "\n" for row in whole), "utf-8")
    if left:
        (path / "left.csv").write_text("id,field,start,end,text,label,reason,before,after\n" + left, "utf-8")
    return Account(path)


def kept_row(text: str, name: str, id: str, *ids: str, at: int = 0) -> dict[str, Any]:
    start = text.index(name, at)
    end = start + len(name)
    around = {"before": text[max(0, start - 40) : start], "after": text[end : end + 40]}
    return {"id": id, "start": start, "end": end, "text": name, "reason": "cited", "ids": [id, *ids], **around}


def why(account: Account, number: int, id: str, written: str, name: str, at: int = 0) -> str | None:
    row = account.row(number, id)
    start = written.index(name, at)
    return account.why(row, "text", account.original(row, "text", written), start, start + len(name))


TEXT = "Hi Mary, as Calder (2010) says, and as Calder thinks."
WRITTEN = "Hi [U01], as Calder (2010) says, and as Calder thinks."
SPANS = [[3, 7, "a", "[U01]", "part", 0.9, "Mary", "greeting"]]


def test_a_place_is_explained_and_another_is_not(tmp_path: Path) -> None:
    account = key(tmp_path, [{"id": "m1", "spans": SPANS}], [kept_row(TEXT, "Calder", "m1")])
    assert why(account, 0, "m1", WRITTEN, "Calder") == "cited"
    assert why(account, 0, "m1", WRITTEN, "Calder", at=20) is None
    assert why(account, 0, "x0123456789abcdef", WRITTEN, "Calder") == "cited"  # an id that became a code
    assert why(account, 0, "m2", WRITTEN, "Calder") is None


def test_a_copy_is_explained_where_it_stands_so(tmp_path: Path) -> None:
    rows = [{"id": "m1", "spans": SPANS}, {"id": "m2"}, {"id": "m3"}]
    account = key(tmp_path, rows, [kept_row(TEXT, "Calder", "m1", "m2")])
    quoted = "> > Hi Mary, as\n> > Calder (2010)\n> > says, and as Calder thinks.\nCalder did so."
    assert why(account, 1, "m2", quoted, "Calder") == "cited"
    assert why(account, 1, "m2", quoted, "Calder", at=40) is None
    assert why(account, 1, "m2", quoted, "Calder", at=64) is None
    assert why(account, 2, "m3", quoted, "Calder") is None


def test_what_was_changed_since_is_compared_by_what_stands_beside_it(tmp_path: Path) -> None:
    account = key(tmp_path, [{"id": "m1", "spans": SPANS}], [kept_row(TEXT, "Calder", "m1")])
    changed = "Well. " + WRITTEN + " Calder."
    before = account.original(account.row(0, "m1"), "text", changed)
    assert not before.fits
    assert before.text.startswith("Well. Hi Mary, as")
    assert why(account, 0, "m1", changed, "Calder") == "cited"
    assert why(account, 0, "m1", changed, "Calder", at=55) is None


def test_other_things_are_explained_by_their_list(tmp_path: Path) -> None:
    marked = [[0, 4, "PHONE", None, None, 0.9, "5550"]]
    account = key(tmp_path, [{"id": "m1", "marked": marked}], None, "m1,text,10,14,a@b.c,EMAIL,not replaced,,\n")
    row = account.row(0, "m1")
    before = account.original(row, "text", "5550 and  a@b.c and 5551")
    assert account.why_left(row, "text", before, 0, 4) == "marked as PHONE"
    assert account.why_left(row, "text", before, 10, 15) == "EMAIL: not replaced"
    assert account.why_left(row, "text", before, 20, 24) is None
    assert not account.there


def test_messages_are_found_in_whatever_order_they_stand(tmp_path: Path) -> None:
    rows = [
        {"id": "m1"}, {"id": "m2", "excluded": True}, {"id": "ä\u2028", "html": True}, {"id": "m3", "failed": "P000"},
        {"id": "m4", "cut": 1}, {"id": "m4", "cut": 2},
    ]  # fmt: skip
    account = key(tmp_path, rows, None)

    def cut(number: int, id: str) -> Any:
        row = account.row(number, id)
        return None if row is None else (row["id"], row.get("cut"))

    assert [cut(n, id) for n, id in enumerate(("m1", "ä\u2028", "m4", "m4"))] == [
        ("m1", None), ("ä\u2028", None), ("m4", 1), ("m4", 2),
    ]  # fmt: skip
    assert [cut(3, "m1"), cut(0, "ä\u2028"), cut(0, "m4"), cut(99, "m1")] == [
        ("m1", None), ("ä\u2028", None), ("m4", 2), ("m1", None),
    ]  # fmt: skip
    assert [cut(0, "m2"), cut(1, "m3"), cut(99, "m9")] == [None, None, None]  # nothing of them was written
    assert cut(1, "x0123456789abcdef") == ("ä\u2028", None)


@pytest.mark.parametrize("line", ["{", "[]", '{"field": "text"}', '{"id": "m1", "field": "text"}'])
def test_an_account_that_cannot_be_read_is_an_error(tmp_path: Path, line: str) -> None:
    key(tmp_path, [{"id": "m1"}], [])
    (tmp_path / "kept.jsonl").write_text(line + "\n", "utf-8")
    with pytest.raises(PseudoError, match=r"P831.*line 1"):
        Account(tmp_path)


_PIECES = st.tuples(st.text("abc ", max_size=5), st.text("ABC", min_size=1, max_size=4), st.text("[]", max_size=5))


@given(st.lists(_PIECES, max_size=5))
def test_an_original_is_put_together_again(pieces: list[tuple[str, str, str]]) -> None:
    old = new = ""
    edits, places = [], []
    for plain, name, pseudonym in pieces:
        places.append((len(new), len(old), len(plain)))
        old, new = old + plain, new + plain
        edits.append((len(old), len(old) + len(name), pseudonym, name))
        old, new = old + name, new + pseudonym
    before = original(new, edits)
    assert before.text == old
    assert before.fits
    found = [before.place(at, at + size) for at, _, size in places if size]
    assert found == [(at, at + size) for _, at, size in places if size]
