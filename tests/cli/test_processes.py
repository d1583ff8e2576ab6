"""The command line as a process of its own: interrupted, on a full disk, with somebody's pipeline, under spaCy."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Place

MAIN = "from spacy_pseudo.cli import main; main()"
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and limits")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def start(place: Place, *args: object, **options: object) -> subprocess.Popen[str]:
    """RETURNS (Popen): A command on its way."""
    return subprocess.Popen(
        [sys.executable, "-c", MAIN, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=place.path,
        # A shell that runs the tests in the background has them ignore Ctrl-C.
        preexec_fn=_listen_to_interrupts if os.name == "posix" else None,
        **options,  # type: ignore[call-overload]
    )


def _listen_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """RETURNS (tuple[int, str, str]): Exit code and what was said."""
    stdout, stderr = process.communicate(timeout=600)
    return process.returncode, stdout, stderr


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something has happened while the process is running."""
    deadline = time.monotonic() + 600
    while not condition():
        assert process.poll() is None, process.communicate()
        if time.monotonic() > deadline:
            process.kill()
            pytest.fail(f"nothing happened: {process.communicate()}")
        time.sleep(0.01)


def open_files(pid: int) -> set[str]:
    """RETURNS (set[str]): The files that a process has open; one may be closed while we look."""
    found = set()
    for name in os.listdir(f"/proc/{pid}/fd"):
        with suppress(OSError):
            found.add(os.readlink(f"/proc/{pid}/fd/{name}"))
    return found


def many(place: Place, n: int, text: str) -> None:
    """Write many messages."""
    place.messages({"id": f"m{i}", "author": ("mp", "rg")[i % 2], "text": text} for i in range(n))


RUN = ("run", "messages.jsonl", "--roster", "roster.csv", "--out", "out", "--key", "key")


# --- Interrupted ---


@linux
def test_interrupted_before_there_is_a_key(place: Place) -> None:
    many(place, 30_000, "Hi Mary,\nthe tides are fine.\nRobert")
    process = start(place, *RUN)
    wait_for(lambda: str(place / "messages.jsonl") in open_files(process.pid), process)
    process.send_signal(signal.SIGINT)
    code, _, stderr = finish(process)
    assert code == 130
    assert stderr == "Interrupted. The output directory is as it was.\n"
    assert place.snapshot() == {}
    assert not place.key.exists()


@posix
@pytest.mark.parametrize(
    ("earlier", "number", "code"),
    [(False, signal.SIGINT, 130), (True, signal.SIGTERM, 143)],
)
def test_interrupted_in_the_middle_of_writing(place: Place, earlier: bool, number: int, code: int) -> None:
    if earlier:
        assert place.run() == 0
    many(place, 5_000, "Hi Mary,\nthe tides are fine.\nRobert")
    # The key is made before the output, and is whole.
    args = ("--roster", place / "roster.csv", "--key", place.key)
    assert place.call("discover", place / "messages.jsonl", *args) == 0
    before = place.snapshot()
    process = start(place, *RUN, "--force")

    def writing() -> bool:
        return any(path.stat().st_size for path in place.path.glob(".out.*.tmp/.messages*"))

    wait_for(writing, process)
    process.send_signal(number)
    ended, stdout, stderr = finish(process)
    assert ended == code, stderr
    assert "The output directory is as it was." in stderr
    assert "written" not in stdout
    assert place.snapshot() == before
    assert place.out.exists() == earlier


# A command that is ended while Python tidies up: what a finaliser raises comes out nowhere.
TIDYING = """
import os, sys, time, typer
from spacy_pseudo.cli.exits import exits

class Tidied:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))
        time.sleep(0.01)

@exits
def command():
    Tidied()
    time.sleep(20)

try:
    command()
except typer.Exit as end:
    sys.exit(end.exit_code)
"""


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)])
def test_interrupted_where_no_error_comes_out(number: int, code: int) -> None:
    command = [sys.executable, "-c", TIDYING, str(int(number))]
    listen = _listen_to_interrupts if os.name == "posix" else None
    done = subprocess.run(command, capture_output=True, encoding="utf-8", preexec_fn=listen, timeout=60)
    assert done.returncode == code
    assert done.stderr.endswith("The output directory is as it was.\n")
    assert "Traceback" not in done.stderr


