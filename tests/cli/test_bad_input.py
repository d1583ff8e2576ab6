"""Bad input: for each kind, whether it stops the run, fails one message or is only told, and that nothing is lost."""

from __future__ import annotations

import json
import time
import unicodedata
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Place

HEADER = "id,author,parent,text\n"
NFD = unicodedata.normalize("NFD", "Zoë Ångström")


# --- Exit code 2: the message names the remedy, and nothing is written ---


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("messages.csv", "id,parent,text\n1,,Hi\n", "P115"),
        ("messages.csv", "author,text\nmp,Hi\n", "P115"),
        ("messages.csv", "id,author\n1,mp\n", "P115"),
        ("messages.jsonl", '{"id": 1, "author": "mp"}\n', "P115"),
        ("messages.csv", "", "P108"),
        ("messages.csv", HEADER + "1,mp,,Hi\n1,mp,,Ho\n", "P139"),
        ("messages.csv", HEADER + ",mp,,Hi\n", "P120"),
        ("messages.csv", HEADER + '1,mp,,"Hi\n', "P109"),
        ("messages.csv", HEADER + "1,mp,,Hi,there\n", "P111"),
        ("messages.jsonl", '{"id": 1, "author": "mp", "text": "Hi"}\n{"id": 2,\n', "P112"),
        ("messages.jsonl", '{"id": 1, "author": "mp", "text": ["Hi"]}\n', "P121"),
        ("messages.csv", (HEADER + "1,mp,,é\n").encode() + b"2,mp,,\xe9\n", "P107"),
        ("messages.csv", (HEADER + "1,mp,,").encode() + b"\x81\xe9\n", "P106"),
        ("messages.xlsx", "id,author,text\n", "P101"),
        ("messages.ods", "id,author,text\n", "P124"),
        ("messages.data", "id,author,text\n", "P102"),
        ("roster.csv", "", "P201"),
        ("roster.csv", "id,name\n", "P201"),
        ("roster.csv", "id\nmp\n", "P202"),
        ("roster.csv", "id,name\n,Mary Poe\n", "P203"),
    ],
)
def test_what_stops_a_run(place: Place, name: str, content: str | bytes, code: str) -> None:
    place.write(name, content)
    messages = name if name.startswith("messages") else "messages.jsonl"
    assert place.run(messages=messages) == 2
    assert f"[{code}]" in place.stderr
    assert str(place / name) in place.stderr
    assert not {"Mary", "Poe", "Hi"} & set(place.stderr.replace(".", " ").split())
    assert place.snapshot() == {}
    # `check` says the same without a run.
    roster = ("--roster", place / "roster.csv")
    assert place.call("check", place / messages, *roster) == 2
    assert f"[{code}]" in place.stderr


def test_a_bad_line_at_the_end_leaves_earlier_output_as_it_was(place: Place) -> None:
    assert place.run() == 0
    before = place.snapshot()
    place.messages([*place.ROWS, {"id": "1", "author": "mp", "text": "again"}])
    for command in ("run", "apply"):
        assert place.run("--force", command=command) == 2
        assert "P139" in place.stderr
        assert place.snapshot() == before


@pytest.mark.parametrize("option", ["--roster", "--allow", "--exclude", "--config"])
def test_files_that_are_not_there(place: Place, option: str) -> None:
    (place / "roster.csv").unlink()
    assert place.run(option, place / "missing.csv") == 2
    assert "missing.csv" in place.stderr
    assert place.snapshot() == {}
    assert place.run(messages="none.csv") == 2
    assert "none.csv" in place.stderr


def test_messages_of_nobody_without_a_roster(place: Place) -> None:
    (place / "roster.csv").unlink()
    place.messages([{"id": "1", "author": None, "text": "Hi Mary"}])
    assert place.run() == 2
    assert "P507" in place.stderr
    assert place.snapshot() == {}


def test_a_file_with_nothing_but_a_header(place: Place) -> None:
    (place / "roster.csv").unlink()
    place.write("empty.csv", "id,author,text\n")
    assert place.run(messages="empty.csv") == 2
    assert "There are no messages" in place.stderr
    assert place.snapshot() == {}


