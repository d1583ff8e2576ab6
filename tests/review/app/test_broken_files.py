"""Files that are wrong, choices that do not fit: said in a sentence with its code, and nothing is lost."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from pathlib import Path

import openpyxl
import pytest

from tests.review.app.conftest import ASSETS, App, Begin, Person

TABLE = b"id,who,text\n1,mp,Hi all\n2,rg,Hi Mary\n"


def said(person: Person, step: str = "messages") -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", person.page(step).partition("<nav")[2])).split())


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"", "a.csv", ""),
        (b"id,author,text\n1,a,\xff\xfe\x81\n", "a.jsonl", "P1"),
        (b'id,author,text\n1,a,"open\n', "a.csv", "P109"),
        (b"\x00\x01\x02\x03" * 50, "a.xlsx", "P1"),
        (b"not json\n", "a.jsonl", "P112"),
        (b"PK\x03\x04 broken", "a.zip", "P1"),
        (b"hello", "a.exe", "P102"),
    ],
)
def test_what_cannot_be_read_is_said(person: Person, content: bytes, name: str, code: str) -> None:
    status, answer = person.upload("messages", content, name)
    if not content:
        assert status == 409
        assert answer["problem"].endswith("[P926]")
        return
    assert status == 200
    page = said(person)
    assert f"[{code}" in page
    assert "Traceback" not in page


def test_what_cannot_be_decoded_is_read_as_it_is_said_here(app: App, person: Person) -> None:
    person.upload("messages", "id,author,text\n1,mp,é\n2,rg,".encode() + b"\xe9\n", "mixed.csv")
    assert "mixed.csv: line 3 is not UTF-8" in said(person)
    assert "“Encoding of the file”" in said(person)
    assert "--encoding" not in said(person)
    person.form("reading", encoding="cp1252", html="", duplicates="")
    assert "2 rows read (csv, cp1252)" in said(person)
    assert "--encoding cp1252" in person.page("run")


def test_a_column_that_is_known_can_be_left_unused(app: App, person: Person) -> None:
    person.upload("messages", b"id,author,text,session\n1,mp,Hi all,x\n2,rg,Hi Mary,y\n", "a.csv")
    person.form("drop", kind="roster")
    headers = ["id", "author", "text", "session"]
    fields = {f"field-{n}": field for n, field in enumerate(("id", "author", "text", ""))}
    person.form("columns", kind="messages", header=headers, **fields)
    assert json.loads((app.private / "app.json").read_text())["columns"] == {"session": ""}
    assert re.search(r'<tr class="unused"><th scope="row" class="text">session', person.page("messages"))
    person.form("check")
    person.wait()
    assert "Not used, and not written unless you “Further columns" in said(person)
    assert "--column session=" in person.page("run")


def test_sheets_that_are_not_read_are_told_and_can_be_read(app: App, person: Person) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Biology"
    for sheet, row in ((book.active, ["mp", "Mary Poe"]), (book.create_sheet("Chemistry"), ["rg", "Robert Grey"])):
        sheet.append(["id", "name"])
        sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    person.upload("messages", b"id,author,text\n1,mp,Hi all\n2,rg,Hi Mary\n", "a.csv")
    person.upload("roster", stream.getvalue(), "list.xlsx")
    assert "Not read: Chemistry." in said(person)
    person.form("sheets", kind="roster", sheet=["Biology", "Chemistry"])
    assert "Not read" not in said(person)
    person.form("check")
    person.wait()
    assert "2 participants in the roster" in said(person)
    assert "--sheet roster=Biology --sheet roster=Chemistry" in person.page("run")
    person.form("drop", kind="roster")


def test_a_column_that_nobody_knows_is_asked_for_and_told(app: App, person: Person) -> None:
    person.upload("messages", TABLE, "a.csv")
    person.form("drop", kind="roster")
    assert "No column is known for: author's id" in said(person)
    assert re.search(r'<button type="submit" class="primary" disabled>', person.page("messages"))
    headers = ["id", "text", "who"]
    fields = {f"field-{n}": field for n, field in enumerate(("id", "text", "author"))}
    person.form("columns", kind="messages", header=headers, **fields)
    assert "No column is known" not in said(person)
    assert json.loads((app.private / "app.json").read_text())["columns"] == {"author": "who"}
    person.form("check")
    person.wait()
    assert "fit for a run" in said(person)
    assert "--column author=who" in person.page("run").replace("&#39;", "'")
    person.form("columns", kind="messages", reset="1")
    assert "No column is known for: author's id" in said(person)


@pytest.mark.parametrize(
    ("fields", "code"),
    [(("text", "text", "author"), "P930"), (("id", "author", "author"), "P930"), (("id", "text", "x"), "P117")],
)
def test_columns_that_do_not_fit_are_refused(app: App, person: Person, fields: tuple[str, ...], code: str) -> None:
    person.upload("messages", TABLE, "a.csv")
    before = (app.private / "app.json").read_bytes()
    given = {f"field-{n}": field for n, field in enumerate(fields)}
    person.form("columns", kind="messages", header=["id", "text", "who"], **given)
    assert f"[{code}]" in said(person, "start")
    assert (app.private / "app.json").read_bytes() == before


def test_messages_with_one_id_are_asked_about(person: Person) -> None:
    rows = "id,author,text\n" + "".join(f"{n // 2},mp,Hi Mary {n}\n" for n in range(20))
    person.upload("messages", rows.encode(), "a.csv")
    person.form("check")
    person.wait()
    assert "[P139]" in said(person)
    assert "--duplicates" not in said(person)
    assert "a.csv: 10 ids are those" in said(person)
    assert "“Messages with one id that differ”" in said(person)
    assert re.search(r'<details class="more" open><summary>How they are read', person.page("messages"))
    person.form("reading", duplicates="last", lang="en", html="")
    person.form("check")
    person.wait()
    assert "10 messages" in said(person)
    assert "--duplicates last" in person.page("run")


def test_a_path_is_read_from_where_it_is(app: App, person: Person, tmp_path: Path) -> None:
    for wrong in ("", "messages.csv", "../x", str(tmp_path / "none.csv"), "\0", "/" + "x" * 5000):
        person.form("path", kind="messages", path=wrong)
        assert "[P929]" in said(person)
    person.form("path", kind="messages", path=f' "{ASSETS / "messages.csv"}" ')
    assert "read from where it is" in said(person)
    assert "96 rows read" in said(person)
    assert not list((app.private / "originals").glob("messages*"))
    person.form("path", kind="messages", path=str(ASSETS / "chats" / "slack"))
    assert "(slack," in said(person)
    person.form("drop", kind="messages")
    assert (ASSETS / "messages.csv").exists()
    assert (ASSETS / "chats" / "slack").is_dir()


@pytest.mark.parametrize(
    ("form", "values"),
    [("settings", {"others": "x"}), ("settings", {"life": "surrogate"}), ("reading", {"lang": "xx"}),
     ("reading", {"html": "maybe"}), ("path", {}), ("columns", {}), ("seal", {}), ("drop", {}), ("begin", {})],
)  # fmt: skip
def test_nonsense_changes_nothing(app: App, person: Person, form: str, values: dict[str, str]) -> None:
    person.upload("messages", TABLE, "a.csv")
    person.page("messages")
    before = (app.private / "app.json").read_bytes()
    assert person.form(form, **values) == 303
    assert 'class="problem"' in person.page("messages")
    assert (app.private / "app.json").read_bytes() == before


def test_steps_that_cannot_be_taken_yet_say_so(begin: Begin) -> None:
    _, person = begin()
    for step in ("messages", "settings", "run", "review", "share"):
        assert person.ask("GET", f"/app/{step}")[1]["location"] == "/app/start"
    for form in ("check", "run", "look", "review", "forget"):
        assert person.form(form) == 303
        assert "[P923]" in said(person, "start")
    person.form("begin", name="work 1")
    for form, code in (("check", "P931"), ("run", "P931"), ("look", "P936"), ("review", "P936")):
        person.form(form)
        assert f"[{code}]" in said(person)
    for step in ("run", "review", "share"):
        assert "There is no result yet" in said(person, step) or "have to be checked" in said(person, step)
    assert person.ask("GET", "/q/kept")[1]["location"] == "/app"
    assert person.ask("GET", "/app/out.zip")[1]["location"] == "/app/share"


def test_choices_that_were_damaged_are_refused(begin: Begin) -> None:
    app, person = begin()
    person.form("begin", name="work 1")
    person.form("begin", name="work 2")
    for broken in ("", "[]", "{", '{"files": []}', '{"files": {"messages": {}}}', '{"other": 1}', '{"said": [1]}'):
        (app.private / "app.json").write_text(broken, "utf-8")
        person.form("open", work="work 1")
        assert "[P922]" in said(person, "start")


def test_what_leads_back_is_hidden_unless_somebody_says_otherwise(person: Person) -> None:
    person.upload("messages", (ASSETS / "list" / "list.mbox").read_bytes(), "list.mbox")
    person.form("drop", kind="roster")
    person.form("check")
    person.wait()
    assert re.search(r'name="ids" value="code" checked', person.page("settings"))
    assert "finds each by its id" in said(person, "settings")
    assert "--ids code --timestamps shift" in person.page("run")
    person.form("settings", ids="keep", timestamps="shift")
    assert "--timestamps shift" in person.page("run")
    assert "--ids" not in person.page("run")
    person.form("check")
    person.wait()
    assert "--ids" not in person.page("run")
