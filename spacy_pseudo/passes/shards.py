"""Shards: a corpus cut into stretches of messages, each of which can be done by itself. The same corpus is always cut
in the same places."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, starmap
from typing import Final, NamedTuple

from ..corpus.read_report import ReadReport
from ..message import Message
from .partitions import Before, Counts, Reading, Survey, discover_partition, look_back, survey_partition

# A shard is complete with so many messages, in both passes: whoever has read a stretch once reads it faster. What is
# seen in one must be put together with what is seen in all others: larger ones cost less.
_MESSAGES: Final = 500
# Or with so many characters: nobody waits long for the last one.
_CHARACTERS: Final = 2_500_000


class Shard(NamedTuple):
    """A stretch of messages of one file.

    headers (int): How many columns of the file are known up to its end: in JSONL, later rows may have more.
    messages (list[Message]): The messages.
    """

    headers: int
    messages: list[Message]


def shards(messages: Iterable[Message], report: ReadReport) -> Iterator[Shard]:
    """Cut the messages of a file.

    messages (Iterable[Message]): The messages, read as they are needed.
    report (ReadReport): What is told of the file meanwhile.
    YIELDS (Shard): The shards.
    """
    yield from starmap(Shard, _cut(messages, lambda: len(report.headers)))


def _cut(messages: Iterable[Message], state: Callable[[], int] = int) -> Iterator[tuple[int, list[Message]]]:
    """YIELDS (tuple[int, list[Message]]): A state, and messages in which it is the same."""
    here: list[Message] = []
    now = characters = 0
    for message in messages:
        if here and (len(here) == _MESSAGES or state() != now or characters + len(message.text) > _CHARACTERS):
            yield now, here
            here, characters = [], 0
        now = state()
        here.append(message)
        characters += len(message.text)
    if here:
        yield now, here


class Partition(NamedTuple):
    """A stretch of a corpus, for discovery.

    messages (list[Message]): The messages.
    before (Before): What is known of those before it.
    """

    messages: list[Message]
    before: Before


def partitions(messages: Iterable[Message], reading: Reading) -> Iterator[Partition]:
    """Cut a corpus, and survey it on the way.

    messages (Iterable[Message]): The messages, read as they are needed.
    reading (Reading): What they are read with.
    YIELDS (Partition): The partitions.
    """
    cut: deque[list[Message]] = deque()

    def surveys() -> Iterator[Survey]:
        stretches = _cut(messages)
        for _, here in chain([next(stretches, (0, []))], stretches):  # no messages are a partition, too
            cut.append(here)
            yield survey_partition(here, reading)

    for before in look_back(surveys()):
        yield Partition(cut.popleft(), before)


def discover_in(reading: Reading, partition: Partition) -> Counts:
    """RETURNS (Counts): What was seen in a partition.

    reading (Reading): What it is read with.
    partition (Partition): The partition.
    """
    return discover_partition(partition.messages, partition.before, reading)


def make_discoverer(reading: Reading) -> Callable[[Partition], Counts]:
    """RETURNS (Callable[[Partition], Counts]): Discovers partitions; the index is made once.

    reading (Reading): What they are read with.
    """
    return partial(discover_in, reading)