def test_nobody_is_named_twice_in_a_roster_of_several_ids(place: Place) -> None:
    rows = ({"id": "a", "names": ["Mary Poe"], "ids": ["b"]}, {"id": "b", "names": ["Robert Grey"]})
    place.write("roster.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    (place / "roster.csv").unlink()
    assert place.run("--roster", place / "roster.jsonl") == 2
    assert "P204" in place.stderr
    assert "Mary" not in place.stderr


# --- Exit code 0, and a word about it ---


def test_a_parent_that_does_not_exist(place: Place) -> None:
    place.messages([{**place.ROWS[0], "parent": "99"}, *place.ROWS[1:]])
    assert place.run() == 0
    assert "1 message answers one that does not exist: 1" in place.stdout
    assert place.written[0]["parent"] == "99"
    assert place.texts["1"].endswith(f"[{place.labels['mp']}]")


def test_a_circle_of_parents(place: Place) -> None:
    place.messages([{**place.ROWS[0], "parent": "3"}, *place.ROWS[1:]])
    assert place.run() == 0
    assert "1 circle of messages that answer each other" in place.stdout
    assert place.texts["2"].startswith(f"Hi [{place.labels['mp']}],")


def test_an_empty_text(place: Place) -> None:
    rows = ["", " \n", None]
    place.messages([*place.ROWS, *({"id": f"e{n}", "author": "mp", "text": text} for n, text in enumerate(rows))])
    assert place.run() == 0
    assert "3 messages have an empty text" in place.stdout
    assert [place.texts[f"e{n}"] for n in range(3)] == ["", " \n", ""]
    assert [row["spans"] for row in place.private("replacements")[3:]] == [[], [], []]


def test_a_message_without_an_author(place: Place) -> None:
    place.messages([*place.ROWS, {"id": "4", "author": "", "text": "Hi Mary Poe."}])
    assert place.run() == 0
    assert "1 message has no author" in place.stdout
    assert place.written[3] == {"id": "4", "author": None, "parent": None, "text": f"Hi [{place.labels['mp']}]."}


def test_an_author_who_is_not_in_the_roster(place: Place) -> None:
    place.messages([*place.ROWS, {"id": "4", "author": "kl", "text": "Hi all,\nme too.\nKayleigh"}])
    assert place.run() == 0
    assert "1 author is not in the roster, with 1 message; they are taken in. First messages: 4" in place.stdout
    assert "kl | Kayleigh" in (place.key / "names.txt").read_text("utf-8").replace("? ", "")
    assert place.texts["4"].endswith(f"[{place.labels['kl']}]")


def test_no_roster_at_all(place: Place) -> None:
    (place / "roster.csv").unlink()
    assert place.run() == 0
    assert place.texts["2"] == f"Hi [{place.labels['mp']}],\nso do I.\n[{place.labels['rg']}]"


def test_a_roster_with_duplicate_ids_and_empty_names(place: Place) -> None:
    place.write("roster.csv", "id,name\nmp,Mary Poe\nmp,Molly Poe\nrg,Robert Grey\njd,\n")
    place.messages([*place.ROWS, {"id": "4", "author": "jd", "parent": "1", "text": "Hi Molly, hello. Jane"}])
    assert place.run() == 0
    assert "Roster: 1 id has several rows" in place.stdout
    assert "Roster: 1 name is empty" in place.stdout
    assert place.texts["4"] == f"Hi [{place.labels['mp']}], hello. [{place.labels['jd']}]"


@pytest.mark.parametrize(
    ("registered", "written"),
    [
        ("Mary [MJ] Poe", "Mary Poe"),
        ("Mary | Poe", "Mary"),
        ("Poe, Mary (dept. # 7)", "Mary Poe"),
        ("mary.poe@uni.example", "Mary"),
        ("<mary.poe@uni.example>", "Mary"),
        ("MARY POE", "Mary Poe"),
        ("marypoe", "Mary"),
        ("mary_poe77", "Mary"),
    ],
)
def test_names_of_any_shape_in_the_roster(place: Place, registered: str, written: str) -> None:
    place.write("roster.csv", f'id,name\nmp,"{registered}"\n')
    place.messages([{"id": "1", "author": "rg", "text": f"Hello,\nI think that {written} is right."}])
    assert place.run() == 0
    assert place.texts["1"] == f"Hello,\nI think that [{place.labels['mp']}] is right."
    # The map holds it so that it can be read again.
    assert place.apply() == 0
    assert place.texts["1"] == f"Hello,\nI think that [{place.labels['mp']}] is right."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (NFD, "Dear <<Zoë>>, thanks"),
        ("Zoë Ångström", unicodedata.normalize("NFD", "Dear <<Zoë>>, thanks")),
        ("Zoë Ångström", "Dear <<Zoe>>, thanks"),
        ("Mary 🐙 Poe", "Dear <<Mary>> 🐙, thanks"),
        ("محمد علي", "Dear <<محمد>>, thanks"),
        ("יעל כהן", "Dear <<יעל>>, thanks"),
        ("王小明", "Dear <<王小明>>, thanks"),
        ("王小明", "谢谢<<王小明>>的帖子"),
        ("Юлия Соколова", "Dear <<Юлия>>, thanks"),
    ],
)
def test_names_in_any_script(place: Place, name: str, text: str) -> None:
    place.write("roster.csv", f"id,name\nmp,{name}\n")
    before, name_there, after = text.replace(">>", "<<").split("<<")
    place.messages([{"id": "1", "author": "mp", "text": "Hello."}, {"id": "2", "author": "rg", "parent": "1",
                    "text": before + name_there + after}])  # fmt: skip
    assert place.run() == 0
    assert place.texts["2"] == f"{before}[{place.labels['mp']}]{after}"
    assert place.private("replacements")[1]["spans"][0][6] == name_there


