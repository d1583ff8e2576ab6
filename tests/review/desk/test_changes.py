"""Lines of editable files change and change back, whatever else is in the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.decisions import Decisions
from spacy_pseudo.people.name_map import END, NameMap
from spacy_pseudo.review.desk.changes import (
    Change,
    back,
    decision_row,
    never,
    with_cell,
    with_form,
    without_form,
    write,
)

NAMES = f"# who\nU1 | Bob [2] | ? Rob [1]  # mine\nU2 | A\\|B [1] | C\\#\nU1 | Bert\n! html\n{END}\n"
HEAD = "id,field,start,end,text,decision,note\n"
VARIANTS = {
    "as written": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "bom": lambda text: "\ufeff" + text,
    "no final newline": lambda text: text.removesuffix("\n"),
    "crlf, bom, no final newline": lambda text: "\ufeff" + text.removesuffix("\n").replace("\n", "\r\n"),
}


def put(path: Path, name: str, text: str) -> bytes:
    (path / name).write_bytes(text.encode())
    return text.encode()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("text", [NAMES, NAMES.replace(END + "\n", ""), "U1 | Bob [2]\n", ""])
def test_lines_of_the_name_map_come_and_go(tmp_path: Path, variant: str, text: str) -> None:
    before = put(tmp_path, "names.txt", VARIANTS[variant](text))
    for make in (
        lambda names: with_form(names, "U1", "Bob"),
        lambda names: with_form(names, "U1", r"odd [x] | \ # form"),
        lambda names: with_form(names, "new | one", "Zoe"),
        lambda names: without_form(names, "U1", "Bob"),
        lambda names: never(names, "Bob"),
    ):
        names = NameMap.parse((tmp_path / "names.txt").read_bytes().decode())
        changes = make(names)
        write(tmp_path, changes)
        after = (tmp_path / "names.txt").read_bytes()
        assert (after != before) == bool(changes)
        NameMap.parse(after.decode())
        write(tmp_path, back(changes))
        assert (tmp_path / "names.txt").read_bytes() == before


def test_a_form_is_written_so_that_it_is_read(tmp_path: Path) -> None:
    put(tmp_path, "names.txt", NAMES)
    form = r"odd [x] | \ # form"
    write(tmp_path, with_form(NameMap.parse(NAMES), "U1", form))
    names = NameMap.parse((tmp_path / "names.txt").read_text())
    assert ("U1", form) in names.by_hand()
    assert names.to_text().endswith(END + "\n")
    assert "# mine" in names.to_text()


ROWS = [
    {"id": "m1", "field": "text", "start": "0", "end": "3", "text": "Bob", "decision": "keep"},
    {"id": "m,1", "field": "text", "start": "0", "end": "9", "text": 'a "b";\n\u2028c', "decision": "x|y"},
    {"id": "", "field": "corpus", "text": "d\r\ne", "decision": "mask"},
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("sign", [",", ";"])
@pytest.mark.parametrize("own", ["", "m9,text,1,4,Ann,keep,mine\n", 'm9,text,1,4,"A\nn",keep,"my ""note"""\n'])
def test_decisions_come_and_go(tmp_path: Path, variant: str, sign: str, own: str) -> None:
    before = put(tmp_path, "decisions.csv", VARIANTS[variant]((HEAD + own).replace(",", sign)))
    changes = []
    for cells in ROWS:
        text = (tmp_path / "decisions.csv").read_bytes().decode()
        changes.append(Change("decisions.csv", None, decision_row(text, cells)))
        write(tmp_path, changes[-1:])
    found = Decisions.from_csv((tmp_path / "decisions.csv").read_bytes().decode())
    assert [(row.id, row.text, row.decision) for row in found.rows][-3:] == [
        (cells["id"], cells["text"], cells["decision"]) for cells in ROWS
    ]
    write(tmp_path, back(changes))
    assert (tmp_path / "decisions.csv").read_bytes() == before


def test_decisions_are_begun_with_a_header(tmp_path: Path) -> None:
    change = Change("decisions.csv", None, decision_row("", ROWS[0]))
    write(tmp_path, [change])
    assert (tmp_path / "decisions.csv").read_text() == HEAD + "m1,text,0,3,Bob,keep,\n"
    write(tmp_path, [change.back()])
    assert (tmp_path / "decisions.csv").read_text() == HEAD


def test_notes_and_columns_of_a_person_stay() -> None:
    head = "note,id,field,start,end,text,decision,who\n"
    row = decision_row(head, ROWS[0], "he asked,m1,text,0,3,Bob,mask,AB")
    assert row == "he asked,m1,text,0,3,Bob,keep,AB"


def test_a_cell_changes_in_its_row_only() -> None:
    table = 'name;pseudonym\n"A ""x"" | B";\nC;X1\n'
    (change,) = with_cell(table, "others.csv", lambda row: row["name"] == 'A "x" | B', "pseudonym", "X2")
    assert change == ("others.csv", '"A ""x"" | B";', '"A ""x"" | B";X2')
    assert with_cell(table, "others.csv", lambda row: row["name"] == "D", "pseudonym", "X2") == []


def test_all_lines_are_written_or_none(tmp_path: Path) -> None:
    before = put(tmp_path, "names.txt", NAMES), put(tmp_path, "decisions.csv", HEAD)
    changes = [*with_form(NameMap.parse(NAMES), "U1", "Zoe"), Change("decisions.csv", "gone", "x")]
    with pytest.raises(PseudoError) as error:
        write(tmp_path, changes)
    assert error.value.code == "P900"
    assert ((tmp_path / "names.txt").read_bytes(), (tmp_path / "decisions.csv").read_bytes()) == before
