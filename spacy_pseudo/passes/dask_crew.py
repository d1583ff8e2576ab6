"""Dask: shards are done by the workers of a cluster, or of a small one that is started here, and come back in order.

Messages and key go to the workers. Dask itself sees parcels, of which nothing is seen where they are shown or logged,
and numbers as their names; whoever may spill to a disk gets none."""

from __future__ import annotations

import logging
import pickle
import re
import warnings
from asyncio import CancelledError as Interrupted
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from .workers import AHEAD, TRIES, Answer, Crew, answer_of, made_by, undistracted

if TYPE_CHECKING:
    from distributed import Client, Future

S = TypeVar("S")
R = TypeVar("R")

_LOCAL: Final = re.compile(r"local:([1-9][0-9]{0,3})")
_REMOTE: Final = re.compile(r"[a-z]+://\S+")
# What results depend on, byte for byte.
_SAME: Final = ("spacy-pseudo", "spacy", "regex", "rapidfuzz", "phonenumbers", "python-stdnum", "numpy")
# What Dask raises where nobody answers (any more).
_LOST: Final = (OSError, RuntimeError, TimeoutError, CancelledError, Interrupted)
# A worker keeps what so many recipes make: one command needs one after the other.
_KEPT: Final = 2
# Here; a key may be large.
_LARGE: Final = {"distributed.admin.large-graph-warning-threshold": "1TB"}
# Of a cluster that is started here: nothing is served to a browser, nothing spilled, nobody's stack is looked at.
_QUIET: Final = {
    "distributed.scheduler.allowed-failures": TRIES - 1,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
    **{f"distributed.worker.memory.{when}": False for when in ("target", "spill", "pause", "terminate")},
}


def check_address(address: str) -> None:
    """Make sure that something may be a cluster, and that Dask is there.

    address (str): 'tcp://scheduler:8786', or 'local:4'.
    """
    if not _LOCAL.fullmatch(address) and not _REMOTE.fullmatch(address):
        raise PseudoError(Errors.P599.format(value=address))
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise PseudoError(Errors.P595) from None


@dataclass(frozen=True)
class Parcel:
    """Pickled data: what is in it is seen by nobody who is shown it.

    content (bytes): The data.
    """

    content: bytes = field(repr=False)

    def __sizeof__(self) -> int:
        return len(self.content)


class Cluster:
    """The workers of a cluster, for one kind of work after the other.

    address (str): Its scheduler, 'tcp://scheduler:8786' or 'tls://...'; 'local:4' starts so many workers here.
    patience (float): So long, in seconds, the scheduler and the first worker may take to answer.
    """

    def __init__(self, address: str, *, patience: float = 20) -> None:
        self._address, self._patience = address, patience
        self._recipes: set[str] = set()
        self._known: set[str] = set()

    def __enter__(self) -> Cluster:
        check_address(self._address)
        import dask

        with ExitStack() as stack, _no_answer(self._address):
            stack.enter_context(_silence())
            stack.enter_context(dask.config.set(_LARGE))
            self.client = stack.enter_context(self._connected())
            stack.callback(self._forget)
            self.client.wait_for_workers(1, timeout=self._patience)
            self._known = self._present()
            _check_workers(self.client)
            self._stack = stack.pop_all()
        return self

    def _connected(self) -> AbstractContextManager[Client]:
        local = _LOCAL.fullmatch(self._address)
        return _local(int(local[1])) if local else _remote(self._address, self._patience)

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def crew(self, make: Callable[[], Callable[[S], R]]) -> Crew[S, R]:
        """RETURNS (Crew[S, R]): The workers, for some work; see `Staff`."""
        recipe = pickle.dumps(make, protocol=5)
        name = sha256(recipe).hexdigest()
        self._recipes.add(name)
        return _Crew(self, name, recipe)

    @property
    def ahead(self) -> int:
        """RETURNS (int): How many shards are read ahead."""
        return max(1, len(self._known)) * AHEAD

    def watch(self) -> None:
        """Tell if somebody has gone: Dask has what they did done again, and says nothing of it."""
        present = self._present()
        for _ in self._known - present:
            warnings.warn(Warnings.W591, PseudoWarning, stacklevel=2)
        self._known = present

    def _present(self) -> set[str]:
        return set(self.client.nthreads())

    def _forget(self) -> None:
        """What was made for this command is private, and workers go on."""
        with suppress(*_LOST):
            self.client.run(_forget, self._recipes, on_error="ignore")


