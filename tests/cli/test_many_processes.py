"""--workers and --resume: as many processes as there are, one result, whatever happens on the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

ASSETS = Path(__file__).parents[2] / "assets"
WORK = ".spacy-pseudo-unfinished"
POSIX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")


def command(*words: object) -> list[str]:
    return [sys.executable, "-c", "from spacy_pseudo.cli import main; main()", *map(str, words)]


def call(*words: object, code: int = 0) -> str:
    done = subprocess.run(command(*words), capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def contents(*directories: Path) -> dict[str, bytes]:
    """RETURNS (dict[str, bytes]): All files but the log, which tells when something was done."""
    return {
        f"{directory.name}/{path.relative_to(directory)}": path.read_bytes()
        for directory in directories
        for path in sorted(directory.rglob("*"))
        if path.is_file() and path.name != "log.jsonl"
    }


@pytest.fixture(scope="module")
def forum(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): A forum of some 1,500 posts: the example again and again, in other threads."""
    place = tmp_path_factory.mktemp("forum")
    from spacy_pseudo.corpus.readers import read_messages

    example = list(read_messages(ASSETS / "messages.csv"))
    with (place / "messages.jsonl").open("w", encoding="utf-8") as stream:
        for copy in range(16):
            for message in example:
                ids = {
                    name: f"{copy}-{value}" if (value := getattr(message, name)) is not None else None
                    for name in ("id", "parent", "thread")
                }
                row = {**ids, "author": message.author, "subject": message.subject, "text": message.text}
                row |= {"session": message.session, "timestamp": message.timestamp}
                # JSONL may bring new keys on the way.
                row |= {"likes": copy, "mood": "good"} if copy > 8 else {}
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    return place


@pytest.fixture(scope="module")
def options(forum: Path) -> list[object]:
    kept = ("--keep-columns", "likes")
    return [forum / "messages.jsonl", "--roster", ASSETS / "roster.csv", "--seed", 1, "--no-audit", *kept]


@pytest.fixture(scope="module")
def alone(forum: Path, options: Sequence[object], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): What one process makes of the forum."""
    place = tmp_path_factory.mktemp("alone")
    call("run", *options, "--out", place / "out", "--key", place / "key", "--workers", 1)
    return place


def test_several_processes_write_the_same_bytes(alone: Path, options: Sequence[object], tmp_path: Path) -> None:
    call("run", *options, "--out", tmp_path / "out", "--key", tmp_path / "key", "--workers", 3)
    assert contents(tmp_path / "out", tmp_path / "key") == contents(alone / "out", alone / "key")
    assert not (tmp_path / "key" / WORK).exists()
    rows = [json.loads(line) for line in (tmp_path / "out" / "messages.jsonl").read_text("utf-8").splitlines()]
    assert "likes" not in rows[0]
    assert rows[-1]["likes"] == "15"


def test_discover_and_apply_take_workers_too(alone: Path, options: Sequence[object], tmp_path: Path) -> None:
    messages, *_ = options
    given = ("--roster", ASSETS / "roster.csv", "--seed", 1)
    call("discover", messages, *given, "--key", tmp_path / "key", "--workers", 2)
    kept = ("--keep-columns", "likes")
    call("apply", messages, "--key", tmp_path / "key", "--out", tmp_path / "out", "--workers", 2, "--seed", 1, *kept)
    assert contents(tmp_path / "out") == contents(alone / "out")


def test_html_several_sources_and_failures(tmp_path: Path) -> None:
    """Whatever a message is, and whatever becomes of it, another process may have had it."""
    rows = [
        {"id": n, "author": "mp" if n % 2 else "rg", "text": f"<p>Hi <b>Bob</b> {n},</p><p>yes.</p>Mary", "html": 1}
        for n in range(450)
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (tmp_path / "b.csv").write_text("id,author,text\n" + "".join(f"{n},zz,Thanks Mary!\n" for n in range(3)), "utf-8")
    (tmp_path / "roster.csv").write_text("id,name\nmp,Mary Poe\nrg,Robert Grey\nzz,Zoe Kay\n", "utf-8")
    made = []
    for workers in (1, 2):
        place = tmp_path / str(workers)
        given = ("--roster", tmp_path / "roster.csv", "--seed", 2, "--no-audit", "--workers", workers)
        call("run", tmp_path / "a.jsonl", tmp_path / "b.csv", *given, "--out", place / "out", "--key", place / "key")
        made.append(contents(place / "out", place / "key"))
    assert made[0] == made[1]
    assert any(name.startswith("out/messages-2") for name in made[0])


# --- On a cluster ---


@pytest.fixture
def only_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """RETURNS (Path): Where temporary files of a command lie."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    return place


