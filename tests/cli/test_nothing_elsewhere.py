"""What a run leaves behind, besides the key: no name and no id of anybody in it."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from spacy_pseudo import Message, Participant
from spacy_pseudo.people.name_map import Form, NameMap

ASSETS = Path(__file__).parents[2] / "assets"
MAIN = "from spacy_pseudo.cli import main; main()"
# These stand in OUT as they should: cited authors and a public figure, on whose names the account has a line.
STAY = {"Drummond", "Mark", "Lloyd-Baines", "Baines", "Robert", "David", "Grace", "Nurdles", "May"}


def secrets(key: Path) -> set[str]:
    """RETURNS (set[str]): All ids, registered names, logins and forms that nobody else has."""
    with (ASSETS / "roster.csv").open(encoding="utf-8", newline="") as stream:
        listed = [cell for row in csv.DictReader(stream) for cell in row.values() if cell]
    forms = [form.text for _, form in NameMap.parse((key / "names.txt").read_text("utf-8"))]
    return {text for text in (*listed, *forms) if len(text) > 3 and text not in STAY and not text.islower()}


def found_in(text: str, wanted: set[str]) -> list[str]:
    return sorted(name for name in wanted if name in text)


class Home:
    """A machine of its own: home, temporary files and working directory are here and nowhere else."""

    def __init__(self, place: Path) -> None:
        self.place, self.said = place, ""
        self.key, self.out = place / "key", place / "out"
        for name in ("home", "tmp", "work"):
            (place / name).mkdir()
        self.arguments: list[str] = []

    def call(self, *arguments: object, code: int = 0) -> None:
        paths = {"HOME": "home", "TMPDIR": "tmp", "XDG_CACHE_HOME": "home", "XDG_CONFIG_HOME": "home"}
        env = {**os.environ, **{name: str(self.place / path) for name, path in paths.items()}}
        process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", cwd=self.place / "work", env=env,
        )  # fmt: skip
        if sys.platform == "linux":
            time.sleep(0.2)
            self.arguments += Path(f"/proc/{process.pid}/cmdline").read_text("utf-8", "replace").split("\0")
        said, _ = process.communicate(timeout=300)
        assert process.returncode == code, said
        self.said += said

    def left(self) -> Iterator[tuple[str, str]]:
        """YIELDS (tuple[str, str]): Every file outside the key, by its path, also as it is called."""
        for path in self.place.rglob("*"):
            if path.is_file() and not path.is_relative_to(self.key):
                name = str(path.relative_to(self.place))
                yield name, f"{name}\n{path.read_bytes().decode('utf-8', 'replace')}"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("machine"))
    messages, roster, allow = (ASSETS / name for name in ("messages.csv", "roster.csv", "allow.txt"))
    options = ["--allow", allow, "--key", made.key]
    made.call("check", messages, "--roster", roster, "--no-samples")
    made.call("run", messages, "--roster", roster, "--out", made.out, *options)
    made.call("apply", messages, "--out", made.out, "--force", *options)
    made.call("report", made.out, "--key", made.key, "--out", made.place / "report.html")
    made.call("export", made.out, "--key", made.key, "--to", "docbin", "--out", made.place / "docbin")
    made.call("export", made.out, "--key", made.key, "--to", "conll", "--out", made.place / "conll")
    made.call("network", made.out, "--key", made.key, "--out", made.place / "network")
    return made


def test_files_outside_the_key_name_nobody(home: Home) -> None:
    wanted = secrets(home.key)
    assert len(wanted) > 60
    files = dict(home.left())
    assert {"out/messages.csv", "out/summary.json", "report.html"} <= files.keys()
    assert {name: found for name, text in files.items() if (found := found_in(text, wanted))} == {}
    assert not [name for name in files if name.startswith(("tmp/", "home/", "work/"))]


def test_what_is_said_and_what_others_see_of_processes_names_nobody(home: Home) -> None:
    wanted = secrets(home.key)
    assert found_in(home.said, wanted) == []
    assert found_in(" ".join(home.arguments), wanted) == []


def test_a_crash_report_names_nobody(home: Home, tmp_path: Path) -> None:
    """Whatever breaks inside is told without what it was working on."""
    broken = tmp_path / "broken.csv"
    broken.write_text('id,author,text\n1,s1013,"Hi Alistair\n2,s1077,Robert\n', "utf-8")
    other = Home(tmp_path / "machine") if (tmp_path / "machine").mkdir() is None else home
    other.call("run", broken, "--roster", ASSETS / "roster.csv", "--out", other.out, "--key", other.key, code=2)
    assert found_in(other.said, secrets(home.key)) == []


def test_what_python_prints_of_people_and_messages_names_nobody() -> None:
    message = Message("Hi Mary,\nyes.\nRob", id="m1", author="rob@tides.example", subject="Mary's tides")
    shown = repr([Participant("mary.poe", ("Mary Poe",), ids=("mp@tides.example",)), message, Form("Mary", 3)])
    assert found_in(shown, {"Mary", "mary", "Rob", "rob", "tides"}) == []
