"""Workers: processes that do shards of the work side by side; what comes back is in order, whoever was quick."""

from __future__ import annotations

import os
import signal
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from pickle import loads
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from ..errors import Errors, PseudoError, PseudoWarning, Warnings

S = TypeVar("S")
R = TypeVar("R")
S_contra = TypeVar("S_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)

# A shard that so many workers have died of is not tried again.
TRIES: Final = 3
# So many shards are read ahead for each worker: nobody waits for the reader, and memory does not grow.
AHEAD: Final = 2
# Below so many bytes, a second process costs more than it gains: it reads the key and builds its own index.
_WORTH: Final = 3_000_000
_PACKED: Final = (".gz", ".zst", ".parquet", ".xlsx", ".zip")
_PACKED_AS: Final = 4


class Crew(Protocol[S_contra, R_co]):
    """Whoever does shards: this process, several, or a cluster."""

    def map(self, shards: Iterable[S_contra]) -> Iterator[R_co]:
        """YIELDS: What became of each shard, in the order of the shards.

        shards: Plain data; read as it is needed.
        """
        ...


class Alone(Generic[S, R]):
    """This process, which does one shard after the other.

    work (Callable[[S], R]): Does a shard.
    """

    def __init__(self, work: Callable[[S], R]) -> None:
        self._work = work

    def map(self, shards: Iterable[S]) -> Iterator[R]:
        """YIELDS (R): See `Crew`."""
        return map(self._work, shards)


class Staff(Protocol):
    """Other processes, here or elsewhere, for one kind of work after the other."""

    def crew(self, make: Callable[[], Callable[[S], R]]) -> Crew[S, R]:
        """RETURNS (Crew[S, R]): The processes, for some work.

        make (Callable[[], Callable[[S], R]]): Makes what does a shard; called once in each process, and so pickled.
        """
        ...


class Answer(NamedTuple):
    """What a worker says of a shard: the result, or how it failed, without a word of what stood in it."""

    result: Any
    error: str = ""

    def get(self) -> Any:
        """RETURNS (Any): The result; what failed is raised here."""
        if self.error:
            raise PseudoError(self.error)
        return self.result


@dataclass
class _Worker:
    process: BaseProcess
    line: Connection
    shard: int | None = None
    recipe: bytes | None = None


@dataclass
class _Shard:
    """A shard, as it goes to a worker, and what has come of it."""

    content: Any
    died: int = 0
    answer: Answer | None = field(default=None, repr=False)

    @property
    def beginning(self) -> str | None:
        """RETURNS (Optional[str]): The id of its first message, by which it is known again in the next pass."""
        messages = getattr(self.content, "messages", None)
        return messages[0].id if messages else None


class Workers:
    """Several processes, for one kind of work after the other. One that dies is told, and its shard is done again.

    count (int): How many processes.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        # Who had the shard that begins so in the pass before: they still know what they found in its texts.
        self._homes: dict[str, int] = {}
        # New processes, not copies of this one: the same on all systems, and nothing of what is open here is there.
        self._context = get_context("spawn")
        self._staff: list[_Worker] = []

    def __enter__(self) -> Workers:
        self._staff = [self._hire() for _ in range(self._count)]
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._staff:
            worker.line.close()  # who reads nothing more ends
        for worker in self._staff:
            if worker.shard is None:
                worker.process.join(timeout=1)
            worker.process.terminate()
            worker.process.join()
        self._staff = []

    def crew(self, make: Callable[[], Callable[[S], R]]) -> Crew[S, R]:
        """RETURNS (Crew[S, R]): The processes, for some work.

        make (Callable[[], Callable[[S], R]]): Makes what does a shard; called once in each process, and so pickled.
        """
        return _Crew(self, bytes(ForkingPickler.dumps(make)))

    def hand_out(self, waiting: deque[int], shards: Mapping[int, _Shard], recipe: bytes) -> None:
        """Give shards to everybody who has none: the first that they know, or else the first that nobody knows."""
        for desk, worker in enumerate(self._staff):
            if worker.shard is None and waiting:
                worker.shard = min(waiting, key=lambda number: (self._strange(shards[number], desk), number))
                waiting.remove(worker.shard)
                if (beginning := shards[worker.shard].beginning) is not None:
                    self._homes[beginning] = desk
                with suppress(OSError):  # who has died meanwhile is heard of at once
                    if worker.recipe is not recipe:
                        worker.line.send(None)
                        worker.line.send_bytes(recipe)
                        worker.recipe = recipe
                    worker.line.send(shards[worker.shard])

    def listen(self, waiting: deque[int], shards: Mapping[int, _Shard]) -> None:
        """Wait until somebody has done a shard, or died."""
        busy = {worker.line: worker for worker in self._staff if worker.shard is not None}
        for line in wait(list(busy)):
            worker = busy[line]  # type: ignore[index]
            assert worker.shard is not None
            number, shard = worker.shard, shards[worker.shard]
            try:
                shard.answer = worker.line.recv()
                worker.shard = None
            except (EOFError, OSError):
                worker.line.close()
                worker.process.join()
                self._staff[self._staff.index(worker)] = self._hire()
                shard.died += 1
                if shard.died == TRIES:
                    raise PseudoError(Errors.P590.format(number=number + 1, tries=TRIES)) from None
                warnings.warn(Warnings.W590.format(number=number + 1), PseudoWarning, stacklevel=2)
                waiting.appendleft(number)

    def _strange(self, shard: _Shard, desk: int) -> int:
        """How little a worker knows of a shard; what others know is left to them as long as there is anything else."""
        home = self._homes.get(shard.beginning or "")
        return 1 if home is None else 0 if home == desk else 2

    def dismiss(self) -> None:
        """Let go whoever is still at work for somebody who wants nothing more."""
        for number, worker in enumerate(self._staff):
            if worker.shard is not None:
                worker.line.close()
                worker.process.terminate()
                worker.process.join()
                self._staff[number] = self._hire()

    @property
    def ahead(self) -> int:
        """RETURNS (int): How many shards are read ahead."""
        return self._count * AHEAD

    def _hire(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs,), daemon=True)
        with undistracted():
            process.start()
        theirs.close()
        return _Worker(process, ours)


class _Crew(Generic[S, R]):
    def __init__(self, workers: Workers, recipe: bytes) -> None:
        self._workers, self._recipe = workers, recipe

    def map(self, shards: Iterable[S]) -> Iterator[R]:
        """YIELDS (R): See `Crew`."""
        workers, coming = self._workers, iter(enumerate(shards))
        waiting: deque[int] = deque()
        open_shards: dict[int, _Shard] = {}
        due = 0
        try:
            while True:
                while len(open_shards) < workers.ahead and (new := next(coming, None)) is not None:
                    open_shards[new[0]] = _Shard(new[1])
                    waiting.append(new[0])
                if not open_shards:
                    return
                workers.hand_out(waiting, open_shards, self._recipe)
                workers.listen(waiting, open_shards)
                while due in open_shards and (answer := open_shards[due].answer) is not None:
                    del open_shards[due]
                    due += 1
                    yield answer.get()
        finally:
            workers.dismiss()


@contextmanager
def undistracted() -> Iterator[None]:
    """A process that begins by importing what was started (`python -m ...`) needs nothing of it: only what it makes."""
    import __main__

    told = {name: __main__.__dict__.pop(name) for name in ("__file__", "__spec__") if name in __main__.__dict__}
    __main__.__spec__ = None
    try:
        yield
    finally:
        __main__.__dict__.update(told)


def _serve(line: Connection) -> None:
    """What a worker does, until nobody gives it anything more."""
    # Ctrl-C reaches all processes of a terminal: whoever leads decides what ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    work: Callable[[], Callable[[Any], Any]] = partial(made_by, b"")
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            shard = line.recv()
            if shard is None:
                work = cache(partial(made_by, line.recv_bytes()))
            else:
                line.send(answer_of(work, shard.content))


def made_by(recipe: bytes) -> Callable[[Any], Any]:
    """RETURNS (Callable[[Any], Any]): What does shards.

    recipe (bytes): What makes it, pickled.
    """
    work: Callable[[Any], Any] = loads(recipe)()
    return work


def answer_of(work: Callable[[], Callable[[Any], Any]], shard: Any) -> Answer:
    """RETURNS (Answer): What a worker says of a shard.

    work (Callable[[], Callable[[Any], Any]]): Gives what does it.
    shard (Any): The shard.
    """
    try:
        return Answer(work()(shard))
    except PseudoError as error:
        return Answer(None, str(error))
    except Exception as error:  # its text may be private: where it arose is enough
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(at.filename).name}, line {at.lineno}"
        return Answer(None, Errors.P591.format(where=where))


def is_large(paths: Iterable[Path]) -> bool:
    """RETURNS (bool): It takes long to do these files."""
    files = (file for path in paths for file in (path.rglob("*") if path.is_dir() else (path,)) if file.is_file())
    return sum(file.stat().st_size * (_PACKED_AS if file.suffix in _PACKED else 1) for file in files) >= _WORTH


def worth_it(paths: Iterable[Path]) -> int:
    """RETURNS (int): How many workers gain time on these files: one, or as many as there are processors."""
    return processors() if is_large(paths) else 1


def processors() -> int:
    """RETURNS (int): How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