def test_a_cluster_writes_the_same_bytes(
    alone: Path, options: Sequence[object], only_here: Path, tmp_path: Path
) -> None:
    said = call("run", *options, "--out", tmp_path / "out", "--key", tmp_path / "key", "--cluster", "local:2")
    assert contents(tmp_path / "out", tmp_path / "key") == contents(alone / "out", alone / "key")
    assert not (tmp_path / "key" / WORK).exists()
    assert list(only_here.iterdir()) == []
    assert "distributed" not in said


@POSIX
def test_a_worker_of_a_cluster_that_is_killed_is_told_and_nothing_is_lost(
    alone: Path, options: Sequence[object], only_here: Path, tmp_path: Path
) -> None:
    key, out = tmp_path / "key", tmp_path / "out"
    process = start("run", *options, "--out", out, "--key", key, "--cluster", "local:2")
    wait_for(lambda: len(finished(key, "apply")) > 0, process)
    kept = [path for path in only_here.rglob("*") if path.is_file() and path.stat().st_size]
    threads = Path(f"/proc/{process.pid}/task").iterdir()
    children = [pid for thread in threads for pid in (thread / "children").read_text("ascii").split()]
    workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(workers) == 2
    os.kill(int(workers[0]), signal.SIGKILL)
    said = "".join(process.communicate(timeout=120))
    assert process.returncode == 0, said
    assert contents(out, key) == contents(alone / "out", alone / "key")
    assert "W591" in said or "A worker of the cluster" in said
    assert kept == [], "nothing of the messages is written while they are worked on, either"
    assert list(only_here.iterdir()) == []


@pytest.mark.parametrize("more", [("--cluster", "local"), ("--cluster", "local:2", "--workers", 2)])
def test_what_is_no_cluster(more: Sequence[object], options: Sequence[object], tmp_path: Path) -> None:
    assert "P599" in call("run", *options, "--out", tmp_path / "out", "--key", tmp_path / "key", *more, code=2)
    assert list(tmp_path.iterdir()) == []


def test_without_dask(options: Sequence[object], tmp_path: Path) -> None:
    words = [*options, "--out", tmp_path / "out", "--key", tmp_path / "key", "--cluster", "local:2"]
    code = "import sys; sys.modules['distributed'] = None; from spacy_pseudo.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "run", *map(str, words)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "P595" in done.stderr
    assert "spacy-pseudo[cluster]" in done.stderr


@pytest.mark.parametrize("value", [0, -3])
def test_no_workers_is_no_choice(value: int, options: Sequence[object], tmp_path: Path) -> None:
    places = ("--out", tmp_path / "out", "--key", tmp_path / "key")
    assert "P592" in call("run", *options, *places, "--workers", value, code=2)
    assert list(tmp_path.iterdir()) == []


# --- Interrupted ---


def start(*words: object) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command(*words), stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def finished(key: Path, what: str) -> set[str]:
    return {path.name for path in (key / WORK).glob(f"{what}-*")}


@POSIX
@pytest.mark.parametrize(
    ("stage", "how"), [("discover", signal.SIGKILL), ("apply", signal.SIGKILL), ("apply", signal.SIGTERM)]
)
def test_what_was_finished_is_not_done_again(
    stage: str, how: signal.Signals, alone: Path, options: Sequence[object], tmp_path: Path
) -> None:
    key, out = tmp_path / "key", tmp_path / "out"
    words = ("run", *options, "--out", out, "--key", key, "--workers", 2)
    process = start(*words)
    wait_for(lambda: len(finished(key, stage)) > 0, process)
    # A process that is killed takes its workers with it: they hear nothing any more.
    os.kill(process.pid, how)
    said = "".join(process.communicate(timeout=60))
    assert process.returncode == (143 if how == signal.SIGTERM else -signal.SIGKILL)
    assert how == signal.SIGKILL or "--resume" in said
    assert not out.exists()
    assert [path.name for path in key.iterdir() if path.name not in (WORK, "log.jsonl")] in (
        [],
        [".spacy-pseudo-staged"],
    )
    assert (key.stat().st_mode & 0o777, (key / WORK).stat().st_mode & 0o777) == (0o700, 0o700)
    before = finished(key, stage)
    stamp = max((key / WORK / name).stat().st_mtime_ns for name in before)
    watched = start(*words, "--resume")
    wait_for(lambda: watched.poll() is not None or finished(key, stage) > before, watched)
    assert not (key / WORK).exists() or min((key / WORK / name).stat().st_mtime_ns for name in before) <= stamp
    said = "".join(watched.communicate(timeout=120))
    assert watched.returncode == 0, said
    assert "Resumed: " in said
    assert contents(out, key) == contents(alone / "out", alone / "key")


