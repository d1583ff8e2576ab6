"""Sealed keys as a user has them: real processes, a disk that is searched, and nothing left in memory."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app

pytestmark = pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="sealed keys are opened in memory on Linux")

PASSPHRASE = "five wet sheep in a boat"
NAMES = ("Mary", "Poe", "Robert", "Grey", "Dorn", "Ottilie", "Callum", "tides")
MEMORY = Path("/dev/shm")
PROCESSES: list[int] = []
MAIN = "from spacy_pseudo.cli import main; main()"
ROSTER = "id,name\nmp,Mary Poe\nrg,Robert Grey\njd,Jane Dorn\n"
ROWS = (
    {"id": "1", "author": "mp", "parent": "", "text": "Hi all,\nmy brother Callum likes tides.\nMary"},
    {"id": "2", "author": "rg", "parent": "1", "text": "Hi Mary,\nso does my sister Ottilie.\nRobert"},
    {"id": "3", "author": "jd", "parent": "2", "text": "Dear Robert,\nMary Poe's tides are fine.\nJane"},
)


class Desk:
    """A directory of its own for everything that a process may write to, and commands in it."""

    def __init__(self, path: Path) -> None:
        self.path, self.work = path, path / "work"
        for name in ("work", "home", "tmp", "given"):
            (path / name).mkdir()
        (path / "given" / "messages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
        (path / "given" / "roster.csv").write_text(ROSTER, "utf-8")
        self.environment = {**os.environ, "HOME": str(path / "home"), "TMPDIR": str(path / "tmp"),
                            "SPACY_PSEUDO_PASSPHRASE": PASSPHRASE}  # fmt: skip

    def start(self, *args: object, **settings: object) -> subprocess.Popen[str]:
        """RETURNS (Popen): A command at work."""
        given = {"env": self.environment, "cwd": self.work, "text": True, "stdout": subprocess.PIPE,
                 "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **settings}  # fmt: skip
        command = [sys.executable, "-c", MAIN, *map(str, args)]
        process: subprocess.Popen[str] = subprocess.Popen(command, **given)  # type: ignore[call-overload]
        PROCESSES.append(process.pid)
        return process

    def call(self, *args: object, code: int = 0, **environment: str) -> str:
        """RETURNS (str): What a command says."""
        with self.start(*args, env={**self.environment, **environment}) as process:
            said, wrong = process.communicate(timeout=120)
        assert process.returncode == code, said + wrong
        assert "Traceback" not in wrong
        return str(said + wrong)

    def run(self, command: str, key: str, out: str, *more: object) -> list[object]:
        """RETURNS (list[object]): A command on the messages."""
        roster = ["--roster", "../given/roster.csv"] if command == "run" else []
        return [command, "../given/messages.jsonl", *roster, "--key", key, "--out", out, "--seed", 1, *more]

    def on_disk(self, words: Iterable[str], *, but: Iterable[Path] = ()) -> list[str]:
        """RETURNS (list[str]): Where a word stands on the disk, in plain text."""
        found, but = [], [*but, self.path / "given"]
        for path in sorted(self.path.rglob("*")):
            if not path.is_file() or any(path.is_relative_to(place) for place in but):
                continue
            try:
                content = path.read_bytes()
            except FileNotFoundError:
                continue
            found += [f"{path}: {word}" for word in words if word.encode() in content]
        return found


def in_memory(process: int) -> list[Path]:
    """RETURNS (list[Path]): Where a process has opened a key; other tests are at work at the same time."""
    return [*MEMORY.glob(f"*spacy-pseudo-*-{process}-*")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): A desk with a key, plain and sealed; to be copied."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.call(*desk.run("run", "key", "plain"))
    desk.call("key", "seal", "key")
    return desk.path


@pytest.fixture
def desk(made: Path, tmp_path: Path) -> Desk:
    """RETURNS (Desk): A desk with a key, plain and sealed."""
    desk = Desk(tmp_path)
    shutil.copytree(made / "work", desk.work, dirs_exist_ok=True)
    return desk


@pytest.fixture
def closed(desk: Desk) -> Desk:
    """RETURNS (Desk): A desk with nothing but a sealed key."""
    shutil.rmtree(desk.work / "key")
    shutil.rmtree(desk.work / "plain")
    return desk


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    yield
    assert [place for process in (os.getpid(), *PROCESSES) for place in in_memory(process)] == []


def files(path: Path) -> Mapping[str, bytes]:
    """RETURNS (Mapping[str, bytes]): All files of a directory; not the log, which says when."""
    found = sorted(file for file in path.rglob("*") if file.is_file() and file.name != "log.jsonl")
    return {str(file.relative_to(path)): file.read_bytes() for file in found}


def test_apply_on_a_sealed_key_writes_the_same(desk: Desk) -> None:
    before = files(desk.work / "key")
    said = desk.call(*desk.run("apply", "key.sealed", "out"))
    assert files(desk.work / "out") == files(desk.work / "plain")
    assert "key.sealed: the key, who is who" in said
    assert str(MEMORY) not in said
    desk.call("key", "open", "key.sealed", "--to", "again")
    assert files(desk.work / "again") == before
    assert (desk.work / "key.sealed").stat().st_mode & 0o777 == 0o600
    assert (desk.work / "again").stat().st_mode & 0o777 == 0o700
    assert {p.stat().st_mode & 0o777 for p in (desk.work / "again").iterdir()} == {0o600}


def test_what_a_command_changes_is_sealed_again(desk: Desk) -> None:
    given = desk.path / "given" / "messages.jsonl"
    more = {"id": "4", "author": "mp", "parent": "3", "text": "Hi Janie,\nthanks.\nSparky"}
    given.write_text(given.read_text("utf-8") + json.dumps(more) + "\n", "utf-8")
    sealed = (desk.work / "key.sealed").read_bytes()
    desk.call(*desk.run("run", "key.sealed", "out"))
    desk.call(*desk.run("run", "key", "plain", "--force"))
    assert files(desk.work / "out") == files(desk.work / "plain")
    now = (desk.work / "key.sealed").read_bytes()
    assert now[13:41] != sealed[13:41], "a new salt and nonce for what is new"
    desk.call("key", "open", "key.sealed", "--to", "again")
    assert files(desk.work / "again") == files(desk.work / "key")


def test_a_key_can_be_made_sealed(closed: Desk) -> None:
    (closed.work / "key.sealed").unlink()
    closed.call(*closed.run("run", "key.sealed", "out"))
    assert sorted(p.name for p in closed.work.iterdir()) == ["key.sealed", "out"]
    assert "sealed" in closed.call("apply", "../given/messages.jsonl", "--key", "key.sealed", "--out", "out", "--force")
    assert closed.on_disk(NAMES[:-1]) == []
    closed.call("apply", "../given/messages.jsonl", "--key", "none.sealed", "--out", "out", "--force", code=2)


@pytest.mark.parametrize(
    "command",
    [
        ("audit", "plain", "--key"), ("report", "plain", "--out", "report.html", "--key"),
        ("export", "plain", "--to", "conll", "--out", "conll", "--key"), ("network", "plain", "--out", "net", "--key"),
        ("restore", "plain", "--text", "[U01]", "--key"), ("explain", "../given/messages.jsonl", "--id", "2", "--key"),
        ("check", "../given/messages.jsonl", "--key"), ("key", "check"), ("key", "repair"),
        ("discover", "../given/messages.jsonl", "--seed", "1", "--key"),
    ],
    ids=lambda command: " ".join(command[:2]),
)  # fmt: skip
def test_every_command_takes_it(desk: Desk, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.work)
    said = []
    for key in ("key.sealed", "key"):
        force = ["--force"] if command[0] in ("export", "report", "network") else []
        done = CliRunner().invoke(app, [*command, key, *force], env={"SPACY_PSEUDO_PASSPHRASE": PASSPHRASE})
        assert done.exit_code == 0, done.output
        said.append(done.stdout)
    assert said[0].replace("key.sealed", "key") == said[1]


def test_nothing_is_on_the_disk_while_it_works_or_after(closed: Desk) -> None:
    watched = set[str]()
    with closed.start(*closed.run("apply", "key.sealed", "out", "-q")) as process:
        while process.poll() is None:
            watched.update(closed.on_disk(NAMES[:-1]))
            time.sleep(0.01)
    assert process.returncode == 0
    assert watched == set(closed.on_disk(NAMES[:-1])) == set()
    assert closed.on_disk(["tides"], but=[closed.work / "out"]) == []


@contextmanager
def review(desk: Desk) -> Iterator[subprocess.Popen[str]]:
    """YIELDS (Popen): A review that serves its page, and so has the key open."""
    with desk.start("review", "../given/messages.jsonl", "--key", "key.sealed", "--no-browser", "-q") as process:
        try:
            assert process.stdout is not None
            assert "127.0.0.1" in process.stdout.readline()
            yield process
        finally:
            process.kill()


def test_open_for_one_at_a_time_and_never_on_the_disk(closed: Desk) -> None:
    with review(closed) as process:
        (place,) = in_memory(process.pid)
        assert place.stat().st_mode & 0o777 == 0o700
        assert (place / "key" / "names.txt").stat().st_mode & 0o777 == 0o600
        assert closed.on_disk(NAMES) == []
        arguments = Path(f"/proc/{process.pid}/cmdline").read_bytes().decode()
        assert PASSPHRASE not in arguments
        assert "[P395]" in closed.call(*closed.run("apply", "key.sealed", "out"), code=2)
        assert "[P395]" in closed.call("key", "rotate", "key.sealed", code=2, SPACY_PSEUDO_NEW_PASSPHRASE="six sheep!")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert not place.exists()
    closed.call(*closed.run("apply", "key.sealed", "out"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_whoever_ends_it_leaves_nothing_and_loses_nothing(closed: Desk, number: signal.Signals) -> None:
    with review(closed) as process:
        (place,) = in_memory(process.pid)
        names = place / "key" / "names.txt"  # what a person changes in the review
        names.write_text(names.read_text("utf-8").replace("mp |", "mp | Molly |", 1), "utf-8")
        process.send_signal(number)
        process.communicate(timeout=30)
    assert not place.exists()
    assert closed.on_disk(["Molly"]) == []
    closed.call("key", "open", "key.sealed", "--to", "again")
    assert "Molly" in (closed.work / "again" / "names.txt").read_text("utf-8")


def test_what_a_killed_process_leaves_is_swept_by_the_next(closed: Desk) -> None:
    before = (closed.work / "key.sealed").read_bytes()
    with review(closed) as process:
        assert in_memory(process.pid)
        process.kill()
        process.communicate()
    closed.call("key", "check", "key.sealed")
    assert in_memory(process.pid) == []
    assert (closed.work / "key.sealed").read_bytes() == before


def test_a_command_that_fails_leaves_all_as_it_was(closed: Desk) -> None:
    before = (closed.work / "key.sealed").read_bytes()
    closed.call("apply", "../given/nothing.csv", "--key", "key.sealed", "--out", "out", code=2)
    (closed.work / "out").mkdir()
    inside = shutil.copy(closed.work / "key.sealed", closed.work / "out")
    assert "[P135]" in closed.call(*closed.run("apply", inside, "out", "--force"), code=2)
    assert (closed.work / "key.sealed").read_bytes() == before


def test_damage_and_wrong_passphrases_have_their_codes(closed: Desk) -> None:
    whole = (closed.work / "key.sealed").read_bytes()
    wrong = {"SPACY_PSEUDO_PASSPHRASE": "six wet sheep in a boat"}
    assert "[P376]" in closed.call("key", "check", "key.sealed", code=2, **wrong)
    assert "[P376]" in closed.call("key", "open", "key.sealed", code=2, **wrong)
    for content, code in (
        (whole[:-1], "P373"), (whole[:40], "P373"), (whole[: len(whole) // 2], "P373"), (b"", "P372"),
        (b"x" + whole[1:], "P372"), (whole[:200] + bytes([whole[200] ^ 1]) + whole[201:], "P374"),
        (whole + b"\n", "P374"), (whole.replace(b"\r\n", b"\n", 1), "P372"),
    ):  # fmt: skip
        (closed.work / "key.sealed").write_bytes(content)
        for command in (("key", "repair", "key.sealed"), ("key", "open", "key.sealed"),
                        closed.run("apply", "key.sealed", "out")):  # fmt: skip
            assert f"[{code}]" in closed.call(*command, code=2)
    assert [path.name for path in closed.work.iterdir()] == ["key.sealed"]


def test_rotate(closed: Desk) -> None:
    old = (closed.work / "key.sealed").read_bytes()
    new = closed.path / "new"
    new.write_text("seven wet sheep\n", "utf-8")
    assert "[P385]" in closed.call("key", "rotate", "key.sealed", "--new-passphrase-file", new, code=2)
    new.chmod(0o600)
    closed.call("key", "rotate", "key.sealed", "--new-passphrase-file", new)
    now = (closed.work / "key.sealed").read_bytes()
    assert now[13:29] != old[13:29]
    assert "[P376]" in closed.call("key", "check", "key.sealed", code=2)
    closed.call("key", "check", "key.sealed", "--passphrase-file", new)
    new.write_text("short", "utf-8")
    refused = closed.call("key", "rotate", "key.sealed", "--new-passphrase-file", new, code=2,
                          SPACY_PSEUDO_PASSPHRASE="seven wet sheep")  # fmt: skip
    assert "[P378]" in refused
    assert (closed.work / "key.sealed").read_bytes() == now


def test_sealing_says_what_it_costs_and_deletes_only_when_asked(desk: Desk) -> None:
    assert "[P393]" in desk.call("key", "seal", "key", code=2)
    assert (desk.work / "key").is_dir()
    said = desk.call("key", "seal", "key", "--force")
    assert "Without the passphrase nobody can open it" in said
    assert "in plain text" in said
    (desk.work / "key" / "notes.txt").symlink_to("/etc/hostname")
    assert "[P396]" in desk.call("key", "seal", "key", "--force", "--remove", code=2)
    (desk.work / "key" / "notes.txt").unlink()
    (desk.work / "key" / "svala").mkdir()
    (desk.work / "key" / "svala" / "1.json").write_text("{}", "utf-8")
    assert "may still be on the disk" in desk.call("key", "seal", "key", "--force", "--remove")
    assert not (desk.work / "key").exists()
    desk.call("key", "open", "key.sealed")
    assert (desk.work / "key" / "svala" / "1.json").read_text("utf-8") == "{}"
    assert "[P130]" in desk.call("key", "open", "key.sealed", code=2)
    (desk.work / "key" / "roster.jsonl").unlink()
    assert "key repair" in desk.call("key", "seal", "key", "--force", "--remove", code=2)
    assert (desk.work / "key").is_dir()


def test_a_passphrase_is_asked_for_twice_and_not_shown(desk: Desk) -> None:
    environment = {k: v for k, v in desk.environment.items() if k != "SPACY_PSEUDO_PASSPHRASE"}
    assert "[P386]" in desk.call("key", "check", "key.sealed", code=2, SPACY_PSEUDO_PASSPHRASE="")
    for typed, code in (((PASSPHRASE, PASSPHRASE), 0), ((PASSPHRASE, "another one of them"), 2)):
        master, slave = pty.openpty()
        command = ("key", "seal", "key", "--to", f"safe{code}.sealed")
        streams = {"stdin": slave, "stdout": slave, "stderr": slave, "start_new_session": True}
        with desk.start(*command, env=environment, **streams) as process:
            os.close(slave)
            shown, asked = b"", 0
            while True:
                try:
                    shown += os.read(master, 4096)
                except OSError:
                    break
                if asked < 2 and shown.count(b": ") > asked:
                    time.sleep(0.2)
                    os.write(master, typed[asked].encode() + b"\n")
                    asked += 1
        os.close(master)
        assert process.returncode == code, shown
        assert not any(word.encode() in shown for word in typed)
    desk.call("key", "check", "safe0.sealed")
    assert not (desk.work / "safe2.sealed").exists()


def test_others_need_cryptography_to_be_told(desk: Desk) -> None:
    (desk.path / "without").mkdir()
    (desk.path / "without" / "cryptography.py").write_text("raise ModuleNotFoundError(name='cryptography')", "utf-8")
    path = os.pathsep.join([str(desk.path / "without"), desk.environment.get("PYTHONPATH", "")])
    for command in (("key", "seal", "key"), ("key", "open", "key.sealed"), desk.run("apply", "key.sealed", "out")):
        assert "spacy-pseudo[seal]" in desk.call(*command, code=2, PYTHONPATH=path)
    desk.call(*desk.run("apply", "key", "out"), PYTHONPATH=path)


def test_a_disk_in_memory_that_the_user_names(desk: Desk) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as place:
        desk.call("key", "check", "key.sealed", SPACY_PSEUDO_MEMORY=place)
        assert list(Path(place).iterdir()) == [], "nothing is left there"
    mounted = [line.split()[1:3] for line in Path("/proc/self/mounts").read_text("utf-8").splitlines()]
    around = max((len(where), kind) for where, kind in mounted if desk.work.is_relative_to(where))
    if around[1] not in ("tmpfs", "ramfs"):
        assert "[P338]" in desk.call("key", "check", "key.sealed", code=2, SPACY_PSEUDO_MEMORY=str(desk.work))
    assert "[P338]" in desk.call("key", "check", "key.sealed", code=2, SPACY_PSEUDO_MEMORY=str(desk.work / "none"))
