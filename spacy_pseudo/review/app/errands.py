"""Commands that are run for the pages, in a process of their own: they tell how far they are, and can be stopped."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from ...errors import Errors, PseudoError

# From this exit code on a command has not done its work.
_FAILED: Final = 2
_STOPPED: Final = (130, 143)
# So many seconds a command has to undo what is half done.
_PATIENCE: Final = 20.0
# So many seconds somebody waits who has stopped it.
_PROMPT: Final = 3.0
_MARKS: Final = ("✔ ", "ℹ ", "⚠ ")
Telling = Callable[[str, int, int | None], None]


class Ended(NamedTuple):
    """How a command ended.

    code (int): Its exit code.
    said (str): What it wrote to its standard output.
    problem (str): What it wrote to its standard error.
    """

    code: int
    said: str
    problem: str

    @property
    def lines(self) -> list[str]:
        """RETURNS (list[str]): What it reported, without tables and commands."""
        told = (line for line in (self.said + "\n" + self.problem).splitlines() if not line.startswith("ℹ Next:"))
        warned = {"Warning: ": "⚠ "}
        plain = (
            next((new + line[len(old) :] for old, new in warned.items() if line.startswith(old)), line) for line in told
        )
        return [line for line in plain if line.startswith(_MARKS)]

    @property
    def error(self) -> PseudoError:
        """RETURNS (PseudoError): Why it failed."""
        lines = [line for line in self.problem.splitlines() if line.strip()]
        told = next((line for line in lines if line.startswith("Error: ")), lines[-1] if lines else "")
        return PseudoError(told.removeprefix("Error: ") or Errors.P932)


# Does a command, given as words; in another process, so that it must be found by its name.
Perform = Callable[[Sequence[str], Telling], Ended]


class Command(NamedTuple):
    """A command of an errand.

    words (list[str]): What somebody would type, without the name of the program.
    then (Callable[[Ended], None]): Is told when it is done.
    """

    words: list[str]
    then: Callable[[Ended], None]


@dataclass
class Errand:
    """How far some commands are.

    kind (str): What it is for.
    state (str): 'running', 'done', 'failed' or 'stopped'.
    what (str): What the command is doing.
    done (int): How many messages are done.
    total (int): How many there are; 0 if that is not known.
    began (float): When it began to do that.
    last (Optional[Ended]): How the last command ended that has.
    problem (Optional[PseudoError]): Why it failed.
    """

    kind: str
    state: str = "running"
    what: str = ""
    done: int = 0
    total: int = 0
    began: float = field(default_factory=time.monotonic)
    last: Ended | None = None
    problem: PseudoError | None = None

    def tell(self, what: str, done: int, total: int | None) -> None:
        """Note how far it is."""
        if what != self.what:
            self.what, self.began = what, time.monotonic()
        self.done, self.total = done, total or self.total

    @property
    def rate(self) -> float:
        """RETURNS (float): Messages a second; 0 as long as nobody can say."""
        seconds = time.monotonic() - self.began
        return self.done / seconds if self.done and seconds > 1 else 0.0

    @property
    def left(self) -> float | None:
        """RETURNS (Optional[float]): Seconds until this is done, if all that goes on goes on as before."""
        rate = self.rate
        return max(0.0, (self.total - self.done) / rate) if rate and self.total >= self.done else None


class Errands:
    """Runs commands, one errand at a time.

    perform (Perform): Does a command.
    """

    def __init__(self, perform: Perform) -> None:
        self._perform, self._lock = perform, threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._watcher: threading.Thread | None = None
        self._stopping = False
        self.errand: Errand | None = None

    @property
    def is_busy(self) -> bool:
        """RETURNS (bool): Something goes on."""
        return self.errand is not None and self.errand.state == "running"

    def start(self, kind: str, commands: Sequence[Command], *, total: int = 0) -> None:
        """Begin an errand; it goes on by itself.

        kind (str): What it is for.
        commands (Sequence[Command]): The commands; one that fails is the last.
        total (int): How many messages there are, if that is known.
        """
        with self._lock:
            if self.is_busy:
                raise PseudoError(Errors.P909)
            self.errand, self._stopping = Errand(kind, total=total), False
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe(duplex=False)
            arguments = (self._perform, [command.words for command in commands], theirs)
            self._process = context.Process(target=_work, args=arguments)
            self._process.start()
            theirs.close()
            self._watcher = threading.Thread(target=self._watch, args=(self.errand, ours, commands), daemon=True)
            self._watcher.start()

    def stop(self, *, wait: float = _PROMPT) -> None:
        """End what goes on: what is half done is undone.

        wait (float): So many seconds it may take; it goes on to end by itself.
        """
        with self._lock:
            process, watcher = self._process, self._watcher
            if not self.is_busy or process is None or watcher is None:
                return
            self._stopping = True
            process.terminate()
        watcher.join(wait)

    def end(self) -> None:
        """End what goes on before the program ends; what does not listen is killed."""
        self.stop(wait=_PATIENCE)
        with self._lock:
            process, watcher = self._process, self._watcher
        if process is not None and watcher is not None and process.is_alive():
            process.kill()
            watcher.join(_PATIENCE)

    def forget(self) -> None:
        """Forget an errand that has ended."""
        if not self.is_busy:
            self.errand = None

    def _watch(self, errand: Errand, pipe: Connection, commands: Sequence[Command]) -> None:
        process, number = self._process, 0
        assert process is not None
        try:
            while True:
                told = pipe.recv()
                if not isinstance(told, Ended):
                    errand.tell(*told)
                    continue
                errand.last, number = told, number + 1
                if told.code < _FAILED:
                    commands[number - 1].then(told)
        except (EOFError, ConnectionError):
            process.join()
        except Exception as error:  # whatever happens is told: nobody sees the thread
            errand.problem = error if isinstance(error, PseudoError) else PseudoError(Errors.P932)
            process.terminate()
            process.join()
        last = errand.last
        if errand.problem is not None:
            errand.state = "failed"
        elif last is not None and last.code < _FAILED and number == len(commands):
            errand.state = "done"
        elif self._stopping or (last is not None and last.code in _STOPPED):
            errand.state = "stopped"
        else:
            errand.problem = last.error if last is not None and last.code >= _FAILED else PseudoError(Errors.P932)
            errand.state = "failed"


def _work(perform: Perform, commands: Sequence[Sequence[str]], pipe: Connection) -> None:
    """What the other process does. If nobody listens any more, sending fails, and the command undoes what it did."""

    def tell(what: str, done: int, total: int | None) -> None:
        pipe.send((what, done, total))

    for words in commands:
        tell(words[0], 0, None)
        ended = perform(words, tell)
        pipe.send(ended)
        if ended.code >= _FAILED:
            break
