"""Who does the work of a command, and whether it goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..errors import Errors, PseudoError
from .sealed_key import is_open

if TYPE_CHECKING:
    from ..passes.spool import Spool
    from ..passes.workers import Crew, Staff

# Where something is written: what is there is no part of the input.
_DIRECTORIES: Final = ("key", "out")

S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True)
class Effort:
    """What a command may take.

    workers (Optional[int]): How many processes; None: as many as gain time.
    cluster (Optional[str]): Whose workers do it instead: the address of a scheduler, or 'local:4'.
    resume (bool): Go on where the same command was interrupted.
    options (Mapping[str, Any]): All other options of the command: with others, nothing is gone on with.
    """

    workers: int | None = None
    cluster: str | None = None
    resume: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def check(self, key: Path) -> None:
        """Find out what is wrong with the choices, before any work is done.

        key (Path): The key directory.
        """
        if self.workers is not None and self.workers < 1:
            raise PseudoError(Errors.P592)
        if self.cluster is not None:
            from ..passes.dask_crew import check_address

            if self.workers is not None:
                raise PseudoError(Errors.P599.format(value=self.cluster))
            check_address(self.cluster)
        if self.resume and is_open(key):
            raise PseudoError(Errors.P594)

    def count(self, paths: Iterable[Path]) -> int:
        """RETURNS (int): How many processes do these files."""
        from ..passes.workers import worth_it

        return worth_it(paths) if self.workers is None else self.workers

    @contextmanager
    def spool(self, key: Path, paths: Iterable[Path]) -> Iterator[Spool | None]:
        """Keep finished work until all is done.

        key (Path): The key directory.
        paths (Iterable[Path]): The files.
        YIELDS (Optional[Spool]): Where it is kept; None where it is soon done again, or where nothing outlives the
            command.
        """
        from ..key import FOLLOWED, holds_key, read_files
        from ..passes.spool import Spool, discard
        from ..passes.workers import is_large
        from .reports import say_aside

        if is_open(key) or not (self.resume or self.cluster or self.count(paths) > 1 or is_large(paths)):
            discard(key)
            yield None
            return
        facts = {name: _facts(value) for name, value in self.options.items() if name not in _DIRECTORIES}
        facts["key"] = read_files(key, FOLLOWED).digests if holds_key(key) else {}
        spool = Spool(key, facts, resume=self.resume)
        if self.resume:
            finished = f"{spool.finished} parts are finished" if spool.finished else "nothing is finished: begun anew"
            say_aside(f"Resumed: {finished}")
        try:
            yield spool
        except BaseException:
            if spool.finished:
                say_aside(
                    f"{spool.finished} parts are finished, and kept in {key}. The same with --resume goes on there."
                )
            raise
        spool.done()

    @contextmanager
    def team(self, paths: Iterable[Path]) -> Iterator[Team]:
        """Have processes at hand, for as long as the command works.

        paths (Iterable[Path]): The files.
        YIELDS (Team): Who does shards.
        """
        from ..passes.workers import Workers

        if self.cluster is not None:
            from ..passes.dask_crew import Cluster

            with Cluster(self.cluster) as cluster:
                yield Team(cluster)
        elif (count := self.count(paths)) == 1:
            yield Team()
        else:
            with Workers(count) as workers:
                yield Team(workers)


@dataclass(frozen=True)
class Team:
    """Who does shards: this process, or others.

    staff (Optional[Staff]): The others.
    """

    staff: Staff | None = None

    def crew(self, work: Callable[[S], R], make: Callable[[], Callable[[S], R]]) -> Crew[S, R]:
        """RETURNS (Crew[S, R]): Whoever does some work.

        work (Callable[[S], R]): Does a shard in this process.
        make (Callable[[], Callable[[S], R]]): Makes the same in another process.
        """
        from ..passes.workers import Alone

        return Alone(work) if self.staff is None else self.staff.crew(make)


def _facts(value: Any) -> Any:
    """What an option says; of files, also whether they have changed."""
    if isinstance(value, Path):
        inside = sorted(value.rglob("*")) if value.is_dir() else [value]
        stats = [(str(path), path.stat()) for path in inside if path.is_file()]
        return [str(value), [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]]
    if isinstance(value, (list, tuple)):
        return [_facts(one) for one in value]
    if isinstance(value, str) and Path(file := value.rpartition("=")[2]).is_file():  # --words RELIGIOUS=words.txt
        return [value, _facts(Path(file))]
    return value
