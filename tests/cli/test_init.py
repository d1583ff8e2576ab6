"""`spacy-pseudo init` as a process: what it says and writes, and that what it writes runs."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from spacy_pseudo.cli.groups import unquoted

MAIN = "from spacy_pseudo.cli import main; main()"
MESSAGES = (
    "Nr;Student No;Antwort auf;Posted on;Message body\n"
    "1;11;;2024-03-01 10:00;<p>Hi all,</p><p>how high was the tide?</p><p>Zoë</p>\n"
    "2;12;1;2024-03-01 11:00;<p>Hi Zoë,</p><p>ask Quill (2010), or Bob.</p><p>Ada Lind</p>\n"
    "3;13;2;2024-03-01 12:00;<p>Hello Ada,</p><p>it was low.</p><p>Robert</p>\n"
    "3;13;2;2024-03-01 12:05;<p>Hello Ada,</p><p>it was very low.</p><p>Robert</p>\n"
)
PEOPLE = "Matrikel;Vorname;Nachname\n11;Zoë;Quill\n12;Ada;Lind\n13;Robert;Grey\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """RETURNS (Path): A directory with a blank and an umlaut in its name, and a messy export in it."""
    path = tmp_path / "März export"
    path.mkdir()
    (path / "Forum (März).csv").write_bytes(MESSAGES.encode("cp1252"))
    (path / "list.csv").write_text(PEOPLE, "utf-8")
    return path


def init(place: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", MAIN, "init", *args]
    return subprocess.run(command, cwd=place, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)


def answered(place: Path, answers: Mapping[str, str], *args: str) -> str:
    """Call init on a terminal, and answer each question when it is asked.

    RETURNS (str): What was shown.
    """
    main, terminal = pty.openpty()
    command = [sys.executable, "-c", MAIN, "init", *args]
    streams = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    process = subprocess.Popen(command, cwd=place, start_new_session=True, **streams)
    os.close(terminal)
    shown, seen, left = "", 0, dict(answers)
    while select.select([main], [], [], 120)[0]:
        try:
            shown += os.read(main, 65536).decode("utf-8", "replace")
        except OSError:  # it has ended
            break
        for question, answer in tuple(left.items()):
            if question in shown[seen:] and shown.rstrip(" ").endswith((":", "]:")):
                seen = len(shown)
                del left[question]
                os.write(main, f"{answer}\n".encode())
                break
    os.close(main)
    assert process.wait(60) == 0, shown
    assert left == {}
    return shown


def files(path: Path) -> dict[str, bytes]:
    return {str(one.relative_to(path)): one.read_bytes() for one in path.rglob("*") if one.is_file()}


def test_from_messy_files_to_an_audited_out(place: Path) -> None:
    before = files(place)
    done = init(place, "Forum (März).csv", "list.csv", "--project", "mein förum", "--yes")
    assert done.returncode == 0, done.stderr
    assert "Student No" in done.stdout
    assert "--duplicates last" in done.stdout
    assert "(HTML)" in done.stdout
    project = place / "mein förum"
    assert {name: content for name, content in files(place).items() if "förum" not in name} == before
    assert sorted(path.name for path in project.iterdir()) == [".gitignore", "project.yml"]
    command = [sys.executable, "-m", "spacy", "project", "run", "all"]
    ran = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "No participant's name stands" in ran.stdout
    written = (project / "out/messages.csv").read_bytes().decode("cp1252")
    assert "very low" in written
    assert "Zoë" not in written
    assert "Quill (2010)" in written
    assert (project / "out/report.html").exists()
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    seen = subprocess.run(["git", "status", "--short", "-uall"], cwd=project, capture_output=True, encoding="utf-8")
    assert seen.stdout.split() == ["??", ".gitignore", "??", "project.yml"]
    again = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8")
    assert "Skipping 'run'" in again.stdout


def test_the_project_reviews_what_it_ran(place: Path) -> None:
    assert init(place, "Forum (März).csv", "list.csv", "--project", ".", "--yes").returncode == 0
    for name, more in (("run", ()), ("review", ("--no-browser", "--idle", "0.001"))):
        lines = (place / "project.yml").read_text("utf-8").split("\n")
        script = lines.index(f"  - name: {name}") + 3
        if more:
            lines[script] = lines[script].removesuffix('"') + f' {" ".join(more)}"'
            (place / "project.yml").write_text("\n".join(lines), "utf-8")
        command = [sys.executable, "-m", "spacy", "project", "run", name]
        ran = subprocess.run(command, cwd=place, capture_output=True, encoding="utf-8", timeout=120)
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_nothing_is_overwritten_and_nothing_half_written(place: Path) -> None:
    project = place / "pseudonymised"
    project.mkdir()
    (project / "project.yml").write_text("mine", "utf-8")
    before = files(place)
    done = init(place, "Forum (März).csv", "list.csv", "--yes")
    assert done.returncode == 2
    assert "[P570]" in done.stderr
    assert files(place) == before
    assert init(place, "Forum (März).csv", "list.csv", "--yes", "--force").returncode == 0
    assert (project / "project.yml").read_text("utf-8").startswith("title:")


def test_where_nothing_can_be_written_nothing_is_left(place: Path) -> None:
    before = files(place)
    assert init(place, "Forum (März).csv", "list.csv", "--yes", "--project", "list.csv/a").returncode == 2
    done = init(place, "Forum (März).csv", "list.csv", "--project", "/proc/project")
    assert (done.returncode, "[P517]" in done.stderr, "--project" in done.stderr) == (2, True, True)
    assert done.stdout == ""
    assert files(place) == before
    (place / "full").mkdir()
    (place / "full" / "project.yml").mkdir()
    done = init(place, "Forum (März).csv", "list.csv", "--yes", "--force", "--project", "full")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert [path.name for path in (place / "full").iterdir()] == ["project.yml"]


def test_without_a_terminal_an_open_question_is_an_error_that_says_the_option(place: Path) -> None:
    done = init(place, "Forum (März).csv", "list.csv")
    assert done.returncode == 2
    assert "[P575]" in done.stderr
    assert "--duplicates last" in done.stderr
    assert not (place / "pseudonymised").exists()
    assert init(place, "Forum (März).csv", "list.csv", "--duplicates", "first").returncode == 0
    assert "[P571]" in init(place).stderr
    assert "[P503]" in init(place, "nowhere.csv", "--yes").stderr


def test_what_nothing_tells_must_be_said(place: Path) -> None:
    (place / "odd.csv").write_text("id,a,b\n1,7,p q\n2,7,p r\n", "utf-8")
    done = init(place, "odd.csv", "--yes")
    assert done.returncode == 2
    assert "[P577]" in done.stderr
    assert "--column author=HEADER" in done.stderr


def test_questions_are_asked_on_a_terminal(place: Path) -> None:
    answers = {
        "File with messages": "'Forum (März).csv'",
        "Another file": "",
        "Class list": '"list.csv"',
        "Which is read?": "first",
        "Write this to": "y",
    }
    shown = answered(place, answers, "--project", "neu", "--no-samples")
    assert "1  last" in shown
    assert "how high" not in shown
    project = (place / "neu/project.yml").read_text("utf-8")
    assert 'roster: "../list.csv"' in project
    assert 'duplicates: "first"' in project


def test_columns_are_asked_for_by_number_or_header(place: Path) -> None:
    (place / "odd.csv").write_text("Zeile,Wer,Was\n1,zq,Hi all\n2,al,Fine thanks\n3,zq,So am I\n", "utf-8")
    answers = {
        "has the texts?": "",
        "who wrote a message?": "Wer",
        "has the id": "1",
        "Class list": "",
        "Write this": "",
    }
    shown = answered(place, answers, "odd.csv")
    assert "Number [3]" in shown
    project = (place / "pseudonymised/project.yml").read_text("utf-8")
    assert all(line in project for line in ('column_text: "Was"', 'column_author: "Wer"', 'column_id: "Zeile"'))


def test_the_class_list_is_known_by_what_is_in_it(place: Path) -> None:
    (place / "list.csv").write_text(
        'Matrikel;"Surname, Given (dept)";Semester\n11;Quill, Zoë (Biology);2\n12;Lind, Ada (Physics);2\n', "utf-8"
    )
    done = init(place, "Forum (März).csv", "list.csv", "--yes", "--no-samples")
    assert done.returncode == 0, done.stderr
    assert "--roster-column name=Surname, Given (dept)" in done.stdout
    (place / "odd.csv").write_text("Matrikel;Wer;Semester\n11;zoe;2\n12;ada;2\n", "utf-8")
    done = init(place, "Forum (März).csv", "--roster", "odd.csv", "--yes", "--no-samples", "--force")
    assert "--roster-column name=Wer" in done.stdout, done.stderr
    (place / "odd.csv").write_text("id\n11\n", "utf-8")
    done = init(place, "odd.csv", "--yes", "--force")
    assert "[P574]" in done.stderr
    assert "--roster" in done.stderr


def test_what_is_no_answer_says_what_is(place: Path) -> None:
    (place / "odd.csv").write_text("id,a,b\n1,7,p q\n2,7,p r\n", "utf-8")
    answers = {"Number:": "", "Type a number": "a", "Class list": "", "Write this to": "n"}
    assert "Type a number from 1 to 1" in answered(place, answers, "odd.csv", "--column", "text=b")


def test_a_path_as_file_managers_write_it(place: Path) -> None:
    answers = {"File with messages": "Forum\\ (März).csv", "Another file": "", "Class list": "", "Which is read?": "1"}
    answered(place, {**answers, "Write this to": "n"}, "--project", "neu")
    assert not (place / "neu").exists()


def test_a_name_that_a_project_cannot_hold_is_refused(place: Path) -> None:
    (place / "5$.csv").write_text("id,author,text\n1,x,Hi all\n", "utf-8")
    done = init(place, "5$.csv", "--yes")
    assert done.returncode == 2
    assert "[P576]" in done.stderr
    assert not (place / "pseudonymised").exists()


def test_quotes_that_are_left_around_a_word() -> None:
    assert [unquoted(word) for word in ('"a b"', "'a'", '"', "a", '"a', "")] == ["a b", "a", '"', "a", '"a', ""]
