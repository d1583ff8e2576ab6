"""Partitions: each contiguous stretch of a corpus is done by itself, in whichever process, and the outcome is the same
for every way to cut the corpus.

To discover, a partition is surveyed first, as what counts in it depends on what stands before it; then it is read, and
what was seen in all of them is put together. To apply a key, nothing else is needed."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import regex

from .. import languages
from ..corpus.replies import Threads, check_new
from ..corpus.share_modes import KEEP
from ..key import Key
from ..message import Message
from ..people.forgotten import ID, Forgotten
from ..people.id_table import IdTable
from ..people.index import FormIndex
from ..people.others.gathering import Gatherer, Gathering
from ..people.others.modes import looks_like
from ..people.pseudonyms import Pseudonyms
from ..people.roster import Roster
from ..people.sightings import Sightings
from ..people.watching import Watcher, texts_of
from ..text.lexing import Text
from ..text.line_ends import lined
from ..text.markup import plain
from ..text.repeats import Repeats
from .counts import Counts as Sums
from .cutting import without_forgotten
from .discovery_report import DiscoveryReport

_BLANK: Final = " "


class Reading:
    """What messages are read with, the same in every process. It may be pickled: what is made from it is left out.

    people (Roster): The participants who are known beforehand.
    key (Key): The key that is extended; its pseudonyms, and who was erased from it, are kept here, and nothing else.
    lang (str): The language of the messages.
    judged (bool): Somebody will judge which words are names by how they are used.
    """

    def __init__(self, people: Roster, key: Key, *, lang: str, judged: bool) -> None:
        secret = key.secret if key.forgotten else b""
        self.__setstate__((people, key.pseudonyms, key.forgotten.codes, secret, lang, judged))

    def __getstate__(self) -> tuple[Roster, Pseudonyms, set[str], bytes, str, bool]:
        """RETURNS (tuple): What everything else is made from."""
        return self.people, self._pseudonyms, self._forgotten.codes, self._secret, self.lang, self.judged

    def __setstate__(self, state: tuple[Roster, Pseudonyms, set[str], bytes, str, bool]) -> None:
        """Take up what `__getstate__` gave."""
        self.people, self._pseudonyms, codes, self._secret, self.lang, self.judged = state
        self._forgotten = Forgotten(codes, partial(bytes, self._secret))
        self._main_id = _main_ids(self.people, self._pseudonyms)
        self._look_alikes = (self._pseudonyms.looks_like(), looks_like(self._pseudonyms.template))
        self._index: FormIndex | None = None

    @property
    def index(self) -> FormIndex:
        """RETURNS (FormIndex): The forms that follow from registered names; made when it is first asked for."""
        if self._index is None:
            self._index = FormIndex(self.people, lang=self.lang)
        return self._index

    def take_index(self) -> FormIndex:
        """RETURNS (FormIndex): The same, for whoever adds to it; a new one is made when it is asked for again."""
        index, self._index = self.index, None
        return index

    def prepare(self, message: Message, number: int) -> Message | None:
        """Make a message ready.

        message (Message): The message, as it was read.
        number (int): Its number in the corpus.
        RETURNS (Optional[Message]): The message as a reader sees it, with main ids and an id of its own; None if
            somebody wrote it who was erased.
        """
        if self._forgotten.knows(ID, message.author):
            return None
        message = plain(without_forgotten(message, self._forgotten, _BLANK))
        return replace(
            message,
            text=lined(Text(message.text, self.lang)),
            id=message.id if message.id is not None else _nameless(number),
            author=self._main_id(message.author),
            parent_author=self._main_id(message.parent_author),
        )

    def without_look_alikes(self, message: Message, found: set[str]) -> Message:
        """Blank out what looks like a pseudonym: it is nobody's name.

        message (Message): The message.
        found (set[str]): It is noted here.
        RETURNS (Message): The message; the same one if there is nothing of the kind in it.
        """
        for pattern in self._look_alikes:
            message = _without(pattern, message, found)
        return message


@dataclass(slots=True)
class Survey:
    """What others must know of a partition, found quickly.

    messages (int): How many messages were read, those that are left out included.
    ids (list[Union[str, int]]): The messages' ids; the number in the partition of a message that has none.
    authors (list[Optional[str]]): Who wrote them.
    lines (array): The numbers of all lines that may be repeated, in order.
    asked (set[str]): Ids of messages that are answered here, and stand elsewhere if anywhere, where nothing else tells
        who wrote them.
    """

    messages: int = 0
    ids: list[str | int] = field(default_factory=list)
    authors: list[str | None] = field(default_factory=list)
    lines: array[int] = field(default_factory=partial(array, "Q"))
    asked: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Before:
    """What a partition must know of those before it.

    messages (int): How many messages these have, those that are left out included.
    lines (array): The numbers of lines that stand in them, and here again.
    authors (dict[str, str]): Who wrote messages of them that are answered here.
    """

    messages: int = 0
    lines: array[int] = field(default_factory=partial(array, "Q"))
    authors: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Counts:
    """What was seen in a stretch of the corpus; messages have their numbers there.

    sightings (Sightings): What was seen of names.
    gathering (Gathering): What is said of them.
    threads (Threads): Who answers whom.
    report (DiscoveryReport): What a person should know.
    """

    sightings: Sightings
    gathering: Gathering
    threads: Threads
    report: DiscoveryReport

    def extend(self, other: Counts) -> None:
        """Add what was seen in the next stretch, which is used up."""
        self.threads.extend(other.threads)
        self.sightings.extend(other.sightings)
        self.gathering.extend(other.gathering)
        self.report.extend(other.report)


def survey_partition(messages: Iterable[Message], reading: Reading) -> Survey:
    """Look through a partition for what the partitions after it must know, and what it must know itself.

    messages (Iterable[Message]): Its messages; read once.
    reading (Reading): What they are read with.
    RETURNS (Survey): What was found.
    """
    survey, repeats, own = Survey(), Repeats(), set[str]()
    with languages.speaking(reading.lang):
        for number, message in enumerate(messages):
            survey.messages += 1
            ready = reading.prepare(message, number)
            if ready is None:
                continue
            survey.ids.append(number if message.id is None else message.id)
            survey.authors.append(ready.author)
            if message.id is not None:
                own.add(message.id)
            if ready.parent is not None and ready.parent_author is None and ready.parent not in own:
                survey.asked.add(ready.parent)
            ready = reading.without_look_alikes(ready, set())
            for text, _ in texts_of(ready):
                repeats.add(text)
    survey.lines.extend(sorted(repeats.seen))
    return survey


def look_back(surveys: Iterable[Survey]) -> Iterator[Before]:
    """Tell each partition what it must know of those before it. An id that was there before is an error.

    surveys (Iterable[Survey]): What was found in the partitions, in the order of the corpus.
    YIELDS (Before): For each partition in turn, as soon as it was surveyed.
    """
    messages, index, authors = 0, IdTable(), list[str | None]()
    seen = np.array([], dtype=np.uint64)
    for survey in surveys:
        before = len(authors)
        for id in survey.ids:
            check_new(index, _nameless(messages + id) if isinstance(id, int) else id)
        lines = np.array(survey.lines, dtype=np.uint64)
        known = np.intersect1d(seen, lines, assume_unique=True)
        places = ((id, index.number(id)) for id in sorted(survey.asked))
        told = {id: author for id, n in places if n is not None and n < before and (author := authors[n]) is not None}
        yield Before(messages, array("Q", known.tolist()), told)
        messages += survey.messages
        authors += survey.authors
        seen = np.union1d(seen, lines)


def discover_partition(messages: Iterable[Message], before: Before, reading: Reading) -> Counts:
    """Gather all that discovery weighs from one partition.

    messages (Iterable[Message]): Its messages; read once.
    before (Before): What it must know of the partitions before it; of the first one there are none.
    reading (Reading): What they are read with.
    RETURNS (Counts): What was seen.
    """
    lang, threads = reading.lang, Threads()

    def author_of(id: str) -> str | None:
        author = threads.author(id)
        return author if author is not None else before.authors.get(id)

    with languages.speaking(lang):
        sightings, gathering = Sightings(lang=lang, judged=reading.judged, author_of=author_of), Gathering()
        counts = Counts(sightings, gathering, threads, DiscoveryReport(lang=lang))
        watcher = Watcher(reading.index, sightings, before.lines, lang=lang)
        gatherer = Gatherer(gathering, reading.index.claims, lang=lang)
        for number, message in enumerate(messages, before.messages):
            ready = reading.prepare(message, number)
            if ready is None:
                continue
            threads.add(ready)
            counts.report.add(ready, reading.people)
            ready = reading.without_look_alikes(ready, counts.report.look_alikes)
            gatherer.add(ready, watcher.add(ready))
            Text.of(ready.text).hand_on()
        if sightings.uses is not None:
            sightings.uses.close()
    return counts


def merge(parts: Iterable[Counts]) -> Counts:
    """Put together what was seen in neighbouring stretches of the corpus; in which steps does not matter.

    parts (Iterable[Counts]): One at least, in the order of the corpus; used up.
    RETURNS (Counts): What was seen in all of them.
    """
    coming = iter(parts)
    first = next(coming)
    for part in coming:
        first.extend(part)
    return first


@dataclass(slots=True)
class Applied:
    """What a person should know of partitions that a key was applied to. No text is in it, and no name.

    counts (Sums): What is counted: messages read, written and failed, mentions by category ...
    failures (Counter[str]): The codes of errors of messages that are not written.
    """

    counts: Sums = field(default_factory=Sums)
    failures: Counter[str] = field(default_factory=Counter)

    def extend(self, other: Applied) -> None:
        """Add what became of another partition."""
        self.counts.take(other.counts)
        self.failures += other.failures


def apply_partition(
    messages: Iterable[Message],
    key: Key,
    account: Applied | None = None,
    *,
    config: str | Path | None = None,
    ids: str = KEEP,
    timestamps: str = KEEP,
    **settings: Any,
) -> Iterator[dict[str, str | None]]:
    """Replace all mentions in a partition, as `spacy-pseudo apply` does. The key is read, and never written.

    messages (Iterable[Message]): Its messages, read as they are needed.
    key (Key): The key, as `discover` made it, or `Key.load`; the same one, copied, in every process.
    account (Optional[Applied]): Filled with what became of them.
    config (Optional[str | Path]): A spaCy config or pipeline, see `make_pipeline`.
    ids (str): What becomes of ids of messages, threads and sessions: 'keep' or 'code'.
    timestamps (str): What becomes of time stamps: 'keep', 'shift', 'weeks' or 'drop'.
    **settings: What is chosen besides: see `Settings` (components/run_settings.py).
    YIELDS (dict[str, Optional[str]]): What may be shared of each message that is written, by field, in their order.
        Messages that failed, and those of people who did not consent, are left out.
    """
    from ..corpus.read_report import ReadReport
    from .shards import shards
    from .stretches import make_applier

    apply = make_applier(key, config, settings, {"ids": ids, "timestamps": timestamps})
    for shard in shards(messages, ReadReport()):
        outcome = apply(shard)
        if account is not None:
            account.counts.take(outcome.counts)
            account.failures.update(json.loads(line)["code"] for line in outcome.failures)
        for shared, _ in outcome.written:
            yield shared


def _nameless(number: int) -> str:
    """What stands for the id of a message that has none."""
    return f"#{number}"


def _main_ids(roster: Roster, pseudonyms: Pseudonyms) -> Callable[[str | None], str | None]:
    """From an id in the messages to the person's main id. In what was pseudonymised before, pseudonyms stand for ids:
    they lead back to the person, or to nobody where all share one."""
    owners = {label: person for person, label in pseudonyms.labels.items()} if pseudonyms.mode != "mask" else {}

    def main_id(any_id: str | None) -> str | None:
        if any_id is None or any_id in roster or not pseudonyms.is_label(any_id):
            return roster.main_id(any_id)
        return owners.get(any_id)

    return main_id


def _without(look_alike: regex.Pattern[str], message: Message, found: set[str]) -> Message:
    """What looks like a pseudonym is nobody's name: it is noted, and blanked out."""
    here = {hit for text in (message.text, message.subject or "") for hit in look_alike.findall(text)}
    if not here:
        return message
    found |= here
    text, subject = (look_alike.sub(lambda m: " " * len(m[0]), text) for text in (message.text, message.subject or ""))
    return replace(message, text=lined(Text(text, languages.spoken())), subject=subject or None)
