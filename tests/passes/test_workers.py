"""Workers: the same results in the same order, whoever was quick, failed or died."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from spacy_pseudo import Message
from spacy_pseudo.errors import PseudoError, PseudoWarning
from spacy_pseudo.passes.shards import Shard
from spacy_pseudo.passes.workers import Alone, Workers


def make_slow(_: None = None) -> Callable[[int], int]:
    """Who does the first shards is slow: the others have to wait for their turn."""

    def work(shard: int) -> int:
        time.sleep(0.05 if shard < 2 else 0)
        return shard * shard

    return work


def make_dying(place: Path, lives: int) -> Callable[[int], int]:
    """The third shard ends the process, as the system does where there is no memory left."""

    def work(shard: int) -> int:
        died = len(list(place.iterdir()))
        if shard == 2 and died < lives:
            (place / f"{died}-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return shard + 100

    return work


def make_failing() -> Callable[[str], str]:
    def work(shard: str) -> str:
        if shard == "ours":
            raise PseudoError("[P504] The author of this message is not in the key.")
        return str({"Ottoline": 1}[shard])

    return work


def make_nothing() -> Callable[[str], str]:
    raise MemoryError("Ottoline")


def make_named() -> Callable[[Shard], tuple[str | None, int]]:
    return lambda shard: (shard.messages[0].id, os.getpid())


def test_who_has_read_a_stretch_reads_it_in_the_next_pass() -> None:
    shards = [Shard(0, [Message("", id=str(number), author="a")]) for number in range(3)]
    with Workers(3) as workers:
        first = dict(workers.crew(make_named).map(shards))
        assert len({*first.values()}) == 3
        assert dict(workers.crew(make_named).map(shards[::-1])) == first


def test_results_come_in_the_order_of_the_shards() -> None:
    with Workers(3) as workers:
        crew = workers.crew(make_slow)
        assert list(crew.map(range(20))) == list(Alone(make_slow()).map(range(20)))
        assert list(crew.map(range(3))) == [0, 1, 4]  # the same processes again
        assert list(crew.map(())) == []


def test_shards_are_read_as_they_are_needed() -> None:
    read = []

    def shards() -> Iterator[int]:
        for number in range(50):
            read.append(number)
            yield number

    with Workers(2) as workers:
        crew = workers.crew(make_slow)
        results = crew.map(shards())
        assert [next(results), next(results)] == [0, 1]
        assert len(read) < 10


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_whoever_dies_is_told_and_replaced(tmp_path: Path) -> None:
    make = partial(make_dying, tmp_path, 2)
    with Workers(2) as workers, pytest.warns(PseudoWarning, match=r"W590.*part 3") as told:
        assert list(workers.crew(make).map(range(6))) == [100, 101, 102, 103, 104, 105]
    assert len(told) == 2
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_what_kills_everybody_is_given_up(tmp_path: Path) -> None:
    with (
        Workers(2) as workers,
        pytest.warns(PseudoWarning, match="W590"),
        pytest.raises(PseudoError, match=r"P590.*part 3.*--workers 1"),
    ):
        list(workers.crew(partial(make_dying, tmp_path, 99)).map(range(6)))
    assert len(list(tmp_path.iterdir())) == 3


def test_errors_name_the_place_and_nothing_of_what_was_worked_on() -> None:
    with Workers(2) as workers:
        crew = workers.crew(make_failing)
        with pytest.raises(PseudoError, match="P504"):
            list(crew.map(["ours"]))
        with pytest.raises(PseudoError, match=r"P591.*KeyError in test_workers.py") as raised:
            list(crew.map(["Mary Poe"]))
    assert "Poe" not in str(raised.value)
    with Workers(1) as workers, pytest.raises(PseudoError, match=r"P591.*MemoryError") as raised:
        list(workers.crew(make_nothing).map(["x"]))
    assert "Ottoline" not in str(raised.value)


def test_nobody_is_left_when_the_work_is_done_or_given_up() -> None:
    with Workers(2) as workers:
        list(workers.crew(make_slow).map(range(3)))
        processes = [worker.process for worker in workers._staff]
        assert all(process.is_alive() for process in processes)
        results = workers.crew(make_slow).map(range(9))
        assert next(results) == 0
        del results  # nobody asks for the rest
        assert list(workers.crew(make_failing).map([])) == []
        assert list(workers.crew(make_slow).map([5])) == [25]
        processes += [worker.process for worker in workers._staff]
    assert not any(process.is_alive() for process in processes)
