"""A run that is stopped, fails, or is cut off by the end of the program leaves OUT as it was."""

from __future__ import annotations

import csv
import json
import os
import re
from pathlib import Path

from tests.review.app.conftest import ASSETS, App, Begin, Person
from tests.review.app.test_intruders import files_of
from tests.review.desk.browsing import until


def long_forum(path: Path, times: int = 30) -> Path:
    """RETURNS (Path): The example, many times over: a run takes long enough to be stopped."""
    with (ASSETS / "messages.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        for n in range(times):
            for row in rows:
                ids = {name: f"{row[name]}-{n}" if row[name] else "" for name in ("id", "parent", "thread")}
                writer.writerow({**row, **ids})
    return path


def state(person: Person) -> dict[str, object]:
    found: dict[str, object] = json.loads(person.ask("GET", "/app/state")[2])
    return found


def running(person: Person) -> None:
    """Wait until a run tells how far it is."""
    person.form("run")
    told = r"of 2880 messages, \d+ a second, about \d+ \w+ left"
    until(lambda: re.search(told, str(state(person)["detail"])), "progress", 120)


def again(app: App) -> Person:
    """RETURNS (Person): Somebody who takes the work up when the program was started anew."""
    app.start()
    person = Person(app)
    person.enter()
    person.form("open", work="work 1")
    assert "mentions of them replaced" in person.page("run")
    return person


def test_a_run_that_does_not_end_leaves_everything_as_it_was(begin: Begin, tmp_path: Path) -> None:
    app, person = begin()
    person.give()
    person.form("run")
    person.wait()
    before = files_of(app.out)
    assert "messages.csv" in before
    person.upload("messages", long_forum(tmp_path / "long.csv").read_bytes(), "long.csv")
    assert "You have changed something since" in person.page("share")
    person.form("check")
    person.wait()
    # Stopped by somebody; nothing else can be begun meanwhile.
    running(person)
    for form in ("run", "check", "look", "review", "settings", "drop", "forget"):
        person.form(form, kind="messages")
        assert "[P909]" in person.page("run")
    assert person.upload("roster", b"id,name\n")[1]["problem"].endswith("[P909]")
    assert person.ask("GET", "/app/out.zip")[0] == 303
    person.form("stop")
    person.wait()
    assert "It was stopped." in person.page("run")
    as_it_was(app, before)
    # The program is ended.
    running(person)
    app.stop()
    as_it_was(app, before)
    # The program is killed.
    person = again(app)
    running(person)
    left = children_of(app.pid)
    assert left
    app.kill()
    until(lambda: not any(map(alive, left)), "the end of the run", 30)
    as_it_was(app, before)
    again(app)


def as_it_was(app: App, before: dict[str, bytes]) -> None:
    assert files_of(app.out) == before
    assert [path for place in (app.work(), app.private) for path in place.iterdir() if path.name[0] == "."] == []


def children_of(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_what_is_wrong_is_said_before_anything_is_shared(begin: Begin) -> None:
    app, person = begin()
    person.give()
    person.form("run")
    person.wait()
    path = app.out / "messages.csv"
    path.write_text(path.read_text("utf-8").replace("southerlies", "southerlies, says Margaret Haldane,"), "utf-8")
    person.form("look")
    person.wait()
    page = person.page("share")
    assert re.search(r"The audit found .* that nothing explains\. Do not share the result yet", page)
    assert "Download all the same" in page
    before = files_of(app.out)
    (app.private / "key" / "pseudonyms.csv").write_text("damaged\n", "utf-8")
    person.form("run")
    person.wait()
    assert re.search(r"It could not be done.*\[P3\d\d\]", person.page("run"), re.DOTALL)
    assert files_of(app.out) == before
    person.form("look")
    person.wait()
    assert re.search(r"\[P3\d\d\]", person.page("share"))