# --- A disk that fills up ---


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """While this lasts, no file of this process grows larger."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@posix
def test_the_disk_is_full_while_the_key_is_written(place: Place) -> None:
    many(place, 500, "Hi.")
    with largest_file(20_000):
        assert place.run() == 3
    assert "File too large" in place.stderr
    assert place.snapshot() == {}


@posix
def test_the_disk_is_full_while_the_output_is_written(place: Place) -> None:
    assert place.run() == 0
    many(place, 50, "The tides are fine. " * 200)
    assert place.call("discover", place / "messages.jsonl", "--key", place.key) == 0
    before = place.snapshot()
    with largest_file(100_000):
        assert place.run("--force") == 3
    assert "File too large" in place.stderr
    assert "The output directory is as it was" in place.stderr
    assert "written" not in place.stdout
    assert place.snapshot() == before


@posix
def test_the_disk_is_full_while_what_was_replaced_is_written(place: Place) -> None:
    many(place, 20, "Dear Mary Poe. " * 100)
    assert place.run() == 0
    before = place.snapshot()
    assert len(before["key/replacements.jsonl"]) > 60_000 > len(before["out/messages.jsonl"])
    with largest_file(60_000):
        assert place.apply() == 3
    assert "File too large" in place.stderr
    assert place.snapshot() == before


# --- Somebody's pipeline ---

STUMBLES = """
from spacy.language import Language

@Language.component("stumbles")
def stumbles(doc):
    if "kelp" in doc.text:
        raise RuntimeError("kelp: " + doc.text)
    return doc

def make(nlp, name):
    return stumbles
"""
CONFIG = """
[nlp]
lang = "en"
pipeline = ["stumbles","participant_pseudonymiser"]

[components]

[components.stumbles]
factory = "stumbles"

[components.participant_pseudonymiser]
factory = "participant_pseudonymiser"
allow = ["Mary Poe"]
"""


@pytest.fixture
def plugin(place: Place) -> Place:
    """RETURNS (Place): A place with a package that brings a component, and a config that has it in its pipeline."""
    (place / "stumbling.py").write_text(STUMBLES)
    (place / "stumbling-1.0.dist-info").mkdir()
    (place / "stumbling-1.0.dist-info" / "METADATA").write_text("Name: stumbling\nVersion: 1.0\n")
    (place / "stumbling-1.0.dist-info" / "entry_points.txt").write_text(
        "[spacy_factories]\nstumbles = stumbling:make\n"
    )
    (place / "stumble.cfg").write_text(CONFIG)
    return place


def test_a_message_that_fails_is_not_written_and_the_run_goes_on(plugin: Place) -> None:
    rows = [
        *plugin.ROWS,
        {"id": "4", "author": "mp", "text": "Mary likes kelp."},
        {"id": "5", "author": "rg", "text": "Jane?"},
    ]
    plugin.messages(rows)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(plugin.path), *sys.path])}
    code, stdout, stderr = finish(start(plugin, *RUN, "--config", "stumble.cfg", env=environment))
    assert code == 1, stderr
    assert "1 message failed" in stdout
    assert "kelp" not in stdout + stderr
    assert list(plugin.texts) == ["1", "2", "3", "5"]
    (failure,) = plugin.private("failures")
    assert (failure["id"], failure["code"]) == ("4", "RuntimeError")
    assert "component of the pipeline" in failure["reason"]
    assert [row["id"] for row in plugin.private("replacements")] == ["1", "2", "3", "4", "5"]
    assert plugin.private("replacements")[3] == {
        "id": "4",
        "spans": [],
        "identifiers": [],
        "marked": [],
        "others": [],
        "failed": "RuntimeError",
    }
    assert plugin.summary["messages"]["failed"] == 1
    # The config's own settings count.
    assert "Mary Poe's tides" in plugin.texts["3"]


# --- Two doors ---


def test_the_same_commands_under_spacy(place: Place) -> None:
    help_ = subprocess.run(
        [sys.executable, "-m", "spacy", "pseudo", "--help"], capture_output=True, encoding="utf-8", check=True
    ).stdout
    assert set(re.findall(r"^[ │]+(run|discover|apply|check|evaluate) ", help_, re.MULTILINE)) == {
        "run", "discover", "apply", "check", "evaluate",
    }  # fmt: skip
    check = [sys.executable, "-m", "spacy", "pseudo", "check", "--roster", "roster.csv"]
    done = subprocess.run([*check, "messages.jsonl"], cwd=place.path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "3 messages" in done.stdout
    missing = subprocess.run([*check, "missing.jsonl"], cwd=place.path, capture_output=True)
    assert missing.returncode == 2


def test_the_console_script(place: Place) -> None:
    script = Path(sys.executable).with_name("spacy-pseudo")
    # On a terminal that knows ASCII only the report must not fail.
    done = subprocess.run(
        [script, *RUN], cwd=place.path, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 0, done.stderr
    assert b"3 messages written to out" in done.stdout
    assert done.stderr == b""
    assert json.loads((place.out / "summary.json").read_bytes())["messages"]["written"] == 3
