"""The work that is open, and what goes on in it: a check, a run, the review, a look at what was written."""

from __future__ import annotations

import os
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from starlette.types import ASGIApp

from ...disk import holding
from ...errors import Errors, PseudoError
from ...key import check_installed, check_passphrase, seal, unseal
from .errands import Command, Ended, Errands, Perform
from .outcome import audit_of, is_reviewed, note_audit
from .plan import options_of
from .works import MESSAGES, Work, Works

_CHECK: Final = "check"
_RUN: Final = "run"
_LOOK: Final = "look"
# What is no part of a run that somebody else would repeat.
_OURS: Final = "--no-audit"


class Busy(Protocol):
    """Something that may not be cut off."""

    @property
    def is_busy(self) -> bool:
        """RETURNS (bool): It is at work."""


class Commands(NamedTuple):
    """What the command line does for the pages.

    words (Callable[[str, Mapping[str, Any]], list[str]]): A command and its options as somebody would type them.
    perform (Perform): Does a command.
    review (Callable[[Mapping[str, Any]], tuple[ASGIApp, Busy]]): The pages of the review of a run, and what is at
        work for it.
    """

    words: Callable[[str, Mapping[str, Any]], list[str]]
    perform: Perform
    review: Callable[[Mapping[str, Any]], tuple[ASGIApp, Busy]]