@POSIX
def test_pseudonyms_are_drawn_once(forum: Path, tmp_path: Path) -> None:
    """Without a seed nobody could draw them a second time: what was done before must go with what is done then."""
    key, out = tmp_path / "key", tmp_path / "out"
    words = ("run", forum / "messages.jsonl", "--roster", ASSETS / "roster.csv", "--out", out, "--key", key)
    process = start(*words, "--workers", 2, "--no-audit")
    wait_for(lambda: len(finished(key, "apply")) > 3, process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    call(*words, "--workers", 2, "--no-audit", "--resume")
    once = contents(out)
    call("apply", forum / "messages.jsonl", "--key", key, "--out", out, "--force", "--workers", 1)
    assert contents(out)["out/messages.jsonl"] == once["out/messages.jsonl"]


@POSIX
def test_with_other_files_or_options_all_is_begun_anew(options: Sequence[object], tmp_path: Path) -> None:
    messages, *others = options
    copy = tmp_path / "copy.jsonl"
    shutil.copy(str(messages), copy)
    key, out = tmp_path / "key", tmp_path / "out"
    words = ("run", copy, *others, "--out", out, "--key", key, "--workers", 2)
    process = start(*words)
    wait_for(lambda: len(finished(key, "discover")) > 0, process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    copy.write_text("\n".join(copy.read_text("utf-8").splitlines()[:100]), "utf-8")
    assert "nothing is finished" in call(*words, "--resume")
    assert len((out / "messages.jsonl").read_text("utf-8").splitlines()) == 100


@POSIX
def test_a_worker_that_is_killed_is_told_and_nothing_is_lost(
    alone: Path, options: Sequence[object], tmp_path: Path
) -> None:
    key, out = tmp_path / "key", tmp_path / "out"
    process = start("run", *options, "--out", out, "--key", key, "--workers", 2)
    wait_for(lambda: len(finished(key, "apply")) > 0, process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii").split()
    workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(workers) == 2
    os.kill(int(workers[0]), signal.SIGKILL)
    said = "".join(process.communicate(timeout=120))
    assert process.returncode == 0, said
    assert contents(out, key) == contents(alone / "out", alone / "key")
    assert "W590" in said or "A worker" not in said  # between two shards, there is nothing to do again


@POSIX
def test_what_others_put_there_is_not_run(forum: Path, options: Sequence[object], tmp_path: Path) -> None:
    """A key may come from somebody else: what is finished in it is data, and nothing else."""
    import pickle

    from spacy_pseudo.errors import PseudoError
    from spacy_pseudo.passes.spool import Spool

    spool = Spool(tmp_path, {"a": 1}, resume=True)
    spool.put("good", {"a": [1, {2, 3}], "b": ("c", None)})
    assert spool.get("good") == {"a": [1, {2, 3}], "b": ("c", None)}

    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "evil"),)

    (tmp_path / WORK / "bad").write_bytes(pickle.dumps(Evil()))
    (tmp_path / WORK / "cut").write_bytes(pickle.dumps({"a": 1})[:5])
    for name in ("bad", "cut"):
        with pytest.raises(PseudoError, match="P593"):
            spool.get(name)
    assert not (tmp_path / "evil").exists()
    assert Spool(tmp_path, {"a": 1}, resume=True).has("good")
    assert not Spool(tmp_path, {"a": 2}, resume=True).has("good")


@POSIX
def test_apply_goes_on_with_what_was_drawn(forum: Path, tmp_path: Path) -> None:
    """Who was written into names.txt by hand has a pseudonym since the command was first given."""
    key, out, messages = tmp_path / "key", tmp_path / "out", forum / "messages.jsonl"
    call("discover", messages, "--roster", ASSETS / "roster.csv", "--key", key)
    names = key / "names.txt"
    names.write_text("zz | Nurdles\n" + names.read_text("utf-8"), "utf-8")
    words = ("apply", messages, "--out", out, "--key", key, "--workers", 2, "--no-audit")
    process = start(*words)
    wait_for(lambda: len(finished(key, "apply")) > 2, process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    call(*words, "--resume")
    once = contents(out)["out/messages.jsonl"]
    call(*words, "--force", "--workers", 1)
    assert contents(out)["out/messages.jsonl"] == once