# --- Bytes ---


@pytest.mark.parametrize(
    ("encoding", "found"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16"), ("cp1252", "cp1252")],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_line_ends(place: Place, encoding: str, found: str, end: str) -> None:
    place.write("roster.csv", f"id,name{end}zo,Zoë Poe{end}".encode(encoding))
    place.write(
        "messages.csv",
        f'id;author;text{end}1;zo;"Hi all,{end}the tide is a déjà vu to me, and the moon as well.{end}Zoë"{end}'.encode(
            encoding
        ),
    )
    assert place.run(messages="messages.csv") == 0
    assert place.summary["input"]["encoding"] == found
    # As it was, but for the name: line ends in the text too, and no mark at the beginning.
    written = (place.out / "messages.csv").read_bytes().decode("utf-8")
    assert (
        written
        == f'id;author;text\r\n1;U01;"Hi all,{end}the tide is a déjà vu to me, and the moon as well.{end}[U01]"\r\n'
    )
    assert ("W101" in place.stdout) == (encoding == "cp1252")


def test_lone_surrogates_and_nul(place: Place) -> None:
    place.messages([{"id": "1", "author": "mp", "text": "a\ud800b\0c 😀 Hi \udfffMary Poe\0"}])
    assert place.run() == 0
    assert place.texts["1"] == f"a\ufffdb\ufffdc 😀 Hi \ufffd[{place.labels['mp']}]\ufffd"
    assert "4 damaged characters replaced by U+FFFD" in place.stdout
    assert place.summary["input"]["repaired characters"] == 4


def test_no_message_commands_the_terminal(place: Place) -> None:
    commands = ("\x1b]0;tides\x07", "\x1b[2J", "\x9b31m", "\x08\x08", "\u202e", "\rx")
    texts = [f"Hi Rob,{command} Mary Poe {command} is Zibbo.\nRob" for command in commands]
    place.messages([{"id": str(n), "author": "rg", "text": text} for n, text in enumerate(texts)])
    assert place.run("--no-html") == 0, place.stderr
    written = place.out / "messages.jsonl"
    written.write_text(written.read_text("utf-8").replace("Zibbo", "Mary Poe"), "utf-8")
    calls = (["check", place / "messages.jsonl"], ["audit", place.out, "--key", place.key],
             ["run", place / f"{commands[1]}.csv", "--out", "o", "--key", "k"])  # fmt: skip
    for call in calls:
        place.call(*call)
        said = place.stdout + place.stderr
        assert [command for command in commands if command in said] == []
        assert "\ufffd" in said


def test_line_separators_in_ids_and_texts(place: Place) -> None:
    rows = [{"id": "1\u20282", "author": "m\x85p\u2028", "text": "Hi\u2028all.\x85Mary Poe\x1c"}]
    place.messages(rows)
    assert place.run() == 0
    assert place.texts == {"1\u20282": f"Hi\u2028all.\x85[{place.labels['mp']}]\x1c"}
    assert place.apply() == 0
    assert place.texts == {"1\u20282": f"Hi\u2028all.\x85[{place.labels['mp']}]\x1c"}


# --- Texts of any length and shape ---


def test_a_text_over_spacys_limit(place: Place) -> None:
    paragraph = "The tide tables of the harbour are right, and so is the almanac of the year.\n\n"
    body = paragraph * (1_050_000 // len(paragraph))
    place.messages([{"id": "1", "author": "rg", "text": f"Hi Mary,\n\n{body}Best wishes to Mary Poe,\nRobert"}])
    assert place.run() == 0
    mary, robert = place.labels["mp"], place.labels["rg"]
    assert place.texts["1"] == f"Hi [{mary}],\n\n{body}Best wishes to [{mary}],\n[{robert}]"
    spans = place.private("replacements")[0]["spans"]
    assert [span[6] for span in spans] == ["Mary", "Mary Poe", "Robert"]


@pytest.mark.parametrize("unit", ["!", "?!", "a", "é", "(", "-", ".", "a.", "_", "'", "\n", " ", "1", "王"])
@pytest.mark.usefixtures("forum")  # what is read and compiled once does not count
def test_thirty_thousand_times_the_same(place: Place, unit: str) -> None:
    run = unit * (30_000 // len(unit))
    place.messages([{"id": "1", "author": "rg", "text": f"Hi Mary,\n{run}\nBest,\nRobert"}])
    begin = time.process_time()
    assert place.run() == 0
    assert time.process_time() - begin < 5  # what is quadratic takes minutes
    assert place.texts["1"] == f"Hi [{place.labels['mp']}],\n{run}\nBest,\n[{place.labels['rg']}]"
