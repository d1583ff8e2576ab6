"""Tables that people open in a spreadsheet: no cell is a formula, and nothing of it is lost on the way back."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from spacy_pseudo.cells import unguard

if TYPE_CHECKING:
    from .conftest import Place

TEXTS = (
    '=HYPERLINK("http://tides.example"; 1) says Mary Poe',
    "-- Robert",
    "'=1 is what Robert Grey wrote\n=2",
    "-5",
    "'quoted' by @rg",
    "+44 20 7946 0000",
)
RISKY = tuple("=+@\t\r")


def write(place: Place) -> None:
    rows = [["id", "author", "subject", "text", "=note", "date"]]
    people = ("mp", "rg", "jd")
    rows += [[str(n), people[n % 3], "@all", text, "=A1", f"2024-02-0{n}"] for n, text in enumerate(TEXTS, 1)]
    with (place / "messages.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)


def cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def run(place: Place, *options: str) -> list[list[str]]:
    write(place)
    kept = ("--keep-columns", "=note", "--others", "keep")
    assert place.run(*kept, *options, messages="messages.csv") == 0, place.stderr
    return cells(place.out / "messages.csv")


def test_no_cell_of_out_is_a_formula(place: Place) -> None:
    header, *rows = run(place)
    assert header == ["id", "author", "subject", "text", "'=note", "date"]
    assert [row[2] for row in rows] == ["'@all"] * len(TEXTS)
    assert [row[4] for row in rows] == ["'=A1"] * len(TEXTS)
    texts = [row[3] for row in rows]
    assert texts[0].startswith("'=HYPERLINK")
    assert texts[1].startswith("'--")
    assert texts[2].startswith("''=1")
    assert texts[3] == "-5"
    assert texts[4].startswith("'quoted' by @")
    assert place.summary["settings"]["cells"] == "guarded"


def test_plain_cells(place: Place) -> None:
    header, *rows = run(place, "--plain-cells")
    assert header[4] == "=note"
    assert rows[0][3].startswith("=HYPERLINK")
    assert rows[2][3].startswith("'=1")
    assert place.summary["settings"]["cells"] == "plain"
    assert place.call("restore", place.out, "--key", place.key, "--to", place / "back") == 0, place.stderr
    assert [row[3] for row in cells(place / "back" / "messages.csv")[1:]] == list(TEXTS)


def test_what_was_written_is_read_without_its_guard(place: Place) -> None:
    run(place)
    assert place.call("restore", place.out, "--key", place.key, "--to", place / "back") == 0, place.stderr
    back = cells(place / "back" / "messages.csv")
    assert back[0] == ["id", "author", "subject", "text", "=note", "date"]
    assert [row[2:5] for row in back[1:]] == [["@all", text, "=A1"] for text in TEXTS]
    assert place.call("audit", place.out, "--key", place.key) == 0, place.stdout
    assert place.call("report", place.out, "--key", place.key, "--out", place / "r.html") == 0, place.stderr
    assert place.call("export", place.out, "--key", place.key, "--to", "alignment", "--out", place.key / "pieces") == 0
    before = (place.out / "messages.csv").read_bytes()
    again = ("--keep-columns", "=note", "--others", "keep", "--out", place / "again", "--key", place.key)
    assert place.call("apply", place.out / "messages.csv", *again) == 0, place.stderr
    assert (place / "again" / "messages.csv").read_bytes() == before


def test_no_cell_of_the_key_is_a_formula_and_what_is_edited_is_read(place: Place) -> None:
    place.write("roster.csv", "id,name\n@mp,Mary Poe\nrg,Robert Grey\n")
    place.messages([{"id": "=1", "author": "@mp", "text": "@HOME is in Leeds, =Leeds.\nMary"}])
    assert place.run() == 0, place.stderr
    tables = [path for path in place.key.glob("*.csv") if path.name != "decisions.csv"]
    assert {"pseudonyms.csv", "surrogates.csv", "left.csv", "ordinary.csv"} <= {path.name for path in tables}
    written = [cell for path in tables for row in cells(path) for cell in row]
    assert not [cell for cell in written if cell.startswith(RISKY)]
    assert "'@mp" in written
    # A person writes what shall stand there instead, as a spreadsheet saves it.
    path = place.key / "surrogates.csv"
    rows = cells(path)
    (row,) = [row for row in rows if row[1] == "Leeds"]
    row[-1] = "'=Bath"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows(rows)
    assert place.apply() == 0, place.stderr
    assert "is in =Bath, ==Bath." in place.written[0]["text"]
    assert place.written[0]["author"] == place.labels["'@mp"]


def test_the_list_of_words_is_read_without_its_guard(place: Place) -> None:
    assert place.call("words", place / "messages.jsonl", "--out", place / "words.csv") == 0, place.stderr
    assert not [row for row in cells(place / "words.csv") if row[0].startswith(RISKY)]


def test_no_cell_of_an_export_or_a_network_is_a_formula(place: Place) -> None:
    rows = [{"id": f"={n}", "author": f"-{name}", "text": f"Hi all,\n{name}"} for n, name in enumerate(("Ann", "Bo"))]
    place.messages([*rows, {"id": "@3", "author": "-Ann", "parent": "=1", "text": "Hi Bo!\nAnn"}])
    place.write("roster.csv", "id,name\n-Ann,Ann Poe\n-Bo,Bo Grey\n")
    assert place.run("--pseudonyms", "id") == 0, place.stderr
    commands = {
        "conll": ("export", place.out, "--key", place.key, "--to", "conll"),
        "svala": ("export", place.out, "--key", place.key, "--to", "svala"),
        "network": ("network", place.out, "--key", place.key),
    }
    for name, command in commands.items():
        found: list[set[str]] = []
        for plain in ((), ("--plain-cells",)):
            to = place / f"{name}{len(plain)}"
            assert place.call(*command, "--out", to, "-q", *plain) == 0, place.stderr
            found.append({cell for path in to.glob("*.csv") for row in cells(path) for cell in row})
        assert [cell for cell in found[0] if cell.startswith((*RISKY, "-"))] == []
        assert [cell for cell in found[1] if cell.startswith((*RISKY, "-"))] != []
        assert set(map(unguard, found[0])) == found[1]
    wrong = ("--to", "bio", "--out", place / "bio", "--plain-cells")
    assert place.call("export", place.out, "--key", place.key, *wrong) == 2
    assert "--plain-cells" in place.stderr


def test_an_old_line_end_in_a_message_cuts_no_row_of_the_key(place: Place) -> None:
    text = "See http://tides.example/x\r=1+1 and 12 Harbour\rRoad, Leeds.\nMary"
    place.messages([{"id": "1", "author": "mp", "text": text}])
    assert place.run("--identifiers", "all=mark", "--no-html") == 0, place.stderr
    for name in ("left", "surrogates"):
        rows = cells(place.key / f"{name}.csv")
        assert {len(row) for row in rows} == {len(rows[0])}, name
        assert not [cell for row in rows for cell in row if cell.startswith(RISKY)]
    assert place.call("audit", place.out, "--key", place.key) == 0, place.stderr
