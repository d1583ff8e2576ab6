"""A cluster: the same results in the same order, whoever dies on the way, and nothing left behind with anybody."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from spacy_pseudo.errors import PseudoError, PseudoWarning
from spacy_pseudo.passes.dask_crew import Cluster, Parcel, _kept

ROOT = str(Path(__file__).parents[2])
PRIVATE = "Ottoline Quist"
SPILLS_NOT = {f"DASK_DISTRIBUTED__WORKER__MEMORY__{when}": "False" for when in ("TARGET", "SPILL")}


def make_slow() -> Callable[[int], tuple[int, int]]:
    """Who does the first shards is slow: the others have to wait for their turn."""

    def work(shard: int) -> tuple[int, int]:
        time.sleep(0.2 if shard < 2 else 0)
        return shard * shard, os.getpid()

    return work


def make_counted(place: Path) -> Callable[[int], int]:
    (place / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    return make_dying(place / "none", 0)


def make_dying(place: Path, lives: int) -> Callable[[int], int]:
    """The third shard ends the process, as the system does where there is no memory left."""

    def work(shard: int) -> int:
        died = len(list(place.iterdir())) if place.exists() else lives
        if shard == 2 and died < lives:
            (place / f"{died}-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return shard + 100

    return work


def make_failing() -> Callable[[str], str]:
    def work(shard: str) -> str:
        if shard == "ours":
            raise PseudoError("[P504] The author of this message is not in the key.")
        return str({"a": 1}[shard])

    return work


def make_nothing() -> Callable[[str], str]:
    raise MemoryError(PRIVATE)


def names_kept() -> int:
    return len(_kept)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster("local:2") as cluster:
        yield cluster


def test_results_come_in_the_order_of_the_shards(cluster: Cluster) -> None:
    crew = cluster.crew(make_slow)
    results = list(crew.map(range(12)))
    assert [square for square, _ in results] == [n * n for n in range(12)]
    assert len({pid for _, pid in results}) == 2
    assert list(crew.map(())) == []


def test_shards_are_read_as_they_are_needed(cluster: Cluster) -> None:
    read = []

    def shards() -> Iterator[int]:
        for number in range(50):
            read.append(number)
            yield number

    results = cluster.crew(make_slow).map(shards())
    assert [next(results)[0], next(results)[0]] == [0, 1]
    assert len(read) < 10


def test_what_does_the_work_is_made_once_in_each_process(cluster: Cluster, tmp_path: Path) -> None:
    crew = cluster.crew(partial(make_counted, tmp_path))
    assert list(crew.map(range(10))) == list(range(100, 110))
    assert list(cluster.crew(partial(make_counted, tmp_path)).map([5])) == [105]  # the same again
    assert 1 <= len(list(tmp_path.iterdir())) <= 2


def test_errors_name_the_place_and_nothing_of_what_was_worked_on(cluster: Cluster) -> None:
    crew = cluster.crew(make_failing)
    with pytest.raises(PseudoError, match="P504"):
        list(crew.map(["ours"]))
    with pytest.raises(PseudoError, match=r"P591.*KeyError in test_dask_crew.py") as raised:
        list(crew.map([PRIVATE]))
    assert PRIVATE not in str(raised.value)
    with pytest.raises(PseudoError, match=r"P591.*MemoryError") as raised:
        list(cluster.crew(make_nothing).map(["x"]))
    assert PRIVATE not in str(raised.value)


def test_whoever_dies_is_told_and_nothing_is_lost(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.warns(PseudoWarning, match="W591"):
        assert list(cluster.crew(partial(make_dying, tmp_path, 1)).map(range(9))) == list(range(100, 109))
    assert len(list(tmp_path.iterdir())) == 1


def test_what_kills_everybody_is_given_up(cluster: Cluster, tmp_path: Path) -> None:
    results = cluster.crew(partial(make_dying, tmp_path, 99)).map(range(6))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*W591")
        with pytest.raises(PseudoError, match=r"P590.*3 workers.*part 3"):
            list(results)
    assert len(list(tmp_path.iterdir())) == 3


def test_parcels_show_nothing() -> None:
    assert PRIVATE not in f"{Parcel(PRIVATE.encode())!r} {Parcel(PRIVATE.encode())}"


@pytest.mark.parametrize("address", ["", "local", "local:0", "local:-2", "scheduler:8786", "http://"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(PseudoError, match="P599"), Cluster(address):
        pass


def test_nobody_answers() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(PseudoError, match=f"P598.*{address}"), Cluster(address, patience=1):
            pass


def test_a_cluster_with_certificates_where_there_are_none_here() -> None:
    with pytest.raises(PseudoError, match=r"P598.*no certificates.*tls://"), Cluster("tls://127.0.0.1:8786"):
        pass


# --- A cluster that others have started ---


@contextmanager
def dask(place: Path, *words: str, told: str, **environment: str) -> Iterator[str]:
    """A scheduler or a worker. YIELDS (str): What it says of itself."""
    # Not what the tests are called with: everybody logs what they would log.
    log = place / f"{words[0]}.log"
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
            stdout=stream, stderr=stream, cwd=place, env={**os.environ, "TMPDIR": str(place), **environment},
        )  # fmt: skip
        try:
            deadline = time.monotonic() + 90
            while not (found := re.search(told, log.read_text())):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
            yield found[1]
        finally:
            process.terminate()
            process.wait()


@contextmanager
def scheduling(place: Path) -> Iterator[str]:
    """YIELDS (str): The address of a scheduler."""
    place.mkdir()
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
    with dask(place, "scheduler", *words, told=r"Scheduler at:\s+(tcp://\S+)") as address:
        yield address


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    with scheduling(tmp_path / "scheduler") as address:
        yield address


@contextmanager
def worker(place: Path, scheduler: str, **environment: str) -> Iterator[None]:
    place.mkdir()
    words = (scheduler, "--nthreads", "2", "--no-dashboard", "--nworkers", "1", "--name", "w")
    with dask(place, "worker", *words, told=r"Start worker at:\s+(tcp://\S+)", **environment):
        yield


def test_a_worker_that_may_spill_gets_nothing(scheduler: str, tmp_path: Path) -> None:
    with worker(tmp_path / "w", scheduler), pytest.raises(PseudoError, match=r"P597.*SPILL=False"), Cluster(scheduler):
        pass


def test_a_worker_with_another_version_gets_nothing(scheduler: str, tmp_path: Path) -> None:
    other = tmp_path / "other" / "spacy_pseudo-9.9.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: spacy-pseudo\nVersion: 9.9\n")
    with (
        worker(tmp_path / "w", scheduler, PYTHONPATH=str(other.parent), **SPILLS_NOT),
        pytest.raises(PseudoError, match=r"P596.*spacy-pseudo 9\.9, and here is"),
        Cluster(scheduler),
    ):
        pass


def test_a_scheduler_that_ends_is_told(tmp_path: Path) -> None:
    with ExitStack() as both:
        address = both.enter_context(scheduling(tmp_path / "scheduler"))
        with (
            worker(tmp_path / "w", address, PYTHONPATH=ROOT, **SPILLS_NOT),
            Cluster(address, patience=5) as cluster,
        ):
            results = cluster.crew(make_slow).map(range(200))
            assert next(results)[0] == 0
            both.close()
            with pytest.raises(PseudoError, match=r"P598.*--resume"):
                list(results)


def test_nothing_is_left_with_a_worker_that_goes_on(scheduler: str, tmp_path: Path) -> None:
    """Two threads of a worker are not at work at once; what failed, and what it was given, is in no log."""
    with worker(tmp_path / "w", scheduler, PYTHONPATH=ROOT, **SPILLS_NOT):
        with Cluster(scheduler) as cluster:
            assert list(cluster.crew(partial(make_dying, tmp_path, 0)).map(range(20))) == list(range(100, 120))
            with pytest.raises(PseudoError, match=r"P591.*KeyError"):
                list(cluster.crew(make_failing).map([PRIVATE]))
            assert set(cluster.client.run(names_kept).values()) == {2}
        with Cluster(scheduler) as cluster:
            assert set(cluster.client.run(names_kept).values()) == {0}
            logs = str((cluster.client.get_worker_logs(), cluster.client.get_scheduler_logs()))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.name == "worker.log" for path in files)
    for told in (logs, *(path.read_text(errors="replace") for path in files)):
        assert PRIVATE not in told
