"""Class lists as they are: clean, dirty, doubled, or empty."""

import pytest

from spacy_pseudo.corpus.readers import ReadReport, read_roster, roster_from_messages
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.roster import Participant


@pytest.fixture
def write(tmp_path):
    def write(content, name="roster.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content.encode(encoding))
        return path

    return write


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("id,name,role\n43,Zoë Quill,tutor\n", "roster.csv"),
        ("User ID;Full name;Role\r\n43;Zoë Quill;tutor\r\n", "roster.csv"),
        ("role\tFirst name\tLast name\tstudent_id\ntutor\tZoë\tQuill\t43\n", "roster.tsv"),
        ('{"id": 43, "names": ["Zoë Quill"], "role": "tutor"}\n', "roster.jsonl"),
        ('{"id": "43", "name": "Zoë  Quill ", "role": "tutor"}\n', "roster.jsonl"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_shapes(write, content, name, encoding):
    assert list(read_roster(write(content, name, encoding))) == [Participant("43", ("Zoë Quill",), role="tutor")]


def test_a_column_that_is_not_shown_is_told_by_its_number(write):
    path = write("Matrikel,Poe Mary (tutor)\n1,Zoë Quill\n")
    with pytest.raises(PseudoError, match=r"P202.*Matrikel, \(column 2\)\. Say which: --roster-column name=HEADER"):
        read_roster(path)
    assert list(read_roster(path, columns={"name": "(column 2)"})) == [Participant("1", ("Zoë Quill",))]
    for wrong in ("(column 3)", "(column 0)", "(column x)"):
        with pytest.raises(PseudoError, match="P116"):
            read_roster(path, columns={"name": wrong})
    messages = write("id,author,text,Poe Mary\n1,a,Hi,Zoë Quill\n", "messages.csv")
    assert list(roster_from_messages(messages, "(column 4)")) == [Participant("a", ("Zoë Quill",))]


def test_several_ids_and_names(write):
    content = '{"id": 1, "names": ["Zoe", "Z. Quill", "Zoe"], "ids": [2, "z@x.org", 1]}\n{"id": 3, "name": "Ada"}\n'
    roster = read_roster(write(content, "roster.jsonl"))
    assert list(roster) == [Participant("1", ("Zoe", "Z. Quill"), ("2", "z@x.org")), Participant("3", ("Ada",))]
    assert roster.main_id("z@x.org") == "1"


def test_keys_that_only_few_have(write):
    lines = ['{"id": 1}'] * 150 + ['{"id": 2, "Display name": "Zoe", "fullName": "Zoe Quill"}']
    assert read_roster(write("\n".join(lines), "roster.jsonl")).get("2").names == ("Zoe Quill", "Zoe")


@pytest.mark.parametrize(
    "name",
    [
        "Quill | Zoe",
        "Zoe [the Z] Quill",
        "zoe@x.org",
        "@zoe_q",
        "Quill, Zoe (dept. #4)",
        'Zoe "Z" Quill',
        "אנה כהן",
        "王小明",
    ],
)
def test_names_in_any_shape(write, name):
    quoted = name.replace('"', '""')
    assert read_roster(write(f'id,name\n1,"{quoted}"\n')).get("1").names == (name,)


def test_several_rows_for_one_person(write):
    report = ReadReport()
    roster = read_roster(write("id,name,role\n1,Zoe,\n2,Ada,\n1,Zoe,tutor\n1,Z. Quill,\n"), report=report)
    assert list(roster) == [Participant("1", ("Zoe", "Z. Quill"), role="tutor"), Participant("2", ("Ada",))]
    assert report.duplicates == ["1"]


def test_empty_names(write):
    report = ReadReport()
    roster = read_roster(write("id,name,phone\n1,,x\n2,  ,y\n3,Ada,z\n"), report=report)
    assert [person.names for person in roster] == [(), (), ("Ada",)]
    assert (report.empty_names, report.rows, report.dropped) == (2, 3, ["phone"])


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        ("id,name\n", "roster.csv", "P201.*leave --roster out"),
        ("", "roster.csv", "P201.*leave --roster out"),
        ("", "roster.jsonl", "P201.*leave --roster out"),
        ("name,role\nZoe,x\n", "roster.csv", "P202.*for the id .*name, role"),
        ("id,colour\n1,Zoe\n", "roster.csv", "P202.*for the name .*id, colour"),
        ("userid,student id,name\n1,1,Zoe\n", "roster.csv", "P118.*'id' may be any of userid, student id"),
        ("1,Zoe\n2,Ada\n", "roster.csv", "P202.*is there a header"),
        ("id,name\n1,Zoe\n,Ada\n", "roster.csv", "P203.*line 3"),
        ('{"id": [1, 2], "name": "Zoe"}', "roster.jsonl", "P203.*line 1"),
        ('{"id": 1, "name": "Zoe", "ids": [2]}\n{"id": 2, "name": "Ada"}', "roster.jsonl", "P204.*lines 1 and 2"),
        ('{"id": 1, "name": "Zoe", "ids": [3]}\n{"id": 2, "ids": [3]}', "roster.jsonl", "P204.*lines 1 and 2"),
        ('{"id": 1, "name": {"given": "Zoe"}}', "roster.jsonl", "P205.*line 1: 'name'"),
    ],
)
def test_bad_rosters(write, content, name, expected):
    path = write(content, name)
    with pytest.raises(PseudoError, match=expected) as caught:
        read_roster(path)
    message = str(caught.value).replace(str(path), "")
    assert "Zoe" not in message
    assert "Ada" not in message


def test_columns_may_be_told(write):
    path = write("nr,namn\n1,Zoe\n")
    assert read_roster(path, columns={"id": "nr", "name": "namn"}).get("1").names == ("Zoe",)


def test_names_from_the_messages(write):
    path = write(
        "id,user_id,Display Name,text\n1,a,Zoe,x\n2,b,,x\n3,a,Z. Quill,x\n4,,Ada,x\n5,a,Zoe,x\n", "messages.csv"
    )
    report = ReadReport()
    roster = roster_from_messages(path, "display name", report=report)
    assert list(roster) == [Participant("a", ("Zoe", "Z. Quill")), Participant("b")]
    assert (report.duplicates, report.empty_names) == ([], 1)
    assert roster_from_messages(path, "text", columns={"author": "id"}).get("1") == Participant("1", ("x",))


def test_names_from_a_column_that_is_not_there(write):
    path = write("id,author,text\n1,a,x\n", "messages.csv")
    with pytest.raises(PseudoError, match=r"P116.*'Name'.*id, author, text"):
        roster_from_messages(path, "Name")
    with pytest.raises(PseudoError, match=r"P115.*author"):
        roster_from_messages(write("id,name,text\n1,a,x\n"), "name")


def test_an_address_is_a_further_id_unless_it_is_shared(write):
    shared = "2,Bob Grey,office@uni.example\n3,Al Dorn,office@uni.example\n4,Eve Lund,none\n"
    roster = read_roster(write("id,name,E-Mail\n1,Mary Poe,Mary.Poe@uni.example\n" + shared))
    assert [person.ids for person in roster] == [("mary.poe@uni.example",), (), (), ()]
