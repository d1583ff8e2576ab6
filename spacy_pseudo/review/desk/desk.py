"""The desk: the cases of a key in queues, the costliest first, and what becomes of them when a person decides."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ... import languages
from ...errors import Errors, PseudoError
from ...key import DECISIONS, Key, log
from ...key import KEPT as KEPT_FILE
from ...message import Message
from ...passes.apply import Result, apply
from ...people.decisions import THREAD
from ...people.display_names import parse_name
from ...text.similarity import near
from ...text.words import fold, fold_all
from ..audit.auditing import Audit
from ..explaining import evidence_of
from .cases import AUDITED, KEPT, QUEUES, UNSURE, Case, Place, hidden
from .changes import Change, back, changed, read, with_form, without_form, write
from .history import History, Step
from .merging import merge, split, waits_for_discovery
from .passages import Messages
from .queues import Queues
from .verdicts import ACCEPT, ALL, EDITED, PERSON, REJECT, Said, Verdict

if TYPE_CHECKING:
    from spacy.language import Language

# What is known beforehand of how often the tool is wrong weighs as much as so many decisions.
_PRIOR: Final = 6
# What the log calls a run.
APPLIED: Final = "applied"
# What changes in these, those who read messages must learn.
_LEARNED: Final = tuple(name for name in EDITED if name != DECISIONS)
# So many seconds after the last decision they do.
_PAUSE: Final = 0.4
# So many people are offered by a search.
_OFFERED: Final = 12


class Progress(NamedTuple):
    """How far a queue is."""

    queue: str
    decided: int
    all: int


class Decided(NamedTuple):
    """What came of a verdict.

    step (int): Its number.
    alike (tuple[str, ...]): Cases for which the same may hold.
    """

    step: int
    alike: tuple[str, ...]


class Desk:
    """What a person reviews. All methods may be called from several threads.

    directory (Path): The key directory.
    messages (Iterable[Message]): The originals.
    pipeline (Callable[[Key], Language]): Makes what pseudonymises messages with a key.
    """

    def __init__(self, directory: Path, messages: Iterable[Message], pipeline: Callable[[Key], Language]) -> None:
        self.directory = directory
        self.lock = threading.RLock()
        self._pipeline = pipeline
        self._originals = list(messages)
        self._audit: Audit | None = None
        self._settled: frozenset[str] | None = None
        self._handled: Mapping[str, str] = {}
        self._decided_at = 0.0
        self.edited = 0  # how often files were found changed by somebody else
        self.load()

    # --- What is there ---

    @property
    def pipeline(self) -> Language:
        """RETURNS (Language): What pseudonymises messages as 'Apply' does."""
        return self._nlp

    def load(self) -> None:
        """Read the key and its lists anew, as after a run."""
        if not (self.directory / KEPT_FILE).is_file():
            raise PseudoError(Errors.P910.format(path=self.directory))
        texts = {name: read(self.directory / name) for name in EDITED}
        key = Key.load(self.directory)
        nlp = self._pipeline(key)
        messages = Messages(self._originals, key)
        list(apply(self._originals[:1], key, nlp))  # what is made when it is first needed
        with languages.speaking(key.lang):
            queues = Queues(self.directory, key, messages)
            found = list(queues.all())
        with self.lock:
            self.key, self._nlp, self.messages, self._queues = key, nlp, messages, queues
            self._audit = None
            self._cases = {case.id: case for case in found}
            self.history = History(self.directory)
            self.rebuilding = False
            self._read_files()
            self._learn(texts)  # what was decided while this was read

    def use_audit(self, audit: Audit) -> None:
        """Take in what an audit found.

        audit (Audit): What it found.
        """
        with self.lock:
            self._audit = audit
            self._cases = {id: case for id, case in self._cases.items() if case.queue != AUDITED}
            self._cases |= {case.id: case for case in self._queues.audited(audit)}
            self._settled = None

    @property
    def audited(self) -> bool:
        """RETURNS (bool): An audit has been taken in."""
        return self._audit is not None

    def _signature(self) -> tuple[tuple[int, int] | None, ...]:
        stats = (path.stat() if (path := self.directory / name).exists() else None for name in EDITED)
        return tuple((stat.st_mtime_ns, stat.st_size) if stat is not None else None for stat in stats)

    def _read_files(self) -> None:
        """Read what a person has said; raises what is wrong with a file that was edited badly."""
        signature = self._signature()
        self.said = Said(self.directory, getattr(self, "said", None))
        self._signed = signature
        same_thread = {row.id: self._thread_of(row.id) for row in self.said.decisions.rows if row.field == THREAD}
        self._threads: Mapping[str, Collection[str]] = same_thread
        said, key = self.said.decisions, self.key
        adapted = [place.as_decision() for place in key.judged_places]
        key.decisions = said.with_adapted(adapted)
        self._settled = None

    def _thread_of(self, id: str) -> frozenset[str]:
        message = self.messages.by_id.get(id)
        return (
            frozenset(self.messages.threads[self.messages.thread_of(message)]) if message is not None else frozenset()
        )

    def refresh(self) -> None:
        """Notice what somebody has changed in the files meanwhile."""
        with self.lock:
            if self._signature() != self._signed:
                before = self.said.texts
                self._read_files()
                self.edited += 1
                self._learn(before)

    def _learn(self, before: Mapping[str, str]) -> None:
        """What names are somebody's has changed: who reads messages must know."""
        if all(before[name] == self.said.texts[name] for name in _LEARNED):
            return
        self._decided_at = time.monotonic()
        if not self.rebuilding:
            self.rebuilding = True
            threading.Thread(target=self._rebuild, daemon=True).start()

    def _rebuild(self) -> None:
        while True:
            while (left := self._decided_at + _PAUSE - time.monotonic()) > 0:  # whoever decides often decides again
                time.sleep(left)
            texts = self.said.texts
            try:
                key = Key.load(self.directory)
                key.draw(seed=None)
                nlp = self._pipeline(key)
                list(apply(self._originals[:1], key, nlp))  # what is made when it is first needed
            except (PseudoError, OSError):  # somebody is editing: what is wrong is said where the files are read
                with self.lock:
                    self.rebuilding = False
                return
            with self.lock:
                self.key, self._nlp = key, nlp
                if all(texts[name] == self.said.texts[name] for name in _LEARNED):
                    said = self.said.decisions
                    key.decisions = said.with_adapted(place.as_decision() for place in key.judged_places)
                    self.rebuilding = False
                    return

    # --- Queues ---

    def _is_settled(self) -> frozenset[str]:
        if self._settled is None:
            cases = self._cases.values()
            self._settled = frozenset(case.id for case in cases if self.said.settles(case, self._threads))
        return self._settled

    def progress(self) -> list[Progress]:
        """RETURNS (list[Progress]): How far each queue is, in order."""
        with self.lock:
            settled, counts = self._is_settled(), {queue: [0, 0] for queue in QUEUES}
            for case in self._cases.values():
                counts[case.queue][1] += 1
                counts[case.queue][0] += case.id in settled
            return [Progress(queue, *counts[queue]) for queue in QUEUES]

    def queue(self, name: str = "", *, person: str = "", thread: str = "", decided: bool = False) -> list[Case]:
        """RETURNS (list[Case]): The cases of a queue, those first whose decision is worth most.

        name (str): The queue; empty for all.
        person (str): Only cases that may name this participant.
        thread (str): Only cases in the thread of this message.
        decided (bool): Those that are decided, instead of those that are open.
        """
        with self.lock:
            settled, same = self._is_settled(), self._thread_of(thread) if thread else frozenset()
            found = [
                case
                for case in self._cases.values()
                if name in ("", case.queue)
                and (case.id in settled) == decided
                and (not person or person in case.people)
                and (not thread or any(place.message in same for place in case.places))
            ]
            worth = self._worth()
            return sorted(found, key=lambda case: (-worth(case), case.text.casefold(), case.id))

    def _worth(self) -> Callable[[Case], float]:
        """How many places a decision puts right, as far as is known; decisions about its kind count."""
        decided, wrong = self.history.tally()

        def worth(case: Case) -> float:
            doubt = (_PRIOR * case.doubt + wrong[case.kind]) / (_PRIOR + decided[case.kind])
            return case.count * doubt

        return worth

    def case(self, id: str) -> Case:
        """RETURNS (Case): The case with this id."""
        with self.lock:
            if id not in self._cases:
                raise PseudoError(Errors.P904)
            return self._cases[id]

    def is_settled(self, case: Case) -> bool:
        """RETURNS (bool): Nobody needs to look at the case again."""
        with self.lock:
            return case.id in self._is_settled()

    def outcome(self, place: Place) -> str | None:
        """RETURNS (Optional[str]): What a person has decided for a place."""
        with self.lock:
            return self.said.of(place, self._threads)

    def evidence(self, case: Case) -> list[tuple[str, str]]:
        """RETURNS (list[tuple[str, str]]): For each of the people, what speaks for it, in words."""
        return [(person, self.evidence_of(person, case.text)) for person in case.people]

    def evidence_of(self, person: str, form: str) -> str:
        """RETURNS (str): What speaks for a form of somebody, in words."""
        with self.lock:
            said = next(iter(evidence_of([person], form, self.key)), "")
            return said.removeprefix(f"{person}: ")

    # --- Decide ---

    def decide(self, ids: Sequence[str], verdict: Verdict) -> Decided:
        """Decide about cases: all of them or none.

        ids (Sequence[str]): The cases.
        verdict (Verdict): What is decided.
        RETURNS (Decided): The step, and which cases look like it.
        """
        with self.lock:
            self.refresh()
            cases = [self.case(id) for id in ids]
            if not cases:
                raise PseudoError(Errors.P904)
            if verdict.action == PERSON and verdict.person not in self.key.roster:
                raise PseudoError(Errors.P907)
            step = self._do(
                self._changes(cases, verdict), cases=tuple(ids), kind=cases[0].kind, action=verdict.action,
                right=verdict.action == ACCEPT, scope=verdict.scope,
            )  # fmt: skip
            alike = self._alike(cases, verdict) if verdict.scope == ALL else []
            return Decided(step.number, tuple(case.id for case in alike))

    def _changes(self, cases: Sequence[Case], verdict: Verdict) -> list[Change]:
        """What changes for one case after the other: the next may change the same line."""
        made: list[Change] = []
        said = self.said
        for case in cases:
            changes = said.changes(case, verdict)
            made += changes
            if len(cases) > 1:
                said = Said(self.directory, said, changed(said.texts, changes, self.directory))
        return made

    def _do(self, changes: Sequence[Change], **told: Any) -> Step:
        """Make changes and log them; neither if one fails."""
        self._write(changes)
        try:
            return self.history.record(changes, **told)
        except BaseException:
            self._write(back(changes))
            raise

    def mark(self, place: Place, verdict: Verdict) -> int:
        """Decide about a stretch of a text that is no case: whose form it is, that it stays, or that it is masked.

        place (Place): The stretch.
        verdict (Verdict): What is decided; 'person' with the scope 'case' makes it a form of theirs, everywhere.
        RETURNS (int): The number of the step.
        """
        with self.lock:
            self.refresh()
            if self.messages.field(place.message, place.field)[place.start : place.end] != place.text or not place.text:
                raise PseudoError(Errors.P903)
            if verdict.action == PERSON and verdict.person not in self.key.roster:
                raise PseudoError(Errors.P907)
            if verdict.action == PERSON and verdict.scope == ALL:
                changes = with_form(self.said.names, verdict.person, place.text)
            elif verdict.action == PERSON:
                changes = self.said.decide(place, verdict.person)
            else:
                case = Case("", AUDITED, place.text, (), "", 0, (place,), 1)
                noted = self.said.noted(case)
                changes = [change for change in self.said.changes(case, verdict) if change not in noted]
            return self._do(changes, action=verdict.action, scope=verdict.scope).number

    def change_form(self, person: str, form: str, *, there: bool) -> int:
        """Give somebody a form, or take it away.

        RETURNS (int): The number of the step.
        """
        with self.lock:
            self.refresh()
            if person not in self.key.roster:
                raise PseudoError(Errors.P907)
            changes = (with_form if there else without_form)(self.said.names, person, form)
            return self._do(changes, action=ACCEPT if there else REJECT).number

    def merge(self, person: str, other: str) -> None:
        """Make two ids one person's: the other's names and forms go to the first."""
        with self.lock:
            self.refresh()
            merge(self.directory, self.key, person, other)
            self.load()

    def split(self, person: str, other: str) -> None:
        """Make one of somebody's ids another person's again, with the names and forms that came with it."""
        with self.lock:
            self.refresh()
            split(self.directory, self.key, person, other)
            self.load()

    @property
    def waits_for_discovery(self) -> bool:
        """RETURNS (bool): Ids were put together or apart since the last run."""
        return waits_for_discovery(self.directory, APPLIED)

    def undo(self) -> None:
        """Take back what was decided last."""
        with self.lock:
            self.refresh()
            step = self.history.last()
            self._write(back(step.changes))
            try:
                self.history.undone()
            except BaseException:
                self._write(step.changes)
                raise

    def redo(self) -> None:
        """Decide again what was taken back last."""
        with self.lock:
            self.refresh()
            step = self.history.next()
            self._write(step.changes)
            try:
                self.history.redone()
            except BaseException:
                self._write(back(step.changes))
                raise

    def _write(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        before = self.said.texts
        write(self.directory, changes)
        self._read_files()
        self._learn(before)

    def _alike(self, cases: Sequence[Case], verdict: Verdict) -> list[Case]:
        """Open cases for which the same may hold; they are proposed, never decided."""
        case, done = cases[0], {case.id for case in cases}
        words = fold_all(case.text)

        def is_alike(other: Case) -> bool:
            if other.queue != case.queue or other.id in done:
                return False
            own = fold_all(other.text)
            if case.queue == UNSURE:
                if verdict.action == ACCEPT:
                    close = len(own) == len(words) == 1 and near(own[0], words[0])
                    return other.people == case.people and other.why == case.why and close
                return own == words
            if case.queue == KEPT and verdict.action == ACCEPT:
                return own == words or (other.why == case.why and set(other.people) == set(case.people))
            return own == words and (not case.people or set(case.people) == set(other.people))

        return [other for other in self.queue(case.queue) if is_alike(other)]

    # --- Messages and people ---

    def result(self, message: Message) -> Result:
        """RETURNS (Result): What becomes of a message with what is decided by now."""
        with self.lock:
            return next(apply([message], self.key, self._nlp))

    def name(self, person: str) -> str:
        """RETURNS (str): What somebody is called: the name that says most, registered or found, or the id."""
        known = self.key.roster.get(person)
        names = known.names if known is not None else ()
        names = names or tuple(form.text for form in self.said.names.forms(person) if not form.unsure)
        return max(names, key=lambda name: (bool(parse_name(name).given), len(name)), default=person)

    def pseudonym(self, person: str) -> str:
        """RETURNS (str): What is written instead of somebody; empty for those who have no pseudonym."""
        return self.key.pseudonyms.labels.get(person, "")

    def handle(self, *about: str) -> str:
        """RETURNS (str): An id to be shown in an address, which tells nothing."""
        return hidden(self.key.secret, *about)

    def person(self, handle: str) -> str:
        """RETURNS (str): Whose handle it is."""
        with self.lock:
            if handle not in self._handled:
                ids = [id for one in self.key.roster for id in (one.id, *one.ids)]
                self._handled = {self.handle("person", id): id for id in ids}
            if handle not in self._handled:
                raise PseudoError(Errors.P907)
            return self._handled[handle]

    def people(self, asked: str = "") -> list[str]:
        """RETURNS (list[str]): Participants by a part of an id, a name or a form, the closest first.

        asked (str): What is looked for; empty for the first ones.
        """
        wanted = " ".join(fold_all(asked))
        with self.lock:
            forms: dict[str, list[str]] = defaultdict(list)
            for person, form in self.said.names:
                forms[person].append(form.text)
            scored = []
            for one in self.key.roster:
                texts = [one.id, *one.names, *forms[one.id], self.pseudonym(one.id)]
                found = [rank for text in texts if (rank := _closeness(wanted, text)) is not None]
                if found:
                    scored.append((min(found), self.name(one.id).casefold(), one.id))
            return [person for *_, person in sorted(scored)[:_OFFERED]]

    def cases_of(self, person: str) -> list[Case]:
        """RETURNS (list[Case]): All cases that may name somebody, open ones first."""
        with self.lock:
            settled = self._is_settled()
            found = [case for case in self._cases.values() if person in case.people]
            return sorted(found, key=lambda case: (case.id in settled, QUEUES.index(case.queue), -case.count, case.id))

    def search(self, asked: str, most: int = 50) -> list[Message]:
        """RETURNS (list[Message]): Messages in which something stands, whatever its case and accents."""
        words = fold_all(asked)
        if not words:
            return []
        found = []
        for message in self.messages.by_id.values():
            if all(word in fold(message.text) or word in fold(message.subject or "") for word in words):
                found.append(message)
                if len(found) == most:
                    break
        return found

    def around(self, id: str) -> tuple[list[str], list[str], int]:
        """RETURNS (tuple[list[str], list[str], int]): Messages that lead to one, those that answer it, and how many
        more the thread has."""
        message = self.messages.by_id[id]
        above: list[str] = []
        parent = message.parent
        while parent in self.messages.by_id and parent not in above and parent != id and len(above) < 3:
            above.insert(0, parent)
            parent = self.messages.by_id[parent].parent
        thread = self.messages.threads[self.messages.thread_of(message)]
        below = [other for other in thread if self.messages.by_id[other].parent == id and other != id][:4]
        return above, below, len(thread) - len(above) - len(below) - 1

    def applied(self, counts: Mapping[str, Any]) -> None:
        """A run with what is decided has ended.

        counts (Mapping[str, Any]): What is to be known of it.
        """
        log.append(self.directory, APPLIED, **counts)
        self.load()


def _closeness(wanted: str, text: str) -> int | None:
    """How well a text fits what is looked for; None if it does not."""
    folded = " ".join(fold_all(text))
    if not wanted or folded == wanted:
        return 0
    if folded.startswith(wanted):
        return 1
    return 2 if f" {wanted}" in folded else 3 if wanted in folded else None