class Session:
    """What is open.

    place (Path): The folder with all works.
    commands (Commands): What the command line does.
    seed (Optional[int]): For a reproducible drawing, in tests.
    """

    def __init__(self, place: Path, commands: Commands, *, seed: int | None = None) -> None:
        self.works, self.errands = Works(place), Errands(commands.perform)
        self.work: Work | None = None
        self.review: ASGIApp | None = None
        # Somebody waits for the review: its page leads on once it is there.
        self.opening, self.awaited, self.problem = False, False, ""
        self._commands, self._seed = commands, seed
        self._reviewing: Busy | None = None
        self._held, self._lock = ExitStack(), threading.Lock()

    # --- What is open ---

    @property
    def opened(self) -> Work:
        """RETURNS (Work): The work that is open."""
        if self.work is None:
            raise PseudoError(Errors.P923)
        return self.work

    def free(self) -> Work:
        """RETURNS (Work): The work that is open, if nothing goes on in it."""
        if self.is_busy:
            raise PseudoError(Errors.P909)
        return self.opened

    @property
    def is_busy(self) -> bool:
        """RETURNS (bool): Something goes on that must not be cut off."""
        return self.opening or self.errands.is_busy or (self._reviewing is not None and self._reviewing.is_busy)

    def begin(self, name: str) -> None:
        """Begin a work."""
        self._leave()
        self._take(self.works.begin(name))

    def open(self, name: str) -> None:
        """Take up an earlier work."""
        self._leave()
        self._take(self.works.find(name))

    def _leave(self) -> None:
        if self.is_busy:
            raise PseudoError(Errors.P909)
        self._close_review()
        self.errands.forget()
        self.work = None
        self._held.close()

    def _take(self, work: Work) -> None:
        if not self._held.enter_context(holding(work.private)):
            self._held.close()
            raise PseudoError(Errors.P934.format(name=work.name))
        self.work = work

    def end(self) -> None:
        """Stop what goes on, and leave the work."""
        self.errands.end()
        self._held.close()

    # --- How far it is ---

    def state_of(self, step: str) -> str:
        """RETURNS (str): 'done', 'open' or 'closed': whether somebody has taken a step, and whether they can."""
        work = self.work
        if work is None:
            return "open" if step == "start" else "closed"
        there, checked, out = work.file(MESSAGES) is not None, bool(work.choices.checked), work.has_out
        found = {
            "start": "done",
            "messages": "done" if there and checked else "open",
            "settings": "done" if out and checked else "open" if there else "closed",
            "run": "done" if out and not self.is_stale else "open" if checked else "closed",
            "review": "done" if out and is_reviewed(work) else "open" if out else "closed",
            "share": "done" if out and audit_of(work) is not None and work.report.exists() else "open",
        }
        return found[step] if step != "share" or out else "closed"

    @property
    def step(self) -> str:
        """RETURNS (str): Where somebody goes on who comes back."""
        errand = self.errands.errand
        if self.work is None:
            return "start"
        if errand is not None:
            return {_CHECK: "messages", _RUN: "run", _LOOK: "share"}[errand.kind]
        if not self.work.choices.checked and not self.work.has_out:
            return "messages"
        return "run" if self.work.has_out else "settings"

    @property
    def _options(self) -> dict[str, Any]:
        return options_of(self.opened, seed=self._seed)

    @property
    def _words(self) -> list[str]:
        return self._commands.words(_RUN, self._options)

    @property
    def command(self) -> str:
        """RETURNS (str): The command that does the same as these pages; empty if there are no messages."""
        return self._typed(self._words) if self.opened.file(MESSAGES) is not None else ""

    @property
    def is_stale(self) -> bool:
        """RETURNS (bool): What was chosen since is not what OUT was made with."""
        work = self.opened
        if not work.has_out or work.file(MESSAGES) is None:
            return False
        return (work.choices.ran, work.choices.given) != (self._words, work.given)

    @property
    def methods(self) -> list[str]:
        """RETURNS (list[str]): The commands that make what is in OUT, and look at it."""
        work = self.opened
        ran = [self._typed(work.choices.ran)] if work.choices.ran else []
        return [*ran, *(self._typed(words) for words in self._look_words)]

    def _typed(self, words: Sequence[str]) -> str:
        """A command as somebody would type it in the folder of the work: no machine but this one has its path."""
        inside = f"{self.opened.place}{os.sep}"
        return shlex.join(["spacy-pseudo", *(word.removeprefix(inside) for word in words)])

    # --- What goes on ---

    def check(self) -> None:
        """Have the files read as a run would."""
        self.free()
        options = {name: value for name, value in self._options.items() if name != "key"}
        words = self._commands.words(_CHECK, {**options, "no_samples": True})

        work, errands = self.opened, self.errands

        def then(ended: Ended) -> None:
            done = errands.errand.done if errands.errand is not None else 0
            work.choices.checked, work.choices.said, work.choices.count = words, ended.lines, done
            work.save()

        errands.start(_CHECK, [Command(words, then)])

    def run(self) -> None:
        """Fill OUT."""
        work = self.free()
        if work.is_sealed:
            raise PseudoError(Errors.P935)
        words, given = self._words, work.given
        self._close_review()

        def then(ended: Ended) -> None:
            work.choices.ran, work.choices.given, work.choices.report = words, given, ended.lines
            work.save()

        commands = [Command([*words, _OURS], then), self._audit]
        self.errands.start(_RUN, commands, total=work.choices.count)

    @property
    def _look_words(self) -> list[list[str]]:
        work = self.opened
        where = [str(work.out), "--key", str(work.key)]
        return [["audit", *where], ["report", *where, "--out", str(work.report), "--force"]]

    @property
    def _audit(self) -> Command:
        work = self.opened
        return Command([*self._look_words[0], "--json"], lambda ended: note_audit(work, ended.said))

    def look(self) -> None:
        """Have the audit look at OUT as it is now, and the report written."""
        work = self.free()
        if not work.has_out:
            raise PseudoError(Errors.P936)
        if work.is_sealed:
            raise PseudoError(Errors.P935)
        self.errands.start(_LOOK, [self._audit, Command(self._look_words[1], lambda ended: None)])

    def stop(self) -> None:
        """Stop what goes on."""
        self.errands.stop()

    # --- The review ---

    def open_review(self) -> None:
        """Read what the review needs; it goes on by itself."""
        work = self.free()
        if not work.has_out:
            raise PseudoError(Errors.P936)
        if work.is_sealed:
            raise PseudoError(Errors.P935)
        self.awaited = True
        if self.review is None:
            options = self._options
            self.opening, self.problem = True, ""
            threading.Thread(target=self._open_review, args=(options,), daemon=True).start()

    def _open_review(self, options: Mapping[str, Any]) -> None:
        try:
            self.review, self._reviewing = self._commands.review(options)
        except PseudoError as error:
            self.problem = str(error)
        except Exception as error:  # whatever happens is told: nobody sees the thread
            self.problem = type(error).__name__
        finally:
            self.opening = False

    def _close_review(self) -> None:
        self.review = self._reviewing = None
        self.awaited = False

    # --- The key ---

    def seal(self, passphrase: str, *, remove: bool) -> None:
        """Seal the key.

        passphrase (str): What opens it.
        remove (bool): Delete what is open of it.
        """
        work = self.free()
        check_installed()
        check_passphrase(passphrase)
        seal(work.key, work.sealed, passphrase, force=True, remove_plain=remove)
        if remove:
            self._close_review()

    def unseal(self, passphrase: str) -> None:
        """Open the sealed key again."""
        work = self.free()
        check_installed()
        unseal(work.sealed, work.key, lambda: passphrase)