class _Crew(Generic[S, R]):
    def __init__(self, cluster: Cluster, name: str, recipe: bytes) -> None:
        self._cluster, self._name, self._recipe = cluster, name, recipe

    def map(self, shards: Iterable[S]) -> Iterator[R]:
        """YIELDS (R): See `Crew`."""
        cluster, coming, own = self._cluster, iter(enumerate(shards, 1)), uuid4().hex
        # A task, not data laid out with workers: where all who have it are gone, it is there again.
        recipe = cluster.client.submit(_hand_on, Parcel(self._recipe), key=f"recipe-{own}", pure=False)
        window: deque[tuple[int, Future[Parcel]]] = deque()
        try:
            while True:
                while len(window) < cluster.ahead and (new := next(coming, None)) is not None:
                    number, shard = new
                    parcel = Parcel(pickle.dumps(shard, protocol=5))
                    name = f"part-{own}-{number}"
                    task = cluster.client.submit(_do, self._name, recipe, parcel, key=name, pure=False)
                    window.append((number, task))
                if not window:
                    return
                number, task = window.popleft()
                answer = _answer_to(task, number, cluster._address)
                with _no_answer(cluster._address):
                    cluster.watch()
                del task  # the worker forgets what came of it
                yield answer.get()
        finally:
            with suppress(*_LOST):
                cluster.client.cancel([task for _, task in window])


def _answer_to(task: Future[Parcel], number: int, address: str) -> Answer:
    """Wait for what comes of a shard. What Dask says of a failure may hold anything: only what kind it is, is told."""
    from distributed import KilledWorker

    try:
        with _no_answer(address):
            answer: Answer = pickle.loads(task.result().content)
            return answer
    except PseudoError:
        raise
    except KilledWorker as error:
        raise PseudoError(Errors.P590.format(number=number, tries=error.allowed_failures + 1)) from None
    except Exception as error:
        raise PseudoError(Errors.P591.format(where=f"{type(error).__name__} in Dask")) from None


# --- In a worker ---

_kept: OrderedDict[str, Callable[[], Callable[[Parcel], Any]]] = OrderedDict()
# Our pipelines know of one text at a time; a worker may have several threads.
_busy: Final = Lock()


def _hand_on(recipe: Parcel) -> Parcel:
    return recipe


def _do(name: str, recipe: Parcel, shard: Parcel) -> Parcel:
    """RETURNS (Parcel): What is said of a shard."""
    with _busy:
        if name not in _kept:
            while len(_kept) >= _KEPT:
                _kept.popitem(last=False)
            _kept[name] = cache(partial(_unpacking, recipe.content))
        return Parcel(pickle.dumps(answer_of(_kept[name], shard), protocol=5))


def _unpacking(recipe: bytes) -> Callable[[Parcel], Any]:
    work = made_by(recipe)

    def unpacked(shard: Parcel) -> Any:
        return work(pickle.loads(shard.content))

    return unpacked


def _forget(names: Iterable[str]) -> None:
    for name in names:
        _kept.pop(name, None)


def _may_spill(dask_worker: Any) -> bool:
    return not isinstance(dask_worker.data, dict)


# --- Beginning ---


def _check_workers(client: Client) -> None:
    """Every worker makes the same of a message, and keeps it in memory."""
    for package in _SAME:
        ours = version(package)
        for theirs in client.run(version, package, on_error="return").values():
            if theirs != ours:
                told = "none" if isinstance(theirs, PackageNotFoundError) else theirs
                raise PseudoError(Errors.P596.format(package=package, theirs=told, ours=ours))
    if any(client.run(_may_spill).values()):
        raise PseudoError(Errors.P597)


@contextmanager
def _local(count: int) -> Iterator[Client]:
    """A cluster that ends with the command. Others on this machine could reach it, but have no certificate."""
    import dask
    from distributed import Client, LocalCluster

    with (
        TemporaryDirectory(prefix="spacy-pseudo-") as place,
        dask.config.set({**_QUIET, "temporary-directory": place}),
        undistracted(),
        LocalCluster(
            n_workers=count, threads_per_worker=1, processes=True, host="127.0.0.1", security=True,
            dashboard_address=None, scheduler_kwargs={"dashboard_address": "127.0.0.1:0"}, memory_limit=0,
            local_directory=place, silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):  # fmt: skip
        yield client


@contextmanager
def _remote(address: str, patience: float) -> Iterator[Client]:
    from distributed import Client, Security

    certified = Security().get_connection_args("client").get("ssl_context") is not None
    if address.startswith("tls:") and not certified:  # Dask would try it again and again
        raise PseudoError(Errors.P598.format(address=address, kind="no certificates"))
    if address.startswith("tcp:") and not _is_here(address):
        warnings.warn(Warnings.W592.format(address=address), PseudoWarning, stacklevel=2)
    with Client(address, set_as_default=False, timeout=patience) as client:
        yield client


def _is_here(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def _silence() -> Iterator[None]:
    """What Dask logs here is told by us, in words that hold nothing."""
    import distributed  # it sets its loggers up

    loggers = [logging.getLogger(distributed.__name__ + name) for name in ("", ".client")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


@contextmanager
def _no_answer(address: str) -> Iterator[None]:
    try:
        yield
    except _LOST as error:
        raise PseudoError(Errors.P598.format(address=address, kind=type(error).__name__)) from None
