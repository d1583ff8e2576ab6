"""The spool: what is finished of a large command lies in the key, so that `--resume` goes on after an interruption."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from .. import __version__
from ..disk import remove, write_bytes
from ..errors import Errors, PseudoError
from ..key.layout import UNFINISHED, check_key_directory
from ..people.occurrences import unpacked
from .workers import Crew

S = TypeVar("S")
R = TypeVar("R")

_FACTS: Final = "facts"
# What is read back is data, and nothing else is made of it, whoever has put it there: of these modules, the classes.
_OURS: Final = frozenset(
    f"{__name__.partition('.')[0]}.{module}"
    for module in (
        *("corpus.replies", "name_words.name_vocabulary", "name_words.use", "name_words.uses", "passes.counts"),
        *("passes.discovery_report", "passes.ledger", "passes.partitions", "passes.stretches", "people.occurrences"),
        *("people.others.gathering", "people.sightings", "people.whole_names", "surrogates.by_hand", "text.statistics"),
    )
)
_PLAIN: Final = (
    *(("collections", name) for name in ("Counter", "defaultdict")),
    *(("builtins", name) for name in ("set", "frozenset", "list", "dict")),
    *(("array", name) for name in ("array", "_array_reconstructor")),
    (unpacked.__module__, unpacked.__name__),
)


class Spool:
    """Finished work of a command, in a directory of its own in the key.

    key (Path): The key directory.
    facts (Any): All that the work follows from, as plain data: with other facts, nothing is gone on with.
    resume (bool): Go on with what is there; otherwise it is deleted.
    """

    def __init__(self, key: Path, facts: Any, *, resume: bool) -> None:
        self._place = key / UNFINISHED
        self._key = key
        told = json.dumps([__version__, facts], default=str, sort_keys=True)
        self._facts = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
        self.resumed = resume and self._fits()
        if not self.resumed:
            discard(key)

    def _fits(self) -> bool:
        file = self._place / _FACTS
        return file.is_file() and file.read_text("ascii") == self._facts

    def has(self, name: str) -> bool:
        """RETURNS (bool): Something of this name is there."""
        return (self._place / name).is_file()

    def get(self, name: str) -> Any:
        """RETURNS (Any): What was put there.

        name (str): What it is called.
        """
        file = self._place / name
        try:
            return _Reader(io.BytesIO(file.read_bytes())).load()
        except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError, ValueError):
            raise PseudoError(Errors.P593.format(path=file)) from None

    def put(self, name: str, value: Any) -> None:
        """Keep something; it is there as a whole or not at all.

        name (str): What it is called.
        value (Any): Plain data and objects of this package.
        """
        if not self._place.is_dir():
            check_key_directory(self._key)
            self._key.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._place.mkdir(mode=0o700)
            write_bytes(self._place / _FACTS, self._facts.encode("ascii"))
        write_bytes(self._place / name, pickle.dumps(value, protocol=5))

    @property
    def finished(self) -> int:
        """RETURNS (int): How much is there."""
        return sum(file.name != _FACTS for file in self._place.iterdir()) if self._place.is_dir() else 0

    def done(self) -> None:
        """Delete it: what was done is where it belongs."""
        remove(self._place)

    def crew(self, crew: Crew[S, R], name: str) -> Crew[S, R]:
        """RETURNS (Crew[S, R]): The same crew, which leaves out shards that are finished, and keeps all others.

        crew (Crew[S, R]): Who does shards.
        name (str): What is done with them.
        """
        return _Keeping(self, crew, name)


def discard(key: Path) -> None:
    """Delete what is finished of a command that was interrupted, if there is anything.

    key (Path): The key directory.
    """
    if (key / UNFINISHED).is_dir():
        remove(key / UNFINISHED)


class _Keeping(Generic[S, R]):
    def __init__(self, spool: Spool, crew: Crew[S, R], name: str) -> None:
        self._spool, self._crew, self._name = spool, crew, name
        self._number = count()  # goes on from file to file

    def map(self, shards: Iterable[S]) -> Iterator[R]:
        """YIELDS (R): See `Crew`."""
        spool, due = self._spool, deque[tuple[str, bool]]()

        def missing() -> Iterator[S]:
            for shard in shards:
                file = f"{self._name}-{next(self._number):06}"
                due.append((file, spool.has(file)))
                if not due[-1][1]:
                    yield shard

        for result in self._crew.map(missing()):
            yield from self._finished(due)
            spool.put(due.popleft()[0], result)
            yield result
        yield from self._finished(due)

    def _finished(self, due: deque[tuple[str, bool]]) -> Iterator[R]:
        while due and due[0][1]:
            yield self._spool.get(due.popleft()[0])


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module in _OURS or (module, name) in _PLAIN else None
        if (module, name) in _PLAIN or (isinstance(found, type) and found.__module__ == module):
            return found
        raise pickle.UnpicklingError(f"{module}.{name}")
