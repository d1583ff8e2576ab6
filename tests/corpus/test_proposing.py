"""Settings that files suggest: which file is what, which column is which, and what is left to a person."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from spacy_pseudo.corpus.plans import Plan
from spacy_pseudo.corpus.proposing import propose, sort_files
from spacy_pseudo.errors import PseudoError

ROOT = Path(__file__).parents[2]
SV = ROOT / "assets" / "sv"
TEXTS = ("Hi all, has anybody seen how high the tide was", "I have, it was as high as it ever is", "Thank you for that")


@pytest.fixture
def write(tmp_path):
    def write(content, name="messages.csv"):
        path = tmp_path / name
        path.write_text(content, "utf-8")
        return path

    return write


@pytest.fixture
def class_list(write):
    return write("Matrikel,Name\n4711,Zoë Quill\n4712,Ada Lind\n", "list.csv")


def rows(header, *starts):
    texts = (text.replace(",", ";") for text in TEXTS)
    return "\n".join((header, *(f"{start},{text}" for start, text in zip(starts, texts, strict=False)), ""))


def test_the_class_list_is_told_among_files(write, class_list):
    messages = write(rows("id,author,text", "1,4711", "2,4712"))
    assert sort_files([class_list, messages]) == ([messages], [class_list])
    other = write("id,name\n1,Zoë Quill\n", "other.csv")
    assert sort_files([class_list, messages, other]) == ([messages], [class_list, other])


def test_two_lists_are_no_corpus(write, class_list):
    with pytest.raises(PseudoError, match="P572"):
        sort_files([class_list, write("id,name\n1,Zoë Quill\n", "other.csv")])


def test_what_is_clear_is_not_asked_and_nothing_is_said_of_it(write, class_list):
    proposal = propose(Plan((write(rows("id,author,text", "1,4711", "2,4712")),), (class_list,)))
    assert (proposal.questions, proposal.warnings, proposal.reasons) == ([], [], {})
    assert proposal.plan.words("run") == [str(proposal.plan.messages[0]), "--roster", str(class_list)]
    assert [one.rows for one in (*proposal.understood, *proposal.understood_roster)] == [2, 2]


def test_a_column_is_known_by_the_ids_of_the_class_list(write, class_list):
    proposal = propose(Plan((write(rows("id,colour,who,text", "1,red,4711", "2,red,4712")),), (class_list,)))
    assert (proposal.plan.columns, proposal.questions) == ({"author": "who"}, [])
    assert "who" in proposal.reasons["columns"]


def test_the_column_of_ids_in_the_class_list_is_known_by_the_authors(write):
    messages = write(rows("id,author,text", "1,zq1", "2,al2"))
    people = write("id,name,kennzeichen\n1,Zoë Quill,zq1\n2,Ada Lind,al2\n", "list.csv")
    proposal = propose(Plan((messages,), (people,)))
    assert proposal.plan.roster_columns == {"id": "kennzeichen"}
    assert proposal.warnings == []


def test_all_sheets_with_people_are_the_class_list(write, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Biology"
    sheets = {"Biology": ["zq1", "Quill, Zoë (Biology)"], "Notes": None, "Chemistry": ["al2", "Lind, Ada (Chemistry)"]}
    for title, person in sheets.items():
        sheet = book[title] if title in book.sheetnames else book.create_sheet(title)
        for row in (["Matrikel", "Surname, Given (dept)"], person) if person else (["To do"], ["print it"]):
            sheet.append(row)
    book.save(tmp_path / "list.xlsx")
    messages = write(rows("id,author,text", "1,zq1", "2,al2"))
    proposal = propose(Plan((messages,), (tmp_path / "list.xlsx",)))
    assert proposal.plan.roster_sheets == ("Biology", "Chemistry")
    assert [question.default for question in proposal.questions] == ["Surname, Given (dept)"]
    answered = propose(proposal.plan.answered({"roster_columns.name": "Surname, Given (dept)"}))
    assert answered.warnings == [w for w in answered.warnings if "not read: Notes" in w]
    assert [found.sheet for found in answered.understood_roster] == ["Biology", "Chemistry"]
    assert answered.plan.words("run").count("--sheet") == 2


def test_addresses_in_the_class_list_are_ids_already(write):
    messages = write(rows("id,author,text", "1,zq@tides.example", "2,al@tides.example"))
    people = write("id,name,email\n1,Zoë Quill,zq@tides.example\n2,Ada Lind,AL@tides.example\n", "list.csv")
    assert propose(Plan((messages,), (people,))).plan.roster_columns == {}


def test_a_column_with_ids_of_other_messages_is_what_they_answer(write):
    numbers = range(500, 540)
    table = [
        f"{n},{'ab'[n % 2]},{n - 3 if n > 503 else ''},{n % 7},{500 + n % 5},{500 + n * 7 % 40},Hi all" for n in numbers
    ]
    messages = write("\n".join(["id,author,Kettenglied,mark,group,score,text", *table]))
    proposal = propose(Plan((messages,)))
    assert (proposal.plan.columns, proposal.reasons["columns"]) == (
        {"parent": "Kettenglied"},
        "It has ids of other messages",
    )
    backwards = write("\n".join(["id,author,Kettenglied,mark,group,score,text", *reversed(table)]))
    assert propose(Plan((backwards,))).plan.columns == {"parent": "Kettenglied"}
    assert propose(Plan((messages,), columns={"parent": ""})).plan.columns == {"parent": ""}
    unnamed = write(
        "\n".join(
            ["Nummer?,author,Kettenglied,text", *(",".join(row.split(",")[i] for i in (0, 1, 2, 6)) for row in table)]
        )
    )
    found = propose(Plan((unnamed,)))
    assert [question.name for question in found.questions] == ["columns.id"]
    assert found.plan.columns == {"parent": "Kettenglied"}


def test_a_class_list_of_others_is_told(write, class_list):
    proposal = propose(Plan((write(rows("id,author,text", "1,x", "2,y")),), (class_list,)))
    assert "Nobody on the class list has written a message" in proposal.warnings[0]


def test_what_is_not_clear_is_asked_with_what_is_likely(write):
    messages = write(rows("key,kind,Wer,words", "a1,x,Zoë Quill", "a2,x,Ada Lind", "a3,x,Zoë Quill"))
    proposal = propose(Plan((messages,)))
    asked = {question.name: (question.default, tuple(question.choices)) for question in proposal.questions}
    headers = ("key", "kind", "Wer", "words")
    assert asked == {
        "columns.text": ("words", headers),
        "columns.author": ("Wer", headers),
        "columns.id": ("key", headers),
    }
    answered = propose(proposal.plan.answered({q.name: q.default for q in proposal.questions}))
    assert answered.questions == []
    assert answered.plan.columns == {"id": "key", "author": "Wer", "text": "words"}
    assert answered.plan.roster_column == "Wer"


def test_a_column_that_is_lacking_is_an_error(write):
    with pytest.raises(PseudoError, match=r"P574.*Call one 'text'"):
        propose(Plan((write("id,author\n1,x\n"),)))


def test_of_several_sources_each_has_its_columns(write):
    first = write(rows("id,wer,text", "1,x", "2,y"))
    second = write(rows("id,sender,text", "1,x", "2,y"), "second.csv")
    proposal = propose(Plan((first, second), columns={"author": "wer"}))
    assert (proposal.questions, len(proposal.understood)) == ([], 2)
    third = write(rows("id,wen,text", "1,x", "2,y"), "third.csv")
    with pytest.raises(PseudoError, match=r"P574.*third\.csv.*'author'"):
        propose(Plan((first, third), columns={"author": "wer"}))


def test_names_beside_the_messages_stand_in_for_a_class_list(write, class_list):
    messages = write(rows("id,author,wer,text", "1,4711,Zoë Quill", "2,4712,Ada Lind"))
    assert propose(Plan((messages,))).plan.roster_column == "wer"
    assert propose(Plan((messages,), (class_list,))).plan.roster_column is None


def test_versions_of_messages_are_a_question(write):
    plan = Plan((write(rows("id,author,text", "1,x", "1,x", "2,y")),))
    (question,) = propose(plan).questions
    assert (question.name, question.default) == ("duplicates", "last")
    assert propose(plan.answered({"duplicates": "first"})).questions == []


def test_the_language_of_the_texts(write):
    assert propose(Plan((SV / "messages.csv",), (SV / "roster.csv",))).plan.lang == "sv"
    assert propose(Plan((ROOT / "assets/messages.csv",))).plan.lang is None
    german = "Guten Tag zusammen; hat jemand von euch die Aufgabe verstanden? Ich komme hier einfach nicht weiter."
    (warning,) = propose(Plan((write(f"id,author,text\n1,x,{german}\n2,y,{german} Danke\n"),))).warnings
    assert "'de'" in warning


def test_what_leads_back_to_a_platform_is_hidden(write):
    plan = Plan((ROOT / "assets/list/list.mbox",))
    assert propose(plan).plan.words("run")[1:] == ["--ids", "code", "--timestamps", "shift"]
    assert "--ids" not in propose(plan).plan.words("check")
    assert propose(replace(plan, ids="keep")).plan.ids == "keep"


def test_a_sheet_that_is_not_the_first(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["As of March"])
    sheet = book.create_sheet("Export")
    for row in (("id", "author", "text"), (1, "x", "Hi all"), (2, "y", "Ho all")):
        sheet.append(row)
    book.save(tmp_path / "messages.xlsx")
    proposal = propose(Plan((tmp_path / "messages.xlsx",)))
    assert proposal.plan.sheet == "Export"
    assert proposal.understood[0].rows == 2


def test_what_was_said_stands(write, class_list):
    messages = write(rows("id,author,other,text", "1,4711,4711", "2,4712,4712"))
    plan = Plan((messages,), (class_list,), columns={"author": "other"}, duplicates="first", lang="sv", html=False)
    proposal = propose(plan)
    assert proposal.plan == plan
    assert proposal.plan.words("check")[3:] == [
        "--column",
        "author=other",
        "--no-html",
        "--duplicates",
        "first",
        "--lang",
        "sv",
    ]
    assert "--lang" not in proposal.plan.words("review")
